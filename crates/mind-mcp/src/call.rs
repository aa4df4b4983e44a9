//! One tool call: arguments in, a use case, an answer out.

mod backlog;
mod facts;
mod optimize;

use std::sync::Mutex;

use mind_core::Mind;
use mind_core::consolidate::plans::Plans;
use mind_core::port::{Clock, Store};
use mind_core::scope::Scope;
use rmcp::model::JsonObject;

use crate::answer::{Answer, CEILING, trim};
use crate::fault::Fault;
use crate::parameter::Arguments;
use crate::tool::Tool;

/// The engine, and on whose behalf and where it is asked.
#[derive(Debug)]
pub(crate) struct Desk<'a, S, C> {
    pub(crate) mind: &'a Mind<S, C>,
    pub(crate) scope: &'a Scope,
    /// What was staged and not applied yet.
    pub(crate) plans: &'a Mutex<Plans>,
    /// What its plans belong to, besides persona and project.
    pub(crate) session: &'a str,
    /// The generation of the owner, in a host.
    pub(crate) generation: Option<u64>,
}

impl<S: Store, C: Clock> Desk<'_, S, C> {
    /// Carries a call out. A refusal is an answer too.
    pub(crate) fn call(&self, tool: Tool, sent: Option<JsonObject>) -> Answer {
        let answer = Arguments::check(sent, tool.parameters())
            .and_then(|arguments| self.run(tool, &arguments))
            .unwrap_or_else(|fault| Answer::refused(tool.refusal(), &fault.refusal()));
        trim(answer, CEILING)
    }

    fn run(&self, tool: Tool, arguments: &Arguments) -> Result<Answer, Fault> {
        match tool {
            Tool::Remember => self.remember(arguments),
            Tool::Recall => self.recall(arguments),
            Tool::ReadMemory => self.read_memory(arguments),
            Tool::Forget => self.forget(arguments),
            Tool::Promote => self.promote(arguments),
            Tool::BacklogAdd => self.backlog_add(arguments),
            Tool::BacklogList => self.backlog_list(arguments),
            Tool::BacklogUpdate => self.backlog_update(arguments),
            Tool::OptimizeInspect => self.optimize_inspect(arguments),
            Tool::OptimizeStage => self.optimize_stage(arguments),
            Tool::OptimizeApply => self.optimize_apply(arguments),
            Tool::OptimizeHistory => self.optimize_history(arguments),
            Tool::OptimizeUndo => self.optimize_undo(arguments),
        }
    }
}
