//! The settings of a session and where each comes from (PI-35, W-46, CA-1). They are read once.

use mind_core::capture::{self, Mode};
use mind_core::review::policy::Policy;
use mind_persona_port::CompanionSetting;
use mind_persona_port::protocol::{CaptureMode, Preferences, PreferencesFault};
use mind_protocol::host::{SettingSource, SettingValue, SettingsInForce};
use serde_json::Value;

use crate::world::{ConfigSettings, PreferencesFile, World};

/// The variables that may say whether reviews begin by themselves.
const OPTIMIZE: [&str; 2] = ["MIND_OPTIMIZE", "PI_PERSONA_MIND_OPTIMIZE"];

/// Whether reviews begin by themselves: a value nobody understands is off, as for capture.
const AUTO: &str = "optimize.auto";

/// The settings of a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) companion: CompanionSetting,
    pub(crate) persona: Option<String>,
    pub(crate) capture: capture::Settings,
    /// Whether reviews begin by themselves, and who says so.
    pub(crate) reviews: Policy,
    pub(crate) budget_tokens: Option<usize>,
    /// Every value with its source.
    pub(crate) in_force: SettingsInForce,
    /// Values nobody understands, each by its place.
    pub(crate) faults: Vec<String>,
    /// What the person is told of those that switch something off; the others count as not there.
    pub(crate) switched_off: Vec<String>,
}

/// Whose memory it is, before anything is heard.
pub(crate) struct OwnerSettings {
    pub(crate) companion: CompanionSetting,
    pub(crate) persona: Option<String>,
}

/// The layers that can be read before the companion is heard.
pub(crate) struct Layers<'a> {
    world: &'a dyn World,
    config: ConfigSettings,
    host: &'a Value,
    preferences: Preferences,
    /// Preferences that are there and none of what they can be.
    misread: Vec<&'static str>,
    settings: Settings,
}

impl<'a> Layers<'a> {
    pub(crate) fn new(world: &'a dyn World, host: &'a Value) -> Self {
        let config = world.config();
        let (preferences, settings) = (Preferences::default(), Settings::default());
        Self { world, config, host, preferences, misread: Vec::new(), settings }
    }

    /// Whose memory it is to be, as far as settings say.
    pub(crate) fn owner(&mut self) -> OwnerSettings {
        let (value, source) = self.word("companion", &["MIND_COMPANION"], None, "auto");
        let companion = value.parse().unwrap_or_else(|_| {
            self.settings.faults.push(format!("companion, from {}", named(source)));
            CompanionSetting::Auto
        });
        let config = self.config.persona.clone();
        let (persona, _) = self.word("persona", &["MIND_PERSONA"], config, "");
        let persona = Some(persona).filter(|name| !name.is_empty());
        (self.settings.companion, self.settings.persona) = (companion, persona.clone());
        OwnerSettings { companion, persona }
    }

    /// The companion's preferences, which count in persona mode only.
    pub(crate) fn read_preferences(&mut self, agent_dir: &str) {
        match self.world.preferences(agent_dir) {
            PreferencesFile::Missing => {}
            PreferencesFile::Unfit => {
                self.settings
                    .faults
                    .push("the companion's settings file is not a plain file".into());
            }
            PreferencesFile::Read(bytes) => {
                let (preferences, faults) = Preferences::read(&bytes);
                self.preferences = preferences;
                self.misread = faults.iter().filter_map(misread_name).collect();
                let faults = faults.into_iter().map(fault_words);
                self.settings.faults.extend(faults);
            }
        }
    }

    /// Everything, once it is known who is heard.
    pub(crate) fn finish(mut self) -> Settings {
        let mode = self.capture_mode();
        let nudge = self.switch(
            "capture.nudge",
            &["MIND_NUDGE", "PI_PERSONA_MIND_NUDGE"],
            self.preferences.capture_nudge,
            self.config.capture_nudge,
        );
        self.settings.capture = capture::Settings { mode, nudge };
        let (name, config) = (AUTO, self.config.optimize_auto);
        let preferred = self.preferences.optimize_auto;
        self.switch(name, &OPTIMIZE, preferred, config);
        // One place that says off is enough, whichever stands before it (O-110).
        let variable =
            |name: &'static str| (name, Policy::word(self.world.variable(name).as_deref()));
        let host = self.of_host(name).map(|value| on(value).unwrap_or(false));
        let companion = preferred.or(self.is_misread(name).then_some(false));
        let settings = [("companion", companion), ("Pi settings", host), ("config file", config)];
        self.settings.reviews = Policy::read(OPTIMIZE.map(variable).into_iter().chain(settings));
        self.settings.budget_tokens = self.config.budget_tokens;
        self.settings
    }

