//! What SQLite could not do, in the words of the port; never the text of a row.

use mind_core::error::{Error, StoreError, StoreFault};
use rusqlite::ErrorCode;

/// A fault of a place.
pub(crate) fn refused(place: &str, fault: StoreFault) -> Error {
    StoreError::new(fault, &place).into()
}

/// SQLite's fault as one of a place.
pub(crate) fn fault(place: &str, error: &rusqlite::Error) -> Error {
    let code = error.sqlite_error_code();
    let fault = match code {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            StoreFault::Locked { holder: None }
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreFault::Corrupt,
        Some(ErrorCode::DiskFull) => StoreFault::NoSpace { operation: "write" },
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            StoreFault::ReadOnly { operation: "write" }
        }
        _ => StoreFault::Io { operation: "sqlite", reason: format!("{code:?}") },
    };
    refused(place, fault)
}
