//! The health of a home as plain data. Looking writes nothing, and no text of a row is in the answer.

mod health;

use std::path::{Path, PathBuf};

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::{Error, StoreFault};
use mind_core::fact::{Fact, RetiredFact};
use mind_core::scope::{Scope, Tier};
use mind_core::time::{HOUR_MS, Timestamp};

use crate::fault::error_at;
use crate::format::{Document, Row, Shape};
use crate::fs::{Fs, NodeKind};
use crate::import::Stamp;
use crate::legacy::{LegacyLock, TRANSACTION_LOCK};
use crate::limits::Limits;
use crate::read::Unread;
use crate::site::{BACKLOG, LONG_TERM, PROJECT_LONG, Site, WORKING};
use crate::store::FsStore;
use crate::tree::Root;
pub use health::{Condition, Finding, HomeHealth, StoreHealth};

/// How close an end must be to be counted as soon.
const SOON_MS: i64 = 6 * HOUR_MS;

/// A row, as far as its expiry goes.
trait Expires {
    fn end(&self) -> Option<Timestamp>;
}

impl Expires for Fact {
    fn end(&self) -> Option<Timestamp> {
        self.expires_at
    }
}

impl Expires for RetiredFact {
    fn end(&self) -> Option<Timestamp> {
        None
    }
}

impl Expires for Receipt {
    fn end(&self) -> Option<Timestamp> {
        None
    }
}

impl Expires for Stamp {
    fn end(&self) -> Option<Timestamp> {
        None
    }
}

impl Expires for BacklogItem {
    fn end(&self) -> Option<Timestamp> {
        Some(self.expiry())
    }
}

impl<F: Fs> FsStore<F> {
    /// Looks at the stores of a scope and at every other one in the home.
    ///
    /// # Errors
    /// The home itself cannot be looked at: `store.home_missing`, `store.path_unsafe`, `store.io`.
    pub fn examine(&self, scope: &Scope, now: Timestamp) -> Result<HomeHealth, Error> {
        let home = match self.root("home")? {
            Root::There(home) | Root::NotYet(home) => home,
        };
        let mut sites: Vec<Site> = scope.visible().iter().map(Site::of).collect();
        sites.extend(scope.project.as_ref().map(Site::of_backlog));
        for found in self.found(&home) {
            if !sites.iter().any(|site| site.file(&home) == found.file(&home)) {
                sites.push(found);
            }
        }
        let mut stores = Vec::new();
        for site in &sites {
            stores.push(self.examine_site(site, &home, now));
            let beside = [site.retired(), site.history()];
            for side in beside.iter().filter(|_| !matches!(site.shape, Shape::Backlog)) {
                if self.is_present(&side.file(&home)) {
                    stores.push(self.examine_site(side, &home, now));
                }
            }
        }
        let findings = self.examine_home(&home);
        Ok(HomeHealth { home, findings, stores })
    }

