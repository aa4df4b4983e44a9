//! A person's machine in a temporary directory, where every command runs with a fixed clock.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use mind_cli::{CallClock, Exit, Streams, Surroundings, run};
use mind_testkit::FixedClock;
use serde_json::Value;
use tempfile::TempDir;

/// A machine with a home directory `ann`, a project `ann/demo` and nothing remembered.
pub(crate) struct Machine {
    _room: TempDir,
    root: PathBuf,
}

/// What a command did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    pub(crate) output: String,
    pub(crate) errors: String,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let room = TempDir::new().expect(ALLOWED);
        let root = room.path().canonicalize().expect(ALLOWED);
        fs::create_dir_all(root.join("ann/demo/.git")).expect(ALLOWED);
        Self { _room: room, root }
    }

    /// A path on the machine.
    pub(crate) fn path(&self, inner: &str) -> PathBuf {
        self.root.join(inner)
    }

    /// Puts a file on the machine.
    pub(crate) fn write(&self, inner: &str, bytes: &[u8]) {
        let path = self.path(inner);
        fs::create_dir_all(path.parent().expect("a directory")).expect(ALLOWED);
        fs::write(&path, bytes).expect(ALLOWED);
    }

    /// Runs `mind` with these words and this standard input.
    pub(crate) fn mind(&self, input: &[u8], words: &[&str]) -> Ran {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut streams = Streams {
            input: Box::new(Cursor::new(input.to_vec())),
            output: &mut output,
            errors: &mut errors,
            input_is_terminal: false,
            output_is_terminal: false,
            errors_is_terminal: false,
        };
        let words = std::iter::once("mind").chain(words.iter().copied()).map(OsString::from);
        let exit = run(words.collect(), &self.surroundings(), &mut streams);
        drop(streams);
        let text = |bytes| String::from_utf8(bytes).expect("a command writes UTF-8");
        Ran { exit, output: text(output), errors: text(errors) }
    }

    fn surroundings(&self) -> Surroundings {
        let fixed = [("MIND_HOME", "memory"), ("XDG_CONFIG_HOME", "ann/.config")];
        let fixed = fixed.map(|(name, inner)| (name.into(), self.path(inner).into_os_string()));
        Surroundings {
            variables: fixed.into_iter().collect(),
            directory: Some(self.path("ann/demo")),
            home_directory: Some(self.path("ann")),
            program: Some(self.path("bin/mind")),
            temporary_directory: self.root.clone(),
            clock: CallClock::new(FixedClock::default()),
        }
    }
}

impl Ran {
    /// The JSON documents of the answer, one a line.
    pub(crate) fn documents(&self) -> Vec<Value> {
        let read = |line: &str| serde_json::from_str(line).expect("one JSON document a line");
        self.output.lines().map(read).collect()
    }
}

/// Every file below a directory, with its bytes.
pub(crate) fn tree(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    collect(root, &mut found);
    found
}

pub(crate) const ALLOWED: &str = "the machine allows it";

fn collect(directory: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries {
        let path = entry.expect(ALLOWED).path();
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.insert(path.clone(), fs::read(&path).expect(ALLOWED));
        }
    }
}
