//! How good a position of Saktris looks: what stands on the board, what is
//! still to come, and whether there is room for it.
//!
//! Little of what chess knows holds here. Pawns start on the back rank, kings
//! may not have come yet, and three of a kind take each other off the board,
//! which is left to the search.

use arbiter_rules::{Bitboard, Board, ByColor, Color, Position, Role, Saktris, Square, attacks};

use super::masks;
use crate::score::MAX_EVALUATION;

/// What is counted for each side, in the order of its account.
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

/// What one side has of each term.
pub(super) type Account = [i32; TERMS.len()];

const VALUE: [i32; 6] = [100, 330, 340, 510, 980, 0];
const BISHOP_PAIR: i32 = 25;
/// To have the move.
const TEMPO: i32 = 12;

/// A piece to come is worth the more of its value the sooner it comes.
const LATER: i32 = 250;
/// By how few squares are free on the back rank, as long as pieces come.
const NARROW: [i32; 9] = [-60, -22, -8, 0, 0, 0, 0, 0, 0];
/// A king who has not come cannot be attacked.
const KING_TO_COME: i32 = 30;

/// For each rank a pawn has come from its back rank…
const ADVANCED: [i32; 8] = [0, 2, 8, 16, 28, 50, 95, 0];
/// …and if no enemy pawn can stop it.
const PASSED: [i32; 8] = [0, 2, 5, 12, 26, 52, 95, 0];
const GUARDED_PAWN: i32 = 7;
const DOUBLED_PAWN: i32 = -12;

/// For each square that a piece attacks.
const MOBILITY: [i32; 6] = [0, 5, 5, 3, 2, 0];
/// For a piece in the center, less the farther from it.
const CENTRAL: [i32; 6] = [1, 7, 4, 1, 2, 0];
const OPEN_FILE: i32 = 14;

/// A piece that a pawn attacks, one that nobody guards, and a queen or a rook
/// that something smaller attacks.
const BY_PAWN: i32 = -38;
const HANGING: i32 = -26;
const BY_SMALLER: i32 = -24;

/// How dangerous a piece is for each square beside the king that it attacks.
const DANGER: [i32; 6] = [3, 6, 5, 8, 9, 0];
const SHELTER: i32 = 8;
/// What makes up a side's share of a whole middlegame.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 12;

/// How good the position is for the side to move, in hundredths of a pawn.
pub(super) fn judge(position: &Position, saktris: &Saktris) -> i32 {
    let survey = Survey::of(position.board());
    let accounts = ByColor::new_with(|color| account(&survey, saktris, color));
    let sum = |color: Color| accounts[color].iter().sum::<i32>();
    let us = position.turn();
    let value = sum(us) - sum(!us);
    let ahead = if value > 0 { us } else { !us };
    let value = value * scale(&survey, saktris, ahead) / 16 + TEMPO;
    // Towards the fiftieth move without progress a win slips away.
    let progress = 220 - i32::from(position.halfmoves()).min(100);
    (value * progress / 220).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// What each side has.
pub(super) fn accounts(position: &Position, saktris: &Saktris) -> ByColor<Account> {
    let survey = Survey::of(position.board());
    ByColor::new_with(|color| account(&survey, saktris, color))
}

/// What both sides attack, looked up once.
struct Survey<'p> {
    board: &'p Board,
    by_pawns: ByColor<Bitboard>,
    /// By knights and bishops.
    by_minors: ByColor<Bitboard>,
    /// By all but queens and kings.
    by_smaller: ByColor<Bitboard>,
    by_any: ByColor<Bitboard>,
    activity: ByColor<i32>,
    /// How much a side endangers the other king.
    danger: ByColor<i32>,
}

impl Survey<'_> {
    fn of(board: &Board) -> Survey<'_> {
        let by_pawns =
            ByColor::new_with(|color| masks::pawn_attacks(color, board.pieces(color, Role::Pawn)));
        let mut survey = Survey {
            board,
            by_pawns,
            by_minors: ByColor::default(),
            by_smaller: by_pawns,
            by_any: by_pawns,
            activity: ByColor::default(),
            danger: ByColor::default(),
        };
        for color in Color::ALL {
            survey.look(color);
        }
        survey
    }

    fn look(&mut self, us: Color) {
        let board = self.board;
        let occupied = board.occupied();
        let ring = board
            .king(!us)
            .map_or(Bitboard::EMPTY, |king| attacks::king(king).with(king));
        let good = !(board.of(us) | self.by_pawns[!us]);
        let (mut attackers, mut danger) = (0, 0);
        let mut note = |role: Role, attacked: Bitboard| {
            let near = (attacked & ring).count() as i32;
            attackers += i32::from(near > 0);
            danger += DANGER[role as usize] * near.min(4);
        };
        note(Role::Pawn, self.by_pawns[us]);
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
                self.activity[us] += MOBILITY[role as usize] * (attacked & good).count() as i32
                    + CENTRAL[role as usize] * center(square);
                note(role, attacked);
            }
        }
        // One attacker alone does not mate.
        self.danger[us] = match attackers {
            0 | 1 => danger / 2,
            _ => danger + danger * danger / 26,
        };
    }
}

