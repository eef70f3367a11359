use arbiter_rules::{CastlingSide, File, Move, MoveKind, PlayedLine, Role};

/// For how many moves a game is young.
const YOUNG: u16 = 12;

/// A queen now is better than a queen next move.
const NOW: i32 = 100;

/// What everybody is taught, in hundredths of a pawn: how much more, or less,
/// a move is liked than it is worth. A look of a few half-moves ahead sees
/// little of what development is good for.
pub(super) fn habit(line: &PlayedLine, mv: Move) -> i32 {
    let position = line.position();
    if mv.promotion() == Some(Role::Queen) {
        return NOW;
    }
    let is_step = !mv.is_placement() && !mv.is_pass();
    if !is_step || position.fullmoves() > YOUNG || position.captured(mv).is_some() {
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
    let liked = match mv.role() {
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
        liked - 20
    } else {
        liked
    }
}
