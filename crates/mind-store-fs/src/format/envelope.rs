//! What surrounds the rows of a store.

use std::fmt;

use mind_core::fact::Extra;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::date;
use super::text::Text;

/// The version of the format this program writes.
pub(crate) const VERSION: u64 = 1;

/// The largest integer every reader of JSON keeps exactly.
pub(super) const INTEGER_MAX: u64 = (1 << 53) - 1;

/// Why bytes are not a store this version can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    /// They are no store.
    Corrupt,
    /// A later version wrote them.
    Newer(u64),
    /// There are more rows than allowed.
    TooMany(usize),
}

/// A name that a store says it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recorded {
    Nothing,
    Name(Box<str>),
    /// A value that is no name.
    NoName,
}

/// The names a store says it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) project_path: Recorded,
    pub(crate) persona_name: Recorded,
}

impl Names {
    pub(crate) const NONE: Self =
        Self { project_path: Recorded::Nothing, persona_name: Recorded::Nothing };
}

/// The envelope, checked up to its sequence, with the rows as raw text.
#[derive(Debug)]
pub(crate) struct Envelope<'a> {
    pub(crate) sequence: u64,
    pub(crate) names: Names,
    pub(crate) unknown: Extra,
    pub(crate) entries: Vec<&'a RawValue>,
}

impl Recorded {
    /// The name, where there is one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            Self::Nothing | Self::NoName => None,
        }
    }
}

impl<'a> Envelope<'a> {
    /// Reads an envelope; a byte order mark is already gone.
    pub(crate) fn parse(text: &'a str) -> Result<Self, Damage> {
        let raw: Raw<'a> = serde_json::from_str(text).map_err(|_| Damage::Corrupt)?;
        let version = raw.version.and_then(integer).filter(|_| !raw.version_doubled);
        match version {
            Some(VERSION) => {}
            Some(newer @ 2..) if raw.entries.is_some() => return Err(Damage::Newer(newer)),
            _ => return Err(Damage::Corrupt),
        }
        let dated = raw.updated_at.and_then(string).is_some_and(|at| date::parse(&at).is_some());
        let sequence = raw.sequence.and_then(integer);
        match (raw.entries, sequence) {
            (Some(entries), Some(sequence)) if dated && !raw.doubled => Ok(Self {
                sequence,
                names: Names {
                    project_path: recorded(raw.project_path),
                    persona_name: recorded(raw.persona_name),
                },
                unknown: Extra::new(raw.unknown),
                entries,
            }),
            _ => Err(Damage::Corrupt),
        }
    }
}

/// The names and rows of a file that another program wrote: an array of entries is enough, a later version is refused.
pub(super) fn foreign(text: &str) -> Result<(Names, Vec<&RawValue>), Damage> {
    let raw: Raw<'_> = serde_json::from_str(text).map_err(|_| Damage::Corrupt)?;
    if let Some(newer) = raw.version.and_then(integer).filter(|version| *version > VERSION) {
        return Err(Damage::Newer(newer));
    }
    let names = Names {
        project_path: recorded(raw.project_path),
        persona_name: recorded(raw.persona_name),
    };
    raw.entries.map(|entries| (names, entries)).ok_or(Damage::Corrupt)
}

fn recorded(value: Option<&RawValue>) -> Recorded {
    match value.map(string) {
        None => Recorded::Nothing,
        Some(Some(name)) => Recorded::Name(name.into()),
        Some(None) => Recorded::NoName,
    }
}

fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// An integer in any spelling, from 0 to 2^53 - 1.
fn integer(value: &RawValue) -> Option<u64> {
    let text = value.get();
    let number = text.parse::<u64>().ok().or_else(|| {
        // The standard library rounds correctly; what is no number of JSON is none of its numbers either.
        let number: f64 = text.parse().ok()?;
        let integral = number.fract() == 0.0 && (0.0..=INTEGER_MAX as f64).contains(&number);
        #[expect(clippy::cast_sign_loss, reason = "the range has just been checked")]
        integral.then_some(number as u64)
    })?;
    (number <= INTEGER_MAX).then_some(number)
}

