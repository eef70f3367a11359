//! Tie-breaks by their FIDE codes (C.07 in force from 1 March 2026).
//!
//! | article | codes | module |
//! |---|---|---|
//! | 6 | DE | `direct` |
//! | 7 | WIN, WON, BPG, BWG, PS, REP, STD, TPN | `counts` |
//! | 8, 9, 14, 16 | BH, AOB, FB, SB, KS, their cuts and medians | `opponents` |
//! | 10 | ARO, TPR, PTP, APRO, APPO, RTNG | `ratings` |
//!
//! Values are exact: [`Value`] counts hundredths.

mod code;
mod counts;
mod direct;
mod opponents;
mod ranking;
mod ratings;

pub use code::{Modifier, ParseTieBreakError, TieBreak, TieBreakCode};
pub use ranking::{RankedPlayer, rank};

use core::fmt;

use crate::{Bye, Entry, Mode, Outcome, Points, Report, keizer::KeizerTable};

/// How the pairings of a tournament come about, which decides how unplayed
/// games count (C.07, articles 15 and 16).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Each round is paired after the one before.
    #[default]
    Swiss,
    /// All pairings are known from the start.
    RoundRobin,
}

/// The value of a tie-break, exact to a hundredth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Value(i64);

impl Value {
    /// Creates a value from hundredths.
    #[must_use]
    pub const fn from_hundredths(hundredths: i64) -> Value {
        Value(hundredths)
    }

    /// Returns the number of hundredths.
    #[must_use]
    pub const fn hundredths(self) -> i64 {
        self.0
    }

    const fn whole(number: i64) -> Value {
        Value(number * 100)
    }
}

impl From<Points> for Value {
    fn from(points: Points) -> Value {
        Value(i64::from(points.tenths()) * 10)
    }
}

/// Writes as many decimals as needed: `3`, `2.5`, `2.75`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let text = match part {
            0 => format!("{sign}{whole}"),
            _ if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
            _ => format!("{sign}{whole}.{part:02}"),
        };
        f.pad(&text)
    }
}

/// What one round adds to a tie-break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The round, from 1.
    pub round: usize,
    /// The opponent, if the term is about one.
    pub opponent: Option<usize>,
    /// What the round adds.
    pub value: Value,
    /// Whether the term is left out by a cut.
    pub is_cut: bool,
}

/// The value of a tie-break for a player, with the terms of its sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Breakdown {
    /// The value; `None` if it is not defined, because somebody has no rating.
    pub value: Option<Value>,
    /// The terms, if the value is a sum or a mean.
    pub terms: Vec<Term>,
}

impl Breakdown {
    fn count(number: usize) -> Breakdown {
        Breakdown {
            value: Some(Value::whole(number as i64)),
            terms: Vec::new(),
        }
    }

    fn sum(terms: Vec<Term>) -> Breakdown {
        let counted = terms.iter().filter(|it| !it.is_cut);
        Breakdown {
            value: Some(Value(counted.map(|it| it.value.0).sum())),
            terms,
        }
    }
}

/// Writes the sum: `8.5 = 3 + 2.5 + 3 (without 1)`.
impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(value) = self.value else {
            return f.write_str("-");
        };
        write!(f, "{value}")?;
        let list = |is_cut: bool, separator: &str| {
            let terms = self.terms.iter().filter(|it| it.is_cut == is_cut);
            let texts: Vec<String> = terms.map(|it| it.value.to_string()).collect();
            texts.join(separator)
        };
        let (kept, cut) = (list(false, " + "), list(true, ", "));
        if !kept.is_empty() {
            write!(f, " = {kept}")?;
        }
        if !cut.is_empty() {
            write!(f, " (without {cut})")?;
        }
        Ok(())
    }
}

/// A tournament whose tie-breaks are computed.
#[derive(Clone, Copy, Debug)]
pub struct TieBreaks<'r> {
    report: &'r Report,
    format: Format,
    rounds: usize,
}

/// How a round of a player counts for the opponents (C.07, 16.1 and 16.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RoundKind {
    /// Played over the board.
    Played,
    /// A bye or forfeit that the player did not ask for (16.2.1, 16.2.2).
    Involuntary,
    /// A requested bye before a round that was not missed (16.2.3), or a forfeit
    /// loss (16.2.4).
    Voluntary,
    /// A requested bye after which the player did not play again (16.2.5).
    Final,
}

