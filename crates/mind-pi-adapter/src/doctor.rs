//! What a report says of a session: the engine, whose memory it is and why, and what was found (PI-80, W-72).

use mind_core::time::Timestamp;
use mind_persona_port::Mode;
use mind_protocol::{Check, CheckLevel};

use crate::companion::Because;
use crate::host::Timings;
use crate::session::Session;
use crate::tool::Facility;
use crate::world::World;

/// The lines about the session itself.
pub(crate) fn session(
    session: &Session,
    world: &dyn World,
    timings: &Timings,
    now: Timestamp,
) -> Vec<String> {
    let host = &session.opened.host;
    let (state, code) = session.state();
    let state = format!("{state:?}").to_lowercase();
    let code = code.map_or(String::new(), |code| format!(" ({code})"));
    let mut lines = vec![
        format!(
            "engine    {}, host protocol {}",
            env!("CARGO_PKG_VERSION"),
            mind_protocol::host::HOST_PROTOCOL
        ),
        format!(
            "host      {} {}, extension {}, mode {}",
            host.name, host.version, host.extension, host.mode
        ),
        format!("state     {state}{code}"),
    ];
    if let Some(model) = &session.opened.model {
        lines.push(format!("model     {}/{}", model.provider, model.id));
    }
    lines.push(format!("agent dir {}", session.opened.agent_dir));
    lines.extend(other_directory(session, world));
    lines.extend(host.found.as_ref().map(|found| format!("found     {found}")));
    lines.extend(owner(session));
    lines.extend(tools(session));
    if session.notes.gaps() > 0 {
        lines.push(format!("notes     gaps: {}", session.notes.gaps()));
    }
    if session.reminders.is_legacy() {
        lines.push("reminders an older program on this machine shows them".to_owned());
    }
    lines.extend(
        session.settings.faults.iter().map(|fault| format!("setting   not understood: {fault}")),
    );
    lines.extend(session.review_status(now).lines().map(|line| format!("reviews   {line}")));
    lines.extend(timings.lines());
    lines
}

/// The tools of the session, and each that found no free name (PI-12).
fn tools(session: &Session) -> Vec<String> {
    let names = |facility: &Facility| session.names.of(*facility);
    let tools: Vec<&str> = Facility::ALL.iter().filter_map(names).collect();
    let listed = if tools.is_empty() { "none registered".to_owned() } else { tools.join(", ") };
    let mut lines = vec![format!("tools     {listed}")];
    if session.names.are_wanted {
        let left_out = Facility::ALL.iter().filter(|facility| names(facility).is_none());
        lines.extend(left_out.map(|facility| {
            let name = facility.as_str();
            format!("tools     {name} left out: {name} and mind_{name} are taken")
        }));
    }
    lines
}

/// That the memory is looked for beside another directory than the host's own (PI-34).
fn other_directory(session: &Session, world: &dyn World) -> Option<String> {
    let named =
        ["PI_CODING_AGENT_DIR", "PI_AGENT_DIR"].iter().find_map(|name| world.variable(name));
    let ours = named.or_else(|| world.variable("HOME").map(|home| format!("{home}/.pi/agent")))?;
    let theirs = session.opened.agent_dir.trim_end_matches('/');
    (ours.trim_end_matches('/') != theirs)
        .then(|| format!("WARN      the memory is looked for by {ours}, not by Pi's own directory"))
}

fn owner(session: &Session) -> Vec<String> {
    let diagnosis = session.companion.diagnosis();
    let mode = match diagnosis.mode {
        Mode::Standalone => "standalone",
        Mode::Persona => "persona",
    };
    let because = match diagnosis.because {
        Because::Setting => "by setting",
        Because::Answered => "a companion answered",
        Because::Leg => "the session is a delegated worker",
        Because::Listed => "pi-persona stands among Pi's packages",
        Because::Nothing => "no sign of a companion",
        Because::Appeared => "a companion appeared",
    };
    let mut lines = vec![format!("owner     {mode}, {because}")];
    if let Some(provider) = &diagnosis.provider {
        let provider = mind_core::scan::label(provider);
        let version = diagnosis.version.as_deref().unwrap_or("?");
        lines.push(format!("companion {provider} {version}"));
    }
    if !diagnosis.malformed.is_empty() {
        lines.push(format!("companion answer malformed: {}", diagnosis.malformed.join(", ")));
    }
    if diagnosis.mode == Mode::Persona {
        lines.push("companion support: tested with the reference provider only".to_owned());
    }
    lines
}

/// The lines of checks that were made.
pub(crate) fn checks(checks: &[Check]) -> Vec<String> {
    let line = |check: &Check| {
        let level = match check.level {
            CheckLevel::Ok => "ok  ",
            CheckLevel::Warn => "WARN",
            CheckLevel::Fail => "FAIL",
        };
        let next = check.next.as_ref().map_or(String::new(), |next| format!(". Next: {next}"));
        format!("{level} {}: {}{next}", check.subject, check.finding)
    };
    checks.iter().map(line).collect()
}
