//! Receipts between their written form and the noun of the core, both ways (O-50).

use mind_core::consolidate::plan::Origin;
use mind_core::consolidate::receipt::{Exchange, Receipt, ReceiptState, Run};
use mind_core::fact::{Extra, Fact};
use mind_core::port::Fingerprint;
use mind_core::scope::Tier;

use super::members::FactMembers;
use super::print::Printer;
use super::receipt_members::{ExchangeMembers, ReceiptMembers, ReceiptSeed, RunMembers};
use super::record::{Row, Shape, fact, segment, time, write_extra, write_fact};
use super::text::Text;
use super::walk::{Found, first};

const KEYS: [&str; 16] = [
    "id",
    "planId",
    "target",
    "persona",
    "project",
    "origin",
    "run",
    "state",
    "reason",
    "createdAt",
    "settledAt",
    "undoOf",
    "beforeFingerprint",
    "beforeSequence",
    "afterFingerprint",
    "operations",
];

impl Row for Receipt {
    fn read(text: &str, shape: Shape) -> Found<Self> {
        let seed = ReceiptSeed { owned: shape.tier().is_owned() };
        Found::of(first(text, seed), |members| receipt(members, shape.tier()))
    }

    fn write(&self, _: Shape, to: &mut Printer) {
        to.open(b'{');
        to.member("id", &self.id);
        nullable("planId", self.plan_id.as_deref(), to);
        to.member("target", self.target.as_str());
        to.member("persona", self.persona.as_str());
        nullable("project", self.project.as_deref(), to);
        to.member("origin", self.origin.as_str());
        write_run(self.run.as_ref(), to);
        to.member("state", self.state.as_str());
        nullable("reason", self.reason.as_deref(), to);
        to.member("createdAt", &self.created_at.to_string());
        nullable("settledAt", self.settled_at.map(|at| at.to_string()).as_deref(), to);
        nullable("undoOf", self.undo_of.as_deref(), to);
        to.member("beforeFingerprint", &self.before_fingerprint.to_string());
        to.member_raw("beforeSequence", &self.before_sequence.to_string());
        let after = self.after_fingerprint.map(|fingerprint| fingerprint.to_string());
        nullable("afterFingerprint", after.as_deref(), to);
        to.key("operations");
        to.open(b'[');
        for exchange in &self.operations {
            to.element();
            to.open(b'{');
            write_rows("before", &exchange.before, self.target, to);
            write_rows("after", &exchange.after, self.target, to);
            to.close(b'}');
        }
        to.close(b']');
        write_extra(&self.extra, &KEYS, to);
        to.close(b'}');
    }
}

fn write_run(run: Option<&Run>, to: &mut Printer) {
    let Some(run) = run else { return to.member_raw("run", "null") };
    to.key("run");
    to.open(b'{');
    to.member("id", &run.id);
    to.member("model", &run.model);
    to.member("thinking", &run.thinking);
    run.result_ref.as_ref().inspect(|reference| to.member("resultRef", reference));
    to.close(b'}');
}

fn write_rows(key: &str, rows: &[Fact], tier: Tier, to: &mut Printer) {
    to.key(key);
    to.open(b'[');
    for row in rows {
        to.element();
        to.open(b'{');
        write_fact(row, tier, to);
        to.close(b'}');
    }
    to.close(b']');
}

fn nullable(key: &str, text: Option<&str>, to: &mut Printer) {
    match text {
        Some(text) => to.member(key, text),
        None => to.member_raw(key, "null"),
    }
}

/// The members of a receipt of a tier, if they make one. One that says something else of its tier, or has a name of another form, is none.
fn receipt(members: ReceiptMembers<'_>, tier: Tier) -> Option<Receipt> {
    let named = |name: Text<'_>| name.0.parse::<Tier>().ok();
    let target = named(members.target?).filter(|target| *target == tier)?;
    let origin = members.origin?;
    let state = members.state?;
    let receipt = Receipt {
        id: members.id?.0.into_owned(),
        plan_id: owned(members.plan_id?),
        target,
        persona: segment(&members.persona?)?,
        project: owned(members.project?),
        origin: Origin::ALL.into_iter().find(|one| one.as_str() == origin.0)?,
        run: members.run?.map(run),
        state: ReceiptState::ALL.into_iter().find(|one| one.as_str() == state.0)?,
        reason: owned(members.reason?),
        created_at: time(members.created_at.as_ref()?)?,
        settled_at: inner(members.settled_at?.as_ref(), |text| time(text))?,
        undo_of: owned(members.undo_of?),
        before_fingerprint: Fingerprint::parse(&members.before_fingerprint?.0)?,
        before_sequence: members.before_sequence?,
        after_fingerprint: inner(members.after_fingerprint?.as_ref(), |text| {
            Fingerprint::parse(&text.0)
        })?,
        operations: members
            .operations?
            .into_iter()
            .map(|one| exchange(one, tier))
            .collect::<Option<_>>()?,
        extra: Extra::new(members.extra),
    };
    receipt.is_well_named().then_some(receipt)
}

fn run(members: RunMembers) -> Run {
    let RunMembers { id, model, thinking, result_ref } = members;
    Run { id, model, thinking, result_ref }
}

fn exchange(members: ExchangeMembers<'_>, tier: Tier) -> Option<Exchange> {
    let rows = |rows: Vec<FactMembers<'_>>| {
        rows.into_iter().map(|row| fact(row, tier)).collect::<Option<Vec<Fact>>>()
    };
    Some(Exchange { before: rows(members.before?)?, after: rows(members.after?)? })
}

fn owned(text: Option<Text<'_>>) -> Option<String> {
    text.map(|text| text.0.into_owned())
}

/// The outer `None` is a bad value, the inner one `null`.
#[expect(
    clippy::option_option,
    reason = "bad, absent and present are three cases, and `?` takes the first"
)]
fn inner<'a, 'b, T>(
    member: Option<&'a Text<'b>>,
    read: impl FnOnce(&'a Text<'b>) -> Option<T>,
) -> Option<Option<T>> {
    member.map_or(Some(None), |text| read(text).map(Some))
}
