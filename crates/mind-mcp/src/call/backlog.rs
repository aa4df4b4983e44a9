//! The tools over deferred work.

use mind_core::mind::{
    BACKLOG_LIMIT_DEFAULT, BacklogDraft, BacklogListing, BacklogMove, BacklogPage,
};
use mind_core::port::{Clock, Store};

use super::Desk;
use crate::answer::{Answer, fit_page};
use crate::fault::Fault;
use crate::parameter::Arguments;
use crate::{wire, words};

impl<S: Store, C: Clock> Desk<'_, S, C> {
    pub(super) fn backlog_add(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let draft = BacklogDraft {
            text: arguments.text_or_empty("text").to_owned(),
            tags: arguments.owned_texts("tags"),
            due_seconds: arguments.number("dueInSeconds"),
            ttl_hours: arguments.number("ttlHours"),
        };
        let receipt = self.mind.backlog_add(self.scope, &draft)?;
        Ok(Answer::accepted(wire::added(&receipt), words::added(&receipt)))
    }

    pub(super) fn backlog_list(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let listing = BacklogListing {
            state: arguments.text("state").map(str::parse).transpose()?,
            all: arguments.flag("all"),
            limit: arguments.count("limit").unwrap_or(BACKLOG_LIMIT_DEFAULT),
            offset: arguments.count("offset").unwrap_or(0),
        };
        let page = self.mind.backlog_list(self.scope, &listing)?;
        Ok(fit_page(page.items.len(), |rows| listed(&page, &listing, rows)))
    }

    pub(super) fn backlog_update(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let to = wanted(arguments.text_or_empty("state"), arguments.owned("note"))?;
        let receipt = self.mind.backlog_move(self.scope, arguments.text_or_empty("id"), &to)?;
        Ok(Answer::accepted(wire::moved(&receipt), words::moved(&receipt)))
    }
}

/// The first rows of a page, and where the next page starts.
fn listed(page: &BacklogPage, listing: &BacklogListing, rows: usize) -> Answer {
    let mut shown = wire::backlog_page(page);
    if rows < shown.items.len() {
        shown.items.truncate(rows);
        shown.next_offset = Some(listing.offset + rows);
    }
    let words = words::backlog_page(page, rows, shown.next_offset);
    Answer::accepted(shown, words)
}

fn wanted(state: &str, note: Option<String>) -> Result<BacklogMove, Fault> {
    match (state, note) {
        ("taken", None) => Ok(BacklogMove::Take),
        ("taken", Some(_)) => Err(Fault::Conflict { field: "note", with: "state" }),
        ("done", note) => Ok(BacklogMove::Done { note }),
        ("dropped", note) => Ok(BacklogMove::Drop { note }),
        _ => Err(Fault::Invalid { field: "state", expected: "taken, done or dropped" }),
    }
}
