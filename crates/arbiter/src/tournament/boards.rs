//! The boards of a round as text and as JSON.

use std::io::{self, Write};

use arbiter_tournament::{Bye, PlayerId, Tournament};
use serde_json::{Value, json};

/// Cuts a text to a width, or fills it with blanks.
pub fn fit(text: &str, width: usize) -> String {
    let cut: String = text.chars().take(width).collect();
    format!("{cut:width$}")
}

/// Returns what a bye is called.
pub fn bye_name(bye: Bye) -> &'static str {
    match bye {
        Bye::PairingAllocated => "bye",
        Bye::FullPoint => "full-point bye",
        Bye::HalfPoint => "half-point bye",
        Bye::ZeroPoint => "not paired",
    }
}

fn name(tournament: &Tournament, id: PlayerId) -> &str {
    tournament.player(id).map_or("", |it| it.name.as_str())
}

/// Writes the boards of a round, which counts from 1.
pub fn write(tournament: &Tournament, round: usize, out: &mut dyn Write) -> io::Result<()> {
    let Some(state) = tournament.rounds().get(round.wrapping_sub(1)) else {
        return Ok(());
    };
    let numbers = numbers(tournament);
    writeln!(out, "Round {round}")?;
    writeln!(
        out,
        "Board   No. White                      Result  No. Black"
    )?;
    for (game, board) in state.games.iter().zip(1..) {
        let (white, black) = (game.players.white, game.players.black);
        let result = game.result.map_or(String::new(), |it| it.to_string());
        let line = format!(
            "{board:>5}  {:>4} {} {result:^6} {:>4} {}",
            numbers[white],
            fit(name(tournament, white), 26),
            numbers[black],
            fit(name(tournament, black), 26),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    for &(id, bye) in &state.byes {
        let player = fit(name(tournament, id), 26);
        writeln!(out, "       {:>4} {player} {}", numbers[id], bye_name(bye))?;
    }
    Ok(())
}

/// Returns the pairing number of each player, by entry number.
pub fn numbers(tournament: &Tournament) -> Vec<usize> {
    let mut numbers = vec![0; tournament.player_count() + 1];
    for (index, id) in tournament.numbering().into_iter().enumerate() {
        numbers[id] = index + 1;
    }
    numbers
}

/// Returns the boards of a round as JSON.
pub fn json(tournament: &Tournament, round: usize) -> Value {
    let numbers = numbers(tournament);
    let player =
        |id: PlayerId| json!({ "id": id, "number": numbers[id], "name": name(tournament, id) });
    let state = &tournament.rounds()[round - 1];
    let boards = state.games.iter().zip(1..).map(|(game, board)| {
        let result = game.result.map(|it| it.to_string());
        let (white, black) = (player(game.players.white), player(game.players.black));
        json!({ "board": board, "white": white, "black": black, "result": result })
    });
    let byes = state
        .byes
        .iter()
        .map(|&(id, bye)| json!({ "player": player(id), "bye": bye.letter().to_string() }));
    json!({
        "round": round,
        "boards": boards.collect::<Vec<_>>(),
        "byes": byes.collect::<Vec<_>>(),
    })
}
