//! A word that takes a question back.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// Whether a question was taken back. Clones are the same word; once said it holds.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    said: Arc<Mutex<Said>>,
}

#[derive(Debug, Default)]
struct Said {
    yes: bool,
    waiting: Vec<Waker>,
}

impl Cancel {
    /// A question that stands.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes it back, and wakes whoever waits for that.
    pub fn cancel(&self) {
        let waiting = {
            let mut said = self.lock();
            said.yes = true;
            std::mem::take(&mut said.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Whether it was taken back.
    pub fn is_cancelled(&self) -> bool {
        self.lock().yes
    }

    /// Waits until it is taken back.
    pub async fn cancelled(&self) {
        poll_fn(|context| {
            let mut said = self.lock();
            if said.yes {
                return Poll::Ready(());
            }
            if !said.waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                said.waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }

    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
