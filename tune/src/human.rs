use std::{
    collections::HashSet,
    fs::File,
    io::{self, BufWriter, Write as _},
    num::NonZero,
    path::PathBuf,
};

use anyhow::Context as _;
use arbiter_pgn::{Batch, Flow, ParallelReader, Termination, TextLocation, Visitor};
use arbiter_rules::{Color, Move, Position, mix64};

use crate::human_game::{HumanGame, Scale};

/// The arguments of `human`.
#[derive(clap::Args)]
pub struct Human {
    /// Where to write the packed games
    output: PathBuf,
    /// PGN files with rated games of people; `-` is the standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Number of threads
    #[arg(long, default_value_t = NonZero::<usize>::MIN)]
    threads: NonZero<usize>,
    /// Leave out games in which both players have a higher rating, converted to that of
    /// lichess
    #[arg(long, default_value_t = u16::MAX)]
    below: u16,
    /// Leave out games in which a player has a lower rating
    #[arg(long, default_value_t = 0)]
    from: u16,
    /// Write only one game in N
    #[arg(long, default_value_t = 1)]
    one_in: u64,
    /// Stop at this size in bytes
    #[arg(long, default_value_t = u64::MAX)]
    bytes: u64,
}

/// Packs the rated games of PGN files: ratings and moves only. Games that occur twice are
/// written once.
pub fn run(human: &Human) -> anyhow::Result<()> {
    let create = || format!("creating {}", human.output.display());
    let mut output = BufWriter::new(File::create(&human.output).with_context(create)?);
    let mut seen = HashSet::new();
    let mut bands = [0_u32; 16];
    let mut bytes = 0;
    let mut deliver = |games: Vec<HumanGame>| {
        for game in games {
            let is_wanted = seen.insert(game.hash())
                && mix64(game.hash()).is_multiple_of(human.one_in.max(1))
                && game.lower_rating() < human.below
                && game.lower_rating() >= human.from;
            if is_wanted && bytes < human.bytes {
                bands[usize::from(game.lower_rating() / 200).min(15)] += 1;
                bytes += game.write(&mut output)?;
            }
        }
        io::Result::Ok(())
    };
    let reader = ParallelReader::new(human.threads).batch_bytes(1 << 20);
    for path in &human.files {
        if path.as_os_str() == "-" {
            reader.read(io::stdin(), read_batch, &mut deliver)?;
        } else {
            let open = || format!("opening {}", path.display());
            let file = File::open(path).with_context(open)?;
            reader.read(file, read_batch, &mut deliver)?;
        }
    }
    output.flush()?;
    for (band, games) in bands.iter().enumerate().filter(|(_, games)| **games > 0) {
        println!("lower rating from {:4}: {games} games", band * 200);
    }
    println!("{bytes} bytes");
    Ok(())
}

fn read_batch(batch: &mut Batch<'_>) -> Vec<HumanGame> {
    let mut collector = Collector::default();
    while batch.read(&mut collector) {}
    collector.games
}

/// Collects the games that are worth learning from.
#[derive(Default)]
struct Collector {
    games: Vec<HumanGame>,
    game: HumanGame,
    scale: Scale,
    is_fast: bool,
    is_standard: bool,
}

/// The rating that no person has.
const MOST_RATING: u16 = 2900;
/// Shorter games teach nothing.
const FEWEST_PLIES: usize = 10;

impl Visitor for Collector {
    fn begin_game(&mut self, _location: TextLocation) {
        self.game = HumanGame::default();
        self.scale = Scale::default();
        (self.is_fast, self.is_standard) = (false, true);
    }

    fn tag(&mut self, name: &str, value: &str) {
        match name {
            "WhiteElo" => *self.game.rating_mut(Color::White) = value.parse().unwrap_or(0),
            "BlackElo" => *self.game.rating_mut(Color::Black) = value.parse().unwrap_or(0),
            "Event" | "Site" => {
                let text = value.to_ascii_lowercase();
                let fast = ["blitz", "bullet", "titled t", "speed ch", "armageddon"];
                self.is_fast |= fast.iter().any(|word| text.contains(word));
                if let Some(scale) = Scale::of_site(&text) {
                    self.scale = scale;
                }
            }
            "FEN" | "Variant" => self.is_standard = false,
            _ => {}
        }
    }

    fn begin_moves(&mut self, _start: &Position) -> Flow {
        // Fast games over the board say little about what the players know.
        let is_fast = self.is_fast && self.scale == Scale::Fide;
        let is_rated = self.game.lower_rating() >= 400 && self.game.higher_rating() < MOST_RATING;
        if is_fast || !self.is_standard || !is_rated {
            self.is_standard = false;
            return Flow::Skip;
        }
        for color in [Color::White, Color::Black] {
            let rating = self.game.rating_mut(color);
            *rating = self.scale.to_lichess(*rating);
        }
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if let Some(index) = before.legal_moves().position(|other| other == mv) {
            // No position has more than 218 legal moves.
            self.game.moves.push(index as u8);
        }
    }

    fn comments(&self) -> Flow {
        Flow::Skip
    }

    fn begin_variation(&mut self) -> Flow {
        Flow::Skip
    }

    fn end_game(&mut self, _termination: Termination) {
        if self.is_standard && self.game.moves.len() >= FEWEST_PLIES {
            self.games.push(core::mem::take(&mut self.game));
        }
    }
}
