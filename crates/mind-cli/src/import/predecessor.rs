//! The memory of pi-persona-mind, whose rows keep their meaning and are merged by the store (store.md D-80 to D-86).
//!
//! The merge is the store's; this build has no store that does it yet, so the format is refused.

use crate::arguments::Import;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;

pub(crate) fn run(_: &Import, _: &Session<'_>, _: &mut Streams<'_>) -> Result<Exit, Fault> {
    Err(Fault::NotBuilt { what: "import of pi-persona-mind" })
}
