//! The model port's contract as a suite, a harness for the scripted model, and models that break it.

mod flawed;
mod scripted;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use mind_llm_port::{Cancel, LanguageModel, ModelFault, ModelName, ModelReply, ModelRequest};

pub use flawed::{FlawedModel, ModelFlaw};
pub use scripted::ScriptedHarness;

/// What stands behind a model under test: the provider, as a test wants it to behave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Peer {
    /// It answers this with the model that was asked.
    Says(String),
    /// It says that another model answered.
    SaysAs(String, String),
    /// It answers with an error whose text repeats what it was asked, key included.
    Fails,
    /// It says that there is no such model.
    Unknown,
    /// Its answer was cut off at its greatest length.
    Cut(String),
    /// It never answers.
    Stalls,
}

/// What reached the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The model's name.
    pub model: String,
    /// The system half.
    pub system_prompt: String,
    /// The user's half.
    pub prompt: String,
    /// Tokens the answer may have.
    pub max_output_tokens: u32,
}

/// What a model is tried with.
pub trait ModelHarness {
    /// A model whose provider behaves like this.
    fn with(peer: Peer) -> Self
    where
        Self: Sized;

    /// The model under test.
    fn model(&self) -> &dyn LanguageModel;

    /// The model to ask for.
    fn name(&self) -> ModelName;

    /// Every question that reached the provider.
    fn seen(&self) -> Vec<Seen>;

    /// Runs a future to its end. Time may be made to pass as soon as nothing else can happen.
    fn run(&self, future: Pin<Box<dyn Future<Output = ()> + '_>>);
}

/// Where clauses get their models from.
pub struct Models<'a> {
    make: Box<dyn Fn(Peer) -> Box<dyn ModelHarness> + 'a>,
}

impl<'a> Models<'a> {
    /// Models of one kind of harness.
    pub fn of<H: ModelHarness + 'static>() -> Self {
        Self::from_fn(|peer| Box::new(H::with(peer)))
    }

    /// Models as this function makes them.
    pub fn from_fn(make: impl Fn(Peer) -> Box<dyn ModelHarness> + 'a) -> Self {
        Self { make: Box::new(make) }
    }

    fn with(&self, peer: Peer) -> Box<dyn ModelHarness> {
        (self.make)(peer)
    }
}

const SYSTEM: &str = "You review records.\nNothing else.";
const PROMPT: &str = "Records:\n[{\"text\":\"the heron nests at dawn\"}]\nEnd of records.";

fn request(harness: &dyn ModelHarness) -> ModelRequest {
    ModelRequest {
        model: harness.name(),
        system_prompt: SYSTEM.to_owned(),
        prompt: PROMPT.to_owned(),
        max_output_tokens: 1_234,
        deadline: Duration::from_mins(1),
    }
}

fn ask(harness: &dyn ModelHarness, cancel: &Cancel) -> Result<ModelReply, ModelFault> {
    let mut answer = None;
    harness.run(Box::pin(async {
        answer = Some(harness.model().answer(&request(harness), cancel).await);
    }));
    answer.expect("a future that was run to its end")
}

fn answer(models: &Models<'_>, peer: Peer) -> (Result<ModelReply, ModelFault>, Vec<Seen>) {
    let harness = models.with(peer);
    let answer = ask(&*harness, &Cancel::new());
    (answer, harness.seen())
}

/// M-1: the answer is the text that came, byte for byte, with the model that was asked.
pub fn m01_an_answer_is_given_as_it_came(models: &Models<'_>) {
    let answers = [
        "{\"version\":1,\"operations\":[]}",
        " \n\u{feff}é 队列 🔥 \u{2028}\t ",
        "```json\n{}\n```\n",
    ];
    for text in answers {
        let harness = models.with(Peer::Says(text.to_owned()));
        let expect = ModelReply { text: text.to_owned(), model: harness.name() };
        assert_eq!(ask(&*harness, &Cancel::new()), Ok(expect));
    }
}

/// M-2: what is asked reaches the provider whole, and nothing else does.
pub fn m02_a_question_arrives_whole(models: &Models<'_>) {
    let harness = models.with(Peer::Says("{}".to_owned()));
    assert!(ask(&*harness, &Cancel::new()).is_ok());
    let expect = Seen {
        model: harness.name().id,
        system_prompt: SYSTEM.to_owned(),
        prompt: PROMPT.to_owned(),
        max_output_tokens: 1_234,
    };
    assert_eq!(harness.seen(), [expect]);
}

