//! What the operating system says about processes. An answer that cannot be had counts as alive and as old.

use std::sync::OnceLock;

/// Whether a process of this machine lives.
pub(crate) fn is_alive(pid: u32) -> bool {
    platform::is_alive(pid)
}

/// When a process started, in milliseconds since the epoch; nothing where the system does not say.
pub(crate) fn started_at(pid: u32) -> Option<i64> {
    platform::started_at(pid)
}

/// When this process started.
pub(crate) fn own_start() -> Option<i64> {
    static START: OnceLock<Option<i64>> = OnceLock::new();
    *START.get_or_init(|| started_at(std::process::id()))
}

/// The name of this machine as its system calls it; empty where it has none.
pub(crate) fn host_name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(platform::host_name)
}

#[cfg(unix)]
mod platform {
    use rustix::process::{Pid, test_kill_process};

    pub(super) fn is_alive(pid: u32) -> bool {
        // Only a number that can be a process can be asked for; zero and negative ones mean groups.
        let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
        test_kill_process(pid) != Err(rustix::io::Errno::SRCH)
    }

    /// From the start in clock ticks after boot, the twenty-second field of `stat`, and the time of boot.
    #[cfg(target_os = "linux")]
    pub(super) fn started_at(pid: u32) -> Option<i64> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The second field is a name in brackets that may hold anything; the third follows its last bracket.
        let fields = stat.rsplit_once(") ")?.1;
        let ticks: i64 = fields.split(' ').nth(19)?.parse().ok()?;
        let per_second = i64::try_from(rustix::param::clock_ticks_per_second()).ok()?;
        let system = std::fs::read_to_string("/proc/stat").ok()?;
        let boot = system.lines().find_map(|line| line.strip_prefix("btime "))?;
        Some(boot.trim().parse::<i64>().ok()? * 1_000 + ticks * 1_000 / per_second.max(1))
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn started_at(_: u32) -> Option<i64> {
        None
    }

    pub(super) fn host_name() -> String {
        rustix::system::uname().nodename().to_string_lossy().into_owned()
    }
}

#[cfg(not(unix))]
mod platform {
    pub(super) fn is_alive(_: u32) -> bool {
        true
    }

    pub(super) fn started_at(_: u32) -> Option<i64> {
        None
    }

    pub(super) fn host_name() -> String {
        std::env::var("COMPUTERNAME").unwrap_or_default()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// D-46: this process lives and started before now; a number no process can have does not live.
    #[test]
    fn own_process() {
        assert!(is_alive(std::process::id()));
        let start = own_start().expect("Linux says when a process started");
        let now = mind_core::port::Clock::now(&crate::SystemClock).millis();
        assert!(start <= now + 2_000, "{start} is after {now}");
        assert!(!is_alive(u32::MAX));
        assert!(!is_alive(0));
    }
}
