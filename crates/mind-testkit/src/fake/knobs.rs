//! What a test may order of a fake store, put into it and ask about it.

use std::fmt::Debug;

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::StoreFault;
use mind_core::fact::{Fact, RetiredFact};
use mind_core::scope::{FactPlace, Project};
use mind_core::time::Timestamp;

use super::FakeStore;
use super::content::{Content, Live, Shelf, Slot};
use super::place::Place;
use super::state::{Failure, Operation, State};

/// Rows put in directly.
impl FakeStore {
    /// Puts rows into a place as they are, as a hand or another program would: in place of what it held, unchecked, durable, one sequence on, no write counted.
    pub fn seed(&self, place: &FactPlace, rows: Vec<Fact>) {
        self.state(|state| put_rows(state.facts(place), rows));
    }

    /// The same for a backlog.
    pub fn seed_backlog(&self, project: &Project, rows: Vec<BacklogItem>) {
        self.state(|state| put_rows(state.backlog(project), rows));
    }

    /// The same for the retired rows of a place.
    pub fn seed_retired(&self, place: &FactPlace, rows: Vec<RetiredFact>) {
        self.state(|state| put_rows(state.retired(place), rows));
    }

    /// The same for the receipts beside a place.
    pub fn seed_receipts(&self, place: &FactPlace, rows: Vec<Receipt>) {
        self.state(|state| put_rows(state.history(place), rows));
    }

    /// Adds rows to a place that are not valid: hidden, counted, kept by every change.
    pub fn seed_invalid(&self, place: impl Into<Place>, count: usize) {
        self.state(|state| state.shelf(&place.into()).add_invalid(count));
    }
}

/// What goes wrong.
impl FakeStore {
    /// Every operation on a place fails, until [`FakeStore::mend`].
    pub fn fail(&self, place: impl Into<Place>, fault: StoreFault) {
        self.order(Some(place.into()), None, None, fault);
    }

    /// Reads of a place fail, until [`FakeStore::mend`].
    pub fn fail_reads(&self, place: impl Into<Place>, fault: StoreFault) {
        self.order(Some(place.into()), Some(Operation::Read), None, fault);
    }

    /// Changes of a place fail as on a read-only disk, until [`FakeStore::mend`].
    pub fn fail_writes(&self, place: impl Into<Place>) {
        let fault = StoreFault::ReadOnly { operation: "create" };
        self.order(Some(place.into()), Some(Operation::Write), None, fault);
    }

    /// The next change of a place fails, and none after it.
    pub fn fail_next_write(&self, place: impl Into<Place>, fault: StoreFault) {
        self.order(Some(place.into()), Some(Operation::Write), Some(1), fault);
    }

    /// The `nth` operation on a place from now on fails, the next being the first; those before and after it do not.
    pub fn fail_nth(&self, place: impl Into<Place>, nth: u64, fault: StoreFault) {
        self.order(Some(place.into()), None, Some(nth), fault);
    }

    /// The `nth` operation on anything from now on fails, opening a transaction included.
    pub fn fail_at(&self, nth: u64, fault: StoreFault) {
        self.order(None, None, Some(nth), fault);
    }

    /// Takes back every fault ordered for a place.
    pub fn mend(&self, place: impl Into<Place>) {
        let place = Some(place.into());
        self.state(|state| state.failures.retain(|failure| failure.place != place));
    }

    /// The next change of a place is acknowledged as visible but not certain to outlive a power cut.
    pub fn answer_not_durable(&self, place: impl Into<Place>) {
        self.state(|state| state.not_durable.push(place.into()));
    }

    /// Damages the live state of a place. Its backup, which a place has from its second change on, stays.
    pub fn damage(&self, place: impl Into<Place>) {
        self.state(|state| {
            state.changes += 1;
            let mark = state.changes;
            state.shelf(&place.into()).damage(mark);
        });
    }

    /// Makes a place one that a newer version wrote.
    pub fn set_newer(&self, place: impl Into<Place>) {
        self.state(|state| state.shelf(&place.into()).set_newer());
    }

    /// Loses the live state of a place, as a deleted file would; its backup stays.
    pub fn lose(&self, place: impl Into<Place>) {
        self.state(|state| state.shelf(&place.into()).lose());
    }

    /// Gives a place other bytes with the same rows, sequence and times.
    pub fn respell(&self, place: impl Into<Place>) {
        self.state(|state| state.shelf(&place.into()).respell());
    }

    /// Keeps a copy of a place's live state, for [`FakeStore::put_back`].
    pub fn copy_aside(&self, place: impl Into<Place>) {
        self.state(|state| state.shelf(&place.into()).copy_aside());
    }

    /// Puts the copy of a place's live state back, as a restored file would; without a copy nothing happens.
    pub fn put_back(&self, place: impl Into<Place>) {
        self.state(|state| state.shelf(&place.into()).put_back());
    }

    /// Rows a place may have from now on, invalid ones included.
    pub fn limit_entries(&self, limit: usize) {
        self.state(|state| state.limit_entries = Some(limit));
    }