impl<'r> TieBreaks<'r> {
    /// Prepares the tie-breaks of a tournament after the rounds in its report.
    #[must_use]
    pub fn new(report: &'r Report, format: Format) -> TieBreaks<'r> {
        TieBreaks {
            report,
            format,
            rounds: report.played_rounds(),
        }
    }

    /// Computes a tie-break for a player, other than DE, which depends on who is
    /// tied ([`rank`]).
    #[must_use]
    pub fn compute(&self, tie_break: TieBreak, player: usize) -> Breakdown {
        let modifier = tie_break.modifier;
        match tie_break.code {
            TieBreakCode::Points => Breakdown {
                value: Some(self.points(player).into()),
                terms: Vec::new(),
            },
            TieBreakCode::DirectEncounter => Breakdown::default(),
            TieBreakCode::Wins => self.wins(player),
            TieBreakCode::GamesWon => self.games_won(player),
            TieBreakCode::BlackGames => self.black_games(player),
            TieBreakCode::BlackWins => self.black_wins(player),
            TieBreakCode::ProgressiveScores => self.progressive(player, modifier),
            TieBreakCode::RoundsElected => self.rounds_elected(player),
            TieBreakCode::StandardPoints => self.standard_points(player),
            TieBreakCode::PairingNumber => Breakdown::count(player + 1),
            TieBreakCode::Buchholz => self.buchholz(player, modifier),
            TieBreakCode::ForeBuchholz => {
                let drawn = self.with_drawn_last_round();
                TieBreaks::new(&drawn, self.format).buchholz(player, modifier)
            }
            TieBreakCode::AverageOpponentsBuchholz => self.average_buchholz(player),
            TieBreakCode::SonnebornBerger => self.sonneborn_berger(player, modifier),
            TieBreakCode::Koya => self.koya(player),
            TieBreakCode::AverageRating => self.average_rating(player, modifier),
            TieBreakCode::Performance => self.performance(player),
            TieBreakCode::PerfectPerformance => self.perfect_performance(player),
            TieBreakCode::AveragePerformance => self.average_performance(player),
            TieBreakCode::AveragePerfectPerformance => self.average_perfect_performance(player),
            TieBreakCode::Rating => self.own_rating(player),
            TieBreakCode::Keizer => KeizerTable::new(self.report).breakdown(player),
        }
    }

    fn points(&self, player: usize) -> Points {
        self.report.points(player)
    }

    /// Returns the points without penalties, which count for the opponents.
    fn earned(&self, player: usize) -> Points {
        self.report.earned(player, self.rounds)
    }

    fn entry(&self, player: usize, round: usize) -> Entry {
        self.report.entry(player, round)
    }

    fn points_in(&self, player: usize, round: usize) -> Points {
        self.entry(player, round).points(&self.report.scoring)
    }

    /// Reports whether a game counts as played: over the board, or in a round
    /// robin also a forfeit (15.2).
    fn counts_as_game(&self, entry: Entry) -> Option<crate::GameEntry> {
        match entry {
            Entry::Game(game) if game.mode != Mode::Forfeit => Some(game),
            Entry::Game(game) if self.format == Format::RoundRobin => Some(game),
            _ => None,
        }
    }

    fn kind(&self, player: usize, round: usize) -> RoundKind {
        match self.entry(player, round) {
            Entry::Game(game) => match (game.mode, game.outcome) {
                (Mode::Forfeit, Outcome::Loss) => RoundKind::Voluntary,
                (Mode::Forfeit, _) => RoundKind::Involuntary,
                _ => RoundKind::Played,
            },
            Entry::Bye(Bye::PairingAllocated | Bye::FullPoint) => RoundKind::Involuntary,
            Entry::Absent | Entry::Bye(_) => {
                let later = round + 1..self.rounds;
                match later.into_iter().all(|it| self.is_voluntary(player, it)) {
                    true => RoundKind::Final,
                    false => RoundKind::Voluntary,
                }
            }
        }
    }

    /// Reports whether a round is a voluntary unplayed round (VUR).
    fn is_voluntary(&self, player: usize, round: usize) -> bool {
        match self.entry(player, round) {
            Entry::Game(game) => game.mode == Mode::Forfeit && game.outcome != Outcome::Win,
            Entry::Bye(Bye::PairingAllocated | Bye::FullPoint) => false,
            Entry::Absent | Entry::Bye(_) => true,
        }
    }

    /// Returns the games of a player over the board, with their rounds.
    fn games(&self, player: usize) -> impl Iterator<Item = (usize, crate::GameEntry)> {
        (0..self.rounds).filter_map(move |it| Some((it, self.entry(player, it).played()?)))
    }
}
