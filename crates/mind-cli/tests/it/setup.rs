//! S-30: connecting hosts changes our entries and nothing else.

use std::fs;
use std::path::PathBuf;

use insta::assert_snapshot;
use mind_cli::Exit;
use rstest::rstest;

use crate::stage::{Machine, shown, tree};

const PI: &str = "ann/.pi/agent/settings.json";
const PI_SERVERS: &str = "ann/.pi/agent/mcp.json";
const CLAUDE: &str = "ann/.claude.json";
const CLAUDE_SETTINGS: &str = "ann/.claude/settings.json";
const CODEX: &str = "ann/.codex/config.toml";
const CODEX_HOOKS: &str = "ann/.codex/hooks.json";
const CURSOR: &str = "ann/.cursor/mcp.json";
const CURSOR_HOOKS: &str = "ann/.cursor/hooks.json";
const GEMINI: &str = "ann/.gemini/settings.json";
const VSCODE: &str = "ann/.config/Code/User/mcp.json";
const WINDSURF: &str = "ann/.codeium/windsurf/mcp_config.json";

/// A host's file as a person left it.
#[derive(Clone, Copy, Debug)]
enum Form {
    AsIs,
    CarriageReturns,
    Marked,
    NoLastEnd,
}

impl Form {
    fn of(self, text: &str) -> String {
        match self {
            Self::AsIs => text.to_owned(),
            Self::CarriageReturns => text.replace('\n', "\r\n"),
            Self::Marked => format!("\u{feff}{text}"),
            Self::NoLastEnd => text.trim_end().to_owned(),
        }
    }
}

/// The bytes of a file; nothing when it is not there.
fn bytes(machine: &Machine, inner: &str) -> Option<String> {
    fs::read(machine.path(inner)).ok().map(|bytes| String::from_utf8(bytes).unwrap())
}

/// Takes pieces out of a text that are not in another, and gives what is left: the other, when the text only has more.
fn is_only_more(text: &str, than: &str) -> bool {
    let mut rest = text.chars();
    than.chars().all(|wanted| rest.any(|c| c == wanted))
}

#[rstest]
#[case::pi("pi", PI, include_str!("hosts/pi-settings.json"))]
#[case::claude_servers("claude-code", CLAUDE, include_str!("hosts/claude.json"))]
#[case::claude_hooks("claude-code", CLAUDE_SETTINGS, include_str!("hosts/claude-settings.json"))]
#[case::codex("codex", CODEX, include_str!("hosts/codex.toml"))]
#[case::codex_odd("codex", CODEX, include_str!("hosts/codex-odd.toml"))]
#[case::codex_hooks("codex", CODEX_HOOKS, include_str!("hosts/codex-hooks.json"))]
#[case::cursor("cursor", CURSOR, include_str!("hosts/cursor-mcp.json"))]
#[case::cursor_hooks("cursor", CURSOR_HOOKS, include_str!("hosts/cursor-hooks.json"))]
#[case::gemini("gemini", GEMINI, include_str!("hosts/gemini.json"))]
#[case::vscode("vscode", VSCODE, include_str!("hosts/vscode-mcp.json"))]
#[case::windsurf("windsurf", WINDSURF, include_str!("hosts/windsurf.json"))]
#[case::empty("cursor", CURSOR, "")]
#[case::blank("cursor", CURSOR, "\n\n")]
#[case::bare("cursor", CURSOR, "{}")]
#[case::spaced("cursor", CURSOR, "{ }\n")]
#[case::open("cursor", CURSOR, "{\n}\n")]
#[case::only_a_comment("cursor", CURSOR, "// mine\n")]
#[case::one_line("cursor", CURSOR, "{\"a\":1,\"mcpServers\":{},\"b\":[]}")]
#[case::one_line_trailing(
    "cursor",
    CURSOR,
    "{\"mcpServers\":{\"a\":{\"url\":\"x\"}, /* b */ },}\n"
)]
#[case::one_line_gemini("gemini", GEMINI, "{\"hooks\":{\"SessionStart\":[{\"hooks\":[]}]}}")]
#[case::empty_toml("codex", CODEX, "")]
#[case::only_a_comment_toml("codex", CODEX, "# mine")]
fn only_ours_comes_and_goes(
    #[case] host: &str,
    #[case] file: &str,
    #[case] fixture: &str,
    #[values(Form::AsIs, Form::CarriageReturns, Form::Marked, Form::NoLastEnd)] form: Form,
) {
    let machine = Machine::new();
    let original = form.of(fixture);
    machine.write(file, &original);
    let before = tree(&machine.path("ann"));
    let ran = machine.mind(&["setup", host, "--yes"]);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    let connected = bytes(&machine, file).unwrap();
    assert_ne!(connected, original);
    assert!(is_only_more(&connected, original.trim_end()), "{connected}");
    if matches!(form, Form::CarriageReturns) && original.contains('\n') {
        assert_eq!(connected.matches('\n').count(), connected.matches("\r\n").count());
    }
    assert_eq!(bytes(&machine, &format!("{file}.before-mind")).unwrap(), original);

    let whole = tree(&machine.path("ann"));
    let again = machine.mind(&["setup", host, "--yes"]);
    assert_eq!((again.exit, again.output.as_str()), (Exit::Done, ""));
    assert_eq!(tree(&machine.path("ann")), whole, "the second time changes nothing");

    let removed = machine.mind(&["setup", host, "--remove", "--yes"]);
    assert_eq!(removed.exit, Exit::Done, "{removed:?}");
    let files = |tree: Vec<(PathBuf, Vec<u8>)>| {
        tree.into_iter().filter(|(path, _)| path.is_file()).collect::<Vec<_>>()
    };
    assert_eq!(files(tree(&machine.path("ann"))), files(before), "everything is as it was");
}

