use std::io::{self, Write};

use arbiter_pictures::diagrams;
use arbiter_rules::{Claim, Color, Diagram, Move};
use arbiter_wire::rules::{RefusedMove, Replay};

use crate::{
    arrivals,
    input::{self, InvalidInput, Items},
    output::{self, CommandOutput, ExitStatus, Format},
    status, why,
};

/// Play moves one after another and show where they lead.
#[derive(clap::Args)]
#[command(after_help = "\
Moves may be numbered (1. e4 e5). The replay stops at the first refused move and
says why. After an automatic draw (a dead position, fivefold repetition, 75
moves) it continues as long as there are moves, as recorded games do; the status
is that of the last position. On standard input each line is FEN<tab>MOVES; an
empty FEN means the starting position.

JSON: {\"fen\", \"status\", \"reason\", \"result\", \"claims\": [\"threefold\", \"fifty_moves\"],
       \"history\": [{\"from\": {\"row\", \"col\"}, \"to\": {\"row\", \"col\"}, \"piece\",
                    \"color\", \"captured\", \"promotion\", \"castling\", \"enPassant\"}],
       \"san\", \"refusal\": null or {\"move\", \"ply\" and the fields of arbiter why}}
Row 0 is rank 8, column 0 is the a-file. Pieces are \"pawn\" to \"king\", colors \"white\" and
\"black\", castling is \"kingside\", \"queenside\" or null.

Examples:
  arbiter replay f3 e5 g4 Qh4
  arbiter replay --fen \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\" O-O Kd7 a8=N
  arbiter replay --json e2e4 d7d5 e4d5
  arbiter replay --gif e4 e5 Nf3 > game.gif
  arbiter replay --fen saktris P@e1 P@e8 e3 e6 P@d1")]
pub struct Arguments {
    /// The position to start from [default: start].
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Write an animated GIF to standard output; redirect it to a file.
    #[arg(long)]
    gif: bool,
    /// Show the animation from Black's side.
    #[arg(long, requires = "gif")]
    flip: bool,
    /// The moves, or - to read positions and moves from standard input.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
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
    let answer = |item: &str| match misplaced {
        Some(fen) => Err(InvalidInput {
            code: "misplaced_fen",
            message: format!(
                "this is a position, not a move: write --fen \"{fen}\" and then the moves"
            ),
            offset: None,
        }),
        None => answer(item, start),
    };
    if !arguments.gif {
        return output::answer_all(items, format, out, answer);
    }
    let bottom = if arguments.flip {
        Color::Black
    } else {
        Color::White
    };
    output::answer_with_file(items, format, out, |item| {
        let replay = answer(item)?;
        if let Some(RefusedMove { illegal, .. }) = &replay.refusal {
            return Err(InvalidInput {
                code: "refused_move",
                message: illegal.message.clone(),
                offset: None,
            });
        }
        Ok(arbiter_pictures::gif(&diagrams(&replay.line, bottom)))
    })
}

/// Answers a line `FEN<tab>MOVES`. If the FEN is empty, the one given with
/// `--fen` applies, or else the starting position.
fn answer(item: &str, start: &str) -> Result<Replay, InvalidInput> {
    let (fen, moves) = input::fields(item)?;
    input::alone(moves)?;
    let fen = if fen.trim().is_empty() { start } else { fen };
    Replay::of(input::alone(fen)?, moves)
}

impl CommandOutput for Replay {
    fn exit_status(&self) -> ExitStatus {
        self.refusal
            .as_ref()
            .map_or(ExitStatus::Success, |stop| why::exit_status(&stop.illegal))
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let moves: Vec<Move> = self.line.moves().map(|(_, mv)| mv).collect();
        if !moves.is_empty() {
            let words = output::numbered_moves(self.line.start(), &moves);
            writeln!(out, "{}\n", output::wrapped("", words))?;
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
        let state = status::state(self.line.position(), self.outcome);
        writeln!(out, "{}", output::wrapped("", state.split(' ')))?;
        for claim in self.line.claims() {
            let claimed = match claim {
                Claim::Threefold => "this position has occurred three times",
                Claim::FiftyMoves => "fifty moves by each side without a pawn move or capture",
            };
            let sentence = format!("A draw can be claimed: {claimed}.");
            writeln!(out, "{}", output::wrapped("", sentence.split(' ')))?;
        }
        Ok(())
    }
}
