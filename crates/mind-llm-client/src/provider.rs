//! What the providers say and hear: the two shapes nearly all of them speak.

use std::str::FromStr;

use mind_llm_port::{ModelFault, ModelName, ModelReply, ModelRequest};
use serde_json::{Value, json};

/// Who runs the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// `OpenAI`, and every server that speaks its chat completions.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
    /// Ollama on this machine, which speaks as `OpenAI` does.
    Ollama,
}

/// An address that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadEndpoint {
    /// It is no address of HTTP.
    NotHttp,
    /// It is not encrypted, leads to another machine, and a key would be sent there.
    KeyInTheOpen,
}

impl BadEndpoint {
    /// What is wrong, to follow the name of the setting.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotHttp => "is not an address that begins with https:// or http://",
            Self::KeyInTheOpen => "would send the key unencrypted to another machine",
        }
    }
}

impl Provider {
    /// Every provider.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Ollama];

    /// The provider's name in the settings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Ollama => "ollama",
        }
    }

    /// The variable that holds its key, unless the settings name another.
    pub const fn key_variable(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("OPENAI_API_KEY"),
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::Ollama => None,
        }
    }

    pub(crate) const fn base_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Ollama => "http://127.0.0.1:11434/v1",
        }
    }

    /// Where a question goes, below the base.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::OpenAi | Self::Ollama => "/chat/completions",
            Self::Anthropic => "/messages",
        }
    }
}

impl FromStr for Provider {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == text).ok_or(())
    }
}

/// A base address without a slash at its end.
pub(crate) fn checked(base_url: &str, has_key: bool) -> Result<String, BadEndpoint> {
    let url = base_url.trim().trim_end_matches('/');
    if url.bytes().any(|byte| !byte.is_ascii_graphic()) {
        return Err(BadEndpoint::NotHttp);
    }
    match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
        (Some(rest), _) if !rest.is_empty() => Ok(url.to_owned()),
        (_, Some(rest)) if !rest.is_empty() => {
            let open = has_key && !is_here(url);
            if open { Err(BadEndpoint::KeyInTheOpen) } else { Ok(url.to_owned()) }
        }
        _ => Err(BadEndpoint::NotHttp),
    }
}

/// Whether an address is on this machine.
pub(crate) fn is_here(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    if let Some(inner) = host.strip_prefix('[') {
        return inner.split_once(']').is_some_and(|(address, _)| address == "::1");
    }
    let host = host.split(':').next().unwrap_or_default();
    let address: Option<std::net::Ipv4Addr> = host.parse().ok();
    host.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback())
}

/// The question, in the provider's words.
pub(crate) fn question(provider: Provider, base_url: &str, request: &ModelRequest) -> Value {
    let (model, most) = (&request.model.id, request.max_output_tokens);
    match provider {
        Provider::Anthropic => json!({
            "model": model,
            "max_tokens": most,
            "system": request.system_prompt,
            "messages": [{"role": "user", "content": request.prompt}],
        }),
        Provider::OpenAi | Provider::Ollama => {
            // The first of them has renamed it, and those that speak as it did have not.
            let original = base_url == Provider::OpenAi.base_url();
            let limit = if original { "max_completion_tokens" } else { "max_tokens" };
            json!({
                "model": model,
                limit: most,
                "messages": [
                    {"role": "system", "content": request.system_prompt},
                    {"role": "user", "content": request.prompt},
                ],
            })
        }
    }
}

/// The answer in what came back: all of its text, whole, and who says to have given it.
pub(crate) fn reply(
    provider: Provider,
    body: &[u8],
    asked: &ModelName,
) -> Result<ModelReply, ModelFault> {
    let body: Value = serde_json::from_slice(body).map_err(|_| ModelFault::Incomplete)?;
    let (text, ended) = match provider {
        Provider::Anthropic => (blocks(&body["content"]), body["stop_reason"] == "end_turn"),
        Provider::OpenAi | Provider::Ollama => {
            let choice = &body["choices"][0];
            let text = choice["message"]["content"].as_str().map(str::to_owned);
            (text, choice["finish_reason"] == "stop")
        }
    };
    let text = text.filter(|text| ended && !text.is_empty()).ok_or(ModelFault::Incomplete)?;
    let id = match body["model"].as_str() {
        Some(told) if !is_version_of(told, &asked.id) => told.to_owned(),
        _ => asked.id.clone(),
    };
    Ok(ModelReply { text, model: ModelName { id, ..asked.clone() } })
}

