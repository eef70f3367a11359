use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Action, Color, GameOptions};

/// What a client says over the socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClientMessage {
    /// Be told what happens in a game, from now on or from where one left.
    Watch(Watch),
    /// Be told no longer.
    Leave(Leave),
    /// Do something in a game.
    Act(Act),
    /// Say something.
    Chat(Chat),
    /// Play again with colors swapped.
    Rematch(Rematch),
    /// Be told of open seeks, and of what becomes of one's own.
    Lobby,
    /// Be told no longer.
    LeaveLobby,
    /// Look for an opponent.
    Seek(Seek),
    /// Look no longer.
    Unseek,
    /// Is anybody there? Answered with `pong` and the same number.
    Ping(u64),
}

/// Which game to be told about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Watch {
    /// The game.
    pub game: String,
    /// The number of the last event one has; the answer is then what came
    /// after it, and else the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
}

/// Which game to leave.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Leave {
    /// The game.
    pub game: String,
}

/// A command. It may be sent again until it is answered: the same `id` is
/// done once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct Act {
    /// The game.
    pub game: String,
    #[serde(flatten)]
    /// What, and when it was meant.
    pub command: Command,
}

/// A command as it stands in its frame. To read a struct inside of a struct
/// from the same object, serde would first make a copy of the whole.
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

/// What to do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Command {
    /// Chosen by the client, different for each command of a player in a game:
    /// at most 40 characters.
    pub id: String,
    /// How many moves of either side stood on the board when it was meant. A
    /// command that was meant for another position is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// For which side, where one player has both.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub side: Option<Color>,
    /// What.
    #[serde(rename = "do")]
    pub action: Action,
}

/// Something said in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Chat {
    /// The game.
    pub game: String,
    /// At most 200 characters.
    pub text: String,
}

/// Something to be said, over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// At most 200 characters.
    pub text: String,
}

/// Which game to play again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Rematch {
    /// The game that is over.
    pub game: String,
}

/// What kind of game one looks for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
pub struct Seek {
    /// The options of the game.
    #[serde(default)]
    pub options: GameOptions,
    /// The color one wants; either if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}
