//! A whole store file: its bytes, its rows, and the same with some rows changed.

use std::ops::Range;

use mind_core::fact::Extra;
use mind_core::time::Timestamp;

use super::LineEnding;
use super::envelope::{Damage, Envelope, INTEGER_MAX, Names, VERSION, foreign};
use super::print::Printer;
use super::record::{Row, Shape};
use crate::site::Site;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A store file that was read.
#[derive(Debug)]
pub(crate) struct Document<T> {
    pub(crate) bytes: Vec<u8>,
    pub(crate) sequence: u64,
    pub(crate) names: Names,
    /// The valid rows in written order.
    pub(crate) rows: Vec<T>,
    /// Positions of the others among all rows.
    pub(crate) invalid: Vec<usize>,
    unknown: Extra,
    /// Where each row, valid or not, stands in the bytes.
    spans: Vec<Range<usize>>,
}

/// One row of a file to be written.
#[derive(Clone, Debug)]
pub(crate) enum Slot<T> {
    /// A valid row of the old file, byte for byte.
    Old(usize),
    /// A new or changed row.
    New(T),
}

/// The rows of a file that another program wrote.
#[derive(Debug)]
pub(crate) struct Foreign<T> {
    pub(crate) names: Names,
    pub(crate) rows: Vec<T>,
    /// How many rows are not valid.
    pub(crate) invalid: usize,
}

impl<T: Row> Foreign<T> {
    /// Reads such a file; less is asked of it than of a store.
    pub(crate) fn parse(bytes: &[u8], shape: Shape) -> Result<Self, Damage> {
        let whole = std::str::from_utf8(bytes).map_err(|_| Damage::Corrupt)?;
        let (names, entries) = foreign(whole.strip_prefix(BYTE_ORDER_MARK).unwrap_or(whole))?;
        let count = entries.len();
        let rows: Vec<T> =
            entries.into_iter().filter_map(|entry| T::read(entry.get(), shape)).collect();
        Ok(Self { names, invalid: count - rows.len(), rows })
    }
}

/// What an envelope says besides its rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<'a> {
    pub(crate) updated_at: Timestamp,
    pub(crate) sequence: u64,
    pub(crate) project_path: Option<&'a str>,
    pub(crate) persona_name: Option<&'a str>,
}

impl<T: Row> Document<T> {
    /// A store that was never written.
    pub(crate) fn empty() -> Self {
        Self {
            bytes: Vec::new(),
            sequence: 0,
            names: Names::NONE,
            rows: Vec::new(),
            invalid: Vec::new(),
            unknown: Extra::default(),
            spans: Vec::new(),
        }
    }

    /// Reads a file of at most `limit` rows; gives the bytes back where they are no store.
    pub(crate) fn parse(
        bytes: Vec<u8>,
        shape: Shape,
        limit: usize,
    ) -> Result<Self, (Damage, Vec<u8>)> {
        match Self::read(&bytes, shape, limit) {
            Ok(document) => Ok(Self { bytes, ..document }),
            Err(damage) => Err((damage, bytes)),
        }
    }

    /// Everything but the bytes.
    fn read(bytes: &[u8], shape: Shape, limit: usize) -> Result<Self, Damage> {
        let whole = std::str::from_utf8(bytes).map_err(|_| Damage::Corrupt)?;
        let envelope = Envelope::parse(whole.strip_prefix(BYTE_ORDER_MARK).unwrap_or(whole))?;
        let count = envelope.entries.len();
        if count > limit {
            return Err(Damage::TooMany(count));
        }
        let mut document = Self {
            sequence: envelope.sequence,
            names: envelope.names,
            unknown: envelope.unknown,
            rows: Vec::with_capacity(count),
            spans: Vec::with_capacity(count),
            ..Self::empty()
        };
        for (position, entry) in envelope.entries.into_iter().enumerate() {
            let raw = entry.get();
            // The raw text is a part of `whole`, so the difference of their addresses is its place there.
            let start = raw.as_ptr().addr() - whole.as_ptr().addr();
            document.spans.push(start..start + raw.len());
            match T::read(raw, shape) {
                Some(row) => document.rows.push(row),
                None => document.invalid.push(position),
            }
        }
        Ok(document)
    }

    /// The file with these rows in place of the valid ones; the invalid ones follow.
    pub(crate) fn with(&self, head: Head<'_>, slots: &[Slot<T>], shape: Shape) -> Vec<u8> {
        let mut to = Printer::new(self.line_ending(), self.bytes.len() + 4_096);
        if self.has_byte_order_mark() {
            to.raw(BYTE_ORDER_MARK.as_bytes());
        }
        to.open(b'{');
        to.member_raw("version", &VERSION.to_string());
        to.member("updatedAt", &head.updated_at.to_string());
        to.member_raw("sequence", &head.sequence.to_string());
        head.project_path.inspect(|path| to.member("projectPath", path));
        head.persona_name.inspect(|name| to.member("personaName", name));
        self.unknown.iter().for_each(|(key, value)| to.member_raw(key, value));
        to.key("entries");
        self.write_rows(slots, shape, &mut to);
        to.close(b'}');
        to.end_line();
        to.into_bytes()
    }

    fn write_rows(&self, slots: &[Slot<T>], shape: Shape, to: &mut Printer) {
        let valid = self.valid_positions();
        to.open(b'[');
        for slot in slots {
            to.element();
            match slot {
                Slot::Old(row) => to.raw(&self.bytes[self.spans[valid[*row]].clone()]),
                Slot::New(row) => row.write(shape, to),
            }
        }
        for position in &self.invalid {
            to.element();
            to.raw(&self.bytes[self.spans[*position].clone()]);
        }
        to.close(b']');
    }

    fn valid_positions(&self) -> Vec<usize> {
        let mut invalid = self.invalid.iter().peekable();
        let valid = |position: &usize| invalid.next_if_eq(&position).is_none();
        (0..self.spans.len()).filter(valid).collect()
    }

    fn line_ending(&self) -> LineEnding {
        LineEnding::first_in(&self.bytes)
    }
}

impl<T: Row> Document<T> {
    /// The sequence of the file after a change.
    pub(crate) fn next_sequence(&self) -> u64 {
        (self.sequence + 1).min(INTEGER_MAX)
    }

    /// Whether the file begins with a byte order mark.
    pub(crate) fn has_byte_order_mark(&self) -> bool {
        self.bytes.starts_with(BYTE_ORDER_MARK.as_bytes())
    }

    /// What the envelope says after a change. A name that is recorded stays as it is spelt.
    pub(crate) fn next_head<'a>(&'a self, now: Timestamp, site: &'a Site) -> Head<'a> {
        Head {
            updated_at: now,
            sequence: self.next_sequence(),
            project_path: self.names.project_path.name().or(site.project_path()),
            persona_name: self.names.persona_name.name().or(site.persona_name()),
        }
    }
}
