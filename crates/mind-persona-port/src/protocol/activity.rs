//! What `mind` tells a companion of its work (W-40 to W-42): six members, and no way to say more.

use serde_json::{Value, json};

use super::PROTOCOL_VERSION;

/// The part of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Looking for what could be better.
    Inspect,
    /// Preparing a change.
    Stage,
    /// Making it.
    Apply,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It has begun.
    Running,
    /// A change is prepared; nothing runs.
    Staged,
    /// It is over.
    Done,
    /// It is over, and nothing came of it.
    Failed,
}

/// What it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A project's working facts.
    Project,
    /// A project's durable facts.
    ProjectLong,
    /// A persona's facts.
    Persona,
    /// Everyone's facts.
    Shared,
}

/// One step of a piece of work, as the bus carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    session: String,
    id: String,
    phase: Phase,
    state: State,
    target: Target,
}

impl Activity {
    /// The payload: exactly these six members.
    pub fn payload(&self) -> Value {
        let phase = match self.phase {
            Phase::Inspect => "inspect",
            Phase::Stage => "stage",
            Phase::Apply => "apply",
        };
        let state = match self.state {
            State::Running => "running",
            State::Staged => "staged",
            State::Done => "done",
            State::Failed => "failed",
        };
        let target = match self.target {
            Target::Project => "project",
            Target::ProjectLong => "project-long",
            Target::Persona => "persona",
            Target::Shared => "shared",
        };
        json!({
            "version": PROTOCOL_VERSION,
            "sessionId": self.session,
            "activityId": self.id,
            "phase": phase,
            "state": state,
            "target": target,
        })
    }
}

/// A piece of work that has begun. Ending it consumes it, so that it ends once.
#[derive(Debug)]
pub struct Sequence(Activity);

impl Sequence {
    /// Begins a piece of work with a number of its own; the answer is what to tell first.
    pub fn begin(session: &str, number: u64, phase: Phase, target: Target) -> (Self, Activity) {
        let id = format!("act-{:012x}", number & 0xffff_ffff_ffff);
        let running =
            Activity { session: session.to_owned(), id, phase, state: State::Running, target };
        (Self(running.clone()), running)
    }

    /// What to tell when it went well: a prepared change is not running work.
    pub fn done(self) -> Activity {
        let state = if self.0.phase == Phase::Stage { State::Staged } else { State::Done };
        Activity { state, ..self.0 }
    }

    /// What to tell when nothing came of it.
    pub fn failed(self) -> Activity {
        Activity { state: State::Failed, ..self.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W-40, W-41: a closed payload; first running, then one end.
    #[test]
    fn activity_closed() {
        let begin = |phase| Sequence::begin("01a2-demo", 0x5c1d_9e2f_7a30, phase, Target::Project);
        let (sequence, running) = begin(Phase::Stage);
        let staged = sequence.done().payload();
        let expect = r#"{"version":1,"sessionId":"01a2-demo","activityId":"act-5c1d9e2f7a30","phase":"stage","state":"staged","target":"project"}"#;
        assert_eq!(staged.to_string(), expect);
        assert_eq!(running.payload()["state"], "running");
        assert_eq!(running.payload()["activityId"], staged["activityId"]);
        for phase in [Phase::Inspect, Phase::Apply] {
            assert_eq!(begin(phase).0.done().payload()["state"], "done");
        }
        assert_eq!(begin(Phase::Stage).0.failed().payload()["state"], "failed");
        assert_eq!(staged.as_object().unwrap().len(), 6);
    }
}
