//! The engine behind one host: takes calls in the order they come, and answers each with what is to be done.

mod answer;
mod commands;
mod events;
mod live;
mod optimize;
mod reports;
mod reviews;
mod runs;
mod timings;
mod tools;
mod work;

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use mind_core::Mind;
use mind_core::port::{Clock, Store};
use mind_core::review::schedule::Event;
use mind_core::time::Timestamp;
use mind_mcp::{Begun, HostCall, HostDesk, Work};
use mind_protocol::host::Acknowledged;
use serde_json::{Map, Value};

use crate::call::{Call, Envelope};
use crate::companion::Moment;
use crate::fault::Fault;
use crate::open;
use crate::outbox::Outbox;
use crate::session::Session;
use crate::status::Counts;
use crate::world::World;
use answer::{acknowledged, answer_value, answered, close, owner_changed, refused, value};

use live::Live;
pub(crate) use timings::Timings;

/// The engine of one host: one session at a time, over one memory.
///
/// Calls that only concern the session are answered at once; those that ask the stores go on beside others and end where their owner or session is no longer the one they began with. A call that is answered changed everything it says, or nothing.
pub struct Host<S, C> {
    mind: Mind<S, C>,
    clock: C,
    world: Box<dyn World>,
    live: Mutex<Live>,
    effects: Arc<AtomicU64>,
    me: Weak<Self>,
}

impl<S, C> std::fmt::Debug for Host<S, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

impl<S: Store + 'static, C: Clock + Clone + 'static> Host<S, C> {
    /// An engine without a session. `clock` is the memory's own.
    pub fn new(mind: Mind<S, C>, clock: C, world: Box<dyn World>) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            mind,
            clock,
            world,
            live: Mutex::default(),
            effects: Arc::default(),
            me: Weak::clone(me),
        })
    }

    fn live(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn take(&self, call: Call, input: Map<String, Value>) -> Begun {
        let mut live = self.live();
        let begun = Envelope::read(input).and_then(|mut envelope| {
            if call == Call::SessionOpen {
                return self.open(&mut live, &mut envelope);
            }
            let asked = envelope.reference.session_id.as_str();
            let session = live.session.as_mut().filter(|session| session.id == asked);
            let session = session.ok_or(Fault::UnknownSession)?;
            let moment = match call {
                Call::RunStart => Moment::RunStart,
                Call::OwnerChanged => Moment::Broadcast,
                _ => Moment::Call,
            };
            session.hear(&envelope.reference, moment, self.now());
            self.dispatch(call, &mut live, &mut envelope)
        });
        begun.unwrap_or_else(|fault| Begun::Answered(live.refused(&fault)))
    }

    /// The session is open and its owner judged.
    fn dispatch(
        &self,
        call: Call,
        live: &mut Live,
        envelope: &mut Envelope,
    ) -> Result<Begun, Fault> {
        let deadline = envelope.deadline;
        let session = live.session.as_mut().ok_or(Fault::UnknownSession)?;
        match call {
            Call::SessionOpen => Err(Fault::UnknownSession),
            Call::Settings => {
                envelope.body::<mind_protocol::host::Nothing>()?;
                let settings = session.settings.in_force.clone();
                Ok(answered(session, settings))
            }
            Call::SessionEvents => Ok(events::replay(session, &envelope.body()?)),
            Call::TreeChanged => Ok(events::tree_changed(session, envelope.body()?)),
            Call::OwnerChanged => {
                envelope.body::<mind_protocol::host::Nothing>()?;
                Ok(owner_changed(session))
            }
            Call::Input => self.input(session, deadline, envelope.body()?),
            Call::Message => self.message(session, deadline, envelope.body()?),
            Call::AgentStart => {
                envelope.body::<mind_protocol::host::Nothing>()?;
                drop(session.review(Event::Interrupt, self.now()));
                Ok(acknowledged(session))
            }
            Call::RunStart => self.run_start(session, deadline, &envelope.body()?),
            Call::ToolCall => self.tool_call(session, deadline, envelope.body()?),
            Call::ToolResult => Ok(events::tool_result(session, &envelope.body()?)),
            Call::Command => self.command(live, deadline, &envelope.body()?),
            Call::Settled => self.settled(session, deadline, envelope.body()?),
            Call::Timer => self.timer(session, deadline, &envelope.body()?),
            Call::WorkerSettled => {
                let todos = session.worker_settled(&envelope.body()?, self.now());
                self.reviewed(session, deadline, todos, Acknowledged {})
            }
            Call::EffectsDone => self.effects_done(session, deadline, &envelope.body()?),
            Call::SessionClose => {
                envelope.body::<mind_protocol::host::SessionClose>()?;
                Ok(close(live, self.now()))
            }
        }
    }

    fn open(&self, live: &mut Live, envelope: &mut Envelope) -> Result<Begun, Fault> {
        let body: mind_protocol::host::SessionOpen = envelope.body()?;
        if body.host_protocol != mind_protocol::host::HOST_PROTOCOL {
            return Err(Fault::Protocol { theirs: body.host_protocol });
        }
        let reference = &envelope.reference;
        if let Some(session) = live.session.as_mut().filter(|one| one.id == reference.session_id) {
            session.hear(reference, Moment::Call, self.now());
            if !session.is_lean() {
                session.replay(&body.events);
            }
            session.status.repeat();
            return Ok(self.opened(session, envelope.deadline));
        }
        live.end(self.now());
        live.serial += 1;
        let outbox = Outbox::new(Arc::clone(&self.effects));
        let session = open::begin(
            &*self.world,
            reference,
            body,
            live.serial,
            live.generation,
            outbox,
            self.now(),
        );
        let session = live.session.insert(session);
        Ok(self.opened(session, envelope.deadline))
    }

    /// The answer to an open call; how much is remembered and what is due is asked of the stores first.
    fn opened(&self, session: &mut Session, deadline: Duration) -> Begun {
        if !matches!(session.companion.state(), crate::companion::State::Active) {
            let opened = open::opened(session);
            return answered(session, opened);
        }
        // What is to be shown waits for the answer that is given in time.
        let late = value(Vec::new(), open::opened(session));
        self.work(session, deadline, late, |host, job| {
            let counts = host.counts(job);
            host.remind(job);
            host.finish(job, |session| {
                session.count(counts);
                let opened = open::opened(session);
                answer_value(session, opened)
            })
        })
        .unwrap_or_else(|fault| Begun::Answered(refused(session.outbox.take(), &fault)))
    }
}

impl<S: Store + 'static, C: Clock + Clone + 'static> HostDesk for Host<S, C> {
    fn calls(&self) -> Vec<HostCall> {
        let listed =
            |call: Call| HostCall { name: call.as_str(), says: call.says(), input: call.schema() };
        Call::ALL.into_iter().map(listed).collect()
    }

    fn begin(&self, name: &str, input: Map<String, Value>) -> Option<Begun> {
        let call = Call::named(name)?;
        let begun_at = Instant::now();
        Some(match self.take(call, input) {
            Begun::Answered(answer) => {
                self.live().timings.add(call, begun_at.elapsed());
                Begun::Answered(answer)
            }
            Begun::Work(work) => {
                let host = self.me.upgrade()?;
                let run = work.run;
                let run = Box::new(move || {
                    let answer = run();
                    host.live().timings.add(call, begun_at.elapsed());
                    answer
                });
                Begun::Work(Work { run, ..work })
            }
        })
    }
}

impl Session {
    /// How much is remembered now; nothing is said when it could not be asked.
    fn count(&mut self, counts: Option<Counts>) {
        if let Some(counts) = counts {
            self.status.count(counts);
        }
    }
}
