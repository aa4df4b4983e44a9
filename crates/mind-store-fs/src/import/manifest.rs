//! What has been brought in: a stamp for each finished source, so that an unchanged one is skipped.

use std::marker::PhantomData;

use mind_core::error::Error;
use mind_core::port::Fingerprint;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::source::Source;
use crate::fault::{error_at, fault, unbroken};
use crate::format::{Found, Printer, Row, Shape, first};
use crate::fs::Fs;
use crate::site::Site;
use crate::store::FsStore;

/// The stamp of one finished source (D-15).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Stamp {
    pub(super) id: String,
    source: String,
    destination: String,
    kind: String,
    size: String,
    mtime_ns: String,
    ctime_ns: String,
    dev: String,
    ino: String,
}

impl Row for Stamp {
    fn read(text: &str, _: Shape) -> Found<Self> {
        Found::of(first(text, PhantomData), Some)
    }

    fn write(&self, _: Shape, to: &mut Printer) {
        to.open(b'{');
        to.member("id", &self.id);
        to.member("source", &self.source);
        to.member("destination", &self.destination);
        to.member("kind", &self.kind);
        to.member("size", &self.size);
        to.member("mtimeNs", &self.mtime_ns);
        to.member("ctimeNs", &self.ctime_ns);
        to.member("dev", &self.dev);
        to.member("ino", &self.ino);
        to.close(b'}');
    }
}

impl<F: Fs> FsStore<F> {
    /// The stamps there are; a manifest that cannot be read holds none, and its sources are brought in again, which adds nothing.
    pub(super) fn stamps(&self) -> Result<Vec<Stamp>, Error> {
        let site = Site::of_manifest();
        let Some(home) = self.reachable(&site)? else { return Ok(Vec::new()) };
        Ok(self.look::<Stamp>(&site, &home)?.document.rows)
    }

    /// The stamp a source would have now.
    pub(super) fn stamp(&self, source: &Source) -> Result<Stamp, Error> {
        let stat = unbroken(|| self.fs.lstat(&source.path)).map_err(|error| {
            error_at(fault(&error, "looking"), &source.site.label, &source.path)
        })?;
        let home = self.fs.resolve(&self.home).unwrap_or_else(|_| self.home.clone());
        let from = source.path.to_string_lossy().into_owned();
        let to = source.site.file(&home).to_string_lossy().into_owned();
        Ok(Stamp {
            id: manifest_id(&from, &to),
            source: from,
            destination: to,
            kind: source.kind().to_owned(),
            size: stat.size.to_string(),
            mtime_ns: stat.modified.to_string(),
            ctime_ns: stat.changed.unwrap_or_default().to_string(),
            dev: stat.device.to_string(),
            ino: stat.inode.to_string(),
        })
    }
}

/// The first 24 hex digits of SHA-256 over source, NUL and destination.
fn manifest_id(source: &str, destination: &str) -> String {
    let mut digest = Sha256::new();
    for part in [source.as_bytes(), b"\0", destination.as_bytes()] {
        digest.update(part);
    }
    let hex = Fingerprint::Sha256(digest.finalize().into()).to_string();
    hex.trim_start_matches("sha256:")[..24].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-15: the contract's vector.
    #[test]
    fn manifest_ids() {
        let tree = "memory/stm/demo.json";
        let (from, to) =
            ("/home/ann/.pi/agent/pi-persona-mind", "/home/ann/.pi/agent/persona-mind");
        let id = manifest_id(&format!("{from}/{tree}"), &format!("{to}/{tree}"));
        assert_eq!(id, "93eeb4f774181f56565950f0");
    }
}
