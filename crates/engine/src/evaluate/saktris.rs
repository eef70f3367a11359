//! Static evaluation of Saktris positions: the pieces on the board, those still to
//! come, and the room for placing them.
//!
//! Little of the evaluation of chess applies. Pawns start on the back rank, a king
//! may not be on the board yet, and three of a kind are cleared, which is left to
//! the search.

use arbiter_rules::{Bitboard, Board, ByColor, Color, Position, Role, Saktris, Square, attacks};

use super::masks;
use crate::score::MAX_EVALUATION;

/// The names of the terms, in the order of [`Terms`].
pub(super) const TERMS: [&str; 7] = [
    "material", "to come", "room", "pawns", "activity", "threats", "king",
];
const MATERIAL: usize = 0;
const TO_COME: usize = 1;
const ROOM: usize = 2;
const PAWNS: usize = 3;
const ACTIVITY: usize = 4;
const THREATS: usize = 5;
const KING: usize = 6;

/// The values of the terms for one side.
pub(super) type Terms = [i32; TERMS.len()];

const VALUE: [i32; 6] = [100, 330, 340, 510, 980, 0];
const BISHOP_PAIR: i32 = 25;
/// The bonus of the side to move.
const TEMPO: i32 = 12;

/// The divisor of the discount for each turn that a piece is still away.
const DELAY_DIVISOR: i32 = 250;
/// The penalty by number of free squares on the back rank, while pieces are to
/// come.
const ROOM_PENALTY: [i32; 9] = [-60, -22, -8, 0, 0, 0, 0, 0, 0];
/// The bonus for a king not yet on the board, which cannot be attacked.
const KING_TO_COME: i32 = 30;

/// The bonus of a pawn by rank…
const ADVANCED: [i32; 8] = [0, 2, 8, 16, 28, 50, 95, 0];
/// …and of a passed pawn.
const PASSED: [i32; 8] = [0, 2, 5, 12, 26, 52, 95, 0];
const GUARDED_PAWN: i32 = 7;
const DOUBLED_PAWN: i32 = -12;

/// The bonus for each square that a piece attacks, by role.
const MOBILITY: [i32; 6] = [0, 5, 5, 3, 2, 0];
/// The bonus for a central square, by role.
const CENTRAL: [i32; 6] = [1, 7, 4, 1, 2, 0];
const OPEN_FILE: i32 = 14;

/// The penalties for a piece attacked by a pawn, for an undefended one, and for a
/// rook or queen attacked by a less valuable piece.
const BY_PAWN: i32 = -38;
const HANGING: i32 = -26;
const BY_SMALLER: i32 = -24;

/// The danger of a piece for each attacked square next to the king, by role.
const DANGER: [i32; 6] = [3, 6, 5, 8, 9, 0];
const SHELTER: i32 = 8;
/// The contribution of each role to the game phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 12;

/// Returns the value of the position for the side to move, in centipawns.
pub(super) fn evaluate(position: &Position, saktris: &Saktris) -> i32 {
    let context = SaktrisContext::of(position.board());
    let terms = ByColor::new_with(|color| terms_of(&context, saktris, color));
    let sum = |color: Color| terms[color].iter().sum::<i32>();
    let us = position.turn();
    let value = sum(us) - sum(!us);
    let ahead = if value > 0 { us } else { !us };
    let value = value * scale(&context, saktris, ahead) / 16 + TEMPO;
    // The value shrinks as the fifty-move rule approaches.
    let progress = 220 - i32::from(position.halfmoves()).min(100);
    (value * progress / 220).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// Returns the terms of both sides.
pub(super) fn terms_by_color(position: &Position, saktris: &Saktris) -> ByColor<Terms> {
    let context = SaktrisContext::of(position.board());
    ByColor::new_with(|color| terms_of(&context, saktris, color))
}

/// A board with the attacks of both sides.
struct SaktrisContext<'p> {
    board: &'p Board,
    by_pawns: ByColor<Bitboard>,
    /// Attacks by knights and bishops.
    by_minors: ByColor<Bitboard>,
    /// Attacks by pieces other than queens and kings.
    by_smaller: ByColor<Bitboard>,
    by_any: ByColor<Bitboard>,
    activity: ByColor<i32>,
    /// The danger that each side poses to the enemy king.
    danger: ByColor<i32>,
}

