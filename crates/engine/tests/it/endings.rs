//! The engine wins won endings against the longest defense.

mod solver;

use arbiter_engine::{Engine, EngineSettings, Limits};
use arbiter_rules::{Board, Color, Piece, PlayedLine, Position, Role, Setup, Square};

pub use solver::SolvedEnding;

#[test]
fn king_and_queen_always_win() {
    check([Role::Queen, Role::King], 2_000, 10, 40);
}

#[test]
fn king_and_rook_always_win() {
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

/// Plays games from won positions all over the board: the engine, with this many
/// nodes per move, against a perfect defender. `longest` is the known number of
/// moves to the slowest mate, which the solver must confirm.
fn check(roles: [Role; 2], nodes: u64, longest: usize, games: usize) {
    let solved = SolvedEnding::new(roles);
    assert_eq!(solved.longest(), longest);
    let mut engine = Engine::new(EngineSettings {
        threads: 1,
        hash_mib: 4,
    });
    let won = solved.won_positions();
    // The added offset varies the squares from game to game.
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
                Color::Black => solved.longest_defense(line.position()),
            };
            line.play(mv);
            let is_lost = line.position().board().of(Color::White).count() < white;
            assert!(!is_lost, "a piece was lost from {start}");
            let is_late = line.position().halfmoves() >= 100;
            assert!(!is_late, "not won in fifty moves from {start}");
        }
        assert!(line.position().is_check(), "stalemate from {start}");
    }
}

pub fn set_up(roles: [Role; 2], pieces: solver::Placement) -> Position {
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
