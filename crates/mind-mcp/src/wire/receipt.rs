//! What writes did.

use mind_core::mind::{
    BacklogAdded, BacklogMoved, Forgotten, Promoted, Remembered, Removed, Replaced,
};
use mind_core::scan::label;
use mind_protocol::{self as wire, SupersededState};

use super::{error, unmoved, warnings, word};

/// What may be left of a forgotten fact (facts.md F-46).
pub const REMAINS: &str = "out of active use; earlier bytes can remain in backups, quarantine, consolidation receipts and host transcripts";

/// The receipt of `remember`.
pub fn remembered(receipt: &Remembered) -> wire::Remembered {
    let (supersedes, superseded) = replaced(receipt.replaced.as_ref());
    wire::Remembered {
        id: receipt.id.to_string(),
        tier: word::tier(receipt.tier),
        kind: word::kind(receipt.kind),
        outcome: word::outcome(receipt.outcome),
        tier_choice: word::choice(receipt.choice),
        expires_at: receipt.expires_at.map(|at| at.to_string()),
        supersedes,
        superseded,
        also_working: receipt.also_working.as_ref().map(unmoved),
        warnings: warnings(&receipt.warnings),
    }
}

/// The receipt of `promote`.
pub fn promoted(receipt: &Promoted) -> wire::Promoted {
    let (supersedes, superseded) = replaced(receipt.replaced.as_ref());
    wire::Promoted {
        id: receipt.id.to_string(),
        kind: word::kind(receipt.kind),
        tier: word::tier(receipt.tier),
        outcome: word::outcome(receipt.outcome),
        supersedes,
        superseded,
        replaced_nothing: receipt.replaced_nothing,
        also_working: receipt.also_working.as_ref().map(unmoved),
        warnings: warnings(&receipt.warnings),
    }
}

/// The receipt of `forget`.
pub fn forgotten(receipt: &Forgotten, dry_run: bool) -> wire::Forgotten {
    wire::Forgotten {
        removed: receipt.removed.iter().map(removed).collect(),
        dry_run,
        predecessors: receipt.predecessors.iter().map(ToString::to_string).collect(),
        notice: REMAINS.to_owned(),
        warnings: warnings(&receipt.warnings),
    }
}

/// The receipt of `backlog add`.
pub fn added(receipt: &BacklogAdded) -> wire::BacklogAdded {
    wire::BacklogAdded {
        id: receipt.id.to_string(),
        outcome: word::outcome(receipt.outcome),
        due_at: receipt.due_at.map(|at| at.to_string()),
        expires_at: receipt.expires_at.to_string(),
        warnings: warnings(&receipt.warnings),
    }
}

/// The receipt of a backlog move.
pub fn moved(receipt: &BacklogMoved) -> wire::BacklogMoved {
    wire::BacklogMoved {
        id: receipt.id.to_string(),
        state: word::state(receipt.state),
        unchanged: receipt.unchanged,
        warnings: warnings(&receipt.warnings),
    }
}

fn removed(row: &Removed) -> wire::Removed {
    wire::Removed {
        id: row.id.to_string(),
        tier: word::tier(row.tier),
        persona: row.persona.as_ref().map(|persona| label(persona.as_str()).to_owned()),
        retired: row.retired,
        failed: row.failed.as_deref().map(error),
    }
}

fn replaced(replaced: Option<&Replaced>) -> (Option<String>, Option<wire::Superseded>) {
    let Some(replaced) = replaced else { return (None, None) };
    let (id, tier, state, because) = match replaced {
        Replaced::Retired { id, tier } => (id, tier, SupersededState::Retired, None),
        Replaced::Pending { id, tier } => (id, tier, SupersededState::Pending, None),
        Replaced::StillActive { id, tier, because } => {
            (id, tier, SupersededState::Active, Some(unmoved(because)))
        }
    };
    let superseded = wire::Superseded { state, tier: word::tier(*tier), because };
    (Some(id.to_string()), Some(superseded))
}
