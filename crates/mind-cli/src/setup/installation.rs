//! An extension of ours on this machine, and the two records of it: one in its own directory, one in the directory of the host.

use std::path::{Path, PathBuf};

use super::change::Change;
use super::extension::{self, Standing};
use super::fault::{HostFault, Misfit};
use super::file::Found;
use super::host::Config;
use super::litter::litter;
use super::record::{Ledger, RECORD, Record};
use super::{Direction, durable};

/// What is to become of an extension and its records.
#[derive(Debug)]
pub(super) struct Installation {
    agent: PathBuf,
    /// Of the directories and the setting.
    outer: Ledger,
    /// Of the files; none where the directory is somebody's own.
    inner: Option<Ledger>,
    /// The changes of the files.
    pub(super) files: Vec<Change>,
    /// The link somebody has put in the extension's place.
    pub(super) linked: Option<PathBuf>,
    /// Whether there may be a setting that was put without a record.
    is_older: bool,
    direction: Direction,
}

impl Installation {
    pub(super) fn plan(agent: &Path, direction: Direction) -> Result<Self, HostFault> {
        let now = Record::read(agent)?;
        let standing = extension::standing(agent)?;
        if let (Standing::Taken(path), Direction::Connect) = (&standing, direction) {
            let misfit = Misfit::NameTaken { key: "extensions/mind".to_owned() };
            return Err(HostFault::Config { path: path.clone(), misfit });
        }
        let mut planned = Self {
            agent: agent.to_owned(),
            is_older: now.is_none() && matches!(standing, Standing::Ours(_) | Standing::Older(_)),
            outer: Ledger::new(agent, now.clone()),
            inner: None,
            files: Vec::new(),
            linked: None,
            direction,
        };
        planned.plan_files(standing)?;
        planned.plan_directories(now);
        Ok(planned)
    }

    /// Plans the setting that says where the program is.
    pub(super) fn setting(
        &mut self,
        config: &Config,
        found: Found,
        program: Option<&str>,
    ) -> Result<Change, Misfit> {
        let noted = self.outer.during.as_ref().and_then(|record| record.setting.clone());
        let older = || config.older_claim(&found, program);
        let claim = noted.or_else(|| self.is_older.then(older).flatten());
        let (change, after) = match (self.direction, program) {
            (Direction::Connect, Some(program)) => {
                config.claiming(found, program, claim.as_ref())?
            }
            _ => (config.releasing(found, claim.as_ref())?, None),
        };
        for (record, claim) in
            [(&mut self.outer.during, claim), (&mut self.outer.after, after.clone())]
        {
            if let Some(record) = record {
                record.setting = claim;
            }
        }
        if let (Some(during), Some(after)) = (&mut self.outer.during, after) {
            *during = during.merged(&Record { setting: Some(after), ..Record::default() });
        }
        Ok(change)
    }

    /// Whether the records say already what they have to.
    pub(super) fn is_settled(&self) -> bool {
        self.outer.is_settled() && self.inner.as_ref().is_none_or(Ledger::is_settled)
    }

    /// What killed calls have left.
    pub(super) fn litter(&self) -> Vec<PathBuf> {
        let mut found = litter(&self.agent, &[RECORD]);
        if self.inner.is_some() {
            found.extend(extension::unfinished(&self.agent));
        }
        found
    }

    /// Writes down what may be ours, before the first of it comes or goes.
    pub(super) fn begin(&self) -> Result<(), HostFault> {
        self.outer.begin()?;
        self.inner.as_ref().map_or(Ok(()), Ledger::begin)
    }

    /// Writes down what is ours, after the last of it has come or gone.
    pub(super) fn finish(&self) -> Result<(), HostFault> {
        if let Some(inner) = &self.inner {
            inner.finish()?;
        }
        if self.direction == Direction::Disconnect {
            self.leave()?;
        }
        self.outer.finish()
    }

    fn plan_files(&mut self, standing: Standing) -> Result<(), HostFault> {
        let root = extension::root(&self.agent);
        let (now, known) = match standing {
            Standing::Free => (None, None),
            Standing::Ours(record) => (Some(record.clone()), Some(record)),
            Standing::Older(record) => (None, Some(record)),
            Standing::Linked(path) => {
                // A link to where no extension is connects nothing, and must not look as if it did.
                if self.direction == Direction::Connect && !root.join("package.json").exists() {
                    let misfit = Misfit::InTheWay;
                    return Err(HostFault::Config { path, misfit });
                }
                self.linked = Some(path);
                return Ok(());
            }
            Standing::Taken(_) => return Ok(()),
        };
        let mut inner = Ledger::new(&root, now);
        if self.direction == Direction::Connect {
            let known = known.unwrap_or_default();
            self.files = extension::placing(&self.agent, &known)?;
            inner.during = Some(known.merged(&extension::wanted()));
            inner.after = Some(extension::wanted());
        } else if let Some(known) = known {
            self.files = extension::removing(&self.agent, &known)?;
            inner.during = Some(known);
        }
        self.inner = Some(inner);
        Ok(())
    }

    fn plan_directories(&mut self, now: Option<Record>) {
        let noted = self.inner.as_ref().and_then(|inner| inner.during.as_ref());
        let files = noted.into_iter().flat_map(|record| record.files.keys().map(String::as_str));
        let all = if noted.is_some() { extension::directories(files) } else { Vec::new() };
        let is_ours = |path: &String| {
            // A version that kept no record made them; the one they are all in may have been there before.
            if self.is_older {
                return path.as_str() != extension::PLACE[0];
            }
            !extension::is_plain_directory(&self.agent, path)
        };
        let made = all.into_iter().filter(is_ours).collect();
        let made = Record { directories: made, ..Record::default() };
        if self.direction == Direction::Connect {
            let record = now.unwrap_or_default().merged(&made);
            self.outer.after = Some(Record { setting: None, ..record.clone() });
            self.outer.during = Some(record);
        } else {
            self.outer.during = now.or_else(|| self.is_older.then_some(made));
        }
    }

    /// Takes away the directories we made, as far as nothing is left in them.
    fn leave(&self) -> Result<(), HostFault> {
        let Some(record) = &self.outer.during else { return Ok(()) };
        for path in record.directories.iter().rev() {
            if extension::is_plain_directory(&self.agent, path) {
                let path = self.agent.join(path);
                durable::remove_directory(&path).map_err(|error| HostFault::Unwritable {
                    path: path.clone(),
                    reason: error.kind(),
                    done: Vec::new(),
                })?;
            }
        }
        Ok(())
    }
}
