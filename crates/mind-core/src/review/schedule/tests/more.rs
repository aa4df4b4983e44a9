//! What the traces leave open: cards, records, progress, owners, and what holds whatever happens.

use proptest::prelude::*;

use super::trace::{activation, at, digest, ended, model, persona};
use super::*;
use crate::note::Value;
use crate::review::digest::WindowDigest;
use crate::review::prepare::Skip;
use crate::review::schedule::{BatchEnd, ResultCard};
use crate::review::window::Census;

/// O-101: a busy host is told so, and nothing is opened for it; without a session there is nobody to ask.
#[test]
fn o101_requests_are_refused_at_once() {
    let mut trace = Trace::new();
    let busy = Event::Request { targets: vec![Tier::Project], idle: false };
    trace.on(0, busy, &["refused review.busy"], "Idle first");
    trace.on(0, request(&ALL), &["accepted P L E", "arm 0"], "Armed first batch P L E");
    let again = ["refused review.in_flight"];
    trace.on(0, request(&ALL), &again, "Armed first batch P L E");
    trace.on(1, Event::Gone, &["cancel timer"], "Closed");
    trace.on(1, request(&ALL), &["refused review.no_session"], "Closed");
}

/// O-100, O-101: what is said, and which targets there are; the gates of automatic reviews do not count.
#[test]
fn o100_targets() {
    let mut trace = Trace::new();
    assert_eq!(trace.review.targets(), ALL);
    assert_eq!(
        Effect::accepted_text(&ALL),
        "Reviewing project, project-long, persona: one bounded window per tier, one after another."
    );
    trace.on(0, Event::Off, &[], "Idle off first");
    let one = request(&[Tier::Project]);
    trace.on(0, one, &["accepted P", "arm 0"], "Armed off first batch P");
    let begun = ["started r1 P explicit", "run r1", "arm 180000"];
    trace.on(0, timer(), &begun, "Running r1 off last 0");
    let home = Activation { enabled: true, persona: persona(), project: None, records: Vec::new() };
    let mut review = Review::default();
    review.feed(Event::Activate(home), at(0));
    assert_eq!(review.targets(), [Tier::Persona]);
    for target in [Tier::Project, Tier::ProjectLong, Tier::Shared, Tier::Session] {
        review.feed(Event::Saved(target), at(0));
    }
    assert_eq!(review.status(at(0)).dirty, []);
}

/// O-101: an explicit review takes the place of a planned automatic one.
#[test]
fn o101_a_request_while_armed() {
    let mut trace = Trace::new();
    trace.on(0, Event::Saved(Tier::Project), &[], "Idle dirty P first");
    trace.on(0, settled(0), &["arm 2000"], "Armed dirty P first");
    let accepted = ["accepted E", "arm 0"];
    trace.on(5, request(&[Tier::Persona]), &accepted, "Armed dirty P first batch E");
    trace.on(6, settled(0), &[], "Armed dirty P first batch E");
}

/// O-113: a batch that is stopped before its next target began names all that remain.
#[test]
fn o113_a_stopped_batch() {
    let mut trace = Trace::new();
    trace.on(0, request(&ALL), &["accepted P L E", "arm 0"], "Armed first batch P L E");
    let ended = ["cancel timer", "card - cancelled; not examined P L E"];
    trace.on(1, Event::Interrupt, &ended, "Idle first");
}

/// O-104, O-113: an interrupted explicit run is not tried again; its target waits again if it did before.
#[test]
fn o104_no_retry_of_an_explicit_run() {
    let mut trace = Trace::new();
    trace.on(0, Event::Saved(Tier::Persona), &[], "Idle dirty E first");
    trace.on(0, request(&[Tier::Persona]), &["accepted E", "arm 0"], "Armed dirty E first batch E");
    let begun = ["started r1 E explicit", "run r1", "arm 180000"];
    trace.on(0, timer(), &begun, "Running r1 last 0");
    let ended = [
        "cancel worker r1",
        "cancel timer",
        "settled r1 cancelled review.interrupted",
        "card E cancelled; done E cancelled",
    ];
    trace.on(5, Event::Interrupt, &ended, "Idle dirty E last 0");
}

