use std::{
    ffi::OsStr,
    io::{self, Write},
};

use arbiter_pgn::{Batch, Flow, Record, RecordVisitor, TagList};
use arbiter_rules::{Move, Position};
use clap::ValueEnum;

use super::{BatchResult, Files, destination::Output};
use crate::output::{ExitStatus, Format};

mod csv;
mod epd;
pub mod json;
mod line_writer;
mod pgn;

pub use line_writer::LineWriter;

/// Convert games to another format.
#[derive(clap::Args)]
#[command(after_help = "\
Formats:
  pgn   export format, with comments and variations; damaged parts are left out
  json  one line per game: {\"tags\": {\"White\": …}, \"fen\" unless it is the standard start,
        \"uci\": [\"e2e4\", …], \"san\": [\"e4\", …], \"result\", \"damaged\"}
  epd   one line per position: every position of the main line with its move (sm), or the last one
  csv   one row per game, after a row with the names of the columns

Examples:
  arbiter pgn convert --to json games.pgn
  arbiter pgn convert --to epd --positions final games.pgn.bz2
  arbiter pgn convert games.pgn -o games.csv.zst")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// The format [default: by the name of the output file, or pgn].
    #[arg(long, value_name = "FORMAT")]
    to: Option<Form>,
    /// Which positions of a game to write as EPD.
    #[arg(long, value_name = "WHICH", default_value = "every")]
    positions: Positions,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    Pgn,
    Json,
    Epd,
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Positions {
    Every,
    Final,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let form = arguments.form(format);
    let mut destination = arguments.output.open(out)?;
    if form == Form::Csv {
        destination.write_all(csv::HEADER.as_bytes())?;
    }
    let mut damaged = 0;
    let status = arguments.files.read(
        |_, batch| match form {
            Form::Pgn => pgn::write(batch),
            Form::Json => write_games(batch, json::lines()),
            Form::Csv => write_games(batch, csv::rows()),
            Form::Epd => write_games(batch, epd::Writer::new(arguments.positions)),
        },
        |converted, delivery| {
            damaged += converted.damaged;
            delivery.print(&mut destination, &converted.text)
        },
    )?;
    super::report_damage(damaged);
    destination.finish(status)?;
    Ok(status)
}

impl Arguments {
    /// Returns the format that was given or, if none was, the one that the name of
    /// the output implies.
    fn form(&self, format: Format) -> Form {
        let named = || {
            let name = self.output.uncompressed_name()?;
            match name.extension().and_then(OsStr::to_str)? {
                "json" | "jsonl" | "ndjson" => Some(Form::Json),
                "epd" => Some(Form::Epd),
                "csv" => Some(Form::Csv),
                _ => None,
            }
        };
        match (self.to, format) {
            (Some(form), _) => form,
            (None, Format::Json) => Form::Json,
            (None, Format::Text) => named().unwrap_or(Form::Pgn),
        }
    }
}

/// A converted batch of games.
struct Converted {
    text: Vec<u8>,
    damaged: u64,
}

/// A format in which games are written one by one.
pub trait GameWriter {
    /// Called when the moves begin in this position.
    fn begin(&mut self, start: &Position);

    fn played(&mut self, before: &Position, mv: Move);

    fn null_move(&mut self, before: &Position);

    /// Writes the game that has ended.
    fn write(&self, record: &Record, text: &mut Vec<u8>);
}

/// Writes the games of a batch, and counts games and damaged games.
struct Converter<W> {
    writer: W,
    games: u64,
    converted: Converted,
}

fn write_games(batch: &mut Batch<'_>, writer: impl GameWriter) -> BatchResult<Converted> {
    let mut converter = Converter {
        writer,
        games: 0,
        converted: Converted {
            text: Vec::new(),
            damaged: 0,
        },
    };
    batch.read_records(&mut converter);
    BatchResult {
        games: converter.games,
        result: converter.converted,
    }
}

impl<W: GameWriter> RecordVisitor for Converter<W> {
    fn begin_moves(&mut self, _: &TagList, start: &Position) -> Flow {
        self.writer.begin(start);
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.writer.played(before, mv);
    }

    fn null_move(&mut self, before: &Position) {
        self.writer.null_move(before);
    }

    fn end_game(&mut self, record: &Record) {
        self.games += 1;
        self.converted.damaged += u64::from(record.is_damaged());
        self.writer.write(record, &mut self.converted.text);
    }
}
