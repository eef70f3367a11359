use serde::{Deserialize, Serialize};

use super::{PieceOnSquare, RefusalDetails, Role, TouchObligation};
use crate::{Castling, Claim, Color, Variant};

/// The first rule that an action breaks. Its `code` is the code of the problem.
///
/// Squares are written like `e4`, and moves in standard notation with English
/// letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum RefusalCause {
    /// The text is not a move.
    NotAMove {
        /// The variant of the game: pieces can be placed only in Saktris.
        variant: Variant,
    },
    /// The text names a square that does not exist.
    NotASquare {
        /// The two characters that were read as a square.
        found: String,
    },
    /// A pawn cannot be promoted to that.
    NoSuchPromotion {
        /// The letter of the piece that was asked for.
        letter: char,
        /// The piece that was asked for. Absent if the letter names no piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<Role>,
    },
    /// Several pieces could make the move as it is written.
    Ambiguous {
        /// Those pieces.
        pieces: Vec<PieceOnSquare>,
        /// Whether the text names the files of a pawn capture, such as `ed`.
        is_pawn_capture: bool,
        /// The unambiguous spelling of each possible move.
        moves: Vec<String>,
    },
    /// The text names a legal move, but not in its one strict spelling.
    Miswritten {
        /// The correct spelling.
        san: String,
    },
    /// A player may not pass.
    NoPassing {
        /// The variant of the game: passing is sometimes allowed in Saktris.
        variant: Variant,
    },
    /// The game is over.
    GameOver {
        /// The code of the reason, such as `checkmate` or `resignation`.
        reason: String,
        /// The winner. Absent for a draw and for a game without a result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Color>,
        /// The side that has no legal move. Absent if the game ended otherwise
        /// than by the position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Color>,
        /// The pieces that give checkmate.
        pieces: Vec<PieceOnSquare>,
        /// Why the attempted move would have been illegal in any case.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "descriptions", schema(no_recursion))]
        besides: Option<Box<RefusalDetails>>,
    },
    /// There is no piece on the square of departure.
    EmptySquare {
        /// The empty square.
        square: String,
    },
    /// The piece belongs to the side that is not to move.
    NotYourPiece {
        /// The piece.
        piece: PieceOnSquare,
    },
    /// The side to move has no such piece.
    NoSuchPiece {
        /// The side to move.
        color: Color,
        /// The kind of piece that was named.
        role: Role,
        /// The file on which the piece was expected, `a` to `h`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<String>,
        /// The rank on which the piece was expected, 1 to 8.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rank: Option<u8>,
    },
    /// The square of departure is also the square of arrival.
    StaysPut {
        /// The square.
        square: String,
    },
    /// A pawn does not move like that.
    NotAPawnMove {
        /// The pawn.
        piece: PieceOnSquare,
        /// The square of arrival.
        to: String,
    },
    /// A knight does not move like that.
    NotAKnightMove {
        /// The knight.
        piece: PieceOnSquare,
        /// The square of arrival.
        to: String,
    },
    /// A bishop does not move like that.
    NotABishopMove {
        /// The bishop.
        piece: PieceOnSquare,
        /// The square of arrival.
        to: String,
    },
    /// A rook does not move like that.
    NotARookMove {
        /// The rook.
        piece: PieceOnSquare,
        /// The square of arrival.
        to: String,
    },
    /// A queen does not move like that.
    NotAQueenMove {
        /// The queen.
        piece: PieceOnSquare,
        /// The square of arrival.
        to: String,
    },
    /// A king does not move like that.
    NotAKingMove {
        /// The king.
        piece: PieceOnSquare,
        /// The square of arrival.
        to: String,
    },
    /// A pawn never moves backward.
    PawnBackward {
        /// The square of the pawn.
        pawn: String,
        /// The square of arrival.
        to: String,
    },
    /// A pawn never moves sideways.
    PawnSideways {
        /// The square of the pawn.
        pawn: String,
        /// The square of arrival.
        to: String,
    },
    /// A pawn may advance two squares only from its starting square.
    PawnDoubleStep {
        /// The square of the pawn.
        pawn: String,
        /// The square of arrival.
        to: String,
    },
    /// A pawn never advances more than two squares.
    PawnTooFar {
        /// The square of the pawn.
        pawn: String,
        /// The square of arrival.
        to: String,
    },
    /// A pawn moves diagonally only to capture, and the square of arrival is
    /// empty.
    PawnTakesNothing {
        /// The square of the pawn.
        pawn: String,
        /// The square of arrival.
        to: String,
    },
    /// None of the pieces of that kind moves like that.
    NoneReaches {
        /// All pieces of that kind.
        pieces: Vec<PieceOnSquare>,
        /// The square of arrival.
        to: String,
    },
    /// A piece is in the way.
    Blocked {
        /// The first piece in the way.
        piece: PieceOnSquare,
    },
    /// A piece is in front of the pawn.
    PawnBlocked {
        /// The square of the pawn.
        pawn: String,
        /// The piece in front of it.
        piece: PieceOnSquare,
        /// Whether the pawn would land on that piece rather than jump over it.
        lands_on_it: bool,
    },
    /// A piece of the same side is on the square of arrival.
    OwnPiece {
        /// That piece.
        piece: PieceOnSquare,
    },
    /// A king is never captured.
    KingTaken {
        /// The king.
        piece: PieceOnSquare,
    },
    /// No pawn can advance to the square, but a pawn can capture the piece
    /// there.
    CaptureNotWritten {
        /// The piece that can be captured.
        piece: PieceOnSquare,
        /// The spelling of each such capture.
        moves: Vec<String>,
    },
    /// The text says that the move captures, and the square of arrival is
    /// empty.
    NothingToTake {
        /// The empty square.
        square: String,
    },
    /// Castling is legal, but was written as a move of the king.
    CastlingNotWritten {
        /// The side of the castling.
        side: Castling,
        /// The square of the king.
        king: String,
        /// The square to which the king was to move.
        to: String,
    },
    /// Castling takes place only on the first rank of a side.
    CastlingOffRank {
        /// The square of the king.
        king: String,
        /// The square of the rook.
        rook: String,
    },
    /// The king has already castled.
    CastlingDone {
        /// The side of that castling.
        side: Castling,
        /// The square of the king.
        king: String,
        /// The move number of that castling.
        move_number: u16,
    },
    /// The king has already moved.
    CastlingKingMoved {
        /// The square of the king.
        king: String,
        /// The move number of its first move, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_number: Option<u16>,
    },
    /// The rook has already moved.
    CastlingRookMoved {
        /// The square on which the rook started.
        rook: String,
        /// The move number of its first move, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_number: Option<u16>,
        /// Whether a rook of that side is on that square.
        is_there: bool,
    },
    /// The rook was captured.
    CastlingRookTaken {
        /// The square of the captured rook.
        rook: String,
        /// The kind of piece that captured it.
        by: Role,
        /// The move number of the capture.
        move_number: u16,
    },
    /// The rook was promoted from a pawn.
    CastlingPromotedRook {
        /// The square of the rook.
        rook: String,
        /// The move number of the promotion.
        move_number: u16,
    },
    /// There is no rook to castle with.
    CastlingNoRook {
        /// The square on which the rook is missing.
        square: String,
    },
    /// The king or the rook has moved before.
    CastlingLost {
        /// The square of the king.
        king: String,
        /// The square of the rook.
        rook: String,
    },
    /// Pieces are in the way of the king or the rook.
    CastlingBlocked {
        /// The square of the king.
        king: String,
        /// The square of the rook.
        rook: String,
        /// The pieces in the way.
        pieces: Vec<PieceOnSquare>,
        /// Whether all of them are between the king and the rook. In Chess960
        /// a piece may block the way beyond both.
        is_between: bool,
    },
    /// The king is in check.
    CastlingOutOfCheck {
        /// The square of the king.
        king: String,
        /// The pieces that give check.
        pieces: Vec<PieceOnSquare>,
    },
    /// The king would cross an attacked square.
    CastlingThroughAttack {
        /// The attacked square.
        square: String,
        /// The pieces that attack it.
        pieces: Vec<PieceOnSquare>,
    },
    /// The king would land on an attacked square.
    CastlingIntoCheck {
        /// The attacked square.
        square: String,
        /// The pieces that attack it.
        pieces: Vec<PieceOnSquare>,
        /// The square of the castling rook, if the rook shields the king until
        /// it moves. This happens only in Chess960.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rook: Option<String>,
    },
    /// The pawn to be captured en passant has not just advanced two squares.
    EnPassantNotNow {
        /// The square of that pawn.
        pawn: String,
    },
    /// The pawn to be captured en passant advanced two squares earlier than on
    /// the last move.
    EnPassantTooLate {
        /// The square of that pawn.
        pawn: String,
        /// The move number of its double step.
        move_number: u16,
        /// How many moves ago it could have been captured.
        moves_ago: u16,
    },
    /// The pawn to be captured en passant did not advance two squares.
    EnPassantNoDoubleStep {
        /// The square of that pawn.
        pawn: String,
        /// The move number on which it arrived there.
        move_number: u16,
    },
    /// The capturing pawn is not on the rank from which pawns capture en
    /// passant.
    EnPassantWrongRank {
        /// The square of the capturing pawn.
        pawn: String,
        /// The square of the pawn beside it.
        beside: String,
        /// The rank from which this side's pawns capture en passant.
        rank: u8,
    },
    /// The text says that the move captures en passant, and it does not.
    NotInPassing {
        /// The square of arrival.
        square: String,
    },
    /// Only a pawn that reaches the last rank is promoted.
    PromotionNotDue {
        /// The piece that would move.
        piece: PieceOnSquare,
        /// The square of arrival.
        to: String,
    },
    /// The king would step onto an attacked square.
    KingIntoCheck {
        /// The attacked square.
        to: String,
        /// The pieces that attack it.
        pieces: Vec<PieceOnSquare>,
    },
    /// The king would capture a protected piece.
    KingTakesProtected {
        /// The protected piece.
        piece: PieceOnSquare,
        /// The pieces that protect it.
        pieces: Vec<PieceOnSquare>,
    },
    /// The two kings would be next to each other.
    KingBesideKing {
        /// The square of arrival.
        to: String,
        /// The square of the other king.
        king: String,
    },
    /// The king is in check, and the move does not end the check.
    InCheck {
        /// The square of the king.
        king: String,
        /// The piece that gives check.
        piece: PieceOnSquare,
        /// Whether the king can move out of check without capturing that piece.
        can_move_king: bool,
        /// Whether that piece can be captured.
        can_capture: bool,
        /// Whether a piece can block the check.
        can_block: bool,
    },
    /// The king is in check from two pieces, so only the king can move.
    DoubleCheck {
        /// The square of the king.
        king: String,
        /// The pieces that give check.
        pieces: Vec<PieceOnSquare>,
    },
    /// The piece is pinned to its king.
    Pinned {
        /// The pinned piece.
        piece: PieceOnSquare,
        /// The square of the king.
        king: String,
        /// The piece that would attack the king.
        by: PieceOnSquare,
    },
    /// Both pawns of the capture en passant would leave a line and open it to
    /// the king.
    EnPassantOpensLine {
        /// The square of the capturing pawn.
        pawn: String,
        /// The square of the captured pawn.
        taken: String,
        /// The square of the king.
        king: String,
        /// The piece that would attack the king.
        piece: PieceOnSquare,
    },
    /// Pieces are placed on the board only in Saktris.
    NothingIsPlaced,
    /// A piece waits to be placed and must be placed first (Saktris).
    PlacingIsDue {
        /// The piece that waits. Absent if the player chooses it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<Role>,
        /// The squares on which it can be placed.
        squares: Vec<String>,
    },
    /// No piece waits to be placed (Saktris).
    NothingWaits {
        /// The next piece to arrive. Absent if the player chooses it or if
        /// none is left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<Role>,
        /// The number of moves after which the next piece arrives. Absent if
        /// none is left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<u16>,
    },
    /// Another piece waits to be placed, or no piece of that kind is left
    /// (Saktris).
    AnotherWaits {
        /// The kind of piece that was named.
        role: Role,
        /// The piece that waits. Absent if the player chooses it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waiting: Option<Role>,
    },
    /// Pieces are placed on the back rank only (Saktris).
    PlacedOffBackRank {
        /// The square that was named.
        to: String,
        /// The back rank, 1 for White and 8 for Black.
        rank: u8,
    },
    /// Pieces are placed on empty squares only (Saktris).
    PlacedOnPiece {
        /// The piece on the square.
        piece: PieceOnSquare,
    },
    /// The two bishops of a side are placed on squares of different colors
    /// (Saktris).
    PlacedOnBishopColor {
        /// The square of the first bishop.
        bishop: String,
        /// The square that was named.
        to: String,
    },
    /// Pieces would be cleared from the board and expose the king of the side
    /// to move (Saktris).
    ClearExposesKing {
        /// The pieces that would be cleared.
        cleared: Vec<PieceOnSquare>,
        /// The square of the king.
        king: String,
        /// The pieces that would attack it.
        pieces: Vec<PieceOnSquare>,
    },
    /// The king of the side to move would be cleared from the board (Saktris).
    ClearTakesOwnKing {
        /// The pieces that would be cleared with it.
        cleared: Vec<PieceOnSquare>,
        /// The square of the king.
        king: String,
    },
    /// No piece of that kind can make the move.
    NoneCan {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<Role>,
        /// Why each of those pieces cannot make it.
        #[cfg_attr(feature = "descriptions", schema(no_recursion))]
        each: Vec<RefusalDetails>,
    },
    /// It is the opponent's turn.
    NotYourTurn {
        /// The side to move.
        turn: Color,
    },
    /// Only the side to move may touch or adjust a piece.
    TouchOutOfTurn {
        /// The side to move.
        turn: Color,
    },
    /// Only the side to move may claim a draw.
    ClaimOutOfTurn {
        /// The side to move.
        turn: Color,
    },
    /// The player claimed a draw with another move and must play it.
    IntendedMove {
        /// That move in standard notation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        intended: Option<String>,
    },
    /// The player has touched pieces and must move or capture them.
    TouchMove {
        /// What the player must do.
        obligation: TouchObligation,
        /// The only move that does it, in standard notation. Absent if there
        /// are several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<String>,
    },
    /// There is no piece to touch on the square.
    NothingThere {
        /// The empty square.
        square: String,
    },
    /// The piece has already been touched, so it can no longer be adjusted.
    AdjustTooLate {
        /// The piece.
        piece: PieceOnSquare,
    },
    /// A draw can be agreed only after both sides have moved.
    TooEarlyForDraw,
    /// The player has already offered a draw.
    OfferStands,
    /// The opponent has offered a draw, which must be answered first.
    AnswerOffer {
        /// The side that offered the draw.
        by: Color,
    },
    /// The last offer was declined, and the player has not moved since.
    OfferedJustNow,
    /// There is no draw offer to answer.
    NoOffer,
    /// The draw cannot be claimed in this position.
    NoClaim {
        /// The draw that was claimed.
        claim: Claim,
        /// How often the position has occurred, or how many half-moves have
        /// passed since the last pawn move or capture.
        count: usize,
        /// The move with which it was claimed, in standard notation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        intended: Option<String>,
    },
    /// A player who has touched a piece cannot claim a draw on that move.
    ClaimAfterTouch,
    /// Takebacks are not allowed in this game.
    NoTakeBacks,
    /// The player has not moved yet.
    NothingToTakeBack,
    /// The player has already requested a takeback.
    TakeBackAsked,
    /// The opponent has not requested a takeback.
    NoTakeBackAsked,
    /// A rated game cannot be aborted after both sides have moved.
    TooLateToAbort,
    /// The player has already asked to abort the game.
    AbortAsked,
    /// The game has no clock.
    NoClock,
    /// The time to be added is zero or longer than a day.
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
