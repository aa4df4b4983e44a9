//! The tools of consolidation. None of them starts a review, and none settles a receipt (O-131).

use std::sync::{MutexGuard, PoisonError};

use mind_core::consolidate::inspect::{Inspection, PAGE_DEFAULT, PageRequest};
use mind_core::consolidate::listing::HISTORY_DEFAULT;
use mind_core::consolidate::plan::{Origin, PlanOwner, Staging};
use mind_core::consolidate::plans::Plans;
use mind_core::consolidate::{target, text};
use mind_core::port::{Clock, Store};
use mind_core::scope::FactPlace;
use mind_protocol::Warning;
use mind_protocol::optimize::StagedPlan;
use serde_json::Value;

use super::Desk;
use crate::answer::{Answer, CEILING};
use crate::fault::Fault;
use crate::parameter::Arguments;
use crate::wire;

impl<S: Store, C: Clock> Desk<'_, S, C> {
    pub(crate) fn optimize_inspect(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let place = self.target(arguments)?;
        let offset = number(arguments, "offset").unwrap_or(0);
        let mut limit = number(arguments, "limit").unwrap_or(PAGE_DEFAULT);
        loop {
            let request = PageRequest { offset, limit, fingerprint: arguments.text("fingerprint") };
            let page = self.mind.inspect(self.scope, &place, request)?;
            let (answer, entries) = (inspected(&page, &place, offset, limit), page.entries.len());
            let size = answer.size();
            if size <= CEILING || entries <= 1 {
                return Ok(answer);
            }
            // The words beside the page take as much room again; a shorter page has both whole.
            limit = ((entries * CEILING / size).clamp(1, entries - 1)) as u64;
        }
    }

    pub(crate) fn optimize_stage(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let place = self.target(arguments)?;
        let operations = wire::operations(arguments.value("operations").unwrap_or(&Value::Null))?;
        let plan = self.mind.stage(&Staging {
            place: &place,
            scope: self.scope,
            owner: self.owner(),
            origin: Origin::Manual,
            fingerprint: arguments.text("fingerprint"),
            operations: &operations,
        })?;
        let dropped = self.plans().keep(&plan, plan.created_at);
        let words = text::staged(&plan);
        let words = match &dropped {
            Some(dropped) => format!("{words}\nDropped {dropped}, the oldest of the staged plans."),
            None => words,
        };
        let plan = wire::plan_for_a_model(&plan);
        let mut staged =
            StagedPlan { plan, before_omitted: false, preview_omitted: false, dropped };
        loop {
            let answer = Answer::accepted(&staged, words.clone());
            match wire::staged_without_room(&staged) {
                Some(less) if answer.size() > CEILING => staged = less,
                _ => return Ok(answer),
            }
        }
    }

    pub(crate) fn optimize_apply(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let (id, owner) = (arguments.text_or_empty("planId"), self.owner());
        let order = self.plans().find(id, &owner, self.mind.now())?;
        let answer = self.mind.apply(self.scope, &order, &owner, &|| Ok(()));
        let uncertain =
            answer.as_ref().is_err_and(|error| error.code() == "optimize.outcome_uncertain");
        if answer.is_ok() || uncertain {
            self.plans().spend(id);
        }
        let done = answer?;
        let shown = wire::applied(&done);
        let words = with_warnings(text::applied(&done), &shown.warnings);
        Ok(Answer::accepted(shown, words))
    }

    pub(crate) fn optimize_history(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let offset = number(arguments, "offset").unwrap_or(0);
        if let Some(id) = arguments.text("receiptId") {
            let place = self.place_of_receipt(id, arguments)?;
            let reading = self.mind.read_receipt(self.scope, &place, id, offset)?;
            let words = text::receipt(&reading, self.mind.now());
            return Ok(Answer::accepted(wire::receipt_for_a_model(&reading), words));
        }
        let limit = number(arguments, "limit").unwrap_or(HISTORY_DEFAULT);
        let page = match arguments.text("target") {
            Some(_) => self.mind.history(self.scope, &self.target(arguments)?, offset, limit)?,
            None => self.mind.histories(self.scope, offset, limit)?,
        };
        let shown = wire::history(&page, (offset, limit));
        let words = with_warnings(text::history(&page, self.mind.now()), &shown.warnings);
        Ok(Answer::accepted(shown, words))
    }

    pub(crate) fn optimize_undo(&self, arguments: &Arguments) -> Result<Answer, Fault> {
        let receipt = arguments.text_or_empty("receiptId");
        let place = self.place_of_receipt(receipt, arguments)?;
        let done = self.mind.undo(self.scope, &place, receipt, &|| Ok(()))?;
        let shown = wire::undone(&done);
        let words = with_warnings(text::undone(&done), &shown.warnings);
        Ok(Answer::accepted(shown, words))
    }

    fn target(&self, arguments: &Arguments) -> Result<FactPlace, Fault> {
        Ok(target(arguments.text("target"), self.scope)?)
    }

    /// The store a receipt is about, whether it is named or not.
    fn place_of_receipt(&self, receipt: &str, arguments: &Arguments) -> Result<FactPlace, Fault> {
        match arguments.text("target") {
            Some(_) => self.target(arguments),
            None => Ok(self.mind.place_of_receipt(self.scope, receipt)?),
        }
    }

    /// Plans belong to this server, and to the persona and project it speaks for.
    fn owner(&self) -> PlanOwner {
        let (session, generation) = (Some(self.session.to_owned()), self.generation);
        PlanOwner { session, generation, ..PlanOwner::of(self.scope) }
    }

    fn plans(&self) -> MutexGuard<'_, Plans> {
        self.plans.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn inspected(page: &Inspection, place: &FactPlace, offset: u64, limit: u64) -> Answer {
    let words = text::inspection(page, place.tier(), offset);
    Answer::accepted(wire::inspection(page, place.tier(), (offset, limit)), words)
}

fn number(arguments: &Arguments, name: &str) -> Option<u64> {
    arguments.count(name).map(|count| count as u64)
}

fn with_warnings(words: String, warnings: &[Warning]) -> String {
    let line = |one: &Warning| format!("\nWarning: {} ({}).", one.message, one.code);
    warnings.iter().fold(words, |words, one| words + &line(one))
}
