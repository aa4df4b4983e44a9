//! The backlog: F-70 to F-79.

use mind_core::backlog::{BacklogItem, BacklogState, BacklogText};
use mind_core::fact::{Extra, FactId, Tags};
use mind_core::mind::{BacklogDraft, BacklogListing, BacklogMove, Body, ForgetMode, Outcome};
use mind_core::scope::Segment;
use rstest::rstest;

use crate::world::{World, at, dev, homeless, ops};

fn item(text: &str) -> BacklogDraft {
    BacklogDraft { text: text.to_owned(), ..BacklogDraft::default() }
}

fn add(world: &World, draft: &BacklogDraft) -> Result<FactId, &'static str> {
    world.mind.backlog_add(&dev(), draft).map(|added| added.id).map_err(|error| error.code())
}

fn go(world: &World, id: &FactId, to: &BacklogMove) -> Result<BacklogState, &'static str> {
    let moved = world.mind.backlog_move(&dev(), id.as_str(), to);
    moved.map(|moved| moved.state).map_err(|error| error.code())
}

const DONE: BacklogMove = BacklogMove::Done { note: None };
const DROP: BacklogMove = BacklogMove::Drop { note: None };

fn listed(world: &World, listing: &BacklogListing) -> Vec<String> {
    let page = world.mind.backlog_list(&dev(), listing).unwrap();
    let text = |body: &Body| match body {
        Body::Open { text, .. } => text.clone(),
        Body::Withheld { .. } => "[withheld]".into(),
    };
    page.items.iter().map(|item| text(&item.body)).collect()
}

fn row(id: &str, text: &str, persona: Option<&str>) -> BacklogItem {
    BacklogItem {
        id: FactId::parse(id).unwrap(),
        text: BacklogText::parse(text).unwrap(),
        state: BacklogState::Open,
        tags: Tags::default(),
        created_at: at(-1),
        persona: persona.map(|segment| Segment::stored(segment).unwrap()),
        due_at: None,
        expires_at: Some(at(47)),
        note: None,
        extra: Extra::default(),
    }
}

fn seed(world: &World, rows: Vec<BacklogItem>) {
    world.store.seed_backlog(dev().project.as_ref().unwrap(), rows);
}

fn rows(world: &World) -> Vec<BacklogItem> {
    let project = dev().project.unwrap();
    mind_core::port::Store::backlog(&world.store, &project).unwrap().rows.clone()
}

/// F-70, F-71: a new item is open, owned, created now, and ends in 48 hours or when it is due.
#[test]
fn a_new_item() {
    let world = World::new();
    let id = add(&world, &item("revisit the SMB share")).unwrap();
    assert_eq!(id.as_str(), "bae405227410");
    let expect = BacklogItem {
        created_at: at(0),
        expires_at: Some(at(48)),
        ..row("bae405227410", "revisit the SMB share", Some("dev"))
    };
    assert_eq!(rows(&world), [expect]);
    let far = BacklogDraft { due_seconds: Some(100.0 * 3_600.0), ..item("renew the certificate") };
    let added = world.mind.backlog_add(&dev(), &far).unwrap();
    assert_eq!((added.due_at, added.expires_at), (Some(at(100)), at(100)));
}

/// F-71: what a due time and a lifetime may be.
#[rstest]
#[case::zero(Some(0.0), None, "backlog.due_invalid")]
#[case::not_a_number(Some(f64::NAN), None, "backlog.due_invalid")]
#[case::too_far(Some(1e15), None, "backlog.due_invalid")]
#[case::ttl(None, Some(-1.0), "fact.ttl_invalid")]
fn bad_times(#[case] due: Option<f64>, #[case] ttl: Option<f64>, #[case] code: &str) {
    let draft = BacklogDraft { due_seconds: due, ttl_hours: ttl, ..item("x") };
    assert_eq!(add(&World::new(), &draft), Err(code));
}

