use core::fmt;

use arbiter_rules::{Bitboard, Claim, Color, MoveText, Occupant, Square};

use crate::{Ending, Obligation};

/// Why a wish is not fulfilled. Nothing has changed.
///
/// Like a [refusal of the board](arbiter_rules::Refusal), it has a code for
/// programs, the article of the Laws, the squares to point at, and prints as a
/// sentence for people.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The game is over (R24).
    Over(Ending),
    /// It is the other side's turn (R19).
    NotYourTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// Only the side to move may touch or adjust a piece (R77).
    TouchOutOfTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// Only the side to move may claim a draw (C4, C5).
    ClaimOutOfTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// The laws of the board are against the move.
    Move(arbiter_rules::Refusal),
    /// A touched piece binds (R76, C11).
    Obliged {
        /// What is owed.
        obligation: Obligation,
        /// How the move that was tried is written.
        tried: MoveText,
        /// How the move that must be played is written, if there is just one.
        only: Option<MoveText>,
    },
    /// There is nothing to touch on this square.
    NothingThere(Square),
    /// "I adjust" is said before a piece is touched, not after (R77).
    AdjustTooLate(Occupant),
    /// Both sides have to move before they agree on a draw (FIDE 5.2.3).
    TooEarlyForDraw,
    /// One's own offer stands already (C8).
    OfferStands,
    /// The opponent has offered a draw: that is to be answered first.
    AnswerOffer {
        /// Who has offered it.
        by: Color,
    },
    /// An offer was made and declined, and no move was played since.
    OfferedJustNow,
    /// There is no offer to answer.
    NoOffer,
    /// This draw cannot be claimed now (C4, C5).
    NoClaim {
        /// What was claimed.
        claim: Claim,
        /// How often the position has occurred, or how many moves of either
        /// side have passed since the last pawn move or capture.
        count: usize,
        /// The move that was intended.
        intended: Option<MoveText>,
    },
    /// Who has touched a piece cannot claim on this move (FIDE 9.4).
    ClaimAfterTouch,
    /// In this game no move is taken back (R79).
    NoTakebacks,
    /// One has not moved yet.
    NothingToTakeBack,
    /// One has asked already.
    TakebackRequested,
    /// The opponent has not asked for anything.
    NoTakebackRequested,
    /// Both have moved, and a rated game cannot be called off.
    TooLateToAbort,
    /// One has asked already to call the game off.
    AbortRequested,
    /// There is no clock.
    NoClock,
    /// No time at all, or more than a day.
    NotATime,
}

