//! `mind hook` (S-31): memory for a host that waits, within its deadline or not at all.
//!
//! A host takes some exit codes of a hook for an order to stop, so the answer is 0 whatever happens. The work is done on a thread of its own; at the deadline it is left behind, and ends with the process.

mod capture;

use std::io::{BufReader, Read};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use mind_core::context::{BUDGET_DEFAULT, Blocks};
use mind_core::mind::ContextRequest;
use serde::Deserialize;
use serde_json::json;

use self::capture::Said;
use crate::arguments::{Common, Hook};
use crate::capture::{Capture, misread};
use crate::config::Config;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::setup::{Event, Host, HostFault};
use crate::show;
use crate::streams::Streams;
use crate::surroundings::Surroundings;
use crate::wire;

/// Bytes of a host's message that are read; what a prompt has beyond its beginning is not looked at anyway.
const INPUT_LIMIT: u64 = 16 << 20;

/// The share of the time left that one lock may be waited for: a capture takes at most three, and the blocks need some too.
const LOCK_SHARE: u32 = 4;

/// What a host says about its session, as far as it matters here.
#[derive(Debug, Default, Deserialize)]
struct Message {
    cwd: Option<PathBuf>,
    /// The directories of an editor's window.
    #[serde(default)]
    workspace_roots: Vec<PathBuf>,
    prompt: Option<String>,
}

/// One question of a host.
struct Question {
    host: Host,
    event: Event,
    common: Common,
    surroundings: Surroundings,
    input: Box<dyn Read + Send>,
    /// When the host is answered, whatever there is.
    until: Instant,
}

/// What a host is told, and what standard error is.
#[derive(Default)]
struct Answer {
    text: String,
    /// What the person is told: what was kept, and what the stores had to say.
    notices: Vec<String>,
    /// Why something is missing.
    because: Option<Fault>,
    /// The place that says how prompts are captured, in a word nobody understands.
    misread: Option<String>,
}

/// Gives a host its memory. Never anything but [`Exit::Done`].
pub(super) fn run(
    wanted: &Hook,
    common: &Common,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Exit {
    let started = Instant::now();
    let deadline = Duration::from_millis(wanted.deadline_ms);
    let until = started + deadline;
    let answer = question(wanted, common, surroundings, until, streams).and_then(|question| {
        let (host, event) = (question.host, question.event);
        let left = until.saturating_duration_since(Instant::now());
        Ok((host, event, wait(question, left, deadline)?))
    });
    match answer {
        Ok((host, event, answer)) => {
            tell(host, event, &answer, streams);
            if let Some(fault) = &answer.because {
                let lack = if answer.text.is_empty() { "no memory" } else { "not all memory" };
                complain(lack, fault, streams);
            }
            if let Some(place) = &answer.misread {
                // As for every complaint, nobody is left to tell when this fails.
                let _ = writeln!(
                    streams.errors,
                    "mind: no capture: `{place}` has an unknown value; write `auto`, `prompt` or `off`"
                );
            }
        }
        Err(fault) => nothing(&fault, streams),
    }
    Exit::Done
}

/// Says why there is no memory.
pub(crate) fn nothing(fault: &Fault, streams: &mut Streams<'_>) {
    complain("no memory", fault, streams);
}

/// One line for whoever reads a host's log.
fn complain(lack: &str, fault: &Fault, streams: &mut Streams<'_>) {
    let message = show::plain(&fault.message());
    // Nobody is left to tell when this fails.
    let _ = writeln!(streams.errors, "mind: {lack}: {message} ({})", fault.code());
}

fn question(
    wanted: &Hook,
    common: &Common,
    surroundings: &Surroundings,
    until: Instant,
    streams: &mut Streams<'_>,
) -> Result<Question, Fault> {
    let usage = |what: &str| Fault::Usage {
        message: format!("unknown {what}"),
        next: "see `mind hook --help`".to_owned(),
    };
    let host = Host::of_name(&wanted.host).ok_or_else(|| usage("host"))?;
    let event = Event::of_name(&wanted.event).ok_or_else(|| usage("event"))?;
    host.event_name(event).ok_or_else(|| usage("event of this host"))?;
    let input = std::mem::replace(&mut streams.input, Box::new(std::io::empty()));
    let (common, surroundings) = (common.clone(), surroundings.clone());
    Ok(Question { host, event, common, surroundings, input, until })
}

/// Waits for the work, but not longer than the host does.
fn wait(question: Question, left: Duration, deadline: Duration) -> Result<Answer, Fault> {
    let (sender, receiver) = mpsc::channel();
    let work = thread::Builder::new().name("hook".to_owned());
    let work = work.spawn(move || {
        // Nobody waits any more when this fails.
        let _ = sender.send(question.answer());
    });
    work.map_err(|error| Fault::Unreadable { path: "-".into(), reason: error.kind() })?;
    receiver.recv_timeout(left).unwrap_or_else(|error| {
        Err(match error {
            RecvTimeoutError::Timeout => {
                HostFault::Deadline { millis: deadline.as_millis() as u64 }
            }
            // It ended without an answer: a panic, which has said where.
            RecvTimeoutError::Disconnected => HostFault::HookFailed,
        }
        .into())
    })
}

impl Question {
    fn answer(mut self) -> Result<Answer, Fault> {
        let message = read(&mut self.input)?;
        if let Some(directory) = message.directory() {
            self.surroundings.directory = Some(directory);
        }
        let config = Config::read(&self.surroundings)?;
        let capture = Capture::of(&config, &self.surroundings);
        // Never dropped, as in every command: the process is about to end.
        let session = ManuallyDrop::new(self.session(config)?);
        let prompt = message.prompt.unwrap_or_default();
        let said = match self.event {
            Event::SessionStart => Said::default(),
            Event::PromptSubmit => capture::keep(&session, &prompt, capture.settings),
        };
        let misread = misread(&capture.unknown).map(str::to_owned);
        Ok(Answer { misread, ..self.blocks(&session, prompt, said) })
    }

    /// The memory of the call; a lock is waited for as long as the host's patience allows.
    fn session(&self, mut config: Config) -> Result<Session<'_>, Fault> {
        let left = self.until.saturating_duration_since(Instant::now()) / LOCK_SHARE;
        let left = left.as_millis() as u64;
        config.lock_timeout_ms = Some(config.lock_timeout_ms.map_or(left, |set| set.min(left)));
        Session::with(&self.common, config, &self.surroundings)
    }

    /// The event's block, with what is said of the prompt behind it.
    fn blocks(&self, session: &Session<'_>, task: String, said: Said) -> Answer {
        let budget = session.config.budget_tokens;
        let request = ContextRequest {
            task,
            budget_tokens: budget.map_or(BUDGET_DEFAULT, |tokens| tokens as usize),
            reserved_bytes: said.hints.len(),
            ..ContextRequest::default()
        };
        let mut notices = said.notices;
        let (text, because) = match session.mind.context(&session.scope, &request) {
            Ok(blocks) => {
                let warnings = wire::warnings(&blocks.warnings);
                notices.extend(
                    warnings
                        .iter()
                        .map(|one| format!("{} ({})", show::plain(&one.message), one.code)),
                );
                self.block(blocks)
            }
            Err(error) => (String::new(), Some(error.into())),
        };
        Answer { text: text + &said.hints, notices, because, misread: None }
    }

    fn block(&self, blocks: Blocks) -> (String, Option<Fault>) {
        let stores = &blocks.manifest.stores;
        let because = stores.iter().find_map(|seen| seen.outcome.as_ref().err()).cloned();
        // A block that only says that nothing can be read is no memory.
        let any = stores.iter().any(|seen| seen.outcome.is_ok());
        let text = match self.event {
            Event::SessionStart => blocks.standing,
            Event::PromptSubmit => blocks.task,
        };
        (if any { text } else { String::new() }, because.map(Fault::from))
    }
}

