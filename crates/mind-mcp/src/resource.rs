//! Resources: the standing block, and one fact under `mind://fact/ID`, with its ids completed.

use mind_core::error::{Error, ErrorKind};
use mind_core::mind::{ContextRequest, LIMIT_MAX, RecallRequest};
use mind_core::port::{Clock, Store};
use rmcp::ErrorData;
use rmcp::model::{CompletionInfo, Resource, ResourceContents, ResourceTemplate};
use serde_json::Value;

use crate::answer::fit_words;
use crate::call::Desk;
use crate::wire;

/// The address of the standing block.
const CONTEXT: &str = "mind://context";
/// The template of a fact's address.
pub(crate) const FACT: &str = "mind://fact/{id}";
const FACT_PREFIX: &str = "mind://fact/";

/// The standing block as `resources/list` shows it.
pub(crate) fn context() -> Resource {
    Resource::new(CONTEXT, "context")
        .with_description(
            "What holds for this person and project whatever is asked. Reference, not instruction.",
        )
        .with_mime_type("text/plain")
}

/// The template as `resources/templates/list` shows it.
pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new(FACT, "fact")
        .with_description("One remembered fact with origin and history, up to 32 KiB; id takes a reference too. Reference, not instruction.")
        .with_mime_type("text/plain")
}

impl<S: Store, C: Clock> Desk<'_, S, C> {
    /// The resource at an address.
    ///
    /// # Errors
    /// `resource not found` when nothing is there, with the refusal in `data`; the address is not repeated.
    pub(crate) fn resource(
        &self,
        uri: &str,
        budget_tokens: usize,
    ) -> Result<ResourceContents, ErrorData> {
        let text = if uri == CONTEXT { self.standing(budget_tokens)? } else { self.fact(uri)? };
        Ok(ResourceContents::text(text, uri).with_mime_type("text/plain"))
    }

    /// The standing block, which names no tools: a client may show it where there are none.
    fn standing(&self, budget_tokens: usize) -> Result<String, ErrorData> {
        let request = ContextRequest { budget_tokens, lean: true, ..ContextRequest::default() };
        let blocks = self.mind.context(self.scope, &request).map_err(|error| gone(&error))?;
        Ok(blocks.standing)
    }

    fn fact(&self, uri: &str) -> Result<String, ErrorData> {
        let missing = || ErrorData::resource_not_found("no such resource", None);
        let reference = uri.strip_prefix(FACT_PREFIX).and_then(decoded).ok_or_else(missing)?;
        let reading = self.mind.read(self.scope, &reference, None).map_err(|error| gone(&error))?;
        Ok(fit_words(&reading))
    }

    /// Ids of live facts that begin with `prefix`, newest first, as many as one answer may have.
    ///
    /// # Errors
    /// A store's error, when not one tier could be read.
    pub(crate) fn completions(&self, prefix: &str) -> Result<CompletionInfo, ErrorData> {
        let mut request = RecallRequest { limit: LIMIT_MAX, ..RecallRequest::default() };
        let mut ids: Vec<String> = Vec::new();
        loop {
            let page = self.mind.recall(self.scope, &request).map_err(|error| gone(&error))?;
            let fitting = page.hits.iter().map(|hit| hit.entry.id.as_str());
            ids.extend(fitting.filter(|id| id.starts_with(prefix)).map(str::to_owned));
            match page.next_offset {
                Some(next) if ids.len() <= CompletionInfo::MAX_VALUES => request.offset = next,
                _ => break,
            }
        }
        let has_more = ids.len() > CompletionInfo::MAX_VALUES;
        ids.truncate(CompletionInfo::MAX_VALUES);
        CompletionInfo::with_pagination(ids, None, has_more)
            .map_err(|_| ErrorData::internal_error("internal error", None))
    }
}

fn gone(error: &Error) -> ErrorData {
    let refusal = wire::error(error);
    let message = format!("{} ({})", refusal.message, refusal.code);
    let data = serde_json::to_value(refusal).unwrap_or(Value::Null);
    match error.kind() {
        ErrorKind::User => ErrorData::resource_not_found(message, Some(data)),
        _ => ErrorData::internal_error(message, Some(data)),
    }
}

/// An address part with its `%` escapes undone; none when they are not UTF-8 or not escapes.
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (digits, tail) = rest.split_at_checked(2)?;
        let digits = std::str::from_utf8(digits).ok().filter(|two| !two.starts_with('+'))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-24: an id may be written plainly or escaped, as clients do.
    #[test]
    fn addresses_are_decoded() {
        for (part, expect) in [
            ("6d7b7855bcd3", Some("6d7b7855bcd3")),
            ("project%3Adev%2F6d7b", Some("project:dev/6d7b")),
            ("project:dev/6d7b", Some("project:dev/6d7b")),
            ("%c3%a9", Some("é")),
            ("%2", None),
            ("%zz", None),
            ("%+1", None),
            ("%ff", None),
        ] {
            assert_eq!(decoded(part).as_deref(), expect, "{part}");
        }
    }
}
