//! Session notes across the bridge: what the host reports, what it is asked to append, and what is said when it has (SN-20 to SN-42).

mod receipt;

use std::sync::Arc;

use mind_core::error::Error;
use mind_core::fact::FactId;
use mind_core::mind::Draft;
use mind_core::note::{
    Appended, ENTRY_TYPE, Elsewhere, Entry, History, HostId, Notes, Refused, Report, Settled, Step,
    Usage, Value, Write,
};
use mind_core::time::Timestamp;
use mind_mcp::{wire, words};
use mind_protocol::host::Refused as WireRefused;
use mind_protocol::host::{EffectKind, EffectReport, NoteEvents, ReportOutcome, SessionEntry};

use crate::card::bound;
use crate::details::Details;
use crate::fault::Fault;
use crate::pending::Pending;
use crate::session::Session;
use crate::tool::Reply;
use receipt::{forgotten, known, not_noted, noted};

/// How often the host may be asked to append one note.
const ROUNDS: u8 = 3;
/// Said once a session when part of it cannot be read (SN-51).
pub(crate) const GAPS: &str =
    "part of this session file is unreadable; notes before the gap may be missing";

/// What was done in the stores before a note is forgotten.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Before {
    pub(crate) text: String,
    pub(crate) details: Details,
}

/// The history a host reports. An entry whose id is none makes the report one that leaves entries out.
pub(crate) fn history(events: &NoteEvents) -> History {
    let entries = events.branch.iter().map(entry);
    let branch: Option<Vec<Entry>> = entries.collect();
    History {
        truncated: events.truncated || branch.is_none(),
        branch: branch.unwrap_or_default(),
        elsewhere: Elsewhere { events: events.elsewhere.count, bytes: events.elsewhere.bytes },
        gaps: events.missing_parents,
    }
}

fn entry(entry: &SessionEntry) -> Option<Entry> {
    let id = HostId::new(&entry.entry_id)?;
    let bytes = serde_json::to_vec(&entry.data).map_or(usize::MAX, |bytes| bytes.len());
    Some(Entry { id, data: value(&entry.data), bytes })
}

/// A JSON value as the core has it.
pub(crate) fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(one) => Value::Bool(*one),
        serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(text) => Value::Text(text.clone()),
        serde_json::Value::Array(list) => Value::List(list.iter().map(value).collect()),
        serde_json::Value::Object(members) => {
            Value::Object(members.iter().map(|(name, one)| (name.clone(), value(one))).collect())
        }
    }
}

impl Session {
    /// Takes the history as it stands now.
    pub(crate) fn replay(&mut self, events: &NoteEvents) {
        Arc::make_mut(&mut self.notes).reload(&history(events));
        self.notes_changed();
    }

    /// What follows from other notes: the status line, and a word on a gap.
    pub(crate) fn notes_changed(&mut self) {
        self.status.noted(self.notes.usage().active);
        if self.notes.gaps() > 0 && self.is_active() {
            self.warn(GAPS);
        }
    }

    /// `remember` with tier `session`.
    ///
    /// # Errors
    /// As [`Notes::save`].
    pub(crate) fn note(&mut self, draft: &Draft, now: Timestamp) -> Result<Reply, Fault> {
        Ok(match self.notes.save(draft, &self.bind(), now)? {
            Step::Known { id, kind } => known(&id, kind.as_str()),
            Step::Write(write) => self.append(write, None, ROUNDS),
        })
    }

    /// `forget` of a note, after whatever was taken out of the stores.
    pub(crate) fn unnote(&mut self, id: &FactId, before: Option<Before>, now: Timestamp) -> Reply {
        match self.notes.forget(id, &self.bind(), now) {
            Ok(write) => self.append(write, before, ROUNDS),
            Err(error) => not_noted(&wire::error(&error), before),
        }
    }

    /// Asks the host to append, and waits for its report.
    fn append(&mut self, write: Write, before: Option<Before>, rounds: u8) -> Reply {
        let data = serde_json::from_str(&write.event().encode()).expect("an event is JSON");
        let bind = bound(write.bind());
        let custom_type = ENTRY_TYPE.to_owned();
        let id = self.outbox.push(EffectKind::AppendEntry { custom_type, data, bind });
        let before = before.map(Box::new);
        let write = Box::new(write);
        let pending = Pending::Note { write, before, rounds: rounds - 1, title: None };
        self.pending.insert(id.clone(), pending);
        Reply::Waiting(id)
    }

    /// What a note comes to is told in a report of this title.
    pub(crate) fn reported_as(&mut self, effect: &str, heading: &'static str) {
        if let Some(Pending::Note { title, .. }) = self.pending.get_mut(effect) {
            *title = Some(heading);
        }
    }

