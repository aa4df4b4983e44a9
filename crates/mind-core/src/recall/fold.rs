//! The forms a written word is compared in: normalised, folded, and without marks.

use std::borrow::Cow;

use unicode_normalization::{
    IsNormalized, UnicodeNormalization as _, char::is_combining_mark, is_nfkc_quick,
};

use super::script::loses_marks;

/// The text in NFKC with U+2019 as an apostrophe; ASCII text is returned as it is.
pub(super) fn normalise(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    if plain(text) || is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        return if text.contains('\u{2019}') {
            Cow::Owned(text.replace('\u{2019}', "'"))
        } else {
            Cow::Borrowed(text)
        };
    }
    Cow::Owned(text.nfkc().map(|c| if c == '\u{2019}' { '\'' } else { c }).collect())
}

/// Whether every character is one of the frequent ones that NFKC leaves alone wherever they stand.
fn plain(text: &str) -> bool {
    text.chars().all(|c| {
        matches!(c, '\0'..='\u{9f}' | '\u{c0}'..='\u{131}' | '\u{410}'..='\u{44f}' | '\u{2010}' | '\u{2012}'..='\u{2015}' | '\u{2018}'..='\u{201d}'
            | '\u{3001}'..='\u{3002}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}')
    })
}

/// Appends the case-folded form of `word`, without apostrophes and without a final `'s`.
///
/// Folding is upper-casing and then lower-casing each character, which differs from Unicode's full case folding only in joining `ı` with `i` and in Cherokee.
pub(super) fn fold_into(word: &str, out: &mut String) {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("'S")).unwrap_or(word);
    for c in word.chars() {
        if c.is_ascii() {
            if c != '\'' {
                out.push(c.to_ascii_lowercase());
            }
        } else {
            out.extend(c.to_uppercase().flat_map(char::to_lowercase));
        }
    }
}

/// The case-folded form of `word`.
pub(super) fn fold(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    fold_into(word, &mut out);
    out
}

/// The folded form without combining marks on Latin, Greek, Cyrillic, Hebrew and Arabic letters.
pub(super) fn unmarked(form: &str) -> Cow<'_, str> {
    if form.is_ascii() || !form.chars().any(loses_marks) {
        return Cow::Borrowed(form);
    }
    let mut out = String::with_capacity(form.len());
    for c in form.chars() {
        if loses_marks(c) {
            out.extend(std::iter::once(c).nfd().filter(|c| !is_combining_mark(*c)));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_1_folding() {
        let check =
            |input: &str, expect: &str| assert_eq!(fold(&normalise(input)), expect, "{input:?}");
        check("Straße", "strasse");
        check("ΣΊΣΥΦΟΣ", "σίσυφοσ");
        check("ｖ２．４", "v2.4");
        check("don\u{2019}t", "dont");
        check("deploy's", "deploy");
        check("Deploy\u{2019}S", "deploy");
    }

    #[test]
    fn r2_6_marks() {
        let check = |input: &str, expect: &str| {
            assert_eq!(unmarked(&fold(&normalise(input))), expect, "{input:?}");
        };
        check("café", "cafe");
        check("cafe\u{301}", "cafe");
        check("Ελλάδα", "ελλαδα");
        check("ёлка", "елка");
        check("أُحْمَدُ", "احمد");
        check("שָׁלוֹם", "שלום");
        check("हिन्दी", "हिन्दी");
    }
}
