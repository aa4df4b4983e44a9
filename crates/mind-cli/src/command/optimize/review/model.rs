//! The model of the settings, asked once.

use std::time::Duration;

use mind_core::review::prepare::{Model, Prepared};
use mind_core::review::request::{DEADLINE_MS, OUTPUT_TOKENS};
use mind_core::scan::label;
use mind_llm_client::{HttpModel, Key, Provider};
use mind_llm_port::{Cancel, LanguageModel as _, ModelFault, ModelName, ModelRequest};

use crate::config::Config;
use crate::fault::Fault;
use crate::surroundings::Surroundings;

/// A model that can be asked.
pub(super) struct Asked {
    /// Its name.
    pub(super) model: Model,
    client: HttpModel,
    /// The variable that would hold a key and is not set.
    unset: Option<String>,
}

/// What it answered.
pub(super) struct Answered {
    pub(super) text: String,
    pub(super) model: Model,
}

impl Asked {
    /// The model that the settings name; its key comes from the environment.
    pub(super) fn of(config: &Config, surroundings: &Surroundings) -> Result<Self, Fault> {
        let llm = &config.llm;
        let (Some(named), Some(id)) = (&llm.provider, &llm.model) else {
            return Err(Fault::NoModel);
        };
        let wrong = |key: &str, problem: &str| Fault::Config {
            path: config.path.clone().unwrap_or_default(),
            key: Some(key.to_owned()),
            problem: problem.to_owned(),
        };
        let known = Provider::ALL.map(Provider::as_str).join(", ");
        let provider: Provider =
            named.parse().map_err(|()| wrong("llm.provider", &format!("is none of {known}")))?;
        let variable = llm.api_key_env.as_deref().or(provider.key_variable());
        let value = variable.and_then(|name| surroundings.variable(name)?.to_str());
        let key = value.and_then(Key::new);
        // What stands in the place of the name may be the key itself.
        let unset = variable.filter(|_| key.is_none()).map(|name| label(name).to_owned());
        if let Some(variable) = unset.clone().filter(|_| llm.api_key_env.is_some()) {
            return Err(Fault::NoKey { variable });
        }
        let client = HttpModel::new(provider, llm.base_url.as_deref(), key)
            .map_err(|bad| wrong("llm.base_url", bad.as_str()))?;
        let [provider, thinking] = [provider.as_str(), "off"].map(str::to_owned);
        Ok(Self { model: Model { provider, id: id.clone(), thinking }, client, unset })
    }

    /// Why it did not answer. A provider that wants a key got none where its variable is not set.
    pub(super) fn fault(&self, fault: ModelFault) -> Fault {
        match (fault, &self.unset) {
            (ModelFault::Unauthorized, Some(variable)) => {
                Fault::NoKey { variable: variable.clone() }
            }
            (fault, _) => Fault::Model(fault),
        }
    }

    /// Asks, and waits for the answer or its deadline.
    pub(super) fn answer(&self, prepared: &Prepared) -> Result<Answered, ModelFault> {
        let Model { provider, id, thinking } = prepared.model.clone();
        let request = ModelRequest {
            model: ModelName { provider, id, thinking },
            system_prompt: prepared.system_prompt().to_owned(),
            prompt: prepared.prompt.clone(),
            max_output_tokens: OUTPUT_TOKENS,
            deadline: Duration::from_millis(DEADLINE_MS),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|_| ModelFault::Unreachable)?;
        let reply = runtime.block_on(self.client.answer(&request, &Cancel::new()))?;
        let ModelName { provider, id, thinking } = reply.model;
        Ok(Answered { text: reply.text, model: Model { provider, id, thinking } })
    }
}
