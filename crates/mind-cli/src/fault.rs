//! Why a command was refused: what the core answered, and what only a command line can meet.

use std::io;
use std::path::PathBuf;

use mind_core::error::{Detail, Error};
use mind_core::scope::Segment;
use mind_llm_port::ModelFault;

use crate::exit::Exit;
use crate::setup::HostFault;
use crate::wire::OperationFault;

/// A refusal. Like the core's errors, it holds names, numbers and paths, and never memory text.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The core or the store refused.
    Domain(Error),
    /// An argument, a variable, standard input or a file that is not UTF-8.
    NotUtf8,
    /// A host's configuration, or its hook.
    Host(HostFault),
    /// Some rows were changed and others could not be.
    Partly(Box<Partial>),
    /// No memory home is named, and no directory is known that could hold one.
    NoHome,
    /// The command line cannot be understood.
    Usage { message: String, next: String },
    /// A setting of the config file cannot be used.
    Config { path: PathBuf, key: Option<String>, problem: String },
    /// More input than a text can hold.
    TooLarge { limit: u64 },
    /// There is no such file.
    Missing { path: PathBuf },
    /// A directory or a device where a file is wanted.
    NotAFile { path: PathBuf },
    /// A file that cannot be read.
    Unreadable { path: PathBuf, reason: io::ErrorKind },
    /// A file whose format cannot be told.
    FormatUnknown { path: PathBuf },
    /// A line that is not a JSON object.
    NotJson { column: usize },
    /// A member of a line that nothing here knows; named where it looks like a name.
    FieldUnknown { field: Option<String> },
    /// A member of a line that is there twice.
    FieldDoubled { field: &'static str },
    /// A member of a line of the wrong type.
    FieldType { field: &'static str, expected: &'static str },
    /// An older persona name that others may have shared.
    NameShared { older: Segment, present: Segment },
    /// A line whose fact has expired already.
    LineExpired,
    /// Something that only a person at a terminal may see.
    TerminalRequired,
    /// A file where a new one is wanted.
    Exists { path: PathBuf },
    /// The shape of an operation of a plan.
    Operation(OperationFault),
    /// Something only a host's session has.
    NoHostSession,
    /// No model is named in the settings.
    NoModel,
    /// A model's provider that cannot be asked, or did not answer.
    Model(ModelFault),
    /// A request for a review that is none, or of another owner or time.
    NotARequest,
    /// Standard output cannot be written to.
    Output(io::Error),
}

/// What was done before a failure, and what was not.
#[derive(Debug)]
pub(crate) struct Partial {
    /// Why not everything.
    pub(crate) because: Error,
    /// References to the rows that were changed.
    pub(crate) done: String,
    /// References to the rows that were not.
    pub(crate) left: String,
}

