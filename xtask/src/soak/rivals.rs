//! Rival processes from the side of the soak: started, listened to, killed, and taken into the model.

mod pending;

use std::env;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use mind_core::scope::{FactPlace, Tier};

use super::model::{Exchange, Key, Row, Said, Tidied, Who};
use super::rival::{Act, Line, MARK, Part};
use super::world::World;

/// The variable a rival that is a test finds its part in.
#[cfg(test)]
pub(super) const PART: &str = "MIND_SOAK_PART";
/// Acts of a rival that lives to its end.
const ACTS: usize = 10;
/// More acts than a rival that is killed comes to.
const NO_END: usize = 100_000;
/// Time zones rivals believe to be in; none may matter.
const ZONES: [&str; 4] = ["UTC", "America/St_Johns", "Pacific/Kiritimati", "Europe/Rome"];

/// How this program is started again as a rival.
#[derive(Clone, Copy, Debug)]
pub(super) enum Launch {
    /// As a chore.
    Chore,
    /// As the test of this name, which plays the part it finds in [`PART`].
    #[cfg(test)]
    Test(&'static str),
}

/// A rival that runs. Dropping it ends it.
struct Running {
    process: Child,
    heard: Receiver<String>,
    who: Who,
    lines: Vec<Line>,
}

impl World {
    /// Two or three rivals write while a session does; all of them come to their end.
    pub(super) fn run_side_by_side(&mut self) -> Result<()> {
        let yard = self.dice.below(self.yards.len());
        let count = 2 + self.dice.below(2);
        let mut all = Vec::new();
        for number in 0..count {
            all.push(self.start(number, yard, ACTS)?);
        }
        let who = self.who("ops", Some(yard))?;
        for _ in 0..6 {
            self.write_something(&who)?;
        }
        for mut rival in all {
            rival.hear_to_the_end()?;
            let status = rival.process.wait()?;
            self.hold(status.success(), "rivals come to their end", || status.to_string());
            self.tally.rivals += 1;
            let lines = std::mem::take(&mut rival.lines);
            self.believe(&rival.who, &lines);
        }
        Ok(())
    }

    /// A rival writes until it is killed, at whatever it is doing.
    pub(super) fn kill_one(&mut self) -> Result<()> {
        let yard = self.dice.below(self.yards.len());
        let number = self.dice.below(3);
        let mut rival = self.start(number, yard, NO_END)?;
        for _ in 0..=self.dice.below(10) {
            rival.hear(None)?;
        }
        let more = Duration::from_micros(self.dice.below(9_000) as u64);
        let until = Instant::now() + more;
        while rival.hear(Some(until))? {}
        rival.process.kill()?;
        rival.process.wait()?;
        rival.hear_to_the_end()?;
        self.tally.kills += 1;
        let lines = std::mem::take(&mut rival.lines);
        self.believe(&rival.who, &lines);
        if let Some(Line { done: false, act }) = lines.last() {
            self.look_for(&rival.who, act)?;
        }
        self.tolerate_leftovers()?;
        self.settle_receipts(&rival.who)
    }

    fn start(&mut self, number: usize, yard: usize, acts: usize) -> Result<Running> {
        let persona = format!("rival-{number}");
        let who = self.who(&persona, Some(yard))?;
        let part = Part {
            home: self.home(),
            now: self.now(),
            persona,
            project: self.yards[yard].root.clone(),
            seed: self.dice.roll(),
            day: self.day,
            acts,
        };
        let mut command = self.launch.command(&part)?;
        command.env("TZ", *self.dice.pick(&ZONES)).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let mut said = BufReader::new(process.stdout.take().context("it was piped")?);
        let (sender, heard) = channel();
        thread::spawn(move || {
            let mut line = String::new();
            while said.read_line(&mut line).is_ok_and(|count| count > 0) {
                let word = line.strip_prefix(MARK).and_then(|rest| rest.strip_suffix('\n'));
                if word.is_some_and(|word| sender.send(word.to_owned()).is_err()) {
                    return;
                }
                line.clear();
            }
        });
        Ok(Running { process, heard, who, lines: Vec::new() })
    }

