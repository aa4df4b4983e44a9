//! Recall: finding the right fact, offline, and saying why.
//!
//! [`Index::build`] takes the rows of one store; [`search`] takes the indexes of the stores that make up one memory, a [`Query`] and options, and answers with rows, scores and the share of every [`Channel`] in them.
//! All of it is a pure function of its inputs: nothing is read, written or remembered, and sums run in a fixed order, so the same inputs give the same bytes.

mod analyse;
mod candidate;
mod channel;
mod corpus;
mod cut;
mod document;
mod fold;
mod fuzzy;
mod identifier;
mod importance;
mod index;
mod intern;
mod irregular;
mod lexical;
mod links;
mod manner;
mod moment;
mod number;
mod phrase;
mod postings;
mod query;
mod relation;
mod script;
mod search;
mod source;
mod span;
mod stem;
mod stop;
mod surroundings;
mod vocabulary;
mod walk;
mod weights;

#[doc(hidden)]
pub use self::weights::Weights;
pub use self::{
    analyse::{Role, Token, analyse},
    channel::{Channel, Channels},
    document::Document,
    index::Index,
    query::{Query, QueryTooLong},
    search::{Ranking, Scored, SearchOptions, rank, search},
};
