//! Endings that are won are won, against the longest defence there is.

mod solved;

use arbiter_engine::{Engine, EngineSettings, Limits};
use arbiter_rules::{Board, Color, Piece, PlayedLine, Position, Role, Setup, Square};

pub use solved::Solved;

#[test]
fn a_queen_always_wins() {
    check([Role::Queen, Role::King], 2_000, 10, 40);
}

#[test]
fn a_rook_always_wins() {
    check([Role::Rook, Role::King], 2_000, 16, 40);
}

#[test]
fn two_bishops_always_win() {
    check([Role::Bishop, Role::Bishop], 3_000, 19, 20);
}

#[test]
fn bishop_and_knight_always_win() {
    check([Role::Bishop, Role::Knight], 40_000, 33, 8);
}

/// Plays games from positions all over the board: the engine with so many
/// nodes for each move against a defender who knows everything. `longest` is
/// the known number of moves to the slowest mate: the solver must agree.
fn check(roles: [Role; 2], nodes: u64, longest: usize, games: usize) {
    let solved = Solved::new(roles);
    assert_eq!(solved.longest(), longest);
    let mut engine = Engine::new(EngineSettings {
        threads: 1,
        hash_mib: 4,
    });
    let won = solved.won_positions();
    // A stride without common factors with a row of the board.
    let stride = won.len() / games;
    for game in 0..games {
        let pieces = won[game * stride + game % 61];
        let mut line = PlayedLine::from(set_up(roles, pieces));
        engine.clear();
        let start = line.position().to_string();
        let white = line.position().board().of(Color::White).count();
        while line.position().has_legal_move() {
            let mv = match line.position().turn() {
                Color::White => engine
                    .search(&line, &Limits::nodes(nodes), &())
                    .best()
                    .unwrap(),
                Color::Black => solved.longest_defence(line.position()),
            };
            line.play(mv);
            let is_lost = line.position().board().of(Color::White).count() < white;
            assert!(!is_lost, "a piece is lost from {start}");
            let is_late = line.position().halfmoves() >= 100;
            assert!(!is_late, "not won in fifty moves from {start}");
        }
        assert!(line.position().is_check(), "stalemate from {start}");
    }
}

pub fn set_up(roles: [Role; 2], pieces: solved::Pieces) -> Position {
    let mut board = Board::EMPTY;
    let mut put = |square: Square, color, role| board.put(square, Piece { color, role });
    put(pieces.lone_king, Color::Black, Role::King);
    put(pieces.others[0], Color::White, roles[0]);
    put(pieces.others[1], Color::White, roles[1]);
    put(pieces.king, Color::White, Role::King);
    Setup {
        board,
        turn: Color::White,
        ..Setup::EMPTY
    }
    .position()
    .unwrap()
}
