use std::io::{self, Write};

use arbiter_pgn::{Batch, GameTree, TreeBuilder, Writer};

use super::{BatchResult, Files, destination::Output};
use crate::output::ExitStatus;

/// Add the opening of each game to its tags: ECO, Opening and Variation.
#[derive(clap::Args)]
#[command(after_help = "\
A game has the name of the last named position that it reaches, whichever moves led there. Games
that do not begin with the standard starting position have none. Damaged parts are left out, as
by arbiter pgn convert.

Examples:
  arbiter pgn classify games.pgn
  arbiter pgn classify games.pgn -o named.pgn
  arbiter pgn classify --replace games.pgn.zst -o named.pgn.bz2")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Replace the ECO, Opening and Variation tags of games that have them.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut destination = arguments.output.open(out)?;
    let mut damaged = 0;
    let status = arguments.files.read(
        |_, batch| classify(batch, arguments.replace),
        |classified, delivery| {
            damaged += classified.damaged;
            delivery.print(&mut destination, &classified.text)
        },
    )?;
    super::report_damage(damaged);
    destination.finish(status)?;
    Ok(status)
}

/// A batch of games with their openings.
struct Classified {
    text: Vec<u8>,
    damaged: u64,
}

fn classify(batch: &mut Batch<'_>, is_replaced: bool) -> BatchResult<Classified> {
    let mut writer = Writer::new(Vec::new());
    let mut builder = TreeBuilder::new();
    let (mut games, mut damaged) = (0, 0);
    while batch.read(&mut builder) {
        let mut tree = builder.take();
        games += 1;
        damaged += u64::from(tree.is_damaged());
        if is_replaced || !has_opening(&tree) {
            tree.tag_opening();
        }
        tree.walk(&mut writer);
    }
    BatchResult {
        games,
        result: Classified {
            text: writer.finish().expect("writing to memory cannot fail"),
            damaged,
        },
    }
}

/// Reports whether the tags say what the opening is.
fn has_opening(tree: &GameTree) -> bool {
    let is_known = |name| {
        let value = tree.tag(name).unwrap_or_default().trim();
        !matches!(value, "" | "?" | "-")
    };
    is_known("ECO") || is_known("Opening")
}
