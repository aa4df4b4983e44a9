//! The npm packages: the extension for Pi, and the engine for one platform.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::target::Target;
use super::{copy, empty};
use crate::workspace::Workspace;

const EXTENSION: &str = "crates/mind-pi-adapter/extension";

/// What `npm pack` must put into the extension's package, and nothing of the tests.
const NEEDED: [&str; 4] = ["package.json", "extensions/mind.ts", "src/binary.ts", "README.md"];

/// Packs both; gives the paths of the archives.
pub(super) fn pack(
    workspace: &Workspace,
    target: &Target,
    binary: &Path,
    (out, version): (&Path, &str),
) -> Result<Vec<PathBuf>> {
    let platform = out.join(target.package());
    empty(&platform)?;
    fs::create_dir_all(platform.join("bin"))?;
    // `fs::copy` keeps the mode, so the engine stays one that can be started.
    copy(binary, &platform.join("bin").join(target.file()))?;
    copy(&workspace.root().join("LICENSE-MIT"), &platform.join("LICENSE"))?;
    fs::write(platform.join("README.md"), readme(target))?;
    fs::write(platform.join("package.json"), format!("{:#}\n", manifest(target, version)))?;
    let (engine, files) = npm_pack(&platform, out)?;
    let expected = format!("bin/{}", target.file());
    ensure!(files.contains(&expected), "the package has no {expected}");

    let (extension, files) = npm_pack(&workspace.root().join(EXTENSION), out)?;
    let missing = NEEDED.iter().find(|file| !files.iter().any(|packed| packed == *file));
    ensure!(missing.is_none(), "the extension's package lacks {missing:?}");
    let test = files.iter().find(|file| file.starts_with("test"));
    ensure!(test.is_none(), "the extension's package has {test:?}");
    Ok(vec![engine, extension])
}

fn manifest(target: &Target, version: &str) -> Value {
    json!({
        "name": target.package(),
        "version": version,
        "description": format!("The engine of pi-mind for {} on {}", target.os, target.cpu),
        "license": "MIT OR Apache-2.0",
        "os": [target.os],
        "cpu": [target.cpu],
        "files": ["bin", "README.md", "LICENSE"],
    })
}

fn readme(target: &Target) -> String {
    let (name, os, cpu) = (target.package(), target.os, target.cpu);
    format!(
        "# {name}\n\nThe `mind` command for {os} on {cpu}, which `pi-mind` starts. Install that package instead.\n"
    )
}

/// Packs a folder into `out`; gives the archive and what is in it.
fn npm_pack(place: &Path, out: &Path) -> Result<(PathBuf, Vec<String>)> {
    let mut command = Command::new("npm");
    command.args(["pack", "--json", "--pack-destination"]).arg(out).current_dir(place);
    let output = command.output().context("npm pack: is npm installed?")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).context("what npm pack said")?;
    let packed = &said[0];
    let file = packed["filename"].as_str().context("npm names the archive")?;
    let files = packed["files"].as_array().context("npm lists the files")?;
    let paths = files.iter().filter_map(|file| file["path"].as_str()).map(str::to_owned);
    Ok((out.join(file), paths.collect()))
}
