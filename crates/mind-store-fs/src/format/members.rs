//! The members of a row as they stand in the file: nothing converted, nothing lost.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::check::is_sound;
use super::text::Text;

/// The members of a fact's row. Which of the last three keys are known depends on where the row stands.
#[derive(Debug, Default)]
pub(crate) struct FactMembers<'a> {
    pub(crate) id: Option<Text<'a>>,
    pub(crate) kind: Option<Text<'a>>,
    pub(crate) text: Option<Text<'a>>,
    pub(crate) tags: Option<Vec<Box<str>>>,
    pub(crate) recorded_at: Option<Text<'a>>,
    pub(crate) last_seen_at: Option<Text<'a>>,
    pub(crate) expires_at: Option<Text<'a>>,
    pub(crate) supersedes: Option<Text<'a>>,
    pub(crate) source: Option<Text<'a>>,
    pub(crate) derived_from: Option<Vec<Text<'a>>>,
    pub(crate) persona: Option<Text<'a>>,
    pub(crate) retired_at: Option<Text<'a>>,
    pub(crate) retired_by: Option<Text<'a>>,
    pub(crate) extra: Vec<(Box<str>, Box<str>)>,
}

/// Reads the members of a fact's row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FactSeed {
    /// Whether `persona` means something here; elsewhere it is a member like any unknown one.
    pub(crate) owned: bool,
    /// Whether the row says when and by what it was retired.
    pub(crate) retired: bool,
}

impl<'de> DeserializeSeed<'de> for FactSeed {
    type Value = FactMembers<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FactSeed {
    type Value = FactMembers<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut row = FactMembers::default();
        while let Some(Text(key)) = map.next_key::<Text<'de>>()? {
            match key.as_ref() {
                "id" => once(&mut row.id, &mut map)?,
                "kind" => once(&mut row.kind, &mut map)?,
                "text" => once(&mut row.text, &mut map)?,
                "tags" => once(&mut row.tags, &mut map)?,
                "recordedAt" => once(&mut row.recorded_at, &mut map)?,
                "lastSeenAt" => once(&mut row.last_seen_at, &mut map)?,
                "expiresAt" => once(&mut row.expires_at, &mut map)?,
                "supersedes" => once(&mut row.supersedes, &mut map)?,
                "source" => once(&mut row.source, &mut map)?,
                "derivedFrom" => once(&mut row.derived_from, &mut map)?,
                "persona" if self.owned => once(&mut row.persona, &mut map)?,
                "retiredAt" if self.retired => once(&mut row.retired_at, &mut map)?,
                "retiredBy" if self.retired => once(&mut row.retired_by, &mut map)?,
                _ => unknown(&mut row.extra, key.into(), &mut map)?,
            }
        }
        Ok(row)
    }
}

/// The members of a backlog item's row.
#[derive(Debug, Default)]
pub(crate) struct BacklogMembers<'a> {
    pub(crate) id: Option<Text<'a>>,
    pub(crate) text: Option<Text<'a>>,
    pub(crate) state: Option<Text<'a>>,
    pub(crate) tags: Option<Vec<Box<str>>>,
    pub(crate) created_at: Option<Text<'a>>,
    pub(crate) persona: Option<Text<'a>>,
    pub(crate) due_at: Option<f64>,
    pub(crate) expires_at: Option<Text<'a>>,
    pub(crate) note: Option<Text<'a>>,
    pub(crate) extra: Vec<(Box<str>, Box<str>)>,
}

/// Reads the members of a backlog item's row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BacklogSeed;

impl<'de> DeserializeSeed<'de> for BacklogSeed {
    type Value = BacklogMembers<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for BacklogSeed {
    type Value = BacklogMembers<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a backlog item")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut row = BacklogMembers::default();
        while let Some(Text(key)) = map.next_key::<Text<'de>>()? {
            match key.as_ref() {
                "id" => once(&mut row.id, &mut map)?,
                "text" => once(&mut row.text, &mut map)?,
                "state" => once(&mut row.state, &mut map)?,
                "tags" => once(&mut row.tags, &mut map)?,
                "createdAt" => once(&mut row.created_at, &mut map)?,
                "persona" => once(&mut row.persona, &mut map)?,
                "dueAtEpochMs" => once(&mut row.due_at, &mut map)?,
                "expiresAt" => once(&mut row.expires_at, &mut map)?,
                "note" => once(&mut row.note, &mut map)?,
                _ => unknown(&mut row.extra, key.into(), &mut map)?,
            }
        }
        Ok(row)
    }
}

/// Takes a known member; a second one of its name spoils the row.
pub(super) fn once<'de, T, A>(slot: &mut Option<T>, map: &mut A) -> Result<(), A::Error>
where
    T: serde::Deserialize<'de>,
    A: MapAccess<'de>,
{
    match slot.replace(map.next_value()?) {
        None => Ok(()),
        Some(_) => Err(A::Error::custom("a key twice")),
    }
}

/// Keeps a member this version does not know, if every reader can read it.
pub(super) fn unknown<'de, A: MapAccess<'de>>(
    extra: &mut Vec<(Box<str>, Box<str>)>,
    key: Box<str>,
    map: &mut A,
) -> Result<(), A::Error> {
    let value: &RawValue = map.next_value()?;
    if extra.iter().any(|(known, _)| *known == key) || !is_sound(value.get()) {
        return Err(A::Error::custom("a member that is not sound"));
    }
    extra.push((key, value.get().into()));
    Ok(())
}