    /// Every store in the tree.
    fn found(&self, home: &Path) -> Vec<Site> {
        let directories: [(&'static [&'static str], Shape); 4] = [
            (&LONG_TERM, Shape::Facts(Tier::Persona)),
            (&PROJECT_LONG, Shape::Facts(Tier::ProjectLong)),
            (&WORKING, Shape::Facts(Tier::Project)),
            (&BACKLOG, Shape::Backlog),
        ];
        let mut sites = Vec::new();
        for (parts, shape) in directories {
            let directory = parts.iter().fold(home.to_owned(), |path, part| path.join(part));
            let mut names = self.fs.list(&directory).unwrap_or_default();
            names.sort();
            let stores = names.iter().filter_map(|name| name.to_str()).filter(|n| is_store(n));
            sites.extend(stores.map(|name| Site::found(parts, name, shape)));
        }
        sites
    }

    fn examine_home(&self, home: &Path) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut directories = vec![home.to_owned(), home.join("memory"), home.join("backlog")];
        directories.extend(["ltm", "project", "stm"].map(|name| home.join("memory").join(name)));
        findings.extend(directories.iter().filter_map(|path| self.wide_mode(path)));
        let transaction = Site::of_transaction();
        let holder = transaction.beside(home, ".transaction.holder");
        findings.extend(self.holder(holder));
        for path in self.legacy_transactions(&transaction, home).unwrap_or_default() {
            findings.extend(self.legacy_finding(&transaction, path));
        }
        findings
    }

    fn examine_site(&self, site: &Site, home: &Path, now: Timestamp) -> StoreHealth {
        match site.shape {
            Shape::Facts(_) => self.examine_rows::<Fact>(site, home, now),
            Shape::Retired(_) => self.examine_rows::<RetiredFact>(site, home, now),
            Shape::Backlog => self.examine_rows::<BacklogItem>(site, home, now),
            Shape::Manifest => self.examine_rows::<Stamp>(site, home, now),
            Shape::History(_) => self.examine_rows::<Receipt>(site, home, now),
        }
    }

    fn examine_rows<T: Row + Expires>(
        &self,
        site: &Site,
        home: &Path,
        now: Timestamp,
    ) -> StoreHealth {
        let path = site.file(home);
        let (document, condition) = match self.strict_document::<T>(site, home, &path) {
            Ok(Some(document)) => (document, Condition::Ok),
            Ok(None) => (Document::empty(), Condition::NotCreated),
            Err(error) => (Document::empty(), Condition::Refused(error)),
        };
        let ends = || document.rows.iter().filter_map(Expires::end);
        let soon = now.plus_millis(SOON_MS).unwrap_or(Timestamp::MAX);
        let bytes = self.fs.lstat(&path).map_or(0, |stat| stat.size);
        let mut findings = self.examine_files(site, home);
        if document.has_byte_order_mark() {
            findings.push(Finding::ByteOrderMark);
        }
        let recorded = document.names.project_path.name();
        let gone = recorded.filter(|path| !self.is_present(Path::new(path)));
        findings.extend(gone.map(|path| Finding::ProjectGone(path.to_owned())));
        let usual = Limits::default();
        let count = document.rows.len() + document.invalid.len();
        if bytes > usual.store_bytes() || count > usual.store_entries() {
            findings.push(Finding::OverPredecessorLimits);
        }
        StoreHealth {
            label: site.label.clone(),
            condition,
            entries: document.rows.len(),
            bytes,
            limits: self.limits,
            expired: ends().filter(|end| *end <= now).count(),
            expiring: ends().filter(|end| *end > now && *end <= soon).count(),
            findings,
            invalid: document.invalid,
            path,
        }
    }

    /// What is there, without recovery.
    fn strict_document<T: Row>(
        &self,
        site: &Site,
        home: &Path,
        path: &Path,
    ) -> Result<Option<Document<T>>, Error> {
        if self.reachable(site)?.is_none() {
            return Ok(None);
        }
        let Some(content) = self.content(site, path)? else {
            let lost = site.is_store() && self.has_backup(site, home)?;
            let missing = || error_at(StoreFault::Corrupt, &site.label, path);
            return if lost { Err(missing()) } else { Ok(None) };
        };
        self.parse(site, path, content.bytes).map(Some).map_err(|unread| match unread {
            Unread::Damaged(_) => error_at(StoreFault::Corrupt, &site.label, path),
            Unread::Refused(error) => error,
        })
    }

    /// The side files of a store.
    fn examine_files(&self, site: &Site, home: &Path) -> Vec<Finding> {
        let directory = site.directory(home);
        let mut names = self.fs.list(&directory).unwrap_or_default();
        names.sort();
        let aside = format!("{}.corrupt-", site.name);
        let is_aside = |name: &&str| name.starts_with(&aside);
        let names = names.iter().filter_map(|name| name.to_str()).filter(is_aside);
        let mut findings: Vec<Finding> =
            names.map(|name| Finding::Quarantine(directory.join(name))).collect();
        findings.extend(self.wide_mode(&site.file(home)));
        if !site.is_store() {
            return findings;
        }
        let backup = site.beside(home, ".bak");
        findings.extend(self.wide_mode(&backup));
        findings.extend(self.leftovers(site, home).into_iter().map(Finding::Leftover));
        findings.extend(self.holder(site.beside(home, ".holder")));
        for suffix in [".lock", ".lock.recovery", TRANSACTION_LOCK] {
            findings.extend(self.legacy_finding(site, site.beside(home, suffix)));
        }
        if self.is_present(&backup) && !self.is_usable(site, &backup) {
            findings.push(Finding::BackupUnusable(backup));
        }
        findings
    }

    fn is_usable(&self, site: &Site, backup: &Path) -> bool {
        let content = self.content(site, backup).ok().flatten();
        let parsed = |bytes| self.parse::<Fact>(site, backup, bytes).is_ok();
        content.is_some_and(|content| parsed(content.bytes))
    }

    fn is_present(&self, path: &Path) -> bool {
        self.fs.lstat(path).is_ok()
    }

    fn holder(&self, path: PathBuf) -> Option<Finding> {
        let pid = self.noted_holder(&path);
        self.is_present(&path).then_some(Finding::Holder { path, pid })
    }

    fn legacy_finding(&self, site: &Site, path: PathBuf) -> Option<Finding> {
        let lock = self.legacy_lock(site, &path).unwrap_or(Some(LegacyLock::Held))?;
        Some(Finding::LegacyLock { path, in_the_way: lock == LegacyLock::Held })
    }

    /// A mode that lets others in.
    fn wide_mode(&self, path: &Path) -> Option<Finding> {
        let stat = self.fs.lstat(path).ok()?;
        let allowed = if stat.kind == NodeKind::Directory { 0o700 } else { 0o600 };
        let wide = stat.mode & 0o777 & !allowed != 0 && stat.kind != NodeKind::Other;
        wide.then(|| Finding::WideMode { path: path.to_owned(), mode: stat.mode })
    }
}

/// Whether a name in a directory of stores is that of a store, and not of a side file that is one too.
pub(crate) fn is_store(name: &str) -> bool {
    let side = [".json.retired", ".json.optimize-history"];
    let stem = name.strip_suffix(".json");
    stem.is_some_and(|stem| !side.iter().any(|end| stem.ends_with(end)))
}
