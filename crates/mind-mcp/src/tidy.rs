//! The steps of consolidation for a front that has a tool of its own for them.

use std::sync::Mutex;

use mind_core::Mind;
use mind_core::consolidate::plans::Plans;
use mind_core::port::{Clock, Store};
use mind_core::scope::Scope;
use serde_json::Value;

use crate::answer::{CEILING, trim};
use crate::call::Desk;
use crate::fault::Fault;
use crate::parameter::{Arguments, Parameter};
use crate::tool::optimize as fields;

/// A step of consolidation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TidyStep {
    /// Show what may be tidied.
    Inspect,
    /// Plan replacements.
    Stage,
    /// Carry a plan out.
    Apply,
    /// Show what was done.
    History,
    /// Take it back.
    Undo,
}

/// On whose behalf it is done, and what was planned before.
#[derive(Debug)]
pub struct Tidying<'a, S, C> {
    /// The engine.
    pub mind: &'a Mind<S, C>,
    /// The persona and the project.
    pub scope: &'a Scope,
    /// What was staged and not applied yet.
    pub plans: &'a Mutex<Plans>,
    /// The session its plans belong to.
    pub session: &'a str,
    /// The generation of the session's owner.
    pub generation: u64,
}

impl TidyStep {
    /// What the step takes.
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::Inspect => &fields::INSPECT,
            Self::Stage => &fields::STAGE,
            Self::Apply => &fields::APPLY,
            Self::History => &fields::HISTORY,
            Self::Undo => &fields::UNDO,
        }
    }
}

impl<S: Store, C: Clock> Tidying<'_, S, C> {
    /// Carries a step out: a structured answer and the words beside it, together within the ceiling of an answer.
    ///
    /// # Errors
    /// What the core refused; nothing was changed then, unless the code says that it is not known.
    pub fn run(&self, step: TidyStep, arguments: &Arguments) -> Result<(Value, String), Fault> {
        let desk = Desk {
            mind: self.mind,
            scope: self.scope,
            plans: self.plans,
            session: self.session,
            generation: Some(self.generation),
        };
        let answer = match step {
            TidyStep::Inspect => desk.optimize_inspect(arguments),
            TidyStep::Stage => desk.optimize_stage(arguments),
            TidyStep::Apply => desk.optimize_apply(arguments),
            TidyStep::History => desk.optimize_history(arguments),
            TidyStep::Undo => desk.optimize_undo(arguments),
        };
        answer.map(|answer| trim(answer, CEILING).into_parts())
    }
}
