//! Models that are broken on purpose, to prove that the contract's suite refuses them.

use std::future::Future;
use std::pin::Pin;

use mind_llm_port::{Cancel, LanguageModel, ModelFault, ModelName, ModelReply, ModelRequest};

use super::scripted::block_on;
use super::{ModelHarness, Peer, ScriptedHarness, Seen};

/// One way to be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelFlaw {
    /// It asks again after a failure.
    AsksAgain,
    /// It trims answers.
    Trims,
    /// It takes a code fence off.
    Unfences,
    /// It says that the model it was asked for answered, whoever did.
    HidesTheModel,
    /// It clips the question.
    ClipsTheQuestion,
    /// It gives out what came of an answer that was cut off.
    GivesHalves,
    /// It gives out nothing as an answer.
    GivesNothing,
    /// It answers with nothing at the deadline.
    CoversTheDeadline,
    /// It goes on although the question was taken back.
    DoesNotListen,
    /// It does not say that a model is not there.
    ShrugsItOff,
}

impl ModelFlaw {
    /// Every flaw.
    pub const ALL: [Self; 10] = [
        Self::AsksAgain,
        Self::Trims,
        Self::Unfences,
        Self::HidesTheModel,
        Self::ClipsTheQuestion,
        Self::GivesHalves,
        Self::GivesNothing,
        Self::CoversTheDeadline,
        Self::DoesNotListen,
        Self::ShrugsItOff,
    ];
}

/// A model with one flaw, over the scripted one.
pub struct FlawedModel {
    inner: ScriptedHarness,
    peer: Peer,
    flaw: ModelFlaw,
}

impl FlawedModel {
    /// A model with a flaw, whose provider behaves like this.
    pub fn new(peer: Peer, flaw: ModelFlaw) -> Self {
        Self { inner: ScriptedHarness::with(peer.clone()), peer, flaw }
    }

    fn spoilt(&self, reply: ModelReply, request: &ModelRequest) -> ModelReply {
        let text = reply.text.as_str();
        let text = match self.flaw {
            ModelFlaw::Trims => text.trim(),
            ModelFlaw::Unfences => text.trim_start_matches("```json\n").trim_end_matches("```\n"),
            _ => text,
        };
        let model = match self.flaw {
            ModelFlaw::HidesTheModel => request.model.clone(),
            _ => reply.model,
        };
        ModelReply { text: text.to_owned(), model }
    }

    fn covered(&self, fault: ModelFault, request: &ModelRequest) -> Result<ModelReply, ModelFault> {
        let says =
            |text: &str| Ok(ModelReply { text: text.to_owned(), model: request.model.clone() });
        match (self.flaw, fault, &self.peer) {
            (ModelFlaw::GivesHalves, _, Peer::Cut(text)) => says(text),
            (ModelFlaw::GivesNothing, ModelFault::Incomplete, Peer::Says(_))
            | (ModelFlaw::CoversTheDeadline, ModelFault::Deadline, _) => says(""),
            (ModelFlaw::ShrugsItOff, ModelFault::ModelUnavailable, _) => {
                Err(ModelFault::Provider { status: None })
            }
            _ => Err(fault),
        }
    }
}

#[async_trait::async_trait]
impl LanguageModel for FlawedModel {
    async fn answer(
        &self,
        request: &ModelRequest,
        cancel: &Cancel,
    ) -> Result<ModelReply, ModelFault> {
        let mut asked = request.clone();
        if self.flaw == ModelFlaw::ClipsTheQuestion {
            asked.prompt.truncate(20);
        }
        let deaf = Cancel::new();
        let heard = if self.flaw == ModelFlaw::DoesNotListen { &deaf } else { cancel };
        let mut answer = self.inner.model().answer(&asked, heard).await;
        if self.flaw == ModelFlaw::AsksAgain && answer.is_err() {
            answer = self.inner.model().answer(&asked, heard).await;
        }
        match answer {
            Ok(reply) => Ok(self.spoilt(reply, request)),
            Err(fault) => self.covered(fault, request),
        }
    }
}

impl ModelHarness for FlawedModel {
    fn with(peer: Peer) -> Self {
        Self::new(peer, ModelFlaw::AsksAgain)
    }

    fn model(&self) -> &dyn LanguageModel {
        self
    }

    fn name(&self) -> ModelName {
        self.inner.name()
    }

    fn seen(&self) -> Vec<Seen> {
        self.inner.seen()
    }

    fn run(&self, future: Pin<Box<dyn Future<Output = ()> + '_>>) {
        block_on(future);
    }
}
