//! Where a test lets a step fail, or ends the call.

use std::cell::Cell;
use std::io;

/// What becomes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It fails, and those after it do not.
    Fault,
    /// It is never taken, and none after it: what a killed process does.
    Kill,
}

thread_local! {
    static LEFT: Cell<Option<(usize, End)>> = const { Cell::new(None) };
}

/// Ends what a call does after so many steps; answers whether the call came so far.
pub(crate) fn after<T>(steps: usize, end: End, call: impl FnOnce() -> T) -> (T, bool) {
    LEFT.set(Some((steps, end)));
    let done = call();
    let met = LEFT.replace(None).is_none_or(|(left, _)| left == 0);
    (done, met)
}

/// One step.
pub(crate) fn take() -> io::Result<()> {
    match LEFT.get() {
        None => Ok(()),
        Some((0, end)) => {
            if end == End::Fault {
                LEFT.set(None);
            }
            Err(io::Error::other("ended by a test"))
        }
        Some((left, end)) => {
            LEFT.set(Some((left - 1, end)));
            Ok(())
        }
    }
}
