//! How large one store may be.

use mind_core::consolidate::receipt::{HISTORY_BYTES, RECEIPTS_LIMIT};
use mind_core::error::Error;

const BYTES: (u64, u64) = (64 << 10, 256 << 20);
const ENTRIES: (u64, u64) = (1, 1_000_000);

/// The setting that raises the limit on bytes.
pub(crate) const BYTES_SETTING: &str = "limits.store_bytes";
/// The setting that raises the limit on rows.
pub(crate) const ENTRIES_SETTING: &str = "limits.store_entries";

/// The limits of one store: its bytes, and its rows, valid and invalid ones together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    store_bytes: u64,
    store_entries: usize,
}

impl Default for Limits {
    /// 4 MiB and 10,000 rows.
    fn default() -> Self {
        Self { store_bytes: 4 << 20, store_entries: 10_000 }
    }
}

/// The limits of one file to be written, and what raises them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) bytes: u64,
    pub(crate) bytes_setting: &'static str,
    pub(crate) entries: u64,
    pub(crate) entries_setting: &'static str,
}

/// What a history is limited by: nothing anyone can set.
const NO_SETTING: &str = "none";

impl Bounds {
    /// Those of a history, the same for every home (O-50).
    pub(crate) const HISTORY: Self = Self {
        bytes: HISTORY_BYTES,
        bytes_setting: NO_SETTING,
        entries: RECEIPTS_LIMIT as u64,
        entries_setting: NO_SETTING,
    };

    /// Those of a store.
    pub(crate) const fn of(limits: Limits) -> Self {
        Self {
            bytes: limits.store_bytes,
            bytes_setting: BYTES_SETTING,
            entries: limits.store_entries as u64,
            entries_setting: ENTRIES_SETTING,
        }
    }
}

impl Limits {
    /// Limits of 65,536 bytes to 256 MiB and of 1 to 1,000,000 rows.
    ///
    /// # Errors
    /// `input.out_of_range`, naming the setting.
    pub fn new(store_bytes: u64, store_entries: u64) -> Result<Self, Error> {
        within(BYTES_SETTING, BYTES, store_bytes)?;
        within(ENTRIES_SETTING, ENTRIES, store_entries)?;
        let store_entries = usize::try_from(store_entries).expect("a million fits");
        Ok(Self { store_bytes, store_entries })
    }

    /// Bytes a store may have.
    pub const fn store_bytes(self) -> u64 {
        self.store_bytes
    }

    /// Rows a store may have.
    pub const fn store_entries(self) -> usize {
        self.store_entries
    }
}

fn within(field: &'static str, (min, max): (u64, u64), actual: u64) -> Result<(), Error> {
    let inside = (min..=max).contains(&actual);
    if inside { Ok(()) } else { Err(Error::OutOfRange { field, min, max, actual }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-25: exactly at either end passes, one beyond fails and names the setting.
    #[test]
    fn ranges() {
        let setting = |bytes, entries| match Limits::new(bytes, entries) {
            Ok(_) => "",
            Err(Error::OutOfRange { field, .. }) => field,
            Err(_) => "another error",
        };
        assert_eq!(setting(65_536, 1), "");
        assert_eq!(setting(256 << 20, 1_000_000), "");
        assert_eq!(setting(65_535, 1), BYTES_SETTING);
        assert_eq!(setting((256 << 20) + 1, 1), BYTES_SETTING);
        assert_eq!(setting(65_536, 0), ENTRIES_SETTING);
        assert_eq!(setting(65_536, 1_000_001), ENTRIES_SETTING);
        assert_eq!(Limits::new(4 << 20, 10_000).unwrap(), Limits::default());
    }
}
