//! Arenas: for a fixed time, whoever is free is paired with somebody of about the same
//! place.
//!
//! | rule | |
//! |---|---|
//! | points | 2 for a win, 1 for a draw, 0 for a loss; a draw right after a draw counts only with 30 moves or more |
//! | streak | after two wins in a row points count double, until a game is not won |
//! | berserk | a player who gives up half of their time gets one more point for a win of at least 7 moves |
//! | order | by points, then by performance: the mean of the opponents' ratings, 500 more for each win and 500 less for each loss |
//! | pairing | by place among those who wait; nobody meets an opponent of the last three games again if that can be avoided; whoever has waited longest is never left over |
//! | color | the player with fewer Whites, then the one who had Black last |
//! | absence | a player who forfeits a game is not paired until they are ready again |
//! | end | games that are still being played do not count |
//!
//! Nothing here reads a clock. Every function that depends on the time takes it in
//! milliseconds; which clock it is does not matter. A server applies and stores the
//! events of [`Arena::tick`] at [`Arena::deadline`]; in a hall,
//! [`ArenaAction::Pair`] pairs on demand. Pairing takes longer than other
//! actions: with hundreds of waiting players it belongs on a thread of its own.
//!
//! ```
//! use arbiter_tournament::{
//!     Player,
//!     arena::{Arena, ArenaAction, ArenaSettings},
//! };
//!
//! let mut arena = Arena::start(ArenaSettings::new("Friday arena", 3_600_000));
//! let mut record = vec![arena.write_settings()];
//! let mut act = |arena: &mut Arena, action: ArenaAction, now_ms: u64| {
//!     for event in arena.decide(&action, now_ms)? {
//!         record.push(event.to_string());
//!         arena.apply(&event);
//!     }
//!     Ok::<(), arbiter_tournament::arena::ArenaRefusal>(())
//! };
//! for (id, name) in [(1, "Ada"), (2, "Ben"), (3, "Cleo"), (4, "Dana")] {
//!     let rating = 2100 - 100 * id as u32;
//!     let player = Player { name: name.into(), rating, ..Player::default() };
//!     act(&mut arena, ArenaAction::Add(player), 0)?;
//!     act(&mut arena, ArenaAction::Ready(id), 0)?;
//! }
//! act(&mut arena, ArenaAction::Start, 1_000)?;
//! assert_eq!(arena.deadline(1_000), Some(5_000));
//! act(&mut arena, ArenaAction::Pair, 5_000)?;
//! let result = "1-0".parse()?;
//! act(&mut arena, ArenaAction::Finish { game: 1, result, moves: Some(30) }, 90_000)?;
//! let first = &arena.standings()[0];
//! assert_eq!((first.player, first.points), (1, 2));
//!
//! // The record is enough to restore the arena.
//! let lines = record.iter().map(String::as_str);
//! assert_eq!(Arena::from_record(lines)?, arena);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decide;
mod event;
mod explain;
mod record;
mod refusal;
mod score_sheet;
mod settings;
mod wave;

pub use event::{ArenaAction, ArenaChange, ArenaEvent, GameNumber};
pub use explain::{WaveObjection, WaveReason};
pub use refusal::ArenaRefusal;
pub use score_sheet::{
    ArenaPoints, DEFAULT_RATING, MIN_BERSERK_MOVES, MIN_DRAW_MOVES, Performance, STREAK_WINS,
    ScoreSheet,
};
pub use settings::ArenaSettings;
pub use wave::{ColorReason, REPEAT_GAMES, REPEAT_WAIT_MS, Wave, WavePair};

use std::cmp::Reverse;

use arbiter_rules::{ByColor, Color};

use crate::{GameResult, Player, PlayerId};

/// A game of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArenaGame {
    /// The players.
    pub players: ByColor<PlayerId>,
    /// When it was paired.
    pub paired_ms: u64,
    /// Which sides have given up half of their time.
    pub berserk: ByColor<bool>,
    /// Its state.
    pub state: GameState,
}

