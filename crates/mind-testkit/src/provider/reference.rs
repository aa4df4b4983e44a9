//! The reference provider: what a companion has to say, and nothing more.

use mind_persona_port::protocol::COMPANION;
use serde_json::{Value, json};

use super::Provider;

/// A choice of a companion's user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This persona.
    Persona(&'static str),
    /// No persona in particular.
    Nobody,
    /// Nothing yet.
    Unready,
}

/// A companion in one session. Its public members may be set to whatever a test wants to hear.
#[derive(Clone, Debug)]
pub struct ReferenceProvider {
    session: String,
    /// Its version.
    pub provider_version: String,
    /// Whether it is switched on.
    pub enabled: bool,
    /// `supervisor`, or `worker` in a delegated leg.
    pub role: String,
    /// What it can do.
    pub capabilities: Vec<String>,
    choice: Choice,
    generation: u64,
    broadcasts: Vec<Value>,
}

impl ReferenceProvider {
    /// A companion of the oldest version that fits, ready, for persona `dev`.
    pub fn new(session: &str) -> Self {
        Self {
            session: session.to_owned(),
            provider_version: "1.17.5".to_owned(),
            enabled: true,
            role: "supervisor".to_owned(),
            capabilities: ["memory", "settings", "activity", "mind-worker"]
                .map(str::to_owned)
                .into(),
            choice: Choice::Persona("dev"),
            generation: 1,
            broadcasts: Vec::new(),
        }
    }

    fn is_mine(&self, query: &Value) -> bool {
        query["version"] == json!(1) && query["sessionId"] == json!(self.session)
    }

    fn answer(&self) -> Value {
        let persona = match self.choice {
            Choice::Persona(name) => json!(name),
            Choice::Nobody | Choice::Unready => Value::Null,
        };
        json!({
            "version": 1,
            "provider": COMPANION,
            "sessionId": self.session,
            "ready": self.choice != Choice::Unready,
            "persona": persona,
            "generation": self.generation,
        })
    }
}

impl Provider for ReferenceProvider {
    fn ready() -> Self {
        Self::new(super::SESSION)
    }

    fn companion(&mut self, query: &Value) -> Vec<Value> {
        if !self.is_mine(query) {
            return Vec::new();
        }
        vec![json!({
            "version": 1,
            "provider": COMPANION,
            "providerVersion": self.provider_version,
            "sessionId": self.session,
            "enabled": self.enabled,
            "role": self.role,
            "capabilities": self.capabilities,
        })]
    }

    fn owner(&mut self, query: &Value) -> Vec<Value> {
        if self.is_mine(query) { vec![self.answer()] } else { Vec::new() }
    }

    fn choose(&mut self, choice: Choice) {
        self.choice = choice;
        self.generation += 1;
        self.broadcasts.push(self.answer());
    }

    fn broadcasts(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.broadcasts)
    }
}
