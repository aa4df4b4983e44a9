//! The tool `memory_optimize`: tidying facts without losing any (PI-73).

use mind_core::Mind;
use mind_core::port::{Clock, Store};
use mind_mcp::parameter::Parameter;
use mind_mcp::{TidyStep, Tidying};

use super::{Reply, Task};
use crate::details::Details;
use crate::fault::Fault;
use crate::job::Job;

/// Every action with what it takes.
pub(super) const ACTIONS: [(&str, &[Parameter]); 5] = [
    ("inspect", TidyStep::Inspect.parameters()),
    ("stage", TidyStep::Stage.parameters()),
    ("apply", TidyStep::Apply.parameters()),
    ("history", TidyStep::History.parameters()),
    ("undo", TidyStep::Undo.parameters()),
];

/// Carries a step out for the owner of the call.
pub(super) fn ask<S: Store, C: Clock>(
    task: &Task,
    job: &Job,
    mind: &Mind<S, C>,
) -> Result<Reply, Fault> {
    let step = match task.action {
        "inspect" => TidyStep::Inspect,
        "stage" => TidyStep::Stage,
        "apply" => TidyStep::Apply,
        "history" => TidyStep::History,
        _ => TidyStep::Undo,
    };
    let answer = job.run(mind, |mind, scope| {
        let tidying = Tidying {
            mind,
            scope,
            plans: &job.plans,
            session: &job.stamp.session,
            generation: job.stamp.generation.0,
        };
        Ok(tidying.run(step, &task.arguments))
    })?;
    let (structured, text) = answer?;
    let details = Details::of(task.action, structured).summary(&text);
    Ok(Reply::done(text, details))
}
