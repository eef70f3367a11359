//! A game as the lichess API describes it to one of its players.

use arbiter_wire::{Color, GameView, PlayView};
use serde::Serialize;

use super::terms::{
    self, GameTerms, NO_CLOCK_MILLIS, Status, TimeLimit, Variant, level, other, rating, seat,
    user_id,
};
use crate::refusal::ServerRefusal;

/// A game of a player in the event stream.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameEventInfo {
    full_id: String,
    game_id: String,
    id: String,
    fen: String,
    color: Color,
    last_move: String,
    source: &'static str,
    status: Status,
    variant: Variant,
    speed: &'static str,
    perf: &'static str,
    rating: i32,
    rated: bool,
    has_moved: bool,
    opponent: Opponent,
    is_my_turn: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating_diff: Option<i32>,
    compat: Compat,
}

/// A game in the list of those that a player plays.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayedGame {
    full_id: String,
    game_id: String,
    fen: String,
    color: Color,
    last_move: String,
    source: &'static str,
    status: &'static str,
    variant: Variant,
    speed: &'static str,
    perf: &'static str,
    rated: bool,
    has_moved: bool,
    opponent: Opponent,
    /// Whether it is the player's turn.
    pub is_my_turn: bool,
    /// How long the player has for the move.
    pub seconds_left: u64,
}

/// The other player.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Opponent {
    /// Null in events, if it is the computer.
    id: Option<String>,
    username: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating_diff: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ai: Option<u8>,
}

/// Which kinds of programs can play a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Compat {
    bot: bool,
    board: bool,
}

/// Every game in a stream can be played by boards and bots alike.
pub const COMPATIBLE: Compat = Compat {
    bot: true,
    board: true,
};

impl GameEventInfo {
    /// Returns a game that has started as the player sees it for whom the view was made.
    ///
    /// # Errors
    ///
    /// Returns why the lichess API cannot express the game.
    pub fn of(view: &GameView) -> Result<GameEventInfo, ServerRefusal> {
        let (play, color, terms) = parts(view)?;
        let me = seat(&view.players, color);
        let state = &play.state;
        Ok(GameEventInfo {
            full_id: view.id.clone(),
            game_id: view.id.clone(),
            id: view.id.clone(),
            fen: state.fen.clone(),
            color,
            last_move: last_move(play),
            source: source(view),
            status: terms::status(view.stage, state.reason.as_deref()),
            variant: terms.variant,
            speed: terms.speed.code(),
            perf: terms.speed.code(),
            rating: me.map_or(0, rating),
            rated: view.options.rated,
            has_moved: has_moved(play, color),
            opponent: opponent(view, color),
            is_my_turn: is_turn(play, color),
            seconds_left: millis_left(play, color, terms.time).map(|millis| millis / 1_000),
            winner: terms::winner(state.result.as_deref()),
            rating_diff: me.and_then(|me| me.change),
            compat: COMPATIBLE,
        })
    }
}

impl PlayedGame {
    /// Returns a game that has started as the player sees it for whom the view was made.
    ///
    /// # Errors
    ///
    /// Returns why the lichess API cannot express the game.
    pub fn of(view: &GameView) -> Result<PlayedGame, ServerRefusal> {
        let (play, color, terms) = parts(view)?;
        let mut opponent = opponent(view, color);
        let name = &opponent.username;
        opponent.id = Some(opponent.id.unwrap_or_else(|| user_id(name)));
        let left = millis_left(play, color, terms.time).unwrap_or(NO_CLOCK_MILLIS);
        Ok(PlayedGame {
            full_id: view.id.clone(),
            game_id: view.id.clone(),
            fen: play.state.fen.clone(),
            color,
            last_move: last_move(play),
            source: source(view),
            status: terms::status(view.stage, play.state.reason.as_deref()).name,
            variant: terms.variant,
            speed: terms.speed.code(),
            perf: terms.speed.code(),
            rated: view.options.rated,
            has_moved: has_moved(play, color),
            opponent,
            is_my_turn: is_turn(play, color),
            seconds_left: left / 1_000,
        })
    }
}

/// Describes a game in which the player has one of the sides.
fn parts(view: &GameView) -> Result<(&PlayView, Color, GameTerms), ServerRefusal> {
    let play = view.play.as_ref().ok_or(ServerRefusal::NotStarted)?;
    let color = match view.you[..] {
        [color] => color,
        [] => return Err(ServerRefusal::NotAPlayer),
        // Programs cannot handle a player who has both sides.
        _ => return Err(ServerRefusal::NotForBots),
    };
    Ok((play, color, GameTerms::of(&view.options)?))
}

fn last_move(play: &PlayView) -> String {
    play.moves
        .last()
        .map_or_else(String::new, |it| it.uci.clone())
}

/// Returns how a game was created, as far as it is known.
pub fn source(view: &GameView) -> &'static str {
    let seats = [&view.players.white, &view.players.black];
    let is_computer = seats.into_iter().flatten().any(|it| level(it).is_some());
    match is_computer {
        true => "ai",
        false => "friend",
    }
}

fn opponent(view: &GameView, color: Color) -> Opponent {
    let player = seat(&view.players, other(color));
    let ai = player.and_then(level);
    let name = player.map_or("?", |it| it.name.as_str());
    Opponent {
        id: ai.is_none().then(|| user_id(name)),
        username: name.to_owned(),
        rating: player.filter(|_| ai.is_none()).map(rating),
        rating_diff: player.and_then(|it| it.change),
        ai,
    }
}

fn is_turn(play: &PlayView, color: Color) -> bool {
    play.state.turn == color && play.state.result.is_none()
}

fn has_moved(play: &PlayView, color: Color) -> bool {
    // The side that moved first has moved after one move, the other after two.
    let plies = play.moves.len();
    let is_first = (play.state.turn == color) == plies.is_multiple_of(2);
    plies >= if is_first { 1 } else { 2 }
}

fn millis_left(play: &PlayView, color: Color, time: TimeLimit) -> Option<u64> {
    if time == TimeLimit::Unlimited {
        return None;
    }
    let clock = play.state.clock.as_ref()?;
    Some(match color {
        Color::White => clock.white.time,
        Color::Black => clock.black.time,
    })
}
