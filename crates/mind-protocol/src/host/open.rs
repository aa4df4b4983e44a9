//! How a session begins, where it stands, and how it ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A session begins, or goes on with another engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionOpen {
    /// The version of these shapes the host speaks.
    pub host_protocol: u64,
    /// What the host is.
    pub host: HostName,
    /// Why the session opens.
    pub reason: OpenReason,
    /// The file of the session before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_session_file: Option<String>,
    /// The session's working directory.
    pub cwd: String,
    /// The host's own directory.
    pub agent_dir: String,
    /// Whether the host trusts the project.
    pub project_trusted: bool,
    /// Whether the session was launched as a delegated leg.
    pub leg: bool,
    /// What stands under `mind` in the host's settings.
    #[serde(default)]
    pub settings: Value,
    /// The host's list of packages, as it stands.
    #[serde(default)]
    pub packages: Vec<Value>,
    /// Names others have taken.
    #[serde(default)]
    pub taken: Taken,
    /// The session's model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Model>,
    /// The session's note entries.
    pub events: NoteEvents,
    /// The session's review entries, of whatever branch.
    #[serde(default)]
    pub reviews: Vec<SessionEntry>,
}

/// What a host is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HostName {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The version of the half that speaks here.
    pub extension: String,
    /// `tui`, `rpc`, `print` or `json`.
    pub mode: String,
    /// Whether there is somebody to show notices to.
    pub has_ui: bool,
    /// Its process.
    pub pid: u32,
    /// How the engine was found, for reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The command's name as it can be invoked; `mind` when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// Why a session opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpenReason {
    /// The host started.
    Startup,
    /// The host reloads what it is extended with.
    Reload,
    /// A new session.
    New,
    /// An older session.
    Resume,
    /// A copy of a session.
    Fork,
    /// The engine had ended.
    Respawn,
}

/// Names that are not free.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// Names of tools.
    #[serde(default)]
    pub tools: Vec<String>,
    /// Names of commands.
    #[serde(default)]
    pub commands: Vec<String>,
}

/// A model as a host names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Who serves it.
    pub provider: String,
    /// Which it is.
    pub id: String,
    /// How long it thinks; `off` for not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking: Option<String>,
}

/// The note entries of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NoteEvents {
    /// Those of the active branch, oldest first.
    pub branch: Vec<SessionEntry>,
    /// Those off it.
    pub elsewhere: EventsOffBranch,
    /// Entries of the session whose parent is missing.
    pub missing_parents: usize,
    /// Whether some were left out.
    pub truncated: bool,
}

/// How many entries there are off the branch, and how large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventsOffBranch {
    /// How many.
    pub count: usize,
    /// Bytes of their compact JSON.
    pub bytes: usize,
}

/// An entry of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionEntry {
    /// The host's id of it.
    pub entry_id: String,
    /// What it holds.
    #[serde(default)]
    pub data: Value,
}

/// The note entries as they stand now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionEvents {
    /// All of them.
    pub events: NoteEvents,
}

/// The session went to another point of its tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TreeChanged {
    /// Where it stood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_leaf_id: Option<String>,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_leaf_id: Option<String>,
    /// The note entries from there.
    pub events: NoteEvents,
}

/// The session ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionClose {
    /// Why.
    pub reason: CloseReason,
}

/// Why a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CloseReason {
    /// The host ends.
    Quit,
    /// It reloads.
    Reload,
    /// A new session takes its place.
    New,
    /// An older one does.
    Resume,
    /// A copy does.
    Fork,
}
