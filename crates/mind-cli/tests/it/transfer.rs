//! `mind import`, `mind export` and `mind status`.

use std::fs;

use insta::assert_snapshot;
use mind_cli::Exit;

use crate::stage::{Machine, shown, tree};

const NOTES: &str = "# Demo\n\nBuild with `just`.\n\n## CI\n\n- Run the full checks\n  before each commit\n- Never force-push\n\n<!-- a remark -->\n";
const GRAPH: &str = r#"{"type":"entity","name":"Ann","entityType":"person","observations":["likes tea","works on quay"]}
{"type":"entity","name":"quay","entityType":"project","observations":[]}
{"type":"relation","from":"Ann","to":"quay","relationType":"maintains"}
{"type":"thing","name":"x"}
"#;

/// S-11: list items and paragraphs under headings become facts; the file is not touched.
#[test]
fn markdown() {
    let machine = Machine::new();
    let file = machine.write("ann/demo/CLAUDE.md", NOTES);
    let path = file.to_str().unwrap();
    assert_snapshot!(shown(&[
        machine.mind(&["import", path, "--dry-run"]),
        machine.mind(&["recall"]),
        machine.mind(&["import", path]),
        machine.mind(&["import", path, "--json"]),
        machine.mind(&["recall"]),
    ]));
    assert_eq!(fs::read_to_string(&file).unwrap(), NOTES);
    let again = machine.write("ann/demo/AGENTS.md", NOTES.replace('\n', "\r\n"));
    let ran = machine.mind(&["import", again.to_str().unwrap()]);
    assert_eq!(ran.output, "3 facts: 3 already known\n");
}

/// S-11: an over-long item is refused by its line, and the others go on.
#[test]
fn markdown_refused() {
    let machine = Machine::new();
    let notes = format!("# A\n\n- {}\n- short\n", "long ".repeat(2_000));
    let file = machine.write("notes.md", notes);
    let ran = machine.mind(&["import", file.to_str().unwrap()]);
    assert_eq!(ran.exit, Exit::Refused);
    assert_snapshot!(ran.shown());
    let huge = machine.write("huge.md", vec![b'a'; (4 << 20) + 1]);
    let bytes = machine.write("bytes.md", b"# A\n\nb\xff\n");
    assert_snapshot!(
        "markdown_unread",
        shown(&[
            machine.mind(&["import", huge.to_str().unwrap()]),
            machine.mind(&["import", bytes.to_str().unwrap(), "--json"]),
            machine.mind(&["recall", "--offset", "1"]),
        ])
    );
}

/// S-11: the knowledge graph of the reference MCP memory server.
#[test]
fn server_memory() {
    let machine = Machine::new();
    let file = machine.write("memory.jsonl", GRAPH);
    let path = file.to_str().unwrap();
    assert_snapshot!(shown(&[
        machine.mind(&["import", path]),
        machine.mind(&["import", path]),
        machine.mind(&["recall"]),
    ]));
}

#[test]
fn import_refused() {
    let machine = Machine::new();
    let path = |name: &str| machine.path(name).to_str().unwrap().to_owned();
    machine.write("plain.txt", "hello");
    machine.write("old/memory/ltm/dev.json", "{}");
    assert_snapshot!(shown(&[
        machine.mind(&["import", &path("nowhere.md")]),
        machine.mind(&["import", &path("plain.txt")]),
        machine.mind(&["import", &path("ann/demo"), "--json"]),
        machine.mind(&["import", &path("plain.txt"), "--format", "jsonl"]),
        machine.mind(&["import", &path("plain.txt"), "--format", "yaml"]),
        machine.mind(&["import", &path("plain.txt"), "--format", "markdown", "--kind", "idea"]),
        machine.mind(&[
            "import",
            &path("plain.txt"),
            "--format",
            "jsonl",
            "--older-persona",
            "dev"
        ]),
        machine.mind(&["import", &path("plain.txt"), "--older-project"]),
        machine.mind(&["import"]),
    ]));
}

/// D-80: what was recorded under an older persona name is taken only after it was said that others may share it, and once.
#[test]
fn an_older_persona() {
    let machine = Machine::new();
    machine.id(&["remember", "--persona", "dev-ops", "-k", "preference", "Short answers"]);
    let ask: &[&str] = &["import", "--older-persona", "dev ops"];
    let before = tree(&machine.path("memory"));
    let asked = [
        machine.mind(ask),
        machine.mind(&[ask, &["--json"]].concat()),
        machine.mind(&[ask, &["--dry-run"]].concat()),
    ];
    assert_eq!(tree(&machine.path("memory")), before);
    let taken = [
        machine.mind(&[ask, &["--yes"]].concat()),
        machine.mind(&[ask, &["--yes", "--json"]].concat()),
        machine.mind(&["recall", "--persona", "dev ops"]),
        machine.mind(&["recall", "--persona", "dev-ops"]),
        machine.mind(&["import", "--older-persona", "elite"]),
    ];
    assert_snapshot!(shown(&[&asked[..], &taken].concat()));
}