    /// Takes what a rival acknowledged into the model.
    fn believe(&mut self, who: &Who, lines: &[Line]) {
        let now = self.now();
        for line in lines.iter().filter(|line| line.done) {
            match &line.act {
                Act::Keep { tier, text, supersedes, id } => {
                    self.kept(who, (tier, text), supersedes.as_deref(), id);
                }
                Act::Promote { id } => {
                    self.model.promote(who, id, Tier::ProjectLong, now);
                    self.tally.promoted += 1;
                }
                Act::Forget { id } => self.tally.forgotten += self.model.forget(who, id, None, now),
                Act::Tidy { before, text, after, receipt } => {
                    self.tidied(who, before, (after, text), receipt);
                }
                Act::Undo { receipt } => {
                    self.model.undo(receipt, now);
                    self.tally.undone += 1;
                }
                Act::Defer { text, id } => self.deferred(who, text, id),
            }
        }
    }

    fn kept(&mut self, who: &Who, (tier, text): (&str, &str), supersedes: Option<&str>, id: &str) {
        let now = self.now();
        let said = Said {
            kind: "note".to_owned(),
            text: text.to_owned(),
            tier: tier.parse().ok(),
            supersedes: supersedes.map(str::to_owned),
            ..Said::default()
        };
        let foretold = self.model.remember(who, &said, id, now);
        self.tally.acknowledged += 1;
        self.tally.superseded += foretold.retired;
    }

    fn tidied(&mut self, who: &Who, before: &[String], (id, text): (&str, &str), receipt: &str) {
        let now = self.now();
        let Some(place) = who.place(Tier::ProjectLong) else { return };
        let keys: Vec<Key> = before.iter().map(|id| who.key(Tier::ProjectLong, id)).collect();
        // The product takes sources in the order of the file, which is the order they were recorded in.
        let known = |key: &Key| Some((key.clone(), self.model.row(&place, key)?.clone()));
        let before: Vec<(Key, Row)> = keys.iter().rev().filter_map(known).collect();
        let rows = || before.iter().map(|(_, row)| row);
        let row = Row {
            kind: "note".to_owned(),
            text: text.to_owned(),
            tags: Vec::new(),
            recorded: rows().map(|row| row.recorded).min().unwrap_or(now),
            seen: rows().map(|row| row.seen).max().unwrap_or(now),
            expires: None,
            supersedes: rows().find_map(|row| row.supersedes.clone()),
        };
        let after = (who.key(Tier::ProjectLong, id), row);
        let (receipt, who) = (receipt.to_owned(), who.clone());
        let exchanges = vec![Exchange { before, after }];
        self.model.tidy(Tidied { receipt, who, place, exchanges, undone: false }, now);
        self.tally.applied += 1;
    }

    fn deferred(&mut self, who: &Who, text: &str, id: &str) {
        let now = self.now();
        let Some(project) = who.project.clone() else { return };
        let key = Key { owner: Some(who.segment()), id: id.to_owned() };
        self.model.add(&project, &key, text, (None, None), now);
        self.tally.deferred += 1;
    }

    fn long_place(who: &Who) -> Result<FactPlace> {
        who.place(Tier::ProjectLong).context("a rival works in a project")
    }
}

impl Launch {
    fn command(self, part: &Part) -> Result<Command> {
        let part = serde_json::to_string(part)?;
        let mut command = Command::new(env::current_exe()?);
        match self {
            Self::Chore => command.arg("soak-rival").arg(part),
            #[cfg(test)]
            Self::Test(name) => {
                command.args(["--exact", name, "--nocapture", "--test-threads=1"]).env(PART, part)
            }
        };
        Ok(command)
    }
}

impl Running {
    /// Hears one line, until a time if one is given; false when there is none.
    fn hear(&mut self, until: Option<Instant>) -> Result<bool> {
        let heard = match until {
            None => self.heard.recv().ok(),
            Some(until) => {
                let left = until.saturating_duration_since(Instant::now());
                match self.heard.recv_timeout(left) {
                    Ok(line) => Some(line),
                    Err(RecvTimeoutError::Timeout) => return Ok(false),
                    Err(RecvTimeoutError::Disconnected) => None,
                }
            }
        };
        ensure!(heard.is_some(), "a rival ended before its time");
        self.lines.extend(heard.map(|line| serde_json::from_str(&line)).transpose()?);
        Ok(true)
    }

    fn hear_to_the_end(&mut self) -> Result<()> {
        while let Ok(line) = self.heard.recv() {
            self.lines.push(serde_json::from_str(&line)?);
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