/// O-114: a started record that is not there ends the run, and a proposal that comes late changes nothing.
#[test]
fn o114_no_started_record() {
    let mut trace = first();
    let ended = [
        "cancel worker r1",
        "cancel timer",
        "settled r1 failed review.card_missing",
        "card P failed",
    ];
    trace.on(2_001, Event::NotRecorded(run("r1")), &ended, "Idle dirty P last 2000");
    trace.on(3_000, worker("r1", accepted(1)), &[], "Idle dirty P last 2000");
    trace.on(3_000, Event::NotRecorded(run("r1")), &[], "Idle dirty P last 2000");
}

/// O-92: a card that could not be written ends the run; every one of several has to be there before anything is applied.
#[test]
fn o92_cards_come_first() {
    let mut trace = proposed();
    trace.on(5_001, card("r1", true), &[], "Proposed r1 last 2000");
    trace.on(5_001, card("r2", true), &[], "Proposed r1 last 2000");
    let ended = ["cancel timer", "settled r1 failed review.card_missing", "card P failed"];
    trace.on(5_002, card("r1", false), &ended, "Idle dirty P last 2000");
}

/// O-93: each end of applying leaves behind what the table says.
#[test]
fn o93_ends_of_applying() {
    let end = |end: ApplyEnd, effects: &[&str], state: &str| {
        let mut trace = first();
        trace.feed(5_000, worker("r1", accepted(1)));
        trace.feed(5_001, card("r1", true));
        trace.on(6_000, Event::Applied(run("r1"), end), effects, state);
    };
    let conflict: Error = crate::error::ConsolidateError::Changed.into();
    let told = ["settled r1 conflict store.changed", "card P conflict"];
    end(ApplyEnd::Refused(conflict), &told, "Idle dirty P last 2000");
    let told = ["settled r1 uncertain -", "card P uncertain"];
    end(ApplyEnd::Uncertain { receipt: "opt-1".to_owned() }, &told, "Idle last 2000");
    let told = ["settled r1 applied -", "card P applied"];
    end(ApplyEnd::Applied { receipt: "opt-1".to_owned() }, &told, "Idle last 2000");
}

/// O-113: switched off while a plan is applied, nothing is taken up again, however that ends.
#[test]
fn o113_off_while_applying() {
    for interrupted in [false, true] {
        let mut trace = first();
        trace.feed(5_000, worker("r1", accepted(1)));
        trace.feed(5_001, card("r1", true));
        if interrupted {
            trace.on(5_002, Event::Interrupt, &[], "Applying r1 last 2000");
        }
        trace.on(5_003, Event::Off, &[], "Applying r1 off last 2000");
        assert_eq!(trace.review.stopped(&run("r1")), Some(Stop::Off));
        trace.on(5_004, Event::On, &[], "Applying r1 last 2000");
        let end = ApplyEnd::Refused(ReviewError::Interrupted.into());
        let told = ["settled r1 cancelled review.interrupted", "card P cancelled"];
        trace.on(5_005, Event::Applied(run("r1"), end), &told, "Idle last 2000");
    }
}

/// O-114: an automatic look that finds nothing keeps or drops the target by its reason, without a card.
#[test]
fn o114_nothing_to_review() {
    for (why, page, state) in [
        (NoWindow::InvalidInput, 0, "Idle first"),
        (NoWindow::OverBudget, 2, "Idle first"),
        (NoWindow::SingleShortFact, 0, "Idle first"),
        (NoWindow::NoneEligible, 0, "Idle first"),
        (NoWindow::NoneEligible, 1, "Idle dirty P first"),
        (NoWindow::EmptyPage, 3, "Idle dirty P first"),
        (NoWindow::ExhaustedPage, 1, "Idle dirty P first"),
    ] {
        let mut trace = Trace::new();
        trace.feed(0, Event::Saved(Tier::Project));
        trace.feed(0, settled(0));
        let [Effect::Prepare { target, .. }] = &*trace.review.feed(Event::Timer, at(2_000)) else {
            panic!("a look")
        };
        let after = Progress { page: page + 1, start: 0 };
        let census = Census { page, ..Census::default() };
        let skip = Skip { reason: why, code: None, census, after };
        let found = Event::Prepared(*target, Preparation::Skipped(skip));
        trace.on(2_000, found, &[], state);
        assert_eq!(trace.review.progress(Tier::Project), after);
    }
}

