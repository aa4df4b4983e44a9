//! The port: one question, one answer, within a time.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;

use crate::cancel::Cancel;

/// Whoever can run a model.
///
/// The promises are tested by `model_contract!` in `mind-testkit`.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Asks the request's model once, without tools, and gives its whole answer as it came (M-1 to M-3).
    ///
    /// It asks exactly this model and no other, does not ask again whatever happens, and does not repair, trim or complete an answer. It ends with [`ModelFault::Deadline`] when the request's time is over and with [`ModelFault::Cancelled`] soon after `cancel` is set; dropping the future ends it too. It may be called from several tasks at once.
    ///
    /// # Errors
    /// A [`ModelFault`], which holds nothing of the request, of an answer or of a key. An answer that was cut off is a fault and never a shorter answer.
    async fn answer(
        &self,
        request: &ModelRequest,
        cancel: &Cancel,
    ) -> Result<ModelReply, ModelFault>;
}

/// A model, as its provider names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelName {
    /// Who runs it.
    pub provider: String,
    /// Its name there.
    pub id: String,
    /// How much it thinks; `off` where it does not.
    pub thinking: String,
}

impl fmt::Display for ModelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, thinking {}", self.provider, self.id, self.thinking)
    }
}

/// One question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelRequest {
    /// The model to be asked.
    pub model: ModelName,
    /// The system half.
    pub system_prompt: String,
    /// The user's half.
    pub prompt: String,
    /// Tokens the answer may have.
    pub max_output_tokens: u32,
    /// How long it may take in all.
    pub deadline: Duration,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelReply {
    /// Its text, untouched.
    pub text: String,
    /// The model that gave it: the one that was asked, unless the provider says it was another.
    pub model: ModelName,
}

/// Why there is no answer. No variant holds a word of a request, an answer or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFault {
    /// The provider cannot be reached.
    #[error("the model's provider cannot be reached")]
    Unreachable,
    /// The provider does not take the key, or there is none.
    #[error("the model's provider does not take the key")]
    Unauthorized,
    /// The provider has no such model.
    #[error("the model's provider does not have this model")]
    ModelUnavailable,
    /// The provider answered with an error, with this status where it has one.
    #[error("the model's provider answered with an error{}", .status.map(|status| format!(" ({status})")).unwrap_or_default())]
    Provider {
        /// The status of HTTP.
        status: Option<u16>,
    },
    /// What came back is no answer: no text, or one that was cut off.
    #[error("the model's answer is not whole")]
    Incomplete,
    /// More came back than an answer may be.
    #[error("the model's answer is too long")]
    TooLong,
    /// The time was over.
    #[error("the model did not answer in time")]
    Deadline,
    /// It was cancelled.
    #[error("the question was taken back")]
    Cancelled,
}

impl ModelFault {
    /// The stable code, listed in `docs/errors.md`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unreachable => "llm.unreachable",
            Self::Unauthorized => "llm.unauthorized",
            Self::ModelUnavailable => "llm.model_unavailable",
            Self::Provider { .. } => "llm.provider_error",
            Self::Incomplete => "llm.incomplete",
            Self::TooLong => "llm.too_long",
            Self::Deadline => "llm.deadline",
            Self::Cancelled => "llm.cancelled",
        }
    }
}
