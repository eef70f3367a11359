//! What players and spectators see of a game.

use arbiter_game::{Game, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{
    Choices, Event, Fact, GameOptions, GamePairing, GameState, GameView, PlayView, PlayerKind,
    Seats, Speed, Stage, Update,
};

use super::HostedGame;
use crate::{
    base::{GameId, PlayerId, TournamentId},
    play::push::Notice,
    store::PlayerCard,
};

impl HostedGame {
    /// Returns when to call [`HostedGame::tick`] again.
    #[must_use]
    pub fn deadline(&self) -> Option<Time> {
        let game = self.referee.as_ref()?;
        let deadline = game.deadline()?;
        // An interruption moves the fall of a flag, and nothing else.
        match game.time_limit() {
            Some(limit) if limit == deadline => Some(limit + self.extension(game)),
            _ => Some(deadline),
        }
    }

    /// Returns what happened after the event of this number, and the current
    /// state; none if there is no such event.
    #[must_use]
    pub fn since(&self, seq: u64, at: Time, sides: &[Color]) -> Option<Update> {
        let next = usize::try_from(seq).ok()?.checked_add(1)?;
        Some(Update {
            game: self.id.to_string(),
            id: None,
            events: self.events.get(next..)?.to_vec(),
            state: self.state(at, sides)?,
        })
    }

    /// Returns the state of the game as the player of these sides sees it.
    #[must_use]
    pub fn state(&self, at: Time, sides: &[Color]) -> Option<GameState> {
        let game = self.referee.as_ref()?;
        let state = GameState::of(game, at).with_opening(self.opening.found());
        let is_to_move = game.ending().is_none() && sides.contains(&game.turn());
        Some(if is_to_move {
            state.with_legal_moves(game)
        } else {
            state
        })
    }

    /// Returns what the side to move may do.
    #[must_use]
    pub fn choices(&self) -> Option<Choices> {
        let game = self.referee.as_ref();
        let game = game.filter(|game| game.ending().is_none())?;
        Some(Choices::of(game))
    }

    /// Returns the whole game as the player of these sides sees it.
    #[must_use]
    pub fn view(&self, at: Time, sides: &[Color]) -> GameView {
        let player = |color| {
            let seat: &Option<PlayerCard> = &self.seats[color];
            seat.as_ref().map(|card: &PlayerCard| card.view.clone())
        };
        GameView {
            id: self.id.to_string(),
            stage: self.stage(),
            created: self.created,
            options: self.options.clone().in_force(),
            players: Seats {
                white: player(Color::White),
                black: player(Color::Black),
            },
            you: sides.iter().map(|&side| side.into()).collect(),
            rematch: self.rematch.map(|id| id.to_string()),
            tournament: self.pairing.as_ref().map(|it| GamePairing {
                tournament: it.tournament.to_string(),
                name: it.name.clone(),
                round: it.slot.round,
                board: it.slot.shown_board(it.system),
            }),
            play: self.referee.as_ref().map(|game| {
                let mut play = PlayView::of(game, at);
                if let Some(state) = self.state(at, sides) {
                    play.state = state;
                }
                play
            }),
        }
    }

    /// Returns whether the game waits, is being played, or is over.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match &self.referee {
            None => Stage::Waiting,
            Some(game) if game.ending().is_none() => Stage::Playing,
            Some(_) => Stage::Over,
        }
    }

    /// Returns the sides of this player: none for a spectator, both if one
    /// person plays both on one device.
    #[must_use]
    pub fn sides(&self, player: PlayerId) -> Vec<Color> {
        let has = |color: &Color| self.player(*color) == Some(player);
        Color::ALL.into_iter().filter(has).collect()
    }

    /// Returns the tournament to which the game belongs.
    #[must_use]
    pub fn tournament(&self) -> Option<TournamentId> {
        self.pairing.as_ref().map(|it| it.tournament)
    }

    /// Returns the id of the game.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// Returns the options of the game.
    #[must_use]
    pub const fn options(&self) -> &GameOptions {
        &self.options
    }

    /// Returns when the game was created, in milliseconds since 1970.
    #[must_use]
    pub const fn created(&self) -> u64 {
        self.created
    }

    /// Returns the players, by side.
    #[must_use]
    pub const fn seats(&self) -> &ByColor<Option<PlayerCard>> {
        &self.seats
    }

    /// Returns the player of this side.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<PlayerId> {
        let seat: &Option<PlayerCard> = &self.seats[color];
        seat.as_ref().map(|card| card.id)
    }

    /// Returns the game that the players play after this one.
    #[must_use]
    pub const fn rematch(&self) -> Option<GameId> {
        self.rematch
    }

    /// Returns the player who made the last move, or who waits for the first one.
    #[must_use]
    pub fn last_to_move(&self) -> Option<PlayerId> {
        self.player(!self.referee.as_ref()?.turn())
    }

    /// Returns the Web Push message to the player to move after the events from
    /// this one on: in correspondence games between people, that it is their turn.
    #[must_use]
    pub fn turn_notice(&self, first: usize) -> Option<(PlayerId, Notice)> {
        let game = self.correspondence()?;
        let played = self.events[first..].iter().rev();
        let san = played
            .map(|event| &event.fact)
            .find_map(|fact| match fact {
                Fact::Played { san, .. } => Some(san.clone()),
                _ => None,
            })?;
        let (mover, opponent) = self.people(game.turn())?;
        let notice = Notice::YourTurn {
            game: self.id,
            opponent: opponent.view.name.clone(),
            san,
        };
        Some((mover.id, notice))
    }

    /// Returns the message to the player who has waited in a correspondence game, sent by
    /// Web Push when somebody has joined.
    #[must_use]
    pub fn start_notice(&self, joined: PlayerId) -> Option<(PlayerId, Notice)> {
        self.correspondence()?;
        let color = self.sides(joined).first().map(|&color| !color)?;
        let (waiting, opponent) = self.people(color)?;
        let notice = Notice::Started {
            game: self.id,
            opponent: opponent.view.name.clone(),
        };
        Some((waiting.id, notice))
    }

    /// Returns the game if it is in progress and nobody has to stay for it.
    fn correspondence(&self) -> Option<&Game> {
        let game = self.referee.as_ref()?;
        let is_slow = Speed::of(&game.options().control) == Speed::Correspondence;
        (is_slow && self.stage() == Stage::Playing).then_some(game)
    }

    /// Returns the player of a side and the opponent, if the player has an account and the
    /// opponent is another person.
    fn people(&self, color: Color) -> Option<(&PlayerCard, &PlayerCard)> {
        let (player, opponent) = (self.seats[color].as_ref()?, self.seats[!color].as_ref()?);
        let has_account = player.view.kind == PlayerKind::Account;
        let is_person = opponent.view.kind != PlayerKind::Computer;
        let are_two = has_account && is_person && player.id != opponent.id;
        are_two.then_some((player, opponent))
    }

    /// Returns the game as the referee has it, once it has started.
    #[must_use]
    pub const fn referee(&self) -> Option<&Game> {
        self.referee.as_ref()
    }

    /// Returns the whole record as clients see it.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}
