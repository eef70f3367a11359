//! Knockouts: seeded brackets for any number of players, matches of any number of games,
//! tie-breaks, Armageddon.
//!
//! | rule | |
//! |---|---|
//! | bracket | the next power of two; the seeds of the matches of a round add up to the same number if the better seeds win; byes go to the top seeds |
//! | match | as many games as agreed; it ends when a player's lead cannot be caught up |
//! | tie | tie-breaks of two games; then Armageddon, in which a draw is enough for Black |
//! | colors | alternate in a match; the first game by the colors of the rounds before, then by seed |
//! | withdrawal | the match that is not decided is lost; if both leave, the next opponent has no game |
//! | places | by the round in which a player is out |
//!
//! [`KnockoutAction::Pair`] begins the next game of every match that is ready:
//! the games of a match one after the other, and those of the next round when all matches of
//! the round before are decided (or, with [`Pace::Matches`], when both players are
//! known).
//!
//! ```
//! use arbiter_tournament::{
//!     Player,
//!     knockout::{Knockout, KnockoutAction, KnockoutSettings, MatchId},
//! };
//!
//! let mut knockout = Knockout::start(KnockoutSettings::new("Cup", 1));
//! let mut record = vec![knockout.write_settings()];
//! let mut act = |knockout: &mut Knockout, action: KnockoutAction| {
//!     for event in knockout.decide(&action)? {
//!         record.push(event.to_string());
//!         knockout.apply(&event);
//!     }
//!     Ok::<(), arbiter_tournament::knockout::KnockoutRefusal>(())
//! };
//! for (name, rating) in [("Ada", 2100), ("Ben", 2000), ("Cleo", 1900)] {
//!     let player = Player { name: name.into(), rating, ..Player::default() };
//!     act(&mut knockout, KnockoutAction::Add(player))?;
//! }
//! // Ada has a bye; Ben and Cleo meet.
//! act(&mut knockout, KnockoutAction::Pair)?;
//! let of = MatchId { round: 1, number: 2 };
//! let result = "1-0".parse()?;
//! act(&mut knockout, KnockoutAction::Record { of, game: 1, result })?;
//! act(&mut knockout, KnockoutAction::Pair)?;
//! let of = MatchId { round: 2, number: 1 };
//! act(&mut knockout, KnockoutAction::Record { of, game: 1, result })?;
//! assert!(knockout.winner().is_some());
//!
//! // The record is enough to restore the tournament.
//! let lines = record.iter().map(String::as_str);
//! assert_eq!(Knockout::from_record(lines)?, knockout);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bracket;
mod decide;
mod event;
mod explain;
mod record;
mod refusal;
mod settings;

pub use bracket::{Match, MatchGame, MatchOutcome, Slot, Stage, seed_order};
pub use decide::MatchColorReason;
pub use event::{KnockoutAction, KnockoutEvent, MatchId};
pub use explain::{MatchReason, MatchWay};
pub use refusal::KnockoutRefusal;
pub use settings::{KnockoutSettings, LastStage, Pace};

use crate::{Numbering, Player, PlayerId, tournament::order_by_rating};

#[derive(Clone, PartialEq, Eq, Debug)]
struct Competitor {
    player: Player,
    has_left: bool,
}

/// A line of the standings of a knockout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnockoutRank {
    /// The player.
    pub player: PlayerId,
    /// The place, from 1; players who went out in the same round share one, and so do
    /// those who are still in.
    pub rank: usize,
    /// The seed, from 1.
    pub seed: usize,
    /// The round in which the player went out, from 1.
    pub out_in: Option<usize>,
}

/// A knockout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knockout {
    settings: KnockoutSettings,
    competitors: Vec<Competitor>,
    /// The players in the order of their seeds, once they are drawn.
    seeds: Vec<PlayerId>,
    rounds: Vec<Vec<Match>>,
}

impl Knockout {
    /// Starts a knockout without players.
    #[must_use]
    pub fn start(settings: KnockoutSettings) -> Knockout {
        Knockout {
            settings,
            competitors: Vec::new(),
            seeds: Vec::new(),
            rounds: Vec::new(),
        }
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &KnockoutSettings {
        &self.settings
    }

    /// Returns the number of players who have entered.
    #[must_use]
    pub fn player_count(&self) -> usize {
        self.competitors.len()
    }

    /// Returns a player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        let competitor = self.competitors.get(id.checked_sub(1)?);
        competitor.map(|it| &it.player)
    }

    /// Reports whether a player has left.
    #[must_use]
    pub fn has_left(&self, id: PlayerId) -> bool {
        let competitor = self.competitors.get(id.wrapping_sub(1));
        competitor.is_some_and(|it| it.has_left)
    }

