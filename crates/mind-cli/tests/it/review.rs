//! `mind optimize review` (O-134, O-135) with a model on this machine that says what a test wants, and what is left on the disk.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use mind_cli::Exit;
use serde_json::{Value, json};

use crate::stage::{Machine, Ran, tree};

const FIRST: &str = "The smoke test needs port 7101 free.";
const SECOND: &str = "Smoke test requires port 7101 to be free.";
const MERGED: &str = "The smoke test needs port 7101 to be free.";
const CANARY: &str = "kq7canaryzx";
const KEY: &str = "secret-key-1";

/// A provider that answers one text after the other, and keeps what it was asked.
struct Provider {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Value>>>,
    thread: Option<JoinHandle<()>>,
}

impl Provider {
    /// Answers these texts; `None` as another model's.
    fn new(answers: Vec<(u16, String)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&asked);
        let thread = std::thread::spawn(move || {
            for (answer, stream) in answers.into_iter().zip(listener.incoming()) {
                let Some(question) = heard(&stream.as_ref().unwrap().try_clone().unwrap()) else {
                    return;
                };
                kept.lock().unwrap().push(question);
                say(stream.unwrap(), &answer);
            }
        });
        Self { address, asked, thread: Some(thread) }
    }

    fn saying(texts: &[&str]) -> Self {
        Self::new(texts.iter().map(|text| (200, chat("large-1", text))).collect())
    }

    fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        // A provider that still waits for a question is let go by an empty one.
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            if TcpStream::connect(self.address).is_err() {
                break;
            }
        }
        self.thread.take().map(JoinHandle::join);
    }
}

fn chat(model: &str, text: &str) -> String {
    json!({"model": model, "choices": [{"message": {"role": "assistant", "content": text},
        "finish_reason": "stop"}]})
    .to_string()
}

fn heard(stream: &TcpStream) -> Option<Value> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while reader.read_line(&mut head).ok()? > 2 {}
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then_some(value)
    });
    let mut body = vec![0; length?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    let mut asked: Value = serde_json::from_slice(&body).ok()?;
    asked["head"] = json!(head);
    Some(asked)
}

fn say(mut stream: TcpStream, (status, text): &(u16, String)) {
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        text.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(text.as_bytes()));
}

/// A machine that remembers two facts that say the same and one that does not, and knows a model.
fn machine(provider: &Provider) -> (Machine, [String; 3]) {
    let mut machine = Machine::new();
    let config = format!(
        "[llm]\nprovider = \"openai\"\nmodel = \"large-1\"\nbase_url = \"http://{}/v1\"\n",
        provider.address
    );
    machine.write("ann/.config/mind/config.toml", config);
    machine.set("OPENAI_API_KEY", KEY);
    let remember =
        |text: &str| machine.id(&["remember", "--tier", "project-long", "-t", "tests", text]);
    let ids = [remember(FIRST), remember(SECOND), remember("Deploys run from the release branch.")];
    (machine, ids)
}

fn merging(ids: &[&str], text: &str) -> String {
    json!({"version": 1, "operations": [{"sourceIds": ids, "kind": "note", "text": text}]})
        .to_string()
}

fn reviewed(machine: &Machine, words: &[&str]) -> Ran {
    machine.mind(&[&["optimize", "review"], words].concat())
}

const LONG: [&str; 2] = ["--target", "project-long"];

