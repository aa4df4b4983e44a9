//! A person's machine in a temporary directory, where every command runs with a fixed clock.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mind_cli::{CallClock, Exit, Streams, Surroundings, run};
use mind_testkit::FixedClock;
use tempfile::TempDir;

/// A machine with a home directory `ann`, a project `ann/demo` and nothing remembered.
pub(crate) struct Machine {
    root: TempDir,
    /// Where the next command is run.
    pub(crate) directory: PathBuf,
    /// What the next command finds in its environment.
    pub(crate) variables: Vec<(OsString, OsString)>,
    /// Whether a person is typing.
    pub(crate) at_terminal: bool,
    clock: FixedClock,
}

/// What a command did.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    line: String,
    pub(crate) exit: Exit,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// An output on a full disk.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Machine {
    pub(crate) fn new() -> Self {
        let root = TempDir::new().unwrap();
        // A temporary directory may itself be behind a link, and identity is by what it leads to.
        let directory = root.path().canonicalize().unwrap().join("ann").join("demo");
        fs::create_dir_all(directory.join(".git")).unwrap();
        fs::create_dir_all(root.path().join("tmp")).unwrap();
        let clock = FixedClock::default();
        Self { root, directory, variables: Vec::new(), at_terminal: false, clock }
    }

    /// A path on the machine.
    pub(crate) fn path(&self, inner: &str) -> PathBuf {
        self.root.path().canonicalize().unwrap().join(inner)
    }

    /// A file on the machine.
    pub(crate) fn write(&self, inner: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(inner);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.variables.push((name.into(), value.into()));
    }

    pub(crate) fn wait(&self, span: Duration) {
        self.clock.advance(span);
    }

    /// Runs `mind` with these words.
    pub(crate) fn mind<W: Into<OsString> + Clone>(&self, words: &[W]) -> Ran {
        self.mind_with(b"", words)
    }

    /// Runs `mind` where nothing can be written on standard output.
    pub(crate) fn mind_unheard(&self, words: &[&str]) -> Exit {
        let mut streams = Streams {
            input: Box::new(std::io::empty()),
            output: &mut Full,
            errors: &mut std::io::sink(),
            input_is_terminal: false,
            output_is_terminal: false,
            errors_is_terminal: false,
        };
        let arguments = std::iter::once("mind").chain(words.iter().copied());
        run(arguments.map(Into::into).collect(), &self.surroundings(), &mut streams)
    }

    /// Runs `mind` with these words and this standard input.
    pub(crate) fn mind_with<W: Into<OsString> + Clone>(&self, input: &[u8], words: &[W]) -> Ran {
        let words: Vec<OsString> = words.iter().cloned().map(Into::into).collect();
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut streams = Streams {
            input: Box::new(std::io::Cursor::new(input.to_vec())),
            output: &mut output,
            errors: &mut errors,
            input_is_terminal: self.at_terminal,
            output_is_terminal: false,
            errors_is_terminal: self.at_terminal,
        };
        let arguments = std::iter::once("mind".into()).chain(words.iter().cloned()).collect();
        let exit = run(arguments, &self.surroundings(), &mut streams);
        drop(streams);
        let shown = |bytes| self.masked(&String::from_utf8(bytes).unwrap());
        let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into()).collect();
        Ran {
            line: self.masked(&words.join(" ")),
            exit,
            output: shown(output),
            errors: shown(errors),
        }
    }

    /// Runs a command that must succeed, and gives the first word of its answer: an id.
    pub(crate) fn id(&self, words: &[&str]) -> String {
        let ran = self.mind(words);
        assert_eq!(ran.exit, Exit::Done, "{ran:?}");
        ran.output.split_whitespace().next().unwrap().to_owned()
    }

    fn surroundings(&self) -> Surroundings {
        let home = self.path("ann");
        let fixed =
            [("MIND_HOME", self.path("memory")), ("XDG_CONFIG_HOME", self.path("ann/.config"))];
        let fixed = fixed.map(|(name, value)| (OsString::from(name), value.into_os_string()));
        Surroundings {
            variables: fixed.into_iter().chain(self.variables.iter().cloned()).collect(),
            directory: Some(self.directory.clone()),
            home_directory: Some(home),
            program: Some(self.path("bin/mind")),
            temporary_directory: self.path("tmp"),
            clock: CallClock::new(self.clock.clone()),
        }
    }

    fn masked(&self, text: &str) -> String {
        text.replace(self.path("").to_str().unwrap(), "ROOT/")
    }
}

