//! The line of one entry, in the exact bytes of its section.

use crate::scan;
use std::fmt::{self, Write as _};

use super::input::Frame;
use super::manifest::{ManifestEntry, Reason, Section};
use crate::backlog::BacklogItem;
use crate::fact::{Fact, FactId, Kind, ReferenceTier};
use crate::json;
use crate::note::Note;
use crate::scope::{Segment, Tier};
use crate::text::clip;
use crate::time::{HOUR_MS, Timestamp};

/// Characters of an excerpt.
const EXCERPT: usize = 240;
/// Characters of a session note's excerpt.
const NOTE_EXCERPT: usize = 700;
/// How close to its end a working fact wants to be verified.
const VERIFY_MS: i64 = 6 * HOUR_MS;
/// No line is shorter: `- [note] "x" (2026-11-20)` and `- [id] (open) "x"` with their ends, and `- "x"`.
pub(super) const SHORTEST: usize = "- \"x\"\n".len();

/// A row on its way into a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) section: Section,
    pub(super) row: Row<'a>,
    pub(super) score: Option<f64>,
}

/// What a line shows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row<'a> {
    Fact {
        fact: &'a Fact,
        tier: Tier,
        /// The row's position among the visible facts.
        at: usize,
        /// The number of its content, where other rows say the same.
        content: Option<usize>,
    },
    Note(&'a Note),
    Item(&'a BacklogItem),
}

impl Line<'_> {
    /// The heading the line stands under.
    pub(super) const fn heading(&self) -> &'static str {
        match (self.section, self.kind()) {
            (Section::Standing, Some(Kind::Objective)) => "## Objective\n",
            (Section::Standing, _) => "## Durable\n",
            (Section::Matching, _) => "## Matching this request\n",
            (Section::Notes, _) => "## Session notes\n",
            (Section::Working, _) => "## Working (expires)\n",
            (Section::Backlog, _) => "## Backlog\n",
        }
    }

    /// Why the line is shown, if it is.
    pub(super) const fn merit(&self) -> Reason {
        match (self.section, self.kind()) {
            (Section::Standing, _) => Reason::Standing,
            (Section::Backlog, _) => Reason::Listed,
            _ if self.score.is_some() => Reason::Matched,
            (Section::Notes, Some(Kind::Objective)) => Reason::Objective,
            _ => Reason::Newest,
        }
    }

    /// The number of the content the line shows, where other rows say the same.
    pub(super) const fn content(&self) -> Option<usize> {
        match self.row {
            Row::Fact { content, .. } => content,
            Row::Note(_) | Row::Item(_) => None,
        }
    }

    const fn kind(&self) -> Option<Kind> {
        match self.row {
            Row::Fact { fact, .. } => Some(fact.kind),
            Row::Note(note) => Some(note.kind),
            Row::Item(_) => None,
        }
    }

    /// The manifest's account of the line.
    pub(super) fn entry(&self, bytes: usize, reason: Reason) -> ManifestEntry {
        let owner = |owner: Option<&Segment>| format!(":{}", owner.map_or("", Segment::as_str));
        let (tier, owner, id) = match self.row {
            Row::Fact { fact, tier, .. } if tier.is_owned() => {
                (ReferenceTier::Facts(tier), owner(fact.owner(tier)), &fact.id)
            }
            Row::Fact { fact, tier, .. } => (ReferenceTier::Facts(tier), String::new(), &fact.id),
            Row::Note(note) => (ReferenceTier::Facts(Tier::Session), String::new(), &note.id),
            Row::Item(item) => (ReferenceTier::Backlog, owner(item.persona.as_ref()), &item.id),
        };
        let reference = format!("{}{owner}/{id}", tier.as_str());
        let (section, kind, score) = (self.section, self.kind(), self.score);
        ManifestEntry { section, reference, tier, kind, bytes, reason, score }
    }

    /// Appends the line with its end; answers whether its text is cut.
    pub(super) fn write(&self, frame: &Frame<'_>, out: &mut String) -> bool {
        let cut = match (self.row, self.section) {
            (Row::Fact { fact, tier, .. }, Section::Working) => {
                push_working(out, fact, tier, frame)
            }
            (Row::Fact { fact, tier, .. }, Section::Standing) => {
                push_standing(out, fact, tier, frame)
            }
            (Row::Fact { fact, tier, .. }, _) => push_matching(out, fact, tier, frame),
            (Row::Note(note), _) => push_note(out, note, frame),
            (Row::Item(item), _) => push_item(out, item, frame),
        };
        cut.expect("writing to a string succeeds")
    }
}

