use std::io::{self, Write};

use arbiter_rules::Picture;
use serde::Serialize;

use crate::{
    input::{self, BadInput, Items},
    output::{self, Answer, Format, Verdict},
};

/// Draw a position, playable or not.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arbiter show
  arbiter show --ascii --flip \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  arbiter show --svg start")]
pub struct Arguments {
    /// The position, or - to read positions from standard input [default: start].
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    #[command(flatten)]
    style: StyleArguments,
    /// Black's side below.
    #[arg(long)]
    flip: bool,
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
    output::answer_all(Items::from_words(&arguments.fen), format, out, |fen| {
        Drawn::of(fen, arguments)
    })
}

#[derive(Serialize)]
struct Drawn {
    fen: String,
    picture: String,
}

impl Drawn {
    fn of(fen: &str, arguments: &Arguments) -> Result<Drawn, BadInput> {
        let setup = input::setup(fen)?;
        let mut picture = Picture::of_setup(&setup);
        if arguments.flip {
            picture = picture.flipped();
        }
        let picture = if arguments.style.svg {
            picture.svg().to_string()
        } else if arguments.style.ascii {
            picture.ascii().to_string()
        } else {
            picture.unicode().to_string()
        };
        Ok(Drawn {
            fen: setup.to_string(),
            picture,
        })
    }
}

impl Answer for Drawn {
    fn verdict(&self) -> Verdict {
        Verdict::Yes
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.picture.as_bytes())
    }
}
