//! The tool `backlog`: work put off (PI-72).

use mind_core::Mind;
use mind_core::backlog::{BACKLOG_NOTE_LIMIT, BACKLOG_TEXT_LIMIT, BacklogState};
use mind_core::error::Error;
use mind_core::fact::TAGS_LIMIT;
use mind_core::mind::{
    BACKLOG_LIMIT_DEFAULT, BacklogDraft, BacklogEntry, BacklogListing, BacklogMove, BacklogPage,
    Body, LIMIT_MAX,
};
use mind_core::port::{Clock, Store};
use mind_core::time::Timestamp;
use mind_mcp::parameter::{Parameter, Shape};
use mind_mcp::words;

use super::page::TEXT;
use super::{Reply, Task};
use crate::details::Details;
use crate::fault::Fault;
use crate::job::Job;
use crate::span::rounded_up;

const STATES: [&str; 4] = [
    BacklogState::Open.as_str(),
    BacklogState::Taken.as_str(),
    BacklogState::Done.as_str(),
    BacklogState::Dropped.as_str(),
];

const ID: Parameter = Parameter::required("id", Shape::Reference, "Id of the item");
const NOTE: Parameter =
    Parameter::optional("note", Shape::Text(BACKLOG_NOTE_LIMIT), "What became of it");

const ADD: [Parameter; 4] = [
    Parameter::required("text", Shape::Text(BACKLOG_TEXT_LIMIT), "What is to be done"),
    Parameter::optional("tags", Shape::Texts(TAGS_LIMIT), "Labels"),
    Parameter::optional(
        "dueInSeconds",
        Shape::Span { unit: "seconds", default: None },
        "Until it is due",
    ),
    Parameter::optional(
        "ttlHours",
        Shape::Span { unit: "hours", default: Some("48") },
        "Lifetime, at least until due",
    ),
];

const LIST: [Parameter; 4] = [
    Parameter::optional("state", Shape::Word(&STATES), "Default open and taken"),
    Parameter::optional("all", Shape::Flag, "Other personas' too"),
    Parameter::optional(
        "max",
        Shape::Count { max: Some(LIMIT_MAX), default: BACKLOG_LIMIT_DEFAULT },
        "Rows",
    ),
    Parameter::optional("offset", Shape::Count { max: None, default: 0 }, "Rows before"),
];

/// Every action with what it takes.
pub(super) const ACTIONS: [(&str, &[Parameter]); 5] =
    [("add", &ADD), ("list", &LIST), ("take", &[ID]), ("done", &[ID, NOTE]), ("drop", &[ID, NOTE])];

/// Asks the store.
pub(super) fn ask<S: Store, C: Clock>(
    task: &Task,
    job: &Job,
    mind: &Mind<S, C>,
    now: Timestamp,
) -> Result<Reply, Fault> {
    match task.action {
        "add" => add(task, job, mind),
        "list" => list(task, job, mind, now),
        _ => moved(task, job, mind),
    }
}

fn add<S: Store, C: Clock>(task: &Task, job: &Job, mind: &Mind<S, C>) -> Result<Reply, Fault> {
    let arguments = &task.arguments;
    let draft = BacklogDraft {
        text: arguments.text_or_empty("text").to_owned(),
        tags: arguments.owned_texts("tags"),
        due_seconds: arguments.number("dueInSeconds"),
        ttl_hours: arguments.number("ttlHours"),
    };
    let receipt = job.run(mind, |mind, scope| mind.backlog_add(scope, &draft))?;
    let details = Details::done("add")
        .with("id", receipt.id.as_str())
        .with("outcome", receipt.outcome.as_str())
        .summary("queued");
    Ok(Reply::done(words::added(&receipt), details))
}

fn list<S: Store, C: Clock>(
    task: &Task,
    job: &Job,
    mind: &Mind<S, C>,
    now: Timestamp,
) -> Result<Reply, Fault> {
    let arguments = &task.arguments;
    let listing = BacklogListing {
        state: arguments.text("state").map(str::parse).transpose()?,
        all: arguments.flag("all"),
        limit: arguments.count("max").unwrap_or(BACKLOG_LIMIT_DEFAULT).clamp(1, LIMIT_MAX),
        offset: arguments.count("offset").unwrap_or(0),
    };
    let page = job.run(mind, |mind, scope| mind.backlog_list(scope, &listing))?;
    Ok(listed(&page, listing.offset, now))
}

/// A page in words, with times as spans from now.
fn listed(page: &BacklogPage, offset: usize, now: Timestamp) -> Reply {
    let mut rows = page.items.len();
    let text = loop {
        let text = words_of(page, rows, offset, now);
        if text.len() <= TEXT || rows <= 1 {
            break text;
        }
        rows -= 1;
    };
    let ids: Vec<&str> = page.items.iter().take(rows).map(|item| item.id.as_str()).collect();
    let details = Details::done("list").with("total", page.total).with("ids", ids);
    Reply::done(text, details.summary(&format!("{rows} of {} item(s)", page.total)))
}

fn words_of(page: &BacklogPage, rows: usize, offset: usize, now: Timestamp) -> String {
    let mut lines = vec![format!("{rows} of {} item(s):", page.total)];
    lines.extend(page.items.iter().take(rows).map(|item| line(item, now)));
    let next = if rows < page.items.len() { Some(offset + rows) } else { page.next_offset };
    if let Some(next) = next {
        lines.push(format!("… +{} more; offset: {next}.", page.total.saturating_sub(next)));
    }
    if page.withheld > 0 {
        lines.push(format!("{} withheld as unsafe.", page.withheld));
    }
    lines.extend(words::warning_lines(&page.warnings));
    lines.join("\n")
}

/// One item, for example `- [bae405227410] (open) "…" · due in 5m`.
pub(crate) fn line(item: &BacklogEntry, now: Timestamp) -> String {
    let id = item.id.as_str();
    let due = item.due_at.map(|due| match due.millis() - now.millis() {
        left if left > 0 => format!(" · due in {}", rounded_up(left)),
        late => format!(" · due {} overdue", rounded_up(-late)),
    });
    let note = match &item.body {
        Body::Open { note: Some(note), .. } => format!(" · note: {}", words::quoted(note)),
        _ => String::new(),
    };
    let text = words::excerpt(id, &item.body);
    format!("- [{id}] ({}) {text}{}{note}", item.state, due.unwrap_or_default())
}

fn moved<S: Store, C: Clock>(task: &Task, job: &Job, mind: &Mind<S, C>) -> Result<Reply, Fault> {
    let note = task.arguments.owned("note");
    let to = match task.action {
        "take" => BacklogMove::Take,
        "done" => BacklogMove::Done { note },
        _ => BacklogMove::Drop { note },
    };
    let id = task.arguments.text_or_empty("id");
    let receipt: Result<_, Error> = job.run(mind, |mind, scope| mind.backlog_move(scope, id, &to));
    let receipt = receipt?;
    let details = Details::done(task.action)
        .with("id", receipt.id.as_str())
        .with("outcome", receipt.state.as_str())
        .summary(&format!("{} is {}", receipt.id, receipt.state));
    Ok(Reply::done(words::moved(&receipt), details))
}
