//! What a run was given, line by line, and why.

use mind_core::text::clip;
use mind_protocol::ManifestEntry;
use serde_json::Value;

use crate::run::LastRun;

/// Characters of a text that are shown; the whole line stands in the block above.
const WORDS: usize = 48;

/// Whether the texts themselves may be told, or only references to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Texts {
    Begun,
    Left,
}

/// A line an entry: what it is, and why it was given.
pub(crate) fn remembered_by_run(last: &LastRun, texts: Texts) -> Vec<String> {
    let shown: Vec<&ManifestEntry> =
        last.manifest.entries.iter().filter(|entry| entry.included).collect();
    let mut lines = vec![format!("the last run was given {} entries:", shown.len())];
    let mut blocks = Blocks::of(last);
    lines.extend(shown.into_iter().map(|entry| {
        let begun = blocks.beginning(entry).filter(|_| texts == Texts::Begun);
        let begun = begun.map_or_else(String::new, |begun| format!(" {begun}"));
        format!("- {}{begun} ({})", entry.reference, why(entry))
    }));
    lines
}

/// The lines of the blocks that no entry was found for yet. An entry knows how long its line is, and the lines stand in the order of the entries.
struct Blocks<'a> {
    lines: Vec<&'a str>,
}

impl<'a> Blocks<'a> {
    fn of(last: &'a LastRun) -> Self {
        let lines = last.standing.lines().chain(last.task.lines());
        Self { lines: lines.filter(|line| line.starts_with("- ")).collect() }
    }

    /// The first words of an entry, in quotes.
    fn beginning(&mut self, entry: &ManifestEntry) -> Option<String> {
        let at = self.lines.iter().position(|line| line.len() + 1 == entry.bytes)?;
        let line = self.lines.remove(at);
        let (_, text) = line.split_once('"')?;
        let clip = clip(text, WORDS);
        // An end within what is shown is the end of the text, or a quote inside it.
        let text = match clip.kept.find('"') {
            Some(end) => &clip.kept[..end],
            None => clip.kept,
        };
        let more = if text.len() == clip.kept.len() && clip.cut > 0 { "…" } else { "" };
        Some(format!("\"{}{more}\"", text.trim_end_matches('\\')))
    }
}

fn why(entry: &ManifestEntry) -> String {
    let kind = entry.kind.and_then(|kind| serde_json::to_value(kind).ok());
    let kind = kind.as_ref().and_then(Value::as_str).unwrap_or("item");
    let whose = match entry.tier.as_str() {
        "persona" => "of this persona",
        "shared" => "of everybody",
        "session" => "of this session",
        _ => "of this project",
    };
    match (entry.section.as_str(), entry.reason.as_str()) {
        (_, "matched") => {
            let score = entry.score.map_or(String::new(), |score| format!(", score {score:.2}"));
            format!("{kind} {whose}, matches the request{score}")
        }
        ("notes", "newest") => "among the newest notes of this session".to_owned(),
        (_, "newest") => format!("{kind} {whose}, among the newest that expire"),
        (_, "listed") => "among the first of the backlog".to_owned(),
        _ => format!("{kind} {whose}"),
    }
}
