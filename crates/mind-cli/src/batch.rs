//! Many facts in one call: chunks of bounded size, each line taken or refused by itself, a summary at the end (S-8).

mod counts;
mod progress;
mod refusals;

use std::collections::BTreeMap;

use mind_core::error::{Error, StoreWarning};
use mind_core::mind::{Draft, Remembered};
use mind_core::scope::{Persona, Scope};
use mind_protocol::{BatchLine, BatchRefusal, Yes};

use crate::command::viewer;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::show;
use crate::streams::Streams;
use crate::wire;
use counts::Counts;
use progress::Progress;
use refusals::Refusals;

/// Facts of one chunk, which is one transaction.
const CHUNK: usize = 1_000;
/// Bytes of text a chunk holds before it is stored, so that memory does not follow the length of lines.
const CHUNK_BYTES: usize = 4 << 20;

/// What an input holds at a line.
#[derive(Debug)]
pub(crate) enum Piece {
    /// A fact.
    Fact {
        line: u64,
        draft: Draft,
        /// The segment of the persona it is recorded for, where the input says so.
        owner: Option<String>,
    },
    /// Something that was to be a fact and cannot be read as one.
    Refused { line: u64, fault: Fault },
    /// Something that is no fact.
    PassedOver,
}

/// Whether facts are stored or only checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Stored.
    Store,
    /// Checked; nothing changes.
    Check,
}

/// Takes every piece in, in order.
pub(crate) fn run(
    pieces: impl Iterator<Item = Result<Piece, Fault>>,
    mode: Mode,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let mut batch = Batch::new(mode, session);
    let mut end = Ok(());
    for piece in pieces {
        end = piece.and_then(|piece| batch.take(piece, streams));
        if end.is_err() {
            break;
        }
    }
    // What was read before a failure is stored and counted, as every earlier chunk was; what is no longer read is said.
    let end = end.and(batch.store(streams));
    batch.progress.clear(streams)?;
    if !matches!(end, Err(Fault::Output(_))) {
        batch.summarise(streams)?;
    }
    end.map(|()| if batch.counts.refused > 0 { Exit::Refused } else { Exit::Done })
}

/// A batch under way.
struct Batch<'a, 'b> {
    mode: Mode,
    session: &'a Session<'b>,
    waiting: Vec<(u64, Result<Waiting, Fault>)>,
    waiting_bytes: usize,
    counts: Counts,
    refusals: Refusals,
    warnings: Vec<StoreWarning>,
    progress: Progress,
}

/// A fact on its way in, and for whom.
struct Waiting {
    draft: Draft,
    /// None for the acting persona.
    persona: Option<Persona>,
}

impl<'a, 'b> Batch<'a, 'b> {
    fn new(mode: Mode, session: &'a Session<'b>) -> Self {
        Self {
            mode,
            session,
            waiting: Vec::new(),
            waiting_bytes: 0,
            counts: Counts::default(),
            refusals: Refusals::default(),
            warnings: Vec::new(),
            progress: Progress::new(),
        }
    }

    fn take(&mut self, piece: Piece, streams: &mut Streams<'_>) -> Result<(), Fault> {
        match piece {
            Piece::PassedOver => self.counts.passed_over += 1,
            Piece::Refused { line, fault } => self.waiting.push((line, Err(fault))),
            Piece::Fact { line, draft, owner } => {
                let tags: usize = draft.tags.iter().map(String::len).sum();
                self.waiting_bytes += draft.text.len() + tags;
                let persona = self.persona(owner.as_deref());
                self.waiting.push((line, persona.map(|persona| Waiting { draft, persona })));
            }
        }
        if self.waiting.len() >= CHUNK || self.waiting_bytes >= CHUNK_BYTES {
            self.store(streams)?;
        }
        Ok(())
    }

    /// The persona of a segment that an export wrote; none where that is the acting one, or none is named.
    fn persona(&self, owner: Option<&str>) -> Result<Option<Persona>, Fault> {
        let acting = self.session.scope.persona.segment();
        let Some(owner) = owner.filter(|owner| *owner != acting.as_str()) else { return Ok(None) };
        let unnamed = Persona::unnamed();
        let is_unnamed = owner == unnamed.segment().as_str();
        Ok(Some(if is_unnamed { unnamed } else { Persona::named(owner)? }))
    }

