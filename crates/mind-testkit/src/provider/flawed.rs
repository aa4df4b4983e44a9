//! Providers that are broken on purpose, to prove that the suite refuses them.

use serde_json::{Value, json};

use super::{Choice, Provider, ReferenceProvider};

/// One way to be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderFlaw {
    /// Each query is answered twice.
    AnswersTwice,
    /// The answer comes after the query has returned.
    AnswersLate,
    /// Every session is answered, each as its own.
    AnswersEverySession,
    /// Every version is answered.
    AnswersEveryVersion,
    /// A member of the owner's answer is missing.
    OmitsReady,
    /// A member of the companion's answer is missing.
    OmitsCapabilities,
    /// The generation stands still.
    KeepsGeneration,
    /// The generation goes back with each choice.
    LowersGeneration,
    /// Every question raises the generation.
    RaisesByAsking,
    /// No change is broadcast.
    KeepsSilent,
    /// Changes are broadcast before they are made.
    TellsBefore,
    /// Not ready is told as nobody in particular.
    NobodyForUnready,
}

impl ProviderFlaw {
    /// Every flaw.
    pub const ALL: [Self; 12] = [
        Self::AnswersTwice,
        Self::AnswersLate,
        Self::AnswersEverySession,
        Self::AnswersEveryVersion,
        Self::OmitsReady,
        Self::OmitsCapabilities,
        Self::KeepsGeneration,
        Self::LowersGeneration,
        Self::RaisesByAsking,
        Self::KeepsSilent,
        Self::TellsBefore,
        Self::NobodyForUnready,
    ];
}

/// A reference provider with one flaw.
#[derive(Clone, Debug)]
pub struct FlawedProvider {
    inner: ReferenceProvider,
    flaw: ProviderFlaw,
    asked: u64,
    /// The broadcast before the last change.
    before: Option<Value>,
}

impl FlawedProvider {
    /// A companion of a session with a flaw.
    pub fn new(session: &str, flaw: ProviderFlaw) -> Self {
        Self { inner: ReferenceProvider::new(session), flaw, asked: 0, before: None }
    }

    /// The query as the flaw takes it.
    fn heard(&self, query: &Value) -> Value {
        let mut query = query.clone();
        match self.flaw {
            ProviderFlaw::AnswersEverySession => query["sessionId"] = json!(super::SESSION),
            ProviderFlaw::AnswersEveryVersion => query["version"] = json!(1),
            _ => {}
        }
        query
    }

    fn say(&self, answers: Vec<Value>) -> Vec<Value> {
        match self.flaw {
            ProviderFlaw::AnswersTwice => [answers.clone(), answers].concat(),
            ProviderFlaw::AnswersLate => Vec::new(),
            _ => answers,
        }
    }

    /// An owner's answer as the flaw tells it.
    fn tell(&self, mut answer: Value) -> Value {
        let generation = answer["generation"].as_u64().unwrap_or_default();
        match self.flaw {
            ProviderFlaw::KeepsGeneration => answer["generation"] = json!(1),
            ProviderFlaw::LowersGeneration => answer["generation"] = json!(1_000 - generation),
            ProviderFlaw::RaisesByAsking => answer["generation"] = json!(generation + self.asked),
            ProviderFlaw::NobodyForUnready => answer["ready"] = json!(true),
            ProviderFlaw::OmitsReady => drop_member(&mut answer, "ready"),
            _ => {}
        }
        answer
    }
}

fn drop_member(answer: &mut Value, name: &str) {
    if let Some(members) = answer.as_object_mut() {
        members.remove(name);
    }
}

impl Provider for FlawedProvider {
    fn ready() -> Self {
        Self::new(super::SESSION, ProviderFlaw::AnswersTwice)
    }

    fn companion(&mut self, query: &Value) -> Vec<Value> {
        let mut answers = self.inner.companion(&self.heard(query));
        if self.flaw == ProviderFlaw::OmitsCapabilities {
            for answer in &mut answers {
                drop_member(answer, "capabilities");
            }
        }
        self.say(answers)
    }

    fn owner(&mut self, query: &Value) -> Vec<Value> {
        self.asked += 1;
        let answers = self.inner.owner(&self.heard(query));
        let told = answers.into_iter().map(|answer| self.tell(answer)).collect();
        self.say(told)
    }

    fn choose(&mut self, choice: Choice) {
        self.before = self.inner.owner(&super::owner_query(super::SESSION)).pop();
        self.inner.choose(choice);
    }

    fn broadcasts(&mut self) -> Vec<Value> {
        let told: Vec<Value> =
            self.inner.broadcasts().into_iter().map(|answer| self.tell(answer)).collect();
        match self.flaw {
            ProviderFlaw::KeepsSilent => Vec::new(),
            ProviderFlaw::TellsBefore if !told.is_empty() => {
                self.before.clone().into_iter().collect()
            }
            _ => told,
        }
    }
}