    /// Reports whether the bracket has been made.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        !self.seeds.is_empty()
    }

    /// Returns the players in the order of their seeds, once they are drawn.
    #[must_use]
    pub fn seeds(&self) -> &[PlayerId] {
        &self.seeds
    }

    /// Returns the seed of a player, from 1.
    #[must_use]
    pub fn seed(&self, id: PlayerId) -> Option<usize> {
        self.seeds.iter().position(|&it| it == id).map(|it| it + 1)
    }

    /// Returns the matches of each round. The last round has the final and, if it is
    /// played, the match for the third place.
    #[must_use]
    pub fn rounds(&self) -> &[Vec<Match>] {
        &self.rounds
    }

    /// Returns a match.
    #[must_use]
    pub fn find(&self, of: MatchId) -> Option<&Match> {
        let round = self.rounds.get(of.round.checked_sub(1)?)?;
        round.get(of.number.checked_sub(1)?)
    }

    /// Returns the number of games without result, in matches that are not decided.
    #[must_use]
    pub fn missing_results(&self) -> usize {
        let matches = self.rounds.iter().flatten();
        let matches = matches.filter(|it| it.outcome == MatchOutcome::Open);
        let games = matches.flat_map(|it| &it.games);
        games.filter(|it| it.result.is_none()).count()
    }

    /// Reports whether all matches are decided.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let mut matches = self.rounds.iter().flatten();
        self.is_drawn() && matches.all(|it| it.outcome != MatchOutcome::Open)
    }

    /// Returns the winner of the final.
    #[must_use]
    pub fn winner(&self) -> Option<PlayerId> {
        match self.rounds.last()?.first()?.outcome {
            MatchOutcome::Won(id) => Some(id),
            _ => None,
        }
    }

    /// Returns the players in the order in which they would be seeded.
    #[must_use]
    pub fn numbering(&self) -> Vec<PlayerId> {
        let mut ids: Vec<PlayerId> = (1..=self.competitors.len()).collect();
        if self.settings.numbering == Numbering::Rating {
            order_by_rating(&mut ids, |id| &self.competitors[id - 1].player);
        }
        ids
    }

    /// Returns the standings of the seeded players.
    #[must_use]
    pub fn standings(&self) -> Vec<KnockoutRank> {
        let reached: Vec<(usize, Option<usize>)> =
            (self.seeds.iter()).map(|&id| self.reached(id)).collect();
        let mut ranked: Vec<KnockoutRank> = (self.seeds.iter().zip(1..))
            .zip(&reached)
            .map(|((&player, seed), &(value, out_in))| KnockoutRank {
                player,
                rank: 1 + reached.iter().filter(|it| it.0 > value).count(),
                seed,
                out_in,
            })
            .collect();
        ranked.sort_by_key(|it| (it.rank, it.seed));
        ranked
    }

    /// Returns how far a player has come, as a number (higher is better), and the
    /// round in which they went out.
    fn reached(&self, id: PlayerId) -> (usize, Option<usize>) {
        let last = self.rounds.len();
        for (of, state) in self.matches() {
            let is_here = state.slots.contains(&Slot::Player(id));
            let is_lost = match state.outcome {
                MatchOutcome::Open => false,
                MatchOutcome::Won(winner) => winner != id,
                MatchOutcome::Nobody => true,
            };
            if !is_here || !is_lost {
                continue;
            }
            let is_semifinal = self.settings.has_third_place && of.round + 1 == last;
            let third = self.rounds[last - 1].get(1).filter(|_| is_semifinal);
            let bonus = match third.map(|it| it.outcome) {
                Some(MatchOutcome::Won(winner)) => usize::from(winner == id),
                _ => 0,
            };
            return (2 * of.round + bonus, Some(of.round));
        }
        (2 * last + 2, None)
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &KnockoutEvent) {
        match *event {
            KnockoutEvent::Added(ref player) => self.competitors.push(Competitor {
                player: player.clone(),
                has_left: false,
            }),
            KnockoutEvent::Withdrawn(id) => self.set_left(id, true),
            KnockoutEvent::Returned(id) => self.set_left(id, false),
            KnockoutEvent::Drawn(ref seeds) => {
                self.seeds.clone_from(seeds);
                self.make_bracket();
            }
            KnockoutEvent::Undrawn => {
                self.seeds.clear();
                self.rounds.clear();
            }
            KnockoutEvent::Paired { of, players } => {
                let stage = self.find(of).and_then(|it| self.next_stage(it));
                if let (Some(stage), Some(state)) = (stage, self.find_mut(of)) {
                    state.games.push(MatchGame {
                        players,
                        stage,
                        result: None,
                    });
                }
            }
            KnockoutEvent::Unpaired => {
                for state in self.rounds.iter_mut().flatten() {
                    state.games.retain(|it| it.result.is_some());
                }
            }
            KnockoutEvent::Recorded { of, game, result } => {
                let games = self.find_mut(of).map(|it| &mut it.games);
                if let Some(game) = games.and_then(|it| it.get_mut(game.wrapping_sub(1))) {
                    game.result = Some(result);
                }
            }
            KnockoutEvent::Awarded { of, winner } => {
                if let Some(state) = self.find_mut(of) {
                    state.award = Some(winner);
                }
            }
            KnockoutEvent::Erased(of) => {
                if let Some(state) = self.find_mut(of)
                    && state.award.take().is_none()
                {
                    state.games.pop();
                }
            }
        }
        self.advance();
    }

    fn find_mut(&mut self, of: MatchId) -> Option<&mut Match> {
        let round = self.rounds.get_mut(of.round.checked_sub(1)?)?;
        round.get_mut(of.number.checked_sub(1)?)
    }

    fn set_left(&mut self, id: PlayerId, has_left: bool) {
        if let Some(competitor) = self.competitors.get_mut(id.wrapping_sub(1)) {
            competitor.has_left = has_left;
        }
    }
}
