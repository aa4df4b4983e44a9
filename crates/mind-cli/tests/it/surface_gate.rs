//! Every way in is driven with one secret, and afterwards its bytes are nowhere.

use std::fs;
use std::path::{Path, PathBuf};

use mind_cli::Exit;
use rstest::rstest;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::mcp::{Served, server};
use crate::stage::{Machine, Ran, tree};

/// What must never be kept or said again; the rest of the sentence is what makes it a finding.
const SECRET: &str = "zq-live-9f3a.77c2_KK19-aa00ZZ";

/// A sentence with the secret. It is built from parts, so that no scanner of repositories trips over it.
fn poison() -> String {
    format!("export ORBIT_{}={SECRET}", "TOKEN")
}

/// Holds the secret to be in none of the files below `root` but those below `sources`, which the test itself wrote.
fn assert_nowhere(root: &Path, sources: &Path) {
    assert!(!tree(root).is_empty(), "there is something to look into");
    let found = holders(root);
    let found: Vec<_> = found.iter().filter(|(path, _)| !path.starts_with(sources)).collect();
    assert!(found.is_empty(), "{found:?}");
}

/// The files below `root` that hold the secret in their names or bytes.
fn holders(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let holds = |bytes: &[u8]| bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
    let mut files = tree(root);
    files.retain(|(path, bytes)| holds(path.as_os_str().as_encoded_bytes()) || holds(bytes));
    files
}

/// Holds a run to be refused, naming the rule and not the secret.
fn assert_refused(ran: &Ran) {
    assert_eq!(ran.exit, Exit::Refused, "{ran:?}");
    let said = format!("{}{}", ran.output, ran.errors);
    assert!(said.contains("secret.assignment"), "{ran:?}");
    assert!(!said.contains(SECRET), "{ran:?}");
}

/// A machine on which a fact and an item of each state are remembered, so that there are files to look into.
fn machine() -> (Machine, String) {
    let machine = Machine::new();
    machine.id(&["remember", "-k", "gotcha", "Port 7101 must be free"]);
    let item = machine.id(&["backlog", "add", "rerun the nightly build"]);
    (machine, item)
}

/// each free text of each command that writes; with and without JSON.
#[rstest]
#[case::text(&["remember", "POISON"])]
#[case::text_for_ever(&["remember", "-k", "preference", "--tier", "shared", "POISON"])]
#[case::tag(&["remember", "-t", "POISON", "harmless"])]
#[case::source(&["remember", "--source", "POISON", "harmless"])]
#[case::replacement(&["remember", "--supersedes", "FACT", "POISON"])]
#[case::item(&["backlog", "add", "POISON"])]
#[case::tag_of_an_item(&["backlog", "add", "-t", "POISON", "harmless"])]
#[case::note_when_done(&["backlog", "done", "ITEM", "--note", "POISON"])]
#[case::note_when_dropped(&["backlog", "drop", "ITEM", "--note", "POISON"])]
fn surface_gate_commands(#[case] words: &[&str]) {
    for json in [false, true] {
        let (machine, item) = machine();
        let fact = machine.id(&["remember", "-k", "gotcha", "Port 7200 must be free"]);
        let word = |word: &&str| match *word {
            "POISON" => poison(),
            "ITEM" => item.clone(),
            "FACT" => fact.clone(),
            word => word.to_owned(),
        };
        let mut words: Vec<String> = words.iter().map(word).collect();
        words.extend(json.then(|| "--json".to_owned()));
        let before = machine.mind(&["export"]).output;
        assert_refused(&machine.mind(&words));
        assert_eq!(machine.mind(&["export"]).output, before);
        assert_nowhere(&machine.path(""), &machine.path("sources"));
    }
}

/// standard input is a way in as well.
#[test]
fn surface_gate_standard_input() {
    let (machine, _) = machine();
    for words in [["remember", "-"].as_slice(), &["backlog", "add", "-"]] {
        assert_refused(&machine.mind_with(poison().as_bytes(), words));
    }
    assert_nowhere(&machine.path(""), &machine.path("sources"));
}

