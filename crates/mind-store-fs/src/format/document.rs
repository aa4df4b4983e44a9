//! A whole store file: its bytes, its rows, and the same with some rows changed.

use std::ops::Range;

use mind_core::fact::Extra;
use mind_core::port::Fingerprint;
use mind_core::time::Timestamp;
use sha2::{Digest as _, Sha256};

use super::LineEnding;
use super::envelope::{Damage, Envelope, INTEGER_MAX, Names, VERSION, foreign};
use super::print::Printer;
use super::record::{Row, Shape};
use super::walk::Entries;
use crate::site::Site;

/// Bytes from which on a second thread costs less than it saves.
const SIDE_BY_SIDE: usize = 512 << 10;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A store file that was read.
#[derive(Debug)]
pub(crate) struct Document<T> {
    pub(crate) bytes: Vec<u8>,
    /// The digest of the bytes.
    pub(crate) fingerprint: Fingerprint,
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

/// The digest of some bytes.
pub(crate) fn digest(bytes: &[u8]) -> Fingerprint {
    Fingerprint::Sha256(Sha256::digest(bytes).into())
}

/// Does some work on bytes and digests them, side by side where they are many.
pub(crate) fn with_digest<R>(bytes: &[u8], work: impl FnOnce() -> R) -> (R, Fingerprint) {
    if bytes.len() < SIDE_BY_SIDE {
        return (work(), digest(bytes));
    }
    std::thread::scope(|scope| {
        let digest = scope.spawn(|| digest(bytes));
        (work(), digest.join().expect("digesting bytes does not fail"))
    })
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
        let (names, entries) = foreign(whole, start_of(whole), shape)?;
        Ok(Self { names, invalid: entries.invalid.len(), rows: entries.rows })
    }
}

/// Where the JSON begins: behind the byte order mark, if there is one.
fn start_of(whole: &str) -> usize {
    if whole.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
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
            fingerprint: Fingerprint::Absent,
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
        let (read, fingerprint) = with_digest(&bytes, || Self::read(&bytes, shape, limit));
        match read {
            Ok(document) => Ok(Self { bytes, fingerprint, ..document }),
            Err(damage) => Err((damage, bytes)),
        }
    }

    /// Everything but the bytes and their digest.
    fn read(bytes: &[u8], shape: Shape, limit: usize) -> Result<Self, Damage> {
        let whole = std::str::from_utf8(bytes).map_err(|_| Damage::Corrupt)?;
        let envelope = Envelope::parse(whole, start_of(whole), shape)?;
        let Envelope { sequence, names, unknown, entries } = envelope;
        if entries.spans.len() > limit {
            return Err(Damage::TooMany(entries.spans.len()));
        }
        let Entries { rows, invalid, spans } = entries;
        Ok(Self { sequence, names, rows, invalid, unknown, spans, ..Self::empty() })
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