    /// Cuts the power: changes acknowledged as not durable are gone.
    pub fn cut_power(&self) {
        self.state(|state| state.shelves().into_iter().for_each(|(_, shelf)| shelf.cut_power()));
    }

    /// Ends the holder of the transaction as a signal would end a process: the next is let in, and the holder changes nothing any more.
    pub fn end_holder(&self) {
        self.home.end_holder();
    }

    fn order(
        &self,
        place: Option<Place>,
        operation: Option<Operation>,
        nth: Option<u64>,
        fault: StoreFault,
    ) {
        self.state(|state| state.failures.push(Failure { place, operation, nth, fault }));
    }
}

/// What was asked of it.
impl FakeStore {
    /// The labels of everything that was opened, in order, once for each operation: places, and `transaction`. Empty for a store that was never touched.
    pub fn opened(&self) -> Vec<String> {
        self.state(|state| state.opened.clone())
    }

    /// How many operations there were, failed ones included.
    pub fn operations(&self) -> usize {
        self.state(|state| state.opened.len())
    }

    /// Whether a change of a place is under way.
    pub fn is_changing(&self, place: &Place) -> bool {
        self.state(|state| state.is_locked(place))
    }

    /// How many changes were made.
    pub fn writes(&self) -> u64 {
        self.state(|state| state.writes)
    }

    /// Every place that was ever written and what it holds, as text: equal exactly when nothing changed.
    pub fn image(&self) -> Vec<(String, String)> {
        self.state(|state| {
            let shown = state.shelves().into_iter().map(|(label, shelf)| (label, shelf.image()));
            shown.filter_map(|(label, image)| Some((label, image?))).collect()
        })
    }
}

impl State {
    fn shelf(&mut self, place: &Place) -> &mut dyn AnyShelf {
        match place {
            Place::Facts(place) => self.facts(place),
            Place::Retired(place) => self.retired(place),
            Place::Backlog(project) => self.backlog(project),
            Place::History(place) => self.history(place),
        }
    }

    /// Every shelf with its label.
    fn shelves(&mut self) -> Vec<(String, &mut dyn AnyShelf)> {
        fn all<'a, P: Clone + 'a, T: Clone + Debug + 'a>(
            shelves: impl Iterator<Item = (&'a P, &'a mut Shelf<T>)>,
            place: impl Fn(P) -> Place,
        ) -> Vec<(String, &'a mut dyn AnyShelf)> {
            let labelled = shelves.map(|(key, shelf)| (place(key.clone()).to_string(), shelf));
            labelled.map(|(label, shelf)| (label, shelf as &mut dyn AnyShelf)).collect()
        }
        let mut shelves = all(self.facts.iter_mut(), Place::Facts);
        shelves.extend(all(self.retired.iter_mut(), Place::Retired));
        shelves.extend(all(self.backlogs.iter_mut(), Place::Backlog));
        shelves.extend(all(self.histories.iter_mut(), Place::History));
        shelves
    }
}

/// What can be done to a place whatever its rows are.
trait AnyShelf {
    fn add_invalid(&mut self, count: usize);
    fn damage(&mut self, mark: u64);
    fn set_newer(&mut self);
    fn lose(&mut self);
    fn respell(&mut self);
    fn copy_aside(&mut self);
    fn put_back(&mut self);
    fn cut_power(&mut self);
    /// What the place holds, unless it was never written.
    fn image(&self) -> Option<String>;
}

impl<T: Clone + Debug> AnyShelf for Shelf<T> {
    fn add_invalid(&mut self, count: usize) {
        let mut content = content_of(self);
        let raw = (0..count).map(|n| Slot::Invalid(format!("{{\"invalid\": {n}}}")));
        content.slots.extend(raw);
        self.put(Live::Good(content));
    }

    fn damage(&mut self, mark: u64) {
        self.put(Live::Damaged(mark));
    }

    fn set_newer(&mut self) {
        self.put(Live::Newer(2));
    }

    fn lose(&mut self) {
        self.put(Live::Absent);
    }

    fn respell(&mut self) {
        let mut content = content_of(self);
        content.spelling += 1;
        self.put(Live::Good(content));
    }

    fn copy_aside(&mut self) {
        self.aside = Some(self.live.clone());
    }

    fn put_back(&mut self) {
        if let Some(live) = self.aside.clone() {
            self.put(live);
        }
    }

    fn cut_power(&mut self) {
        Self::cut_power(self);
    }

    fn image(&self) -> Option<String> {
        let written = !matches!(self.live, Live::Absent) || self.backup.is_some();
        written.then(|| format!("{:?} {:?} {}", self.live, self.backup, self.set_aside))
    }
}

/// The content a hand would go on from: empty where there is none.
fn content_of<T: Clone>(shelf: &Shelf<T>) -> Content<T> {
    match &shelf.live {
        Live::Good(content) => content.clone(),
        _ => Content::new(Vec::new(), 0, Timestamp::MIN),
    }
}

fn put_rows<T: Clone + Debug>(shelf: &mut Shelf<T>, rows: Vec<T>) {
    let before = content_of(shelf);
    shelf.put(Live::Good(Content::new(rows, before.sequence + 1, before.updated_at)));
}
