//! A scripted Pi: a session with a tree, a bus, and a half that carries out what the engine answers (PI-31, PI-32, PI-41, PI-42).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mind_core::Mind;
use mind_mcp::{Begun, HostDesk, Work};
use mind_pi_adapter::Host;
use mind_testkit::provider::{SESSION, hear};
use mind_testkit::{FakeStore, FixedClock, ReferenceProvider};
use serde_json::{Map, Value, json};

use super::machine::Machine;
use super::store::{Tripwire, WiredStore};

/// The type of the entries that hold note events.
pub(crate) const NOTES: &str = "pi-persona-mind-session-note";

/// An entry of the session tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) parent: Option<String>,
    pub(crate) custom_type: String,
    pub(crate) data: Value,
}

/// What a person would see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    /// Notices, each with its level.
    pub(crate) notices: Vec<(String, String)>,
    pub(crate) status: Option<String>,
    /// Cards that were appended.
    pub(crate) cards: Vec<Value>,
    /// What a companion or a worker was asked or told.
    pub(crate) work: Vec<Value>,
    /// Timers that are armed.
    pub(crate) timers: BTreeMap<String, u64>,
}

/// What becomes of an append before Pi makes it.
pub(crate) type Meanwhile<'a> = &'a mut dyn FnMut(&mut Pi);

/// A scripted Pi and the engine behind it.
pub(crate) struct Pi {
    pub(crate) desk: Arc<dyn HostDesk>,
    pub(crate) store: FakeStore,
    pub(crate) wire: Tripwire,
    pub(crate) clock: FixedClock,
    pub(crate) machine: Machine,
    /// What `host_session_open` is given beside the events.
    pub(crate) opening: Value,
    pub(crate) provider: Option<ReferenceProvider>,
    /// Raw answers in place of the provider's.
    pub(crate) answers: Option<(Vec<Value>, Vec<Value>)>,
    pub(crate) manager: u64,
    pub(crate) session: String,
    pub(crate) file: Option<String>,
    pub(crate) on_disk: bool,
    pub(crate) entries: Vec<Entry>,
    pub(crate) leaf: Option<String>,
    pub(crate) missing_parents: usize,
    pub(crate) shown: Shown,
    pub(crate) deadline: u64,
    token: u64,
    asked: Option<Value>,
    appended: usize,
}

/// A call that may not be finished.
pub(crate) enum Held {
    Done(Value),
    Going(Work),
}

impl Held {
    /// Runs what is left of it.
    pub(crate) fn finish(self) -> Value {
        match self {
            Self::Done(answer) => answer,
            Self::Going(work) => (work.run)(),
        }
    }

    /// Whether it is still to be run.
    pub(crate) fn is_going(&self) -> bool {
        matches!(self, Self::Going(_))
    }
}

impl Pi {
    /// A Pi in a project, without a companion, whose session has a file. Nothing is open yet.
    pub(crate) fn new() -> Self {
        Self::over(FakeStore::new(), FixedClock::default(), Machine::new())
    }

    /// Another Pi on the same machine.
    pub(crate) fn over(store: FakeStore, clock: FixedClock, machine: Machine) -> Self {
        let wire = Tripwire::default();
        let wired = WiredStore { inner: store.clone(), wire: wire.clone() };
        let mind = Mind::new(wired, clock.clone(), Duration::from_mins(1));
        let desk = Host::new(mind, clock.clone(), Box::new(machine.clone()));
        Self {
            desk,
            store,
            wire,
            clock,
            machine,
            opening: opening(),
            provider: None,
            answers: None,
            manager: 1,
            session: SESSION.to_owned(),
            file: Some("/home/ada/.pi/agent/sessions/x.jsonl".to_owned()),
            on_disk: true,
            entries: Vec::new(),
            leaf: None,
            missing_parents: 0,
            shown: Shown::default(),
            deadline: 10_000,
            token: 0,
            asked: None,
            appended: 0,
        }
    }

    /// A Pi whose session is open.
    pub(crate) fn opened() -> Self {
        let mut pi = Self::new();
        pi.open();
        pi
    }

    /// A Pi with a companion, whose session is open for its persona `dev`.
    pub(crate) fn with_companion() -> Self {
        let mut pi = Self::new();
        pi.provider = Some(ReferenceProvider::new(SESSION));
        pi.open();
        pi
    }