/// O-86: without a model nothing is read; an automatic review waits, a batch ends and says so.
#[test]
fn o86_no_model() {
    let mut trace = Trace::new();
    trace.feed(0, Event::Saved(Tier::Project));
    trace.feed(0, settled(0));
    trace.review.feed(Event::Timer, at(2_000));
    let none = Event::Prepared(Tier::Project, Preparation::NoModel);
    trace.on(2_000, none.clone(), &[], "Idle dirty P first");
    trace.feed(2_000, request(&ALL));
    trace.review.feed(Event::Timer, at(2_000));
    let told = ["card - declined; not examined P L E"];
    trace.on(2_000, none, &told, "Idle dirty P first");
}

/// O-113: between the question for a window and its answer a stop holds, and the answer comes too late.
#[test]
fn o113_stopped_while_looking() {
    let mut trace = Trace::new();
    trace.feed(0, Event::Saved(Tier::Project));
    trace.feed(0, settled(0));
    let found = Preparation::of(&Err(Skip::unreadable("store.corrupt", Progress::default())));
    trace.review.feed(Event::Timer, at(2_000));
    trace.on(2_000, Event::Interrupt, &[], "Idle dirty P first");
    trace.on(2_000, Event::Prepared(Tier::Project, found.clone()), &[], "Idle dirty P first");
    trace.feed(2_000, request(&ALL));
    trace.review.feed(Event::Timer, at(2_000));
    let told = ["card - cancelled; not examined P L E"];
    trace.on(2_001, Event::Interrupt, &told, "Idle dirty P first");
    trace.on(2_001, Event::Prepared(Tier::Project, found), &[], "Idle dirty P first");
}

/// O-83: progress goes on after a review, back by the rows that went, and stays after anything else.
#[test]
fn o83_progress() {
    let after = |verdict: Verdict| {
        let mut trace = first();
        trace.feed(3_000, worker("r1", verdict));
        trace.feed(3_001, card("r1", true));
        trace.feed(3_002, applied("r1"));
        trace.review.progress(Tier::Project)
    };
    assert_eq!(after(Verdict::Nothing), Progress { page: 0, start: 11 });
    let refused = Verdict::Refused(ReviewError::NotJson.into());
    assert_eq!(after(refused), Progress { page: 0, start: 11 });
    assert_eq!(after(accepted(1)), Progress { page: 0, start: 10 });
    let mut trace = first();
    trace.feed(3_000, Event::Interrupt);
    assert_eq!(trace.review.progress(Tier::Project), Progress::default());
}

/// O-87: windows that were settled are not reviewed again by themselves; the newest 64 are kept.
#[test]
fn o87_settled_windows() {
    let settled_of =
        |review: &mut Review, now: i64| match review.feed(Event::Timer, at(now)).as_slice() {
            [Effect::Prepare { settled, .. }] => settled.clone(),
            other => panic!("{other:?}"),
        };
    let mut records = Vec::new();
    for number in 0..70_usize {
        let name = format!("r{}", number + 1);
        records.push(started(&name, Tier::Project, 10 + i64::try_from(number).unwrap()));
        let ReviewRecord::Settled { run, at, outcome, code, receipt, .. } =
            ended(&name, Outcome::NoOp, None)
        else {
            unreachable!("a settled record")
        };
        let digests = vec![digest(number)];
        records.push(ReviewRecord::Settled { run, at, outcome, code, receipt, digests });
    }
    let mut trace = Trace::new();
    trace.activate(0, records, "Idle last 79");
    trace.feed(300_079, Event::Saved(Tier::Project));
    trace.feed(300_079, settled(TOKEN_GATE));
    let expect: Vec<WindowDigest> = (6..70).map(digest).collect();
    assert_eq!(settled_of(&mut trace.review, 302_079), expect);
    trace.feed(302_079, Event::Interrupt);
    trace.feed(302_079, request(&[Tier::Project]));
    assert_eq!(settled_of(&mut trace.review, 302_079), []);
}

