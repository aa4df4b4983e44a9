//! Lines of a byte stream, each of bounded size.

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

use super::envelope::Envelope;

/// Bytes one incoming message may have.
pub(super) const LIMIT: usize = 4 * 1_024 * 1_024;

/// One line, without its end.
#[derive(Debug)]
pub(super) enum Line {
    /// All of it.
    Whole(Vec<u8>),
    /// It was longer than [`LIMIT`], and only its outermost level is known.
    TooLong(Envelope),
}

/// The lines of a stream. A wait for one may be given up at any time; the next wait goes on with it.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    begun: Line,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn of(input: R) -> Self {
        Self { input: BufReader::new(input), begun: Line::Whole(Vec::new()) }
    }

    /// The next line; none at the end of the stream, where a line without an end is incomplete and counts for nothing.
    pub(super) async fn next(&mut self) -> Option<Line> {
        loop {
            let available = self.input.fill_buf().await.ok().filter(|bytes| !bytes.is_empty())?;
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            self.begun.extend(part);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Some(std::mem::replace(&mut self.begun, Line::Whole(Vec::new())));
            }
        }
    }
}

impl Line {
    fn extend(&mut self, part: &[u8]) {
        match self {
            Self::Whole(bytes) if bytes.len() + part.len() <= LIMIT => bytes.extend(part),
            Self::Whole(bytes) => {
                let mut envelope = Envelope::of(bytes);
                envelope.feed(part);
                *self = Self::TooLong(envelope);
            }
            Self::TooLong(envelope) => envelope.feed(part),
        }
    }
}
