//! The states of challenges, and the reasons to decline one.

use arbiter_wire::{ChallengeState, DeclineReason};

#[test]
fn codes_are_as_in_json_and_read_back() {
    for state in ChallengeState::ALL {
        assert_eq!(ChallengeState::from_code(state.code()), Some(state));
        let json = serde_json::to_string(&state).unwrap();
        assert_eq!(json, format!("\"{}\"", state.code()));
    }
    for reason in DeclineReason::ALL {
        assert_eq!(DeclineReason::from_code(reason.code()), Some(reason));
        let json = serde_json::to_string(&reason).unwrap();
        assert_eq!(json, format!("\"{}\"", reason.code()));
    }
}
