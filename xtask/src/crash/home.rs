//! A memory home the binary is broken in.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use tempfile::TempDir;

/// A home with a project beside it, in a directory of its own.
pub(super) struct Home {
    binary: PathBuf,
    directory: TempDir,
    /// Where the project is: one path for every copy, because stores are named after it.
    project: PathBuf,
}

/// A fact as `mind export` writes it.
#[derive(Deserialize)]
pub(super) struct Fact {
    pub(super) tier: String,
    pub(super) text: String,
}

/// How a call ended.
pub(super) struct Outcome {
    /// It ended by itself and said that it was done.
    pub(super) acknowledged: bool,
    /// A system call was broken under it.
    pub(super) was_broken: bool,
    /// What it said.
    pub(super) said: String,
}

impl Home {
    pub(super) fn create(binary: &Path) -> Result<Self> {
        let directory = TempDir::new()?;
        let project = directory.path().join("project");
        fs::create_dir_all(project.join(".git"))?;
        Ok(Self { binary: binary.to_owned(), directory, project })
    }

    /// The same home in another directory.
    pub(super) fn copy(&self) -> Result<Self> {
        let directory = TempDir::new()?;
        copy_tree(&self.path(), &directory.path().join("home"))?;
        Ok(Self { binary: self.binary.clone(), directory, project: self.project.clone() })
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("home")
    }

    /// Makes a call with nothing broken.
    pub(super) fn call(&self, words: &[impl AsRef<OsStr>]) -> Result<Outcome> {
        let output = self.command(Command::new(&self.binary), words).output()?;
        Ok(Outcome {
            acknowledged: output.status.success(),
            was_broken: false,
            said: said(&output),
        })
    }

    /// Makes a call under `strace`, which breaks the system calls `inject` says.
    pub(super) fn broken(&self, words: &[String], calls: &str, inject: &str) -> Result<Outcome> {
        let log = self.directory.path().join("trace");
        let mut strace = Command::new("strace");
        strace.args(["-f", "-q", "-e", &format!("trace={calls}"), "-e", inject, "-o"]);
        strace.arg(&log).arg(&self.binary);
        let output = self.command(strace, words).output().context("strace")?;
        let log = fs::read_to_string(&log)?;
        let was_broken = log.contains("(INJECTED)") || log.contains("+++ killed by SIGKILL");
        Ok(Outcome { acknowledged: output.status.success(), was_broken, said: said(&output) })
    }

    fn command(&self, mut command: Command, words: &[impl AsRef<OsStr>]) -> Command {
        command
            .args(words)
            .arg("--json")
            .arg("--home")
            .arg(self.path())
            .arg("--project")
            .arg(&self.project)
            .env_clear()
            .env("HOME", self.directory.path())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command
    }

    /// Stores a fact, and answers its id.
    pub(super) fn remember(&self, tier: &str, text: &str) -> Result<String> {
        #[derive(Deserialize)]
        struct Receipt {
            id: String,
        }
        let outcome = self.call(&["remember", "--tier", tier, text])?;
        ensure!(outcome.acknowledged, "remember in {tier}: {}", outcome.said);
        let receipt: Receipt = serde_json::from_str(&outcome.said).context(outcome.said)?;
        Ok(receipt.id)
    }

    /// Every fact there is.
    pub(super) fn export(&self) -> Result<Vec<Fact>> {
        let outcome = self.call(&["export"])?;
        ensure!(outcome.acknowledged, "export: {}", outcome.said);
        let lines = outcome.said.lines().filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_str(line).with_context(|| line.to_owned())).collect()
    }

    /// Lets the doctor look: it must come to an end, and be content or name what is wrong.
    pub(super) fn doctor(&self) -> Result<()> {
        #[derive(Deserialize)]
        struct Report {
            healthy: bool,
            checks: Vec<serde_json::Value>,
        }
        let output = self.command(Command::new(&self.binary), &["doctor"]).output()?;
        let text = said(&output);
        let report: Report = serde_json::from_str(&text).with_context(|| text.clone())?;
        let wrong = report.checks.iter().filter(|check| check["level"] == "fail").count();
        ensure!(report.healthy == (wrong == 0), "the doctor contradicts itself: {text}");
        Ok(())
    }

    /// Files that only a write under way may have.
    pub(super) fn temporaries(&self) -> Result<Vec<PathBuf>> {
        let mut left = Vec::new();
        let mut pending = vec![self.path()];
        while let Some(directory) = pending.pop() {
            for entry in fs::read_dir(&directory)? {
                let path = entry?.path();
                let hidden = path.file_name().is_some_and(|name| {
                    name.as_encoded_bytes().starts_with(b".") && name != ".legacy-import-v1.json"
                });
                if path.is_dir() {
                    pending.push(path);
                } else if hidden {
                    left.push(path);
                }
            }
        }
        Ok(left)
    }
}

/// What a process said, on whichever stream.
fn said(output: &Output) -> String {
    let (out, error) = (&output.stdout, &output.stderr);
    let bytes = if out.is_empty() { error } else { out };
    String::from_utf8_lossy(bytes).trim().to_owned()
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
