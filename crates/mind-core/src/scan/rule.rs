//! The rules: their ids, the scope each belongs to, and what to do about a finding.

use super::ScanScope;

/// A rule of the scanner; the order is the order in which findings count.
///
/// Ids are stable: a meaning is never changed under an old id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A control character other than tab, line feed and carriage return.
    HiddenControl,
    /// A character that turns the direction of the text around it.
    HiddenBidi,
    /// A joiner, mark or space without width where no script needs one.
    HiddenInvisible,
    /// A variation selector with nothing to select.
    HiddenVariation,
    /// A tag character outside a flag.
    HiddenTag,
    /// An order to set earlier instructions aside.
    SteerOverride,
    /// An order to set the system prompt aside.
    SteerSystemPrompt,
    /// An order to keep something from the user.
    SteerConceal,
    /// A new identity for the model.
    SteerIdentity,
    /// An order to act as the system.
    SteerActAsSystem,
    /// A heading that announces new instructions.
    SteerNewInstructions,
    /// An Anthropic key.
    SecretAnthropicKey,
    /// An `OpenAI` key.
    SecretOpenaiKey,
    /// An AWS access key id.
    SecretAwsKey,
    /// A GitHub token.
    SecretGithubToken,
    /// A GitLab token.
    SecretGitlabToken,
    /// A Slack token.
    SecretSlackToken,
    /// A Google key.
    SecretGoogleKey,
    /// A Stripe key.
    SecretStripeKey,
    /// An npm token.
    SecretNpmToken,
    /// A Hugging Face token.
    SecretHuggingfaceToken,
    /// A JSON web token.
    SecretJwt,
    /// The header of a private key.
    SecretPrivateKey,
    /// The value of an authorization header.
    SecretAuthorization,
    /// A password in an address.
    SecretUrlPassword,
    /// A value assigned to a name that promises a secret.
    SecretAssignment,
    /// A tool for remote control together with a part of it.
    AbuseC2Tool,
    /// A way to add a key to those that may log in.
    AbuseSshBackdoor,
    /// A way to send a file of credentials away.
    AbuseExfiltration,
    /// A way to have a command run at every start.
    AbuseStartupCommand,
}

impl Rule {
    /// Every rule, in order.
    pub const ALL: &[Self] = &[
        Self::HiddenControl,
        Self::HiddenBidi,
        Self::HiddenInvisible,
        Self::HiddenVariation,
        Self::HiddenTag,
        Self::SteerOverride,
        Self::SteerSystemPrompt,
        Self::SteerConceal,
        Self::SteerIdentity,
        Self::SteerActAsSystem,
        Self::SteerNewInstructions,
        Self::SecretAnthropicKey,
        Self::SecretOpenaiKey,
        Self::SecretAwsKey,
        Self::SecretGithubToken,
        Self::SecretGitlabToken,
        Self::SecretSlackToken,
        Self::SecretGoogleKey,
        Self::SecretStripeKey,
        Self::SecretNpmToken,
        Self::SecretHuggingfaceToken,
        Self::SecretJwt,
        Self::SecretPrivateKey,
        Self::SecretAuthorization,
        Self::SecretUrlPassword,
        Self::SecretAssignment,
        Self::AbuseC2Tool,
        Self::AbuseSshBackdoor,
        Self::AbuseExfiltration,
        Self::AbuseStartupCommand,
    ];

    /// The stable id, for example `steer.override`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::HiddenControl => "hidden.control",
            Self::HiddenBidi => "hidden.bidi",
            Self::HiddenInvisible => "hidden.invisible",
            Self::HiddenVariation => "hidden.variation",
            Self::HiddenTag => "hidden.tag",
            Self::SteerOverride => "steer.override",
            Self::SteerSystemPrompt => "steer.system_prompt",
            Self::SteerConceal => "steer.conceal",
            Self::SteerIdentity => "steer.identity",
            Self::SteerActAsSystem => "steer.act_as_system",
            Self::SteerNewInstructions => "steer.new_instructions",
            Self::SecretAnthropicKey => "secret.anthropic_key",
            Self::SecretOpenaiKey => "secret.openai_key",
            Self::SecretAwsKey => "secret.aws_key",
            Self::SecretGithubToken => "secret.github_token",
            Self::SecretGitlabToken => "secret.gitlab_token",
            Self::SecretSlackToken => "secret.slack_token",
            Self::SecretGoogleKey => "secret.google_key",
            Self::SecretStripeKey => "secret.stripe_key",
            Self::SecretNpmToken => "secret.npm_token",
            Self::SecretHuggingfaceToken => "secret.huggingface_token",
            Self::SecretJwt => "secret.jwt",
            Self::SecretPrivateKey => "secret.private_key",
            Self::SecretAuthorization => "secret.authorization",
            Self::SecretUrlPassword => "secret.url_password",
            Self::SecretAssignment => "secret.assignment",
            Self::AbuseC2Tool => "abuse.c2_tool",
            Self::AbuseSshBackdoor => "abuse.ssh_backdoor",
            Self::AbuseExfiltration => "abuse.exfiltration",
            Self::AbuseStartupCommand => "abuse.startup_command",
        }
    }

    /// The rule with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// The smallest scope the rule belongs to.
    pub const fn scope(self) -> ScanScope {
        if self as u8 <= Self::SteerNewInstructions as u8 {
            ScanScope::All
        } else if self as u8 <= Self::SecretAssignment as u8 {
            ScanScope::Context
        } else {
            ScanScope::Strict
        }
    }

    /// What to do about a finding.
    pub const fn next(self) -> &'static str {
        match self {
            Self::SteerOverride | Self::SteerSystemPrompt | Self::SteerNewInstructions => {
                "say what holds instead of what to ignore, for example: the lint step skips generated code"
            }
            Self::SteerConceal => {
                "say what the interface shows instead of what to keep from the user, for example: error pages show an id, details go to the log"
            }
            Self::SteerIdentity | Self::SteerActAsSystem => "describe the role in the third person",
            _ if self as u8 <= Self::HiddenTag as u8 => {
                "type the text again without invisible or control characters"
            }
            _ if self as u8 <= Self::SecretAssignment as u8 => {
                "say where the secret is kept, for example: the deploy token is in the keychain under deploy"
            }
            _ => "describe the risk without the command",
        }
    }
}
