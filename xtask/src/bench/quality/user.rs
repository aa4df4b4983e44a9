//! The path of a caller: one home on disk a conversation, `Mind::remember_batch`, `Mind::recall` by pages.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use mind_core::Mind;
use mind_core::fact::{FactId, TEXT_LIMIT};
use mind_core::mind::{Draft, Hit, LIMIT_MAX, Page, RecallRequest};
use mind_core::port::Clock;
use mind_core::scope::{Persona, Scope};
use mind_core::time::Timestamp;
use mind_store_fs::{FsStore, Limits};
use tempfile::TempDir;

use super::data::{Conversation, Document};
use super::{Answer, Ask, DEPTH, Finder, Opened};

/// Homes on disk.
pub(super) struct Caller {
    room: TempDir,
    homes: Cell<usize>,
}

/// A clock that stands at the end of a conversation.
struct Standing(Timestamp);

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        self.0
    }
}

/// A conversation in a home.
struct Memory {
    mind: Mind<FsStore, Standing>,
    scope: Scope,
    /// The documents each row came from; those that say the same are one row.
    documents: BTreeMap<FactId, Vec<String>>,
}

impl Caller {
    /// With homes below `room`.
    pub(super) fn new(room: &Path) -> Result<Self> {
        Ok(Self { room: tempfile::tempdir_in(room)?, homes: Cell::new(0) })
    }
}

impl Finder for Caller {
    const NAME: &'static str = "mind";

    fn open(&self, conversation: &Conversation) -> Result<Opened<'_>> {
        let home = self.room.path().join(self.homes.get().to_string());
        self.homes.set(self.homes.get() + 1);
        let store = FsStore::new(home, Limits::new(64 << 20, 100_000)?);
        let end = Timestamp::from_millis(conversation.end()).context("a time of the calendar")?;
        let mind = Mind::new(store, Standing(end), Duration::ZERO);
        let scope = Scope { persona: Persona::unnamed(), project: None };
        let mut memory = Memory { mind, scope, documents: BTreeMap::new() };
        let started = Instant::now();
        let notes = memory.fill(&conversation.documents)?;
        let took = started.elapsed();
        Ok(Opened { took, notes, ask: Box::new(memory) })
    }
}

impl Memory {
    /// Remembers every document; answers what could not be kept as it is.
    fn fill(&mut self, documents: &[Document]) -> Result<Vec<(&'static str, usize)>> {
        let drafts = documents.iter().map(draft).collect::<Result<Vec<_>>>()?;
        let (mut cut, mut refused) = (0, 0);
        for (document, result) in
            documents.iter().zip(self.mind.remember_batch(&self.scope, &drafts)?)
        {
            cut += usize::from(document.text.chars().count() > TEXT_LIMIT);
            match result {
                Ok(remembered) => {
                    self.documents.entry(remembered.id).or_default().push(document.id.clone());
                }
                Err(error) if error.code() == "scan.refused" => refused += 1,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(vec![
            ("cut at the longest text a fact may have", cut),
            ("refused by the scanner, and so not found", refused),
        ])
    }

    fn page(&self, text: &str, offset: usize) -> Result<Page> {
        let request = RecallRequest {
            query: text.to_owned(),
            limit: LIMIT_MAX,
            offset,
            ..RecallRequest::default()
        };
        Ok(self.mind.recall(&self.scope, &request)?)
    }
}

impl Ask for Memory {
    fn ask(&self, text: &str) -> Result<Answer> {
        let started = Instant::now();
        let mut page = self.page(text, 0)?;
        let took = started.elapsed();
        let mut ranked = Vec::new();
        loop {
            for hit in &page.hits {
                check_parts(hit)?;
                ranked.extend(self.documents.get(&hit.entry.id).into_iter().flatten().cloned());
            }
            match page.next_offset.filter(|_| ranked.len() < DEPTH) {
                Some(offset) => page = self.page(text, offset)?,
                None => break,
            }
        }
        ranked.truncate(DEPTH);
        Ok(Answer { ranked, took })
    }
}

fn draft(document: &Document) -> Result<Draft> {
    let at = Timestamp::from_millis(document.recorded_at).context("a time of the calendar")?;
    Ok(Draft {
        text: document.text.chars().take(TEXT_LIMIT).collect(),
        source: Some(document.source.clone()).filter(|source| !source.trim().is_empty()),
        tier: Some("persona".to_owned()),
        recorded_at: Some(at),
        ..Draft::default()
    })
}

/// the shares of a hit, as printed with six decimals, add up to its score as printed.
fn check_parts(hit: &Hit) -> Result<()> {
    #[expect(clippy::cast_possible_truncation, reason = "scores are far below 2^63 millionths")]
    let millionths = |share: f64| (share * 1e6).round() as i64;
    let sum: i64 = hit.parts.iter().map(|(_, share)| millionths(*share)).sum();
    ensure!(
        sum == millionths(hit.score) && hit.score > 0.0,
        "the parts of {} add up to {sum} millionths, not to its score {}",
        hit.entry.id,
        hit.score
    );
    Ok(())
}
