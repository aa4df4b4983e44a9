//! What a host gets: one shape an answer.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::effect::Effect;
use crate::answer::{No, Yes};
use crate::context::Manifest;

/// A success: the members of the answer beside what is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HostAnswer<T> {
    /// Always true.
    pub ok: Yes,
    /// What is to be done, in order.
    pub effects: Vec<Effect>,
    /// The answer.
    #[serde(flatten)]
    pub answer: T,
}

/// A refusal. A tool's refusal has words and details too.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HostRefusal {
    /// Always false.
    pub ok: No,
    /// The stable code.
    pub code: String,
    /// What and which; never memory text.
    pub message: String,
    /// Names, limits, ids and counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Map<String, Value>>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// What is to be done, in order.
    pub effects: Vec<Effect>,
    /// The refusal in a tool's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The refusal for a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
}

/// An answer that says all by being given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Acknowledged {}

/// What a session may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HostState {
    /// Everything.
    Active,
    /// The lean standing block and nothing else.
    Lean,
    /// Tools and commands, and nothing by itself.
    Passive,
    /// Nothing: nobody says whose memory it is.
    Inactive,
}

/// A session is open.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionOpened {
    /// The engine's version.
    pub engine: String,
    /// What the session may do.
    pub state: HostState,
    /// The code of why it may do less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The tools to register.
    pub tools: Vec<ToolDefinition>,
    /// Another name of the command, where it is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// What may stand behind the command's name.
    pub completions: Vec<String>,
    /// What the engine wants to hear of.
    pub watch: Watch,
    /// The acting persona's segment; absent while nobody says whose memory it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// The project; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<ProjectSeen>,
}

/// A tool for the model.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolDefinition {
    /// What it is, whatever its name.
    pub facility: String,
    /// Its name in this session.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// What it is for.
    pub description: String,
    /// The line of it in the system prompt.
    pub prompt_snippet: String,
    /// How to use it well.
    pub prompt_guidelines: Vec<String>,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
    /// `sequential`.
    pub execution_mode: String,
}

/// What an engine wants to hear of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Watch {
    /// Types of messages.
    pub custom_types: Vec<String>,
    /// Names of tools.
    pub tool_results: Vec<String>,
}

/// The project of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProjectSeen {
    /// Its directory.
    pub root: String,
    /// The name of its files.
    pub slug: String,
}

/// The settings in force, and where each comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SettingsInForce {
    /// By name.
    pub values: BTreeMap<String, SettingValue>,
    /// By name.
    pub sources: BTreeMap<String, SettingSource>,
}

/// A setting's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SettingValue {
    /// Yes or no.
    Switch(bool),
    /// A word.
    Word(String),
}

/// Where a setting comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingSource {
    /// An environment variable.
    Environment,
    /// The companion's settings file.
    Companion,
    /// The host's settings.
    Host,
    /// The config file.
    Config,
    /// Nobody said anything.
    Default,
}

/// The notes of the branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NotesCounted {
    /// Active notes.
    pub notes: usize,
    /// The code of why none may be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked: Option<String>,
}

/// What a session may do with another owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OwnerTaken {
    /// What it may do.
    pub state: HostState,
    /// The code of why it may do less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a run gets.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RunStarted {
    /// What holds whatever is asked.
    pub standing: String,
    /// What this request needs, and hints behind it.
    pub task: String,
    /// What was considered; absent while nobody says whose memory it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifest: Option<Manifest>,
    /// A store that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degraded: Option<Degraded>,
}

/// Why a run gets less than there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Degraded {
    /// The stable code.
    pub code: String,
    /// What and which.
    pub message: String,
}

/// What a tool answers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnswered {
    /// The words for the model.
    pub text: String,
    /// The same for a program.
    pub details: Value,
    /// Whether the answer to `host_effects_done` takes its place.
    #[serde(skip_serializing_if = "is_false")]
    pub await_effects: bool,
}

/// What a command answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommandAnswered {
    /// The report.
    pub text: String,
    /// Whether the answer to `host_effects_done` takes its place.
    #[serde(skip_serializing_if = "is_false")]
    pub await_effects: bool,
}

/// What becomes of an answer whose effects were waited for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EffectsTaken {
    /// The words for the model or the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The same for a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
    /// Whether more is to be waited for.
    #[serde(skip_serializing_if = "is_false")]
    pub await_effects: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}
