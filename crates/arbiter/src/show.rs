use std::{
    fmt,
    io::{self, Write},
};

use arbiter_pictures::{MAX_PIXELS, MIN_PIXELS};
use arbiter_rules::{Diagram, MarkColor, Position, Setup, Square};
use serde::Serialize;

use crate::{
    arrivals,
    input::{self, InvalidInput, Items},
    output::{self, CommandOutput, ExitStatus, Format},
};

/// Draw a position, which need not be playable.
#[derive(clap::Args)]
#[command(after_help = "\
JSON: {\"fen\", \"picture\"}

Examples:
  arbiter show
  arbiter show --ascii --flip \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  arbiter show --png --size 600 start > board.png
  arbiter show --svg --last-move e2e4 --arrow g8f6:red --mark e4 \
\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"")]
pub struct Arguments {
    /// The position, or - to read positions from standard input [default: start].
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    #[command(flatten)]
    style: StyleArguments,
    /// The width and height of a PNG file in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 800, requires = "png")]
    #[arg(value_parser = crate::input::number::<u32>(MIN_PIXELS as u64, MAX_PIXELS as u64))]
    size: u32,
    /// Show the board from Black's side.
    #[arg(long)]
    flip: bool,
    /// Highlight the last move, such as d8h4.
    #[arg(long, value_name = "SQUARES", value_parser = squares)]
    last_move: Option<(Square, Square)>,
    /// Draw an arrow, such as h4e1 or h4e1:red; can be repeated.
    #[arg(long, value_name = "SQUARES[:COLOR]", value_parser = arrow)]
    arrow: Vec<((Square, Square), MarkColor)>,
    /// Mark a square, such as f2 or f2:blue; can be repeated.
    #[arg(long, value_name = "SQUARE[:COLOR]", value_parser = mark)]
    mark: Vec<(Square, MarkColor)>,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct StyleArguments {
    /// Write an SVG to standard output.
    #[arg(long)]
    svg: bool,
    /// Write a PNG to standard output; redirect it to a file.
    #[arg(long)]
    png: bool,
    /// Use letters.
    #[arg(long)]
    ascii: bool,
    /// Use figurines (the default).
    #[arg(long)]
    unicode: bool,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let items = Items::from_words(&arguments.fen);
    if arguments.style.png {
        return output::answer_with_file(items, format, out, |fen| {
            let (_, diagram) = diagram(fen, arguments)?;
            Ok(arbiter_pictures::png(&diagram, arguments.size))
        });
    }
    // JSON contains no terminal colors.
    let reader = match items {
        Items::One(_) => format,
        Items::Lines => Format::Json,
    };
    output::answer_all(items, format, out, |fen| {
        Drawing::of(fen, arguments, reader)
    })
}

/// Parses `d8h4`.
fn squares(text: &str) -> Result<(Square, Square), MarkError> {
    let (from, to) = text.split_at_checked(2).ok_or(MarkError::Square)?;
    Ok((square(from)?, square(to)?))
}

fn square(text: &str) -> Result<Square, MarkError> {
    text.parse().map_err(|_| MarkError::Square)
}

/// Parses `h4e1` or `h4e1:red`.
fn arrow(text: &str) -> Result<((Square, Square), MarkColor), MarkError> {
    let (text, color) = split_color(text)?;
    Ok((squares(text)?, color))
}

/// Parses `f2` or `f2:blue`.
fn mark(text: &str) -> Result<(Square, MarkColor), MarkError> {
    let (text, color) = split_color(text)?;
    Ok((square(text)?, color))
}

/// Splits off the color, which is green by default.
fn split_color(text: &str) -> Result<(&str, MarkColor), MarkError> {
    let Some((text, name)) = text.split_once(':') else {
        return Ok((text, MarkColor::Green));
    };
    let color = MarkColor::ALL
        .into_iter()
        .find(|color| color.to_string() == name);
    Ok((text, color.ok_or(MarkError::MarkColor)?))
}

/// Why a last move, an arrow or a mark cannot be parsed.
#[derive(Clone, Copy, Debug)]
enum MarkError {
    Square,
    MarkColor,
}

impl fmt::Display for MarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MarkError::Square => "write a square as e4, and two squares as e2e4",
            MarkError::MarkColor => "the colors are green, red, blue and yellow",
        })
    }
}

impl std::error::Error for MarkError {}

/// Parses a position, and adds to its diagram what the arguments ask for.
fn diagram(fen: &str, arguments: &Arguments) -> Result<(Setup, Diagram), InvalidInput> {
    let setup = input::setup(fen)?;
    let mut diagram = Diagram::of_setup(&setup);
    if arguments.flip {
        diagram = diagram.flipped();
    }
    if let Some((from, to)) = arguments.last_move {
        diagram = diagram.last_move(from, to);
    }
    for &((from, to), color) in &arguments.arrow {
        diagram = diagram.arrow(from, to, color);
    }
    for &(square, color) in &arguments.mark {
        diagram = diagram.mark(square, color);
    }
    Ok((setup, diagram))
}

#[derive(Serialize)]
struct Drawing {
    fen: String,
    picture: String,
    /// The position of Saktris whose pieces to come are listed below the board.
    #[serde(skip)]
    position: Option<Position>,
}

impl Drawing {
    fn of(fen: &str, arguments: &Arguments, reader: Format) -> Result<Drawing, InvalidInput> {
        let (setup, picture) = diagram(fen, arguments)?;
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
        Ok(Drawing {
            fen: setup.to_string(),
            picture,
            position: setup.position().ok().filter(|_| !is_drawing),
        })
    }
}

impl CommandOutput for Drawing {
    fn exit_status(&self) -> ExitStatus {
        ExitStatus::Success
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.picture.as_bytes())?;
        match &self.position {
            Some(position) => arrivals::write(position, out),
            None => Ok(()),
        }
    }
}
