//! A report as text: for the terminal, as Markdown, as CSV.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use crate::plot::Figure;
use crate::text::wrap;

/// A report: headed tables with what is to be said about them.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The heading of it all.
    pub title: String,
    /// Paragraphs below the heading.
    pub introduction: Vec<String>,
    /// The tables.
    pub parts: Vec<Part>,
    /// Paragraphs at the end.
    pub notes: Vec<String>,
    /// A plot, where a picture says more.
    pub figure: Option<Figure>,
    /// The same as one flat table for other programs, if the tables by themselves would be hard to read for them.
    pub records: Option<Sheet>,
}

/// A table with its heading.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The heading.
    pub heading: String,
    /// Paragraphs above the table.
    pub remarks: Vec<String>,
    /// The table.
    pub sheet: Sheet,
}

/// Rows and columns. The first column is a name, the others are numbers or short words.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// What is in the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// A table with these columns and no rows yet.
    #[must_use]
    pub fn new(head: &[&str]) -> Sheet {
        Sheet { head: head.iter().map(|&h| h.to_owned()).collect(), rows: Vec::new() }
    }

    /// Appends a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// For other programs.
    #[must_use]
    pub fn csv(&self) -> String {
        std::iter::once(&self.head).chain(&self.rows).map(|row| csv_line(row.iter().map(String::as_str))).collect()
    }
}

/// The most columns of a table on a terminal.
pub const WIDEST: usize = 120;

impl Document {
    /// For people at a terminal: texts have 80 columns, tables at most [`WIDEST`].
    #[must_use]
    pub fn terminal(&self) -> String {
        let mut text = String::new();
        let paragraphs = |text: &mut String, paragraphs: &[String]| {
            for paragraph in paragraphs {
                wrap(paragraph, 78).iter().for_each(|line| _ = writeln!(text, "{line}"));
            }
        };
        let _ = writeln!(text, "{}", self.title);
        paragraphs(&mut text, &self.introduction);
        for part in &self.parts {
            let _ = writeln!(text, "\n{}", part.heading);
            paragraphs(&mut text, &part.remarks);
            let columns = part.sheet.head.len();
            let all = || std::iter::once(&part.sheet.head).chain(&part.sheet.rows);
            let width = |c: usize| all().map(|row| row[c].width()).max().unwrap_or(0);
            let widths: Vec<usize> = (0..columns).map(width).collect();
            let mut room = WIDEST;
            let shown =
                widths.iter().take_while(|&&w| room.checked_sub(w + 2).map(|left| room = left).is_some()).count();
            for row in all() {
                let mut line = String::new();
                for (c, cell) in row.iter().enumerate().take(shown) {
                    let pad = " ".repeat(widths[c] - cell.width());
                    let _ = if c == 0 { write!(line, "  {cell}{pad}") } else { write!(line, "  {pad}{cell}") };
                }
                let _ = writeln!(text, "{}", line.trim_end());
            }
            if shown < columns {
                let _ = writeln!(text, "  … and {} more columns: use --format markdown or csv", columns - shown);
            }
        }
        if !self.notes.is_empty() {
            text.push('\n');
            paragraphs(&mut text, &self.notes);
        }
        text
    }

    /// For the documentation; `plot` is the file that the figure was written to.
    #[must_use]
    pub fn markdown(&self, plot: Option<&str>) -> String {
        let mut text = format!("# {}\n", self.title);
        self.introduction.iter().for_each(|p| _ = write!(text, "\n{p}\n"));
        if let Some((file, figure)) = plot.zip(self.figure.as_ref()) {
            let _ = write!(text, "\n![{}]({file})\n", figure.title);
        }
        for part in &self.parts {
            let _ = write!(text, "\n## {}\n", part.heading);
            part.remarks.iter().for_each(|p| _ = write!(text, "\n{p}\n"));
            let line = |row: &[String]| {
                let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            let _ = write!(text, "\n{}|---|{}\n", line(&part.sheet.head), "--:|".repeat(part.sheet.head.len() - 1));
            part.sheet.rows.iter().for_each(|row| text.push_str(&line(row)));
        }
        if !self.notes.is_empty() {
            text.push('\n');
            self.notes.iter().for_each(|p| _ = writeln!(text, "- {p}"));
        }
        text
    }

    /// For other programs: the records, or the tables one below the other, each line beginning with the table's heading.
    #[must_use]
    pub fn csv(&self) -> String {
        if let Some(records) = &self.records {
            return records.csv();
        }
        let mut text = String::new();
        for part in &self.parts {
            for (kind, row) in std::iter::once(("table", &part.sheet.head))
                .chain(part.sheet.rows.iter().map(|row| (part.heading.as_str(), row)))
            {
                text.push_str(&csv_line(std::iter::once(kind).chain(row.iter().map(String::as_str))));
            }
        }
        text
    }
}

/// A line of CSV.
fn csv_line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// A cell of CSV.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        let mut sheet = Sheet::new(&["level", "nodes"]);
        sheet.row(["a|b".to_owned(), "12".to_owned()]);
        sheet.row(["Überlänge, lang".to_owned(), "3".to_owned()]);
        let part = Part { heading: "Table 1".to_owned(), remarks: vec!["Read it.".to_owned()], sheet };
        let notes = vec!["word ".repeat(40)];
        let figure = Figure {
            title: "a plot".to_owned(),
            panels: Vec::new(),
            across: 1,
            frame: (1.0, 1.0),
            legend: crate::plot::Legend::Above,
        };
        let introduction = vec!["I".to_owned()];
        Document { title: "T".to_owned(), introduction, parts: vec![part], notes, figure: Some(figure), records: None }
    }

    #[test]
    fn three_forms_of_one_document() {
        let terminal = document().terminal();
        assert!(terminal.starts_with("T\nI\n\nTable 1\nRead it.\n  level            nodes\n"), "{terminal}");
        assert!(terminal.contains("\n  a|b                 12\n  Überlänge, lang      3\n"), "{terminal}");
        assert!(terminal.lines().all(|line| line.width() <= 78));
        let markdown = document().markdown(Some("x.svg"));
        assert!(markdown.contains("![a plot](x.svg)"), "{markdown}");
        assert!(markdown.contains("| level | nodes |\n|---|--:|\n| a\\|b | 12 |\n"), "{markdown}");
        let csv = document().csv();
        assert_eq!(csv, "table,level,nodes\nTable 1,a|b,12\nTable 1,\"Überlänge, lang\",3\n");
    }
}
