//! What a host sends while a session is open: one shape a call.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::open::Model;

/// A call that says all by being made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Something was put in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The words.
    pub text: String,
    /// Whose they are.
    pub source: InputSource,
    /// How it meets a run that is going on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub streaming: Option<Streaming>,
    /// Pictures beside it.
    #[serde(default)]
    pub images: usize,
}

/// Who put something in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InputSource {
    /// A person at the keyboard.
    Interactive,
    /// A person through another program.
    Rpc,
    /// An extension: nobody's own words.
    Extension,
}

/// How an input meets a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Streaming {
    /// It steers it.
    Steer,
    /// It follows it.
    FollowUp,
}

/// A message of an extension appeared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Message {
    /// Its type.
    pub custom_type: String,
    /// Its text.
    pub text: String,
}

/// A run begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunStart {
    /// What it is asked.
    pub request: Request,
}

/// What a run is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Request {
    /// Whose message it is.
    pub role: RequestRole,
    /// The type of a custom message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_type: Option<String>,
    /// The words.
    pub text: String,
    /// Whether they were cut.
    #[serde(default)]
    pub clipped: bool,
}

/// Whose message begins a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RequestRole {
    /// The user's.
    User,
    /// An extension's.
    Custom,
}

/// The model calls a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolCall {
    /// The tool's name, as it was registered.
    pub tool: String,
    /// The host's id of the call.
    pub call_id: String,
    /// The call this one is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_call_id: Option<String>,
    /// The arguments.
    #[serde(default)]
    pub params: Map<String, Value>,
}

/// A tool of another extension has answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolResult {
    /// The tool.
    pub tool_name: String,
    /// The host's id of the call.
    pub call_id: String,
    /// The call this one is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_call_id: Option<String>,
    /// Whether it failed.
    pub is_error: bool,
    /// Its text.
    pub text: String,
}

/// A person typed a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// What stands behind the command's name.
    pub args: String,
    /// Whether no run is going on.
    pub idle: bool,
}

/// A run has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// Whether a person ended it.
    pub aborted: bool,
    /// Whether nothing is going on now.
    pub idle: bool,
    /// Whether something waits to be run.
    pub pending: bool,
    /// What the model used since the last time.
    #[serde(default)]
    pub usage: Usage,
    /// The model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Model>,
}

/// Tokens of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Usage {
    /// Read.
    #[serde(default)]
    pub input: u64,
    /// Written.
    #[serde(default)]
    pub output: u64,
    /// Read from the provider's cache.
    #[serde(default)]
    pub cache_read: u64,
    /// Put into it.
    #[serde(default)]
    pub cache_write: u64,
}

/// A timer has run out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Timer {
    /// Which.
    pub timer_id: String,
}

/// A worker has ended, or was never begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkerSettled {
    /// The run.
    pub run_id: String,
    /// How it ended.
    pub status: WorkerStatus,
    /// What the model wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// Why it is not completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The model that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Model>,
    /// How often it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<u64>,
    /// An opaque name of the result where the host keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_ref: Option<String>,
    /// What it used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Milliseconds it took.
    pub elapsed_ms: u64,
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WorkerStatus {
    /// With an output.
    Completed,
    /// Without.
    Failed,
    /// It was called off.
    Cancelled,
    /// The host did not begin it.
    Refused,
}

/// What became of effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EffectsDone {
    /// One report an effect.
    pub results: Vec<EffectReport>,
}

/// What became of one effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EffectReport {
    /// Which.
    pub effect_id: String,
    /// What became of it.
    pub outcome: ReportOutcome,
    /// Why it was not carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Refused>,
    /// The entry that was appended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry_id: Option<String>,
    /// The entry the branch ends with now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf_id: Option<String>,
    /// Whether the session's file exists now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_disk: Option<bool>,
}

/// What became of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportOutcome {
    /// It was carried out.
    Applied,
    /// What it was bound to no longer holds.
    Refused,
    /// It could not be carried out.
    Failed,
}

/// Why an effect was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// The session is closed.
    Closed,
    /// The owner may be another.
    Owner,
    /// The session is another.
    Session,
    /// The branch ends elsewhere.
    Leaf,
    /// The answer came too late.
    Late,
    /// The host does not know the type.
    UnknownEffect,
    /// The host's own call failed.
    Exception,
}
