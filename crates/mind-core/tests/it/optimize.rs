//! Applying a plan: its receipt, its checks under the lock, and what is left after each way to fail (O-40 to O-53).

use std::sync::atomic::{AtomicUsize, Ordering};

use mind_core::Error;
use mind_core::consolidate::evidence::Evidence;
use mind_core::consolidate::order::Order;
use mind_core::consolidate::plan::{Operation, Origin, Plan, PlanOwner, Staging};
use mind_core::consolidate::plans::{PLANS_KEPT, Plans};
use mind_core::consolidate::receipt::{Receipt, ReceiptState, Run};
use mind_core::error::{Detail, StoreFault};
use mind_core::fact::{Extra, Fact, FactText};
use mind_core::mind::Applied;
use mind_core::port::{Clock as _, Fingerprint, Store as _};
use mind_core::scope::{FactPlace, Scope, Tier};
use mind_core::time::Timestamp;
use mind_testkit::Place;

use crate::consolidation::{at, row, scope, vector};
use crate::world::World;

pub(crate) const MERGED: &str = "The smoke test needs port 7101 to be free.";
pub(crate) const SOURCES: [&str; 2] = ["9d1c6554e633", "b4b771fe5494"];

/// A store that holds the rows of the vectors, at 10:05.
pub(crate) struct Desk {
    pub(crate) world: World,
    pub(crate) scope: Scope,
    pub(crate) place: FactPlace,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self::of(vector())
    }

    pub(crate) fn of(rows: Vec<Fact>) -> Self {
        let (world, scope) = (World::new(), scope("dev"));
        let place = scope.place(Tier::Project).unwrap();
        world.store.seed(&place, rows);
        world.clock.set(at("10:05:00"));
        Self { world, scope, place }
    }

    pub(crate) fn history(&self) -> Place {
        Place::History(self.place.clone())
    }

    pub(crate) fn owner(&self) -> PlanOwner {
        PlanOwner::of(&self.scope)
    }

    pub(crate) fn stage(&self, ids: &[&str], text: &str) -> Result<Plan, Error> {
        let source_ids = ids.iter().map(ToString::to_string).collect();
        let operation =
            Operation { source_ids, kind: "note".into(), text: text.into(), tags: None };
        self.world.mind.stage(&Staging {
            place: &self.place,
            scope: &self.scope,
            owner: self.owner(),
            origin: Origin::Manual,
            fingerprint: None,
            operations: &[operation],
        })
    }

    pub(crate) fn order(&self) -> Order {
        Order::of(&self.stage(&SOURCES, MERGED).unwrap())
    }

    pub(crate) fn apply(&self, order: &Order) -> Result<Applied, Error> {
        self.world.mind.apply(&self.scope, order, &self.owner(), &|| Ok(()))
    }

    /// Stages and applies at 10:06.
    pub(crate) fn applied(&self) -> Applied {
        let order = self.order();
        self.world.clock.set(at("10:06:00"));
        self.apply(&order).unwrap()
    }

    pub(crate) fn rows(&self) -> Vec<Fact> {
        self.world.rows_in(&self.place)
    }

    pub(crate) fn receipts(&self) -> Vec<Receipt> {
        self.world.store.receipts(&self.place).unwrap().rows
    }

    pub(crate) fn states(&self) -> Vec<(ReceiptState, Option<String>)> {
        self.receipts().into_iter().map(|receipt| (receipt.state, receipt.reason)).collect()
    }

    /// Everything stored but the histories.
    pub(crate) fn facts(&self) -> Vec<(String, String)> {
        let mut image = self.world.store.image();
        image.retain(|(label, _)| !label.starts_with("history"));
        image
    }
}

pub(crate) fn code<T>(result: &Result<T, Error>) -> &'static str {
    result.as_ref().err().map_or("none", Error::code)
}

fn later(text: &str, millis: i64) -> Timestamp {
    at(text).plus_millis(millis).unwrap()
}

