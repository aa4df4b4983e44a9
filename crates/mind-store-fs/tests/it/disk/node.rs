//! Files and directories, each as seen and as kept.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::Path;

use mind_store_fs::{NodeKind, Stat};

use super::image::{Image, Leaf};
use super::is_beside_the_point;

/// A step in a directory that a power cut may undo.
#[derive(Clone, Debug)]
pub(super) enum Pending {
    Set(String, usize),
    Unset(String),
    Rename(String, String, usize),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) content: Content,
    mode: u32,
    modified: i64,
    changed: i64,
    locked: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    File {
        seen: Vec<u8>,
        /// Whether all that is seen is kept.
        synced: bool,
    },
    Directory {
        seen: BTreeMap<String, usize>,
        kept: BTreeMap<String, usize>,
        pending: Vec<Pending>,
    },
}

/// All there is on a disk; the root is number 0.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    pub(super) nodes: Vec<Node>,
    clock: i64,
}

impl Nodes {
    pub(super) fn of(image: &Image) -> Self {
        let mut nodes = Self { nodes: Vec::new(), clock: 1_000_000_000_000 };
        nodes.add(directory(), 0o700);
        for (path, leaf) in image {
            let path = Path::new(path);
            match leaf {
                Leaf::Directory => nodes.make_directory(path).expect("parents come first"),
                Leaf::File(bytes) => {
                    let node = nodes.overwrite(path, bytes).expect("parents come first");
                    nodes.sync_file(node);
                }
            }
            nodes.sync_directory(path.parent().expect("below the root")).expect("present");
        }
        nodes
    }

    pub(super) const fn now(&self) -> i64 {
        self.clock
    }

    pub(super) fn find(&self, path: &Path) -> io::Result<usize> {
        let mut node = 0;
        for part in path.iter().skip(1) {
            let name = part.to_str().expect("paths of the tests are text");
            match &self.nodes[node].content {
                Content::Directory { seen, .. } => {
                    node = *seen.get(name).ok_or(ErrorKind::NotFound)?;
                }
                Content::File { .. } => return Err(ErrorKind::NotADirectory.into()),
            }
        }
        Ok(node)
    }

    pub(super) fn stat(&self, number: usize) -> Stat {
        let node = &self.nodes[number];
        let (kind, size) = match &node.content {
            Content::File { seen, .. } => (NodeKind::File, seen.len() as u64),
            Content::Directory { .. } => (NodeKind::Directory, 0),
        };
        Stat {
            kind,
            device: 1,
            inode: number as u64,
            size,
            modified: node.modified,
            changed: Some(node.changed),
            mode: node.mode,
            owner: (0, 0),
        }
    }

    pub(super) fn bytes(&self, node: usize) -> io::Result<&[u8]> {
        match &self.nodes[node].content {
            Content::File { seen, .. } => Ok(seen),
            Content::Directory { .. } => Err(ErrorKind::IsADirectory.into()),
        }
    }

    pub(super) fn create(&mut self, path: &Path, mode: u32) -> io::Result<usize> {
        if self.find(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let node = self.nodes.len();
        self.set(path, node)?;
        Ok(self.add(Content::File { seen: Vec::new(), synced: false }, mode))
    }

    pub(super) fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        if self.find(path).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let node = self.nodes.len();
        self.set(path, node)?;
        self.add(directory(), 0o700);
        Ok(())
    }

    /// Makes or empties a file and fills it.
    pub(super) fn overwrite(&mut self, path: &Path, bytes: &[u8]) -> io::Result<usize> {
        let node = match self.find(path) {
            Ok(node) => node,
            Err(_) => self.create(path, 0o600)?,
        };
        if let Content::File { seen, .. } = &mut self.nodes[node].content {
            seen.clear();
        }
        self.append(node, bytes)?;
        Ok(node)
    }

    pub(super) fn append(&mut self, node: usize, bytes: &[u8]) -> io::Result<()> {
        self.touch(node, true);
        match &mut self.nodes[node].content {
            Content::File { seen, synced } => {
                seen.extend_from_slice(bytes);
                *synced = false;
                Ok(())
            }
            Content::Directory { .. } => Err(ErrorKind::IsADirectory.into()),
        }
    }