impl Fault {
    /// The stable code, listed in `docs/errors.md`.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Domain(error) => error.code(),
            Self::Host(fault) => fault.code(),
            Self::Partly(partial) => partial.because.code(),
            Self::NotUtf8 => Error::NotUtf8.code(),
            Self::NoHome => "store.home_missing",
            Self::Usage { .. } => "input.usage",
            Self::Config { .. } => "input.config_invalid",
            Self::TooLarge { .. } => "input.too_large",
            Self::Missing { .. } => "input.not_found",
            Self::NotAFile { .. } => "input.not_a_file",
            Self::Unreadable { .. } => "input.unreadable",
            Self::FormatUnknown { .. } => "input.format_unknown",
            Self::NotJson { .. } => "input.not_json",
            Self::FieldUnknown { .. } | Self::Operation(OperationFault::Unknown { .. }) => {
                "input.unknown_field"
            }
            Self::FieldDoubled { .. } => "input.field_doubled",
            Self::FieldType { .. } | Self::Operation(OperationFault::Type { .. }) => {
                "input.invalid"
            }
            Self::NameShared { .. } => "scope.name_shared",
            Self::LineExpired => "fact.expired",
            Self::TerminalRequired => "input.terminal_required",
            Self::Exists { .. } => "input.file_exists",
            Self::Operation(OperationFault::Missing { .. }) => "input.missing_field",
            Self::NoHostSession => "review.no_session",
            Self::NoModel => "llm.not_configured",
            Self::Model(fault) => fault.code(),
            Self::NotARequest => "review.not_a_request",
            Self::Output(_) => "output.failed",
        }
    }

    /// What and which.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Domain(error) => error.to_string(),
            Self::Host(fault) => fault.message(),
            Self::Partly(partial) => format!("not everything was done: {}", partial.because),
            Self::NotUtf8 => Error::NotUtf8.to_string(),
            Self::NoHome => "no memory home is named, and there is no home directory".to_owned(),
            Self::Usage { message, .. } => message.clone(),
            Self::Config { key: Some(key), problem, .. } => format!("setting `{key}` {problem}"),
            Self::Config { key: None, problem, .. } => format!("the config file {problem}"),
            Self::TooLarge { limit } => format!("input is over {limit} bytes"),
            Self::Missing { .. } => "there is no such file".to_owned(),
            Self::NotAFile { .. } => "not a file".to_owned(),
            Self::Unreadable { reason, .. } => format!("the file cannot be read: {reason}"),
            Self::FormatUnknown { .. } => "the format cannot be told from the file".to_owned(),
            Self::NotJson { column } => format!("not a JSON object, at column {column}"),
            Self::FieldUnknown { field: Some(field) } => format!("unknown field `{field}`"),
            Self::FieldUnknown { field: None } => "unknown field".to_owned(),
            Self::FieldDoubled { field } => format!("field `{field}` is there twice"),
            Self::FieldType { field, expected } => format!("field `{field}` is not {expected}"),
            Self::NameShared { older, .. } => {
                format!("older names made no hash: {older} may hold what several personas recorded")
            }
            Self::LineExpired => "the fact of this line has expired".to_owned(),
            Self::TerminalRequired => {
                "withheld text is shown to a person at a terminal only".to_owned()
            }
            Self::Exists { .. } => "there is a file of this name already".to_owned(),
            Self::Operation(fault) => fault.message(),
            Self::NoHostSession => "there is no host session".to_owned(),
            Self::NoModel => "no model is configured".to_owned(),
            Self::Model(fault) => fault.to_string(),
            Self::NotARequest => "this is not a request for a review".to_owned(),
            Self::Output(error) => format!("the answer cannot be written: {}", error.kind()),
        }
    }

    /// What to do about it.
    pub(crate) fn next(&self) -> Option<&str> {
        Some(match self {
            Self::Domain(error) => return error.next(),
            Self::Host(fault) => fault.next(),
            Self::Partly(partial) => return partial.because.next(),
            Self::NotUtf8 => "save the text as UTF-8",
            Self::NoHome => "name a directory with `--home` or `MIND_HOME`",
            Self::Usage { next, .. } => next,
            Self::Config { .. } => "correct the file named in `detail`",
            Self::TooLarge { .. } => "say it shorter, or in parts",
            Self::Missing { .. } => "check the path",
            Self::NotAFile { .. } => "name a file",
            Self::Unreadable { .. } => "make the file readable",
            Self::FormatUnknown { .. } => {
                "name it with `--format jsonl`, `markdown`, `server-memory` or `pi-persona-mind`"
            }
            Self::NotJson { .. } => "write one JSON object a line",
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
            Self::NotARequest => "make one with `--prepare`",
            Self::Output(_) => "what was asked for is done; ask for the answer again",
        })
    }

    /// Names, numbers and paths for a program, in a fixed order.
    pub(crate) fn detail(&self) -> Vec<(&'static str, Detail)> {
        match self {
            Self::Domain(error) => error.detail(),
            Self::Host(fault) => fault.detail(),
            Self::Partly(partial) => {
                let done = ("done", Detail::Text(partial.done.clone()));
                let left = ("left", Detail::Text(partial.left.clone()));
                [done, left].into_iter().chain(partial.because.detail()).collect()
            }
            Self::Config { path, key, .. } => {
                let key = key.iter().map(|key| ("key", Detail::Text(key.clone())));
                key.chain([("path", shown(path))]).collect()
            }
            Self::Operation(fault) => {
                let field = fault.field().map(str::to_owned);
                field.map(|field| ("field", Detail::Text(field))).into_iter().collect()
            }
            Self::TooLarge { limit } => vec![("limit", Detail::Number(*limit))],
            Self::Missing { path }
            | Self::NotAFile { path }
            | Self::Unreadable { path, .. }
            | Self::Exists { path }
            | Self::FormatUnknown { path } => vec![("path", shown(path))],
            Self::NotJson { column } => vec![("column", Detail::Number(*column as u64))],
            Self::NameShared { older, present } => vec![
                ("older", Detail::Text(older.to_string())),
                ("present", Detail::Text(present.to_string())),
            ],
            Self::FieldUnknown { field } => {
                field.iter().map(|field| ("field", Detail::Text(field.clone()))).collect()
            }
            Self::FieldDoubled { field } | Self::FieldType { field, .. } => {
                vec![("field", Detail::Text((*field).to_owned()))]
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Domain(error) => Exit::of(error.kind()),
            Self::Partly(partial) => Exit::of(partial.because.kind()),
            Self::NoHome | Self::Output(_) => Exit::Unavailable,
            Self::Usage { .. } | Self::Config { .. } => Exit::Usage,
            Self::NoModel | Self::Model(_) => Exit::HostUnavailable,
            _ => Exit::Refused,
        }
    }

    /// Whether the reader of the answer has gone away.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The fault of a file that could not be opened or read.
    pub(crate) fn of_file(path: impl Into<PathBuf>, error: &io::Error) -> Self {
        let path = path.into();
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing { path },
            io::ErrorKind::IsADirectory => Self::NotAFile { path },
            reason => Self::Unreadable { path, reason },
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Domain(error)
    }
}

impl From<OperationFault> for Fault {
    fn from(fault: OperationFault) -> Self {
        Self::Operation(fault)
    }
}

impl From<HostFault> for Fault {
    fn from(fault: HostFault) -> Self {
        Self::Host(fault)
    }
}

/// Only writing to a stream of the call gives a bare I/O error.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
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

fn shown(path: &std::path::Path) -> Detail {
    Detail::Text(path.display().to_string())
}