/// The digest of a store depends on where the machine is.
fn without_digests(text: &str) -> String {
    let mut parts = text.split("sha256:");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        shown.push_str("sha256:DIGEST");
        shown.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    shown
}

/// So do the ids of plans and receipts, which are digests too, and the digits of a fingerprint.
fn without_ids(text: &str) -> String {
    let mut shown = text.to_owned();
    for (lead, digits) in [("plan-", 16), ("opt-", 16), ("fingerprint ", 12)] {
        let mut parts = shown.split(lead).map(str::to_owned).collect::<Vec<_>>().into_iter();
        let mut masked = parts.next().unwrap_or_default();
        for part in parts {
            let hex = part.bytes().take_while(u8::is_ascii_hexdigit).count() == digits;
            let rest = if hex { &part[digits..] } else { &part };
            masked.extend([lead, if hex { "ID" } else { "" }, rest]);
        }
        shown = masked;
    }
    shown
}

/// How high a score is, is the engine's business; here it matters that it is shown.
fn without_scores(text: &str) -> String {
    let mut shown = String::new();
    for word in text.split_inclusive([' ', '\n', ',', '}']) {
        let number = word.trim_start_matches("\"score\":").trim_end_matches([' ', '\n', ',', '}']);
        let decimals = number.split_once('.').filter(|(whole, _)| is_number(whole));
        let in_json = number.len() < word.trim_end().len() && word.starts_with("\"score\":");
        match decimals {
            Some((_, decimals)) if is_number(decimals) && (in_json || decimals.len() == 6) => {
                let masked = if in_json { "0.5".to_owned() } else { "#".repeat(number.len()) };
                shown.push_str(&word.replace(number, &masked));
            }
            _ => shown.push_str(word),
        }
    }
    shown
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// So does the size of a store, which says where its project is.
fn without_sizes(text: &str) -> String {
    let mut shown = String::new();
    for line in text.split_inclusive('\n') {
        let unit = [" B", " KiB"].into_iter().find_map(|unit| {
            let (before, after) = line.split_once(unit)?;
            let number = before.rsplit(' ').next()?;
            let sized = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            sized.then(|| (before.len() - number.len(), after.trim_start_matches(' ')))
        });
        match unit {
            Some((start, after)) if after.starts_with('\n') => {
                shown.extend([&line[..start], "SIZE", after]);
            }
            Some((start, after)) => shown.extend([&line[..start], "SIZE  ", after]),
            None => shown.push_str(line),
        }
    }
    shown
}

impl Ran {
    /// The command with everything it answered, for a snapshot.
    pub(crate) fn shown(&self) -> String {
        without_scores(&self.shown_with_scores())
    }

    /// The same with the engine's figures as they are.
    pub(crate) fn shown_with_scores(&self) -> String {
        let mut shown = format!("$ mind {}\n", self.line);
        shown.push_str(&self.output);
        if !self.errors.is_empty() {
            write!(shown, "--- standard error\n{}", self.errors).unwrap();
        }
        if self.exit != Exit::Done {
            writeln!(shown, "--- exit {}", self.exit.code()).unwrap();
        }
        without_sizes(&without_ids(&without_digests(&shown)))
    }

    /// The one JSON document of the answer.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.output).unwrap_or_else(|_| panic!("{self:?}"))
    }
}

/// Several commands, one after the other, for a snapshot.
pub(crate) fn shown(ran: &[Ran]) -> String {
    ran.iter().map(Ran::shown).collect::<Vec<_>>().join("\n")
}

/// Every file below a directory with its bytes, to say that nothing changed.
pub(crate) fn tree(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(root) else { return found };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.push((path.clone(), Vec::new()));
            found.extend(tree(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}
