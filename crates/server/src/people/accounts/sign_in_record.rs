//! The record of who signs in and up: in the log and in the metrics.
//!
//! The log names accounts that exist. A name without an account is left out,
//! because people type passwords into the wrong field.

use arbiter_wire::PlayerView;

use crate::base::{
    Address, PlayerId,
    metrics::{METRICS, SignInOutcome, SignUpKind},
};

/// Records that a player has signed in.
pub fn signed_in(id: PlayerId, player: &PlayerView, address: Address) {
    METRICS.count_sign_in(SignInOutcome::Success);
    tracing::info!(player = id.0, name = player.name, %address, "signed in");
}

/// Records a wrong name or password; `account` is the account of this name.
pub fn sign_in_failed(account: Option<PlayerId>, address: Address) {
    match account {
        Some(id) => {
            METRICS.count_sign_in(SignInOutcome::WrongPassword);
            tracing::info!(player = id.0, %address, reason = "wrong password", "sign-in failed");
        }
        None => {
            METRICS.count_sign_in(SignInOutcome::UnknownName);
            tracing::info!(%address, reason = "unknown name", "sign-in failed");
        }
    }
}

/// Records a new account.
pub fn signed_up(id: PlayerId, player: &PlayerView, address: Address) {
    METRICS.count_sign_up(SignUpKind::Account);
    tracing::info!(player = id.0, name = player.name, %address, "signed up");
}

/// Records a new guest.
pub fn guest_created(id: PlayerId) {
    METRICS.count_sign_up(SignUpKind::Guest);
    tracing::debug!(player = id.0, "guest created");
}
