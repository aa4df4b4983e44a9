//! What became of a batch: how many facts went where, and when they end.

use std::collections::BTreeMap;

use mind_core::mind::{Outcome, Remembered, TierChoice};
use mind_core::scope::Tier;
use mind_core::time::Timestamp;
use mind_protocol::{BatchSummary, Warning, Yes};

use crate::show::{Viewer, counted};

/// The lines of a batch so far.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) entries: u64,
    stored: u64,
    refreshed: u64,
    promoted: u64,
    pub(super) refused: u64,
    pub(super) passed_over: u64,
    /// The first line that was not tried, when no memory could be had at all.
    pub(super) not_tried_from: Option<u64>,
    /// Where new facts went.
    places: BTreeMap<Tier, u64>,
    ends: Ends,
}

/// The facts that do not stay.
#[derive(Default)]
struct Ends {
    count: u64,
    /// The first and the last of their ends.
    span: Option<(Timestamp, Timestamp)>,
    /// Whether nobody chose that tier for one of them.
    by_rule: bool,
}

impl Counts {
    /// Counts what one line did.
    pub(super) fn take(&mut self, receipt: &Remembered) {
        match receipt.outcome {
            Outcome::Stored => {
                self.stored += 1;
                *self.places.entry(receipt.tier).or_default() += 1;
            }
            Outcome::Refreshed => self.refreshed += 1,
            Outcome::PromotedExisting => self.promoted += 1,
        }
        if let Some(end) = receipt.expires_at {
            let (first, last) = self.ends.span.unwrap_or((end, end));
            self.ends.count += 1;
            self.ends.span = Some((first.min(end), last.max(end)));
            self.ends.by_rule |= receipt.choice == TierChoice::Rule;
        }
    }

    /// The summary for a person.
    pub(super) fn words(&self, dry_run: bool, at: Viewer<'_>) -> String {
        let mut words = Vec::new();
        if dry_run {
            words.push(format!("{} could be stored", self.entries - self.refused));
        }
        words.extend(self.stored_words());
        for (count, word) in [
            (self.refreshed, "already known"),
            (self.promoted, "made durable"),
            (self.refused, "refused"),
        ] {
            if count > 0 {
                words.push(format!("{count} {word}"));
            }
        }
        if let Some(line) = self.not_tried_from {
            words.push(format!("not tried from line {line} on"));
        }
        let entries = counted(self.entries as usize, "fact", "facts");
        let colon = if words.is_empty() { "" } else { ": " };
        format!("{entries}{colon}{}{}", words.join(", "), self.end_words(at))
    }

    fn stored_words(&self) -> Option<String> {
        let places = self.places.iter();
        match self.places.len() {
            0 => None,
            1 => places.map(|(tier, _)| format!("{} stored in {tier}", self.stored)).next(),
            _ => {
                let places: Vec<String> =
                    places.map(|(tier, count)| format!("{count} in {tier}")).collect();
                Some(format!("{} stored ({})", self.stored, places.join(", ")))
            }
        }
    }

    /// That working facts do not stay, and how they would.
    fn end_words(&self, at: Viewer<'_>) -> String {
        let Some((first, last)) = self.ends.span else { return String::new() };
        let all = self.ends.count == self.entries - self.refused;
        let who = if all { "they expire" } else { "those in project expire" };
        let (first, last) = (at.ahead(first), at.ahead(last));
        let when = if first == last {
            first
        } else {
            format!("{first} to {}", last.trim_start_matches("in "))
        };
        let keep = if self.ends.by_rule { "; `--tier project-long` keeps them" } else { "" };
        format!(", {who} {when}{keep}")
    }

    /// The summary for a program.
    pub(super) fn summary(&self, dry_run: bool, warnings: Vec<Warning>) -> BatchSummary {
        BatchSummary {
            ok: self.refused == 0 && self.not_tried_from.is_none(),
            summary: Yes,
            entries: self.entries,
            stored: self.stored,
            refreshed: self.refreshed,
            promoted: self.promoted,
            refused: self.refused,
            passed_over: self.passed_over,
            not_tried_from: self.not_tried_from,
            dry_run,
            warnings,
        }
    }
}
