//! What a host hands to a hook: whatever it is, the answer is 0 and at most one document, and what is kept was typed.

use mind_cli::Exit;
use serde_json::Value;

use super::machine::Machine;

/// Hosts and their events.
const HOOKS: [[&str; 2]; 7] = [
    ["claude-code", "prompt-submit"],
    ["claude-code", "session-start"],
    ["codex", "prompt-submit"],
    ["codex", "session-start"],
    ["gemini", "prompt-submit"],
    ["gemini", "session-start"],
    ["cursor", "session-start"],
];

/// Which hook, and the message of its host.
pub(crate) fn holds(bytes: &[u8]) {
    let (which, message) = super::split(bytes);
    let [host, event] = HOOKS[usize::from(which) % HOOKS.len()];
    let machine = Machine::new();
    let words = ["remember", "-k", "convention", "Run the full checks before each commit"];
    assert_eq!(machine.mind(b"", &words).exit, Exit::Done);
    let ran = machine.mind(message, &["hook", host, event, "--deadline-ms", "20000"]);
    assert_eq!(ran.exit, Exit::Done, "an order to stop: {ran:?}");
    assert!(!ran.errors.contains("host.deadline"), "{ran:?}");
    if !ran.output.is_empty() {
        let answer: Value = serde_json::from_str(&ran.output).expect("one JSON document");
        assert!(answer.is_object(), "{ran:?}");
    }
    // What stands elsewhere need not be text, and what stands behind the first document is not read.
    let lossy = String::from_utf8_lossy(message);
    let mut documents = serde_json::Deserializer::from_str(&lossy).into_iter::<Value>();
    let said = documents.next().and_then(Result::ok);
    let prompt = said.as_ref().and_then(|said| said["prompt"].as_str()).unwrap_or_default();
    let export = machine.mind(b"", &["export"]);
    assert_eq!(export.exit, Exit::Done, "{export:?}");
    for fact in export.documents() {
        let text = fact["text"].as_str().expect("a text");
        let kept = text.split_once(": ").map_or(text, |(_, kept)| kept);
        assert!(words.contains(&text) || prompt.contains(kept), "kept and not typed: {text}");
        assert!(words.contains(&text) || event == "prompt-submit", "kept of no prompt: {text}");
    }
}