/// PI-1, PI-4: the extension is put where Pi finds it, whole; a server that an earlier version registered goes, because two sets of tools would be one too many.
#[test]
fn pi_gets_the_extension() {
    let machine = Machine::new();
    let server = "{\"mcpServers\":{\"mind\":{\"command\":\"/opt/mind\",\"args\":[\"mcp\"],\"exposure\":\"direct\"},\"docs\":{\"url\":\"x\"}}}";
    machine.write(PI_SERVERS, server);
    machine.write("bin/mind", "");
    let ran = machine.mind(&["setup", "pi", "--yes"]);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    for (path, text) in mind_pi_adapter::EXTENSION {
        let installed = bytes(&machine, &format!("ann/.pi/agent/extensions/mind/{path}"));
        assert_eq!(installed.as_deref(), Some(text), "{path}");
    }
    assert_eq!(
        bytes(&machine, PI_SERVERS).as_deref(),
        Some("{\"mcpServers\":{\"docs\":{\"url\":\"x\"}}}")
    );
    assert!(bytes(&machine, PI).unwrap().contains("\"binary\""));
    machine.write("ann/.pi/agent/extensions/mind/src/bus.ts", "// somebody's own\n");
    let doctor = machine.mind(&["doctor"]).output;
    assert!(doctor.contains("Pi is connected in part"), "{doctor}");
    let ran = machine.mind(&["setup", "pi", "--yes"]);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    let doctor = machine.mind(&["doctor"]).output;
    assert!(doctor.contains("Pi is connected") && !doctor.contains("in part"), "{doctor}");
    let ran = machine.mind(&["setup", "pi", "--remove", "--yes"]);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    let left = tree(&machine.path("ann/.pi/agent/extensions"));
    let left: Vec<_> = left.iter().filter(|(path, _)| path.is_file()).collect();
    assert!(left.len() == 1 && left[0].0.ends_with("src/bus.ts.before-mind"), "{left:?}");
}

/// Another extension of this name is a stranger's: it is not written over and not removed.
#[test]
fn an_extension_of_the_same_name() {
    let machine = Machine::new();
    machine.write("ann/.pi/agent/extensions/mind/index.ts", "export default () => {};\n");
    let before = tree(&machine.path("ann"));
    let refused = machine.mind(&["setup", "pi", "--yes"]);
    assert_eq!(refused.exit, Exit::Refused, "{refused:?}");
    assert!(refused.errors.contains("host.name_taken"), "{refused:?}");
    let removed = machine.mind(&["setup", "pi", "--remove", "--yes"]);
    assert_eq!(removed.exit, Exit::Done, "{removed:?}");
    assert_eq!(tree(&machine.path("ann")), before);
}

