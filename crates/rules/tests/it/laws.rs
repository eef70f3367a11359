//! The laws of chess, one test or more for each (see `docs/laws.md`).

mod castling;
mod check;
mod en_passant;
mod ends;
mod pieces;
mod promotion;
mod repetition;
mod turns;

use arbiter_rules::{Move, PlayedLine, Position, Square};

fn position(fen: &str) -> Position {
    match fen {
        "start" => Position::start(),
        fen => fen.parse().unwrap(),
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// Plays moves in any notation from a position.
fn line(fen: &str, moves: &str) -> PlayedLine {
    let mut line = PlayedLine::from(position(fen));
    play(&mut line, moves);
    line
}

fn play(line: &mut PlayedLine, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = line.read(text).unwrap();
        line.play(mv);
    }
}

fn find(fen: &str, text: &str) -> Move {
    position(fen).read(text).unwrap()
}

/// Reports whether a move in any notation is legal.
fn is_legal(fen: &str, text: &str) -> bool {
    position(fen).read(text).is_ok()
}

/// Returns the code of the refusal.
fn refused(fen: &str, text: &str) -> &'static str {
    position(fen).read(text).unwrap_err().code()
}

/// Returns the squares to which the piece on a square can legally move.
fn targets(fen: &str, from: &str) -> String {
    let moves = position(fen).legal_moves_of(square(from).into());
    let targets: arbiter_rules::Bitboard = moves.map(Move::to).collect();
    targets.to_string()
}

/// Returns all legal moves in standard notation, in alphabetical order.
fn moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position
        .legal_moves()
        .map(|mv| position.san(mv).to_string())
        .collect();
    moves.sort();
    moves
}
