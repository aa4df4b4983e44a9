//! A host in one file: whoever is logged in owns the memory, a model of its own answers, and files keep what was said.

#[cfg(test)]
mod tests;

use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::mind::{ContextRequest, Draft, Noticed};
use mind_core::review::judge::{Proposal, Reply};
use mind_core::review::prepare::{Model, Preparing};
use mind_core::review::request::{DEADLINE_MS, OUTPUT_TOKENS};
use mind_core::review::window::Progress;
use mind_core::scope::{Scope, Tier};
use mind_core::{Mind, capture::Settings, port::Clock};
use mind_llm_port::{Cancel, LanguageModel, ModelFault, ModelName, ModelReply, ModelRequest};
use mind_persona_port::{Generation, Owner, Ownership, PersonaHost, Unavailable};
use mind_store_fs::{FsStore, Limits, SystemClock};
use serde_json::{Value, json};

type Answer<T> = Result<T, Box<dyn Error>>;

#[expect(clippy::print_stdout, reason = "the conversation is the output")]
fn main() -> Answer<()> {
    play(tempfile::tempdir()?.path(), SystemClock, &mut |line| println!("{line}"))
}

/// A conversation, told line by line.
fn play(room: &Path, clock: impl Clock, say: &mut dyn FnMut(&str)) -> Answer<()> {
    let store = FsStore::new(room.join("memory"), Limits::default());
    let mind = Mind::new(store, clock, Duration::from_secs(5));
    let host = Host { mind, login: Login::default(), model: Parrot };
    host.login.enter("ada");
    say(&host.turn("Remember that I run the tests before each commit")?);
    say(&host.turn("Remember that I run tests before every commit")?);
    let receipt = host.tidy()?;
    say(&host.turn("When do I run the tests?")?);
    let (scope, place) = host.here(Tier::Persona)?;
    host.mind.undo(&scope, &place, &receipt, &host.login.guard())?;
    say(&host.turn("When do I run the tests?")?);
    // Another person sees nothing of it, and what began for one does not end for the other.
    host.login.enter("bob");
    say(&host.turn("When do I run the tests?")?);
    let guard = host.login.guard();
    host.login.enter("ada");
    let late = host.mind.guarded(&guard, Duration::ZERO, |mind| {
        mind.remember(&scope, &Draft { text: "Said by bob".to_owned(), ..Draft::default() })
    });
    say(&format!("what began for bob: {}", late.expect_err("ada is here").code()));
    Ok(())
}

struct Host<C> {
    mind: Mind<FsStore, C>,
    login: Login,
    model: Parrot,
}

impl<C: Clock> Host<C> {
    /// Who acts, and which store that is. Where nobody is logged in, there is no memory.
    fn here(&self, tier: Tier) -> Answer<(Scope, mind_core::scope::FactPlace)> {
        let Owner::Ready { persona: Some(name) } = self.login.current().owner else {
            return Err("nobody is logged in".into());
        };
        let scope = Scope { persona: self.mind.acting(&name)?, project: None };
        let place = scope.place(tier)?;
        Ok((scope, place))
    }

    /// One turn: what the person asks to be kept is kept, and the model gets what it should know.
    fn turn(&self, text: &str) -> Answer<String> {
        let (scope, _) = self.here(Tier::Persona)?;
        let noticed = self.mind.capture(&scope, text, Settings::default());
        let kept = noticed.iter().filter(|noticed| matches!(noticed, Noticed::Kept(_))).count();
        let request = ContextRequest { task: text.to_owned(), ..ContextRequest::default() };
        let blocks = self.mind.context(&scope, &request)?;
        let reply = self.ask(&blocks.standing, &format!("{}\n{text}", blocks.task))?;
        Ok(format!("{} ({kept} kept) {text}\n  {}", scope.persona.segment(), reply.text))
    }

    /// A review: what the model proposes is judged as a whole, and applied under a receipt that can undo it.
    fn tidy(&self) -> Answer<String> {
        let (scope, place) = self.here(Tier::Persona)?;
        let ModelName { provider, id, thinking } = Parrot::name();
        let model = &Model { provider, id, thinking };
        let (owner, progress) = (&PlanOwner::of(&scope), Progress::default());
        let (origin, place, settled) = (Origin::Explicit, &place, &[][..]);
        let preparing = Preparing { place, scope: &scope, owner, origin, progress, settled, model };
        let prepared = self.mind.prepare_review(&preparing).map_err(|skip| skip.reason.as_str())?;
        let answer = self.ask(prepared.system_prompt(), &prepared.records())?;
        let reply = Reply { text: &answer.text, model: Some(model) };
        let Proposal::Change(change) = self.mind.judge_reply(&prepared, reply)? else {
            return Err("the model leaves the records alone".into());
        };
        let order = change.order(&prepared, None);
        Ok(self.mind.apply(&scope, &order, owner, &self.login.guard())?.receipt_id)
    }

    fn ask(&self, system: &str, prompt: &str) -> Answer<ModelReply> {
        let request = ModelRequest {
            model: Parrot::name(),
            system_prompt: system.to_owned(),
            prompt: prompt.to_owned(),
            max_output_tokens: OUTPUT_TOKENS,
            deadline: Duration::from_millis(DEADLINE_MS),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        Ok(runtime.block_on(self.model.answer(&request, &Cancel::new()))?)
    }
}

/// Who is logged in, and how often that has changed.
#[derive(Default)]
struct Login(Mutex<(Option<String>, u64)>);

impl Login {
    fn enter(&self, name: &str) {
        let mut state = self.0.lock().expect("nobody panics here");
        *state = (Some(name.to_owned()), state.1 + 1);
    }

    /// Refuses as soon as somebody else is here.
    fn guard(&self) -> impl Fn() -> Result<(), mind_core::Error> + Send + Sync {
        let began = self.current().generation;
        move || {
            let same = self.current().generation == began;
            same.then_some(()).ok_or(mind_core::Error::OwnerChanged)
        }
    }
}

impl PersonaHost for Login {
    fn current(&self) -> Ownership {
        let (name, count) = self.0.lock().expect("nobody panics here").clone();
        let missing = Owner::Unavailable(Unavailable::OwnerMissing);
        let owner = name.map_or(missing, |name| Owner::Ready { persona: Some(name) });
        Ownership { owner, generation: Generation(count) }
    }
}

/// A model that repeats what it knows, and puts all records it reviews into one.
struct Parrot;

impl Parrot {
    fn name() -> ModelName {
        let [provider, id, thinking] = ["host", "parrot", "off"].map(str::to_owned);
        ModelName { provider, id, thinking }
    }
}

#[async_trait]
impl LanguageModel for Parrot {
    async fn answer(&self, request: &ModelRequest, _: &Cancel) -> Result<ModelReply, ModelFault> {
        let text = if let Ok(records) = serde_json::from_str::<Vec<Value>>(&request.prompt) {
            let ids: Vec<&Value> = records.iter().map(|record| &record["id"]).collect();
            let (kind, text) = (&records[0]["kind"], &records[0]["text"]);
            let merged = json!({"sourceIds": ids, "kind": kind, "text": text});
            json!({"version": 1, "operations": [merged]}).to_string()
        } else {
            let known = request.system_prompt.lines().filter(|line| line.starts_with("- ["));
            format!("I know: {}", known.collect::<Vec<_>>().join(" "))
        };
        Ok(ModelReply { text, model: request.model.clone() })
    }
}
