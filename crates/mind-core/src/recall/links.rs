//! Which row of a session comes before and after which.

use super::{
    index::{NO_SOURCE, Row},
    source::{Profile, Sources},
    surroundings::NONE,
};

/// Notes of one source belong to one session while no more than this lies between them, in milliseconds.
const PAUSE: i64 = 3_600_000;

/// Notes of one source in a row beyond this number are a bulk load, not a session.
const MAX_NOTES: u32 = 64;

/// The rows before and after each row within its session; empty when no session has two rows.
#[derive(Default)]
pub(super) struct Links {
    before: Vec<u32>,
    after: Vec<u32>,
    /// The session of each row, or [`NONE`].
    sessions: Vec<u32>,
    /// Rows of each session.
    sizes: Vec<u32>,
}

impl Links {
    /// Links the rows of every session in written order: turns of a conversation, and notes of one source that were recorded together.
    pub(super) fn new(rows: &[Row], sources: &Sources) -> Self {
        if rows.iter().all(|row| row.source == NO_SOURCE) {
            return Self::default();
        }
        let nothing = || vec![NONE; rows.len()];
        let (before, after, sessions) = (nothing(), nothing(), nothing());
        let mut links = Self { before, after, sessions, sizes: Vec::new() };
        let mut last = vec![[NONE; 2]; sources.sessions()];
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.source != NO_SOURCE) {
            let is_note = row.profile == Profile::Note;
            let session = sources.get(row.source).session as usize;
            let last = &mut last[session][usize::from(is_note)];
            let goes_on = |last: u32| {
                let pause = rows[last as usize].recorded_at.abs_diff(row.recorded_at);
                !is_note || pause <= PAUSE.unsigned_abs()
            };
            links.take(at, Some(*last).filter(|last| *last != NONE && goes_on(*last)));
            *last = at as u32;
        }
        links.part_notes(rows);
        if links.before.iter().all(|before| *before == NONE) { Self::default() } else { links }
    }

    /// Puts a row behind the last of its session, or begins one.
    fn take(&mut self, at: usize, last: Option<u32>) {
        let session = match last {
            None => {
                self.sizes.push(0);
                self.sizes.len() as u32 - 1
            }
            Some(last) => {
                self.before[at] = last;
                self.after[last as usize] = at as u32;
                self.sessions[last as usize]
            }
        };
        self.sessions[at] = session;
        self.sizes[session as usize] += 1;
    }

    /// Takes notes that stand alone, or came by the hundred, out of their sessions.
    fn part_notes(&mut self, rows: &[Row]) {
        for at in (0..rows.len()).filter(|at| rows[*at].profile == Profile::Note) {
            let session = self.sessions[at];
            if session != NONE && !(2..=MAX_NOTES).contains(&self.sizes[session as usize]) {
                (self.before[at], self.after[at], self.sessions[at]) = (NONE, NONE, NONE);
            }
        }
    }

    /// Whether nothing is linked.
    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// Bytes on the heap.
    pub(super) const fn heap_bytes(&self) -> usize {
        let rows = self.before.capacity() + self.after.capacity() + self.sessions.capacity();
        (rows + self.sizes.capacity()) * size_of::<u32>()
    }

    /// The row after or before `row`, or [`NONE`].
    pub(super) fn beside(&self, row: u32, forward: bool) -> u32 {
        let list = if forward { &self.after } else { &self.before };
        list.get(row as usize).copied().unwrap_or(NONE)
    }

    /// The session a row shares with others.
    pub(super) fn session(&self, row: usize) -> Option<u32> {
        self.sessions.get(row).copied().filter(|session| *session != NONE)
    }

    /// Number of sessions.
    pub(super) const fn sessions(&self) -> usize {
        self.sizes.len()
    }
}
