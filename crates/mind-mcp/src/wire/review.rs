//! Reviews: the request for a model, and how one ended.

use mind_core::consolidate::plan::PlanOwner;
use mind_core::review::prepare::Prepared;
use mind_core::review::schedule::ResultCard;
use mind_core::scope::Tier;
use mind_protocol::optimize as wire;

use super::word;

/// Everything a model is asked, and what its answer is held against.
pub fn review_request(prepared: &Prepared) -> wire::ReviewRequest {
    let PlanOwner { session, persona, project, generation } = &prepared.owner;
    wire::ReviewRequest {
        format: wire::RequestFormat::Request,
        version: wire::Version,
        run_id: prepared.run.to_string(),
        target: word::tier(prepared.place.tier()),
        owner: wire::PlanOwner {
            session: session.clone(),
            persona: persona.to_string(),
            project: project.clone(),
            generation: *generation,
        },
        fingerprint: prepared.snapshot.fingerprint.to_string(),
        created_at: prepared.created_at.to_string(),
        window: prepared.ids().map(ToString::to_string).collect(),
        system_prompt: prepared.system_prompt().to_owned(),
        prompt: prepared.prompt.clone(),
    }
}

/// The tier a request names.
pub fn review_target(request: &wire::ReviewRequest) -> Option<Tier> {
    Tier::ALL.into_iter().find(|tier| word::tier(*tier) == request.target)
}

/// How the review of a target ended.
pub fn reviewed(card: &ResultCard) -> wire::Reviewed {
    let code = card.error.as_ref().map(|error| error.code().to_owned());
    let reason = card.skip.as_ref().map(|skip| skip.reason.as_str().to_owned());
    let not_examined = card.batch.iter().flat_map(|batch| &batch.not_examined);
    wire::Reviewed {
        target: card.target.map(word::tier),
        outcome: card.outcome.as_str().to_owned(),
        code: code.or_else(|| card.word.map(str::to_owned)).or(reason),
        run_id: card.run.as_ref().map(ToString::to_string),
        receipt_id: card.receipt.clone(),
        sources: card.change.map(|(sources, _)| sources as u64),
        replacements: card.change.map(|(_, replacements)| replacements as u64),
        not_examined: not_examined.copied().map(word::tier).collect(),
    }
}
