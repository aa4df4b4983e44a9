//! Which tools a server offers.

use std::str::FromStr;

use mind_core::context::BUDGET_DEFAULT;

use crate::tool::Tool;

/// For whom a server speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// A model that may remember.
    #[default]
    Agent,
    /// A model that may only look.
    Read,
    /// A host that hands its own session on. Its calls are those of a [`crate::HostDesk`], served by [`crate::serve_host`].
    Host,
}

/// What one server offers: its tools, in the order they are listed, and how large its standing block may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    tools: Vec<Tool>,
    budget_tokens: usize,
}

/// Why a server cannot be set up as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A profile that does not exist.
    #[error("unknown profile")]
    ProfileUnknown,
    /// Profile `host`, whose calls are those of a desk.
    #[error("profile host is served by a desk")]
    HostProfile,
    /// A tool that does not exist.
    #[error("unknown tool in `--tools`, at position {position}")]
    ToolUnknown {
        /// Where in the list it stands, from 1.
        position: usize,
    },
    /// A tool that the profile may not have.
    #[error("tool {tool} does not belong to profile {profile}")]
    ToolNotInProfile {
        /// The tool.
        tool: &'static str,
        /// The profile.
        profile: &'static str,
    },
}

impl Profile {
    /// The profile's name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Read => "read",
            Self::Host => "host",
        }
    }

    const fn tools(self) -> &'static [Tool] {
        match self {
            Self::Agent => &Tool::ALL,
            Self::Read => &[Tool::Recall, Tool::ReadMemory, Tool::BacklogList],
            Self::Host => &[],
        }
    }
}

impl FromStr for Profile {
    type Err = SetupError;

    fn from_str(name: &str) -> Result<Self, SetupError> {
        let known = [Self::Agent, Self::Read, Self::Host];
        known.into_iter().find(|profile| profile.as_str() == name).ok_or(SetupError::ProfileUnknown)
    }
}

impl Setup {
    /// The tools of a profile, and those added by name. A tool the profile has anyway may be named too.
    ///
    /// # Errors
    /// A profile or tool that is not in this build, a tool that does not exist, or one the profile may not have.
    pub fn new(profile: Profile, added: &[String]) -> Result<Self, SetupError> {
        if profile == Profile::Host {
            return Err(SetupError::HostProfile);
        }
        let mut wanted = Vec::new();
        for (index, name) in added.iter().enumerate() {
            wanted.push(admit(profile, name, index + 1)?);
        }
        let further = Tool::ADDED.into_iter().filter(|tool| wanted.contains(tool));
        let tools = profile.tools().iter().copied().chain(further).collect();
        Ok(Self { tools, budget_tokens: BUDGET_DEFAULT })
    }

    /// The same with another budget for the standing block, in tokens, 200–20,000; one outside is refused when the block is asked for.
    #[must_use]
    pub fn with_budget(mut self, tokens: usize) -> Self {
        self.budget_tokens = tokens;
        self
    }

    /// The tools that may be added by name, in the order they are listed.
    pub fn addable(profile: Profile) -> impl Iterator<Item = &'static str> {
        let tools: &[Tool] = if profile == Profile::Agent { &Tool::ADDED } else { &[] };
        tools.iter().map(|tool| tool.as_str())
    }

    pub(crate) const fn budget_tokens(&self) -> usize {
        self.budget_tokens
    }

    pub(crate) fn tools(&self) -> &[Tool] {
        &self.tools
    }

    pub(crate) fn tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().copied().find(|tool| tool.as_str() == name)
    }
}

/// The tool a name means, if the profile may have it.
fn admit(profile: Profile, name: &str, position: usize) -> Result<Tool, SetupError> {
    let known = Tool::ALL.into_iter().chain(Tool::ADDED).find(|tool| tool.as_str() == name);
    let tool = known.ok_or(SetupError::ToolUnknown { position })?;
    let addable = profile == Profile::Agent && Tool::ADDED.contains(&tool);
    if profile.tools().contains(&tool) || addable {
        return Ok(tool);
    }
    Err(SetupError::ToolNotInProfile { tool: tool.as_str(), profile: profile.as_str() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(profile: Profile, added: &[&str], expect: &Result<usize, SetupError>) {
        let added: Vec<String> = added.iter().map(|name| (*name).to_owned()).collect();
        let setup = Setup::new(profile, &added).map(|setup| setup.tools().len());
        assert_eq!(&setup, expect, "{profile:?} {added:?}");
    }

    /// S-21: the tools of each profile, and what `--tools` may add.
    #[test]
    fn profiles_and_added_tools() {
        check(Profile::Agent, &[], &Ok(8));
        check(Profile::Agent, &["recall"], &Ok(8));
        check(Profile::Read, &[], &Ok(3));
        check(Profile::Host, &[], &Err(SetupError::HostProfile));
        check(Profile::Agent, &["optimize_stage", "optimize_stage", "recall"], &Ok(9));
        let all = Tool::ADDED.map(Tool::as_str);
        check(Profile::Agent, &all, &Ok(13));
        check(
            Profile::Agent,
            &["recall", "nothing"],
            &Err(SetupError::ToolUnknown { position: 2 }),
        );
        for tool in ["remember", "optimize_undo"] {
            let refused = SetupError::ToolNotInProfile { tool, profile: "read" };
            check(Profile::Read, &[tool], &Err(refused));
        }
    }

    /// S-21: profiles are named as on the command line.
    #[test]
    fn profiles_have_names() {
        for profile in [Profile::Agent, Profile::Read, Profile::Host] {
            assert_eq!(profile.as_str().parse(), Ok(profile));
        }
        assert_eq!("other".parse::<Profile>(), Err(SetupError::ProfileUnknown));
    }
}
