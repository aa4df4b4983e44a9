//! Processor time of this process, so that a busy machine does not show, and what it holds in memory.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};
use rustix::time::{ClockId, clock_gettime};

/// Processor time of all threads until now.
pub(crate) fn processor() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(now.tv_sec).expect("time since the start is not negative");
    let nanos = u32::try_from(now.tv_nsec).expect("nanoseconds are below a thousand million");
    Duration::new(seconds, nanos)
}

/// Processor time of some work.
pub(crate) fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<(T, Duration)> {
    let started = processor();
    let done = work()?;
    Ok((done, processor() - started))
}

/// Bytes of this process in memory (Linux).
pub(crate) fn resident() -> Result<usize> {
    let status = fs::read_to_string("/proc/self/status").context("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let line = line.context("VmRSS is told")?;
    let kilobytes: usize = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes * 1024)
}
