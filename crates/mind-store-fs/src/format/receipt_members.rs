//! The members of a receipt as they stand in the file: nothing converted, nothing lost.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::members::{FactMembers, FactSeed, once, unknown};
use super::text::Text;

/// The members of a receipt. A member that may be `null` is a member that is there or not, and then its value.
#[derive(Debug, Default)]
#[expect(clippy::option_option, reason = "absent, `null` and present are three cases")]
pub(crate) struct ReceiptMembers<'a> {
    pub(crate) id: Option<Text<'a>>,
    pub(crate) plan_id: Option<Option<Text<'a>>>,
    pub(crate) target: Option<Text<'a>>,
    pub(crate) persona: Option<Text<'a>>,
    pub(crate) project: Option<Option<Text<'a>>>,
    pub(crate) origin: Option<Text<'a>>,
    pub(crate) run: Option<Option<RunMembers>>,
    pub(crate) state: Option<Text<'a>>,
    pub(crate) reason: Option<Option<Text<'a>>>,
    pub(crate) created_at: Option<Text<'a>>,
    pub(crate) settled_at: Option<Option<Text<'a>>>,
    pub(crate) undo_of: Option<Option<Text<'a>>>,
    pub(crate) before_fingerprint: Option<Text<'a>>,
    pub(crate) before_sequence: Option<u64>,
    pub(crate) after_fingerprint: Option<Option<Text<'a>>>,
    pub(crate) operations: Option<Vec<ExchangeMembers<'a>>>,
    pub(crate) extra: Vec<(Box<str>, Box<str>)>,
}

/// The model review of a receipt.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RunMembers {
    pub(crate) id: String,
    pub(crate) model: String,
    pub(crate) thinking: String,
    pub(crate) result_ref: Option<String>,
}

/// The rows of one operation.
#[derive(Debug, Default)]
pub(crate) struct ExchangeMembers<'a> {
    pub(crate) before: Option<Vec<FactMembers<'a>>>,
    pub(crate) after: Option<Vec<FactMembers<'a>>>,
}

/// Reads the members of a receipt, whose rows have an owner or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReceiptSeed {
    pub(crate) owned: bool,
}

impl<'de> DeserializeSeed<'de> for ReceiptSeed {
    type Value = ReceiptMembers<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ReceiptSeed {
    type Value = ReceiptMembers<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a receipt")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut row = ReceiptMembers::default();
        while let Some(Text(key)) = map.next_key::<Text<'de>>()? {
            match key.as_ref() {
                "id" => once(&mut row.id, &mut map)?,
                "planId" => once(&mut row.plan_id, &mut map)?,
                "target" => once(&mut row.target, &mut map)?,
                "persona" => once(&mut row.persona, &mut map)?,
                "project" => once(&mut row.project, &mut map)?,
                "origin" => once(&mut row.origin, &mut map)?,
                "run" => once(&mut row.run, &mut map)?,
                "state" => once(&mut row.state, &mut map)?,
                "reason" => once(&mut row.reason, &mut map)?,
                "createdAt" => once(&mut row.created_at, &mut map)?,
                "settledAt" => once(&mut row.settled_at, &mut map)?,
                "undoOf" => once(&mut row.undo_of, &mut map)?,
                "beforeFingerprint" => once(&mut row.before_fingerprint, &mut map)?,
                "beforeSequence" => once(&mut row.before_sequence, &mut map)?,
                "afterFingerprint" => once(&mut row.after_fingerprint, &mut map)?,
                "operations" => {
                    let exchanges = map.next_value_seed(Many(ExchangeSeed(self)))?;
                    doubled(row.operations.replace(exchanges).is_some())?;
                }
                _ => unknown(&mut row.extra, key.into(), &mut map)?,
            }
        }
        Ok(row)
    }
}

/// Reads the rows of one operation.
#[derive(Clone, Copy)]
struct ExchangeSeed(ReceiptSeed);

impl<'de> DeserializeSeed<'de> for ExchangeSeed {
    type Value = ExchangeMembers<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ExchangeSeed {
    type Value = ExchangeMembers<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an operation")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut rows = ExchangeMembers::default();
        let seed = FactSeed { owned: self.0.owned, retired: false };
        while let Some(Text(key)) = map.next_key::<Text<'de>>()? {
            let side = match key.as_ref() {
                "before" => &mut rows.before,
                "after" => &mut rows.after,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    return Err(A::Error::custom("an unknown member of an operation"));
                }
            };
            doubled(side.replace(map.next_value_seed(Many(seed))?).is_some())?;
        }
        Ok(rows)
    }
}

/// Reads an array, each element by the same seed.
struct Many<S>(S);

impl<'de, S: DeserializeSeed<'de> + Copy> DeserializeSeed<'de> for Many<S> {
    type Value = Vec<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Copy> Visitor<'de> for Many<S> {
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element_seed(self.0)? {
            all.push(item);
        }
        Ok(all)
    }
}

fn doubled<E: Error>(doubled: bool) -> Result<(), E> {
    if doubled { Err(E::custom("a key twice")) } else { Ok(()) }
}
