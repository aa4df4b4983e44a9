//! The secret rules beyond the contract's table: each form at its edge.

use super::{allows, refuses};
use crate::scan::Rule;

/// A form at its edge: the prefix, the shortest body, a body that is too short.
type Edge<'a> = (Rule, &'a [&'a str], String);

fn body(length: usize) -> String {
    "a1B2c3D4e5F6g7H8i9J0".chars().cycle().take(length).collect()
}

/// the shortest body is found, one character less is not; neither is a form that a letter or digit touches.
#[test]
fn prefixed_forms() {
    let forms: [Edge<'_>; 11] = [
        (Rule::SecretAnthropicKey, &["sk-ant-"], body(16)),
        (Rule::SecretOpenaiKey, &["sk-"], body(20)),
        (Rule::SecretAwsKey, &["AKIA", "ASIA"], body(16).to_uppercase()),
        (Rule::SecretGithubToken, &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], body(20)),
        (Rule::SecretGithubToken, &["github_pat_"], body(22)),
        (Rule::SecretGitlabToken, &["glpat-"], body(20)),
        (Rule::SecretSlackToken, &["xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-"], body(10)),
        (Rule::SecretGoogleKey, &["AIza"], body(35)),
        (Rule::SecretStripeKey, &["sk_live_", "sk_test_", "rk_live_", "rk_test_"], body(16)),
        (Rule::SecretNpmToken, &["npm_"], body(36)),
        (Rule::SecretHuggingfaceToken, &["hf_"], body(30)),
    ];
    for (rule, prefixes, body) in forms {
        for prefix in prefixes {
            refuses(
                rule,
                &[
                    &format!("{prefix}{body}"),
                    &format!("see ({prefix}{body})."),
                    &format!("é_{prefix}{body}"),
                ],
            );
            allows(&[
                &format!("{prefix}{}", &body[1..]),
                &format!("x{prefix}{body}"),
                &format!("9{prefix}{body}"),
            ]);
        }
    }
}

/// what a form asks beyond its length.
#[test]
fn forms_with_conditions() {
    refuses(
        Rule::SecretOpenaiKey,
        &[
            &format!("sk-proj-{}", body(20)),
            &format!("task_sk-{}", body(20)),
            &format!("sk-sk-{}", body(20)),
        ],
    );
    allows(&[
        "sk-abcdefghijklmnopqrstuvwxyz",
        "task-1234567890abcdefghijklmn",
        "sk-learn.1234567890abcdefghijklmn",
    ]);
    let aws = format!("AKIA{}", "A1".repeat(8));
    refuses(Rule::SecretAwsKey, &[&format!("{aws}_"), &format!("AKIA {aws}")]);
    allows(&[
        &format!("{aws}b"),
        &format!("{aws}9"),
        &aws.to_lowercase(),
        &format!("AKIA{}", "a1".repeat(8)),
    ]);
    refuses(Rule::SecretSlackToken, &[&format!("xoxb-{}", "1-".repeat(5))]);
    refuses(Rule::SecretGithubToken, &[&format!("github_pat_{}", "1_".repeat(11))]);
    allows(&[
        &format!("ghx_{}", body(20)),
        &format!("ghp_{}", "a_".repeat(20)),
        &format!("npm_{}", "a-".repeat(36)),
    ]);
}

/// A-40, jwt: three runs, the first two encoded objects.
#[test]
fn jwt() {
    let [head, tail] = [format!("ey{}abcdefgh", "J"), "12345678".to_owned()];
    refuses(
        Rule::SecretJwt,
        &[
            &format!("{head}.{head}.{tail}"),
            &format!("x.{head}.{head}.{tail}-more.y"),
            &format!("a-{head}.{head}.{tail}"),
            &format!("{head}.{head}.{head}.{tail}"),
            &format!("{head}.x.{head}.{head}.{tail}"),
        ],
    );
    allows(&[
        &format!("{head}.{head}.1234567"),
        &format!("{head}.{tail}.{tail}"),
        &format!("{head}.{head} {tail}"),
        &format!("{head}..{head}.{tail}"),
        &format!("x{head}.{head}.{tail}"),
        &format!("{head}.a-{head}.{tail}"),
        &format!("ey{}abcdefg.{head}.{tail}", "J"),
    ]);
}

