//! Persona names and the file-safe segments derived from them.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::digest;
use crate::error::Error;

/// Bytes a raw persona name may have.
pub(super) const NAME_LIMIT: usize = 1_024;
/// Bytes a persona segment may have in a stored row.
pub(super) const SEGMENT_LIMIT: usize = 128;

const DEFAULT: &str = "_default";

/// The naming rules that differ between platforms; a parameter, so that each can be tested anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// File names keep their case.
    Unix,
    /// File names that differ in case only are one.
    Windows,
}

impl Platform {
    /// The platform this binary was built for.
    pub const CURRENT: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };
}

/// The file-safe form of a persona name, 1–128 bytes: what rows, references and models see.
///
/// It is not a project's slug, and not the persona it was made from:
///
/// ```
/// # use mind_core::scope::{Segment, Slug};
/// fn owned_by(_: &Segment) {}
/// owned_by(&Segment::stored("dev").unwrap());
/// ```
/// ```compile_fail,E0308
/// # use mind_core::scope::{Segment, Slug};
/// fn owned_by(_: &Segment) {}
/// owned_by(&Slug::of(b"/srv/dev"));
/// ```
/// ```compile_fail,E0308
/// # use mind_core::scope::{Persona, Segment};
/// fn owned_by(_: &Segment) {}
/// owned_by(&Persona::named("dev").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment(Box<str>);

impl Segment {
    /// The segment of a raw name; the empty name gives `_default`.
    pub fn of(name: &str, platform: Platform) -> Self {
        if name.is_empty() {
            return Self(DEFAULT.into());
        }
        let safe = safe_part(name);
        let hash = || digest::short_hex(&[name.as_bytes()], 12);
        let cased = platform == Platform::Windows && safe.bytes().any(|b| b.is_ascii_uppercase());
        let segment = if safe.is_empty() {
            format!("persona-{}", hash())
        } else if is_reserved(&safe) {
            format!("persona-{safe}-{}", hash())
        } else if safe != name || cased {
            format!("{safe}-{}", hash())
        } else {
            safe
        };
        Self(segment.into())
    }

    /// A segment as found in a stored row or a reference: any 1–128 bytes.
    pub fn stored(text: &str) -> Option<Self> {
        (1..=SEGMENT_LIMIT).contains(&text.len()).then(|| Self(text.into()))
    }

    /// The segment's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The role on whose behalf a call is made: its raw name, and the segment derived from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Persona {
    name: Box<str>,
    segment: Segment,
}

impl Persona {
    /// The persona of a call that names none.
    pub fn unnamed() -> Self {
        Self { name: "".into(), segment: Segment(DEFAULT.into()) }
    }

    /// The persona of a raw name; the empty name is [`Persona::unnamed`].
    ///
    /// # Errors
    /// [`Error::NameInvalid`] over 1,024 bytes.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::named_on(name, Platform::CURRENT)
    }

    fn named_on(name: &str, platform: Platform) -> Result<Self, Error> {
        if name.len() > NAME_LIMIT {
            return Err(Error::NameInvalid { limit: NAME_LIMIT, actual: name.len() });
        }
        Ok(Self { name: name.into(), segment: Segment::of(name, platform) })
    }

    /// The name as given and, where they differ, its composed and decomposed spellings.
    ///
    /// The acting persona is the first of these that has a store, or the first when none has.
    ///
    /// # Errors
    /// [`Error::NameInvalid`] when the name as given is over 1,024 bytes.
    pub fn spellings(name: &str) -> Result<Vec<Self>, Error> {
        let mut spellings = vec![Self::named(name)?];
        for form in [name.nfc().collect::<String>(), name.nfd().collect()] {
            let persona = Self::named(&form);
            spellings.extend(persona.ok().filter(|persona| !spellings.contains(persona)));
        }
        Ok(spellings)
    }

    /// The raw name, empty for no persona.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file-safe segment.
    pub fn segment(&self) -> &Segment {
        &self.segment
    }

    /// The segment the name had before segments carried a hash: several names may share one.
    pub fn older_segment(&self) -> Segment {
        let safe = safe_part(&self.name);
        Segment(match safe.as_str() {
            "" => DEFAULT.into(),
            reserved if is_reserved(reserved) => format!("persona-{reserved}").into(),
            plain => plain.into(),
        })
    }

    /// Whether a store that recorded `name` may be this persona's: equal after NFC.
    pub fn is_recorded_as(&self, name: &str) -> bool {
        self.name.nfc().eq(name.nfc())
    }
}

/// Bad runs replaced by `-`, `-` and `.` stripped at both ends, cut to 64.
fn safe_part(name: &str) -> String {
    let mut safe = replace_bad_runs(name.as_bytes());
    let end = safe.trim_end_matches(['-', '.']).len();
    safe.truncate(end);
    let mut safe = safe.trim_start_matches(['-', '.']).to_owned();
    safe.truncate(64);
    safe
}

/// Each run of bytes outside `[A-Za-z0-9._-]` replaced by one `-`.
pub(super) fn replace_bad_runs(raw: &[u8]) -> String {
    let mut safe = String::with_capacity(raw.len());
    let mut in_run = false;
    for &byte in raw {
        let good = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
        if good {
            safe.push(char::from(byte));
        } else if !in_run {
            safe.push('-');
        }
        in_run = !good;
    }
    safe
}

