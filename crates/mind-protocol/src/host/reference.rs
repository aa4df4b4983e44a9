//! Where a host's session stands, sent with every call.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Which session a call is made in, and where in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HostReference {
    /// The number of the host's session manager, from 1.
    pub manager: u64,
    /// The session.
    pub session_id: String,
    /// Its file; null for a session in memory.
    pub session_file: Option<String>,
    /// Whether the file exists now.
    pub on_disk: bool,
    /// The entry the active branch ends with; null in an empty session.
    pub leaf_id: Option<String>,
    /// The note entries of the active branch.
    pub notes: NotesMark,
    /// What the companion said directly before.
    pub owner: HeardFrom,
}

/// How many note entries stand on a branch, and the last of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotesMark {
    /// How many.
    pub count: usize,
    /// The last; null when there is none.
    pub last: Option<String>,
}

/// The raw answers to the two queries, at most two of each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HeardFrom {
    /// Raised whenever anything of it differs from the call before.
    pub token: u64,
    /// Who the companion is.
    pub companion: Vec<Value>,
    /// Whose memory it is.
    pub memory_owner: Vec<Value>,
}
