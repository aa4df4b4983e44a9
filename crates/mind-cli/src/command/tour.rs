//! `mind tour`: the main job, end to end, in a throwaway home. Each step is a command, and runs as one.

mod stage;

use std::ffi::OsString;

use crate::arguments::Tour;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::streams::Streams;
use crate::surroundings::Surroundings;
use stage::Stage;

/// A step: what it shows, the words of its command, what it reads from standard input, and the name later steps call its fact or receipt by.
struct Step {
    says: &'static str,
    words: &'static [&'static str],
    input: &'static str,
    named: Option<&'static str>,
}

const fn step(says: &'static str, words: &'static [&'static str]) -> Step {
    Step { says, words, input: "", named: None }
}

impl Step {
    const fn named(self, name: &'static str) -> Self {
        Self { named: Some(name), ..self }
    }

    const fn reading(self, input: &'static str) -> Self {
        Self { input, ..self }
    }
}

const SMOKE: &str = "The smoke test needs port 7101 free, or it hangs";
const MOVED: &str = "The smoke test needs port 7200 free since the proxy moved";

const OPERATIONS: &str = r#"[{"sourceIds":["{checks}","{again}"],"kind":"convention","text":"Run the full checks before each commit, also for docs"}]"#;

/// A made-up project, `quay`, and a persona, `dev`.
const STEPS: &[Step] = &[
    step(
        "Tell it what nobody should have to find out twice. The kind says how long it matters.",
        &["remember", "-k", "gotcha", "-t", "ci", SMOKE],
    )
    .named("{smoke}"),
    step(
        "A convention belongs to the project; a preference is yours, wherever you work.",
        &["remember", "-k", "convention", "Run the full checks before each commit"],
    )
    .named("{checks}"),
    step("", &["remember", "-k", "preference", "Prefers short answers with the command first"]),
    step(
        "A note is working memory: it expires by itself.",
        &["remember", "CI is red on main because of the runner image"],
    )
    .named("{red}"),
    step(
        "Ask in your own words. Nothing leaves this machine, and no model is asked.",
        &["recall", "why does the smoke test hang"],
    ),
    step(
        "See why it was found: the terms add up to the score.",
        &["recall", "--explain", "--limit", "1", "smoke test port"],
    ),
    step(
        "Things change. The old fact is retired, not lost.",
        &["remember", "-k", "gotcha", "-t", "ci", "--supersedes", "{smoke}", MOVED],
    )
    .named("{moved}"),
    step("A fact knows what it replaced.", &["read", "{moved}"]),
    step("A note that turned out to matter is made durable.", &["promote", "{red}"]),
    step(
        "This is what a model gets before it starts: the few facts that matter, as quoted data.",
        &["context", "--task", "the smoke test hangs again"],
    ),
    step(
        "Work for later is not a fact; it has a list of its own.",
        &["backlog", "add", "--due", "2h", "Look at the runner image again"],
    ),
    step("", &["backlog", "list"]),
    step(
        "What must not be stored is refused, and the refusal does not repeat it.",
        &["remember", "db password: Tr0ub4dor&3"],
    ),
    step(
        "Later the same thing is there twice, in other words.",
        &["remember", "-k", "convention", "Before each commit run the full checks, also for docs"],
    )
    .named("{again}"),
    step(
        "See what may be tidied. That two facts are alike is a hint, and nothing else.",
        &["optimize", "inspect", "--target", "project-long"],
    ),
    step(
        "Plan one in the place of both. Nothing changes yet; this is exactly what would.",
        &["optimize", "stage", "--target", "project-long", "--ops", "-", "--plan", "plan.json"],
    )
    .reading(OPERATIONS),
    step(
        "The plan holds for these very bytes of the store, and for ten minutes.",
        &["optimize", "apply", "--plan", "plan.json"],
    )
    .named("{receipt}"),
    step(
        "What was replaced is in a receipt.",
        &["optimize", "history", "--target", "project-long"],
    ),
    step(
        "So it can be put back, exactly as it was.",
        &["optimize", "undo", "{receipt}", "--target", "project-long"],
    ),
    step("This is what is there now.", &["recall"]),
    step("And this is where it is: plain JSON files that you can read.", &["status"]),
];

pub(super) fn run(
    wanted: &Tour,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let stage = Stage::build(surroundings)?;
    let inside = stage.surroundings(surroundings);
    writeln!(streams.output, "{OPENING}")?;
    let mut ids = Ids::default();
    for step in STEPS {
        let words = ids.fill(step.words);
        let input = ids.replace(step.input);
        say(step.says, &words, &input, streams)?;
        let answer = perform(&words, input, &inside, streams)?;
        ids.learn(step.named, &answer);
    }
    if wanted.keep {
        let root = stage.leave();
        writeln!(streams.output, "\nEverything above is in {}.", root.display())?;
    } else {
        writeln!(streams.output, "\n{CLOSING}")?;
    }
    Ok(Exit::Done)
}

const OPENING: &str = "A tour of mind, in a home that is thrown away afterwards.";
const CLOSING: &str = "The tour's home is gone again. Yours begins with the first `mind remember`.";

/// What the step shows, and its command as it would be typed.
fn say(says: &str, words: &[String], input: &str, streams: &mut Streams<'_>) -> Result<(), Fault> {
    writeln!(streams.output)?;
    if !says.is_empty() {
        writeln!(streams.output, "# {says}")?;
    }
    let typed: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    if input.is_empty() {
        return Ok(writeln!(streams.output, "$ mind {}", typed.join(" "))?);
    }
    Ok(writeln!(streams.output, "$ mind {} <<'END'\n{input}\nEND", typed.join(" "))?)
}

/// Runs one command; a refusal is part of the tour, so what would go to standard error is shown with the rest.
fn perform(
    words: &[String],
    input: String,
    inside: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<String, Fault> {
    let (mut answer, mut talk) = (Vec::new(), Vec::new());
    let arguments = std::iter::once("mind").chain(words.iter().map(String::as_str));
    let arguments: Vec<OsString> = arguments.map(OsString::from).collect();
    crate::run(
        arguments,
        inside,
        &mut Streams {
            input: Box::new(std::io::Cursor::new(input.into_bytes())),
            output: &mut answer,
            errors: &mut talk,
            input_is_terminal: false,
            output_is_terminal: false,
            errors_is_terminal: false,
        },
    );
    streams.output.write_all(&answer)?;
    streams.output.write_all(&talk)?;
    streams.output.flush()?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_./:".contains(&b);
    if word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Ids of facts that a later step names.
#[derive(Default)]
struct Ids(Vec<(&'static str, String)>);

impl Ids {
    fn fill(&self, words: &[&str]) -> Vec<String> {
        let filled = |word: &&str| {
            let known = self.0.iter().find(|(name, _)| name == word);
            known.map_or_else(|| (*word).to_owned(), |(_, id)| id.clone())
        };
        words.iter().map(filled).collect()
    }

    /// The same inside a text.
    fn replace(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (name, id)| text.replace(name, id))
    }

    /// Keeps the id at the beginning of an answer, or that of the receipt it names.
    fn learn(&mut self, name: Option<&'static str>, answer: &str) {
        let receipt = answer.split_whitespace().find(|word| word.starts_with("opt-"));
        let first = || answer.split_whitespace().next().unwrap_or_default();
        let id = receipt.map_or_else(first, |id| id.trim_end_matches('.'));
        self.0.extend(name.map(|name| (name, id.to_owned())));
    }
}
