//! A home with one store file in it, looked at and written through the use cases.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use mind_core::Mind;
use mind_core::error::{Error, StoreWarning};
use mind_core::mind::{BacklogDraft, Draft};
use mind_core::port::{Clock as _, Snapshot, Store as _};
use mind_core::scope::{Persona, Project, Scope, Tier};
use mind_store_fs::{FsStore, Limits};
use mind_testkit::FixedClock;
use tempfile::TempDir;

use super::super::machine::{ALLOWED, tree};

/// What is remembered, and asked to be done.
pub(super) const TEXT: &str = "The heron nests at dawn.";

/// A home, and which of its stores is looked at.
pub(super) struct Home {
    room: TempDir,
    tier: Option<Tier>,
}

/// A store as it is read.
#[derive(Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) rows: Vec<Row>,
    pub(super) invalid: usize,
    pub(super) sequence: u64,
    /// Whether the rows are those of the backup.
    pub(super) recovered: bool,
}

/// A fact or an item, as it is read.
#[derive(Debug, PartialEq)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) text: String,
    /// Whether it has ended.
    pub(super) is_over: bool,
}

impl Row {
    /// Whether it says what was added.
    pub(super) fn is_ours(&self) -> bool {
        says_ours(&self.text)
    }
}

impl Home {
    /// A home with nothing in it; the number says which store is looked at.
    pub(super) fn new(which: u8) -> Self {
        let tiers = [Tier::Persona, Tier::Shared, Tier::ProjectLong, Tier::Project];
        let room = TempDir::new().expect(ALLOWED);
        Self { room, tier: tiers.get(usize::from(which) % 5).copied() }
    }

    /// The tier of the store; none for the backlog.
    pub(super) fn tier(&self) -> Option<Tier> {
        self.tier
    }

    /// The directory the home is in.
    pub(super) fn path(&self) -> PathBuf {
        self.room.path().canonicalize().expect(ALLOWED).join("memory")
    }

    /// The store, or a file beside it with this ending.
    pub(super) fn file(&self, ending: &str) -> PathBuf {
        let slug = project().slug().to_string();
        let (directory, name) = match self.tier {
            Some(Tier::Shared) => ("memory/ltm", "_shared".to_owned()),
            Some(Tier::ProjectLong) => ("memory/project", slug),
            Some(Tier::Project) => ("memory/stm", slug),
            Some(_) => ("memory/ltm", "dev".to_owned()),
            None => ("backlog", slug),
        };
        self.path().join(directory).join(format!("{name}.json{ending}"))
    }

    pub(super) fn write(&self, ending: &str, bytes: &[u8]) {
        let path = self.file(ending);
        fs::create_dir_all(path.parent().expect("a directory")).expect(ALLOWED);
        fs::write(path, bytes).expect(ALLOWED);
    }

    pub(super) fn read(&self, ending: &str) -> Option<Vec<u8>> {
        fs::read(self.file(ending)).ok()
    }

    /// Every file with its bytes, but for the locks, which nothing depends on.
    pub(super) fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = tree(&self.path());
        files.retain(|path, _| path.extension().is_none_or(|ending| ending != "guard"));
        files
    }

    /// A store that knows nothing of the calls before.
    pub(super) fn store(&self) -> FsStore {
        FsStore::new(self.path(), Limits::default())
    }

    pub(super) fn mind(&self) -> Mind<FsStore, FixedClock> {
        Mind::new(self.store(), FixedClock::default(), Duration::from_secs(5))
    }

    /// Reads the store; the code where nothing can be shown.
    pub(super) fn look(&self) -> Result<Seen, String> {
        let (store, now) = (self.store(), FixedClock::default().now());
        let Some(tier) = self.tier else {
            return seen(store.backlog(&project()), |item| Row {
                id: item.id.to_string(),
                text: item.text.as_str().to_owned(),
                is_over: !item.is_live(now),
            });
        };
        let place = scope().place(tier).expect("a project");
        seen(store.facts(&place), |fact| Row {
            id: fact.id.to_string(),
            text: fact.text.as_str().to_owned(),
            is_over: !fact.is_live(now),
        })
    }

    /// Adds one row, or refreshes the one that says the same.
    pub(super) fn add(&self) -> Result<(), String> {
        let (mind, text) = (self.mind(), TEXT.to_owned());
        let added = match self.tier {
            None => {
                let draft = BacklogDraft { text, ..BacklogDraft::default() };
                mind.backlog_add(&scope(), &draft).map(|_| ())
            }
            Some(tier) => {
                let tier = Some(tier.to_string());
                mind.remember(&scope(), &Draft { text, tier, ..Draft::default() }).map(|_| ())
            }
        };
        added.map_err(|error| error.code().to_owned())
    }
}

/// Whether a text is the one that was added, as its identity has it.
pub(super) fn says_ours(text: &str) -> bool {
    let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
    said.to_lowercase() == TEXT.to_lowercase()
}

pub(super) fn scope() -> Scope {
    Scope { persona: Persona::named("dev").expect("a name"), project: Some(project()) }
}

fn project() -> Project {
    Project::at(b"/srv/demo")
}

fn seen<T>(
    snapshot: Result<std::sync::Arc<Snapshot<T>>, Error>,
    row: impl Fn(&T) -> Row,
) -> Result<Seen, String> {
    let snapshot = snapshot.map_err(|error| error.code().to_owned())?;
    let recovered = |warning: &StoreWarning| matches!(warning, StoreWarning::Recovered { .. });
    Ok(Seen {
        rows: snapshot.rows.iter().map(row).collect(),
        invalid: snapshot.invalid.len(),
        sequence: snapshot.sequence,
        recovered: snapshot.warnings.iter().any(recovered),
    })
}
