//! The fake store as a home the contract can be run against.

use std::time::Duration;

use mind_core::fact::Fact;
use mind_core::port::Store;
use mind_core::scan::Clean;
use mind_core::scope::FactPlace;
use mind_core::time::Timestamp;

use crate::contract::{Hook, StoreHarness};
use crate::fake::{FakeStore, Place};

/// A fake home with every hook.
#[derive(Debug)]
pub struct FakeHome {
    store: FakeStore,
}

impl FakeHome {
    /// A home over a store that is there already.
    pub fn over(store: FakeStore) -> Self {
        Self { store }
    }
}

impl StoreHarness for FakeHome {
    fn fresh() -> Self {
        Self { store: FakeStore::new() }
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }

    fn reopen(&mut self) {
        self.store = self.store.clone();
    }

    fn rival(&self) -> Box<dyn Store> {
        Box::new(self.store.clone())
    }

    fn limit_entries(&mut self, limit: usize) -> Hook {
        self.store.limit_entries(limit);
        Hook::Done
    }

    fn crash(&mut self) -> Hook {
        self.store.cut_power();
        Hook::Done
    }

    fn image(&self) -> Option<Vec<(String, String)>> {
        Some(self.store.image())
    }

    fn damage(&self, place: &Place) -> Hook {
        self.store.damage(place);
        Hook::Done
    }

    fn set_newer(&self, place: &Place) -> Hook {
        self.store.set_newer(place);
        Hook::Done
    }

    fn respell(&self, place: &Place) -> Hook {
        self.store.respell(place);
        Hook::Done
    }

    fn add_invalid(&self, place: &Place, count: usize) -> Hook {
        self.store.seed_invalid(place, count);
        Hook::Done
    }

    fn copy_aside(&self, place: &Place) -> Hook {
        self.store.copy_aside(place);
        Hook::Done
    }

    fn put_back(&self, place: &Place) -> Hook {
        self.store.put_back(place);
        Hook::Done
    }

    fn fail_retiring(&self, place: &FactPlace) -> Hook {
        self.store.fail_writes(Place::Retired(place.clone()));
        Hook::Done
    }

    fn fail_write(&self, place: &Place) -> Hook {
        let fault = mind_core::error::StoreFault::NoSpace { operation: "write" };
        self.store.fail_next_write(place, fault);
        Hook::Done
    }

    fn answer_not_durable(&self, place: &Place) -> Hook {
        self.store.answer_not_durable(place);
        Hook::Done
    }

    fn end_a_holder(&self) -> Hook {
        let held = self.store.transaction(Timestamp::MIN, Duration::ZERO);
        let held = held.expect("the harness is the only holder");
        self.store.end_holder();
        drop(held);
        Hook::Done
    }

    /// A change in memory has no middle; the nearest is one whose power is cut before it is certain.
    fn interrupt(&self, place: &FactPlace, rows: &[Clean<Fact>]) -> Hook {
        self.store.answer_not_durable(place);
        let mut transaction =
            self.store.transaction(Timestamp::MIN, Duration::ZERO).expect("nobody holds it");
        let decide = &mut |_: &[Fact]| {
            let mut edits = mind_core::port::Edits::new();
            for row in rows {
                edits.append(row.clone());
            }
            mind_core::port::Decision::Edit(edits)
        };
        transaction
            .update(place, mind_core::port::Expect::Any, decide)
            .expect("the suite's rows are valid");
        drop(transaction);
        self.store.cut_power();
        Hook::Done
    }
}
