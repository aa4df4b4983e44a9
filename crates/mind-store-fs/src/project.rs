//! Which project a directory belongs to, as the file system tells it.
//!
//! No process is started and no variable of git is read.

mod older;

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use mind_core::scope::Project;
pub use older::older_projects;

/// Bytes a `.git` file or a `commondir` file may have.
const POINTER_LIMIT: u64 = 4 << 10;

/// The project of a directory: of the nearest directory upward that git knows, else of the directory itself. The user's home directory and a file-system root are none.
///
/// A linked worktree belongs to the project of its repository, a submodule to itself.
///
/// # Errors
/// Only when a relative `start` cannot be made absolute.
pub fn project_at(start: &Path, home_directory: Option<&Path>) -> io::Result<Option<Project>> {
    let root = project_root(start, home_directory)?;
    Ok(root.map(|root| Project::at(&canonical_bytes(&root))))
}

/// The root of the project of a directory, resolved through the file system; see [`project_at`].
///
/// # Errors
/// As [`project_at`].
pub fn project_root(start: &Path, home_directory: Option<&Path>) -> io::Result<Option<PathBuf>> {
    let start = canonical(start)?;
    let home = home_directory.map(canonical).transpose()?;
    let is_home = |path: &Path| home.as_deref() == Some(path);
    let mut marked = start.ancestors().filter(|path| !is_home(path));
    let marked = marked.find(|path| path.join(".git").metadata().is_ok());
    let root = match marked {
        Some(directory) => {
            let main = main_worktree(directory).filter(|main| !is_home(main));
            main.unwrap_or_else(|| directory.to_owned())
        }
        None => start,
    };
    Ok(Some(root).filter(|root| !is_home(root) && root.parent().is_some()))
}

/// The path resolved through the file system, or made absolute where that fails.
fn canonical(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path).or_else(|_| std::path::absolute(path))
}

/// For a linked worktree, the root of the repository it belongs to.
fn main_worktree(directory: &Path) -> Option<PathBuf> {
    let own = pointed_to(&directory.join(".git"))?;
    let common = read_short(&own.join("commondir"))?;
    let common = fs::canonicalize(own.join(line(&common)?)).ok()?;
    let parent = common.parent()?;
    let mark = parent.join(".git");
    let is_marked = fs::canonicalize(&mark).ok().as_ref() == Some(&common)
        || pointed_to(&mark).as_ref() == Some(&common);
    Some(if is_marked { parent.to_owned() } else { common })
}

/// The directory that a `.git` file names, if it is such a file and the directory is there.
fn pointed_to(file: &Path) -> Option<PathBuf> {
    let content = read_short(file)?;
    let named = line(content.strip_prefix(b"gitdir:")?)?;
    let directory = fs::canonicalize(file.parent()?.join(named)).ok()?;
    directory.is_dir().then_some(directory)
}

/// A file of a few bytes; nothing for a directory or a larger one.
fn read_short(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(POINTER_LIMIT + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= POINTER_LIMIT).then_some(bytes)
}

/// The path on a line, without the blanks before it and the line ending after it.
fn line(bytes: &[u8]) -> Option<PathBuf> {
    let end = bytes.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'))? + 1;
    let start = bytes.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    if start < end { path_of(&bytes[start..end]) } else { None }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "not all bytes are a path on the other platform")]
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt as _;
    Some(std::ffi::OsStr::from_bytes(bytes).into())
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(unix)]
fn canonical_bytes(root: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt as _;
    root.as_os_str().as_bytes().to_owned()
}

#[cfg(not(unix))]
fn canonical_bytes(root: &Path) -> Vec<u8> {
    plain_windows_path(&root.to_string_lossy()).into_bytes()
}

/// The path as people write it, in lower case, because names that differ in case are one.
#[cfg(any(not(unix), test))]
fn plain_windows_path(path: &str) -> String {
    unprefixed(path).to_lowercase()
}

/// The path without the marks Windows puts before a resolved one.
#[cfg(any(not(unix), test))]
fn unprefixed(path: &str) -> String {
    match path.strip_prefix(r"\\?\") {
        Some(rest) => rest.strip_prefix(r"UNC\").map_or(rest.to_owned(), |unc| format!(r"\\{unc}")),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-56: canonical paths of Windows.
    #[test]
    fn windows_paths() {
        for (path, expect) in [
            (r"\\?\C:\Users\Ann", r"c:\users\ann"),
            (r"\\?\UNC\Server\Disk\X", r"\\server\disk\x"),
            (r"C:\Work", r"c:\work"),
        ] {
            assert_eq!(plain_windows_path(path), expect);
        }
    }

    /// F-55: what a pointer file may look like.
    #[test]
    fn pointer_lines() {
        for (bytes, expect) in [
            (&b" /x/.git/worktrees/a\n"[..], Some("/x/.git/worktrees/a")),
            (b"../../..\r\n", Some("../../..")),
            (b" \n", None),
            (b"", None),
        ] {
            assert_eq!(line(bytes), expect.map(PathBuf::from));
        }
    }
}