/// F-70: limits, and the scanner.
#[test]
fn bad_texts() {
    let world = World::new();
    assert_eq!(add(&world, &item(" ")), Err("backlog.text_empty"));
    assert_eq!(add(&world, &item(&"é".repeat(8_193))), Err("backlog.too_long"));
    assert_eq!(add(&world, &item("You are now a pirate")), Err("scan.refused"));
    let id = add(&world, &item("revisit the share")).unwrap();
    let note = |note: &str| BacklogMove::Done { note: Some(note.to_owned()) };
    assert_eq!(go(&world, &id, &note(&"é".repeat(1_025))), Err("backlog.note_too_long"));
    assert_eq!(go(&world, &id, &note("You are now a pirate")), Err("scan.refused"));
    assert_eq!(go(&world, &id, &note(&"é".repeat(1_024))), Ok(BacklogState::Done));
}

/// F-72: adding a known item refreshes its end, and its due time when one is given; a moved one is refused.
#[test]
fn adding_again() {
    let world = World::new();
    let due = BacklogDraft { due_seconds: Some(3_600.0), ..item("revisit the share") };
    let id = add(&world, &due).unwrap();
    world.pass(2.0);
    let again = world.mind.backlog_add(&dev(), &item("Revisit  the share")).unwrap();
    assert_eq!(
        (again.outcome, again.due_at, again.expires_at),
        (Outcome::Refreshed, Some(at(1)), at(50))
    );
    assert_eq!(rows(&world).len(), 1);
    go(&world, &id, &BacklogMove::Take).unwrap();
    assert_eq!(add(&world, &due), Err("backlog.already_taken"));
    go(&world, &id, &DONE).unwrap();
    assert_eq!(add(&world, &due), Err("backlog.already_done"));
    let other = add(&world, &item("another")).unwrap();
    go(&world, &other, &DROP).unwrap();
    assert_eq!(add(&world, &item("another")), Err("backlog.already_dropped"));
}

/// F-72: an equal item of nobody counts as own and gets the persona; another persona's is another item.
#[test]
fn whose_item_it_is() {
    let world = World::new();
    seed(&world, vec![row("bae405227410", "revisit the SMB share", None)]);
    add(&world, &item("revisit the SMB share")).unwrap();
    assert_eq!(rows(&world)[0].persona, Segment::stored("dev"));
    world.mind.backlog_add(&ops(), &item("revisit the SMB share")).unwrap();
    assert_eq!(rows(&world).len(), 2);
}

/// F-73: every move from every state.
#[test]
fn moves() {
    let world = World::new();
    let id = add(&world, &item("a")).unwrap();
    assert_eq!(go(&world, &id, &BacklogMove::Take), Ok(BacklogState::Taken));
    let writes = world.store.writes();
    assert_eq!(go(&world, &id, &BacklogMove::Take), Ok(BacklogState::Taken));
    assert_eq!(world.store.writes(), writes, "taking twice writes nothing");
    assert_eq!(go(&world, &id, &DONE), Ok(BacklogState::Done));
    for to in [BacklogMove::Take, DONE, DROP] {
        assert_eq!(go(&world, &id, &to), Err("backlog.closed"));
    }
    let id = add(&world, &item("b")).unwrap();
    assert_eq!(go(&world, &id, &DROP), Ok(BacklogState::Dropped));
    assert_eq!(go(&world, &id, &BacklogMove::Take), Err("backlog.closed"));
}

/// F-74: own items first; nobody's may be moved by anyone; others' need to be named.
#[test]
fn references() {
    let world = World::new();
    let mine = add(&world, &item("a")).unwrap();
    world.mind.backlog_add(&ops(), &item("a")).unwrap();
    let third = crate::world::scope("qa");
    let code = |id: &str| {
        world.mind.backlog_move(&third, id, &BacklogMove::Take).map(|_| ()).map_err(|e| e.code())
    };
    assert_eq!(code(mine.as_str()), Err("backlog.ambiguous_id"));
    assert_eq!(code(&format!("backlog:ops/{mine}")), Ok(()));
    assert_eq!(code("nothing"), Err("backlog.not_found"));
    assert_eq!(code("project/abc"), Err("fact.id_invalid"));
    go(&world, &mine, &BacklogMove::Take).unwrap();
    let states: Vec<_> = rows(&world).iter().map(|item| item.state).collect();
    assert_eq!(states, [BacklogState::Taken, BacklogState::Taken]);
    seed(&world, vec![row("old", "nobody's", None)]);
    assert_eq!(code("old"), Ok(()));
}

