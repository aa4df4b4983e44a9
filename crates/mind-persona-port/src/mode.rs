//! Where the owner comes from: the settings, or a companion on the host's bus (W-10 to W-15).

use std::str::FromStr;

/// Where the owner comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The settings.
    Standalone,
    /// A companion, and nothing else: what is missing, doubtful or old stops the memory instead of opening another.
    Persona,
}

impl Mode {
    /// The mode's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standalone => "standalone",
            Self::Persona => "persona",
        }
    }
}

/// The setting `companion`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompanionSetting {
    /// Look for a companion when the session opens.
    #[default]
    Auto,
    /// There is one.
    Persona,
    /// There is none; nothing is asked.
    Standalone,
}

/// A value of the setting that is none of the three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSetting;

impl FromStr for CompanionSetting {
    type Err = UnknownSetting;

    fn from_str(text: &str) -> Result<Self, UnknownSetting> {
        match text {
            "auto" => Ok(Self::Auto),
            "persona" => Ok(Self::Persona),
            "standalone" => Ok(Self::Standalone),
            _ => Err(UnknownSetting),
        }
    }
}

/// What an `auto` session can tell when it opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModeSigns {
    /// Anything at all answered the companion's query.
    pub answered: bool,
    /// The session is a delegated leg.
    pub leg: bool,
    /// The companion stands among the host's packages: no proof that it runs, but it must not be passed over in silence.
    pub listed: bool,
}

impl CompanionSetting {
    /// The mode a session opens in.
    pub const fn mode(self, signs: ModeSigns) -> Mode {
        match self {
            Self::Persona => Mode::Persona,
            Self::Auto if signs.answered || signs.leg || signs.listed => Mode::Persona,
            Self::Standalone | Self::Auto => Mode::Standalone,
        }
    }

    /// Whether a session that opened standalone follows a companion that appears later.
    pub const fn follows(self) -> bool {
        matches!(self, Self::Auto)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W-10, W-12, W-13: the setting, and what `auto` makes of what it sees.
    #[test]
    fn modes() {
        let none = ModeSigns::default();
        let signs = [
            ModeSigns { answered: true, ..none },
            ModeSigns { leg: true, ..none },
            ModeSigns { listed: true, ..none },
        ];
        assert_eq!(CompanionSetting::Auto.mode(none), Mode::Standalone);
        for sign in signs {
            assert_eq!(CompanionSetting::Auto.mode(sign), Mode::Persona);
            assert_eq!(CompanionSetting::Standalone.mode(sign), Mode::Standalone);
        }
        assert_eq!(CompanionSetting::Persona.mode(none), Mode::Persona);
        assert_eq!("persona".parse(), Ok(CompanionSetting::Persona));
        assert_eq!("Auto".parse::<CompanionSetting>(), Err(UnknownSetting));
        assert_eq!(UnknownSetting, "".parse::<CompanionSetting>().unwrap_err());
        assert!(CompanionSetting::Auto.follows() && !CompanionSetting::Standalone.follows());
    }
}
