//! Setups that are cut short, that fail, or that meet others.

pub(super) mod steps;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rstest::rstest;
use tempfile::TempDir;

use super::{Connection, Direction, Host, HostFault, Lock, apply, connection, plan};
use crate::backing::SystemClock;
use crate::exit::Exit;
use crate::streams::Streams;
use crate::surroundings::{CallClock, Surroundings};
use steps::End;

const SETUP: &[&str] = &["mind", "setup", "pi", "--yes"];
const REMOVE: &[&str] = &["mind", "setup", "pi", "--yes", "--remove"];
const AGENT: &str = ".pi/agent";
const SETTINGS: &str = ".pi/agent/settings.json";

/// A machine whose disk need not be waited for, where that is to be had.
fn machine() -> (TempDir, Surroundings) {
    let root = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap();
    let surroundings = Surroundings {
        variables: std::collections::BTreeMap::new(),
        directory: Some(root.path().to_owned()),
        home_directory: Some(root.path().to_owned()),
        program: Some("/bin/mind".into()),
        temporary_directory: root.path().to_owned(),
        clock: CallClock::new(SystemClock),
    };
    fs::create_dir_all(root.path().join(AGENT)).unwrap();
    (root, surroundings)
}

/// What a person had before.
fn ground(what: &str, root: &Path) {
    let settings = root.join(SETTINGS);
    let own = "{ \"mind\": {\"binary\": \"\\u002fopt/other/mind\"} } // mine\n";
    match what {
        "nothing" => {}
        "settings" => fs::write(settings, "{\"a\":1}\n").unwrap(),
        "their own" => {
            fs::write(&settings, own).unwrap();
            // The very bytes, and still not ours.
            fs::write(root.join(".pi/agent/settings.json.before-mind"), own).unwrap();
            fs::create_dir(root.join(".pi/agent/extensions")).unwrap();
        }
        other => panic!("{other}"),
    }
}

fn run(words: &[&str], surroundings: &Surroundings) -> (Exit, String) {
    run_with(io::empty(), words, surroundings)
}

fn run_with(
    input: impl Read + Send + 'static,
    words: &[&str],
    surroundings: &Surroundings,
) -> (Exit, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        input: Box::new(input),
        output: &mut output,
        errors: &mut errors,
        input_is_terminal: true,
        output_is_terminal: false,
        errors_is_terminal: true,
    };
    let words = words.iter().map(OsString::from).collect();
    let exit = crate::run(words, surroundings, &mut streams);
    drop(streams);
    (exit, String::from_utf8(errors).unwrap())
}

fn runs(words: &[&str], surroundings: &Surroundings, at: &str) {
    let (exit, errors) = run(words, surroundings);
    assert_eq!(exit, Exit::Done, "{at}: {words:?}: {errors}");
}

/// Every name below a directory, with the bytes of the files.
fn tree(root: &Path) -> Vec<(PathBuf, Option<String>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(tree(&path));
            found.push((path, None));
        } else {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, Some(text)));
        }
    }
    found.sort();
    found
}

/// S-30: wherever a setup or a removal ends, the next setup is whole, and the next removal gives everything back.
#[rstest]
fn every_step_is_survived(
    #[values("nothing", "settings", "their own")] what: &str,
    #[values(SETUP, REMOVE)] cut: &[&str],
    #[values(End::Kill, End::Fault)] end: End,
    #[values(&[SETUP, REMOVE], &[REMOVE])] then: &[&[&str]],
) {
    for step in 0.. {
        let at = format!("{what}, {cut:?}, {end:?}, step {step}");
        let (root, surroundings) = machine();
        ground(what, root.path());
        let before = tree(root.path());
        if cut == REMOVE {
            runs(SETUP, &surroundings, &at);
        }
        let (_, met) = steps::after(step, end, || run(cut, &surroundings));
        for words in then {
            runs(words, &surroundings, &at);
            if *words == SETUP {
                let state = connection(Host::Pi, &surroundings);
                // The program is a name only.
                assert!(
                    matches!(state, Connection::Whole | Connection::Broken { .. }),
                    "{at}: {state:?}"
                );
            }
        }
        assert_eq!(tree(root.path()), before, "{at}");
        if !met {
            assert!(step > 50, "{at}: there are more steps than that");
            return;
        }
    }
}

