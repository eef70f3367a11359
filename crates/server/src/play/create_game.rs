//! Where every game comes from: a link, the lobby, the computer, one device,
//! a rematch.

use std::sync::Arc;

use arbiter_game::Game;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{GameOptions, PlayerKind, Problem, Speed};

use crate::{
    App,
    base::{GameId, PlayerId, clock, random},
    play::room::{Message, table::first_line},
    store::{CreateGameError, NewGame, PlayerCard},
};

/// A game that somebody wants to play.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Who makes it.
    pub maker: PlayerCard,
    /// What is agreed on.
    pub options: GameOptions,
    /// The maker's side; by lot if it does not matter.
    pub color: Option<Color>,
    /// Against whom.
    pub opponent: Opponent,
    /// The game after which it is played.
    pub rematch_of: Option<GameId>,
}

/// Against whom somebody wants to play.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// Whoever opens the link first.
    Friend,
    /// The computer at this level.
    Computer(u8),
    /// Oneself, or somebody on the same sofa.
    Itself,
    /// This player, who has agreed.
    Player(PlayerCard),
}

/// Makes a game and stores it. It begins at once, unless a seat is free.
///
/// # Errors
///
/// Why there is no such game.
pub async fn create_game(app: &Arc<App>, wanted: Wanted) -> Result<GameId, Problem> {
    let lot = random::lot();
    let options = wanted.options.read(lot);
    let options = options.map_err(|error| Problem::from(&error))?;
    if wanted.options.rated {
        check_rated(&wanted)?;
    }
    let maker = wanted.maker.id;
    let opponent = match &wanted.opponent {
        Opponent::Friend => None,
        Opponent::Computer(_) if app.computer.is_busy() => {
            let title = "the computer plays too many games at once: try again in a minute";
            return Err(Problem::new(503, "computer_busy", title));
        }
        Opponent::Computer(level) if (1..=10).contains(level) => Some(PlayerId::computer(*level)),
        Opponent::Computer(level) => {
            let title = format!("there is no level {level}: they go from 1 to 10");
            return Err(Problem::new(422, "no_such_level", title));
        }
        Opponent::Itself => Some(maker),
        Opponent::Player(card) => Some(card.id),
    };
    let color = wanted.color.unwrap_or_else(|| match random::lot() % 2 {
        0 => Color::White,
        _ => Color::Black,
    });
    let mut seats = ByColor::<Option<PlayerId>>::default();
    seats[color] = Some(maker);
    seats[!color] = opponent;
    let game = opponent
        .map(|_| {
            Game::start(options.clone(), app.clock.now()).map_err(|ending| {
                let title = format!("there is nothing to play: {ending}");
                Problem::new(422, "over_before_it_begins", title)
            })
        })
        .transpose()?;
    let id = random::game_id();
    let new = NewGame {
        id,
        created: clock::wall(),
        speed: Speed::of_game(&options),
        options: wanted.options,
        seats,
        maker,
        first_event: game.as_ref().map(first_line),
        deadline: game.as_ref().and_then(Game::time_limit),
        rematch_of: wanted.rematch_of,
    };
    match app.store.create_game(new).await {
        Ok(()) => {}
        // Another node was faster: they play that one.
        Err(CreateGameError::RematchExists(id)) => return Ok(id),
        Err(error) => {
            tracing::error!(%error, "a game cannot be made");
            let title = "the game could not be stored: try again";
            return Err(Problem::new(503, "store_unavailable", title));
        }
    }
    if game.is_some() {
        // It may be the computer who moves first.
        app.rooms.send(app, id, Message::Wake).await;
    }
    Ok(id)
}

/// A rated game is between two people who have ratings.
fn check_rated(wanted: &Wanted) -> Result<(), Problem> {
    match &wanted.opponent {
        Opponent::Computer(_) | Opponent::Itself => {
            let title = "a rated game is played against somebody else: \
                         play a casual game, or leave the opponent open";
            return Err(Problem::new(422, "not_ratable", title));
        }
        Opponent::Friend => {}
        Opponent::Player(card) => needs_account(card)?,
    }
    needs_account(&wanted.maker)
}

/// Guests have no rating.
///
/// # Errors
///
/// That this is a guest.
pub fn needs_account(card: &PlayerCard) -> Result<(), Problem> {
    if card.view.kind == PlayerKind::Account {
        return Ok(());
    }
    let title = "a rated game needs an account: sign up, or play a casual game";
    Err(Problem::new(403, "needs_account", title))
}