/// What each host reads afterwards.
#[test]
fn every_host() {
    let machine = Machine::new();
    let mut shown = String::new();
    for host in ["pi", "claude-code", "codex", "cursor", "gemini", "vscode", "windsurf"] {
        shown.push_str(&machine.mind(&["setup", host, "--dry-run"]).shown());
    }
    assert_snapshot!(shown);
}

/// The person's own changes stay, and only our entries go.
#[test]
fn removal_after_other_changes() {
    let machine = Machine::new();
    machine.write(CODEX, include_str!("hosts/codex.toml"));
    machine.write(GEMINI, include_str!("hosts/gemini.json"));
    machine.write(CURSOR, "{}\n");
    machine.mind(&["setup", "codex", "gemini", "cursor", "--yes"]);
    let change = |file: &str, from: &str, to: &str| {
        let text = bytes(&machine, file).unwrap();
        assert!(text.contains(from), "{text}");
        machine.write(file, text.replace(from, to));
    };
    change(CODEX, "gpt-5", "gpt-6");
    change(
        CODEX,
        "args = [\"mcp\"]\n",
        "args = [\"mcp\"]\nenv = { A = \"b\" } # why\n\n[tui]\nx = 1\n",
    );
    change(GEMINI, "true", "false");
    change(CURSOR, "{\n  \"mcpServers\"", "{\n  \"b\": 1, // mine\n  \"mcpServers\"");
    change(CURSOR_HOOKS, "\"version\": 1,", "\"version\": 1, // one\n");
    let ran = machine.mind(&["setup", "--remove", "--yes"]);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    let codex = include_str!("hosts/codex.toml").replace("gpt-5", "gpt-6");
    assert_eq!(bytes(&machine, CODEX).unwrap(), format!("{codex}\n[tui]\nx = 1\n"));
    let gemini = include_str!("hosts/gemini.json").replace("true", "false");
    assert_eq!(bytes(&machine, GEMINI).unwrap(), gemini);
    assert_eq!(bytes(&machine, CURSOR).unwrap(), "{\n  \"b\": 1 // mine\n}\n");
    assert_eq!(bytes(&machine, CURSOR_HOOKS).unwrap(), "{\n  \"version\": 1 // one\n\n}\n");
    assert_eq!(bytes(&machine, CODEX_HOOKS), None, "nobody else was ever in it");
    let copy = |ending: &str| bytes(&machine, &format!("{CODEX}.{ending}")).unwrap();
    assert_eq!(copy("before-mind"), include_str!("hosts/codex.toml"));
    assert!(copy("with-mind").contains("env = { A = \"b\" } # why"));
}

/// What a person added to our entries stays when the program moves.
#[test]
fn a_moved_program() {
    let machine = Machine::new();
    let servers = "{\"mcpServers\": {\"mind\": {\"command\": \"/old/mind\", \"args\": [\"mcp\", \"--profile\", \"read\"], \"env\": {}}}}";
    machine.write(CLAUDE, servers);
    let hooks = "{\"hooks\":{\"SessionStart\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"'/old place/mind' hook claude-code session-start --deadline-ms 300\"}]}]}}";
    machine.write(CLAUDE_SETTINGS, hooks);
    let toml = "[mcp_servers.mind] # mine\r\ncommand = '/old/mind' # here\r\nargs = ['mcp', '--profile', 'read']\r\n";
    machine.write(CODEX, toml);
    let ran = machine.mind(&["setup", "claude-code", "codex", "--yes"]);
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    let program = machine.path("bin/mind").display().to_string();
    let moved = |text: &str, from: &str, to: &str| text.replace(from, to);
    assert_eq!(bytes(&machine, CLAUDE).unwrap(), moved(servers, "/old/mind", &program));
    let toml = moved(toml, "'/old/mind'", &format!("\"{program}\""));
    assert_eq!(bytes(&machine, CODEX).unwrap(), toml);
    let hooks = bytes(&machine, CLAUDE_SETTINGS).unwrap();
    assert!(
        hooks.contains(&format!("\"{program} hook claude-code session-start --deadline-ms 300\""))
    );
    assert!(hooks.contains("claude-code prompt-submit"), "{hooks}");
    machine.mind(&["setup", "claude-code", "codex", "--remove", "--yes"]);
    for file in [CLAUDE, CLAUDE_SETTINGS, CODEX] {
        assert_eq!(bytes(&machine, file).unwrap().matches("mind").count(), 0);
    }
}

