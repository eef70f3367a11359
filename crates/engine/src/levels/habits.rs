use arbiter_rules::{CastlingSide, File, Move, MoveKind, PlayedLine, Role};

/// The number of moves during which opening habits apply.
const OPENING_MOVES: u16 = 12;

/// The bonus for promoting to a queen immediately, in centipawns.
const QUEENING_BONUS: i32 = 100;

/// Returns how much a move gains or loses by the habits that every beginner is
/// taught (develop, castle, keep the rook's pawns back), in centipawns. A
/// search of a few half-moves sees little of the benefits of development.
pub(super) fn habit_bonus(line: &PlayedLine, mv: Move) -> i32 {
    let position = line.position();
    if mv.promotion() == Some(Role::Queen) {
        return QUEENING_BONUS;
    }
    let is_board_move = !mv.is_placement() && !mv.is_pass();
    if !is_board_move || position.fullmoves() > OPENING_MOVES || position.captured(mv).is_some() {
        return 0;
    }
    let us = position.turn();
    let has_rights = [CastlingSide::Short, CastlingSide::Long]
        .iter()
        .any(|&side| position.castling_rook(us, side).is_some());
    let comes_from_home = mv.from().rank() == us.back_rank();
    let goes_home = mv.to().rank() == us.back_rank();
    let was_just_moved = line
        .moves()
        .rev()
        .nth(1)
        .is_some_and(|(_, last)| last.to() == mv.from());
    let bonus = match mv.role() {
        Role::King if mv.castling().is_some() => 60,
        Role::King if has_rights && !position.is_check() => -80,
        Role::Rook if has_rights => -40,
        Role::Queen if position.fullmoves() < 7 => -20,
        Role::Knight if matches!(mv.to().file(), File::A | File::H) => -30,
        Role::Knight | Role::Bishop if comes_from_home => 20,
        Role::Knight | Role::Bishop if goes_home => -30,
        Role::Pawn => match mv.from().file() {
            File::D | File::E if mv.kind() == MoveKind::DoubleStep => 20,
            File::C | File::D | File::E => 5,
            File::B => -5,
            File::F | File::G => -20,
            File::A | File::H => -15,
        },
        _ => 0,
    };
    if was_just_moved && mv.castling().is_none() {
        bonus - 20
    } else {
        bonus
    }
}
