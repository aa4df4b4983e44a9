//! The manual pages in `docs/man`, made from the command line's own definition and held to it.

use std::collections::BTreeMap;
use std::path::Path;

use clap::{Command, CommandFactory as _};

use crate::arguments::Arguments;

/// Set to write the pages instead of comparing them.
const WRITE: &str = "MIND_WRITE_MANUAL";

#[test]
fn pages_are_fresh() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/man");
    let pages = pages();
    if std::env::var_os(WRITE).is_some() {
        std::fs::create_dir_all(&place).unwrap();
        for (name, page) in &pages {
            std::fs::write(place.join(name), page).unwrap();
        }
    }
    let entries = std::fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap().replace("\r\n", "\n"))
    };
    let found: BTreeMap<String, String> = entries.map(read).collect();
    let stale = pages.iter().filter(|(name, page)| found.get(*name) != Some(page));
    let stale: Vec<&String> = stale.map(|(name, _)| name).collect();
    let orphans: Vec<&String> = found.keys().filter(|name| !pages.contains_key(*name)).collect();
    assert!(
        stale.is_empty() && orphans.is_empty(),
        "set {WRITE}=1 and run this test once: stale {stale:?}, nobody's {orphans:?}"
    );
}

/// Each page by its file name.
fn pages() -> BTreeMap<String, String> {
    let mut root = Arguments::command().disable_help_subcommand(true);
    root.build();
    let mut pages = BTreeMap::new();
    add(&root, &mut pages);
    pages
}

fn add(command: &Command, pages: &mut BTreeMap<String, String>) {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name).render(&mut page).unwrap();
    pages.insert(format!("{name}.1"), String::from_utf8(page).unwrap());
    for part in command.get_subcommands().filter(|part| !part.is_hide_set()) {
        add(part, pages);
    }
}
