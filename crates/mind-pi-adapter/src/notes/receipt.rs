//! What is said when the host has appended a note, or has not (SN-40 to SN-42, SN-71).

use mind_core::fact::FactId;
use mind_core::note::{Receipt, Storage, Usage};
use mind_mcp::words;
use mind_protocol::Refusal;

use super::Before;
use crate::details::Details;
use crate::tool::Reply;

/// The receipt of a note (SN-40).
pub(super) fn noted(receipt: &Receipt, kind: &str) -> Reply {
    let Receipt { id, storage, usage, .. } = receipt;
    let (place, on_disk, mut text) = match storage {
        Storage::Session { on_disk } => {
            let mut text = format!("Noted {id} — {kind} in this session, on this branch.");
            if !on_disk {
                text.push_str(" Pi writes the session with its first message; until then the note is only in memory.");
            }
            ("session", *on_disk, text)
        }
        Storage::MemoryOnly => {
            let text =
                format!("Noted {id} — {kind} for as long as this session runs; it is not stored.");
            ("memory-only", false, text)
        }
    };
    room(&mut text, *usage);
    let details = Details::done("remember")
        .with("id", id.as_str())
        .with("tier", "session")
        .with("kind", kind)
        .with("outcome", "stored")
        .with("storage", place)
        .with("onDisk", on_disk)
        .summary(&format!("{kind} noted in this session"));
    Reply::done(text, details)
}

pub(super) fn known(id: &FactId, kind: &str) -> Reply {
    let details = Details::done("remember")
        .with("id", id.as_str())
        .with("tier", "session")
        .with("kind", kind)
        .with("outcome", "refreshed")
        .summary("already noted");
    Reply::done(format!("Already noted: {id}."), details)
}

/// The receipt of a forgotten note, behind what was done before it (SN-37, SN-71).
pub(super) fn forgotten(receipt: &Receipt, before: Option<Before>) -> Reply {
    let id = &receipt.id;
    let mut text =
        format!("Forgot {id} on this branch; its earlier text stays in the session file.");
    room(&mut text, receipt.usage);
    let details = Details::done("forget")
        .with("id", id.as_str())
        .with("tier", "session")
        .summary("forgot a note of this session");
    match before {
        None => Reply::done(text, details),
        Some(before) => Reply::done(
            format!("{}\n{text}", before.text),
            before.details.with("note", id.as_str()),
        ),
    }
}

/// A note that was not forgotten: what was done before it stays done and is said.
pub(super) fn not_noted(refusal: &Refusal, before: Option<Before>) -> Reply {
    let Some(before) = before else { return Reply::refused("forget", "Not changed", refusal) };
    let still = words::refusal("Still noted in this session", refusal);
    let details = before.details.with("noteCode", refusal.code.as_str());
    Reply::done(format!("{}\n{still}", before.text), details)
}

/// How much room is left, when it is little (SN-14).
pub(super) fn room(text: &mut String, usage: Usage) {
    if usage.is_near_full() {
        text.push_str(" Used: ");
        text.push_str(&usage.to_string());
        text.push('.');
    }
}
