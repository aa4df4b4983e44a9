//! The blocks as values: formats, order, budget, and texts that would like to be more than data.

mod budget;
mod formats;
mod hostile;
mod order;
mod properties;

use super::{
    Blocks, Budget, FactRow, Frame, ItemRow, Manifest, Matches, NoteRow, NotesState, Rank,
    SectionCounts, StoreSeen, Visible, blocks,
};
use crate::backlog::{BacklogItem, BacklogState, BacklogText};
use crate::context::manifest::Section;
use crate::error::{Error, StoreError, StoreFault};
use crate::fact::{Extra, Fact, FactId, FactText, Kind, ReferenceTier, Tags};
use crate::note::{HostId, Note, NoteText};
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// What a test puts into the stores.
#[derive(Clone, Debug)]
struct Stock {
    facts: Vec<(Tier, Fact)>,
    notes: Vec<(Note, Option<f64>)>,
    notes_state: NotesState,
    items: Vec<BacklogItem>,
    withheld: Vec<String>,
    twins: Vec<Vec<usize>>,
    scores: Option<Vec<(usize, f64)>>,
    stores: Vec<StoreSeen>,
    project: Option<&'static str>,
    tokens: usize,
    reserved: usize,
    lean: bool,
    tools: bool,
}

impl Default for Stock {
    fn default() -> Self {
        Self {
            facts: Vec::new(),
            notes: Vec::new(),
            notes_state: NotesState::Whole,
            items: Vec::new(),
            withheld: Vec::new(),
            twins: Vec::new(),
            scores: None,
            stores: Vec::new(),
            project: Some("demo"),
            tokens: 2_400,
            reserved: 0,
            lean: false,
            tools: true,
        }
    }
}

impl Stock {
    fn fact(&mut self, tier: Tier, kind: Kind, id: &str, text: &str, seen: &str) -> &mut Fact {
        let expires_at = (tier == Tier::Project).then(|| at("2026-11-22"));
        self.facts.push((tier, Fact { expires_at, ..fact(kind, id, text, seen) }));
        &mut self.facts.last_mut().unwrap().1
    }

    fn note(&mut self, kind: Kind, id: &str, text: &str, score: Option<f64>) {
        let note = Note {
            id: FactId::parse(id).unwrap(),
            kind,
            text: NoteText::stored(text).unwrap(),
            tags: Tags::default(),
            source: None,
            recorded_at: at("2026-11-20"),
            origin: HostId::new("01a2-demo").unwrap(),
        };
        self.notes.push((note, score));
    }

    fn item(&mut self, state: BacklogState, id: &str, text: &str, due: Option<&str>) {
        self.items.push(BacklogItem {
            id: FactId::parse(id).unwrap(),
            text: BacklogText::stored(text).unwrap(),
            state,
            tags: Tags::default(),
            created_at: at("2026-11-20"),
            persona: Segment::stored("dev"),
            due_at: due.map(at),
            expires_at: None,
            note: None,
            extra: Extra::default(),
        });
    }

    fn unreadable(&mut self, store: ReferenceTier) {
        let fault = StoreError::new(StoreFault::Corrupt, &"a place");
        self.stores.push(StoreSeen { store, outcome: Err(Error::Store(fault)) });
    }

    fn blocks(&self) -> Blocks {
        let persona = Segment::stored("dev").unwrap();
        let frame = Frame {
            persona: &persona,
            project: self.project,
            now: at("2026-11-20T10:00"),
            budget: Budget::of_tokens(self.tokens, self.reserved).unwrap(),
            lean: self.lean,
            tools: self.tools,
        };
        let rank = |asked: &[bool]| {
            let mut rows = self.scores.clone().unwrap_or_default();
            rows.retain(|(at, _)| asked[*at]);
            Matches { total: rows.len(), rows }
        };
        let rank = self.scores.is_some().then_some(Rank(&rank));
        let blocks = blocks(&self.visible(), &frame, rank);
        account(&blocks, &frame);
        blocks
    }

