//! A tournament in progress: [`Tournament::decide`] answers an [`Action`] with
//! the [`Event`]s that follow, and [`Tournament::apply`] applies them.

mod decide;
mod event;
mod import;
pub(crate) mod record;
mod refusal;
mod settings;

pub use event::{Action, Event};
pub use record::{RecordError, RecordReason};
pub use refusal::Refusal;
pub use settings::{Numbering, Settings, System};

use arbiter_rules::{ByColor, Color};

use crate::{
    Acceleration, Bye, Entry, GameEntry, GameResult, Penalty, Player, Points, ProhibitedPairs,
    Report, team_match,
    tiebreak::{self, RankedPlayer, TieBreak, TieBreakCode},
};

/// A player of a tournament: the number of their entry, from 1. Unlike the pairing
/// number it never changes.
pub type PlayerId = usize;

/// A paired round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// The games, in the order of their boards.
    pub games: Vec<Game>,
    /// The players without opponent.
    pub byes: Vec<(PlayerId, Bye)>,
}

/// A game of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The players.
    pub players: ByColor<PlayerId>,
    /// The result, once it is known.
    pub result: Option<GameResult>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Participant {
    player: Player,
    has_left: bool,
    next_bye: Option<Bye>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bonus {
    points: Points,
    first_round: usize,
    last_round: usize,
    first: Option<PlayerId>,
    last: PlayerId,
}

/// A tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    settings: Settings,
    participants: Vec<Participant>,
    prohibited: Vec<(PlayerId, PlayerId)>,
    bonuses: Vec<Bonus>,
    /// The points taken, with players as the numbers of their entries.
    penalties: Vec<Penalty>,
    rounds: Vec<Round>,
}

impl Tournament {
    /// Starts a tournament without players.
    #[must_use]
    pub fn start(settings: Settings) -> Tournament {
        Tournament {
            settings,
            participants: Vec::new(),
            prohibited: Vec::new(),
            bonuses: Vec::new(),
            penalties: Vec::new(),
            rounds: Vec::new(),
        }
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the number of rounds.
    #[must_use]
    pub fn round_count(&self) -> usize {
        let players = self.participants.len();
        let cycle = (players + players % 2).saturating_sub(1);
        match self.settings.system {
            System::Swiss | System::AcceleratedSwiss | System::Keizer | System::TeamMatch => {
                self.settings.rounds
            }
            System::Scheveningen => team_match::board_count(self),
            System::RoundRobin => cycle,
            System::DoubleRoundRobin => 2 * cycle,
        }
    }

    /// Returns the number of players who have entered.
    #[must_use]
    pub fn player_count(&self) -> usize {
        self.participants.len()
    }

    /// Returns a player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        let participant = self.participants.get(id.checked_sub(1)?);
        participant.map(|it| &it.player)
    }

    /// Reports whether a player has left.
    #[must_use]
    pub fn has_left(&self, id: PlayerId) -> bool {
        let participant = self.participants.get(id.wrapping_sub(1));
        participant.is_some_and(|it| it.has_left)
    }

    /// Returns the bye that was granted to a player for the next round.
    #[must_use]
    pub fn next_bye(&self, id: PlayerId) -> Option<Bye> {
        self.participants.get(id.wrapping_sub(1))?.next_bye
    }

    /// Returns the points that the arbiter has taken, with players as the numbers of their
    /// entries.
    pub(crate) fn penalties(&self) -> &[Penalty] {
        &self.penalties
    }

    /// Returns the rounds paired so far.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Returns the number of games of the last round without result.
    #[must_use]
    pub fn missing_results(&self) -> usize {
        let games = self.rounds.last().map_or(&[][..], |it| &it.games);
        games.iter().filter(|it| it.result.is_none()).count()
    }

    /// Returns the number of rounds whose results are all known.
    #[must_use]
    pub fn finished_rounds(&self) -> usize {
        self.rounds.len() - usize::from(self.missing_results() > 0)
    }

