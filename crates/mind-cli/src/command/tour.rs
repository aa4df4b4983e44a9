//! `mind tour`.

use crate::arguments::Tour;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::streams::Streams;
use crate::surroundings::Surroundings;

pub(super) fn run(_: &Tour, _: &Surroundings, _: &mut Streams<'_>) -> Result<Exit, Fault> {
    Err(Fault::NotBuilt { what: "tour" })
}