    /// Stores what is waiting, and answers for every line of it in order.
    fn store(&mut self, streams: &mut Streams<'_>) -> Result<(), Fault> {
        self.waiting_bytes = 0;
        let (mut lines, mut facts) = (Vec::new(), Vec::new());
        for (line, waiting) in std::mem::take(&mut self.waiting) {
            lines.push((line, waiting.map(|fact| facts.push(fact)).err()));
        }
        let results = self.results(facts);
        if results.is_err() {
            // No line of it was tried, and no later one will be.
            self.counts.not_tried_from = lines.first().map(|(line, _)| *line);
        }
        let mut results = results?.into_iter();
        for (line, fault) in lines {
            match fault.map_or_else(|| results.next(), |fault| Some(Err(fault))) {
                None => {}
                Some(Ok(receipt)) => self.answer(line, receipt, streams)?,
                Some(Err(fault)) => self.refuse(line, &fault, streams)?,
            }
        }
        self.progress.tell(self.counts.entries, streams)
    }

    /// One result a fact: the receipt, none when it was only checked, or why it was refused. The facts of each persona go together, the acting one's first.
    fn results(
        &self,
        facts: Vec<Waiting>,
    ) -> Result<Vec<Result<Option<Remembered>, Fault>>, Fault> {
        let mut results = Vec::new();
        results.resize_with(facts.len(), || Ok(None));
        let mut shares: BTreeMap<_, (Vec<usize>, Vec<Draft>)> = BTreeMap::new();
        for (at, Waiting { draft, persona }) in facts.into_iter().enumerate() {
            let (places, drafts) = shares.entry(persona).or_default();
            places.push(at);
            drafts.push(draft);
        }
        for (turn, (persona, (places, drafts))) in shares.into_iter().enumerate() {
            let mut scope = self.session.scope.clone();
            scope.persona = persona.unwrap_or(scope.persona);
            match self.taken(&scope, &drafts) {
                Ok(taken) => places.into_iter().zip(taken).for_each(|(at, one)| results[at] = one),
                // Nothing was stored yet, and nothing can be.
                Err(error) if turn == 0 => return Err(error.into()),
                Err(error) => {
                    for at in places {
                        results[at] = Err(error.clone().into());
                    }
                }
            }
        }
        Ok(results)
    }

    fn taken(
        &self,
        scope: &Scope,
        drafts: &[Draft],
    ) -> Result<Vec<Result<Option<Remembered>, Fault>>, Error> {
        let mind = &self.session.mind;
        Ok(match self.mode {
            Mode::Store => {
                let stored = mind.remember_batch(scope, drafts)?.into_iter();
                stored.map(|result| result.map(Some).map_err(Fault::from)).collect()
            }
            Mode::Check => {
                let checked = drafts.iter().map(|draft| mind.check(scope, draft));
                checked.map(|result| result.map(|()| None).map_err(Fault::from)).collect()
            }
        })
    }

    fn answer(
        &mut self,
        line: u64,
        receipt: Option<Remembered>,
        streams: &mut Streams<'_>,
    ) -> Result<(), Fault> {
        self.counts.entries += 1;
        let Some(receipt) = receipt else { return Ok(()) };
        self.counts.take(&receipt);
        for warning in &receipt.warnings {
            if !self.warnings.contains(warning) {
                self.warnings.push(warning.clone());
            }
        }
        if self.session.common.json {
            let line = BatchLine { ok: Yes, line, receipt: wire::remembered(&receipt) };
            show::json(&line, streams)?;
        }
        Ok(())
    }

    fn refuse(&mut self, line: u64, fault: &Fault, streams: &mut Streams<'_>) -> Result<(), Fault> {
        self.counts.entries += 1;
        self.counts.refused += 1;
        if self.session.common.json {
            return show::json(&BatchRefusal { line, refusal: wire::refusal(fault) }, streams);
        }
        self.progress.clear(streams)?;
        self.refusals.tell(line, fault, streams)
    }

    fn summarise(&self, streams: &mut Streams<'_>) -> Result<(), Fault> {
        let dry_run = self.mode == Mode::Check;
        if self.session.common.json {
            let warnings = wire::warnings(&self.warnings);
            return show::json(&self.counts.summary(dry_run, warnings), streams);
        }
        self.refusals.count(self.session, streams)?;
        writeln!(streams.output, "{}", self.counts.words(dry_run, viewer(self.session)))?;
        show::warnings(&self.warnings, streams)
    }
}
