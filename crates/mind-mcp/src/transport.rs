//! The byte streams of a session, watched: whoever ends them, ends the session.

mod envelope;
mod line;
mod output;
mod room;
mod unread;

use std::future::Future;
use std::io::Result;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Mutex, Notify};

use line::{Line, Lines};
use output::Output;
use room::Room;

/// What some programs put before the first message.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// How the streams ended, told to whoever waits.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    /// There is no more input.
    pub(crate) input: Notify,
    /// Output can no longer be written.
    pub(crate) output: Notify,
}

/// Messages over two byte streams, one JSON document a line.
///
/// The SDK's own reader passes over what it cannot parse, and a client that asked waits for ever; here it is answered.
pub(crate) struct Watched<R, W> {
    input: Lines<R>,
    output: Arc<Mutex<Output<W>>>,
    ends: Arc<Ends>,
    room: Arc<Room>,
    owed: Owed,
    opened: bool,
}

/// What a line that was no message is to be answered.
enum Owed {
    Nothing,
    /// To be queued.
    Answer(Value),
    /// It is queued, and not all written.
    Rest,
}

impl<R, W> Watched<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(input: R, output: W, ends: Arc<Ends>) -> Self {
        let output = Arc::new(Mutex::new(Output::of(output)));
        let (input, room) = (Lines::of(input), Arc::default());
        Self { input, output, ends, room, owed: Owed::Nothing, opened: false }
    }

    /// Pays what is owed before anything else is read, so that a client that only sends cannot make it pile up. It may be given up at any time.
    async fn pay(&mut self) -> Result<()> {
        if matches!(self.owed, Owed::Nothing) {
            return Ok(());
        }
        let mut output = self.output.lock().await;
        if let Owed::Answer(answer) = std::mem::replace(&mut self.owed, Owed::Rest) {
            output.queue(&answer)?;
        }
        output.flush().await?;
        self.owed = Owed::Nothing;
        Ok(())
    }

    /// The message of a line, if it is one.
    fn read(&mut self, line: Line) -> Option<RxJsonRpcMessage<RoleServer>> {
        let answer = match line {
            Line::TooLong(envelope) => unread::too_long(&envelope),
            Line::Whole(mut bytes) => {
                if bytes.starts_with(MARK) {
                    bytes.drain(..MARK.len());
                }
                if bytes.trim_ascii().is_empty() {
                    return None;
                }
                match serde_json::from_slice(&bytes) {
                    Ok(message) => return Some(message),
                    Err(_) => unread::answer(bytes),
                }
            }
        };
        self.owed = answer.map_or(Owed::Nothing, Owed::Answer);
        None
    }
}

impl<R, W> Transport<RoleServer> for Watched<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = std::io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<()>> + Send + 'static {
        let (output, ends) = (Arc::clone(&self.output), Arc::clone(&self.ends));
        let (room, request) = (Arc::clone(&self.room), Room::answered(&message));
        async move {
            let mut output = output.lock().await;
            let sent = match output.queue(&message) {
                Ok(()) => output.flush().await,
                Err(error) => Err(error),
            };
            if sent.is_err() {
                ends.output.notify_one();
            }
            room.leave(request.as_ref());
            sent
        }
    }

    /// The next message. What comes before the first request cannot open a session and is passed over, so that a stray notification does not end the server.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if self.pay().await.is_err() || !self.room.is_to_be_had().await {
                self.ends.output.notify_one();
                return None;
            }
            let Some(line) = self.input.next().await else {
                self.ends.input.notify_one();
                return None;
            };
            let Some(message) = self.read(line) else { continue };
            self.opened |= matches!(message, JsonRpcMessage::Request(_));
            if self.opened {
                self.room.came(&message);
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<()> {
        self.output.lock().await.close();
        Ok(())
    }
}
