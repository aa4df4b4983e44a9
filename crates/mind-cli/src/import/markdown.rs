//! Notes like MEMORY.md, CLAUDE.md or AGENTS.md: a fact a list item or paragraph, tagged with the headings it stands under.
//!
//! Fenced code and tables stay with the paragraph before them; a list item keeps what is nested in it.

use std::io::Read;
use std::ops::Range;
use std::path::Path;

use mind_core::fact::TAG_LIMIT;
use mind_core::mind::Draft;
use mind_core::text;
use pulldown_cmark::{Event, OffsetIter, Options, Parser, Tag, TagEnd};

use crate::batch::Piece;
use crate::fault::Fault;
use crate::input;

/// Bytes a notes file may have.
const FILE_LIMIT: u64 = 4 << 20;
/// Headings that become tags, the nearest ones.
const HEADINGS: usize = 3;

/// The facts of a file, in order. The whole file is read, so a bad one is refused before anything is stored.
pub(crate) fn pieces(
    mut source: impl Read,
    path: &Path,
    template: Draft,
) -> Result<impl Iterator<Item = Result<Piece, Fault>>, Fault> {
    let bytes = input::bounded(&mut source, FILE_LIMIT);
    let bytes = bytes.map_err(|error| Fault::of_file(path, &error))?;
    let text = input::into_text(bytes.ok_or(Fault::TooLarge { limit: FILE_LIMIT })?)?;
    let template = Draft { source: file_name(path), ..template };
    Ok(statements(&text, &template).into_iter().map(Ok))
}

/// The name of the file, and not its path, which would tell where this person keeps things.
fn file_name(path: &Path) -> Option<String> {
    path.file_name().and_then(|name| name.to_str()).filter(|name| *name != "-").map(str::to_owned)
}

fn statements(source: &str, template: &Draft) -> Vec<Piece> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut reader = Reader {
        source,
        template,
        headings: Vec::new(),
        paragraph: None,
        pieces: Vec::new(),
        counted: (0, 1),
    };
    let mut events = Parser::new_ext(source, options).into_offset_iter();
    while let Some((event, range)) = events.next() {
        reader.block(&event, range, &mut events);
    }
    reader.close();
    reader.pieces
}

/// Goes from block to block.
struct Reader<'a> {
    source: &'a str,
    template: &'a Draft,
    /// The headings the present block stands under, with their levels.
    headings: Vec<(u8, String)>,
    /// A paragraph that code or a table may still belong to.
    paragraph: Option<Range<usize>>,
    pieces: Vec<Piece>,
    /// A byte of the source and the number of its line, so that lines are counted once.
    counted: (usize, u64),
}

impl<'a> Reader<'a> {
    fn block(&mut self, event: &Event<'a>, range: Range<usize>, events: &mut OffsetIter<'a>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.close();
                let title = heading(events);
                self.headings.retain(|(above, _)| *above < *level as u8);
                self.headings.push((*level as u8, title));
            }
            Event::Start(Tag::Paragraph | Tag::BlockQuote(_) | Tag::FootnoteDefinition(_)) => {
                self.close();
                self.paragraph = Some(range);
                skip(events);
            }
            Event::Start(Tag::CodeBlock(_) | Tag::Table(_)) => {
                let start = self.paragraph.take().map_or(range.start, |before| before.start);
                self.paragraph = Some(start..range.end);
                skip(events);
                self.close();
            }
            Event::Start(Tag::List(_)) => {
                self.close();
                self.list(events);
            }
            Event::Start(_) => {
                self.close();
                self.pieces.push(Piece::PassedOver);
                skip(events);
            }
            _ => self.close(),
        }
    }

    fn list(&mut self, events: &mut OffsetIter<'a>) {
        while let Some((event, range)) = events.next() {
            match event {
                Event::Start(Tag::Item) => {
                    skip(events);
                    self.push(range.start, &item(&self.source[range]));
                }
                Event::Start(_) => skip(events),
                Event::End(TagEnd::List(_)) => return,
                _ => {}
            }
        }
    }

    /// Nothing more belongs to the paragraph.
    fn close(&mut self) {
        if let Some(range) = self.paragraph.take() {
            let text = self.source[range.clone()].replace("\r\n", "\n");
            self.push(range.start, &text);
        }
    }

    fn push(&mut self, start: usize, statement: &str) {
        if text::trim(statement).is_empty() {
            self.pieces.push(Piece::PassedOver);
            return;
        }
        let line = self.line_of(start);
        let nearest = self.headings.iter().rev().take(HEADINGS);
        let tags = nearest.map(|(_, title)| text::clip(title, TAG_LIMIT).kept.to_owned()).collect();
        let draft = Draft { text: text::trim(statement).to_owned(), tags, ..self.template.clone() };
        self.pieces.push(Piece::Fact { line, draft, owner: None });
    }

    fn line_of(&mut self, byte: usize) -> u64 {
        let (from, line) = self.counted;
        let (from, line) = if byte < from { (0, 1) } else { (from, line) };
        let breaks = self.source[from..byte].bytes().filter(|b| *b == b'\n').count();
        self.counted = (byte, line + breaks as u64);
        self.counted.1
    }
}

