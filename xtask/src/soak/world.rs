//! A home on disk with its projects, the engine over it, and everything that is known about it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use mind_core::Mind;
use mind_core::review::window::Progress;
use mind_core::scope::{FactPlace, Persona, Project};
use mind_core::time::Timestamp;
use mind_store_fs::{FsStore, Limits, project_at};
use mind_testkit::FixedClock;
use mind_testkit::replies::Dice;
use tempfile::TempDir;

use super::model::{Model, Who};
use super::report::Tally;
use super::rivals::Launch;
use super::words::PERSONAS;

/// 2026-01-01T08:00:00.000Z, when every soak begins.
const BEGIN: i64 = 1_767_254_400_000;
/// How long a write waits for a lock.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// A project and the directories its sessions are opened in.
pub(super) struct Yard {
    pub(super) root: PathBuf,
    pub(super) project: Project,
    pub(super) starts: Vec<PathBuf>,
}

/// Everything a soak acts on and knows.
pub(super) struct World {
    room: TempDir,
    pub(super) seed: u64,
    pub(super) day: u32,
    pub(super) dice: Dice,
    pub(super) clock: FixedClock,
    pub(super) mind: Mind<FsStore, FixedClock>,
    /// The memory that is brought in now and then, and what it holds.
    pub(super) other: Mind<FsStore, FixedClock>,
    pub(super) other_model: Model,
    /// Places of the other memory that changed since it was brought in.
    pub(super) fresh: BTreeSet<FactPlace>,
    pub(super) model: Model,
    pub(super) yards: Vec<Yard>,
    pub(super) tally: Tally,
    pub(super) launch: Launch,
    /// Statements made, so that each is new.
    pub(super) said: u64,
    /// Prompts that were captured, to be sent again.
    pub(super) prompts: Vec<String>,
    /// Where each planted fact stood among the answers on the first day.
    pub(super) ranks: BTreeMap<(bool, usize), Option<usize>>,
    /// Where each persona's next review of a place begins.
    pub(super) progress: BTreeMap<(String, FactPlace), Progress>,
    /// Ids of the planted facts.
    pub(super) planted: BTreeSet<String>,
    /// Files set aside because a soak damaged their originals.
    pub(super) quarantined: usize,
    /// Leftovers a soak made or let a killed process make.
    pub(super) tolerated: BTreeSet<PathBuf>,
    /// What did not hold.
    pub(super) failures: Vec<String>,
}

impl World {
    pub(super) fn new(seed: u64, launch: Launch) -> Result<Self> {
        let room = TempDir::new()?;
        let clock = FixedClock::new(at(BEGIN)?);
        let mind = open(&room.path().join("home"), &clock);
        let other = open(&room.path().join("other"), &clock);
        let yards = yards(room.path())?;
        Ok(Self {
            room,
            seed,
            day: 0,
            dice: Dice::new(seed),
            clock,
            mind,
            other,
            other_model: Model::default(),
            fresh: BTreeSet::new(),
            model: Model::default(),
            yards,
            tally: Tally::default(),
            launch,
            said: 0,
            prompts: Vec::new(),
            ranks: BTreeMap::new(),
            progress: BTreeMap::new(),
            planted: BTreeSet::new(),
            quarantined: 0,
            tolerated: BTreeSet::new(),
            failures: Vec::new(),
        })
    }

    pub(super) fn home(&self) -> PathBuf {
        self.room.path().join("home")
    }

    pub(super) fn other_home(&self) -> PathBuf {
        self.room.path().join("other")
    }

    pub(super) fn user(&self) -> PathBuf {
        self.room.path().join("user")
    }

    /// Another handle on the home, with nothing kept from before.
    pub(super) fn reopened(&self) -> Mind<FsStore, FixedClock> {
        open(&self.home(), &self.clock)
    }

    pub(super) fn now(&self) -> i64 {
        self.mind.now().millis()
    }

