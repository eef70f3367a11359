//! Open seeks of nodes that share a database. Only nodes on PostgreSQL do; a single node
//! keeps its seeks in memory.

use arbiter_rules::Color;
use arbiter_wire::GameOptions;

use super::{
    Store,
    columns::{from_u64, to_game_id, to_json},
    connection::Connection,
    error::StoreError,
    nodes::{delete_gone_nodes, select_running},
    player_card::{PlayerCard, read_card},
    value::{Row, Value},
};
use crate::base::{GameId, NodeId, PlayerId};

/// A seek to be stored. It takes the place of an earlier one of the same player.
#[derive(Clone, Debug)]
pub struct NewSeek {
    /// The random id of the seek.
    pub id: u64,
    /// The node whose connection it belongs to; none if it expires instead.
    pub node: Option<NodeId>,
    /// The player.
    pub player: PlayerId,
    /// The rating that counts for the game.
    pub rating: Option<i32>,
    /// The options of the game, in one form for equal options.
    pub options: GameOptions,
    /// The side that the player wants; random if none.
    pub color: Option<Color>,
    /// When it expires, in milliseconds since 1970.
    pub expires: Option<u64>,
}

/// An open seek.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredSeek {
    /// Its id.
    pub id: u64,
    /// The player, with the rating that counts for the game.
    pub player: PlayerCard,
    /// The options of the game.
    pub options: GameOptions,
    /// The side that the player wants; random if none.
    pub color: Option<Color>,
}

/// The outcome of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeekOutcome {
    /// It is open.
    Open,
    /// It has led to this game.
    Paired(GameId),
}

/// How many seeks of the same kind are considered for a pairing.
const MAX_CANDIDATES: usize = 1_000;

/// The condition that a seek `s` is open: its node runs, or it has not expired at `$1`.
macro_rules! is_open {
    () => {
        concat!(
            "s.game IS NULL AND (s.expires > $1 OR s.node IN (",
            select_running!(),
            "))"
        )
    };
}

/// Selects open seeks at `$1`.
macro_rules! select_open {
    ($rest:literal) => {
        concat!(
            "SELECT s.id, s.options, s.color, p.id, p.name, p.state, \
             CAST(s.rating AS DOUBLE PRECISION) \
             FROM seeks s JOIN players p ON p.id = s.player WHERE ",
            is_open!(),
            " ",
            $rest
        )
    };
}

/// Counts the open seeks of other players than `$2` at `$1`.
const COUNT_OTHERS: &str = concat!(
    "SELECT count(*) FROM seeks s WHERE ",
    is_open!(),
    " AND s.player <> $2"
);

