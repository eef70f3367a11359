use std::{
    cell::RefCell,
    io::{self, BufRead, Write},
    num::NonZero,
    path::{Path, PathBuf},
    thread,
};

use arbiter_engine::Engine;

use crate::{
    input::{self, Items},
    output::{self, ExitStatus, Format},
    pgn::{destination::Output, source},
};

mod annotate;
mod effort;
mod game;
mod games;
mod judge;
mod live;
mod position;
mod report;
mod view;

pub use effort::{nodes, seconds};
pub use view::Eval;

use effort::Effort;
use games::Games;
use position::PositionReport;

/// Evaluate a position, or judge every move of a game.
#[derive(clap::Args)]
#[command(after_help = "\
Scores are in pawns from White's point of view: +1.50 is good for White, #-3 is
mate in three by Black. The percentages are the expected wins by White, draws
and wins by Black between two players of the engine's strength.

A move is judged by how much it lowers a person's chance to win, in percent:
from 5 it is an inaccuracy (?!), from 10 a mistake (?), from 15 a blunder (??).
A lead of one pawn means a chance of 59%, of three pawns 75%. With a limit of
nodes, the positions before and after such a move are searched again with four
times as many before it is judged. The accuracy of a move is
100 × e^(-0.04 × loss), that of a side the mean over its moves. The average loss is in pawns,
with scores capped at ten pawns.

With -o the games are written with an evaluation after each move, glyphs and
comments for bad moves, and better lines as variations; existing comments are
kept. -o - prints them.

JSON of a position: {\"fen\", \"turn\", \"over\", \"depth\", \"nodes\", \"lines\": [{\"eval\":
{\"cp\"} or {\"mate\"}, \"wdl\": {\"white\", \"draw\", \"black\"}, \"depth\", \"uci\", \"san\"}]}
JSON of a game, one per line: {\"game\", \"white\": {\"name\", \"accuracy\",
\"average_centipawn_loss\", \"inaccuracies\", \"mistakes\", \"blunders\"}, \"black\", \"result\",
\"fen\", \"moves\": [{\"number\", \"color\", \"uci\", \"san\", \"eval\", \"wdl\", \"depth\",
\"loss\", \"judgement\", \"best\": {\"uci\", \"san\", \"eval\"}}]}

Examples:
  arbiter analyze --nodes 50k
  arbiter analyze --depth 8 --lines 2 \"6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1\"
  arbiter analyze --json --nodes 20k \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"")]
pub struct Arguments {
    /// A position (FEN), a file of games (PGN), or - for standard input [default: start].
    #[arg(value_name = "FEN|FILE")]
    what: Vec<String>,
    #[command(flatten)]
    effort: Effort,
    /// How many lines to show for a position [default: 3].
    #[arg(long, value_name = "N", value_parser = crate::input::number::<u8>(1, 200))]
    lines: Option<u8>,
    /// How many games are analyzed at the same time [default: as many as keep all cores busy].
    #[arg(long, short, value_name = "N")]
    concurrency: Option<NonZero<usize>>,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    match arguments.games()? {
        Some(path) => Games { arguments, format }.run(&path, out),
        None => {
            effort::stop_at_interrupt();
            let engine = RefCell::new(Engine::new(arguments.effort.settings()));
            output::answer_all(Items::from_words(&arguments.what), format, out, |fen| {
                PositionReport::of(fen, arguments, &mut engine.borrow_mut())
            })
        }
    }
}

impl Arguments {
    /// Returns the file, if games and not positions are to be analyzed.
    fn games(&self) -> io::Result<Option<PathBuf>> {
        let [word] = self.what.as_slice() else {
            return Ok(None);
        };
        let is_file = if word == source::STANDARD_STREAM {
            !begins_with_position(&mut io::stdin().lock())?
        } else {
            // A FEN contains slashes, as paths do.
            input::setup(word).is_err() && (Path::new(word).exists() || word.contains(".pgn"))
        };
        Ok(is_file.then(|| PathBuf::from(word)))
    }

    /// Returns how many games are analyzed at the same time.
    fn concurrency(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let fitting = || (cores() / self.effort.settings().threads).max(1);
        self.concurrency.map_or_else(fitting, NonZero::get)
    }
}

/// Reports whether the first line is a position, without consuming it.
fn begins_with_position(input: &mut dyn BufRead) -> io::Result<bool> {
    let text = String::from_utf8_lossy(input.fill_buf()?).into_owned();
    let first = text.lines().find(|line| !line.trim().is_empty());
    Ok(first.is_some_and(|line| input::setup(line).is_ok()))
}
