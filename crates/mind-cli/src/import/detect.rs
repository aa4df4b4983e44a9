//! What a file is, told from its name and its beginning.

use std::path::Path;

use super::server_memory;
use crate::arguments::ImportFormat;
use crate::fault::Fault;

/// Bytes of a file that are looked at.
pub(crate) const PEEK: usize = 1 << 16;

/// A directory is a memory of pi-persona-mind, or nothing that can be imported.
pub(crate) fn directory(path: &Path) -> Result<ImportFormat, Fault> {
    let has = |inner: &str| path.join(inner).is_dir();
    if has("memory") || has("backlog") {
        return Ok(ImportFormat::PiPersonaMind);
    }
    Err(Fault::NotAFile { path: path.to_owned() })
}

/// A file by its name, else by how it begins.
pub(crate) fn file(path: &Path, beginning: &[u8]) -> Result<ImportFormat, Fault> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    if matches!(extension.map(str::to_ascii_lowercase).as_deref(), Some("md" | "markdown" | "mdc"))
    {
        return Ok(ImportFormat::Markdown);
    }
    let beginning = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(beginning);
    let beginning = beginning.trim_ascii_start();
    match beginning.first() {
        Some(b'{') if server_memory::begins(beginning) => Ok(ImportFormat::ServerMemory),
        // Where nothing is in it, nothing needs to be told.
        Some(b'{') | None => Ok(ImportFormat::Jsonl),
        Some(_) => Err(Fault::FormatUnknown { path: path.to_owned() }),
    }
}
