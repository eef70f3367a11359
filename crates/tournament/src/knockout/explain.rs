//! Why a match of a knockout is as it is, in words.

use super::{Knockout, Match, MatchColorReason, MatchId, MatchOutcome, Slot};
use crate::PlayerId;

impl Knockout {
    /// Says why the players of a match meet, or why one of them has no opponent.
    #[must_use]
    pub fn explain(&self, of: MatchId) -> String {
        let Some(state) = self.find(of) else {
            return String::new();
        };
        let size = self.seeds.len().next_power_of_two();
        match state.slots {
            [Slot::Player(id), Slot::Empty] | [Slot::Empty, Slot::Player(id)] => {
                let who = self.seeded(id);
                match of.round {
                    1 => format!(
                        "{who} has a bye: the bracket has {size} places for {} players, and the best \
                         seeds rest.",
                        self.seeds.len()
                    ),
                    _ => format!("{who} has no opponent: both players of a match are out."),
                }
            }
            [Slot::Player(first), Slot::Player(second)] if of.round == 1 => {
                let mut both = [first, second];
                both.sort_by_key(|&id| self.seed(id));
                let [better, other] = both.map(|id| self.seeded(id));
                format!(
                    "{better} meets {other}: the seeds of the first round add up to {}, so that the \
                     best meet last.",
                    size + 1
                )
            }
            [Slot::Player(first), Slot::Player(second)] => {
                let is_third = of.number == 2 && of.round == self.rounds.len();
                let [left, right] = [first, second].map(|id| self.way(of, id, is_third));
                format!("{left} meets {}.", right.trim_end_matches(','))
            }
            [Slot::Open, _] | [_, Slot::Open] => {
                let round = of.round - 1;
                let [left, right] = [2 * of.number - 1, 2 * of.number];
                let who = match of.number == 2 && of.round == self.rounds.len() {
                    true => "losers of the semifinals".to_owned(),
                    false => format!("winners of matches {round}.{left} and {round}.{right}"),
                };
                format!("The {who} meet.")
            }
            [Slot::Empty, Slot::Empty] => "Nobody is left in this part of the bracket.".to_owned(),
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

    /// Returns the match of the round before that a player comes from.
    fn way(&self, of: MatchId, id: PlayerId, is_third: bool) -> String {
        let played = |it: &Match| it.slots.contains(&Slot::Player(id));
        let round = self.rounds.get(of.round.wrapping_sub(2));
        let found = round.and_then(|it| it.iter().zip(1..).find(|(it, _)| played(it)));
        let who = self.seeded(id);
        let Some((state, number)) = found else {
            return who;
        };
        let from = MatchId {
            round: of.round - 1,
            number,
        };
        let outcome = if is_third { "loser" } else { "winner" };
        match (state.games.is_empty(), state.outcome) {
            (true, _) => format!("{who}, without a game in match {from},"),
            (false, MatchOutcome::Won(_)) => {
                let [first, second] = state.score();
                let score = match state.slots[0] == Slot::Player(id) {
                    true => format!("{first}:{second}"),
                    false => format!("{second}:{first}"),
                };
                format!("{who}, {outcome} of match {from} ({score}),")
            }
            (false, _) => who,
        }
    }
}