/// However a person writes the entry, it is the entry.
#[rstest]
#[case::inline(
    "[mcp_servers]\nmind = { command = \"PROGRAM\", args = [\"mcp\"] } # x\nb.url = \"\"\n",
    "[mcp_servers]\nb.url = \"\"\n"
)]
#[case::dotted(
    "mcp_servers.mind.command = \"PROGRAM\"\nmcp_servers.mind.args = [\n \"mcp\",\n]\na = 1",
    "a = 1"
)]
#[case::with_tables(
    "a = 1\n[mcp_servers.mind]\ncommand = \"PROGRAM\"\nargs = [\"mcp\"]\n\n[mcp_servers.mind.tools.forget]\nx = 1\n# y\n[b]\n",
    "a = 1\n\n# y\n[b]\n"
)]
fn entries_of_a_person(#[case] text: &str, #[case] left: &str) {
    let machine = Machine::new();
    let program = machine.path("bin/mind").display().to_string();
    machine.write(CODEX, text.replace("PROGRAM", &program));
    machine.mind(&["setup", "codex", "--yes"]);
    assert_eq!(bytes(&machine, CODEX).unwrap(), text.replace("PROGRAM", &program));
    machine.mind(&["setup", "codex", "--remove", "--yes"]);
    assert_eq!(bytes(&machine, CODEX).unwrap(), left);
}

/// The path in `PATH` that leads to the program stays when the program moves with its next version.
#[cfg(unix)]
#[test]
fn the_program_on_the_path() {
    let mut machine = Machine::new();
    machine.write("bin/mind", "");
    fs::create_dir(machine.path("links")).unwrap();
    std::os::unix::fs::symlink(machine.path("bin/mind"), machine.path("links/mind")).unwrap();
    let path = format!("relative:{}", machine.path("links").display());
    machine.set("PATH", path);
    let ran = machine.mind(&["setup", "windsurf", "--dry-run"]);
    assert!(ran.output.contains("\"ROOT/links/mind\""), "{}", ran.output);
}

/// A link to a file elsewhere stays a link, as those who keep such files in a repository want it.
#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let machine = Machine::new();
    let original = include_str!("hosts/codex.toml");
    machine.write("ann/dotfiles/codex.toml", original);
    fs::create_dir(machine.path("ann/.codex")).unwrap();
    std::os::unix::fs::symlink("../dotfiles/codex.toml", machine.path(CODEX)).unwrap();
    machine.mind(&["setup", "codex", "--yes"]);
    let is_link = || machine.path(CODEX).symlink_metadata().unwrap().is_symlink();
    assert!(is_link() && bytes(&machine, "ann/dotfiles/codex.toml").unwrap().contains(".mind]"));
    assert_eq!(bytes(&machine, &format!("{CODEX}.before-mind")).unwrap(), original);
    machine.mind(&["setup", "codex", "--remove", "--yes"]);
    assert!(is_link());
    assert_eq!(bytes(&machine, "ann/dotfiles/codex.toml").unwrap(), original);
    assert_eq!(fs::read_dir(machine.path("ann/dotfiles")).unwrap().count(), 1);
}

/// The mode of a file that holds tokens is that of what takes its place, and of the copy.
#[cfg(unix)]
#[test]
fn modes_are_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let machine = Machine::new();
    let path = machine.write(CLAUDE, "{}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    machine.mind(&["setup", "claude-code", "--yes"]);
    let mode = |inner: &str| machine.path(inner).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(CLAUDE), mode(&format!("{CLAUDE}.before-mind"))), (0o640, 0o640));
}

