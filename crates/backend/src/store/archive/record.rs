//! The lines of an archive, and the rows they describe.

use std::collections::HashMap;

use arbiter_wire::{AccountRole, GameOptions};
use serde::{Deserialize, Serialize};

use super::identity::ArchivedIdentity;
use super::moderation::{
    ArchivedAct, ArchivedBan, ArchivedBlock, ArchivedFollow, ArchivedReport, ArchivedSetting,
};
use super::push::ArchivedPush;
use super::reserved_name::ArchivedName;
use super::tournament::ArchivedTournament;
use super::{
    super::{
        columns::from_variant,
        connection::{Connection, EventRow},
        error::StoreError,
        value::{Row, Value},
    },
    DamagedGame,
};
use crate::base::GameId;

/// A line of an archive.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Record {
    /// The first line.
    Arbiter {
        version: u32,
        /// When the archive was written, in milliseconds since 1970.
        exported: u64,
    },
    /// The time of the game clock.
    Clock {
        time: u64,
    },
    Player(ArchivedPlayer),
    Token(ArchivedToken),
    Rating(ArchivedRating),
    Game(Box<ArchivedGame>),
    Ban(ArchivedBan),
    Report(ArchivedReport),
    Block(ArchivedBlock),
    Follow(ArchivedFollow),
    Act(ArchivedAct),
    Setting(ArchivedSetting),
    ReservedName(ArchivedName),
    Identity(ArchivedIdentity),
    Push(ArchivedPush),
    Tournament(Box<ArchivedTournament>),
    /// The last line, with the number of records before it.
    End(ArchiveCounts),
}

