use serde::{Deserialize, Deserializer, Serialize};

use crate::{Action, Color, GameOptions, WatchTournament};

/// A message from a client to the server over the WebSocket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ClientMessage {
    /// Subscribe to a game, from its current state or from a known event on.
    Watch(Watch),
    /// Unsubscribe from a game.
    Leave(Leave),
    /// Send a command to a game.
    Act(Act),
    /// Send a chat message.
    Chat(Chat),
    /// Offer or accept a rematch with colors swapped.
    Rematch(Rematch),
    /// Subscribe to the lobby: the open seeks, and the result of the client's own seek.
    Lobby,
    /// Unsubscribe from the lobby.
    LeaveLobby,
    /// Subscribe to a tournament, which is sent now and whenever it changes.
    Tournament(WatchTournament),
    /// Unsubscribe from a tournament.
    LeaveTournament(WatchTournament),
    /// Look for an opponent.
    Seek(Seek),
    /// Stop looking for an opponent.
    Unseek,
    /// Check the connection. The server answers `pong` with the same number.
    Ping(u64),
}

impl ClientMessage {
    /// Reads a message. It is compiled here, where the code that runs with every
    /// move is optimized.
    ///
    /// # Errors
    ///
    /// Returns an error that says where the text is not a message.
    pub fn from_json(text: &str) -> Result<ClientMessage, serde_json::Error> {
        serde_json::from_str(text)
    }
}

/// A subscription to a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct Watch {
    /// The identifier of the game.
    pub game: String,
    /// The number of the last event that the client has. If it is given, the
    /// answer contains only the events after it; otherwise, the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
}

/// The end of a subscription to a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct Leave {
    /// The identifier of the game.
    pub game: String,
}

/// A command to a game. It may be sent again until it is answered: the server
/// executes the same `id` only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct Act {
    /// The identifier of the game.
    pub game: String,
    /// The command.
    #[serde(flatten)]
    pub command: Command,
}

/// [`Act`] with all fields side by side. Deserializing a flattened struct would
/// make serde copy the whole object first.
#[derive(Deserialize)]
struct FlatAct {
    game: String,
    id: String,
    ply: Option<u32>,
    #[serde(rename = "as")]
    side: Option<Color>,
    #[serde(rename = "do")]
    action: Action,
}

impl<'de> Deserialize<'de> for Act {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Act, D::Error> {
        let flat = FlatAct::deserialize(deserializer)?;
        Ok(Act {
            game: flat.game,
            command: Command {
                id: flat.id,
                ply: flat.ply,
                side: flat.side,
                action: flat.action,
            },
        })
    }
}

/// An action of a player with the context in which it was sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Command {
    /// An identifier that the client chooses, unique among the commands of a
    /// player in a game: at most 40 characters.
    pub id: String,
    /// The number of half-moves that the client had seen. A command for another
    /// position is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The side that acts, if the player has both.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub side: Option<Color>,
    /// The action.
    #[serde(rename = "do")]
    pub action: Action,
}

/// A chat message in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct Chat {
    /// The identifier of the game.
    pub game: String,
    /// The text: at most 200 characters.
    pub text: String,
}

/// A chat message, sent over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// The text: at most 200 characters.
    pub text: String,
}

/// A request for a rematch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct Rematch {
    /// The identifier of the finished game.
    pub game: String,
}

/// A search for an opponent.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Seek {
    /// The options of the game.
    #[serde(default)]
    pub options: GameOptions,
    /// The color that the player wants; random if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}
