//! A life of a home in a few calls, for disks that fail.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mind_core::backlog::{BacklogItem, BacklogState};
use mind_core::error::Error;
use mind_core::port::{BacklogStamp, Commit, Decision, Edits, Expect, Store as _};
use mind_core::scope::FactPlace;
use mind_store_fs::{FsStore, Limits};

use crate::disk::{Disk, Image};
use crate::support::{
    PATIENCE, appending, change, demo, dev, fact, forget, item, now, retire, supersede, working,
};

pub(crate) const GROUND: &str = "/m";
const HOME: &str = "/m/mind";
/// What the damaged store of the workload holds.
pub(crate) const DAMAGE: &[u8] = b"<<<<<<< HEAD";

/// One change of one place. Done again, it changes nothing more.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Remember(Where, &'static str),
    Keep(Where),
    Forget(Where, &'static str),
    Supersede(Where, &'static str, &'static str),
    /// Retires a row for one that stands in another place.
    Retire(Where, &'static str, &'static str),
    ForgetRetired(Where),
    Add(&'static str),
    Close(&'static str),
}

/// A place of the workload.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Where {
    Dev,
    Shared,
    Long,
    Working,
}

impl Where {
    const ALL: [Self; 4] = [Self::Dev, Self::Shared, Self::Long, Self::Working];

    pub(crate) fn place(self) -> FactPlace {
        match self {
            Self::Dev => dev(),
            Self::Shared => FactPlace::Shared,
            Self::Long => FactPlace::ProjectLong(demo()),
            Self::Working => working(),
        }
    }
}

/// A call: what happens to the disk before it, and its changes in order.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) before: fn(&Disk),
    pub(crate) parts: Vec<Part>,
    /// Whether what somebody else wrote before it may be torn by a power cut until the call has ended.
    pub(crate) unsettled: bool,
}

/// First write in a new home, update, no-op, forget, supersede in one store and across two, promote, the backlog, a hand edit, recovery.
pub(crate) fn workload() -> Vec<Call> {
    use Part::{Add, Close, Forget, ForgetRetired, Keep, Remember, Retire, Supersede};
    use Where::{Dev, Long, Shared, Working};
    let call = |before: fn(&Disk), parts: &[Part]| Call {
        before,
        parts: parts.to_vec(),
        unsettled: false,
    };
    let plain: fn(&Disk) = |_| {};
    vec![
        call(plain, &[Remember(Dev, "one")]),
        call(plain, &[Remember(Dev, "two")]),
        call(plain, &[Keep(Dev)]),
        call(plain, &[Remember(Shared, "for all")]),
        call(plain, &[Supersede(Dev, "one", "three")]),
        call(plain, &[Supersede(Dev, "two", "four")]),
        call(plain, &[Remember(Shared, "five"), Retire(Dev, "four", "five")]),
        call(plain, &[Remember(Working, "soon forgotten")]),
        call(plain, &[Remember(Long, "soon forgotten"), Forget(Working, "soon forgotten")]),
        call(plain, &[Forget(Dev, "three")]),
        // A writer that was killed between making the directory and waiting for its name.
        call(|disk| disk.make_unsynced(&home().join("backlog")), &[Add("later")]),
        call(plain, &[Close("later")]),
        call(plain, &[ForgetRetired(Dev)]),
        Call { before: respell, parts: vec![Remember(Dev, "five")], unsettled: true },
        call(|disk| disk.put(&store_file(), DAMAGE), &[Remember(Dev, "six")]),
        call(|disk| disk.lose(&store_file()), &[Remember(Dev, "seven")]),
    ]
}

/// A hand edit of white space by a program that syncs nothing.
fn respell(disk: &Disk) {
    let seen = disk.seen();
    let crate::disk::Leaf::File(bytes) = &seen[store_file().to_str().expect("text")] else {
        panic!("the store is a file")
    };
    let text = String::from_utf8(bytes.clone()).expect("JSON is text");
    disk.scrawl(&store_file(), text.replace("  ", "   ").as_bytes());
}

pub(crate) fn home() -> PathBuf {
    PathBuf::from(HOME)
}

fn store_file() -> PathBuf {
    Path::new(HOME).join("memory/ltm/dev.json")
}

pub(crate) fn open(disk: &Disk) -> FsStore<Disk> {
    FsStore::on(disk.clone(), home(), Limits::default())
}

/// Makes one change through a handle of its own.
pub(crate) fn act(disk: &Disk, part: Part) -> Result<Commit, Error> {
    let store = open(disk);
    match part {
        Part::Remember(at, text) => {
            let new = fact(&at.place(), text);
            change(&store, &at.place(), Expect::Any, &mut |rows| {
                if rows.contains(&new) { Decision::Keep } else { appending([new.clone()]) }
            })
        }
        Part::Keep(at) => change(&store, &at.place(), Expect::Any, &mut |_| Decision::Keep),
        Part::Forget(at, text) => forget(&store, &at.place(), text),
        Part::Supersede(at, old, new) => supersede(&store, &at.place(), old, new),
        Part::Retire(at, old, by) => retire(&store, &at.place(), old, &fact(&at.place(), by).id),
        Part::ForgetRetired(at) => {
            let place = at.place();
            store.transaction(now(), PATIENCE)?.forget_retired(&place, &mut |_| true)
        }
        Part::Add(text) => backlog(&store, &mut |items| {
            if items.iter().any(|known| known.id == item(text).id) {
                return Decision::Keep;
            }
            appending([item(text)])
        }),
        Part::Close(text) => backlog(&store, &mut |items| {
            let mut edits = Edits::new();
            let stamp = BacklogStamp { state: BacklogState::Done, due_at: None, expires_at: None };
            let row = items.iter().position(|known| known.id == item(text).id);
            if let Some(row) = row {
                edits.restamp(row, stamp);
            }
            Decision::Edit(edits)
        }),
    }
}

fn backlog(
    store: &FsStore<Disk>,
    decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
) -> Result<Commit, Error> {
    use mind_core::port::Store as _;
    store.update_backlog(&demo(), now(), PATIENCE, Expect::Any, decide)
}

/// What each place answers, in a few words.
pub(crate) type World = BTreeMap<String, Result<Vec<String>, &'static str>>;

pub(crate) fn world(disk: &Disk) -> World {
    let store = open(disk);
    let mut world = World::new();
    for at in Where::ALL {
        let place = at.place();
        let facts = store
            .facts(&place)
            .map(|seen| seen.rows.iter().map(|row| row.text.as_str().to_owned()).collect());
        let retired = store
            .retired(&place)
            .map(|seen| seen.rows.iter().map(|row| row.fact.text.as_str().to_owned()).collect());
        world.insert(format!("{at:?}"), facts.map_err(|error| error.code()));
        world.insert(retired_key(at), retired.map_err(|error| error.code()));
    }
    let items = store.backlog(&demo()).map(|seen| {
        seen.rows.iter().map(|item| format!("{} {}", item.text.as_str(), item.state)).collect()
    });
    world.insert("backlog".to_owned(), items.map_err(|error| error.code()));
    world
}

/// What each place of an image answers.
pub(crate) fn world_of(image: &Image) -> World {
    world(&Disk::of(image))
}

pub(crate) fn retired_key(at: Where) -> String {
    format!("{at:?} retired")
}