impl Refusal {
    /// A short name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Over(_) => "game_over",
            Refusal::NotYourTurn { .. } => "not_your_turn",
            Refusal::TouchOutOfTurn { .. } => "touch_out_of_turn",
            Refusal::ClaimOutOfTurn { .. } => "claim_out_of_turn",
            Refusal::Move(refusal) => refusal.code(),
            Refusal::Obliged {
                obligation: Obligation::Play(_),
                ..
            } => "intended_move",
            Refusal::Obliged { .. } => "touch_move",
            Refusal::NothingThere(_) => "nothing_there",
            Refusal::AdjustTooLate(_) => "adjust_too_late",
            Refusal::TooEarlyForDraw => "too_early_for_draw",
            Refusal::OfferStands => "offer_stands",
            Refusal::AnswerOffer { .. } => "answer_offer",
            Refusal::OfferedJustNow => "offered_just_now",
            Refusal::NoOffer => "no_offer",
            Refusal::NoClaim { .. } => "no_claim",
            Refusal::ClaimAfterTouch => "claim_after_touch",
            Refusal::NoTakebacks => "no_take_backs",
            Refusal::NothingToTakeBack => "nothing_to_take_back",
            Refusal::TakebackRequested => "take_back_asked",
            Refusal::NoTakebackRequested => "no_take_back_asked",
            Refusal::TooLateToAbort => "too_late_to_abort",
            Refusal::AbortRequested => "abort_asked",
            Refusal::NoClock => "no_clock",
            Refusal::NotATime => "not_a_time",
        }
    }

    /// The article of the FIDE Laws of Chess, where they have one.
    #[must_use]
    pub const fn article(&self) -> Option<&'static str> {
        Some(match self {
            Refusal::Over(ending) => match ending.reason.article() {
                Some(article) => article,
                None => return None,
            },
            Refusal::NotYourTurn { .. } => "1.2",
            Refusal::ClaimOutOfTurn { .. } => "9.2",
            Refusal::Move(refusal) => return refusal.article(),
            Refusal::Obliged { obligation, .. } => match obligation {
                Obligation::Free => return None,
                Obligation::Move { denied: None, .. } => "4.3.1",
                Obligation::Move { .. } => "4.4.2",
                Obligation::Take(_) => "4.3.2",
                Obligation::TakeWith { .. } => "4.3.3",
                Obligation::Castle(_) => "4.4.1",
                Obligation::Play(_) => "9.5.3",
            },
            Refusal::TouchOutOfTurn { .. } | Refusal::AdjustTooLate(_) => "4.2.1",
            Refusal::TooEarlyForDraw => "5.2.3",
            Refusal::OfferStands | Refusal::AnswerOffer { .. } | Refusal::NoOffer => "9.1.2.1",
            Refusal::OfferedJustNow => "11.5",
            Refusal::NoClaim { claim, .. } => match claim {
                Claim::Threefold => "9.2",
                Claim::FiftyMoves => "9.3",
            },
            Refusal::ClaimAfterTouch => "9.4",
            Refusal::NothingThere(_)
            | Refusal::NoTakebacks
            | Refusal::NothingToTakeBack
            | Refusal::TakebackRequested
            | Refusal::NoTakebackRequested
            | Refusal::TooLateToAbort
            | Refusal::AbortRequested
            | Refusal::NoClock
            | Refusal::NotATime => return None,
        })
    }

    /// The squares to point at.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        match self {
            Refusal::Move(refusal) => refusal.squares(),
            Refusal::Obliged { obligation, .. } => match *obligation {
                Obligation::Free | Obligation::Castle(_) => Bitboard::EMPTY,
                Obligation::Move { piece, .. } | Obligation::Take(piece) => piece.square.bitboard(),
                Obligation::TakeWith { piece, taken } => piece.square.bitboard().with(taken.square),
                Obligation::Play(mv) => mv.from().bitboard().with(mv.to()),
            },
            Refusal::NothingThere(square) => square.bitboard(),
            Refusal::AdjustTooLate(piece) => piece.square.bitboard(),
            _ => Bitboard::EMPTY,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over(ending) => write!(f, "The game is over ({ending})."),
            Refusal::NotYourTurn { turn } => {
                let turn = turn.name();
                write!(f, "It is {turn}'s turn: the players move alternately.")
            }
            Refusal::TouchOutOfTurn { turn } => write!(
                f,
                "It is {}'s turn: only the player whose turn it is may touch or adjust a piece.",
                turn.name()
            ),
            Refusal::ClaimOutOfTurn { turn } => write!(
                f,
                "It is {}'s turn: only the player whose turn it is can claim a draw.",
                turn.name()
            ),
            Refusal::Move(refusal) => refusal.fmt(f),
            Refusal::Obliged {
                obligation: Obligation::Play(_),
                tried,
                only: Some(named),
            } => write!(
                f,
                "{tried} is not allowed: a draw was claimed with {named}, and a move that is \
                 named in a claim must be played."
            ),
            Refusal::Obliged { obligation, tried, only } => {
                write!(f, "{tried} is not allowed: ")?;
                write_duty(f, *obligation)?;
                match only {
                    Some(only) => write!(f, " Only {only} does that."),
                    None => Ok(()),
                }
            }
            Refusal::NothingThere(square) => {
                write!(f, "There is no piece on {square} to touch.")
            }
            Refusal::AdjustTooLate(piece) => write!(
                f,
                "The {piece} has been touched already: \"I adjust\" is said before a piece is \
                 touched, not after."
            ),
            Refusal::TooEarlyForDraw => f.write_str(
                "A draw can be agreed on once both sides have made a move: play one first.",
            ),
            Refusal::OfferStands => f.write_str(
                "Your offer of a draw stands already. It cannot be withdrawn, and lasts until \
                 it is accepted, declined or answered by a move.",
            ),
            Refusal::AnswerOffer { by } => write!(
                f,
                "{} has offered a draw: accept it or decline it. One offer is enough.",
                by.name()
            ),
            Refusal::OfferedJustNow => f.write_str(
                "Your offer of a draw has just been declined. Make a move before you offer \
                 another.",
            ),
            Refusal::NoOffer => f.write_str("There is no offer of a draw to answer."),
            Refusal::NoClaim {
                claim,
                count,
                intended,
            } => write_no_claim(f, *claim, *count, intended.as_ref()),
            Refusal::ClaimAfterTouch => f.write_str(
                "You have touched a piece, so you can no longer claim a draw on this move. PlayRequest \
                 it, and claim on a later one.",
            ),
            Refusal::NoTakebacks => {
                f.write_str("Moves are not taken back in this game: what is played stands.")
            }
            Refusal::NothingToTakeBack => {
                f.write_str("You have not moved yet: there is nothing to take back.")
            }
            Refusal::TakebackRequested => f.write_str(
                "You have already asked to take your move back: your opponent is to answer.",
            ),
            Refusal::NoTakebackRequested => f.write_str("Nobody has asked to take a move back."),
            Refusal::TooLateToAbort => f.write_str(
                "Both sides have moved, and a rated game is then played to its end: offer a \
                 draw or resign.",
            ),
            Refusal::AbortRequested => f.write_str(
                "You have already asked to call the game off: it ends if your opponent asks for \
                 it too.",
            ),
            Refusal::NoClock => f.write_str("This game is played without a clock."),
            Refusal::NotATime => {
                f.write_str("Give at least a millisecond and at most a day at a time.")
            }
        }
    }
}

