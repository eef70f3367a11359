use serde::{Deserialize, Serialize};

use crate::{
    ChallengeView, Event, GameState, GameView, PlayerView, Problem, Seek, TournamentGame,
    TournamentView,
};

/// A message from the server to a client over the WebSocket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// A whole game, in answer to `watch`.
    Game(Box<GameView>),
    /// New events of a game.
    Update(Update),
    /// A repeated command was already executed.
    Acknowledged(Acknowledged),
    /// A command or a message was refused.
    Refused(Refused),
    /// The client must send `watch` again, with the number of its last event.
    Resume(Resume),
    /// Which players and how many spectators are connected to a game.
    Presence(Presence),
    /// A chat message. A new subscriber also gets the earlier messages. The same
    /// message may arrive twice; clients show it once.
    Chat(ChatLine),
    /// The whole chat of a game, because messages were deleted from it.
    ChatHistory(ChatHistory),
    /// The opponent offers a rematch.
    RematchOffered(Resume),
    /// A game of the client is ready.
    Paired(Paired),
    /// A challenge of the client, or to the client, has been made or answered.
    Challenge(Box<ChallengeView>),
    /// A tournament that the client follows.
    Tournament(Box<TournamentView>),
    /// A game of the client in a tournament has started.
    TournamentGame(TournamentGame),
    /// All open seeks.
    Lobby(Vec<OpenSeek>),
    /// The answer to `ping`.
    Pong(u64),
}

/// New events of a game and the state after them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Update {
    /// The identifier of the game.
    pub game: String,
    /// The identifier of the recipient's own command that caused the events. It
    /// acknowledges the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The events, in order. They are stored durably.
    pub events: Vec<Event>,
    /// The state of the game after the events.
    pub state: GameState,
}

/// The acknowledgment of a command that was already executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Acknowledged {
    /// The identifier of the game.
    pub game: String,
    /// The identifier of the command.
    pub id: String,
    /// The number of its first event.
    pub seq: u64,
}

/// A refused command or message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct Refused {
    /// The identifier of the game, if the message was about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The identifier of the command, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Why it was refused.
    pub problem: Problem,
}

/// A game that needs attention.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct Resume {
    /// The identifier of the game.
    pub game: String,
}

/// The players and spectators who are connected to a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct Presence {
    /// The identifier of the game.
    pub game: String,
    /// Whether White is connected.
    pub white: bool,
    /// Whether Black is connected.
    pub black: bool,
    /// The number of spectators.
    #[serde(rename = "watchers")]
    pub spectators: usize,
}

/// A chat message in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ChatLine {
    /// The identifier of the game.
    pub game: String,
    /// The name of the author.
    pub name: String,
    /// When it was sent, in milliseconds since 1970.
    pub at: u64,
    /// The text.
    pub text: String,
}

/// The chat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct ChatHistory {
    /// The identifier of the game.
    pub game: String,
    /// The latest messages, the oldest first.
    pub lines: Vec<ChatLine>,
}

/// A game that is ready to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Paired {
    /// The identifier of the game.
    pub game: String,
}

/// The state of a seek.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeekView {
    /// The identifier of the seek.
    pub id: String,
    /// The identifier of the game. Null until an opponent is found.
    pub game: Option<String>,
}

/// The answer to a request for a rematch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Rematched {
    /// The identifier of the rematch. Null until the opponent accepts.
    pub game: Option<String>,
}

/// A player who looks for an opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OpenSeek {
    /// The identifier of the seek, with which it can be accepted.
    pub id: String,
    /// The player.
    pub player: PlayerView,
    /// The kind of game the player looks for.
    pub seek: Seek,
}
