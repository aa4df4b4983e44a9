//! What `setup` changes in the configuration of hosts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was changed, or would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupReport {
    /// Whether the changes were made; false for a dry run, and when there is none.
    pub applied: bool,
    /// The files of each host, in a fixed order.
    pub files: Vec<SetupFile>,
}

/// One file of a host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupFile {
    /// The host, as the command line calls it.
    pub host: String,
    /// The path the host knows the file by.
    pub path: String,
    /// What becomes of it.
    pub change: SetupChange,
    /// The change as a unified diff; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    /// Where the bytes of before are kept; absent when no copy is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backup: Option<String>,
}

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SetupChange {
    /// It stays as it is.
    None,
    /// It is made.
    Create,
    /// Entries of ours come in, change or go.
    Edit,
    /// It gets the bytes back that it had before our entries.
    Restore,
    /// It goes, because nothing but our entries was ever in it.
    Remove,
    /// It is a link of somebody's own, and stays as it is with what is behind it.
    Linked,
}
