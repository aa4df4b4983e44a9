//! What writes did, in words.

use mind_core::mind::{
    ForgetMode, Forgotten, Outcome, Promoted, Remembered, Removed, Replaced, TierChoice,
};

use super::{because, warning_lines};
use crate::wire;

/// What `remember` did.
pub fn remembered(receipt: &Remembered) -> String {
    let Remembered { id, kind, tier, .. } = receipt;
    let mut lines = vec![match receipt.outcome {
        Outcome::Stored => format!("Remembered {id} — {kind} in {tier}."),
        Outcome::Refreshed => {
            format!("Already known: {id} — {kind} in {tier}; last seen updated.")
        }
        Outcome::PromotedExisting => {
            format!("Stored {id} — {kind} in {tier}; the working copy is gone.")
        }
    }];
    lines.extend(receipt.replaced.as_ref().map(replaced));
    if let Some(unmoved) = &receipt.also_working {
        lines.push(format!("The working copy is still there: {}.", because(unmoved)));
    }
    if receipt.choice == TierChoice::Rule {
        let others = "persona, shared, project-long, project";
        lines.push(format!("Tier chosen by rule; pass tier ({others}) to choose another."));
    }
    lines.extend(warning_lines(&receipt.warnings));
    lines.join("\n")
}

/// What `promote` did.
pub fn promoted(receipt: &Promoted) -> String {
    let Promoted { id, tier, .. } = receipt;
    let mut lines = vec![match &receipt.also_working {
        None => format!("Promoted {id} to {tier}; the working copy is gone."),
        Some(unmoved) => {
            let because = because(unmoved);
            format!(
                "Promoted {id} to {tier}; the working copy is still there: {because}. Next: repeat the call."
            )
        }
    }];
    lines.extend(receipt.replaced.as_ref().map(replaced));
    if receipt.replaced_nothing {
        lines
            .push("The fact it was to replace is not to be found; nothing was retired.".to_owned());
    }
    lines.extend(warning_lines(&receipt.warnings));
    lines.join("\n")
}

/// What `forget` did or would do.
pub fn forgotten(receipt: &Forgotten, mode: ForgetMode) -> String {
    let (gone, left): (Vec<&Removed>, Vec<&Removed>) =
        receipt.removed.iter().partition(|row| row.failed.is_none());
    let mut lines = Vec::new();
    if let Some(first) = gone.first() {
        let done = if mode == ForgetMode::DryRun { "Would forget" } else { "Forgot" };
        lines.push(format!("{done} {} ({}).", first.id, tiers(&gone)));
    }
    for row in left {
        if let Some(error) = &row.failed {
            lines.push(format!("Still in {}: {error} ({}).", row.tier, error.code()));
        }
    }
    if mode == ForgetMode::Remove && !gone.is_empty() {
        lines.push(format!("It is {}.", wire::REMAINS));
    }
    if !receipt.predecessors.is_empty() {
        let count = receipt.predecessors.len();
        lines.push(format!("Retired predecessors that stay retired: {count}."));
    }
    lines.extend(warning_lines(&receipt.warnings));
    lines.join("\n")
}

/// The tiers of some rows, each once, in the order they stand.
fn tiers(rows: &[&Removed]) -> String {
    let mut names: Vec<&str> = rows.iter().map(|row| row.tier.as_str()).collect();
    names.dedup();
    names.join(", ")
}

fn replaced(replaced: &Replaced) -> String {
    match replaced {
        Replaced::Retired { id, .. } => format!("Retired {id}."),
        Replaced::Pending { id, .. } => format!("Will retire {id} when promoted."),
        Replaced::StillActive { id, because: why, .. } => {
            format!("{id} is still active: {}.", because(why))
        }
    }
}
