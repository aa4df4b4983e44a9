//! The release binary as a process.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::run::cargo_step;
use crate::workspace::Workspace;

/// The built `mind`, with a home and a project of its own and nothing of the caller's environment.
pub(crate) struct Binary {
    pub(crate) path: PathBuf,
}

impl Binary {
    /// Builds it in the release profile.
    pub(crate) fn build(workspace: &Workspace) -> Result<Self> {
        let arguments = ["build", "--release", "--quiet", "--package", "mind-cli", "--locked"];
        cargo_step(workspace, &arguments)?;
        let name = format!("mind{}", std::env::consts::EXE_SUFFIX);
        let path = workspace.metadata()?.target_directory.join("release").join(name);
        Ok(Self { path })
    }

    /// How long a run takes from start to exit; fails when the run does.
    pub(crate) fn run(&self, home: &Path, arguments: &[&str]) -> Result<Duration> {
        self.ask(home, arguments, "")
    }

    /// The same with something on standard input, which the run may leave unread.
    pub(crate) fn ask(&self, home: &Path, arguments: &[&str], input: &str) -> Result<Duration> {
        let mut command = Command::new(&self.path);
        command
            .args(arguments)
            .env_clear()
            .env("MIND_HOME", home)
            .env("MIND_CONFIG", home.with_extension("toml"))
            .current_dir(home.parent().context("a home has a parent")?)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = command.spawn().with_context(|| self.path.display().to_string())?;
        // Dropped at once, which is the end of the input.
        let fed = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output()?;
        let took = started.elapsed();
        let said = String::from_utf8_lossy(&output.stderr);
        let answered = output.status.success() && !said.contains("no memory");
        ensure!(answered, "`mind {}`: {said}", arguments.join(" "));
        fed.transpose()?;
        Ok(took)
    }
}
