//! `cargo xtask dist`: what a release is made of, built and packed and published nowhere.

mod npm;
mod target;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use sha2::{Digest as _, Sha256};

use crate::run::{cargo_step, step_in};
use crate::workspace::Workspace;
use target::Target;

/// The most a binary may have.
const LARGEST_MIB: u64 = 10;

const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "mind.bash"),
    ("zsh", "_mind"),
    ("fish", "mind.fish"),
    ("elvish", "mind.elv"),
    ("powershell", "mind.ps1"),
];

/// Builds for a target, the machine's own when none is named, and packs the archive and the npm packages under `target/shipped`.
pub(crate) fn run(workspace: &Workspace, triple: Option<&str>) -> Result<()> {
    let version = version(workspace)?;
    let target = Target::named(triple)?;
    let out = workspace.metadata()?.target_directory.join("shipped");
    let binary = build(workspace, &target)?;
    let archive = archive(workspace, &target, &binary, (&out, &version))?;
    println!("packed {}", archive.display());
    for package in npm::pack(workspace, &target, &binary, (&out, &version))? {
        println!("packed {}", package.display());
    }
    Ok(())
}

/// The version of the workspace, which the extension and the changelog must agree on.
fn version(workspace: &Workspace) -> Result<String> {
    let metadata = workspace.metadata()?;
    let members = metadata.members();
    let version = members.get("mind-cli").context("mind-cli is a member")?.version.clone();
    for (name, package) in &members {
        ensure!(package.version == version, "{name} has version {}", package.version);
    }
    let changes = workspace.read("CHANGELOG.md")?;
    let named = changes.contains(&format!("## [{version}]")) || changes.contains("## [Unreleased]");
    ensure!(named, "CHANGELOG.md says nothing of {version}");
    Ok(version)
}

fn build(workspace: &Workspace, target: &Target) -> Result<PathBuf> {
    let mut arguments = vec!["build", "--profile", "dist", "--locked", "--package", "mind-cli"];
    arguments.extend(["--target", &target.triple]);
    cargo_step(workspace, &arguments)?;
    let place = workspace.metadata()?.target_directory.join(&target.triple).join("dist");
    let binary = place.join(target.file());
    let size = fs::metadata(&binary).with_context(|| binary.display().to_string())?.len();
    println!(
        "the binary has {:.1} MiB; it may have {LARGEST_MIB}\n",
        size as f64 / f64::from(1 << 20)
    );
    ensure!(size <= LARGEST_MIB << 20, "the binary is too large");
    Ok(binary)
}

/// The archive, with its digest beside it.
fn archive(
    workspace: &Workspace,
    target: &Target,
    binary: &Path,
    (out, version): (&Path, &str),
) -> Result<PathBuf> {
    let name = format!("mind-{version}-{}", target.triple);
    let place = out.join(&name);
    empty(&place)?;
    copy(binary, &place.join(target.file()))?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&workspace.root().join(file), &place.join(file))?;
    }
    let (pages, manual) = (workspace.root().join("docs/man"), place.join("man/man1"));
    fs::create_dir_all(&manual)?;
    for page in fs::read_dir(&pages).with_context(|| pages.display().to_string())? {
        let page = page?;
        copy(&page.path(), &manual.join(page.file_name()))?;
    }
    if target.runs_here() {
        completions(binary, &place.join("completions"))?;
    }
    let file = format!("{name}.tar.gz");
    step_in(out, "tar", &["-czf", &file, &name])?;
    let digest = Sha256::digest(fs::read(out.join(&file))?);
    let mut line = String::new();
    for byte in digest {
        write!(line, "{byte:02x}")?;
    }
    fs::write(out.join(format!("{file}.sha256")), format!("{line}  {file}\n"))?;
    Ok(out.join(file))
}

/// The binary says them itself, so that they fit it.
fn completions(binary: &Path, place: &Path) -> Result<()> {
    fs::create_dir_all(place)?;
    for (shell, file) in COMPLETIONS {
        let script = Command::new(binary).args(["completions", shell]).output()?;
        ensure!(script.status.success() && !script.stdout.is_empty(), "no completions for {shell}");
        fs::write(place.join(file), script.stdout)?;
    }
    Ok(())
}

/// Makes a directory new.
fn empty(place: &Path) -> Result<()> {
    if place.exists() {
        fs::remove_dir_all(place).with_context(|| place.display().to_string())?;
    }
    fs::create_dir_all(place).with_context(|| place.display().to_string())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}
