//! The list of retired rows beside a store.

use std::path::Path;

use mind_core::error::{Error, StoreWarning};
use mind_core::fact::RetiredFact;
use mind_core::time::Timestamp;

use crate::fault::error_at;
use crate::format::{Document, Slot};
use crate::fs::Fs;
use crate::read::{RETIRED_BYTES, Sight, State};
use crate::replace::{Keep, Replaced, Replacement};
use crate::site::Site;
use crate::store::FsStore;

/// Rows a list of retired rows is kept within.
const RETIRED_ROWS: usize = 200;

impl<F: Fs> FsStore<F> {
    /// Puts rows in the retired list of a store, whose lock is held, and waits until they are there for good.
    ///
    /// # Errors
    /// The rows must not leave the store.
    pub(crate) fn retire(
        &self,
        store: &Site,
        home: &Path,
        now: Timestamp,
        rows: Vec<RetiredFact>,
    ) -> Result<Vec<StoreWarning>, Error> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let site = store.retired();
        let old = self.content(&site, &site.file(home))?;
        let bytes = old.as_ref().map(|content| content.bytes.clone());
        let sight: Sight<RetiredFact> = self.sight(&site, home, bytes)?;
        let mut warnings = Vec::new();
        if sight.state == State::Damaged {
            let aside = self.set_aside(&site, home, &site.file(home))?;
            warnings.extend(aside.map(|path| StoreWarning::Quarantined { path }));
        }
        let bytes = bounded(&sight.document, &site, now, rows);
        let replacement =
            Replacement { site: &site, home, bytes: &bytes, old, backup: Keep::Nothing };
        match self.replace(&replacement)? {
            Replaced::ForGood => Ok(warnings),
            // A row must not leave the store for a list that may lose it.
            Replaced::Perhaps(fault) => Err(error_at(fault, &site.label, &site.file(home))),
        }
    }
}

/// The list with some more rows: the newest within its bounds, of which the added ones stay in any case.
fn bounded(
    old: &Document<RetiredFact>,
    site: &Site,
    now: Timestamp,
    rows: Vec<RetiredFact>,
) -> Vec<u8> {
    // A call cut off after this list was written comes again with the same rows.
    let again = |kept: &RetiredFact| {
        rows.iter().any(|row| row.fact == kept.fact && row.retired_by == kept.retired_by)
    };
    let kept = (0..old.rows.len()).filter(|row| !again(&old.rows[*row])).map(Slot::Old);
    let added = rows.len();
    let mut slots: Vec<Slot<RetiredFact>> = kept.collect();
    slots.extend(rows.into_iter().map(Slot::New));
    slots.drain(..slots.len().saturating_sub(RETIRED_ROWS.max(added)));
    loop {
        let bytes = old.with(old.next_head(now, site), &slots, site.shape);
        if bytes.len() as u64 <= RETIRED_BYTES || slots.len() <= added {
            return bytes;
        }
        slots.remove(0);
    }
}
