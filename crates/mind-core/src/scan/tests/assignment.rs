//! Assigned values beyond the contract's table: keys, operators, values and references.

use super::{allows, refuses};
use crate::scan::Rule;

/// the names that promise a secret.
#[test]
fn assignment_keys() {
    let keys = [
        "password",
        "passwd",
        "pwd",
        "passphrase",
        "secret",
        "token",
        "credential",
        "apikey",
        "api key",
        "API-KEY",
        "access_key",
        "AccessKey",
        "secret key",
        "access key",
        "private key",
        "private-key",
        "密码",
        "口令",
        "密钥",
        "令牌",
        "my.api_key",
        "A_B_C_TOKEN",
        "é token",
        "--db-pwd",
        "the secret\"",
        "x['token'",
        "`pwd`",
    ];
    for key in keys {
        refuses(
            Rule::SecretAssignment,
            &[&format!("{key}=Tr0ub4dor"), &format!("{key} := Tr0ub4dor")],
        );
    }
    for key in [
        "tokens",
        "tokenizer",
        "password_file",
        "mytoken",
        "key",
        "public key",
        "api  key",
        "monkey",
        "9pwd",
        "a密码",
        "secrets",
        "tokenѕ",
    ] {
        allows(&[&format!("{key}=Tr0ub4dor"), &format!("{key}: Tr0ub4dor")]);
    }
}

/// what stands between key and value.
#[test]
fn assignment_operators() {
    let secret = |between: &str| format!("pwd{between}Tr0ub4dor");
    for between in ["=", ":", ":=", " = ", "\t:\t", "    :=    ", "\":\"", "' = '", "：", " ＝ "]
    {
        refuses(Rule::SecretAssignment, &[&secret(between)]);
    }
    for between in [
        "==", "::", "=~", ":~", ":==", "=:", "     =", "=     ", "\n=", "=\n", " ", "!=", "=>", "-",
    ] {
        allows(&[&secret(between)]);
    }
}

/// what counts as a value.
#[test]
fn assignment_values() {
    let secrets = [
        "pwd: 1234567a",
        "pwd: 12345678",
        "pwd: abcdefg!h",
        "pwd: abc+defgh",
        "pwd=abcdefgh",
        "pwd: 'abcdefgh'",
        "pwd = \"abcdefgh",
        "pwd: “abcdefgh”",
        "pwd: abc1defg...",
        "pwd=abcd+fgh(x)",
        "pwd: 'abcdefgh(x)'",
        "pwd=1abcdefgh(x)",
        "token=12345678a",
        "token: 'a2345678'",
        "secret=12345678",
        "pwd: ééééééé1",
        "token: max, pwd: abcdefg1",
    ];
    refuses(Rule::SecretAssignment, &secrets);
}

/// what is too short, not typed, a count, a call, or cut by a bracket or comma.
#[test]
fn assignment_other_values() {
    allows(&[
        "pwd: abcdef1",
        "pwd: éééééé1",
        "pwd: abcdefgh",
        "pwd = abcdefgh",
        "pwd : abcdefgh",
        "pwd =abcdefgh",
        "pwd= abcdefgh",
        "pwd:abcdefgh",
        "pwd: abcde1!?.",
        "pwd: abc1 defg2",
        "pwd: abc1,defg2",
        "pwd=abc1{defgh}",
        "pwd=sha256sum(x)",
        "pwd: base64::encode1(x)",
        "token=12345678",
        "token: 1_000_000",
        "token = '12345678'",
        "pwd: ",
        "pwd:",
        "=",
        ":",
    ]);
}

/// at most 512 characters are looked at.
#[test]
fn assignment_of_a_long_value() {
    refuses(Rule::SecretAssignment, &[&format!("pwd: {}1", "é".repeat(511))]);
    allows(&[&format!("pwd: {}1", "é".repeat(512))]);
}

/// references say where a secret is.
#[test]
fn references() {
    let values = [
        "$NAME_OF_1",
        "%NAME_1%abc",
        "*1234567890",
        "/run/secrets/1",
        "./config/1",
        "../config/1",
        "~/.config/1",
        "\\\\host\\share1",
        "C:\\pwd\\1234",
        "d:/pwd/1234",
        "env:NAME_1",
        "vault:kv/app1",
        "keychain:item1",
        "keyring.item1",
        "op://vault/1",
        "SSM:/app/pwd1",
        "secret.value1",
        "secrets.name1",
        "file:///etc/1",
        "https://a.example/1",
        "http://a.example/1",
        "REDACTED1",
        "<1placeholder1",
        "changeme1",
        "change-me-1",
        "example12",
        "dummy1234",
        "your-pwd-1",
        "your_pwd_1",
        "xxxx1234",
        "abc1...xyz",
        "abc1…xyz",
        "settings.api.x",
        "crate::keys::load",
        "self.pwd",
        "MY_PASSWORD",
        "password_hash",
        "some-token",
        "the-key-name",
        "credential-name",
    ];
    for value in values {
        allows(&[&format!("pwd={value}"), &format!("pwd: \"{value}\"")]);
    }
    for value in [
        "environ:name1",
        "opal:1234",
        "cc:/pwd/12",
        "settings.api1",
        "abc..def1",
        "abc..defgh",
        "key12345",
        "token-abc1",
        "x.envault1",
    ] {
        refuses(Rule::SecretAssignment, &[&format!("pwd={value}"), &format!("pwd: \"{value}\"")]);
    }
}

/// A-41, beyond it: a secret that is told in words.
#[test]
fn told_in_words() {
    refuses(
        Rule::SecretAssignment,
        &[
            "the db password is Tr0ub4dor&3",
            "The password for staging is hunter2xyz!9",
            "La password del db è Tr0ub4dor&3",
            "Ricordati che la password è pippo123!",
            "our API key was \u{201c}Zx9abcdefg1\u{201d}, I think",
            "Das Token für den Runner ist Abc4defgh9",
            "the secret of the deploy job is S3cretValue",
        ],
    );
    allows(&[
        "the password is required",
        "the password is case-sensitive and has 12 characters",
        "the token is valid for 3600 seconds",
        "the token is sha256-hashed",
        "the api key is $DEPLOY_KEY_2024",
        "the secret is base64-encoded",
        "The password. It is Tr0ub4dor in the book",
        "the hash of the password is argon2id",
        "the token is kept in vault/path/2024",
    ]);
}