/// operations and plans are ways in as well, and so is every word of their commands.
#[test]
fn surface_gate_plans() {
    let (machine, _) = machine();
    let fact = machine.id(&["remember", "-k", "gotcha", "Port 7200 must be free"]);
    let whole = json!({ "sourceIds": [fact], "kind": "gotcha", "text": "Port 7200 is taken." });
    let stage = ["optimize", "stage", "--target", "project-long", "--ops", "-"];
    for field in ["sourceIds", "kind", "text", "tags", poison().as_str()] {
        let list = ["sourceIds", "tags"].contains(&field);
        let mut operation = whole.clone();
        operation[field] = if list { json!([poison()]) } else { poison().into() };
        let ran = machine.mind_with(json!([operation]).to_string().as_bytes(), &stage);
        assert_eq!(ran.exit, Exit::Refused, "{ran:?}");
        assert!(!format!("{ran:?}").contains(SECRET), "{field}: {ran:?}");
    }
    let plan = machine.mind_with(json!([whole]).to_string().as_bytes(), &stage).output;
    let apply = ["optimize", "apply", "--plan", "-"];
    for part in ["Port 7200 is taken.", "gotcha", "mind-plan", "manual", "\"plan-"] {
        let altered = plan.replace(part, &format!("{part}{}", poison()));
        let ran = machine.mind_with(altered.as_bytes(), &apply);
        assert_eq!(ran.exit, Exit::Refused, "{ran:?}");
        assert!(!format!("{ran:?}").contains(SECRET), "{part}: {ran:?}");
    }
    let poison = poison();
    for words in [
        ["optimize", "undo", &poison].as_slice(),
        &["optimize", "history", "--receipt", &poison],
        &["optimize", "inspect", "--fingerprint", &poison],
        &["optimize", "inspect", "--target", &poison],
    ] {
        let ran = machine.mind(words);
        let said = format!("{}{}", ran.output, ran.errors);
        assert!(ran.exit == Exit::Refused && !said.contains(SECRET), "{ran:?}");
    }
    assert_nowhere(&machine.path(""), &machine.path("sources"));
}

/// the unsafe line of a batch or an import is refused, the others go on, and the source keeps its own.
#[rstest]
#[case::batch("facts.jsonl", &["remember", "--batch"])]
#[case::jsonl("facts.jsonl", &["import", "--format", "jsonl"])]
#[case::markdown("notes.md", &["import", "--format", "markdown"])]
#[case::server_memory("graph.jsonl", &["import", "--format", "server-memory"])]
fn surface_gate_files(#[case] name: &str, #[case] words: &[&str]) {
    for flags in [[].as_slice(), &["--json"]] {
        let (machine, _) = machine();
        let source = machine.write(&format!("sources/{name}"), contents(name));
        let path = source.to_str().unwrap();
        assert_refused(&machine.mind(&[words, &[path], flags].concat()));
        let kept = machine.mind(&["recall", "quay"]).output;
        assert!(kept.contains("quay is harmless"), "{kept}");
        assert_eq!(fs::read_to_string(&source).unwrap(), contents(name));
        assert_nowhere(&machine.path(""), &machine.path("sources"));
    }
}

