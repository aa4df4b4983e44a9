//! Secrets: known forms, and values assigned to names that promise one. Nothing is judged by randomness.

mod assignment;
mod header;
mod issued;
mod reference;
mod told;
mod url;

use super::Rule;

/// Whether `rule`, one of this module's, finds something in a normal form.
pub(super) fn finds(rule: Rule, norm: &str) -> bool {
    match rule {
        Rule::SecretOpenaiKey => issued::has_openai_key(norm),
        Rule::SecretAwsKey => issued::has_aws_key(norm),
        Rule::SecretJwt => issued::has_jwt(norm),
        Rule::SecretPrivateKey => header::has_private_key(norm),
        Rule::SecretAuthorization => header::has_authorization(norm),
        Rule::SecretUrlPassword => url::has_password(norm),
        Rule::SecretAssignment => assignment::has_assignment(norm) || told::tells_secret(norm),
        _ => issued::has_prefixed(rule, norm),
    }
}

/// What follows each `prefix` that no ASCII letter or digit directly precedes.
fn after_each<'a>(norm: &'a str, prefix: &str) -> impl Iterator<Item = &'a str> {
    norm.match_indices(prefix)
        .filter(|(at, _)| is_detached(&norm[..*at]))
        .map(|(at, prefix)| &norm[at + prefix.len()..])
}

/// Whether a form may begin after `before`.
fn is_detached(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_ascii_alphanumeric())
}

/// `[A-Za-z0-9_-]`, the alphabet of most keys.
const fn is_key_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}
