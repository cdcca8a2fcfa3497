//! `.slc`: levels in XML.
//!
//! `SokobanLevels` has a `Title`, a `Description` and `LevelCollection`s, whose `Level`s have one `L` per row. Document
//! type definitions, the way to XML bombs, are refused, and so is a document of more nodes than any file of levels has.
//! The XML parser takes quadratic time for elements with many attributes, nested name spaces and texts in many pieces,
//! and a stack frame for each element within an element; no file of levels has many of those, so they are counted and
//! refused beforehand.

use roxmltree::{Document, Error, Node, ParsingOptions};

use crate::board::trim_floor;
use crate::formats::block::{self, Allowance};
use crate::formats::line::{Kind, Line};
use crate::formats::{Collection, Format, ReadError};
use crate::level::Level;

/// The largest document; the largest published collections have a few megabytes.
const MAX_XML_BYTES: usize = 16 << 20;
/// The most attributes an element may have.
const MAX_ATTRIBUTES: usize = 64;
/// How deep elements may nest; levels need four.
const MAX_DEPTH: usize = 100;
/// The most name spaces, and the most `CDATA` sections, a document may have.
const MAX_SPECIALS: usize = 64;
/// The most nodes (elements, texts, comments) a document may have.
const MAX_NODES: usize = 2_000_000;

/// Reads a document.
pub(super) fn read(text: &str) -> Result<Collection, ReadError> {
    refuse_bombs(text)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES as u32 };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        Error::NodesLimitReached => ReadError::TooMuch { what: "XML nodes", limit: MAX_NODES },
        error => {
            let at = error.pos();
            ReadError::Xml { line: at.row as usize, column: at.col as usize, message: error.to_string() }
        }
    })?;
    let mut collection =
        Collection { title: None, author: None, notes: String::new(), format: Format::Slc, levels: Vec::new() };
    let mut allowance = Allowance::new();
    let mut lines = LineCounter { text, at: 0, line: 1, line_start: 0 };
    for node in document.descendants().filter(Node::is_element) {
        match node.tag_name().name() {
            "Title" if collection.title.is_none() => collection.title = content(node),
            "Description" => collection.notes = content(node).unwrap_or_default(),
            "LevelCollection" if collection.author.is_none() => collection.author = attribute(node, "Copyright"),
            "Level" => {
                let mut level = board(node, &mut lines, &mut allowance)?;
                level.title = attribute(node, "Id");
                level.author = attribute(node, "Copyright");
                collection.levels.push(level);
            }
            _ => {}
        }
    }
    if collection.levels.is_empty() { Err(ReadError::NoLevel) } else { Ok(collection) }
}

/// The board of a `Level`; blank rows above and below it are margin.
fn board(node: Node<'_, '_>, lines: &mut LineCounter<'_>, allowance: &mut Allowance) -> Result<Level, ReadError> {
    let begin = lines.line_at(node.range().start);
    let mut rows: Vec<Line<'_>> = Vec::new();
    for row in node.children().filter(|child| child.has_tag_name("L")) {
        let text = row.text().unwrap_or("");
        let start = row.first_child().unwrap_or(row).range().start;
        let number = lines.line_at(start);
        rows.push(Line { number, quotes: start - lines.line_start, text, kind: Kind::Row });
    }
    let is_filled = |row: &Line<'_>| !trim_floor(row.text).is_empty();
    let Some(first) = rows.iter().position(is_filled) else {
        return Ok(Level { line: begin, ..Level::default() });
    };
    let last = rows.iter().rposition(is_filled).unwrap_or(first);
    block::build(&rows[first..=last], allowance)
}

fn content(node: Node<'_, '_>) -> Option<String> {
    straightened(node.text()?)
}

fn attribute(node: Node<'_, '_>, name: &str) -> Option<String> {
    straightened(node.attribute(name)?)
}

