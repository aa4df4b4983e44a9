//! `mind import`.

use std::io::BufReader;

use mind_core::mind::Draft;

use crate::arguments::{Import, ImportFormat};
use crate::batch::{self, Mode};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::import::{detect, jsonl, markdown, predecessor, server_memory};
use crate::input;
use crate::session::Session;
use crate::streams::Streams;
use crate::surroundings::Surroundings;

pub(super) fn run(
    wanted: &Import,
    session: &Session<'_>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let Some(path) = &wanted.path else {
        return predecessor::older(wanted, session, surroundings, streams);
    };
    let format = match wanted.format {
        ImportFormat::Auto if path.is_dir() => detect::directory(path)?,
        format => format,
    };
    if format == ImportFormat::PiPersonaMind {
        return predecessor::run(path, wanted, session, streams);
    }
    if wanted.older_persona.is_some() {
        return Err(Fault::Usage {
            message: "`--older-persona` is for a memory, and this is a file of facts".to_owned(),
            next: "leave it out, and name the persona with `--persona`".to_owned(),
        });
    }
    let mut source = BufReader::with_capacity(detect::PEEK, input::source(path, streams)?);
    let format = match format {
        ImportFormat::Auto => detect::file(path, detect::peek(&mut source, path)?)?,
        format => format,
    };
    let mode = if wanted.dry_run { Mode::Check } else { Mode::Store };
    let template = template(wanted, format);
    match format {
        ImportFormat::Markdown => {
            batch::run(markdown::pieces(source, path, template)?, mode, session, streams)
        }
        ImportFormat::ServerMemory => {
            batch::run(server_memory::pieces(source, path, template), mode, session, streams)
        }
        _ => {
            jsonl::check_shape(detect::peek(&mut source, path)?)?;
            let pieces = jsonl::pieces(source, path, template, session.now());
            batch::run(pieces, mode, session, streams)
        }
    }
}

/// What the options say about facts that say nothing themselves.
///
/// Notes files hold how things are done, so their entries are conventions and durable; a graph of another memory is about a person's world and not about this project, so it goes to the persona.
fn template(wanted: &Import, format: ImportFormat) -> Draft {
    let (mut kind, mut tier) = (wanted.kind.clone(), wanted.tier.clone());
    match format {
        ImportFormat::Markdown => kind = kind.or_else(|| Some("convention".to_owned())),
        ImportFormat::ServerMemory => tier = tier.or_else(|| Some("persona".to_owned())),
        _ => {}
    }
    Draft { kind, tier, ..Draft::default() }
}
