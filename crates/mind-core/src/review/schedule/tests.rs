//! The contract's traces, one test each, with every state and effect; and what holds on every path.

mod more;
mod trace;

use super::*;
use crate::error::{Error, ReviewError};
use crate::review::log::ReviewRecord;
use crate::review::window::NoWindow;
use trace::{Trace, accepted, applied, card, run, settled, started, timer, worker};

/// *first*: saved P, settled at 0, timer 2,000: run r1.
fn first() -> Trace {
    let mut trace = Trace::new();
    trace.on(0, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    trace.on(0, settled(0), &["arm 2000"], "Armed dirty P first");
    let begun = ["started r1 P auto", "run r1", "arm 180000"];
    trace.on(2_000, timer(), &begun, "Running r1 last 2000");
    trace
}

/// *first*, whose model proposes at 5,000 what takes two cards.
fn proposed() -> Trace {
    let mut trace = first();
    let shown = ["propose r1", "arm 10000"];
    trace.on(5_000, worker("r1", accepted(2)), &shown, "Proposed r1 last 2000");
    trace
}

#[test]
fn first_burst() {
    let mut trace = Trace::new();
    for _ in 0..3 {
        trace.on(0, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    }
    trace.on(1_000, settled(0), &["arm 2000"], "Armed dirty P first");
    let begun = ["started r1 P auto", "run r1", "arm 180000"];
    trace.on(3_000, timer(), &begun, "Running r1 last 3000");
    let ended = ["cancel timer", "settled r1 no_op -", "card P no_op"];
    trace.on(20_000, worker("r1", Verdict::Nothing), &ended, "Idle last 3000");
}

#[test]
fn token_gate() {
    let mut trace = first();
    let ended = ["cancel timer", "settled r1 no_op -", "card P no_op"];
    trace.on(10_000, worker("r1", Verdict::Nothing), &ended, "Idle last 2000");
    trace.on(10_000, Event::Saved(Tier::Persona), &[], "Idle dirty E last 2000");
    trace.on(400_000, settled(999_999), &[], "Idle dirty E tokens 999999 last 2000");
    trace.on(401_000, settled(1), &["arm 2000"], "Armed dirty E tokens 1000000 last 2000");
    let begun = ["started r2 E auto", "run r2", "arm 180000"];
    trace.on(403_000, timer(), &begun, "Running r2 last 403000");
}

#[test]
fn cooldown() {
    let mut trace = first();
    let ended = ["cancel timer", "settled r1 no_op -", "card P no_op"];
    trace.on(10_000, worker("r1", Verdict::Nothing), &ended, "Idle last 2000");
    trace.on(10_000, Event::Saved(Tier::Persona), &[], "Idle dirty E last 2000");
    trace.on(301_999, settled(2_000_000), &[], "Idle dirty E tokens 2000000 last 2000");
    let armed = "Armed dirty E tokens 2000000 last 2000";
    trace.on(302_000, settled(0), &["arm 2000"], armed);
}

#[test]
fn interrupted() {
    let mut trace = first();
    let ended = [
        "cancel worker r1",
        "cancel timer",
        "settled r1 cancelled review.interrupted",
        "card P cancelled",
    ];
    let waits = "Idle dirty P last 2000 retry P";
    trace.on(60_000, Event::Interrupt, &ended, waits);
    trace.on(120_000, settled(0), &[], waits);
    trace.on(302_000, settled(0), &["arm 2000"], "Armed dirty P last 2000 retry P");
    let begun = ["started r2 P auto", "run r2", "arm 180000"];
    trace.on(304_000, timer(), &begun, "Running r2 last 304000");
    trace.on(304_500, worker("r1", Verdict::Nothing), &[], "Running r2 last 304000");
}

#[test]
fn off_on() {
    let mut trace = Trace::new();
    trace.on(0, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    trace.on(0, Event::Off, &[], "Idle off first");
    trace.on(0, Event::Saved(Tier::Project), &[], "Idle off first");
    trace.on(0, Event::On, &[], "Idle first");
    trace.on(1_000, settled(0), &[], "Idle first");
    trace.on(1_000, Event::Saved(Tier::ProjectLong), &[], "Idle dirty L first");
    trace.on(2_000, settled(0), &["arm 2000"], "Armed dirty L first");
}

#[test]
fn off_running() {
    let mut trace = first();
    let ended =
        ["cancel worker r1", "cancel timer", "settled r1 cancelled review.off", "card P cancelled"];
    trace.on(60_000, Event::Off, &ended, "Idle off last 2000");
    trace.on(60_000, Event::On, &[], "Idle last 2000");
    trace.on(400_000, settled(0), &[], "Idle last 2000");
}

#[test]
fn usage_alone() {
    Trace::new().on(0, settled(5_000_000), &[], "Idle first tokens 5000000");
}

#[test]
fn reopen() {
    let mut trace = Trace::new();
    let records = vec![started("r1", Tier::Persona, 1_000)];
    trace.activate(60_000, records, "Idle last 1000 retry E");
    trace.on(100_000, settled(0), &[], "Idle last 1000 retry E");
    trace.on(301_000, settled(0), &["arm 2000"], "Armed last 1000 retry E");
    let begun = ["started r1 E auto", "run r1", "arm 180000"];
    trace.on(303_000, timer(), &begun, "Running r1 last 303000");
}

#[test]
fn reopen_declined() {
    let mut trace = Trace::new();
    let declined = trace::ended("r1", Outcome::Declined, Some("busy"));
    trace.activate(60_000, vec![started("r1", Tier::Persona, 1_000), declined], "Idle first");
    trace.on(60_000, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    trace.on(61_000, settled(0), &["arm 2000"], "Armed dirty P first");
}

#[test]
fn unchanged() {
    let mut trace = Trace::new();
    trace.on(0, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    trace.on(0, settled(0), &["arm 2000"], "Armed dirty P first");
    trace.finds_nothing(NoWindow::AlreadyReviewed);
    trace.on(2_000, timer(), &[], "Idle first");
}

#[test]
fn deadline() {
    let mut trace = first();
    trace.on(181_999, timer(), &["arm 1"], "Running r1 last 2000");
    let ended = ["cancel worker r1", "settled r1 failed review.deadline", "card P failed"];
    trace.on(182_000, timer(), &ended, "Idle dirty P last 2000");
    trace.on(400_000, settled(0), &[], "Idle dirty P last 2000");
}

#[test]
fn save_while_running() {
    let mut trace = first();
    trace.on(3_000, Event::Saved(Tier::Project), &[], "Running r1 dirty P last 2000");
    trace.on(3_000, Event::Saved(Tier::Persona), &[], "Running r1 dirty P E last 2000");
    let proposed = ["propose r1", "arm 10000"];
    trace.on(9_000, worker("r1", accepted(1)), &proposed, "Proposed r1 dirty P E last 2000");
    let applying = ["cancel timer", "apply r1"];
    trace.on(9_100, card("r1", true), &applying, "Applying r1 dirty P E last 2000");
    let ended = ["settled r1 applied -", "card P applied"];
    trace.on(9_200, applied("r1"), &ended, "Idle dirty P E last 2000");
    trace.on(302_000, settled(0), &[], "Idle dirty P E last 2000");
    let armed = "Armed dirty P E tokens 1000000 last 2000";
    trace.on(303_000, settled(1_000_000), &["arm 2000"], armed);
}

#[test]
fn declined() {
    let mut trace = Trace::new();
    trace.on(0, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    trace.on(0, settled(700), &["arm 2000"], "Armed dirty P first tokens 700");
    let begun = ["started r1 P auto", "run r1", "arm 180000"];
    trace.on(2_000, timer(), &begun, "Running r1 last 2000");
    let end = Event::Worker(run("r1"), WorkerEnd::Declined(DeclineReason::Busy));
    let ended = ["cancel timer", "settled r1 declined busy"];
    trace.on(3_000, end, &ended, "Idle dirty P first tokens 700");
    trace.on(5_000, settled(0), &["arm 2000"], "Armed dirty P first tokens 700");
}

#[test]
fn pending_and_start() {
    let mut trace = Trace::new();
    trace.on(0, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    let pending = Event::Settled { input: 0, idle: true, pending: true };
    trace.on(0, pending, &[], "Idle dirty P first");
    trace.on(10, settled(0), &["arm 2000"], "Armed dirty P first");
    trace.on(1_000, Event::Interrupt, &["cancel timer"], "Idle dirty P first");
    trace.on(2_010, timer(), &[], "Idle dirty P first");
    trace.on(9_000, settled(0), &["arm 2000"], "Armed dirty P first");
}

const ALL: [Tier; 3] = [Tier::Project, Tier::ProjectLong, Tier::Persona];

fn request(targets: &[Tier]) -> Event {
    Event::Request { targets: targets.to_vec(), idle: true }
}

#[test]
fn batch() {
    let mut trace = Trace::new();
    trace.on(0, request(&ALL), &["accepted P L E", "arm 0"], "Armed first batch P L E");
    trace.finds_nothing(NoWindow::SingleShortFact);
    let skipped = ["card P skipped", "arm 0"];
    trace.on(0, timer(), &skipped, "Armed first batch L E");
    let begun = ["started r1 L explicit", "run r1", "arm 180000"];
    trace.on(10, timer(), &begun, "Running r1 last 10 batch E");
    trace.on(
        20,
        worker("r1", accepted(1)),
        &["propose r1", "arm 10000"],
        "Proposed r1 last 10 batch E",
    );
    trace.on(30, card("r1", true), &["cancel timer", "apply r1"], "Applying r1 last 10 batch E");
    let ended = ["settled r1 applied -", "card L applied", "arm 0"];
    trace.on(40, applied("r1"), &ended, "Armed last 10 batch E");
    let begun = ["started r2 E explicit", "run r2", "arm 180000"];
    trace.on(50, timer(), &begun, "Running r2 last 50");
    let done =
        ["cancel timer", "settled r2 no_op -", "card E no_op; done P skipped, L applied, E no_op"];
    trace.on(60, worker("r2", Verdict::Nothing), &done, "Idle last 50");
}

#[test]
fn batch_stops() {
    let mut trace = Trace::new();
    trace.on(0, request(&ALL), &["accepted P L E", "arm 0"], "Armed first batch P L E");
    let begun = ["started r1 P explicit", "run r1", "arm 180000"];
    trace.on(0, timer(), &begun, "Running r1 last 0 batch L E");
    let refused = Verdict::Refused(ReviewError::NotJson.into());
    let ended = [
        "cancel timer",
        "settled r1 refused review.not_json",
        "card P refused; done P refused; not examined L E",
    ];
    trace.on(1_000, worker("r1", refused), &ended, "Idle last 0");
}

#[test]
fn stop_while_applying() {
    let mut trace = Trace::new();
    let two = [Tier::Project, Tier::Persona];
    trace.on(0, request(&two), &["accepted P E", "arm 0"], "Armed first batch P E");
    let begun = ["started r1 P explicit", "run r1", "arm 180000"];
    trace.on(0, timer(), &begun, "Running r1 last 0 batch E");
    trace.on(
        1,
        worker("r1", accepted(1)),
        &["propose r1", "arm 10000"],
        "Proposed r1 last 0 batch E",
    );
    trace.on(2, card("r1", true), &["cancel timer", "apply r1"], "Applying r1 last 0 batch E");
    assert_eq!(trace.review.stopped(&run("r1")), None);
    trace.on(3, Event::Interrupt, &[], "Applying r1 last 0 batch E");
    let stop = trace.review.stopped(&run("r1")).unwrap();
    assert_eq!(stop.error(), ReviewError::Interrupted.into());
    let end = Event::Applied(run("r1"), ApplyEnd::Refused(stop.error()));
    let ended = [
        "settled r1 cancelled review.interrupted",
        "card P cancelled; done P cancelled; not examined E",
    ];
    trace.on(4, end, &ended, "Idle last 0");
}

#[test]
fn single_flight() {
    let mut trace = first();
    let refused = ["refused review.in_flight"];
    trace.on(3_000, request(&[Tier::Project]), &refused, "Running r1 last 2000");
}

#[test]
fn gone() {
    let mut trace = first();
    trace.on(3_000, Event::Gone, &["cancel worker r1", "cancel timer"], "Closed");
    trace.on(4_000, worker("r1", Verdict::Nothing), &[], "Closed");
}

#[test]
fn clock_back() {
    let mut trace = Trace::new();
    trace.on(900_000_000, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    trace.on(900_000_000, settled(0), &["arm 2000"], "Armed dirty P first");
    let begun = ["started r1 P auto", "run r1", "arm 180000"];
    trace.on(900_002_000, timer(), &begun, "Running r1 last 900002000");
    let ended = ["cancel timer", "settled r1 no_op -", "card P no_op"];
    trace.on(900_003_000, worker("r1", Verdict::Nothing), &ended, "Idle last 900002000");
    trace.on(900_003_000, Event::Saved(Tier::Persona), &[], "Idle dirty E last 900002000");
    let back = "Idle dirty E tokens 1000000 last 600000000";
    trace.on(600_000_000, settled(1_000_000), &[], back);
    let armed = "Armed dirty E tokens 1000000 last 600000000";
    trace.on(600_300_000, settled(0), &["arm 2000"], armed);
}

#[test]
fn no_card() {
    let mut trace = proposed();
    trace.on(6_000, card("r1", true), &[], "Proposed r1 last 2000");
    let ended = ["settled r1 failed review.card_missing", "card P failed"];
    trace.on(15_000, timer(), &ended, "Idle dirty P last 2000");
    trace.on(15_001, card("r1", true), &[], "Idle dirty P last 2000");
}
