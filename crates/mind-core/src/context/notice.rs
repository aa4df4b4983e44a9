//! The line that says what a block does not show.

use super::input::{Frame, NotesState, StoreSeen};
use super::manifest::{Section, SectionCounts};
use crate::fact::ReferenceTier;

/// What a block leaves out. Empty when it shows everything there is.
#[derive(Clone, Debug, Default)]
pub(super) struct Notice {
    /// Rows left out, by section, in the order of the blocks.
    left_out: Vec<(Section, usize)>,
    withheld: usize,
    unreadable: Vec<ReferenceTier>,
    notes: NotesState,
    names_tools: bool,
}

impl Notice {
    pub(super) fn new(frame: &Frame<'_>) -> Self {
        Self { names_tools: frame.names_tools(), ..Self::default() }
    }

    /// Says which of some stores could not be read.
    #[must_use]
    pub(super) fn stores<'a>(mut self, stores: impl Iterator<Item = &'a StoreSeen>) -> Self {
        let unreadable = stores.filter(|seen| seen.outcome.is_err());
        self.unreadable.extend(unreadable.map(|seen| seen.store));
        self
    }

    /// Says what state the session's notes are in.
    #[must_use]
    pub(super) const fn notes(mut self, state: NotesState) -> Self {
        self.notes = state;
        self
    }

    /// The notice of what some sections left out.
    #[must_use]
    pub(super) fn counts(&self, sections: &[SectionCounts]) -> Self {
        let mut notice = self.clone();
        for counts in sections {
            notice.left_out.push((counts.section, counts.left_out()));
            notice.withheld += counts.withheld;
        }
        notice
    }

    /// The line, with its end; empty when there is nothing to say. It never gets shorter when a count grows.
    pub(super) fn line(&self) -> String {
        let left_out = self.left_out.iter().filter(|(_, count)| *count > 0);
        let mut clauses: Vec<String> = Vec::new();
        let counted: Vec<String> =
            left_out.clone().map(|(section, count)| counted(*section, *count)).collect();
        let mut hidden: Vec<String> = Vec::new();
        if !counted.is_empty() {
            hidden.push(format!("{} not shown", counted.join(", ")));
        }
        if self.withheld > 0 {
            hidden.push(format!("{} withheld as unsafe", self.withheld));
        }
        if !hidden.is_empty() {
            clauses.push(hidden.join(", "));
        }
        clauses.extend(self.unreadable.iter().map(|s| format!("{} store unreadable", s.as_str())));
        match self.notes {
            NotesState::Whole => {}
            NotesState::Gap => clauses.push("earlier notes may be missing".to_owned()),
            NotesState::Closed => clauses.push("session notes unavailable".to_owned()),
        }
        if self.names_tools && !counted.is_empty() {
            let sections: Vec<Section> = left_out.map(|(section, _)| *section).collect();
            clauses.push(format!("use {}", tools(&sections)));
        }
        if clauses.is_empty() { String::new() } else { format!("({})\n", clauses.join("; ")) }
    }
}

/// `3 more durable facts`, `1 working fact`.
fn counted(section: Section, count: usize) -> String {
    let noun = match section {
        Section::Standing => "more durable fact",
        Section::Matching => "matching fact",
        Section::Notes => "session note",
        Section::Working => "working fact",
        Section::Backlog => "backlog item",
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// The tools that show what some sections left out: `read, recall or backlog list`.
fn tools(sections: &[Section]) -> String {
    let notes = sections.contains(&Section::Notes);
    let facts = sections.iter().any(|section| *section != Section::Backlog);
    let backlog = sections.contains(&Section::Backlog);
    let named = [(notes, "read"), (facts, "recall"), (backlog, "backlog list")];
    let mut named: Vec<&str> = named.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    let last = named.pop().unwrap_or_default();
    if named.is_empty() { last.to_owned() } else { format!("{} or {last}", named.join(", ")) }
}
