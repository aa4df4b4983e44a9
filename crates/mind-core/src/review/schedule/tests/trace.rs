//! A machine that is fed events; what it wants and what it became, in words.

use std::collections::VecDeque;

use super::*;
use crate::review::digest::WindowDigest;
use crate::review::prepare::Skip;
use crate::review::window::Census;

pub(super) struct Trace {
    pub(super) review: Review,
    runs: usize,
    nothing: VecDeque<NoWindow>,
}

pub(super) fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis).unwrap()
}

/// `r1`, `r2`, as ids.
pub(super) fn run(name: &str) -> RunId {
    let number: u32 = name.trim_start_matches('r').parse().unwrap();
    RunId::parse(&format!("mind-review-project-{number:08x}")).unwrap()
}

fn name(run: &RunId) -> String {
    let digits = run.as_str().rsplit('-').next().unwrap();
    format!("r{}", u32::from_str_radix(digits, 16).unwrap())
}

pub(super) fn digest(number: usize) -> WindowDigest {
    WindowDigest::parse(&format!("sha256:{number:064x}")).unwrap()
}

pub(super) fn model() -> Model {
    let [provider, id, thinking] = ["acme", "large-1", "off"].map(str::to_owned);
    Model { provider, id, thinking }
}

pub(super) fn persona() -> Segment {
    Segment::stored("dev").unwrap()
}

pub(super) fn settled(input: u64) -> Event {
    Event::Settled { input, idle: true, pending: false }
}

pub(super) const fn timer() -> Event {
    Event::Timer
}

pub(super) fn worker(name: &str, verdict: Verdict) -> Event {
    Event::Worker(run(name), WorkerEnd::Judged { verdict, result_ref: None })
}

pub(super) fn accepted(cards: usize) -> Verdict {
    Verdict::Accepted { digest: digest(999), sources: 2, replacements: 1, cards }
}

pub(super) fn card(name: &str, written: bool) -> Event {
    Event::Card { run: run(name), written }
}

pub(super) fn applied(name: &str) -> Event {
    Event::Applied(run(name), ApplyEnd::Applied { receipt: "opt-1".to_owned() })
}

pub(super) fn started(name: &str, target: Tier, millis: i64) -> ReviewRecord {
    ReviewRecord::Started {
        run: run(name),
        target,
        origin: Origin::Auto,
        at: at(millis),
        persona: persona(),
        project: Some("demo".to_owned()),
        digest: digest(1),
    }
}

pub(super) fn ended(name: &str, outcome: Outcome, code: Option<&str>) -> ReviewRecord {
    ReviewRecord::Settled {
        run: run(name),
        at: at(2_000),
        outcome,
        code: code.map(str::to_owned),
        receipt: None,
        digests: Vec::new(),
    }
}

pub(super) fn activation(enabled: bool, records: Vec<ReviewRecord>) -> Event {
    let project = Some("demo".to_owned());
    Event::Activate(Activation { enabled, persona: persona(), project, records })
}

impl Trace {
    pub(super) fn new() -> Self {
        let mut trace = Self { review: Review::default(), runs: 0, nothing: VecDeque::new() };
        trace.on(0, activation(true, Vec::new()), &[], "Idle first");
        trace
    }

    pub(super) fn activate(&mut self, now: i64, records: Vec<ReviewRecord>, state: &str) {
        self.on(now, activation(true, records), &[], state);
    }

    /// The next look for a window finds none.
    pub(super) fn finds_nothing(&mut self, why: NoWindow) {
        self.nothing.push_back(why);
    }

    /// Feeds an event, and what the engine would answer at once; compares all effects and the whole state.
    #[track_caller]
    pub(super) fn on(&mut self, now: i64, event: Event, effects: &[&str], state: &str) {
        let told = self.feed(now, event);
        assert_eq!(told, effects, "the effects");
        assert_eq!(self.state(), state, "the state");
    }

