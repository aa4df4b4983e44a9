//! Connecting hosts: what would change in their configuration, and changing it.
//!
//! Everything is planned and shown before the first byte is written, and one file that cannot be used stops the whole call.

mod durable;
mod extension;
mod fault;
mod file;
mod host;
mod json;
mod program;
mod state;
mod toml;

use std::path::PathBuf;

use similar::TextDiff;

pub(crate) use fault::{HostFault, Misfit};
pub(crate) use file::{backup_of, removed_from};
pub(crate) use host::{Event, Host};
pub(crate) use program::program;
pub(crate) use state::{Connection, connection};

use crate::fault::Fault;
use crate::surroundings::Surroundings;
use file::Found;
use host::{Config, Entry, Format};

/// What hosts know us by.
const NAME: &str = "mind";
/// The first word of the command that serves.
const SERVE: &str = "mcp";

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Connect,
    Disconnect,
}

/// What is to become of one file.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) host: Host,
    /// The path the host knows the file by.
    pub(crate) path: PathBuf,
    found: Found,
    /// The new bytes; nothing when the file is to go.
    after: Option<Vec<u8>>,
    backup: Backup,
    /// Whether all of the file is ours.
    whole: bool,
}

/// What is to become of the copy beside a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Backup {
    /// It is written.
    Write,
    /// One is written under a name of its own: what a person wrote into our entry goes with it, and the copy from before us is not the place for that.
    Removed,
    /// It stays as it is, or is not there.
    Leave,
    /// The file is again what the copy is.
    Remove,
}

/// The changes of a file, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    None,
    Create,
    Edit,
    Restore,
    Remove,
}

/// Plans a host. Nothing is written.
pub(crate) fn plan(
    host: Host,
    direction: Direction,
    surroundings: &Surroundings,
) -> Result<Vec<Change>, Fault> {
    let configs = host.configs(surroundings);
    let mut configs = configs.ok_or(HostFault::NoPlace { host: host.name() })?;
    if let Some(root) = host.extension(surroundings)
        && let Some(path) = extension::stranger(&root)
    {
        if direction == Direction::Connect {
            let misfit = Misfit::NameTaken { key: "extensions/mind".to_owned() };
            return Err(HostFault::Config { path, misfit }.into());
        }
        configs.retain(|config| !matches!(config.format, Format::Whole(_)));
    }
    let program = match direction {
        Direction::Connect => program(surroundings)?,
        Direction::Disconnect => String::new(),
    };
    let plan = |config: Config| {
        let refused = |misfit| HostFault::Config { path: config.path.clone(), misfit };
        let found = Found::read(&config.path).map_err(refused)?;
        match direction {
            Direction::Connect if config.retired => config.disconnecting(found),
            Direction::Connect => config.connecting(found, &program),
            Direction::Disconnect => config.disconnecting(found),
        }
        .map_err(refused)
    };
    Ok(configs.into_iter().map(plan).collect::<Result<_, HostFault>>()?)
}

/// Carries planned changes out, file by file.
pub(crate) fn apply(changes: &[Change]) -> Result<(), HostFault> {
    let mut done = Vec::new();
    for change in changes.iter().filter(|change| change.kind() != Kind::None) {
        change.apply(&done)?;
        done.push(change.path.clone());
    }
    Ok(())
}

impl Change {
    pub(crate) fn kind(&self) -> Kind {
        match (self.found.bytes(), self.after.as_deref()) {
            (before, after) if before == after => Kind::None,
            (None, _) => Kind::Create,
            (_, None) => Kind::Remove,
            _ if self.backup == Backup::Remove => Kind::Restore,
            _ => Kind::Edit,
        }
    }

    /// Whether there is a file before or after.
    pub(crate) fn is_about_a_file(&self) -> bool {
        self.found.bytes().is_some() || self.after.is_some()
    }

    /// Whether all of the file is ours: a part of the program, which need not be shown.
    pub(crate) const fn is_whole(&self) -> bool {
        self.whole
    }

    /// Where the bytes of before are kept, when they are.
    pub(crate) fn backup(&self) -> Option<PathBuf> {
        let path = match self.backup {
            Backup::Write => backup_of(&self.path),
            Backup::Removed => removed_from(&self.path),
            Backup::Leave | Backup::Remove => return None,
        };
        (self.kind() != Kind::None).then_some(path)
    }

