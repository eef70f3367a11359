//! Saktris, in which the pieces arrive one by one.

mod agreement;
mod decisions;
mod facts;
mod games;
mod plain;
mod refusals;

use arbiter_rules::{Position, UciMove};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// All actions in the notation of programs, in order.
fn actions(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.map(|mv| position.uci(mv).to_string()).collect();
    texts.sort();
    texts
}

/// The position after these actions, in any notation.
fn after(position: &Position, actions: &[&str]) -> Position {
    actions.iter().fold(position.clone(), |position, text| {
        let mv = position.read(text);
        position.after(mv.unwrap_or_else(|refusal| panic!("{position}: {refusal}")))
    })
}

fn refusal(position: &Position, text: &str) -> (&'static str, String) {
    let wish: UciMove = text.parse().unwrap();
    let refusal = position.find(wish).expect_err("refused");
    (refusal.code(), refusal.to_string())
}
