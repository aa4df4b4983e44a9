//! A store file as JSON and nothing more, read without the code that is asked about.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::home::{Row, Seen, says_ours};

/// Members this version writes itself.
const KNOWN: [&str; 6] =
    ["version", "updatedAt", "sequence", "projectPath", "personaName", "entries"];

/// The outer members of a file, and the bytes of each row.
pub(super) struct Raw {
    members: Vec<(String, Box<RawValue>)>,
    rows: Vec<Box<RawValue>>,
}

impl Raw {
    /// Reads bytes; nothing where they are no object with a list of entries.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Pairs(members) = serde_json::from_str(text).ok()?;
        let entries = members.iter().find(|(name, _)| name == "entries")?;
        let rows = serde_json::from_str(entries.1.get()).ok()?;
        Some(Self { members, rows })
    }

    /// The bytes of an outer member.
    pub(super) fn member(&self, name: &str) -> Option<&str> {
        let member = self.members.iter().find(|(known, _)| known == name);
        member.map(|(_, value)| value.get())
    }

    /// The outer members this version does not know.
    pub(super) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        let unknown = self.members.iter().filter(|(name, _)| !KNOWN.contains(&name.as_str()));
        unknown.map(|(name, value)| (name.as_str(), value.get()))
    }

    /// The bytes of each row.
    pub(super) fn rows(&self) -> Vec<&str> {
        self.rows.iter().map(|row| row.get()).collect()
    }

    /// Whether a name stands twice.
    pub(super) fn has_twins(&self) -> bool {
        let mut names: Vec<&str> = self.members.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.windows(2).any(|pair| pair[0] == pair[1])
    }
}

/// Whether a row may be gone or another after a change: it says what was added, or has ended.
pub(super) fn may_go(row: &str, seen: &Seen) -> bool {
    let Ok(row) = serde_json::from_str::<Value>(row) else { return false };
    let over = |known: &Row| known.is_over && row["id"] == known.id.as_str();
    says_ours(row["text"].as_str().unwrap_or_default()) || seen.rows.iter().any(over)
}

/// Members in their order, those that stand twice included.
struct Pairs(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Pairs(members))
    }
}