/// O-115: what each end of an earlier run means for the next session.
#[test]
fn o115_reopening() {
    let foreign = |persona: &str, project: Option<&str>| {
        let ReviewRecord::Started { run, target, origin, at, digest, .. } =
            started("r1", Tier::Project, 1_000)
        else {
            unreachable!("a started record")
        };
        let (persona, project) = (Segment::stored(persona).unwrap(), project.map(str::to_owned));
        ReviewRecord::Started { run, target, origin, at, persona, project, digest }
    };
    let explicit = |record: ReviewRecord| match record {
        ReviewRecord::Started { run, target, at, persona, project, digest, .. } => {
            let origin = Origin::Explicit;
            ReviewRecord::Started { run, target, origin, at, persona, project, digest }
        }
        settled @ ReviewRecord::Settled { .. } => settled,
    };
    let open = started("r1", Tier::Project, 1_000);
    let check = |records: Vec<ReviewRecord>, state: &str| {
        Trace::new().activate(60_000, records, state);
    };
    check(vec![open.clone()], "Idle last 1000 retry P");
    check(vec![explicit(open.clone())], "Idle last 1000");
    check(vec![foreign("ops", Some("demo"))], "Idle last 1000");
    check(vec![foreign("dev", Some("other"))], "Idle last 1000");
    check(vec![foreign("dev", None)], "Idle last 1000");
    for (outcome, code, state) in [
        (Outcome::Cancelled, Some("review.interrupted"), "Idle last 1000 retry P"),
        (Outcome::Cancelled, Some("review.off"), "Idle last 1000"),
        (Outcome::Failed, Some("review.deadline"), "Idle last 1000"),
        (Outcome::NoOp, None, "Idle last 1000"),
    ] {
        check(vec![open.clone(), ended("r1", outcome, code)], state);
    }
    let later = started("r2", Tier::Persona, 5_000);
    let done = ended("r2", Outcome::NoOp, None);
    check(vec![open.clone(), later, done], "Idle last 5000");
    let mut off = Trace::new();
    off.on(60_000, activation(false, vec![open]), &[], "Idle off last 1000");
}

/// O-115: records are written as the contract shows them, and read back; what is of another shape is none.
#[test]
fn o115_records() {
    let read = |text: &str| ReviewRecord::read(&crate::review::reply::parsed(text).unwrap());
    let first = concat!(
        r#"{"version":1,"event":"started","runId":"mind-review-project-5f0c21aa","target":"project","#,
        r#""origin":"auto","at":"2026-11-20T10:06:02.000Z","persona":"dev","project":"demo-b1b495b00c3ad2529099795b","#,
        r#""digest":"sha256:4a98f31a121b0800b2d04ca0d7c968e7e94aeebf8826f251b72b0a29687814ec"}"#
    );
    let second = concat!(
        r#"{"version":1,"event":"settled","runId":"mind-review-project-5f0c21aa","at":"2026-11-20T10:06:31.000Z","#,
        r#""outcome":"applied","code":null,"receiptId":"opt-b1e4375790009a5a","digests":["#,
        r#""sha256:4a98f31a121b0800b2d04ca0d7c968e7e94aeebf8826f251b72b0a29687814ec","#,
        r#""sha256:28b84e32f2e1bf95172b9e865c3cae1152d07110b35f945a9f1761d2e35e3b6a"]}"#
    );
    for text in [first, second] {
        let record = read(text).unwrap();
        assert_eq!(record.encode(), text);
        let more = text.replace("{\"version\":1,", "{\"colour\":[1],\"version\":1,");
        assert_eq!(read(&more), Some(record));
        for (from, to) in [
            ("\"version\":1", "\"version\":2"),
            ("\"version\":1", "\"version\":\"1\""),
            ("\"version\":1,", ""),
            ("\"event\":\"", "\"event\":\"un"),
            ("mind-review-project-5f0c21aa", "mind-review-project-5F0C21AA"),
            ("mind-review-project-5f0c21aa", "run 1"),
            ("2026-11-20T", "20T"),
            ("sha256:4a", "sha256:4"),
            ("\"auto\"", "\"manual\""),
            ("\"applied\"", "\"great\""),
            ("\"dev\"", "7"),
            ("null", "7"),
        ] {
            let other = text.replace(from, to);
            assert!(other == text || read(&other).is_none(), "{other}");
        }
    }
    assert_eq!(ReviewRecord::read(&Value::Null), None);
}

