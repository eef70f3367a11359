use std::io::{self, Write};

use arbiter_rules::{Color, Diagram, Outcome, Position};
use arbiter_wire::rules::PositionStatus;

use crate::{
    arrivals,
    input::{self, Items},
    output::{self, CommandOutput, ExitStatus, Format},
};

/// Report check, the end of the game, and who can still win.
#[derive(clap::Args)]
#[command(after_help = "\
\"Can win\" means that some series of legal moves leads to checkmate (FIDE 5.2.2,
6.9), however badly the opponent would have to play. A doubt is a reason why no
game can lead to the position.

JSON: {\"status\", \"reason\", \"result\", \"checkers\", \"can_win\": {\"white\", \"black\"},
       \"doubts\": [{\"code\", \"message\", \"squares\"}]}
reason and result are null while the game is in progress. can_win is true, false, or null if that
is not proved: because the proof would take too long or, in Saktris, because pieces are still to
come or can be cleared.

Examples:
  arbiter status
  arbiter status \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"
  arbiter status --json \"8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1\"
  arbiter status saktris 7")]
pub struct Arguments {
    /// The position, or - to read positions from standard input [default: start].
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    output::answer_all(Items::from_words(&arguments.fen), format, out, |fen| {
        PositionStatus::of(input::alone(fen)?)
    })
}

impl CommandOutput for PositionStatus {
    fn exit_status(&self) -> ExitStatus {
        ExitStatus::Success
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let picture = Diagram::of(&self.position).without_caption();
        writeln!(out, "{}", output::board(&picture))?;
        let state = state(&self.position, self.outcome);
        writeln!(out, "{}", output::wrapped("Status   ", state.split(' ')))?;
        arrivals::write(&self.position, out)?;
        if !self.checkers.is_empty() {
            let checkers = format!("by {}", self.checkers.join(" and "));
            writeln!(out, "{}", output::wrapped("Checked  ", checkers.split(' ')))?;
        }
        let chances = [
            (Color::White, self.can_win.white),
            (Color::Black, self.can_win.black),
        ];
        for (color, can_win) in chances {
            let chance = match can_win {
                Some(true) => "can still win",
                Some(false) => "can no longer win, whatever is played",
                None => unproved(&self.position),
            };
            let label = format!("{:<8} ", color.name());
            writeln!(out, "{}", output::wrapped(&label, chance.split(' ')))?;
        }
        for doubt in &self.doubts {
            writeln!(
                out,
                "{}",
                output::wrapped("Doubt    ", doubt.message.split(' '))
            )?;
        }
        Ok(())
    }
}

/// Says why it is not known whether a side can win.
fn unproved(position: &Position) -> &'static str {
    match position.saktris_state() {
        None => "may be able to win (a proof would take too long)",
        Some(saktris) if Color::ALL.iter().any(|&it| !saktris.to_come(it).is_empty()) => {
            "may be able to win (pieces are still to come)"
        }
        Some(_) => "may be able to win (not proved while pieces can be cleared)",
    }
}

/// Describes the state of a game in words.
pub fn state(position: &Position, outcome: Option<Outcome>) -> String {
    match outcome {
        Some(outcome) => {
            let winner = match outcome.winner {
                Some(color) => format!("{} has won", color.name()),
                None => "The game is drawn".to_owned(),
            };
            format!(
                "{winner}, {}: {}",
                outcome.typographic_result(),
                outcome.reason
            )
        }
        None => {
            let turn = position.turn().name();
            let check = if position.is_check() {
                ", in check"
            } else {
                ""
            };
            format!("{turn} to move{check}")
        }
    }
}
