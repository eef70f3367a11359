use std::collections::HashMap;

use arbiter_wire::{ChallengeState, ChallengeView};
use parking_lot::Mutex;

use crate::base::ChallengeId;

/// The challenges that were sent to players connected to this node, so that a lost message
/// is repeated and others are not.
#[derive(Debug, Default)]
pub(super) struct SentChallenges(Mutex<HashMap<ChallengeId, SentState>>);

#[derive(Clone, Copy, Debug)]
struct SentState {
    state: ChallengeState,
    /// In milliseconds since 1970.
    expires: u64,
}

/// How many challenges are remembered; after that all are forgotten, and recent ones may be
/// sent twice.
const MAX_CHALLENGES: usize = 20_000;

impl SentChallenges {
    /// Notes that a challenge was sent.
    pub(super) fn note(&self, view: &ChallengeView) {
        let Ok(id) = view.id.parse() else {
            return;
        };
        let mut sent = self.0.lock();
        if sent.len() >= MAX_CHALLENGES {
            sent.clear();
        }
        let (state, expires) = (view.state, view.expires);
        sent.insert(ChallengeId(id), SentState { state, expires });
    }

    /// Reports whether the challenge was sent in this state.
    pub(super) fn knows(&self, view: &ChallengeView) -> bool {
        let sent = self.0.lock();
        let id = view.id.parse().ok().map(ChallengeId);
        let known = id.and_then(|id| sent.get(&id));
        // Nobody is notified when a challenge expires.
        known.is_some_and(|it| it.state == view.state || view.state == ChallengeState::Expired)
    }

    /// Returns the challenges that were open when they were last sent, and forgets those that
    /// have expired.
    pub(super) fn open(&self, now: u64) -> Vec<ChallengeId> {
        let mut sent = self.0.lock();
        sent.retain(|_, it| it.expires > now);
        let open = sent
            .iter()
            .filter(|(_, it)| it.state == ChallengeState::Open);
        open.map(|(id, _)| *id).collect()
    }
}
