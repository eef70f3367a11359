//! Tournaments between engines: Swiss and knockout. Who plays whom follows from the results
//! so far, so the games are played in batches; a resumed tournament takes the results from
//! its log, batch by batch.

use std::{
    collections::HashMap,
    io::{self, Write},
};

use arbiter_rules::{ByColor, Color};
use arbiter_tournament::{
    Action, Event, Numbering, Player, Settings, System, Tournament,
    knockout::{
        Knockout, KnockoutAction, KnockoutEvent, KnockoutSettings, MatchId, MatchOutcome, Slot,
        Stage,
    },
};
use serde::Serialize;

use super::{
    game_result::GameResult,
    schedule::{PairingPlan, Schedule, ScheduledGame},
};

/// A tournament between engines. The index of an engine is its entry number less one.
#[derive(Debug)]
pub struct EngineTournament {
    kind: Kind,
    /// The number of games of a pairing.
    games: usize,
    /// The number of the next game.
    next_game: usize,
    /// The games of the batch being played, and in a knockout the match of each.
    batch: Vec<(ScheduledGame, Option<MatchId>)>,
}

#[derive(Debug)]
enum Kind {
    Swiss(Tournament),
    Knockout(Knockout),
}

impl EngineTournament {
    /// Creates the tournament; none if the plan is not that of a tournament.
    pub fn new(plan: PairingPlan, names: &[&str], games: usize) -> Option<EngineTournament> {
        let players = names.iter().map(|name| Player {
            name: (*name).to_owned(),
            ..Player::default()
        });
        let kind = match plan {
            PairingPlan::Gauntlet | PairingPlan::RoundRobin => return None,
            PairingPlan::Swiss { rounds } => {
                let mut settings = Settings::new("", System::Swiss, rounds);
                // The engines are seeded in their order on the command line.
                settings.numbering = Numbering::Entry;
                let mut tournament = Tournament::start(settings);
                players.for_each(|it| tournament.apply(&Event::Added(it)));
                Kind::Swiss(tournament)
            }
            PairingPlan::Knockout { tie_breaks } => {
                let settings = KnockoutSettings {
                    tie_breaks,
                    numbering: Numbering::Entry,
                    ..KnockoutSettings::new("", games)
                };
                let mut knockout = Knockout::start(settings);
                players.for_each(|it| knockout.apply(&KnockoutEvent::Added(it)));
                Kind::Knockout(knockout)
            }
        };
        Some(EngineTournament {
            kind,
            games,
            next_game: 0,
            batch: Vec::new(),
        })
    }

    /// Returns how many games the tournament has, at least.
    pub fn least_games(&self) -> usize {
        match &self.kind {
            Kind::Swiss(it) => it.round_count() * (it.player_count() / 2) * self.games,
            // A match ends when it is decided.
            Kind::Knockout(it) => it.player_count().saturating_sub(1) * (self.games / 2 + 1),
        }
    }

    /// Reports whether the tournament has been played to its end.
    pub fn is_finished(&self) -> bool {
        match &self.kind {
            Kind::Swiss(it) => it.finished_rounds() == it.round_count(),
            Kind::Knockout(it) => it.is_finished(),
        }
    }

