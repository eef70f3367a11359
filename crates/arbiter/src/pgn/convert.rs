use std::{
    ffi::OsStr,
    io::{self, Write},
};

use arbiter_pgn::Batch;
use clap::ValueEnum;

use super::{
    Files, Made,
    destination::Output,
    record::{Moves, Record, each_game},
    write_json,
};
use crate::output::{Format, Verdict};

mod csv;
mod epd;
mod json;
mod pgn;

pub use json::{Line, Written};

/// Write games in another form.
#[derive(clap::Args)]
#[command(after_help = "\
Forms:
  pgn   export form, with comments and variations; what was damaged is left out
  json  one line a game: {\"tags\": {\"White\": …}, \"fen\" unless it is the usual start,
        \"uci\": [\"e2e4\", …], \"san\": [\"e4\", …], \"result\", \"damaged\"}
  epd   one line a position: every one of the main line with its move (sm), or the final one
  csv   one row a game, and one with the names of the columns

Examples:
  arbiter pgn convert --to json games.pgn
  arbiter pgn convert --to epd --positions final games.pgn.bz2
  arbiter pgn convert games.pgn -o games.csv.zst")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// What to write [default: what the name of the output says, or pgn].
    #[arg(long, value_name = "FORM")]
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

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let form = arguments.form(format);
    let mut destination = arguments.output.open(out)?;
    if form == Form::Csv {
        destination.write_all(csv::HEAD.as_bytes())?;
    }
    let mut damaged = 0;
    let verdict = arguments.files.read(
        |_, batch| match form {
            Form::Pgn => pgn::write(batch),
            Form::Json => write_games(batch, Written::default(), |record, written, text| {
                write_json(text, &Line::of(record, written));
            }),
            Form::Csv => write_games(batch, Written::default(), csv::write),
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
    super::tell_damage(damaged);
    destination.finish(verdict)?;
    Ok(verdict)
}

impl Arguments {
    /// What is asked for or, if nothing is, what the output is called.
    fn form(&self, format: Format) -> Form {
        let named = || {
            let name = self.output.unpacked_name()?;
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

/// The text that a batch became.
struct Converted {
    text: Vec<u8>,
    damaged: u64,
}

fn write_games<M: Moves>(
    batch: &mut Batch<'_>,
    moves: M,
    write: impl Fn(&Record, &M, &mut Vec<u8>),
) -> Made<Converted> {
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
    Made {
        games,
        result: converted,
    }
}
