//! Claims about Saktris: waiting pieces, where they may be placed, and what is
//! cleared.

use std::collections::BTreeSet;

use arbiter_rules::{Move, Position, Saktris};

use super::{
    claims::{same, same_set},
    html::Element,
    positions::color_named,
};

/// Checks what a move clears: everything, and what was outside the run.
pub fn check_played(claim: &Element, position: &Position, mv: Move) -> Result<(), String> {
    let clear = position.clear(mv);
    if let Some(squares) = claim.value("clears") {
        let all = clear.map(|clear| clear.squares()).unwrap_or_default();
        same_set("what leaves", squares, all)?;
    }
    if let Some(square) = claim.value("beyond") {
        let beyond = clear.and_then(|clear| clear.beyond);
        let beyond = beyond.map_or("none".to_owned(), |it| it.to_string());
        same("what goes with them", square, beyond)?;
    }
    Ok(())
}

/// Checks which piece waits: `white knight`, `white any` where the player chooses, or
/// `white none`.
pub fn check_waiting(said: &str, position: &Position) -> Result<(), String> {
    let (color, role) = said.split_once(' ').ok_or("who waits?")?;
    let saktris = saktris_state(position)?;
    let color = color_named(color)?;
    let found = match (saktris.waits(color), saktris.waiting(color)) {
        (false, _) => "none".to_owned(),
        (true, Some(role)) => role.to_string(),
        (true, None) => "any".to_owned(),
    };
    same("what waits", role, found)
}

/// Checks the squares on which a piece may be placed.
pub fn check_places(said: &str, position: &Position) -> Result<(), String> {
    let placements = position.legal_moves().filter(|mv| mv.is_placement());
    let squares: BTreeSet<_> = placements.map(Move::to).collect();
    same_set("where it is placed", said, squares)
}

/// Checks after how many moves the next piece arrives: `white 2`.
pub fn check_next_in(said: &str, position: &Position) -> Result<(), String> {
    let (color, moves) = said.split_once(' ').ok_or("whose?")?;
    let found = saktris_state(position)?.moves_to_go(color_named(color)?);
    let found = found.map_or("none".to_owned(), |moves| moves.to_string());
    same("when the next arrives", moves, found)
}

fn saktris_state(position: &Position) -> Result<&Saktris, String> {
    position
        .saktris_state()
        .ok_or("nothing is to come here".to_owned())
}
