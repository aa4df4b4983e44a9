//! The scanner: a pure function, wider scopes refuse more, and no surroundings hide a secret.

use mind_core::scan::{Rejection, ScanScope, WITHHELD, label, scan};

/// Secrets that stand for themselves, in parts, so that no scanner trips over this file.
const SECRETS: [[&str; 2]; 6] = [
    ["AKIA", "Q7RT2MNB4VXZ9KLP"],
    ["ghp_", "a8Kd02mQzR7vXw3LpYt6NcJb1HfGsE4uTi5o"],
    ["glpat-", "Zx81kQm4Tn7Rb2Wc9Yd0"],
    ["-----BEGIN RSA ", "PRIVATE KEY-----"],
    ["sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"],
    ["xoxb-", "2847561930-qWeRtYuIoPaSdFgH"],
];

/// Text from outside.
pub(crate) fn holds(bytes: &[u8]) {
    let (choice, rest) = super::split(bytes);
    let text = String::from_utf8_lossy(rest);
    let scopes = [ScanScope::All, ScanScope::Context, ScanScope::Strict];
    let found = scopes.map(|scope| scan(&text, scope));
    assert_eq!(found, scopes.map(|scope| scan(&text, scope)), "another answer the second time");
    for pair in found.windows(2) {
        assert!(pair[0].is_ok() || pair[1] == pair[0], "a wider scope lets more pass: {pair:?}");
    }
    let shown = label(&text);
    assert_eq!(shown, if found[1].is_ok() { &text } else { WITHHELD });
    plant(&text, choice);
}

/// Puts a secret on a line of its own at some place of the text.
fn plant(text: &str, choice: u8) {
    let secret = SECRETS[usize::from(choice) % SECRETS.len()].concat();
    let mut at = text.len() * usize::from(choice / 8) / 31;
    while !text.is_char_boundary(at.min(text.len())) {
        at -= 1;
    }
    let at = at.min(text.len());
    let planted = format!("{}\n{secret}\n{}", &text[..at], &text[at..]);
    let found = scan(&planted, ScanScope::Context);
    assert!(matches!(found, Err(Rejection::Found(_))), "{secret} passed: {found:?}");
}
