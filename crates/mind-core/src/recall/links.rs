//! Which row of a conversation comes before and after which.

use super::{
    index::{NO_SOURCE, Row},
    source::{Profile, Sources},
    surroundings::NONE,
};

/// The rows before and after each row within its session; empty when no row is a turn of a conversation.
#[derive(Default)]
pub(super) struct Links {
    before: Vec<u32>,
    after: Vec<u32>,
}

impl Links {
    /// Links the turns of every session in written order.
    pub(super) fn new(rows: &[Row], sources: &Sources) -> Self {
        if rows.iter().all(|row| row.profile == Profile::Note) {
            return Self::default();
        }
        let mut last = vec![NONE; sources.sessions()];
        let (mut before, mut after) = (vec![NONE; rows.len()], vec![NONE; rows.len()]);
        for (at, row) in rows.iter().enumerate() {
            if row.source == NO_SOURCE || row.profile == Profile::Note {
                continue;
            }
            let last = &mut last[sources.get(row.source).session as usize];
            if *last != NONE {
                before[at] = *last;
                after[*last as usize] = at as u32;
            }
            *last = at as u32;
        }
        Self { before, after }
    }

    /// Whether nothing is linked.
    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// Bytes on the heap.
    pub(super) const fn heap_bytes(&self) -> usize {
        (self.before.capacity() + self.after.capacity()) * 4
    }

    /// The row after or before `row`, or [`NONE`].
    pub(super) fn beside(&self, row: u32, forward: bool) -> u32 {
        let list = if forward { &self.after } else { &self.before };
        list.get(row as usize).copied().unwrap_or(NONE)
    }
}