/// `- [convention] "…" (2026-11-20, demo)`; an objective has neither kind nor date.
fn push_standing(
    out: &mut String,
    fact: &Fact,
    tier: Tier,
    frame: &Frame<'_>,
) -> Result<bool, fmt::Error> {
    let seen = (fact.kind != Kind::Objective).then_some(fact.last_seen_at);
    match seen {
        Some(_) => write!(out, "- [{}] ", fact.kind)?,
        None => out.push_str("- "),
    }
    let cut = push_excerpt(out, fact.text.as_str(), EXCERPT, &fact.id, frame)?;
    push_origin(out, seen, tier, frame)?;
    Ok(cut)
}

/// `- [gotcha 5d1c9a6554e6] "…" (2026-11-20)`
fn push_matching(
    out: &mut String,
    fact: &Fact,
    tier: Tier,
    frame: &Frame<'_>,
) -> Result<bool, fmt::Error> {
    write!(out, "- [{} {}] ", fact.kind, fact.id)?;
    let cut = push_excerpt(out, fact.text.as_str(), EXCERPT, &fact.id, frame)?;
    push_origin(out, Some(fact.last_seen_at), tier, frame)?;
    Ok(cut)
}

/// `- [note 9d1c6554e633] verify: "…" (by ada, until 2026-11-22)`
fn push_working(
    out: &mut String,
    fact: &Fact,
    tier: Tier,
    frame: &Frame<'_>,
) -> Result<bool, fmt::Error> {
    write!(out, "- [{} {}] ", fact.kind, fact.id)?;
    if wants_verifying(fact, frame.now) {
        out.push_str("verify: ");
    }
    let cut = push_excerpt(out, fact.text.as_str(), EXCERPT, &fact.id, frame)?;
    out.push_str(" (");
    if let Some(other) = fact.owner(tier).filter(|owner| *owner != frame.persona) {
        out.push_str("by ");
        push_name(out, scan::label(other.as_str()));
        out.push_str(", ");
    }
    let end = fact.expires_at.unwrap_or(Timestamp::MAX);
    writeln!(out, "until {})", end.date())?;
    Ok(cut)
}

/// `- [note 68fed52e1122] "…" (this branch)`
fn push_note(out: &mut String, note: &Note, frame: &Frame<'_>) -> Result<bool, fmt::Error> {
    write!(out, "- [{} {}] ", note.kind, note.id)?;
    let cut = push_excerpt(out, note.text.as_str(), NOTE_EXCERPT, &note.id, frame)?;
    out.push_str(" (this branch)\n");
    Ok(cut)
}

/// `- [bae405227410] (open) "…" (due 2026-11-30)`
fn push_item(out: &mut String, item: &BacklogItem, frame: &Frame<'_>) -> Result<bool, fmt::Error> {
    write!(out, "- [{}] ({}) ", item.id, item.state)?;
    let cut = push_excerpt(out, item.text.as_str(), EXCERPT, &item.id, frame)?;
    match item.due_at {
        Some(due) => writeln!(out, " (due {})", due.date())?,
        None => out.push('\n'),
    }
    Ok(cut)
}

/// A quoted text, and outside the quotes what is cut off and where it is; answers whether something is.
fn push_excerpt(
    out: &mut String,
    text: &str,
    limit: usize,
    id: &FactId,
    frame: &Frame<'_>,
) -> Result<bool, fmt::Error> {
    let clip = clip(text, limit);
    json::push_line_string(out, clip.kept);
    match (clip.cut, frame.names_tools()) {
        (0, _) => {}
        (cut, true) => write!(out, " …(+{cut} chars; read {id})")?,
        (cut, false) => write!(out, " …(+{cut} chars)")?,
    }
    Ok(clip.cut > 0)
}

/// The date, and the project of a fact that is a project's.
fn push_origin(
    out: &mut String,
    seen: Option<Timestamp>,
    tier: Tier,
    frame: &Frame<'_>,
) -> fmt::Result {
    let project = frame.project.filter(|_| tier == Tier::ProjectLong);
    match (seen, project) {
        (Some(seen), Some(project)) => writeln!(out, " ({}, {project})", seen.date()),
        (Some(seen), None) => writeln!(out, " ({})", seen.date()),
        (None, Some(project)) => writeln!(out, " ({project})"),
        (None, None) => writeln!(out),
    }
}

/// A persona's name as it stands, or quoted when a hand has put into its row what no segment made here holds.
fn push_name(out: &mut String, name: &str) {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    if name.bytes().all(plain) {
        out.push_str(name);
    } else {
        json::push_line_string(out, name);
    }
}

fn wants_verifying(fact: &Fact, now: Timestamp) -> bool {
    fact.expires_at.is_some_and(|end| end.millis() - now.millis() <= VERIFY_MS)
}