/// S-30: what cannot be used is refused by name, and no file of any host is written.
#[rstest]
#[case::not_json(CURSOR, b"{\n  \"a\": 1\n  \"b\": 2\n}", "host.config_invalid")]
#[case::json5(CURSOR, b"{a: 'b'}", "host.config_invalid")]
#[case::cut_off(CURSOR, b"{\"mcpServers\": {", "host.config_invalid")]
#[case::two_documents(CURSOR, b"{}\n{}", "host.config_invalid")]
#[case::not_toml(CODEX, b"a = 1\nb = = 2\n", "host.config_invalid")]
#[case::not_utf8(CURSOR, b"{\"a\": \"\xff\"}", "host.config_not_utf8")]
#[case::utf16(CURSOR, b"\xff\xfe{\x00}\x00", "host.config_not_utf8")]
#[case::a_list(CURSOR, b"[]", "host.config_shape")]
#[case::servers_are_a_list(CURSOR, b"{\"mcpServers\": []}", "host.config_shape")]
#[case::servers_twice(CURSOR, b"{\"mcpServers\": {}, \"mcpServers\": {}}", "host.config_shape")]
#[case::mind_twice(CURSOR, b"{\"mcpServers\": {\"mind\": 1, \"mind\": 2}}", "host.config_shape")]
#[case::hooks_are_a_text(CURSOR_HOOKS, b"{\"hooks\": \"none\"}", "host.config_shape")]
#[case::an_event_is_a_table(
    CURSOR_HOOKS,
    b"{\"hooks\": {\"sessionStart\": {}}}",
    "host.config_shape"
)]
#[case::servers_inline(CODEX, b"mcp_servers = { }\n", "host.config_shape")]
#[case::servers_are_a_number(CODEX, b"mcp_servers = 3\n", "host.config_shape")]
#[case::another_mind(CURSOR, b"{\"mcpServers\": {\"mind\": {\"url\": \"x\"}}}", "host.name_taken")]
#[case::another_mind_in_toml(CODEX, b"[mcp_servers.mind]\nurl = 'x'\n", "host.name_taken")]
fn refused_files(#[case] file: &str, #[case] content: &[u8], #[case] code: &str) {
    let machine = Machine::new();
    machine.write(PI, "{}");
    machine.write(WINDSURF, "{}");
    machine.write(file, content);
    let before = tree(&machine.path("ann"));
    let ran = machine.mind(&["setup", "--yes", "--json"]);
    assert_eq!((ran.exit, &ran.json()["code"]), (Exit::Refused, &code.into()), "{ran:?}");
    assert_eq!(ran.json()["detail"]["path"], format!("ROOT/{file}"));
    assert_eq!(tree(&machine.path("ann")), before);
    let ran = machine.mind(&["setup", "--remove", "--yes", "--json"]);
    assert!(ran.exit == Exit::Done || ran.json()["code"] == code, "{ran:?}");
    assert_eq!(tree(&machine.path("ann")), before);
}

/// B26: what is no file is not opened, followed or replaced.
#[cfg(unix)]
#[rstest]
#[case::a_circle("circle", "host.config_unsafe")]
#[case::leads_nowhere("nowhere", "host.config_unsafe")]
#[case::a_directory("directory", "host.config_unsafe")]
#[case::a_device("device", "host.config_unsafe")]
#[case::too_large("large", "host.config_too_large")]
#[case::read_only("read-only", "host.config_unwritable")]
#[case::below_a_file("below", "host.config_unwritable")]
fn refused_places(#[case] what: &str, #[case] code: &str) {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let machine = Machine::new();
    let path = machine.path(CURSOR);
    let directory = path.parent().unwrap();
    if what == "below" {
        machine.write("ann/.cursor", "not a directory");
    } else {
        fs::create_dir(directory).unwrap();
    }
    match what {
        "circle" => symlink("mcp.json", &path).unwrap(),
        "nowhere" => symlink("gone.json", &path).unwrap(),
        "directory" => fs::create_dir(&path).unwrap(),
        "device" => symlink("/dev/zero", &path).unwrap(),
        "large" => fs::File::create(&path).unwrap().set_len((32 << 20) + 1).unwrap(),
        "read-only" => {
            fs::write(&path, "{}").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        }
        _ => {}
    }
    let ran = machine.mind(&["setup", "cursor", "--yes", "--json"]);
    assert_eq!((ran.exit, &ran.json()["code"]), (Exit::Refused, &code.into()), "{ran:?}");
    assert!(!machine.path("ann/.cursor/hooks.json").exists());
}

