//! A key that shows itself to nobody.

use std::fmt;

/// A provider's key. It is in no message, whatever is printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Takes a key; `None` when it is empty or could not stand in a header.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        whole.then(|| Self(text.to_owned()))
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_shown() {
        let key = Key::new(" secret-key-1\n").expect("a key");
        assert_eq!((format!("{key:?}"), key.reveal()), ("Key(…)".to_owned(), "secret-key-1"));
        for text in ["", " ", "a b", "a\nb", "schlüssel"] {
            assert_eq!(Key::new(text), None, "{text}");
        }
    }
}
