//! What a model answered, read strictly: one JSON object of the schema and nothing else, or nothing at all (O-90).
//!
//! `serde_json` reads the text; the tree it is read into is ours, because a general one forgets that a key stood there twice.

use std::collections::BTreeSet;
use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use crate::consolidate::plan::Operation;
use crate::error::ReviewError;
use crate::fact::{Kind, TAG_LIMIT, TAGS_LIMIT, TEXT_LIMIT};
use crate::note::Value;

/// Characters of a reply.
pub const REPLY_LIMIT: usize = 65_536;
/// How deep arrays and objects of a reply may stand in each other.
pub const DEPTH_LIMIT: usize = 16;
/// Operations of a reply.
pub const REPLY_OPERATIONS: usize = 4;
/// Sources of one operation of a reply.
pub const REPLY_SOURCES: usize = 12;
/// Characters of an id in a reply.
const ID_CHARACTERS: usize = 128;

/// Reads a reply.
///
/// # Errors
/// `review.too_long`, `review.not_json`, `review.schema`: the first that holds. None of them has anything of the reply.
pub fn read(text: &str) -> Result<Vec<Operation>, ReviewError> {
    if text.len() > REPLY_LIMIT && text.chars().nth(REPLY_LIMIT).is_some() {
        return Err(ReviewError::TooLong { limit: REPLY_LIMIT });
    }
    let root = tree(text).map_err(|_| ReviewError::NotJson)?;
    if !matches!(root, Value::Object(_)) {
        return Err(ReviewError::NotJson);
    }
    proposal(&root).map_err(|Misfit { path, keyword, missing }| ReviewError::Schema {
        path,
        keyword,
        missing,
    })
}

/// One JSON text as a tree in which every key stands once.
fn tree(text: &str) -> Result<Value, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let root = Tree { depth: 0 }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(root)
}

/// A text of a test, as a tree.
#[cfg(test)]
pub(super) fn parsed(text: &str) -> Option<Value> {
    tree(text).ok()
}

/// Reads one value that stands in this many others.
#[derive(Clone, Copy)]
struct Tree {
    depth: usize,
}

impl Tree {
    fn inside<E: serde_core::de::Error>(self) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > DEPTH_LIMIT { Err(E::custom("too deep")) } else { Ok(Self { depth }) }
    }
}

impl<'de> DeserializeSeed<'de> for Tree {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inside)? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut seen = BTreeSet::new();
        let mut object = Vec::new();
        while let Some(key) = members.next_key::<String>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom("a key twice"));
            }
            object.push((key, members.next_value_seed(inside)?));
        }
        Ok(Value::Object(object))
    }
}

/// Where a reply leaves the schema, and which of its rules does not hold.
struct Misfit {
    path: String,
    keyword: &'static str,
    /// The member that is not there, in the schema's own word.
    missing: Option<&'static str>,
}

fn misfit(path: &str, keyword: &'static str) -> Misfit {
    Misfit { path: path.to_owned(), keyword, missing: None }
}

fn hold(holds: bool, path: &str, keyword: &'static str) -> Result<(), Misfit> {
    if holds { Ok(()) } else { Err(misfit(path, keyword)) }
}

fn proposal(root: &Value) -> Result<Vec<Operation>, Misfit> {
    let [version, operations] = members(root, "", ["version", "operations"], 2)?;
    let one =
        matches!(version, Some(Value::Number(number)) if number.to_bits() == 1.0_f64.to_bits());
    hold(one, "/version", "const")?;
    let path = "/operations";
    let operations = list(operations, path, REPLY_OPERATIONS)?;
    let at = |(index, one)| operation(one, &format!("{path}/{index}"));
    operations.iter().enumerate().map(at).collect()
}

fn operation(value: &Value, path: &str) -> Result<Operation, Misfit> {
    let [ids, kind, said, tags] = members(value, path, ["sourceIds", "kind", "text", "tags"], 3)?;
    let under = |name: &str| format!("{path}/{name}");
    let source_ids = texts(ids, &under("sourceIds"), (1, REPLY_SOURCES), ID_CHARACTERS)?;
    let kinds = Kind::ALL.map(Kind::as_str);
    let kind = kind.and_then(Value::text).filter(|kind| kinds.contains(kind));
    let kind = kind.ok_or_else(|| misfit(&under("kind"), "enum"))?.to_owned();
    let text = text(said, &under("text"), TEXT_LIMIT)?;
    let tags = match tags {
        None => None,
        given => Some(texts(given, &under("tags"), (0, TAGS_LIMIT), TAG_LIMIT)?),
    };
    Ok(Operation { source_ids, kind, text, tags })
}