    /// Sets the clock.
    pub(super) fn turn_to(&mut self, millis: i64) -> Result<()> {
        self.clock.set(at(millis)?);
        Ok(())
    }

    /// Minutes pass.
    pub(super) fn pass(&mut self, minutes: usize) {
        self.clock.advance(Duration::from_secs(60 * minutes as u64));
    }

    /// A morning of the soak.
    pub(super) fn morning(day: u32) -> i64 {
        BEGIN + i64::from(day) * super::model::DAY
    }

    /// Somebody who works somewhere; now and then outside every project.
    pub(super) fn somebody(&mut self) -> Result<Who> {
        let name = *self.dice.pick(&PERSONAS);
        let persona = Persona::named(name)?;
        let at = self.dice.below(self.yards.len() + 1);
        let user = self.user();
        let Some(yard) = self.yards.get(at) else {
            let project = project_at(&user, Some(&user))?;
            self.hold(project.is_none(), "no project at home", String::new);
            return Ok(Who { persona, project: None });
        };
        let start = self.dice.pick(&yard.starts).clone();
        let (expect, project) = (yard.project.clone(), project_at(&start, Some(&user))?);
        self.hold(project.as_ref() == Some(&expect), "one project a repository", || {
            expect.slug().to_string()
        });
        Ok(Who { persona, project: Some(expect) })
    }

    /// The same persona for certain, in the project of a yard.
    pub(super) fn who(&self, name: &str, yard: Option<usize>) -> Result<Who> {
        let project = yard.map(|at| self.yards[at].project.clone());
        Ok(Who { persona: Persona::named(name)?, project })
    }

    /// Notes what does not hold. `told` has ids and places, never text of a memory.
    pub(super) fn hold(&mut self, holds: bool, invariant: &str, told: impl FnOnce() -> String) {
        if !holds {
            let (seed, day) = (self.seed, self.day);
            self.failures.push(format!("seed {seed}, day {day}, {invariant}: {}", told()));
        }
    }

    /// A statement nobody made before.
    pub(super) fn statement(&mut self) -> String {
        self.said += 1;
        super::words::statement(&mut self.dice, self.said)
    }
}

fn open(home: &Path, clock: &FixedClock) -> Mind<FsStore, FixedClock> {
    let store = FsStore::new(home.to_owned(), Limits::default());
    Mind::new(store, clock.clone(), PATIENCE)
}

pub(super) fn at(millis: i64) -> Result<Timestamp> {
    Timestamp::from_millis(millis).context("a year of four digits")
}

/// Three projects: a repository with a linked worktree, a plain one, and a directory git does not know.
fn yards(room: &Path) -> Result<Vec<Yard>> {
    let user = room.join("user");
    let root = |name: &str| user.join("src").join(name);
    let worktree = room.join("trees/demo-fix");
    let own = root("demo").join(".git/worktrees/demo-fix");
    for directory in [&worktree.join("docs"), &own, &root("demo").join("docs")] {
        fs::create_dir_all(directory)?;
    }
    fs::create_dir_all(root("api").join(".git"))?;
    fs::create_dir_all(root("api").join("deep/er"))?;
    fs::create_dir_all(root("site"))?;
    fs::write(worktree.join(".git"), format!("gitdir: {}\n", own.display()))?;
    fs::write(own.join("commondir"), "../..\n")?;
    let yard = |name: &str, starts: Vec<PathBuf>| {
        let root = fs::canonicalize(root(name))?;
        let project = Project::at(root.as_os_str().as_encoded_bytes());
        anyhow::Ok(Yard { root, project, starts })
    };
    let demo = root("demo");
    Ok(vec![
        yard(
            "demo",
            vec![demo.clone(), demo.join("docs"), worktree.clone(), worktree.join("docs")],
        )?,
        yard("api", vec![root("api"), root("api").join("deep/er")])?,
        yard("site", vec![root("site")])?,
    ])
}
