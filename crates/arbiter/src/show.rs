use std::{
    fmt,
    io::{self, Write},
};

use arbiter_rules::{Diagram, MarkColor, Position, Square};
use serde::Serialize;

use crate::{
    arrivals,
    input::{self, InvalidInput, Items},
    output::{self, Answer, Format, Verdict},
};

/// Draw a position, playable or not.
#[derive(clap::Args)]
#[command(after_help = "\
JSON: {\"fen\", \"picture\"}

Examples:
  arbiter show
  arbiter show --ascii --flip \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  arbiter show --svg --last-move e2e4 --arrow g8f6:red --mark e4 \
\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"")]
pub struct Arguments {
    /// The position, or - to read positions from standard input [default: start].
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    #[command(flatten)]
    style: StyleArguments,
    /// Black's side below.
    #[arg(long)]
    flip: bool,
    /// Show where the last move came from and went to, like d8h4.
    #[arg(long, value_name = "SQUARES", value_parser = squares)]
    last_move: Option<(Square, Square)>,
    /// Draw an arrow, like h4e1 or h4e1:red; may be given again.
    #[arg(long, value_name = "SQUARES[:COLOR]", value_parser = arrow)]
    arrow: Vec<((Square, Square), MarkColor)>,
    /// Mark a square, like f2 or f2:blue; may be given again.
    #[arg(long, value_name = "SQUARE[:COLOR]", value_parser = mark)]
    mark: Vec<(Square, MarkColor)>,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct StyleArguments {
    /// As a drawing: a whole SVG file.
    #[arg(long)]
    svg: bool,
    /// With letters.
    #[arg(long)]
    ascii: bool,
    /// With figurines (what you get if you do not choose).
    #[arg(long)]
    unicode: bool,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let items = Items::from_words(&arguments.fen);
    // Whoever reads JSON wants no colors.
    let reader = match items {
        Items::One(_) => format,
        Items::Lines => Format::Json,
    };
    output::answer_all(items, format, out, |fen| Drawn::of(fen, arguments, reader))
}

/// Reads `d8h4`.
fn squares(text: &str) -> Result<(Square, Square), BadDrawing> {
    let (from, to) = text.split_at_checked(2).ok_or(BadDrawing::Square)?;
    Ok((square(from)?, square(to)?))
}

fn square(text: &str) -> Result<Square, BadDrawing> {
    text.parse().map_err(|_| BadDrawing::Square)
}

/// Reads `h4e1` or `h4e1:red`.
fn arrow(text: &str) -> Result<((Square, Square), MarkColor), BadDrawing> {
    let (text, ink) = inked(text)?;
    Ok((squares(text)?, ink))
}

/// Reads `f2` or `f2:blue`.
fn mark(text: &str) -> Result<(Square, MarkColor), BadDrawing> {
    let (text, ink) = inked(text)?;
    Ok((square(text)?, ink))
}

/// Splits off the color; green is the usual one.
fn inked(text: &str) -> Result<(&str, MarkColor), BadDrawing> {
    let Some((text, name)) = text.split_once(':') else {
        return Ok((text, MarkColor::Green));
    };
    let ink = MarkColor::ALL
        .into_iter()
        .find(|ink| ink.to_string() == name);
    Ok((text, ink.ok_or(BadDrawing::MarkColor)?))
}

/// Why a move, an arrow or a mark cannot be drawn.
#[derive(Clone, Copy, Debug)]
enum BadDrawing {
    Square,
    MarkColor,
}

impl fmt::Display for BadDrawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadDrawing::Square => "squares are named like e4, and two of them like e2e4",
            BadDrawing::MarkColor => "the colors are green, red, blue and yellow",
        })
    }
}

impl std::error::Error for BadDrawing {}

#[derive(Serialize)]
struct Drawn {
    fen: String,
    picture: String,
    /// What is to come is told to people, below a board.
    #[serde(skip)]
    position: Option<Position>,
}

impl Drawn {
    fn of(fen: &str, arguments: &Arguments, reader: Format) -> Result<Drawn, InvalidInput> {
        let setup = input::setup(fen)?;
        let mut picture = Diagram::of_setup(&setup);
        if arguments.flip {
            picture = picture.flipped();
        }
        if let Some((from, to)) = arguments.last_move {
            picture = picture.last_move(from, to);
        }
        for &((from, to), ink) in &arguments.arrow {
            picture = picture.arrow(from, to, ink);
        }
        for &(square, ink) in &arguments.mark {
            picture = picture.mark(square, ink);
        }
        let picture = if arguments.style.svg {
            picture.svg().to_string()
        } else if arguments.style.ascii {
            picture.ascii().to_string()
        } else if reader == Format::Text {
            output::board(&picture)
        } else {
            picture.unicode().to_string()
        };
        let is_drawing = arguments.style.svg;
        Ok(Drawn {
            fen: setup.to_string(),
            picture,
            position: setup.position().ok().filter(|_| !is_drawing),
        })
    }
}

impl Answer for Drawn {
    fn verdict(&self) -> Verdict {
        Verdict::Yes
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.picture.as_bytes())?;
        match &self.position {
            Some(position) => arrivals::write(position, out),
            None => Ok(()),
        }
    }
}
