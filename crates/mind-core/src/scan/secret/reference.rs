//! Values that only say where a secret is, or stand in for one.

/// Where a secret may be kept, with `:` or `.` after it.
const KEEPERS: &[&str] = &[
    "env", "vault", "keychain", "keyring", "op", "ssm", "secret", "secrets", "file", "http",
    "https",
];

/// What makes a value a stand-in wherever it stands.
const STAND_INS: &[&str] = &[
    "redacted",
    "placeholder",
    "changeme",
    "change-me",
    "example",
    "dummy",
    "your-",
    "your_",
    "xxxx",
    "...",
    "…",
];

/// What a name of a secret contains; a value with one and without a digit is a name.
const NAMES: &[&str] = &["password", "passwd", "secret", "token", "key", "credential"];

/// Whether `value` is a reference, in any case of its letters.
pub(super) fn is_reference(value: &str) -> bool {
    let value = value.to_lowercase();
    let contains = |parts: &[&str]| parts.iter().any(|part| value.contains(part));
    is_place(&value)
        || contains(STAND_INS)
        || is_path_of_names(&value)
        || (contains(NAMES) && !super::has_digit(&value))
}

/// A variable, a path, or a place of [`KEEPERS`].
fn is_place(value: &str) -> bool {
    let starts = ["$", "%", "*", "/", "./", "../", "~/", "\\"];
    let keeps = |keeper: &&str| {
        value.strip_prefix(*keeper).is_some_and(|rest| rest.starts_with([':', '.']))
    };
    let on_drive = matches!(value.as_bytes(), [b'a'..=b'z', b':', b'/' | b'\\', ..]);
    starts.iter().any(|start| value.starts_with(start)) || on_drive || KEEPERS.iter().any(keeps)
}

/// Two or more names of letters and `_`, joined by `.` or `::`.
fn is_path_of_names(value: &str) -> bool {
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphabetic() || c == '_');
    let parts = || value.split("::").flat_map(|part| part.split('.'));
    parts().nth(1).is_some() && parts().all(is_name)
}
