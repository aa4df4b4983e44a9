//! The card that says how a review ended (O-94, O-103).

use std::fmt::Write as _;

use crate::error::{Detail, Error};
use crate::review::log::Outcome;
use crate::review::prepare::{Model, Skip};
use crate::review::request::RunId;
use crate::review::window::NoWindow;
use crate::scope::Tier;

/// Everything a result card says: ids, names, counts and codes, never a record or a part of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultCard {
    /// The target; none for a batch of which the next target was not begun.
    pub target: Option<Tier>,
    /// How it ended.
    pub outcome: Outcome,
    /// The run, if one was launched.
    pub run: Option<RunId>,
    /// The model that was asked.
    pub model: Option<Model>,
    /// How many records it was shown.
    pub records: usize,
    /// How many rows an accepted reply replaces, and by how many.
    pub change: Option<(usize, usize)>,
    /// The opaque word under which the companion keeps the answer.
    pub result_ref: Option<String>,
    /// Why there was no window.
    pub skip: Option<Skip>,
    /// Why it did not go well.
    pub error: Option<Error>,
    /// The same, in a word of the host.
    pub word: Option<&'static str>,
    /// The receipt of what changed, or may have.
    pub receipt: Option<String>,
    /// The end of a batch.
    pub batch: Option<BatchEnd>,
}

/// What became of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchEnd {
    /// The targets that were begun, with how each ended.
    pub done: Vec<(Tier, Outcome)>,
    /// Those for which nothing was read.
    pub not_examined: Vec<Tier>,
}

impl BatchEnd {
    fn has_changed(&self) -> bool {
        self.done.iter().any(|(_, outcome)| changed(*outcome))
    }
}

/// Whether memory changed, or may have.
const fn changed(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Applied | Outcome::Uncertain)
}

const INTO_STRING: &str = "writing to a string succeeds";

impl ResultCard {
    pub(super) const fn of(target: Option<Tier>, outcome: Outcome) -> Self {
        Self {
            target,
            outcome,
            run: None,
            model: None,
            records: 0,
            change: None,
            result_ref: None,
            skip: None,
            error: None,
            word: None,
            receipt: None,
            batch: None,
        }
    }

    /// The card's title.
    pub fn title(&self) -> String {
        self.target.map_or_else(
            || "mind · optimize".to_owned(),
            |target| format!("mind · optimize {target}"),
        )
    }

    /// The card's lines.
    pub fn body(&self) -> String {
        let mut out = self.first_line();
        if let Some(batch) = self.batch.as_ref().filter(|batch| !batch.not_examined.is_empty()) {
            write!(out, "\nNot examined: {}", names(&batch.not_examined)).expect(INTO_STRING);
        }
        if let Some(error) = &self.error {
            write!(out, "\n{error}{}", place(error)).expect(INTO_STRING);
        }
        self.push_run(&mut out);
        if let Some(skip) = &self.skip {
            push_skip(&mut out, skip);
        }
        if let Some(receipt) = &self.receipt {
            let can = if self.outcome == Outcome::Applied { "undo it" } else { "tell in time" };
            write!(out, "\nReceipt {receipt} can {can}").expect(INTO_STRING);
        }
        if let Some(batch) = self.batch.as_ref().filter(|batch| batch.done.len() > 1) {
            let done: Vec<String> = batch
                .done
                .iter()
                .map(|(target, outcome)| format!("{target} {}", outcome.as_str()))
                .collect();
            write!(out, "\nBatch: {}", done.join(", ")).expect(INTO_STRING);
        }
        out.push_str(self.unchanged());
        out
    }

    /// That nothing changed; at the end of a batch that changed something, that it was not this target.
    fn unchanged(&self) -> &'static str {
        match (changed(self.outcome), &self.batch) {
            (true, _) => "",
            (false, Some(batch)) if batch.has_changed() => "\nNo memory changed here.",
            (false, _) => "\nNo memory changed.",
        }
    }

    /// The outcome, with its code, or why there was nothing to review.
    fn first_line(&self) -> String {
        let reason = self.skip.as_ref().map(|skip| skip.reason.in_words());
        let code = self.error.as_ref().map(Error::code).or(self.word).or(reason);
        let outcome = self.outcome.as_str();
        code.map_or_else(|| outcome.to_owned(), |code| format!("{outcome}: {code}"))
    }

    fn push_run(&self, out: &mut String) {
        let (Some(run), Some(model)) = (&self.run, &self.model) else { return };
        let Model { provider, id, thinking } = model;
        write!(
            out,
            "\nRun {run}: {provider} {id}, thinking {thinking}, {} records shown",
            self.records
        )
        .expect(INTO_STRING);
        if let Some((sources, replacements)) = self.change {
            write!(out, ", {sources} → {replacements} proposed").expect(INTO_STRING);
        }
        if let Some(word) = &self.result_ref {
            write!(out, "\nResult {word}").expect(INTO_STRING);
        }
    }
}

fn push_skip(out: &mut String, skip: &Skip) {
    if let Some(code) = skip.code {
        write!(out, "\nThe store was refused: {code}").expect(INTO_STRING);
    }
    let census = skip.census;
    if skip.reason != NoWindow::InvalidInput {
        write!(
            out,
            "\nPage {}: {} facts, {} of them fit for a review; {} in the whole tier",
            census.page, census.rows, census.eligible, census.matched
        )
        .expect(INTO_STRING);
    }
    out.push_str("\nNo model was asked.");
}

/// Which operation a refusal is about, and where it left the schema.
fn place(error: &Error) -> String {
    let mut out = String::new();
    for (name, detail) in error.detail() {
        match (name, detail) {
            ("path", Detail::Text(path)) if !path.is_empty() => {
                write!(out, ", at {path}").expect(INTO_STRING);
            }
            ("keyword", Detail::Text(keyword)) => {
                write!(out, ", {keyword}").expect(INTO_STRING);
            }
            ("missing", Detail::Text(name)) => {
                write!(out, " {name}").expect(INTO_STRING);
            }
            _ => {}
        }
    }
    out
}

fn names(targets: &[Tier]) -> String {
    targets.iter().map(|target| target.as_str()).collect::<Vec<_>>().join(", ")
}
