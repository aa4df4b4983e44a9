//! `mind doctor`.

use crate::arguments::Common;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::streams::Streams;
use crate::surroundings::Surroundings;

pub(super) fn run(_: &Common, _: &Surroundings, _: &mut Streams<'_>) -> Result<Exit, Fault> {
    Err(Fault::NotBuilt { what: "doctor" })
}
