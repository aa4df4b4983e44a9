//! What to do about a refusal, for whoever types commands.

use mind_core::error::{ConsolidateError, Error};
use mind_llm_port::ModelFault;

use super::{Fault, Whole};

impl Fault {
    /// What to do about it.
    pub(crate) fn next(&self) -> Option<&str> {
        Some(match self {
            Self::Domain(error) => return domain_next(error),
            Self::Host(fault) => fault.next(),
            Self::Partly(partial) => return partial.because.next(),
            Self::NotUtf8 => "save the text as UTF-8",
            Self::NoHome => "name a directory with `--home` or `MIND_HOME`",
            Self::Hinted { next, .. } | Self::Usage { next, .. } => next,
            Self::Config { .. } => "correct the file named in `detail`",
            Self::TooLarge { .. } => "say it shorter, or in parts",
            Self::Missing { .. } => "check the path",
            Self::NotAFile { .. } => "name a file",
            Self::Unreadable { .. } => "make the file readable",
            Self::FormatUnknown { .. } => {
                "name it with `--format jsonl`, `markdown`, `server-memory` or `pi-persona-mind`"
            }
            Self::NotJson { .. } => "write one JSON object a line",
            Self::NotLines(Whole::Store) => {
                "import the memory it belongs to: name the directory that holds `memory`"
            }
            Self::NotLines(_) => "write one object a line, for example with `jq -c '.[]' FILE`",
            Self::FieldUnknown { .. } => {
                "use text, kind, tags, tier, ttl, source, derivedFrom, supersedes, recordedAt or persona"
            }
            Self::FieldDoubled { .. } => "give it once",
            Self::FieldType { .. } => "correct the value",
            Self::NameShared { .. } => "look at it with `--dry-run`, then repeat with `--yes`",
            Self::LineExpired => "leave `expiresAt` out to keep it for another 48 hours",
            Self::TerminalRequired => "run the command yourself, at a terminal",
            Self::Exists { .. } => "name a file that is not there yet",
            Self::Operation(_) => "use sourceIds, kind, text and, if wanted, tags",
            Self::NoHostSession => "set `optimize.auto`, or switch it in a host's session",
            Self::NoModel => {
                "set `llm.provider` and `llm.model` in the config file, or use `--prepare`"
            }
            Self::Model(fault) => model_next(*fault),
            Self::NoKey { .. } => "set it, or name another one with `llm.api_key_env`",
            Self::NotARequest => "make one with `--prepare`",
            Self::Output(_) => "what was asked for is done; ask for the answer again",
        })
    }
}

/// The core says it for every surface; here it is a command that is typed.
fn domain_next(error: &Error) -> Option<&str> {
    match error {
        Error::Consolidate(ConsolidateError::SharedManualOnly) => {
            Some("inspect them: `mind optimize inspect --target shared`")
        }
        error => error.next(),
    }
}

const fn model_next(fault: ModelFault) -> &'static str {
    match fault {
        ModelFault::Unreachable => "look at the connection and at `llm.base_url`",
        ModelFault::Unauthorized => "set the variable that holds the key, see `llm.api_key_env`",
        ModelFault::ModelUnavailable => "correct `llm.model`",
        _ => "try again later, or use another model",
    }
}
