//! What a project was called by programs that took a path as it was written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use mind_core::scope::{Project, Slug};

use super::{canonical, canonical_bytes, line, pointed_to, project_root, read_short};

/// What the project of a directory was called before paths were resolved: by its path as written, by its path with capitals where those do not count, and, for a repository with linked worktrees, by the path of each of them.
///
/// `spellings` are ways to write one directory of the project; one that leads elsewhere is passed over. The present name is not in the answer, and neither is that of a worktree's directory which is a project of its own by now.
///
/// # Errors
/// Only when a relative path cannot be made absolute.
pub fn older_projects(
    spellings: &[PathBuf],
    home_directory: Option<&Path>,
) -> io::Result<Vec<Project>> {
    let Some(start) = spellings.first() else { return Ok(Vec::new()) };
    let Some(root) = project_root(start, home_directory)? else { return Ok(Vec::new()) };
    let mut paths = vec![root.clone()];
    for spelling in spellings {
        let written = std::path::absolute(spelling)?;
        if project_root(&written, home_directory)?.as_ref() == Some(&root) {
            paths.push(marked(&written));
            paths.push(marked(&canonical(&written)?));
        }
    }
    paths.extend(worktrees(&root));
    let present = Project::at(&canonical_bytes(&root));
    let mut older: Vec<Project> = Vec::new();
    for path in paths {
        let project = Project::at(&written_bytes(&path));
        let known = || older.iter().chain([&present]).any(|known| known.slug() == project.slug());
        if !known() && !is_project_now(&path, project.slug(), home_directory) {
            older.push(project);
        }
    }
    Ok(older)
}

/// The nearest directory upward that git knows, by the letters of the path; else the path itself.
fn marked(path: &Path) -> PathBuf {
    let mut upward = path.ancestors();
    upward.find(|path| path.join(".git").metadata().is_ok()).unwrap_or(path).to_owned()
}

/// The directories of the linked worktrees a repository knows of, there or not, in a fixed order.
fn worktrees(root: &Path) -> Vec<PathBuf> {
    let mark = root.join(".git");
    let common = if mark.is_dir() { Some(mark) } else { pointed_to(&mark) };
    let listed = fs::read_dir(common.unwrap_or_else(|| root.to_owned()).join("worktrees"));
    let mut entries: Vec<PathBuf> =
        listed.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    let directories = |entry: PathBuf| {
        let mark = line(&read_short(&entry.join("gitdir"))?)?;
        let directory = mark.parent()?;
        let written = directory.is_absolute().then(|| directory.to_owned());
        // The mark of a worktree may be written relative to its entry.
        Some([fs::canonicalize(entry.join(directory)).ok(), written])
    };
    entries.into_iter().filter_map(directories).flatten().flatten().collect()
}

/// Whether a path that is there is the root of a project with this very name.
fn is_project_now(path: &Path, slug: &Slug, home_directory: Option<&Path>) -> bool {
    let root = project_root(path, home_directory).ok().flatten();
    path.is_dir() && root.is_some_and(|root| Project::at(&canonical_bytes(&root)).slug() == slug)
}

#[cfg(unix)]
fn written_bytes(path: &Path) -> Vec<u8> {
    canonical_bytes(path)
}

/// With its capitals, which a canonical path has not.
#[cfg(not(unix))]
fn written_bytes(path: &Path) -> Vec<u8> {
    super::unprefixed(&path.to_string_lossy()).into_bytes()
}
