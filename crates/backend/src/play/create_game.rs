//! Creates every game: by link, from the lobby, against the computer, on one device,
//! or as a rematch.

use std::sync::Arc;

use arbiter_game::Game;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{GameOptions, Speed};

use super::{
    Games, PlayerNotice,
    room::{Message, hosted_game::first_line},
};
use crate::{
    base::{Address, ChallengeId, GameId, PlayerId, TournamentId, clock, random},
    refusal::ServerRefusal,
    store::{BoardSlot, CreateGameError, NewGame, PlayerCard},
};

/// A request for a new game.
#[derive(Clone, Debug)]
pub struct GameRequest {
    /// The player who creates the game.
    pub creator: PlayerCard,
    /// The options of the game.
    pub options: GameOptions,
    /// The creator's side; random if none.
    pub color: Option<Color>,
    /// The opponent.
    pub opponent: Opponent,
    /// The game that this one is a rematch of.
    pub rematch_of: Option<GameId>,
    /// The challenge that this game accepts.
    pub accepts: Option<ChallengeId>,
    /// The open seeks that lead to this game, if they are in the store.
    pub seeks: Vec<u64>,
}

/// The opponent in a new game.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// The first player to open the link.
    Anyone,
    /// The computer at this level.
    Computer(u8),
    /// The creator plays both sides, on one device.
    SamePlayer,
    /// This player, who has agreed.
    Player(PlayerCard),
}

/// Creates and stores a game. It starts at once, unless a seat is free. Options
/// that come from outside must have passed [`check_start`].
///
/// # Errors
///
/// Returns why the game cannot be created.
pub async fn create_game(
    games: &Arc<Games>,
    request: GameRequest,
) -> Result<GameId, ServerRefusal> {
    let options = request.options.read(random::number())?;
    if request.options.rated {
        check_rated(&request)?;
    }
    let creator = request.creator.id;
    let opponent = match &request.opponent {
        Opponent::Anyone => None,
        Opponent::Computer(_) if games.computer.is_busy() => {
            return Err(ServerRefusal::ComputerBusy);
        }
        Opponent::Computer(level) if (1..=10).contains(level) => Some(PlayerId::computer(*level)),
        Opponent::Computer(level) => return Err(ServerRefusal::UnknownLevel(*level)),
        Opponent::SamePlayer => Some(creator),
        Opponent::Player(card) => Some(card.id),
    };
    let color = request.color.unwrap_or_else(|| match random::number() % 2 {
        0 => Color::White,
        _ => Color::Black,
    });
    let mut seats = ByColor::<Option<PlayerId>>::default();
    seats[color] = Some(creator);
    seats[!color] = opponent;
    let game = opponent.map(|_| Game::start_unchecked(options.clone(), games.clock.now()));
    // A game has the id of the challenge that it accepts: programs rely on it.
    let id = match request.accepts {
        Some(ChallengeId(id)) => id,
        None => random::game_id(),
    };
    let new = NewGame {
        id,
        created: clock::wall(),
        speed: Speed::of_game(&options),
        options: request.options,
        seats,
        maker: creator,
        first_event: game.as_ref().map(first_line),
        deadline: game.as_ref().and_then(Game::time_limit),
        rematch_of: request.rematch_of,
        accepts: request.accepts,
        seeks: request.seeks,
    };
    match games.store.create_game(new).await {
        Ok(()) => {}
        // Another node has already created the rematch, so the players play that game.
        Err(CreateGameError::RematchExists(id)) => return Ok(id),
        Err(CreateGameError::SeekGone) => return Err(ServerRefusal::SeekGone),
        Err(CreateGameError::ChallengeGone) => return Err(ServerRefusal::ChallengeGone),
        Err(error) => {
            tracing::error!(%error, "cannot create a game");
            return Err(ServerRefusal::NotSaved);
        }
    }
    if game.is_some() {
        let opponent = opponent.filter(|&opponent| opponent != creator);
        announce_start(games, id, [Some(creator), opponent].into_iter().flatten());
        // The computer may be the one to move first.
        games.send(id, Message::Wake).await;
    }
    Ok(id)
}

/// A pairing of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentPairing {
    /// The tournament.
    pub tournament: TournamentId,
    /// Where the game is played.
    pub slot: BoardSlot,
    /// The options of the game.
    pub options: GameOptions,
    /// The players.
    pub players: ByColor<PlayerCard>,
}

/// Creates the game of a pairing and starts it, unless the pairing has a game.
/// Returns the game of the pairing.
///
/// # Errors
///
/// Returns why the game cannot be created.
pub async fn create_tournament_game(
    games: &Arc<Games>,
    pairing: TournamentPairing,
) -> Result<GameId, ServerRefusal> {
    let options = pairing.options.read(random::number())?;
    let game = Game::start_unchecked(options.clone(), games.clock.now());
    let new_id = random::game_id();
    let players = ByColor::new_with(|color| pairing.players[color].id);
    let new = NewGame {
        id: new_id,
        created: clock::wall(),
        speed: Speed::of_game(&options),
        options: pairing.options,
        seats: ByColor::new_with(|color| Some(players[color])),
        maker: players.white,
        first_event: Some(first_line(&game)),
        deadline: game.time_limit(),
        rematch_of: None,
        accepts: None,
        seeks: Vec::new(),
    };
    let created = games
        .store
        .create_tournament_game(pairing.tournament, pairing.slot, new);
    let id = created.await.map_err(|error| {
        tracing::error!(%error, "cannot create the game of a pairing");
        ServerRefusal::NotSaved
    })?;
    if id == new_id {
        announce_start(games, id, [players.white, players.black]);
    }
    games.send(id, Message::Wake).await;
    Ok(id)
}

/// Notifies programs of the players, and those that follow all games, that a game has
/// started.
fn announce_start(games: &Games, id: GameId, players: impl IntoIterator<Item = PlayerId>) {
    let notice = PlayerNotice::Started(id);
    for player in players {
        games.hub.notify(player, &notice);
    }
    games.hub.notify_all(&notice);
}

/// Checks that a game with these options would not be over in its starting
/// position, and returns the options. A position that was set up may take long to
/// check; the clients at one address wait for each other.
///
/// # Errors
///
/// Returns [`ServerRefusal::OverBeforeStart`] if it would be over, or why the
/// options are invalid.
pub async fn check_start(
    games: &Games,
    address: Address,
    options: &GameOptions,
) -> Result<arbiter_game::Options, ServerRefusal> {
    let read = options.read(0)?;
    if options.start.is_some() {
        let (start, now) = (read.clone(), games.clock.now());
        let started = games
            .proofs
            .run(address, move || Game::start(start, now).map(drop));
        started.await?.map_err(ServerRefusal::OverBeforeStart)?;
    }
    Ok(read)
}

/// Checks that a rated game is between two people with accounts.
fn check_rated(request: &GameRequest) -> Result<(), ServerRefusal> {
    match &request.opponent {
        Opponent::Computer(_) | Opponent::SamePlayer => return Err(ServerRefusal::NotRatable),
        Opponent::Anyone => {}
        Opponent::Player(card) => require_account(card)?,
    }
    require_account(&request.creator)
}

/// Checks that a player may play rated games: guests have no rating.
///
/// # Errors
///
/// Returns [`ServerRefusal::RatedNeedsAccount`] for a guest.
pub fn require_account(card: &PlayerCard) -> Result<(), ServerRefusal> {
    match card.view.kind.has_account() {
        true => Ok(()),
        false => Err(ServerRefusal::RatedNeedsAccount),
    }
}