/// The state of a game of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameState {
    /// It is being played.
    Playing,
    /// It has a result.
    Finished {
        /// The result.
        result: GameResult,
        /// The number of moves, if it is known.
        moves: Option<u32>,
    },
    /// It counts for nothing.
    Aborted,
}

/// A player of an arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The player.
    pub player: Player,
    /// Whether they want to be paired when they are free.
    pub is_ready: bool,
    /// Whether they have been removed.
    pub is_removed: bool,
    /// The game they are playing.
    pub playing: Option<GameNumber>,
    /// Since when they have been free and ready, if they are.
    pub since_ms: u64,
    /// All their games, in the order in which they were paired.
    pub games: Vec<GameNumber>,
    /// Their points.
    pub sheet: ScoreSheet,
}

impl Entrant {
    /// Reports whether the player waits for an opponent.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.is_ready && self.playing.is_none()
    }
}

/// A line of the standings of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArenaRank {
    /// The player.
    pub player: PlayerId,
    /// The place, from 1; players equal in points and performance share one.
    pub rank: usize,
    /// The points.
    pub points: u32,
    /// The performance.
    pub performance: Performance,
}

/// An arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arena {
    settings: ArenaSettings,
    entrants: Vec<Entrant>,
    games: Vec<ArenaGame>,
    started_ms: Option<u64>,
    last_wave_ms: Option<u64>,
    has_ended: bool,
}

impl Arena {
    /// Makes an arena without players, which has not started.
    #[must_use]
    pub fn start(settings: ArenaSettings) -> Arena {
        Arena {
            settings,
            entrants: Vec::new(),
            games: Vec::new(),
            started_ms: None,
            last_wave_ms: None,
            has_ended: false,
        }
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &ArenaSettings {
        &self.settings
    }

    /// Returns the number of players who have entered.
    #[must_use]
    pub fn player_count(&self) -> usize {
        self.entrants.len()
    }

    /// Returns a player with everything about them.
    #[must_use]
    pub fn entrant(&self, id: PlayerId) -> Option<&Entrant> {
        self.entrants.get(id.checked_sub(1)?)
    }

    /// Returns a player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.entrant(id).map(|it| &it.player)
    }

    /// Returns all games; the number of a game is its index and one.
    #[must_use]
    pub fn games(&self) -> &[ArenaGame] {
        &self.games
    }

    /// Returns a game.
    #[must_use]
    pub fn game(&self, game: GameNumber) -> Option<&ArenaGame> {
        self.games.get(game.checked_sub(1)?)
    }

    /// Returns when the arena started.
    #[must_use]
    pub fn started_ms(&self) -> Option<u64> {
        self.started_ms
    }

    /// Returns when the time of the arena is over.
    #[must_use]
    pub fn end_ms(&self) -> Option<u64> {
        let start = self.started_ms?;
        Some(start.saturating_add(self.settings.duration_ms))
    }

    /// Reports whether the arena is over.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns the players who wait for an opponent, in the order of their entry.
    pub fn waiting(&self) -> impl Iterator<Item = PlayerId> {
        let entrants = self.entrants.iter().zip(1..);
        entrants.filter(|(it, _)| it.is_waiting()).map(|(_, id)| id)
    }

    /// Returns the standings, without the players who were removed.
    #[must_use]
    pub fn standings(&self) -> Vec<ArenaRank> {
        let mut ranked: Vec<ArenaRank> = self
            .order()
            .into_iter()
            .map(|player| {
                let sheet = &self.entrants[player - 1].sheet;
                ArenaRank {
                    player,
                    rank: 0,
                    points: sheet.points(),
                    performance: sheet.performance,
                }
            })
            .collect();
        for index in 0..ranked.len() {
            let value = |it: &ArenaRank| (it.points, it.performance);
            let is_tied = index > 0 && value(&ranked[index - 1]) == value(&ranked[index]);
            ranked[index].rank = match is_tied {
                true => ranked[index - 1].rank,
                false => index + 1,
            };
        }
        ranked
    }

