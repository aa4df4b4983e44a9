//! Replacing a file: wholly, durably, with the outcome found by looking.

mod temporary;

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use mind_core::error::{Error, StoreFault};
use mind_core::port::Durability;

use crate::fault::{error_at, fault, unbroken};
use crate::fs::{Fs, Halted, Move, NodeKind};
use crate::read::Content;
use crate::site::Site;
use crate::store::FsStore;
use temporary::{NotApplied, Temporaries, is_temporary};

/// New bytes for a file.
#[derive(Debug)]
pub(crate) struct Replacement<'a, H> {
    pub(crate) site: &'a Site,
    pub(crate) home: &'a Path,
    pub(crate) bytes: &'a [u8],
    /// What the file holds now; nothing when it is not there.
    pub(crate) old: Option<Content<H>>,
    /// What becomes of the old bytes.
    pub(crate) backup: Keep,
}

/// What becomes of replaced bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// They become the backup.
    Backup,
    /// They are a list's, or damaged ones that were set aside before.
    Nothing,
}

/// How sure a replacement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Replaced {
    /// It outlives a power cut.
    ForGood,
    /// It may not, for this reason.
    Perhaps(StoreFault),
}

impl Replaced {
    pub(crate) const fn durability(&self) -> Durability {
        match self {
            Self::ForGood => Durability::Applied,
            Self::Perhaps(_) => Durability::AppliedNotDurable,
        }
    }
}

impl<F: Fs> FsStore<F> {
    /// Replaces a file. Every write to the tree that anything depends on goes through here.
    ///
    /// # Errors
    /// The file is the one before, byte for byte.
    pub(crate) fn replace(
        &self,
        replacement: &Replacement<'_, F::File>,
    ) -> Result<Replaced, Error> {
        let Replacement { site, home, bytes, old, .. } = replacement;
        let (directory, target) = (site.directory(home), site.file(home));
        let mut temporaries = Temporaries { store: self, paths: Vec::new() };
        let failed =
            |step: NotApplied| error_at(fault(&step.error, step.operation), &site.label, &target);
        let new = temporaries
            .write(site, home, bytes, old.as_ref().map(|old| &old.stat))
            .map_err(failed)?;
        let backup = temporaries.back_up(replacement).map_err(failed)?;
        let bak = site.beside(home, ".bak");
        let backup = backup.as_deref().map(|from| Move { from, to: &bak });
        let moves: Vec<Move<'_>> =
            backup.into_iter().chain([Move { from: &new, to: &target }]).collect();
        match self.rename(&directory, &moves) {
            Ok(()) => Ok(Replaced::ForGood),
            Err(halted) => {
                let fault = fault(&halted.error, "renaming");
                if halted.moved == moves.len() || self.may_be_replaced(replacement, &target) {
                    return Ok(Replaced::Perhaps(fault));
                }
                Err(error_at(fault, &site.label, &target))
            }
        }
    }

    /// Whether a rename that failed may have been done after all: not when the old bytes are still there.
    ///
    /// Bytes that cannot be read may be the new ones, and the caller must take them for those.
    fn may_be_replaced(&self, replacement: &Replacement<'_, F::File>, target: &Path) -> bool {
        let now = self.content(replacement.site, target).map(|content| content.map(|c| c.bytes));
        let old = replacement.old.as_ref().map(|old| &old.bytes);
        now.is_err() || now.is_ok_and(|now| now.as_ref() != old)
    }

    /// Renames and syncs the directory; what a signal cut short goes on where it stopped.
    fn rename(&self, directory: &Path, moves: &[Move<'_>]) -> Result<(), Halted> {
        let mut done = 0;
        loop {
            match self.fs.replace(directory, &moves[done..]) {
                Err(halted) if halted.error.kind() == ErrorKind::Interrupted => {
                    done += halted.moved;
                }
                Err(halted) => {
                    return Err(Halted { moved: done + halted.moved, error: halted.error });
                }
                Ok(()) => return Ok(()),
            }
        }
    }

    /// Keeps a damaged file under the first free name of its own, and answers that name.
    ///
    /// # Errors
    /// Nothing is lost; the file stands where it stood.
    pub(crate) fn set_aside(
        &self,
        site: &Site,
        home: &Path,
        damaged: &Path,
    ) -> Result<Option<PathBuf>, Error> {
        let failed = |error: &io::Error| {
            error_at(fault(error, "setting a damaged file aside"), &site.label, damaged)
        };
        let Some(content) = self.content(site, damaged)? else { return Ok(None) };
        // The copy must outlive what replaces the original, and nobody knows who wrote the original, or how.
        let _ = unbroken(|| self.fs.sync(&content.file));
        for number in 0_u32.. {
            let aside = site.beside(home, &format!(".corrupt-{number}"));
            if let Some(stat) = self.stat(&aside, &site.label)? {
                if stat.is_same_file(&content.stat) {
                    return Ok(Some(aside));
                }
                continue;
            }
            match self.link_or_copy(damaged, &aside, &content) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(failed(&error)),
            }
            let synced = self.rename(&site.directory(home), &[]);
            return synced.map(|()| Some(aside)).map_err(|halted| failed(&halted.error));
        }
        Err(failed(&ErrorKind::AlreadyExists.into()))
    }

    fn link_or_copy(&self, from: &Path, to: &Path, content: &Content<F::File>) -> io::Result<()> {
        match unbroken(|| self.fs.link(from, to)) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {}
            linked => return linked,
        }
        let mut file = self.fs.create(to, Some(&content.stat))?;
        let written = self.fill(&mut file, &content.bytes);
        if written.is_err() {
            let _ = self.fs.remove(to);
        }
        written
    }

    /// Writes all bytes and waits for the medium.
    fn fill(&self, file: &mut F::File, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match unbroken(|| self.fs.write(file, bytes))? {
                0 => return Err(ErrorKind::WriteZero.into()),
                written => bytes = &bytes[written..],
            }
        }
        unbroken(|| self.fs.sync(file))
    }

    /// Removes what dead writers of a store left behind. Only the holder of its lock may ask for it.
    pub(crate) fn sweep(&self, site: &Site, home: &Path) {
        for path in self.leftovers(site, home) {
            // What cannot be removed is in nobody's way: it is never read, and its name is not used again.
            let _ = self.fs.remove(&path);
        }
    }

    /// The temporaries of a store in its directory.
    pub(crate) fn leftovers(&self, site: &Site, home: &Path) -> Vec<PathBuf> {
        let directory = site.directory(home);
        let names = unbroken(|| self.fs.list(&directory)).unwrap_or_default();
        let is_leftover = |name: &OsString| {
            name.to_str().is_some_and(|name| is_temporary(name, &site.store))
                && self.fs.lstat(&directory.join(name)).is_ok_and(|s| s.kind == NodeKind::File)
        };
        names.iter().filter(|name| is_leftover(name)).map(|name| directory.join(name)).collect()
    }
}
