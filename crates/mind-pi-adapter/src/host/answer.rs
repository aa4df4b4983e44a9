//! Answers and refusals, with everything that gathered to be done.

use mind_core::time::Timestamp;
use mind_mcp::{Begun, words};
use mind_protocol::host::{
    Acknowledged, Effect, EffectKind, HostAnswer, HostRefusal, NotesCounted, OwnerTaken,
};
use mind_protocol::{No, Refusal, Yes};
use serde::Serialize;
use serde_json::Value;

use super::Live;
use crate::details::Details;
use crate::fault::Fault;
use crate::session::Session;
use crate::tool::Reply;

pub(super) fn close(live: &mut Live, now: Timestamp) -> Begun {
    // What was still to be shown goes with the session; a worker that runs for it is called off.
    Begun::Answered(match live.end(now) {
        Some(mut session) => {
            let effects = session.outbox.take().into_iter();
            let stops = |effect: &Effect| matches!(effect.kind, EffectKind::CancelWorker { .. });
            value(effects.filter(stops).collect(), Acknowledged {})
        }
        None => refused(Vec::new(), &Fault::UnknownSession),
    })
}

pub(super) fn owner_changed(session: &mut Session) -> Begun {
    let (state, reason) = session.state();
    answered(session, OwnerTaken { state, reason })
}

pub(super) fn notes_counted(session: &mut Session) -> NotesCounted {
    NotesCounted {
        notes: session.notes.usage().active,
        blocked: session.notes.active().err().map(|error| error.code().to_owned()),
    }
}

pub(super) fn acknowledged(session: &mut Session) -> Begun {
    answered(session, Acknowledged {})
}

pub(super) fn answered(session: &mut Session, answer: impl Serialize) -> Begun {
    Begun::Answered(answer_value(session, answer))
}

/// An answer with everything that gathered to be done.
pub(super) fn answer_value(session: &mut Session, answer: impl Serialize) -> Value {
    session.show_status();
    value(session.outbox.take(), answer)
}

pub(super) fn value(effects: Vec<Effect>, answer: impl Serialize) -> Value {
    let answer = HostAnswer { ok: Yes, effects, answer };
    serde_json::to_value(answer).expect("wire shapes have text keys and finite numbers")
}

/// An answer with more to be done behind what it asks for already.
pub(super) fn with_more(mut answer: Value, effects: Vec<Effect>) -> Value {
    let more = effects.into_iter().map(serde_json::to_value);
    let more = more.map(|effect| effect.expect("wire shapes have text keys and finite numbers"));
    if let Some(effects) = answer["effects"].as_array_mut() {
        effects.extend(more);
    }
    answer
}

pub(super) fn refused(effects: Vec<Effect>, fault: &Fault) -> Value {
    refusal(effects, fault.refusal(), None)
}

/// A refusal of what a person typed, in words; the host shows them.
pub(super) fn refused_command(session: &mut Session, fault: &Fault) -> Value {
    let because = fault.refusal();
    let text = words::refusal("Not done", &because);
    let details = Details::refused("command", &because).into_value();
    session.show_status();
    refusal(session.outbox.take(), because, Some((text, details)))
}

/// A refusal, with a tool's words and details where it is one.
pub(super) fn refusal(
    effects: Vec<Effect>,
    refusal: Refusal,
    words: Option<(String, Value)>,
) -> Value {
    let Refusal { code, message, detail, next, .. } = refusal;
    let (text, details) = words.unzip();
    let refusal = HostRefusal { ok: No, code, message, detail, next, effects, text, details };
    serde_json::to_value(refusal).expect("wire shapes have text keys and finite numbers")
}

/// A refusal in a tool's words.
pub(super) fn refused_reply(session: &mut Session, reply: Reply) -> Option<Value> {
    let Reply::Refused { text, refusal: because, details } = reply else { return None };
    session.show_status();
    Some(refusal(session.outbox.take(), *because, Some((text, details.into_value()))))
}
