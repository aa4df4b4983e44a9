//! Exit codes.

use std::process::ExitCode;

use mind_core::ErrorKind;

/// How a command ended (S-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// Refused: not found, ambiguous, unsafe, over a limit, a conflict, stale.
    Refused,
    /// The command line or the config file is wrong.
    Usage,
    /// The store is locked, read-only, full, damaged or of a newer version.
    Unavailable,
    /// A model or a host cannot do its part.
    HostUnavailable,
}

impl Exit {
    /// The number the process ends with.
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Usage => 2,
            Self::Unavailable => 3,
            Self::HostUnavailable => 4,
        }
    }

    pub(crate) const fn of(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Unavailable | ErrorKind::Corrupt => Self::Unavailable,
            ErrorKind::Host => Self::HostUnavailable,
            ErrorKind::User | ErrorKind::Conflict | ErrorKind::Internal => Self::Refused,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}
