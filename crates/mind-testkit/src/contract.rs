//! The store port's contract as a suite: one clause, one test.

mod bounds;
mod changes;
mod damage;
mod history;
mod locks;
mod reads;
mod rows;
mod survival;

use mind_core::fact::Fact;
use mind_core::port::Store;
use mind_core::scan::Clean;
use mind_core::scope::FactPlace;

use crate::fake::Place;

pub use bounds::{
    p12_expect_is_tested_against_the_bytes, p24_a_change_stays_in_its_place,
    p25_only_clean_text_comes_in,
};
pub use changes::{
    p04_a_change_is_seen_whole_or_not_at_all, p05_updates_of_one_place_are_serialised,
    p06_decide_sees_the_newest_rows, p07_a_refusal_or_panic_changes_nothing,
    p08_keeping_rows_moves_no_byte, p09_a_change_raises_the_sequence_by_one,
};
pub use damage::{
    p14_what_is_not_understood_survives, p15_a_newer_place_is_left_alone,
    p16_a_damaged_place_is_not_an_empty_one, p17_a_full_place_refuses_and_lets_go,
    p23_retired_rows_are_kept_first,
};
pub use history::{
    o42_a_receipt_outlives_a_crash, o50_a_history_is_a_place_of_its_own,
    o50_receipts_come_back_exactly, o53_a_history_has_limits, o54_receipts_are_read_strictly,
};
pub use locks::{
    p18_a_lock_not_had_in_time_is_said, p19_an_ended_holder_keeps_no_lock,
    p20_one_transaction_of_a_home_is_open, p21_locks_have_one_order, p22_no_lock_outlives_its_call,
    p27_reads_wait_for_no_lock,
};
pub use reads::{
    p01_a_place_never_written_is_empty, p02_a_change_is_seen_by_every_handle,
    p03_rows_come_back_exactly, p13_fingerprints_are_equal_as_bytes_are,
    p26_errors_name_code_and_place,
};
pub use survival::{
    p10_an_outcome_is_true_after_a_crash, p11_an_unacknowledged_change_is_whole_or_absent,
};

/// What a harness did about an optional request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// It is done.
    Done,
    /// This harness cannot do it, for this reason; the clause, or the part of it that needs it, is skipped.
    Missing(&'static str),
}

const NO_HOOK: Hook = Hook::Missing("the harness has no such hook");

/// A home of the store under test.
///
/// The required methods are enough for most clauses. The hooks let a test do to a home what the port cannot; a clause that needs one that is missing prints why it is skipped. Hooks take `&self` because some are used while a change is being decided.
pub trait StoreHarness {
    /// A home of its own that was never written to.
    fn fresh() -> Self
    where
        Self: Sized;

    /// The handle under test.
    fn store(&self) -> &dyn Store;

    /// Closes the handle and opens the same home again, as a new process would.
    fn reopen(&mut self);

    /// Another handle on the same home: another process, or its equal.
    fn rival(&self) -> Box<dyn Store>;

    /// Closes the handle and opens the home again so that a place holds at most so many rows.
    fn limit_entries(&mut self, _limit: usize) -> Hook {
        NO_HOOK
    }

    /// Cuts the power, so that only what is certain to outlive it is left, and opens the home again.
    fn crash(&mut self) -> Hook {
        NO_HOOK
    }

    /// Everything stored, by name: bytes and modification times. Equal exactly when nothing was written.
    fn image(&self) -> Option<Vec<(String, String)>> {
        None
    }

    /// Damages the present state of a place; its backup stays.
    fn damage(&self, _place: &Place) -> Hook {
        NO_HOOK
    }

    /// Makes a place one that a newer version of the format wrote.
    fn set_newer(&self, _place: &Place) -> Hook {
        NO_HOOK
    }

    /// Gives a place other bytes with the same rows and sequence, as a hand edit of white space would.
    fn respell(&self, _place: &Place) -> Hook {
        NO_HOOK
    }

    /// Adds rows that are not valid behind those of a place.
    fn add_invalid(&self, _place: &Place, _count: usize) -> Hook {
        NO_HOOK
    }

    /// Keeps a copy of a place's present state, for [`StoreHarness::put_back`].
    fn copy_aside(&self, _place: &Place) -> Hook {
        NO_HOOK
    }

    /// Puts the copy of a place back, byte for byte.
    fn put_back(&self, _place: &Place) -> Hook {
        NO_HOOK
    }

