use std::io::{self, Write};

use arbiter_rules::{Diagram, Role};
use arbiter_wire::rules::Moves;

use crate::{
    arrivals,
    input::{self, Items},
    output::{self, CommandOutput, ExitStatus, Format},
    status,
};

/// List the legal moves of a position.
#[derive(clap::Args)]
#[command(after_help = "\
JSON: {\"fen\", \"turn\", \"status\", \"moves\": [{\"uci\", \"san\"}]}

Examples:
  arbiter moves
  arbiter moves \"8/P7/8/8/8/8/8/k6K w - -\"
  arbiter moves --json \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"
  arbiter moves saktris")]
pub struct Arguments {
    /// The position, or - to read positions from standard input [default: start].
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    output::answer_all(Items::from_words(&arguments.fen), format, out, |fen| {
        Moves::of(input::alone(fen)?)
    })
}

impl CommandOutput for Moves {
    fn exit_status(&self) -> ExitStatus {
        ExitStatus::Success
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let picture = Diagram::of(&self.position).without_caption();
        let state = status::state(&self.position, self.outcome);
        let count = output::count(self.moves.len(), "legal move");
        writeln!(out, "{}", output::board(&picture))?;
        arrivals::write(&self.position, out)?;
        writeln!(out, "{state}: {count}")?;
        for role in Role::ALL {
            let moves = self.moves.iter().filter(|mv| mv.role == role);
            let mut words = moves.map(|mv| mv.san.clone()).peekable();
            if words.peek().is_some() {
                // A pass is listed under the king, which does not move.
                let is_pass = words.peek().is_some_and(|word| word == "--");
                let name = if is_pass {
                    "pass".to_owned()
                } else {
                    role.to_string()
                };
                let label = format!("  {name:<8}");
                writeln!(out, "{}", output::wrapped(&label, words))?;
            }
        }
        Ok(())
    }
}
