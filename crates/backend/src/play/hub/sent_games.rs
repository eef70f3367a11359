use std::collections::HashMap;

use parking_lot::Mutex;

use super::{Hub, PlayerNotice};
use crate::base::{GameId, PlayerId};

/// The games that programs connected to this node were notified of, by player, so that a
/// notice that the bus has lost is repeated and others are not.
#[derive(Debug, Default)]
pub(super) struct SentGames(Mutex<HashMap<PlayerId, KnownGames>>);

/// The games of a player that programs know, and what they know.
pub type KnownGames = HashMap<GameId, KnownStage>;

/// What programs know of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownStage {
    /// It has started.
    Started,
    /// It is over.
    Ended,
}

impl SentGames {
    /// Notes a notice. Reports whether it is new.
    pub(super) fn note(&self, player: PlayerId, notice: &PlayerNotice) -> bool {
        let (game, stage) = match notice {
            PlayerNotice::Started(game) => (*game, KnownStage::Started),
            PlayerNotice::Ended(game) => (*game, KnownStage::Ended),
            PlayerNotice::Challenge(_) => return true,
        };
        let mut sent = self.0.lock();
        let games = sent.entry(player).or_default();
        let is_new = match games.get(&game) {
            None => true,
            Some(KnownStage::Started) => stage == KnownStage::Ended,
            // A late notice that it has started is ignored.
            Some(KnownStage::Ended) => false,
        };
        if is_new {
            games.insert(game, stage);
        }
        is_new
    }

    /// Returns what is known of the games of these players, and forgets the others.
    fn keep(&self, players: &[PlayerId]) -> HashMap<PlayerId, KnownGames> {
        let mut sent = self.0.lock();
        let known = |player: &PlayerId| (*player, sent.remove(player).unwrap_or_default());
        let known: HashMap<_, _> = players.iter().map(known).collect();
        sent.clone_from(&known);
        known
    }

    fn forget(&self, player: PlayerId, game: GameId) {
        if let Some(games) = self.0.lock().get_mut(&player) {
            games.remove(&game);
        }
    }
}

impl Hub {
    /// Notes that programs of a player know that these games have started.
    pub fn note_started(&self, player: PlayerId, games: &[GameId]) {
        if self.bus.is_shared() {
            for &game in games {
                self.games.note(player, &PlayerNotice::Started(game));
            }
        }
    }

    /// Returns what programs connected to this node know of the games of each player.
    pub fn known_games(&self) -> HashMap<PlayerId, KnownGames> {
        self.games.keep(&self.listeners.followed())
    }

    /// Notifies programs of games of a player that they do not know yet, and of known games
    /// that are over.
    pub fn notify_of_live_games(&self, player: PlayerId, known: &KnownGames, live: &[GameId]) {
        for &game in live {
            self.notify_here(player, &PlayerNotice::Started(game));
        }
        for (&game, stage) in known {
            match stage {
                KnownStage::Ended => self.games.forget(player, game),
                KnownStage::Started if !live.contains(&game) => {
                    self.notify_here(player, &PlayerNotice::Ended(game));
                }
                KnownStage::Started => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_notified_once_of_the_start_and_once_of_the_end_of_a_game() {
        let (sent, player) = (SentGames::default(), PlayerId(1));
        let game = GameId::from_random(7);
        let (started, ended) = (PlayerNotice::Started(game), PlayerNotice::Ended(game));
        assert!(sent.note(player, &started));
        assert!(!sent.note(player, &started));
        assert!(sent.note(PlayerId(2), &started));
        assert!(sent.note(player, &ended));
        assert!(!sent.note(player, &ended));
        assert!(!sent.note(player, &started));
        // The other player's programs have left.
        let known = sent.keep(&[player]);
        assert_eq!(known[&player][&game], KnownStage::Ended);
        assert_eq!(sent.keep(&[PlayerId(2)])[&PlayerId(2)], KnownGames::new());
    }
}
