use std::io::{self, Write};

use arbiter_rules::{Diagram, MarkColor, RefusalKind};
use arbiter_wire::rules::{Illegal, Why};

use crate::{
    input::{self, InvalidInput, Items},
    output::{self, Answer, Format, Verdict},
};

/// Say whether a move is legal and, if it is not, why.
#[derive(clap::Args)]
#[command(
    override_usage = "arbiter why [--json] [FEN] <MOVE>\n       arbiter why -",
    after_help = "\
A MOVE is written as people write it (Nf3, exd5, O-O, e8=Q) or as programs do (g1f3, e7e8q);
in Saktris N@g1 places a piece and -- passes.
On standard input a line is FEN<tab>MOVE.

JSON: {\"legal\": true, \"uci\", \"san\"} or
      {\"legal\": false, \"kind\": \"illegal_move\" or \"invalid_input\", \"code\", \"article\",
       \"squares\", \"message\"}

Examples:
  arbiter why e2e5
  arbiter why \"4kr2/8/8/8/8/8/8/4K2R w K - 0 1\" O-O
  arbiter why --json \"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1\" Nc3
  arbiter why saktris N@g1"
)]
pub struct Arguments {
    /// The position [default: start] and then the move, or - to read both from standard input.
    #[arg(value_name = "FEN MOVE", required = true)]
    words: Vec<String>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let items = match arguments.words.as_slice() {
        [mv] if mv != "-" => Items::One(format!("start\t{mv}")),
        [fen @ .., mv] if !fen.is_empty() => Items::One(format!("{}\t{mv}", fen.join(" "))),
        words => Items::from_words(words),
    };
    output::answer_all(items, format, out, answer)
}

/// The answer to `FEN<tab>MOVE`.
fn answer(line: &str) -> Result<Why, InvalidInput> {
    let (fen, mv) = input::fields(line)?;
    let fen = input::alone(fen)?;
    let why = Why::of(fen, mv)?;
    if let Some((mv, _)) = mv.split_once('\t') {
        let message = "a line is a FEN, a tab and one move: here is a second tab";
        return Err(InvalidInput::at(
            fen.len() + 1 + mv.len(),
            "extra_tab",
            message,
        ));
    }
    Ok(why)
}

impl Answer for Why {
    fn verdict(&self) -> Verdict {
        match self {
            Why::Legal(_) => Verdict::Yes,
            Why::Illegal(illegal) => verdict(illegal),
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
                    writeln!(out, "With it {clear}.")?;
                }
                writeln!(out, "After it: {}", legal.after)
            }
            Why::Illegal(illegal) => write_text(illegal, out),
        }
    }
}

/// What is no move is bad input; what is one was understood and refused.
pub fn verdict(illegal: &Illegal) -> Verdict {
    match illegal.refusal.kind() {
        RefusalKind::IllegalMove => Verdict::Refused,
        RefusalKind::InvalidInput => Verdict::Bad,
    }
}

/// A refusal for people, with its squares on the board.
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
