//! The shapes of profile `host`: what a host hands on of its session, and what it is asked to do.
//!
//! Every call carries `ref` and `deadlineMs` beside the members of its own shape; every answer carries `ok` and `effects`.

mod answer;
mod call;
mod effect;
mod open;
mod reference;

pub use answer::{
    Acknowledged, CommandAnswered, Degraded, EffectsTaken, HostAnswer, HostRefusal, HostState,
    NotesCounted, OwnerTaken, ProjectSeen, RunStarted, SessionOpened, SettingSource, SettingValue,
    SettingsInForce, ToolAnswered, ToolDefinition, Watch,
};
pub use call::{
    Command, EffectReport, EffectsDone, Input, InputSource, Message, Nothing, Refused,
    ReportOutcome, Request, RequestRole, RunStart, Settled, Streaming, Timer, ToolCall, ToolResult,
    Usage, WorkerSettled, WorkerStatus,
};
pub use effect::{
    ActivityPhase, ActivityState, BoundTo, Card, CardKind, Effect, EffectKind, NoticeLevel, Via,
};
pub use open::{
    CloseReason, EventsOffBranch, HostName, Model, NoteEvents, OpenReason, SessionClose,
    SessionEntry, SessionEvents, SessionOpen, Taken, TreeChanged,
};
pub use reference::{HeardFrom, HostReference, NotesMark};

use schemars::JsonSchema;
use serde::Serialize;

/// The version of these shapes.
pub const HOST_PROTOCOL: u64 = 1;

/// One call: its own members, and those of its answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Exchange<I, O> {
    /// What the host sends beside `ref` and `deadlineMs`.
    pub input: I,
    /// What it gets beside `ok` and `effects`.
    pub output: O,
}

/// Every call of the profile, by its name. It is never made: it names the shapes for the generated types.
#[derive(Debug, Serialize, JsonSchema)]
#[expect(missing_docs, reason = "each member is documented by its shape")]
pub struct HostCalls {
    pub host_session_open: Exchange<SessionOpen, SessionOpened>,
    pub host_settings: Exchange<Nothing, SettingsInForce>,
    pub host_session_events: Exchange<SessionEvents, NotesCounted>,
    pub host_tree_changed: Exchange<TreeChanged, NotesCounted>,
    pub host_owner_changed: Exchange<Nothing, OwnerTaken>,
    pub host_input: Exchange<Input, Acknowledged>,
    pub host_message: Exchange<Message, Acknowledged>,
    pub host_agent_start: Exchange<Nothing, Acknowledged>,
    pub host_run_start: Exchange<RunStart, RunStarted>,
    pub host_tool_call: Exchange<ToolCall, ToolAnswered>,
    pub host_tool_result: Exchange<ToolResult, Acknowledged>,
    pub host_command: Exchange<Command, CommandAnswered>,
    pub host_settled: Exchange<Settled, Acknowledged>,
    pub host_timer: Exchange<Timer, Acknowledged>,
    pub host_worker_settled: Exchange<WorkerSettled, Acknowledged>,
    pub host_effects_done: Exchange<EffectsDone, EffectsTaken>,
    pub host_session_close: Exchange<SessionClose, Acknowledged>,
    pub reference: HostReference,
    pub effect: Effect,
    pub refusal: HostRefusal,
    pub card: Card,
}
