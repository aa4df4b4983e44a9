//! Keys and tokens that their issuers mark with a prefix.

use super::{after_each, has_digit, is_key_char};
use crate::scan::Rule;

/// A prefix and the least number of bytes of an alphabet after it.
struct Form {
    rule: Rule,
    prefixes: &'static [&'static str],
    least: usize,
    alphabet: fn(u8) -> bool,
}

const FORMS: &[Form] = &[
    Form {
        rule: Rule::SecretAnthropicKey,
        prefixes: &["sk-ant-"],
        least: 16,
        alphabet: is_key_char,
    },
    Form {
        rule: Rule::SecretGithubToken,
        prefixes: &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        least: 20,
        alphabet: is_alphanumeric,
    },
    Form {
        rule: Rule::SecretGithubToken,
        prefixes: &["github_pat_"],
        least: 22,
        alphabet: |byte| is_alphanumeric(byte) || byte == b'_',
    },
    Form { rule: Rule::SecretGitlabToken, prefixes: &["glpat-"], least: 20, alphabet: is_key_char },
    Form {
        rule: Rule::SecretSlackToken,
        prefixes: &["xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-"],
        least: 10,
        alphabet: |byte| is_alphanumeric(byte) || byte == b'-',
    },
    Form { rule: Rule::SecretGoogleKey, prefixes: &["AIza"], least: 35, alphabet: is_key_char },
    Form {
        rule: Rule::SecretStripeKey,
        prefixes: &["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
        least: 16,
        alphabet: is_alphanumeric,
    },
    Form { rule: Rule::SecretNpmToken, prefixes: &["npm_"], least: 36, alphabet: is_alphanumeric },
    Form {
        rule: Rule::SecretHuggingfaceToken,
        prefixes: &["hf_"],
        least: 30,
        alphabet: is_alphanumeric,
    },
];

const fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

/// The rules whose whole form is a prefix and a run.
pub(super) fn has_prefixed(rule: Rule, norm: &str) -> bool {
    FORMS.iter().filter(|form| form.rule == rule).any(|form| {
        let long_enough = |rest: &str| {
            rest.len() >= form.least && rest.bytes().take(form.least).all(form.alphabet)
        };
        form.prefixes.iter().any(|prefix| after_each(norm, prefix).any(long_enough))
    })
}

/// `sk-` and at least 20 characters with a digit among them.
///
/// `proj-` and `svcacct-` after it are of the same alphabet and need no case of their own.
pub(super) fn has_openai_key(norm: &str) -> bool {
    runs(norm, is_key_char).any(|run| {
        // The first prefix of a run has the longest rest, so the others add nothing.
        after_each(run, "sk-").next().is_some_and(|rest| rest.len() >= 20 && has_digit(rest))
    })
}

/// `AKIA` or `ASIA` and exactly 16 capitals and digits.
pub(super) fn has_aws_key(norm: &str) -> bool {
    ["AKIA", "ASIA"].iter().flat_map(|prefix| after_each(norm, prefix)).any(|rest| {
        let run = rest.bytes().take(17).take_while(u8::is_ascii_alphanumeric);
        run.clone().count() == 16 && run.clone().all(|byte| !byte.is_ascii_lowercase())
    })
}

/// Three runs joined by dots, the first two in the shape of encoded JSON.
pub(super) fn has_jwt(norm: &str) -> bool {
    runs(norm, |byte| is_key_char(byte) || byte == b'.').any(|dotted| {
        let mut parts = 0;
        dotted.split('.').any(|run| {
            if parts == 2 && run.len() >= 8 {
                return true;
            }
            let continues = parts == 1 && run.strip_prefix("eyJ").is_some_and(is_long);
            let begins = || after_each(run, "eyJ").next().is_some_and(is_long);
            parts = if continues { 2 } else { usize::from(begins()) };
            false
        })
    })
}

fn is_long(run: &str) -> bool {
    run.len() >= 8
}

/// The maximal runs of an ASCII alphabet.
fn runs(norm: &str, alphabet: fn(u8) -> bool) -> impl Iterator<Item = &str> {
    norm.split(move |c: char| !u8::try_from(c).is_ok_and(|c| c.is_ascii() && alphabet(c)))
}
