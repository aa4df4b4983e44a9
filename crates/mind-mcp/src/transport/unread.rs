//! The answer to a line that is no message: whoever waits for one gets it, and no line is met with silence but one that expects nothing.

use mind_core::error::Error;
use rmcp::RoleServer;
use rmcp::model::ErrorCode;
use rmcp::service::RxJsonRpcMessage;
use serde_json::{Value, json};

use super::envelope::Envelope;
use super::line::LIMIT;
use crate::answer::Answer;
use crate::fault::Fault;
use crate::tool::Tool;

/// Values that may stand in each other; the parser stops there, so that no message can exhaust the stack.
const DEPTH: usize = 127;

/// The answer to a line over the limit.
pub(super) fn too_long(envelope: &Envelope) -> Option<Value> {
    let because = format!("a message has at most {LIMIT} bytes");
    (!envelope.expects_nothing()).then(|| error(envelope, ErrorCode::INVALID_REQUEST, &because))
}

/// The answer to a line that could not be taken for a message.
pub(super) fn answer(mut line: Vec<u8>) -> Option<Value> {
    let envelope = Envelope::of(&line);
    if envelope.expects_nothing() {
        return None;
    }
    if mend_lone_surrogates(&mut line)
        && serde_json::from_slice::<RxJsonRpcMessage<RoleServer>>(&line).is_ok()
    {
        return Some(half_a_character(&envelope, &line));
    }
    if envelope.deepest() > DEPTH {
        let because = format!("values are nested deeper than {DEPTH} levels");
        return Some(error(&envelope, ErrorCode::INVALID_REQUEST, &because));
    }
    let is_json = serde_json::from_slice::<Value>(&line).is_ok();
    let (code, because) = if is_json {
        (ErrorCode::INVALID_REQUEST, "not a request")
    } else {
        (ErrorCode::PARSE_ERROR, "not JSON in UTF-8")
    };
    Some(error(&envelope, code, because))
}

/// The refusal of a text with half a character, which no UTF-8 can hold (F-5). A tool refuses it as it refuses anything.
fn half_a_character(envelope: &Envelope, mended: &[u8]) -> Value {
    let request: Value = serde_json::from_slice(mended).unwrap_or_default();
    let refusal = Fault::from(Error::NotUtf8).refusal();
    let tool = Tool::ALL.into_iter().find(|tool| request["params"]["name"] == tool.as_str());
    match tool.filter(|_| request["method"] == "tools/call") {
        Some(tool) => {
            let result = Answer::refused(tool.refusal(), &refusal).into_result();
            json!({ "jsonrpc": "2.0", "id": envelope.id(), "result": result })
        }
        None => error(envelope, ErrorCode::INVALID_PARAMS, &refusal.message),
    }
}

fn error(envelope: &Envelope, code: ErrorCode, message: &str) -> Value {
    let error = json!({ "code": code.0, "message": message });
    json!({ "jsonrpc": "2.0", "id": envelope.id(), "error": error })
}

/// Puts U+FFFD for every escape of half a character, and says whether there was one. Clients that cut a text inside an emoji send such escapes.
fn mend_lone_surrogates(line: &mut [u8]) -> bool {
    let (mut at, mut found) = (0, false);
    while at < line.len() {
        let one = unit(&line[at..]);
        at += match one {
            _ if line[at] != b'\\' => 1,
            None => 2,
            Some(0xd800..=0xdbff) if matches!(unit(&line[at + 6..]), Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => {
                line[at + 2..at + 6].copy_from_slice(b"fffd");
                found = true;
                6
            }
            Some(_) => 6,
        };
    }
    found
}

/// The UTF-16 unit a text escapes at its start.
fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-5: pairs and escaped backslashes stay, halves of a pair do not.
    #[test]
    fn lone_surrogates() {
        for (line, expect) in [
            (r"a \ud83d b", r"a \ufffd b"),
            (r"\ude00\ud83d", r"\ufffd\ufffd"),
            (r"\ud83d\ude00", r"\ud83d\ude00"),
            (r"\ud83d\ud83d\ude00", r"\ufffd\ud83d\ude00"),
            (r"\\ud83d", r"\\ud83d"),
            (r"\\\ud83d", r"\\\ufffd"),
            (r"\u00e9\ud8", r"\u00e9\ud8"),
            (r"\ud83d\", r"\ufffd\"),
            ("é\\", "é\\"),
        ] {
            let mut mended = line.as_bytes().to_vec();
            assert_eq!(mend_lone_surrogates(&mut mended), line != expect, "{line}");
            assert_eq!(String::from_utf8(mended).unwrap(), expect);
        }
    }
}
