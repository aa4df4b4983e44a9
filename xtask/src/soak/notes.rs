//! A host's session with branches: its notes are replayed, added to, forgotten, and stay on their branch.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use mind_core::mind::{Draft, RecallRequest};
use mind_core::note::{
    Appended, Bind, Elsewhere, Entry, History, HostId, Notes, Report, Settled, Step, Value, Write,
};
use mind_core::scope::Tier;

use super::model::Who;
use super::world::World;

/// Steps of one session.
const STEPS: usize = 8;

/// A session as its host keeps it.
#[derive(Default)]
struct Session {
    entries: Vec<Appendix>,
    leaf: Option<usize>,
}

/// One entry of a session.
struct Appendix {
    parent: Option<usize>,
    /// The event as the host stores it.
    event: String,
    /// The note it is about.
    id: String,
    /// Whether it saves the note, or takes it out.
    saves: bool,
}

impl World {
    /// A session of some notes and some going back; whatever happens, a branch has its own.
    pub(super) fn hold_a_session(&mut self, who: &Who) -> Result<()> {
        let mut session = Session::default();
        let mut notes = Notes::replay(&session.history()?);
        for _ in 0..STEPS {
            match self.dice.below(5) {
                0 if !session.entries.is_empty() => {
                    session.leaf = Some(self.dice.below(session.entries.len()));
                    notes.reload(&session.history()?);
                }
                1 => self.forget_a_note(&mut session, &mut notes)?,
                _ => self.save_a_note(&mut session, &mut notes)?,
            }
            self.hold_notes(who, &session, &notes)?;
        }
        Ok(())
    }

    fn save_a_note(&mut self, session: &mut Session, notes: &mut Notes) -> Result<()> {
        let text = self.statement();
        let now = self.mind.now();
        let draft = Draft { text, ..Draft::default() };
        let Step::Write(write) = notes.save(&draft, &session.bind()?, now)? else { return Ok(()) };
        self.tally.noted += 1;
        self.append(session, notes, write, true)
    }

    fn forget_a_note(&mut self, session: &mut Session, notes: &mut Notes) -> Result<()> {
        let ids: Vec<_> = notes.active()?.iter().map(|active| active.note.id.clone()).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let id = self.dice.pick(&ids).clone();
        let write = notes.forget(&id, &session.bind()?, self.mind.now())?;
        self.append(session, notes, write, false)
    }

    /// The host appends what was decided, and says so.
    fn append(
        &mut self,
        session: &mut Session,
        notes: &mut Notes,
        write: Write,
        saves: bool,
    ) -> Result<()> {
        let (event, here) = (write.event().encode(), session.bind()?);
        let entry = host_id(session.entries.len())?;
        let report = Report::Applied(Appended { entry, on_disk: true });
        let settled = write.settle(notes, report, &here, self.mind.now());
        let Settled::Done(receipt) = settled else {
            self.hold(false, "a note's receipt", || session.entries.len().to_string());
            return Ok(());
        };
        let (parent, id) = (session.leaf, receipt.id.to_string());
        session.entries.push(Appendix { parent, event, id, saves });
        session.leaf = Some(session.entries.len() - 1);
        Ok(())
    }

    /// The notes that are held, replayed again and recalled are those of the branch.
    fn hold_notes(&mut self, who: &Who, session: &Session, notes: &Notes) -> Result<()> {
        let expect = session.active();
        let again = Notes::replay(&session.history()?);
        let ids = |notes: &Notes| -> Result<BTreeSet<String>> {
            Ok(notes.active()?.iter().map(|active| active.note.id.to_string()).collect())
        };
        let request =
            RecallRequest { tiers: vec![Tier::Session], limit: 50, ..RecallRequest::default() };
        let page = self.mind.in_session(notes).recall(&who.scope(), &request)?;
        let listed: BTreeSet<String> =
            page.hits.iter().map(|hit| hit.entry.id.to_string()).collect();
        let same = ids(notes)? == expect && ids(&again)? == expect && listed == expect;
        self.hold(same, "notes stay on their branch", || format!("{expect:?}, listed {listed:?}"));
        Ok(())
    }
}

impl Session {
    /// The entries from the first to the leaf.
    fn branch(&self) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(self.leaf, |at| self.entries[*at].parent).collect();
        path.reverse();
        path
    }

    /// The notes the branch leaves active.
    fn active(&self) -> BTreeSet<String> {
        let mut active = BTreeSet::new();
        for at in self.branch() {
            let Appendix { id, saves, .. } = &self.entries[at];
            if *saves {
                active.insert(id.clone());
            } else {
                active.remove(id);
            }
        }
        active
    }

    fn history(&self) -> Result<History> {
        let on_branch = self.branch();
        let entry = |at: &usize| -> Result<Entry> {
            let data = &self.entries[*at].event;
            let parsed = value(&serde_json::from_str(data)?);
            Ok(Entry { id: host_id(*at)?, data: parsed, bytes: data.len() })
        };
        let branch = on_branch.iter().map(entry).collect::<Result<_>>()?;
        let off = (0..self.entries.len()).filter(|at| !on_branch.contains(at));
        let bytes = off.clone().map(|at| self.entries[at].event.len()).sum();
        let elsewhere = Elsewhere { events: off.count(), bytes };
        Ok(History { branch, elsewhere, ..History::default() })
    }

    fn bind(&self) -> Result<Bind> {
        let session = HostId::new("soak-session").context("visible")?;
        let leaf = self.leaf.map(host_id).transpose()?;
        Ok(Bind { manager: 1, session, file: Some("session.jsonl".into()), owner: 1, leaf })
    }
}

fn host_id(at: usize) -> Result<HostId> {
    HostId::new(&format!("e{at}")).context("visible")
}

fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(truth) => Value::Bool(*truth),
        serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
        serde_json::Value::String(text) => Value::Text(text.clone()),
        serde_json::Value::Array(all) => Value::List(all.iter().map(value).collect()),
        serde_json::Value::Object(members) => {
            Value::Object(members.iter().map(|(key, json)| (key.clone(), value(json))).collect())
        }
    }
}