    /// The exact change, as a unified diff.
    pub(crate) fn diff(&self) -> String {
        let text =
            |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
        let (before, after) = (text(self.found.bytes()), text(self.after.as_deref()));
        let path = self.path.display().to_string();
        let name = |bytes: Option<&[u8]>| {
            if bytes.is_some() { path.clone() } else { "/dev/null".to_owned() }
        };
        let names = (name(self.found.bytes()), name(self.after.as_deref()));
        let diff = TextDiff::from_lines(&before, &after);
        diff.unified_diff().header(&names.0, &names.1).to_string()
    }

    fn apply(&self, done: &[PathBuf]) -> Result<(), HostFault> {
        let refused = |misfit| HostFault::Config { path: self.path.clone(), misfit };
        let unwritable = |error: std::io::Error| HostFault::Unwritable {
            path: self.path.clone(),
            reason: error.kind(),
            done: done.to_vec(),
        };
        if let Some(backup) = self.backup() {
            self.found.back_up(&backup).map_err(unwritable)?;
        }
        // A host that runs writes its own file now and then.
        let now = Found::read(&self.path).map_err(refused)?;
        if now.bytes() != self.found.bytes() {
            return Err(refused(Misfit::Changed));
        }
        now.replace(self.after.as_deref()).map_err(unwritable)?;
        if self.whole && self.after.is_none() {
            extension::leave(&self.path);
        }
        if self.backup == Backup::Remove {
            durable::remove(&backup_of(&self.path)).map_err(unwritable)?;
        }
        Ok(())
    }
}

impl Config {
    fn connecting(&self, found: Found, program: &str) -> Result<Change, Misfit> {
        if let Format::Whole(text) = self.format {
            let after = Some(text.as_bytes().to_vec());
            return Ok(self.change(found, after, Backup::Leave));
        }
        let text = found.text()?;
        let connected = self.connected(text, program)?;
        let fresh = self.programs(text)?.iter().all(Option::is_none);
        // A copy from before our first entry is worth more than one from between two of ours.
        let write = found.bytes().is_some() && (fresh || !backup_of(&self.path).exists());
        let backup = if write { Backup::Write } else { Backup::Leave };
        let after = Some(found.bytes_of(&connected));
        let after = if connected == text { found.bytes().map(<[u8]>::to_vec) } else { after };
        Ok(self.change(found, after, backup))
    }

    /// The bytes of before, where nothing but our entries came since; else the file without them.
    fn disconnecting(&self, found: Found) -> Result<Change, Misfit> {
        if matches!(self.format, Format::Whole(_)) {
            return Ok(self.change(found, None, Backup::Leave));
        }
        let text = found.text()?;
        let mut programs = self.programs(text)?.into_iter().flatten();
        let Some(program) = programs.next() else {
            let after = found.bytes().map(<[u8]>::to_vec);
            return Ok(self.change(found, after, Backup::Leave));
        };
        // A copy that cannot be used, or is from between two of our changes, is as good as none.
        let before = Found::read(&backup_of(&self.path)).ok();
        let before = before.filter(|before| self.is_free_of_us(before)).unwrap_or_default();
        let before_text = before.text()?;
        let connected = self.connected(before_text, &program);
        let connected = connected.map(|connected| before.bytes_of(&connected));
        if connected.as_deref().ok() == found.bytes() {
            let after = before.bytes().map(<[u8]>::to_vec);
            let backup = if after.is_some() { Backup::Remove } else { Backup::Leave };
            return Ok(self.change(found, after, backup));
        }
        let left = self.disconnected(text, before_text)?;
        let after = Some(found.bytes_of(&left));
        Ok(self.change(found, after, Backup::Removed))
    }

    fn is_free_of_us(&self, found: &Found) -> bool {
        let programs = found.text().and_then(|text| self.programs(text));
        programs.is_ok_and(|programs| programs.iter().all(Option::is_none))
    }

