//! What a host is asked to do. The list is closed, and nothing on it reaches the model or begins a turn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::open::Model;

/// One thing to do, in the order of the answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Effect {
    /// Its name in reports; no two of one engine are alike.
    pub id: String,
    /// What is to be done.
    #[serde(flatten)]
    pub kind: EffectKind,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum EffectKind {
    /// Append an entry to the session, if it is still what it is bound to.
    AppendEntry {
        /// The entry's type.
        custom_type: String,
        /// What it holds.
        data: Value,
        /// What must still hold.
        bind: BoundTo,
    },
    /// Show a notice.
    Notify {
        /// How weighty it is.
        level: NoticeLevel,
        /// At most 160 characters.
        text: String,
    },
    /// Set the status line, or clear it.
    SetStatus {
        /// The line.
        text: Option<String>,
    },
    /// Wake the engine later; a timer of the same id is replaced.
    ArmTimer {
        /// Which.
        timer_id: String,
        /// Milliseconds from now, at most 2,147,000,000.
        delay_ms: u64,
    },
    /// Do not.
    CancelTimer {
        /// Which.
        timer_id: String,
    },
    /// Ask a model, and say what came of it, whatever happens.
    RunWorker {
        /// The run.
        run_id: String,
        /// Who asks.
        via: Via,
        /// Exactly this model.
        model: Model,
        /// The system prompt.
        system_prompt: String,
        /// The prompt.
        prompt: String,
        /// Tokens it may write.
        max_output_tokens: u64,
        /// Milliseconds it may take.
        deadline_ms: u64,
    },
    /// Call a run off.
    CancelWorker {
        /// Which.
        run_id: String,
    },
    /// Tell the companion what is going on.
    Activity {
        /// A name of the piece of work.
        activity_id: String,
        /// What it is.
        phase: ActivityPhase,
        /// How far it is.
        state: ActivityState,
        /// The tier it is about.
        target: String,
    },
}

/// What must still hold when an entry is appended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoundTo {
    /// The number of the session manager.
    pub manager: u64,
    /// The session.
    pub session_id: String,
    /// Its file.
    pub session_file: Option<String>,
    /// The token of the owner's answers.
    pub owner_token: u64,
    /// The entry the branch ends with. Absent where any will do; null for the beginning of a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf_id: Option<Option<String>>,
}

/// How weighty a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NoticeLevel {
    /// Good to know.
    Info,
    /// Something is not as it should be.
    Warning,
    /// Something failed.
    Error,
}

/// Who asks a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Via {
    /// The host, with its session's model.
    Session,
    /// The companion, with a worker of its own.
    Companion,
}

/// What a piece of consolidation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActivityPhase {
    /// Looking.
    Inspect,
    /// Planning.
    Stage,
    /// Changing.
    Apply,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActivityState {
    /// It goes on.
    Running,
    /// A plan waits.
    Staged,
    /// It is done.
    Done,
    /// It failed.
    Failed,
}

/// What an entry of type `mind-card` holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// Always 1.
    pub version: u64,
    /// What it is.
    pub kind: CardKind,
    /// Its heading.
    pub title: String,
    /// Its text, at most 32 KiB.
    pub body: String,
}

/// What a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardKind {
    /// The answer of a command.
    Report,
    /// Work that is due.
    Reminder,
    /// What a review proposes or did.
    Review,
    /// Something is not as it should be.
    Warning,
}
