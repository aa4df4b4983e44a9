//! `mind mcp`.

mod host;
mod world;

use std::sync::Arc;

use mind_mcp::{Profile, Setup, SetupError, serve_stdio};

use crate::arguments::Mcp;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;

pub(super) use host::{is_host, serve as serve_host};

/// Serves until the client goes. The server takes the standard streams of the process, beside those of the call.
pub(super) fn run(
    wanted: &Mcp,
    session: Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let profile: Profile = wanted.profile.parse().map_err(|error| refused(&error))?;
    let mut setup = Setup::new(profile, &wanted.tools).map_err(|error| refused(&error))?;
    if let Some(tokens) = session.config.budget_tokens {
        setup = setup.with_budget(tokens as usize);
    }
    streams.output.flush()?;
    streams.errors.flush()?;
    serve_stdio(Arc::new(session.mind), session.scope, setup)?;
    Ok(Exit::Done)
}

fn refused(error: &SetupError) -> Fault {
    let next = "see `mind mcp --help`".to_owned();
    Fault::Usage { message: error.to_string(), next }
}
