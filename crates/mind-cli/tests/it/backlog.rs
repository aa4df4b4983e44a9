//! `mind backlog`.

use std::time::Duration;

use insta::assert_snapshot;

use crate::stage::{Machine, shown};

#[test]
fn add_and_list() {
    let machine = Machine::new();
    machine.id(&["backlog", "add", "--due", "30m", "look", "at", "the", "runner"]);
    assert_snapshot!(shown(&[
        machine.mind(&["backlog", "add", "-t", "smb", "revisit the SMB share"]),
        machine.mind(&["backlog", "add", "-t", "smb", "Revisit the SMB share", "--json"]),
        machine.mind(&["backlog", "add", "--persona", "ops", "--due", "3d", "rotate the logs"]),
        machine.mind(&["backlog", "list"]),
        machine.mind(&["backlog", "list", "--all", "-v"]),
        machine.mind(&["backlog", "list", "--json", "--limit", "1"]),
        machine.mind(&["backlog", "list", "--limit", "1", "--offset", "1"]),
    ]));
    machine.wait(Duration::from_hours(1));
    assert_snapshot!("overdue", machine.mind(&["backlog", "list"]).shown());
}

#[test]
fn moves() {
    let machine = Machine::new();
    let id = machine.id(&["backlog", "add", "revisit the SMB share"]);
    let other = machine.id(&["backlog", "add", "rotate the logs"]);
    assert_snapshot!(shown(&[
        machine.mind(&["backlog", "take", &id]),
        machine.mind(&["backlog", "take", &format!("backlog/{id}")]),
        machine.mind(&["backlog", "done", &id, "--note", "fixed in 4f2c1e", "--json"]),
        machine.mind(&["backlog", "drop", &other]),
        machine.mind(&["backlog", "list"]),
        machine.mind(&["backlog", "list", "--state", "done"]),
    ]));
}

#[test]
fn refused() {
    let mut machine = Machine::new();
    let id = machine.id(&["backlog", "add", "revisit the SMB share"]);
    machine.id(&["backlog", "done", &id]);
    let mut ran = vec![
        machine.mind(&["backlog", "add", "revisit the SMB share"]),
        machine.mind(&["backlog", "take", &id]),
        machine.mind(&["backlog", "take", "6d7b7855bcd3", "--json"]),
        machine.mind(&["backlog", "add", "--due", "2", "x"]),
        machine.mind(&["backlog", "add", "--ttl", "x", "x"]),
        machine.mind(&["backlog", "add", ""]),
        machine.mind(&["backlog", "list", "--state", "gone"]),
        machine.mind(&["backlog", "list", "--limit", "99"]),
        machine.mind(&["backlog"]),
    ];
    machine.directory = machine.path("ann");
    ran.push(machine.mind(&["backlog", "list"]));
    assert_snapshot!(shown(&ran));
}

/// C-7, F-19, B20: what a listing cuts off can be read, by the id it shows.
#[test]
fn whole() {
    let machine = Machine::new();
    let text = format!("{}END", "look at the runner, ".repeat(20));
    let id = machine.id(&["backlog", "add", "-t", "ci", "--due", "2h", &text]);
    machine.mind(&["backlog", "done", &id, "--note", "it was the proxy"]);
    let other = machine.mind(&["remember", "a fact"]);
    assert_eq!(other.exit, mind_cli::Exit::Done);
    let bare = machine.mind(&["read", &id]);
    assert!(bare.output.ends_with(&format!("\n\n{text}\n")), "{}", bare.output);
    assert_snapshot!(shown(&[
        bare,
        machine.mind(&["read", &format!("backlog/{id}"), "--json"]),
        machine.mind(&["read", "backlog/0123456789ab"]),
        machine.mind(&["read", "0123456789ab"]),
        machine.mind(&["read", &format!("project/{id}")]),
    ]));
}
