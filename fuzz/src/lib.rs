//! What has to hold of bytes that come in from outside, whatever they are.
//!
//! Each target is one function of bytes that panics when something does not hold. `fuzz_targets` hands them to libFuzzer; the tests of `mind-cli` include this very file and hand them the inputs under `corpus`, so that what was found once is looked at by every `cargo xtask test`.

mod capture;
mod companion;
mod config;
mod hook;
mod import;
mod machine;
mod mcp_frame;
mod model_reply;
mod query;
mod scan;
mod session_events;
mod setup;
mod store_file;

/// A place where bytes come in.
#[derive(Debug)]
pub struct Target {
    /// The name of its corpus and of its program.
    pub name: &'static str,
    holds: fn(&[u8]),
}

/// Every such place.
pub const TARGETS: [Target; 14] = [
    Target { name: "capture", holds: capture::holds },
    Target { name: "companion", holds: companion::holds },
    Target { name: "config", holds: config::holds },
    Target { name: "hook", holds: hook::holds },
    Target { name: "import_jsonl", holds: import::lines_hold },
    Target { name: "import_markdown", holds: import::markdown_holds },
    Target { name: "mcp_frame", holds: mcp_frame::holds },
    Target { name: "model_reply", holds: model_reply::holds },
    Target { name: "query", holds: query::holds },
    Target { name: "scan", holds: scan::holds },
    Target { name: "session_events", holds: session_events::holds },
    Target { name: "setup", holds: setup::holds },
    Target { name: "store_file", holds: store_file::holds },
    Target { name: "store_side_file", holds: store_file::beside_holds },
];

/// Asks what is asked of a target's bytes.
///
/// # Panics
/// When it does not hold, or there is no such target.
pub fn hold(target: &str, bytes: &[u8]) {
    let known = TARGETS.iter().find(|known| known.name == target);
    (known.expect("a target of the table").holds)(bytes);
}

/// The first byte, which says in what manner the rest is used; zero where there is none.
fn split(bytes: &[u8]) -> (u8, &[u8]) {
    bytes.split_first().map_or((0, bytes), |(first, rest)| (*first, rest))
}