    /// Whether a report can only be judged after the notes were sent again: the branch has other entries than those this engine knows and was told of.
    pub(crate) fn needs_events(&self, results: &[EffectReport]) -> bool {
        let is_note = |report: &&EffectReport| {
            matches!(self.pending.get(&report.effect_id), Some(Pending::Note { .. }))
        };
        let notes: Vec<&EffectReport> = results.iter().filter(is_note).collect();
        let moved = notes.iter().any(|report| report.reason == Some(WireRefused::Leaf));
        let mut mark = self.notes.mark();
        for report in &notes {
            if let (ReportOutcome::Applied, Some(entry)) = (report.outcome, &report.entry_id) {
                (mark.count, mark.last) = (mark.count + 1, HostId::new(entry));
            }
        }
        moved && mark != self.here_mark()
    }

    /// Takes the host's report on a note.
    pub(crate) fn note_reported(
        &mut self,
        write: Write,
        before: Option<Before>,
        rounds: u8,
        report: &EffectReport,
        now: Timestamp,
    ) -> Reply {
        let here = self.bind();
        let is_save = before.is_none() && matches!(write.event(), mind_core::note::Event::Save(_));
        let settled = write.settle(Arc::make_mut(&mut self.notes), judged(report), &here, now);
        self.notes_changed();
        match settled {
            Settled::Done(receipt) => match receipt.kind {
                Some(kind) => noted(&receipt, kind.as_str()),
                None => forgotten(&receipt, before),
            },
            Settled::Known { id, kind } => known(&id, kind.as_str()),
            Settled::Again(_) if rounds == 0 => {
                let busy = Error::from(mind_core::error::NoteError::Busy);
                not_noted(&wire::error(&busy), before)
            }
            Settled::Again(write) => self.append(write, before, rounds),
            Settled::Refused(error) => {
                let refusal = wire::error(&error);
                if is_save {
                    Reply::refused("remember", "Not noted", &refusal)
                } else {
                    not_noted(&refusal, before)
                }
            }
            Settled::Unknown => {
                let refusal = Fault::Deadline.refusal();
                if is_save {
                    Reply::refused("remember", "Not noted", &refusal)
                } else {
                    not_noted(&refusal, before)
                }
            }
        }
    }
}

fn judged(report: &EffectReport) -> Report {
    let entry = report.entry_id.as_deref().and_then(HostId::new);
    match (report.outcome, entry, report.reason) {
        (ReportOutcome::Applied, Some(entry), _) => {
            Report::Applied(Appended { entry, on_disk: report.on_disk == Some(true) })
        }
        // Appended, it says, and not as what: the next report of the session tells.
        (ReportOutcome::Applied, None, _)
        | (ReportOutcome::Refused, _, Some(WireRefused::Late)) => Report::Refused(Refused::Late),
        (ReportOutcome::Refused, _, Some(WireRefused::Closed)) => Report::Refused(Refused::Closed),
        (ReportOutcome::Refused, _, Some(WireRefused::Owner)) => Report::Refused(Refused::Owner),
        (ReportOutcome::Refused, _, Some(WireRefused::Session)) => {
            Report::Refused(Refused::Session)
        }
        (ReportOutcome::Refused, _, Some(WireRefused::Leaf)) => Report::Refused(Refused::Leaf),
        _ => Report::Failed,
    }
}

/// Everything about the notes of a branch, for a person (SN-73).
pub(crate) fn listing(notes: &Notes, now: Timestamp) -> String {
    let usage = notes.usage();
    let mut lines = Vec::new();
    match notes.active() {
        Err(error) => lines.push(words::refusal("Not shown", &wire::error(&error))),
        Ok(active) => {
            for active in active.iter().rev() {
                let note = &active.note;
                let age = crate::span::age(note.recorded_at, now);
                let shown = match &active.refusal {
                    None => excerpt(note.text.as_str()),
                    Some(refusal) => words::withheld(wire::rule(refusal.rejection)),
                };
                lines.push(format!("- [{}] ({}, {age}) {shown}", note.id, note.kind));
            }
        }
    }
    let kib = usage.bytes.div_ceil(1_024);
    let Usage { active, events, .. } = usage;
    lines.push(format!("{active} of 64 active · {events} of 256 events · {kib} of 512 KiB"));
    if notes.gaps() > 0 {
        lines.push(format!("gaps: {}", notes.gaps()));
    }
    lines.join("\n")
}

fn excerpt(text: &str) -> String {
    let clip = mind_core::text::clip(text, 100);
    let more = if clip.cut > 0 { format!(" …(+{} chars)", clip.cut) } else { String::new() };
    format!("{}{more}", words::quoted(clip.kept))
}
