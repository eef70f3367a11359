//! The refusals of the referee.

use arbiter_game::{self as game, Obligation};

use super::{RefusalCause, RefusalDetails, TouchObligation, from_rules::board_cause};

impl From<&game::Refusal> for RefusalDetails {
    fn from(refusal: &game::Refusal) -> RefusalDetails {
        match refusal {
            game::Refusal::Move(refusal) => refusal.into(),
            game::Refusal::Obliged { tried, .. } => RefusalDetails {
                attempt: Some(tried.to_string()),
                cause: referee_cause(refusal),
            },
            _ => RefusalDetails {
                attempt: None,
                cause: referee_cause(refusal),
            },
        }
    }
}

fn referee_cause(refusal: &game::Refusal) -> RefusalCause {
    match refusal {
        game::Refusal::Move(refusal) => board_cause(refusal),
        game::Refusal::Over(ending) => RefusalCause::GameOver {
            reason: ending.reason.code().to_owned(),
            winner: ending.winner.map(Into::into),
            side: None,
            pieces: Vec::new(),
            besides: None,
        },
        game::Refusal::NotYourTurn { turn } => RefusalCause::NotYourTurn {
            turn: (*turn).into(),
        },
        game::Refusal::TouchOutOfTurn { turn } => RefusalCause::TouchOutOfTurn {
            turn: (*turn).into(),
        },
        game::Refusal::ClaimOutOfTurn { turn } => RefusalCause::ClaimOutOfTurn {
            turn: (*turn).into(),
        },
        game::Refusal::Obliged {
            obligation, only, ..
        } => {
            let only = only.as_ref().map(ToString::to_string);
            match touch_obligation(*obligation) {
                Some(obligation) => RefusalCause::TouchMove { obligation, only },
                None => RefusalCause::IntendedMove { intended: only },
            }
        }
        game::Refusal::NothingThere(square) => RefusalCause::NothingThere {
            square: square.to_string(),
        },
        game::Refusal::AdjustTooLate(piece) => RefusalCause::AdjustTooLate {
            piece: (*piece).into(),
        },
        game::Refusal::TooEarlyForDraw => RefusalCause::TooEarlyForDraw,
        game::Refusal::OfferStands => RefusalCause::OfferStands,
        game::Refusal::AnswerOffer { by } => RefusalCause::AnswerOffer { by: (*by).into() },
        game::Refusal::OfferedJustNow => RefusalCause::OfferedJustNow,
        game::Refusal::NoOffer => RefusalCause::NoOffer,
        game::Refusal::NoClaim {
            claim,
            count,
            intended,
        } => RefusalCause::NoClaim {
            claim: (*claim).into(),
            count: *count,
            intended: intended.as_ref().map(ToString::to_string),
        },
        game::Refusal::ClaimAfterTouch => RefusalCause::ClaimAfterTouch,
        game::Refusal::NoTakebacks => RefusalCause::NoTakeBacks,
        game::Refusal::NothingToTakeBack => RefusalCause::NothingToTakeBack,
        game::Refusal::TakebackRequested => RefusalCause::TakeBackAsked,
        game::Refusal::NoTakebackRequested => RefusalCause::NoTakeBackAsked,
        game::Refusal::TooLateToAbort => RefusalCause::TooLateToAbort,
        game::Refusal::AbortRequested => RefusalCause::AbortAsked,
        game::Refusal::NoClock => RefusalCause::NoClock,
        game::Refusal::NotATime => RefusalCause::NotATime,
        game::Refusal::ClockFull => RefusalCause::ClockFull,
        game::Refusal::NoBerserk => RefusalCause::NoBerserk,
        game::Refusal::TooLateForBerserk => RefusalCause::TooLateForBerserk,
        game::Refusal::TooManyActions => RefusalCause::TooManyActions,
    }
}

/// Returns what touching pieces obliges a player to do. `None` for the move that was
/// named in a claim, and for a player without an obligation.
fn touch_obligation(obligation: Obligation) -> Option<TouchObligation> {
    Some(match obligation {
        Obligation::Free | Obligation::Play(_) => return None,
        Obligation::Move { piece, denied } => TouchObligation::Move {
            piece: piece.into(),
            except: denied.map(Into::into),
        },
        Obligation::Take(piece) => TouchObligation::Take(piece.into()),
        Obligation::TakeWith { piece, taken } => TouchObligation::TakeWith {
            piece: piece.into(),
            taken: taken.into(),
        },
        Obligation::Castle(side) => TouchObligation::Castle(side.into()),
    })
}