/// O-42, O-45, O-46, O-50 to O-52: the rows after, and the receipt that says what they were.
#[test]
fn o45_applied() {
    let desk = Desk::new();
    let (before, order) = (desk.rows(), desk.order());
    desk.world.clock.set(at("10:06:00"));
    let applied = desk.apply(&order).unwrap();
    let [receipt] = desk.receipts().try_into().unwrap();
    let expect = Applied {
        plan_id: order.id.clone(),
        receipt_id: receipt.id.clone(),
        target: Tier::Project,
        sources: 2,
        replacements: 1,
        settled: true,
        warnings: Vec::new(),
    };
    assert_eq!(applied, expect);
    let after = desk.rows();
    // O-5, `foreign_row_same_id`: the row of `ops` stays where it stood.
    assert_eq!(after[0], before[1]);
    assert_eq!(after.len(), 2);
    let fingerprint = desk.world.store.strict(&desk.place).unwrap().fingerprint;
    assert_eq!(receipt.state, ReceiptState::Applied);
    assert_eq!((receipt.before_fingerprint, receipt.before_sequence), (order.fingerprint, 1));
    assert_eq!(receipt.after_fingerprint, Some(fingerprint));
    assert_eq!(receipt.plan_id, Some(order.id));
    let [exchange] = receipt.operations.as_slice() else { panic!("one operation") };
    assert_eq!(exchange.before, [before[0].clone(), before[2].clone()]);
    assert_eq!(exchange.after, [after[1].clone()]);
    assert_eq!(desk.world.store.opened().iter().filter(|one| *one == "transaction").count(), 1);
}

/// O-51: the receipt of the vectors.
#[test]
fn o51_vector() {
    assert_eq!(Receipt::id_of("plan-12cf9038efc5855f", at("10:06:00")), "opt-b1e4375790009a5a");
}

/// O-51: the run of a model review stands in the receipt.
#[test]
fn o51_run() {
    let desk = Desk::new();
    let run = Run {
        id: "mind-review-project-5f0c21aa".into(),
        model: "provider/model".into(),
        thinking: "high".into(),
        result_ref: None,
    };
    let order = Order { origin: Origin::Auto, run: Some(run.clone()), ..desk.order() };
    desk.apply(&order).unwrap();
    assert_eq!(
        (desk.receipts()[0].origin, desk.receipts()[0].run.clone()),
        (Origin::Auto, Some(run))
    );
}

/// O-40, O-37: a plan lives until a millisecond before its ten minutes are over, and belongs to its owner.
#[test]
fn o40_refusals() {
    let desk = Desk::new();
    let order = desk.order();
    let other = |change: fn(&mut PlanOwner)| {
        let mut owner = desk.owner();
        change(&mut owner);
        desk.world.mind.apply(&desk.scope, &order, &owner, &|| Ok(()))
    };
    for change in [
        (|owner| owner.session = Some("s".into())) as fn(&mut PlanOwner),
        |owner| owner.persona = scope("ops").persona.segment().clone(),
        |owner| owner.project = None,
        |owner| owner.generation = Some(2),
    ] {
        assert_eq!(code(&other(change)), "optimize.owner_mismatch");
    }
    desk.world.clock.set(later("10:05:00", 600_000));
    assert_eq!(code(&desk.apply(&order)), "optimize.plan_expired");
    assert_eq!((desk.receipts(), desk.world.store.writes()), (Vec::new(), 0));
    desk.world.clock.set(later("10:05:00", 599_999));
    assert_eq!(code(&desk.apply(&order)), "none");
}