/// A source of each format, with the secret in every field that can hold it and one harmless fact.
fn contents(name: &str) -> String {
    let poison = poison();
    let lines = match name {
        "facts.jsonl" => vec![
            json!({ "text": poison }),
            json!({ "text": "harmless", "tags": [poison] }),
            json!({ "text": "harmless", "source": poison }),
            json!({ "text": "harmless", "kind": poison }),
            json!({ "text": "harmless", "tier": poison }),
            json!({ "text": "harmless", "supersedes": poison }),
            json!({ "text": "harmless", "recordedAt": poison }),
            json!({ "text": "harmless", poison.as_str(): 1 }),
            json!({ "text": "the quay is harmless" }),
        ],
        "graph.jsonl" => vec![
            json!({ "type": "entity", "name": "a", "entityType": "b", "observations": [poison, "quay is harmless"] }),
            json!({ "type": "entity", "name": poison, "entityType": poison, "observations": ["c"] }),
            json!({ "type": "relation", "from": "a", "to": poison, "relationType": "d" }),
        ],
        _ => {
            return format!(
                "# Notes\n\n{poison}\n\n- the quay is harmless\n- {poison}\n\n## {poison}\n\n- below it\n"
            );
        }
    };
    lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

/// rows of another home are admitted one by one.
#[test]
fn surface_gate_another_home() {
    let (mut machine, _) = machine();
    fs::create_dir_all(machine.path("sources/old")).unwrap();
    let home = ("MIND_HOME".into(), machine.path("sources/old").into_os_string());
    machine.variables.push(home);
    machine.id(&["remember", "--tier", "shared", "MARK"]);
    machine.id(&["remember", "--tier", "shared", "the quay is harmless"]);
    machine.id(&["backlog", "add", "MARK"]);
    plant(&machine.path("sources/old"));
    machine.variables.pop();
    let source = tree(&machine.path("sources"));
    let old = machine.path("sources/old").into_os_string().into_string().unwrap();
    for flags in [[].as_slice(), &["--json"]] {
        let ran = machine.mind(&[&["import", "--format", "pi-persona-mind", &old], flags].concat());
        assert!(!format!("{}{}", ran.output, ran.errors).contains(SECRET), "{ran:?}");
    }
    let kept = machine.mind(&["recall", "quay"]).output;
    assert!(kept.contains("quay is harmless"), "{kept}");
    assert_eq!(tree(&machine.path("sources")), source);
    assert_nowhere(&machine.path(""), &machine.path("sources"));
}

/// Puts the secret in the place of every `MARK` in the files below `home`, as a person with an editor could.
fn plant(home: &Path) {
    let mut planted = 0;
    for (path, bytes) in tree(home).into_iter().filter(|(path, _)| path.is_file()) {
        let text = String::from_utf8(bytes).unwrap();
        if text.contains("MARK") {
            fs::write(path, text.replace("MARK", &poison())).unwrap();
            planted += 1;
        }
    }
    assert!(planted > 0, "nothing was planted");
}

/// a row that is poisoned already cannot be promoted, and is copied nowhere.
#[test]
fn surface_gate_promote() {
    let (machine, _) = machine();
    let id = machine.id(&["remember", "--tier", "project", "MARK"]);
    plant(&machine.path("memory"));
    let before = holders(&machine.path(""));
    assert_eq!(before.len(), 1);
    for to in ["project-long", "persona", "shared"] {
        assert_refused(&machine.mind(&["promote", &id, "--to", to]));
    }
    assert_eq!(holders(&machine.path("")), before);
}

/// what is no free text of a row is stored nowhere either, and no refusal repeats it.
#[rstest]
#[case::kind(&["remember", "-k", "POISON", "harmless"])]
#[case::tier(&["remember", "--tier", "POISON", "harmless"])]
#[case::span(&["remember", "--ttl", "POISON", "harmless"])]
#[case::origin(&["remember", "--derived-from", "POISON", "harmless"])]
#[case::replaced(&["remember", "--supersedes", "POISON", "harmless"])]
#[case::read(&["read", "POISON"])]
#[case::forget(&["forget", "POISON"])]
#[case::promote(&["promote", "POISON"])]
#[case::take(&["backlog", "take", "POISON"])]
#[case::due(&["backlog", "add", "--due", "POISON", "harmless"])]
#[case::state(&["backlog", "list", "--state", "POISON"])]
#[case::query(&["recall", "POISON"])]
#[case::time(&["recall", "--at", "POISON"])]
#[case::task(&["context", "--task", "POISON"])]
#[case::manifest(&["context", "--manifest", "--task", "POISON"])]
fn surface_gate_other_arguments(#[case] words: &[&str]) {
    let (machine, _) = machine();
    let words: Vec<String> = words.iter().map(|word| word.replace("POISON", &poison())).collect();
    for flags in [[].as_slice(), &["--json".to_owned()]] {
        let ran = machine.mind(&[&words, flags].concat());
        assert!(!format!("{}{}", ran.output, ran.errors).contains(SECRET), "{ran:?}");
    }
    assert_nowhere(&machine.path(""), &machine.path("sources"));
}

/// every tool of an agent, as a process, with all logging on.
#[test]
fn surface_gate_tools() {
    let root = TempDir::new().unwrap();
    fs::create_dir_all(root.path().join("demo/.git")).unwrap();
    let mut command = server(&root);
    command.env("RUST_LOG", "trace").current_dir(root.path().join("demo"));
    let mut served = Served::start(&mut command);
    let item = served.answer("backlog_add", &json!({ "text": "rerun the nightly build" }));
    let item = item["structuredContent"]["id"].as_str().unwrap().to_owned();
    let fact = served.answer("remember", &json!({ "text": "Port 7101 must be free" }));
    let fact = fact["structuredContent"]["id"].as_str().unwrap().to_owned();
    let poison = poison();
    let calls: [(&str, Value); 9] = [
        ("remember", json!({ "text": poison })),
        ("remember", json!({ "text": "harmless", "tags": [poison] })),
        ("remember", json!({ "text": "harmless", "source": poison })),
        ("remember", json!({ "text": poison, "tier": "persona" })),
        ("remember", json!({ "text": poison, "supersedes": fact })),
        ("backlog_add", json!({ "text": poison })),
        ("backlog_add", json!({ "text": "harmless", "tags": [poison] })),
        ("backlog_update", json!({ "id": item, "state": "done", "note": poison })),
        ("backlog_update", json!({ "id": item, "state": "dropped", "note": poison })),
    ];
    for (tool, arguments) in calls {
        let answer = served.answer(tool, &arguments);
        assert_eq!(answer["structuredContent"]["detail"]["rule"], "secret.assignment", "{answer}");
        assert!(!answer.to_string().contains(SECRET), "{answer}");
    }
    for (tool, name) in [
        ("remember", "kind"),
        ("remember", "tier"),
        ("remember", "derivedFrom"),
        ("remember", "supersedes"),
        ("recall", "query"),
        ("recall", "tiers"),
        ("read_memory", "id"),
        ("forget", "id"),
        ("promote", "id"),
        ("promote", "destination"),
        ("backlog_list", "state"),
        ("backlog_update", "id"),
    ] {
        let value =
            if name.ends_with("rom") || name == "tiers" { json!([poison]) } else { json!(poison) };
        let answer = served.answer(tool, &json!({ "text": "harmless", "id": item, name: value }));
        assert!(!answer.to_string().contains(SECRET), "{tool} {name}: {answer}");
    }
    let (code, errors) = served.end();
    assert_eq!(code, Some(0));
    assert!(!errors.contains(SECRET), "{errors}");
    assert_nowhere(root.path(), &root.path().join("sources"));
}

/// the command as a process, with all logging on.
#[test]
fn surface_gate_logs() {
    let root = TempDir::new().unwrap();
    fs::create_dir_all(root.path().join("demo/.git")).unwrap();
    for words in [["remember"].as_slice(), &["remember", "--source"], &["backlog", "add"]] {
        let output = crate::mcp::mind(&root)
            .args(words)
            .args([&poison(), "harmless"])
            .current_dir(root.path().join("demo"))
            .env("RUST_LOG", "trace")
            .env("RUST_BACKTRACE", "1")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        for stream in [output.stdout, output.stderr] {
            let stream = String::from_utf8(stream).unwrap();
            assert!(!stream.contains(SECRET), "{stream}");
        }
    }
    assert_nowhere(root.path(), &root.path().join("sources"));
}
