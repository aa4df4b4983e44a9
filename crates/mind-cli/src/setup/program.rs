//! The command a host starts, and how it is recognised again.

use std::path::{Path, PathBuf};

use super::host::{Event, Host};
use crate::fault::Fault;
use crate::setup::HostFault;
use crate::surroundings::Surroundings;

/// The absolute path hosts are given.
///
/// Not the bare name: a host started from a desktop does not have a shell's `PATH`. Where `PATH` leads to this very program, its path there is taken, because that one stays when a package manager moves the program to the next version's directory.
pub(crate) fn program(surroundings: &Surroundings) -> Result<String, Fault> {
    let running = surroundings.program.as_deref().ok_or(HostFault::ProgramUnknown)?;
    let on_path = surroundings.variable("PATH").and_then(|path| {
        let name = running.file_name()?;
        let real = running.canonicalize().ok()?;
        let directories = std::env::split_paths(path).filter(|path| path.is_absolute());
        let mut candidates = directories.map(|directory| directory.join(name));
        candidates.find(|path| path.canonicalize().is_ok_and(|path| path == real))
    });
    let path = on_path.as_deref().unwrap_or(running);
    path.to_str().map(str::to_owned).ok_or(Fault::NotUtf8)
}

/// Whether a path names a program called `mind`.
pub(crate) fn is_mind(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name == "mind" || name.eq_ignore_ascii_case("mind.exe")
}

/// The line a host hands to a shell for a hook.
pub(super) fn hook_line(program: &str, host: Host, event: Event) -> String {
    format!("{} hook {} {}", quoted(program), host.name(), event.name())
}

/// The program of a hook's line, when the line is one of ours for this event.
pub(super) fn hook_program(line: &str, host: Host, event: Event) -> Option<String> {
    let words = format!(" hook {} {}", host.name(), event.name());
    let (program, rest) = line.split_once(&words)?;
    // Words a person added behind ours are theirs.
    let ends = rest.is_empty() || rest.starts_with(' ');
    let program = unquoted(program);
    (ends && is_mind(&program)).then_some(program)
}

/// Whether the program a host would start is there.
pub(crate) fn exists(program: &str, surroundings: &Surroundings) -> bool {
    let path = Path::new(program);
    if path.is_absolute() {
        return path.is_file();
    }
    let directories = surroundings.variable("PATH").into_iter().flat_map(std::env::split_paths);
    directories.map(|directory: PathBuf| directory.join(program)).any(|path| path.is_file())
}

/// One word for a POSIX shell; on Windows, for its own.
fn quoted(word: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"/\\:._-+@%,".contains(&b);
    if cfg!(windows) {
        let plain = word.bytes().all(plain);
        return if plain { word.to_owned() } else { format!("\"{word}\"") };
    }
    if word.bytes().all(|b| plain(b) && b != b'\\') {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn unquoted(word: &str) -> String {
    let inner = |quote| word.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    match (inner('\''), inner('"')) {
        (Some(word), _) => word.replace("'\\''", "'"),
        (None, Some(word)) => word.to_owned(),
        (None, None) => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_its_program_back() {
        for program in ["/usr/bin/mind", "/home/ann/my tools/mind", "/it's/mind", "mind"] {
            let line = hook_line(program, Host::ClaudeCode, Event::PromptSubmit);
            let read = |host, event| hook_program(&line, host, event);
            assert_eq!(read(Host::ClaudeCode, Event::PromptSubmit).as_deref(), Some(program));
            assert_eq!(read(Host::Codex, Event::PromptSubmit), None);
            assert_eq!(read(Host::ClaudeCode, Event::SessionStart), None);
        }
    }

    #[test]
    fn lines_of_others_are_not_ours() {
        let check = |line: &str, expect: Option<&str>| {
            let found = hook_program(line, Host::Codex, Event::SessionStart);
            assert_eq!(found.as_deref(), expect, "{line}");
        };
        check("/opt/mind hook codex session-start", Some("/opt/mind"));
        check("/opt/mind hook codex session-start --deadline-ms 300", Some("/opt/mind"));
        check("/opt/mind hook codex session-started", None);
        check("/opt/remind hook codex session-start", None);
        check("echo mind; true", None);
        check("", None);
    }
}
