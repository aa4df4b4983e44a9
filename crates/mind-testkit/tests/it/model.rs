//! The model port's contract on the scripted model, and on models that break it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mind_llm_port::{Cancel, LanguageModel, ModelFault, Script, ScriptedModel};
use mind_testkit::model::{
    FlawedModel, MODEL_CLAUSES, ModelFlaw, ModelHarness, Models, ScriptedHarness,
};

mod scripted {
    mind_testkit::model_contract!(mind_testkit::model::ScriptedHarness);
}

fn refusals(models: &Models<'_>) -> Vec<&'static str> {
    let fails =
        |clause: &fn(&Models<'_>)| catch_unwind(AssertUnwindSafe(|| clause(models))).is_err();
    MODEL_CLAUSES.iter().filter(|(_, clause)| fails(clause)).map(|(name, _)| *name).collect()
}

/// The clause a flaw is against.
fn against(flaw: ModelFlaw) -> &'static str {
    match flaw {
        ModelFlaw::Trims | ModelFlaw::Unfences => "m01_an_answer_is_given_as_it_came",
        ModelFlaw::ClipsTheQuestion => "m02_a_question_arrives_whole",
        ModelFlaw::AsksAgain => "m03_a_model_is_asked_once",
        ModelFlaw::HidesTheModel => "m04_another_model_is_named",
        ModelFlaw::ShrugsItOff => "m05_a_fault_tells_nothing",
        ModelFlaw::GivesHalves | ModelFlaw::GivesNothing => "m06_a_cut_answer_is_none",
        ModelFlaw::CoversTheDeadline => "m07_the_deadline_holds",
        ModelFlaw::DoesNotListen => "m08_a_question_can_be_taken_back",
    }
}

#[test]
fn every_flawed_model_is_refused() {
    for flaw in ModelFlaw::ALL {
        let refusals = refusals(&Models::from_fn(|peer| Box::new(FlawedModel::new(peer, flaw))));
        assert!(refusals.contains(&against(flaw)), "{flaw:?} breaks {refusals:?}");
    }
    assert_eq!(refusals(&Models::of::<ScriptedHarness>()), Vec::<&str>::new());
}

/// A model that hangs ends when it is taken back, and one past its script fails.
#[test]
fn a_scripted_model_can_hang() {
    let model = ScriptedModel::new([Script::Hangs]);
    let harness = ScriptedHarness::with(mind_testkit::model::Peer::Stalls);
    let request = mind_llm_port::ModelRequest {
        model: harness.name(),
        system_prompt: String::new(),
        prompt: String::new(),
        max_output_tokens: 1,
        deadline: std::time::Duration::ZERO,
    };
    let cancel = Cancel::new();
    let mut answers = Vec::new();
    std::thread::scope(|scope| {
        let word = cancel.clone();
        scope.spawn(move || word.cancel());
        harness.run(Box::pin(async {
            answers.push(model.answer(&request, &cancel).await);
            answers.push(model.answer(&request, &Cancel::new()).await);
        }));
    });
    let expect = [ModelFault::Cancelled, ModelFault::Provider { status: None }];
    assert_eq!(answers, expect.map(Err));
    assert_eq!(model.asked().len(), 2);
}
