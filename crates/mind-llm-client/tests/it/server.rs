//! A provider on this machine that behaves as a test wants it to.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use mind_llm_client::Provider;
use mind_testkit::model::{Peer, Seen};
use serde_json::{Value, json};
use tokio::sync::Notify;

/// How a server behaves.
pub(crate) struct Manner {
    pub(crate) provider: Provider,
    pub(crate) peer: Peer,
}

pub(crate) struct Server {
    address: SocketAddr,
    heard: Arc<Heard>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Heard {
    seen: Mutex<Vec<Seen>>,
    heads: Mutex<Vec<String>>,
    answer: Mutex<Option<(u16, String)>>,
    stalled: Notify,
    open: Mutex<Vec<TcpStream>>,
    over: Mutex<bool>,
}

impl Server {
    pub(crate) fn new(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let heard = Arc::new(Heard::default());
        let shared = Arc::clone(&heard);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if *shared.over.lock().unwrap() {
                    break;
                }
                serve(stream, &manner, &shared);
            }
        });
        Self { address, heard, thread: Some(thread) }
    }

    pub(crate) fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.heard.seen.lock().unwrap().clone()
    }

    /// The heads of the requests, header names in lower case.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heard.heads.lock().unwrap().clone()
    }

    /// Answers with this instead.
    pub(crate) fn answer_with(&self, status: u16, body: &str) {
        *self.heard.answer.lock().unwrap() = Some((status, body.to_owned()));
    }

    /// Waits until a request was heard that will not be answered.
    pub(crate) async fn stalled(&self) {
        self.heard.stalled.notified().await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        *self.heard.over.lock().unwrap() = true;
        self.heard.open.lock().unwrap().clear();
        drop(TcpStream::connect(self.address));
        self.thread.take().map(JoinHandle::join);
    }
}

fn serve(stream: TcpStream, manner: &Manner, heard: &Heard) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while reader.read_line(&mut head).unwrap() > 2 {}
    let lower: Vec<String> = head
        .lines()
        .map(|line| {
            line.split_once(": ").map_or(line.to_owned(), |(name, value)| {
                format!("{}: {value}", name.to_lowercase())
            })
        })
        .collect();
    let length = lower.iter().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.unwrap().parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    heard.heads.lock().unwrap().push(lower.join("\n"));
    let body: Value = serde_json::from_slice(&body).unwrap();
    heard.seen.lock().unwrap().push(seen(manner.provider, &body));
    if manner.peer == Peer::Stalls {
        heard.open.lock().unwrap().push(stream);
        heard.stalled.notify_one();
        return;
    }
    let (status, text) =
        heard.answer.lock().unwrap().clone().unwrap_or_else(|| answer(manner, &body));
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nlocation: http://{}/v1\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        stream.local_addr().unwrap(),
        text.len()
    );
    // A client that has read enough hangs up.
    let mut stream = stream;
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(text.as_bytes()));
}

fn seen(provider: Provider, body: &Value) -> Seen {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let messages = &body["messages"];
    let (system_prompt, prompt) = match provider {
        Provider::Anthropic => (text(&body["system"]), text(&messages[0]["content"])),
        _ => (text(&messages[0]["content"]), text(&messages[1]["content"])),
    };
    let most = body["max_tokens"].as_u64().unwrap();
    Seen {
        model: text(&body["model"]),
        system_prompt,
        prompt,
        max_output_tokens: u32::try_from(most).unwrap(),
    }
}

fn answer(manner: &Manner, asked: &Value) -> (u16, String) {
    let model = |id: &Value| id.as_str().unwrap().to_owned();
    let (status, body) = match &manner.peer {
        Peer::Says(text) => (200, said(manner.provider, &model(&asked["model"]), text, true)),
        Peer::SaysAs(id, text) => (200, said(manner.provider, id, text, true)),
        Peer::Cut(text) => (200, said(manner.provider, &model(&asked["model"]), text, false)),
        Peer::Unknown => (404, json!({"error": {"message": asked.to_string()}})),
        Peer::Fails | Peer::Stalls => {
            (500, json!({"error": {"message": format!("secret-key-1 {asked}")}}))
        }
    };
    (status, body.to_string())
}

fn said(provider: Provider, model: &str, text: &str, whole: bool) -> Value {
    match provider {
        Provider::Anthropic => json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": model,
            "content": [{"type": "text", "text": text}],
            "stop_reason": if whole { "end_turn" } else { "max_tokens" },
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }),
        _ => json!({
            "id": "chatcmpl-1", "object": "chat.completion", "model": model,
            "choices": [{
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": if whole { "stop" } else { "length" },
            }],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }),
    }
}
