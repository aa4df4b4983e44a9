//! Disks that are full or may not be written, for real: mounted in a namespace of their own where the machine allows it.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use mind_core::port::Store as _;
use mind_store_fs::{FsStore, Limits};

use crate::support::{add_item, code, demo, dev, image, remember, texts};

/// Said where a test cannot be run; the same outcomes are had from the simulated disk.
const SKIPPED: &str = "skipped: this machine allows no mounts; `faults` has every step fail alike";
const HOME: &str = "MIND_TEST_MOUNTED_HOME";

/// The home, in the process that runs among the mounts.
fn among_mounts() -> Option<FsStore> {
    let home = std::env::var_os(HOME)?;
    Some(FsStore::new(home.into(), Limits::default()))
}

/// Runs one test of this binary again among some mounts; false where the machine allows none.
fn run(test: &str, ground: &Path, mounts: &str) -> bool {
    let probe = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"];
    let probed = Command::new("unshare").args(probe).output();
    if !probed.is_ok_and(|output| output.status.success()) {
        return false;
    }
    let binary = std::env::current_exe().expect("it runs");
    let script = format!("set -e; {mounts}; exec \"$0\" --exact {test} --nocapture");
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script]).arg(binary).env(HOME, ground.join("disk/mind"));
    let output = command.current_dir(ground).output();
    let output = output.expect("it ran before");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    true
}

fn ground() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory for tests");
    let path = directory.path().canonicalize().expect("present");
    (directory, path)
}

/// Puts bytes on a disk until not one more fits.
fn fill(path: &Path) {
    let mut file = fs::File::create(path).expect("there is room for a name");
    for size in [4_096, 512, 1] {
        while file.write(&vec![0; size]).is_ok_and(|written| written > 0) {}
    }
}

/// D-70, D-71, D-74: a disk filled to the last byte; then it has room again.
#[test]
fn a_disk_filled_to_the_last_byte() {
    let Some(store) = among_mounts() else {
        let (_directory, ground) = ground();
        fs::create_dir(ground.join("disk")).unwrap();
        let mounts = "mount -t tmpfs -o size=64k none disk";
        if !run("mounts::a_disk_filled_to_the_last_byte", &ground, mounts) {
            println!("{SKIPPED}");
        }
        return;
    };
    remember(&store, &dev(), "one").unwrap();
    let filler = store.home().with_file_name("filler");
    fill(&filler);
    let before = image(store.home());
    for _ in 0..2 {
        assert_eq!(code(&remember(&store, &dev(), "two")), "store.no_space");
    }
    assert_eq!(image(store.home()), before);
    assert_eq!(texts(&store, &dev()).unwrap(), ["one"]);
    fs::remove_file(filler).unwrap();
    remember(&store, &dev(), "two").unwrap();
    assert_eq!(texts(&store, &dev()).unwrap(), ["one", "two"]);
}

/// D-70, D-71, D-72: a read-only file system, with a store in it that is writable by itself.
#[test]
fn a_home_that_may_not_be_written() {
    let Some(store) = among_mounts() else {
        let (_directory, ground) = ground();
        let home = ground.join("disk/mind");
        let store = FsStore::new(home.clone(), Limits::default());
        fs::create_dir(ground.join("disk")).unwrap();
        remember(&store, &dev(), "one").unwrap();
        fs::copy(home.join("memory/ltm/dev.json"), ground.join("own.json")).unwrap();
        let mounts = "mount --bind disk disk; mount -o remount,bind,ro disk; mount --bind own.json disk/mind/memory/ltm/dev.json";
        if !run("mounts::a_home_that_may_not_be_written", &ground, mounts) {
            println!("{SKIPPED}");
        }
        return;
    };
    let file = store.home().join("memory/ltm/dev.json");
    fs::File::options().append(true).open(&file).expect("it is writable by itself");
    let before = image(store.home());
    assert_eq!(code(&remember(&store, &dev(), "two")), "store.read_only");
    assert_eq!(code(&add_item(&store, "later")), "store.read_only");
    assert_eq!(texts(&store, &dev()).unwrap(), ["one"]);
    assert_eq!(store.backlog(&demo()).unwrap().rows, []);
    assert_eq!(image(store.home()), before);
}
