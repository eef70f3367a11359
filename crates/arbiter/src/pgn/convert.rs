use std::{
    ffi::OsStr,
    io::{self, Write},
};

use arbiter_pgn::Batch;
use clap::ValueEnum;

use super::{
    BatchResult, Files,
    destination::Output,
    record::{Moves, Record, each_game},
    write_json,
};
use crate::output::{ExitStatus, Format};

mod csv;
mod epd;
mod json;
mod pgn;

pub use json::{GameLine, MoveTexts};

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
            Form::Json => write_games(batch, MoveTexts::default(), |record, written, text| {
                write_json(text, &GameLine::of(record, written));
            }),
            Form::Csv => write_games(batch, MoveTexts::default(), csv::write),
            Form::Epd => write_games(
                batch,
                epd::Writer::new(arguments.positions),
                |_, writer, text| writer.write(text),
            ),
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

fn write_games<M: Moves>(
    batch: &mut Batch<'_>,
    moves: M,
    write: impl Fn(&Record, &M, &mut Vec<u8>),
) -> BatchResult<Converted> {
    let mut games = 0;
    let mut converted = Converted {
        text: Vec::new(),
        damaged: 0,
    };
    each_game(batch, moves, |record, moves| {
        games += 1;
        converted.damaged += u64::from(record.is_damaged());
        write(record, moves, &mut converted.text);
    });
    BatchResult {
        games,
        result: converted,
    }
}