    /// Puts other bytes in a file and moves none of its times.
    pub(super) fn disguise(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let node = self.find(path)?;
        match &mut self.nodes[node].content {
            Content::File { seen, .. } => {
                bytes.clone_into(seen);
                Ok(())
            }
            Content::Directory { .. } => Err(ErrorKind::IsADirectory.into()),
        }
    }

    pub(super) const fn pass(&mut self, seconds: i64) {
        self.clock += seconds * 1_000_000_000;
    }

    pub(super) fn sync_file(&mut self, node: usize) {
        if let Content::File { synced, .. } = &mut self.nodes[node].content {
            *synced = true;
        }
    }

    pub(super) fn sync_directory(&mut self, path: &Path) -> io::Result<()> {
        let node = self.find(path)?;
        match &mut self.nodes[node].content {
            Content::Directory { seen, kept, pending } => {
                kept.clone_from(seen);
                pending.clear();
                Ok(())
            }
            Content::File { .. } => Err(ErrorKind::NotADirectory.into()),
        }
    }

    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        assert_eq!(from.parent(), to.parent(), "renames stay within a directory");
        let node = self.find(from)?;
        if self.find(to).is_ok_and(|other| other == node) {
            // As POSIX has it: two names of one file stay two names.
            return Ok(());
        }
        let (from, to) = (name(from), name(to));
        let (seen, pending) = self.directory_of(to.0)?;
        seen.remove(&from.1);
        seen.insert(to.1.clone(), node);
        pending.push(Pending::Rename(from.1, to.1, node));
        self.touch(node, false);
        Ok(())
    }

    pub(super) fn link(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let node = self.find(from)?;
        if self.find(to).is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        self.set(to, node)?;
        self.touch(node, false);
        Ok(())
    }

    pub(super) fn unset(&mut self, path: &Path) -> io::Result<usize> {
        let node = self.find(path)?;
        let (directory, name) = name(path);
        let (seen, pending) = self.directory_of(directory)?;
        seen.remove(&name);
        if !is_beside_the_point(&name) {
            pending.push(Pending::Unset(name));
        }
        Ok(node)
    }

    pub(super) fn list(&self, path: &Path) -> io::Result<Vec<OsString>> {
        match &self.nodes[self.find(path)?].content {
            Content::Directory { seen, .. } => Ok(seen.keys().map(OsString::from).collect()),
            Content::File { .. } => Err(ErrorKind::NotADirectory.into()),
        }
    }

    pub(super) fn lock(&mut self, node: usize) -> bool {
        !std::mem::replace(&mut self.nodes[node].locked, true)
    }

    pub(super) fn unlock(&mut self, node: usize) {
        self.nodes[node].locked = false;
    }

    fn add(&mut self, content: Content, mode: u32) -> usize {
        self.clock += 1_000_000;
        let (modified, changed) = (self.clock, self.clock);
        self.nodes.push(Node { content, mode, modified, changed, locked: false });
        self.nodes.len() - 1
    }

    fn touch(&mut self, node: usize, content: bool) {
        self.clock += 1_000_000;
        self.nodes[node].changed = self.clock;
        if content {
            self.nodes[node].modified = self.clock;
        }
    }

    fn set(&mut self, path: &Path, node: usize) -> io::Result<()> {
        let (directory, name) = name(path);
        let (seen, pending) = self.directory_of(directory)?;
        seen.insert(name.clone(), node);
        if !is_beside_the_point(&name) {
            pending.push(Pending::Set(name, node));
        }
        Ok(())
    }

    fn directory_of(
        &mut self,
        path: &Path,
    ) -> io::Result<(&mut BTreeMap<String, usize>, &mut Vec<Pending>)> {
        let node = self.find(path)?;
        match &mut self.nodes[node].content {
            Content::Directory { seen, pending, .. } => Ok((seen, pending)),
            Content::File { .. } => Err(ErrorKind::NotADirectory.into()),
        }
    }
}

fn directory() -> Content {
    Content::Directory { seen: BTreeMap::new(), kept: BTreeMap::new(), pending: Vec::new() }
}

fn name(path: &Path) -> (&Path, String) {
    let name =
        path.file_name().and_then(|name| name.to_str()).expect("paths of the tests are text");
    (path.parent().expect("below the root"), name.to_owned())
}
