use std::io::{self, Write};

use arbiter_rules::{Outcome, Picture, Position, Role};
use serde::Serialize;

use crate::{
    input::{self, BadInput, Items},
    output::{self, Answer, Format, Verdict},
    status,
};

/// List the legal moves of a position.
#[derive(clap::Args)]
#[command(after_help = "\
JSON: {\"fen\", \"turn\", \"status\", \"moves\": [{\"uci\", \"san\"}]}

Examples:
  arbiter moves
  arbiter moves \"8/P7/8/8/8/8/8/k6K w - -\"
  arbiter moves --json \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"")]
pub struct Arguments {
    /// The position, or - to read positions from standard input [default: start].
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    output::answer_all(Items::from_words(&arguments.fen), format, out, Moves::of)
}

#[derive(Serialize)]
struct Moves {
    fen: String,
    turn: String,
    status: &'static str,
    moves: Vec<Written>,
    #[serde(skip)]
    position: Position,
    #[serde(skip)]
    outcome: Option<Outcome>,
}

/// One move in both notations.
#[derive(Serialize)]
struct Written {
    uci: String,
    san: String,
    #[serde(skip)]
    role: Role,
}

impl Moves {
    fn of(fen: &str) -> Result<Moves, BadInput> {
        let position = input::position(fen)?;
        let outcome = position.outcome();
        let moves = position.legal_moves().map(|mv| Written {
            uci: position.uci(mv).to_string(),
            san: position.san(mv).to_string(),
            role: mv.role(),
        });
        Ok(Moves {
            fen: position.to_string(),
            turn: position.turn().to_string(),
            status: status::name(&position, outcome),
            moves: moves.collect(),
            position,
            outcome,
        })
    }
}

impl Answer for Moves {
    fn verdict(&self) -> Verdict {
        Verdict::Yes
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let picture = Picture::of(&self.position).without_caption();
        let state = status::state(&self.position, self.outcome);
        let count = output::count(self.moves.len(), "legal move");
        writeln!(out, "{}\n{state}: {count}", output::board(&picture))?;
        for role in Role::ALL {
            let written = self.moves.iter().filter(|written| written.role == role);
            let mut words = written.map(|written| written.san.clone()).peekable();
            if words.peek().is_some() {
                let label = format!("  {:<8}", role.to_string());
                writeln!(out, "{}", output::wrapped(&label, words))?;
            }
        }
        Ok(())
    }
}
