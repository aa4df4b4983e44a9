//! A disk in memory that keeps apart what programs see and what a power cut leaves.

mod image;
mod node;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mind_store_fs::{Fs, Halted, Move, Stat};

pub(crate) use image::{Image, Leaf};
use node::Nodes;

/// What happens at one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The step fails with this number and does nothing.
    Fails(i32),
    /// The step is done and then fails with this number.
    Late(i32),
    /// A write takes half of what it is given.
    Short,
}

/// A step that a careless implementation leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Omission {
    /// Waiting for a new file's content.
    WrittenFiles,
    /// Waiting for the content of a file somebody else wrote.
    FoundFiles,
    /// Waiting for the directory after renames.
    Renames,
    /// Waiting for a directory whose names stay as they are.
    Directories,
    /// Waiting for the name of a new directory.
    NewDirectories,
    /// Waiting for a new file's content before, and not after, it gets its name.
    Order,
}

/// What another program does to a file just while it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meddling {
    /// Puts another file with the same bytes in its place, between a look at it and its opening.
    Replaces,
    /// Adds to it, after its bytes were read.
    Grows,
    /// Makes a directory of that name, just after it was looked for and not found.
    Makes,
}

/// A disk. Clones are the same disk.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    nodes: Nodes,
    steps: usize,
    fault: Option<(usize, Fault)>,
    omission: Option<Omission>,
    /// Files whose sync was put off.
    put_off: Vec<usize>,
    /// What another program still does to a file while it is read, and how many times.
    meddling: Option<(PathBuf, Meddling, usize)>,
    /// What asking for a lock fails with.
    lockless: Option<i32>,
    /// Every image a power cut could have left since recording began.
    images: Option<BTreeSet<Image>>,
}

impl State {
    fn record(&mut self) {
        if let Some(images) = &mut self.images {
            images.extend(self.nodes.images());
        }
    }

    /// Whether another program does this now.
    fn meddles(&mut self, how: Meddling) -> Option<PathBuf> {
        let (path, _, times) =
            self.meddling.as_mut().filter(|(_, wanted, times)| *wanted == how && *times > 0)?;
        *times -= 1;
        Some(path.clone())
    }

    fn meddle(&mut self, opened: &Path, how: Meddling) {
        if self.meddling.as_ref().is_none_or(|(path, ..)| path != opened) {
            return;
        }
        if let Some(path) = self.meddles(how) {
            let bytes =
                self.nodes.find(&path).and_then(|node| self.nodes.bytes(node).map(<[u8]>::to_vec));
            self.nodes.unset(&path).expect("present");
            self.nodes.overwrite(&path, &bytes.expect("a file")).expect("its directory is there");
        }
    }

    fn grow(&mut self, read: usize) {
        let meddled = self.meddling.as_ref().and_then(|(path, ..)| self.nodes.find(path).ok());
        if meddled == Some(read) && self.meddles(Meddling::Grows).is_some() {
            self.nodes.append(read, b"\n").expect("a file");
        }
    }
}

/// An open file.
#[derive(Debug)]
pub(crate) struct Handle {
    disk: Disk,
    node: usize,
    offset: usize,
    written: bool,
    locked: AtomicBool,
}

impl Drop for Handle {
    fn drop(&mut self) {
        if *self.locked.get_mut() {
            self.disk.state().nodes.unlock(self.node);
        }
    }
}

impl Disk {
    /// A disk with one empty directory.
    pub(crate) fn with_directory(path: &str) -> Self {
        Self::of(&Image::from([(path.to_owned(), Leaf::Directory)]))
    }

