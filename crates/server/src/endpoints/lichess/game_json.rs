use arbiter_game::{Game, Span, Time};
use arbiter_openings::Opening;
use arbiter_rules::ByColor;
use arbiter_wire::{Color, GameOptions, PlayerView, Stage};
use serde::Serialize;

use super::{
    export_parts::ExportParts,
    terms::{self, GameTerms, LightUser, TimeLimit, level, light_user, rating},
};
use crate::{play::room::hosted_game::HostedGame, refusal::ServerRefusal, store::PlayerCard};

/// How many moves are examined for the opening.
const MAX_OPENING_PLIES: usize = 60;

/// A game as it is exported.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameJson {
    id: String,
    rated: bool,
    variant: &'static str,
    speed: &'static str,
    perf: &'static str,
    created_at: u64,
    last_move_at: u64,
    status: &'static str,
    source: &'static str,
    players: PlayersJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pgn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    days_per_turn: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<GameClockJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Vec<u64>>,
}

/// The players of a game.
#[derive(Clone, Debug, Serialize)]
pub struct PlayersJson {
    white: PlayerJson,
    black: PlayerJson,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayerJson {
    user: LightUser,
    rating: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating_diff: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provisional: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ai_level: Option<u8>,
}

#[derive(Clone, Debug, Serialize)]
struct OpeningJson {
    eco: &'static str,
    name: &'static str,
    ply: usize,
}

/// The clock of a game, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameClockJson {
    initial: u64,
    increment: u64,
    total_time: u64,
}

impl GameJson {
    /// Returns a game that has started.
    ///
    /// # Errors
    ///
    /// Returns why the lichess API cannot express the game.
    pub fn of(
        hosted: &HostedGame,
        parts: ExportParts,
        pgn: Option<String>,
    ) -> Result<GameJson, ServerRefusal> {
        let game = hosted.referee().ok_or(ServerRefusal::NotStarted)?;
        let options: &GameOptions = hosted.options();
        let terms = GameTerms::of(options)?;
        let ending = game.ending();
        let stage = ending.map_or(Stage::Playing, |_| Stage::Over);
        let reason = ending.map(|ending| ending.reason.code());
        let first = hosted.events().first().map_or(0, |event| event.at);
        let last: Time = game.last_event_at();
        let seats: &ByColor<Option<PlayerCard>> = hosted.seats();
        let view = |card: &Option<PlayerCard>| card.as_ref().map(|card| card.view.clone());
        let (white, black) = (view(&seats.white), view(&seats.black));
        let has_computer = [&white, &black]
            .into_iter()
            .flatten()
            .any(|it| level(it).is_some());
        Ok(GameJson {
            id: hosted.id().to_string(),
            rated: options.rated,
            variant: terms.variant.key,
            speed: terms.speed.code(),
            perf: terms.speed.code(),
            created_at: hosted.created(),
            last_move_at: hosted.created() + last.as_millis().saturating_sub(first),
            status: terms::status(stage, reason).name,
            source: if has_computer { "ai" } else { "friend" },
            players: PlayersJson::of(white.as_ref(), black.as_ref()),
            initial_fen: match terms.variant.key {
                "standard" => None,
                _ => Some(game.options().start.to_string()),
            },
            winner: ending.and_then(|ending| ending.winner).map(Color::from),
            opening: parts.opening.then(|| opening(game)).flatten(),
            moves: parts.moves.then(|| moves(game)),
            pgn,
            days_per_turn: match terms.time {
                TimeLimit::Days(days) => Some(days),
                _ => None,
            },
            clock: GameClockJson::of(terms.time),
            clocks: parts.clocks.then(|| clocks(game)).flatten(),
        })
    }
}

impl GameClockJson {
    /// Returns the clock of a game; none if it has none.
    pub fn of(time: TimeLimit) -> Option<GameClockJson> {
        let TimeLimit::Clock { initial, increment } = time else {
            return None;
        };
        let (initial, increment) = (initial.as_seconds(), increment.as_seconds());
        Some(GameClockJson {
            initial,
            increment,
            total_time: initial + 40 * increment,
        })
    }
}

impl PlayersJson {
    /// Returns the players of a game.
    pub fn of(white: Option<&PlayerView>, black: Option<&PlayerView>) -> PlayersJson {
        PlayersJson {
            white: player(white),
            black: player(black),
        }
    }
}

fn player(player: Option<&PlayerView>) -> PlayerJson {
    let unknown = LightUser {
        id: "?".to_owned(),
        name: "?".to_owned(),
        title: None,
    };
    let ai_level = player.and_then(level);
    PlayerJson {
        user: player.map_or(unknown, light_user),
        rating: player.map_or(0, rating),
        rating_diff: player.and_then(|it| it.change),
        provisional: player
            .filter(|it| it.rating.is_none() && ai_level.is_none())
            .map(|_| true),
        ai_level,
    }
}

fn moves(game: &Game) -> String {
    let moves = game.moves();
    let moves = moves.map(|played| played.before.san(played.mv).to_string());
    moves.collect::<Vec<_>>().join(" ")
}

/// Returns the times on the clocks after each move, in hundredths of a second.
fn clocks(game: &Game) -> Option<Vec<u64>> {
    let left = game.moves().map(|played| played.left);
    let left: Option<Vec<Span>> = left.collect();
    Some(left?.into_iter().map(|it| it.as_millis() / 10).collect())
}

/// Returns the last position with a name, and when it was reached.
fn opening(game: &Game) -> Option<OpeningJson> {
    let mut found = None;
    for (index, played) in game.moves().take(MAX_OPENING_PLIES).enumerate() {
        if let Some(opening) = Opening::at(&played.before.after(played.mv)) {
            found = Some((opening, index + 1));
        }
    }
    let (opening, ply) = found?;
    Some(OpeningJson {
        eco: opening.eco(),
        name: opening.name(),
        ply,
    })
}