fn write_duty(f: &mut fmt::Formatter<'_>, obligation: Obligation) -> fmt::Result {
    match obligation {
        Obligation::Free => Ok(()),
        Obligation::Move {
            piece,
            denied: None,
        } => write!(
            f,
            "the {piece} was touched and can move, so it must be moved."
        ),
        Obligation::Move {
            piece,
            denied: Some(side),
        } => write!(
            f,
            "the rook was touched before the king, so the {piece} must be moved, but not by {}.",
            side.san()
        ),
        Obligation::Take(piece) => write!(
            f,
            "the {piece} was touched and can be taken, so it must be taken."
        ),
        Obligation::TakeWith { piece, taken } => write!(
            f,
            "the {piece} and the {taken} were touched, so the first must take the second."
        ),
        Obligation::Castle(side) => write!(
            f,
            "the king was touched and then the rook, so {} must be played.",
            side.san()
        ),
        Obligation::Play(_) => {
            f.write_str("a draw was claimed with another move, and that move must be played.")
        }
    }
}

fn write_no_claim(
    f: &mut fmt::Formatter<'_>,
    claim: Claim,
    count: usize,
    intended: Option<&MoveText>,
) -> fmt::Result {
    match (claim, intended) {
        (Claim::Threefold, Some(mv)) => write!(
            f,
            "After {mv} the position would be on the board for the {} time; a draw can be \
             claimed at the third.",
            ordinal(count)
        ),
        (Claim::Threefold, None) => write!(
            f,
            "This position is on the board for the {} time; a draw can be claimed at the third.",
            ordinal(count)
        ),
        (Claim::FiftyMoves, intended) => {
            let moves = if count == 1 { "move" } else { "moves" };
            match intended {
                Some(mv) => write!(f, "With {mv} it would be {count} {moves}")?,
                None => write!(f, "It is {count} {moves}")?,
            }
            f.write_str(
                " since the last pawn move or capture, both sides counted; a draw can be \
                 claimed at 100, which is 50 of each side.",
            )
        }
    }
}

const fn ordinal(count: usize) -> &'static str {
    match count {
        0 | 1 => "first",
        2 => "second",
        _ => "third",
    }
}

impl core::error::Error for Refusal {}

impl From<arbiter_rules::Refusal> for Refusal {
    fn from(refusal: arbiter_rules::Refusal) -> Refusal {
        Refusal::Move(refusal)
    }
}
