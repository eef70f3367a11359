//! The refusals of the board.

use arbiter_rules::{
    self as rules, Attempt, BoardReason, Cause, GameOverReason, Obstruction, Occupant,
    RookLocation, Square,
};

use super::{PieceOnSquare, RefusalCause, RefusalDetails, Role};

impl From<&rules::Refusal> for RefusalDetails {
    fn from(refusal: &rules::Refusal) -> RefusalDetails {
        RefusalDetails {
            attempt: refusal.attempt.map(|attempt| attempt.to_string()),
            cause: board_cause(refusal),
        }
    }
}

#[expect(clippy::too_many_lines, reason = "one arm for each cause")]
pub(super) fn board_cause(refusal: &rules::Refusal) -> RefusalCause {
    match &refusal.cause {
        Cause::NotAMove { .. } => RefusalCause::NotAMove {
            variant: refusal.variant.into(),
        },
        Cause::NotASquare { found, .. } => RefusalCause::NotASquare {
            found: found.iter().collect(),
        },
        Cause::NoSuchPromotion { letter, .. } => RefusalCause::NoSuchPromotion {
            letter: *letter,
            role: rules::Role::from_letter(*letter).map(Role::from),
        },
        Cause::Ambiguous { pieces, moves } => RefusalCause::Ambiguous {
            is_pawn_capture: matches!(refusal.attempt, Some(Attempt::PawnCapture { .. })),
            pieces: list(pieces),
            moves: texts(moves),
        },
        Cause::Miswritten { san } => RefusalCause::Miswritten { san: text(san) },
        Cause::Pass => RefusalCause::NoPassing {
            variant: refusal.variant.into(),
        },
        Cause::GameOver {
            side,
            reason,
            checkers,
            move_refusal,
            ..
        } => RefusalCause::GameOver {
            reason: board_reason(*reason).code().to_owned(),
            winner: match reason {
                GameOverReason::Checkmate | GameOverReason::KingLost => Some((!*side).into()),
                GameOverReason::Stalemate => None,
            },
            side: Some((*side).into()),
            pieces: list(checkers),
            besides: move_refusal
                .as_deref()
                .map(|refusal| Box::new(refusal.into())),
        },
        Cause::EmptySquare { square } => RefusalCause::EmptySquare {
            square: text(square),
        },
        Cause::NotYourPiece { piece } => RefusalCause::NotYourPiece {
            piece: (*piece).into(),
        },
        Cause::NoSuchPiece { piece, file, rank } => RefusalCause::NoSuchPiece {
            color: piece.color.into(),
            role: piece.role.into(),
            file: file.as_ref().map(text),
            rank: rank.map(rank_number),
        },
        Cause::StaysPut { square } => RefusalCause::StaysPut {
            square: text(square),
        },
        Cause::NotItsMove { piece, to } => not_its_move(*piece, text(to)),
        Cause::PawnBackward { pawn, to } => RefusalCause::PawnBackward {
            pawn: text(pawn),
            to: text(to),
        },
        Cause::PawnSideways { pawn, to } => RefusalCause::PawnSideways {
            pawn: text(pawn),
            to: text(to),
        },
        Cause::PawnDoubleStep { pawn, to } => RefusalCause::PawnDoubleStep {
            pawn: text(pawn),
            to: text(to),
        },
        Cause::PawnTooFar { pawn, to } => RefusalCause::PawnTooFar {
            pawn: text(pawn),
            to: text(to),
        },
        Cause::PawnTakesNothing { pawn, to } => RefusalCause::PawnTakesNothing {
            pawn: text(pawn),
            to: text(to),
        },
        Cause::NoneReaches { pieces, to } => RefusalCause::NoneReaches {
            pieces: list(pieces),
            to: text(to),
        },
        Cause::Blocked { blocker } => RefusalCause::Blocked {
            piece: (*blocker).into(),
        },
        Cause::PawnBlocked {
            pawn,
            blocker,
            obstructs,
        } => RefusalCause::PawnBlocked {
            pawn: text(pawn),
            piece: (*blocker).into(),
            lands_on_it: *obstructs == Obstruction::Target,
        },
        Cause::OwnPiece { piece } => RefusalCause::OwnPiece {
            piece: (*piece).into(),
        },
        Cause::KingTaken { king } => RefusalCause::KingTaken {
            piece: (*king).into(),
        },
        Cause::CaptureNotWritten { target, moves } => RefusalCause::CaptureNotWritten {
            piece: (*target).into(),
            moves: texts(moves),
        },
        Cause::NothingToTake { square } => RefusalCause::NothingToTake {
            square: text(square),
        },
        Cause::CastlingNotWritten { side, king, to } => RefusalCause::CastlingNotWritten {
            side: (*side).into(),
            king: text(king),
            to: text(to),
        },
        Cause::CastlingOffRank { king, rook } => RefusalCause::CastlingOffRank {
            king: text(king),
            rook: text(rook),
        },
        Cause::CastlingDone {
            side,
            move_number,
            king,
        } => RefusalCause::CastlingDone {
            side: (*side).into(),
            king: text(king),
            move_number: *move_number,
        },
        Cause::CastlingKingMoved { king, move_number } => RefusalCause::CastlingKingMoved {
            king: text(king),
            move_number: *move_number,
        },
        Cause::CastlingRookMoved {
            rook,
            move_number,
            now,
        } => RefusalCause::CastlingRookMoved {
            rook: text(rook),
            move_number: *move_number,
            is_there: *now == RookLocation::Home,
        },
        Cause::CastlingRookTaken {
            rook,
            by,
            move_number,
        } => RefusalCause::CastlingRookTaken {
            rook: text(rook),
            by: by.role.into(),
            move_number: *move_number,
        },
        Cause::CastlingPromotedRook { rook, move_number } => RefusalCause::CastlingPromotedRook {
            rook: text(rook),
            move_number: *move_number,
        },
        Cause::CastlingNoRook { square } => RefusalCause::CastlingNoRook {
            square: text(square),
        },
        Cause::CastlingLost { king, rook } => RefusalCause::CastlingLost {
            king: text(king),
            rook: text(rook),
        },
        Cause::CastlingBlocked {
            king,
            rook,
            blockers,
        } => RefusalCause::CastlingBlocked {
            king: text(king),
            rook: text(rook),
            pieces: list(blockers),
            is_between: are_between(blockers, *king, *rook),
        },
        Cause::CastlingOutOfCheck { king, checkers } => RefusalCause::CastlingOutOfCheck {
            king: text(king),
            pieces: list(checkers),
        },
        Cause::CastlingThroughAttack { square, attackers } => RefusalCause::CastlingThroughAttack {
            square: text(square),
            pieces: list(attackers),
        },
        Cause::CastlingIntoCheck {
            square,
            attackers,
            shield,
        } => RefusalCause::CastlingIntoCheck {
            square: text(square),
            pieces: list(attackers),
            rook: shield.as_ref().map(text),
        },
        Cause::EnPassantNotNow { pawn } => RefusalCause::EnPassantNotNow { pawn: text(pawn) },
        Cause::EnPassantTooLate {
            pawn,
            move_number,
            moves_ago,
        } => RefusalCause::EnPassantTooLate {
            pawn: text(pawn),
            move_number: *move_number,
            moves_ago: *moves_ago,
        },
        Cause::EnPassantNoDoubleStep { pawn, move_number } => RefusalCause::EnPassantNoDoubleStep {
            pawn: text(pawn),
            move_number: *move_number,
        },
        Cause::EnPassantWrongRank { pawn, beside, rank } => RefusalCause::EnPassantWrongRank {
            pawn: text(pawn),
            beside: text(beside),
            rank: rank_number(*rank),
        },
        Cause::NotInPassing { square } => RefusalCause::NotInPassing {
            square: text(square),
        },
        Cause::PromotionNotDue { piece, to } => RefusalCause::PromotionNotDue {
            piece: (*piece).into(),
            to: text(to),
        },
        Cause::KingIntoCheck { to, attackers } => RefusalCause::KingIntoCheck {
            to: text(to),
            pieces: list(attackers),
        },
        Cause::KingTakesProtected { taken, protectors } => RefusalCause::KingTakesProtected {
            piece: (*taken).into(),
            pieces: list(protectors),
        },
        Cause::KingBesideKing { to, king } => RefusalCause::KingBesideKing {
            to: text(to),
            king: text(king),
        },
        Cause::InCheck {
            king,
            checker,
            answers,
        } => RefusalCause::InCheck {
            king: text(king),
            piece: (*checker).into(),
            can_move_king: answers.move_king,
            can_capture: answers.capture,
            can_block: answers.block,
        },
        Cause::DoubleCheck { king, checkers } => RefusalCause::DoubleCheck {
            king: text(king),
            pieces: list(checkers),
        },
        Cause::Pinned {
            piece,
            king,
            pinner,
        } => RefusalCause::Pinned {
            piece: (*piece).into(),
            king: text(king),
            by: (*pinner).into(),
        },
        Cause::EnPassantOpensLine {
            pawn,
            taken,
            king,
            attacker,
        } => RefusalCause::EnPassantOpensLine {
            pawn: text(pawn),
            taken: text(taken),
            king: text(king),
            piece: (*attacker).into(),
        },
        Cause::NothingIsPlaced => RefusalCause::NothingIsPlaced,
        Cause::PlacingIsDue { role, squares } => RefusalCause::PlacingIsDue {
            role: role.map(Role::from),
            squares: squares.iter().map(|square| text(&square)).collect(),
        },
        Cause::NothingWaits { next, moves } => RefusalCause::NothingWaits {
            role: next.map(Role::from),
            moves: *moves,
        },
        Cause::AnotherWaits { role, waiting } => RefusalCause::AnotherWaits {
            role: (*role).into(),
            waiting: waiting.map(Role::from),
        },
        Cause::PlacedOffBackRank { to, rank } => RefusalCause::PlacedOffBackRank {
            to: text(to),
            rank: rank_number(*rank),
        },
        Cause::PlacedOnPiece { piece } => RefusalCause::PlacedOnPiece {
            piece: (*piece).into(),
        },
        Cause::PlacedOnBishopColor { bishop, to } => RefusalCause::PlacedOnBishopColor {
            bishop: text(bishop),
            to: text(to),
        },
        Cause::ClearExposesKing {
            cleared,
            king,
            attackers,
        } => RefusalCause::ClearExposesKing {
            cleared: list(cleared),
            king: text(king),
            pieces: list(attackers),
        },
        Cause::ClearTakesOwnKing { cleared, king } => RefusalCause::ClearTakesOwnKing {
            cleared: list(cleared),
            king: text(king),
        },
        Cause::NoneCan { refusals } => RefusalCause::NoneCan {
            role: refusals.first().and_then(named_role),
            each: refusals.iter().map(RefusalDetails::from).collect(),
        },
    }
}