/// O-40: an order whose words are not those of its id was altered; one from the future was too.
#[test]
fn o40_altered() {
    let order = Desk::new().order();
    let altered = |change: fn(&mut Order)| {
        let mut order = order.clone();
        change(&mut order);
        code(&order.check_unaltered(at("10:06:00")))
    };
    assert_eq!(altered(|_| {}), "none");
    for change in [
        (|order| order.operations[0].text.push('!')) as fn(&mut Order),
        |order| order.operations[0].kind = "gotcha".into(),
        |order| order.operations[0].tags = None,
        |order| order.operations[0].source_ids.reverse(),
        |order| order.fingerprint = Fingerprint::Absent,
        |order| order.owner.persona = scope("ops").persona.segment().clone(),
        |order| order.owner.project = None,
        |order| order.created_at = at("10:05:01"),
        |order| order.place = FactPlace::Shared,
        |order| order.id.push('0'),
    ] {
        assert_eq!(altered(change), "optimize.plan_altered");
    }
    assert_eq!(code(&order.check_unaltered(at("10:04:59"))), "optimize.plan_altered");
}

/// O-42, O-44, O-6: whatever changed the bytes in between refuses the plan, and nothing is written.
#[test]
fn o44_changed_in_between() {
    let changes: [fn(&Desk); 5] = [
        |desk| desk.world.store.respell(&desk.place),
        |desk| desk.world.store.seed(&desk.place, vector().into_iter().rev().collect()),
        |desk| {
            let mut rows = vector();
            rows[0].text = FactText::parse("The smoke test needs port 7102 free.").unwrap();
            desk.world.store.seed(&desk.place, rows);
        },
        |desk| {
            let more = row("dev", "10:04:00", "something new", &[]);
            desk.world.store.seed(&desk.place, [vector(), vec![more]].concat());
        },
        |desk| desk.world.store.lose(&desk.place),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let desk = Desk::new();
        let order = desk.order();
        change(&desk);
        let before = desk.world.store.image();
        assert_eq!(code(&desk.apply(&order)), "store.changed", "change {at}");
        assert_eq!(desk.world.store.image(), before, "change {at}");
    }
}

/// O-43, O-45: a source that expired meanwhile refuses under the lock, after the receipt was written, which then says why.
#[test]
fn o43_expired_under_the_lock() {
    let mut rows = vector();
    rows[0].expires_at = Some(at("10:06:30"));
    let desk = Desk::of(rows);
    let (order, before) = (desk.order(), desk.facts());
    desk.world.clock.set(at("10:06:00"));
    let clock = desk.world.clock.clone();
    // The guard is asked under the lock; the clock moves on while it waits.
    let slow = move || {
        clock.set(at("10:06:30"));
        Ok(())
    };
    let refused = desk.world.mind.apply(&desk.scope, &order, &desk.owner(), &slow);
    assert_eq!(code(&refused), "fact.expired");
    assert_eq!(desk.states(), [(ReceiptState::Rejected, Some("fact.expired".into()))]);
    assert_eq!(desk.facts(), before);
}

/// O-43: a plan that expired under the lock.
#[test]
fn o43_plan_expired_under_the_lock() {
    let desk = Desk::new();
    let order = desk.order();
    let clock = desk.world.clock.clone();
    let slow = move || {
        clock.set(at("10:15:00"));
        Ok(())
    };
    let refused = desk.world.mind.apply(&desk.scope, &order, &desk.owner(), &slow);
    assert_eq!(code(&refused), "optimize.plan_expired");
    assert_eq!(desk.states(), [(ReceiptState::Rejected, Some("optimize.plan_expired".into()))]);
}

/// O-43, O-46: what the caller's guard refuses with is the answer; the plan can be applied later, under another receipt.
#[test]
fn o43_guard() {
    let desk = Desk::new();
    let (order, before) = (desk.order(), desk.facts());
    let gone = || Err(Error::OwnerChanged);
    let refused = desk.world.mind.apply(&desk.scope, &order, &desk.owner(), &gone);
    assert_eq!(code(&refused), "owner.changed");
    assert_eq!(desk.states(), [(ReceiptState::Rejected, Some("owner.changed".into()))]);
    assert_eq!(desk.facts(), before);
    desk.apply(&order).unwrap();
    let receipts = desk.receipts();
    assert_ne!(receipts[0].id, receipts[1].id, "two tries in one millisecond");
    assert_eq!(receipts[1].state, ReceiptState::Applied);
}