    fn connected(&self, text: &str, program: &str) -> Result<String, Misfit> {
        let connected = match self.format {
            Format::Json => json::connect(text, self.host, &self.entries, program)?,
            Format::Toml => toml::connect(text, self.table(), program)?,
            Format::Whole(whole) => whole.to_owned(),
        };
        let programs = self.programs(&connected)?;
        self.as_wanted(programs.iter().all(|found| found.as_deref() == Some(program)))?;
        Ok(connected)
    }

    fn disconnected(&self, text: &str, before: &str) -> Result<String, Misfit> {
        let left = match self.format {
            Format::Json => json::disconnect(text, self.host, &self.entries, before)?,
            Format::Toml => toml::disconnect(text, self.table())?,
            Format::Whole(_) => String::new(),
        };
        let programs = self.programs(&left)?;
        self.as_wanted(programs.iter().all(Option::is_none))?;
        Ok(left)
    }

    /// What is about to be written was read once more as the host will; a text that came out wrong is not written.
    fn as_wanted(&self, is_as_wanted: bool) -> Result<(), Misfit> {
        let misfit = || Misfit::Shape {
            key: self.table().to_owned(),
            expected: "as this program can change it",
        };
        is_as_wanted.then_some(()).ok_or_else(misfit)
    }

    /// The program each of our entries names.
    fn programs(&self, text: &str) -> Result<Vec<Option<String>>, Misfit> {
        match self.format {
            Format::Json => json::programs(text, self.host, &self.entries),
            Format::Toml => Ok(vec![toml::program(text, self.table())?]),
            Format::Whole(_) => Ok(Vec::new()),
        }
    }

    fn table(&self) -> &'static str {
        let table = self.entries.iter().find_map(|entry| match entry {
            Entry::Server { table, .. } | Entry::Setting { table, .. } => Some(*table),
            Entry::Hook(_) | Entry::Version(_) => None,
        });
        table.unwrap_or(NAME)
    }

    fn change(&self, found: Found, after: Option<Vec<u8>>, backup: Backup) -> Change {
        let whole = matches!(self.format, Format::Whole(_));
        Change { host: self.host, path: self.path.clone(), found, after, backup, whole }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::backing::SystemClock;
    use crate::surroundings::CallClock;

    fn machine() -> (TempDir, Surroundings) {
        let root = TempDir::new().unwrap();
        let surroundings = Surroundings {
            variables: std::collections::BTreeMap::new(),
            directory: None,
            home_directory: Some(root.path().to_owned()),
            program: Some("/bin/mind".into()),
            temporary_directory: root.path().to_owned(),
            clock: CallClock::new(SystemClock),
        };
        (root, surroundings)
    }

    /// A host that wrote its file after the change was shown keeps what it wrote.
    #[test]
    fn a_file_that_changed_in_the_meantime() {
        for now in [Some("{\"b\":2}"), None] {
            let (root, surroundings) = machine();
            let path = root.path().join(".cursor").join("mcp.json");
            fs::create_dir(path.parent().unwrap()).unwrap();
            fs::write(&path, "{\"a\":1}").unwrap();
            let changes = plan(Host::Cursor, Direction::Connect, &surroundings).unwrap();
            match now {
                Some(now) => fs::write(&path, now).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            let refused = apply(&changes).unwrap_err();
            assert_eq!(refused.code(), "host.config_changed");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), now);
            assert!(!root.path().join(".cursor/hooks.json").exists());
        }
    }

    /// What was written before a file that cannot be is named, and the call can be repeated.
    #[test]
    fn a_file_that_cannot_be_written() {
        let (root, surroundings) = machine();
        let directory = root.path().join(".cursor");
        let changes = plan(Host::Cursor, Direction::Connect, &surroundings).unwrap();
        fs::create_dir(&directory).unwrap();
        // Every name a new file would have is taken.
        for number in 0..16 {
            let name = format!("hooks.json.{}-{number}.tmp", std::process::id());
            fs::write(directory.join(name), "").unwrap();
        }
        let refused = apply(&changes).unwrap_err();
        let HostFault::Unwritable { path, done, .. } = &refused else { panic!("{refused:?}") };
        assert_eq!(path, &directory.join("hooks.json"));
        assert_eq!(done, &[directory.join("mcp.json")]);
        assert!(!directory.join("hooks.json").exists());
    }
}