/// O-94, O-103: what a card says, line by line; what changed nothing says so.
#[test]
fn o103_cards() {
    let of = |trace: &mut Trace, now: i64, event: Event| {
        let effects = trace.review.feed(event, at(now));
        let card = effects.into_iter().find_map(|effect| match effect {
            Effect::Card(card) => Some(card),
            _ => None,
        });
        let card = card.unwrap();
        (card.title(), card.body())
    };
    let mut trace = Trace::new();
    trace.feed(0, request(&ALL));
    trace.feed(0, timer());
    let schema = ReviewError::Schema {
        path: "/operations/0".to_owned(),
        keyword: "required",
        missing: Some("text"),
    };
    let end = WorkerEnd::Judged {
        verdict: Verdict::Refused(schema.into()),
        result_ref: Some("ref-7".to_owned()),
    };
    let (title, body) = of(&mut trace, 1, Event::Worker(run("r1"), end));
    assert_eq!(title, "mind · optimize project");
    assert_eq!(
        body,
        "refused: review.schema\n\
         Not examined: project-long, persona\n\
         the reply does not fit the schema, at /operations/0, required text\n\
         Run mind-review-project-00000001: acme large-1, thinking off, 12 records shown\n\
         Result ref-7\n\
         No memory changed."
    );
    let mut trace = first();
    trace.feed(3_000, worker("r1", accepted(1)));
    trace.feed(3_001, card("r1", true));
    let (_, body) = of(&mut trace, 3_002, applied("r1"));
    assert_eq!(
        body,
        "applied\n\
         Run mind-review-project-00000001: acme large-1, thinking off, 12 records shown, 2 → 1 proposed\n\
         Receipt opt-1 can undo it"
    );
    let mut trace = Trace::new();
    trace.feed(0, request(&[Tier::Persona]));
    trace.review.feed(Event::Timer, at(0));
    let census = Census { page: 2, rows: 7, eligible: 0, matched: 205 };
    let after = Progress::default();
    let skip = Skip { reason: NoWindow::NoneEligible, code: None, census, after };
    let found = Event::Prepared(Tier::Persona, Preparation::Skipped(skip));
    let (_, body) = of(&mut trace, 0, found);
    assert_eq!(
        body,
        "skipped: no fact here may be changed\n\
         Page 2: 7 facts, 0 of them fit for a review; 205 in the whole tier\n\
         No model was asked.\n\
         No memory changed."
    );
    assert_eq!(model().provider, "acme");
}