/// A-40, private key: capitalised words may stand between.
#[test]
fn private_key() {
    let header = |kind: &str| format!("-----BEGIN {kind}-----");
    for kind in [
        "PRIVATE KEY",
        "RSA PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
        "X25519 NEW PRIVATE PRIVATE KEY",
    ] {
        refuses(
            Rule::SecretPrivateKey,
            &[&header(kind), &format!("-{}", header(kind)), &format!("KEY=\"{}", header(kind))],
        );
        allows(&[&format!("x{}", header(kind)), &header(kind).to_lowercase()]);
    }
    allows(&[
        &header("PUBLIC KEY"),
        &header("RSA  PRIVATE KEY"),
        &header("rsa PRIVATE KEY"),
        &header("PRIVATE KEY BLOCKS"),
        "-----BEGIN ",
    ]);
}

/// A-40, authorization: any case, blanks between, a digit within.
#[test]
fn authorization() {
    let value = "abcdefgh.-_~+/=1";
    refuses(
        Rule::SecretAuthorization,
        &[&format!("BEARER {value}"), &format!("basic \t {value}"), &format!("(Bearer {value})")],
    );
    allows(&[
        &format!("bearer {}", &value[1..]),
        &format!("bearer{value}"),
        &format!("xbearer {value}"),
        &format!("bearer\n{value}"),
        "bearer abcdefghijklmnop",
        "basic authentication is enough",
    ]);
}

/// password in an address.
#[test]
fn url_password() {
    let url = |scheme: &str, user: &str, word: &str| format!("{scheme}://{user}:{word}@host");
    let word = concat!("s3cr3t", "pw");
    let long = "u".repeat(128);
    refuses(
        Rule::SecretUrlPassword,
        &[
            &url("https", "u", word),
            &url("git+ssh", "u", word),
            &url("mongodb+srv", &long, &"p".repeat(256)),
            &url("x-abcdefghijklmnopqrstu", "é", "a:b"),
            &url("(https", "u", word),
            &url("1-a", "u", word),
            &format!("https://a.example https{}", url("", "u", word)),
        ],
    );
    allows(&[
        &url("", "u", word),
        &url("1https", "u", word),
        &url("https", "", word),
        &url("https", "u", ""),
        &url("https", "u u", word),
        &url("https", "u", "a/b"),
        &url("https", &format!("{long}u"), word),
        &url("https", "u", &"p".repeat(257)),
        &url("https", "u", "$PW"),
        &url("https", "u", "PASS"),
        &url("https", "u", "pw"),
        &url("https", "u", "***"),
        &url("https", "u", "your-password"),
        "http://localhost:8080/@scope",
    ]);
}

/// nothing is judged by randomness, and personal data is not the subject.
#[test]
fn digests_and_names_pass() {
    allows(&[
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "commit: 0123456789abcdef0123456789abcdef01234567",
        "id=123e4567-e89b-12d3-a456-426614174000",
        "ETag: W/\"a1b2c3d4e5f6\"",
        "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
        "ann@example.com is Ann, born 1990-01-02, card 4111 1111 1111 1111",
        "git@github.com:org/repo.git",
        "The disk-usage-report-of-2026-11-30 has it",
    ]);
}

/// the normal form is looked at, so full-width letters hide no secret.
#[test]
fn secrets_are_looked_for_in_the_normal_form() {
    refuses(Rule::SecretGithubToken, &[&format!("ｇｈｐ＿{}", body(20))]);
    refuses(
        Rule::SecretAssignment,
        &["ｐｗｄ＝Tr0ub4dor", "toKen = Tr0ub4dor".replace('K', "\u{212a}").as_str()],
    );
}
