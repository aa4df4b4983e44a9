//! One session: from the first message to the end of the streams, or of the process that started it.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use mind_core::Mind;
use mind_core::port::{Clock, Store};
use mind_core::scope::Scope;
use rmcp::{ServerHandler, ServiceExt as _};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::host::{HostDesk, HostServer};
use crate::profile::Setup;
use crate::server::Server;
use crate::transport::{Ends, Watched};

/// How long requests that are under way may take to finish when there is no more input; with it a server ends within one second (S-20).
const GRACE: Duration = Duration::from_millis(800);

/// Why a session ended; none of them is a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There was no more input.
    Input,
    /// Nobody reads the output any more.
    Output,
    /// The process that started the server has gone.
    Orphaned,
}

/// Notices that the parent process has gone while something else keeps the input open.
pub struct Watchdog {
    /// How often it looks.
    pub period: Duration,
    /// The number of the parent process; when it changes, the parent has gone.
    pub parent: Box<dyn Fn() -> u32 + Send>,
}

impl std::fmt::Debug for Watchdog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watchdog").field("period", &self.period).finish_non_exhaustive()
    }
}

/// Serves one client until a stream ends or the parent goes.
///
/// Only protocol messages are written to `output`. Disk work runs on the runtime's blocking threads, which may still be at it when this returns after [`End::Orphaned`] or a grace of 0.8 seconds; what they have not acknowledged is wholly there or wholly absent. Needs a runtime with time.
pub async fn serve<S, C, R, W>(
    mind: Arc<Mind<S, C>>,
    scope: Scope,
    setup: Setup,
    input: R,
    output: W,
    watchdog: Option<Watchdog>,
) -> End
where
    S: Store + 'static,
    C: Clock + 'static,
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    run(Server::new(mind, scope, setup), input, output, watchdog).await
}

/// Serves one host until a stream ends or the parent goes; promises as [`serve`].
pub async fn serve_host<R, W>(
    desk: Arc<dyn HostDesk>,
    input: R,
    output: W,
    watchdog: Option<Watchdog>,
) -> End
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    run(HostServer::new(desk), input, output, watchdog).await
}

async fn run<R, W>(
    server: impl ServerHandler,
    input: R,
    output: W,
    watchdog: Option<Watchdog>,
) -> End
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    // Before the first answer: a client that has one may end the parent at once.
    let born_of = watchdog.as_ref().map(|watchdog| (watchdog.parent)());
    let ends = Arc::new(Ends::default());
    let transport = Watched::new(input, output, Arc::clone(&ends));
    let session = async {
        // A session that cannot be opened was refused to the client already; its error quotes messages and is not repeated.
        if let Ok(running) = server.serve(transport).await {
            // That the loop ended is all there is to know.
            let _ = running.waiting().await;
        }
    };
    tokio::pin!(session);
    tokio::select! {
        biased;
        () = ends.output.notified() => End::Output,
        () = &mut session => End::Input,
        () = ends.input.notified() => {
            // Whether everything was finished in time changes nothing: the client has gone.
            let _ = timeout(GRACE, &mut session).await;
            End::Input
        }
        () = parent_gone(watchdog, born_of) => End::Orphaned,
    }
}

async fn parent_gone(watchdog: Option<Watchdog>, born_of: Option<u32>) {
    let Some(Watchdog { period, parent }) = watchdog else { return pending().await };
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if Some(parent()) != born_of {
            return;
        }
    }
}
