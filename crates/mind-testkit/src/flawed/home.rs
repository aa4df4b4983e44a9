//! A flawed store as a home.

use mind_core::fact::Fact;
use mind_core::port::Store;
use mind_core::scan::Clean;
use mind_core::scope::FactPlace;

use super::{Flaw, FlawedStore};
use crate::contract::{Hook, StoreHarness};
use crate::fake::Place;
use crate::home::FakeHome;

/// A flawed store as a home the contract can be run against.
#[derive(Debug)]
pub struct FlawedHome {
    store: FlawedStore,
    /// The hooks are those of the sound fake underneath.
    sound: FakeHome,
}

impl FlawedHome {
    /// A new home with a flaw.
    pub fn new(flaw: Flaw) -> Self {
        let store = FlawedStore::new(flaw);
        let sound = FakeHome::over(store.inner.clone());
        Self { store, sound }
    }
}

impl StoreHarness for FlawedHome {
    fn fresh() -> Self {
        Self::new(Flaw::ForgetsOnReopen)
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }

    fn reopen(&mut self) {
        if self.store.has(Flaw::ForgetsOnReopen) {
            *self = Self::new(self.store.flaw);
        }
        self.store = FlawedStore::over(self.store.inner.clone(), self.store.flaw);
    }

    fn rival(&self) -> Box<dyn Store> {
        Box::new(FlawedStore::over(self.store.inner.clone(), self.store.flaw))
    }

    fn limit_entries(&mut self, limit: usize) -> Hook {
        self.sound.limit_entries(limit)
    }

    fn crash(&mut self) -> Hook {
        self.sound.crash()
    }

    fn image(&self) -> Option<Vec<(String, String)>> {
        self.sound.image()
    }

    fn damage(&self, place: &Place) -> Hook {
        self.sound.damage(place)
    }

    fn set_newer(&self, place: &Place) -> Hook {
        self.sound.set_newer(place)
    }

    fn respell(&self, place: &Place) -> Hook {
        self.sound.respell(place)
    }

    fn add_invalid(&self, place: &Place, count: usize) -> Hook {
        self.sound.add_invalid(place, count)
    }

    fn copy_aside(&self, place: &Place) -> Hook {
        self.sound.copy_aside(place)
    }

    fn put_back(&self, place: &Place) -> Hook {
        self.sound.put_back(place)
    }

    fn fail_retiring(&self, place: &FactPlace) -> Hook {
        self.sound.fail_retiring(place)
    }

    fn fail_write(&self, place: &Place) -> Hook {
        self.sound.fail_write(place)
    }

    fn answer_not_durable(&self, place: &Place) -> Hook {
        self.sound.answer_not_durable(place)
    }

    fn end_a_holder(&self) -> Hook {
        self.sound.end_a_holder()
    }

    fn interrupt(&self, place: &FactPlace, rows: &[Clean<Fact>]) -> Hook {
        self.sound.interrupt(place, rows)
    }
}