    /// Opens the session and carries out what is answered.
    pub(crate) fn open(&mut self) -> Value {
        let answer = self.open_only();
        self.carry_out(&answer);
        answer
    }

    /// Opens the session, and leaves the effects to the test.
    pub(crate) fn open_only(&mut self) -> Value {
        let body = self.opening_body();
        self.send("host_session_open", body)
    }

    pub(crate) fn opening_body(&self) -> Value {
        let mut body = self.opening.clone();
        body["events"] = self.events();
        body
    }

    /// Where the session stands, after a query on the bus.
    pub(crate) fn reference(&mut self) -> Value {
        let (companion, owner) = self.hear();
        let asked = json!([self.manager, self.session, self.file, companion, owner]);
        if self.asked.as_ref() != Some(&asked) {
            self.token += 1;
            self.asked = Some(asked);
        }
        let notes = self.branch();
        let notes: Vec<&Entry> = notes.iter().filter(|one| one.custom_type == NOTES).collect();
        json!({
            "manager": self.manager, "sessionId": self.session, "sessionFile": self.file,
            "onDisk": self.on_disk, "leafId": self.leaf,
            "notes": { "count": notes.len(), "last": notes.last().map(|entry| entry.id.as_str()) },
            "owner": { "token": self.token, "companion": companion, "memoryOwner": owner },
        })
    }

    fn hear(&mut self) -> (Vec<Value>, Vec<Value>) {
        if let Some(answers) = &self.answers {
            return answers.clone();
        }
        let Some(provider) = &mut self.provider else { return (Vec::new(), Vec::new()) };
        let heard = hear(provider, &self.session);
        (heard.companion, heard.owner)
    }

    /// The companion says that the owner may be another.
    pub(crate) fn broadcast(&mut self) -> Value {
        self.token += 1;
        let answer = self.send("host_owner_changed", json!({}));
        self.carry_out(&answer);
        answer
    }

    /// The entries from the root to the leaf.
    pub(crate) fn branch(&self) -> Vec<Entry> {
        let mut branch = Vec::new();
        let mut at = self.leaf.clone();
        while let Some(entry) = self.entries.iter().find(|entry| Some(&entry.id) == at.as_ref()) {
            at.clone_from(&entry.parent);
            branch.push(entry.clone());
        }
        branch.reverse();
        branch
    }

    /// The note entries of the branch, oldest first.
    pub(crate) fn note_entries(&self) -> Vec<Entry> {
        self.branch().into_iter().filter(|entry| entry.custom_type == NOTES).collect()
    }

    /// The note entries as they are reported.
    pub(crate) fn events(&self) -> Value {
        let here = self.note_entries();
        let shown = |entry: &Entry| json!({ "entryId": entry.id, "data": entry.data });
        let off = |entry: &&Entry| entry.custom_type == NOTES && !here.contains(entry);
        let off: Vec<&Entry> = self.entries.iter().filter(off).collect();
        let bytes: usize = off.iter().map(|entry| entry.data.to_string().len()).sum();
        json!({
            "branch": here.iter().map(shown).collect::<Vec<_>>(),
            "elsewhere": { "count": off.len(), "bytes": bytes },
            "missingParents": self.missing_parents, "truncated": false,
        })
    }

    /// Puts an entry behind the leaf.
    pub(crate) fn append(&mut self, custom_type: &str, data: Value) -> String {
        self.appended += 1;
        let id = format!("{:08x}", self.appended);
        let (custom_type, parent) = (custom_type.to_owned(), self.leaf.take());
        self.entries.push(Entry { id: id.clone(), parent, custom_type, data });
        self.leaf = Some(id.clone());
        id
    }

    /// Goes to another point of the tree and says so.
    pub(crate) fn navigate(&mut self, leaf: Option<String>) -> Value {
        let old = std::mem::replace(&mut self.leaf, leaf);
        let body = json!({ "oldLeafId": old, "newLeafId": self.leaf, "events": self.events() });
        let answer = self.send("host_tree_changed", body);
        self.carry_out(&answer);
        answer
    }

    /// An input as it is sent.
    pub(crate) fn input(&mut self, body: Value) -> Map<String, Value> {
        let mut input = if let Value::Object(body) = body { body } else { Map::new() };
        input.insert("ref".to_owned(), self.reference());
        input.insert("deadlineMs".to_owned(), self.deadline.into());
        input
    }

