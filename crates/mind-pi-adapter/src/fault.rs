//! Why a call of a host is refused: what its input got wrong, what the session cannot do, and what the memory answered.

use mind_core::error::{Detail, Error};
use mind_mcp::wire;
use mind_persona_port::Unavailable;
use mind_protocol::Refusal;
use mind_protocol::host::HOST_PROTOCOL;

/// A refusal. It holds names and numbers, and never a value that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The core, a store or a tool's arguments.
    Tool(mind_mcp::Fault),
    /// Nobody says whose memory it is.
    Unavailable(Unavailable),
    /// A worker a run delegates to has the lean block and nothing else.
    Lean,
    /// The host half speaks another version.
    Protocol { theirs: u64 },
    /// A call before an open, or for another session.
    UnknownSession,
    /// The notes are not the ones that were replayed.
    EventsNeeded,
    /// The call took too long.
    Deadline,
    /// A part of the input.
    Input { code: &'static str, field: String },
}

impl From<mind_mcp::Fault> for Fault {
    fn from(fault: mind_mcp::Fault) -> Self {
        Self::Tool(fault)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Tool(error.into())
    }
}

impl Fault {
    /// The refusal as the wire has it.
    pub(crate) fn refusal(&self) -> Refusal {
        match self {
            Self::Tool(fault) => in_host(fault.refusal()),
            Self::Unavailable(because) => {
                let next = "see /mind doctor";
                wire::shaped(because.code(), because.to_string(), Vec::new(), Some(next))
            }
            Self::Lean => said("companion.leg", "a delegated worker has no tools of memory", None),
            Self::Protocol { theirs } => protocol(*theirs),
            Self::UnknownSession => said(
                "host.unknown_session",
                "the session is not open here",
                Some("open it with host_session_open"),
            ),
            Self::EventsNeeded => said(
                "host.events_needed",
                "the session's notes are not the ones that were replayed",
                Some("send host_session_events and repeat the call"),
            ),
            Self::Deadline => said(
                "host.deadline",
                "the call took longer than it may",
                Some("check with recall before repeating"),
            ),
            Self::Input { code, field } => input(code, field),
        }
    }
}

/// Some ways out are others in a host.
fn in_host(refusal: Refusal) -> Refusal {
    match refusal.code.as_str() {
        "scope.no_project" => {
            Refusal { next: Some("start Pi inside a project".to_owned()), ..refusal }
        }
        _ => refusal,
    }
}

fn said(code: &str, message: &str, next: Option<&str>) -> Refusal {
    wire::shaped(code, message.to_owned(), Vec::new(), next)
}

fn protocol(theirs: u64) -> Refusal {
    let side = if theirs < HOST_PROTOCOL { "the extension" } else { "the mind binary" };
    let message = format!(
        "the extension speaks host protocol {theirs}, the engine {HOST_PROTOCOL}; update {side}"
    );
    let detail = vec![("theirs", Detail::Number(theirs)), ("ours", Detail::Number(HOST_PROTOCOL))];
    let next = format!("update {side}");
    wire::shaped("host.protocol_mismatch", message, detail, Some(&next))
}

fn input(code: &str, field: &str) -> Refusal {
    let message = match code {
        "input.unknown_field" => format!("unknown field `{field}`"),
        "input.missing_field" => format!("field `{field}` is missing"),
        _ => format!("field `{field}` does not have the right type or value"),
    };
    let detail = vec![("field", Detail::Text(field.to_owned()))];
    wire::shaped(code, message, detail, None)
}