/// M-3: a model is asked once, whatever comes of it.
pub fn m03_a_model_is_asked_once(models: &Models<'_>) {
    let peers = [
        Peer::Says("not JSON".to_owned()),
        Peer::Says("{}".to_owned()),
        Peer::Fails,
        Peer::Unknown,
        Peer::Cut("{\"version\":1".to_owned()),
        Peer::Stalls,
    ];
    for peer in peers {
        let told = format!("{peer:?}");
        assert_eq!(answer(models, peer).1.len(), 1, "{told}");
    }
}

/// M-4: that another model answered is said.
pub fn m04_another_model_is_named(models: &Models<'_>) {
    let peer = Peer::SaysAs("quite-another-model".to_owned(), "{}".to_owned());
    let harness = models.with(peer);
    let reply = ask(&*harness, &Cancel::new());
    assert!(reply.is_err() || reply.is_ok_and(|reply| reply.model != harness.name()));
}

/// M-5: a failure is a fault, and the fault holds nothing of what was said.
pub fn m05_a_fault_tells_nothing(models: &Models<'_>) {
    for peer in [Peer::Fails, Peer::Unknown] {
        let fault = answer(models, peer).0.expect_err("a fault");
        let told = format!("{fault} {fault:?}");
        for word in ["heron", "review records", "secret-key"] {
            assert!(!told.contains(word), "{told}");
        }
    }
    assert_eq!(answer(models, Peer::Unknown).0, Err(ModelFault::ModelUnavailable));
}

/// M-6: an answer that was cut off is none.
pub fn m06_a_cut_answer_is_none(models: &Models<'_>) {
    let cut = Peer::Cut("{\"version\":1,\"operations\":[".to_owned());
    assert_eq!(answer(models, cut).0, Err(ModelFault::Incomplete));
    let nothing = Peer::Says(String::new());
    assert_eq!(answer(models, nothing).0, Err(ModelFault::Incomplete));
}

/// M-7: a model that does not answer ends at the deadline.
pub fn m07_the_deadline_holds(models: &Models<'_>) {
    assert_eq!(answer(models, Peer::Stalls).0, Err(ModelFault::Deadline));
}

/// M-8: a question that is taken back ends, before it is asked and while it waits.
pub fn m08_a_question_can_be_taken_back(models: &Models<'_>) {
    let cancel = Cancel::new();
    cancel.cancel();
    let harness = models.with(Peer::Says("{}".to_owned()));
    assert_eq!(ask(&*harness, &cancel), Err(ModelFault::Cancelled));
    let (cancel, harness) = (Cancel::new(), models.with(Peer::Stalls));
    let taken_back = std::thread::scope(|scope| {
        let word = cancel.clone();
        scope.spawn(move || word.cancel());
        ask(&*harness, &cancel)
    });
    assert!(matches!(taken_back, Err(ModelFault::Cancelled | ModelFault::Deadline)));
}

/// Runs the contract of `mind_llm_port::LanguageModel` against a [`ModelHarness`]: one named test for each clause, M-1 to M-8.
#[macro_export]
macro_rules! model_contract {
    ($harness:ty) => {
        $crate::model_contract! { @each tests [$harness] }
    };
    (@each $what:ident $arguments:tt) => {
        $crate::model_contract! { @$what $arguments
            m01_an_answer_is_given_as_it_came
            m02_a_question_arrives_whole
            m03_a_model_is_asked_once
            m04_another_model_is_named
            m05_a_fault_tells_nothing
            m06_a_cut_answer_is_none
            m07_the_deadline_holds
            m08_a_question_can_be_taken_back
        }
    };
    (@tests [$harness:ty] $($clause:ident)*) => {
        $(
            #[test]
            fn $clause() {
                $crate::model::$clause(&$crate::model::Models::of::<$harness>());
            }
        )*
    };
    (@table [] $($clause:ident)*) => {
        /// Every clause with its name, for running the suite where failing is the point.
        pub const MODEL_CLAUSES: &[(&str, fn(&Models<'_>))] =
            &[$((stringify!($clause), $clause)),*];
    };
}

crate::model_contract! { @each table [] }
