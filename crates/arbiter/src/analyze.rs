use std::{
    cell::RefCell,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use arbiter_engine::Engine;
use arbiter_pgn::{GameTree, Reader, Severity, TreeBuilder};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{
    input::{self, Items},
    output::{self, ExitStatus, Format},
    pgn::{destination::Output, source},
};

mod annotate;
mod effort;
mod game;
mod judge;
mod live;
mod position;
mod report;
mod view;

pub use effort::seconds;

use effort::Effort;
use game::Analysis;
use position::Lines;

/// Evaluate a position, or judge every move of a game.
#[derive(clap::Args)]
#[command(after_help = "\
Scores are in pawns from White's point of view: +1.50 is good for White, #-3 is mate in three by
Black. The percentages are the expected wins by White, draws and wins by Black between two players
of the engine's strength.

A move is judged by how much it lowers the player's expected score, in percent: from 10 it is an
inaccuracy (?!), from 20 a mistake (?), from 30 a blunder (??). Its accuracy is
100 × e^(-0.04 × loss); the accuracy of a side is the mean over its moves. The average loss is in
pawns, with scores capped at ten pawns.

With -o the games are written with an evaluation after each move, glyphs and comments for bad moves,
and better lines as variations; existing comments are kept. -o - prints them.

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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=200))]
    lines: Option<u8>,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut engine = Engine::new(arguments.effort.settings());
    match arguments.games()? {
        Some(path) => Games { arguments, format }.run(&path, &mut engine, out),
        None => {
            effort::stop_at_interrupt();
            let engine = RefCell::new(engine);
            output::answer_all(Items::from_words(&arguments.what), format, out, |fen| {
                Lines::of(fen, arguments, &mut engine.borrow_mut())
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
        let is_file = if word == source::STANDARD_INPUT {
            !begins_with_position(&mut io::stdin().lock())?
        } else {
            // A FEN contains slashes, as paths do.
            input::setup(word).is_err() && (Path::new(word).exists() || word.contains(".pgn"))
        };
        Ok(is_file.then(|| PathBuf::from(word)))
    }
}

/// Reports whether the first line is a position, without consuming it.
fn begins_with_position(input: &mut dyn BufRead) -> io::Result<bool> {
    let text = String::from_utf8_lossy(input.fill_buf()?).into_owned();
    let first = text.lines().find(|line| !line.trim().is_empty());
    Ok(first.is_some_and(|line| input::setup(line).is_ok()))
}

/// Analyzes games one after another.
struct Games<'a> {
    arguments: &'a Arguments,
    format: Format,
}

impl Games<'_> {
    fn run(&self, path: &Path, engine: &mut Engine, out: &mut dyn Write) -> io::Result<ExitStatus> {
        let input = match source::open(path, |_| {}) {
            Ok(input) => input,
            Err(error) => return Ok(complain(path, &error)),
        };
        let output = &self.arguments.output;
        let is_printed = output.uncompressed_name() == Some(Path::new(source::STANDARD_INPUT));
        let mut nowhere = io::sink();
        let mut file = match output.uncompressed_name() {
            Some(_) if !is_printed => Some(output.open(&mut nowhere)?),
            _ => None,
        };
        let mut reader = Reader::new(BufReader::new(input));
        let mut builder = TreeBuilder::new();
        let mut status = ExitStatus::Success;
        let (mut games, mut damaged) = (0, 0);
        loop {
            match reader.read_game(&mut builder) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    status = complain(path, &error);
                    break;
                }
            }
            let mut tree = builder.take();
            games += 1;
            damaged += usize::from(is_damaged(&tree));
            let analysis = self.analyze(games, &tree, engine);
            if !is_printed {
                self.write_report(games, &tree, &analysis, out)?;
                out.flush()?;
            }
            annotate::annotate(&mut tree, &analysis, &self.annotator());
            match &mut file {
                Some(file) => tree.write(file)?,
                None if is_printed => tree.write(&mut *out)?,
                None => {}
            }
        }
        if games == 0 && status == ExitStatus::Success {
            status = complain(path, &"the file contains no game");
        }
        if damaged > 0 {
            let games = output::count(damaged, "game");
            let verb = if damaged == 1 { "is" } else { "are" };
            eprintln!("{games} {verb} damaged; run arbiter pgn check for details");
        }
        match file {
            Some(file) => file.finish(status).map(|()| status),
            None => Ok(status),
        }
    }

    fn analyze(&self, number: usize, tree: &GameTree, engine: &mut Engine) -> Analysis {
        let bar = bar(number, tree);
        let analysis = game::analyze(tree, &self.arguments.effort, engine, || bar.inc(1));
        bar.finish_and_clear();
        analysis
    }

    fn write_report(
        &self,
        number: usize,
        tree: &GameTree,
        analysis: &Analysis,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.format == Format::Text {
            return report::write_text(number, tree, analysis, out);
        }
        serde_json::to_writer(&mut *out, &report::Game::of(number, tree, analysis))?;
        writeln!(out)
    }

    fn annotator(&self) -> String {
        let words = self.arguments.effort.words(game::DEFAULT_NODES_PER_MOVE);
        format!("Arbiter {}, {words}", env!("CARGO_PKG_VERSION"))
    }
}

/// Returns a progress bar for a game, which is hidden if standard error is not
/// a terminal.
fn bar(number: usize, tree: &GameTree) -> ProgressBar {
    let positions = tree.main_line().count() as u64 + 1;
    let bar =
        ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr_with_hz(10));
    let template = "game {prefix}  {percent:>3} % {wide_bar} {pos} of {len}  {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_prefix(number.to_string());
    bar
}

fn is_damaged(tree: &GameTree) -> bool {
    let mut problems = tree.problems().iter();
    problems.any(|problem| problem.severity() == Severity::Damage)
}

fn complain(path: &Path, complaint: &dyn std::fmt::Display) -> ExitStatus {
    let path = match path.to_str() {
        Some(source::STANDARD_INPUT) => Path::new("standard input"),
        _ => path,
    };
    eprintln!("error: {}: {complaint}", path.display());
    ExitStatus::BadInput
}