#[derive(Default)]
struct Raw<'a> {
    version: Option<&'a RawValue>,
    version_doubled: bool,
    updated_at: Option<&'a RawValue>,
    sequence: Option<&'a RawValue>,
    project_path: Option<&'a RawValue>,
    persona_name: Option<&'a RawValue>,
    entries: Option<Vec<&'a RawValue>>,
    unknown: Vec<(Box<str>, Box<str>)>,
    doubled: bool,
}

impl<'de> Deserialize<'de> for Raw<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Raw<'de>, A::Error> {
        let mut raw = Raw::default();
        while let Some(Text(key)) = members.next_key::<Text<'de>>()? {
            let known = match key.as_ref() {
                "version" => &mut raw.version,
                "updatedAt" => &mut raw.updated_at,
                "sequence" => &mut raw.sequence,
                "projectPath" => &mut raw.project_path,
                "personaName" => &mut raw.persona_name,
                "entries" => {
                    raw.doubled |= raw.entries.replace(members.next_value()?).is_some();
                    continue;
                }
                _ => {
                    let value: &RawValue = members.next_value()?;
                    raw.doubled |= raw.unknown.iter().any(|(known, _)| **known == *key);
                    raw.unknown.push((key.into(), value.get().into()));
                    continue;
                }
            };
            let doubled = known.replace(members.next_value()?).is_some();
            raw.doubled |= doubled;
            raw.version_doubled |= doubled && key == "version";
        }
        Ok(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-22, D-23, D-24: what is a store, what is a newer one, and what is damage.
    #[test]
    fn envelopes() {
        let check = |text: &str, expect: Result<u64, Damage>| {
            assert_eq!(Envelope::parse(text).map(|envelope| envelope.sequence), expect, "{text}");
        };
        let with = |version: &str, sequence: &str| {
            format!(
                r#"{{"version":{version},"updatedAt":"2026-11-20","sequence":{sequence},"entries":[]}}"#
            )
        };
        check(&with("1", "7"), Ok(7));
        check(&with("1.0", "1e1"), Ok(10));
        check(&with("1e0", "0"), Ok(0));
        check(&with("1", "9007199254740991"), Ok(9_007_199_254_740_991));
        for bad in ["9007199254740992", "-1", "1.5", "\"1\"", "null", "1e309"] {
            check(&with("1", bad), Err(Damage::Corrupt));
        }
        check(&with("2", "7"), Err(Damage::Newer(2)));
        check(&with("9007199254740991.0", "7"), Err(Damage::Newer(9_007_199_254_740_991)));
        for bad in ["0", "-1", "1.5", "9007199254740992", "true"] {
            check(&with(bad, "7"), Err(Damage::Corrupt));
        }
        check(r#"{"version":3,"entries":[],"other":{}}"#, Err(Damage::Newer(3)));
        for bad in [
            "",
            "null",
            "[]",
            "{}",
            "{\"version\":1",
            "<<<<<<< HEAD\n{}",
            r#"{"version":2,"entries":{}}"#,
            r#"{"version":2,"version":2,"entries":[]}"#,
            r#"{"version":1,"updatedAt":"soon","sequence":1,"entries":[]}"#,
            r#"{"version":1,"updatedAt":5,"sequence":1,"entries":[]}"#,
            r#"{"version":1,"sequence":1,"entries":[]}"#,
            r#"{"version":1,"updatedAt":"2026-11-20","entries":[]}"#,
            r#"{"version":1,"updatedAt":"2026-11-20","sequence":1}"#,
            r#"{"version":1,"updatedAt":"2026-11-20","sequence":1,"sequence":1,"entries":[]}"#,
            r#"{"version":1,"updatedAt":"2026-11-20","sequence":1,"x":1,"x":2,"entries":[]}"#,
            r#"{"version":1,"updatedAt":"2026-11-20","sequence":1,"entries":[]} x"#,
            r#"{"version":1,"updatedAt":"2026-11-20","sequence":1,"entries":[],}"#,
        ] {
            check(bad, Err(Damage::Corrupt));
        }
    }
}
