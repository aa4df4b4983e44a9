//! Whether a value this version does not understand is one that every reader can read.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Levels a row may nest, itself the first.
const DEPTH_LIMIT: usize = 64;

/// Whether a member of a row is free of lone surrogates, doubled keys, numbers out of range and nesting over the limit.
pub(crate) fn is_sound(value: &str) -> bool {
    let mut deserializer = serde_json::Deserializer::from_str(value);
    Sound { level: 1 }.deserialize(&mut deserializer).is_ok()
}

/// `level` is the nesting of what holds the value.
#[derive(Clone, Copy)]
struct Sound {
    level: usize,
}

impl Sound {
    fn inner<E: Error>(self) -> Result<Self, E> {
        let level = self.level + 1;
        if level > DEPTH_LIMIT { Err(E::custom("nested too deeply")) } else { Ok(Self { level }) }
    }
}

impl<'de> DeserializeSeed<'de> for Sound {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Sound {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let inner = self.inner()?;
        while items.next_element_seed(inner)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let inner = self.inner()?;
        let mut keys = BTreeSet::new();
        while let Some(key) = members.next_key::<String>()? {
            if !keys.insert(key) {
                return Err(A::Error::custom("a key twice"));
            }
            members.next_value_seed(inner)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-11: what spoils a row.
    #[test]
    fn sound_values() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        for (value, expect) in [
            (r#"{"x":1.0}"#, true),
            (r#""\ud83d""#, false),
            (r#"{"a":["\ud83d\ude00"]}"#, true),
            (r#"{"a":{"b":1,"b":2}}"#, false),
            (r#"{"\ud83d":1}"#, false),
            ("1e308", true),
            ("1e309", false),
            ("[null,true]", true),
            (nested(63).as_str(), true),
            (nested(64).as_str(), false),
            (nested(5_000).as_str(), false),
        ] {
            assert_eq!(is_sound(value), expect, "{value:.40}");
        }
    }
}
