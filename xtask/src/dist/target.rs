//! What can be built, and what npm calls it.

use anyhow::{Context as _, Result};

/// A target: Rust's name, and the platform and processor as Node says them.
pub(super) struct Target {
    pub(super) triple: String,
    pub(super) os: &'static str,
    pub(super) cpu: &'static str,
}

/// Linux in one static file an architecture, for every libc.
const RELEASED: [(&str, &str, &str); 5] = [
    ("x86_64-unknown-linux-musl", "linux", "x64"),
    ("aarch64-unknown-linux-musl", "linux", "arm64"),
    ("x86_64-apple-darwin", "darwin", "x64"),
    ("aarch64-apple-darwin", "darwin", "arm64"),
    ("x86_64-pc-windows-msvc", "win32", "x64"),
];

/// What is built to try a release, and not released.
const TRIED: [(&str, &str, &str); 2] =
    [("x86_64-unknown-linux-gnu", "linux", "x64"), ("aarch64-unknown-linux-gnu", "linux", "arm64")];

impl Target {
    /// The target of this name, or the machine's own.
    pub(super) fn named(triple: Option<&str>) -> Result<Self> {
        let own = host()?;
        let triple = triple.unwrap_or(&own);
        let known = RELEASED.iter().chain(&TRIED).find(|(known, ..)| *known == triple);
        let &(_, os, cpu) = known.with_context(|| format!("nothing is released for {triple}"))?;
        Ok(Self { triple: triple.to_owned(), os, cpu })
    }

    /// The name of the binary's file.
    pub(super) fn file(&self) -> &'static str {
        if self.os == "win32" { "mind.exe" } else { "mind" }
    }

    /// The name of the npm package that holds the binary.
    pub(super) fn package(&self) -> String {
        format!("pi-mind-{}-{}", self.os, self.cpu)
    }

    /// Whether what is built can be started on this machine.
    pub(super) fn runs_here(&self) -> bool {
        let (os, cpu) = (std::env::consts::OS, std::env::consts::ARCH);
        let os = if os == "macos" { "darwin" } else { os };
        self.triple.starts_with(cpu) && (self.triple.contains(os))
    }
}

fn host() -> Result<String> {
    let said = std::process::Command::new("rustc").arg("-vV").output().context("rustc -vV")?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc names its host")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is released has a package of its own each, and the extension asks for exactly these.
    #[test]
    fn the_extension_asks_for_what_is_released() {
        let workspace = crate::workspace::Workspace::find().expect("a workspace");
        let text = workspace.read("crates/mind-pi-adapter/extension/package.json").expect("there");
        let package: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let asked = package["optionalDependencies"].as_object().expect("an object");
        let name = |(_, os, cpu): &(&str, &str, &str)| format!("pi-mind-{os}-{cpu}");
        let mut released: Vec<String> = RELEASED.iter().map(name).collect();
        released.sort();
        let mut names: Vec<&String> = asked.keys().collect();
        names.sort();
        assert_eq!(names, released.iter().collect::<Vec<_>>());
        let own = &package["version"];
        assert_eq!(own, env!("CARGO_PKG_VERSION"));
        assert!(asked.values().all(|version| version == own), "another version is asked for");
    }

    #[test]
    fn a_target_nobody_knows_is_refused() {
        assert!(Target::named(Some("sparc-sun-solaris")).is_err());
        let target = Target::named(Some("x86_64-pc-windows-msvc")).expect("released");
        assert_eq!((target.package().as_str(), target.file()), ("pi-mind-win32-x64", "mind.exe"));
    }
}