/// The text of an answer that has nothing but text.
fn blocks(content: &Value) -> Option<String> {
    let block = |block: &Value| {
        (block["type"] == "text").then(|| block["text"].as_str().map(str::to_owned))?
    };
    content.as_array()?.iter().map(block).collect()
}

/// Whether a provider names the model that was asked for, with the date of its version or without.
fn is_version_of(told: &str, asked: &str) -> bool {
    let Some(rest) = told.strip_prefix(asked) else { return false };
    let dated = |rest: &str| {
        let digits = rest.bytes().filter(u8::is_ascii_digit).count();
        digits >= 4 && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    rest.is_empty() || rest.strip_prefix(['-', '@']).is_some_and(dated)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key leaves this machine encrypted or not at all.
    #[test]
    fn endpoints() {
        let check = |url: &str, key: bool, expect: Result<&str, BadEndpoint>| {
            assert_eq!(checked(url, key).as_deref().map_err(|error| *error), expect, "{url}");
        };
        check("https://api.example/v1/", true, Ok("https://api.example/v1"));
        check("http://127.0.0.1:8080/v1", true, Ok("http://127.0.0.1:8080/v1"));
        check("http://localhost:8080", true, Ok("http://localhost:8080"));
        check("http://[::1]:8080/v1", true, Ok("http://[::1]:8080/v1"));
        check("http://10.0.0.5:11434/v1", false, Ok("http://10.0.0.5:11434/v1"));
        check("http://10.0.0.5:11434/v1", true, Err(BadEndpoint::KeyInTheOpen));
        check("http://localhost.example/v1", true, Err(BadEndpoint::KeyInTheOpen));
        check("http://127.0.0.1@example.org/v1", true, Err(BadEndpoint::KeyInTheOpen));
        for url in ["", "api.example", "file:///x", "https://", "http://a b"] {
            check(url, false, Err(BadEndpoint::NotHttp));
        }
    }

    /// M-4: a dated version is the model, another one is not.
    #[test]
    fn versions_of_a_model() {
        for (told, expect) in [
            ("large-1", true),
            ("large-1-2026-08-06", true),
            ("large-1@20260806", true),
            ("large-1-mini", false),
            ("large-1-0", false),
            ("large-12", false),
            ("acme/large-1", false),
            ("", false),
        ] {
            assert_eq!(is_version_of(told, "large-1"), expect, "{told}");
        }
    }

    /// M-6: only a whole answer of text is one.
    #[test]
    fn half_answers() {
        let asked = ModelName {
            provider: "openai".to_owned(),
            id: "large-1".to_owned(),
            thinking: "off".to_owned(),
        };
        let choice = |content: Value, reason: &str| json!({"choices": [{"message": {"content": content}, "finish_reason": reason}]});
        let block = |kind: &str, reason: &str| json!({"content": [{"type": kind, "text": "{}"}], "stop_reason": reason});
        for (provider, body) in [
            (Provider::OpenAi, choice(json!("{}"), "length")),
            (Provider::OpenAi, choice(json!("{}"), "content_filter")),
            (Provider::OpenAi, choice(json!(null), "stop")),
            (Provider::OpenAi, choice(json!(["{}"]), "stop")),
            (Provider::OpenAi, json!({"error": "no"})),
            (Provider::Anthropic, block("text", "max_tokens")),
            (Provider::Anthropic, block("text", "refusal")),
            (Provider::Anthropic, block("tool_use", "end_turn")),
            (Provider::Anthropic, json!([])),
        ] {
            let bytes = body.to_string().into_bytes();
            assert_eq!(reply(provider, &bytes, &asked), Err(ModelFault::Incomplete), "{body}");
        }
        assert_eq!(reply(Provider::OpenAi, b"{\"choices\"", &asked), Err(ModelFault::Incomplete));
        let whole = choice(json!(" {} "), "stop").to_string().into_bytes();
        let expect = ModelReply { text: " {} ".to_owned(), model: asked.clone() };
        assert_eq!(reply(Provider::OpenAi, &whole, &asked), Ok(expect));
    }
}