fn not_its_move(piece: Occupant, to: String) -> RefusalCause {
    let role = piece.piece.role;
    let piece = PieceOnSquare::from(piece);
    match role {
        rules::Role::Pawn => RefusalCause::NotAPawnMove { piece, to },
        rules::Role::Knight => RefusalCause::NotAKnightMove { piece, to },
        rules::Role::Bishop => RefusalCause::NotABishopMove { piece, to },
        rules::Role::Rook => RefusalCause::NotARookMove { piece, to },
        rules::Role::Queen => RefusalCause::NotAQueenMove { piece, to },
        rules::Role::King => RefusalCause::NotAKingMove { piece, to },
    }
}

const fn board_reason(reason: GameOverReason) -> BoardReason {
    match reason {
        GameOverReason::Checkmate => BoardReason::Checkmate,
        GameOverReason::Stalemate => BoardReason::Stalemate,
        GameOverReason::KingLost => BoardReason::KingLost,
    }
}

/// Returns the kind of piece that an attempted move names.
fn named_role(refusal: &rules::Refusal) -> Option<Role> {
    match refusal.attempt? {
        Attempt::Between { piece, .. } => piece.map(|piece| piece.role.into()),
        Attempt::San(san) => Some(san.role.into()),
        Attempt::PawnCapture { .. } | Attempt::Castle(_) | Attempt::Place { .. } => None,
    }
}

/// Reports whether all pieces are between the king and the rook.
fn are_between(blockers: &[Occupant], king: Square, rook: Square) -> bool {
    let (first, last) = if king.file() < rook.file() {
        (king, rook)
    } else {
        (rook, king)
    };
    blockers.iter().all(|blocker| {
        let file = blocker.square.file();
        first.file() < file && file < last.file()
    })
}

/// Returns the number of a rank, from 1 to 8.
const fn rank_number(rank: rules::Rank) -> u8 {
    rank as u8 + 1
}

fn list(occupants: &[Occupant]) -> Vec<PieceOnSquare> {
    occupants.iter().copied().map(PieceOnSquare::from).collect()
}

fn texts(moves: &[rules::MoveText]) -> Vec<String> {
    moves.iter().map(text).collect()
}

fn text<T: ToString>(value: &T) -> String {
    value.to_string()
}
