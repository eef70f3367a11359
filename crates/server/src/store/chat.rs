use arbiter_wire::ChatLine;

use super::{Store, StoreError, Value, players::read_card};
use crate::base::{GameId, PlayerId};

/// Something that is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewChat {
    /// In which game.
    pub game: GameId,
    /// To whom.
    pub channel: Channel,
    /// By whom.
    pub player: PlayerId,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    pub text: String,
}

/// Who talks with whom: the players hear nothing from those who watch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Channel {
    /// Those who play.
    Players,
    /// Those who watch.
    Spectators,
}

impl Channel {
    /// Its name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Channel::Players => "players",
            Channel::Spectators => "watchers",
        }
    }
}

impl Store {
    /// Keeps what was said.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn add_chat(&self, chat: NewChat) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "INSERT INTO chat (game, channel, player, at, text) VALUES ($1, $2, $3, $4, $5)",
                &[
                    chat.game.to_number().into(),
                    chat.channel.code().into(),
                    chat.player.0.into(),
                    Value::Int(chat.at.cast_signed()),
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

    /// The last that was said, the oldest first.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn chat(
        &self,
        game: GameId,
        channel: Channel,
        limit: usize,
    ) -> Result<Vec<ChatLine>, StoreError> {
        let mut lines = self
            .read(move |db| {
                db.query(
                    "SELECT c.at, c.text, p.id, p.name, p.deleted, \
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
                            at: u64::try_from(row.get::<i64>(0)?).unwrap_or(0),
                            text: row.get(1)?,
                        })
                    },
                )
            })
            .await?;
        lines.reverse();
        Ok(lines)
    }
}
