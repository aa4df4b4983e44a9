//! What a decider may do to the rows it was shown.

use std::fmt;

use crate::backlog::{BacklogItem, BacklogState};
use crate::fact::{Fact, FactId};
use crate::scan::Clean;
use crate::time::Timestamp;

/// A kind of row, and what may change of it without a new scan of its text.
pub trait Record: Clone + PartialEq + fmt::Debug {
    /// The states and times that may change by themselves.
    type Stamp: Clone + fmt::Debug;

    /// The row with these states and times, its text as it was.
    fn restamp(&mut self, stamp: &Self::Stamp);
}

/// The states and times of a backlog item that may change while its text stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BacklogStamp {
    /// Where it stands.
    pub state: BacklogState,
    /// When it wants attention.
    pub due_at: Option<Timestamp>,
    /// When it stops being visible.
    pub expires_at: Option<Timestamp>,
}

impl Record for Fact {
    /// A fact's times change only with its text scanned again.
    type Stamp = std::convert::Infallible;

    fn restamp(&mut self, stamp: &Self::Stamp) {
        match *stamp {}
    }
}

impl Record for BacklogItem {
    type Stamp = BacklogStamp;

    fn restamp(&mut self, stamp: &BacklogStamp) {
        (self.state, self.due_at, self.expires_at) = (stamp.state, stamp.due_at, stamp.expires_at);
    }
}

/// One edit; rows are named by their position in the slice the decider was shown.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Edit<T: Record> {
    /// The row goes.
    Remove(usize),
    /// The row goes to the retired list, then out of the rows.
    Retire {
        /// The row.
        row: usize,
        /// The stored id of its replacement.
        by: FactId,
        /// When.
        at: Timestamp,
    },
    /// The row, in place, becomes this one.
    Amend(usize, Clean<T>),
    /// The row, in place, takes these states and times.
    Restamp(usize, T::Stamp),
    /// A new last row.
    Append(Clean<T>),
}

/// Edits of one place, applied all or none. A row named by none of them is untouched, byte for byte; one row is named by at most one edit, and later ones on the same row count.
#[derive(Clone, Debug)]
pub struct Edits<T: Record> {
    edits: Vec<Edit<T>>,
}

/// What some rows are after edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<T> {
    /// The rows that stand, in their order, new ones last.
    pub rows: Vec<T>,
    /// The rows on their way to the retired list, in the order they stood in, each with the stored id of its replacement and the time.
    pub retired: Vec<(T, FactId, Timestamp)>,
}

impl<T: Record> Default for Edits<T> {
    fn default() -> Self {
        Self { edits: Vec::new() }
    }
}

impl<T: Record> Edits<T> {
    /// No edits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a row out.
    pub fn remove(&mut self, row: usize) {
        self.edits.push(Edit::Remove(row));
    }

    /// Replaces a row where it stands.
    pub fn amend(&mut self, row: usize, value: Clean<T>) {
        self.edits.push(Edit::Amend(row, value));
    }

    /// Gives a row other states and times where it stands.
    pub fn restamp(&mut self, row: usize, stamp: T::Stamp) {
        self.edits.push(Edit::Restamp(row, stamp));
    }

    /// Adds a row at the end.
    pub fn append(&mut self, value: Clean<T>) {
        self.edits.push(Edit::Append(value));
    }

    /// The edits in the order they were made.
    pub fn iter(&self) -> impl Iterator<Item = &Edit<T>> {
        self.edits.iter()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Carries the edits out on the rows the decider was shown, for a store that keeps rows as values. One that keeps bytes looks at each edit.
    ///
    /// # Panics
    /// When an edit names a row that was not shown: the decider is at fault.
    pub fn carry_out(&self, rows: &[T]) -> Outcome<T> {
        let mut last: Vec<Option<&Edit<T>>> = vec![None; rows.len()];
        let mut appended = Vec::new();
        for edit in &self.edits {
            match edit {
                Edit::Remove(row)
                | Edit::Retire { row, .. }
                | Edit::Amend(row, _)
                | Edit::Restamp(row, _) => last[*row] = Some(edit),
                Edit::Append(value) => appended.push(value.get().clone()),
            }
        }
        let mut outcome = Outcome { rows: Vec::with_capacity(rows.len() + 1), retired: Vec::new() };
        for (row, edit) in rows.iter().zip(last) {
            match edit {
                None | Some(Edit::Append(_)) => outcome.rows.push(row.clone()),
                Some(Edit::Amend(_, value)) => outcome.rows.push(value.get().clone()),
                Some(Edit::Restamp(_, stamp)) => {
                    outcome.rows.push(row.clone());
                    outcome.rows.last_mut().expect("just pushed").restamp(stamp);
                }
                Some(Edit::Retire { by, at, .. }) => {
                    outcome.retired.push((row.clone(), by.clone(), *at));
                }
                Some(Edit::Remove(_)) => {}
            }
        }
        outcome.rows.extend(appended);
        outcome
    }
}

impl Edits<Fact> {
    /// Moves a row to the retired list.
    pub fn retire(&mut self, row: usize, by: FactId, at: Timestamp) {
        self.edits.push(Edit::Retire { row, by, at });
    }
}
