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
    let profile: Profile = wanted.profile.parse().map_err(|error| refused(&error, None))?;
    let setup = Setup::new(profile, &wanted.tools);
    let mut setup = setup.map_err(|error| refused(&error, Some(profile)))?;
    if let Some(tokens) = session.config.budget_tokens {
        setup = setup.with_budget(tokens as usize);
    }
    streams.output.flush()?;
    streams.errors.flush()?;
    serve_stdio(Arc::new(session.mind), session.scope, setup)?;
    Ok(Exit::Done)
}

fn refused(error: &SetupError, profile: Option<Profile>) -> Fault {
    let tools: Vec<&str> = profile.into_iter().flat_map(Setup::addable).collect();
    let next = match (profile, tools.as_slice()) {
        (None, _) => "use agent or read".to_owned(),
        (Some(profile), []) => {
            format!("profile {} has its own tools and no others", profile.as_str())
        }
        (Some(_), tools) => format!("`--tools` takes {}", tools.join(", ")),
    };
    Fault::Usage { message: error.to_string(), next }
}
