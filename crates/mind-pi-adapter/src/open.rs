//! The beginning of a session (PI-34, PI-12, PI-18, W-13).

use mind_core::note::Notes;
use mind_core::time::Timestamp;
use mind_persona_port::protocol::is_listed;
use mind_persona_port::{Generation, Mode};
use mind_protocol::host::{HostReference, ProjectSeen, SessionOpen, SessionOpened, Taken, Watch};

use crate::capture::DEFERRED_INPUT;
use crate::command;
use crate::companion::{Companion, Setup, State};
use crate::notes::history;
use crate::nudge;
use crate::outbox::Outbox;
use crate::review::Reviews;
use crate::session::{Beginning, Opened, Session, hearing};
use crate::settings::Layers;
use crate::tool::{ToolNames, definitions};
use crate::world::World;

/// Another name of the command.
const ALIAS: &str = "persona-mind";

/// Begins a session. `before` is the generation of the one that ended.
pub(crate) fn begin(
    world: &dyn World,
    reference: &HostReference,
    open: SessionOpen,
    serial: u64,
    before: Generation,
    outbox: Outbox,
    now: Timestamp,
) -> Session {
    let mut layers = Layers::new(world, &open.settings);
    let owner = layers.owner();
    let setup = Setup {
        session: reference.session_id.clone(),
        companion: owner.companion,
        persona: owner.persona,
        leg: open.leg,
        listed: open.packages.iter().any(is_listed),
    };
    let companion = Companion::open(setup, &hearing(reference), before);
    if companion.diagnosis().mode == Mode::Persona {
        layers.read_preferences(&open.agent_dir);
    }
    let settings = layers.finish();
    let reviews = Reviews::begin(settings.reviews.clone(), &open.reviews);
    let lean = open.leg || companion.state() == State::Lean;
    let notes = if lean { Notes::default() } else { Notes::replay(&history(&open.events)) };
    let names = if lean || !companion.registers_tools() {
        ToolNames::default()
    } else {
        ToolNames::free(&open.taken)
    };
    let opened = Opened {
        passive: has_command(&open.taken, ALIAS),
        host: open.host,
        agent_dir: open.agent_dir,
        leg: open.leg,
        model: open.model,
        cwd: open.cwd,
    };
    let project = world.project(&opened.cwd);
    let mut session = Session::begin(Beginning {
        serial,
        here: reference.clone(),
        opened,
        project,
        companion,
        settings,
        notes,
        names,
        reviews,
        outbox,
    });
    session.answer = Some(answer(&session, &open.taken));
    session.tell_news();
    session.tell_switched_off();
    session.notes_changed();
    session.activate_reviews(now);
    session
}

/// What the host is answered; state and persona are those of the moment.
fn answer(session: &Session, taken: &Taken) -> SessionOpened {
    let lean = session.is_lean();
    let alias = (!lean && !has_command(taken, ALIAS)).then(|| ALIAS.to_owned());
    SessionOpened {
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        state: session.state().0,
        reason: None,
        tools: definitions(&session.names),
        alias,
        completions: if lean { Vec::new() } else { command::completions() },
        watch: if lean { Watch::default() } else { watch() },
        persona: None,
        project: session.project.as_ref().map(|project| ProjectSeen {
            root: project.path().unwrap_or_default().to_owned(),
            slug: project.slug().as_str().to_owned(),
        }),
    }
}

/// The answer to the open call as it stands now.
pub(crate) fn opened(session: &Session) -> SessionOpened {
    let (state, reason) = session.state();
    let persona = session.companion.stamp().map(|stamp| {
        let name = stamp.persona.unwrap_or_default();
        mind_core::scope::Persona::named(&name)
            .map_or(name, |persona| persona.segment().to_string())
    });
    let answer = session.answer.clone();
    let answer = answer.unwrap_or_else(|| self::answer(session, &Taken::default()));
    SessionOpened { state, reason, persona, ..answer }
}

fn watch() -> Watch {
    Watch {
        custom_types: vec![nudge::REPORTS.to_owned(), DEFERRED_INPUT.to_owned()],
        tool_results: nudge::TOOLS.map(str::to_owned).to_vec(),
    }
}

/// Whether a command is taken, also under a name that Pi gave it because it was taken twice.
fn has_command(taken: &Taken, name: &str) -> bool {
    taken.commands.iter().any(|command| {
        let rest = command.strip_prefix(name);
        rest.is_some_and(|rest| {
            rest.is_empty()
                || rest.strip_prefix(':').is_some_and(|number| {
                    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
                })
        })
    })
}
