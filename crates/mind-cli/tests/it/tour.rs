//! S-32: the tour runs on a machine with nothing but the binary, and leaves nothing.

use std::fs;

use insta::assert_snapshot;
use mind_cli::Exit;

use crate::stage::Machine;

fn masked(text: &str) -> String {
    let name = format!("mind-tour-{}-", std::process::id());
    text.replace(&name, "mind-tour-")
}

#[test]
fn tour() {
    let machine = Machine::new();
    let ran = machine.mind(&["tour"]);
    assert_eq!(ran.exit, Exit::Done);
    assert_snapshot!(masked(&ran.shown_with_scores()));
    assert_eq!(fs::read_dir(machine.path("tmp")).unwrap().count(), 0);
}

#[test]
fn kept() {
    let machine = Machine::new();
    let ran = machine.mind(&["tour", "--keep"]);
    let last = masked(ran.output.lines().last().unwrap());
    assert_eq!(last, "Everything above is in ROOT/tmp/mind-tour-0.");
    assert_eq!(fs::read_dir(machine.path("tmp")).unwrap().count(), 1);
}
