//! Reading what a person hands in, with bounded memory.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use crate::fault::Fault;
use crate::streams::Streams;

/// Bytes a text argument from standard input may have; eight times what the longest fact needs, so that the core can say by how much a text is too long.
const TEXT_BYTES: u64 = 1 << 20;

/// The words joined with one space, or standard input for a lone `-` (S-6).
pub(crate) fn text(words: &[String], input: &mut dyn Read) -> Result<String, Fault> {
    match words {
        [dash] if dash == "-" => standard_input(input),
        words => Ok(words.join(" ")),
    }
}

fn standard_input(input: &mut dyn Read) -> Result<String, Fault> {
    let bytes = bounded(input, TEXT_BYTES).map_err(|error| Fault::of_file("-", &error))?;
    into_text(bytes.ok_or(Fault::TooLarge { limit: TEXT_BYTES })?)
}

/// One line a person types, with its end.
pub(crate) fn line(input: &mut dyn Read) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    let read = io::BufReader::new(input.take(TEXT_BYTES)).read_until(b'\n', &mut bytes);
    read.map_err(|error| Fault::of_file("-", &error))?;
    into_text(bytes)
}

/// A whole file, or `None` when it is over the limit.
pub(crate) fn bounded(source: &mut dyn Read, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// Bytes as text, without the mark some editors put at the beginning.
pub(crate) fn into_text(bytes: Vec<u8>) -> Result<String, Fault> {
    let mut text = String::from_utf8(bytes).map_err(|_| Fault::NotUtf8)?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// A file, or standard input for `-`, which is then used up.
pub(crate) fn source(
    path: &Path,
    streams: &mut Streams<'_>,
) -> Result<Box<dyn Read + Send>, Fault> {
    if path == Path::new("-") {
        return Ok(std::mem::replace(&mut streams.input, Box::new(io::empty())));
    }
    Ok(Box::new(open(path)?))
}

/// A plain file, opened; a pipe is fine, a directory is not.
fn open(path: &Path) -> Result<File, Fault> {
    let file = File::open(path).map_err(|error| Fault::of_file(path, &error))?;
    match file.metadata() {
        Ok(found) if found.is_dir() => Err(Fault::NotAFile { path: path.to_owned() }),
        _ => Ok(file),
    }
}

/// One line of an input.
pub(crate) enum Line {
    /// Its text, without its ending.
    Text(String),
    /// It is not UTF-8.
    NotUtf8,
    /// It is over the limit; its bytes were passed over.
    TooLong,
}

/// The lines of an input, each with its number from 1, in memory that does not grow with the input.
pub(crate) struct Lines<R> {
    source: R,
    number: u64,
    limit: u64,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(source: R, limit: u64) -> Self {
        Self { source, number: 0, limit }
    }

    /// The next line, or `None` at the end.
    pub(crate) fn advance(&mut self) -> io::Result<Option<(u64, Line)>> {
        let mut bytes = Vec::new();
        // Two bytes more than the limit, for an ending that does not count.
        let read = (&mut self.source).take(self.limit + 2).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = bytes.last() == Some(&b'\n');
        let ending = if bytes.ends_with(b"\r\n") { 2 } else { usize::from(ended) };
        bytes.truncate(bytes.len() - ending);
        if bytes.len() as u64 > self.limit {
            if !ended {
                pass_over_line(&mut self.source)?;
            }
            return Ok(Some((self.number, Line::TooLong)));
        }
        if self.number == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(.."\u{feff}".len());
        }
        let line = String::from_utf8(bytes).map_or(Line::NotUtf8, Line::Text);
        Ok(Some((self.number, line)))
    }
}

impl Line {
    /// The text, or why there is none; `limit` is the one the line was read with.
    pub(crate) fn text(self, limit: u64) -> Result<String, Fault> {
        match self {
            Self::Text(text) => Ok(text),
            Self::NotUtf8 => Err(Fault::NotUtf8),
            Self::TooLong => Err(Fault::TooLarge { limit }),
        }
    }
}

fn pass_over_line(source: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = source.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        source.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(u64, String)> {
        let mut lines = Lines::new(bytes, 4);
        let mut found = Vec::new();
        while let Some((number, line)) = lines.advance().unwrap() {
            let text = match line {
                Line::Text(text) => text,
                Line::NotUtf8 => "<not utf-8>".to_owned(),
                Line::TooLong => "<too long>".to_owned(),
            };
            found.push((number, text));
        }
        found
    }

    /// B27: line endings, a mark at the beginning and a missing last ending change nothing.
    #[test]
    fn endings_and_marks() {
        let check = |bytes: &[u8], expect: &[&str]| {
            let found = lines(bytes);
            assert!(found.iter().map(|(number, _)| *number).eq(1..=expect.len() as u64));
            assert_eq!(found.into_iter().map(|(_, text)| text).collect::<Vec<_>>(), expect);
        };
        check(b"", &[]);
        check(b"a\nb\n", &["a", "b"]);
        check(b"a\r\nb", &["a", "b"]);
        check(b"\n\r\na", &["", "", "a"]);
        check("\u{feff}a\nb".as_bytes(), &["a", "b"]);
        check(b"abcd\nabcd\r\n", &["abcd", "abcd"]);
        check(b"abcde\nb", &["<too long>", "b"]);
        check(b"abcdefghijk\r\nb\n", &["<too long>", "b"]);
        check(b"abcdefgh", &["<too long>"]);
        check(b"\xff\nb", &["<not utf-8>", "b"]);
    }
}
