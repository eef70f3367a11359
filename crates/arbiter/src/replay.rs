use std::io::{self, Write};

use arbiter_rules::{Claim, Color, Diagram, Position};
use arbiter_wire::rules::Replay;

use crate::{
    arrivals,
    input::{self, InvalidInput, Items},
    output::{self, Answer, Format, Verdict},
    status, why,
};

/// Play moves one after the other and show where they lead.
#[derive(clap::Args)]
#[command(after_help = "\
Moves may be numbered (1. e4 e5). The first one that is refused ends the replay, and the answer
says why. After a draw that comes by itself (a dead position, the fifth repetition, 75 moves) a
replay plays on as long as there are moves, as recorded games do; the status is that of the end.
On standard input a line is FEN<tab>MOVES, with an empty FEN for the start.

JSON: {\"fen\", \"status\", \"reason\", \"result\", \"claims\": [\"threefold\", \"fifty_moves\"],
       \"history\": [{\"from\": {\"row\", \"col\"}, \"to\": {\"row\", \"col\"}, \"piece\",
                    \"color\", \"captured\", \"promotion\", \"castling\", \"enPassant\"}],
       \"san\", \"refusal\": null or {\"move\", \"ply\" and the fields of arbiter why}}
Row 0 is rank 8, column 0 is file a. Pieces are \"pawn\" to \"king\", colors \"white\" and
\"black\", castling is \"kingside\", \"queenside\" or null.

Examples:
  arbiter replay f3 e5 g4 Qh4
  arbiter replay --fen \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\" O-O Kd7 a8=N
  arbiter replay --json e2e4 d7d5 e4d5
  arbiter replay --fen saktris P@e1 P@e8 e3 e6 P@d1")]
pub struct Arguments {
    /// The position to begin with [default: start].
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The moves, or - to read positions and moves from standard input.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let items = match Items::from_words(&arguments.moves) {
        Items::Lines => Items::Lines,
        Items::One(_) => {
            let fen = arguments.fen.as_deref().unwrap_or_default();
            Items::One(format!("{fen}\t{}", arguments.moves.join(" ")))
        }
    };
    let start = arguments.fen.as_deref().unwrap_or_default();
    let first = arguments.moves.first().filter(|_| arguments.fen.is_none());
    let misplaced = first.filter(|text| input::setup(text).is_ok());
    output::answer_all(items, format, out, |item| match misplaced {
        Some(fen) => Err(InvalidInput {
            code: "misplaced_fen",
            message: format!("a position is not a move: write --fen \"{fen}\" and then the moves"),
            offset: None,
        }),
        None => answer(item, start),
    })
}

/// The item is a FEN, a tab and moves; where the FEN is empty, the start given
/// with the command stands in, or else the start of the game.
fn answer(item: &str, start: &str) -> Result<Replay, InvalidInput> {
    let (fen, moves) = input::fields(item)?;
    input::alone(moves)?;
    let fen = if fen.trim().is_empty() { start } else { fen };
    Replay::of(input::alone(fen)?, moves)
}

impl Answer for Replay {
    fn verdict(&self) -> Verdict {
        self.refusal
            .as_ref()
            .map_or(Verdict::Yes, |stop| why::verdict(&stop.illegal))
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.san.is_empty() {
            writeln!(
                out,
                "{}\n",
                output::wrapped("", numbered(self.line.start(), &self.san))
            )?;
        }
        for (before, mv) in self.line.moves() {
            if let Some(clear) = before.clear(mv) {
                writeln!(out, "{}: {clear}", before.san(mv))?;
            }
        }
        if let Some(stop) = &self.refusal {
            return why::write_text(&stop.illegal, out);
        }
        let mut picture = Diagram::of(self.line.position()).without_caption();
        if let Some((_, mv)) = self
            .line
            .moves()
            .next_back()
            .filter(|(_, mv)| !mv.is_pass())
        {
            picture = picture.last_move(mv.from(), mv.to());
        }
        writeln!(out, "{}", output::board(&picture))?;
        writeln!(out, "{}", self.fen)?;
        arrivals::write(self.line.position(), out)?;
        writeln!(out, "{}", status::state(self.line.position(), self.outcome))?;
        for claim in self.line.claims() {
            let claimed = match claim {
                Claim::Threefold => "this position is here for the third time",
                Claim::FiftyMoves => "fifty moves of each side without pawn move or capture",
            };
            writeln!(out, "a draw can be claimed: {claimed}")?;
        }
        Ok(())
    }
}

/// `1.e4 e5 2.Nf3`, or `7...Qh4 8.g3` where Black begins.
fn numbered(start: &Position, san: &[String]) -> Vec<String> {
    let is_black_first = usize::from(start.turn() == Color::Black);
    let first = usize::from(start.fullmoves());
    san.iter()
        .enumerate()
        .map(|(index, san)| {
            let ply = index + is_black_first;
            match (ply % 2, index) {
                (0, _) => format!("{}.{san}", first + ply / 2),
                (_, 0) => format!("{first}...{san}"),
                _ => san.clone(),
            }
        })
        .collect()
}
