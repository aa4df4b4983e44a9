//! How many requests may wait for their answer, so that a client that only asks cannot make them pile up.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use tokio::sync::Notify;
use tokio::time::timeout;

/// Requests that may be open before nothing more is read.
const OPEN: usize = 512;
/// How long not one of them may be answered before the client counts as gone: no call of ours takes as long.
const PATIENCE: Duration = Duration::from_mins(1);

/// The requests that were read and are not answered.
#[derive(Debug, Default)]
pub(super) struct Room {
    open: Mutex<HashSet<RequestId>>,
    left: Notify,
}

impl Room {
    /// Notes what came in.
    pub(super) fn came(&self, message: &RxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) => _ = self.open().insert(request.id.clone()),
            JsonRpcMessage::Notification(told) => {
                if let ClientNotification::CancelledNotification(cancelled) = &told.notification {
                    self.leave(cancelled.params.request_id.as_ref());
                }
            }
            _ => {}
        }
    }

    /// The request that a message answers.
    pub(super) fn answered(message: &TxJsonRpcMessage<RoleServer>) -> Option<RequestId> {
        match message {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            _ => None,
        }
    }

    /// Notes that a request is over.
    pub(super) fn leave(&self, request: Option<&RequestId>) {
        if request.is_some_and(|id| self.open().remove(id)) {
            self.left.notify_one();
        }
    }

    /// Waits until another request may come; false when none is answered any more. It may be given up at any time.
    pub(super) async fn is_to_be_had(&self) -> bool {
        while self.open().len() >= OPEN {
            if timeout(PATIENCE, self.left.notified()).await.is_err() {
                return false;
            }
        }
        true
    }

    fn open(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
