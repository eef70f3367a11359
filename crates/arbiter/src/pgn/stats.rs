use std::{
    cmp,
    collections::BTreeMap,
    io::{self, Write},
    ops::AddAssign,
};

use arbiter_openings::{Opening, OpeningFinder};
use arbiter_pgn::{Date, Flow, Record, RecordVisitor, Severity, TagList};
use arbiter_rules::{Color, Move, Position};

use super::{BatchResult, Files, write_json};
use crate::output::{ExitStatus, Format};

mod census;
mod page;
mod summary;

use census::{Census, GameCount};
use summary::Summary;

/// Count games, results, lengths, ratings, openings, players and damage.
#[derive(clap::Args)]
#[command(after_help = "\
JSON: {\"games\", \"plies\", \"results\": {\"1-0\", \"1/2-1/2\", \"0-1\", \"*\"},
  \"lengths\": {\"shortest\", \"median\", \"average\", \"longest\"} in half-moves,
  \"ratings\": {\"known\", \"lowest\", \"average\", \"highest\"}, \"dates\": {\"first\", \"last\"},
  \"openings\": [{\"name\", \"games\"}],
  \"players\": [{\"name\", \"games\", \"won\", \"drawn\", \"lost\"}], \"different_players\",
  \"damaged\", \"problems\": [{\"code\", \"count\"}]}
Unknown values are null. An opening is known by the positions of a game or, if they have no
name, by its tag.

Examples:
  arbiter pgn stats games.pgn
  arbiter pgn stats --top 3 games.pgn.bz2
  arbiter pgn stats --json games.pgn")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// How many openings and players to list.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut stats = Stats::new();
    let status = arguments.files.read(
        |_, batch| {
            let mut counter = Counter {
                stats: Stats::new(),
                opening: OpeningFinder::default(),
            };
            batch.read_records(&mut counter);
            BatchResult {
                games: counter.stats.games,
                result: counter.stats,
            }
        },
        |batch, _| {
            stats.merge(batch);
            Ok(())
        },
    )?;
    let summary = Summary::of(&stats, arguments.top);
    match format {
        Format::Text => page::write(&summary, out)?,
        Format::Json => {
            let mut line = Vec::new();
            write_json(&mut line, &summary);
            out.write_all(&line)?;
        }
    }
    Ok(status)
}

/// How many player names are held in memory, some hundred megabytes at most.
const MAX_PLAYERS: usize = 1 << 20;
/// How many openings are held in memory. There are a few hundred; everything else in
/// the tag is unofficial.
const MAX_OPENINGS: usize = 10_000;

/// Counts over games.
struct Stats {
    games: u64,
    plies: u64,
    /// The number of games by result, as PGN writes it.
    results: BTreeMap<&'static str, u64>,
    /// The number of games by length in plies.
    lengths: BTreeMap<u32, u64>,
    /// The number of players by rating.
    ratings: BTreeMap<u32, u64>,
    dates: Option<(Date, Date)>,
    /// The number of games by opening, without its variation.
    openings: Census<u64>,
    players: Census<Score>,
    damaged: u64,
    problems: BTreeMap<&'static str, u64>,
}

/// The results of a player.
#[derive(Clone, Copy, Default)]
struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
    unknown: u64,
}

impl Stats {
    fn new() -> Stats {
        Stats {
            games: 0,
            plies: 0,
            results: BTreeMap::new(),
            lengths: BTreeMap::new(),
            ratings: BTreeMap::new(),
            dates: None,
            openings: Census::new(MAX_OPENINGS),
            players: Census::new(MAX_PLAYERS),
            damaged: 0,
            problems: BTreeMap::new(),
        }
    }

    fn add(&mut self, record: &Record, opening: OpeningFinder) {
        let tags = &record.tags;
        self.games += 1;
        self.plies += u64::from(record.plies);
        *self.lengths.entry(record.plies).or_default() += 1;
        let result = record.result();
        *self.results.entry(result).or_default() += 1;
        for (player, rating, color) in [
            ("White", "WhiteElo", Color::White),
            ("Black", "BlackElo", Color::Black),
        ] {
            if let Some(rating) = tags.rating(rating) {
                *self.ratings.entry(rating).or_default() += 1;
            }
            if let Some(player) = tags.known(player) {
                self.players.add(player, Score::of(result, color));
            }
        }
        if let Some(date) = tags.date() {
            self.add_dates(date, date);
        }
        let tagged = || {
            let name = tags.known("Opening")?;
            // Only the family is kept of "Sicilian Defense: Najdorf Variation".
            Some(name.split([':', ',']).next().unwrap_or(name))
        };
        let opening = opening.found().map(Opening::family);
        if let Some(name) = opening.or_else(tagged) {
            self.openings.add(name, 1);
        }
        self.damaged += u64::from(record.is_damaged());
        for problem in &record.problems {
            if problem.severity() == Severity::Damage {
                *self.problems.entry(problem.code()).or_default() += 1;
            }
        }
    }

    /// Adds the counts of the games that follow.
    fn merge(&mut self, next: Stats) {
        self.games += next.games;
        self.plies += next.plies;
        self.damaged += next.damaged;
        merge(&mut self.results, next.results);
        merge(&mut self.lengths, next.lengths);
        merge(&mut self.ratings, next.ratings);
        merge(&mut self.problems, next.problems);
        self.openings.merge(next.openings);
        self.players.merge(next.players);
        if let Some((first, last)) = next.dates {
            self.add_dates(first, last);
        }
    }

    fn add_dates(&mut self, first: Date, last: Date) {
        self.dates = Some(match self.dates {
            None => (first, last),
            Some((earliest, latest)) => (
                cmp::min_by_key(earliest, first, |date| date.earliest()),
                cmp::max_by_key(last, latest, |date| date.latest()),
            ),
        });
    }
}

/// Counts the games of a batch.
struct Counter {
    stats: Stats,
    /// Finds the opening of the game that is read.
    opening: OpeningFinder,
}

impl RecordVisitor for Counter {
    fn begin_moves(&mut self, _: &TagList, start: &Position) -> Flow {
        self.opening = OpeningFinder::new(start);
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if !self.opening.is_done() {
            self.opening.add(&before.after(mv));
        }
    }

    fn end_game(&mut self, record: &Record) {
        self.stats.add(record, self.opening);
    }
}

fn merge<K: Ord>(counts: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (key, count) in others {
        *counts.entry(key).or_default() += count;
    }
}

impl Score {
    fn of(result: &str, color: Color) -> Score {
        let mut score = Score::default();
        let count = match (result, color) {
            ("1-0", Color::White) | ("0-1", Color::Black) => &mut score.won,
            ("0-1", Color::White) | ("1-0", Color::Black) => &mut score.lost,
            ("1/2-1/2", _) => &mut score.drawn,
            _ => &mut score.unknown,
        };
        *count += 1;
        score
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.unknown += other.unknown;
    }
}

impl GameCount for Score {
    fn games(&self) -> u64 {
        self.won + self.drawn + self.lost + self.unknown
    }
}