    /// Returns the players by points, performance, rating and entry.
    fn order(&self) -> Vec<PlayerId> {
        let entrants = self.entrants.iter().zip(1..);
        let mut order: Vec<_> = entrants
            .filter(|(it, _)| !it.is_removed)
            .map(|(it, id)| {
                let sheet = &it.sheet;
                let value = (sheet.points(), sheet.performance, it.player.rating);
                (Reverse(value), id)
            })
            .collect();
        order.sort_unstable();
        order.into_iter().map(|(_, id)| id).collect()
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &ArenaEvent) {
        let at_ms = event.at_ms;
        match event.change {
            ArenaChange::Added(ref player) => self.entrants.push(Entrant {
                player: player.clone(),
                is_ready: false,
                is_removed: false,
                playing: None,
                since_ms: at_ms,
                games: Vec::new(),
                sheet: ScoreSheet::default(),
            }),
            ArenaChange::Ready(id) => self.change(id, |it| {
                it.is_ready = true;
                it.since_ms = at_ms;
            }),
            ArenaChange::Left(id) => self.change(id, |it| it.is_ready = false),
            ArenaChange::Started => {
                self.started_ms = Some(at_ms);
                for entrant in &mut self.entrants {
                    entrant.since_ms = at_ms;
                }
            }
            ArenaChange::Paired(players) => {
                self.games.push(ArenaGame {
                    players,
                    paired_ms: at_ms,
                    berserk: ByColor::from([false, false]),
                    state: GameState::Playing,
                });
                self.last_wave_ms = Some(at_ms);
                let number = self.games.len();
                for color in Color::ALL {
                    self.change(players[color], |it| {
                        it.playing = Some(number);
                        it.games.push(number);
                    });
                }
            }
            ArenaChange::Berserked { game, color } => {
                if let Some(game) = self.games.get_mut(game.wrapping_sub(1)) {
                    game.berserk[color] = true;
                }
            }
            ArenaChange::Finished {
                game,
                result,
                moves,
            } => self.set_state(game, GameState::Finished { result, moves }, at_ms),
            ArenaChange::Aborted(game) => self.set_state(game, GameState::Aborted, at_ms),
            ArenaChange::Penalized(id, points) => self.change(id, |it| {
                it.sheet.penalty = it.sheet.penalty.saturating_add(points);
            }),
            ArenaChange::Removed(id) => self.change(id, |it| {
                it.is_removed = true;
                it.is_ready = false;
            }),
            ArenaChange::Ended => {
                self.has_ended = true;
                // The players are free; these games do not count.
                for entrant in &mut self.entrants {
                    entrant.playing = None;
                }
            }
        }
    }

    fn change(&mut self, id: PlayerId, change: impl FnOnce(&mut Entrant)) {
        if let Some(entrant) = self.entrants.get_mut(id.wrapping_sub(1)) {
            change(entrant);
        }
    }

    fn set_state(&mut self, number: GameNumber, state: GameState, at_ms: u64) {
        let Some(game) = self.games.get_mut(number.wrapping_sub(1)) else {
            return;
        };
        game.state = state;
        let players = game.players;
        for color in Color::ALL {
            let sheet = self.sheet(players[color]);
            self.change(players[color], |it| {
                it.sheet = sheet;
                if it.playing == Some(number) {
                    it.playing = None;
                    it.since_ms = at_ms;
                }
            });
        }
    }

    /// Counts the games of a player again.
    fn sheet(&self, id: PlayerId) -> ScoreSheet {
        let Some(entrant) = self.entrant(id) else {
            return ScoreSheet::default();
        };
        let games = entrant.games.iter().filter_map(|&number| {
            let game = self.game(number)?;
            let color = color_of(game, id);
            Some((number, color, game, self.player(game.players[!color])?))
        });
        ScoreSheet::compute(&self.settings, games, entrant.sheet.penalty)
    }
}

fn color_of(game: &ArenaGame, id: PlayerId) -> Color {
    match game.players.white == id {
        true => Color::White,
        false => Color::Black,
    }
}
