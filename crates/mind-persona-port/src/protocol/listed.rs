//! Whether the companion stands among a host's packages (W-14).

use serde_json::Value;

use super::COMPANION;

/// Whether an entry of the host's setting `packages` is the companion's: a source that ends in its name, after its start, `/`, `:` or `\`, with `.git`, a slash or a version behind it. One whose extensions are switched off is not.
pub fn is_listed(package: &Value) -> bool {
    let off = package.get("extensions").and_then(Value::as_array).is_some_and(Vec::is_empty);
    let source = package.as_str().or_else(|| package.get("source")?.as_str());
    !off && source.is_some_and(names_companion)
}

/// Any `@` may begin the version, so each is tried.
fn names_companion(source: &str) -> bool {
    let cuts = source.char_indices().filter(|(_, c)| *c == '@').map(|(at, _)| at);
    cuts.chain([source.len()]).any(|end| ends_in_name(&source[..end]))
}

fn ends_in_name(source: &str) -> bool {
    let source = source.strip_suffix('/').unwrap_or(source);
    let source = source.strip_suffix(".git").unwrap_or(source);
    let before = source.strip_suffix(COMPANION);
    before.is_some_and(|before| before.is_empty() || before.ends_with(['/', ':', '\\']))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// W-14: the contract's vectors.
    #[test]
    fn listed() {
        let yes = [
            json!("npm:pi-persona"),
            json!("npm:pi-persona@1.17.5"),
            json!("npm:@acme/pi-persona@^1"),
            json!("git:github.com/acme/pi-persona@feature/a"),
            json!("https://github.com/acme/pi-persona.git"),
            json!("https://user@example.org/acme/pi-persona.git/"),
            json!("../pi-persona"),
            json!("..\\pi-persona"),
            json!("pi-persona"),
            json!({"source": "npm:pi-persona", "skills": []}),
            json!({"source": "npm:pi-persona", "extensions": ["a.ts"]}),
        ];
        let no = [
            json!("npm:pi-persona-mind"),
            json!("npm:my-pi-persona"),
            json!("npm:pi-persona-tools@1"),
            json!("git:github.com/pi-persona/other"),
            json!({"source": "npm:pi-persona", "extensions": []}),
            json!({"name": "pi-persona"}),
            json!(null),
            json!(["npm:pi-persona"]),
            json!(""),
        ];
        for package in yes {
            assert!(is_listed(&package), "{package}");
        }
        for package in no {
            assert!(!is_listed(&package), "{package}");
        }
    }
}
