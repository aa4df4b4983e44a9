//! What must hold of the stores as they stand on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Result;
use mind_core::consolidate::receipt::{HISTORY_BYTES, RECEIPTS_LIMIT};
use mind_core::port::Store as _;
use mind_core::scope::FactPlace;
use mind_store_fs::doctor::{Condition, Finding, StoreHealth};

use crate::soak::model::Key;
use crate::soak::words::{QUOTED, SECRETS};
use crate::soak::world::World;

/// Bytes a row of a store may have beside its text, six times over for escapes.
const ROW: usize = 1_200;
/// Files one store has at most: itself, guard, backup, retired rows, and a history with guard and backup.
const FILES: usize = 8;

impl World {
    /// Every store holds the rows it must and no other, expired ones only until the next change.
    pub(super) fn hold_disk(&mut self) -> Result<()> {
        let places: Vec<FactPlace> = self.model.places.keys().cloned().collect();
        for place in &places {
            let snapshot = match self.mind.store().strict(place) {
                Ok(snapshot) => snapshot,
                Err(error) => {
                    self.hold(false, "every store parses", || format!("{place}: {}", error.code()));
                    continue;
                }
            };
            let on_disk: BTreeSet<(Key, Option<i64>)> = snapshot
                .rows
                .iter()
                .map(|fact| {
                    let owner = fact.owner(place.tier()).map(ToString::to_string);
                    let end = fact.expires_at.map(mind_core::time::Timestamp::millis);
                    (Key { owner, id: fact.id.to_string() }, end)
                })
                .collect();
            let rows = self.model.places[place].iter();
            let expect: BTreeSet<(Key, Option<i64>)> =
                rows.map(|(key, row)| (key.clone(), row.expires)).collect();
            let differ: Vec<_> = on_disk.symmetric_difference(&expect).take(6).collect();
            let once = snapshot.rows.len() == on_disk.len() && snapshot.invalid.is_empty();
            let told = format!("{place}: {differ:?}");
            self.hold(differ.is_empty() && once, "a store holds its rows and no other", || told);
            let text: usize = self.model.places[place].values().map(|row| row.text.len()).sum();
            let most = (ROW * (expect.len() + 1) + 2 * text) as u64;
            self.hold(snapshot.bytes <= most, "a store is as large as its rows", || {
                format!("{place}: {} bytes, {} rows", snapshot.bytes, expect.len())
            });
        }
        self.hold_health()
    }

    /// The doctor finds nothing but what was left on purpose.
    fn hold_health(&mut self) -> Result<()> {
        let who = self.who("dev", Some(0))?;
        let health = self.mind.store().examine(&who.scope(), self.mind.now())?;
        let mut left = BTreeSet::new();
        for finding in &health.findings {
            self.hold_finding("home", finding, &mut left);
        }
        for store in &health.stores {
            let sound = matches!(store.condition, Condition::Ok | Condition::NotCreated);
            let told = || format!("{}: {:?}", store.label, store.condition);
            self.hold(sound && store.invalid.is_empty(), "the doctor is content", told);
            for finding in &store.findings {
                self.hold_finding(&store.label, finding, &mut left);
            }
            self.hold_size(store);
        }
        // What has been swept since is tolerated no longer.
        self.tolerated = left;
        Ok(())
    }

    fn hold_finding(&mut self, label: &str, finding: &Finding, left: &mut BTreeSet<PathBuf>) {
        let known = match finding {
            Finding::Leftover(path) | Finding::Holder { path, .. } => {
                let known = self.tolerated.contains(path);
                left.extend(known.then(|| path.clone()));
                known
            }
            _ => false,
        };
        self.hold(known, "the doctor is content", || format!("{label}: {finding:?}"));
    }

    fn hold_size(&mut self, store: &StoreHealth) {
        let name = store.path.to_string_lossy().into_owned();
        let (entries, bytes) = if name.ends_with(".retired.json") {
            (200, 1 << 20)
        } else if name.ends_with(".optimize-history.json") {
            (RECEIPTS_LIMIT, HISTORY_BYTES)
        } else {
            (store.limits.store_entries(), store.limits.store_bytes())
        };
        self.hold(store.entries <= entries && store.bytes <= bytes, "sizes are bounded", || {
            format!("{}: {} rows, {} bytes", store.label, store.entries, store.bytes)
        });
    }

    /// No byte that must not be kept, no file too many, and every file is JSON that should be.
    pub(super) fn hold_bytes(&mut self, files: &BTreeMap<PathBuf, Vec<u8>>) {
        for (path, bytes) in files {
            let text = String::from_utf8_lossy(bytes);
            for secret in SECRETS.into_iter().chain([QUOTED]) {
                self.hold(!text.contains(secret), "no secret is kept", || {
                    path.display().to_string()
                });
            }
            let is_json = path.extension().is_some_and(|end| end == "json" || end == "bak");
            let parses = || serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            self.hold(!is_json || parses(), "every file parses", || path.display().to_string());
        }
        let stores = self.model.places.len() + self.model.backlog.len() + 1;
        let most = stores * FILES + self.tolerated.len() + 4;
        self.hold(files.len() <= most, "the number of files is bounded", || {
            format!("{} files of {stores} stores", files.len())
        });
    }
}
