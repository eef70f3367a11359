use arbiter_rules::{ByColor, Color};

use super::{
    Knockout, KnockoutAction, KnockoutEvent, KnockoutRefusal, Match, MatchId, MatchOutcome, Pace,
};
use crate::{
    PlayerId,
    color_balance::{ColorGround, ColorHistory},
};

/// What decides the colors of a game of a knockout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchColorReason {
    /// The colors alternate in the match.
    Alternation,
    /// In the rounds before, the player had White less often, compared with Black.
    EarlierRounds,
    /// In their last game of the rounds before, the player had Black and the opponent
    /// White.
    LastGame,
    /// Nothing speaks for either: the better seeds of every second match have the
    /// initial color.
    Order,
}

impl Knockout {
    /// Answers what an arbiter asks for with the events that follow, and changes
    /// nothing.
    ///
    /// # Errors
    ///
    /// Fails with the reason if the rules or the state of the tournament do not allow
    /// it.
    pub fn decide(&self, action: &KnockoutAction) -> Result<Vec<KnockoutEvent>, KnockoutRefusal> {
        match *action {
            KnockoutAction::Add(ref player) => {
                if player.name.trim().is_empty() {
                    return Err(KnockoutRefusal::NoName);
                }
                if self.is_drawn() {
                    return Err(KnockoutRefusal::EntryClosed);
                }
                Ok(vec![KnockoutEvent::Added(player.clone())])
            }
            KnockoutAction::Withdraw(id) => match self.known(id)? {
                id if self.has_left(id) => Err(KnockoutRefusal::HasLeft),
                id => self.proved(KnockoutEvent::Withdrawn(id)),
            },
            KnockoutAction::Return(id) => match self.known(id)? {
                id if self.has_left(id) => self.proved(KnockoutEvent::Returned(id)),
                _ => Err(KnockoutRefusal::HasNotLeft),
            },
            KnockoutAction::Draw => match self.is_drawn() {
                true => Err(KnockoutRefusal::IsDrawn),
                false => Ok(vec![self.draw()?]),
            },
            KnockoutAction::Pair => self.decide_pairing(),
            KnockoutAction::Unpair => {
                let mut matches = self.rounds.iter().flatten();
                if matches.any(Match::is_playing) {
                    return Ok(vec![KnockoutEvent::Unpaired]);
                }
                let mut matches = self.rounds.iter().flatten();
                match self.is_drawn() && matches.all(|it| it.games.is_empty()) {
                    true => Ok(vec![KnockoutEvent::Undrawn]),
                    false => Err(KnockoutRefusal::NothingPaired),
                }
            }
            KnockoutAction::Record { of, game, result } => {
                let state = self.find(of).ok_or(KnockoutRefusal::UnknownMatch(of))?;
                if !(1..=state.games.len()).contains(&game) {
                    return Err(KnockoutRefusal::UnknownGame(of, game));
                }
                self.proved(KnockoutEvent::Recorded { of, game, result })
            }
            KnockoutAction::Award { of, winner } => {
                let state = self.find(of).ok_or(KnockoutRefusal::UnknownMatch(of))?;
                let players = state.players().ok_or(KnockoutRefusal::NotReady(of))?;
                if let Some(id) = winner.filter(|it| !players.contains(it)) {
                    return Err(KnockoutRefusal::NotInMatch(id, of));
                }
                self.proved(KnockoutEvent::Awarded { of, winner })
            }
            KnockoutAction::Erase(of) => {
                let state = self.find(of).ok_or(KnockoutRefusal::UnknownMatch(of))?;
                if state.award.is_none() && state.games.is_empty() {
                    return Err(KnockoutRefusal::NothingPaired);
                }
                self.proved(KnockoutEvent::Erased(of))
            }
        }
    }

    fn known(&self, id: PlayerId) -> Result<PlayerId, KnockoutRefusal> {
        match self.player(id) {
            Some(_) => Ok(id),
            None => Err(KnockoutRefusal::UnknownPlayer(id)),
        }
    }

    /// Returns the event unless it contradicts games that have been played.
    fn proved(&self, event: KnockoutEvent) -> Result<Vec<KnockoutEvent>, KnockoutRefusal> {
        let mut after = self.clone();
        after.apply(&event);
        match after.is_consistent() {
            true => Ok(vec![event]),
            false => Err(KnockoutRefusal::LaterGames),
        }
    }

