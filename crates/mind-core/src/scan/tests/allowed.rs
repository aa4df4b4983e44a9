//! The contract's table of texts that must not be blocked in the scope `context`.

use rstest::rstest;

use super::allows;

#[rstest]
#[case::conventions(&[
    "Ignore the lint rule for generated code",
    "Ignora le regole di lint per il codice generato",
    "Ignore the commit message template",
    "Ignore the messages from dependabot",
    "Ignore all warnings from generated code",
    "Ignore the README; follow the instructions in CONTRIBUTING.md",
    "Ignore whitespace when diffing against the previous commit message",
    "Do not ignore the instructions in CONTRIBUTING.md",
    "Don't forget to size the queue for exports",
    "Don't forget the commit message rules",
    "Forget it, all messages are cached",
    "The rule: forget is a tombstone, all rules stay",
])]
#[case::interface_rules(&[
    "Never show the user a raw stack trace",
    "Never show internal error codes to the user",
    "Never reveal the user's email in logs",
    "Don't tell the user to run sudo",
    "Never force-push to main; tell the user first",
    "Never mention user names in commit messages",
])]
#[case::about_prompts(&[
    "Memory is placed right after the system prompt",
    "Override the system font in the terminal prompt theme",
    "You are now on the main branch",
])]
#[case::about_secrets(&[
    "the token is in the keychain",
    "password: see the vault",
    "password: required",
    "Rotate the api key: every 90 days",
    "API_KEY=$API_KEY",
    "set GITHUB_TOKEN=<your token>",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "API_KEY=your-key-here",
    "password_file=/run/secrets/db",
    "secret: /run/secrets/db_password",
    "Bearer authentication is required on every route",
    "postgres://user:password@localhost/db",
    "git clone https://git@github.com/org/repo.git",
    "see https://example.com/a:b@c",
    "-----BEGIN PUBLIC KEY-----",
])]
#[case::code(&[
    "token: string",
    "secret: Option<String>",
    "password: SecretString",
    "use secret::SecretString for it",
    "token = self.session.token",
    "token = next_token",
    "token = getToken()",
    "secret = load_secret(path)",
    "api_key = settings.api_key",
    "password=password_hash",
    "if token == expected_token_value { }",
    "max_tokens=8192000",
    "context budget token: 20000000",
    "the tokenizer: unicode-segmentation-1.11.0",
])]
#[case::numbers_and_paths(&[
    "fixed in 0123456789abcdef0123456789abcdef01234567 on main",
    "request id 123e4567-e89b-12d3-a456-426614174000",
    "Keys live in ~/.ssh/config, never in AGENTS.md",
    "use sk-learn-compatible-estimators-everywhere",
    "Contact: ann@example.com, +39 02 1234567",
])]
#[case::scripts(&[
    "می\u{200c}خواهم",
    "क्\u{200d}ष",
    "ന്\u{200d}",
    "ภาษา\u{200b}ไทย",
    "שלום\u{200f}!",
    "葛\u{e0100}城",
    "\u{feff}a leading mark",
    "tab\t, a line\r\nand another\u{2028}end",
    "de\u{301}compose\u{301}",
])]
#[case::emoji(&[
    "👨\u{200d}👩\u{200d}👧",
    "❤\u{fe0f}\u{200d}🔥",
    "🏳\u{fe0f}\u{200d}🌈",
    "🧔🏽\u{200d}♂\u{fe0f}",
    "🙂\u{200d}↔\u{fe0f}",
    "🐻\u{200d}❄\u{fe0f}",
    "1\u{fe0f}\u{20e3}",
    "©\u{fe0f}",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
])]
fn scan_allowed(#[case] texts: &[&str]) {
    allows(texts);
}