/// S-30: nothing is written without a yes; what is shown is what would be.
#[test]
fn consent() {
    let mut machine = Machine::new();
    machine.write(WINDSURF, include_str!("hosts/windsurf.json"));
    let before = tree(&machine.path("ann"));
    let mut ran = vec![
        machine.mind(&["setup"]),
        machine.mind(&["setup", "--json"]),
        machine.mind(&["setup", "--dry-run", "--json"]),
        machine.mind(&["setup", "--remove"]),
    ];
    machine.at_terminal = true;
    for answer in [&b"n\n"[..], b"\n", b"", b"yess\n"] {
        let refused = machine.mind_with(answer, &["setup"]);
        assert_eq!(refused.exit, Exit::Refused, "{refused:?}");
    }
    assert_eq!(tree(&machine.path("ann")), before);
    ran.push(machine.mind_with(b"Y\n", &["setup"]));
    ran.push(machine.mind(&["setup", "--yes"]));
    ran.push(machine.mind(&["setup", "--remove", "--yes"]));
    assert_snapshot!(shown(&ran));
}

#[test]
fn refused() {
    let machine = Machine::new();
    machine.write(PI, "{\n  \"mcpServers\": {},\n  nonsense\n}");
    let bare = Machine::new();
    assert_snapshot!(shown(&[
        bare.mind(&["setup"]),
        bare.mind(&["setup", "emacs"]),
        bare.mind(&["setup", "--yes", "--dry-run"]),
        machine.mind(&["setup", "--yes"]),
        machine.mind(&["setup", "--yes", "--json"]),
    ]));
}

#[test]
fn as_json() {
    let machine = Machine::new();
    machine.write(WINDSURF, include_str!("hosts/windsurf.json"));
    assert_snapshot!(shown(&[
        machine.mind(&["setup", "windsurf", "vscode", "--yes", "--json"]),
        machine.mind(&["setup", "--yes", "--json"]),
        machine.mind(&["setup", "--remove", "--yes", "--json"]),
    ]));
}

/// Where a variable moves a host's files, they are found there.
#[test]
fn moved_directories() {
    let mut machine = Machine::new();
    for (variable, directory) in [
        ("PI_CODING_AGENT_DIR", "pi"),
        ("CLAUDE_CONFIG_DIR", "claude"),
        ("CODEX_HOME", "codex"),
        ("GEMINI_CLI_HOME", "gemini"),
        ("XDG_CONFIG_HOME", "config"),
    ] {
        machine.set(variable, machine.path(directory));
    }
    let hosts = ["setup", "pi", "claude-code", "codex", "gemini", "vscode", "--dry-run", "--json"];
    let ran = machine.mind(&hosts).json();
    let paths = ran["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap());
    let (ours, paths): (Vec<&str>, Vec<&str>) =
        paths.partition(|path| path.starts_with("ROOT/pi/extensions/mind/"));
    assert_eq!(ours.len(), mind_pi_adapter::EXTENSION.len());
    let expected = [
        "ROOT/pi/settings.json",
        "ROOT/pi/mcp.json",
        "ROOT/claude/.claude.json",
        "ROOT/claude/settings.json",
        "ROOT/codex/config.toml",
        "ROOT/codex/hooks.json",
        "ROOT/gemini/.gemini/settings.json",
        "ROOT/config/Code/User/mcp.json",
    ];
    assert_eq!(paths, expected);
}