/// D-80: what this home keeps for the project under the path a link gave it, or a worktree had, comes in under its present name; the older files stay.
#[cfg(unix)]
#[test]
fn an_older_project() {
    let mut machine = Machine::new();
    machine.id(&["remember", "-k", "gotcha", "known under the present name"]);
    let link = machine.path("ann/link");
    std::os::unix::fs::symlink(&machine.directory, &link).unwrap();
    let gone = machine.path("ann/gone");
    machine.write("ann/demo/.git/worktrees/gone/gitdir", format!("{}/.git\n", gone.display()));
    for (path, text) in [(&link, "known by a link"), (&gone, "known by a worktree")] {
        let slug = mind_core::scope::Slug::of(path.as_os_str().as_encoded_bytes());
        let row = format!(
            r#"{{"id":"a","kind":"gotcha","text":"{text}","tags":[],"recordedAt":"2026-11-01","lastSeenAt":"2026-11-01"}}"#
        );
        let store =
            format!(r#"{{"version":1,"updatedAt":"2026-11-01","sequence":1,"entries":[{row}]}}"#);
        machine.write(&format!("memory/memory/project/{slug}.json"), store);
    }
    machine.set("PWD", link.into_os_string());
    let before = tree(&machine.path("memory"));
    let dry = machine.mind(&["import", "--older-project", "--dry-run"]);
    let hint = "2 entries are kept under an older name";
    assert!(machine.mind(&["doctor"]).output.contains(hint));
    assert_eq!(tree(&machine.path("memory")), before);
    assert_snapshot!(shown(&[
        dry,
        machine.mind(&["import", "--older-project"]),
        machine.mind(&["import", "--older-project"]),
        machine.mind(&["recall"]),
    ]));
    assert!(!machine.mind(&["doctor"]).output.contains("older name"));
    machine.directory = machine.path("ann");
    let ran = machine.mind(&["import", "--older-project", "--json"]);
    assert_eq!((ran.exit, ran.json()["code"].as_str()), (Exit::Refused, Some("scope.no_project")));
}

/// What `export` writes, `import` reads: the same facts in another home, and nothing new the second time.
#[test]
fn round_trip() {
    let mut machine = Machine::new();
    let old = machine.id(&["remember", "-k", "gotcha", "Port 7101 must be free"]);
    machine.id(&["remember", "-k", "gotcha", "--supersedes", &old, "Port 7200 must be free"]);
    machine.id(&["remember", "-t", "b,c", "--source", "chat", "--ttl", "5h", "Line one\nline two"]);
    machine.id(&["remember", "-k", "preference", "Short answers"]);
    let exported = machine.mind(&["export"]);
    assert_snapshot!(exported.shown());
    let file = machine.write("memory.jsonl", &exported.output);
    machine.set("MIND_HOME", machine.path("elsewhere").into_os_string());
    let path = file.to_str().unwrap().to_owned();
    let end = "those in project expire in 5h\n";
    let stored =
        format!("3 facts: 3 stored (1 in persona, 1 in project-long, 1 in project), {end}");
    assert_eq!(machine.mind(&["import", &path]).output, stored);
    let known = format!("3 facts: 3 already known, {end}");
    assert_eq!(machine.mind(&["import", &path]).output, known);
    let masked = |text: &str| {
        let lines = text.lines().map(|line| {
            let mut fact: serde_json::Value = serde_json::from_str(line).unwrap();
            // A retired predecessor stays behind, and with it the mention of it.
            fact.as_object_mut().unwrap().remove("replaced");
            fact
        });
        lines.collect::<Vec<_>>()
    };
    assert_eq!(masked(&machine.mind(&["export"]).output), masked(&exported.output));
}

#[test]
fn export() {
    let machine = Machine::new();
    machine.id(&["remember", "-k", "gotcha", "Line one\nline two"]);
    machine.id(&["remember", "-k", "preference", "Short answers"]);
    assert_snapshot!(shown(&[
        machine.mind(&["export", "--format", "markdown"]),
        machine.mind(&["export", "--tier", "persona", "--json"]),
        machine.mind(&["export", "--tier", "cellar"]),
        machine.mind(&["export", "--withheld"]),
    ]));
}

#[test]
fn status() {
    let mut machine = Machine::new();
    let empty = machine.mind(&["status"]);
    machine.id(&["remember", "--ttl", "2h", "CI is red"]);
    machine.id(&["backlog", "add", "x"]);
    machine.set("MIND_PERSONA", "dev ops");
    let mut ran = vec![empty, machine.mind(&["status"]), machine.mind(&["status", "-v"])];
    machine.directory = machine.path("ann");
    ran.push(machine.mind(&["status"]));
    ran.push(machine.mind(&["status", "--json"]));
    assert_snapshot!(shown(&ran));
}

/// F-18, F-28, B13: what is exported comes back for whom it was, whoever imports it, and twice is once.
#[test]
fn owners_come_back() {
    let machine = Machine::new();
    let [home, other] = ["ann/home", "ann/other"].map(|inner| machine.path(inner));
    let (home, other) = (home.to_str().unwrap(), other.to_str().unwrap());
    for persona in ["ada", "bob"] {
        for words in [["--tier", "project-long", "owned"], ["--tier", "persona", "mine"]] {
            let call = ["--home", home, "--persona", persona, "remember"];
            assert_eq!(machine.mind(&[&call[..], &words].concat()).exit, Exit::Done);
        }
    }
    let export = |home: &str, persona: &str| {
        let ran = machine.mind(&["--home", home, "--persona", persona, "export"]);
        assert_eq!(ran.exit, Exit::Done);
        ran.output
    };
    let exported = export(home, "ada");
    assert_snapshot!(exported);
    for (stored, known) in [(3, 0), (0, 3)] {
        let words = ["--home", other, "--persona", "carol", "import", "-", "--json"];
        let ran = machine.mind_with(exported.as_bytes(), &words);
        let summary: serde_json::Value =
            serde_json::from_str(ran.output.lines().last().unwrap()).unwrap();
        assert_eq!((&summary["stored"], &summary["refreshed"]), (&stored.into(), &known.into()));
        assert_eq!(export(other, "ada"), exported);
    }
    assert!(!export(other, "carol").contains("mine"));
}
