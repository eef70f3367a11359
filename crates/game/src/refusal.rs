use core::fmt;

use arbiter_rules::{Bitboard, Claim, Color, MoveText, Occupant, Square};

use crate::{Ending, Obligation};

/// Why an action is refused. The game has not changed.
///
/// Like the [refusal of a move](arbiter_rules::Refusal), it has a code for
/// programs, the article of the Laws of Chess and the squares to highlight, and it
/// prints as a sentence for the player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The game is over (R24).
    Over(Ending),
    /// It is the opponent's turn (R19).
    NotYourTurn {
        /// The side to move.
        turn: Color,
    },
    /// Only the side to move may touch or adjust a piece (R77).
    TouchOutOfTurn {
        /// The side to move.
        turn: Color,
    },
    /// Only the side to move may claim a draw (C4, C5).
    ClaimOutOfTurn {
        /// The side to move.
        turn: Color,
    },
    /// The move is illegal.
    Move(arbiter_rules::Refusal),
    /// The player must move or capture a touched piece (R76, C11), or play the
    /// move named in a claim.
    Obliged {
        /// What the player must do.
        obligation: Obligation,
        /// The move that was tried, in standard notation.
        tried: MoveText,
        /// The only move that fulfills the obligation, if there is only one.
        only: Option<MoveText>,
    },
    /// There is no piece to touch on this square.
    NothingThere(Square),
    /// The piece was touched before the player said "I adjust" (R77).
    AdjustTooLate(Occupant),
    /// A draw can be agreed only after both sides have moved (FIDE 5.2.3).
    TooEarlyForDraw,
    /// The player has already offered a draw (C8).
    OfferStands,
    /// The opponent has offered a draw, which must be answered first.
    AnswerOffer {
        /// The side that offered it.
        by: Color,
    },
    /// The player's last offer was declined, and the player has not moved since.
    OfferedJustNow,
    /// There is no draw offer to answer.
    NoOffer,
    /// This draw cannot be claimed in this position (C4, C5).
    NoClaim {
        /// The draw that was claimed.
        claim: Claim,
        /// How often the position has occurred, or how many half-moves have been
        /// made since the last pawn move or capture.
        count: usize,
        /// The move with which it was claimed.
        intended: Option<MoveText>,
    },
    /// A player who has touched a piece cannot claim a draw on that move (FIDE
    /// 9.4).
    ClaimAfterTouch,
    /// Takebacks are not allowed in this game (R79).
    NoTakebacks,
    /// The player has not moved yet.
    NothingToTakeBack,
    /// The player has already requested a takeback.
    TakebackRequested,
    /// The opponent has not requested a takeback.
    NoTakebackRequested,
    /// A rated game cannot be aborted once both sides have moved.
    TooLateToAbort,
    /// The player has already asked to abort the game.
    AbortRequested,
    /// The game has no clock.
    NoClock,
    /// The time to add is zero or more than a day.
    NotATime,
    /// A clock would have more than 30 days.
    ClockFull,
    /// Nobody can give up half of their time in this game.
    NoBerserk,
    /// The player has already moved, and can no longer give up half of their time.
    TooLateForBerserk,
    /// The game has had too many actions that are not moves.
    TooManyActions,
}