/// O-43 under the guard of a whole call: it is asked again between the receipt and the facts, and the receipt is settled all the same.
#[test]
fn o43_guarded() {
    // Asked for the strict reads and the transaction, under the history's lock, and under the store's.
    for allowed in 0..8 {
        let desk = Desk::new();
        let (order, before) = (desk.order(), desk.facts());
        let asked = AtomicUsize::new(0);
        let guard = || {
            let asked = asked.fetch_add(1, Ordering::SeqCst);
            if asked < allowed { Ok(()) } else { Err(Error::OwnerChanged) }
        };
        let answer = desk.world.mind.guarded(&guard, std::time::Duration::ZERO, |mind| {
            mind.apply(&desk.scope, &order, &desk.owner(), &|| Ok(()))
        });
        let prepared = desk.receipts().iter().any(Receipt::is_prepared);
        assert!(!prepared, "after {allowed} questions a receipt stays open");
        if code(&answer) == "none" {
            assert!(allowed >= 5, "the store was changed after {allowed} questions");
        } else {
            assert_eq!((code(&answer), desk.facts()), ("owner.changed", before));
        }
    }
}

/// O-42, O-6: where the receipt cannot be written for good, the store is not opened for writing.
#[test]
fn o42_no_receipt_no_change() {
    type Spoil = fn(&Desk);
    let cases: [(Spoil, &str); 4] = [
        (|desk| desk.world.store.fail_writes(desk.history()), "optimize.receipt_failed"),
        (|desk| desk.world.store.set_newer(desk.history()), "optimize.receipt_failed"),
        (|desk| desk.world.store.damage(desk.history()), "store.corrupt"),
        (
            |desk| {
                desk.world
                    .store
                    .fail_next_write(desk.history(), StoreFault::Locked { holder: None });
            },
            "store.locked",
        ),
    ];
    for (spoil, expect) in cases {
        let desk = Desk::new();
        let (order, before) = (desk.order(), desk.facts());
        spoil(&desk);
        let image = desk.world.store.image();
        let refused = desk.apply(&order);
        assert_eq!(code(&refused), expect);
        assert_eq!((desk.facts(), desk.world.store.image()), (before, image), "{expect}");
        let label = desk.place.to_string();
        let writes = desk.world.store.opened().iter().filter(|one| **one == label).count();
        assert_eq!(writes, 2, "{expect}: the store was read twice and not opened for writing");
    }
}

/// O-42: a receipt that may vanish at a power cut is no receipt; it says that nothing happened.
#[test]
fn o42_a_receipt_that_may_vanish() {
    let desk = Desk::new();
    let (order, before) = (desk.order(), desk.facts());
    desk.world.store.answer_not_durable(desk.history());
    assert_eq!(code(&desk.apply(&order)), "optimize.receipt_failed");
    assert_eq!(desk.states(), [(ReceiptState::Rejected, Some("optimize.receipt_failed".into()))]);
    assert_eq!(desk.facts(), before);
}

/// O-45: `Applied` without its settlement is a success that says so; the next change settles it by proof.
#[test]
fn o45_unsettled() {
    let desk = Desk::new();
    let order = desk.order();
    // Reading the history, writing the receipt, settling it.
    desk.world.store.fail_nth(desk.history(), 3, StoreFault::NoSpace { operation: "write" });
    let applied = desk.apply(&order).unwrap();
    assert!(!applied.settled);
    assert_eq!(desk.states(), [(ReceiptState::Prepared, None)]);
    let page = desk.world.mind.history(&desk.scope, &desk.place, 0, 10).unwrap();
    assert_eq!(page.receipts[0].evidence, Some(Evidence::After));
    assert_eq!(desk.states(), [(ReceiptState::Prepared, None)], "listing settles nothing");
    let next = desk.stage(&["f93f2ca79c24"], "Port 7101 must be free.").unwrap();
    let after = desk.world.store.strict(&desk.place).unwrap().fingerprint;
    desk.apply(&Order::of(&next)).unwrap();
    let receipts = desk.receipts();
    assert_eq!(
        (receipts[0].state, receipts[0].after_fingerprint),
        (ReceiptState::Applied, Some(after))
    );
    assert_eq!(receipts[1].state, ReceiptState::Applied);
}