    fn visible(&self) -> Visible<'_> {
        let unsafe_id = |id: &FactId| self.withheld.iter().any(|other| other == id.as_str());
        let content = |at: usize| self.twins.iter().position(|group| group.contains(&at));
        let facts = self.facts.iter().enumerate().map(|(at, (tier, fact))| FactRow {
            tier: *tier,
            fact,
            withheld: unsafe_id(&fact.id),
            content: content(at),
        });
        let notes = self.notes.iter();
        let items = self.items.iter();
        Visible {
            facts: facts.collect(),
            notes: notes
                .map(|(note, score)| NoteRow { note, withheld: unsafe_id(&note.id), score: *score })
                .collect(),
            notes_state: self.notes_state,
            backlog: items.map(|item| ItemRow { item, withheld: unsafe_id(&item.id) }).collect(),
            stores: self.stores.clone(),
        }
    }
}

/// What holds of every pair of blocks: the budget, and an account that adds up.
fn account(blocks: &Blocks, frame: &Frame<'_>) {
    let Blocks { standing, task, manifest, .. } = blocks;
    let budget = frame.budget;
    assert!(standing.len() <= budget.bytes() / 2, "the standing block takes at most half");
    assert!(standing.len() + task.len() + budget.reserved() <= budget.bytes(), "the budget holds");
    let parts = [(standing, &manifest.standing, true), (task, &manifest.task, false)];
    for (text, bytes, is_standing) in parts {
        assert_eq!(bytes.total, text.len());
        assert_eq!(bytes.sha256, crate::digest::short_hex(&[text.as_bytes()], 64));
        let sections = manifest.sections.iter();
        let of_block =
            sections.filter(|counts| (counts.section == Section::Standing) == is_standing);
        let left_out: usize = of_block.clone().map(SectionCounts::left_out).sum();
        if text.is_empty() {
            let limit = if is_standing { budget.standing() } else { budget.task(standing.len()) };
            assert!(left_out == 0 || limit < 450, "a block is silent only without room for a word");
            continue;
        }
        let sum = bytes.frame + bytes.headings + bytes.entries + bytes.notice;
        assert_eq!(sum, text.len(), "the manifest adds up to the block");
        assert_eq!(of_block.map(|counts| counts.bytes).sum::<usize>(), bytes.entries);
        assert_eq!(text.contains(" not shown"), left_out > 0, "what is left out is named: {text}");
        assert_eq!(text.matches("</mind-memory>").count(), 1, "one end mark");
    }
    for counts in &manifest.sections {
        let entries = manifest.entries.iter().filter(|entry| entry.section == counts.section);
        let shown = entries.clone().filter(|entry| entry.is_included());
        if !(if counts.section == Section::Standing { standing } else { task }).is_empty() {
            assert_eq!(shown.clone().map(|entry| entry.bytes).sum::<usize>(), counts.bytes);
        }
        assert_eq!(shown.count(), counts.included);
        let unshown = entries.filter(|entry| !entry.is_included()).count();
        assert_eq!(unshown, (counts.candidates - counts.included).min(50));
        let parts = [counts.included, counts.duplicates, counts.withheld, counts.left_out()];
        assert_eq!(parts.iter().sum::<usize>(), counts.candidates, "every candidate is counted");
    }
}

fn counts(manifest: &Manifest, section: Section) -> SectionCounts {
    *manifest.sections.iter().find(|counts| counts.section == section).unwrap()
}

/// The texts a block shows, read back from its lines, without what stands outside the quotes.
fn texts(block: &str) -> Vec<String> {
    let lines = block.lines().filter(|line| line.starts_with("- "));
    lines
        .map(|line| {
            let quoted = &line[line.find('"').unwrap()..];
            let mut values = serde_json::Deserializer::from_str(quoted).into_iter::<String>();
            values.next().unwrap().unwrap()
        })
        .collect()
}

fn fact(kind: Kind, id: &str, text: &str, seen: &str) -> Fact {
    Fact {
        id: FactId::parse(id).unwrap(),
        kind,
        text: FactText::stored(text).unwrap(),
        tags: Tags::default(),
        recorded_at: at(seen),
        last_seen_at: at(seen),
        expires_at: None,
        persona: Segment::stored("dev"),
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

fn at(date: &str) -> Timestamp {
    Timestamp::parse(date).unwrap()
}