fn account(survey: &Survey<'_>, saktris: &Saktris, us: Color) -> Account {
    let board = survey.board;
    let coming = saktris.to_come(us);
    let mut account = Account::default();
    for role in Role::ALL {
        account[MATERIAL] += VALUE[role as usize] * board.pieces(us, role).count() as i32;
    }
    if board.pieces(us, Role::Bishop).many() {
        account[MATERIAL] += BISHOP_PAIR;
    }
    for (index, role) in coming.iter().enumerate() {
        let wait = 8 + index as i32;
        account[TO_COME] += VALUE[role as usize] * (LATER - wait) / LATER;
    }
    if !coming.is_empty() {
        let free = Bitboard::rank(us.back_rank()) - board.occupied();
        account[ROOM] += NARROW[free.count() as usize];
    }
    account[PAWNS] = pawns(survey, us);
    account[ACTIVITY] = survey.activity[us] + open_files(board, us);
    account[THREATS] = threats(survey, us);
    account[KING] = match board.king(us) {
        Some(king) => kept(survey, saktris, us, king),
        None => KING_TO_COME,
    };
    account
}

fn pawns(survey: &Survey<'_>, us: Color) -> i32 {
    let board = survey.board;
    let (pawns, enemies) = (board.pieces(us, Role::Pawn), board.pieces(!us, Role::Pawn));
    let mut sum = GUARDED_PAWN * (pawns & survey.by_pawns[us]).count() as i32;
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

/// What our pieces suffer from.
fn threats(survey: &Survey<'_>, us: Color) -> i32 {
    let board = survey.board;
    let pieces = board.of(us) - board.pieces(us, Role::King);
    let better = pieces - board.pieces(us, Role::Pawn);
    let (queens, rooks) = (board.pieces(us, Role::Queen), board.pieces(us, Role::Rook));
    let smaller = (queens & survey.by_smaller[!us]) | (rooks & survey.by_minors[!us]);
    let count = |squares: Bitboard| squares.count() as i32;
    BY_PAWN * count(better & survey.by_pawns[!us])
        + HANGING * count((pieces & survey.by_any[!us]) - survey.by_any[us])
        + BY_SMALLER * count(smaller - survey.by_pawns[!us])
}

/// How well a king is kept: out of danger as long as there is some, in the
/// center when there is none any more.
fn kept(survey: &Survey<'_>, saktris: &Saktris, us: Color, king: Square) -> i32 {
    let board = survey.board;
    // Whoever has nothing else but pawns is driven to the edge.
    let pieces = board.of(us) - board.pieces(us, Role::Pawn);
    if pieces == king.bitboard() && saktris.to_come(us).is_empty() {
        let hunter = board.king(!us).unwrap_or(king);
        return 24 * center(king) + 8 * king.distance(hunter) as i32;
    }
    let theirs = |role: Role| {
        board.pieces(!us, role).count() as i32 + saktris.to_come(!us).count(role) as i32
    };
    let phase = Role::ALL
        .into_iter()
        .map(|role| PHASE[role as usize] * theirs(role));
    let phase = phase.sum::<i32>().min(FULL_PHASE);
    let beside = (attacks::king(king) & board.of(us)).count() as i32;
    let hidden = SHELTER * beside.min(3) - 11 * masks::rank(us, king) as i32;
    let danger = survey.danger[!us].min(500);
    (phase * (hidden - danger) + (FULL_PHASE - phase) * 8 * center(king)) / FULL_PHASE
}

/// From -3 on the edge to 3 in the center.
fn center(square: Square) -> i32 {
    let from_edge = |index: usize| index.min(7 - index) as i32;
    from_edge(square.file() as usize) + from_edge(square.rank() as usize) - 3
}

/// How much of a lead counts, in sixteenths: who has neither pawns nor much
/// more than the other does not mate, nor does who keeps a king from coming.
fn scale(survey: &Survey<'_>, saktris: &Saktris, ahead: Color) -> i32 {
    let board = survey.board;
    if let Some(guards) = kept_out(survey, saktris, !ahead) {
        return (5 - guards).max(1);
    }
    let is_coming = Color::ALL
        .into_iter()
        .any(|color| !saktris.to_come(color).is_empty());
    if is_coming || board.pieces(ahead, Role::Pawn).any() {
        return 16;
    }
    let worth = |color: Color| -> i32 {
        let roles = Role::ALL.into_iter().filter(|&role| role != Role::Pawn);
        roles
            .map(|role| VALUE[role as usize] * board.pieces(color, role).count() as i32)
            .sum()
    };
    match worth(ahead) - worth(!ahead) {
        ..400 => 3,
        _ if worth(ahead) < 500 => 1,
        _ => 16,
    }
}

/// How many guard the back-rank square that is guarded least, if a side has
/// nothing but pawns until its king comes, and no place for him.
fn kept_out(survey: &Survey<'_>, saktris: &Saktris, us: Color) -> Option<i32> {
    let board = survey.board;
    let free = Bitboard::rank(us.back_rank()) - board.occupied();
    let is_kept_out = saktris.to_come(us).contains(Role::King)
        && board.of(us) == board.pieces(us, Role::Pawn)
        && (free - survey.by_any[!us]).is_empty();
    let guards = |square| board.attackers(square, !us, board.occupied()).count() as i32;
    is_kept_out.then(|| free.into_iter().map(guards).min().unwrap_or(0))
}