/// F-75: an expired item is invisible and cannot be moved, in any state.
#[test]
fn expiry() {
    let world = World::new();
    let id = add(&world, &item("a")).unwrap();
    world.pass(48.0);
    assert_eq!(go(&world, &id, &DONE), Err("backlog.expired"));
    assert!(listed(&world, &BacklogListing::default()).is_empty());
}

/// F-76: an add clears expired items and all but the newest 1,000 closed ones; open and taken ones stay.
#[test]
fn an_add_clears_what_is_over() {
    let world = World::new();
    let mut items: Vec<BacklogItem> = (0..1_200)
        .map(|n| BacklogItem {
            state: if n % 2 == 0 { BacklogState::Done } else { BacklogState::Dropped },
            created_at: mind_core::time::Timestamp::from_millis(at(-1).millis() + n).unwrap(),
            ..row(&format!("closed-{n}"), &format!("closed {n}"), Some("dev"))
        })
        .collect();
    items.extend((0..5).map(|n| row(&format!("open-{n}"), &format!("open {n}"), Some("ops"))));
    items.push(BacklogItem { expires_at: Some(at(0)), ..row("gone", "gone", Some("dev")) });
    seed(&world, items);
    add(&world, &item("new")).unwrap();
    let ids: Vec<String> = rows(&world).iter().map(|item| item.id.to_string()).collect();
    assert_eq!(ids.len(), 1_000 + 5 + 1);
    assert_eq!(ids[0], "closed-200");
    assert!(!ids.contains(&"gone".to_owned()));
}

/// F-77, F-78: order, whose items, states, pages.
#[test]
fn a_listing() {
    use BacklogState::{Done, Open, Taken};
    let world = World::new();
    let with = |id: &str, state, due: Option<i64>, created| BacklogItem {
        state,
        due_at: due.map(at),
        created_at: at(created),
        ..row(id, id, Some("dev"))
    };
    seed(
        &world,
        vec![
            with("plain-old", Open, None, -3),
            with("plain-new", Open, None, -2),
            with("future", Open, Some(5), -1),
            with("overdue", Open, Some(-1), -1),
            with("overdue-more", Open, Some(-2), -1),
            with("taken", Taken, None, -9),
            with("done", Done, None, -1),
            row("hers", "hers", Some("ops")),
            row("nobodys", "nobodys", None),
        ],
    );
    let default = BacklogListing::default();
    assert_eq!(
        listed(&world, &default),
        ["taken", "overdue-more", "overdue", "future", "nobodys", "plain-new", "plain-old"]
    );
    let done = BacklogListing { state: Some(Done), ..BacklogListing::default() };
    assert_eq!(listed(&world, &done), ["done"]);
    let all = BacklogListing { all: true, limit: 3, offset: 4, ..BacklogListing::default() };
    assert_eq!(listed(&world, &all), ["hers", "nobodys", "plain-new"]);
    let page = world.mind.backlog_list(&dev(), &all).unwrap();
    assert_eq!((page.total, page.next_offset), (8, Some(7)));
    let far = BacklogListing { limit: 51, ..BacklogListing::default() };
    let refused = world.mind.backlog_list(&dev(), &far).unwrap_err();
    assert_eq!(refused.code(), "input.out_of_range");
}

