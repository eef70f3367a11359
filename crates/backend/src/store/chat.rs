use arbiter_wire::{AdminChatLine, ChatLine};

use super::{
    Store,
    columns::{from_u64, to_game_id, to_u64},
    error::StoreError,
    player_card::read_card,
    value::Value,
};
use crate::base::{GameId, PlayerId};

/// A chat message to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewChat {
    /// The game.
    pub game: GameId,
    /// The channel, which determines who can read the message.
    pub channel: Channel,
    /// The player who wrote it.
    pub player: PlayerId,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The message.
    pub text: String,
}

/// The two conversations about a game. The players cannot read that of the
/// spectators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Channel {
    /// The players of the game.
    Players,
    /// The spectators.
    Spectators,
}

impl Channel {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Channel::Players => "players",
            Channel::Spectators => "watchers",
        }
    }
}

/// How far the chat of a game is. A node that knows the same version knows the same
/// messages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ChatVersion {
    /// The number of messages.
    pub count: i64,
    /// The number of the last message.
    pub last: i64,
}

impl Store {
    /// Returns the number of the last message in the chat of each of these games that has any.
    /// Only nodes on PostgreSQL share a database.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn chat_versions(
        &self,
        games: &[GameId],
    ) -> Result<Vec<(GameId, ChatVersion)>, StoreError> {
        let ids: Vec<String> = games.iter().map(|id| id.to_number().to_string()).collect();
        let ids = ids.join(",");
        self.read(move |db| {
            db.query(
                "SELECT game, count(*), max(id) FROM chat \
                 WHERE game = ANY (CAST(string_to_array($1, ',') AS BIGINT[])) GROUP BY game",
                &[ids.as_str().into()],
                |row| {
                    let version = ChatVersion {
                        count: row.get(1)?,
                        last: row.get(2)?,
                    };
                    Ok((to_game_id(row.get(0)?)?, version))
                },
            )
        })
        .await
    }

    /// Stores a chat message.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn add_chat(&self, chat: NewChat) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "INSERT INTO chat (game, channel, player, at, text) VALUES ($1, $2, $3, $4, $5)",
                &[
                    chat.game.to_number().into(),
                    chat.channel.code().into(),
                    chat.player.0.into(),
                    from_u64(chat.at),
                    chat.text.as_str().into(),
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// Reports whether anything has been said in a game: in most games nothing
    /// is, and then there is no need to read the channels.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn has_chat(&self, game: GameId) -> Result<bool, StoreError> {
        let found = self.read(move |db| {
            let sql = "SELECT 1 FROM chat WHERE game = $1 LIMIT 1";
            db.find(sql, &[game.to_number().into()], |_| Ok(()))
        });
        Ok(found.await?.is_some())
    }

    /// Returns the last messages, the oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn chat(
        &self,
        game: GameId,
        channel: Channel,
        limit: usize,
    ) -> Result<Vec<ChatLine>, StoreError> {
        let mut messages = self
            .read(move |db| {
                db.query(
                    "SELECT c.at, c.text, p.id, p.name, p.state, \
                     CAST(NULL AS DOUBLE PRECISION) \
                     FROM chat c JOIN players p ON p.id = c.player \
                     WHERE c.game = $1 AND c.channel = $2 ORDER BY c.id DESC LIMIT $3",
                    &[
                        game.to_number().into(),
                        channel.code().into(),
                        Value::count(limit),
                    ],
                    |row| {
                        Ok(ChatLine {
                            game: game.to_string(),
                            name: read_card(row, 2)?.view.name,
                            at: to_u64(row.get(0)?),
                            text: row.get(1)?,
                        })
                    },
                )
            })
            .await?;
        messages.reverse();
        Ok(messages)
    }

    /// Returns the last messages of both channels, the oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn whole_chat(
        &self,
        game: GameId,
        limit: usize,
    ) -> Result<Vec<AdminChatLine>, StoreError> {
        let mut messages = self
            .read(move |db| {
                db.query(
                    "SELECT c.id, c.channel, c.at, c.text, p.id, p.name, p.state, \
                     CAST(NULL AS DOUBLE PRECISION) \
                     FROM chat c JOIN players p ON p.id = c.player \
                     WHERE c.game = $1 ORDER BY c.id DESC LIMIT $2",
                    &[game.to_number().into(), Value::count(limit)],
                    |row| {
                        Ok(AdminChatLine {
                            id: row.get(0)?,
                            channel: row.get(1)?,
                            name: read_card(row, 4)?.view.name,
                            at: to_u64(row.get(2)?),
                            text: row.get(3)?,
                        })
                    },
                )
            })
            .await?;
        messages.reverse();
        Ok(messages)
    }
}
