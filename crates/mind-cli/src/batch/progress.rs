//! How far a long batch is, for a person at a terminal.

use std::time::{Duration, Instant};

use crate::fault::Fault;
use crate::streams::Streams;

/// How long work goes on before a person is told how far it is.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the person is told.
const BEAT: Duration = Duration::from_millis(100);

/// Tells a person at a terminal how far a long batch is; to anything else it says nothing.
pub(super) struct Progress {
    started: Instant,
    told: Option<Instant>,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { started: Instant::now(), told: None }
    }

    pub(super) fn tell(&mut self, entries: u64, streams: &mut Streams<'_>) -> Result<(), Fault> {
        let due = self.told.map_or(self.started + PATIENCE, |told| told + BEAT);
        if !streams.errors_is_terminal || Instant::now() < due {
            return Ok(());
        }
        self.told = Some(Instant::now());
        write!(streams.errors, "\r{entries} facts …")?;
        Ok(streams.errors.flush()?)
    }

    pub(super) fn clear(&mut self, streams: &mut Streams<'_>) -> Result<(), Fault> {
        if self.told.take().is_some() {
            write!(streams.errors, "\r\u{1b}[K")?;
        }
        Ok(())
    }
}
