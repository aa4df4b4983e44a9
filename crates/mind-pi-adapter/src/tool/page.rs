//! Pages and pieces that fit into an answer.

use mind_core::error::Error;
use mind_core::mind::{BacklogEntry, Body, Page, Reading, RecallRequest};
use mind_core::note::HostId;
use mind_core::scope::Tier;
use mind_core::text;
use mind_mcp::words;

use super::Reply;
use crate::details::Details;
use crate::fault::Fault;

/// Bytes of a tool's words.
pub(super) const TEXT: usize = 32 * 1_024;

/// The longest part of a page whose words fit.
pub(super) fn recalled(page: &Page, request: &RecallRequest, gaps: usize) -> Reply {
    let listing = text::trim(&request.query).is_empty();
    let mut rows = page.hits.len();
    let text = loop {
        let cut = rows < page.hits.len();
        let next = if cut { Some(request.offset + rows) } else { page.next_offset };
        let text = words::page(page, listing, rows, next);
        if text.len() <= TEXT || rows <= 1 {
            break text;
        }
        rows -= 1;
    };
    let ids: Vec<&str> = page.hits.iter().take(rows).map(|hit| hit.entry.id.as_str()).collect();
    let mut details = Details::done("recall").with("total", page.total).with("ids", ids);
    let asked = |tier| request.tiers.is_empty() || request.tiers.contains(&tier);
    if gaps > 0 && asked(Tier::Session) {
        details = details.with("gaps", gaps);
    }
    Reply::done(text, details.summary(&format!("{rows} of {} recalled", page.total)))
}

/// A fact, with as much of its text from a byte on as fits.
pub(super) fn piece_of_fact(
    reading: &Reading,
    origin: Option<&HostId>,
    from: usize,
) -> Result<Reply, Fault> {
    let whole = text_of(&reading.entry.body);
    let words_of = |piece: &str, next| {
        let words = words::reading(reading, piece, next);
        origin.map_or(words.clone(), |origin| format!("{words}\nfrom session {origin}"))
    };
    let (text, next) = fitted(whole, from, words_of)?;
    let entry = &reading.entry;
    let mut details = Details::done("read")
        .with("id", entry.id.as_str())
        .with("tier", entry.tier.as_str())
        .with("kind", entry.kind.as_str());
    if let Some(next) = next {
        details = details.with("nextByte", next);
    }
    Ok(Reply::done(text, details.summary(&format!("{} read from {}", entry.kind, entry.tier))))
}

/// Deferred work, with as much of its text from a byte on as fits.
pub(super) fn piece_of_item(item: &BacklogEntry, from: usize) -> Result<Reply, Fault> {
    let whole = text_of(&item.body);
    let (text, next) = fitted(whole, from, |piece, next| words::item(item, piece, next))?;
    let mut details = Details::done("read").with("id", item.id.as_str());
    if let Some(next) = next {
        details = details.with("nextByte", next);
    }
    Ok(Reply::done(text, details.summary("backlog item read")))
}

fn text_of(body: &Body) -> &str {
    match body {
        Body::Open { text, .. } => text,
        Body::Withheld { .. } => "",
    }
}

/// The words around as much of a text from a byte on as fits, and where the next piece begins.
fn fitted(
    whole: &str,
    from: usize,
    words_of: impl Fn(&str, Option<usize>) -> String,
) -> Result<(String, Option<usize>), Fault> {
    let max = whole.len() as u64;
    if from as u64 > max {
        let actual = from as u64;
        return Err(Error::OutOfRange { field: "fromByte", min: 0, max, actual }.into());
    }
    let inside =
        mind_mcp::Fault::Invalid { field: "fromByte", expected: "the nextByte of an answer" };
    let rest = whole.get(from..).ok_or(inside)?;
    let room = TEXT.saturating_sub(words_of("", Some(whole.len())).len());
    let mut spent = 0;
    let cut = rest.char_indices().find_map(|(at, c)| {
        // Six bytes is the longest a character becomes inside a JSON string that is not longer itself.
        spent += if c.is_control() {
            6
        } else if matches!(c, '"' | '\\') {
            2
        } else {
            c.len_utf8()
        };
        (spent > room).then_some(at)
    });
    let end = cut.map(|at| from + at);
    let piece = &whole[from..end.unwrap_or(whole.len())];
    Ok((words_of(piece, end), end))
}
