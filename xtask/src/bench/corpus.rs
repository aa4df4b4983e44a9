//! Facts to measure with: as long as people write them, no two alike, the same in every run.

use mind_core::mind::Draft;

const SUBJECTS: [&str; 8] = [
    "importer",
    "queue consumer",
    "release script",
    "smoke test",
    "schema migration",
    "login form",
    "cache layer",
    "nightly export",
];
const RULES: [&str; 8] = [
    "reads its settings once and keeps them until the session ends",
    "needs the port free before it starts, or it waits without a word",
    "was moved behind the gateway after the outage in spring",
    "must never be run twice on the same day without a clean checkout",
    "retries three times and then leaves the message in the dead letter box",
    "expects UTF-8 and turns anything else away with a clear message",
    "is owned by the platform team, who want to be asked before it changes",
    "writes to a temporary file and renames it, so readers never see half of it",
];
const KINDS: [&str; 4] = ["convention", "gotcha", "rationale", "invariant"];

/// The `number`th fact.
pub(super) fn draft(number: usize) -> Draft {
    let subject = SUBJECTS[number % 8];
    let rule = RULES[number / 8 % 8];
    Draft {
        kind: Some(KINDS[number % 4].to_owned()),
        text: format!("The {subject} of service {number} {rule}."),
        tags: vec![subject.replace(' ', "-"), format!("s{}", number % 97)],
        tier: Some("project-long".to_owned()),
        source: Some(format!("review {}", number / 20)),
        ..Draft::default()
    }
}

/// The same fact as a line for `mind remember --batch`.
pub(super) fn line(number: usize) -> String {
    let draft = draft(number);
    let value = serde_json::json!({
        "kind": draft.kind, "text": draft.text, "tags": draft.tags,
        "tier": draft.tier, "source": draft.source,
    });
    format!("{value}\n")
}
