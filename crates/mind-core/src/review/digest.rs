//! What a window says, as one digest: the same records in any order and of any age are the same window (O-87).

use std::fmt;

use crate::consolidate::plan::PlanOwner;
use crate::digest;
use crate::fact::Fact;
use crate::json;
use crate::scope::Tier;
use crate::text::canonical;

/// Digests kept of one target, the newest.
pub const DIGESTS_KEPT: usize = 64;

/// `sha256:` and 64 hex digits of what a window says and to whom it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowDigest(Box<str>);

impl WindowDigest {
    /// Reads a digest; `None` when it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let hex = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
        let digits = text.strip_prefix("sha256:")?;
        (digits.len() == 64 && digits.bytes().all(hex)).then(|| Self(text.into()))
    }

    /// The digest's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The digest of these rows of an owner's target.
    pub(super) fn of<'a>(
        target: Tier,
        owner: &PlanOwner,
        rows: impl Iterator<Item = &'a Fact>,
    ) -> Self {
        let mut keys: Vec<String> = rows.map(key).collect();
        keys.sort_unstable();
        let project = owner.project.as_deref().unwrap_or_default();
        let mut json = String::from("[1,");
        for text in [target.as_str(), owner.persona.as_str(), project] {
            json::push_string(&mut json, text);
            json.push(',');
        }
        json.push('[');
        json.push_str(&keys.join(","));
        json.push_str("]]");
        Self(format!("sha256:{}", digest::short_hex(&[json.as_bytes()], 64)).into())
    }
}

impl fmt::Display for WindowDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a row says: kind, canonical text and tags, whenever and by whatever name.
fn key(fact: &Fact) -> String {
    let mut json = format!("[\"{}\",", fact.kind);
    json::push_string(&mut json, &canonical(fact.text.as_str()));
    json.push(',');
    json::push_strings(&mut json, fact.tags.normalised().iter().map(AsRef::as_ref));
    json.push(']');
    json
}
