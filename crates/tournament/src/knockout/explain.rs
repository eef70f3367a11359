//! Why the players of a knockout match meet.

use super::{Knockout, Match, MatchColorReason, MatchId, MatchOutcome, Slot};
use crate::{PlayerId, Points};

/// Why the players of a match meet, or why somebody has no opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchReason {
    /// The bracket has more places than players, and this is one of the top seeds.
    Bye(PlayerId),
    /// Both players of the match that decides the opponent are out.
    NoOpponent(PlayerId),
    /// The seeds of the first round add up to the same number.
    Seeds {
        /// The better seed and the other.
        players: [PlayerId; 2],
        /// The sum of their seeds.
        sum: usize,
    },
    /// They come from these matches.
    Ways([MatchWay; 2]),
    /// The winners of these matches meet.
    Winners([MatchId; 2]),
    /// The losers of the semifinals meet.
    Losers,
    /// Nobody is left in this part of the bracket.
    Nobody,
}

/// How a player got into a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchWay {
    /// The player.
    pub player: PlayerId,
    /// The match of the round before.
    pub from: Option<MatchId>,
    /// The score of that match with the points of this player first; none if there was no
    /// game.
    pub score: Option<[Points; 2]>,
    /// Whether the player has lost it and plays for the third place.
    pub has_lost: bool,
}

impl Knockout {
    /// Returns why the players of a match meet; none if there is no such match.
    #[must_use]
    pub fn reason(&self, of: MatchId) -> Option<MatchReason> {
        let state = self.find(of)?;
        let is_third = of.number == 2 && of.round == self.rounds.len();
        Some(match state.slots {
            [Slot::Player(id), Slot::Empty] | [Slot::Empty, Slot::Player(id)] => match of.round {
                1 => MatchReason::Bye(id),
                _ => MatchReason::NoOpponent(id),
            },
            [Slot::Player(first), Slot::Player(second)] if of.round == 1 => {
                let mut players = [first, second];
                players.sort_by_key(|&id| self.seed(id));
                let sum = self.seeds.len().next_power_of_two() + 1;
                MatchReason::Seeds { players, sum }
            }
            [Slot::Player(first), Slot::Player(second)] => {
                let way = |id| self.way(of, id, is_third);
                MatchReason::Ways([first, second].map(way))
            }
            [Slot::Open, _] | [_, Slot::Open] if is_third => MatchReason::Losers,
            [Slot::Open, _] | [_, Slot::Open] => {
                let round = of.round - 1;
                let numbers = [2 * of.number - 1, 2 * of.number];
                MatchReason::Winners(numbers.map(|number| MatchId { round, number }))
            }
            [Slot::Empty, Slot::Empty] => MatchReason::Nobody,
        })
    }

    /// Says why the players of a match meet, or why one of them has no opponent.
    #[must_use]
    pub fn explain(&self, of: MatchId) -> String {
        let Some(reason) = self.reason(of) else {
            return String::new();
        };
        match reason {
            MatchReason::Bye(id) => format!(
                "{} has a bye: the bracket has {} places for {} players, and the top seeds have byes.",
                self.seeded(id),
                self.seeds.len().next_power_of_two(),
                self.seeds.len()
            ),
            MatchReason::NoOpponent(id) => format!(
                "{} has no opponent: both players of a match are out.",
                self.seeded(id)
            ),
            MatchReason::Seeds { players, sum } => {
                let [better, other] = players.map(|id| self.seeded(id));
                format!(
                    "{better} meets {other}: the seeds of the first round add up to {sum}, so that \
                     the best meet last."
                )
            }
            MatchReason::Ways(ways) => {
                let [left, right] = ways.map(|it| self.explain_way(it));
                format!("{left} meets {}.", right.trim_end_matches(','))
            }
            MatchReason::Winners([left, right]) => {
                format!("The winners of matches {left} and {right} meet.")
            }
            MatchReason::Losers => "The losers of the semifinals meet.".to_owned(),
            MatchReason::Nobody => "Nobody is left in this part of the bracket.".to_owned(),
        }
    }

    /// Says why a player has White in the next game of a match.
    #[must_use]
    pub fn explain_color(&self, white: PlayerId, reason: MatchColorReason) -> String {
        let name = self.name(white);
        match reason {
            MatchColorReason::Alternation => {
                format!("{name} has White: colors alternate in a match.")
            }
            MatchColorReason::EarlierRounds => {
                format!("{name} has White, having had it less often in the rounds before.")
            }
            MatchColorReason::LastGame => {
                format!("{name} has White after a game with Black.")
            }
            MatchColorReason::Order => format!(
                "{name} has White: the better seeds of every second match begin with the same color."
            ),
        }
    }

    pub(super) fn name(&self, id: PlayerId) -> &str {
        self.player(id).map_or("", |it| it.name.as_str())
    }

    fn seeded(&self, id: PlayerId) -> String {
        let seed = self.seed(id).unwrap_or(0);
        format!("{} (seed {seed})", self.name(id))
    }

    fn explain_way(&self, way: MatchWay) -> String {
        let who = self.seeded(way.player);
        let outcome = if way.has_lost { "loser" } else { "winner" };
        match (way.from, way.score) {
            (None, _) => who,
            (Some(from), None) => format!("{who}, without a game in match {from},"),
            (Some(from), Some([own, other])) => {
                format!("{who}, {outcome} of match {from} ({own}:{other}),")
            }
        }
    }

    /// Returns the match of the round before that a player comes from.
    fn way(&self, of: MatchId, id: PlayerId, is_third: bool) -> MatchWay {
        let played = |it: &Match| it.slots.contains(&Slot::Player(id));
        let round = self.rounds.get(of.round.wrapping_sub(2));
        let found = round.and_then(|it| it.iter().zip(1..).find(|(it, _)| played(it)));
        let mut way = MatchWay {
            player: id,
            from: None,
            score: None,
            has_lost: is_third,
        };
        let Some((state, number)) = found else {
            return way;
        };
        let from = MatchId {
            round: of.round - 1,
            number,
        };
        match (state.games.is_empty(), state.outcome) {
            (true, _) => way.from = Some(from),
            (false, MatchOutcome::Won(_)) => {
                let [first, second] = state.score();
                way.from = Some(from);
                way.score = Some(match state.slots[0] == Slot::Player(id) {
                    true => [first, second],
                    false => [second, first],
                });
            }
            (false, _) => {}
        }
        way
    }
}
