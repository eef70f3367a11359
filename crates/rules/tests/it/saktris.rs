//! Tests of Saktris, in which the pieces arrive one by one.

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

/// Returns all legal actions in UCI notation, sorted.
fn actions(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.map(|mv| position.uci(mv).to_string()).collect();
    texts.sort();
    texts
}

/// Returns the position after these actions, in any notation.
fn after(position: &Position, actions: &[&str]) -> Position {
    actions.iter().fold(position.clone(), |position, text| {
        let mv = position.read(text);
        position.after(mv.unwrap_or_else(|refusal| panic!("{position}: {refusal}")))
    })
}

fn refusal(position: &Position, text: &str) -> (&'static str, String) {
    let requested: UciMove = text.parse().unwrap();
    let refusal = position.find(requested).expect_err("refused");
    (refusal.code(), refusal.to_string())
}
