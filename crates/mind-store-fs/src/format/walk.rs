//! One pass over the text of a store: what surrounds the rows member by member, the rows one by one.

use std::ops::Range;

use serde::de::{Deserialize, DeserializeSeed, IgnoredAny};
use serde_json::value::RawValue;

use super::record::{Row, Shape};
use super::text::Text;

/// The rows of a store, and where each one stands.
#[derive(Debug)]
pub(crate) struct Entries<T> {
    /// The valid rows in written order.
    pub(crate) rows: Vec<T>,
    /// Positions of the others among all rows.
    pub(crate) invalid: Vec<usize>,
    /// Where each row, valid or not, stands in the text.
    pub(crate) spans: Vec<Range<usize>>,
}

/// What was found at the beginning of a text that should begin with a row.
#[derive(Debug)]
pub(crate) struct Found<T> {
    /// The row, if it is valid.
    pub(crate) row: Option<T>,
    /// Bytes it takes; nothing when reading stopped inside it.
    pub(crate) length: Option<usize>,
}

impl<T> Found<T> {
    /// The members that were read, if any, as a row, if they make one.
    pub(crate) fn of<M>(read: Option<(M, usize)>, row: impl FnOnce(M) -> Option<T>) -> Self {
        match read {
            Some((members, length)) => Self { row: row(members), length: Some(length) },
            None => Self { row: None, length: None },
        }
    }
}

/// Reads one value at the beginning of a text; answers it and the bytes it takes.
pub(crate) fn first<'a, S: DeserializeSeed<'a>>(
    text: &'a str,
    seed: S,
) -> Option<(S::Value, usize)> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = seed.deserialize(&mut deserializer).ok()?;
    Some((value, deserializer.into_iter::<IgnoredAny>().byte_offset()))
}

/// A place in a text.
#[derive(Debug)]
pub(crate) struct Walker<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Walker<'a> {
    pub(crate) const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// Walks over an object and lets `take` read the value of each member.
    pub(crate) fn members(
        &mut self,
        mut take: impl FnMut(&mut Self, &str) -> Option<()>,
    ) -> Option<()> {
        self.enclosed(b'{', b'}', |walker| {
            let Text(key) = walker.value()?;
            walker.bite(b':').then_some(())?;
            walker.skip_space();
            take(walker, &key)
        })
    }

    /// Reads any value.
    pub(crate) fn value<T: Deserialize<'a>>(&mut self) -> Option<T> {
        let (value, length) = first(&self.text[self.at..], std::marker::PhantomData)?;
        self.at += length;
        Some(value)
    }

    pub(crate) fn is_at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.text.len()
    }

    /// Walks over what stands between two brackets, separated by commas.
    fn enclosed(
        &mut self,
        open: u8,
        close: u8,
        mut take: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.bite(open).then_some(())?;
        if self.bite(close) {
            return Some(());
        }
        loop {
            self.skip_space();
            take(self)?;
            if self.bite(close) {
                return Some(());
            }
            self.bite(b',').then_some(())?;
        }
    }

    /// Steps over white space and then, if it is the next byte, over this one.
    fn bite(&mut self, byte: u8) -> bool {
        self.skip_space();
        let next = self.text.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(next);
        next
    }

    fn skip_space(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        self.at += rest.iter().take_while(|byte| is_space(byte)).count();
    }
}

impl<T: Row> Entries<T> {
    /// Walks over an array of rows. One that cannot be read is stepped over as a whole.
    pub(super) fn walk(walker: &mut Walker<'_>, shape: Shape) -> Option<Self> {
        let mut entries = Self { rows: Vec::new(), invalid: Vec::new(), spans: Vec::new() };
        walker.enclosed(b'[', b']', |walker| {
            let start = walker.at;
            let found = T::read(&walker.text[start..], shape);
            match found.length {
                Some(length) => walker.at += length,
                None => _ = walker.value::<&RawValue>()?,
            }
            match found.row {
                Some(row) => entries.rows.push(row),
                None => entries.invalid.push(entries.spans.len()),
            }
            entries.spans.push(start..walker.at);
            Some(())
        })?;
        Some(entries)
    }
}
