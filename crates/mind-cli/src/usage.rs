//! What the argument parser has to say, without the values it was given: a word in the wrong place may be memory text.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::exit::Exit;
use crate::fault::Fault;
use crate::streams::Streams;

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
        ErrorKind::InvalidSubcommand => "unknown command".to_owned(),
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
    let nearest = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg]
        .into_iter()
        .find_map(|kind| error.get(kind))
        .and_then(first_of);
    match nearest {
        Some(nearest) => format!("did you mean `{nearest}`? `--help` shows what there is"),
        None => "`--help` shows what there is; words after `--` are text".to_owned(),
    }
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

/// Whether an unknown argument is an option's name and not a text that begins with a dash.
fn is_option(text: &str) -> bool {
    let name = text.trim_start_matches('-');
    let plain = |b: u8| b.is_ascii_lowercase() || b == b'-';
    text.starts_with('-') && (1..=24).contains(&name.len()) && name.bytes().all(plain)
}
