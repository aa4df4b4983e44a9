//! The knowledge graph of the reference MCP memory server: a line an entity or a relation.

use std::collections::VecDeque;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use mind_core::mind::Draft;

use super::members::Members;
use crate::batch::Piece;
use crate::fault::Fault;
use crate::input::{Line, Lines};

/// Bytes of one line, which holds all that is known about an entity.
const LINE_LIMIT: u64 = 1 << 22;
const FIELDS: &[&str] =
    &["type", "name", "entityType", "observations", "from", "to", "relationType"];
/// Where such facts say they come from.
const SOURCE: &str = "server-memory";

/// Whether a file begins like a graph: an object whose type is one of the two there are.
pub(crate) fn begins(beginning: &[u8]) -> bool {
    let line = beginning.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    // The first line may be longer than what was looked at, and then it is not whole JSON.
    let packed: String = line.chars().filter(|c| !c.is_whitespace()).take(40).collect();
    let whole = Members::read(&line).ok();
    let named = whole.and_then(|members| members.text("type").ok().flatten());
    match named.as_deref() {
        Some(name) => matches!(name, "entity" | "relation"),
        None => ["entity", "relation"]
            .into_iter()
            .any(|name| packed.starts_with(&format!("{{\"type\":\"{name}\""))),
    }
}

/// A fact an observation and a fact a relation.
pub(crate) fn pieces<R: BufRead>(
    source: R,
    path: &Path,
    template: Draft,
) -> impl Iterator<Item = Result<Piece, Fault>> + use<R> {
    let mut lines = Lines::new(source, LINE_LIMIT);
    let path = PathBuf::from(path);
    let mut ready: VecDeque<Piece> = VecDeque::new();
    std::iter::from_fn(move || {
        if let Some(piece) = ready.pop_front() {
            return Some(Ok(piece));
        }
        match lines.advance() {
            Ok(None) => None,
            Err(error) => Some(Err(Fault::of_file(&path, &error))),
            Ok(Some((_, Line::Text(text)))) if text.trim().is_empty() => {
                Some(Ok(Piece::PassedOver))
            }
            Ok(Some((line, text))) => match statements(text) {
                Err(fault) => Some(Ok(Piece::Refused { line, fault })),
                Ok(statements) => {
                    ready.extend(statements.into_iter().map(|statement| Piece::Fact {
                        line,
                        draft: statement.draft(&template),
                        owner: None,
                    }));
                    Some(Ok(ready.pop_front().unwrap_or(Piece::PassedOver)))
                }
            },
        }
    })
}

/// A sentence about the graph, and the names it is about.
struct Statement {
    text: String,
    tags: Vec<String>,
}

impl Statement {
    fn draft(self, template: &Draft) -> Draft {
        Draft {
            text: self.text,
            tags: self.tags,
            source: Some(SOURCE.to_owned()),
            ..template.clone()
        }
    }
}

fn statements(line: Line) -> Result<Vec<Statement>, Fault> {
    let members = Members::read(&line.text(LINE_LIMIT)?)?;
    members.check(FIELDS, &[])?;
    let needed = |field: &'static str| {
        members.text(field)?.ok_or(Fault::FieldType { field, expected: "a text" })
    };
    match needed("type")?.as_str() {
        "entity" => {
            let (name, sort) = (needed("name")?, members.text("entityType")?.unwrap_or_default());
            let observations = members.texts("observations")?.unwrap_or_default();
            Ok(entity(&name, &sort, &observations))
        }
        "relation" => {
            let (from, to) = (needed("from")?, needed("to")?);
            let text = format!("{from} {} {to}", needed("relationType")?);
            Ok(vec![Statement { text, tags: vec![from, to] }])
        }
        _ => Err(Fault::FieldType { field: "type", expected: "entity or relation" }),
    }
}

/// What was observed about a thing; a thing nothing was observed about is still a thing.
fn entity(name: &str, sort: &str, observations: &[String]) -> Vec<Statement> {
    let tags = || vec![name.to_owned(), sort.to_owned()];
    if observations.is_empty() && !sort.is_empty() {
        return vec![Statement { text: format!("{name} is a {sort}"), tags: tags() }];
    }
    let text = |observation: &String| format!("{name}: {observation}");
    observations.iter().map(|one| Statement { text: text(one), tags: tags() }).collect()
}