/// The members of a closed object, by their names; the first `required` of them have to be there.
fn members<'a, const N: usize>(
    value: &'a Value,
    path: &str,
    names: [&'static str; N],
    required: usize,
) -> Result<[Option<&'a Value>; N], Misfit> {
    let Value::Object(all) = value else { return Err(misfit(path, "type")) };
    let known = all.iter().all(|(key, _)| names.contains(&key.as_str()));
    hold(known, path, "additionalProperties")?;
    let found = names.map(|name| value.member(name));
    match found.iter().take(required).position(Option::is_none) {
        Some(at) => Err(Misfit { missing: Some(names[at]), ..misfit(path, "required") }),
        None => Ok(found),
    }
}

/// The items of an array of at most this many.
fn list<'a>(value: Option<&'a Value>, path: &str, most: usize) -> Result<&'a [Value], Misfit> {
    let Some(Value::List(items)) = value else { return Err(misfit(path, "type")) };
    hold(items.len() <= most, path, "maxItems")?;
    Ok(items)
}

/// The texts of an array, each there once.
fn texts(
    value: Option<&Value>,
    path: &str,
    (least, most): (usize, usize),
    characters: usize,
) -> Result<Vec<String>, Misfit> {
    let items = list(value, path, most)?;
    hold(items.len() >= least, path, "minItems")?;
    let one = |(index, item)| text(Some(item), &format!("{path}/{index}"), characters);
    let texts: Vec<String> = items.iter().enumerate().map(one).collect::<Result<_, _>>()?;
    let distinct: BTreeSet<&String> = texts.iter().collect();
    hold(distinct.len() == texts.len(), path, "uniqueItems")?;
    Ok(texts)
}