/// O-134: a proposal is shown, applied, told with its receipt, and can be put back.
#[test]
fn a_review_is_applied_and_undone() {
    let none = Provider::saying(&[]);
    let (_, ids) = machine(&none);
    let provider = Provider::saying(&[&merging(&[&ids[0], &ids[1]], MERGED)]);
    let (machine, ids) = machine(&provider);
    let ran = reviewed(&machine, &LONG);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    for told in [FIRST, SECOND, MERGED, "- {", "+ {", "Nothing has changed yet.", "applied"] {
        assert!(ran.output.contains(told), "{told}: {}", ran.output);
    }
    let texts = machine.mind(&["recall"]).output;
    assert!(texts.contains(MERGED) && !texts.contains(FIRST), "{texts}");
    let page = machine.mind(&[&["optimize", "history", "--json"], &LONG[..]].concat()).json();
    let receipt = page["receipts"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(page["receipts"][0]["origin"], "explicit");
    let undone = machine.mind(&[&["optimize", "undo", &receipt], &LONG[..]].concat());
    assert_eq!(undone.exit, Exit::Done, "{undone:?}");
    let texts = machine.mind(&["recall"]).output;
    assert!(texts.contains(FIRST) && texts.contains(SECOND) && !texts.contains(MERGED));
    // One question, with both halves, the limit, and the key in its header and nowhere else.
    let [asked] = provider.asked().try_into().unwrap();
    assert_eq!((&asked["model"], &asked["max_tokens"]), (&json!("large-1"), &json!(16_384)));
    let prompt = asked["messages"][1]["content"].as_str().unwrap();
    assert!(prompt.contains(ids[2].as_str()) && prompt.ends_with("End of records."));
    assert!(asked["head"].as_str().unwrap().contains(KEY));
    assert!(!asked["messages"].to_string().contains(KEY) && !format!("{ran:?}").contains(KEY));
}

/// B03, `refused_output_changes_nothing`: whatever a model answers that is not a valid proposal: its code, exit 1, nothing of it anywhere, and every byte and time of the home as before.
#[test]
fn refused_output_changes_nothing() {
    let none = Provider::saying(&[]);
    let (first, ids) = machine(&none);
    drop(first);
    let [a, b, _] = [&ids[0], &ids[1], &ids[2]];
    let good = merging(&[a, b], &format!("{MERGED} {CANARY}"));
    let two = |one: &[&str], other: &[&str]| {
        let operation = |ids: &[&str]| json!({"sourceIds": ids, "kind": "note", "text": CANARY});
        json!({"version": 1, "operations": [operation(one), operation(other)]}).to_string()
    };
    let with = |from: &str, to: &str| {
        let other = good.replacen(from, to, 1);
        assert_ne!(other, good, "{from}");
        other
    };
    let whole = with(CANARY, "né");
    // In the middle of the last letter; what a lossy reader makes of the half is no letter.
    let middle = whole.find('é').unwrap() + 1;
    let cut = String::from_utf8_lossy(&whole.as_bytes()[..middle]).into_owned();
    let secret = with(CANARY, "<secret>password: hunter2-Xy9-long-secret</secret>");
    let cases = [
        (format!("I would merge them ({CANARY})."), "review.not_json"),
        (format!("```json\n{good}\n```"), "review.not_json"),
        (format!("{good} {CANARY}"), "review.not_json"),
        (
            with("\"version\":1", &format!("\"version\":1,\"delete\":[\"{CANARY}\"]")),
            "review.schema",
        ),
        (with("\"kind\"", "\"text\":\"x\",\"kind\""), "review.not_json"),
        (merging(&[a, a], CANARY), "review.schema"),
        (two(&[a, b], &[b]), "optimize.source_repeated"),
        (merging(&[a, b], " "), "fact.text_empty"),
        (merging(&[a, "000000000000"], CANARY), "review.source_not_in_window"),
        (with("\"note\"", "\"invariant\""), "review.kind_changed"),
        (with("\"kind\"", &format!("\"tags\":[\"{CANARY}\"],\"kind\"")), "review.tag_invented"),
        (secret, "scan.refused"),
        (cut, "review.not_json"),
        (format!("{good}{}", " ".repeat(65_537 - good.len())), "review.too_long"),
    ];
    let texts: Vec<&str> = cases.iter().map(|(text, _)| text.as_str()).collect();
    let provider = Provider::saying(&texts);
    let (machine, _) = machine(&provider);
    let before = tree(&machine.path("memory"));
    for (text, code) in &cases {
        let ran = reviewed(&machine, &LONG);
        assert_eq!(ran.exit, Exit::Refused, "{text}: {ran:?}");
        let told = format!("{}{}", ran.output, ran.errors);
        assert!(told.contains(code), "{code}: {told}");
        assert!(told.contains("No memory changed."), "{told}");
        assert!(!told.contains(CANARY) && !told.contains("hunter2"), "{told}");
        assert_eq!(tree(&machine.path("memory")), before, "{code}");
    }
    assert_eq!(provider.asked().len(), cases.len(), "each was asked once");
}

/// O-92, O-134: what could not be shown is not applied.
#[test]
fn a_proposal_nobody_sees() {
    let none = Provider::saying(&[]);
    let (_, ids) = machine(&none);
    let provider = Provider::saying(&[&merging(&[&ids[0], &ids[1]], MERGED)]);
    let (machine, _) = machine(&provider);
    let before = tree(&machine.path("memory"));
    let exit = machine.mind_unheard(&[&["optimize", "review"], &LONG[..]].concat());
    assert_eq!(exit, Exit::Unavailable);
    assert_eq!(provider.asked().len(), 1);
    assert_eq!(tree(&machine.path("memory")), before);
}

/// O-90: another model than the one of the settings.
#[test]
fn another_model() {
    let none = Provider::saying(&[]);
    let (_, ids) = machine(&none);
    let reply = merging(&[&ids[0], &ids[1]], MERGED);
    let provider = Provider::new(vec![(200, chat("cheap-1", &reply))]);
    let (machine, _) = machine(&provider);
    let before = tree(&machine.path("memory"));
    let ran = reviewed(&machine, &[&LONG[..], &["--json"]].concat());
    assert_eq!(ran.exit, Exit::Refused);
    let told = ran.json();
    // S-3: what is no success says so.
    let expect = (&json!(false), &json!("refused"), &json!("review.model_changed"));
    assert_eq!((&told["ok"], &told["detail"]["outcome"], &told["code"]), expect);
    assert_eq!(told["detail"]["target"], "project-long");
    assert_eq!(tree(&machine.path("memory")), before);
}

/// O-102, O-103, O-135: a batch goes on after what went well and stops at what did not, naming what was not examined; each ends with its exit code.
#[test]
fn a_batch() {
    let nothing = r#"{"version":1,"operations":[]}"#;
    let provider = Provider::new(vec![
        (200, chat("large-1", nothing)),
        (200, chat("large-1", nothing)),
        (200, chat("large-1", nothing)),
        (500, format!("{{\"error\":\"{CANARY}\"}}")),
    ]);
    let (machine, _) = machine(&provider);
    machine.id(&["remember", "--tier", "persona", "I prefer small steps."]);
    machine.id(&["remember", "--tier", "persona", "I prefer steps that are small."]);
    let ran = reviewed(&machine, &["--all", "--json"]);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    let told: Vec<Value> =
        ran.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let outcomes: Vec<(&str, &str)> = told
        .iter()
        .map(|one| (one["target"].as_str().unwrap(), one["outcome"].as_str().unwrap()))
        .collect();
    let expect = [("project", "skipped"), ("project-long", "no_op"), ("persona", "no_op")];
    assert_eq!(outcomes, expect);
    assert_eq!(told[0]["code"], "empty_page");
    let ran = reviewed(&machine, &["--target", "persona"]);
    assert_eq!((ran.exit, ran.output.contains("no_op")), (Exit::Done, true), "{ran:?}");
    let ran = reviewed(&machine, &[]);
    assert_eq!(ran.exit, Exit::HostUnavailable, "{ran:?}");
    assert!(
        ran.output.contains("failed: provider_error\nNot examined: persona\n"),
        "{}",
        ran.output
    );
    assert!(ran.errors.contains("llm.provider_error") && !format!("{ran:?}").contains(CANARY));
}

/// O-134: with `--dry-run` the plan is written and nothing changes; it can be applied for ten minutes.
#[test]
fn a_dry_run() {
    let none = Provider::saying(&[]);
    let (_, ids) = machine(&none);
    let provider = Provider::saying(&[&merging(&[&ids[0], &ids[1]], MERGED)]);
    let (machine, _) = machine(&provider);
    let before = tree(&machine.path("memory"));
    let ran = reviewed(&machine, &[&LONG[..], &["--dry-run"]].concat());
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    assert_eq!(tree(&machine.path("memory")), before);
    let plan = ran.json();
    assert_eq!((&plan["format"], &plan["origin"]), (&json!("mind-plan"), &json!("explicit")));
    let applied = machine.mind_with(ran.output.as_bytes(), &["optimize", "apply", "--plan", "-"]);
    assert_eq!(applied.exit, Exit::Done, "{applied:?}");
}

/// O-134: any model by hand: the request is written, its answer judged by the same checks, within ten minutes and on the same bytes.
#[test]
fn by_hand() {
    let none = Provider::saying(&[]);
    let (machine, ids) = machine(&none);
    let request = reviewed(&machine, &[&LONG[..], &["--prepare"]].concat());
    let asked = request.json();
    let members: Vec<&String> = asked.as_object().unwrap().keys().collect();
    assert_eq!(members.len(), 10);
    assert_eq!((&asked["format"], &asked["version"]), (&json!("mind-review-request"), &json!(1)));
    assert_eq!(asked["window"].as_array().unwrap().len(), 3);
    assert!(asked["systemPrompt"].as_str().unwrap().starts_with("You review stored memory"));
    assert_eq!(asked["prompt"].as_str().unwrap().lines().count(), 5);
    machine.write("ann/demo/request.json", &request.output);
    let judge = |reply: &str| {
        machine.mind_with(reply.as_bytes(), &["optimize", "review", "--judge", "request.json"])
    };
    let refused = judge(&merging(&["000000000000"], CANARY));
    assert_eq!(refused.exit, Exit::Refused);
    assert!(refused.errors.contains("review.source_not_in_window"), "{refused:?}");
    assert!(!format!("{refused:?}").contains(CANARY));
    let nothing = judge(r#"{"version":1,"operations":[]}"#);
    assert_eq!((nothing.exit, nothing.output.as_str()), (Exit::Done, ""), "{nothing:?}");
    let plan = judge(&merging(&[&ids[0], &ids[1]], MERGED));
    assert_eq!(plan.exit, Exit::Done, "{plan:?}");
    machine.wait(Duration::from_millis(599_999));
    let late = judge(&merging(&[&ids[0], &ids[1]], MERGED));
    assert_eq!(late.exit, Exit::Done, "{late:?}");
    let applied = machine.mind_with(late.output.as_bytes(), &["optimize", "apply", "--plan", "-"]);
    assert_eq!(applied.exit, Exit::Done, "{applied:?}");
    let changed = judge(&merging(&[&ids[2]], "x"));
    assert!(changed.errors.contains("store.changed"), "{changed:?}");
    machine.wait(Duration::from_millis(1));
    let over = judge(&merging(&[&ids[2]], "x"));
    assert!(over.errors.contains("optimize.plan_expired"), "{over:?}");
    machine.write("ann/demo/request.json", request.output.replace("\"window\"", "\"windows\""));
    assert!(judge("{}").errors.contains("review.not_a_request"));
    assert_eq!(none.asked(), Vec::<Value>::new(), "no model was asked");
}

/// O-134, S-4: what is not configured, and what a config file says wrongly, with its exit code.
#[test]
fn models_that_cannot_be_asked() {
    let plain = Machine::new();
    let ran = reviewed(&plain, &[]);
    assert_eq!(ran.exit, Exit::HostUnavailable);
    assert!(ran.errors.contains("llm.not_configured"), "{ran:?}");
    let told = |llm: &str, code: &str, exit: Exit| {
        let machine = Machine::new();
        machine.write("ann/.config/mind/config.toml", format!("[llm]\n{llm}"));
        let ran = reviewed(&machine, &[]);
        assert_eq!(ran.exit, exit, "{ran:?}");
        assert!(ran.errors.contains(code), "{ran:?}");
        ran.errors
    };
    let config = "input.config_invalid";
    told("provider = \"openai\"\n", "llm.not_configured", Exit::HostUnavailable);
    told("provider = \"acme\"\nmodel = \"m\"\n", config, Exit::Usage);
    told("provider = \"openai\"\nmodel = \"m\"\nbase_url = \"x\"\n", config, Exit::Usage);
    let unset = "provider = \"openai\"\nmodel = \"m\"\napi_key_env = \"NOT_SET\"\n";
    let errors = told(unset, "llm.unauthorized", Exit::HostUnavailable);
    assert!(errors.contains("the variable `NOT_SET`, which holds the key, is not set"), "{errors}");
    let shared = reviewed(&plain, &["--target", "shared"]);
    assert!(shared.errors.contains("optimize.shared_manual_only"), "{shared:?}");
    assert_eq!(shared.exit, Exit::Refused);
}

/// B04, `off_everywhere`: thirty facts by every way in, with reviews switched off or not: no model is asked and nothing is merged.
#[test]
fn off_everywhere() {
    for off in ["environment", "setting", "default"] {
        let provider = Provider::saying(&["{}"]);
        let (mut machine, _) = machine(&provider);
        match off {
            "environment" => machine.set("MIND_OPTIMIZE", "off"),
            "setting" => {
                let path = machine.path("ann/.config/mind/config.toml");
                let config = std::fs::read_to_string(&path).unwrap();
                std::fs::write(path, format!("{config}\n[optimize]\nauto = false\n")).unwrap();
            }
            _ => {}
        }
        for n in 0..10 {
            machine.id(&["remember", "--tier", "project-long", &format!("Alpha listens on {n}.")]);
        }
        let line = |n: usize| {
            format!("{{\"text\":\"Alpha listens on {n}.\",\"tier\":\"project-long\"}}\n")
        };
        let batch: String = (10..20).map(line).collect();
        let batch = machine.write("ann/demo/batch.jsonl", batch);
        let ran = machine.mind(&["remember", "--batch", batch.to_str().unwrap()]);
        assert_eq!(ran.exit, Exit::Done, "{ran:?}");
        let more: String = (20..30).map(line).collect();
        let more = machine.write("ann/demo/more.jsonl", more);
        let ran = machine.mind(&["import", more.to_str().unwrap()]);
        assert_eq!(ran.exit, Exit::Done, "{ran:?}");
        let page = machine.mind(&[&["optimize", "inspect", "--json"], &LONG[..]].concat()).json();
        assert_eq!(page["matched"], 33, "{off}");
        assert_eq!(provider.asked(), Vec::<Value>::new(), "{off}");
        let history =
            machine.mind(&[&["optimize", "history", "--json"], &LONG[..]].concat()).json();
        assert_eq!(history["receipts"], json!([]), "{off}");
    }
}
