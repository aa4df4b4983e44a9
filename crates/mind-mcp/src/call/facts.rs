//! The tools over facts.

use mind_core::error::Error;
use mind_core::mind::{Destination, Draft, ForgetMode, LIMIT_DEFAULT, Named, Page, RecallRequest};
use mind_core::port::{Clock, Store};
use mind_core::scope::Tier;
use mind_core::text;

use super::Desk;
use crate::answer::{Answer, fit_item, fit_page, fit_reading};
use crate::fault::Fault;
use crate::parameter::Arguments;
use crate::wire::Parts;
use crate::{wire, words};

impl<S: Store, C: Clock> Desk<'_, S, C> {
    pub(super) fn remember(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let draft = Draft {
            kind: arguments.owned("kind"),
            text: arguments.text_or_empty("text").to_owned(),
            tags: arguments.owned_texts("tags"),
            tier: arguments.owned("tier"),
            ttl_hours: arguments.number("ttlHours"),
            source: arguments.owned("source"),
            derived_from: arguments.owned_texts("derivedFrom"),
            supersedes: arguments.owned("supersedes"),
            recorded_at: None,
        };
        let receipt = self.mind.remember(self.scope, &draft)?;
        Ok(Answer::accepted(wire::remembered(&receipt), words::remembered(&receipt)))
    }

    pub(super) fn recall(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let kind = arguments.text("kind").map(str::parse).transpose()?;
        let tiers: Result<Vec<Tier>, Error> =
            arguments.texts("tiers").into_iter().map(str::parse).collect();
        let request = RecallRequest {
            query: arguments.text_or_empty("query").to_owned(),
            tiers: tiers?,
            kind,
            limit: arguments.count("limit").unwrap_or(LIMIT_DEFAULT),
            offset: arguments.count("offset").unwrap_or(0),
            ..RecallRequest::default()
        };
        let page = self.mind.recall(self.scope, &request)?;
        Ok(fit_page(page.hits.len(), |rows| recalled(&page, &request, rows)))
    }

    pub(super) fn read_memory(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let from = arguments.count("fromByte").unwrap_or(0);
        match self.mind.look_up(self.scope, arguments.text_or_empty("id"))? {
            Named::Fact(reading) => fit_reading(&reading, from),
            Named::Item(item) => fit_item(&item, from),
        }
    }

    pub(super) fn forget(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let dry_run = arguments.flag("dryRun");
        let mode = if dry_run { ForgetMode::DryRun } else { ForgetMode::Remove };
        let reference = arguments.text_or_empty("id");
        let receipt = self.mind.forget(self.scope, reference, None, mode)?;
        let words = words::forgotten(&receipt, mode);
        Ok(Answer::accepted(wire::forgotten(&receipt, dry_run), words))
    }

    pub(super) fn promote(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let destination = destination(arguments.text("destination"))?;
        let receipt = self.mind.promote(self.scope, arguments.text_or_empty("id"), destination)?;
        Ok(Answer::accepted(wire::promoted(&receipt), words::promoted(&receipt)))
    }
}

/// The first rows of a page, and where the next page starts.
fn recalled(page: &Page, request: &RecallRequest, rows: usize) -> Answer {
    let mut shown = wire::page(page, Parts::Left);
    if rows < shown.hits.len() {
        shown.hits.truncate(rows);
        shown.next_offset = Some(request.offset + rows);
    }
    let listing = text::trim(&request.query).is_empty();
    let words = words::page(page, listing, rows, shown.next_offset);
    Answer::accepted(shown, words)
}

fn destination(name: Option<&str>) -> Result<Destination, Error> {
    let all = [Destination::ProjectLong, Destination::Persona, Destination::Shared];
    let Some(name) = name else { return Ok(Destination::default()) };
    all.into_iter().find(|one| one.tier().as_str() == name).ok_or(Error::TierUnknown)
}
