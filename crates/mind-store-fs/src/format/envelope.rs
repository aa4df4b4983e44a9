//! What surrounds the rows of a store.

use mind_core::fact::Extra;
use serde_json::value::RawValue;

use super::date;
use super::record::{Row, Shape};
use super::walk::{Entries, Walker};

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

/// The envelope, checked up to its sequence, with its rows.
#[derive(Debug)]
pub(crate) struct Envelope<T> {
    pub(crate) sequence: u64,
    pub(crate) names: Names,
    pub(crate) unknown: Extra,
    pub(crate) entries: Entries<T>,
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

impl<T: Row> Envelope<T> {
    /// Reads a store from `start` on, where a byte order mark is behind.
    pub(crate) fn parse(text: &str, start: usize, shape: Shape) -> Result<Self, Damage> {
        let raw = Raw::<T>::walk(&mut Walker::new(text, start), shape).ok_or(Damage::Corrupt)?;
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
pub(super) fn foreign<T: Row>(
    text: &str,
    start: usize,
    shape: Shape,
) -> Result<(Names, Entries<T>), Damage> {
    let raw = Raw::<T>::walk(&mut Walker::new(text, start), shape).ok_or(Damage::Corrupt)?;
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

/// The members of an envelope as they stand.
struct Raw<'a, T> {
    version: Option<&'a RawValue>,
    version_doubled: bool,
    updated_at: Option<&'a RawValue>,
    sequence: Option<&'a RawValue>,
    project_path: Option<&'a RawValue>,
    persona_name: Option<&'a RawValue>,
    entries: Option<Entries<T>>,
    unknown: Vec<(Box<str>, Box<str>)>,
    doubled: bool,
}

impl<'a, T: Row> Raw<'a, T> {
    const fn new() -> Self {
        Self {
            version: None,
            version_doubled: false,
            updated_at: None,
            sequence: None,
            project_path: None,
            persona_name: None,
            entries: None,
            unknown: Vec::new(),
            doubled: false,
        }
    }

    /// Walks over a whole text; nothing when it is not one object with an array of entries.
    fn walk(walker: &mut Walker<'a>, shape: Shape) -> Option<Self> {
        let mut raw = Self::new();
        walker.members(|walker, key| raw.take(walker, key, shape))?;
        walker.is_at_end().then_some(raw)
    }

    fn take(&mut self, walker: &mut Walker<'a>, key: &str, shape: Shape) -> Option<()> {
        let known = match key {
            "version" => &mut self.version,
            "updatedAt" => &mut self.updated_at,
            "sequence" => &mut self.sequence,
            "projectPath" => &mut self.project_path,
            "personaName" => &mut self.persona_name,
            "entries" => {
                let entries = Entries::walk(walker, shape)?;
                self.doubled |= self.entries.replace(entries).is_some();
                return Some(());
            }
            _ => {
                let value: &RawValue = walker.value()?;
                self.doubled |= self.unknown.iter().any(|(known, _)| **known == *key);
                self.unknown.push((key.into(), value.get().into()));
                return Some(());
            }
        };
        let doubled = known.replace(walker.value()?).is_some();
        self.doubled |= doubled;
        self.version_doubled |= doubled && key == "version";
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use mind_core::fact::Fact;
    use mind_core::scope::Tier;

    use super::*;

    /// D-55: there is one format so far, so no write can raise a store to a newer one, and there is nothing yet to keep as `<store>.v<n>.bak`.
    ///
    /// Whoever raises the version makes that copy before the first write in the new format, and shows it with a fixture of the old one.
    #[test]
    fn no_format_is_older_than_the_one_written() {
        assert_eq!(VERSION, 1);
        let older = r#"{"version":0,"updatedAt":"2026-11-20","sequence":1,"entries":[]}"#;
        let parsed = Envelope::<Fact>::parse(older, 0, Shape::Facts(Tier::Shared));
        assert_eq!(parsed.map(|envelope| envelope.sequence), Err(Damage::Corrupt));
    }

    /// D-22, D-23, D-24: what is a store, what is a newer one, and what is damage.
    #[test]
    fn envelopes() {
        let check = |text: &str, expect: Result<u64, Damage>| {
            let envelope = Envelope::<Fact>::parse(text, 0, Shape::Facts(Tier::Shared));
            assert_eq!(envelope.map(|envelope| envelope.sequence), expect, "{text}");
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
