//! What the argument parser has to say, without the values it was given: a word in the wrong place may be memory text.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use mind_core::scan;

use crate::exit::Exit;
use crate::fault::Fault;
use crate::streams::Streams;

/// Words of other programs, and our verb for each.
const ELSEWHERE: [(&str, &str); 14] = [
    ("search", "recall"),
    ("find", "recall"),
    ("list", "recall"),
    ("ls", "recall"),
    ("add", "remember"),
    ("save", "remember"),
    ("store", "remember"),
    ("rm", "forget"),
    ("delete", "forget"),
    ("remove", "forget"),
    ("show", "read"),
    ("get", "read"),
    ("init", "setup"),
    ("install", "setup"),
];

/// Whether `--json` stands among the options, also where the rest cannot be understood.
pub(crate) fn asks_for_json(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json")
}

/// Whether the command is `hook`, also where the rest cannot be understood.
pub(crate) fn is_hook(arguments: &[OsString]) -> bool {
    let mut words = arguments.iter().skip(1);
    loop {
        match words.next() {
            None => return false,
            // An option of every command, with its value.
            Some(word) if ["--home", "--project", "--persona"].iter().any(|name| word == name) => {
                words.next();
            }
            Some(word) if word.as_encoded_bytes().starts_with(b"-") => {}
            Some(word) => return word == "hook",
        }
    }
}

/// Help and version are answers; everything else is a usage error.
pub(crate) fn answer(error: &clap::Error, streams: &mut Streams<'_>) -> Result<Exit, Fault> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            write!(streams.output, "{}", error.render())?;
            Ok(Exit::Done)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            write!(streams.errors, "{}", error.render())?;
            Ok(Exit::Usage)
        }
        ErrorKind::InvalidUtf8 => Err(Fault::NotUtf8),
        kind => Err(Fault::Usage { message: message(kind, error), next: next(error) }),
    }
}

fn message(kind: ErrorKind, error: &clap::Error) -> String {
    let argument = argument(error);
    match kind {
        ErrorKind::UnknownArgument => match argument.filter(|text| is_option(text)) {
            Some(option) => format!("unknown option `{option}`"),
            None => "there is an argument too many".to_owned(),
        },
        // A word that is like no command is not repeated: it may be memory text.
        ErrorKind::InvalidSubcommand => {
            match unknown_word(error).filter(|_| likely(error).is_some()) {
                Some(word) => format!("unknown command `{word}`"),
                None => "unknown command".to_owned(),
            }
        }
        ErrorKind::MissingSubcommand => "a command is missing".to_owned(),
        ErrorKind::MissingRequiredArgument => {
            format!("`{}` is missing", argument.unwrap_or_default())
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let argument = argument.unwrap_or_default();
            format!("the value of `{argument}` cannot be used{}", allowed(error))
        }
        ErrorKind::ArgumentConflict => {
            format!("`{}` does not go with another option given", argument.unwrap_or_default())
        }
        _ => "the command line cannot be understood".to_owned(),
    }
}

fn next(error: &clap::Error) -> String {
    match likely(error) {
        Some(nearest) => format!("did you mean `{nearest}`? `--help` shows what there is"),
        None => "`--help` shows what there is; words after `--` are text".to_owned(),
    }
}

/// What was likely meant.
fn likely(error: &clap::Error) -> Option<String> {
    if unknown_word(error).is_some_and(|word| !is_verb(&word)) {
        return None;
    }
    elsewhere(error).map(str::to_owned).or_else(|| nearest(error))
}

/// Our verb for a word of another program; the parts of `backlog` and `optimize` have words of their own.
fn elsewhere(error: &clap::Error) -> Option<&'static str> {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    if ["mind backlog ", "mind optimize "].iter().any(|part| usage.contains(part)) {
        return None;
    }
    let word = unknown_word(error)?;
    ELSEWHERE.iter().find(|(theirs, _)| *theirs == word).map(|(_, ours)| *ours)
}

/// The parser sorts what is alike with the most similar last.
fn nearest(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg];
    match kinds.into_iter().find_map(|kind| error.get(kind))? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.last().cloned(),
        _ => None,
    }
}

fn unknown_word(error: &clap::Error) -> Option<String> {
    error.get(ContextKind::InvalidSubcommand).and_then(first_of)
}

fn argument(error: &clap::Error) -> Option<String> {
    error.get(ContextKind::InvalidArg).and_then(first_of)
}

fn allowed(error: &clap::Error) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) if !values.is_empty() => {
            format!("; it is one of {}", values.join(", "))
        }
        _ => String::new(),
    }
}

fn first_of(value: &ContextValue) -> Option<String> {
    match value {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    }
}

/// Whether an unknown word can have been meant as a command, and may be repeated.
fn is_verb(word: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b == b'-';
    (1..=24).contains(&word.len()) && word.bytes().all(plain) && scan::label(word) == word
}

/// Whether an unknown argument is an option's name and not a text that begins with a dash.
fn is_option(text: &str) -> bool {
    let name = text.trim_start_matches('-');
    let plain = |b: u8| b.is_ascii_lowercase() || b == b'-';
    text.starts_with('-') && (1..=24).contains(&name.len()) && name.bytes().all(plain)
}
