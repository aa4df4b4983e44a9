//! Where a command reads and writes.

use std::io::{Read, Write};

/// The three standard streams, and whether each is a terminal.
pub struct Streams<'a> {
    /// Standard input; it can be handed to a thread that is not waited for.
    pub input: Box<dyn Read + Send>,
    /// Standard output: the answer and nothing else (S-5).
    pub output: &'a mut dyn Write,
    /// Standard error: everything else.
    pub errors: &'a mut dyn Write,
    /// Whether a person may be typing.
    pub input_is_terminal: bool,
    /// Whether a person reads the answer directly.
    pub output_is_terminal: bool,
    /// Whether a person reads the talk directly.
    pub errors_is_terminal: bool,
}

impl std::fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streams")
            .field("input_is_terminal", &self.input_is_terminal)
            .field("output_is_terminal", &self.output_is_terminal)
            .field("errors_is_terminal", &self.errors_is_terminal)
            .finish_non_exhaustive()
    }
}