/// A batch that changed one target does not end with the word that nothing changed.
#[test]
fn a_batch_that_changed_something() {
    let card = |done: Vec<(Tier, Outcome)>| {
        let batch = BatchEnd { done, not_examined: Vec::new() };
        let card = ResultCard::of(Some(Tier::Persona), Outcome::NoOp);
        ResultCard { batch: Some(batch), ..card }.body()
    };
    let nothing = card(vec![(Tier::Project, Outcome::NoOp), (Tier::Persona, Outcome::NoOp)]);
    assert!(nothing.ends_with("\nNo memory changed."), "{nothing}");
    let some = card(vec![(Tier::Project, Outcome::Applied), (Tier::Persona, Outcome::NoOp)]);
    assert!(some.ends_with("\nNo memory changed here."), "{some}");
}

fn any_event() -> impl Strategy<Value = Event> {
    let tier = prop::sample::select(Tier::ALL.to_vec());
    let name = prop::sample::select(vec!["r1", "r2", "r3"]);
    prop_oneof![
        3 => tier.prop_map(Event::Saved),
        3 => (0u64..2_000_000, any::<bool>(), any::<bool>()).prop_map(|(input, idle, pending)| {
            Event::Settled { input, idle, pending: idle && pending }
        }),
        6 => Just(Event::Timer),
        1 => any::<bool>().prop_map(|idle| Event::Request { targets: ALL.to_vec(), idle }),
        2 => name.clone().prop_map(|name| worker(name, accepted(1))),
        2 => name.clone().prop_map(|name| worker(name, Verdict::Nothing)),
        1 => name.clone().prop_map(|name| {
            Event::Worker(run(name), WorkerEnd::Declined(DeclineReason::Busy))
        }),
        2 => (name.clone(), any::<bool>()).prop_map(|(name, written)| card(name, written)),
        2 => name.clone().prop_map(applied),
        1 => name.prop_map(|name| Event::NotRecorded(run(name))),
        1 => Just(Event::Interrupt),
        1 => Just(Event::Off),
        1 => Just(Event::On),
        1 => Just(Event::Gone),
        1 => any::<bool>().prop_map(|enabled| activation(enabled, Vec::new())),
    ]
}

proptest! {
    /// O-100 to O-115, whatever happens in whatever order: one run at a time, each started run settled at most once, nothing applied that was not proposed, off is off, and no timer without a reason.
    #[test]
    fn invariants_of_the_machine(events in prop::collection::vec((any_event(), 0i64..200_000), 1..120)) {
        let mut trace = Trace::new();
        let (mut now, mut open, mut timer) = (0, Vec::<String>::new(), false);
        for (event, pause) in events {
            now += pause;
            let reset = matches!(event, Event::Activate(_) | Event::Gone);
            let off = !trace.review.enabled && !matches!(event, Event::Activate(_) | Event::On);
            for told in trace.feed(now, event) {
                let words: Vec<&str> = told.split(' ').collect();
                match words.as_slice() {
                    ["started", run, _, origin] => {
                        prop_assert!(!(off && *origin == "auto"), "off, but {told}");
                        prop_assert!(open.is_empty(), "{told} while {open:?} runs");
                        open.push((*run).to_owned());
                    }
                    ["settled", run, ..] => {
                        let at = open.iter().position(|one| one == run);
                        prop_assert!(at.is_some(), "{told}, but it was not open");
                        open.clear();
                    }
                    ["apply" | "propose" | "run", run] => {
                        prop_assert!(open.iter().any(|one| one == run), "{told}");
                    }
                    ["arm", _] => timer = true,
                    ["cancel", "timer"] => timer = false,
                    _ => {}
                }
            }
            let review = &trace.review;
            if reset {
                open.clear();
            }
            prop_assert_eq!(review.run.is_some(), !open.is_empty());
            prop_assert_eq!(review.alarm.is_some() && !timer, false);
            let waits = matches!(review.phase, Phase::Armed | Phase::Running | Phase::Proposed);
            prop_assert_eq!(review.alarm.is_some(), waits, "{:?}", review.phase);
            prop_assert!(review.enabled || review.dirty.is_empty() || open.is_empty() && review.retry.is_none());
            prop_assert!(review.batch.is_empty() || review.phase != Phase::Idle);
        }
    }
}
