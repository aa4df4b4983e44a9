//! `cargo xtask fuzz`: replies without end, on a store on disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, ensure};
use mind_core::Mind;
use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::fact::Fact;
use mind_core::mind::Draft;
use mind_core::port::Store as _;
use mind_core::review::judge::Change;
use mind_core::review::prepare::{Model, Prepared, Preparing};
use mind_core::review::window::Progress;
use mind_core::scope::{Persona, Project, Scope, Tier};
use mind_store_fs::{FsStore, Limits, SystemClock};
use mind_testkit::replies::{Replies, hold, hold_applied};

/// Replies of one seed.
const ROUND: usize = 500;
/// One accepted reply of so many is applied, and undone: a durable write costs a thousand judgements.
const APPLIED: usize = 8;

const TEXTS: [&str; 12] = [
    "Alpha service listens on 7101.",
    "Alpha service listens on 7102.",
    "Nightly export is enabled.",
    "Nightly export is not enabled.",
    "The smoke test needs port 7101 free.",
    "Smoke test requires port 7101 to be free.",
    "Use the queue for exports.",
    "Don't forget to size the queue for exports.",
    "Deploys run from the release branch.",
    "缓存未启用。",
    "L'esportazione non parte di domenica.",
    "Timeouts are 1.5 s on the gateway and 30 s in the worker.",
];

/// Throws replies for so long, from this seed on.
pub(crate) fn run(seconds: u64, seed: u64) -> Result<()> {
    let (start, span) = (Instant::now(), Duration::from_secs(seconds));
    let (mut thrown, mut accepted, mut applied) = (0_u64, 0_usize, 0_u64);
    let mut next = seed;
    while start.elapsed() < span {
        let origin = if next.is_multiple_of(2) { Origin::Auto } else { Origin::Explicit };
        let desk = Desk::new()?;
        let mut prepared = desk.prepared(origin)?;
        let mut replies = Replies::new(next, &prepared, &desk.foreign(&prepared)?);
        for number in 0..ROUND {
            let text = replies.reply();
            let told = || format!("seed {next}, reply {number}: {text}");
            let before = desk.files()?;
            let change = hold(&prepared, &text, prepared.created_at).map_err(|why| anyhow!(why));
            let change = change.with_context(told)?;
            ensure!(desk.files()? == before, "judging changed a file: {}", told());
            thrown += 1;
            let Some(change) = change else { continue };
            accepted += 1;
            if accepted.is_multiple_of(APPLIED) {
                desk.round_trip(&prepared, &change).with_context(told)?;
                applied += 1;
                prepared = desk.prepared(origin)?;
            }
        }
        next += 1;
    }
    println!(
        "{thrown} replies of seeds {seed} to {}: {accepted} accepted, {applied} of them applied and undone; nothing else changed anything",
        next - 1
    );
    Ok(())
}

/// A memory on disk with facts of two personas.
struct Desk {
    room: tempfile::TempDir,
    mind: Mind<FsStore, SystemClock>,
    scope: Scope,
}

impl Desk {
    fn new() -> Result<Self> {
        let room = tempfile::tempdir()?;
        let store = FsStore::new(room.path().join("memory"), Limits::default());
        let mind = Mind::new(store, SystemClock, Duration::from_secs(30));
        let project = Some(Project::at(b"/srv/demo"));
        let of = |name: &str| -> Result<Scope> {
            Ok(Scope { persona: Persona::named(name)?, project: project.clone() })
        };
        let (scope, other) = (of("dev")?, of("ops")?);
        for (at, text) in TEXTS.into_iter().enumerate() {
            let tags = vec![["tests", "ports"][at % 2].to_owned()];
            let tier = Some(Tier::ProjectLong.to_string());
            let draft = Draft { tier, tags, text: text.to_owned(), ..Draft::default() };
            mind.remember(&scope, &draft)?;
            if at % 4 == 0 {
                mind.remember(&other, &draft)?;
            }
        }
        Ok(Self { room, mind, scope })
    }

    fn prepared(&self, origin: Origin) -> Result<Prepared> {
        let [provider, id, thinking] = ["acme", "large-1", "off"].map(str::to_owned);
        let preparing = Preparing {
            place: &self.scope.place(Tier::ProjectLong)?,
            scope: &self.scope,
            owner: &PlanOwner::of(&self.scope),
            origin,
            progress: Progress::default(),
            settled: &[],
            model: &Model { provider, id, thinking },
        };
        let found = self.mind.prepare_review(&preparing);
        found.map_err(|skip| anyhow!("no window: {}", skip.reason.as_str()))
    }

    fn rows(&self) -> Result<Vec<Fact>> {
        Ok(self.mind.store().facts(&self.scope.place(Tier::ProjectLong)?)?.rows.clone())
    }

    fn foreign(&self, prepared: &Prepared) -> Result<Vec<String>> {
        let shown: Vec<String> = prepared.ids().map(ToString::to_string).collect();
        let ids = self.rows()?.into_iter().map(|fact| fact.id.to_string());
        Ok(ids.filter(|id| !shown.contains(id)).collect())
    }

    /// Every file with its bytes.
    fn files(&self) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
        let mut found = BTreeMap::new();
        collect(self.room.path(), &mut found)?;
        Ok(found)
    }

    /// Applies a change, looks, undoes it, and looks again.
    fn round_trip(&self, prepared: &Prepared, change: &Change) -> Result<()> {
        let before = sorted(self.rows()?);
        let expect = hold_applied(prepared, change, prepared.created_at);
        let expect = expect.map_err(|why| anyhow!(why))?;
        let (order, owner) = (change.order(prepared, None), PlanOwner::of(&self.scope));
        let applied = self.mind.apply(&self.scope, &order, &owner, &|| Ok(()))?;
        ensure!(self.rows()? == expect, "what was applied is not what was shown");
        let place = self.scope.place(Tier::ProjectLong)?;
        self.mind.undo(&self.scope, &place, &applied.receipt_id, &|| Ok(()))?;
        ensure!(sorted(self.rows()?) == before, "what was undone is not what was there");
        Ok(())
    }
}

fn collect(directory: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else {
            found.insert(path.clone(), fs::read(&path)?);
        }
    }
    Ok(())
}

fn sorted(mut rows: Vec<Fact>) -> Vec<Fact> {
    rows.sort_by_key(|fact| (fact.id.clone(), fact.persona.clone()));
    rows
}
