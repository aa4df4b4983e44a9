//! The model port's contract over HTTP, against a scripted server on this machine.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod server;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use mind_llm_client::{HttpModel, Key, Provider};
use mind_llm_port::{Cancel, LanguageModel, ModelFault, ModelName, ModelRequest};
use mind_testkit::model::{ModelHarness, Peer, Seen};

use server::{Manner, Server};

const KEY: &str = "secret-key-1";

struct OpenAi(Desk);
struct Anthropic(Desk);

struct Desk {
    server: Server,
    model: HttpModel,
}

impl Desk {
    fn new(provider: Provider, peer: Peer) -> Self {
        let server = Server::new(Manner { provider, peer });
        let key = Key::new(KEY);
        let model = HttpModel::new(provider, Some(&server.base_url()), key).unwrap();
        Self { server, model }
    }

    /// Runs to the end; time passes once a server that never answers was asked.
    fn run(&self, future: Pin<Box<dyn Future<Output = ()> + '_>>) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let pass = async {
                self.server.stalled().await;
                tokio::time::pause();
                tokio::time::advance(Duration::from_mins(5)).await;
                std::future::pending::<()>().await;
            };
            tokio::select! {
                () = future => {}
                () = pass => {}
            }
        });
    }
}

fn name(provider: &str) -> ModelName {
    let [provider, id, thinking] = [provider, "large-1", "off"].map(str::to_owned);
    ModelName { provider, id, thinking }
}

macro_rules! harness {
    ($kind:ident, $provider:expr, $name:literal) => {
        impl ModelHarness for $kind {
            fn with(peer: Peer) -> Self {
                Self(Desk::new($provider, peer))
            }

            fn model(&self) -> &dyn LanguageModel {
                &self.0.model
            }

            fn name(&self) -> ModelName {
                name($name)
            }

            fn seen(&self) -> Vec<Seen> {
                self.0.server.seen()
            }

            fn run(&self, future: Pin<Box<dyn Future<Output = ()> + '_>>) {
                self.0.run(future);
            }
        }
    };
}

harness!(OpenAi, Provider::OpenAi, "openai");
harness!(Anthropic, Provider::Anthropic, "anthropic");

mod openai {
    mind_testkit::model_contract!(super::OpenAi);
}

mod anthropic {
    mind_testkit::model_contract!(super::Anthropic);
}

fn ask(desk: &Desk) -> Result<String, ModelFault> {
    let request = ModelRequest {
        model: name("openai"),
        system_prompt: "s".to_owned(),
        prompt: "p".to_owned(),
        max_output_tokens: 7,
        deadline: Duration::from_mins(1),
    };
    let mut answer = None;
    desk.run(Box::pin(async {
        answer = Some(desk.model.answer(&request, &Cancel::new()).await);
    }));
    answer.unwrap().map(|reply| reply.text)
}

/// The key goes into one header of one request, and a model shows itself without it.
#[test]
fn a_key_is_sent_and_not_shown() {
    for (provider, header) in [
        (Provider::OpenAi, "authorization: Bearer secret-key-1"),
        (Provider::Anthropic, "x-api-key: secret-key-1"),
    ] {
        let desk = Desk::new(provider, Peer::Says("{}".to_owned()));
        assert_eq!(ask(&desk), Ok("{}".to_owned()));
        let heads = desk.server.heads();
        assert_eq!(heads.len(), 1);
        assert!(heads[0].contains(header), "{}", heads[0]);
        assert!(!format!("{:?}", desk.model).contains(KEY));
    }
}

/// What is not an answer is a fault, each with its name; nothing is followed, and nothing too large is read.
#[test]
fn other_answers() {
    let told = |status: u16, body: &str| {
        let desk = Desk::new(Provider::OpenAi, Peer::Fails);
        desk.server.answer_with(status, body);
        (ask(&desk), desk.server.seen().len())
    };
    let provider = |status: u16| (Err(ModelFault::Provider { status: Some(status) }), 1);
    assert_eq!(told(401, "no"), (Err(ModelFault::Unauthorized), 1));
    assert_eq!(told(403, "no"), (Err(ModelFault::Unauthorized), 1));
    assert_eq!(told(404, "no"), (Err(ModelFault::ModelUnavailable), 1));
    assert_eq!(told(429, "slow down"), provider(429));
    assert_eq!(told(503, "later"), provider(503));
    assert_eq!(told(307, "elsewhere"), provider(307));
    assert_eq!(told(200, "<html>"), (Err(ModelFault::Incomplete), 1));
    let large = "x".repeat(5 << 20);
    assert_eq!(told(200, &large), (Err(ModelFault::TooLong), 1));
}

/// A server that is not there is one that cannot be reached.
#[test]
fn nobody_there() {
    let server = Server::new(Manner { provider: Provider::OpenAi, peer: Peer::Fails });
    // Nobody but root may listen there.
    let model = HttpModel::new(Provider::OpenAi, Some("http://127.0.0.1:1/v1"), None).unwrap();
    assert_eq!(ask(&Desk { server, model }), Err(ModelFault::Unreachable));
}
