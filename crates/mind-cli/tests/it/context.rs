//! `mind context`.

use insta::assert_snapshot;

use crate::stage::{Machine, shown};

#[test]
fn context() {
    let mut machine = Machine::new();
    let empty = machine.mind(&["context"]);
    machine.id(&["remember", "-k", "objective", "Ship the importer this week"]);
    machine.id(&["remember", "-k", "convention", "Run the full checks before each commit"]);
    machine.id(&["remember", "-k", "gotcha", "The smoke test needs port 7101 free"]);
    machine.id(&["remember", "CI is red on main because of the runner image"]);
    machine.id(&["backlog", "add", "Look at the runner image again"]);
    assert_snapshot!(shown(&[
        empty,
        machine.mind(&["context"]),
        machine.mind(&["context", "--task", "why is ci red", "--manifest"]),
        machine.mind_with(b"why is ci red", &["context", "--task", "-", "--lean"]),
        machine.mind(&["context", "--json", "--budget", "200", "--task", "smoke"]),
        machine.mind(&["context", "--json", "--manifest", "--lean"]),
    ]));
    machine.directory = machine.path("ann");
    assert_snapshot!("context_at_home", machine.mind(&["context"]).shown());
}

#[test]
fn refused() {
    let machine = Machine::new();
    assert_snapshot!(shown(&[
        machine.mind(&["context", "--budget", "199"]),
        machine.mind(&["context", "--budget", "20001", "--json"]),
    ]));
}

/// S-2: the config file's budget counts where the call names none.
#[test]
fn budget_of_the_config_file() {
    let machine = Machine::new();
    machine.write("ann/.config/mind/config.toml", "[context]\nbudget_tokens = 300\n");
    let budget = |words: &[&str]| machine.mind(words).json()["budget"].as_u64().unwrap();
    assert_eq!(budget(&["context", "--manifest", "--json"]), 900);
    assert_eq!(budget(&["context", "--manifest", "--json", "--budget", "400"]), 1_200);
}
