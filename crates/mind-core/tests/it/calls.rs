//! What every verb keeps to: one look at the clock, and for facts one transaction.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use mind_core::Mind;
use mind_core::mind::{
    BacklogDraft, BacklogListing, BacklogMove, ContextRequest, Destination, ForgetMode,
    RecallRequest, Screen,
};
use mind_core::port::{Clock, Store as _};
use mind_core::time::Timestamp;
use mind_testkit::FakeStore;

use crate::world::{World, at, dev, in_tier, note, of_kind, superseding};

/// A clock that is an hour on each time it is looked at.
#[derive(Debug, Default)]
struct RunningClock {
    looks: AtomicI64,
}

impl Clock for RunningClock {
    fn now(&self) -> Timestamp {
        at(self.looks.fetch_add(1, Ordering::SeqCst))
    }
}

/// F-6: one use case reads the clock once, so that all it does happens at one time.
#[test]
fn one_look_at_the_clock() {
    let clock = RunningClock::default();
    let mind = Mind::new(FakeStore::new(), &clock, Duration::ZERO);
    let scope = dev();
    let looks = |verb: &str, act: &dyn Fn()| {
        let before = clock.looks.load(Ordering::SeqCst);
        act();
        assert_eq!(clock.looks.load(Ordering::SeqCst) - before, 1, "{verb}");
    };
    let remember = |draft| mind.remember(&scope, &draft).unwrap().id;
    let working = remember(note("CI is red"));
    looks("promote", &|| {
        drop(mind.promote(&scope, working.as_str(), Destination::default()).unwrap());
    });
    let old = remember(in_tier("shared", "Port 7101"));
    looks("remember", &|| {
        drop(remember(superseding(old.as_str(), in_tier("persona", "Port 7102"))));
    });
    looks("remember a batch", &|| {
        let drafts = ["a", "b", "c"].map(|text| of_kind("gotcha", text));
        drop(mind.remember_batch(&scope, &drafts).unwrap());
    });
    looks("check", &|| mind.check(&scope, &note("x")).unwrap());
    looks("recall", &|| drop(mind.recall(&scope, &RecallRequest::default()).unwrap()));
    looks("read", &|| drop(mind.read(&scope, working.as_str(), None).unwrap()));
    looks("context", &|| drop(mind.context(&scope, &ContextRequest::default()).unwrap()));
    looks("export", &|| drop(mind.export(&scope, &[], Screen::Withhold).unwrap()));
    looks("status", &|| drop(mind.status(&scope)));
    looks("forget", &|| {
        drop(mind.forget(&scope, working.as_str(), None, ForgetMode::Remove).unwrap());
    });
    let later = BacklogDraft { text: "later".to_owned(), ..BacklogDraft::default() };
    looks("backlog add", &|| drop(mind.backlog_add(&scope, &later).unwrap()));
    looks("backlog list", &|| {
        drop(mind.backlog_list(&scope, &BacklogListing::default()).unwrap());
    });
    let id = mind.backlog_add(&scope, &later).unwrap().id;
    looks("backlog move", &|| {
        drop(mind.backlog_move(&scope, id.as_str(), &BacklogMove::Take).unwrap());
    });
    looks("due", &|| drop(mind.due_items(&scope).unwrap()));
    looks("sweep", &|| {
        mind.sweep(&scope).unwrap();
    });
}

/// D-42: every change of facts takes the home's transaction; the backlog never does, and no read takes anything.
#[test]
fn facts_change_in_a_transaction_and_the_backlog_beside_it() {
    let world = World::new();
    let mind = &world.mind;
    let id = world.remember(&note("Build is red")).id;
    let held = world.store.transaction(at(0), Duration::ZERO).unwrap();
    let locked = |code: Option<&'static str>| assert_eq!(code, Some("store.locked"));
    let code = |error: mind_core::Error| error.code();
    locked(mind.remember(&dev(), &note("x")).err().map(code));
    locked(mind.remember_batch(&dev(), &[note("x"), note("y")]).err().map(code));
    locked(mind.promote(&dev(), id.as_str(), Destination::default()).err().map(code));
    locked(mind.forget(&dev(), id.as_str(), None, ForgetMode::Remove).err().map(code));
    let later = BacklogDraft { text: "later".to_owned(), ..BacklogDraft::default() };
    let item = mind.backlog_add(&dev(), &later).unwrap().id;
    mind.backlog_move(&dev(), item.as_str(), &BacklogMove::Take).unwrap();
    assert_eq!(world.listed(), ["Build is red"]);
    mind.read(&dev(), id.as_str(), None).unwrap();
    mind.context(&dev(), &ContextRequest::default()).unwrap();
    mind.forget(&dev(), id.as_str(), None, ForgetMode::DryRun).unwrap();
    drop(held);
    mind.promote(&dev(), id.as_str(), Destination::default()).unwrap();
}

/// B21, D-51, F-9: a clock that was set back three days makes no id twice, turns no order round and brings nothing back that went.
#[test]
fn a_clock_set_back() {
    let world = World::new();
    let gone = world.remember(&of_kind("gotcha", "gone")).id;
    let old = world.remember(&of_kind("gotcha", "replaced")).id;
    world.remember(&superseding(old.as_str(), of_kind("gotcha", "replacement")));
    world.mind.forget(&dev(), gone.as_str(), None, ForgetMode::Remove).unwrap();
    world.remember(&note("expires"));
    world.pass(48.0);
    world.mind.sweep(&dev()).unwrap();
    let before = world.listed();
    assert_eq!(before, ["replacement"]);
    world.clock.set(at(-72));
    assert_eq!(world.listed(), before);
    world.remember(&of_kind("gotcha", "said in the past"));
    world.remember(&of_kind("gotcha", "Said in the past"));
    let listed = world.listed();
    assert_eq!(listed, ["replacement", "Said in the past"]);
    assert_eq!(world.listed(), listed);
    world.clock.set(at(48));
    assert_eq!(world.listed(), listed);
}
