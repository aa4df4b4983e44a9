//! Which few rows one review shows: the newest, and the next ones after where the last review stopped (O-80 to O-83).

use super::record::{CHARACTERS_LIMIT, record};
use crate::consolidate::target::{Standing, keys, newest_first, standing};
use crate::fact::{Fact, Measure, measure};
use crate::port::Snapshot;
use crate::scope::{Scope, Tier};
use crate::time::Timestamp;

/// Rows of a page.
pub const PAGE_ROWS: usize = 100;
/// Records a window has at most.
pub const RECORDS_LIMIT: usize = 12;
/// Characters from which on a single row is worth a review of its own.
pub const SHORT_TEXT: usize = 280;

/// Where the next review of a target begins: a page of its rows, and a place among the eligible ones of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The page, from zero.
    pub page: usize,
    /// The place, from zero.
    pub start: usize,
}

/// What was looked at, for a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// The page, from zero.
    pub page: usize,
    /// Valid rows of the page.
    pub rows: usize,
    /// Those of them that a window may hold.
    pub eligible: usize,
    /// Selectable rows of the whole target.
    pub matched: usize,
}

/// Why there is no window. No worker starts and no memory changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWindow {
    /// The store could not be read strictly.
    InvalidInput,
    /// The page has no rows; the target may have some.
    EmptyPage,
    /// The page has rows, but none that may be touched.
    NoneEligible,
    /// The page was reviewed to its end.
    ExhaustedPage,
    /// What may be touched is too large.
    OverBudget,
    /// One fact, and a short one: there is nothing to join or shorten.
    SingleShortFact,
    /// The same records were reviewed before, by a review that began by itself.
    AlreadyReviewed,
}

impl NoWindow {
    /// The reason's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "invalid_input",
            Self::EmptyPage => "empty_page",
            Self::NoneEligible => "none_eligible",
            Self::ExhaustedPage => "exhausted_page",
            Self::OverBudget => "over_budget",
            Self::SingleShortFact => "single_short_fact",
            Self::AlreadyReviewed => "already_reviewed",
        }
    }

    /// The reason as a person is told it.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::InvalidInput => "the store cannot be read as it stands",
            Self::EmptyPage => "there are no facts on this page",
            Self::NoneEligible => "no fact here may be changed",
            Self::ExhaustedPage => "every fact of this page was shown before",
            Self::OverBudget => "the facts are too long to be shown together",
            Self::SingleShortFact => "one short fact, and nothing to join it with",
            Self::AlreadyReviewed => "the same facts were reviewed before",
        }
    }
}

/// A look at one page of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) census: Census,
    /// The rows of the window, as positions among the valid rows, newest first, with their records.
    pub(super) window: Result<Vec<(usize, String)>, NoWindow>,
    /// Where the review after this one begins; after a review that changed nothing.
    pub(super) after: Progress,
}

/// Looks for a window in a strict snapshot of a target.
pub(super) fn look(
    snapshot: &Snapshot<Fact>,
    (tier, scope, now): (Tier, &Scope, Timestamp),
    progress: Progress,
) -> Look {
    let listing = Listing::of(snapshot, (tier, scope, now));
    let page = listing.page(progress.page);
    let newest = listing.rows.iter().find(|row| row.record.is_some());
    let candidates: Vec<&Row> = page.iter().filter(|row| row.is_candidate(newest)).collect();
    let eligible = page.iter().filter(|row| row.record.is_some()).count();
    let census = Census {
        page: progress.page,
        rows: page.len(),
        eligible,
        matched: listing.rows.iter().filter(|row| row.selectable).count(),
    };
    let (window, end) = filled(page, newest, &candidates, progress.start);
    let over = match window {
        Err(NoWindow::EmptyPage) => return Look { census, window, after: Progress::default() },
        Err(_) => true,
        Ok(_) => end >= candidates.len(),
    };
    let after = if over {
        listing.after_page(progress.page)
    } else {
        Progress { page: progress.page, start: end }
    };
    Look { census, window, after }
}

