//! The longer reports of a person's commands.

use std::time::Duration;

use mind_core::port::{Clock, Store};
use mind_core::time::Timestamp;
use mind_mcp::Begun;
use sha2::{Digest as _, Sha256};

use super::Host;
use super::answer::refused;
use super::commands::{report_value, reported};
use crate::command::{Texts, remembered_by_run};
use crate::fault::Fault;
use crate::session::Session;

/// How long a confirmation holds.
const CONFIRMATION_MS: i64 = 120_000;

/// The two blocks of the last run as the model got them, and why each line is in them.
pub(super) fn context(session: &Session) -> String {
    let Some(last) = &session.last else { return "no run yet".to_owned() };
    let empty =
        |block: &str| if block.is_empty() { "(empty)".to_owned() } else { block.to_owned() };
    let why = remembered_by_run(last, Texts::Begun).join("\n");
    format!("{}\n\n{}\n\n{why}", empty(&last.standing), empty(&last.task))
}

/// Everything looked at. The stores are examined where somebody owns them.
pub(super) fn doctor<S: Store + 'static, C: Clock + Clone + 'static>(
    host: &Host<S, C>,
    session: &mut Session,
    deadline: Duration,
    mut lines: Vec<String>,
) -> Result<Begun, Fault> {
    const TITLE: &str = "mind · doctor";
    let Some(stamp) = session.companion.stamp() else {
        lines.push("stores not examined".to_owned());
        return Ok(reported(session, TITLE, &lines.join("\n")));
    };
    let cwd = session.opened.cwd.clone();
    let persona = stamp.persona.unwrap_or_default();
    let late = refused(Vec::new(), &Fault::Deadline);
    host.work(session, deadline, late, move |host, job| {
        let checks = host.world.checks(&cwd, &persona);
        lines.extend(crate::doctor::checks(&checks));
        host.finish(job, |session| report_value(session, TITLE, &lines.join("\n")))
    })
}

impl Session {
    /// The word that confirms something in this session for two minutes.
    pub(super) fn confirm(&mut self, about: &str, now: Timestamp) -> String {
        let seed = format!("{}\0{}\0{about}\0{}", self.id, self.serial, now.millis());
        let digest = Sha256::digest(seed.as_bytes());
        let code = format!("yes-{:02x}{:02x}", digest[0], digest[1]);
        let until = now.plus_millis(CONFIRMATION_MS).unwrap_or(Timestamp::MAX);
        self.confirmation = Some((format!("{about}\0{code}"), until));
        code
    }

    /// Whether what was typed confirms it; a word counts once.
    pub(super) fn confirmed(&mut self, about: &str, typed: Option<&str>, now: Timestamp) -> bool {
        let Some(typed) = typed else { return false };
        let expected = format!("{about}\0{typed}");
        let holds = |(code, until): &(String, Timestamp)| *code == expected && now < *until;
        let confirmed = self.confirmation.as_ref().is_some_and(holds);
        if confirmed {
            self.confirmation = None;
        }
        confirmed
    }
}