impl SaktrisContext<'_> {
    fn of(board: &Board) -> SaktrisContext<'_> {
        let by_pawns =
            ByColor::new_with(|color| masks::pawn_attacks(color, board.pieces(color, Role::Pawn)));
        let mut context = SaktrisContext {
            board,
            by_pawns,
            by_minors: ByColor::default(),
            by_smaller: by_pawns,
            by_any: by_pawns,
            activity: ByColor::default(),
            danger: ByColor::default(),
        };
        for color in Color::ALL {
            context.add_attacks(color);
        }
        context
    }

    fn add_attacks(&mut self, us: Color) {
        let board = self.board;
        let occupied = board.occupied();
        let ring = board
            .king(!us)
            .map_or(Bitboard::EMPTY, |king| attacks::king(king).with(king));
        let safe = !(board.of(us) | self.by_pawns[!us]);
        let (mut attackers, mut danger) = (0, 0);
        let mut add_danger = |role: Role, attacked: Bitboard| {
            let near = (attacked & ring).count() as i32;
            attackers += i32::from(near > 0);
            danger += DANGER[role as usize] * near.min(4);
        };
        add_danger(Role::Pawn, self.by_pawns[us]);
        let pieces = [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ];
        for role in pieces {
            for square in board.pieces(us, role) {
                let attacked = attacks::by(role, us, square, occupied);
                self.by_any[us] |= attacked;
                match role {
                    Role::Knight | Role::Bishop => {
                        self.by_minors[us] |= attacked;
                        self.by_smaller[us] |= attacked;
                    }
                    Role::Rook => self.by_smaller[us] |= attacked,
                    _ => {}
                }
                self.activity[us] += MOBILITY[role as usize] * (attacked & safe).count() as i32
                    + CENTRAL[role as usize] * center(square);
                add_danger(role, attacked);
            }
        }
        // A single attacker cannot mate.
        self.danger[us] = match attackers {
            0 | 1 => danger / 2,
            _ => danger + danger * danger / 26,
        };
    }
}

fn terms_of(context: &SaktrisContext<'_>, saktris: &Saktris, us: Color) -> Terms {
    let board = context.board;
    let to_come = saktris.to_come(us);
    let mut terms = Terms::default();
    for role in Role::ALL {
        terms[MATERIAL] += VALUE[role as usize] * board.pieces(us, role).count() as i32;
    }
    if board.pieces(us, Role::Bishop).many() {
        terms[MATERIAL] += BISHOP_PAIR;
    }
    for (index, role) in to_come.iter().enumerate() {
        let wait = 8 + index as i32;
        terms[TO_COME] += VALUE[role as usize] * (DELAY_DIVISOR - wait) / DELAY_DIVISOR;
    }
    if !to_come.is_empty() {
        let free = Bitboard::rank(us.back_rank()) - board.occupied();
        terms[ROOM] += ROOM_PENALTY[free.count() as usize];
    }
    terms[PAWNS] = pawns(context, us);
    terms[ACTIVITY] = context.activity[us] + open_files(board, us);
    terms[THREATS] = threats(context, us);
    terms[KING] = match board.king(us) {
        Some(king) => king_value(context, saktris, us, king),
        None => KING_TO_COME,
    };
    terms
}

fn pawns(context: &SaktrisContext<'_>, us: Color) -> i32 {
    let board = context.board;
    let (pawns, enemies) = (board.pieces(us, Role::Pawn), board.pieces(!us, Role::Pawn));
    let mut sum = GUARDED_PAWN * (pawns & context.by_pawns[us]).count() as i32;
    for pawn in pawns {
        let rank = masks::rank(us, pawn);
        sum += ADVANCED[rank] + CENTRAL[Role::Pawn as usize] * center(pawn);
        if pawns.meets(masks::front(us, pawn)) {
            sum += DOUBLED_PAWN;
        } else if !enemies.meets(masks::front_span(us, pawn)) {
            sum += PASSED[rank];
        }
    }
    sum
}

fn open_files(board: &Board, us: Color) -> i32 {
    let pawns = board.pieces(us, Role::Pawn);
    let is_open = |rook: &Square| !pawns.meets(masks::front(us, *rook));
    let rooks = board.pieces(us, Role::Rook).into_iter();
    OPEN_FILE * rooks.filter(is_open).count() as i32
}

