//! One question over HTTP, and what came back.

use std::time::Duration;

use mind_llm_port::{ModelFault, ModelRequest};
use ureq::Agent;

use crate::provider::{is_here, question};
use crate::{BODY_LIMIT, Key, Provider};

/// Everything one question needs.
pub(crate) struct Exchange {
    url: String,
    headers: Vec<(&'static str, String)>,
    body: String,
}

impl Exchange {
    pub(crate) fn of(
        provider: Provider,
        base_url: &str,
        key: Option<&Key>,
        request: &ModelRequest,
    ) -> Self {
        let key = key.map(|key| match provider {
            Provider::Anthropic => ("x-api-key", key.reveal().to_owned()),
            _ => ("authorization", format!("Bearer {}", key.reveal())),
        });
        let version = (provider == Provider::Anthropic)
            .then(|| ("anthropic-version", "2023-06-01".to_owned()));
        Self {
            url: format!("{base_url}{}", provider.path()),
            headers: key.into_iter().chain(version).collect(),
            body: question(provider, base_url, request).to_string(),
        }
    }

    /// Asks, once. A redirect is an answer like any other that is none.
    pub(crate) fn carry_out(&self, deadline: Duration) -> Result<Vec<u8>, ModelFault> {
        let config = Agent::config_builder()
            .timeout_global(Some(deadline))
            .max_redirects(0)
            .http_status_as_error(false);
        // What runs on this machine is not asked through another one.
        let config = if is_here(&self.url) { config.proxy(None) } else { config };
        let agent: Agent = config.build().into();
        let mut post = agent.post(&self.url).header("content-type", "application/json");
        for (name, value) in &self.headers {
            post = post.header(*name, value);
        }
        let mut response = post.send(&self.body).map_err(|error| fault(&error))?;
        match response.status().as_u16() {
            200..=299 => {}
            401 | 403 => return Err(ModelFault::Unauthorized),
            404 => return Err(ModelFault::ModelUnavailable),
            status => return Err(ModelFault::Provider { status: Some(status) }),
        }
        let body = response.body_mut().with_config().limit(BODY_LIMIT).read_to_vec();
        body.map_err(|error| match fault(&error) {
            ModelFault::Unreachable => ModelFault::Incomplete,
            fault => fault,
        })
    }
}

/// What a failure of the exchange is. Its text is dropped: it may name the address and more.
fn fault(error: &ureq::Error) -> ModelFault {
    match error {
        ureq::Error::Timeout(_) => ModelFault::Deadline,
        ureq::Error::BodyExceedsLimit(_) => ModelFault::TooLong,
        ureq::Error::StatusCode(status) => ModelFault::Provider { status: Some(*status) },
        _ => ModelFault::Unreachable,
    }
}