/// The number of records in an archive.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ArchiveCounts {
    /// The number of players, without the computer's levels.
    pub players: u64,
    /// The number of sessions and API tokens.
    pub tokens: u64,
    /// The number of ratings, one for each player and speed.
    pub ratings: u64,
    /// The number of games.
    pub games: u64,
    /// The number of events in all games.
    pub events: u64,
    /// The number of chat messages.
    pub chat: u64,
    /// The number of bans and mutes.
    #[serde(default)]
    pub bans: u64,
    /// The number of reports of players.
    #[serde(default)]
    pub reports: u64,
    /// The number of blocked players.
    #[serde(default)]
    pub blocks: u64,
    /// The number of players who are followed.
    #[serde(default)]
    pub follows: u64,
    /// The number of administrative acts.
    #[serde(default)]
    pub acts: u64,
    /// The number of server settings.
    #[serde(default)]
    pub settings: u64,
    /// The number of reserved names of deleted accounts.
    #[serde(default)]
    pub reserved_names: u64,
    /// The number of accounts at providers with which players sign in.
    #[serde(default)]
    pub identities: u64,
    /// The number of browsers that receive Web Push messages.
    #[serde(default)]
    pub push_subscriptions: u64,
    /// The number of tournaments.
    #[serde(default)]
    pub tournaments: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedPlayer {
    id: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    password: Option<String>,
    created: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deleted: Option<i64>,
    #[serde(default = "player_role", skip_serializing_if = "is_player_role")]
    role: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closed: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closed_reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// When the account became that of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedToken {
    id: i64,
    player: i64,
    kind: String,
    /// Written in hexadecimal digits.
    #[serde(with = "hexadecimal")]
    hash: Vec<u8>,
    label: String,
    scopes: String,
    created: i64,
    used: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedRating {
    player: i64,
    speed: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i64,
    updated: i64,
}

/// A row of the `games` table, with the events and the chat of the game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedGame {
    #[serde(rename = "id", with = "game_id")]
    pub number: i64,
    pub created: i64,
    /// The JSON as it is stored.
    pub options: String,
    pub maker: i64,
    pub white: Option<i64>,
    pub black: Option<i64>,
    pub stage: i64,
    pub speed: String,
    pub rated: i64,
    pub plies: i64,
    pub deadline: Option<i64>,
    pub result: Option<String>,
    pub reason: Option<String>,
    pub ended: Option<i64>,
    pub white_rating: Option<i64>,
    pub black_rating: Option<i64>,
    pub white_change: Option<i64>,
    pub black_change: Option<i64>,
    #[serde(with = "optional_game_id")]
    pub rematch: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<i64>,
    pub events: Vec<ArchivedEvent>,
    pub chat: Vec<ArchivedChat>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedEvent {
    pub seq: i64,
    pub line: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedChat {
    pub channel: String,
    pub player: i64,
    pub at: i64,
    pub text: String,
}

impl ArchivedPlayer {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedPlayer>, StoreError> {
        db.query(
            "SELECT id, name, password, created, deleted, role, closed, closed_reason, \
             email, bot FROM players WHERE id > 0 ORDER BY id",
            &[],
            |row| {
                Ok(ArchivedPlayer {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    password: row.get(2)?,
                    created: row.get(3)?,
                    deleted: row.get(4)?,
                    role: row.get(5)?,
                    closed: row.get(6)?,
                    closed_reason: row.get(7)?,
                    email: row.get(8)?,
                    bot: row.get(9)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        let folded = self.name.as_ref().map(|name| name.to_ascii_lowercase());
        let folded_email = self.email.as_ref().map(|email| email.to_lowercase());
        db.execute(
            "INSERT INTO players (id, name, folded, password, created, deleted, role, closed, \
             closed_reason, email, folded_email, bot) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            &[
                self.id.into(),
                self.name.as_deref().into(),
                folded.as_deref().into(),
                self.password.as_deref().into(),
                self.created.into(),
                self.deleted.into(),
                self.role.as_str().into(),
                self.closed.into(),
                self.closed_reason.as_deref().into(),
                self.email.as_deref().into(),
                folded_email.as_deref().into(),
                self.bot.into(),
            ],
        )?;
        Ok(())
    }
}

impl ArchivedToken {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedToken>, StoreError> {
        db.query(
            "SELECT id, player, kind, hash, label, scopes, created, used, expires \
             FROM tokens ORDER BY id",
            &[],
            |row| {
                Ok(ArchivedToken {
                    id: row.get(0)?,
                    player: row.get(1)?,
                    kind: row.get(2)?,
                    hash: row.get(3)?,
                    label: row.get(4)?,
                    scopes: row.get(5)?,
                    created: row.get(6)?,
                    used: row.get(7)?,
                    expires: row.get(8)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO tokens (id, player, kind, hash, label, scopes, created, used, expires) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            &[
                self.id.into(),
                self.player.into(),
                self.kind.as_str().into(),
                self.hash.as_slice().into(),
                self.label.as_str().into(),
                self.scopes.as_str().into(),
                self.created.into(),
                self.used.into(),
                self.expires.into(),
            ],
        )?;
        Ok(())
    }
}

impl ArchivedRating {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedRating>, StoreError> {
        db.query(
            "SELECT player, speed, rating, deviation, volatility, games, updated \
             FROM ratings ORDER BY player, speed",
            &[],
            |row| {
                Ok(ArchivedRating {
                    player: row.get(0)?,
                    speed: row.get(1)?,
                    rating: row.get(2)?,
                    deviation: row.get(3)?,
                    volatility: row.get(4)?,
                    games: row.get(5)?,
                    updated: row.get(6)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO ratings (player, speed, rating, deviation, volatility, games, updated) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            &[
                self.player.into(),
                self.speed.as_str().into(),
                self.rating.into(),
                self.deviation.into(),
                self.volatility.into(),
                self.games.into(),
                self.updated.into(),
            ],
        )?;
        Ok(())
    }
}

impl ArchivedGame {
    /// Returns the numbers of the first `limit` games after this one.
    pub fn numbers(
        db: &mut dyn Connection,
        after: i64,
        limit: Value,
    ) -> Result<Vec<i64>, StoreError> {
        db.query(
            "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2",
            &[after.into(), limit],
            |row| row.get(0),
        )
    }

    /// Returns the games with these numbers and those between them.
    pub fn between(
        db: &mut dyn Connection,
        first: i64,
        last: i64,
    ) -> Result<Vec<ArchivedGame>, StoreError> {
        let range = [Value::Int(first), Value::Int(last)];
        let mut games = db.query(
            "SELECT id, created, options, maker, white, black, stage, speed, rated, plies, \
             deadline, result, reason, ended, white_rating, black_rating, white_change, \
             black_change, rematch, opening FROM games WHERE id BETWEEN $1 AND $2 ORDER BY id",
            &range,
            ArchivedGame::read,
        )?;
        let indexes: HashMap<i64, usize> = (games.iter().map(|it| it.number)).zip(0..).collect();
        db.for_each_row(
            "SELECT game, seq, line, command FROM all_events WHERE game BETWEEN $1 AND $2 \
             ORDER BY game, seq",
            &range,
            &mut |row| {
                if let Some(&index) = indexes.get(&row.get(0)?) {
                    games[index].events.push(ArchivedEvent {
                        seq: row.get(1)?,
                        line: row.get(2)?,
                        command: row.get(3)?,
                    });
                }
                Ok(())
            },
        )?;
        db.for_each_row(
            "SELECT game, channel, player, at, text FROM chat WHERE game BETWEEN $1 AND $2 \
             ORDER BY game, id",
            &range,
            &mut |row| {
                if let Some(&index) = indexes.get(&row.get(0)?) {
                    games[index].chat.push(ArchivedChat {
                        channel: row.get(1)?,
                        player: row.get(2)?,
                        at: row.get(3)?,
                        text: row.get(4)?,
                    });
                }
                Ok(())
            },
        )?;
        Ok(games)
    }

    fn read(row: &Row) -> Result<ArchivedGame, StoreError> {
        Ok(ArchivedGame {
            number: row.get(0)?,
            created: row.get(1)?,
            options: row.get(2)?,
            maker: row.get(3)?,
            white: row.get(4)?,
            black: row.get(5)?,
            stage: row.get(6)?,
            speed: row.get(7)?,
            rated: row.get(8)?,
            plies: row.get(9)?,
            deadline: row.get(10)?,
            result: row.get(11)?,
            reason: row.get(12)?,
            ended: row.get(13)?,
            white_rating: row.get(14)?,
            black_rating: row.get(15)?,
            white_change: row.get(16)?,
            black_change: row.get(17)?,
            rematch: row.get(18)?,
            opening: row.get(19)?,
            events: Vec::new(),
            chat: Vec::new(),
        })
    }

    /// Returns the game if its number and that of its rematch are ids of games.
    pub fn with_valid_ids(self) -> Result<ArchivedGame, DamagedGame> {
        let is_id = |number: i64| GameId::from_number(number).is_some();
        let wrong = match self.rematch {
            _ if !is_id(self.number) => ("id", self.number),
            Some(rematch) if !is_id(rematch) => ("rematch", rematch),
            _ => return Ok(self),
        };
        let (column, number) = wrong;
        Err(DamagedGame {
            number: self.number,
            error: StoreError::Unreadable {
                row: format!("game {}", self.number),
                column,
                text: number.to_string(),
            },
        })
    }

    /// Returns the variant as its column. It is part of the options.
    fn variant(&self) -> &'static str {
        let options: Option<GameOptions> = serde_json::from_str(&self.options).ok();
        from_variant(options.unwrap_or_default().variant)
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO games (id, created, options, maker, white, black, stage, speed, rated, \
             plies, deadline, result, reason, ended, white_rating, black_rating, white_change, \
             black_change, rematch, opening, variant) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, \
             $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
            &[
                self.number.into(),
                self.created.into(),
                self.options.as_str().into(),
                self.maker.into(),
                self.white.into(),
                self.black.into(),
                self.stage.into(),
                self.speed.as_str().into(),
                self.rated.into(),
                self.plies.into(),
                self.deadline.into(),
                self.result.as_deref().into(),
                self.reason.as_deref().into(),
                self.ended.into(),
                self.white_rating.into(),
                self.black_rating.into(),
                self.white_change.into(),
                self.black_change.into(),
                self.rematch.into(),
                self.opening.into(),
                self.variant().into(),
            ],
        )?;
        let events: Vec<EventRow> = self.events.iter().map(ArchivedEvent::row).collect();
        db.insert_events(self.number, &events)?;
        for chat in &self.chat {
            db.execute(
                "INSERT INTO chat (game, channel, player, at, text) VALUES ($1, $2, $3, $4, $5)",
                &[
                    self.number.into(),
                    chat.channel.as_str().into(),
                    chat.player.into(),
                    chat.at.into(),
                    chat.text.as_str().into(),
                ],
            )?;
        }
        Ok(())
    }
}

impl ArchivedEvent {
    fn row(&self) -> EventRow<'_> {
        EventRow {
            seq: self.seq,
            line: &self.line,
            command: self.command.as_deref(),
        }
    }
}

fn player_role() -> String {
    AccountRole::Player.code().to_owned()
}

fn is_player_role(role: &str) -> bool {
    role == AccountRole::Player.code()
}

/// Writes the number of a game as the id that people see.
mod game_id {
    use serde::{Deserialize, Deserializer, Serializer, de, ser};

    use super::GameId;

    pub fn serialize<S: Serializer>(number: &i64, to: S) -> Result<S::Ok, S::Error> {
        let id = GameId::from_number(*number)
            .ok_or_else(|| ser::Error::custom(format!("{number} is not the number of a game")))?;
        to.collect_str(&id)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<i64, D::Error> {
        let text = String::deserialize(from)?;
        let id: GameId = text.parse().map_err(de::Error::custom)?;
        Ok(id.to_number())
    }
}

pub mod optional_game_id {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Id(#[serde(with = "super::game_id")] i64);

    pub fn serialize<S: Serializer>(number: &Option<i64>, to: S) -> Result<S::Ok, S::Error> {
        number.map(Id).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<i64>, D::Error> {
        let id = Option::<Id>::deserialize(from)?;
        Ok(id.map(|Id(number)| number))
    }
}

pub mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        to.serialize_str(&digits)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        let pairs = text.as_bytes().chunks(2);
        pairs
            .map(|pair| {
                let digits = str::from_utf8(pair).map_err(de::Error::custom)?;
                u8::from_str_radix(digits, 16).map_err(de::Error::custom)
            })
            .collect()
    }
}