    pub(super) fn feed(&mut self, now: i64, event: Event) -> Vec<String> {
        let mut told = Vec::new();
        for effect in self.review.feed(event, at(now)) {
            if let Effect::Prepare { target, .. } = effect {
                let found = self.find();
                told.extend(self.feed(now, Event::Prepared(target, found)));
            } else {
                told.push(tell(&effect));
            }
        }
        told
    }

    fn find(&mut self) -> Preparation {
        let after = Progress { page: 0, start: 11 };
        if let Some(reason) = self.nothing.pop_front() {
            let census = Census::default();
            return Preparation::Skipped(Skip { reason, code: None, census, after });
        }
        self.runs += 1;
        let run = run(&format!("r{}", self.runs));
        let digest = digest(self.runs);
        Preparation::Window { run, digest, records: 12, after, model: model() }
    }

    /// Everything but what a test looks at by itself: progress and digests.
    pub(super) fn state(&self) -> String {
        let review = &self.review;
        let mut told = vec![format!("{:?}", review.phase)];
        told.extend(review.run.as_ref().map(|run| name(&run.id)));
        told.extend((review.phase != Phase::Closed && !review.enabled).then(|| "off".to_owned()));
        let list = |word: &str, tiers: &[Tier]| {
            (!tiers.is_empty()).then(|| format!("{word} {}", letters(tiers)))
        };
        told.extend(list("dirty", &review.dirty));
        told.extend(review.first.then(|| "first".to_owned()));
        told.extend((review.tokens > 0).then(|| format!("tokens {}", review.tokens)));
        told.extend(review.last.map(|last| format!("last {}", last.millis())));
        told.extend(review.retry.map(|tier| format!("retry {}", letter(tier))));
        told.extend(list("batch", &review.batch));
        told.extend(review.launching.map(|(tier, _)| format!("launching {}", letter(tier))));
        told.join(" ")
    }
}

const fn letter(tier: Tier) -> &'static str {
    match tier {
        Tier::Project => "P",
        Tier::ProjectLong => "L",
        Tier::Persona => "E",
        _ => "?",
    }
}

fn letters(tiers: &[Tier]) -> String {
    tiers.iter().map(|tier| letter(*tier)).collect::<Vec<_>>().join(" ")
}

fn tell(effect: &Effect) -> String {
    match effect {
        Effect::Accepted(targets) => format!("accepted {}", letters(targets)),
        Effect::Refused(error) => format!("refused {}", error.code()),
        Effect::Prepare { target, .. } => format!("prepare {}", letter(*target)),
        Effect::Record(ReviewRecord::Started { run, target, origin, .. }) => {
            format!("started {} {} {}", name(run), letter(*target), origin.as_str())
        }
        Effect::Record(ReviewRecord::Settled { run, outcome, code, .. }) => {
            let code = code.as_deref().unwrap_or("-");
            format!("settled {} {} {code}", name(run), outcome.as_str())
        }
        Effect::RunWorker(run) => format!("run {}", name(run)),
        Effect::CancelWorker(run) => format!("cancel worker {}", name(run)),
        Effect::ArmTimer(millis) => format!("arm {millis}"),
        Effect::CancelTimer => "cancel timer".to_owned(),
        Effect::Propose(run) => format!("propose {}", name(run)),
        Effect::Apply(run) => format!("apply {}", name(run)),
        Effect::Card(card) => tell_card(card),
    }
}

fn tell_card(card: &ResultCard) -> String {
    let mut told = format!("card {} {}", card.target.map_or("-", letter), card.outcome.as_str());
    if let Some(batch) = &card.batch {
        let done: Vec<String> = batch
            .done
            .iter()
            .map(|(tier, outcome)| format!("{} {}", letter(*tier), outcome.as_str()))
            .collect();
        if !done.is_empty() {
            told += "; done ";
            told += &done.join(", ");
        }
        if !batch.not_examined.is_empty() {
            told += "; not examined ";
            told += &letters(&batch.not_examined);
        }
    }
    told
}
