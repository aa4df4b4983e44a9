//! The query: text, never syntax.

use thiserror::Error;

use super::{
    analyse::{Languages, Role, Token, analyse_in},
    fold::normalise,
    moment::Times,
    weights,
};
use crate::text::trim;

/// A query of more than [`Query::MAX_CHARACTERS`] characters; the text is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the query has {characters} characters; at most {} are read", Query::MAX_CHARACTERS)]
pub struct QueryTooLong {
    /// How many characters it has.
    pub characters: usize,
}

/// One thing a query asks for.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// The folded form.
    pub(super) form: String,
    /// What it is looked up by.
    pub(super) keys: Vec<String>,
    /// What it is to its written word.
    pub(super) role: Role,
    /// Place in the query.
    pub(super) position: u32,
    /// How much it counts.
    pub(super) weight: f64,
}

/// A parsed query.
#[derive(Clone, Debug)]
pub struct Query {
    blank: bool,
    forms: Vec<String>,
    pub(super) units: Vec<Unit>,
    pub(super) times: Times,
    /// Whether its function words show a language whose inflection the stemmers undo.
    pub(super) is_stemmed: bool,
}

impl Query {
    /// The most characters a query may have.
    pub const MAX_CHARACTERS: usize = 512;

    /// Parses a query asked at `now` (epoch milliseconds). Every text up to the limit is a query.
    pub fn parse(text: &str, now: i64) -> Result<Self, QueryTooLong> {
        let characters = text.chars().count();
        if characters > Self::MAX_CHARACTERS {
            return Err(QueryTooLong { characters });
        }
        let normal = normalise(text);
        let tokens = analyse_in(&normal, Languages::EnglishAndItalian);
        let forms = tokens.iter().map(|token| token.form.clone()).collect();
        Ok(Self {
            blank: trim(text).is_empty(),
            forms,
            is_stemmed: is_stemmed(&tokens),
            times: Times::read(&tokens, now),
            units: units(tokens),
        })
    }

    /// Whether the query is empty or only white space: a listing, not a search.
    pub const fn is_blank(&self) -> bool {
        self.blank
    }

    /// The folded forms the query was taken apart into, in order.
    pub fn tokens(&self) -> &[String] {
        &self.forms
    }
}

/// Whether at least three in ten words of a query are English or Italian function words.
fn is_stemmed(tokens: &[Token]) -> bool {
    let words =
        tokens.iter().filter(|token| matches!(token.role, Role::Word | Role::Whole)).count();
    let function_words = tokens.iter().filter(|token| token.is_stop_word).count();
    function_words * 10 >= words * 3
}

/// The units of a query: its distinct tokens without stop words, or all when it has nothing else.
fn units(tokens: Vec<Token>) -> Vec<Unit> {
    let only_stop_words = tokens.iter().all(|token| token.is_stop_word);
    let paired: Vec<bool> = tokens
        .iter()
        .map(|token| token.role == Role::Character && in_pair(&tokens, token.position))
        .collect();
    let mut out: Vec<Unit> = Vec::new();
    for (token, paired) in tokens.into_iter().zip(paired) {
        if (token.is_stop_word && !only_stop_words)
            || out.iter().any(|unit| unit.form == token.form && unit.role == token.role)
        {
            continue;
        }
        let weight = match token.role {
            Role::Segment => weights::SEGMENT,
            Role::Part => weights::PART,
            Role::Border => weights::BORDER,
            Role::Character if paired => weights::PAIRED_CHARACTER,
            Role::Word | Role::Whole | Role::Pair | Role::Character => 1.0,
        };
        out.push(Unit {
            form: token.form,
            keys: token.keys,
            role: token.role,
            position: token.position,
            weight,
        });
    }
    out
}

fn in_pair(tokens: &[Token], position: u32) -> bool {
    tokens.iter().any(|token| {
        token.role == Role::Pair && (token.position == position || token.position + 1 == position)
    })
}