    /// Makes every write to a place's retired list fail from now on.
    fn fail_retiring(&self, _place: &FactPlace) -> Hook {
        NO_HOOK
    }

    /// Makes the next change of a place fail before it is visible.
    fn fail_write(&self, _place: &Place) -> Hook {
        NO_HOOK
    }

    /// Makes the next change of a place visible but not certain to outlive a power cut.
    fn answer_not_durable(&self, _place: &Place) -> Hook {
        NO_HOOK
    }

    /// Lets another holder open the transaction and ends it, by whatever means, without letting it go.
    fn end_a_holder(&self) -> Hook {
        NO_HOOK
    }

    /// Lets another process begin a change that appends these rows, and ends it in the middle.
    fn interrupt(&self, _place: &FactPlace, _rows: &[Clean<Fact>]) -> Hook {
        NO_HOOK
    }
}

/// Where clauses get their homes from.
pub struct StoreHomes<'a> {
    make: Box<dyn Fn() -> Box<dyn StoreHarness> + 'a>,
}

impl<'a> StoreHomes<'a> {
    /// Homes of one kind of harness.
    pub fn of<H: StoreHarness + 'static>() -> Self {
        Self::from_fn(|| Box::new(H::fresh()))
    }

    /// Homes as this function makes them.
    pub fn from_fn(make: impl Fn() -> Box<dyn StoreHarness> + 'a) -> Self {
        Self { make: Box::new(make) }
    }

    /// A home of its own that was never written to.
    pub fn fresh(&self) -> Box<dyn StoreHarness> {
        (self.make)()
    }
}

/// Whether a hook did its part; says why not where it did not.
pub(crate) fn done(clause: &str, hook: Hook) -> bool {
    match hook {
        Hook::Done => true,
        Hook::Missing(why) => {
            skip(clause, why);
            false
        }
    }
}

#[expect(clippy::print_stdout, reason = "a skipped clause says so in the test's output")]
fn skip(clause: &str, why: &str) {
    println!("{clause} skipped: {why}");
}

/// Runs the contract of `mind_core::port::Store` against a [`StoreHarness`]: one named test for each clause, P-1 to P-27 and those of a history, O-42 to O-54.
///
/// ```
/// mind_testkit::store_contract!(mind_testkit::FakeHome);
/// ```
#[macro_export]
macro_rules! store_contract {
    ($harness:ty) => {
        $crate::store_contract! { @each tests [$harness] }
    };
    (@each $what:ident $arguments:tt) => {
        $crate::store_contract! { @$what $arguments
            p01_a_place_never_written_is_empty
            p02_a_change_is_seen_by_every_handle
            p03_rows_come_back_exactly
            p04_a_change_is_seen_whole_or_not_at_all
            p05_updates_of_one_place_are_serialised
            p06_decide_sees_the_newest_rows
            p07_a_refusal_or_panic_changes_nothing
            p08_keeping_rows_moves_no_byte
            p09_a_change_raises_the_sequence_by_one
            p10_an_outcome_is_true_after_a_crash
            p11_an_unacknowledged_change_is_whole_or_absent
            p12_expect_is_tested_against_the_bytes
            p13_fingerprints_are_equal_as_bytes_are
            p14_what_is_not_understood_survives
            p15_a_newer_place_is_left_alone
            p16_a_damaged_place_is_not_an_empty_one
            p17_a_full_place_refuses_and_lets_go
            p18_a_lock_not_had_in_time_is_said
            p19_an_ended_holder_keeps_no_lock
            p20_one_transaction_of_a_home_is_open
            p21_locks_have_one_order
            p22_no_lock_outlives_its_call
            p23_retired_rows_are_kept_first
            p24_a_change_stays_in_its_place
            p25_only_clean_text_comes_in
            p26_errors_name_code_and_place
            p27_reads_wait_for_no_lock
            o42_a_receipt_outlives_a_crash
            o50_a_history_is_a_place_of_its_own
            o50_receipts_come_back_exactly
            o53_a_history_has_limits
            o54_receipts_are_read_strictly
        }
    };
    (@tests [$harness:ty] $($clause:ident)*) => {
        $(
            #[test]
            fn $clause() {
                $crate::contract::$clause(&$crate::StoreHomes::of::<$harness>());
            }
        )*
    };
    (@table [] $($clause:ident)*) => {
        /// Every clause with its name, for running the suite where failing is the point.
        pub const CLAUSES: &[(&str, fn(&StoreHomes<'_>))] =
            &[$((stringify!($clause), $clause)),*];
    };
}

crate::store_contract! { @each table [] }
