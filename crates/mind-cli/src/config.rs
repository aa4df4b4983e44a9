//! The config file (S-2).

use mind_core::scan;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::fault::Fault;
use crate::nearest::nearest;
use crate::surroundings::Surroundings;

/// Bytes a config file may have; a real one has a few hundred.
const CONFIG_LIMIT: u64 = 1 << 20;
/// Every key there is, also those only other commands than this build's read.
const KEYS: [&str; 13] = [
    "home",
    "persona",
    "limits.store_bytes",
    "limits.store_entries",
    "lock_timeout_ms",
    "context.budget_tokens",
    "capture.mode",
    "capture.nudge",
    "optimize.auto",
    "llm.provider",
    "llm.model",
    "llm.base_url",
    "llm.api_key_env",
];

/// Which model is asked, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Llm {
    pub(crate) provider: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) base_url: Option<String>,
    pub(crate) api_key_env: Option<String>,
}

/// What the config file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Config {
    /// Where the file is, or would be.
    pub(crate) path: Option<PathBuf>,
    /// Whether it is there.
    pub(crate) exists: bool,
    pub(crate) home: Option<PathBuf>,
    pub(crate) persona: Option<String>,
    pub(crate) store_bytes: Option<u64>,
    pub(crate) store_entries: Option<u64>,
    pub(crate) lock_timeout_ms: Option<u64>,
    pub(crate) budget_tokens: Option<u64>,
    /// The mode of capture as written, known or not.
    pub(crate) capture_mode: Option<String>,
    pub(crate) capture_nudge: Option<bool>,
    /// Whether a host may start a review by itself.
    pub(crate) optimize_auto: Option<bool>,
    pub(crate) llm: Llm,
    /// Unknown keys, each with the nearest known one.
    pub(crate) unknown: Vec<Unknown>,
}

/// A key nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unknown {
    pub(crate) key: String,
    pub(crate) nearest: Option<&'static str>,
}

impl Config {
    /// Reads the file the surroundings name. A missing one is fine.
    pub(crate) fn read(surroundings: &Surroundings) -> Result<Self, Fault> {
        let Some(path) = locate(surroundings) else { return Ok(Self::default()) };
        let Some(text) = contents(&path)? else {
            return Ok(Self { path: Some(path), ..Self::default() });
        };
        let table = text.parse::<Table>().map_err(|error| not_toml(&path, &text, &error))?;
        let mut config = Self { path: Some(path.clone()), exists: true, ..Self::default() };
        config.take(&Keys { path: &path, table: &table })?;
        config.home = config.home.map(|home| expand(home, &path, surroundings)).transpose()?;
        Ok(config)
    }

    fn take(&mut self, keys: &Keys<'_>) -> Result<(), Fault> {
        self.home = keys.text("home")?.map(PathBuf::from);
        self.persona = keys.text("persona")?;
        self.store_bytes = keys.number("limits.store_bytes", 65_536, 268_435_456)?;
        self.store_entries = keys.number("limits.store_entries", 1, 1_000_000)?;
        self.lock_timeout_ms = keys.number("lock_timeout_ms", 0, 3_600_000)?;
        self.budget_tokens = keys.number("context.budget_tokens", 200, 20_000)?;
        self.capture_mode = keys.text("capture.mode")?;
        self.capture_nudge = keys.switch("capture.nudge")?;
        self.llm = Llm {
            provider: keys.text("llm.provider")?,
            model: keys.text("llm.model")?,
            base_url: keys.text("llm.base_url")?,
            api_key_env: keys.text("llm.api_key_env")?,
        };
        self.optimize_auto = keys.switch("optimize.auto")?;
        self.unknown = keys.unknown();
        Ok(())
    }
}

/// `MIND_CONFIG`, or `mind/config.toml` in the platform's config directory.
fn locate(surroundings: &Surroundings) -> Option<PathBuf> {
    if let Some(path) = surroundings.variable("MIND_CONFIG") {
        let path = PathBuf::from(path);
        return Some(surroundings.directory.as_ref().map_or(path.clone(), |base| base.join(path)));
    }
    Some(surroundings.config_directory()?.join("mind").join("config.toml"))
}

