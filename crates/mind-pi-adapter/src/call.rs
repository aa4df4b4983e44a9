//! The calls there are, and how an input is taken apart.

use std::time::Duration;

use mind_core::scan::label;
use mind_protocol::host::{
    Command, EffectsDone, HostReference, Input, Message, Nothing, RunStart, SessionClose,
    SessionEvents, SessionOpen, Settled, Timer, ToolCall, ToolResult, TreeChanged, WorkerSettled,
};
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::fault::Fault;

/// The longest a call may be given.
const DEADLINE_MAX: u64 = 600_000;

/// A call of profile `host`.
#[expect(clippy::enum_variant_names, reason = "a tool call is called that")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Call {
    SessionOpen,
    Settings,
    SessionEvents,
    TreeChanged,
    OwnerChanged,
    Input,
    Message,
    AgentStart,
    RunStart,
    ToolCall,
    Command,
    ToolResult,
    Settled,
    Timer,
    WorkerSettled,
    EffectsDone,
    SessionClose,
}

impl Call {
    /// Every call, in the order they are listed.
    pub(crate) const ALL: [Self; 17] = [
        Self::SessionOpen,
        Self::Settings,
        Self::SessionEvents,
        Self::TreeChanged,
        Self::OwnerChanged,
        Self::Input,
        Self::Message,
        Self::AgentStart,
        Self::RunStart,
        Self::ToolCall,
        Self::ToolResult,
        Self::Command,
        Self::Settled,
        Self::Timer,
        Self::WorkerSettled,
        Self::EffectsDone,
        Self::SessionClose,
    ];

    /// The call with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|call| call.as_str() == name)
    }

    /// Its name.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::SessionOpen => "host_session_open",
            Self::Settings => "host_settings",
            Self::SessionEvents => "host_session_events",
            Self::TreeChanged => "host_tree_changed",
            Self::OwnerChanged => "host_owner_changed",
            Self::Input => "host_input",
            Self::Message => "host_message",
            Self::AgentStart => "host_agent_start",
            Self::RunStart => "host_run_start",
            Self::ToolCall => "host_tool_call",
            Self::ToolResult => "host_tool_result",
            Self::Command => "host_command",
            Self::Settled => "host_settled",
            Self::Timer => "host_timer",
            Self::WorkerSettled => "host_worker_settled",
            Self::EffectsDone => "host_effects_done",
            Self::SessionClose => "host_session_close",
        }
    }

    /// What it is for.
    pub(crate) const fn says(self) -> &'static str {
        match self {
            Self::SessionOpen => "Open a session; one at a time",
            Self::Settings => "The settings in force and where each comes from",
            Self::SessionEvents => "The note entries of the session as they stand",
            Self::TreeChanged => "The session went to another point of its tree",
            Self::OwnerChanged => "The companion says the owner may be another",
            Self::Input => "A person or an extension put something in",
            Self::Message => "A message of a watched type appeared",
            Self::AgentStart => "The agent begins to work",
            Self::RunStart => "A request goes to the model: the blocks it gets",
            Self::ToolCall => "The model calls a tool of memory",
            Self::ToolResult => "A watched tool answered",
            Self::Command => "A person typed the command",
            Self::Settled => "The agent has come to rest",
            Self::Timer => "A timer ran out",
            Self::WorkerSettled => "A worker ended",
            Self::EffectsDone => "What became of effects",
            Self::SessionClose => "The session ends",
        }
    }

    /// The JSON Schema of its input.
    pub(crate) fn schema(self) -> Map<String, Value> {
        match self {
            Self::SessionOpen => schema::<SessionOpen>(),
            Self::Settings | Self::OwnerChanged | Self::AgentStart => schema::<Nothing>(),
            Self::SessionEvents => schema::<SessionEvents>(),
            Self::TreeChanged => schema::<TreeChanged>(),
            Self::Input => schema::<Input>(),
            Self::Message => schema::<Message>(),
            Self::RunStart => schema::<RunStart>(),
            Self::ToolCall => schema::<ToolCall>(),
            Self::ToolResult => schema::<ToolResult>(),
            Self::Command => schema::<Command>(),
            Self::Settled => schema::<Settled>(),
            Self::Timer => schema::<Timer>(),
            Self::WorkerSettled => schema::<WorkerSettled>(),
            Self::EffectsDone => schema::<EffectsDone>(),
            Self::SessionClose => schema::<SessionClose>(),
        }
    }
}

