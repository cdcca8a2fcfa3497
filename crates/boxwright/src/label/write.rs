//! Labels as text: a line of JSON or of CSV for each.
//!
//! A record is always one line, lists are JSON in both, and equal labels give equal bytes: that is what resuming counts on.

use super::Label;

/// How labels are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A JSON object a line.
    Jsonl,
    /// Comma-separated values with a header.
    Csv,
}

/// The first line of a CSV file.
pub const CSV_HEADER: &str = "source,index,objective,title,board,status,cost,moves,pushes,solution,expanded,to_go,\
                              position_costs,position_players,position_boxes,error\n";

impl Format {
    /// What comes before all labels.
    #[must_use]
    pub fn header(self) -> &'static str {
        match self {
            Format::Jsonl => "",
            Format::Csv => CSV_HEADER,
        }
    }

    /// The line of a label.
    #[must_use]
    pub fn line(self, label: &Label) -> String {
        match self {
            Format::Jsonl => json(label) + "\n",
            Format::Csv => csv(label),
        }
    }

    /// What the line of a label begins with: which level it is about, and the objective.
    #[must_use]
    pub(super) fn beginning(self, label: &Label) -> String {
        let Label { source, index, objective, .. } = label;
        match self {
            Format::Jsonl => format!("{{\"source\":{},\"index\":{index},\"objective\":\"{objective}\",", json(source)),
            Format::Csv => format!("{},{index},{objective},", quoted(source)),
        }
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers and texts can always be written")
}

fn csv(label: &Label) -> String {
    let number = |number: Option<usize>| number.map_or_else(String::new, |n| n.to_string());
    let text = |text: &Option<String>| text.as_deref().map_or_else(String::new, quoted);
    let list = |list: Option<&Vec<i32>>| list.map_or_else(String::new, |list| quoted(&json(list)));
    let positions = label.positions.as_ref();
    let fields = [
        quoted(&label.source),
        label.index.to_string(),
        label.objective.to_owned(),
        text(&label.title),
        text(&label.board),
        label.status.name().to_owned(),
        number(label.cost),
        number(label.moves),
        number(label.pushes),
        text(&label.solution),
        label.expanded.to_string(),
        label.to_go.as_ref().map_or_else(String::new, |list| quoted(&json(list))),
        list(positions.map(|p| &p.position_costs)),
        list(positions.map(|p| &p.position_players)),
        list(positions.map(|p| &p.position_boxes)),
        text(&label.error),
    ];
    fields.join(",") + "\n"
}

/// A field of RFC 4180, except that line breaks within become blanks.
fn quoted(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::Positions;
    use crate::{Objective, Status};

    #[test]
    fn a_record_is_a_line() {
        let title = Some("a \"b\", c".to_owned());
        let mut label = Label::blank("x\ny.txt".to_owned(), 3, title, None, Objective::Moves);
        label.status = Status::Solved;
        (label.cost, label.moves, label.pushes) = (Some(2), Some(2), Some(1));
        (label.solution, label.to_go) = (Some("rR".to_owned()), Some(vec![2, 1, 0]));
        assert_eq!(Format::Csv.line(&label), "x y.txt,3,moves,\"a \"\"b\"\", c\",,solved,2,2,1,rR,0,\"[2,1,0]\",,,,\n");
        assert_eq!(
            Format::Jsonl.line(&label),
            "{\"source\":\"x\\ny.txt\",\"index\":3,\"objective\":\"moves\",\"title\":\"a \\\"b\\\", c\",\
             \"status\":\"solved\",\"cost\":2,\"moves\":2,\"pushes\":1,\"solution\":\"rR\",\"expanded\":0,\
             \"to_go\":[2,1,0],\"error\":null}\n"
        );
        label.positions = Some(Positions { position_costs: vec![-1], ..Positions::default() });
        assert!(Format::Jsonl.line(&label).contains("\"position_costs\":[-1],\"position_players\":[]"));
        let columns = CSV_HEADER.matches(',').count();
        assert_eq!(Format::Csv.line(&Label { title: None, to_go: None, ..label }).matches(',').count(), columns);
    }
}
