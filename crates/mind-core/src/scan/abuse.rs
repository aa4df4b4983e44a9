//! What must not stand in a system prompt: commands and tools of attackers, two parts of them in one line.

use super::Rule;
use super::form::{has_word, lines};

const C2_TOOLS: &[&str] = &[
    "cobalt strike",
    "metasploit",
    "meterpreter",
    "sliver",
    "mythic",
    "havoc",
    "brute ratel",
    "poshc2",
    "empire",
    "covenant",
];
const C2_PARTS: &[&str] = &["beacon", "implant", "payload", "stager", "listener", "c2"];

const KEY_WRITERS: &[&str] =
    &["append", "add", "echo", "write", "tee", "cat", "insert", "copy", ">>"];

const SENDERS: &[&str] =
    &["curl", "wget", "nc", "ncat", "netcat", "scp", "iwr", "invoke-webrequest"];
const CREDENTIAL_FILES: &[&str] =
    &[".ssh/id_", ".aws/credentials", ".netrc", ".npmrc", ".pypirc", "/etc/shadow"];

const STARTUP_FILES: &[&str] = &[
    ".bashrc",
    ".zshrc",
    ".profile",
    ".bash_profile",
    "crontab",
    ".git/hooks",
    "launchagents",
    ".claude/settings.json",
    ".cursor/mcp.json",
    ".pi/agent/settings.json",
];
const STARTUP_WRITERS: &[&str] =
    &["append", "add", "write", "echo", "tee", "insert", "overwrite", "edit", "modify", ">>"];
const COMMANDS: &[&str] = &[
    "curl",
    "wget",
    "base64",
    "eval",
    "nc",
    "| sh",
    "| bash",
    "bash -c",
    "python -c",
    "powershell",
];

/// Whether `rule`, one of this module's, finds something in a normal form.
pub(super) fn finds(rule: Rule, norm: &str) -> bool {
    let lower = norm.to_lowercase();
    lines(&lower).any(|line| {
        let word_of = |words: &[&str]| words.iter().any(|word| has_word(line, word));
        let part_of = |parts: &[&str]| parts.iter().any(|part| line.contains(part));
        match rule {
            Rule::AbuseC2Tool => word_of(C2_TOOLS) && word_of(C2_PARTS),
            Rule::AbuseSshBackdoor => line.contains("authorized_keys") && word_of(KEY_WRITERS),
            Rule::AbuseExfiltration => {
                word_of(SENDERS) && (part_of(CREDENTIAL_FILES) || names_env_file(line))
            }
            Rule::AbuseStartupCommand => {
                part_of(STARTUP_FILES) && word_of(STARTUP_WRITERS) && word_of(COMMANDS)
            }
            _ => false,
        }
    })
}

/// Whether a line names the file `.env` itself, not a variable or another file with this in its name.
fn names_env_file(line: &str) -> bool {
    let touches = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    line.match_indices(".env").any(|(at, name)| {
        !line[..at].ends_with(touches) && !line[at + name.len()..].starts_with(touches)
    })
}
