//! The opponents that the computer can be, and how they fare.

use std::{
    io::{self, Write},
    num::NonZero,
    thread,
};

use arbiter_engine::Level;
use serde::Serialize;

use crate::{
    input::{InvalidInput, Items},
    output::{self, Answer, Format, Verdict},
};

mod ladder;

use ladder::Tally;

/// List the levels of the computer, and let them play each other.
#[derive(clap::Args)]
#[command(after_help = "\
Elo is on the scale on which engines are compared: an estimate, not a rating of
FIDE. The games depend on nothing but the seed: they are the same on every
machine, whatever the number of threads.

JSON: {\"levels\": [{\"level\", \"name\", \"elo\", \"description\"}],
       \"matches\": [{\"level\", \"against\", \"wins\", \"draws\", \"losses\",
                    \"score\", \"error\"}] if there were games}

Examples:
  arbiter levels
  arbiter levels --games 2 --from 2 --to 3
  arbiter levels --games 2 --to 2 --variant saktris
  arbiter levels --json")]
pub struct Arguments {
    /// Let each level play so many games against the one below.
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    games: u32,
    /// The lowest level that plays.
    #[arg(long, value_name = "LEVEL", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=10))]
    from: u32,
    /// The highest level that plays.
    #[arg(long, value_name = "LEVEL", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=10))]
    to: u32,
    /// Other games for another number.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// What is played.
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Played::Chess)]
    variant: Played,
    /// How many threads share the work [default: one for each core].
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// What the levels play against each other.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Played {
    Chess,
    /// The pieces arrive one by one, in an order that both sides share and know.
    Saktris,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let items = Items::One(String::new());
    output::answer_all(items, format, out, |_| {
        Ok::<_, InvalidInput>(Levels::of(arguments))
    })
}

#[derive(Serialize)]
struct Levels {
    levels: Vec<Portrait>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matches: Vec<Match>,
}

/// One level, for those who choose.
#[derive(Serialize)]
struct Portrait {
    level: u32,
    name: &'static str,
    elo: u32,
    description: &'static str,
}

/// How a level fared against the one below.
#[derive(Serialize)]
struct Match {
    level: u32,
    against: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The share of points, from 0 to 1…
    score: f64,
    /// …which may be so much more or less, with 95 % certainty.
    error: f64,
}

impl Levels {
    fn of(arguments: &Arguments) -> Levels {
        let levels = Level::ALL.map(|level| Portrait {
            level: level.number(),
            name: level.name(),
            elo: level.elo(),
            description: level.description(),
        });
        let pairs: Vec<[Level; 2]> = Level::ALL
            .windows(2)
            .map(|pair| [pair[1], pair[0]])
            .filter(|[above, below]| {
                below.number() >= arguments.from && above.number() <= arguments.to
            })
            .collect();
        let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let threads = arguments.threads.unwrap_or_else(cores).get();
        let games = ladder::Games {
            each: arguments.games,
            seed: arguments.seed,
            played: arguments.variant,
        };
        let tallies = ladder::climb(&pairs, games, threads);
        let matches = pairs.iter().zip(tallies).map(Match::from);
        Levels {
            levels: levels.into(),
            matches: matches.filter(|played| played.games() > 0).collect(),
        }
    }
}

impl Match {
    fn from((&[above, below], tally): (&[Level; 2], Tally)) -> Match {
        Match {
            level: above.number(),
            against: below.number(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            error: tally.error(),
        }
    }

    fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

impl Answer for Levels {
    fn verdict(&self) -> Verdict {
        Verdict::Yes
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "level  Elo   name                what to expect")?;
        for Portrait {
            level,
            name,
            elo,
            description,
        } in &self.levels
        {
            writeln!(out, "{level:>5}  {elo:<4}  {name:<18}  {description}")?;
        }
        if self.matches.is_empty() {
            return writeln!(
                out,
                "\nPlay one with: arbiter play --level 3, or --elo 1234 for what lies between.\n\
                 Elo is an estimate on the scale of engines, not a rating of FIDE."
            );
        }
        writeln!(out, "\nlevel  against  games  won  drawn  lost  score")?;
        for played in &self.matches {
            writeln!(
                out,
                "{:>5}  {:>7}  {:>5}  {:>3}  {:>5}  {:>4}  {:.1} ± {:.1} %",
                played.level,
                played.against,
                played.games(),
                played.wins,
                played.draws,
                played.losses,
                100.0 * played.score,
                100.0 * played.error,
            )?;
        }
        Ok(())
    }
}
