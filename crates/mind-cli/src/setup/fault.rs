//! Why a host's configuration is left as it is.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use mind_core::error::Detail;

/// A refusal that has to do with a host. Nothing of a file's content is in it but names of our own.
#[derive(Debug)]
pub(crate) enum HostFault {
    /// None of the hosts is on this machine.
    NoneFound,
    /// There is no home directory, so nobody knows where the host's files are.
    NoPlace { host: &'static str },
    /// The path of the running program is not known.
    ProgramUnknown,
    /// The change was shown, and nobody has agreed to it.
    Unconfirmed { files: usize },
    /// The file cannot be used, for a reason that lies in the file.
    Config { path: PathBuf, misfit: Misfit },
    /// The file cannot be written; these were before it.
    Unwritable { path: PathBuf, reason: ErrorKind, done: Vec<PathBuf> },
    /// Another setup of the host goes on.
    Busy { path: PathBuf },
    /// A hook ended without an answer.
    HookFailed,
    /// A hook's time was over.
    Deadline { millis: u64 },
}

/// What is wrong with a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It is not what its name says.
    NotParsed {
        line: usize,
    },
    NotUtf8,
    /// A link that leads nowhere or in a circle, a directory, a device.
    NotAFile,
    /// The same, or any link, where a file of our extension goes.
    InTheWay,
    TooLarge {
        limit: u64,
    },
    Unreadable(ErrorKind),
    /// Something else stands where our entry belongs.
    Shape {
        key: String,
        expected: &'static str,
    },
    /// A server of this name that is not ours.
    NameTaken {
        key: String,
    },
    /// It changed after the change was shown.
    Changed,
    /// Our own record of what is ours, in a form that is not ours.
    Record,
}

