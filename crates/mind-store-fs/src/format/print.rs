//! Pretty JSON as the format writes it: two spaces a level, one element a line.

use super::{LineEnding, certain};

/// Text under construction.
pub(crate) struct Printer {
    out: Vec<u8>,
    ending: LineEnding,
    level: usize,
    first: bool,
}

impl Printer {
    /// A printer for a file with these line endings, for about this many bytes.
    pub(crate) fn new(ending: LineEnding, capacity: usize) -> Self {
        Self { out: Vec::with_capacity(capacity), ending, level: 0, first: true }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Bytes outside the JSON: a byte order mark, the final line ending.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    pub(crate) fn end_line(&mut self) {
        self.raw(self.ending.as_str().as_bytes());
    }

    pub(crate) fn open(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.level += 1;
        self.first = true;
    }

    pub(crate) fn close(&mut self, bracket: u8) {
        self.level -= 1;
        if !self.first {
            self.new_line();
        }
        self.out.push(bracket);
        self.first = false;
    }

    /// Begins an element of an array.
    pub(crate) fn element(&mut self) {
        if !self.first {
            self.out.push(b',');
        }
        self.first = false;
        self.new_line();
    }

    /// Begins a member of an object.
    pub(crate) fn key(&mut self, key: &str) {
        self.element();
        self.string(key);
        self.raw(b": ");
    }

    pub(crate) fn string(&mut self, text: &str) {
        certain(serde_json::to_writer(&mut self.out, text));
    }

    pub(crate) fn member(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    pub(crate) fn member_raw(&mut self, key: &str, value: &str) {
        self.key(key);
        self.raw(value.as_bytes());
    }

    pub(crate) fn member_list<'a>(&mut self, key: &str, texts: impl IntoIterator<Item = &'a str>) {
        self.key(key);
        self.open(b'[');
        for text in texts {
            self.element();
            self.string(text);
        }
        self.close(b']');
    }

    fn new_line(&mut self) {
        self.end_line();
        self.out.resize(self.out.len() + 2 * self.level, b' ');
    }
}