impl Refusal {
    /// Returns a stable name for programs.
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
            Refusal::ClockFull => "clock_full",
            Refusal::NoBerserk => "no_berserk",
            Refusal::TooLateForBerserk => "too_late_for_berserk",
            Refusal::TooManyActions => "too_many_actions",
        }
    }

    /// Returns the article of the FIDE Laws of Chess, if there is one.
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
            | Refusal::NotATime
            | Refusal::ClockFull
            | Refusal::NoBerserk
            | Refusal::TooLateForBerserk
            | Refusal::TooManyActions => return None,
        })
    }

    /// Returns the squares to highlight.
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
                write!(f, "It is {turn}'s turn.")
            }
            Refusal::TouchOutOfTurn { turn } => write!(
                f,
                "It is {}'s turn, and only the side to move may touch or adjust a piece.",
                turn.name()
            ),
            Refusal::ClaimOutOfTurn { turn } => write!(
                f,
                "It is {}'s turn, and only the side to move may claim a draw.",
                turn.name()
            ),
            Refusal::Move(refusal) => refusal.fmt(f),
            Refusal::Obliged {
                obligation: Obligation::Play(_),
                tried,
                only: Some(named),
            } => write!(
                f,
                "{tried} is not allowed: you claimed a draw with {named}, so you must play that \
                 move."
            ),
            Refusal::Obliged {
                obligation,
                tried,
                only,
            } => {
                write!(f, "{tried} is not allowed: ")?;
                write_obligation(f, *obligation)?;
                match only {
                    Some(only) => write!(f, " The only such move is {only}."),
                    None => Ok(()),
                }
            }
            Refusal::NothingThere(square) => {
                write!(f, "There is no piece on {square} to touch.")
            }
            Refusal::AdjustTooLate(piece) => write!(
                f,
                "You have already touched the {piece}. Say \"I adjust\" before you touch a piece, \
                 not after."
            ),
            Refusal::TooEarlyForDraw => {
                f.write_str("A draw can be offered only after both sides have made a move.")
            }
            Refusal::OfferStands => f.write_str(
                "You have already offered a draw. The offer remains open until your opponent \
                 accepts it, declines it or makes a move.",
            ),
            Refusal::AnswerOffer { by } => write!(
                f,
                "{} has offered a draw. Accept or decline that offer first.",
                by.name()
            ),
            Refusal::OfferedJustNow => f.write_str(
                "Your last draw offer was declined. Make a move before you offer a draw again.",
            ),
            Refusal::NoOffer => f.write_str("There is no draw offer to answer."),
            Refusal::NoClaim {
                claim,
                count,
                intended,
            } => write_no_claim(f, *claim, *count, intended.as_ref()),
            Refusal::ClaimAfterTouch => {
                f.write_str("You have touched a piece, so you cannot claim a draw on this move.")
            }
            Refusal::NoTakebacks => f.write_str("Takebacks are not allowed in this game."),
            Refusal::NothingToTakeBack => {
                f.write_str("You have not made a move that could be taken back.")
            }
            Refusal::TakebackRequested => f.write_str(
                "You have already requested a takeback. Wait for your opponent's answer.",
            ),
            Refusal::NoTakebackRequested => {
                f.write_str("Your opponent has not requested a takeback.")
            }
            Refusal::TooLateToAbort => f.write_str(
                "A rated game cannot be aborted after both sides have moved. Offer a draw or \
                 resign instead.",
            ),
            Refusal::AbortRequested => f.write_str(
                "You have already asked to abort the game. It ends if your opponent agrees.",
            ),
            Refusal::NoClock => f.write_str("This game is played without a clock."),
            Refusal::NotATime => {
                f.write_str("You can add between one millisecond and one day to a clock.")
            }
            Refusal::ClockFull => f.write_str("A clock can have at most 30 days."),
            Refusal::NoBerserk => f.write_str("Berserk is not allowed in this game."),
            Refusal::TooLateForBerserk => {
                f.write_str("You can go berserk only before your first move.")
            }
            Refusal::TooManyActions => f.write_str(
                "There have been too many offers, claims and other actions in this game. Play a \
                 move, accept a draw or resign.",
            ),
        }
    }
}

fn write_obligation(f: &mut fmt::Formatter<'_>, obligation: Obligation) -> fmt::Result {
    match obligation {
        Obligation::Free => Ok(()),
        Obligation::Move {
            piece,
            denied: None,
        } => write!(
            f,
            "you touched the {piece}, which can move, so you must move it."
        ),
        Obligation::Move {
            piece,
            denied: Some(side),
        } => write!(
            f,
            "you touched the rook before the king, so you must move the {piece}, but not by {}.",
            side.san()
        ),
        Obligation::Take(piece) => write!(
            f,
            "you touched the {piece}, which can be captured, so you must capture it."
        ),
        Obligation::TakeWith { piece, taken } => write!(
            f,
            "you touched the {piece} and the {taken}, so you must capture the second with the \
             first."
        ),
        Obligation::Castle(side) => write!(
            f,
            "you touched the king and then the rook, so you must play {}.",
            side.san()
        ),
        Obligation::Play(_) => {
            f.write_str("you claimed a draw with another move, so you must play that move.")
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
            "After {mv} the position would have occurred only {}. A draw can be claimed when it \
             has occurred three times.",
            times(count)
        ),
        (Claim::Threefold, None) => write!(
            f,
            "This position has occurred only {}. A draw can be claimed when it has occurred three \
             times.",
            times(count)
        ),
        (Claim::FiftyMoves, intended) => {
            match intended {
                Some(mv) => write!(f, "With {mv} there would have been {count} ")?,
                None if count == 1 => write!(f, "There has been {count} ")?,
                None => write!(f, "There have been {count} ")?,
            }
            f.write_str(if count == 1 {
                "half-move"
            } else {
                "half-moves"
            })?;
            f.write_str(
                " since the last pawn move or capture. A draw can be claimed at 100, which is 50 \
                 moves by each side.",
            )
        }
    }
}

/// The two counts with which a threefold repetition cannot be claimed.
const fn times(count: usize) -> &'static str {
    match count {
        0 | 1 => "once",
        _ => "twice",
    }
}

impl core::error::Error for Refusal {}

impl From<arbiter_rules::Refusal> for Refusal {
    fn from(refusal: arbiter_rules::Refusal) -> Refusal {
        Refusal::Move(refusal)
    }
}