/// O-45, O-46: a change that may vanish is uncertain, names its receipt, and leaves it open.
#[test]
fn o45_uncertain() {
    let desk = Desk::new();
    let order = desk.order();
    desk.world.store.answer_not_durable(&desk.place);
    let uncertain = desk.apply(&order).unwrap_err();
    assert_eq!(uncertain.code(), "optimize.outcome_uncertain");
    let id = Detail::Text(desk.receipts()[0].id.clone());
    assert_eq!(uncertain.detail(), [("receiptId", id)]);
    assert_eq!(uncertain.next(), Some("run `mind optimize history --target project`"));
    assert_eq!(desk.states(), [(ReceiptState::Prepared, None)]);
}

/// O-45: a store that refuses rejects the receipt, with its code.
#[test]
fn o45_rejected() {
    let desk = Desk::new();
    let (order, before) = (desk.order(), desk.facts());
    desk.world.store.fail_writes(&desk.place);
    assert_eq!(code(&desk.apply(&order)), "store.read_only");
    assert_eq!(desk.states(), [(ReceiptState::Rejected, Some("store.read_only".into()))]);
    assert_eq!(desk.facts(), before);
    desk.world.store.mend(&desk.place);
    assert_eq!(code(&desk.apply(&order)), "none", "the plan stays staged");
}

/// O-41: the memory transaction keeps every other writer out; the plan stays staged.
#[test]
fn o41_locked() {
    let desk = Desk::new();
    let order = desk.order();
    let now = desk.world.clock.now();
    let held = desk.world.store.transaction(now, std::time::Duration::ZERO).unwrap();
    assert_eq!(code(&desk.apply(&order)), "store.locked");
    drop(held);
    assert_eq!(code(&desk.apply(&order)), "none");
}

/// O-45: a fault at every operation. What is answered is true, and the same plan then succeeds or finds its work done.
#[test]
fn a_fault_at_every_operation() {
    let sound = Desk::new();
    let order = sound.order();
    let staged = sound.world.store.operations();
    sound.apply(&order).unwrap();
    let operations = sound.world.store.operations() - staged;
    // The transaction, two reads, the receipt, the store, the settlement.
    assert_eq!(operations, 6);
    for nth in 1..=operations as u64 {
        let desk = Desk::new();
        let (order, before) = (desk.order(), desk.rows());
        desk.world.store.fail_at(nth, StoreFault::NoSpace { operation: "write" });
        let answer = desk.apply(&order);
        let (after, receipts) = (desk.rows(), desk.receipts());
        let open = receipts.iter().any(Receipt::is_prepared);
        if let Ok(applied) = answer {
            assert_ne!(after, before, "fault {nth}");
            assert_eq!(applied.settled, !open, "fault {nth}");
            continue;
        }
        let refused = code(&answer);
        assert!(["store.no_space", "optimize.receipt_failed"].contains(&refused), "{refused}");
        assert_eq!((after, open), (before, false), "fault {nth} was refused");
        assert_eq!(code(&desk.apply(&order)), "none", "fault {nth}");
        assert_eq!(desk.receipts().last().unwrap().state, ReceiptState::Applied, "fault {nth}");
    }
}

/// O-47: of two applies over one fingerprint the second finds the store changed.
#[test]
fn o47_once() {
    let desk = Desk::new();
    let (order, other) = (desk.order(), desk.stage(&["9d1c6554e633"], "Port 7101.").unwrap());
    desk.apply(&order).unwrap();
    let before = desk.world.store.image();
    assert_eq!(code(&desk.apply(&order)), "store.changed");
    assert_eq!(code(&desk.apply(&Order::of(&other))), "store.changed");
    assert_eq!(desk.world.store.image(), before);
}

