//! The `mind` command.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

use mind_cli::{Streams, Surroundings, run};

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(report_panic));
    let (input, output, mut errors) = (io::stdin(), io::stdout(), io::stderr());
    let terminals = [input.is_terminal(), output.is_terminal(), errors.is_terminal()];
    let mut output = io::BufWriter::new(output.lock());
    let mut streams = Streams {
        input: Box::new(input),
        output: &mut output,
        // Not locked: a panic on another thread has to be able to say where.
        errors: &mut errors,
        input_is_terminal: terminals[0],
        output_is_terminal: terminals[1],
        errors_is_terminal: terminals[2],
    };
    run(std::env::args_os().collect(), &Surroundings::gather(), &mut streams).into()
}

/// Says where, and never what: a payload may hold memory text.
fn report_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic.location().map_or("an unknown place", |at| at.file());
    let line = panic.location().map_or(0, std::panic::Location::line);
    // Standard error may be gone; there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: internal error at {place}:{line}; please report it");
}
