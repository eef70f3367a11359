//! The matches of a knockout: who meets whom, and the state of each match.

use arbiter_rules::{ByColor, Color};

use super::{Knockout, KnockoutSettings, LastStage, MatchId};
use crate::{GameResult, Outcome, PlayerId, Points};

/// Returns the seeds, from 1, in the order of the places of a bracket, whose size is a
/// power of two: neighbors meet, and the winners of neighboring matches.
///
/// If the better seed always wins, the seeds of each match of a round add up to the same
/// number, so that the best two meet in the final.
///
/// ```
/// use arbiter_tournament::knockout::seed_order;
///
/// assert_eq!(seed_order(8), [1, 8, 5, 4, 3, 6, 7, 2]);
/// ```
#[must_use]
pub fn seed_order(size: usize) -> Vec<usize> {
    let mut order = vec![1];
    while order.len() < size {
        let sum = 2 * order.len() + 1;
        let double = |(index, seed): (usize, usize)| match index % 2 {
            0 => [seed, sum - seed],
            _ => [sum - seed, seed],
        };
        order = order.into_iter().enumerate().flat_map(double).collect();
    }
    order
}

/// A place in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Slot {
    /// The match whose winner comes here is not decided.
    #[default]
    Open,
    /// This player.
    Player(PlayerId),
    /// Nobody: the opponent has a bye.
    Empty,
}

/// The part of a match that a game belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The games of the match.
    Regular,
    /// A tie-break, from 1.
    TieBreak(usize),
    /// The Armageddon game: a draw is enough for Black.
    Armageddon,
}

/// A game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchGame {
    /// The players.
    pub players: ByColor<PlayerId>,
    /// The part of the match it belongs to.
    pub stage: Stage,
    /// The result, once it is known.
    pub result: Option<GameResult>,
}

/// A match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Match {
    /// The players.
    pub slots: [Slot; 2],
    /// The games so far.
    pub games: Vec<MatchGame>,
    /// What an arbiter decided: the winner, or nobody.
    pub award: Option<Option<PlayerId>>,
    /// The state of the match.
    pub outcome: MatchOutcome,
}

/// The state of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MatchOutcome {
    /// It is not decided.
    #[default]
    Open,
    /// This player won.
    Won(PlayerId),
    /// Nobody won: both are out, or there were no players.
    Nobody,
}

impl Match {
    /// Returns the players if both are known.
    #[must_use]
    pub fn players(&self) -> Option<[PlayerId; 2]> {
        match self.slots {
            [Slot::Player(first), Slot::Player(second)] => Some([first, second]),
            _ => None,
        }
    }

    /// Returns the points of both places, over the games of some stages.
    #[must_use]
    pub fn points(&self, counts: impl Fn(Stage) -> bool) -> [Points; 2] {
        let Some(players) = self.players() else {
            return [Points::ZERO; 2];
        };
        let games = self.games.iter().filter(|it| counts(it.stage));
        players.map(|id| games.clone().map(|it| points_in(it, id)).sum())
    }

    /// Returns the points over all games.
    #[must_use]
    pub fn score(&self) -> [Points; 2] {
        self.points(|_| true)
    }

    /// Reports whether a game is being played.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.games.iter().any(|it| it.result.is_none())
    }

    /// Returns who came into the next round and who went out.
    fn passes_on(&self) -> (Slot, Slot) {
        let players = self.slots.map(|it| match it {
            Slot::Player(id) => Some(id),
            _ => None,
        });
        match self.outcome {
            MatchOutcome::Open => (Slot::Open, Slot::Open),
            MatchOutcome::Nobody => (Slot::Empty, Slot::Empty),
            MatchOutcome::Won(id) => {
                let mut others = players.into_iter().flatten().filter(|&it| it != id);
                (
                    Slot::Player(id),
                    others.next().map_or(Slot::Empty, Slot::Player),
                )
            }
        }
    }

    /// Returns the winner by the games, or the stage of the next game.
    fn standing(&self, settings: &KnockoutSettings, players: [PlayerId; 2]) -> Standing {
        let mut stage = Stage::Regular;
        loop {
            let played = self.games.iter().filter(|it| it.stage == stage).count();
            if stage == Stage::Armageddon {
                let game = self.games.iter().find(|it| it.stage == stage);
                return match game {
                    None => Standing::Next(stage),
                    Some(game) => armageddon(game),
                };
            }
            let length = match stage {
                Stage::Regular => settings.games,
                _ => settings.tie_break_games,
            };
            let left = length.saturating_sub(played);
            let is_open = |it: &MatchGame| it.stage == stage && it.result.is_none();
            if self.games.iter().any(is_open) {
                return Standing::Playing;
            }
            let [first, second] = self.points(|it| it == stage);
            let reachable = Points::ONE.times(left);
            if first > second + reachable {
                return Standing::Won(players[0]);
            }
            if second > first + reachable {
                return Standing::Won(players[1]);
            }
            if left > 0 {
                return Standing::Next(stage);
            }
            let tie_break = match stage {
                Stage::TieBreak(number) => number + 1,
                _ => 1,
            };
            stage = match settings.last_stage {
                LastStage::Armageddon if tie_break > settings.tie_breaks => Stage::Armageddon,
                // Tie-breaks without games would never decide.
                _ if settings.tie_break_games == 0 => Stage::Armageddon,
                _ => Stage::TieBreak(tie_break),
            };
        }
    }
}

