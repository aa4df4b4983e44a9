//! What setup has put on this machine, in a file beside it: written before the first of it comes, and removed after the last of it is gone.
//!
//! Whatever ends a call in between, the next one knows what is ours and finishes it.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::durable;
use super::fault::{HostFault, Misfit};
use super::file::Found;

/// The name of a record, which stands in the directory it is about.
pub(super) const RECORD: &str = "mind-setup.json";
/// The format; another one is left alone.
const VERSION: u8 = 1;

/// What of a directory is ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) version: u8,
    /// Our files, each with the SHA-256 of what we put; of an older and a newer text while one takes the other's place.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) files: BTreeMap<String, Vec<String>>,
    /// The directories we made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) directories: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) setting: Option<Claim>,
}

/// A setting that we put among those of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Claim {
    /// What we put; two programs while one takes the other's place.
    pub(super) programs: Vec<String>,
    /// The name of the copy from before; none when there was no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) copy: Option<String>,
}

/// A record from its beginning to its end.
#[derive(Debug)]
pub(super) struct Ledger {
    path: PathBuf,
    /// As it stands.
    now: Option<Record>,
    /// As it is while files come and go; it says everything that may be ours.
    pub(super) during: Option<Record>,
    /// As it is when all is done.
    pub(super) after: Option<Record>,
}

impl Default for Record {
    fn default() -> Self {
        Self { version: VERSION, files: BTreeMap::new(), directories: Vec::new(), setting: None }
    }
}

impl Record {
    /// Reads the record of a directory.
    pub(super) fn read(directory: &Path) -> Result<Option<Self>, HostFault> {
        let path = directory.join(RECORD);
        let refused = |misfit| HostFault::Config { path: path.clone(), misfit };
        let found = Found::plain(&path).map_err(refused)?;
        let Some(bytes) = found.bytes() else { return Ok(None) };
        let record = serde_json::from_slice::<Self>(bytes).ok().filter(Self::is_sound);
        record.map(Some).ok_or_else(|| refused(Misfit::Record))
    }

    /// Whether these bytes are what we put there.
    pub(super) fn holds(&self, path: &str, bytes: &[u8]) -> bool {
        self.files.get(path).is_some_and(|digests| digests.contains(&digest(bytes)))
    }

    /// Everything that this record or another one says.
    pub(super) fn merged(&self, other: &Self) -> Self {
        let mut merged = self.clone();
        for (path, digests) in &other.files {
            add(merged.files.entry(path.clone()).or_default(), digests);
        }
        add(&mut merged.directories, &other.directories);
        merged.setting = match (merged.setting, &other.setting) {
            (Some(mut claim), Some(newer)) => {
                add(&mut claim.programs, &newer.programs);
                Some(Claim { copy: newer.copy.clone(), ..claim })
            }
            (claim, newer) => newer.clone().or(claim),
        };
        merged
    }

    /// A record can be written by anybody; no path in it leads out of its directory.
    fn is_sound(&self) -> bool {
        let inside = |path: &String| {
            !path.is_empty()
                && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
        };
        let copy = self.setting.as_ref().and_then(|claim| claim.copy.as_ref());
        self.version == VERSION
            && self.files.keys().chain(&self.directories).all(inside)
            && copy.is_none_or(|copy| inside(copy) && Path::new(copy).components().count() == 1)
    }
}

impl Ledger {
    pub(super) fn new(directory: &Path, now: Option<Record>) -> Self {
        Self { path: directory.join(RECORD), now, during: None, after: None }
    }

    /// Whether it says already what it has to.
    pub(super) fn is_settled(&self) -> bool {
        said(self.now.as_ref()) == said(self.after.as_ref())
    }

    /// Writes down what may be ours from here on.
    pub(super) fn begin(&self) -> Result<(), HostFault> {
        self.put(said(self.now.as_ref()), said(self.during.as_ref()))
    }

    /// Writes down what is ours.
    pub(super) fn finish(&self) -> Result<(), HostFault> {
        self.put(said(self.during.as_ref()), said(self.after.as_ref()))
    }

    fn put(&self, now: Option<&Record>, next: Option<&Record>) -> Result<(), HostFault> {
        let put = match next {
            next if next == now => Ok(()),
            Some(record) => {
                let text = serde_json::to_string_pretty(record).expect("a record is plain data");
                let like = durable::state(&self.path);
                like.and_then(|like| {
                    durable::write(&self.path, (text + "\n").as_bytes(), like.as_ref())
                })
            }
            None => durable::remove(&self.path),
        };
        put.map_err(|error| HostFault::Unwritable {
            path: self.path.clone(),
            reason: error.kind(),
            done: Vec::new(),
        })
    }
}

/// A record, unless there is nothing in it.
fn said(record: Option<&Record>) -> Option<&Record> {
    record.filter(|record| **record != Record::default())
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub(super) fn digest(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("text takes more text");
        digits
    })
}

fn add(known: &mut Vec<String>, more: &[String]) {
    for one in more {
        if !known.contains(one) {
            known.push(one.clone());
        }
    }
}
