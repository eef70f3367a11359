//! Creates the games of a tournament, and takes their results.

use std::sync::Arc;

use arbiter_rules::{ByColor, Color};
use arbiter_tournament::{GameResult, Mode, Outcome};
use arbiter_wire::{GamePairing, ServerMessage, TournamentGame, TournamentSystem};
use futures_util::{StreamExt, stream};

use super::{TournamentAction, Tournaments, arena::forfeited};
use crate::{
    base::{GameId, PlayerId, TournamentId},
    play::{
        Games,
        create_game::{TournamentPairing, create_tournament_game},
        push::Notice,
    },
    refusal::ServerRefusal,
    store::{BoardSlot, FinishedGame, PlayerCard},
};

/// How many games are created at once.
const MAX_CREATED_AT_ONCE: usize = 16;

/// Creates the games of these pairings, and notifies their players. A pairing that has
/// a game keeps it. Reports whether there are new games.
pub(super) async fn start_games(
    games: &Arc<Games>,
    tournaments: &Tournaments,
    id: TournamentId,
    missing: Vec<(BoardSlot, ByColor<PlayerId>)>,
) -> Result<bool, ServerRefusal> {
    let players: Vec<PlayerId> = (missing.iter())
        .flat_map(|(_, it)| [it.white, it.black])
        .collect();
    let (about, speed, missing) = tournaments
        .read(id, move |hosted| {
            let with_options = missing.into_iter().map(|(slot, players)| {
                let options = hosted.game_options(slot);
                (slot, players, options)
            });
            let with_options: Vec<_> = with_options.collect();
            let about = (hosted.options().name.clone(), hosted.options().system);
            (about, hosted.speed(), with_options)
        })
        .await?;
    let cards = games.store.player_cards(players, speed).await?;
    let card = |player: PlayerId| cards.iter().find(|it| it.id == player).cloned();
    let card = |player: PlayerId| card(player).unwrap_or_else(|| PlayerCard::deleted(player));
    let about = &about;
    let created = stream::iter(missing).map(|(slot, players, options)| {
        let players = ByColor::new_with(|color| card(players[color]));
        async move {
            let pairing = TournamentPairing {
                tournament: id,
                slot,
                options,
                players: players.clone(),
            };
            let game = create_tournament_game(games, pairing).await?;
            tell(games, id, about, slot, game, &players);
            Ok::<_, ServerRefusal>((slot, game))
        }
    });
    let created: Vec<_> = created
        .buffer_unordered(MAX_CREATED_AT_ONCE)
        .collect()
        .await;
    let mut started = Vec::new();
    let mut failed = None;
    for outcome in created {
        match outcome {
            Ok(pair) => started.push(pair),
            Err(refusal) => failed = Some(refusal),
        }
    }
    let has_started = !started.is_empty();
    tournaments
        .note(id, move |hosted| {
            for (slot, game) in started {
                hosted.set_game(slot, game);
            }
        })
        .await;
    match failed {
        Some(refusal) => Err(refusal),
        None => Ok(has_started),
    }
}

/// Tells both players that their game has started.
fn tell(
    games: &Games,
    tournament: TournamentId,
    (name, system): &(String, TournamentSystem),
    slot: BoardSlot,
    game: GameId,
    players: &ByColor<PlayerCard>,
) {
    for color in Color::ALL {
        let (player, opponent) = (players[color].id, players[!color].view.name.clone());
        let message = ServerMessage::TournamentGame(TournamentGame {
            game: game.to_string(),
            pairing: GamePairing {
                tournament: tournament.to_string(),
                name: name.clone(),
                round: slot.round,
                board: slot.shown_board(*system),
            },
            opponent: opponent.clone(),
            color: color.into(),
        });
        games.hub.tell(player, &message);
        games.push.tell(player, Notice::Started { game, opponent });
    }
}

/// Returns the action that enters a game that is over in its tournament; none if the
/// arbiter has to decide. A side that did not make its first move was absent.
pub(super) fn game_over_action(game: &FinishedGame) -> Option<TournamentAction> {
    let played = |white: Outcome| GameResult {
        white,
        black: white.reversed(),
        mode: Mode::Played,
    };
    let (result, absent) = match (game.result.as_str(), game.plies) {
        ("1-0", _) => (played(Outcome::Win), None),
        ("0-1", _) => (played(Outcome::Loss), None),
        ("1/2-1/2", _) => (played(Outcome::Draw), None),
        ("*", 0) => (forfeited(Color::White), Some(Color::White)),
        ("*", 1) => (forfeited(Color::Black), Some(Color::Black)),
        _ => return None,
    };
    Some(TournamentAction::GameOver {
        slot: game.slot,
        result,
        absent,
        moves: game.plies.div_ceil(2),
        berserk: game.berserk,
    })
}
