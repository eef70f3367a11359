//! The laws of the board, line by line (`LAWS`: R and C numbers).

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

/// Plays moves, each in any notation.
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

/// Whether the move is legal, however it is written.
fn is_legal(fen: &str, text: &str) -> bool {
    position(fen).read(text).is_ok()
}

/// The code with which the move is refused.
fn refused(fen: &str, text: &str) -> &'static str {
    position(fen).read(text).unwrap_err().code()
}

/// Where the piece on a square may go.
fn targets(fen: &str, from: &str) -> String {
    let moves = position(fen).legal_moves_of(square(from).into());
    let targets: arbiter_rules::Bitboard = moves.map(Move::to).collect();
    targets.to_string()
}

/// All legal moves in standard notation, in alphabetic order.
fn moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position
        .legal_moves()
        .map(|mv| position.san(mv).to_string())
        .collect();
    moves.sort();
    moves
}
