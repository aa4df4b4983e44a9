//! The byte streams of a session, watched: whoever ends them, ends the session.

use std::future::Future;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;

/// Bytes one incoming message may have; a longer one is dropped whole.
const MESSAGE_LIMIT: usize = 4 * 1_024 * 1_024;

/// How the streams ended, told to whoever waits.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    /// There is no more input.
    pub(crate) input: Notify,
    /// Output can no longer be written.
    pub(crate) output: Notify,
}

/// Messages over two byte streams, one JSON document a line.
pub(crate) struct Watched<R: AsyncRead, W: AsyncWrite> {
    inner: AsyncRwTransport<RoleServer, R, W>,
    ends: Arc<Ends>,
    opened: bool,
}

impl<R, W> Watched<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(input: R, output: W, ends: Arc<Ends>) -> Self {
        let inner = AsyncRwTransport::new_server(input, output).with_max_line_length(MESSAGE_LIMIT);
        Self { inner, ends, opened: false }
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
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let (sending, ends) = (self.inner.send(message), Arc::clone(&self.ends));
        async move {
            let sent = sending.await;
            if sent.is_err() {
                ends.output.notify_one();
            }
            sent
        }
    }

    /// The next message. What comes before the first request cannot open a session and is passed over, so that a stray notification does not end the server.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let Some(message) = self.inner.receive().await else {
                self.ends.input.notify_one();
                return None;
            };
            self.opened |= matches!(message, JsonRpcMessage::Request(_));
            if self.opened {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
