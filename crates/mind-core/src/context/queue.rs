//! Candidates in their order, which is only made as far as it is needed.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::line::Line;
use super::manifest::{Section, SectionCounts};

/// Where a candidate stands among those of its section: the smaller first. Numbers that decide downwards are negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key<'a> {
    pub(super) ranks: [i64; 5],
    pub(super) id: &'a str,
    pub(super) owner: &'a str,
}

/// A line that may be shown, and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'a> {
    pub(super) key: Key<'a>,
    pub(super) line: Line<'a>,
}

impl PartialEq for Candidate<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Candidate<'_> {}

impl PartialOrd for Candidate<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

/// Candidates of which at most `cap` are shown.
#[derive(Debug, Default)]
pub(super) struct Queue<'a> {
    pub(super) cap: usize,
    heap: BinaryHeap<Reverse<Candidate<'a>>>,
}

impl<'a> Queue<'a> {
    pub(super) fn new(cap: usize, candidates: Vec<Candidate<'a>>) -> Self {
        let candidates: Vec<_> = candidates.into_iter().map(Reverse).collect();
        Self { cap, heap: candidates.into() }
    }

    pub(super) fn peek(&self) -> Option<&Candidate<'a>> {
        self.heap.peek().map(|Reverse(candidate)| candidate)
    }

    pub(super) fn pop(&mut self) -> Option<Line<'a>> {
        self.heap.pop().map(|Reverse(candidate)| candidate.line)
    }

    /// The lines that were not taken, in no order.
    pub(super) fn rest(&self) -> impl Iterator<Item = &Line<'a>> {
        self.heap.iter().map(|Reverse(candidate)| &candidate.line)
    }
}

/// The candidates of one section.
#[derive(Debug)]
pub(super) struct Offer<'a> {
    pub(super) section: Section,
    /// Bytes the section may have, its heading included.
    pub(super) room: usize,
    /// Those that may be shown, in one order over all queues.
    pub(super) queues: Vec<Queue<'a>>,
    /// Those withheld as unsafe.
    pub(super) withheld: Queue<'a>,
    /// Those whose content another row says.
    pub(super) duplicates: Queue<'a>,
    /// How many more there are that stand after all of these.
    pub(super) further: usize,
}

impl<'a> Offer<'a> {
    pub(super) fn new(section: Section) -> Self {
        Self {
            section,
            room: usize::MAX,
            queues: Vec::new(),
            withheld: Queue::default(),
            duplicates: Queue::default(),
            further: 0,
        }
    }

    /// The queue whose next candidate comes first, among those that are not full.
    pub(super) fn next(&mut self) -> Option<&mut Queue<'a>> {
        let open = self.queues.iter_mut().filter(|queue| queue.cap > 0 && queue.peek().is_some());
        open.min_by(|a, b| a.peek().cmp(&b.peek()))
    }

    /// The counts there would be if nothing were shown.
    pub(super) fn worst(&self) -> SectionCounts {
        let waiting: usize = self.queues.iter().map(|queue| queue.heap.len()).sum();
        SectionCounts {
            over_cap: waiting + self.further,
            withheld: self.withheld.heap.len(),
            ..SectionCounts::new(self.section)
        }
    }
}
