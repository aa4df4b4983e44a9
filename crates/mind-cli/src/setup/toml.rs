//! Our server in a TOML file.
//!
//! `toml_edit` says what stands where; the text itself is cut and joined here, because writing its tree out again would change line ends.

use std::ops::Range;

use toml_edit::{Document, Item, TableLike, Value};

use super::fault::Misfit;
use super::program::is_mind;
use super::{NAME, SERVE};

/// The text with our server in it, as a table of its own at the end.
pub(super) fn connect(text: &str, table: &str, program: &str) -> Result<String, Misfit> {
    let document = parse(text)?;
    let Some(entry) = entry(&document, table)? else {
        let connected = format!("{text}{}", block(text, table, program));
        // Where the servers are one value, a table cannot be added to it.
        let misfit =
            |_| Misfit::Shape { key: table.to_owned(), expected: "open to one more table" };
        parse(&connected).map_err(misfit)?;
        return Ok(connected);
    };
    let Some(known) = entry.program() else {
        return Err(Misfit::NameTaken { key: format!("{table}.{NAME}") });
    };
    let place = entry.table.get("command").and_then(Item::span).filter(|_| known != program);
    let Some(place) = place else { return Ok(text.to_owned()) };
    Ok(format!("{}{}{}", &text[..place.start], Value::from(program), &text[place.end..]))
}

/// The text without our server, and without the empty line before it.
pub(super) fn disconnect(text: &str, table: &str) -> Result<String, Misfit> {
    let document = parse(text)?;
    let found = entry(&document, table)?;
    let Some(entry) = found.filter(|entry| entry.program().is_some()) else {
        return Ok(text.to_owned());
    };
    let mut places = Vec::from_iter(entry.place);
    tables(entry.table, &mut places);
    let mut lines: Vec<Range<usize>> =
        places.into_iter().map(|place| whole_lines(text, place)).collect();
    lines.sort_by_key(|lines| lines.start);
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    for (number, lines) in lines.into_iter().enumerate() {
        let mut kept = &text[at..lines.start.max(at)];
        if number == 0 {
            kept = without_empty_line(kept);
        }
        left.push_str(kept);
        at = lines.end;
    }
    left.push_str(&text[at..]);
    Ok(left)
}

/// The program our server names.
pub(super) fn program(text: &str, table: &str) -> Result<Option<String>, Misfit> {
    let document = parse(text)?;
    Ok(entry(&document, table)?.and_then(|entry| entry.program().map(str::to_owned)))
}

fn parse(text: &str) -> Result<Document<&str>, Misfit> {
    Document::parse(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        Misfit::NotParsed { line: before.map_or(1, |before| before.matches('\n').count() + 1) }
    })
}

/// A server called as we are.
struct Entry<'a> {
    /// Its header, or the whole of it where it has none.
    place: Option<Range<usize>>,
    table: &'a dyn TableLike,
}

impl Entry<'_> {
    /// Its program, when it is `mind` serving.
    fn program(&self) -> Option<&str> {
        let program = self.table.get("command")?.as_str()?;
        let first = self.table.get("args")?.as_array()?.get(0)?.as_str()?;
        (first == SERVE && is_mind(program)).then_some(program)
    }
}

/// The entry of our name, when the servers are tables.
fn entry<'a>(document: &'a Document<&str>, table: &str) -> Result<Option<Entry<'a>>, Misfit> {
    let Some(servers) = document.as_table().get(table) else { return Ok(None) };
    let misfit = |key: String| Misfit::Shape { key, expected: "a table" };
    let servers = servers.as_table_like().ok_or_else(|| misfit(table.to_owned()))?;
    let Some((key, item)) = servers.get_key_value(NAME) else { return Ok(None) };
    let own = item.as_table_like().ok_or_else(|| misfit(format!("{table}.{NAME}")))?;
    let whole = key.span().zip(item.span()).map(|(key, item)| key.start..item.end.max(key.end));
    Ok(Some(Entry { place: if item.is_table() { item.span() } else { whole }, table: own }))
}

/// Where a table's keys stand, and the headers and keys of the tables below it.
fn tables(table: &dyn TableLike, places: &mut Vec<Range<usize>>) {
    for (name, item) in table.iter() {
        let key = table.key(name).and_then(toml_edit::Key::span);
        match item {
            Item::Table(table) => {
                places.extend(table.span());
                tables(table, places);
            }
            Item::ArrayOfTables(list) => {
                for table in list {
                    places.extend(table.span());
                    tables(table, places);
                }
            }
            item => places.extend(key.zip(item.span()).map(|(key, item)| key.start..item.end)),
        }
    }
}

/// The lines a place is on, with their end.
fn whole_lines(text: &str, place: Range<usize>) -> Range<usize> {
    let start = text[..place.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[place.end..].find('\n').map_or(text.len(), |end| place.end + end + 1);
    start..end
}

fn without_empty_line(text: &str) -> &str {
    let above = text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n')).unwrap_or(text);
    if above.is_empty() || above.ends_with('\n') { above } else { text }
}

/// The table to add, in the line ends of the text, which may lack its last one.
fn block(text: &str, table: &str, program: &str) -> String {
    let first = text.find('\n').map(|end| &text[..end]);
    let end = if first.is_some_and(|line| line.ends_with('\r')) { "\r\n" } else { "\n" };
    let lines = [
        format!("[{table}.{NAME}]"),
        format!("command = {}", Value::from(program)),
        format!("args = [{}]", Value::from(SERVE)),
    ];
    let gap = match text {
        "" => String::new(),
        text if text.ends_with('\n') => end.to_owned(),
        _ => end.repeat(2),
    };
    format!("{gap}{}{end}", lines.join(end))
}
