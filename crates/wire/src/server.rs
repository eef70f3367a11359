use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Event, GameState, GameView, PlayerView, Problem, Seek};

/// What the server says over the socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ServerMessage {
    /// A whole game: the answer to `watch`.
    Game(Box<GameView>),
    /// What has happened in a game.
    Update(Update),
    /// A command was done before, and this is where.
    Acknowledged(Acknowledged),
    /// A command or a message was not done, and why.
    Refused(Refused),
    /// The game must be watched again, from the last number one has.
    Resume(Resume),
    /// Who is there.
    Presence(Presence),
    /// Somebody said something. Whoever watches a game also gets what was
    /// said before; the same line may come again and is shown once.
    Chat(ChatLine),
    /// Somebody wants to play again.
    RematchOffered(Resume),
    /// A game with oneself in it is ready.
    Paired(Paired),
    /// The open seeks.
    Lobby(Vec<OpenSeek>),
    /// The answer to `ping`.
    Pong(u64),
}

/// What has happened in a game, and how it stands after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Update {
    /// The game.
    pub game: String,
    /// The command of one's own that did it: its acknowledgment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The events, in order. They are on disk.
    pub events: Vec<Event>,
    /// How the game stands after them.
    pub state: GameState,
}

/// A command that had been done before it came again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Acknowledged {
    /// The game.
    pub game: String,
    /// The command.
    pub id: String,
    /// The number of its first event.
    pub seq: u64,
}

/// What was not done, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Refused {
    /// The game, if it was about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The command, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Why.
    pub problem: Problem,
}

/// A game that something is to be done about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Resume {
    /// The game.
    pub game: String,
}

/// Who looks at a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Presence {
    /// The game.
    pub game: String,
    /// Whether White is there.
    pub white: bool,
    /// Whether Black is there.
    pub black: bool,
    /// How many watch.
    pub watchers: usize,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ChatLine {
    /// The game.
    pub game: String,
    /// Who said it.
    pub name: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    pub text: String,
}

/// A game that is ready.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Paired {
    /// The game.
    pub game: String,
}

/// What has become of a seek.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct SeekView {
    /// The name of the seek.
    pub id: String,
    /// The game, once there is one.
    pub game: Option<String>,
}

/// What comes of wanting to play again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Rematched {
    /// The game; nothing until the opponent wants it too.
    pub game: Option<String>,
}

/// Somebody looks for an opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct OpenSeek {
    /// The name of the seek, for joining it.
    pub id: String,
    /// Who.
    pub player: PlayerView,
    /// For what.
    pub seek: Seek,
}
