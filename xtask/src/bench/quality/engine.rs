//! The ranking alone, with channels left out or constants changed: what a caller cannot do.

use std::time::Instant;

use anyhow::{Context as _, Result};
use mind_core::recall::{
    Channel, Channels, Document, Index, Query, SearchOptions, Weights, search,
};

use super::data::Conversation;
use super::{Answer, Ask, DEPTH, Finder, Opened};

/// What is left out and changed.
pub(super) struct Engine {
    without: Channels,
    weights: Weights,
}

impl Engine {
    /// Without some channels.
    pub(super) fn leaving_out(channels: &[Channel]) -> Self {
        let without = channels.iter().fold(Channels::NONE, |set, channel| set.with(*channel));
        Self { without, weights: Weights::SHIPPED }
    }

    /// Without some channels, by name.
    pub(super) fn without(names: &[String]) -> Result<Self> {
        let channel = |name: &String| {
            let mut all = Channel::ALL.into_iter();
            all.find(|channel| channel.as_str() == name)
                .with_context(|| format!("no channel {name}"))
        };
        Ok(Self::leaving_out(&names.iter().map(channel).collect::<Result<Vec<_>>>()?))
    }

    /// With some constants changed, each `NAME=VALUE`, or `NAME.PROFILE=VALUE` for one of three.
    pub(super) fn with(mut self, settings: &[String]) -> Result<Self> {
        for setting in settings {
            let (name, value) = setting.split_once('=').context("a constant is NAME=VALUE")?;
            self.weights.set(name, value.parse()?).map_err(anyhow::Error::msg)?;
        }
        Ok(self)
    }
}

impl Finder for Engine {
    const NAME: &'static str = "mind, the engine";

    fn open(&self, conversation: &Conversation) -> Result<Opened<'_>> {
        let documents = conversation.documents.iter().map(|document| Document::<&str> {
            source: Some(&document.source),
            recorded_at: document.recorded_at,
            id: &document.id,
            ..Document::from_text(&document.text)
        });
        let started = Instant::now();
        let index = Index::build(documents);
        let took = started.elapsed();
        let ids = conversation.documents.iter().map(|document| document.id.clone()).collect();
        let ask = Asked { engine: self, index, ids, now: conversation.end() };
        Ok(Opened { took, notes: Vec::new(), ask: Box::new(ask) })
    }
}

/// The index of one conversation.
struct Asked<'a> {
    engine: &'a Engine,
    index: Index,
    ids: Vec<String>,
    now: i64,
}

impl Ask for Asked<'_> {
    fn ask(&self, query: &str) -> Result<Answer> {
        let started = Instant::now();
        let options = SearchOptions {
            limit: DEPTH,
            without: self.engine.without,
            weights: &self.engine.weights,
            ..SearchOptions::default()
        };
        let hits = search(&[&self.index], &Query::parse(query, self.now)?, &options);
        let took = started.elapsed();
        let ranked = hits.iter().take(DEPTH).map(|hit| self.ids[hit.row].clone()).collect();
        Ok(Answer { ranked, took })
    }
}
