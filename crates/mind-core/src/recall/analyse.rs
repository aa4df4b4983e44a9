//! The one analysis of texts and queries: from a text to tokens with positions.

use std::borrow::Cow;

use super::{
    cut::{Piece, cut},
    fold::{fold, normalise, unmarked},
    identifier::{Part, parts},
    stem::Stemmers,
    stop::{is_stop_word, shows_italian},
};

/// What a token is to the written word it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A word that has no parts.
    Word,
    /// A whole identifier, as written and folded.
    Whole,
    /// A segment of a path that has parts itself.
    Segment,
    /// A part of an identifier.
    Part,
    /// A part cut at a border of letters and digits, in addition.
    Border,
    /// One character of a script written without spaces.
    Character,
    /// Two neighbouring characters of a script written without spaces.
    Pair,
}

/// One token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The folded form, with its marks.
    pub form: String,
    /// What it is looked up by: the stem or joined form, without marks; two when the text is Italian and the Italian stem differs.
    pub keys: Vec<String>,
    /// What it is to the written word.
    pub role: Role,
    /// Place of the written word in the text, counted in words and unspaced characters.
    pub position: u32,
    /// Whether it carries no subject.
    pub is_stop_word: bool,
}

/// Which stems a word is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Languages {
    /// English stems only.
    English,
    /// English and Italian stems.
    EnglishAndItalian,
}

/// Analyses a text or a query; the same function serves both.
///
/// Italian stems are added when the text shows more words that only Italian has than English function words.
pub fn analyse(text: &str) -> Vec<Token> {
    let text = normalise(text);
    let languages =
        if is_italian(&text) { Languages::EnglishAndItalian } else { Languages::English };
    analyse_in(&text, languages)
}

/// Analyses a normalised text with the given stems.
pub(super) fn analyse_in(text: &str, languages: Languages) -> Vec<Token> {
    let stemmers = Stemmers::new();
    let mut out = Vec::new();
    let mut position = 0;
    cut(text, |piece| {
        if let Piece::Pair(_) = piece {
            position -= 1;
        }
        let before = out.len();
        tokens_of(piece, languages, &stemmers, &mut out);
        for token in &mut out[before..] {
            token.position = if matches!(piece, Piece::Pair(_)) { position - 1 } else { position };
        }
        position += 1;
    });
    out
}

/// Whether a normalised text shows Italian function words, more of them than English ones.
pub(super) fn is_italian(text: &str) -> bool {
    let mut balance = 0_i32;
    cut(text, |piece| {
        if let Piece::Word(word) = piece {
            balance += language_sign(&head(word));
        }
    });
    balance > 0
}

/// 1 for a word that only Italian has, -1 for an English function word, else 0.
pub(super) fn language_sign(form: &str) -> i32 {
    if shows_italian(form) {
        1
    } else if is_stop_word(form) && !ambiguous(form) {
        -1
    } else {
        0
    }
}

/// Function words of both languages say nothing about which it is.
fn ambiguous(form: &str) -> bool {
    super::stop::is_italian_stop_word(form)
}

/// The folded, unmarked form of a word; of an elided one the form of what stands before its apostrophe.
fn head(word: &str) -> String {
    let head =
        word.split_once('\'').filter(|(_, rest)| rest.len() > 2).map_or(word, |(head, _)| head);
    unmarked(&fold(head)).into_owned()
}

/// Appends the tokens of one piece, positions left at zero.
pub(super) fn tokens_of(
    piece: Piece<'_>,
    languages: Languages,
    stemmers: &Stemmers,
    out: &mut Vec<Token>,
) {
    match piece {
        Piece::Character(text) => out.push(plain(text, Role::Character)),
        Piece::Pair(text) => out.push(plain(text, Role::Pair)),
        Piece::Word(word) => {
            let parts = parts(word);
            if parts.is_empty() {
                out.push(stemmed(word, Role::Word, languages, stemmers));
                return;
            }
            out.push(compound(word, Role::Whole));
            out.extend(parts.into_iter().map(|part| match part {
                Part::Segment(text) => compound(text, Role::Segment),
                Part::Plain(text) => stemmed(text, Role::Part, languages, stemmers),
                Part::Border(text) => stemmed(text, Role::Border, languages, stemmers),
            }));
        }
    }
}

