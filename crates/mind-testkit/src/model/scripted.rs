//! The scripted model, tried like any other.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Wake, Waker};
use std::thread::{self, Thread};

use mind_llm_port::{LanguageModel, ModelFault, ModelName, Script, ScriptedModel};

use super::{ModelHarness, Peer, Seen};

/// A harness over a [`ScriptedModel`].
#[derive(Debug)]
pub struct ScriptedHarness(ScriptedModel);

impl ModelHarness for ScriptedHarness {
    fn with(peer: Peer) -> Self {
        let other = |id: String| ModelName { id, ..name() };
        let script = match peer {
            Peer::Says(text) if text.is_empty() => Script::Fails(ModelFault::Incomplete),
            Peer::Says(text) => Script::Says(text),
            Peer::SaysAs(id, text) => Script::SaysAs(other(id), text),
            Peer::Fails => Script::Fails(ModelFault::Provider { status: Some(500) }),
            Peer::Unknown => Script::Fails(ModelFault::ModelUnavailable),
            Peer::Cut(_) => Script::Fails(ModelFault::Incomplete),
            Peer::Stalls => Script::Late,
        };
        Self(ScriptedModel::new([script]))
    }

    fn model(&self) -> &dyn LanguageModel {
        &self.0
    }

    fn name(&self) -> ModelName {
        name()
    }

    fn seen(&self) -> Vec<Seen> {
        let seen = |request: mind_llm_port::ModelRequest| Seen {
            model: request.model.id,
            system_prompt: request.system_prompt,
            prompt: request.prompt,
            max_output_tokens: request.max_output_tokens,
        };
        self.0.asked().into_iter().map(seen).collect()
    }

    fn run(&self, future: Pin<Box<dyn Future<Output = ()> + '_>>) {
        block_on(future);
    }
}

pub(super) fn name() -> ModelName {
    let [provider, id, thinking] = ["acme", "large-1", "off"].map(str::to_owned);
    ModelName { provider, id, thinking }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future that needs nothing but to be polled.
pub(super) fn block_on(future: Pin<Box<dyn Future<Output = ()> + '_>>) {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    while future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
        thread::park();
    }
}
