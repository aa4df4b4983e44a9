//! The engines that are measured, each taking the same facts in and answering the same queries.

mod fts5;
mod mind;
mod tantivy;

use anyhow::Result;

pub(crate) use self::fts5::Fts5;
pub(crate) use self::mind::{Ranking, Recall};
pub(crate) use self::tantivy::Tantivy;
use crate::corpus::{Corpus, Fact};

/// Rows of a page: what `mind recall` gives when nothing is said.
pub(crate) const PAGE: usize = mind_core::mind::LIMIT_DEFAULT;

/// One engine with facts in memory.
pub(crate) trait Engine: Sized {
    /// What is ready before the clock runs: the facts as their store holds them.
    type Stored;

    /// Puts the facts where they are kept.
    fn store(corpus: &Corpus) -> Result<Self::Stored>;

    /// Builds what is searched.
    fn build(stored: &Self::Stored) -> Result<Self>;

    /// Answers with the first page; returns how many rows it has.
    fn ask(&self, query: &str) -> Result<usize>;

    /// Bytes of what is searched, as far as the engine tells.
    fn bytes(&self) -> Option<usize>;
}

/// Text and tags in one, for engines that are given one field.
fn joined(fact: &Fact) -> String {
    format!("{} {}", fact.text, fact.tags.join(" "))
}