fn plain(text: &str, role: Role) -> Token {
    let form = fold(text);
    Token { keys: vec![form.clone()], form, role, position: 0, is_stop_word: false }
}

fn stemmed(text: &str, role: Role, languages: Languages, stemmers: &Stemmers) -> Token {
    let form = fold(text);
    let bare = unmarked(&form);
    let is_stop_word = is_stop_word(&bare) && (bare == form || form.chars().all(is_italian_letter));
    let mut keys = vec![match singular(text) {
        Some(singular) => stemmers.stem(&singular, &singular).into_owned(),
        None => stemmers.stem(&form, &bare).into_owned(),
    }];
    if languages == Languages::EnglishAndItalian {
        let italian = stemmers.italian(&bare);
        if italian != keys[0] {
            keys.push(italian.into_owned());
        }
    }
    Token { keys, form, role, position: 0, is_stop_word }
}

/// The folded singular of capitals with the `s` of a plural, as in `GPUs`: the stemmer takes such an `s` for part of the word.
fn singular(text: &str) -> Option<String> {
    let capitals = text.strip_suffix('s').filter(|capitals| capitals.len() > 1)?;
    capitals.bytes().all(|byte| byte.is_ascii_uppercase()).then(|| capitals.to_ascii_lowercase())
}

/// Whether a folded letter occurs in English or Italian; `càn` may be a stop word without its marks, `cần` is a word of its own.
const fn is_italian_letter(c: char) -> bool {
    c.is_ascii()
        || matches!(c, 'à' | 'è' | 'é' | 'ì' | 'í' | 'ò' | 'ó' | 'ù' | 'ú' | '\u{300}' | '\u{301}')
}

fn compound(text: &str, role: Role) -> Token {
    let form = fold(text);
    let bare = unmarked(&form);
    let keys = vec![joined(&bare).into_owned()];
    Token { keys, form, role, position: 0, is_stop_word: false }
}

/// A compound without its joiners, so that `pre-edit`, `pre_edit` and `preEdit` meet; one with a digit keeps them, because `1.12` is not `11.2`.
fn joined(bare: &str) -> Cow<'_, str> {
    let has_inner = bare
        .trim_matches(|c: char| !c.is_alphanumeric())
        .contains(|c: char| c.is_ascii_punctuation());
    if !has_inner || bare.contains(char::is_numeric) {
        return Cow::Borrowed(bare);
    }
    Cow::Owned(bare.chars().filter(|c| !c.is_ascii_punctuation()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(&str, Role, u32)]) {
        let tokens = analyse(text);
        let found: Vec<_> =
            tokens.iter().map(|token| (token.form.as_str(), token.role, token.position)).collect();
        assert_eq!(found, expect, "{text:?}");
    }

    #[test]
    fn r2_tokens_with_positions() {
        check(
            "Deploy 队列 now",
            &[
                ("deploy", Role::Word, 0),
                ("队", Role::Character, 1),
                ("列", Role::Character, 2),
                ("队列", Role::Pair, 1),
                ("now", Role::Word, 3),
            ],
        );
        check(
            "pre-edit v2",
            &[
                ("pre-edit", Role::Whole, 0),
                ("pre", Role::Part, 0),
                ("edit", Role::Part, 0),
                ("v2", Role::Whole, 1),
                ("v", Role::Border, 1),
                ("2", Role::Border, 1),
            ],
        );
    }

    #[test]
    fn r2_8_italian_shows_itself() {
        assert!(is_italian("la coda non si svuota durante il deploy"));
        assert!(is_italian("l'ambiente di prova"));
        assert!(!is_italian("the queue is not drained"));
        assert!(!is_italian("deploy queue"));
        assert_eq!(analyse("le distribuzioni del progetto")[1].keys.len(), 2);
    }

    #[test]
    fn r2_nothing_is_dropped_for_being_short() {
        for word in ["db", "Go", "R", "16", "v2"] {
            assert!(!analyse(word).is_empty(), "{word}");
            assert!(analyse(word).iter().all(|token| !token.is_stop_word), "{word}");
        }
    }
}
