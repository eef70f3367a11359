use super::{Arena, ArenaAction, ArenaChange, ArenaEvent, ArenaRefusal, GameNumber, GameState};
use crate::{Mode, Outcome, PlayerId};

impl Arena {
    /// Answers what is asked for with the events that follow, and changes nothing.
    ///
    /// # Errors
    ///
    /// Fails with the reason if the rules or the state of the arena do not allow it.
    pub fn decide(
        &self,
        action: &ArenaAction,
        now_ms: u64,
    ) -> Result<Vec<ArenaEvent>, ArenaRefusal> {
        let changes = match *action {
            ArenaAction::Add(ref player) => {
                self.not_ended(now_ms)?;
                if player.name.trim().is_empty() {
                    return Err(ArenaRefusal::NoName);
                }
                vec![ArenaChange::Added(player.clone())]
            }
            ArenaAction::Ready(id) => {
                self.not_ended(now_ms)?;
                match self.known(id)?.is_ready {
                    true => return Err(ArenaRefusal::IsReady(id)),
                    false => vec![ArenaChange::Ready(id)],
                }
            }
            ArenaAction::Leave(id) => match self.known(id)?.is_ready {
                true => vec![ArenaChange::Left(id)],
                false => return Err(ArenaRefusal::HasLeft(id)),
            },
            ArenaAction::Start => {
                if self.started_ms().is_some() {
                    return Err(ArenaRefusal::HasStarted);
                }
                vec![ArenaChange::Started]
            }
            ArenaAction::Pair => {
                self.may_pair(now_ms)?;
                let pairs = self.wave(now_ms).pairs;
                let pairs = pairs.iter().map(|it| ArenaChange::Paired(it.players));
                pairs.collect()
            }
            ArenaAction::Berserk { game, color } => {
                let found = self.known_game(game)?;
                if !self.settings().allows_berserk {
                    return Err(ArenaRefusal::NoBerserk);
                }
                if found.state != GameState::Playing {
                    return Err(ArenaRefusal::GameOver(game));
                }
                if found.berserk[color] {
                    return Err(ArenaRefusal::HasBerserked(game));
                }
                self.not_ended(now_ms)?;
                vec![ArenaChange::Berserked { game, color }]
            }
            ArenaAction::Finish {
                game,
                result,
                moves,
            } => {
                let found = self.known_game(game)?;
                let mut changes = vec![ArenaChange::Finished {
                    game,
                    result,
                    moves,
                }];
                if found.state == GameState::Playing {
                    self.not_ended(now_ms)?;
                    // A player who did not appear is not paired again by itself.
                    for color in arbiter_rules::Color::ALL {
                        let id = found.players[color];
                        let is_absent =
                            result.mode == Mode::Forfeit && result.outcome(color) == Outcome::Loss;
                        if is_absent && self.known(id).is_ok_and(|it| it.is_ready) {
                            changes.push(ArenaChange::Left(id));
                        }
                    }
                }
                changes
            }
            ArenaAction::Abort(game) => match self.known_game(game)?.state {
                GameState::Aborted => return Err(ArenaRefusal::GameOver(game)),
                _ => vec![ArenaChange::Aborted(game)],
            },
            ArenaAction::Penalize(id, points) => {
                self.known(id)?;
                vec![ArenaChange::Penalized(id, points)]
            }
            ArenaAction::Remove(id) => {
                self.known(id)?;
                vec![ArenaChange::Removed(id)]
            }
            ArenaAction::End => {
                self.started_ms().ok_or(ArenaRefusal::NotStarted)?;
                match self.has_ended() {
                    true => return Err(ArenaRefusal::HasEnded),
                    false => vec![ArenaChange::Ended],
                }
            }
        };
        Ok(at(now_ms, changes))
    }

    /// Returns what happens without an action: the arena ends, or those who wait are
    /// paired. Call it at [`Arena::deadline`] or more often.
    #[must_use]
    pub fn tick(&self, now_ms: u64) -> Vec<ArenaEvent> {
        let changes = match self.end_ms() {
            Some(end) if !self.has_ended() && now_ms >= end => vec![ArenaChange::Ended],
            _ if self.may_pair(now_ms).is_err() => Vec::new(),
            _ if self.wave_ms().is_none_or(|it| now_ms < it) => Vec::new(),
            _ => {
                let pairs = self.wave(now_ms).pairs;
                let pairs = pairs.iter().map(|it| ArenaChange::Paired(it.players));
                pairs.collect()
            }
        };
        at(now_ms, changes)
    }

    /// Returns the next time, after `now_ms`, at which [`Arena::tick`] may have
    /// something to do, if nothing else happens before. Call `tick` first: what it could
    /// do at `now_ms` is not counted.
    #[must_use]
    pub fn deadline(&self, now_ms: u64) -> Option<u64> {
        if self.has_ended() {
            return None;
        }
        let end = self.end_ms()?;
        let waves = match self.may_pair(now_ms) {
            Ok(()) => [self.wave_ms(), self.repeat_ms()],
            Err(_) => [None, None],
        };
        let times = waves.into_iter().flatten().chain([end]);
        times.filter(|&it| it > now_ms).min()
    }

    /// Returns when those who wait are paired: the first of them has waited long enough,
    /// and the last wave was long enough ago.
    fn wave_ms(&self) -> Option<u64> {
        let since = self.oldest_wait_ms()?;
        let last = since.max(self.last_wave_ms.unwrap_or(0));
        Some(last.saturating_add(self.settings().wave_interval_ms))
    }

    fn may_pair(&self, now_ms: u64) -> Result<(), ArenaRefusal> {
        let end = self.end_ms().ok_or(ArenaRefusal::NotStarted)?;
        self.not_ended(now_ms)?;
        match now_ms.saturating_add(self.settings().pairing_stop_ms) > end {
            true => Err(ArenaRefusal::PairingStopped),
            false => Ok(()),
        }
    }

    fn not_ended(&self, now_ms: u64) -> Result<(), ArenaRefusal> {
        let is_late = self.end_ms().is_some_and(|it| now_ms >= it);
        match self.has_ended() || is_late {
            true => Err(ArenaRefusal::HasEnded),
            false => Ok(()),
        }
    }

    fn known(&self, id: PlayerId) -> Result<&super::Entrant, ArenaRefusal> {
        let found = self.entrant(id).ok_or(ArenaRefusal::UnknownPlayer(id))?;
        match found.is_removed {
            true => Err(ArenaRefusal::IsRemoved(id)),
            false => Ok(found),
        }
    }

    fn known_game(&self, game: GameNumber) -> Result<&super::ArenaGame, ArenaRefusal> {
        self.game(game).ok_or(ArenaRefusal::UnknownGame(game))
    }
}

fn at(at_ms: u64, changes: Vec<ArenaChange>) -> Vec<ArenaEvent> {
    let event = |change| ArenaEvent { at_ms, change };
    changes.into_iter().map(event).collect()
}
