//! Why a command was refused: what the core answered, and what only a command line can meet.

mod next;

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
    /// The same, with a remedy for whoever types commands.
    Hinted { because: Box<Error>, next: String },
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
    /// A whole file of JSON where one object a line is wanted.
    NotLines(Whole),
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
    /// The provider wants a key, and the variable that holds it is not set.
    NoKey { variable: String },
    /// A request for a review that is none, or of another owner or time.
    NotARequest,
    /// Standard output cannot be written to.
    Output(io::Error),
}

/// What a file of JSON is that has not one object a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whole {
    /// A store file of `mind`.
    Store,
    /// One array.
    Array,
    /// One object over several lines.
    Object,
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
            Self::Hinted { because, .. } => because.code(),
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
            Self::NotLines(_) => "input.not_lines",
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
            Self::NoKey { .. } => ModelFault::Unauthorized.code(),
            Self::NotARequest => "review.not_a_request",
            Self::Output(_) => "output.failed",
        }
    }

    /// What and which.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Domain(error) => error.to_string(),
            Self::Hinted { because, .. } => because.to_string(),
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
            Self::NotLines(Whole::Store) => "this is a store file of `mind`".to_owned(),
            Self::NotLines(Whole::Array) => {
                "this is one JSON array, not an object a line".to_owned()
            }
            Self::NotLines(Whole::Object) => {
                "this is one JSON object over several lines".to_owned()
            }
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
            Self::NoKey { variable } => {
                format!("the variable `{variable}`, which holds the key, is not set")
            }
            Self::NotARequest => "this is not a request for a review".to_owned(),
            Self::Output(error) => format!("the answer cannot be written: {}", error.kind()),
        }
    }

    /// Names, numbers and paths for a program, in a fixed order.
    pub(crate) fn detail(&self) -> Vec<(&'static str, Detail)> {
        match self {
            Self::Domain(error) => error.detail(),
            Self::Hinted { because, .. } => because.detail(),
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
            Self::Hinted { because, .. } => Exit::of(because.kind()),
            Self::Partly(partial) => Exit::of(partial.because.kind()),
            Self::NoHome | Self::Output(_) => Exit::Unavailable,
            Self::Usage { .. } | Self::Config { .. } => Exit::Usage,
            Self::NoModel | Self::NoKey { .. } | Self::Model(_) => Exit::HostUnavailable,
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

impl Fault {
    /// The same refusal with another remedy.
    pub(crate) fn hinted(because: Error, next: impl Into<String>) -> Self {
        Self::Hinted { because: Box::new(because), next: next.into() }
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

fn shown(path: &std::path::Path) -> Detail {
    Detail::Text(path.display().to_string())
}
