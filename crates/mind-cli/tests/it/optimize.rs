//! `mind optimize` (O-130 to O-135): what it prints, what it refuses, and what is left on the disk.

use std::fs;
use std::time::Duration;

use insta::assert_snapshot;
use mind_cli::Exit;
use serde_json::{Value, json};

use crate::stage::{Machine, shown, tree};

const FIRST: &str = "The smoke test needs port 7101 free.";
const SECOND: &str = "Smoke test requires port 7101 to be free.";
const MERGED: &str = "The smoke test needs port 7101 to be free.";

/// A machine that remembers two facts that say the same.
fn two() -> (Machine, String, String) {
    let machine = Machine::new();
    let remember = |text: &str, tag| machine.id(&["remember", "-k", "gotcha", "-t", tag, text]);
    let (first, second) = (remember(FIRST, "tests"), remember(SECOND, "ports"));
    (machine, first, second)
}

fn operations(ids: &[&str]) -> String {
    json!([{ "sourceIds": ids, "kind": "gotcha", "text": MERGED }]).to_string()
}

/// Stages into `plan.json` of the project.
fn staged(machine: &Machine, ids: &[&str]) {
    let words =
        ["optimize", "stage", "--target", "project-long", "--ops", "-", "--plan", "plan.json"];
    let ran = machine.mind_with(operations(ids).as_bytes(), &words);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
}

fn receipt(machine: &Machine) -> String {
    let page = machine.mind(&["optimize", "history", "--target", "project-long", "--json"]).json();
    page["receipts"][0]["id"].as_str().unwrap().to_owned()
}

/// O-130, O-132, O-133: a whole life on the command line, in the words every surface has.
#[test]
fn life() {
    let (machine, first, second) = two();
    let ops = operations(&[&first, &second]);
    let target = ["--target", "project-long"];
    let stage = [&["optimize", "stage", "--ops", "-", "--plan", "plan.json"], &target[..]].concat();
    let mut ran = vec![
        machine.mind(&[&["optimize", "inspect"], &target[..]].concat()),
        machine.mind_with(ops.as_bytes(), &stage),
        machine.mind(&["optimize", "apply", "--plan", "plan.json"]),
        machine.mind(&["recall"]),
        machine.mind(&[&["optimize", "history"], &target[..]].concat()),
    ];
    let id = receipt(&machine);
    ran.extend([
        machine.mind(&[&["optimize", "history", "--receipt", &id], &target[..]].concat()),
        machine.mind(&[&["optimize", "undo", &id], &target[..]].concat()),
        machine.mind(&[&["optimize", "undo", &id], &target[..]].concat()),
        machine.mind(&[&["optimize", "history"], &target[..]].concat()),
    ]);
    assert_snapshot!(shown(&ran));
    let texts = machine.mind(&["recall"]).output;
    assert!(texts.contains(FIRST) && texts.contains(SECOND) && !texts.contains(MERGED));
}

/// O-16, O-37, O-46, O-54: the same as JSON.
#[test]
fn as_json() {
    let (machine, first, second) = two();
    let ops = operations(&[&first, &second]);
    let target = ["--target", "project-long", "--json"];
    let mut ran = vec![
        machine.mind(&[&["optimize", "inspect"], &target[..]].concat()),
        machine.mind_with(
            ops.as_bytes(),
            &[&["optimize", "stage", "--ops", "-", "--plan", "plan.json"], &target[..]].concat(),
        ),
        machine.mind(&["optimize", "apply", "--plan", "plan.json", "--json"]),
        machine.mind(&[&["optimize", "history"], &target[..]].concat()),
    ];
    let id = receipt(&machine);
    ran.extend([
        machine.mind(&[&["optimize", "history", "--receipt", &id], &target[..]].concat()),
        machine.mind(&[&["optimize", "undo", &id], &target[..]].concat()),
        machine.mind(&["optimize", "auto", "--json"]),
    ]);
    let demo = machine.directory.to_str().unwrap().to_owned();
    let slug = ran[1].json()["owner"]["project"].as_str().unwrap().to_owned();
    assert_snapshot!(shown(&ran).replace(&slug, "SLUG").replace(&demo, "DEMO"));
}

