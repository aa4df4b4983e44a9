//! What no source may say: looked for in tokens, so that comments and texts do not count and macro bodies do.

use anyhow::{Context as _, Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};

use super::Finding;
use crate::workspace::SourceFile;

/// A sequence of tokens, and what to do instead.
struct Forbidden {
    sequence: &'static [&'static str],
    says: &'static str,
    /// Files that may say it, each for its reason.
    except: &'static [&'static str],
}

const FORBIDDEN: [Forbidden; 4] = [
    Forbidden {
        sequence: &["#", "[", "allow"],
        says: "write `#[expect(lint, reason = \"…\")]` instead of `#[allow]`",
        except: &[],
    },
    Forbidden {
        sequence: &["#", "!", "[", "allow"],
        says: "write `#![expect(lint, reason = \"…\")]` instead of `#![allow]`",
        except: &[],
    },
    Forbidden {
        sequence: &["#", "[", "ignore"],
        says: "a test that is not run proves nothing; mend it or take it out",
        except: &[],
    },
    Forbidden {
        sequence: &["thread", ":", ":", "sleep"],
        says: "wait for what is to happen, not for a time",
        // A lock that another process holds, and a rename that Windows denies for a moment, give no sign when they are free.
        except: &[
            "crates/mind-cli/src/setup/lock.rs",
            "crates/mind-store-fs/src/fs/real.rs",
            "crates/mind-store-fs/src/lock.rs",
        ],
    },
];

pub(super) fn check(files: &[SourceFile], found: &mut Vec<Finding>) -> Result<()> {
    for file in files {
        let tokens = flat(&file.text).with_context(|| file.path.clone())?;
        for forbidden in &FORBIDDEN {
            if forbidden.except.contains(&file.path.as_str()) {
                continue;
            }
            for line in places(&tokens, forbidden.sequence) {
                found.push(Finding::new(format!("{}:{line}", file.path), forbidden.says));
            }
        }
    }
    Ok(())
}

/// One token as text, opening and closing brackets included, and its line.
pub(super) struct Token {
    pub(super) text: String,
    pub(super) line: usize,
}

/// The tokens of a source in order, groups opened up.
pub(super) fn flat(source: &str) -> Result<Vec<Token>> {
    // A byte-order mark or a `#!` line is no token.
    let stream: TokenStream =
        source.trim_start_matches('\u{feff}').parse().map_err(|error| anyhow!("{error}"))?;
    let mut tokens = Vec::new();
    flatten(stream, &mut tokens);
    Ok(tokens)
}

fn flatten(stream: TokenStream, into: &mut Vec<Token>) {
    for tree in stream {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                    proc_macro2::Delimiter::Brace => ("{", "}"),
                    proc_macro2::Delimiter::Bracket => ("[", "]"),
                    proc_macro2::Delimiter::None => ("", ""),
                };
                into.push(Token { text: open.to_owned(), line });
                flatten(group.stream(), into);
                into.push(Token { text: close.to_owned(), line: group.span_close().end().line });
            }
            other => into.push(Token { text: other.to_string(), line }),
        }
    }
}

fn places(tokens: &[Token], sequence: &[&str]) -> Vec<usize> {
    let equal =
        |window: &&[Token]| window.iter().zip(sequence).all(|(token, text)| token.text == *text);
    tokens.windows(sequence.len()).filter(equal).map(|window| window[0].line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_in_code_and_macros_but_not_in_texts() {
        let check = |source: &str, expect: &[usize]| {
            let tokens = flat(source).unwrap();
            let found = places(&tokens, &["thread", ":", ":", "sleep"]);
            assert_eq!(found, expect, "{source:?}");
        };
        check("fn f() {\n std::thread::sleep(d) }", &[2]);
        check("macro_rules! m { () => {\n thread::sleep(d) } }", &[2]);
        check("// thread::sleep\nconst S: &str = \"thread::sleep\";", &[]);
    }
}
