//! One answer of a companion, read strictly (W-22, W-23): unknown members are ignored, a missing one or one of another type makes it none.

use serde_json::{Map, Value};

/// Bytes of an answer as compact JSON.
pub const ANSWER_LIMIT: usize = 8_192;

/// Bytes of a provider's name.
const PROVIDER_LIMIT: usize = 64;
/// Bytes of a persona's raw name.
const PERSONA_LIMIT: usize = 1_024;
/// Numbers every language can hold.
const GENERATION_MAX: u64 = (1 << 53) - 1;

/// Why an answer cannot be read: the members that are missing or wrong, never what they hold. None are named when it is no object at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Malformed {
    /// The members, in the order of the shape.
    pub fields: Vec<&'static str>,
}

/// What a companion says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanionAnswer {
    /// Whether it speaks this version of the protocol.
    pub speaks: bool,
    /// Its name.
    pub provider: String,
    /// Its version, unjudged.
    pub provider_version: String,
    /// The session it answers for.
    pub session: String,
    /// Whether it is switched on.
    pub enabled: bool,
    /// What it takes this session for.
    pub role: Role,
    /// What it can do.
    pub capabilities: Vec<String>,
}

/// What a companion takes a session for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person's session.
    Supervisor,
    /// A delegated leg.
    Worker,
}

/// Who a companion says owns the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnerAnswer {
    /// The name of who says it.
    pub provider: String,
    /// The session it is said for.
    pub session: String,
    /// The companion's count of its changes.
    pub generation: u64,
    /// What was chosen.
    pub choice: Choice,
}

/// What a companion's user has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Nothing yet.
    Unready,
    /// No persona in particular, which is an answer.
    Nobody,
    /// A persona, by its raw name.
    Persona(String),
}

impl CompanionAnswer {
    /// Reads an answer.
    ///
    /// # Errors
    /// [`Malformed`] with the members to blame.
    pub fn read(answer: &Value) -> Result<Self, Malformed> {
        let mut members = Members::of(answer)?;
        let version = members.take("version", number);
        let provider = members.take("provider", provider);
        let provider_version = members.take("providerVersion", text);
        let session = members.take("sessionId", text);
        let enabled = members.take("enabled", Value::as_bool);
        let role = members.take("role", role);
        let capabilities = members.take("capabilities", texts);
        let read = || {
            Some(Self {
                speaks: is_one(version?),
                provider: provider?,
                provider_version: provider_version?,
                session: session?,
                enabled: enabled?,
                role: role?,
                capabilities: capabilities?,
            })
        };
        members.finish(read())
    }

    /// Whether it says it can do something.
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|own| own == capability)
    }
}

impl OwnerAnswer {
    /// Reads an answer or a broadcast. The persona of one that is not ready is not looked at.
    ///
    /// # Errors
    /// [`Malformed`] with the members to blame; another version of the protocol is one.
    pub fn read(answer: &Value) -> Result<Self, Malformed> {
        let mut members = Members::of(answer)?;
        let version = members.take("version", |value| number(value).filter(|n| is_one(*n)));
        let provider = members.take("provider", provider);
        let session = members.take("sessionId", text);
        let ready = members.take("ready", Value::as_bool);
        let choice = match ready {
            Some(true) => members.take("persona", persona),
            _ => Some(Choice::Unready),
        };
        let generation = members.take("generation", generation);
        let read = || {
            version?;
            Some(Self {
                provider: provider?,
                session: session?,
                generation: generation?,
                choice: choice?,
            })
        };
        members.finish(read())
    }
}

/// The members of an answer, and those that were missed so far.
struct Members<'a> {
    object: &'a Map<String, Value>,
    missed: Vec<&'static str>,
}

impl<'a> Members<'a> {
    fn of(answer: &'a Value) -> Result<Self, Malformed> {
        let object = answer.as_object().filter(|_| answer.to_string().len() <= ANSWER_LIMIT);
        let object = object.ok_or_else(Malformed::default)?;
        Ok(Self { object, missed: Vec::new() })
    }

    fn take<T>(&mut self, name: &'static str, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let value = self.object.get(name).and_then(read);
        if value.is_none() {
            self.missed.push(name);
        }
        value
    }

    fn finish<T>(self, read: Option<T>) -> Result<T, Malformed> {
        read.filter(|_| self.missed.is_empty()).ok_or(Malformed { fields: self.missed })
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64()
}

fn is_one(version: f64) -> bool {
    (version - 1.0).abs() == 0.0
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(text).collect()
}

fn provider(value: &Value) -> Option<String> {
    let letter =
        |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'-');
    let fits =
        |name: &String| (1..=PROVIDER_LIMIT).contains(&name.len()) && name.bytes().all(letter);
    text(value).filter(fits)
}

fn role(value: &Value) -> Option<Role> {
    match value.as_str()? {
        "supervisor" => Some(Role::Supervisor),
        "worker" => Some(Role::Worker),
        _ => None,
    }
}

/// A raw name or `null`.
fn persona(value: &Value) -> Option<Choice> {
    match value {
        Value::Null => Some(Choice::Nobody),
        value => {
            let name = text(value).filter(|name| (1..=PERSONA_LIMIT).contains(&name.len()));
            name.map(Choice::Persona)
        }
    }
}

fn generation(value: &Value) -> Option<u64> {
    value.as_u64().filter(|count| *count <= GENERATION_MAX)
}