/// O-37, O-133: the plan on standard output is the plan, and goes through a pipe.
#[test]
fn a_pipe() {
    let (machine, first, second) = two();
    let words = ["optimize", "stage", "--target", "project-long", "--ops", "-"];
    let ran = machine.mind_with(operations(&[&first, &second]).as_bytes(), &words);
    let plan: Value = serde_json::from_str(&ran.output).unwrap();
    let members: Vec<&String> = plan.as_object().unwrap().keys().collect();
    assert_eq!(members.len(), 11);
    assert_eq!((&plan["format"], &plan["version"]), (&json!("mind-plan"), &json!(1)));
    assert_eq!(plan["owner"]["session"], Value::Null);
    assert_eq!(plan["preview"][0]["before"][0]["text"], FIRST);
    assert_eq!(plan["operations"][0]["tags"], json!(["ports", "tests"]));
    assert!(ran.errors.starts_with("Staged plan-"), "{}", ran.errors);
    let applied = machine.mind_with(ran.output.as_bytes(), &["optimize", "apply", "--plan", "-"]);
    assert_eq!(applied.exit, Exit::Done, "{applied:?}");
    // O-33, O-135: the same again is a conflict.
    let again = machine.mind_with(ran.output.as_bytes(), &["optimize", "apply", "--plan", "-"]);
    assert_eq!(again.exit.code(), 1);
    assert!(again.errors.contains("store.changed"), "{again:?}");
}

