//! Our entries in one configuration file: as they come, and as they go.

use super::change::{Backup, Change};
use super::copies::{self, Copy};
use super::fault::Misfit;
use super::file::Found;
use super::host::{Config, Entry, Format};
use super::{NAME, json, toml};

impl Config {
    pub(super) fn connecting(&self, found: Found, program: &str) -> Result<Change, Misfit> {
        let text = found.text()?;
        let connected = self.connected(text, program)?;
        if connected == text {
            return Ok(self.unchanged(found));
        }
        let fresh = self.programs(text)?.iter().all(Option::is_none);
        // A copy from before our first entry is worth more than one from between two of ours.
        let backup = match found.bytes() {
            Some(bytes) if fresh || copies::earlier(&self.path).next().is_none() => {
                Backup::Keep(copies::place(&self.path, Copy::Before, bytes)?)
            }
            _ => Backup::Leave,
        };
        let after = found.bytes_of(&connected);
        Ok(self.change(found, Some(after), backup))
    }

    /// The bytes of before, where nothing but our entries came since; else the file without them.
    pub(super) fn disconnecting(&self, found: Found) -> Result<Change, Misfit> {
        let programs = self.programs(found.text()?)?;
        let Some(program) = programs.into_iter().flatten().next() else {
            return Ok(self.unchanged(found));
        };
        // A copy that cannot be used, or is from between two of our changes, is as good as none.
        let copies = copies::earlier(&self.path);
        let mut copies: Vec<_> = copies.filter(|(_, copy)| self.is_free_of_us(copy)).collect();
        let fits = |(_, copy): &(_, Found)| self.leads_to(copy, &program, &found);
        if let Some(at) = copies.iter().position(fits) {
            let (path, before) = copies.swap_remove(at);
            let after = before.bytes().map(<[u8]>::to_vec);
            return Ok(self.change(found, after, Backup::Drop(path)));
        }
        if self.leads_to(&Found::default(), &program, &found) {
            return Ok(self.change(found, None, Backup::Leave));
        }
        let newest = copies.into_iter().next().map(|(_, copy)| copy).unwrap_or_default();
        self.cutting(found, &newest)
    }

    /// The file without our entries, and a copy of it as it is: what a person wrote into our entry goes with it.
    pub(super) fn cutting(&self, found: Found, before: &Found) -> Result<Change, Misfit> {
        let left = self.disconnected(found.text()?, before.text()?)?;
        let bytes = found.bytes().unwrap_or_default();
        let backup = Backup::Keep(copies::place(&self.path, Copy::With, bytes)?);
        let after = found.bytes_of(&left);
        Ok(self.change(found, Some(after), backup))
    }

    /// Whether nothing but our entries came since a copy was made.
    pub(super) fn leads_to(&self, copy: &Found, program: &str, now: &Found) -> bool {
        let connected = copy.text().and_then(|text| self.connected(text, program));
        connected.is_ok_and(|connected| now.bytes() == Some(&copy.bytes_of(&connected)[..]))
    }

    pub(super) fn is_free_of_us(&self, found: &Found) -> bool {
        let programs = found.text().and_then(|text| self.programs(text));
        programs.is_ok_and(|programs| programs.iter().all(Option::is_none))
    }

    pub(super) fn connected(&self, text: &str, program: &str) -> Result<String, Misfit> {
        let connected = match self.format {
            Format::Json => json::connect(text, self.host, &self.entries, program)?,
            Format::Toml => toml::connect(text, self.table(), program)?,
        };
        let programs = self.programs(&connected)?;
        self.as_wanted(programs.iter().all(|found| found.as_deref() == Some(program)))?;
        Ok(connected)
    }

    /// The program each of our entries names.
    pub(super) fn programs(&self, text: &str) -> Result<Vec<Option<String>>, Misfit> {
        match self.format {
            Format::Json => json::programs(text, self.host, &self.entries),
            Format::Toml => Ok(vec![toml::program(text, self.table())?]),
        }
    }

    pub(super) fn unchanged(&self, found: Found) -> Change {
        let after = found.bytes().map(<[u8]>::to_vec);
        self.change(found, after, Backup::Leave)
    }

    pub(super) fn change(&self, found: Found, after: Option<Vec<u8>>, backup: Backup) -> Change {
        Change { host: self.host, path: self.path.clone(), found, after, backup, whole: false }
    }

    fn disconnected(&self, text: &str, before: &str) -> Result<String, Misfit> {
        let left = match self.format {
            Format::Json => json::disconnect(text, self.host, &self.entries, before)?,
            Format::Toml => toml::disconnect(text, self.table())?,
        };
        self.as_wanted(self.programs(&left)? == self.programs(before)?)?;
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

    fn table(&self) -> &'static str {
        let table = self.entries.iter().find_map(|entry| match entry {
            Entry::Server { table, .. } | Entry::Setting { table, .. } => Some(*table),
            Entry::Hook(_) | Entry::Version(_) => None,
        });
        table.unwrap_or(NAME)
    }
}
