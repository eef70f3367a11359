use std::io::{self, Write};

use arbiter_rules::{Diagram, MarkColor, RefusalKind};
use arbiter_wire::rules::{Illegal, Why};

use crate::{
    input::{self, InvalidInput, Items},
    output::{self, CommandOutput, ExitStatus, Format},
};

/// Say whether a move is legal and, if not, why.
#[derive(clap::Args)]
#[command(
    override_usage = "arbiter why [--json] [FEN] <MOVE>\n       \
                      arbiter why [--json] --fen <FEN> <MOVE>\n       \
                      arbiter why -",
    after_help = "\
A MOVE is written in algebraic notation (Nf3, exd5, O-O, e8=Q) or in UCI
notation (g1f3, e7e8q); in Saktris N@g1 places a piece and -- passes. On
standard input each line is FEN<tab>MOVE; an empty FEN means that of --fen.

JSON: {\"legal\": true, \"uci\", \"san\"} or
      {\"legal\": false, \"kind\": \"illegal_move\" or \"invalid_input\", \"code\", \"article\",
       \"squares\", \"message\", \"cause\"}

Examples:
  arbiter why e2e5
  arbiter why \"4kr2/8/8/8/8/8/8/4K2R w K - 0 1\" O-O
  arbiter why --json --fen \"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1\" Nc3
  arbiter why saktris N@g1"
)]
pub struct Arguments {
    /// The position, if it is not written before the move.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The position [default: start] and then the move, or - to read both from standard input.
    #[arg(value_name = "FEN MOVE", required = true)]
    words: Vec<String>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let given = arguments.fen.as_deref();
    let items = match (given, arguments.words.as_slice()) {
        (_, [mv]) if mv != "-" => Items::One(format!("{}\t{mv}", given.unwrap_or("start"))),
        (None, [fen @ .., mv]) if !fen.is_empty() => Items::One(format!("{}\t{mv}", fen.join(" "))),
        (_, words) => Items::from_words(words),
    };
    output::answer_all(items, format, out, |line| match given {
        Some(_) if arguments.words.len() > 1 => Err(InvalidInput {
            code: "misplaced_fen",
            message: "only one move can follow --fen, and no second position".to_owned(),
            offset: None,
        }),
        _ => answer(line, given.unwrap_or_default()),
    })
}

/// Answers a line `FEN<tab>MOVE`. If the FEN is empty, the one given with `--fen` applies.
fn answer(line: &str, given: &str) -> Result<Why, InvalidInput> {
    let (written, mv) = input::fields(line)?;
    let fen = if written.trim().is_empty() {
        given
    } else {
        written
    };
    let why = Why::of(input::alone(fen)?, mv)?;
    if let Some((mv, _)) = mv.split_once('\t') {
        let message = "a line consists of a FEN, a tab and one move; this is a second tab";
        return Err(InvalidInput::at(
            written.len() + 1 + mv.len(),
            "extra_tab",
            message,
        ));
    }
    Ok(why)
}

impl CommandOutput for Why {
    fn exit_status(&self) -> ExitStatus {
        match self {
            Why::Legal(_) => ExitStatus::Success,
            Why::Illegal(illegal) => exit_status(illegal),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Why::Legal(legal) => {
                match legal.san == legal.uci {
                    true => writeln!(out, "{} is legal.", legal.san)?,
                    false => writeln!(out, "{} ({}) is legal.", legal.san, legal.uci)?,
                }
                if let Some(clear) = &legal.clear {
                    let sentence = format!("With this move, {clear}.");
                    writeln!(out, "{}", output::wrapped("", sentence.split(' ')))?;
                }
                writeln!(out, "Position after it: {}", legal.after)
            }
            Why::Illegal(illegal) => write_text(illegal, out),
        }
    }
}

/// A refused move has its own exit code; text that is not a move is bad input.
pub fn exit_status(illegal: &Illegal) -> ExitStatus {
    match illegal.refusal.kind() {
        RefusalKind::IllegalMove => ExitStatus::Refused,
        RefusalKind::InvalidInput => ExitStatus::BadInput,
    }
}

/// Writes a refusal as text, with its squares marked on the board.
pub fn write_text(illegal: &Illegal, out: &mut dyn Write) -> io::Result<()> {
    let squares = illegal.refusal.squares();
    if !squares.is_empty() {
        let picture = Diagram::of(&illegal.position).without_caption();
        let marked = squares.iter().fold(picture, |picture, square| {
            picture.mark(square, MarkColor::Red)
        });
        writeln!(out, "{}", output::board(&marked))?;
    }
    writeln!(out, "{}", output::wrapped("", illegal.message.split(' ')))?;
    match illegal.article {
        Some(article) => writeln!(out, "(FIDE Laws of Chess, article {article})"),
        None => Ok(()),
    }
}