/// A call's own schema, with the two members that every call has.
fn schema<T: JsonSchema>() -> Map<String, Value> {
    let of = |value: Value| if let Value::Object(map) = value { map } else { Map::new() };
    let mut own = of(schema_for!(T).to_value());
    let mut reference = of(schema_for!(HostReference).to_value());
    own.remove("$schema");
    reference.remove("$schema");
    let definitions = reference.remove("$defs").map(of).unwrap_or_default();
    member(&mut own, "$defs").extend(definitions);
    member(&mut own, "properties").insert("ref".to_owned(), reference.into());
    let deadline = serde_json::json!({ "type": "integer", "minimum": 0 });
    member(&mut own, "properties").insert("deadlineMs".to_owned(), deadline);
    let required = own.entry("required").or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(required) = required {
        required.extend(["ref".into(), "deadlineMs".into()]);
    }
    own
}

fn member<'a>(map: &'a mut Map<String, Value>, name: &str) -> &'a mut Map<String, Value> {
    let value = map.entry(name).or_insert_with(|| Value::Object(Map::new()));
    value.as_object_mut().expect("a schema's members of this name are objects")
}

/// An input: where it was sent from, how long it may take, and the call's own members.
#[derive(Debug)]
pub(crate) struct Envelope {
    pub(crate) reference: HostReference,
    pub(crate) deadline: Duration,
    body: Map<String, Value>,
}

impl Envelope {
    /// Takes an input apart.
    ///
    /// # Errors
    /// `input.missing_field` and `input.invalid` for the members every call has.
    pub(crate) fn read(mut input: Map<String, Value>) -> Result<Self, Fault> {
        let missing =
            |field: &str| Fault::Input { code: "input.missing_field", field: field.to_owned() };
        let reference = input.remove("ref").ok_or_else(|| missing("ref"))?;
        let reference = parse(reference, "ref")?;
        let deadline = input.remove("deadlineMs").ok_or_else(|| missing("deadlineMs"))?;
        let deadline = deadline.as_f64().filter(|millis| *millis >= 0.0);
        let invalid = || Fault::Input { code: "input.invalid", field: "deadlineMs".to_owned() };
        #[expect(clippy::cast_sign_loss, reason = "negative numbers are kept out just before")]
        let millis = deadline.ok_or_else(invalid)? as u64;
        let deadline = Duration::from_millis(millis.min(DEADLINE_MAX));
        Ok(Self { reference, deadline, body: input })
    }

    /// The call's own members.
    ///
    /// # Errors
    /// `input.unknown_field`, `input.missing_field`, `input.invalid`, naming the field.
    pub(crate) fn body<T: DeserializeOwned>(&mut self) -> Result<T, Fault> {
        parse(Value::Object(std::mem::take(&mut self.body)), "")
    }
}

/// Reads a shape and, where it does not fit, names the field; a name that does not look like one is not repeated.
fn parse<T: DeserializeOwned>(value: Value, at: &str) -> Result<T, Fault> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let said = error.inner().to_string();
        let quoted = said.split('`').nth(1).unwrap_or_default();
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        let joined = |name: &str| {
            let parts = [at, path.as_str(), name];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
        };
        let (code, field) = if said.starts_with("unknown field") {
            // The path leads to the unknown field itself.
            ("input.unknown_field", joined(""))
        } else if said.starts_with("missing field") {
            ("input.missing_field", joined(quoted))
        } else {
            ("input.invalid", joined(""))
        };
        let field = if label(&field) == field { field } else { "?".to_owned() };
        Fault::Input { code, field }
    })
}
