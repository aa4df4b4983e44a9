//! T-6: any sequence of changes, hand edits and damage, against a model of what should be there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mind_core::fact::Fact;
use mind_core::port::{Commit, Decision, Edits, Expect, Store as _};
use mind_core::time::Timestamp;
use mind_store_fs::{FsStore, Limits};
use proptest::prelude::*;

use crate::disk::{Disk, Leaf};
use crate::support::{PATIENCE, clean, code, dev, fact, working};

/// One step in the life of a home; places and texts are numbers.
#[derive(Clone, Debug)]
enum Step {
    Remember(usize, u8),
    Update(usize, u8, u8),
    Forget(usize, u8),
    Retire(usize, u8, u8),
    Reopen,
    /// The next change is made through another handle.
    Rival,
    /// The rows in another spelling, with one more.
    HandEdit(usize, u8),
    Damage(usize),
    Lose(usize),
    ClockBack,
}

fn steps() -> impl Strategy<Value = Step> {
    let (place, text) = (0..2_usize, 0..5_u8);
    prop_oneof![
        4 => (place.clone(), text.clone()).prop_map(|(at, text)| Step::Remember(at, text)),
        2 => (place.clone(), text.clone(), text.clone())
            .prop_map(|(at, old, new)| Step::Update(at, old, new)),
        2 => (place.clone(), text.clone()).prop_map(|(at, text)| Step::Forget(at, text)),
        2 => (place.clone(), text.clone(), text.clone())
            .prop_map(|(at, old, new)| Step::Retire(at, old, new)),
        1 => Just(Step::Reopen),
        1 => Just(Step::Rival),
        1 => (place.clone(), text).prop_map(|(at, text)| Step::HandEdit(at, text)),
        1 => place.clone().prop_map(Step::Damage),
        1 => place.prop_map(Step::Lose),
        1 => Just(Step::ClockBack),
    ]
}

/// What stands in the place of a store.
#[derive(Clone, Debug, Default, PartialEq)]
enum Live {
    #[default]
    Absent,
    Whole(u64, Vec<String>),
    Damaged,
}

/// What should be in a place.
#[derive(Clone, Debug, Default)]
struct Model {
    live: Live,
    backup: Option<(u64, Vec<String>)>,
    retired: Vec<String>,
}

impl Model {
    /// The rows a reader should see; nothing when there is no good state.
    fn rows(&self) -> Option<(u64, Vec<String>)> {
        match (&self.live, &self.backup) {
            (Live::Whole(sequence, rows), _) => Some((*sequence, rows.clone())),
            (_, Some(backup)) => Some(backup.clone()),
            (Live::Absent, None) => Some((0, Vec::new())),
            (Live::Damaged, None) => None,
        }
    }

    fn commit(&mut self, rows: Vec<String>) {
        let (sequence, _) = self.rows().unwrap_or_default();
        if let Live::Whole(sequence, rows) = &self.live {
            self.backup = Some((*sequence, rows.clone()));
        }
        self.live = Live::Whole(sequence + 1, rows);
    }
}

struct World {
    disk: Disk,
    stores: [FsStore<Disk>; 2],
    acting: usize,
    now: Timestamp,
    models: BTreeMap<usize, Model>,
}

fn home() -> PathBuf {
    PathBuf::from("/m/mind")
}

fn place(at: usize) -> mind_core::scope::FactPlace {
    if at == 0 { dev() } else { working() }
}

fn file(at: usize) -> PathBuf {
    let project = crate::support::demo();
    match at {
        0 => home().join("memory/ltm/dev.json"),
        _ => home().join(format!("memory/stm/{}.json", project.slug())),
    }
}

fn text(number: u8) -> String {
    format!("fact {number}")
}

impl World {
    fn new() -> Self {
        let disk = Disk::with_directory("/m");
        let open = || FsStore::on(disk.clone(), home(), Limits::default());
        let stores = [open(), open()];
        let now = crate::support::now();
        Self { disk, stores, acting: 0, now, models: BTreeMap::new() }
    }

    fn take(&mut self, step: &Step) {
        match *step {
            Step::Remember(at, new) => self.change(
                at,
                |rows| {
                    let mut edits = Edits::new();
                    if !rows.iter().any(|row| row.text.as_str() == text(new)) {
                        edits.append(clean(fact(&place(at), &text(new))));
                    }
                    edits
                },
                |rows| {
                    if !rows.contains(&text(new)) {
                        rows.push(text(new));
                    }
                    None
                },
            ),
            Step::Update(at, old, new) => self.change(
                at,
                |rows| {
                    let mut edits = Edits::new();
                    if let Some(row) = rows.iter().position(|row| row.text.as_str() == text(old)) {
                        edits.amend(row, clean(fact(&place(at), &text(new))));
                    }
                    edits
                },
                |rows| {
                    let row = rows.iter().position(|row| *row == text(old));
                    if let Some(row) = row {
                        rows[row] = text(new);
                    }
                    None
                },
            ),
            Step::Forget(at, gone) => self.change(
                at,
                |rows| {
                    let mut edits = Edits::new();
                    let gone = |row: &Fact| row.text.as_str() == text(gone);
                    (0..rows.len())
                        .filter(|row| gone(&rows[*row]))
                        .for_each(|row| edits.remove(row));
                    edits
                },
                |rows| {
                    rows.retain(|row| *row != text(gone));
                    None
                },
            ),
            Step::Retire(at, old, new) => self.retire(at, old, new),
            Step::Reopen => {
                self.stores[0] = FsStore::on(self.disk.clone(), home(), Limits::default());
            }
            Step::Rival => self.acting = 1 - self.acting,
            Step::HandEdit(at, new) => self.edit_by_hand(at, new),
            Step::Damage(at) => self.damage(at),
            Step::Lose(at) => self.lose(at),
            Step::ClockBack => {
                self.now = Timestamp::from_millis(self.now.millis() - 86_400_000).expect("recent");
            }
        }
    }

