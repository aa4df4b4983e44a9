//! Store files as they may be found: what is read stays readable, what is not understood stays as it is, and no file is ever emptied.

mod beside;
mod home;
mod raw;

pub(crate) use beside::holds as beside_holds;

use std::collections::BTreeMap;
use std::path::PathBuf;

use mind_core::scope::Tier;

use home::{Home, Seen};
use raw::Raw;

/// The last good content, where there is one.
const BACKUP: &str = r#"{"version":1,"updatedAt":"2026-11-20","sequence":3,"entries":[{"id":"kept","kind":"note","text":"the backup has this","tags":[],"recordedAt":"2026-11-20","lastSeenAt":"2026-11-20","persona":"dev","expiresAt":"2026-11-22"}]}"#;
/// The same for the tiers whose facts do not end.
const LASTING_BACKUP: &str = r#"{"version":1,"updatedAt":"2026-11-20","sequence":3,"entries":[{"id":"kept","kind":"note","text":"the backup has this","tags":[],"recordedAt":"2026-11-20","lastSeenAt":"2026-11-20"}]}"#;
const DEFERRED_BACKUP: &str = r#"{"version":1,"updatedAt":"2026-11-20","sequence":3,"entries":[{"id":"kept","text":"the backup has this","state":"open","tags":[],"createdAt":"2026-11-20"}]}"#;

/// Which store and which backup, and the bytes of the store.
pub(crate) fn holds(bytes: &[u8]) {
    let (manner, bytes) = super::split(bytes);
    let home = Home::new(manner);
    let whole = match home.tier() {
        None => DEFERRED_BACKUP,
        Some(Tier::Project) => BACKUP,
        Some(_) => LASTING_BACKUP,
    };
    let backup = [None, Some(whole), Some("{\"version\":1,")][usize::from(manner / 5) % 3];
    home.write("", bytes);
    if let Some(backup) = backup {
        home.write(".bak", backup.as_bytes());
    }
    let before = home.tree();
    let found = home.look();
    assert_eq!(found, home.look(), "found otherwise the second time");
    assert_eq!(home.tree(), before, "looking changed something");
    hold_newer(bytes, &found);
    let added = home.add();
    let after = home.tree();
    match (&found, added) {
        (_, Err(code)) if code == "store.corrupt" => panic!("a damaged store refuses to go on"),
        (Err(code), Ok(())) if code != "store.corrupt" => panic!("{code}, and yet it was written"),
        (_, Err(_)) => assert_eq!(after, before, "a refusal changed something"),
        (Err(_), Ok(())) => hold_set_aside(&home, bytes, backup),
        (Ok(seen), Ok(())) if seen.recovered => {
            assert_eq!(home.read(".corrupt-0").as_deref(), Some(bytes), "damaged bytes are lost");
            hold_rows(&home, seen);
        }
        (Ok(seen), Ok(())) => {
            hold_bytes(bytes, &home, seen);
            hold_rows(&home, seen);
        }
    }
    hold_unemptied(&before, &after);
}

/// A format of tomorrow is told from damage, whatever else stands in it.
fn hold_newer(bytes: &[u8], found: &Result<Seen, String>) {
    let Some(raw) = Raw::read(bytes) else { return };
    let newer = raw.member("version").and_then(|version| version.parse::<u64>().ok());
    if newer.is_some_and(|version| (2..1 << 53).contains(&version)) && !raw.has_twins() {
        assert_eq!(found.as_ref().err().map(String::as_str), Some("store.newer_version"));
    }
}

/// Nothing good was found: everything bad is kept, and the new row stands alone.
fn hold_set_aside(home: &Home, bytes: &[u8], backup: Option<&str>) {
    assert_eq!(home.read(".corrupt-0").as_deref(), Some(bytes), "damaged bytes are lost");
    if let Some(backup) = backup {
        assert_eq!(home.read(".corrupt-1").as_deref(), Some(backup.as_bytes()));
    }
    let seen = home.look().expect("written anew");
    assert_eq!((seen.rows.len(), seen.invalid), (1, 0));
}

/// What could be read before can be read after, and one more.
fn hold_rows(home: &Home, before: &Seen) {
    let after = home.look().expect("what was just written");
    assert!(!after.recovered && after.invalid == before.invalid);
    let kept: Vec<_> = before.rows.iter().filter(|row| !row.is_over && !row.is_ours()).collect();
    assert!(kept.iter().all(|row| after.rows.contains(row)), "{kept:?} {after:?}");
    let count = after.rows.iter().filter(|row| row.is_ours()).count();
    assert!(count >= 1, "the new row is not there");
    assert!(after.sequence > before.sequence || after.sequence == (1 << 53) - 1);
}

/// A whole store: each row and member that was not touched has its very bytes, and the backup is what was there.
fn hold_bytes(bytes: &[u8], home: &Home, seen: &Seen) {
    let now = home.read("").expect("a store");
    let (before, after) = (Raw::read(bytes).expect("whole"), Raw::read(&now).expect("whole"));
    for (name, value) in before.others() {
        assert_eq!(after.member(name), Some(value), "the member {name} is another");
    }
    let mut left = after.rows();
    for row in before.rows() {
        match left.iter().position(|kept| *kept == row) {
            Some(at) => drop(left.remove(at)),
            None => assert!(raw::may_go(row, seen), "a row is gone or another: {row}"),
        }
    }
    assert_eq!(home.read(".bak").as_deref(), Some(bytes), "the backup is another");
    assert_eq!(bytes.starts_with(b"\xef\xbb\xbf"), now.starts_with(b"\xef\xbb\xbf"));
}

fn hold_unemptied(before: &BTreeMap<PathBuf, Vec<u8>>, after: &BTreeMap<PathBuf, Vec<u8>>) {
    for (path, bytes) in before.iter().filter(|(_, bytes)| !bytes.is_empty()) {
        assert!(after.get(path).is_some_and(|now| !now.is_empty()), "{} {bytes:?}", path.display());
    }
}