impl Store {
    /// Stores a seek. Returns `false` if other players have `limit` open ones.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn post_seek(
        &self,
        seek: NewSeek,
        now: u64,
        limit: usize,
    ) -> Result<bool, StoreError> {
        let options = to_json(&seek.options)?;
        self.write(move |db| {
            let others = [from_u64(now), seek.player.0.into()];
            let count = db.find(COUNT_OTHERS, &others, |row| row.get::<i64>(0))?;
            if usize::try_from(count.unwrap_or(0)).is_ok_and(|count| count >= limit) {
                return Ok(false);
            }
            db.execute(
                "INSERT INTO seeks (id, node, player, options, color, rating, expires) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) \
                 ON CONFLICT (player) WHERE game IS NULL DO UPDATE SET id = excluded.id, \
                 posted = DEFAULT, node = excluded.node, options = excluded.options, \
                 color = excluded.color, rating = excluded.rating, expires = excluded.expires",
                &[
                    from_u64(seek.id),
                    Value::Int(seek.node.map_or(0, |node| node.0)),
                    seek.player.0.into(),
                    options.as_str().into(),
                    seek.color.map(color_code).into(),
                    seek.rating.map(i64::from).into(),
                    seek.expires.map_or(Value::Null, from_u64),
                ],
            )?;
            Ok(true)
        })
        .await
    }

    /// Returns open seeks of other players with these options, the oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn seeks_like(
        &self,
        options: &GameOptions,
        player: PlayerId,
        now: u64,
    ) -> Result<Vec<StoredSeek>, StoreError> {
        let options = to_json(options)?;
        self.read(move |db| {
            db.query(
                select_open!("AND s.options = $2 AND s.player <> $3 ORDER BY s.posted LIMIT $4"),
                &[
                    from_u64(now),
                    options.as_str().into(),
                    player.0.into(),
                    Value::count(MAX_CANDIDATES),
                ],
                read_seek,
            )
        })
        .await
    }

    /// Returns the newest open seeks.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn open_seeks(&self, now: u64, limit: usize) -> Result<Vec<StoredSeek>, StoreError> {
        self.read(move |db| {
            db.query(
                select_open!("ORDER BY s.posted DESC LIMIT $2"),
                &[from_u64(now), Value::count(limit)],
                read_seek,
            )
        })
        .await
    }

    /// Returns an open seek.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn open_seek(&self, id: u64, now: u64) -> Result<Option<StoredSeek>, StoreError> {
        self.read(move |db| {
            let sql = select_open!("AND s.id = $2");
            db.find(sql, &[from_u64(now), from_u64(id)], read_seek)
        })
        .await
    }

    /// Returns the outcome of a seek of this player, if it is known.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn seek_outcome(
        &self,
        id: u64,
        player: PlayerId,
    ) -> Result<Option<SeekOutcome>, StoreError> {
        self.read(move |db| {
            db.find(
                "SELECT id, game FROM seeks WHERE id = $1 AND player = $2",
                &[from_u64(id), player.0.into()],
                |row| Ok(read_outcome(row)?.1),
            )
        })
        .await
    }

    /// Returns the outcomes of the seeks of a node.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn seeks_of_node(&self, node: NodeId) -> Result<Vec<(u64, SeekOutcome)>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT id, game FROM seeks WHERE node = $1",
                &[node.0.into()],
                read_outcome,
            )
        })
        .await
    }

    /// Withdraws the open seek of a player; if an id is given, only that one. Returns
    /// whether there was one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn withdraw_seek(
        &self,
        player: PlayerId,
        id: Option<u64>,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            let withdrawn = db.execute(
                "DELETE FROM seeks WHERE player = $1 AND game IS NULL \
                 AND (CAST($2 AS BIGINT) IS NULL OR id = $2)",
                &[player.0.into(), id.map_or(Value::Null, from_u64)],
            )?;
            Ok(withdrawn > 0)
        })
        .await
    }

    /// Forgets a seek whose player knows its outcome.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn forget_seek(&self, id: u64) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute("DELETE FROM seeks WHERE id = $1", &[from_u64(id)])?;
            Ok(())
        })
        .await
    }

    /// Deletes seeks that expired before this time. Also deletes nodes that have not
    /// reported for an hour, and their seeks.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_old_seeks(&self, before: u64) -> Result<(), StoreError> {
        self.write(move |db| {
            delete_gone_nodes(db)?;
            db.execute(
                "DELETE FROM seeks WHERE expires < $1 \
                 OR expires IS NULL AND node NOT IN (SELECT id FROM nodes)",
                &[from_u64(before)],
            )?;
            Ok(())
        })
        .await
    }
}

/// Locks open seeks until the transaction ends. Reports whether all of them are open.
pub(super) fn lock_open(db: &mut dyn Connection, ids: &[u64]) -> Result<bool, StoreError> {
    // All nodes take locks in the same order, so that there is no deadlock.
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    for id in ids {
        let sql = "SELECT id FROM seeks WHERE id = $1 AND game IS NULL FOR UPDATE";
        if db.find(sql, &[from_u64(id)], |_| Ok(()))?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Notes that seeks, which are locked, have led to a game.
pub(super) fn mark_paired(
    db: &mut dyn Connection,
    ids: &[u64],
    game: GameId,
) -> Result<(), StoreError> {
    for &id in ids {
        db.execute(
            "UPDATE seeks SET game = $1 WHERE id = $2",
            &[game.to_number().into(), from_u64(id)],
        )?;
    }
    Ok(())
}

fn read_seek(row: &Row) -> Result<StoredSeek, StoreError> {
    let id = row.get::<i64>(0)?.cast_unsigned();
    let options: String = row.get(1)?;
    let color: Option<String> = row.get(2)?;
    let options = serde_json::from_str(&options).map_err(|_| StoreError::Unreadable {
        row: format!("seek {id}"),
        column: "options",
        text: options,
    })?;
    Ok(StoredSeek {
        id,
        player: read_card(row, 3)?,
        options,
        color: color.map(|code| match code.as_str() {
            "white" => Color::White,
            _ => Color::Black,
        }),
    })
}

fn read_outcome(row: &Row) -> Result<(u64, SeekOutcome), StoreError> {
    let game: Option<i64> = row.get(1)?;
    let outcome = match game {
        None => SeekOutcome::Open,
        Some(game) => SeekOutcome::Paired(to_game_id(game)?),
    };
    Ok((row.get::<i64>(0)?.cast_unsigned(), outcome))
}

const fn color_code(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
