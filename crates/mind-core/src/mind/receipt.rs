//! What a write did.

use crate::backlog::BacklogState;
use crate::error::{Error, StoreWarning};
use crate::fact::{FactId, Kind};
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// What became of a remembered fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A new row.
    Stored,
    /// The row that already said it.
    Refreshed,
    /// A durable row, and the working row that said it is gone.
    PromotedExisting,
}

impl Outcome {
    /// The outcome's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Refreshed => "refreshed",
            Self::PromotedExisting => "promoted-existing",
        }
    }
}

/// Who chose the tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TierChoice {
    /// The caller named it.
    Named,
    /// The kind, and whether there is a project, chose it.
    Rule,
    /// The content already stands in a durable tier, which was kept.
    Existing,
}

/// Why a row that should have gone is still there; nothing is lost, and the same call again finishes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmoved {
    /// The row that takes its place may not outlive a power cut yet.
    NotDurable,
    /// Its store could not be changed.
    Failed(Box<Error>),
}

impl Unmoved {
    pub(super) fn failed(error: Error) -> Self {
        Self::Failed(Box::new(error))
    }
}

/// What happened to the fact a new one replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// It is retired.
    Retired {
        /// Its stored id.
        id: FactId,
        /// The tier it was in.
        tier: Tier,
    },
    /// It stays active until the new fact is promoted.
    Pending {
        /// Its stored id.
        id: FactId,
        /// The tier it is in.
        tier: Tier,
    },
    /// It could not be retired; both are active.
    StillActive {
        /// Its stored id.
        id: FactId,
        /// The tier it is in.
        tier: Tier,
        /// Why.
        because: Unmoved,
    },
}

/// The receipt of `remember`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The row's stored id.
    pub id: FactId,
    /// The tier it stands in.
    pub tier: Tier,
    /// Its kind.
    pub kind: Kind,
    /// What became of it.
    pub outcome: Outcome,
    /// Who chose the tier.
    pub choice: TierChoice,
    /// When it stops being visible, in the working tier.
    pub expires_at: Option<Timestamp>,
    /// What happened to the fact it replaces.
    pub replaced: Option<Replaced>,
    /// A working row of the same content that could not be removed, with why; the fact is in both places.
    pub also_working: Option<Unmoved>,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

/// One row `forget` removed, would remove, or could not remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The row's stored id.
    pub id: FactId,
    /// The tier.
    pub tier: Tier,
    /// The owner, in the project tiers.
    pub persona: Option<Segment>,
    /// Whether it was a retired row.
    pub retired: bool,
    /// Why it is still there.
    pub failed: Option<Box<Error>>,
}

/// The receipt of `forget`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    /// Every row concerned, in tier order.
    pub removed: Vec<Removed>,
    /// Stored ids of retired predecessors, which stay retired.
    pub predecessors: Vec<FactId>,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

/// The receipt of `promote`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promoted {
    /// The durable row's stored id.
    pub id: FactId,
    /// Its kind.
    pub kind: Kind,
    /// The tier it stands in now.
    pub tier: Tier,
    /// Whether a durable row already said it.
    pub outcome: Outcome,
    /// What happened to the fact it replaces.
    pub replaced: Option<Replaced>,
    /// A pending replacement that could not be carried out because its reference no longer names one fact.
    pub replaced_nothing: bool,
    /// Why the working row is still there; the fact is in both tiers, and the same call finishes it.
    pub also_working: Option<Unmoved>,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

/// The receipt of `backlog add`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BacklogAdded {
    /// The item's stored id.
    pub id: FactId,
    /// Stored or refreshed.
    pub outcome: Outcome,
    /// When it wants attention.
    pub due_at: Option<Timestamp>,
    /// When it stops being visible.
    pub expires_at: Timestamp,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

/// The receipt of a backlog move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BacklogMoved {
    /// The item's stored id.
    pub id: FactId,
    /// Where it stands now.
    pub state: BacklogState,
    /// Whether it stood there before.
    pub unchanged: bool,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

/// What a sweep did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// This many expired rows are gone from their stores.
    Removed(usize),
    /// Nothing was done, because an import is going on.
    Deferred,
}