    fn change(
        &mut self,
        at: usize,
        edit: impl Fn(&[Fact]) -> Edits<Fact>,
        mirror: impl Fn(&mut Vec<String>) -> Option<String>,
    ) {
        let store = &self.stores[self.acting];
        let mut transaction = store.transaction(self.now, PATIENCE).expect("nobody holds it");
        let decide = &mut |rows: &[Fact]| Decision::Edit(edit(rows));
        let commit = transaction.update(&place(at), Expect::Any, decide).expect("nothing fails");
        drop(transaction);
        let model = self.models.entry(at).or_default();
        let before = model.rows().unwrap_or_default().1;
        let mut rows = before.clone();
        let retired = mirror(&mut rows);
        let must_change = rows != before || retired.is_some();
        model.retired.extend(retired);
        match commit {
            // Rows of one text may still differ, as one written by hand and one made here do.
            Commit::Changed { .. } => model.commit(rows),
            Commit::Unchanged { .. } => assert!(!must_change, "{rows:?} was not written"),
        }
    }

    fn retire(&mut self, at: usize, old: u8, new: u8) {
        let new = fact(&place(at), &text(new));
        let known = |rows: &[String]| rows.iter().position(|row| *row == text(old));
        self.change(
            at,
            |rows| {
                let mut edits = Edits::new();
                if let Some(row) = rows.iter().position(|row| row.text.as_str() == text(old)) {
                    edits.retire(row, new.id.clone(), crate::support::now());
                    edits.append(clean(new.clone()));
                }
                edits
            },
            |rows| {
                let row = known(rows)?;
                let gone = rows.remove(row);
                rows.push(new.text.as_str().to_owned());
                Some(gone)
            },
        );
    }

    fn edit_by_hand(&mut self, at: usize, new: u8) {
        let model = self.models.entry(at).or_default();
        let Live::Whole(_, rows) = &mut model.live else { return };
        let seen = self.disk.seen();
        let Some(Leaf::File(bytes)) = seen.get(path(at).as_str()) else { panic!("it is there") };
        let added = format!(
            "\"entries\": [ {{\"id\":\"a\",\"kind\":\"note\",\"text\":\"{}\",\"tags\":[],\"recordedAt\":\"2026-11-20\",\"lastSeenAt\":\"2026-11-20\"{}}}",
            text(new),
            if at == 1 { ",\"expiresAt\":\"2027-01-01\"" } else { "" }
        );
        let whole = String::from_utf8(bytes.clone()).expect("JSON is text");
        let comma = if rows.is_empty() { "" } else { "," };
        let whole = whole.replacen("\"entries\": [", &format!("{added}{comma}"), 1);
        self.disk.put(&file(at), whole.as_bytes());
        rows.insert(0, text(new));
    }

    fn damage(&mut self, at: usize) {
        let model = self.models.entry(at).or_default();
        if model.live == Live::Absent {
            return;
        }
        self.disk.put(&file(at), b"");
        model.live = Live::Damaged;
    }

    fn lose(&mut self, at: usize) {
        let model = self.models.entry(at).or_default();
        if model.live != Live::Absent {
            self.disk.lose(&file(at));
            model.live = Live::Absent;
        }
    }

    /// Every handle reads what the model says.
    fn agree(&self) {
        let fresh = FsStore::on(self.disk.clone(), home(), Limits::default());
        for (at, model) in &self.models {
            for store in self.stores.iter().chain([&fresh]) {
                let place = place(*at);
                let seen = store.facts(&place).map(|seen| {
                    let rows = seen.rows.iter().map(|row| row.text.as_str().to_owned());
                    (seen.sequence, rows.collect::<Vec<_>>())
                });
                match model.rows() {
                    Some(rows) => assert_eq!(seen.ok(), Some(rows)),
                    None => assert_eq!(code(&seen), "store.corrupt"),
                }
                let strict = store.strict(&place).map(|seen| (seen.sequence, seen.rows.len()));
                match &model.live {
                    Live::Absent => assert_eq!(strict.ok(), Some((0, 0))),
                    Live::Whole(sequence, rows) => {
                        assert_eq!(strict.ok(), Some((*sequence, rows.len())));
                    }
                    Live::Damaged => assert_eq!(code(&strict), "store.corrupt"),
                }
                let retired = store.retired(&place).expect("never damaged");
                let mut kept: Vec<&str> =
                    retired.rows.iter().map(|row| row.fact.text.as_str()).collect();
                let mut expect: Vec<&str> = model.retired.iter().map(String::as_str).collect();
                // How often a row is retired for one replacement is not the model's business.
                kept.sort_unstable();
                kept.dedup();
                expect.sort_unstable();
                expect.dedup();
                assert_eq!(kept, expect);
            }
        }
    }
}

fn path(at: usize) -> String {
    Path::new(&file(at)).to_str().expect("text").to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// P-2, P-5, P-9, P-16, D-51, D-52, D-54: after each step every reader sees what should be there.
    #[test]
    fn any_life_of_a_home(steps in proptest::collection::vec(steps(), 1..25)) {
        let mut world = World::new();
        for step in &steps {
            world.take(step);
            world.agree();
        }
    }
}