/// Names that are taken: `mind`'s own, those that would be another store's side file, and devices on Windows.
fn is_reserved(safe: &str) -> bool {
    let lower = safe.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or_default();
    let numbered = |prefix: &str| {
        let rest = stem.strip_prefix(prefix).unwrap_or_default().as_bytes();
        matches!(rest, [b'1'..=b'9'])
    };
    matches!(lower.as_str(), "_default" | "_shared")
        || matches!(stem, "con" | "prn" | "aux" | "nul")
        || numbered("com")
        || numbered("lpt")
        || lower.ends_with(".json.retired")
        || lower.ends_with(".json.optimize-history")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// F-50, F-51, F-52: the contract's vectors.
    #[test]
    fn segments() {
        let long_a = "a".repeat(65);
        let long_x = "x".repeat(300);
        let cut_a = format!("{}-635361c48bb9", "a".repeat(64));
        let cut_x = format!("{}-0d4e2ca9e9cb", "x".repeat(64));
        for (name, expect) in [
            ("", "_default"),
            ("elite", "elite"),
            ("dev ops", "dev-ops-32a76cebcbdf"),
            ("_shared", "persona-_shared-69dddf655795"),
            ("_SHARED", "persona-_SHARED-0c6e9fe3758f"),
            ("_default", "persona-_default-3bf305731dd2"),
            ("NUL", "persona-NUL-ae6de1827cfc"),
            ("NUL.json", "persona-NUL.json-7c67520ef998"),
            ("nul.txt", "persona-nul.txt-7f3cbdd58ac5"),
            ("CON", "persona-CON-a3dbc4b644a9"),
            ("COM¹", "COM-844eb8749299"),
            ("aux ", "persona-aux-a080afc06f1b"),
            ("..", "persona-5ec1f7e700f3"),
            ("../escape", "escape-1ba7343c47dc"),
            ("a/../../b", "a-..-..-b-feddf1677abc"),
            ("%2e%2e%2f", "2e-2e-2f-8ea6fbff0678"),
            ("日本語", "persona-77710aedc74e"),
            ("🔥", "persona-ed8d830565bf"),
            ("ﬁle", "le-e187bbaaef3a"),
            ("ＡＢＣ", "persona-7410406bec06"),
            ("caf\u{e9}", "caf-850f7dc43910"),
            ("cafe\u{301}", "cafe-81ef060bcd98"),
            (" ", "persona-36a9e7f1c95b"),
            ("shared", "shared"),
            (long_a.as_str(), cut_a.as_str()),
            (long_x.as_str(), cut_x.as_str()),
            ("dev.json.retired", "persona-dev.json.retired-624566d6306c"),
            ("Dave", "Dave"),
        ] {
            assert_eq!(Segment::of(name, Platform::Unix).as_str(), expect, "{name:?}");
        }
        assert_eq!(Segment::of("Dave", Platform::Windows).as_str(), "Dave-809a72174335");
    }

    proptest! {
        /// F-50, F-51: whatever the name, its segment is plain, is none of the reserved ones and hides nothing.
        #[test]
        fn segments_are_safe(name in name()) {
            for platform in [Platform::Unix, Platform::Windows] {
                let segment = Segment::of(&name, platform);
                let text = segment.as_str();
                let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
                prop_assert!(text.bytes().all(plain), "{text}");
                prop_assert!((1..=SEGMENT_LIMIT).contains(&text.len()), "{text}");
                prop_assert!(!text.starts_with(['-', '.']) && !text.ends_with(['-', '.']), "{text}");
                prop_assert_eq!(is_reserved(text), name.is_empty(), "{}", text);
                prop_assert_eq!(Segment::stored(text), Some(segment.clone()));
            }
        }
    }

    /// Names that are near to something: reserved words, side files, dots, dashes and letters of other scripts.
    fn name() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            Just("_default".to_owned()),
            Just("_shared".to_owned()),
            Just("NUL".to_owned()),
            Just("com1".to_owned()),
            Just(".json.retired".to_owned()),
            Just(".json.optimize-history".to_owned()),
            "[-._/ ]{1,3}",
            "[a-zA-Z0-9]{1,40}",
            "\\PC{0,4}",
        ];
        proptest::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
    }

    /// F-1, F-52: the limit is on bytes, and names are not trimmed.
    #[test]
    fn a_name_over_the_limit_is_refused() {
        assert!(Persona::named(&"x".repeat(NAME_LIMIT)).is_ok());
        let over = Persona::named(&"x".repeat(NAME_LIMIT + 1));
        assert_eq!(over.unwrap_err().code(), "scope.name_invalid");
    }

    /// D-80: older names made no hash, so strangers shared a file.
    #[test]
    fn older_segments() {
        for (name, expect) in [
            ("", "_default"),
            ("elite", "elite"),
            ("dev ops", "dev-ops"),
            ("dev/ops", "dev-ops"),
            ("_shared", "persona-_shared"),
            ("nul.txt", "persona-nul.txt"),
            ("..", "_default"),
            ("日本語", "_default"),
            ("../escape", "escape"),
        ] {
            assert_eq!(Persona::named(name).unwrap().older_segment().as_str(), expect, "{name:?}");
        }
    }

    /// F-53: composed and decomposed spellings meet.
    #[test]
    fn spellings_meet_after_composition() {
        let given = Persona::named("cafe\u{301}").unwrap();
        assert!(given.is_recorded_as("caf\u{e9}"));
        assert!(!given.is_recorded_as("cafe"));
        let spellings = Persona::spellings("cafe\u{301}").unwrap();
        let names: Vec<&str> = spellings.iter().map(Persona::name).collect();
        assert_eq!(names, ["cafe\u{301}", "caf\u{e9}"]);
    }
}
