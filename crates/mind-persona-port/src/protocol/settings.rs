//! The preferences a companion keeps for `mind` in its settings file (W-46).

use serde_json::Value;

/// Bytes the file may have.
pub const PREFERENCES_LIMIT: usize = 256 * 1_024;

/// What is done with a user's wish to keep something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureMode {
    /// It is stored at once.
    Auto,
    /// The model is asked to store it.
    Prompt,
    /// Nothing.
    Off,
}

/// The preferences that are there and of the right type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// `capture.mode`.
    pub capture_mode: Option<CaptureMode>,
    /// `capture.nudge`.
    pub capture_nudge: Option<bool>,
    /// `optimize.auto`.
    pub optimize_auto: Option<bool>,
}

/// Something in the file counts as absent. It is one line in a report, and holds no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreferencesFault {
    /// The file is over its limit.
    TooLarge,
    /// The file is not JSON, or `mind` in it is no object.
    NotJson,
    /// This preference is of another type or none of its words.
    BadValue(&'static str),
}

impl Preferences {
    /// Reads the bytes of the file. What cannot be used is left out and named; the rest counts.
    pub fn read(bytes: &[u8]) -> (Self, Vec<PreferencesFault>) {
        if bytes.len() > PREFERENCES_LIMIT {
            return (Self::default(), vec![PreferencesFault::TooLarge]);
        }
        let Ok(Value::Object(file)) = serde_json::from_slice(bytes) else {
            return (Self::default(), vec![PreferencesFault::NotJson]);
        };
        let mind = match file.get("mind") {
            None => return (Self::default(), Vec::new()),
            Some(mind) if mind.is_object() => mind,
            Some(_) => return (Self::default(), vec![PreferencesFault::NotJson]),
        };
        let mut faults = Vec::new();
        let preferences = Self {
            capture_mode: preference(mind, "capture", "mode", "capture.mode", mode, &mut faults),
            capture_nudge: preference(mind, "capture", "nudge", "capture.nudge", flag, &mut faults),
            optimize_auto: preference(mind, "optimize", "auto", "optimize.auto", flag, &mut faults),
        };
        (preferences, faults)
    }
}

fn preference<T>(
    mind: &Value,
    group: &str,
    name: &str,
    key: &'static str,
    read: fn(&Value) -> Option<T>,
    faults: &mut Vec<PreferencesFault>,
) -> Option<T> {
    let group = mind.get(group)?;
    if !group.is_object() {
        faults.push(PreferencesFault::BadValue(key));
        return None;
    }
    let value = read(group.get(name)?);
    if value.is_none() {
        faults.push(PreferencesFault::BadValue(key));
    }
    value
}

fn flag(value: &Value) -> Option<bool> {
    value.as_bool()
}

fn mode(value: &Value) -> Option<CaptureMode> {
    match value.as_str()? {
        "auto" => Some(CaptureMode::Auto),
        "prompt" => Some(CaptureMode::Prompt),
        "off" => Some(CaptureMode::Off),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W-46: three preferences, and nothing that is wrong with one of them spoils another.
    #[test]
    fn w46_preferences() {
        let read = |text: &str| Preferences::read(text.as_bytes());
        let (all, faults) = read(
            r#"{"theme":"x","mind":{"capture":{"mode":"prompt","nudge":true},"optimize":{"auto":false}}}"#,
        );
        let expect = Preferences {
            capture_mode: Some(CaptureMode::Prompt),
            capture_nudge: Some(true),
            optimize_auto: Some(false),
        };
        assert_eq!((all, faults), (expect, Vec::new()));
        let (some, faults) =
            read(r#"{"mind":{"capture":{"mode":"loud","nudge":false},"optimize":7}}"#);
        assert_eq!(some, Preferences { capture_nudge: Some(false), ..Preferences::default() });
        let bad = ["capture.mode", "optimize.auto"].map(PreferencesFault::BadValue);
        assert_eq!(faults, bad);
        assert_eq!(read("{}"), (Preferences::default(), Vec::new()));
        for text in ["", "[]", "{", r#"{"mind":[]}"#] {
            assert_eq!(read(text), (Preferences::default(), vec![PreferencesFault::NotJson]));
        }
        let large = " ".repeat(PREFERENCES_LIMIT + 1);
        assert_eq!(read(&large), (Preferences::default(), vec![PreferencesFault::TooLarge]));
    }
}
