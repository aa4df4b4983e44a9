//! Whole messages on a byte stream, one a line.

use std::io::{Error, ErrorKind, Result};

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};

/// The stream, and what is still to be written. A wait may be given up at any time: what it left goes before the next message, so that none is ever cut.
#[derive(Debug)]
pub(super) struct Output<W> {
    to: Option<W>,
    unsent: Vec<u8>,
    sent: usize,
}

impl<W: AsyncWrite + Unpin> Output<W> {
    pub(super) fn of(to: W) -> Self {
        Self { to: Some(to), unsent: Vec::new(), sent: 0 }
    }

    /// Queues a message.
    ///
    /// # Errors
    /// When it cannot be written as JSON; nothing was queued.
    pub(super) fn queue(&mut self, message: &impl Serialize) -> Result<()> {
        let line = serde_json::to_vec(message)?;
        self.unsent.extend(line);
        self.unsent.push(b'\n');
        Ok(())
    }

    /// Writes what is queued.
    ///
    /// # Errors
    /// When nobody takes it any more.
    pub(super) async fn flush(&mut self) -> Result<()> {
        let to = self.to.as_mut().ok_or_else(|| Error::from(ErrorKind::NotConnected))?;
        while self.sent < self.unsent.len() {
            let written = to.write(&self.unsent[self.sent..]).await?;
            if written == 0 {
                return Err(ErrorKind::WriteZero.into());
            }
            self.sent += written;
        }
        (self.unsent, self.sent) = (Vec::new(), 0);
        to.flush().await
    }

    /// Ends the stream.
    pub(super) fn close(&mut self) {
        self.to = None;
    }
}
