//! What a companion is told of explicit consolidation (W-40 to W-42, O-136): that it ran, and how it ended.

use mind_core::time::Timestamp;
use mind_protocol::host::{ActivityPhase, ActivityState, EffectKind};

use crate::session::Session;
use crate::tool::Reply;

/// What a companion can that wants to hear of it.
const ACTIVITY: &str = "activity";

impl Session {
    /// Tells the companion, where it wants to know.
    pub(crate) fn active_in(
        &mut self,
        (phase, target): (ActivityPhase, String),
        reply: &Reply,
        now: Timestamp,
    ) {
        if !self.companion.may_use(ACTIVITY) {
            return;
        }
        let end = match (reply, phase) {
            (Reply::Done { .. }, ActivityPhase::Stage) => ActivityState::Staged,
            (Reply::Done { .. }, _) => ActivityState::Done,
            (Reply::Refused { .. } | Reply::Waiting(_), _) => ActivityState::Failed,
        };
        self.activities += 1;
        let number = now.millis().unsigned_abs().wrapping_mul(256) + self.activities % 256;
        let activity_id = format!("act-{:012x}", number & 0xffff_ffff_ffff);
        for state in [ActivityState::Running, end] {
            let (activity_id, target) = (activity_id.clone(), target.clone());
            self.outbox.push(EffectKind::Activity { activity_id, phase, state, target });
        }
    }
}