/// O-35, D-60: rows that have expired go in the same write, and nothing else does.
#[test]
fn o35_expired_rows_go() {
    let mut gone = row("dev", "08:00:00", "gone", &[]);
    gone.expires_at = Some(at("10:00:00"));
    let extra = Extra::new(vec![("colour".into(), "{\"x\": 1.0}".into())]);
    let kept = Fact { extra, ..row("ops", "08:00:00", "kept", &[]) };
    let desk = Desk::of([vector(), vec![gone, kept.clone()]].concat());
    desk.applied();
    let rows = desk.rows();
    assert_eq!(rows[..2], [vector()[1].clone(), kept]);
    assert_eq!(rows.len(), 3);
}

/// O-39: at most four live plans; a fifth drops the oldest and says which.
#[test]
fn o39_four_plans() {
    let desk = Desk::new();
    let mut plans = Plans::new();
    let mut ids = Vec::new();
    for n in 0..=PLANS_KEPT {
        let plan = desk.stage(&SOURCES, &format!("Port {n} must be free.")).unwrap();
        let dropped = plans.keep(&plan, at("10:05:00"));
        ids.push(plan.id);
        assert_eq!(dropped, (n == PLANS_KEPT).then(|| ids[0].clone()));
    }
    let find = |plans: &Plans, id: &str, now| code(&plans.find(id, &desk.owner(), now));
    assert_eq!(find(&plans, &ids[0], at("10:06:00")), "optimize.plan_unknown");
    assert_eq!(find(&plans, &ids[1], at("10:06:00")), "none");
    assert_eq!(find(&plans, &ids[1], at("10:15:00")), "optimize.plan_expired");
    let other = PlanOwner { generation: Some(3), ..desk.owner() };
    assert_eq!(code(&plans.find(&ids[1], &other, at("10:06:00"))), "optimize.owner_mismatch");
    let copy = plans.find(&ids[1], &desk.owner(), at("10:06:00")).unwrap();
    assert_eq!(copy.id, ids[1]);
    plans.spend(&ids[1]);
    assert_eq!(find(&plans, &ids[1], at("10:06:00")), "optimize.plan_unknown");
    plans.clear();
    assert_eq!(find(&plans, &ids[2], at("10:06:00")), "optimize.plan_unknown");
}

/// O-39: what has expired and what belongs to another owner makes room first.
#[test]
fn o39_only_live_plans_count() {
    let desk = Desk::new();
    let mut plans = Plans::new();
    let staged = |n: usize| desk.stage(&SOURCES, &format!("Port {n} must be free.")).unwrap();
    for n in 0..PLANS_KEPT {
        plans.keep(&staged(n), at("10:05:00"));
    }
    let old = staged(0).id;
    desk.world.clock.set(at("10:16:00"));
    assert_eq!(plans.keep(&staged(9), at("10:16:00")), None);
    assert_eq!(code(&plans.find(&old, &desk.owner(), at("10:16:00"))), "optimize.plan_unknown");
    let mut other = staged(8);
    other.owner.session = Some("another".into());
    assert_eq!(plans.keep(&other, at("10:16:00")), None);
    let mine = staged(9).id;
    assert_eq!(code(&plans.find(&mine, &desk.owner(), at("10:16:00"))), "optimize.plan_unknown");
}

/// O-10, O-11, O-30: inspecting and staging open the store once, to read, and write nothing.
#[test]
fn o11_reads_write_nothing() {
    let desk = Desk::new();
    let before = (desk.world.store.image(), desk.world.store.writes());
    desk.world
        .mind
        .inspect(&desk.scope, &desk.place, mind_core::consolidate::inspect::PageRequest::default())
        .unwrap();
    desk.order();
    assert_eq!((desk.world.store.image(), desk.world.store.writes()), before);
    assert_eq!(desk.world.store.opened(), [desk.place.to_string(), desk.place.to_string()]);
}
