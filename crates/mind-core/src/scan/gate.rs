//! The gate: one pass over a text that says which rules can have a finding in it at all.
//!
//! Almost every text is harmless, and the gate proves it in a few loads and masks a byte.
//! Each rule names fragments of four bytes, at least one of which stands in every text the rule finds.
//! A fragment is one bit of a number, so all are compared at once, against a table made at compile time.

use super::fold::{fold, is_apostrophe};
use super::suspects::Suspects;
use super::twin::twin;
use super::{Rule, ScanScope};
use crate::text::is_white_space;

/// The fragments of each rule, in lower case, as they stand in a folded text.
///
/// `[…]` stands for one of the bytes within, `.` for any byte, a space for a white-space character; every other byte for itself.
const FRAGMENTS: &[(Rule, &str)] = &[
    // ignore, disregard, forget, override, dimentica, sovrascrivi
    (Rule::SteerOverride, "gnor"),
    (Rule::SteerOverride, "sreg"),
    (Rule::SteerOverride, "orge"),
    (Rule::SteerOverride, "rrid"),
    (Rule::SteerOverride, "dime"),
    (Rule::SteerOverride, "sovr"),
    (Rule::SteerSystemPrompt, "romp"),
    // user, utente
    (Rule::SteerConceal, "user"),
    (Rule::SteerConceal, "uten"),
    // you are now a
    (Rule::SteerIdentity, "you "),
    // act as the system
    (Rule::SteerActAsSystem, "act "),
    // instructions, directives
    (Rule::SteerNewInstructions, "ucti"),
    (Rule::SteerNewInstructions, "ives"),
    (Rule::SecretAnthropicKey, "-ant"),
    (Rule::SecretOpenaiKey, "sk-."),
    (Rule::SecretAwsKey, "a[ks]ia"),
    (Rule::SecretGithubToken, "gh[opsur]_"),
    (Rule::SecretGithubToken, "b_pa"),
    (Rule::SecretGitlabToken, "lpat"),
    (Rule::SecretSlackToken, "xox[abprs]"),
    (Rule::SecretGoogleKey, "aiza"),
    (Rule::SecretStripeKey, "[rs]k_[lt]"),
    (Rule::SecretNpmToken, "npm_"),
    (Rule::SecretHuggingfaceToken, "hf_."),
    (Rule::SecretJwt, "eyj."),
    (Rule::SecretPrivateKey, "-beg"),
    (Rule::SecretAuthorization, "rer "),
    (Rule::SecretAuthorization, "sic "),
    (Rule::SecretUrlPassword, "://."),
    // password, passwd, passphrase, pwd, secret, token, credential
    (Rule::SecretAssignment, "ass[pw]"),
    (Rule::SecretAssignment, "pwd."),
    (Rule::SecretAssignment, "ecre"),
    (Rule::SecretAssignment, "toke"),
    (Rule::SecretAssignment, "cred"),
    // api key, access key and private key, joined or not
    (Rule::SecretAssignment, "[eis]key"),
    (Rule::SecretAssignment, "pi[ _-]k"),
    (Rule::SecretAssignment, "ss[ _-]k"),
    (Rule::SecretAssignment, "te[ _-]k"),
    (Rule::SecretAssignment, "密."),
    (Rule::SecretAssignment, "令."),
];

/// How long a fragment is.
const LENGTH: usize = 4;

/// For each byte and each place in a fragment, the fragments that have the byte there.
static TABLE: [[u64; LENGTH]; 256] = table();

const fn table() -> [[u64; LENGTH]; 256] {
    let mut table = [[0; LENGTH]; 256];
    let mut fragment = 0;
    while fragment < FRAGMENTS.len() {
        let pattern = FRAGMENTS[fragment].1.as_bytes();
        let (mut at, mut place) = (0, 0);
        while at < pattern.len() {
            let end = place_end(pattern, at);
            let mut byte = 0;
            while byte < table.len() {
                if accepts(pattern, at, end, byte as u8) {
                    table[byte][place] |= 1 << fragment;
                }
                byte += 1;
            }
            (at, place) = (end, place + 1);
        }
        assert!(place == LENGTH, "a fragment has as many places as the gate compares");
        fragment += 1;
    }
    table
}

/// Where the place that begins at `at` ends.
const fn place_end(pattern: &[u8], mut at: usize) -> usize {
    if pattern[at] == b'[' {
        while pattern[at] != b']' {
            at += 1;
        }
    }
    at + 1
}

/// Whether `byte`, in either case, may stand at the place between `at` and `end`.
const fn accepts(pattern: &[u8], mut at: usize, end: usize, byte: u8) -> bool {
    if pattern[at] == b'.' {
        return true;
    }
    let folded = if byte < b' ' { b' ' } else { byte.to_ascii_lowercase() };
    while at < end {
        if pattern[at] == folded && !matches!(byte, b'[' | b']') {
            return true;
        }
        at += 1;
    }
    false
}

/// The strict rules have no fragments: they are for documents, which are few.
const UNGATED: Suspects = {
    let mut suspects = Suspects::NONE;
    let mut at = 0;
    while at < Rule::ALL.len() {
        if matches!(Rule::ALL[at].scope(), ScanScope::Strict) {
            suspects = suspects.with(Rule::ALL[at]);
        }
        at += 1;
    }
    suspects
};

/// The fragments that agree with the text read so far.
#[derive(Default)]
struct Gate {
    /// Those that agree in their first one, two and three places.
    begun: [u64; LENGTH - 1],
    /// Those that have stood in the text.
    seen: u64,
}

impl Gate {
    #[inline]
    fn read(&mut self, byte: u8) {
        let [first, second, third, fourth] = TABLE[usize::from(byte)];
        let [one, two, three] = self.begun;
        self.seen |= three & fourth;
        self.begun = [first, one & second, two & third];
    }

    /// Reads a folded character as its Latin twin, which it stands for in a word of mixed scripts.
    fn read_letter(&mut self, c: char) {
        match twin(c) {
            Some(twin) => self.read(twin as u8),
            None => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| self.read(byte)),
        }
    }

    fn suspects(&self) -> Suspects {
        let mut seen = self.seen;
        let mut suspects = UNGATED;
        while seen != 0 {
            suspects = suspects.with(FRAGMENTS[seen.trailing_zeros() as usize].0);
            seen &= seen - 1;
        }
        suspects
    }
}

/// The rules that may find something in a normal form.
pub(super) fn suspects(norm: &str) -> Suspects {
    let mut gate = Gate::default();
    if norm.is_ascii() {
        let counts = |byte: &u8| !matches!(byte, b'\'' | b'`');
        norm.bytes().filter(counts).for_each(|byte| gate.read(byte));
        return gate.suspects();
    }
    for c in norm.chars() {
        if is_apostrophe(c) {
            continue;
        }
        match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => gate.read(byte),
            _ if is_white_space(c) => gate.read(b' '),
            _ => fold(c, &mut |c| gate.read_letter(c)),
        }
    }
    gate.suspects()
}