impl Message {
    /// Where the session is, which is not always where the hook runs.
    fn directory(&self) -> Option<PathBuf> {
        let named = self.cwd.iter().chain(&self.workspace_roots);
        named.into_iter().find(|path| path.is_absolute()).cloned()
    }
}

/// The first document of the input. A host that forgets to close its end is not waited for.
fn read(input: &mut dyn Read) -> Result<Message, Fault> {
    let mut input = input.take(INPUT_LIMIT);
    let mut documents =
        serde_json::Deserializer::from_reader(BufReader::new(input.by_ref())).into_iter();
    let document = documents.next();
    drop(documents);
    match document {
        Some(Ok(message)) => Ok(message),
        _ if input.limit() == 0 => Err(Fault::TooLarge { limit: INPUT_LIMIT }),
        Some(Err(error)) => Err(match error.io_error_kind() {
            Some(reason) => Fault::Unreadable { path: "-".into(), reason },
            None => Fault::NotJson { column: error.column() },
        }),
        None => Err(Fault::NotJson { column: 0 }),
    }
}

/// The block in the form the host takes, and what the person is told, which those hosts show them; nothing when there is nothing to say.
fn tell(host: Host, event: Event, answer: &Answer, streams: &mut Streams<'_>) {
    for notice in &answer.notices {
        // Nobody is left to tell when this fails.
        let _ = writeln!(streams.errors, "mind: {notice}");
    }
    let Some(name) = host.event_name(event) else { return };
    let text = &answer.text;
    let mut document = match host {
        _ if text.is_empty() => json!({}),
        Host::Cursor => json!({ "additional_context": text }),
        _ => json!({ "hookSpecificOutput": { "hookEventName": name, "additionalContext": text } }),
    };
    if !answer.notices.is_empty() {
        document["systemMessage"] = format!("mind: {}", answer.notices.join("\n")).into();
    }
    if document != json!({}) {
        // A host that does not read its answer has none.
        let _ = writeln!(streams.output, "{document}");
        let _ = streams.output.flush();
    }
}
