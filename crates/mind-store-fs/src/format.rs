//! The bytes of a store: what they say, and how they are written.

mod check;
mod date;
mod document;
mod envelope;
mod members;
mod print;
mod receipt;
mod receipt_members;
mod record;
mod text;
mod walk;

pub(crate) use document::{Document, Foreign, Slot, digest, with_digest};
pub(crate) use envelope::{Damage, Names, Recorded, VERSION};
pub(crate) use print::Printer;
pub(crate) use record::{Row, Shape};
pub(crate) use walk::{Found, first};

use std::io;

/// The line ending of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnding {
    Lf,
    CrLf,
}

impl LineEnding {
    /// The first one in some text; LF where there is none.
    pub(crate) fn first_in(text: &[u8]) -> Self {
        match text.iter().position(|byte| *byte == b'\n') {
            Some(at) if text[..at].ends_with(b"\r") => Self::CrLf,
            _ => Self::Lf,
        }
    }

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }
}

/// Serialising into memory cannot fail; this says so in one place.
pub(crate) fn certain<T>(result: Result<T, impl Into<io::Error>>) -> T {
    result.map_err(Into::into).expect("strings serialise, and memory takes what is written to it")
}