    /// How capture is set; a value nobody understands is off, because it was set by somebody who did not want the default.
    fn capture_mode(&mut self) -> Mode {
        let name = "capture.mode";
        let misread = self.is_misread(name).then_some(Value::Null);
        let preferred = self.preferences.capture_mode.map(|mode| match mode {
            CaptureMode::Auto => "auto",
            CaptureMode::Prompt => "prompt",
            CaptureMode::Off => "off",
        });
        let host = self.of_host(name).cloned();
        let layers = [
            (
                self.variable(&["MIND_CAPTURE", "PI_PERSONA_MIND_CAPTURE"]),
                SettingSource::Environment,
            ),
            (preferred.map(Into::into).or(misread), SettingSource::Companion),
            (host, SettingSource::Host),
            (self.config.capture_mode.clone().map(Into::into), SettingSource::Config),
        ];
        for (value, source) in layers {
            let Some(value) = value else { continue };
            if let Some(mode) = value.as_str().and_then(Mode::named) {
                let word = value.as_str().unwrap_or_default().to_owned();
                self.say(name, SettingValue::Word(word), source);
                return mode;
            }
            self.misread(name, source, "auto, prompt or off");
            self.say(name, SettingValue::Word("off".to_owned()), source);
            return Mode::Off;
        }
        self.say(name, SettingValue::Word("auto".to_owned()), SettingSource::Default);
        Mode::Auto
    }

    /// Whether the companion's file has something under this name that it cannot be.
    fn is_misread(&self, name: &str) -> bool {
        self.misread.contains(&name)
    }

    /// A value nobody understands that switches something off is told to the person, not only in a report.
    fn misread(&mut self, name: &str, source: SettingSource, known: &str) {
        let place = named(source);
        // What is wrong in the companion's file was said when it was read.
        if source != SettingSource::Companion {
            self.settings.faults.push(format!("{name}, from {place}"));
        }
        self.settings.switched_off.push(format!(
            "{name} is off: its value in the {place} is none there is. Write {known}."
        ));
    }

    fn switch(
        &mut self,
        name: &str,
        variables: &[&str],
        preferred: Option<bool>,
        config: Option<bool>,
    ) -> bool {
        let host = self.of_host(name).cloned();
        let misread = (name == AUTO && self.is_misread(name)).then_some(Value::Null);
        let layers = [
            (self.variable(variables), SettingSource::Environment),
            (preferred.map(Value::from).or(misread), SettingSource::Companion),
            (host, SettingSource::Host),
            (config.map(Value::from), SettingSource::Config),
        ];
        for (value, source) in layers {
            let Some(value) = value else { continue };
            if let Some(on) = on(&value) {
                self.say(name, SettingValue::Switch(on), source);
                return on;
            }
            if name == AUTO {
                self.misread(name, source, "on or off");
                self.say(name, SettingValue::Switch(false), source);
                return false;
            }
            self.settings.faults.push(format!("{name}, from {}", named(source)));
            break;
        }
        self.say(name, SettingValue::Switch(true), SettingSource::Default);
        true
    }

    fn word(
        &mut self,
        name: &str,
        variables: &[&str],
        config: Option<String>,
        default: &str,
    ) -> (String, SettingSource) {
        let text = |value: Value| value.as_str().map(str::to_owned);
        let host = self.of_host(name).cloned();
        let layers = [
            (self.variable(variables).and_then(text), SettingSource::Environment),
            (host.and_then(text), SettingSource::Host),
            (config, SettingSource::Config),
        ];
        let said = layers.into_iter().find_map(|(value, source)| Some((value?, source)));
        let (value, source) = said.unwrap_or((default.to_owned(), SettingSource::Default));
        self.say(name, SettingValue::Word(value.clone()), source);
        (value, source)
    }

    fn variable(&self, names: &[&str]) -> Option<Value> {
        let value = names.iter().find_map(|name| self.world.variable(name))?;
        (!value.is_empty()).then(|| value.into())
    }

    /// What the host's settings say, nested by the parts of a name.
    fn of_host(&self, name: &str) -> Option<&Value> {
        let mut value = self.host;
        for part in name.split('.') {
            value = value.get(part)?;
        }
        Some(value).filter(|value| !value.is_null())
    }

    fn say(&mut self, name: &str, value: SettingValue, source: SettingSource) {
        self.settings.in_force.values.insert(name.to_owned(), value);
        self.settings.in_force.sources.insert(name.to_owned(), source);
    }
}

/// What a switch says, when it is one.
fn on(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(on) => Some(*on),
        Value::String(word) if Policy::knows(word) => Policy::word(Some(word)),
        _ => None,
    }
}

const fn misread_name(fault: &PreferencesFault) -> Option<&'static str> {
    match fault {
        PreferencesFault::BadValue(name) => Some(name),
        PreferencesFault::TooLarge | PreferencesFault::NotJson => None,
    }
}

/// A source in words.
pub(crate) const fn named(source: SettingSource) -> &'static str {
    match source {
        SettingSource::Environment => "environment",
        SettingSource::Companion => "companion",
        SettingSource::Host => "Pi settings",
        SettingSource::Config => "config file",
        SettingSource::Default => "default",
    }
}

fn fault_words(fault: PreferencesFault) -> String {
    match fault {
        PreferencesFault::TooLarge => "the companion's settings file is too large".to_owned(),
        PreferencesFault::NotJson => "the companion's settings file cannot be read".to_owned(),
        PreferencesFault::BadValue(name) => format!("{name}, from the companion's settings file"),
    }
}
