//! Rival processes: this test binary, started by itself to play one part.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{self, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mind_core::port::{Decision, Edits, Expect, Store as _};
use mind_core::scope::{FactPlace, Tier};
use mind_store_fs::{FsStore, Limits};

use crate::support::{PATIENCE, clean, demo, dev, fact, now, remember, working};

const ROLE: &str = "MIND_TEST_ROLE";
const HOME: &str = "MIND_TEST_HOME";
const WORDS: &str = "MIND_TEST_WORDS";
/// What a child says begins with this, so that nothing else is mistaken for it.
const MARK: &str = "> ";

/// The part a process plays.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// Holds the transaction until its input ends.
    Hold,
    /// Begins a change of the tier in its first word, appending its further words, and stays in the decider until its input ends.
    Decide,
    /// Appends as many rows as its second word says, named after its first, and says each when it is acknowledged.
    Write,
    /// Reads until its input ends, and says how often.
    Read,
    /// Takes the transaction, notes in the file its second word names when it comes in and goes out, and says so.
    Contend,
    /// Says whether the transaction is to be had at once.
    Try,
    /// Stages a plan, and applies it once its input ends.
    Apply,
    /// Applies a plan and undoes it, over and over, and says each when it is acknowledged.
    Tidy,
}

impl Role {
    const ALL: [Self; 8] = [
        Self::Hold,
        Self::Decide,
        Self::Write,
        Self::Read,
        Self::Contend,
        Self::Try,
        Self::Apply,
        Self::Tidy,
    ];

    fn name(self) -> String {
        format!("{self:?}")
    }
}

/// A process that plays a part. Dropping it ends it.
pub(crate) struct Child {
    process: process::Child,
    said: BufReader<ChildStderr>,
}

impl Child {
    /// Starts a process for a home.
    pub(crate) fn start(role: Role, home: &Path, words: &[&str]) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child::play", "--nocapture", "--test-threads=1"])
            .env(ROLE, role.name())
            .env(HOME, home)
            .env(WORDS, words.join("\u{1f}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(process.stderr.take().unwrap());
        Self { process, said }
    }

    /// The number the system knows it by.
    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    /// The next thing it says; none when it has ended.
    pub(crate) fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.said.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            // A process that is killed in the middle of a line has not said it.
            if let Some(word) = line.strip_prefix(MARK).and_then(|rest| rest.strip_suffix('\n')) {
                return Some(word.to_owned());
            }
            // A panic, say: whoever reads the failed test wants to know.
            eprint!("{line}");
        }
    }

    /// Waits until it says this.
    pub(crate) fn expect(&mut self, word: &str) {
        assert_eq!(self.hear().as_deref(), Some(word));
    }

    /// Ends it at once, whatever it does, and waits until it is gone.
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Ends its input.
    pub(crate) fn go(&mut self) {
        drop(self.process.stdin.take());
    }

    /// Ends its input and waits for its end.
    pub(crate) fn finish(&mut self) -> ExitStatus {
        drop(self.process.stdin.take());
        self.process.wait().unwrap()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Not a test but the entrance of child processes; without a part to play it does nothing.
#[test]
fn play() {
    let Ok(name) = std::env::var(ROLE) else { return };
    let role = Role::ALL.into_iter().find(|role| role.name() == name).unwrap();
    let home = PathBuf::from(std::env::var_os(HOME).unwrap());
    let words = std::env::var(WORDS).unwrap();
    let words: Vec<&str> = words.split('\u{1f}').collect();
    let store = FsStore::new(home, Limits::default());
    match role {
        Role::Hold => hold(&store),
        Role::Decide => decide(&store, &words),
        Role::Write => write(&store, &words),
        Role::Read => read(&store),
        Role::Contend => contend(&store, &words),
        Role::Apply => {
            crate::optimize::apply_in_a_child(store.home(), &say, &wait_for_the_parent);
        }
        Role::Tidy => crate::optimize::tidy_in_a_child(store.home(), &say),
        Role::Try => say(store.transaction(now(), Duration::ZERO).map_or("locked", |_| "had")),
    }
}

/// To standard error itself: the test harness keeps what `eprintln!` says.
fn say(word: &str) {
    writeln!(std::io::stderr(), "{MARK}{word}").unwrap();
}

/// Blocks until the parent ends the input.
fn wait_for_the_parent() {
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

fn hold(store: &FsStore) {
    let transaction = store.transaction(now(), PATIENCE).unwrap();
    say("held");
    wait_for_the_parent();
    drop(transaction);
}

fn decide(store: &FsStore, words: &[&str]) {
    let place = match words[0].parse().unwrap() {
        Tier::Persona => dev(),
        Tier::ProjectLong => FactPlace::ProjectLong(demo()),
        Tier::Shared => FactPlace::Shared,
        Tier::Project | Tier::Session => working(),
    };
    let rows: Vec<_> = words[1..].iter().map(|text| fact(&place, text)).collect();
    let mut transaction = store.transaction(now(), PATIENCE).unwrap();
    let decided = transaction.update(&place, Expect::Any, &mut |_| {
        say("deciding");
        wait_for_the_parent();
        let mut edits = Edits::new();
        for row in &rows {
            edits.append(clean(row.clone()));
        }
        Decision::Edit(edits)
    });
    decided.unwrap();
}

fn write(store: &FsStore, words: &[&str]) {
    let count: usize = words[1].parse().unwrap();
    for n in 0..count {
        let text = format!("writer {} row {n}", words[0]);
        remember(store, &working(), &text).unwrap();
        say(&text);
    }
}

fn read(store: &FsStore) {
    let ended = Arc::new(AtomicBool::new(false));
    std::thread::spawn({
        let ended = Arc::clone(&ended);
        move || {
            wait_for_the_parent();
            ended.store(true, Ordering::SeqCst);
        }
    });
    let (mut reads, mut rows) = (0, 0);
    while !ended.load(Ordering::SeqCst) || reads == 0 {
        let seen = store.facts(&working()).unwrap();
        assert_eq!((&seen.warnings, seen.sequence), (&Vec::new(), seen.rows.len() as u64));
        assert!(seen.rows.len() >= rows, "rows went missing");
        (reads, rows) = (reads + 1, seen.rows.len());
        if reads == 1 {
            say("reading");
        }
    }
    say(&format!("last saw {rows}"));
}

fn contend(store: &FsStore, words: &[&str]) {
    let mut log = File::options().append(true).create(true).open(words[1]).unwrap();
    say("ready");
    let transaction = store.transaction(now(), PATIENCE).unwrap();
    say("in");
    writeln!(log, "in {}", words[0]).unwrap();
    // Long enough for a second one to come in, if it can.
    for _ in 0..100 {
        std::thread::yield_now();
    }
    writeln!(log, "out {}", words[0]).unwrap();
    drop(transaction);
    say("out");
}