impl HostFault {
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NoneFound => "host.none_found",
            Self::NoPlace { .. } => "host.no_place",
            Self::ProgramUnknown => "host.program_unknown",
            Self::Unconfirmed { .. } => "host.unconfirmed",
            Self::Unwritable { .. } => "host.config_unwritable",
            Self::Busy { .. } => "host.setup_busy",
            Self::HookFailed => "host.hook_failed",
            Self::Deadline { .. } => "host.hook_deadline",
            Self::Config { misfit, .. } => match misfit {
                Misfit::NotParsed { .. } => "host.config_invalid",
                Misfit::NotUtf8 => "host.config_not_utf8",
                Misfit::NotAFile | Misfit::InTheWay => "host.config_unsafe",
                Misfit::TooLarge { .. } => "host.config_too_large",
                Misfit::Unreadable(_) => "host.config_unreadable",
                Misfit::Shape { .. } => "host.config_shape",
                Misfit::NameTaken { .. } => "host.name_taken",
                Misfit::Changed => "host.config_changed",
                Misfit::Record => "host.record_invalid",
            },
        }
    }

    pub(crate) fn message(&self) -> String {
        match self {
            Self::NoneFound => "no agent is found on this machine".to_owned(),
            Self::NoPlace { host } => format!("it is not known where {host} keeps its files"),
            Self::ProgramUnknown => "the path of this program is not known".to_owned(),
            Self::Unconfirmed { .. } => "nothing was written: nobody said yes".to_owned(),
            Self::Unwritable { reason, .. } => format!("the file cannot be written: {reason}"),
            Self::Busy { .. } => "another setup has not ended".to_owned(),
            Self::HookFailed => "internal error; please report it".to_owned(),
            Self::Deadline { millis } => format!("no answer within {millis} ms"),
            Self::Config { misfit, .. } => match misfit {
                Misfit::NotParsed { line } => format!("the file cannot be parsed, at line {line}"),
                Misfit::NotUtf8 => "the file is not valid UTF-8".to_owned(),
                Misfit::NotAFile => "not a plain file, nor a link to one".to_owned(),
                Misfit::InTheWay => "a link, or no plain file, where our extension goes".to_owned(),
                Misfit::TooLarge { limit } => format!("the file is over {limit} bytes"),
                Misfit::Unreadable(reason) => format!("the file cannot be read: {reason}"),
                Misfit::Shape { key, expected } => format!("`{key}` is not {expected}"),
                Misfit::NameTaken { key } => format!("`{key}` is somebody else's"),
                Misfit::Changed => "the file changed in the meantime".to_owned(),
                Misfit::Record => "the record of what setup put here cannot be used".to_owned(),
            },
        }
    }

    pub(crate) fn next(&self) -> &'static str {
        match self {
            Self::NoneFound => "name one, for example `mind setup claude-code`",
            Self::NoPlace { .. } => "set `HOME`",
            Self::ProgramUnknown => "start `mind` by its full path",
            Self::Unconfirmed { .. } => {
                "repeat it with `--yes`, or with `--dry-run` to see the change only"
            }
            Self::Unwritable { .. } => {
                "make file and directory writable, then repeat the call; if another program makes the file, add the entry there"
            }
            Self::Busy { .. } => "repeat the call",
            Self::HookFailed | Self::Deadline { .. } => "look at `mind doctor`",
            Self::Config { misfit, .. } => match misfit {
                Misfit::NotParsed { .. } => {
                    "correct the line, or name the other hosts; nothing was written"
                }
                Misfit::NotUtf8 => "save the file as UTF-8; nothing was written",
                Misfit::NotAFile => "put a plain file there, or nothing; nothing was written",
                Misfit::InTheWay => "take it away, then repeat the call; nothing was written",
                Misfit::TooLarge { .. } => "add the entry by hand; nothing was written",
                Misfit::Unreadable(_) => "make the file readable; nothing was written",
                Misfit::Shape { .. } => "correct it, or add the entry by hand; nothing was written",
                Misfit::NameTaken { .. } => "rename it, or take it out; nothing was written",
                Misfit::Changed => "repeat the call; close the host if it keeps happening",
                Misfit::Record => {
                    "update `mind`, or take the file away: what is there is then told by its bytes"
                }
            },
        }
    }

    /// The same fault of a call that has changed these files before.
    pub(super) fn after(mut self, changed: &[PathBuf]) -> Self {
        if let Self::Unwritable { done, .. } = &mut self {
            changed.clone_into(done);
        }
        self
    }

    /// The file it is about.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Config { path, .. } | Self::Unwritable { path, .. } | Self::Busy { path } => {
                Some(path)
            }
            _ => None,
        }
    }

    pub(crate) fn detail(&self) -> Vec<(&'static str, Detail)> {
        let path = |path: &PathBuf| ("path", Detail::Text(path.display().to_string()));
        match self {
            Self::NoneFound | Self::ProgramUnknown | Self::HookFailed => Vec::new(),
            Self::NoPlace { host } => vec![("host", Detail::Text((*host).to_owned()))],
            Self::Unconfirmed { files } => vec![("files", Detail::Number(*files as u64))],
            Self::Deadline { millis } => vec![("limit", Detail::Number(*millis))],
            Self::Busy { path: at } => vec![path(at)],
            Self::Unwritable { path: at, done, .. } => {
                let done = done.iter().map(|done| done.display().to_string());
                let done: Vec<String> = done.collect();
                let done = (!done.is_empty()).then(|| ("done", Detail::Text(done.join(", "))));
                std::iter::once(path(at)).chain(done).collect()
            }
            Self::Config { path: at, misfit } => {
                let more = match misfit {
                    Misfit::NotParsed { line } => Some(("line", Detail::Number(*line as u64))),
                    Misfit::TooLarge { limit } => Some(("limit", Detail::Number(*limit))),
                    Misfit::Shape { key, .. } | Misfit::NameTaken { key } => {
                        Some(("key", Detail::Text(key.clone())))
                    }
                    _ => None,
                };
                std::iter::once(path(at)).chain(more).collect()
            }
        }
    }
}