/// A text that is not empty and has at most this many characters.
fn text(value: Option<&Value>, path: &str, characters: usize) -> Result<String, Misfit> {
    let text = value.and_then(Value::text).ok_or_else(|| misfit(path, "type"))?;
    hold(!text.is_empty(), path, "minLength")?;
    let fits = text.len() <= characters || text.chars().nth(characters).is_none();
    hold(fits, path, "maxLength")?;
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str =
        r#"{"version":1,"operations":[{"sourceIds":["a"],"kind":"note","text":"t"}]}"#;

    fn refused(text: &str) -> ReviewError {
        read(text).expect_err(text)
    }

    fn schema(text: &str) -> (String, &'static str) {
        match refused(text) {
            ReviewError::Schema { path, keyword, .. } => (path, keyword),
            other => panic!("{text}: {other}"),
        }
    }

    /// O-90: what fits is read as it stands, white space of JSON around it included.
    #[test]
    fn o90_what_fits() {
        let none: Vec<Operation> = Vec::new();
        assert_eq!(read(r#"{"version":1,"operations":[]}"#), Ok(none.clone()));
        assert_eq!(read(" \t\r\n{\"operations\":[],\"version\":1.0}\n"), Ok(none));
        let tagged = ONE.replace("\"t\"", "\"\\u0074\\ud83d\\ude00\",\"tags\":[]");
        let operation = Operation {
            source_ids: vec!["a".to_owned()],
            kind: "note".to_owned(),
            text: "t😀".to_owned(),
            tags: Some(Vec::new()),
        };
        assert_eq!(read(&tagged), Ok(vec![operation]));
    }

    /// O-90: anything but one strict JSON object is refused before anything else is looked at.
    #[test]
    fn o90_not_json() {
        let deep = |n: usize| {
            format!(r#"{{"version":1,"operations":{}{}}}"#, "[".repeat(n), "]".repeat(n))
        };
        let cases = [
            "",
            " ",
            "Here is the result.",
            "[]",
            "null",
            "7",
            "\"{}\"",
            &format!("```json\n{ONE}\n```"),
            &format!("Sure: {ONE}"),
            &format!("{ONE} done"),
            &format!("{ONE}{ONE}"),
            &format!("{ONE},"),
            &format!("\u{feff}{ONE}"),
            &format!("\u{a0}{ONE}"),
            &format!("\u{b}{ONE}"),
            &ONE[..ONE.len() - 1],
            &ONE.replace("\"t\"", "\"t\"// why\n"),
            &ONE.replace("\"t\"", "'t'"),
            &ONE.replace("\"t\"", "\"a\nb\""),
            &ONE.replace("\"t\"", "\"\\ud800\""),
            &ONE.replace("\"t\"", "\"\\x41\""),
            &ONE.replace("]}", "],}"),
            &ONE.replace("\"version\":1", "\"version\":01"),
            &ONE.replace("\"version\":1", "\"version\":NaN"),
            &ONE.replace("\"version\":1", "\"version\":1,\"version\":1"),
            &ONE.replace("\"kind\"", "\"text\":\"u\",\"kind\""),
            &ONE.replace("\"kind\"", "\"\\u006bind\":\"note\",\"kind\""),
            &deep(16),
            &deep(200),
            &deep(30_000),
        ];
        for text in cases {
            assert_eq!(refused(text), ReviewError::NotJson, "{text}");
        }
        assert_eq!(schema(&deep(15)), ("/operations/0".to_owned(), "type"));
    }

    /// O-90, O-94: what leaves the schema is named by the schema's own names and numbers, whatever it was called.
    #[test]
    fn o90_schema() {
        let check = |text: String, path: &str, keyword: &str| {
            assert_eq!(schema(&text), (path.to_owned(), keyword), "{text}");
        };
        let in_one = |from: &str, to: &str| {
            let text = ONE.replace(from, to);
            assert_ne!(text, ONE);
            text
        };
        check("{}".into(), "", "required");
        check(in_one("\"version\":1", "\"version\":2"), "/version", "const");
        check(in_one("\"version\":1", "\"version\":\"1\""), "/version", "const");
        check(
            in_one("\"version\":1", "\"version\":1,\"delete\":[\"a\"]"),
            "",
            "additionalProperties",
        );
        check(r#"{"version":1,"operations":{}}"#.into(), "/operations", "type");
        check(r#"{"version":1,"operations":null}"#.into(), "/operations", "type");
        let many = format!(r#"{{"version":1,"operations":[{}0]}}"#, "0,".repeat(4));
        check(many, "/operations", "maxItems");
        let zero = "/operations/0";
        check(in_one("\"kind\"", "\"delete\":true,\"kind\""), zero, "additionalProperties");
        check(in_one("\"text\":\"t\"", "\"tags\":[]"), zero, "required");
        check(in_one("[\"a\"]", "[]"), "/operations/0/sourceIds", "minItems");
        check(in_one("[\"a\"]", "[\"a\",\"a\"]"), "/operations/0/sourceIds", "uniqueItems");
        check(in_one("[\"a\"]", "\"a\""), "/operations/0/sourceIds", "type");
        check(in_one("[\"a\"]", "[1]"), "/operations/0/sourceIds/0", "type");
        let ids: Vec<String> = (0..13).map(|n| format!("\"{n}\"")).collect();
        check(in_one("\"a\"", &ids.join(",")), "/operations/0/sourceIds", "maxItems");
        let long = format!("\"{}\"", "é".repeat(129));
        check(in_one("\"a\"", &long), "/operations/0/sourceIds/0", "maxLength");
        check(in_one("\"note\"", "\"secret\""), "/operations/0/kind", "enum");
        check(in_one("\"note\"", "[]"), "/operations/0/kind", "enum");
        check(in_one("\"t\"", "\"\""), "/operations/0/text", "minLength");
        let long = format!("\"{}\"", "x".repeat(8_193));
        check(in_one("\"t\"", &long), "/operations/0/text", "maxLength");
        check(in_one("\"t\"", "\"t\",\"tags\":null"), "/operations/0/tags", "type");
        check(
            in_one("\"t\"", "\"t\",\"tags\":[\"a\",\"b\",\"a\"]"),
            "/operations/0/tags",
            "uniqueItems",
        );
    }

    /// O-94: what is not there is named, in the schema's word.
    #[test]
    fn o94_what_is_missing() {
        let check = |text: &str, expect: &'static str| match refused(text) {
            ReviewError::Schema { missing, .. } => assert_eq!(missing, Some(expect), "{text}"),
            other => panic!("{text}: {other}"),
        };
        check("{}", "version");
        check(r#"{"version":1}"#, "operations");
        check(&ONE.replace(",\"text\":\"t\"", ""), "text");
    }

    /// O-90: the limit counts characters, and a reply of exactly that many is read.
    #[test]
    fn o90_too_long() {
        let padded = |length: usize| format!("{ONE}{}", " ".repeat(length - ONE.len()));
        assert!(read(&padded(REPLY_LIMIT)).is_ok());
        assert_eq!(refused(&padded(REPLY_LIMIT + 1)), ReviewError::TooLong { limit: 65_536 });
        assert_eq!(refused(&"é".repeat(REPLY_LIMIT)), ReviewError::NotJson);
        assert_eq!(refused(&"é".repeat(REPLY_LIMIT + 1)).code(), "review.too_long");
    }
}