/// O-133: a plan is written once, for its owner alone, and never over another file.
#[test]
fn a_new_file() {
    let (machine, first, second) = two();
    staged(&machine, &[&first, &second]);
    let file = machine.directory.join("plan.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let before = fs::read(&file).unwrap();
    let words =
        ["optimize", "stage", "--target", "project-long", "--ops", "-", "--plan", "plan.json"];
    let ran = machine.mind_with(operations(&[&first]).as_bytes(), &words);
    assert_eq!(ran.exit.code(), 1);
    assert!(ran.errors.contains("input.file_exists"), "{ran:?}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// O-40, O-6: a plan file that is not as it was staged changes nothing, whatever is different.
#[test]
fn altered() {
    let (machine, first, second) = two();
    staged(&machine, &[&first, &second]);
    let file = machine.directory.join("plan.json");
    let text = fs::read_to_string(&file).unwrap();
    let plan: Value = serde_json::from_str(&text).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut plan = plan.clone();
        change(&mut plan);
        plan.to_string()
    };
    let files = [
        changed(&|plan| plan["operations"][0]["text"] = "Something else.".into()),
        changed(&|plan| plan["operations"][0]["tags"] = json!([])),
        changed(&|plan| drop(plan["operations"][0].as_object_mut().unwrap().remove("tags"))),
        changed(&|plan| plan["operations"][0]["sourceIds"] = json!([first])),
        changed(&|plan| plan["operations"][0]["delete"] = true.into()),
        changed(&|plan| plan["target"] = "shared".into()),
        changed(&|plan| plan["fingerprint"] = "absent".into()),
        changed(&|plan| plan["createdAt"] = "2026-11-20T10:00:01.000Z".into()),
        changed(&|plan| plan["createdAt"] = "2026-11-20T09:59:59Z".into()),
        changed(&|plan| plan["owner"]["persona"] = "ops".into()),
        changed(&|plan| plan["owner"]["more"] = 1.into()),
        changed(&|plan| plan["planId"] = "plan-0000000000000000".into()),
        changed(&|plan| plan["version"] = 2.into()),
        changed(&|plan| plan["format"] = "mind-request".into()),
        changed(&|plan| plan["ok"] = true.into()),
        changed(&|plan| plan["origin"] = "model".into()),
        changed(&|plan| drop(plan.as_object_mut().unwrap().remove("preview"))),
        text.replacen("\"version\":1", "\"version\":1,\"version\":1", 1),
        text[..text.len() / 2].to_owned(),
        format!("{text} and a word"),
        String::new(),
    ];
    let before = tree(&machine.path("memory"));
    for (at, altered) in files.iter().enumerate() {
        let ran = machine.mind_with(altered.as_bytes(), &["optimize", "apply", "--plan", "-"]);
        assert_eq!(ran.exit.code(), 1, "{at}");
        assert!(ran.errors.contains("optimize.plan_altered"), "{at}: {ran:?}");
    }
    assert_eq!(tree(&machine.path("memory")), before);
    // What is only there to be looked at is not looked at.
    let shown = changed(&|plan| plan["preview"] = json!([]));
    let ran = machine.mind_with(shown.as_bytes(), &["optimize", "apply", "--plan", "-"]);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
}

/// O-40, O-135: another owner, another project, too late.
#[test]
fn not_now() {
    let (mut machine, first, second) = two();
    staged(&machine, &[&first, &second]);
    let apply =
        ["optimize", "apply", "--plan", machine.directory.join("plan.json").to_str().unwrap()]
            .map(str::to_owned);
    let other = [&apply[..], &["--persona".to_owned(), "ops".to_owned()]].concat();
    let mut ran = vec![machine.mind(&other)];
    fs::create_dir_all(machine.path("ann/other/.git")).unwrap();
    let other = machine.path("ann/other");
    let demo = std::mem::replace(&mut machine.directory, other);
    ran.push(machine.mind(&apply));
    machine.directory = machine.path("ann");
    ran.push(machine.mind(&apply));
    machine.directory = demo;
    machine.wait(Duration::from_mins(10));
    ran.push(machine.mind(&apply));
    assert_snapshot!(shown(&ran));
}

/// O-1, O-2, O-10, O-31, O-33: what is refused before anything is planned.
#[test]
fn refused() {
    let (mut machine, first, _) = two();
    let stage = |input: &str| {
        let words = ["optimize", "stage", "--target", "project-long", "--ops", "-"];
        machine.mind_with(input.as_bytes(), &words)
    };
    let unknown = json!({"operations": [{"sourceIds": [first], "kind": "note", "text": "t", "delete": true}]});
    let mut ran = vec![
        machine.mind(&["optimize", "inspect", "--target", "session"]),
        machine.mind(&["optimize", "inspect", "--limit", "101"]),
        machine.mind(&[
            "optimize",
            "inspect",
            "--fingerprint",
            "absent",
            "--target",
            "project-long",
        ]),
        stage("prose"),
        stage(&unknown.to_string()),
        stage(r#"{"ops":[]}"#),
        stage("[]"),
        stage(&operations(&["f93f2ca79c24"])),
        stage(
            &json!([{"sourceIds": [first], "kind": "note", "text": "password: Tr0ub4dor&3"}])
                .to_string(),
        ),
        machine.mind(&["optimize", "undo", "opt-0000000000000000"]),
        machine.mind(&[
            "optimize",
            "history",
            "--settle",
            "opt-0000000000000000",
            "--as",
            "applied",
        ]),
        machine.mind(&["optimize", "auto", "off"]),
    ];
    machine.directory = machine.path("ann");
    ran.push(machine.mind(&["optimize", "inspect", "--target", "project"]));
    assert_snapshot!(shown(&ran));
}

/// O-110: what says whether reviews may begin by themselves.
#[test]
fn auto() {
    let mut machine = Machine::new();
    let word = |machine: &Machine| {
        let policy = machine.mind(&["optimize", "auto", "--json"]).json();
        (policy["auto"].as_bool().unwrap(), policy["setting"].as_str().unwrap().to_owned())
    };
    assert_eq!(word(&machine), (true, "default".to_owned()));
    machine.write("ann/.config/mind/config.toml", "[optimize]\nauto = false\n");
    assert_eq!(word(&machine), (false, "optimize.auto".to_owned()));
    machine.write("ann/.config/mind/config.toml", "[optimize]\nauto = true\n");
    assert_eq!(word(&machine), (true, "optimize.auto".to_owned()));
    machine.set("PI_PERSONA_MIND_OPTIMIZE", "off");
    assert_eq!(word(&machine), (false, "PI_PERSONA_MIND_OPTIMIZE".to_owned()));
    machine.set("MIND_OPTIMIZE", "off");
    assert_eq!(word(&machine), (false, "MIND_OPTIMIZE".to_owned()));
    assert_snapshot!(machine.mind(&["optimize", "auto"]).shown());
}

/// O-11, O-14: `inspect`, `history` and `stage` leave every byte of the home alone.
#[test]
fn reads_write_nothing() {
    let (machine, first, second) = two();
    let before = tree(&machine.path("memory"));
    for command in ["inspect", "history"] {
        machine.mind(&["optimize", command, "--target", "project-long"]);
    }
    staged(&machine, &[&first, &second]);
    assert_eq!(tree(&machine.path("memory")), before);
}

/// O-58: a person settles what nobody knows, and only that.
#[test]
fn settled_by_hand() {
    let (machine, first, second) = two();
    staged(&machine, &[&first, &second]);
    machine.mind(&["optimize", "apply", "--plan", "plan.json"]);
    let id = receipt(&machine);
    let long = machine.path("memory/memory/project");
    let history = fs::read_dir(&long)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.to_str().unwrap().ends_with("optimize-history.json"))
        .unwrap();
    let text = fs::read_to_string(&history).unwrap();
    fs::write(&history, text.replacen("\"applied\"", "\"prepared\"", 1)).unwrap();
    machine.id(&["remember", "-k", "gotcha", "something since"]);
    let words = |outcome| {
        ["optimize", "history", "--target", "project-long", "--settle", &id, "--as", outcome]
            .map(str::to_owned)
    };
    let list = ["optimize", "history", "--target", "project-long"];
    let undo = ["optimize", "undo", &id, "--target", "project-long"];
    assert_snapshot!(shown(&[
        machine.mind(&list),
        machine.mind(&undo),
        machine.mind(&words("applied")),
        machine.mind(&words("rejected")),
        machine.mind(&list),
        machine.mind(&undo),
    ]));
}

/// ADR 0020: a receipt is found in whatever tier it is, and a list of all says which.
#[test]
fn any_tier() {
    let (machine, first, second) = two();
    let stage = ["optimize", "stage", "--ops", "-", "--json"];
    let refusal = machine.mind_with(operations(&[&first, &second]).as_bytes(), &stage).json();
    assert_eq!(refusal["code"], "fact.not_found", "{refusal}");
    let message = format!("operation 0: the fact {first} is kept in tier project-long");
    assert_eq!(refusal["message"], message);
    assert_eq!(refusal["detail"]["tier"], "project-long");
    staged(&machine, &[&first, &second]);
    machine.mind(&["optimize", "apply", "--plan", "plan.json"]);
    let again = machine.mind(&["optimize", "apply", "--plan", "plan.json", "--json"]).json();
    let id = receipt(&machine);
    assert_eq!(
        (&again["code"], &again["message"]),
        (&json!("store.changed"), &json!("this plan was applied already"))
    );
    assert_eq!(again["detail"]["receiptId"], id);
    let page = machine.mind(&["optimize", "history", "--json"]).json();
    assert_eq!(
        (&page["target"], &page["receipts"][0]["target"]),
        (&Value::Null, &json!("project-long"))
    );
    let note = machine.id(&["remember", "The runner image is really pinned"]);
    machine.wait(Duration::from_mins(1));
    let ops =
        json!([{ "sourceIds": [note], "kind": "note", "text": "The runner image is pinned" }]);
    let plan = machine.mind_with(ops.to_string().as_bytes(), &["optimize", "stage", "--ops", "-"]);
    machine.mind_with(plan.output.as_bytes(), &["optimize", "apply", "--plan", "-"]);
    assert_snapshot!(shown(&[
        machine.mind(&["optimize", "history"]),
        machine.mind(&["optimize", "history", "--limit", "1", "--offset", "1"]),
        machine.mind(&["optimize", "history", "--receipt", &id]),
        machine.mind(&["optimize", "undo", &id]),
        machine.mind(&["optimize", "undo", "opt-0000000000000000"]),
        machine.mind(&["optimize", "review", "--prepare", "--target", "shared"]),
    ]));
}

/// ADR 0019: a switch nobody understands is off, and the doctor says so.
#[test]
fn a_misspelt_switch() {
    let mut machine = Machine::new();
    machine.set("MIND_OPTIMIZE", "of");
    let policy = machine.mind(&["optimize", "auto", "--json"]).json();
    assert_eq!((&policy["auto"], &policy["setting"]), (&json!(false), &json!("MIND_OPTIMIZE")));
    let said = machine.mind(&["doctor"]).output;
    let expect = "`MIND_OPTIMIZE` has an unknown value, so no review begins by itself";
    assert!(said.contains(expect), "{said}");
}
