//! What holds for every text: no panic, one answer, monotonic scopes, and a gate that hides nothing.

use proptest::prelude::*;
use proptest::sample::select;

use unicode_normalization::UnicodeNormalization as _;

use crate::scan::form::{norm, splits_unseen};
use crate::scan::suspects::Suspects;
use crate::scan::{Rejection, ScanScope, examine, scan};

const SCOPES: [ScanScope; 3] = [ScanScope::All, ScanScope::Context, ScanScope::Strict];

/// Pieces of what the rules look for, what may stand between, and what may hide it.
const PIECES: &[&str] = &[
    "ignore",
    "disregard",
    "forget",
    "override",
    "ignora",
    "dimenticare",
    "sovrascrivi",
    "not",
    "never",
    "don't",
    "previous",
    "your",
    "precedenti",
    "all",
    "the",
    "tutte",
    "le",
    "system",
    "hidden",
    "instructions",
    "direttive",
    "rules",
    "regole",
    "prompt",
    "of",
    "from",
    "tell",
    "informare",
    "mention",
    "mostrare",
    "user",
    "all'utente",
    "this",
    "ciò",
    "without",
    "do",
    "to",
    "you",
    "are",
    "now",
    "a",
    "no",
    "longer",
    "please",
    "act",
    "as",
    "new",
    "updated",
    "directives",
    ":",
    " :",
    "sk-",
    "ant-",
    "AKIA",
    "ASIA",
    "ghp_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "AIza",
    "sk_live_",
    "rk_test_",
    "npm_",
    "hf_",
    "eyJabcdefgh",
    "abcdefgh1",
    "0123456789ABCDEF",
    "0123456789abcdefghijABCDEFGHIJ0123456789",
    "-----",
    "BEGIN ",
    "RSA ",
    "PRIVATE KEY",
    " BLOCK",
    "Bearer ",
    "basic\t",
    "https://",
    "user:",
    "pw1@",
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "credential",
    "api",
    "access",
    "private",
    "key",
    "密码",
    "口令",
    "密钥",
    "令牌",
    "=",
    ":=",
    "==",
    "\"",
    "'",
    "`",
    "’",
    "Tr0ub4dor&3",
    "$",
    "env:",
    "xxxx",
    "(",
    "sliver",
    "beacon",
    "authorized_keys",
    ">>",
    "curl",
    ".env",
    ".bashrc",
    "echo",
    "| sh",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "\u{2028}",
    "\u{a0}",
    "\u{3000}",
    "\u{feff}",
    ".",
    ". ",
    "!",
    "?",
    "…",
    "-",
    "_",
    "\u{332}",
    "\u{301}",
    "\u{20dd}",
    "\u{fe0f}",
    "\u{ad}",
    "\u{200e}",
    "\u{200d}",
    "é",
    "ſ",
    "\u{212a}",
    "İ",
    "ﬁ",
    "ﷺ",
    "葛",
    "😀",
    "ک",
    "한",
    "\u{1100}\u{1161}",
];

/// A piece as it is, or in other letters that mean the same.
fn piece() -> impl Strategy<Value = String> {
    (select(PIECES), 0..12_u8).prop_map(|(piece, disguise)| match disguise {
        0 => piece.to_uppercase(),
        1 => piece.chars().map(full_width).collect(),
        2 => piece.chars().flat_map(|c| [c, '\u{332}']).collect(),
        4 => piece.chars().flat_map(|c| [c, '\u{ad}']).collect(),
        5 => piece.chars().map(look_alike).collect(),
        3 => piece.chars().flat_map(|c| [if c < 'm' { '\'' } else { '`' }, c]).collect(),
        _ => piece.to_owned(),
    })
}

fn look_alike(c: char) -> char {
    match c {
        'e' => 'е',
        'o' => 'ο',
        's' => 'ꜱ',
        _ => c,
    }
}

fn full_width(c: char) -> char {
    match c {
        '!'..='~' => char::from_u32(u32::from(c) + 0xfee0).expect("full-width forms mirror ASCII"),
        _ => c,
    }
}

/// Texts in which rules find something, or nearly.
fn suspicious() -> impl Strategy<Value = String> {
    let joined = |separator: &'static str| {
        prop::collection::vec(piece(), 1..12).prop_map(move |pieces| pieces.join(separator))
    };
    prop_oneof![joined(" "), joined(""), joined("_"), any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    /// The gate leaves out no rule that finds something.
    #[test]
    fn the_gate_hides_nothing(text in suspicious()) {
        for scope in SCOPES {
            prop_assert_eq!(scan(&text, scope), examine(&text, scope, |_| Suspects::EVERY));
        }
    }

    /// normalising in stretches gives what normalising the whole text gives, without what splits a word unseen.
    #[test]
    fn the_normal_form_is_nfkc(text in prop_oneof![suspicious(), "[ae\\u{ad}\\u{34f}\\u{300}-\\u{345}\\u{1100}-\\u{11ff}가-각ﬁ½. ]*"]) {
        let seen = text.chars().filter(|c| !splits_unseen(*c));
        prop_assert_eq!(norm(&text), seen.nfkc().collect::<String>());
    }

    /// the same text gives the same answer.
    #[test]
    fn the_same_text_gives_the_same_rule(text in any::<String>(), more in suspicious()) {
        for text in [text, more] {
            prop_assert_eq!(scan(&text, ScanScope::Strict), scan(&text, ScanScope::Strict));
        }
    }

    /// a wider scope has every finding of a narrower one, and the same rule decides.
    #[test]
    fn a_wider_scope_loses_no_finding(text in suspicious()) {
        for pair in SCOPES.windows(2) {
            let narrow = scan(&text, pair[0]);
            if narrow.is_err() {
                prop_assert_eq!(scan(&text, pair[1]), narrow);
            }
        }
    }

    /// a finding is of a rule that belongs to the scope.
    #[test]
    fn a_finding_belongs_to_the_scope(text in suspicious()) {
        for scope in SCOPES {
            if let Err(Rejection::Found(rule)) = scan(&text, scope) {
                prop_assert!(rule.scope() <= scope);
            }
        }
    }
}
