//! `cargo xtask codegen`: files made from the wire shapes, so that nobody writes them twice.

mod typescript;

use std::fs;

use anyhow::{Context as _, Result, ensure};

use crate::workspace::{Workspace, has_extension};

/// Where the schemas stand, from the root.
const SCHEMAS: &str = "crates/mind-protocol/schema";

/// Where the types of the extension stand, from the root.
const TYPESCRIPT: &str = "crates/mind-pi-adapter/extension/src/protocol.ts";

/// A generated file: its path from the root, and the text it must have.
struct Generated {
    path: String,
    text: String,
}

/// Writes every generated file that is not fresh.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    for file in stale(workspace) {
        let path = workspace.root().join(&file.path);
        let directory = path.parent().context("a generated file has a directory")?;
        fs::create_dir_all(directory)?;
        fs::write(&path, &file.text).with_context(|| file.path.clone())?;
        println!("wrote {}", file.path);
    }
    Ok(())
}

/// Fails when a generated file is missing, old, or no longer generated.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let mut wrong: Vec<String> = stale(workspace).into_iter().map(|file| file.path).collect();
    wrong.extend(orphans(workspace)?);
    ensure!(wrong.is_empty(), "not fresh, run `cargo xtask codegen`: {}", wrong.join(", "));
    println!("codegen: fresh\n");
    Ok(())
}

/// Everything that is generated.
fn generated() -> Vec<Generated> {
    let schemas = mind_protocol::schemas();
    let host = schemas.iter().find(|(name, _)| *name == "host-calls");
    let host = host.map(|(_, schema)| Generated {
        path: TYPESCRIPT.to_owned(),
        text: typescript::module(schema),
    });
    schemas.iter().cloned().map(schema_file).chain(host).collect()
}

fn schema_file((name, schema): (&'static str, serde_json::Value)) -> Generated {
    let text = format!("{schema:#}\n");
    Generated { path: format!("{SCHEMAS}/{name}.json"), text }
}

fn stale(workspace: &Workspace) -> Vec<Generated> {
    let mut files = generated();
    files.retain(|file| workspace.read(&file.path).ok().as_deref() != Some(&file.text));
    files
}

/// Files beside the generated ones that nothing generates any more.
fn orphans(workspace: &Workspace) -> Result<Vec<String>> {
    let known: Vec<String> = generated().into_iter().map(|file| file.path).collect();
    let beside =
        workspace.files(|path| path.starts_with(SCHEMAS) && has_extension(path, "json"))?;
    Ok(beside.into_iter().map(|file| file.path).filter(|path| !known.contains(path)).collect())
}
