//! `arbiter levels`: the computer's levels, and how they score against each other.

use std::{
    fmt,
    io::{self, Write},
    num::NonZero,
    thread,
};

use arbiter_engine::Level;
use serde::Serialize;

use crate::{
    input::{InvalidInput, Items},
    output::{self, CommandOutput, ExitStatus, Format},
};

mod ladder;

use ladder::LevelResults;

/// List the computer's levels, or play them against each other.
#[derive(clap::Args)]
#[command(after_help = "\
Elo is roughly the rapid rating that an equally strong player has on lichess.
The games depend only on the seed: they are the same on every machine, with any
number of threads.

JSON: {\"levels\": [{\"level\", \"name\", \"elo\", \"description\"}],
       \"matches\": [{\"level\", \"against\", \"wins\", \"draws\", \"losses\",
                    \"score\", \"error\"}], if games were played}

Examples:
  arbiter levels
  arbiter levels --games 2 --from 2 --to 3
  arbiter levels --games 2 --to 2 --variant saktris
  arbiter levels --json")]
pub struct Arguments {
    /// How many games each level plays against the level below.
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = crate::input::number::<u32>(0, 1_000_000))]
    games: u32,
    /// The lowest level that plays.
    #[arg(long, value_name = "LEVEL", default_value_t = 1,
          value_parser = crate::input::number::<u32>(1, 10))]
    from: u32,
    /// The highest level that plays.
    #[arg(long, value_name = "LEVEL", default_value_t = 10,
          value_parser = crate::input::number::<u32>(1, 10))]
    to: u32,
    /// The seed of the games.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The variant.
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Played::Chess)]
    variant: Played,
    /// How many threads play [default: one for each core].
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// The variant the levels play.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Played {
    Chess,
    /// The pieces arrive one by one, in an order that is the same for both sides and known.
    Saktris,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let items = Items::One(String::new());
    output::answer_all(items, format, out, |_| {
        Ok::<_, InvalidInput>(Levels::of(arguments))
    })
}

#[derive(Serialize)]
struct Levels {
    levels: Vec<LevelRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matches: Vec<Match>,
}

/// A level as it is listed.
#[derive(Serialize)]
struct LevelRow {
    level: u32,
    name: &'static str,
    elo: u32,
    description: &'static str,
}

/// The result of a level against the level below.
#[derive(Serialize)]
struct Match {
    level: u32,
    against: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The share of points, from 0 to 1.
    score: f64,
    /// Half the width of the 95 % confidence interval of the score.
    error: f64,
}

impl Levels {
    fn of(arguments: &Arguments) -> Levels {
        let levels = Level::ALL.map(|level| LevelRow {
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
        let settings = ladder::LadderSettings {
            each: arguments.games,
            seed: arguments.seed,
            played: arguments.variant,
        };
        let results = ladder::play_all(&pairs, settings, threads);
        let matches = pairs.iter().zip(results).map(Match::from);
        Levels {
            levels: levels.into(),
            matches: matches.filter(|played| played.games() > 0).collect(),
        }
    }
}

impl Match {
    fn from((&[above, below], results): (&[Level; 2], LevelResults)) -> Match {
        Match {
            level: above.number(),
            against: below.number(),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            score: results.score(),
            error: results.error(),
        }
    }

    fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "against {}: {} won, {} drawn, {} lost, score {:.1} ± {:.1} %",
            self.against,
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.score,
            100.0 * self.error,
        )
    }
}

/// The width of the table of matches. In a narrower terminal each match is a sentence.
const TABLE_COLUMNS: usize = 60;

impl CommandOutput for Levels {
    fn exit_status(&self) -> ExitStatus {
        ExitStatus::Success
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        const INDENT: usize = 7;
        let head = "level  Elo   name                ";
        writeln!(out, "{}", output::labeled(head, INDENT, "description"))?;
        for LevelRow {
            level,
            name,
            elo,
            description,
        } in &self.levels
        {
            let label = format!("{level:>5}  {elo:<4}  {name:<18}  ");
            writeln!(out, "{}", output::labeled(&label, INDENT, description))?;
        }
        if self.matches.is_empty() {
            writeln!(out)?;
            for sentence in [
                "Play one with arbiter play --level 3, or choose a strength with --elo 1234.",
                "Elo is an estimate on the scale of rapid games on lichess, not a FIDE rating.",
            ] {
                writeln!(out, "{}", output::wrapped("", sentence.split(' ')))?;
            }
            return Ok(());
        }
        if output::columns() < TABLE_COLUMNS {
            writeln!(out)?;
            for played in &self.matches {
                let label = format!("{:>5}  ", played.level);
                let words = played.to_string();
                writeln!(out, "{}", output::wrapped(&label, words.split(' ')))?;
            }
            return Ok(());
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