/// The words of a heading.
fn heading(events: &mut OffsetIter<'_>) -> String {
    let mut title = String::new();
    for (event, _) in events {
        match event {
            Event::Text(part) | Event::Code(part) => title.push_str(&part),
            Event::SoftBreak | Event::HardBreak => title.push(' '),
            Event::End(TagEnd::Heading(_)) => break,
            _ => {}
        }
    }
    title
}

/// Passes over the rest of the block that has just begun.
fn skip(events: &mut OffsetIter<'_>) {
    let mut depth = 1;
    while depth > 0 {
        match events.next() {
            Some((Event::Start(_), _)) => depth += 1,
            Some((Event::End(_), _)) => depth -= 1,
            Some(_) => {}
            None => return,
        }
    }
}

/// An item without its marker, and what is nested in it moved to the left by as much.
fn item(source: &str) -> String {
    let source = source.trim_start();
    let marker = marker_width(source);
    let mut lines = source[marker..].lines();
    let mut text = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let blanks = line.bytes().take(marker).take_while(|b| *b == b' ').count();
        let tab = usize::from(blanks == 0 && line.starts_with('\t'));
        text.push('\n');
        text.push_str(line[blanks + tab..].trim_end());
    }
    text
}

/// The bytes of `-`, `*`, `+`, `1.` or `1)` and the blanks after it.
fn marker_width(source: &str) -> usize {
    let digits = source.bytes().take_while(u8::is_ascii_digit).count();
    let sign = usize::from(source[digits..].starts_with(['-', '*', '+', '.', ')']));
    let marker = digits + sign;
    marker + source[marker..].bytes().take_while(|b| *b == b' ' || *b == b'\t').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTES: &str = "---\ntitle: x\n---\n# Demo\n\nBuild with `just`.\nIt is fast.\n\n## CI\n\n- Run checks\n  before a commit\n- Never force-push\n  - not even once\n\n1. first\n\n<!-- a remark -->\n\nThe port table:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nUse this:\n\n```sh\njust check\n```\n\n> quoted\n\n---\n\n### Deep\n\n#### Deeper\n\nlast\n";

    fn read(source: &str) -> Vec<(u64, String, Vec<String>)> {
        let facts = statements(source, &Draft::default()).into_iter();
        let fact = |piece| match piece {
            Piece::Fact { line, draft, .. } => Some((line, draft.text, draft.tags)),
            _ => None,
        };
        facts.filter_map(fact).collect()
    }

    /// S-11: items and paragraphs are facts, headings are tags, code and tables stay with their paragraph.
    #[test]
    fn blocks() {
        let check = |at: usize, line: u64, text: &str, tags: &[&str]| {
            let (found_line, found_text, found_tags) = &read(NOTES)[at];
            let found: Vec<&str> = found_tags.iter().map(String::as_str).collect();
            assert_eq!((*found_line, found_text.as_str(), found.as_slice()), (line, text, tags));
        };
        check(0, 6, "Build with `just`.\nIt is fast.", &["Demo"]);
        check(1, 11, "Run checks\nbefore a commit", &["CI", "Demo"]);
        check(2, 13, "Never force-push\n- not even once", &["CI", "Demo"]);
        check(3, 16, "first", &["CI", "Demo"]);
        check(4, 20, "The port table:\n\n| a | b |\n|---|---|\n| 1 | 2 |", &["CI", "Demo"]);
        check(5, 26, "Use this:\n\n```sh\njust check\n```", &["CI", "Demo"]);
        check(6, 32, "> quoted", &["CI", "Demo"]);
        check(7, 40, "last", &["Deeper", "Deep", "CI"]);
        assert_eq!(read(NOTES).len(), 8);
    }

    /// B27: line endings change no fact.
    #[test]
    fn line_endings() {
        assert_eq!(read(&NOTES.replace('\n', "\r\n")), read(NOTES));
        assert_eq!(read(NOTES.trim_end()), read(NOTES));
    }

    #[test]
    fn nothing_is_nothing() {
        for source in ["", "\n\n", "# Only a heading\n", "<!-- x -->\n", "-\n"] {
            assert_eq!(read(source), [], "{source:?}");
        }
    }
}
