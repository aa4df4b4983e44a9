//! The directories of a home: found, checked, made.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use mind_core::error::{Error, StoreFault};

use crate::fault::{error_at, fault, unbroken};
use crate::fs::{Fs, NodeKind, Stat};
use crate::site::Site;
use crate::store::{FsStore, Parents};

/// Where the home is.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    /// At this path, every link resolved.
    There(PathBuf),
    /// Nowhere yet; this is where it will be.
    NotYet(PathBuf),
}

impl<F: Fs> FsStore<F> {
    /// Finds the home. It may be a link; below it nothing may be.
    pub(crate) fn root(&self, label: &str) -> Result<Root, Error> {
        let known = self.resolved.get();
        let path = match known
            .map_or_else(|| unbroken(|| self.fs.resolve(&self.home)), |path| Ok(path.clone()))
        {
            Ok(path) => path,
            Err(error) if is_missing(error.kind()) => return self.future_root(&self.home, label),
            Err(error) => {
                return Err(error_at(fault(&error, "finding the home"), label, &self.home));
            }
        };
        match self.stat(&path, label)? {
            Some(stat) if stat.kind == NodeKind::Directory => {
                Ok(Root::There(self.resolved.get_or_init(|| path).clone()))
            }
            Some(_) => Err(error_at(StoreFault::PathUnsafe, label, &path)),
            None => self.future_root(&path, label),
        }
    }

    /// Where a home that is not there will be; none where its directory is missing too.
    fn future_root(&self, path: &Path, label: &str) -> Result<Root, Error> {
        let gone = || error_at(StoreFault::HomeMissing, label, path);
        // A name that is there but leads nowhere: the drive it points to is not plugged in. A directory came between two looks: another process has just made the home.
        match self.stat(path, label)? {
            None => {}
            Some(stat) if stat.kind == NodeKind::Directory => {
                return unbroken(|| self.fs.resolve(path)).map(Root::There).map_err(|_| gone());
            }
            Some(_) => return Err(gone()),
        }
        let absolute = std::path::absolute(path).map_err(|_| gone())?;
        let (Some(parent), Some(name)) = (absolute.parent(), absolute.file_name()) else {
            return Err(gone());
        };
        match (unbroken(|| self.fs.resolve(parent)), self.parents) {
            (Ok(parent), _) => Ok(Root::NotYet(parent.join(name))),
            (Err(error), _) if !is_missing(error.kind()) => {
                Err(error_at(fault(&error, "finding the home"), label, parent))
            }
            (Err(_), Parents::Made) => Ok(Root::NotYet(absolute)),
            (Err(_), Parents::Expected) => Err(gone()),
        }
    }

    /// What a name stands for, if anything.
    pub(crate) fn stat(&self, path: &Path, label: &str) -> Result<Option<Stat>, Error> {
        match unbroken(|| self.fs.lstat(path)) {
            Ok(stat) => Ok(Some(stat)),
            Err(error) if is_missing(error.kind()) => Ok(None),
            Err(error) => Err(error_at(fault(&error, "looking"), label, path)),
        }
    }

    /// The home, if the directories of a site are all there.
    pub(crate) fn reachable(&self, site: &Site) -> Result<Option<PathBuf>, Error> {
        let Root::There(home) = self.root(&site.label)? else { return Ok(None) };
        let mut path = home.clone();
        for part in site.directories {
            path.push(part);
            match self.stat(&path, &site.label)? {
                Some(stat) if stat.kind == NodeKind::Directory => {}
                Some(_) => return Err(error_at(StoreFault::PathUnsafe, &site.label, &path)),
                None => return Ok(None),
            }
        }
        Ok(Some(home))
    }

    /// Whether a site's file is there, whatever it is.
    pub(crate) fn is_there(&self, site: &Site) -> Result<bool, Error> {
        let Some(home) = self.reachable(site)? else { return Ok(false) };
        Ok(self.stat(&site.file(&home), &site.label)?.is_some())
    }

    /// Makes the directories of a site that are missing, and answers the home.
    ///
    /// For a `fresh` file those that were there are synced too: whoever made them may have been cut off before it did.
    pub(crate) fn make_directories(&self, site: &Site, fresh: bool) -> Result<PathBuf, Error> {
        let home = match self.root(&site.label)? {
            Root::There(home) | Root::NotYet(home) => home,
        };
        let mut chain = vec![home.clone()];
        for part in site.directories {
            chain.push(chain[chain.len() - 1].join(part));
        }
        if self.parents == Parents::Made {
            let missing = home.ancestors().skip(1).take_while(|path| self.fs.lstat(path).is_err());
            let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
            chain.splice(0..0, missing.into_iter().rev());
        }
        for path in &chain {
            self.make_directory(site, path, fresh)?;
        }
        Ok(home)
    }

    fn make_directory(&self, site: &Site, path: &Path, fresh: bool) -> Result<(), Error> {
        match self.stat(path, &site.label)? {
            Some(stat) if stat.kind == NodeKind::Directory => {
                return if fresh { self.sync_name(site, path) } else { Ok(()) };
            }
            Some(_) => return Err(error_at(StoreFault::PathUnsafe, &site.label, path)),
            None => {}
        }
        match self.fs.make_directory(path) {
            Ok(()) => Ok(()),
            // Another writer was faster, or a signal came in between; either way its name may not be safe yet.
            Err(error)
                if matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::Interrupted) =>
            {
                self.make_directory(site, path, true)
            }
            Err(error) => Err(error_at(fault(&error, "making a directory"), &site.label, path)),
        }
    }

    /// Waits until a name is on the medium, as far as the directory it is in may be opened at all.
    pub(crate) fn sync_name(&self, site: &Site, path: &Path) -> Result<(), Error> {
        let Some(parent) = path.parent() else { return Ok(()) };
        match unbroken(|| self.fs.replace(parent, &[]).map_err(|halted| halted.error)) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
            Err(error) => Err(error_at(fault(&error, "syncing a directory"), &site.label, parent)),
            Ok(()) => Ok(()),
        }
    }
}

const fn is_missing(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory)
}
