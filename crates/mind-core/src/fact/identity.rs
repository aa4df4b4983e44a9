//! What makes two rows the same fact: content ids and keys.

use super::{FactId, Kind, Tags};
use crate::digest;
use crate::json;
use crate::scope::Segment;
use crate::text::canonical;

/// Kind, canonical text and normalised tags: two rows with one content key say the same thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentKey {
    kind: Kind,
    text: Box<str>,
    tags: Vec<Box<str>>,
}

impl ContentKey {
    /// The key of a content.
    pub fn new(kind: Kind, text: &str, tags: &Tags) -> Self {
        Self { kind, text: canonical(text).into(), tags: tags.normalised() }
    }

    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// What one store holds at most one row of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SemanticKey {
    /// What is said.
    pub content: ContentKey,
    /// Who says it; nobody outside the project tiers and in unowned rows.
    pub owner: Option<Segment>,
}

/// The id of a content: the first 12 hex digits of SHA-256 over kind, NUL, canonical text, NUL and tag part.
pub fn content_id(kind: Kind, text: &str, tags: &Tags) -> FactId {
    digest_id(kind.as_str(), text, &tag_part(tags))
}

/// The id the same content had while tags were always joined with commas; equal to [`content_id`] when no tag holds a comma.
pub fn legacy_id(kind: Kind, text: &str, tags: &Tags) -> FactId {
    digest_id(kind.as_str(), text, &tags.normalised().join(","))
}

/// The id of a backlog item: as [`content_id`] with the word `backlog` in place of the kind.
pub fn backlog_id(text: &str, tags: &Tags) -> FactId {
    digest_id("backlog", text, &tag_part(tags))
}

/// The legacy id of a backlog item, see [`legacy_id`].
pub(crate) fn backlog_legacy_id(text: &str, tags: &Tags) -> FactId {
    digest_id("backlog", text, &tags.normalised().join(","))
}

fn digest_id(word: &str, text: &str, tag_part: &str) -> FactId {
    let parts = [word.as_bytes(), b"\0", canonical(text).as_bytes(), b"\0", tag_part.as_bytes()]
        .map(<[u8]>::to_vec);
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    FactId::parse(&digest::short_hex(&parts, 12)).expect("hex digits are an id")
}

/// The tags joined with commas, or as a compact JSON array when one of them holds a comma.
fn tag_part(tags: &Tags) -> String {
    let tags = tags.normalised();
    if !tags.iter().any(|tag| tag.contains(',')) {
        return tags.join(",");
    }
    let mut part = String::new();
    json::push_strings(&mut part, tags.iter().map(AsRef::as_ref));
    part
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// F-4, F-11, F-15, F-16: the contract's vectors.
    #[test]
    fn ids() {
        let check = |kind: Kind, text: &str, tags: &[&str], id: &str, legacy: &str| {
            let tags = Tags::stored(tags.iter().map(|tag| (*tag).into()).collect()).unwrap();
            assert_eq!(content_id(kind, text, &tags).as_str(), id, "{text:?}");
            assert_eq!(legacy_id(kind, text, &tags).as_str(), legacy, "{text:?}");
        };
        let note = Kind::Note;
        check(note, "same text", &["a", "b"], "6d7b7855bcd3", "6d7b7855bcd3");
        check(note, " Same\n TEXT ", &["B", " a", "b", ""], "6d7b7855bcd3", "6d7b7855bcd3");
        check(note, "same text", &[], "c29c9d8fafe8", "c29c9d8fafe8");
        check(note, "same text", &["a,b"], "697e9d3d27c2", "6d7b7855bcd3");
        check(note, "same text", &["b,c", "a"], "61cb0648e9a0", "2e1d8f46c320");
        check(note, "same text", &["x\"y,z"], "6e99ccd2f723", "a77261d77c40");
        let preference = Kind::Preference;
        check(preference, "Prefers concise answers.", &[], "5efc2476dd69", "5efc2476dd69");
        check(
            preference,
            "  Prefers   verbose\trecon ",
            &["Recon", "logging"],
            "5c73d42e0d9c",
            "5c73d42e0d9c",
        );
        check(Kind::Objective, "root every box on the range", &[], "86f7ad4ed58f", "86f7ad4ed58f");
        check(note, "ΑΣ σ İ", &[], "518afc9a2aee", "518afc9a2aee");
        check(note, "a\u{85}b", &[], "4bee9a29747f", "4bee9a29747f");
        check(note, "a\u{feff}b", &[], "39cecdd94081", "39cecdd94081");
        check(note, "caf\u{e9}", &[], "6a6d4e481265", "6a6d4e481265");
        check(note, "cafe\u{301}", &[], "57c9e9e1978f", "57c9e9e1978f");
        check(note, "t", &["\u{fffd}", "\u{1f525}"], "6993987a66c0", "6993987a66c0");
        assert_eq!(backlog_id("revisit the SMB share", &Tags::default()).as_str(), "bae405227410");
    }

    proptest! {
        /// F-4, F-15: identity is blind to what normalisation removes.
        #[test]
        fn identity_survives_normalisation(
            text in "\\PC{0,40}",
            tags in proptest::collection::vec("[ -~é🔥]{0,6}", 0..4),
        ) {
            let stored = Tags::stored(tags.iter().map(|t| t.as_str().into()).collect()).unwrap();
            let normalised = Tags::stored(stored.normalised()).unwrap();
            let canonical_text = canonical(&text);
            prop_assert_eq!(&canonical(&canonical_text), &canonical_text);
            prop_assert_eq!(
                content_id(Kind::Note, &text, &stored),
                content_id(Kind::Note, &canonical_text, &normalised)
            );
        }
    }
}
