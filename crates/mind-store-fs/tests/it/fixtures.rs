//! T-8: files of every format ever released, and of the predecessor, read for ever.

mod large;
mod predecessor;
mod version_1;

use std::fs;
use std::path::{Path, PathBuf};

use mind_core::fact::{Fact, FactId, Kind, Source, Tags, content_id};
use mind_core::scope::FactPlace;
use mind_store_fs::{FsStore, Limits};
use mind_testkit::Place;

use crate::home::file_of;
use crate::support::{at, fact};

/// A home with one file of a place in it.
fn home_with(place: &Place, bytes: &[u8]) -> (tempfile::TempDir, FsStore, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let home = directory.path().join("home");
    let file = file_of(&home, place);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, bytes).unwrap();
    (directory, FsStore::new(home, Limits::default()), file)
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

/// A row as the fixtures have them: recorded at nine, seen at ten.
fn row(place: &FactPlace, kind: Kind, text: &str, tags: &[&str]) -> Fact {
    let tags = Tags::stored(tags.iter().map(|tag| (*tag).into()).collect()).unwrap();
    Fact {
        id: content_id(kind, text, &tags),
        kind,
        tags,
        recorded_at: at("2026-11-20T09:00:00Z"),
        persona: None,
        ..fact(place, text)
    }
}

fn id(text: &str) -> FactId {
    FactId::parse(text).unwrap()
}

fn source(text: &str) -> Option<Source> {
    Source::parse(text).unwrap()
}
