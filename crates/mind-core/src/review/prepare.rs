//! The first half of a review: from a strict snapshot to a request for a model, or to the reason why there is none.

use super::digest::WindowDigest;
use super::record::array;
use super::request::{RunId, SYSTEM_PROMPT, prompt};
use super::window::{Census, NoWindow, Progress, look};
use crate::consolidate::plan::{Origin, PlanOwner};
use crate::fact::{Fact, FactId};
use crate::port::Snapshot;
use crate::scope::{FactPlace, Scope};
use crate::time::Timestamp;

/// The one model a review may run on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Who runs it.
    pub provider: String,
    /// Its name there.
    pub id: String,
    /// How much it thinks; `off` where it does not.
    pub thinking: String,
}

/// What a review is prepared for.
#[derive(Clone, Debug)]
pub struct Preparing<'a> {
    /// The store.
    pub place: &'a FactPlace,
    /// Who asks, and where.
    pub scope: &'a Scope,
    /// What the plan will belong to.
    pub owner: &'a PlanOwner,
    /// Whether it was asked for or began by itself; never manual.
    pub origin: Origin,
    /// Where to begin.
    pub progress: Progress,
    /// The windows that were reviewed before; only a review that began by itself looks at them.
    pub settled: &'a [WindowDigest],
    /// The model that will be asked.
    pub model: &'a Model,
}

/// A review that can begin: the request, and everything its answer will be held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The run.
    pub run: RunId,
    /// The store.
    pub place: FactPlace,
    /// Who asked, and where.
    pub scope: Scope,
    /// What the plan will belong to.
    pub owner: PlanOwner,
    /// Whether it was asked for or began by itself.
    pub origin: Origin,
    /// The model to be asked, and no other.
    pub model: Model,
    /// When it was prepared.
    pub created_at: Timestamp,
    /// The store as it stood.
    pub snapshot: Snapshot<Fact>,
    /// The records shown, as positions among the valid rows, newest first.
    pub window: Vec<usize>,
    /// What the window says.
    pub digest: WindowDigest,
    /// What was looked at.
    pub census: Census,
    /// Where the next review begins after one that changed nothing.
    pub after: Progress,
    /// The user's half of the request; its system half is [`SYSTEM_PROMPT`].
    pub prompt: String,
}

/// A review that does not begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// Why.
    pub reason: NoWindow,
    /// The code of the store that could not be read, for [`NoWindow::InvalidInput`].
    pub code: Option<&'static str>,
    /// What was looked at; nothing for [`NoWindow::InvalidInput`].
    pub census: Census,
    /// Where the next review begins.
    pub after: Progress,
}

/// Prepares a review of a strict snapshot.
///
/// # Errors
/// The reason why there is no window; no worker is to start.
pub fn prepare(
    snapshot: Snapshot<Fact>,
    preparing: &Preparing<'_>,
    now: Timestamp,
) -> Result<Prepared, Skip> {
    let tier = preparing.place.tier();
    let found = look(&snapshot, (tier, preparing.scope, now), preparing.progress);
    let (census, after) = (found.census, found.after);
    let skip = |reason| Skip { reason, code: None, census, after };
    let (window, records): (Vec<usize>, Vec<String>) =
        found.window.map_err(skip)?.into_iter().unzip();
    let rows = window.iter().map(|row| &snapshot.rows[*row]);
    let digest = WindowDigest::of(tier, preparing.owner, rows);
    if preparing.origin == Origin::Auto && preparing.settled.contains(&digest) {
        return Err(skip(NoWindow::AlreadyReviewed));
    }
    Ok(Prepared {
        run: RunId::of(tier, preparing.owner, digest.as_str(), now),
        place: preparing.place.clone(),
        scope: preparing.scope.clone(),
        owner: preparing.owner.clone(),
        origin: preparing.origin,
        model: preparing.model.clone(),
        created_at: now,
        window,
        digest,
        census,
        after,
        prompt: prompt(tier, &records),
        snapshot,
    })
}

impl Skip {
    /// A target whose snapshot was refused with this code.
    pub fn unreadable(code: &'static str, progress: Progress) -> Self {
        let census = Census { page: progress.page, ..Census::default() };
        Self { reason: NoWindow::InvalidInput, code: Some(code), census, after: progress }
    }
}

impl Prepared {
    /// The system half of the request.
    pub const fn system_prompt(&self) -> &'static str {
        SYSTEM_PROMPT
    }

    /// The rows of the window, newest first.
    pub fn rows(&self) -> impl Iterator<Item = &Fact> {
        self.window.iter().map(|row| &self.snapshot.rows[*row])
    }

    /// The stored ids of the window, newest first.
    pub fn ids(&self) -> impl Iterator<Item = &FactId> {
        self.rows().map(|fact| &fact.id)
    }

    /// The records as the request has them, on one line.
    pub fn records(&self) -> String {
        array(&self.rows().map(super::record::record).collect::<Vec<_>>())
    }

    /// A review that was prepared elsewhere, with the window that was shown there: its answer is held against this snapshot.
    pub fn resumed(
        snapshot: Snapshot<Fact>,
        preparing: &Preparing<'_>,
        (run, ids): (RunId, &[String]),
        created_at: Timestamp,
    ) -> Self {
        let tier = preparing.place.tier();
        let own = |fact: &Fact| fact.owner(tier) == preparing.scope.owner_in(tier).as_ref();
        let shown =
            |id: &String| snapshot.rows.iter().position(|fact| fact.id.as_str() == id && own(fact));
        let window: Vec<usize> = ids.iter().filter_map(shown).collect();
        let rows = window.iter().map(|row| &snapshot.rows[*row]);
        Self {
            run,
            place: preparing.place.clone(),
            scope: preparing.scope.clone(),
            owner: preparing.owner.clone(),
            origin: preparing.origin,
            model: preparing.model.clone(),
            created_at,
            digest: WindowDigest::of(tier, preparing.owner, rows),
            window,
            census: Census::default(),
            after: preparing.progress,
            prompt: String::new(),
            snapshot,
        }
    }
}