/// The window, and where among the candidates its filling stopped.
fn filled(
    page: &[Row],
    newest: Option<&Row>,
    candidates: &[&Row],
    start: usize,
) -> (Result<Vec<(usize, String)>, NoWindow>, usize) {
    let why = |reason| (Err(reason), 0);
    if page.is_empty() {
        return why(NoWindow::EmptyPage);
    }
    if !page.iter().any(|row| row.selectable) {
        return why(NoWindow::NoneEligible);
    }
    let Some(newest) = newest.filter(|_| page.iter().any(|row| row.record.is_some())) else {
        return why(NoWindow::OverBudget);
    };
    if !candidates.is_empty() && start >= candidates.len() {
        return why(NoWindow::ExhaustedPage);
    }
    let (window, end) = fill(newest, candidates, start);
    match (window.len(), candidates.is_empty()) {
        (1, true) if newest.is_short => why(NoWindow::SingleShortFact),
        (1, false) if newest.is_short => why(NoWindow::OverBudget),
        _ => (Ok(window), end),
    }
}

/// The newest row, then the candidates in order while they fit; one that would not fit beside the newest alone is passed over.
fn fill(newest: &Row, candidates: &[&Row], start: usize) -> (Vec<(usize, String)>, usize) {
    let mut window = vec![newest.shown()];
    let alone = "[,]".len() + newest.characters;
    let mut characters = "[]".len() + newest.characters;
    for (end, row) in candidates.iter().enumerate().skip(start) {
        if window.len() == RECORDS_LIMIT {
            return (window, end);
        }
        if alone + row.characters > CHARACTERS_LIMIT {
            continue;
        }
        if characters + ",".len() + row.characters > CHARACTERS_LIMIT {
            return (window, end);
        }
        characters += ",".len() + row.characters;
        window.push(row.shown());
    }
    (window, candidates.len())
}

/// A valid row in listing order.
struct Row {
    /// Its position among the valid rows.
    at: usize,
    selectable: bool,
    /// Its record, when it is selectable and fits a window by itself.
    record: Option<String>,
    characters: usize,
    is_short: bool,
}

impl Row {
    fn is_candidate(&self, newest: Option<&Self>) -> bool {
        self.record.is_some() && newest.is_some_and(|newest| newest.at != self.at)
    }

    fn shown(&self) -> (usize, String) {
        (self.at, self.record.clone().unwrap_or_default())
    }
}

/// All valid rows, newest first.
struct Listing {
    rows: Vec<Row>,
}

impl Listing {
    fn of(snapshot: &Snapshot<Fact>, at: (Tier, &Scope, Timestamp)) -> Self {
        let keys = keys(&snapshot.rows, at.0);
        let mut order: Vec<usize> = (0..snapshot.rows.len()).collect();
        order.sort_by_key(|at| newest_first(&snapshot.rows[*at]));
        let row = |place: usize| {
            let fact = &snapshot.rows[place];
            let selectable = standing(fact, &keys, at) == Standing::Selectable;
            let record = selectable.then(|| record(fact));
            let characters = record.as_ref().map_or(0, |record| record.chars().count());
            let fits = "[]".len() + characters <= CHARACTERS_LIMIT;
            let is_short = match measure(fact.text.as_str(), SHORT_TEXT - 1) {
                Measure::Over(_) => false,
                Measure::Empty | Measure::Fits => true,
            };
            let record = record.filter(|_| fits);
            Row { at: place, selectable, record, characters, is_short }
        };
        Self { rows: order.into_iter().map(row).collect() }
    }

    fn page(&self, page: usize) -> &[Row] {
        let start = page.saturating_mul(PAGE_ROWS).min(self.rows.len());
        let end = (start + PAGE_ROWS).min(self.rows.len());
        &self.rows[start..end]
    }

    fn after_page(&self, page: usize) -> Progress {
        let next = page.saturating_add(1);
        if self.page(next).is_empty() {
            Progress::default()
        } else {
            Progress { page: next, start: 0 }
        }
    }
}