    /// Begins a call and holds back what may take a while.
    pub(crate) fn begin(&mut self, call: &str, body: Value) -> Held {
        let input = self.input(body);
        begin(&self.desk, call, input)
    }

    /// Makes a call.
    pub(crate) fn send(&mut self, call: &str, body: Value) -> Value {
        self.begin(call, body).finish()
    }

    /// Makes a call, and once more after the notes were sent where they are asked for.
    pub(crate) fn ask(&mut self, call: &str, body: Value) -> Value {
        let answer = self.send(call, body.clone());
        if answer["code"] != "host.events_needed" {
            return answer;
        }
        let events = json!({ "events": self.events() });
        let counted = self.send("host_session_events", events);
        self.carry_out(&counted);
        self.send(call, body)
    }

    /// Carries out an answer's effects; the answer that follows from the reports, if one does.
    pub(crate) fn carry_out(&mut self, answer: &Value) -> Option<Value> {
        self.carry_out_while(answer, &mut |_| {})
    }

    /// The same, with something that happens before every append.
    pub(crate) fn carry_out_while(
        &mut self,
        answer: &Value,
        meanwhile: Meanwhile<'_>,
    ) -> Option<Value> {
        let effects = answer["effects"].as_array().expect("every answer has effects").clone();
        let mut results = Vec::new();
        for effect in &effects {
            if effect["type"] == "append_entry" {
                meanwhile(self);
                results.push(self.append_bound(effect));
            } else {
                self.show(effect);
            }
        }
        if results.is_empty() {
            return None;
        }
        let done = self.ask("host_effects_done", json!({ "results": results }));
        if done["awaitEffects"] == true {
            return self.carry_out_while(&done, meanwhile);
        }
        self.carry_out(&done);
        Some(done)
    }

    /// PI-41: the comparison and the append in one step.
    pub(crate) fn append_bound(&mut self, effect: &Value) -> Value {
        let here = self.reference();
        let bind = &effect["bind"];
        let id = &effect["id"];
        let refused =
            |reason: &str| json!({ "effectId": id, "outcome": "refused", "reason": reason });
        if bind["ownerToken"] != here["owner"]["token"] {
            // A change of the session raises the token too; it is told by its own name.
            let session = ["manager", "sessionId", "sessionFile"];
            let same = session.iter().all(|member| bind[*member] == here[*member]);
            return refused(if same { "owner" } else { "session" });
        }
        if bind.get("leafId").is_some_and(|leaf| *leaf != here["leafId"]) {
            return refused("leaf");
        }
        let custom_type = effect["customType"].as_str().unwrap().to_owned();
        let entry = self.append(&custom_type, effect["data"].clone());
        if custom_type == "mind-card" {
            self.shown.cards.push(effect["data"].clone());
        }
        json!({
            "effectId": id, "outcome": "applied", "entryId": entry, "leafId": entry,
            "onDisk": self.on_disk,
        })
    }

    fn show(&mut self, effect: &Value) {
        let text = |member: &str| effect[member].as_str().map(str::to_owned);
        match effect["type"].as_str().unwrap() {
            "notify" => {
                self.shown.notices.push((text("level").unwrap(), text("text").unwrap()));
            }
            "set_status" => self.shown.status = text("text"),
            "arm_timer" => {
                let delay = effect["delayMs"].as_u64().unwrap();
                self.shown.timers.insert(text("timerId").unwrap(), delay);
            }
            "cancel_timer" => {
                self.shown.timers.remove(&text("timerId").unwrap());
            }
            "activity" | "run_worker" | "cancel_worker" => self.shown.work.push(effect.clone()),
            other => panic!("an effect there is not: {other}"),
        }
    }

