//! Which rows of a shelf may be found at a time, how many may not, and until when that stays so.

use super::shelf::Shelf;
use crate::fact::{Fact, Kind};
use crate::time::Timestamp;

/// The time a call looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// The rows live now, those dated in the future too.
    Now(Timestamp),
    /// The rows live at an earlier time, of those recorded by then.
    Past(Timestamp),
}

impl Moment {
    /// Whether a row is live.
    pub(super) fn sees(self, fact: &Fact) -> bool {
        match self {
            Self::Now(at) => fact.is_live(at),
            Self::Past(at) => fact.recorded_at <= at && fact.is_live(at),
        }
    }
}

/// What follows for a shelf from a time, and holds from the last expiry before it to the next after it.
#[derive(Debug)]
pub(super) struct Standing {
    /// Positions of the rows that count, are live and may be shown, ascending.
    pub(super) rows: Vec<usize>,
    withheld: [usize; Kind::ALL.len()],
    expired: [usize; Kind::ALL.len()],
    since: Option<Timestamp>,
    until: Option<Timestamp>,
}

impl Standing {
    /// Looks at every row of a shelf.
    pub(super) fn of(shelf: &Shelf, moment: Moment) -> Self {
        let mut standing = Self {
            rows: Vec::new(),
            withheld: [0; Kind::ALL.len()],
            expired: [0; Kind::ALL.len()],
            since: None,
            until: None,
        };
        for row in shelf.current() {
            let fact = &shelf.rows()[row];
            if !moment.sees(fact) {
                standing.expired[fact.kind as usize] += 1;
                standing.since = standing.since.max(fact.expires_at);
                continue;
            }
            standing.until = [standing.until, fact.expires_at].into_iter().flatten().min();
            if shelf.refusal(row).is_some() {
                standing.withheld[fact.kind as usize] += 1;
            } else {
                standing.rows.push(row);
            }
        }
        standing
    }

    /// Whether the same holds at another time, seen as now.
    pub(super) fn holds_at(&self, now: Timestamp) -> bool {
        self.since.is_none_or(|since| since <= now) && self.until.is_none_or(|until| now < until)
    }

    /// Live rows of a kind, or of any, that the scanner withholds.
    pub(super) fn withheld(&self, kind: Option<Kind>) -> usize {
        of_kind(&self.withheld, kind)
    }

    /// Rows of a kind, or of any, that have expired.
    pub(super) fn expired(&self, kind: Option<Kind>) -> usize {
        of_kind(&self.expired, kind)
    }
}

fn of_kind(counts: &[usize; Kind::ALL.len()], kind: Option<Kind>) -> usize {
    kind.map_or_else(|| counts.iter().sum(), |kind| counts[kind as usize])
}
