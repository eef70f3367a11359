use std::collections::HashMap;

use arbiter_wire::{ChallengeState, ChallengeView};
use parking_lot::Mutex;

use crate::base::ChallengeId;

/// The challenges that players connected to this node were told of, so that a message that
/// was lost can be repeated and others are not.
#[derive(Debug, Default)]
pub(super) struct ToldChallenges(Mutex<HashMap<ChallengeId, Told>>);

#[derive(Clone, Copy, Debug)]
struct Told {
    state: ChallengeState,
    /// In milliseconds since 1970.
    expires: u64,
}

/// How many challenges are remembered; after that all are forgotten, and those that are new
/// may be told twice.
const MAX_CHALLENGES: usize = 20_000;

impl ToldChallenges {
    /// Notes that a challenge was told.
    pub(super) fn note(&self, view: &ChallengeView) {
        let Ok(id) = view.id.parse() else {
            return;
        };
        let mut told = self.0.lock();
        if told.len() >= MAX_CHALLENGES {
            told.clear();
        }
        let (state, expires) = (view.state, view.expires);
        told.insert(ChallengeId(id), Told { state, expires });
    }

    /// Reports whether the challenge was told in this state.
    pub(super) fn knows(&self, view: &ChallengeView) -> bool {
        let told = self.0.lock();
        let id = view.id.parse().ok().map(ChallengeId);
        let known = id.and_then(|id| told.get(&id));
        // That a challenge expires is told to nobody.
        known.is_some_and(|it| it.state == view.state || view.state == ChallengeState::Expired)
    }

    /// Returns the challenges that are open as far as is known, and forgets those that have
    /// expired.
    pub(super) fn open(&self, now: u64) -> Vec<ChallengeId> {
        let mut told = self.0.lock();
        told.retain(|_, it| it.expires > now);
        let open = told
            .iter()
            .filter(|(_, it)| it.state == ChallengeState::Open);
        open.map(|(id, _)| *id).collect()
    }
}
