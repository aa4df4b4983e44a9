//! What a file is, told from its name and its beginning.

use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;

use super::{jsonl, server_memory};
use crate::arguments::ImportFormat;
use crate::fault::Fault;

/// Bytes of a file that are looked at.
pub(crate) const PEEK: usize = 1 << 16;

/// The beginning of an input, which is still to be read.
pub(crate) fn peek<'a>(
    source: &'a mut BufReader<impl Read>,
    path: &Path,
) -> Result<&'a [u8], Fault> {
    source.fill_buf().map_err(|error| Fault::of_file(path, &error))
}

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
        Some(b'[') => {
            jsonl::check_shape(beginning)?;
            Err(Fault::FormatUnknown { path: path.to_owned() })
        }
        Some(_) => Err(Fault::FormatUnknown { path: path.to_owned() }),
    }
}
