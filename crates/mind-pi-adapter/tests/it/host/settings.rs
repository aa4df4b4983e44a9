//! W-10 to W-14, W-46, PI-35, CA-1: the settings of a session and where each comes from.

use mind_pi_adapter::PreferencesFile;
use mind_testkit::ReferenceProvider;
use mind_testkit::provider::SESSION;
use rstest::rstest;
use serde_json::{Value, json};

use super::pi::Pi;

/// W-11, W-13: settings that say who owns the memory, the environment before Pi's.
#[rstest]
#[case::by_environment(Some("standalone"), json!("persona"), "active")]
#[case::by_settings(None, json!("standalone"), "active")]
#[case::persona(None, json!("persona"), "inactive")]
#[case::odd_is_auto(Some("perhaps"), json!("persona"), "active")]
fn w10_settings(#[case] variable: Option<&str>, #[case] setting: Value, #[case] state: &str) {
    let mut pi = Pi::new();
    if let Some(value) = variable {
        pi.machine.set("MIND_COMPANION", value);
    }
    pi.opening["settings"] = json!({ "companion": setting, "persona": "ada" });
    let answer = pi.open();
    assert_eq!(answer["state"], state);
    if state == "active" {
        assert_eq!(answer["persona"], "ada");
        pi.machine.set("MIND_PERSONA", "later");
        assert_eq!(pi.open()["persona"], "ada", "a new value counts from the next session");
    }
    let says = pi.command("doctor").contains("not understood: companion, from environment");
    assert_eq!(says, variable == Some("perhaps"));
}

/// W-14: what is listed makes a silent companion a missing one.
#[test]
fn w14_listed() {
    let mut pi = Pi::new();
    pi.opening["packages"] = json!(["npm:pi-mind", { "source": "npm:pi-persona@1.17.5" }]);
    let answer = pi.open();
    assert_eq!(
        (&answer["state"], &answer["reason"]),
        (&json!("inactive"), &json!("companion.missing"))
    );
    let off = "mind is off: pi-persona is not running here. Enable pi-persona 1.17.5 or newer, or set mind.companion to standalone.";
    assert_eq!(pi.notices(), [off]);
}

/// PI-35, W-46, CA-1: every layer, the companion's own only in persona mode, and what is not understood.
#[test]
fn pi35_layers() {
    let preferences = |text: &str| PreferencesFile::Read(text.as_bytes().to_vec());
    let in_force = |pi: &mut Pi, name: &str| {
        let settings = pi.send("host_settings", json!({}));
        (settings["values"][name].clone(), settings["sources"][name].clone())
    };
    let mut pi = Pi::new();
    let file = preferences(r#"{"mind":{"capture":{"mode":"prompt","nudge":false}}}"#);
    pi.machine.with(|at| at.preferences = file.clone());
    pi.open();
    assert_eq!(in_force(&mut pi, "capture.mode"), (json!("auto"), json!("default")));
    assert_eq!(pi.machine.with(|at| at.preferences_read), 0, "not read without a companion");

    let mut pi = Pi::new();
    pi.provider = Some(ReferenceProvider::new(SESSION));
    pi.machine.with(|at| {
        at.preferences = file;
        at.config.capture_mode = Some("off".to_owned());
        at.config.optimize_auto = Some(false);
    });
    pi.opening["settings"] = json!({ "capture": { "mode": "off", "nudge": true } });
    pi.machine.set("PI_PERSONA_MIND_NUDGE", "off");
    pi.open();
    assert_eq!(in_force(&mut pi, "capture.mode"), (json!("prompt"), json!("companion")));
    assert_eq!(in_force(&mut pi, "capture.nudge"), (json!(false), json!("environment")));
    assert_eq!(in_force(&mut pi, "optimize.auto"), (json!(false), json!("config")));
    let report = pi.command("settings");
    assert!(report.contains("capture.mode = prompt (companion)"), "{report}");

    for (file, says) in [
        (preferences("{"), "the companion's settings file cannot be read"),
        (PreferencesFile::Unfit, "the companion's settings file is not a plain file"),
        (
            PreferencesFile::Read(vec![b' '; 256 * 1_024 + 1]),
            "the companion's settings file is too large",
        ),
    ] {
        let mut pi = Pi::new();
        pi.provider = Some(ReferenceProvider::new(SESSION));
        pi.machine.with(|at| at.preferences = file);
        pi.open();
        assert_eq!(in_force(&mut pi, "capture.mode"), (json!("auto"), json!("default")));
        let doctor = pi.command("doctor");
        assert!(doctor.contains(&format!("not understood: {says}")), "{doctor}");
    }
}

/// ADR 0019: a misspelt switch is off, wherever it was said, and the person is told once.
#[test]
fn a_misspelt_switch_is_off() {
    let check = |pi: &mut Pi, place: &str, fault: &str| {
        pi.open();
        let settings = pi.send("host_settings", json!({}));
        assert_eq!(settings["values"]["capture.mode"], "off", "{settings}");
        assert_eq!(settings["values"]["optimize.auto"], false, "{settings}");
        let told = [
            format!(
                "capture.mode is off: its value in the {place} is none there is. Write auto, prompt or off."
            ),
            format!(
                "optimize.auto is off: its value in the {place} is none there is. Write on or off."
            ),
        ];
        assert_eq!(pi.notices(), told);
        let doctor = pi.command("doctor");
        assert!(
            doctor.contains(&format!("not understood: capture.mode, from {fault}")),
            "{doctor}"
        );
        assert!(pi.command("optimize auto").contains("off"));
    };
    let mut pi = Pi::new();
    pi.machine.set("MIND_CAPTURE", "Off ");
    pi.machine.set("MIND_OPTIMIZE", "of");
    check(&mut pi, "environment", "environment");
    let mut pi = Pi::new();
    pi.opening["settings"] =
        json!({ "capture": { "mode": false }, "optimize": { "auto": "nope" } });
    check(&mut pi, "Pi settings", "Pi settings");
    let mut pi = Pi::new();
    pi.provider = Some(ReferenceProvider::new(SESSION));
    let file = r#"{"mind":{"capture":{"mode":"sometimes"},"optimize":{"auto":"never"}}}"#;
    pi.machine.with(|at| at.preferences = PreferencesFile::Read(file.as_bytes().to_vec()));
    check(&mut pi, "companion", "the companion's settings file");
}