    fn draw(&self) -> Result<KnockoutEvent, KnockoutRefusal> {
        let mut seeds = self.numbering();
        seeds.retain(|&it| !self.has_left(it));
        match seeds.len() {
            0 | 1 => Err(KnockoutRefusal::TooFewPlayers),
            _ => Ok(KnockoutEvent::Drawn(seeds)),
        }
    }

    fn decide_pairing(&self) -> Result<Vec<KnockoutEvent>, KnockoutRefusal> {
        let mut events = Vec::new();
        let mut drawn = self.clone();
        if !self.is_drawn() {
            let draw = self.draw()?;
            drawn.apply(&draw);
            events.push(draw);
        }
        let ready = drawn.ready();
        if ready.is_empty() {
            return Err(match drawn.missing_results() {
                0 => KnockoutRefusal::Finished,
                games => KnockoutRefusal::ResultsMissing(games),
            });
        }
        events.extend(
            ready
                .into_iter()
                .map(|(of, players, _)| KnockoutEvent::Paired { of, players }),
        );
        Ok(events)
    }

    /// Returns the games that can begin, with their colors and what decides them.
    #[must_use]
    pub fn ready(&self) -> Vec<(MatchId, ByColor<PlayerId>, MatchColorReason)> {
        let is_open = |it: &Match| it.outcome == MatchOutcome::Open;
        let first_open = self.rounds.iter().position(|it| it.iter().any(is_open));
        let matches = self.matches().filter(|(id, state)| {
            let is_time = match self.settings.pace {
                Pace::Rounds => first_open.is_none_or(|it| id.round <= it + 1),
                Pace::Matches => true,
            };
            is_time && self.next_stage(state).is_some()
        });
        matches
            .filter_map(|(id, state)| {
                let (players, reason) = self.colors(id, state)?;
                Some((id, players, reason))
            })
            .collect()
    }

    /// Returns the colors of the next game of a match.
    fn colors(&self, of: MatchId, state: &Match) -> Option<(ByColor<PlayerId>, MatchColorReason)> {
        if let Some(last) = state.games.last() {
            let players = ByColor::from([last.players.black, last.players.white]);
            return Some((players, MatchColorReason::Alternation));
        }
        Some(self.first_colors(of, state.players()?))
    }

    /// Returns what decided the colors of the latest game of a match.
    #[must_use]
    pub fn color_reason(&self, of: MatchId) -> Option<MatchColorReason> {
        let state = self.find(of)?;
        match state.games.len() {
            0 => None,
            1 => Some(self.first_colors(of, state.players()?).1),
            _ => Some(MatchColorReason::Alternation),
        }
    }

    /// Returns the colors of the first game of a match.
    fn first_colors(
        &self,
        of: MatchId,
        [first, second]: [PlayerId; 2],
    ) -> (ByColor<PlayerId>, MatchColorReason) {
        let white_first = ByColor::from([first, second]);
        let black_first = ByColor::from([second, first]);
        let by_color = |color| match color {
            Color::White => white_first,
            Color::Black => black_first,
        };
        let history = |id| self.history_before(of.round, id);
        let decided = history(first).against(history(second));
        let decided = decided.map(|(color, ground)| match ground {
            ColorGround::Balance => (by_color(color), MatchColorReason::EarlierRounds),
            ColorGround::LastGame => (by_color(color), MatchColorReason::LastGame),
        });
        decided.unwrap_or_else(|| {
            let is_better = self.seed(first) < self.seed(second);
            let is_odd = of.number % 2 == 1;
            let is_white = self.settings.initial_color == Color::White;
            // The better seed has the initial color in odd matches.
            let players = match is_better == (is_odd == is_white) {
                true => white_first,
                false => black_first,
            };
            (players, MatchColorReason::Order)
        })
    }

    /// Returns the colors a player had in the rounds before this one.
    fn history_before(&self, round: usize, id: PlayerId) -> ColorHistory {
        let mut history = ColorHistory::default();
        let earlier = self.rounds.iter().take(round.saturating_sub(1));
        for game in earlier.flatten().flat_map(|it| &it.games) {
            match id {
                _ if game.players.white == id => history.add(Color::White),
                _ if game.players.black == id => history.add(Color::Black),
                _ => {}
            }
        }
        history
    }
}
