//! T-2: every broken fake is refused by the clause that is about its flaw.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mind_testkit::{CLAUSES, FakeHome, Flaw, FlawedHome, StoreHomes};

/// The clauses a kind of home does not keep.
fn refusals(homes: &StoreHomes<'_>) -> Vec<&'static str> {
    let fails =
        |clause: &fn(&StoreHomes<'_>)| catch_unwind(AssertUnwindSafe(|| clause(homes))).is_err();
    CLAUSES.iter().filter(|(_, clause)| fails(clause)).map(|(name, _)| *name).collect()
}

/// The clause a flaw is against.
fn against(flaw: Flaw) -> &'static str {
    match flaw {
        Flaw::ForgetsOnReopen | Flaw::NeverLooksAgain => "p02",
        Flaw::LosesOrder => "p03",
        Flaw::ShowsHalf => "p04",
        Flaw::DecidesOnStaleRows => "p06",
        Flaw::RaisesOnKeep => "p08",
        Flaw::TellsBeforeWriting => "p10",
        Flaw::IgnoresExpect => "p12",
        Flaw::DropsUnknownFields => "p14",
        Flaw::GuessesAtNewer => "p15",
        Flaw::EmptyForDamaged => "p16",
        Flaw::LetsTwoIn => "p20",
        Flaw::ForgetsRetired => "p23",
        Flaw::TouchesNeighbours => "p24",
        Flaw::TellsRows => "p26",
        Flaw::ReadsUnderLock => "p27",
        Flaw::TellsReceiptsBeforeWriting => "o42",
        Flaw::ReceiptsTouchFacts => "o50_a_history",
        Flaw::ThinsReceipts => "o50_receipts",
        Flaw::MakesRoomItself => "o53",
        Flaw::EmptyForDamagedHistory => "o54",
    }
}

#[test]
fn every_flaw_is_refused() {
    for flaw in Flaw::ALL {
        let refusals = refusals(&StoreHomes::from_fn(|| Box::new(FlawedHome::new(flaw))));
        let refused = refusals.iter().any(|name| name.starts_with(against(flaw)));
        assert!(refused, "{flaw:?} should break {}, breaks {refusals:?}", against(flaw));
    }
}

/// The sound fake, run the same way, is refused by none.
#[test]
fn the_sound_fake_is_not_refused() {
    assert_eq!(refusals(&StoreHomes::of::<FakeHome>()), Vec::<&str>::new());
}
