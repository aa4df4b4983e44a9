//! `mind optimize stage`.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use mind_core::consolidate::plan::{Operation, Origin, PlanOwner, Staging};
use mind_core::consolidate::text;
use mind_protocol::optimize::Plan;
use serde_json::Value;

use super::{contents, path_of, place, say};
use crate::arguments::{OptimizeStage, Target};
use crate::command::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::show;
use crate::streams::Streams;
use crate::surroundings::Surroundings;
use crate::wire;

pub(super) fn run(
    wanted: &OptimizeStage,
    session: &Session<'_>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let asked = Asked::read(&contents(&wanted.ops, surroundings, streams)?)?;
    let target = wanted.target.target.clone().or(asked.target);
    let place = place(&Target { target }, session)?;
    let plan = session.mind.stage(&Staging {
        place: &place,
        scope: &session.scope,
        owner: PlanOwner::of(&session.scope),
        origin: Origin::Manual,
        fingerprint: wanted.fingerprint.as_deref().or(asked.fingerprint.as_deref()),
        operations: &asked.operations,
    })?;
    let (shown, words) = (wire::plan(&plan), text::staged(&plan));
    let Some(path) = &wanted.plan else {
        // The plan is the answer, in the very form `apply` reads.
        show::json(&shown, streams)?;
        writeln!(streams.errors, "{words}")?;
        return Ok(Exit::Done);
    };
    write_new(&path_of(path, surroundings), &shown)?;
    if session.common.json {
        return accept(shown, streams);
    }
    say(&format!("{words}\n{}", text::preview(&plan)), &[], streams)?;
    Ok(Exit::Done)
}

/// What a file of operations asks for.
struct Asked {
    target: Option<String>,
    fingerprint: Option<String>,
    operations: Vec<Operation>,
}

impl Asked {
    /// A list of operations, or an object that has one (O-30).
    fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let expected = "a list of operations, in JSON";
        let prose = wire::OperationFault::Type { field: "operations", expected };
        let value: Value = serde_json::from_slice(bytes).map_err(|_| prose)?;
        let Value::Object(members) = value else {
            let operations = wire::operations(&value)?;
            return Ok(Self { target: None, fingerprint: None, operations });
        };
        let known =
            |name: &&String| ["target", "fingerprint", "operations"].contains(&name.as_str());
        if let Some(name) = members.keys().find(|name| !known(name)) {
            let field = Some(name.clone()).filter(|name| show::plain(name) == *name);
            return Err(wire::OperationFault::Unknown { field }.into());
        }
        let text = |field: &'static str| match members.get(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(Fault::FieldType { field, expected: "a text" }),
        };
        let operations = members.get("operations");
        let missing = wire::OperationFault::Missing { field: "operations" };
        let operations = wire::operations(operations.ok_or(missing)?)?;
        Ok(Self { target: text("target")?, fingerprint: text("fingerprint")?, operations })
    }
}

/// Writes a plan where nothing is, for its owner's eyes alone.
fn write_new(path: &Path, plan: &Plan) -> Result<(), Fault> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let failed = |error: &std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Fault::Exists { path: path.to_owned() },
        _ => Fault::of_file(path, error),
    };
    let mut file = options.open(path).map_err(|error| failed(&error))?;
    let mut bytes = serde_json::to_vec(plan).map_err(std::io::Error::from)?;
    bytes.push(b'\n');
    file.write_all(&bytes).and_then(|()| file.sync_all()).map_err(|error| failed(&error))
}
