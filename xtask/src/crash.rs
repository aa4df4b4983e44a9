//! `cargo xtask crash`: the real binary, broken at every system call that matters (store contract, T-7).
//!
//! One call is made again and again on the same home, each time with the next system call of a kind failing or the process killed there, until there is no further one. After each, nothing acknowledged may be missing, nothing may be there in part, the doctor must be able to say what there is, and the same call must succeed.

mod home;

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::run::cargo_step;
use crate::workspace::Workspace;
use home::{Fact, Home, Outcome};

/// More system calls of one kind than any call here makes; reaching it means the breaking does not work.
const MANY: usize = 400;

/// How a system call is broken: its names, what happens at it, and whether every later one is broken too.
struct Fault {
    calls: &'static str,
    what: &'static str,
    lasting: bool,
}

const FAULTS: [Fault; 10] = [
    Fault { calls: "fsync,fdatasync", what: "error=EIO", lasting: false },
    Fault { calls: "fsync,fdatasync", what: "error=EIO", lasting: true },
    Fault { calls: "fsync,fdatasync", what: "signal=SIGKILL", lasting: false },
    Fault { calls: "/^rename", what: "error=ENOSPC", lasting: false },
    Fault { calls: "/^rename", what: "error=ENOSPC", lasting: true },
    Fault { calls: "/^rename", what: "signal=SIGKILL", lasting: false },
    Fault { calls: "/^(p?write|pwritev)", what: "error=EDQUOT", lasting: false },
    Fault { calls: "/^(p?write|pwritev)", what: "error=EDQUOT", lasting: true },
    Fault { calls: "/^(p?write|pwritev)", what: "signal=SIGKILL", lasting: false },
    Fault { calls: "/^(unlink|link|mkdir)", what: "signal=SIGKILL", lasting: false },
];

/// A call that is made while something breaks.
#[derive(Clone, Copy)]
enum Call {
    /// A new working fact.
    Remember,
    /// A working fact made durable: the two writes of which one may happen alone.
    Promote,
}

/// What is in the home before, and must never be missing.
const KEPT: [(&str, &str); 2] =
    [("project", "The build takes 4 minutes."), ("persona", "Prefers tabs.")];
/// The fact the calls are about.
const SUBJECT: &str = "Deploys run on Tuesdays.";

impl Call {
    fn name(self) -> &'static str {
        match self {
            Self::Remember => "remember",
            Self::Promote => "promote",
        }
    }

    /// A home as it is before the call, and the words of the call.
    fn prepare(self, home: &Home) -> Result<Vec<String>> {
        for (tier, text) in KEPT {
            home.remember(tier, text)?;
        }
        let words = match self {
            Self::Remember => ["remember", "--tier", "project", SUBJECT].map(str::to_owned).into(),
            Self::Promote => {
                let id = home.remember("project", SUBJECT)?;
                vec!["promote".to_owned(), id, "--to".to_owned(), "project-long".to_owned()]
            }
        };
        Ok(words)
    }

    /// The tiers the subject may be in after a call that was not acknowledged; none means nowhere.
    fn allowed(self, tiers: &[&str], acknowledged: bool) -> bool {
        match (self, acknowledged) {
            (Self::Remember, true) => tiers == ["project"],
            (Self::Remember, false) => tiers.is_empty() || tiers == ["project"],
            // An acknowledged promotion may have left the working fact where it was, and says so.
            (Self::Promote, true) => tiers.contains(&"project-long"),
            (Self::Promote, false) => !tiers.is_empty(),
        }
    }

    /// The tier the subject is in once the call has succeeded.
    fn settled(self) -> &'static str {
        match self {
            Self::Remember => "project",
            Self::Promote => "project-long",
        }
    }
}

/// Breaks one remember and one promote at every system call that matters. With a binary given, that one; else `mind` is built.
pub(crate) fn run(workspace: &Workspace, binary: Option<&Path>) -> Result<()> {
    let traced = Command::new("strace").arg("--version").stdout(Stdio::null()).status();
    let has_strace = traced.is_ok_and(|status| status.success());
    ensure!(cfg!(target_os = "linux") && has_strace, "this needs Linux and `strace`");
    let binary = if let Some(binary) = binary {
        binary.canonicalize().with_context(|| binary.display().to_string())?
    } else {
        cargo_step(workspace, &["build", "--workspace", "--bin", "mind", "--locked"])?;
        workspace.metadata()?.target_directory.join("debug/mind")
    };
    for call in [Call::Remember, Call::Promote] {
        let template = Home::create(&binary)?;
        let words = call.prepare(&template)?;
        for fault in &FAULTS {
            let broken = break_everywhere(call, &template, &words, fault)?;
            let every = if fault.lasting { " and after" } else { "" };
            println!("{}: {} of {}{every}: {broken}", call.name(), fault.what, fault.calls);
        }
    }
    Ok(())
}

/// Breaks a call at the first system call of a kind, at the second, and so on; answers how many there were.
fn break_everywhere(call: Call, template: &Home, words: &[String], fault: &Fault) -> Result<usize> {
    for nth in 1..MANY {
        let home = template.copy()?;
        let lasting = if fault.lasting { "+" } else { "" };
        let inject = format!("inject={}:{}:when={nth}{lasting}", fault.calls, fault.what);
        let outcome = home.broken(words, fault.calls, &inject)?;
        check(call, &home, words, &outcome)
            .with_context(|| format!("{} under {inject}: {}", call.name(), outcome.said))?;
        if !outcome.was_broken {
            ensure!(outcome.acknowledged, "{}: fails unbroken: {}", call.name(), outcome.said);
            return Ok(nth - 1);
        }
    }
    bail!("more than {MANY} system calls of {}", fault.calls)
}

/// Looks for what is missing, in part or in the way, and repeats the call.
fn check(call: Call, home: &Home, words: &[String], outcome: &Outcome) -> Result<()> {
    home.doctor()?;
    let facts = home.export()?;
    kept(&facts)?;
    let tiers = tiers_of(&facts, SUBJECT);
    let acknowledged = outcome.acknowledged;
    ensure!(
        call.allowed(&tiers, acknowledged),
        "the fact is in {tiers:?}, acknowledged: {acknowledged}"
    );
    // A promotion that was carried out before its end was said has nothing left to promote.
    let settled = tiers == [call.settled()] && matches!(call, Call::Promote);
    let again = home.call(words)?;
    ensure!(again.acknowledged || settled, "the same call fails afterwards: {}", again.said);
    let facts = home.export()?;
    kept(&facts)?;
    let tiers = tiers_of(&facts, SUBJECT);
    ensure!(tiers == [call.settled()], "after the same call the fact is in {tiers:?}");
    // Whatever writes next to the dead writer's leftovers takes them away.
    for (tier, _) in KEPT {
        home.remember(tier, "The attic is cold.")?;
    }
    home.remember("project-long", "The attic is cold.")?;
    let left = home.temporaries()?;
    ensure!(left.is_empty(), "temporaries are left: {left:?}");
    home.doctor()
}

fn kept(facts: &[Fact]) -> Result<()> {
    for (tier, text) in KEPT {
        let found = tiers_of(facts, text);
        ensure!(found == [tier], "an old fact of {tier} is in {found:?}");
    }
    Ok(())
}

fn tiers_of<'a>(facts: &'a [Fact], text: &str) -> Vec<&'a str> {
    facts.iter().filter(|fact| fact.text == text).map(|fact| fact.tier.as_str()).collect()
}
