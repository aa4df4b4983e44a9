//! A model that answers what a test says.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use crate::cancel::Cancel;
use crate::model::{LanguageModel, ModelFault, ModelName, ModelReply, ModelRequest};

/// What a scripted model does with one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Script {
    /// It answers this.
    Says(String),
    /// Another model answers this.
    SaysAs(ModelName, String),
    /// It fails.
    Fails(ModelFault),
    /// It answers only after the deadline, which passes at once.
    Late,
    /// It answers when it is taken back, and not before.
    Hangs,
}

/// A model that follows a script; past its end it fails. Clones are the same model.
#[derive(Clone, Debug, Default)]
pub struct ScriptedModel {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    script: VecDeque<Script>,
    asked: Vec<ModelRequest>,
}

impl ScriptedModel {
    /// A model with this script.
    pub fn new(script: impl IntoIterator<Item = Script>) -> Self {
        let state = State { script: script.into_iter().collect(), asked: Vec::new() };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// A model that answers these, one after the other.
    pub fn saying<T: Into<String>>(answers: impl IntoIterator<Item = T>) -> Self {
        Self::new(answers.into_iter().map(|answer| Script::Says(answer.into())))
    }

    /// Every question it was asked.
    pub fn asked(&self) -> Vec<ModelRequest> {
        self.lock().asked.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl LanguageModel for ScriptedModel {
    async fn answer(
        &self,
        request: &ModelRequest,
        cancel: &Cancel,
    ) -> Result<ModelReply, ModelFault> {
        let next = {
            let mut state = self.lock();
            state.asked.push(request.clone());
            state.script.pop_front()
        };
        if cancel.is_cancelled() {
            return Err(ModelFault::Cancelled);
        }
        match next.unwrap_or(Script::Fails(ModelFault::Provider { status: None })) {
            Script::Says(text) => Ok(ModelReply { text, model: request.model.clone() }),
            Script::SaysAs(model, text) => Ok(ModelReply { text, model }),
            Script::Fails(fault) => Err(fault),
            Script::Late => Err(ModelFault::Deadline),
            Script::Hangs => {
                cancel.cancelled().await;
                Err(ModelFault::Cancelled)
            }
        }
    }
}