    /// The texts of the notices, and forgets them.
    pub(crate) fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.shown.notices).into_iter().map(|(_, text)| text).collect()
    }

    /// The bodies of the cards, and forgets them.
    pub(crate) fn cards(&mut self) -> Vec<String> {
        let cards = std::mem::take(&mut self.shown.cards);
        cards.iter().map(|card| card["body"].as_str().unwrap().to_owned()).collect()
    }

    /// A model's call, to its end.
    pub(crate) fn tool(&mut self, tool: &str, params: Value) -> Value {
        self.tool_while(tool, params, &mut |_| {})
    }

    /// The same, with something that happens before every append.
    pub(crate) fn tool_while(
        &mut self,
        tool: &str,
        params: Value,
        meanwhile: Meanwhile<'_>,
    ) -> Value {
        let answer = self.ask("host_tool_call", tool_call(tool, params));
        let after = self.carry_out_while(&answer, meanwhile);
        if answer["awaitEffects"] == true { after.expect("an effect was awaited") } else { answer }
    }

    /// What the tool `memory` says.
    pub(crate) fn memory(&mut self, params: Value) -> String {
        said(&self.tool("memory", params))
    }

    /// A person's command, to its end.
    pub(crate) fn command(&mut self, args: &str) -> String {
        let answer = self.ask("host_command", json!({ "args": args, "idle": true }));
        let after = self.carry_out(&answer);
        said(&if answer["awaitEffects"] == true { after.expect("awaited") } else { answer })
    }

    /// Something a person types.
    pub(crate) fn types(&mut self, text: &str) {
        let answer = self.send("host_input", json!({ "text": text, "source": "interactive" }));
        assert_eq!(answer["ok"], true, "{answer}");
        self.carry_out(&answer);
    }

    /// What a run over this text is given.
    pub(crate) fn run(&mut self, text: &str) -> Value {
        self.run_of(json!({ "role": "user", "text": text, "clipped": false }))
    }

    /// What a run over this request is given.
    pub(crate) fn run_of(&mut self, mut request: Value) -> Value {
        let request = request.take();
        let answer = self.ask("host_run_start", json!({ "request": request }));
        self.carry_out(&answer);
        answer
    }

    /// The task block of a run, and the hints behind it.
    pub(crate) fn task(&mut self, text: &str) -> String {
        self.run(text)["task"].as_str().expect("a run that is served").to_owned()
    }

    /// The run comes to rest.
    pub(crate) fn settle(&mut self) {
        let body = json!({ "aborted": false, "idle": true, "pending": false, "usage": {} });
        let answer = self.send("host_settled", body);
        assert_eq!(answer["ok"], true, "{answer}");
        self.carry_out(&answer);
    }

    /// The session is closed.
    pub(crate) fn close(&mut self) -> Value {
        self.send("host_session_close", json!({ "reason": "quit" }))
    }

    /// Another session of this Pi: empty, not yet opened.
    pub(crate) fn turn_to(&mut self, session: &str) {
        session.clone_into(&mut self.session);
        self.file = Some(format!("/home/ada/.pi/agent/sessions/{session}.jsonl"));
        self.manager += 1;
        self.entries.clear();
        self.leaf = None;
    }

    /// A timer that is armed runs out.
    pub(crate) fn ring(&mut self, timer: &str) {
        self.shown.timers.remove(timer).expect("the timer is armed");
        let answer = self.send("host_timer", json!({ "timerId": timer }));
        assert_eq!(answer["ok"], true, "{answer}");
        self.carry_out(&answer);
    }
}

/// What a model's call is sent as.
pub(crate) fn tool_call(tool: &str, mut params: Value) -> Value {
    json!({ "tool": tool, "callId": "c1", "params": params.take() })
}

/// Makes a call on a desk.
pub(crate) fn begin(desk: &Arc<dyn HostDesk>, call: &str, input: Map<String, Value>) -> Held {
    match desk.begin(call, input).expect("a call there is") {
        Begun::Answered(answer) => Held::Done(answer),
        Begun::Work(work) => Held::Going(work),
    }
}

/// The words of an answer.
pub(crate) fn said(answer: &Value) -> String {
    let text = answer["text"].as_str().or_else(|| answer["message"].as_str());
    text.unwrap_or_else(|| panic!("an answer in words: {answer}")).to_owned()
}

/// The example of PI-34.
fn opening() -> Value {
    json!({
        "hostProtocol": 1,
        "host": {
            "name": "pi", "version": "1.6.0", "extension": "0.1.0", "mode": "tui", "hasUi": true,
            "pid": 4242,
        },
        "reason": "startup", "cwd": "/work/demo", "agentDir": "/home/ada/.pi/agent",
        "projectTrusted": true, "leg": false, "settings": {}, "packages": ["npm:pi-mind"],
        "taken": { "tools": ["read", "bash"], "commands": ["llama"] },
        "model": { "provider": "acme", "id": "large-1", "thinking": "off" },
        "reviews": [],
    })
}
