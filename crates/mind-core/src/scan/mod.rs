//! Admission: what may be remembered and what may be shown to a model.

/// A free-text field of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The statement.
    Text,
    /// The tags, one by one or joined.
    Tags,
    /// Where it came from.
    Source,
    /// What became of it.
    Note,
}

impl Field {
    /// The field's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Tags => "tags",
            Self::Source => "source",
            Self::Note => "note",
        }
    }
}

/// How much is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScanScope {
    /// Labels.
    All,
    /// Facts.
    Context,
    /// Prompts.
    Strict,
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// x
    Override,
}

impl Rule {
    /// id
    pub const fn id(self) -> &'static str {
        "steer.override"
    }
}

/// Why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// A rule.
    Found(Rule),
    /// Size.
    TooLarge,
}

/// Why and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where.
    pub field: Field,
    /// Why.
    pub rejection: Rejection,
}

impl Refusal {
    /// message
    pub fn message(&self) -> String {
        String::new()
    }
    /// next
    pub fn next(&self) -> Option<&'static str> {
        None
    }
}

/// Rows with free text.
pub trait FreeText {
    /// Visits.
    fn free_text<'a>(&'a self, visit: &mut dyn FnMut(Field, &'a str));
}

/// A scanned value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clean<T>(T);

impl<T: FreeText> Clean<T> {
    /// admit
    pub fn admit(value: T) -> Result<Self, Refusal> {
        Ok(Self(value))
    }
}
impl<T> Clean<T> {
    /// get
    pub fn get(&self) -> &T {
        &self.0
    }
    /// into
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// check
pub fn check(_value: &(impl FreeText + ?Sized), _scope: ScanScope) -> Result<(), Refusal> {
    Ok(())
}

/// scan
pub fn scan(_text: &str, _scope: ScanScope) -> Result<(), Rejection> {
    Ok(())
}