/// What a person wrote into a file of ours is somewhere, whatever ends the call that would lose it.
#[rstest]
fn an_edit_is_never_lost(
    #[values(SETUP, REMOVE)] cut: &[&str],
    #[values(End::Kill, End::Fault)] end: End,
) {
    const EDIT: &str = "// a person's own\n";
    for step in 0.. {
        let at = format!("{cut:?}, {end:?}, step {step}");
        let (root, surroundings) = machine();
        runs(SETUP, &surroundings, &at);
        let extension = root.path().join(".pi/agent/extensions/mind");
        fs::write(extension.join("src/client.ts"), EDIT).unwrap();
        let kept = || {
            let found = tree(&extension).into_iter();
            found
                .filter(|(_, text)| text.as_deref() == Some(EDIT))
                .map(|(path, _)| path)
                .collect::<Vec<_>>()
        };
        let (_, met) = steps::after(step, end, || run(cut, &surroundings));
        assert!(!kept().is_empty(), "{at}");
        runs(cut, &surroundings, &at);
        let ending = if cut == SETUP { "before-mind" } else { "with-mind" };
        assert_eq!(kept(), [extension.join(format!("src/client.ts.{ending}"))], "{at}");
        runs(REMOVE, &surroundings, &at);
        let left: Vec<PathBuf> = tree(&extension).into_iter().map(|(path, _)| path).collect();
        assert_eq!(left, [vec![extension.join("src")], kept()].concat(), "{at}");
        runs(SETUP, &surroundings, &at);
        if !met {
            return;
        }
    }
}

/// Whoever comes second waits, and sees what the first has done.
#[test]
fn several_at_once() {
    let (root, surroundings) = machine();
    ground("settings", root.path());
    let before = tree(root.path());
    for round in 0..4 {
        std::thread::scope(|scope| {
            for call in 0..6 {
                let surroundings = &surroundings;
                let words = if (round + call) % 3 == 0 { REMOVE } else { SETUP };
                scope.spawn(move || runs(words, surroundings, "at once"));
            }
        });
        runs(SETUP, &surroundings, "after");
        runs(REMOVE, &surroundings, "at last");
        assert_eq!(tree(root.path()), before, "round {round}");
    }
}

/// Whoever waits in vain is told so, and a lock that a killed call has left holds up nobody.
#[test]
fn a_lock_that_is_held() {
    let (root, _surroundings) = machine();
    fs::write(root.path().join(".mind-setup.lock"), "").unwrap();
    let held = Lock::take(root.path()).unwrap();
    let refused = Lock::take_within(Duration::ZERO, root.path()).unwrap_err();
    assert_eq!(refused.code(), "host.setup_busy");
    drop(held);
    assert!(!Lock::stands(root.path()));
    Lock::take_within(Duration::ZERO, root.path()).unwrap();
}

/// Somebody who types an answer, while something else happens.
struct Meanwhile<F: FnMut()>(F, &'static [u8]);

impl<F: FnMut()> Read for Meanwhile<F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        (self.0)();
        self.1.read(into)
    }
}

/// A yes is for what was shown.
#[test]
fn a_yes_to_something_else() {
    let (root, surroundings) = machine();
    let notes = root.path().join(".pi/agent/extensions/mind/README.md");
    let edited = notes.clone();
    let mine = move || fs::write(&edited, "mine").unwrap();
    runs(SETUP, &surroundings, "first");
    let removal = &["mind", "setup", "pi", "--remove"];
    let (exit, errors) = run_with(Meanwhile(mine, b"y\n"), removal, &surroundings);
    assert!(exit == Exit::Refused && errors.contains("host.config_changed"), "{errors}");
    assert_eq!(fs::read_to_string(&notes).unwrap(), "mine");
    let (exit, errors) = run_with(Meanwhile(|| {}, b"y\n"), removal, &surroundings);
    assert_eq!(exit, Exit::Done, "{errors}");
    assert_eq!(fs::read_to_string(notes.with_file_name("README.md.with-mind")).unwrap(), "mine");
}

/// A host that wrote its file after the change was shown keeps what it wrote.
#[test]
fn a_file_that_changed_in_the_meantime() {
    for now in [Some("{\"b\":2}"), None] {
        let (root, surroundings) = machine();
        let path = root.path().join(".cursor").join("mcp.json");
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, "{\"a\":1}").unwrap();
        let planned = plan(Host::Cursor, Direction::Connect, &surroundings).unwrap();
        match now {
            Some(now) => fs::write(&path, now).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let refused = apply(&[planned]).unwrap_err();
        assert_eq!(refused.code(), "host.config_changed");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), now);
        assert!(!root.path().join(".cursor/hooks.json").exists());
    }
}

/// What was written before a file that cannot be is named, and the call can be repeated.
#[test]
fn a_file_that_cannot_be_written() {
    let (root, surroundings) = machine();
    let directory = root.path().join(".cursor");
    let planned = plan(Host::Cursor, Direction::Connect, &surroundings).unwrap();
    fs::create_dir(&directory).unwrap();
    // Every name a new file would have is taken.
    for number in 0..16 {
        let name = format!("hooks.json.{}-{number}.tmp", std::process::id());
        fs::write(directory.join(name), "").unwrap();
    }
    let refused = apply(&[planned]).unwrap_err();
    let HostFault::Unwritable { path, done, .. } = &refused else { panic!("{refused:?}") };
    assert_eq!(path, &directory.join("hooks.json"));
    assert_eq!(done, &[directory.join("mcp.json")]);
    assert!(!directory.join("hooks.json").exists());
    runs(&["mind", "setup", "cursor", "--yes"], &surroundings, "again");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
}
