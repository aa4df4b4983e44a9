//! The answer of a tool: structured content, a short text beside it, and a ceiling over both.

mod fit;

use mind_protocol::{Accepted, Refusal};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::Value;

pub(crate) use fit::{fit_item, fit_page, fit_reading, fit_words, trim};

/// Bytes a tool's answer may have on the wire (S-23), less what the protocol wraps around it.
pub(crate) const CEILING: usize = 32 * 1_024 - 256;

/// What a tool has to say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    /// A wire shape. A list that had to be cut to stay under the ceiling is counted in `omitted`.
    structured: Value,
    /// The same in words.
    text: String,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Accepted,
    Refused,
}

impl Answer {
    /// A success.
    pub(crate) fn accepted(answer: impl Serialize, text: String) -> Self {
        let structured = serde_json::to_value(Accepted::new(answer))
            .expect("wire shapes have text keys and finite numbers");
        Self { structured, text, verdict: Verdict::Accepted }
    }

    /// A refusal, in the words of the tool.
    pub(crate) fn refused(lead: &str, refusal: &Refusal) -> Self {
        let structured =
            serde_json::to_value(refusal).expect("wire shapes have text keys and finite numbers");
        let text = crate::words::refusal(lead, refusal);
        Self { structured, text, verdict: Verdict::Refused }
    }

    /// The answer as the protocol has it.
    pub(crate) fn into_result(self) -> CallToolResult {
        let content = vec![ContentBlock::text(self.text)];
        let mut result = match self.verdict {
            Verdict::Accepted => CallToolResult::success(content),
            Verdict::Refused => CallToolResult::error(content),
        };
        result.structured_content = Some(self.structured);
        result
    }

    /// The structured answer and the words beside it.
    pub(crate) fn into_parts(self) -> (Value, String) {
        (self.structured, self.text)
    }

    /// Bytes of the answer on the wire.
    pub(crate) fn size(&self) -> usize {
        written(&self.clone().into_result())
    }
}

/// Bytes of a value as JSON.
fn written(value: &impl Serialize) -> usize {
    serde_json::to_vec(value).expect("wire shapes have text keys and finite numbers").len()
}