    /// Pairs the next games, all of which can be played at the same time. Fails with the
    /// reason if that is impossible.
    pub fn next_batch(&mut self, schedule: &Schedule) -> Result<Vec<ScheduledGame>, String> {
        self.batch.clear();
        match &mut self.kind {
            Kind::Swiss(tournament) => {
                let events = tournament.decide(&Action::Pair);
                for event in events.map_err(|it| it.to_string())? {
                    tournament.apply(&event);
                }
                let round = tournament.rounds().len() - 1;
                let openings = self.games.div_ceil(2);
                for game in &tournament.rounds()[round].games {
                    let (white, black) = (game.players.white - 1, game.players.black - 1);
                    for number in 0..self.games {
                        let participants = match number % 2 {
                            0 => [white, black],
                            _ => [black, white],
                        };
                        let opening = round * openings + number / 2;
                        let pair = (self.next_game + number) / 2;
                        let scheduled = ScheduledGame {
                            game: self.next_game + number,
                            pair,
                            pairing: schedule.pairing_of(participants),
                            participants: ByColor::from(participants),
                            opening: schedule.opening(opening),
                        };
                        self.batch.push((scheduled, None));
                    }
                    // The games of a pairing form pairs of their own.
                    self.next_game += self.games.next_multiple_of(2);
                }
            }
            Kind::Knockout(knockout) => {
                let events = knockout.decide(&KnockoutAction::Pair);
                for event in events.map_err(|it| it.to_string())? {
                    knockout.apply(&event);
                    let KnockoutEvent::Paired { of, players } = event else {
                        continue;
                    };
                    let participants = [players.white - 1, players.black - 1];
                    let number = knockout.find(of).map_or(0, |it| it.games.len() - 1);
                    // Both games of a pair have the same opening.
                    let opening = MAX_OPENINGS_OF_A_MATCH * (of.round - 1) + number / 2;
                    let scheduled = ScheduledGame {
                        game: self.next_game,
                        pair: pair_number(of, number),
                        pairing: schedule.pairing_of(participants),
                        participants: ByColor::from(participants),
                        opening: schedule.opening(opening),
                    };
                    self.next_game += 1;
                    self.batch.push((scheduled, Some(of)));
                }
            }
        }
        Ok(self.batch.iter().map(|it| it.0).collect())
    }

    /// Enters the results of the batch, by the numbers of the games.
    pub fn finish_batch(&mut self, results: &HashMap<usize, GameResult>) {
        let found = |game: &ScheduledGame| results.get(&game.game).copied();
        match &mut self.kind {
            Kind::Swiss(tournament) => {
                let round = tournament.rounds().len();
                let pairings = self.batch.chunks(self.games);
                for (games, board) in pairings.zip(1..) {
                    // The engine that is White in the first game of a pairing.
                    let first = games[0].0.participants.white;
                    let points: usize = games
                        .iter()
                        .filter_map(|(game, _)| {
                            let color = match game.participants.white == first {
                                true => Color::White,
                                false => Color::Black,
                            };
                            Some(found(game)?.half_points(color))
                        })
                        .sum();
                    let text = match points.cmp(&games.len()) {
                        std::cmp::Ordering::Greater => "1-0",
                        std::cmp::Ordering::Equal => "1/2",
                        std::cmp::Ordering::Less => "0-1",
                    };
                    let result = text.parse().expect("these are results");
                    tournament.apply(&Event::Recorded {
                        round,
                        board,
                        result,
                    });
                }
            }
            Kind::Knockout(knockout) => {
                for (game, of) in &self.batch {
                    let (Some(of), Some(result)) = (*of, found(game)) else {
                        continue;
                    };
                    let text = match result.winner {
                        Some(Color::White) => "1-0",
                        Some(Color::Black) => "0-1",
                        None => "1/2",
                    };
                    let result = text.parse().expect("these are results");
                    let game = knockout.find(of).map_or(0, |it| it.games.len());
                    knockout.apply(&KnockoutEvent::Recorded { of, game, result });
                }
            }
        }
    }