/// The words of a text, single blanks between them; `None` if there is no word.
fn straightened(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Refuses documents that would keep the XML parser busy for hours.
fn refuse_bombs(text: &str) -> Result<(), ReadError> {
    if text.len() > MAX_XML_BYTES {
        return Err(ReadError::TooMuch { what: "bytes of XML", limit: MAX_XML_BYTES });
    }
    for (what, sign) in [("XML name spaces", "xmlns"), ("CDATA sections", "<![CDATA[")] {
        if text.matches(sign).nth(MAX_SPECIALS).is_some() {
            return Err(ReadError::TooMuch { what, limit: MAX_SPECIALS });
        }
    }
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let skip = |end: &str| rest.find(end).map(|at| &rest[at + end.len()..]);
        let next = match () {
            () if rest.starts_with("<!--") => skip("-->"),
            () if rest.starts_with("<![CDATA[") => skip("]]>"),
            () if rest.starts_with("<?") => skip("?>"),
            () => {
                let Tag { length, attributes, is_closed } = tag(rest);
                if attributes > MAX_ATTRIBUTES {
                    return Err(ReadError::TooMuch { what: "attributes in an XML element", limit: MAX_ATTRIBUTES });
                }
                depth = if rest.starts_with("</") { depth.saturating_sub(1) } else { depth + usize::from(!is_closed) };
                if depth > MAX_DEPTH {
                    return Err(ReadError::TooMuch { what: "XML elements within each other", limit: MAX_DEPTH });
                }
                rest.get(length..)
            }
        };
        // What does not end is for the parser to complain about.
        let Some(next) = next else { break };
        rest = next;
    }
    Ok(())
}

/// What the parser's effort for a tag depends on.
struct Tag {
    length: usize,
    attributes: usize,
    /// Ended by `/>`.
    is_closed: bool,
}

/// Measures the tag at the beginning of a text.
fn tag(text: &str) -> Tag {
    let mut quote = None;
    let mut attributes = 0;
    let mut last = b'<';
    for (index, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(mark), _) if mark == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (None, b'>') => return Tag { length: index + 1, attributes, is_closed: last == b'/' },
            _ => {}
        }
        last = byte;
    }
    Tag { length: text.len(), attributes, is_closed: false }
}

/// Tells the line of ever later offsets in one pass.
struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The offset where that line begins.
    line_start: usize,
}

impl LineCounter<'_> {
    fn line_at(&mut self, offset: usize) -> usize {
        let passed = self.text.as_bytes().get(self.at..offset).unwrap_or_default();
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        if let Some(end) = passed.iter().rposition(|&byte| byte == b'\n') {
            self.line_start = self.at + end + 1;
        }
        self.at = self.at.max(offset);
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<SokobanLevels xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <Title> My
  levels </Title>
 <Description>Don't = ===panic===</Description>
 <LevelCollection Copyright="me">
  <Level Id="One" Width="5" Height="3">
   <L>#####</L>
   <L>#@$?#</L>
   <L>#####</L>
   <L>     </L>
  </Level>
  <Level Id="" Copyright="you"><L>  ###</L><L/><L>#@$.#</L><L>#####</L></Level>
 </LevelCollection>
</SokobanLevels>"#;

    #[test]
    fn everything_is_read() {
        let collection = read(FILE).unwrap();
        assert_eq!((collection.title.as_deref(), collection.author.as_deref()), (Some("My levels"), Some("me")));
        assert_eq!(collection.notes, "Don't = ===panic===");
        let [one, two] = &collection.levels[..] else { panic!("two levels") };
        assert_eq!((one.title.as_deref(), one.author.as_deref(), one.line), (Some("One"), None, 8));
        assert_eq!(one.check()[0].to_string(), "line 9, column 10: unknown character '?'");
        assert_eq!(two.board.to_rows(), ["  ###", "", "#@$.#", "#####"]);
        assert_eq!((two.title.as_deref(), two.author.as_deref()), (None, Some("you")));
    }

    #[test]
    fn broken_documents_are_refused_with_their_place() {
        let error = read("<SokobanLevels>\n<Level></Levle></SokobanLevels>").unwrap_err();
        assert!(matches!(error, ReadError::Xml { line: 2, .. }), "{error}");
        assert!(matches!(read("<!DOCTYPE a []><a/>"), Err(ReadError::Xml { .. })));
        assert_eq!(read("<SokobanLevels/>"), Err(ReadError::NoLevel));
    }

    #[test]
    fn bombs_are_refused() {
        let attributes = format!("<a {}/>", "b='' ".repeat(1_000_000));
        let spaces = "<a xmlns:b='c'>".repeat(100_000);
        let pieces = format!("<a>{}</a>", "<![CDATA[x]]>".repeat(100_000));
        for bomb in [attributes, spaces, pieces] {
            assert!(matches!(read(&bomb), Err(ReadError::TooMuch { .. })));
        }
    }
}