fn contents(path: &Path) -> Result<Option<String>, Fault> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(Fault::of_file(path, &error)),
    };
    let mut bytes = Vec::new();
    let read = file.take(CONFIG_LIMIT + 1).read_to_end(&mut bytes);
    read.map_err(|error| Fault::of_file(path, &error))?;
    if bytes.len() as u64 > CONFIG_LIMIT {
        return Err(bad(path, None, &format!("is over {CONFIG_LIMIT} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|_| bad(path, None, "is not valid UTF-8"))?;
    Ok(Some(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned)))
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The parser's message quotes the line, which may hold a key; only the place is passed on.
fn not_toml(path: &Path, text: &str, error: &toml::de::Error) -> Fault {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map_or(1, |before| before.matches('\n').count() + 1);
    bad(path, None, &format!("is not TOML, at line {line}"))
}

fn bad(path: &Path, key: Option<&str>, problem: &str) -> Fault {
    Fault::Config {
        path: path.to_owned(),
        key: key.map(str::to_owned),
        problem: problem.to_owned(),
    }
}

/// `~/` is the person's home directory; any other relative path would mean another home in every directory.
fn expand(home: PathBuf, path: &Path, surroundings: &Surroundings) -> Result<PathBuf, Fault> {
    let expanded = match (home.strip_prefix("~"), &surroundings.home_directory) {
        (Ok(rest), Some(directory)) => directory.join(rest),
        _ => home,
    };
    let absolute = expanded.is_absolute();
    absolute.then_some(expanded).ok_or_else(|| bad(path, Some("home"), "is not an absolute path"))
}

/// The table of a config file, asked key by key.
struct Keys<'a> {
    path: &'a Path,
    table: &'a Table,
}

impl Keys<'_> {
    fn value(&self, key: &str) -> Result<Option<&Value>, Fault> {
        let Some((section, name)) = key.split_once('.') else { return Ok(self.table.get(key)) };
        match self.table.get(section) {
            None => Ok(None),
            Some(Value::Table(table)) => Ok(table.get(name)),
            Some(_) => Err(self.wrong(section, "a table")),
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, Fault> {
        let value = self.value(key)?;
        let text = value.map(|value| value.as_str().ok_or_else(|| self.wrong(key, "a text")));
        Ok(text.transpose()?.map(str::to_owned))
    }

    fn switch(&self, key: &str) -> Result<Option<bool>, Fault> {
        let value = self.value(key)?;
        // The words of the variables are understood here too.
        let read = |value: &toml::Value| match value.as_str() {
            Some("on" | "true") => Some(true),
            Some("off" | "false") => Some(false),
            _ => value.as_bool(),
        };
        value.map(|value| read(value).ok_or_else(|| self.wrong(key, "true or false"))).transpose()
    }

    fn number(&self, key: &str, min: u64, max: u64) -> Result<Option<u64>, Fault> {
        let Some(value) = self.value(key)? else { return Ok(None) };
        let number = value.as_integer().ok_or_else(|| self.wrong(key, "a whole number"))?;
        let number = u64::try_from(number).ok().filter(|number| (min..=max).contains(number));
        number.map(Some).ok_or_else(|| self.wrong(key, &format!("between {min} and {max}")))
    }

    fn wrong(&self, key: &str, expected: &str) -> Fault {
        bad(self.path, Some(key), &format!("is not {expected}"))
    }

    fn unknown(&self) -> Vec<Unknown> {
        let mut found = Vec::new();
        for (name, value) in self.table {
            match value {
                Value::Table(table) if !KEYS.contains(&name.as_str()) => {
                    found.extend(table.keys().map(|inner| format!("{name}.{inner}")));
                }
                _ => found.push(name.clone()),
            }
        }
        found.retain(|key| !KEYS.contains(&key.as_str()));
        let shown = |key: &str| scan::label(key).to_owned();
        found.iter().map(|key| Unknown { nearest: nearest(key, KEYS), key: shown(key) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_key_has_a_nearest_one() {
        let check = |key: &str, expect| assert_eq!(nearest(key, KEYS), expect, "{key}");
        check("perssona", Some("persona"));
        check("limits.store_byte", Some("limits.store_bytes"));
        check("lock_timeout", Some("lock_timeout_ms"));
        check("zzz", None);
    }
}