/// Returns the penalties for threatened pieces.
fn threats(context: &SaktrisContext<'_>, us: Color) -> i32 {
    let board = context.board;
    let pieces = board.of(us) - board.pieces(us, Role::King);
    let without_pawns = pieces - board.pieces(us, Role::Pawn);
    let (queens, rooks) = (board.pieces(us, Role::Queen), board.pieces(us, Role::Rook));
    let smaller = (queens & context.by_smaller[!us]) | (rooks & context.by_minors[!us]);
    let count = |squares: Bitboard| squares.count() as i32;
    BY_PAWN * count(without_pawns & context.by_pawns[!us])
        + HANGING * count((pieces & context.by_any[!us]) - context.by_any[us])
        + BY_SMALLER * count(smaller - context.by_pawns[!us])
}

/// Evaluates a king: safety while the opponent has pieces, centralization
/// afterwards.
fn king_value(context: &SaktrisContext<'_>, saktris: &Saktris, us: Color, king: Square) -> i32 {
    let board = context.board;
    // A king with only pawns is to be driven to the edge.
    let pieces = board.of(us) - board.pieces(us, Role::Pawn);
    if pieces == king.bitboard() && saktris.to_come(us).is_empty() {
        let enemy_king = board.king(!us).unwrap_or(king);
        return 24 * center(king) + 8 * king.distance(enemy_king) as i32;
    }
    let theirs = |role: Role| {
        board.pieces(!us, role).count() as i32 + saktris.to_come(!us).count(role) as i32
    };
    let phase = Role::ALL
        .into_iter()
        .map(|role| PHASE[role as usize] * theirs(role));
    let phase = phase.sum::<i32>().min(FULL_PHASE);
    let beside = (attacks::king(king) & board.of(us)).count() as i32;
    let shelter = SHELTER * beside.min(3) - 11 * masks::rank(us, king) as i32;
    let danger = context.danger[!us].min(500);
    (phase * (shelter - danger) + (FULL_PHASE - phase) * 8 * center(king)) / FULL_PHASE
}

/// Returns the centrality of a square, from -3 in a corner to 3 in the center.
fn center(square: Square) -> i32 {
    let from_edge = |index: usize| index.min(7 - index) as i32;
    from_edge(square.file() as usize) + from_edge(square.rank() as usize) - 3
}

/// Returns how much of a lead counts, in 16ths. A side without pawns needs a large
/// lead to mate, and a side that keeps the enemy king off the board cannot mate it.
fn scale(context: &SaktrisContext<'_>, saktris: &Saktris, ahead: Color) -> i32 {
    let board = context.board;
    if let Some(guards) = king_kept_off(context, saktris, !ahead) {
        return (5 - guards).max(1);
    }
    let is_coming = Color::ALL
        .into_iter()
        .any(|color| !saktris.to_come(color).is_empty());
    if is_coming || board.pieces(ahead, Role::Pawn).any() {
        return 16;
    }
    let piece_value = |color: Color| -> i32 {
        let roles = Role::ALL.into_iter().filter(|&role| role != Role::Pawn);
        roles
            .map(|role| VALUE[role as usize] * board.pieces(color, role).count() as i32)
            .sum()
    };
    match piece_value(ahead) - piece_value(!ahead) {
        ..400 => 3,
        _ if piece_value(ahead) < 500 => 1,
        _ => 16,
    }
}

/// If a side has only pawns and its king cannot be placed, returns the smallest
/// number of attackers of a free back-rank square.
fn king_kept_off(context: &SaktrisContext<'_>, saktris: &Saktris, us: Color) -> Option<i32> {
    let board = context.board;
    let free = Bitboard::rank(us.back_rank()) - board.occupied();
    let is_kept_off = saktris.to_come(us).contains(Role::King)
        && board.of(us) == board.pieces(us, Role::Pawn)
        && (free - context.by_any[!us]).is_empty();
    let guards = |square| board.attackers(square, !us, board.occupied()).count() as i32;
    is_kept_off.then(|| free.into_iter().map(guards).min().unwrap_or(0))
}