    /// Returns the standings or the bracket.
    pub fn table(&self) -> TournamentTable {
        match &self.kind {
            Kind::Swiss(tournament) => {
                let (report, ranked) = tournament.standings();
                let codes = tournament.tie_breaks();
                let rows = ranked.iter().map(|it| StandingsRow {
                    rank: it.rank,
                    name: report.players[it.player].name.clone(),
                    values: it
                        .values
                        .iter()
                        .map(|it| it.value.map_or("-".to_owned(), |it| it.to_string()))
                        .collect(),
                });
                TournamentTable {
                    tie_breaks: codes.iter().map(ToString::to_string).collect(),
                    standings: rows.collect(),
                    matches: Vec::new(),
                }
            }
            Kind::Knockout(knockout) => {
                let name = |id| knockout.player(id).map_or("", |it| it.name.as_str());
                let rows = knockout.standings().into_iter().map(|it| StandingsRow {
                    rank: it.rank,
                    name: name(it.player).to_owned(),
                    values: Vec::new(),
                });
                let slot = |it: Slot| match it {
                    Slot::Player(id) => Some(name(id).to_owned()),
                    Slot::Open | Slot::Empty => None,
                };
                let known = knockout
                    .matches()
                    .filter(|(_, it)| it.slots.iter().any(|it| matches!(it, Slot::Player(_))));
                let matches = known.map(|(id, it)| MatchRow {
                    id: id.to_string(),
                    round: id.round,
                    games: it.games.len(),
                    players: it.slots.map(slot),
                    score: it.score().map(|it| it.to_string()),
                    winner: match it.outcome {
                        MatchOutcome::Won(id) => Some(name(id).to_owned()),
                        MatchOutcome::Open | MatchOutcome::Nobody => None,
                    },
                    stage: match it.games.last().map(|it| it.stage) {
                        Some(Stage::TieBreak(_)) => "tie-break",
                        Some(Stage::Armageddon) => "Armageddon",
                        Some(Stage::Regular) | None => "",
                    },
                });
                TournamentTable {
                    tie_breaks: Vec::new(),
                    standings: rows.collect(),
                    matches: matches.collect(),
                }
            }
        }
    }
}

/// The openings of a knockout round start this far from those of the round before.
const MAX_OPENINGS_OF_A_MATCH: usize = 64;

/// Returns a number for two games of a match that have the same opening.
fn pair_number(of: MatchId, game: usize) -> usize {
    let id = of.round * 0x1_0000 + of.number;
    id * 0x1_0000 + game / 2
}

/// The standings of a tournament, and in a knockout its matches.
#[derive(Serialize, Debug)]
pub struct TournamentTable {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tie_breaks: Vec<String>,
    standings: Vec<StandingsRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matches: Vec<MatchRow>,
}

#[derive(Serialize, Debug)]
struct StandingsRow {
    rank: usize,
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
}

#[derive(Serialize, Debug)]
struct MatchRow {
    #[serde(rename = "match")]
    id: String,
    #[serde(skip)]
    round: usize,
    #[serde(skip)]
    games: usize,
    players: [Option<String>; 2],
    score: [String; 2],
    winner: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    stage: &'static str,
}

impl TournamentTable {
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = self.standings.iter().map(|it| it.name.chars().count());
        let width = names.max().unwrap_or(0).max(6);
        for (index, row) in self.matches.iter().enumerate() {
            if index == 0 || self.matches[index - 1].round != row.round {
                writeln!(out, "Round {}", row.round)?;
            }
            let player = |side: usize| {
                let nobody = if row.round == 1 { "bye" } else { "" };
                let name = row.players[side].as_deref().unwrap_or(nobody);
                let mark = if row.winner.as_deref() == Some(name) {
                    '*'
                } else {
                    ' '
                };
                format!("{mark}{name:<width$}")
            };
            let [first, second] = &row.score;
            let score = match row.games {
                0 => format!("{:>4} - {:<4}", "", ""),
                _ => format!("{first:>4} - {second:<4}"),
            };
            let line = format!("  {} {score} {} {}", player(0), player(1), row.stage);
            writeln!(out, "{}", line.trim_end())?;
        }
        if !self.matches.is_empty() {
            writeln!(out)?;
        }
        let heads: String = self
            .tie_breaks
            .iter()
            .map(|it| format!(" {it:>5}"))
            .collect();
        if !heads.is_empty() {
            writeln!(out, "    {:<width$}{heads}", "")?;
        }
        for row in &self.standings {
            let values: String = row.values.iter().map(|it| format!(" {it:>5}")).collect();
            let line = format!("{:>2}. {:<width$}{values}", row.rank, row.name);
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)
    }
}

#[cfg(test)]
mod tests;
