//! The members of one line of JSON, each looked at by name.
//!
//! The parser's own messages quote what they stumbled over, so none of them is passed on.

use mind_core::scan::label;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::fault::Fault;

/// Bytes a member's name may have to be named in a refusal.
const NAME_LIMIT: usize = 32;

/// The members of a JSON object, in order, doubles included.
pub(super) struct Members(Vec<(String, Value)>);

impl Members {
    /// Reads one line.
    pub(super) fn read(line: &str) -> Result<Self, Fault> {
        serde_json::from_str(line).map_err(|error| Fault::NotJson { column: error.column() })
    }

    /// Refuses a member that is there twice, and one whose name is in neither list.
    pub(super) fn check(
        &self,
        known: &'static [&'static str],
        passed: &[&str],
    ) -> Result<(), Fault> {
        for (at, (name, _)) in self.0.iter().enumerate() {
            let field = known.iter().find(|known| *known == name);
            match field {
                Some(field) if self.0[..at].iter().any(|(before, _)| before == name) => {
                    return Err(Fault::FieldDoubled { field });
                }
                None if !passed.contains(&name.as_str()) => {
                    return Err(Fault::FieldUnknown { field: nameable(name) });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A member, unless it is absent or null.
    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        let member = self.0.iter().find(|(member, _)| member == name);
        member.map(|(_, value)| value).filter(|value| !value.is_null())
    }

    /// A member that must be a text.
    pub(super) fn text(&self, field: &'static str) -> Result<Option<String>, Fault> {
        let Some(value) = self.value(field) else { return Ok(None) };
        let text = value.as_str().ok_or(Fault::FieldType { field, expected: "a text" })?;
        Ok(Some(text.to_owned()))
    }

    /// A member that must be a list of texts; an absent one is none.
    pub(super) fn texts(&self, field: &'static str) -> Result<Option<Vec<String>>, Fault> {
        let Some(value) = self.value(field) else { return Ok(None) };
        let wrong = || Fault::FieldType { field, expected: "a list of texts" };
        let items = value.as_array().ok_or_else(wrong)?;
        let text = |item: &Value| item.as_str().map(str::to_owned).ok_or_else(wrong);
        items.iter().map(text).collect::<Result<_, _>>().map(Some)
    }
}

/// A name that looks like one may be told; anything else may be memory text.
fn nameable(name: &str) -> Option<String> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    let short = (1..=NAME_LIMIT).contains(&name.len());
    let named = short && name.bytes().all(plain) && label(name) == name;
    named.then(|| name.to_owned())
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
