//! A session over the standard streams of this process.

use std::fs::File;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use mind_core::Mind;
use mind_core::port::{Clock, Store};
use mind_core::scope::Scope;

use crate::host::{HOST_WORKERS, HostDesk};
use crate::profile::Setup;
use crate::server::WORKERS;
use crate::session::{End, Watchdog, serve, serve_host};

/// Threads that carry the streams themselves.
const STREAM_THREADS: usize = 2;

/// How often the parent process is looked at.
const WATCH_PERIOD: Duration = Duration::from_secs(2);

/// Serves one client over standard input and output, and blocks until the session ends.
///
/// The streams are taken by their handles, beside the locks and buffers of `std::io`: nothing else may use either while this runs. A read of standard input that is under way when the session ends is left behind, and goes with the process.
///
/// # Errors
/// When a stream or a thread cannot be had.
pub fn serve_stdio<S, C>(mind: Arc<Mind<S, C>>, scope: Scope, setup: Setup) -> io::Result<End>
where
    S: Store + 'static,
    C: Clock + 'static,
{
    over_streams(WORKERS, |input, output| serve(mind, scope, setup, input, output, watchdog()))
}

/// Serves one host over standard input and output; promises as [`serve_stdio`].
///
/// # Errors
/// When a stream or a thread cannot be had.
pub fn serve_host_stdio(desk: Arc<dyn HostDesk>) -> io::Result<End> {
    over_streams(HOST_WORKERS, |input, output| serve_host(desk, input, output, watchdog()))
}

fn over_streams<F: Future<Output = End>>(
    workers: usize,
    session: impl FnOnce(tokio::fs::File, tokio::fs::File) -> F,
) -> io::Result<End> {
    let (input, output) = streams()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .max_blocking_threads(workers + STREAM_THREADS)
        .build()?;
    let end = runtime.block_on(async {
        session(tokio::fs::File::from_std(input), tokio::fs::File::from_std(output)).await
    });
    runtime.shutdown_background();
    Ok(end)
}

#[cfg(unix)]
fn streams() -> io::Result<(File, File)> {
    use std::os::fd::AsFd as _;
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}

#[cfg(windows)]
fn streams() -> io::Result<(File, File)> {
    use std::os::windows::io::AsHandle as _;
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no watchdog")]
fn watchdog() -> Option<Watchdog> {
    let parent = Box::new(std::os::unix::process::parent_id);
    Some(Watchdog { period: WATCH_PERIOD, parent })
}

/// A Windows process is never given another parent, so there is nothing to look at.
#[cfg(not(unix))]
fn watchdog() -> Option<Watchdog> {
    None
}
