use arbiter_wire::{Color, Event, Fact, GameState, GameView, PlayerView, Stage};
use serde::Serialize;

use super::terms::{
    self, GameTerms, NO_CLOCK_MILLIS, TimeLimit, Variant, level, perf_name, rating, seat, title,
    user_id,
};
use crate::refusal::ServerRefusal;

/// A game as it was last sent to a program.
#[derive(Clone, Debug)]
pub struct ShownGame {
    terms: GameTerms,
    moves: Vec<String>,
    /// The number of the last event that it includes.
    last: u64,
    shown: Option<StateKey>,
}

/// The parts of a state that cause it to be sent again when they change; clocks do not.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StateKey {
    plies: usize,
    seq: u64,
    status: &'static str,
}

/// The first line of the stream of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameFull {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
    variant: Variant,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<ClockJson>,
    speed: &'static str,
    perf: PerfName,
    rated: bool,
    created_at: u64,
    white: EventPlayer,
    black: EventPlayer,
    initial_fen: String,
    state: GameStateLine,
    #[serde(skip_serializing_if = "Option::is_none")]
    days_per_turn: Option<u64>,
}

/// A state in the stream of a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameStateLine {
    #[serde(rename = "type")]
    kind: &'static str,
    moves: String,
    wtime: u64,
    btime: u64,
    winc: u64,
    binc: u64,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Color>,
    #[serde(skip_serializing_if = "is_false")]
    wdraw: bool,
    #[serde(skip_serializing_if = "is_false")]
    bdraw: bool,
    #[serde(skip_serializing_if = "is_false")]
    wtakeback: bool,
    #[serde(skip_serializing_if = "is_false")]
    btakeback: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct ClockJson {
    initial: u64,
    increment: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct PerfName {
    name: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct EventPlayer {
    #[serde(skip_serializing_if = "Option::is_none")]
    ai_level: Option<u8>,
    id: String,
    name: String,
    title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<i32>,
    #[serde(skip_serializing_if = "is_false")]
    provisional: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl ShownGame {
    /// Returns a game that has started, and its first line.
    ///
    /// # Errors
    ///
    /// Returns why the lichess API cannot express the game.
    pub fn begin(view: &GameView) -> Result<(ShownGame, GameFull), ServerRefusal> {
        let play = view.play.as_ref().ok_or(ServerRefusal::NotStarted)?;
        let terms = GameTerms::of(&view.options)?;
        let mut shown = ShownGame {
            terms,
            moves: Vec::new(),
            last: 0,
            shown: None,
        };
        let state = shown.read_view(view).ok_or(ServerRefusal::NotStarted)?;
        let clock = match terms.time {
            TimeLimit::Clock { initial, increment } => Some(ClockJson {
                initial: initial.as_millis(),
                increment: increment.as_millis(),
            }),
            _ => None,
        };
        let full = GameFull {
            kind: "gameFull",
            id: view.id.clone(),
            variant: terms.variant,
            clock,
            speed: terms.speed.code(),
            perf: PerfName {
                name: perf_name(terms.speed),
            },
            rated: view.options.rated,
            created_at: view.created,
            white: event_player(seat(&view.players, Color::White)),
            black: event_player(seat(&view.players, Color::Black)),
            initial_fen: match terms.variant.key {
                "standard" => "startpos".to_owned(),
                _ => play.start.clone(),
            },
            state,
            days_per_turn: match terms.time {
                TimeLimit::Days(days) => Some(days),
                _ => None,
            },
        };
        Ok((shown, full))
    }

    /// Returns the number of the last event that the program knows.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Reads a whole game. Returns a line if something has changed.
    pub fn read_view(&mut self, view: &GameView) -> Option<GameStateLine> {
        let play = view.play.as_ref()?;
        self.moves = play.moves.iter().map(|mv| mv.uci.clone()).collect();
        self.read_state(&play.state)
    }

    /// Reads new events with the state after them. Returns a line if something has
    /// changed; an error if events are missing.
    pub fn read_update(
        &mut self,
        events: &[Event],
        state: &GameState,
    ) -> Result<Option<GameStateLine>, MissedEvents> {
        for event in events.iter().filter(|event| event.seq > self.last) {
            match &event.fact {
                Fact::Played { uci, .. } => self.moves.push(uci.clone()),
                Fact::TakenBack { plies } => {
                    let left = self.moves.len().saturating_sub(*plies);
                    self.moves.truncate(left);
                }
                _ => {}
            }
        }
        match self.moves.len() == usize::try_from(state.ply).unwrap_or(usize::MAX) {
            true => Ok(self.read_state(state)),
            false => Err(MissedEvents),
        }
    }

    fn read_state(&mut self, state: &GameState) -> Option<GameStateLine> {
        self.last = state.seq;
        let stage = match state.result {
            Some(_) => Stage::Over,
            None => Stage::Playing,
        };
        let status = terms::status(stage, state.reason.as_deref()).name;
        let key = StateKey {
            plies: self.moves.len(),
            seq: state.seq,
            status,
        };
        if self.shown.as_ref() == Some(&key) {
            return None;
        }
        self.shown = Some(key);
        let clock = state.clock.as_ref();
        let clock = clock.filter(|_| self.terms.time != TimeLimit::Unlimited);
        let increment = self.terms.time.increment_millis();
        Some(GameStateLine {
            kind: "gameState",
            moves: self.moves.join(" "),
            wtime: clock.map_or(NO_CLOCK_MILLIS, |clock| clock.white.time),
            btime: clock.map_or(NO_CLOCK_MILLIS, |clock| clock.black.time),
            winc: increment,
            binc: increment,
            status,
            winner: terms::winner(state.result.as_deref()),
            wdraw: state.draw_offer == Some(Color::White),
            bdraw: state.draw_offer == Some(Color::Black),
            wtakeback: state.take_back == Some(Color::White),
            btakeback: state.take_back == Some(Color::Black),
        })
    }
}

impl GameStateLine {
    /// Reports whether the game is over.
    pub fn is_last(&self) -> bool {
        self.status != "started"
    }
}

impl GameFull {
    /// Reports whether the game is over.
    pub fn is_last(&self) -> bool {
        self.state.is_last()
    }
}

/// The events do not follow those that are known.
#[derive(Clone, Copy, Debug)]
pub struct MissedEvents;

fn event_player(player: Option<&PlayerView>) -> EventPlayer {
    let name = player.map_or("?", |it| it.name.as_str());
    let ai_level = player.and_then(level);
    EventPlayer {
        ai_level,
        id: user_id(name),
        name: name.to_owned(),
        title: player.and_then(title),
        rating: player.filter(|_| ai_level.is_none()).map(rating),
        provisional: ai_level.is_none() && player.is_some_and(|it| it.rating.is_none()),
    }
}