    /// The disk after a power cut that left this.
    pub(crate) fn of(image: &Image) -> Self {
        let state = State {
            nodes: Nodes::of(image),
            steps: 0,
            fault: None,
            omission: None,
            put_off: Vec::new(),
            meddling: None,
            lockless: None,
            images: None,
        };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Another disk in the same state, pending steps included.
    pub(crate) fn fork(&self) -> Self {
        let state = self.state();
        let state = State {
            nodes: state.nodes.clone(),
            steps: 0,
            fault: None,
            omission: state.omission,
            put_off: state.put_off.clone(),
            meddling: state.meddling.clone(),
            lockless: state.lockless,
            images: None,
        };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Lets a fault happen at a step, the next being number 0.
    pub(crate) fn fail_at(&self, step: usize, fault: Fault) {
        let mut state = self.state();
        state.fault = Some((state.steps + step, fault));
    }

    /// Leaves a step out from now on.
    pub(crate) fn omit(&self, omission: Omission) {
        self.state().omission = Some(omission);
    }

    /// Lets another program meddle with a file the next few times it is read.
    pub(crate) fn meddle(&self, path: &Path, how: Meddling, times: usize) {
        self.state().meddling = Some((path.to_owned(), how, times));
    }

    /// Refuses every lock from now on, with this number.
    pub(crate) fn refuse_locks(&self, error: i32) {
        self.state().lockless = Some(error);
    }

    /// Puts other bytes in a file and moves none of its times.
    pub(crate) fn disguise(&self, path: &Path, bytes: &[u8]) {
        self.state().nodes.disguise(path, bytes).expect("present");
    }

    /// Lets some seconds pass.
    pub(crate) fn pass(&self, seconds: i64) {
        self.state().nodes.pass(seconds);
    }

    /// How many steps there have been.
    pub(crate) fn steps(&self) -> usize {
        self.state().steps
    }

    /// Begins to record what a power cut could leave after each step.
    pub(crate) fn begin_recording(&self) {
        let mut state = self.state();
        state.images = Some(BTreeSet::new());
        state.record();
    }

    /// What a power cut could have left since recording began.
    pub(crate) fn end_recording(&self) -> Vec<Image> {
        self.state().images.take().unwrap_or_default().into_iter().collect()
    }

    /// What a power cut could leave now.
    pub(crate) fn images_now(&self) -> Vec<Image> {
        self.state().nodes.images()
    }

    /// What programs see now.
    pub(crate) fn seen(&self) -> Image {
        self.state().nodes.seen()
    }

    /// Writes a file as another program would that syncs nothing.
    pub(crate) fn scrawl(&self, path: &Path, bytes: &[u8]) {
        self.state().nodes.overwrite(path, bytes).expect("the directory is there");
    }

    /// Writes a file as another program would that syncs everything.
    pub(crate) fn put(&self, path: &Path, bytes: &[u8]) {
        let mut state = self.state();
        let node = state.nodes.overwrite(path, bytes).expect("the directory is there");
        state.nodes.sync_file(node);
        state.nodes.sync_directory(path.parent().expect("below the root")).expect("present");
    }

    /// Takes a file away for good.
    pub(crate) fn lose(&self, path: &Path) {
        let mut state = self.state();
        state.nodes.unset(path).expect("present");
        state.nodes.sync_directory(path.parent().expect("below the root")).expect("present");
    }

    /// Makes a directory whose name nobody has waited for.
    pub(crate) fn make_unsynced(&self, path: &Path) {
        self.state().nodes.make_directory(path).expect("its parent is there");
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One step: counted, perhaps failed, recorded.
    fn step<T>(&self, act: impl FnOnce(&mut State) -> io::Result<T>) -> io::Result<T> {
        let mut state = self.state();
        let number = state.steps;
        state.steps += 1;
        match state.fault.filter(|(step, _)| *step == number) {
            Some((_, Fault::Fails(error))) => Err(io::Error::from_raw_os_error(error)),
            Some((_, Fault::Late(error))) => {
                act(&mut state)?;
                state.record();
                Err(io::Error::from_raw_os_error(error))
            }
            _ => {
                let done = act(&mut state);
                state.record();
                done
            }
        }
    }

    fn is_short(&self) -> bool {
        let state = self.state();
        state.fault == Some((state.steps, Fault::Short))
    }

    fn handle(&self, node: usize, written: bool) -> Handle {
        Handle { disk: self.clone(), node, offset: 0, written, locked: false.into() }
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        self.step(|state| state.nodes.sync_directory(directory))
    }
}

impl Fs for Disk {
    type File = Handle;

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        let found = self.step(|state| state.nodes.find(path).map(|_| path.to_owned()));
        let mut state = self.state();
        if found.is_err()
            && state.meddling.as_ref().is_some_and(|(made, ..)| made == path)
            && let Some(made) = state.meddles(Meddling::Makes)
        {
            state.nodes.make_directory(&made).expect("a free name");
        }
        found
    }

    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        self.step(|state| state.nodes.find(path).map(|node| state.nodes.stat(node)))
    }

    fn open(&self, path: &Path) -> io::Result<Handle> {
        self.state().meddle(path, Meddling::Replaces);
        self.step(|state| state.nodes.find(path)).map(|node| self.handle(node, false))
    }

    fn fstat(&self, file: &Handle) -> io::Result<Stat> {
        self.step(|state| Ok(state.nodes.stat(file.node)))
    }

    fn read(&self, file: &mut Handle, limit: u64, into: &mut Vec<u8>) -> io::Result<()> {
        self.step(|state| {
            let rest = state.nodes.bytes(file.node)?.get(file.offset..).unwrap_or_default();
            let end = rest.len().min(usize::try_from(limit).expect("small"));
            into.extend_from_slice(&rest[..end]);
            file.offset += end;
            state.grow(file.node);
            Ok(())
        })
    }

    fn create(&self, path: &Path, like: Option<&Stat>) -> io::Result<Handle> {
        let mode = like.map_or(0o600, |like| like.mode);
        self.step(|state| state.nodes.create(path, mode)).map(|node| self.handle(node, true))
    }

    fn write(&self, file: &mut Handle, bytes: &[u8]) -> io::Result<usize> {
        let count = if self.is_short() { bytes.len().div_ceil(2) } else { bytes.len() };
        self.step(|state| state.nodes.append(file.node, &bytes[..count])).map(|()| count)
    }

    fn sync(&self, file: &Handle) -> io::Result<()> {
        self.step(|state| {
            match state.omission {
                Some(Omission::WrittenFiles) if file.written => {}
                Some(Omission::FoundFiles) if !file.written => {}
                Some(Omission::Order) => state.put_off.push(file.node),
                _ => state.nodes.sync_file(file.node),
            }
            Ok(())
        })
    }

    fn replace(&self, directory: &Path, moves: &[Move<'_>]) -> Result<(), Halted> {
        for (moved, step) in moves.iter().enumerate() {
            self.step(|state| state.nodes.rename(step.from, step.to))
                .map_err(|error| Halted { moved, error })?;
        }
        let omission = self.state().omission;
        let omitted = match omission {
            Some(Omission::Renames) => !moves.is_empty(),
            Some(Omission::Directories) => moves.is_empty(),
            _ => false,
        };
        if !omitted {
            let synced = self.sync_directory(directory);
            synced.map_err(|error| Halted { moved: moves.len(), error })?;
        }
        let mut state = self.state();
        let put_off = std::mem::take(&mut state.put_off);
        for node in put_off {
            state.nodes.sync_file(node);
        }
        Ok(())
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step(|state| state.nodes.link(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step(|state| state.nodes.unset(path).map(|_| ()))
    }

    fn make_directory(&self, path: &Path) -> io::Result<()> {
        self.step(|state| state.nodes.make_directory(path))?;
        let omission = self.state().omission;
        match path.parent() {
            Some(parent) if omission != Some(Omission::NewDirectories) => {
                self.sync_directory(parent)
            }
            _ => Ok(()),
        }
    }

    fn list(&self, path: &Path) -> io::Result<Vec<OsString>> {
        self.step(|state| state.nodes.list(path))
    }

    fn open_guard(&self, path: &Path) -> io::Result<Handle> {
        let node = self.step(|state| match state.nodes.find(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                state.nodes.create(path, 0o600)
            }
            found => found,
        })?;
        Ok(self.handle(node, false))
    }

    fn try_lock(&self, file: &Handle) -> io::Result<bool> {
        self.step(|state| {
            if let Some(error) = state.lockless {
                return Err(io::Error::from_raw_os_error(error));
            }
            let locked = state.nodes.lock(file.node);
            // Whatever is answered, a lock ends with its file.
            file.locked.fetch_or(locked, Ordering::SeqCst);
            Ok(locked)
        })
    }

    fn scribble(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.step(|state| state.nodes.overwrite(path, bytes).map(|_| ()))
    }

    fn now(&self) -> i64 {
        self.state().nodes.now()
    }
}

/// Names nothing depends on; their images are all alike.
fn is_beside_the_point(name: &str) -> bool {
    [".guard", ".holder"].iter().any(|end| name.ends_with(end))
}
