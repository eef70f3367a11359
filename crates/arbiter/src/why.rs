use std::io::{self, Write};

use arbiter_rules::{Ink, Picture, Position, Refusal, RefusalKind};
use serde::Serialize;

use crate::{
    input::{self, BadInput, Items},
    output::{self, Answer, Format, Verdict},
};

/// Say whether a move is legal and, if it is not, why.
#[derive(clap::Args)]
#[command(
    override_usage = "arbiter why [--json] [FEN] <MOVE>\n       arbiter why -",
    after_help = "\
A MOVE is written as people write it (Nf3, exd5, O-O, e8=Q) or as programs do (g1f3, e7e8q).
On standard input a line is FEN<tab>MOVE.

JSON: {\"legal\": true, \"uci\", \"san\"} or
      {\"legal\": false, \"kind\": \"illegal_move\" or \"invalid_input\", \"code\", \"article\",
       \"squares\", \"message\"}

Examples:
  arbiter why e2e5
  arbiter why \"4kr2/8/8/8/8/8/8/4K2R w K - 0 1\" O-O
  arbiter why --json \"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1\" Nc3"
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
    output::answer_all(items, format, out, Why::of)
}

#[derive(Serialize)]
#[serde(untagged)]
enum Why {
    Legal(Legal),
    Illegal(Illegal),
}

#[derive(Serialize)]
struct Legal {
    legal: bool,
    uci: String,
    san: String,
    #[serde(skip)]
    after: Position,
}

/// A refusal, as JSON says it: also the end of a replay.
#[derive(Serialize)]
pub struct Illegal {
    legal: bool,
    kind: &'static str,
    code: &'static str,
    article: Option<&'static str>,
    squares: Vec<String>,
    message: String,
    #[serde(skip)]
    refusal: Refusal,
    #[serde(skip)]
    position: Position,
}

impl Why {
    fn of(line: &str) -> Result<Why, BadInput> {
        let (fen, mv) = input::fields(line)?;
        let position = input::position(fen)?;
        if let Some((mv, _)) = mv.split_once('\t') {
            let message = "a line is a FEN, a tab and one move: here is a second tab";
            return Err(BadInput::at(fen.len() + 1 + mv.len(), "extra_tab", message));
        }
        Ok(match position.read(mv.trim()) {
            Ok(mv) => Why::Legal(Legal {
                legal: true,
                uci: position.uci(mv).to_string(),
                san: position.san(mv).to_string(),
                after: position.after(mv),
            }),
            Err(refusal) => Why::Illegal(Illegal::new(position, mv.trim(), refusal)),
        })
    }
}

impl Answer for Why {
    fn verdict(&self) -> Verdict {
        match self {
            Why::Legal(_) => Verdict::Yes,
            Why::Illegal(illegal) => illegal.verdict(),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Why::Legal(legal) => {
                writeln!(out, "{} ({}) is legal.", legal.san, legal.uci)?;
                writeln!(out, "After it: {}", legal.after)
            }
            Why::Illegal(illegal) => illegal.write_text(out),
        }
    }
}

impl Illegal {
    pub fn new(position: Position, text: &str, refusal: Refusal) -> Illegal {
        // What was understood is named in the sentence; what was not is quoted.
        let message = match refusal.kind() {
            RefusalKind::IllegalMove => refusal.to_string(),
            RefusalKind::InvalidInput => format!("{}: {refusal}", output::quoted(text)),
        };
        Illegal {
            legal: false,
            kind: refusal.kind().code(),
            code: refusal.code(),
            article: refusal.article(),
            squares: output::names(refusal.squares()),
            message,
            refusal,
            position,
        }
    }

    /// What is no move is bad input; what is one was understood and refused.
    pub fn verdict(&self) -> Verdict {
        match self.refusal.kind() {
            RefusalKind::IllegalMove => Verdict::Refused,
            RefusalKind::InvalidInput => Verdict::Bad,
        }
    }

    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let squares = self.refusal.squares();
        if !squares.is_empty() {
            let picture = Picture::of(&self.position).without_caption();
            let marked = squares
                .iter()
                .fold(picture, |picture, square| picture.mark(square, Ink::Red));
            writeln!(out, "{}", output::board(&marked))?;
        }
        writeln!(out, "{}", output::wrapped("", self.message.split(' ')))?;
        match self.article {
            Some(article) => writeln!(out, "(FIDE Laws of Chess, article {article})"),
            None => Ok(()),
        }
    }
}
