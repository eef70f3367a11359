//! The lines of an archive about moderation and about who follows whom. Links and
//! challenges are left out: they expire soon, and can be made again.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{
    super::{connection::Connection, error::StoreError},
    record::optional_game_id,
};

/// A row of the `bans` table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedBan {
    id: i64,
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    addresses: Option<String>,
    reason: String,
    created: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lifted: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created_by: Option<i64>,
}

/// A row of the `reports` table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedReport {
    id: i64,
    reporter: i64,
    reported: i64,
    #[serde(
        default,
        with = "optional_game_id",
        skip_serializing_if = "Option::is_none"
    )]
    game: Option<i64>,
    reason: String,
    text: String,
    created: i64,
    state: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    handled: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    handled_by: Option<i64>,
    note: String,
}

/// A row of the `blocks` table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedBlock {
    player: i64,
    blocked: i64,
    created: i64,
}

/// A row of the `follows` table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedFollow {
    player: i64,
    followed: i64,
    created: i64,
}

/// A row of the `audit` table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedAct {
    id: i64,
    at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    actor: Option<i64>,
    act: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<i64>,
    #[serde(
        default,
        with = "optional_game_id",
        skip_serializing_if = "Option::is_none"
    )]
    game: Option<i64>,
    detail: String,
}

/// A row of the `server_settings` table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedSetting {
    key: String,
    value: String,
}

impl ArchivedBan {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedBan>, StoreError> {
        db.query(
            "SELECT id, kind, player, addresses, reason, created, until, lifted, created_by \
             FROM bans ORDER BY id",
            &[],
            |row| {
                Ok(ArchivedBan {
                    id: row.get(0)?,
                    kind: row.get(1)?,
                    player: row.get(2)?,
                    addresses: row.get(3)?,
                    reason: row.get(4)?,
                    created: row.get(5)?,
                    until: row.get(6)?,
                    lifted: row.get(7)?,
                    created_by: row.get(8)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO bans \
             (id, kind, player, addresses, reason, created, until, lifted, created_by) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            &[
                self.id.into(),
                self.kind.as_str().into(),
                self.player.into(),
                self.addresses.as_deref().into(),
                self.reason.as_str().into(),
                self.created.into(),
                self.until.into(),
                self.lifted.into(),
                self.created_by.into(),
            ],
        )?;
        Ok(())
    }
}

impl ArchivedReport {
    /// Returns the report, without its game if that is one of these.
    pub fn without_games(mut self, left_out: &HashSet<i64>) -> ArchivedReport {
        self.game = self.game.filter(|game| !left_out.contains(game));
        self
    }

    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedReport>, StoreError> {
        db.query(
            "SELECT id, reporter, reported, game, reason, text, created, state, handled, handled_by, note \
             FROM reports ORDER BY id",
            &[],
            |row| {
                Ok(ArchivedReport {
                    id: row.get(0)?,
                    reporter: row.get(1)?,
                    reported: row.get(2)?,
                    game: row.get(3)?,
                    reason: row.get(4)?,
                    text: row.get(5)?,
                    created: row.get(6)?,
                    state: row.get(7)?,
                    handled: row.get(8)?,
                    handled_by: row.get(9)?,
                    note: row.get(10)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO reports \
             (id, reporter, reported, game, reason, text, created, state, handled, handled_by, \
             note) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            &[
                self.id.into(),
                self.reporter.into(),
                self.reported.into(),
                self.game.into(),
                self.reason.as_str().into(),
                self.text.as_str().into(),
                self.created.into(),
                self.state.as_str().into(),
                self.handled.into(),
                self.handled_by.into(),
                self.note.as_str().into(),
            ],
        )?;
        Ok(())
    }
}

impl ArchivedBlock {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedBlock>, StoreError> {
        db.query(
            "SELECT player, blocked, created \
             FROM blocks ORDER BY player, blocked",
            &[],
            |row| {
                Ok(ArchivedBlock {
                    player: row.get(0)?,
                    blocked: row.get(1)?,
                    created: row.get(2)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO blocks \
             (player, blocked, created) \
             VALUES ($1, $2, $3)",
            &[self.player.into(), self.blocked.into(), self.created.into()],
        )?;
        Ok(())
    }
}

impl ArchivedFollow {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedFollow>, StoreError> {
        db.query(
            "SELECT player, followed, created \
             FROM follows ORDER BY player, followed",
            &[],
            |row| {
                Ok(ArchivedFollow {
                    player: row.get(0)?,
                    followed: row.get(1)?,
                    created: row.get(2)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO follows \
             (player, followed, created) \
             VALUES ($1, $2, $3)",
            &[
                self.player.into(),
                self.followed.into(),
                self.created.into(),
            ],
        )?;
        Ok(())
    }
}

impl ArchivedAct {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedAct>, StoreError> {
        db.query(
            "SELECT id, at, actor, act, player, game, detail \
             FROM audit ORDER BY id",
            &[],
            |row| {
                Ok(ArchivedAct {
                    id: row.get(0)?,
                    at: row.get(1)?,
                    actor: row.get(2)?,
                    act: row.get(3)?,
                    player: row.get(4)?,
                    game: row.get(5)?,
                    detail: row.get(6)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            "INSERT INTO audit \
             (id, at, actor, act, player, game, detail) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            &[
                self.id.into(),
                self.at.into(),
                self.actor.into(),
                self.act.as_str().into(),
                self.player.into(),
                self.game.into(),
                self.detail.as_str().into(),
            ],
        )?;
        Ok(())
    }
}

impl ArchivedSetting {
    pub fn all(db: &mut dyn Connection) -> Result<Vec<ArchivedSetting>, StoreError> {
        db.query(
            "SELECT key, value \
             FROM server_settings ORDER BY key",
            &[],
            |row| {
                Ok(ArchivedSetting {
                    key: row.get(0)?,
                    value: row.get(1)?,
                })
            },
        )
    }

    pub fn insert(&self, db: &mut dyn Connection) -> Result<(), StoreError> {
        db.execute(
            // A server that was started here has made a key already.
            "INSERT INTO server_settings (key, value) VALUES ($1, $2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            &[self.key.as_str().into(), self.value.as_str().into()],
        )?;
        Ok(())
    }
}
