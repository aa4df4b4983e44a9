//! A language model over HTTP, for use outside a host.
//!
//! It asks once, follows no redirect, and gives an answer as it came. A key is taken from whoever calls, sent in one header and shown nowhere.

mod exchange;
mod key;
mod provider;

use std::time::Duration;

use async_trait::async_trait;
use mind_llm_port::{Cancel, LanguageModel, ModelFault, ModelReply, ModelRequest};

use exchange::Exchange;
pub use key::Key;
pub use provider::{BadEndpoint, Provider};

/// Bytes an answer of a provider may have, wrapping included.
const BODY_LIMIT: u64 = 4 << 20;

/// Models of one provider.
#[derive(Debug)]
pub struct HttpModel {
    provider: Provider,
    base_url: String,
    key: Option<Key>,
}

impl HttpModel {
    /// A client of a provider, at its own address or another one that speaks as it does.
    ///
    /// # Errors
    /// [`BadEndpoint`] for an address that is none, or that would carry the key unencrypted to another machine.
    pub fn new(
        provider: Provider,
        base_url: Option<&str>,
        key: Option<Key>,
    ) -> Result<Self, BadEndpoint> {
        let base_url = provider::checked(base_url.unwrap_or(provider.base_url()), key.is_some())?;
        Ok(Self { provider, base_url, key })
    }
}

#[async_trait]
impl LanguageModel for HttpModel {
    async fn answer(
        &self,
        request: &ModelRequest,
        cancel: &Cancel,
    ) -> Result<ModelReply, ModelFault> {
        if cancel.is_cancelled() {
            return Err(ModelFault::Cancelled);
        }
        let exchange = Exchange::of(self.provider, &self.base_url, self.key.as_ref(), request);
        let (asked, answer) =
            (request.model.clone(), in_the_background(exchange, request.deadline));
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(ModelFault::Cancelled),
            answer = answer => {
                let body = answer.unwrap_or(Err(ModelFault::Unreachable))?;
                provider::reply(self.provider, &body, &asked)
            }
            () = tokio::time::sleep(request.deadline) => Err(ModelFault::Deadline),
        }
    }
}

/// Carries out an exchange on a thread of its own, which ends with the exchange or at its deadline; nobody has to wait for it.
async fn in_the_background(
    exchange: Exchange,
    deadline: Duration,
) -> Option<Result<Vec<u8>, ModelFault>> {
    let (told, heard) = tokio::sync::oneshot::channel();
    let work = move || drop(told.send(exchange.carry_out(deadline)));
    std::thread::Builder::new().name("model".to_owned()).spawn(work).ok()?;
    heard.await.ok()
}