fn points_in(game: &MatchGame, id: PlayerId) -> Points {
    let color = match game.players.white == id {
        true => Color::White,
        false => Color::Black,
    };
    match game.result.map(|it| it.outcome(color)) {
        Some(Outcome::Win) => Points::ONE,
        Some(Outcome::Draw) => Points::HALF,
        Some(Outcome::Loss) | None => Points::ZERO,
    }
}

fn armageddon(game: &MatchGame) -> Standing {
    match game.result.map(|it| (it.white, it.black)) {
        None => Standing::Playing,
        Some((Outcome::Win, _)) => Standing::Won(game.players.white),
        Some((_, Outcome::Win | Outcome::Draw)) => Standing::Won(game.players.black),
        Some(_) => Standing::Nobody,
    }
}

/// What the games of a match say.
enum Standing {
    Won(PlayerId),
    Nobody,
    Playing,
    Next(Stage),
}

impl Knockout {
    /// Makes the empty bracket for the seeded players.
    pub(super) fn make_bracket(&mut self) {
        let size = self.seeds.len().next_power_of_two();
        let mut count = size / 2;
        self.rounds.clear();
        while count > 0 {
            self.rounds.push(vec![Match::default(); count]);
            count /= 2;
        }
        if self.settings.has_third_place
            && self.rounds.len() > 1
            && let Some(last) = self.rounds.last_mut()
        {
            last.push(Match::default());
        }
        self.advance();
    }

    /// Recomputes the players of each match, and which matches are decided.
    pub(super) fn advance(&mut self) {
        let order = seed_order(self.seeds.len().next_power_of_two());
        for round in 0..self.rounds.len() {
            for index in 0..self.rounds[round].len() {
                let slots = [0, 1].map(|side| match round {
                    0 => {
                        let seed = order.get(2 * index + side).copied().unwrap_or(0);
                        let player = self.seeds.get(seed.wrapping_sub(1));
                        player.map_or(Slot::Empty, |&id| Slot::Player(id))
                    }
                    _ => self.slot_from(round, index, side),
                });
                let mut state = std::mem::take(&mut self.rounds[round][index]);
                state.slots = slots;
                state.outcome = self.outcome(&state);
                self.rounds[round][index] = state;
            }
        }
    }

    /// Returns the player who comes from the round before.
    fn slot_from(&self, round: usize, index: usize, side: usize) -> Slot {
        let before = &self.rounds[round - 1];
        // The match for the third place has the losers of the semifinals.
        let is_third = round + 1 == self.rounds.len() && index == 1;
        match is_third {
            true => before.get(side).map_or(Slot::Empty, |it| it.passes_on().1),
            false => before
                .get(2 * index + side)
                .map_or(Slot::Empty, |it| it.passes_on().0),
        }
    }

    fn outcome(&self, state: &Match) -> MatchOutcome {
        match state.slots {
            [Slot::Open, _] | [_, Slot::Open] => return MatchOutcome::Open,
            [Slot::Empty, Slot::Empty] => return MatchOutcome::Nobody,
            [Slot::Player(id), Slot::Empty] | [Slot::Empty, Slot::Player(id)] => {
                return MatchOutcome::Won(id);
            }
            [Slot::Player(_), Slot::Player(_)] => {}
        }
        let Some([first, second]) = state.players() else {
            return MatchOutcome::Open;
        };
        if let Some(award) = state.award {
            return award.map_or(MatchOutcome::Nobody, MatchOutcome::Won);
        }
        match state.standing(&self.settings, [first, second]) {
            Standing::Won(id) => MatchOutcome::Won(id),
            Standing::Nobody => MatchOutcome::Nobody,
            Standing::Playing | Standing::Next(_) => {
                match (self.has_left(first), self.has_left(second)) {
                    (false, false) => MatchOutcome::Open,
                    (true, false) => MatchOutcome::Won(second),
                    (false, true) => MatchOutcome::Won(first),
                    (true, true) => MatchOutcome::Nobody,
                }
            }
        }
    }

    /// Returns the stage of the next game of a match, if it can begin.
    pub(super) fn next_stage(&self, state: &Match) -> Option<Stage> {
        let players = state.players()?;
        if state.outcome != MatchOutcome::Open || state.is_playing() {
            return None;
        }
        match state.standing(&self.settings, players) {
            Standing::Next(stage) => Some(stage),
            _ => None,
        }
    }

    /// Reports whether all games could have been played as they were: by these players,
    /// and not after the match was decided.
    pub(super) fn is_consistent(&self) -> bool {
        self.rounds.iter().flatten().all(|state| {
            let mut again = Match {
                games: Vec::new(),
                ..state.clone()
            };
            state.games.iter().all(|game| {
                let players = [game.players.white, game.players.black];
                let is_theirs = state
                    .players()
                    .is_some_and(|it| it == players || it == [players[1], players[0]]);
                let stage = match state.players().map(|it| again.standing(&self.settings, it)) {
                    Some(Standing::Next(stage)) => Some(stage),
                    _ => None,
                };
                again.games.push(*game);
                is_theirs && stage == Some(game.stage)
            })
        })
    }

    /// Returns all matches with their names.
    pub fn matches(&self) -> impl Iterator<Item = (MatchId, &Match)> {
        let rounds = self.rounds.iter().zip(1..);
        rounds.flat_map(|(matches, round)| {
            let matches = matches.iter().zip(1..);
            matches.map(move |(it, number)| (MatchId { round, number }, it))
        })
    }
}
