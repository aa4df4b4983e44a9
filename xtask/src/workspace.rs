//! Where the workspace is, which files it has, and what cargo knows about it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

/// The workspace this binary belongs to.
pub(crate) struct Workspace {
    root: PathBuf,
}

/// A file of the tree, by its path from the root with forward slashes.
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// What `cargo metadata` says.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) workspace_members: Vec<String>,
    pub(crate) target_directory: PathBuf,
}

/// One package of the dependency graph.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    pub(crate) dependencies: Vec<Dependency>,
}

/// One line of a package's dependency tables.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev`, `build`, or nothing for a normal one.
    pub(crate) kind: Option<String>,
    pub(crate) optional: bool,
}

impl Workspace {
    /// The workspace whose `xtask` this is, wherever it is called from.
    pub(crate) fn find() -> Result<Self> {
        let xtask = env::var_os("CARGO_MANIFEST_DIR").context("run it as `cargo xtask`")?;
        let root = Path::new(&xtask).parent().context("xtask has a parent directory")?;
        Ok(Self { root: root.to_owned() })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A file's text, line ends made one.
    pub(crate) fn read(&self, path: &str) -> Result<String> {
        let text = fs::read_to_string(self.root.join(path)).with_context(|| path.to_owned())?;
        Ok(text.replace("\r\n", "\n"))
    }

    /// Every Rust file, in the order of their paths.
    pub(crate) fn rust_files(&self) -> Result<Vec<SourceFile>> {
        self.files(|path| has_extension(path, "rs"))
    }

    /// Every file that may be read as text and whose path `keep` takes, in the order of their paths.
    pub(crate) fn files(&self, keep: impl Fn(&str) -> bool) -> Result<Vec<SourceFile>> {
        let mut paths = Vec::new();
        collect(&self.root, "", &mut paths)?;
        paths.retain(|path| keep(path));
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let bytes = fs::read(self.root.join(&path)).with_context(|| path.clone())?;
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(SourceFile { path, text: text.replace("\r\n", "\n") });
            }
        }
        Ok(files)
    }

    /// What cargo knows, without asking the network.
    pub(crate) fn metadata(&self) -> Result<Metadata> {
        let output = Command::new(cargo())
            .args(["metadata", "--format-version", "1", "--locked"])
            .current_dir(&self.root)
            .output()
            .context("cargo metadata")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).context("what cargo metadata printed")
    }
}

impl Metadata {
    /// The workspace's own packages, by name.
    pub(crate) fn members(&self) -> BTreeMap<&str, &Package> {
        let member = |package: &&Package| self.workspace_members.contains(&package.id);
        self.packages
            .iter()
            .filter(member)
            .map(|package| (package.name.as_str(), package))
            .collect()
    }
}

/// Whether a path's file name ends in this extension.
pub(crate) fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

/// The cargo this was started by.
pub(crate) fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Adds the files below `relative`, leaving out build output and what belongs to git.
fn collect(root: &Path, relative: &str, into: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join(relative))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == ".git" || name == "node_modules" || name.starts_with("target") {
            continue;
        }
        let path = if relative.is_empty() { name } else { format!("{relative}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(root, &path, into)?;
        } else if kind.is_file() {
            into.push(path);
        }
    }
    Ok(())
}
