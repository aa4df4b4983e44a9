//! Putting things in, in the manner of what is there.

use jsonc_parser::cst::{CstArray, CstInputValue, CstObject, CstObjectProp, CstRootNode};

/// Puts a member at the end. What stands on one line stays on it.
pub(super) fn put(object: &CstObject, name: &str, value: CstInputValue) {
    let text = object.to_string();
    let last = object.properties().pop();
    let empty = last.is_none();
    let ended = last.is_some_and(|last| last.trailing_comma().is_some());
    if text.contains('\n') || empty && is_spread(object.root_node()) {
        object.append(name, value);
        return;
    }
    let member = format!("{}:{}", literal(name), compact(&value));
    let inner = text.strip_suffix('}').unwrap_or(&text);
    let kept = inner.trim_end();
    let space = &inner[kept.len()..];
    let gap = if text.contains(", ") || text.contains(": ") { " " } else { "" };
    let text = match (empty, ended) {
        (true, _) => format!("{kept}{member}{space}}}"),
        (false, true) => format!("{kept}{gap}{member},{space}}}"),
        (false, false) => format!("{kept},{gap}{member}{space}}}"),
    };
    // A number is written as it is given; that makes it the way to hand over ready text.
    object.clone().replace_with(CstInputValue::Number(text));
}

/// Puts an element at the end of a list, on its line when it stands on one.
pub(super) fn append(list: &CstArray, value: CstInputValue) {
    let text = list.to_string();
    let spread = text.contains('\n') || list.elements().is_empty() && is_spread(list.root_node());
    list.append(if spread { value } else { CstInputValue::Number(compact(&value)) });
}

/// Whether the document is spread over lines; one without anything in it has no manner of its own.
fn is_spread(root: Option<CstRootNode>) -> bool {
    let text = root.map(|root| root.to_string()).unwrap_or_default();
    let text = text.trim();
    text.contains('\n') || text.trim_matches(['{', '}']).trim().is_empty()
}

pub(super) fn replace_text(member: Option<CstObjectProp>, text: &str) {
    let value = member.and_then(|member| member.value()).and_then(|value| value.as_string_lit());
    if let Some(value) = value {
        value.set_raw_value(literal(text));
    }
}

pub(super) fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn compact(value: &CstInputValue) -> String {
    match value {
        CstInputValue::Null => "null".to_owned(),
        CstInputValue::Bool(value) => value.to_string(),
        CstInputValue::Number(text) => text.clone(),
        CstInputValue::String(text) => literal(text),
        CstInputValue::Array(values) => {
            let values: Vec<String> = values.iter().map(compact).collect();
            format!("[{}]", values.join(","))
        }
        CstInputValue::Object(members) => {
            let member = |(name, value): &(String, CstInputValue)| {
                format!("{}:{}", literal(name), compact(value))
            };
            let members: Vec<String> = members.iter().map(member).collect();
            format!("{{{}}}", members.join(","))
        }
    }
}
