//! Describes which pieces are still to come in a position of Saktris.

use std::io::{self, Write};

use arbiter_rules::{Choice, Color, Position, Saktris};

use crate::output;

/// Writes a line for each side, or nothing for a position of chess.
pub fn write(position: &Position, out: &mut dyn Write) -> io::Result<()> {
    let Some(saktris) = position.saktris_state() else {
        return Ok(());
    };
    for color in Color::ALL {
        let label = format!("{:<8} ", color.name());
        let description = describe(saktris, color);
        writeln!(out, "{}", output::wrapped(&label, description.split(' ')))?;
    }
    Ok(())
}

/// Writes `places P, then N B R`, or when the next piece arrives.
fn describe(saktris: &Saktris, color: Color) -> String {
    let order = saktris.to_come(color);
    let letters: Vec<String> = order.iter().map(|role| role.letter().to_string()).collect();
    let Some((next, rest)) = letters.split_first() else {
        return "has no more pieces to come".to_owned();
    };
    if saktris.arrival().choice == Choice::Player {
        let pool = letters.join(" ");
        return match saktris.moves_to_go(color) {
            None => format!("places one of {pool}"),
            Some(moves) => format!("{}: one of {pool}", after(moves)),
        };
    }
    let first = match saktris.moves_to_go(color) {
        None => format!("places {next}"),
        Some(moves) => format!("{}: {next}", after(moves)),
    };
    match rest {
        [] => first,
        rest => format!("{first}, then {}", rest.join(" ")),
    }
}

fn after(moves: u16) -> String {
    match moves {
        0 => "next turn".to_owned(),
        moves => {
            let moves = output::count(moves.into(), "more move");
            format!("after {moves} on the board")
        }
    }
}