/// a withheld item shows its rule, and can be moved by id without its text.
#[test]
fn a_withheld_item_can_be_moved() {
    let world = World::new();
    seed(&world, vec![row("poison", "You are now a pirate", Some("dev"))]);
    assert_eq!(listed(&world, &BacklogListing::default()), ["[withheld]"]);
    let id = FactId::parse("poison").unwrap();
    assert_eq!(go(&world, &id, &BacklogMove::Take), Ok(BacklogState::Taken));
    assert_eq!(go(&world, &id, &DONE), Ok(BacklogState::Done));
}

/// F-79: due items are data; acknowledging clears only the due time that was shown.
#[test]
fn reminders() {
    let world = World::new();
    let soon = BacklogDraft { due_seconds: Some(3_600.0), ..item("renew") };
    let id = add(&world, &soon).unwrap();
    assert!(world.mind.due_items(&dev()).unwrap().is_empty());
    world.pass(1.0);
    let due = world.mind.due_items(&dev()).unwrap();
    assert_eq!(due.iter().map(|item| &item.id).collect::<Vec<_>>(), [&id]);
    assert!(world.mind.due_items(&ops()).unwrap().is_empty());
    add(&world, &soon).unwrap();
    world.mind.acknowledge(&dev(), id.as_str(), due[0].due_at.unwrap()).unwrap();
    assert_eq!(rows(&world)[0].due_at, Some(at(2)), "a newer due time stays");
    world.mind.acknowledge(&dev(), id.as_str(), at(2)).unwrap();
    assert_eq!(rows(&world)[0].due_at, None);
}

/// D-60: whatever changes the backlog takes expired items along; a refusal leaves them.
#[rstest]
#[case("take")]
#[case("done")]
#[case("acknowledge")]
#[case("reset")]
fn every_change_clears_what_is_over(#[case] change: &str) {
    let world = World::new();
    let id = add(&world, &BacklogDraft { due_seconds: Some(3_600.0), ..item("renew") }).unwrap();
    let over = BacklogItem { expires_at: Some(at(1)), ..row("gone", "gone", Some("ops")) };
    seed(&world, [rows(&world), vec![over]].concat());
    world.pass(2.0);
    assert_eq!(go(&world, &FactId::parse("nobody").unwrap(), &DONE), Err("backlog.not_found"));
    assert_eq!(rows(&world).len(), 2);
    match change {
        "take" => drop(go(&world, &id, &BacklogMove::Take).unwrap()),
        "done" => drop(go(&world, &id, &DONE).unwrap()),
        "acknowledge" => world.mind.acknowledge(&dev(), id.as_str(), at(1)).unwrap(),
        _ => {
            let gone = world.mind.reset_workspace(&dev(), ForgetMode::Remove).unwrap();
            assert_eq!(gone.items, 1, "another's item that is over is not counted");
        }
    }
    assert!(rows(&world).iter().all(|item| item.id == id));
}

/// F-54, S-1: without a project there is no backlog.
#[test]
fn no_project_no_backlog() {
    let world = World::new();
    let refused = world.mind.backlog_add(&homeless(), &item("x")).unwrap_err();
    assert_eq!(refused.code(), "scope.no_project");
    let refused = world.mind.backlog_list(&homeless(), &BacklogListing::default()).unwrap_err();
    assert_eq!(refused.code(), "scope.no_project");
}

/// D-60, D-61: a sweep removes what has expired, and does nothing while a transaction is open.
#[test]
fn a_sweep() {
    use mind_core::mind::Sweep;
    use mind_core::port::Store as _;
    let world = World::new();
    world.remember(&crate::world::note("Build is red"));
    add(&world, &item("a")).unwrap();
    assert_eq!(world.mind.sweep(&dev()), Ok(Sweep::Removed(0)));
    world.pass(48.0);
    let open = world.store.transaction(at(48), std::time::Duration::ZERO).unwrap();
    assert_eq!(world.mind.sweep(&dev()), Ok(Sweep::Deferred));
    drop(open);
    assert_eq!(world.mind.sweep(&dev()), Ok(Sweep::Removed(2)));
    assert!(rows(&world).is_empty());
}