    /// Returns the players in the order of their pairing numbers.
    #[must_use]
    pub fn numbering(&self) -> Vec<PlayerId> {
        let mut ids: Vec<PlayerId> = (1..=self.participants.len()).collect();
        if self.settings.numbering == Numbering::Rating {
            order_by_rating(&mut ids, |id| &self.participants[id - 1].player);
        }
        ids
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Added(player) => self.participants.push(Participant {
                player: player.clone(),
                has_left: false,
                next_bye: None,
            }),
            Event::Withdrawn(id) => self.change(*id, |it| it.has_left = true),
            Event::Returned(id) => self.change(*id, |it| it.has_left = false),
            Event::ByeGranted(id, bye) => self.change(*id, |it| it.next_bye = Some(*bye)),
            Event::Prohibited(left, right) => self.prohibited.push((*left, *right)),
            &Event::Accelerated {
                points,
                first_round,
                last_round,
                first,
                last,
            } => self.bonuses.push(Bonus {
                points,
                first_round,
                last_round,
                first,
                last,
            }),
            Event::Paired { pairs, byes } => {
                let game = |&players: &ByColor<PlayerId>| Game {
                    players,
                    result: None,
                };
                self.rounds.push(Round {
                    games: pairs.iter().map(game).collect(),
                    byes: byes.clone(),
                });
                for participant in &mut self.participants {
                    participant.next_bye = None;
                }
            }
            Event::Unpaired => {
                // The byes of the round are those of the next pairing.
                for (id, bye) in self.rounds.pop().unwrap_or_default().byes {
                    if bye != Bye::PairingAllocated && !self.has_left(id) {
                        self.change(id, |it| it.next_bye = Some(bye));
                    }
                }
                if self.rounds.is_empty() {
                    self.bonuses.clear();
                }
                // Penalties since the pairing count in the next one.
                for penalty in &mut self.penalties {
                    penalty.round = penalty.round.min(self.rounds.len());
                }
            }
            &Event::Recorded {
                round,
                board,
                result,
            } => self.set_result(round, board, Some(result)),
            &Event::Cleared { round, board } => self.set_result(round, board, None),
            &Event::Penalized(player, points) => self.penalties.push(Penalty {
                player,
                round: self.rounds.len(),
                points,
            }),
            Event::Edited(id, player) => self.change(*id, |it| it.player = player.clone()),
        }
    }

    fn set_result(&mut self, round: usize, board: usize, result: Option<GameResult>) {
        let games = self.rounds.get_mut(round.wrapping_sub(1));
        let game = games.and_then(|it| it.games.get_mut(board.wrapping_sub(1)));
        if let Some(game) = game {
            game.result = result;
        }
    }

    fn change(&mut self, id: PlayerId, change: impl FnOnce(&mut Participant)) {
        if let Some(participant) = self.participants.get_mut(id.wrapping_sub(1)) {
            change(participant);
        }
    }

    /// Returns the report after the rounds whose results are all known.
    #[must_use]
    pub fn report(&self) -> Report {
        let ids = self.numbering();
        let mut index = vec![0; ids.len() + 1];
        for (place, &id) in ids.iter().enumerate() {
            index[id] = place;
        }
        let rounds = self.finished_rounds();
        let mut entries = vec![vec![Entry::Absent; rounds]; ids.len()];
        for (round, state) in self.rounds[..rounds].iter().enumerate() {
            for &(id, bye) in &state.byes {
                entries[index[id]][round] = Entry::Bye(bye);
            }
            for game in &state.games {
                for color in Color::ALL {
                    let Some(result) = game.result else {
                        continue;
                    };
                    let opponent = index[game.players[!color]];
                    entries[index[game.players[color]]][round] = Entry::Game(GameEntry {
                        opponent,
                        color,
                        outcome: result.outcome(color),
                        mode: result.mode,
                    });
                }
            }
        }
        let acceleration = |it: &Bonus| Acceleration {
            points: it.points,
            first_round: it.first_round,
            last_round: it.last_round,
            first_player: it.first.map_or(0, |id| index[id]),
            last_player: index[it.last],
        };
        let penalty = |it: &Penalty| Penalty {
            player: index[it.player],
            ..*it
        };
        let prohibited = |&(left, right): &(PlayerId, PlayerId)| ProhibitedPairs {
            first_round: 1,
            last_round: self.round_count().max(1),
            players: vec![index[left], index[right]],
        };
        Report {
            name: self.settings.name.clone(),
            header: Vec::new(),
            players: ids
                .iter()
                .map(|&id| self.participants[id - 1].player.clone())
                .collect(),
            entries,
            scoring: self.settings.scoring,
            rounds: Some(self.round_count()),
            initial_color: Some(self.settings.initial_color),
            acceleration: self.bonuses.iter().map(acceleration).collect(),
            penalties: self.penalties.iter().map(penalty).collect(),
            prohibited: self.prohibited.iter().map(prohibited).collect(),
            next_byes: self.next_byes(&index),
            system: self.settings.system.trf_code().to_owned(),
        }
    }

    /// Returns the byes of the round after the finished ones, by index.
    fn next_byes(&self, index: &[usize]) -> Vec<(usize, Bye)> {
        if let Some(round) = self.rounds.get(self.finished_rounds()) {
            let requested = round.byes.iter();
            let requested = requested.filter(|(_, bye)| *bye != Bye::PairingAllocated);
            return requested.map(|&(id, bye)| (index[id], bye)).collect();
        }
        let participants = self.participants.iter().zip(1..);
        participants
            .filter_map(|(it, id)| {
                let bye = match it.has_left {
                    true => Some(Bye::ZeroPoint),
                    false => it.next_bye,
                };
                Some((index[id], bye?))
            })
            .collect()
    }

    /// Returns the standings after the rounds whose results are all known, with
    /// players as indexes of the report.
    #[must_use]
    pub fn standings(&self) -> (Report, Vec<RankedPlayer>) {
        let report = self.report();
        let format = self.settings.system.format();
        let ranked = tiebreak::rank(&report, format, &self.tie_breaks());
        (report, ranked)
    }

    /// Returns the points, in the Keizer system those of its ranking, followed by the
    /// tie-breaks.
    #[must_use]
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        let points = TieBreak {
            code: match self.settings.system {
                System::Keizer => TieBreakCode::Keizer,
                _ => TieBreakCode::Points,
            },
            modifier: tiebreak::Modifier::None,
        };
        let others = self.settings.tie_breaks.iter().copied();
        std::iter::once(points).chain(others).collect()
    }
}

/// Sorts players by rating, then title, then name (C.04.2).
pub(crate) fn order_by_rating<'p>(ids: &mut [PlayerId], player: impl Fn(PlayerId) -> &'p Player) {
    ids.sort_by_cached_key(|&id| {
        let player = player(id);
        let rating = std::cmp::Reverse(player.rating);
        (rating, title_rank(&player.title), player.name.clone(), id)
    });
}

/// Returns the place of a title in the order of C.04.2.
fn title_rank(title: &str) -> usize {
    let order = ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"];
    let found = order.iter().position(|it| it.eq_ignore_ascii_case(title));
    found.unwrap_or(order.len())
}
