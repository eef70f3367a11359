//! Challenges to named players.

use arbiter_rules::Color;
use arbiter_wire::{ChallengeState, DeclineReason, GameOptions, Speed};

use super::{
    Store,
    columns::{from_u64, to_game_id, to_json, to_u64},
    connection::Connection,
    error::StoreError,
    player_card::{PlayerCard, read_card},
    value::{Row, Value},
};
use crate::base::{ChallengeId, GameId, PlayerId};

/// How many open challenges a player may have made.
const MAX_OUTGOING: u64 = 20;
/// How many open challenges may wait for one player.
const MAX_INCOMING: u64 = 50;

/// A challenge to be stored.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// The id of the challenge.
    pub id: ChallengeId,
    /// The player who challenges.
    pub challenger: PlayerId,
    /// The player who is challenged.
    pub challenged: PlayerId,
    /// The options of the game.
    pub options: GameOptions,
    /// The speed of the game.
    pub speed: Speed,
    /// The side of the challenger; random if none.
    pub color: Option<Color>,
    /// When it is made, in milliseconds since 1970.
    pub created: u64,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
}

/// A challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChallenge {
    /// The id of the challenge.
    pub id: ChallengeId,
    /// The player who challenges, with the rating at the speed of the game.
    pub challenger: PlayerCard,
    /// The player who is challenged, with the rating at the speed of the game.
    pub challenged: PlayerCard,
    /// The options of the game.
    pub options: GameOptions,
    /// The speed of the game.
    pub speed: Speed,
    /// The side of the challenger; random if none.
    pub color: Option<Color>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
    /// Its state as it is stored: an expired challenge is still open there.
    pub stored_state: ChallengeState,
    /// Why it was declined.
    pub reason: Option<DeclineReason>,
    /// The game, once it is accepted.
    pub game: Option<GameId>,
}

/// Why a challenge is not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeObstacle {
    /// One of the players has blocked the other.
    Blocked,
    /// The challenger has too many open challenges.
    TooManyOutgoing,
    /// Too many open challenges wait for the challenged player.
    TooManyIncoming,
}

/// An answer that ends a challenge without a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeAnswer {
    /// The challenged player declines.
    Decline(DeclineReason),
    /// The challenger withdraws.
    Withdraw,
}

impl StoredChallenge {
    /// Returns the state at this time, in milliseconds since 1970.
    #[must_use]
    pub fn state(&self, now: u64) -> ChallengeState {
        match self.stored_state {
            ChallengeState::Open if self.expires <= now => ChallengeState::Expired,
            state => state,
        }
    }
}

impl Store {
    /// Stores a challenge, which replaces an earlier one to the same player.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if the challenge is
    /// not stored.
    pub async fn create_challenge(
        &self,
        new: NewChallenge,
    ) -> Result<Result<(), ChallengeObstacle>, StoreError> {
        self.write(move |db| insert(db, &new)).await
    }

    /// Returns a challenge of this player, or to this player.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn challenge(
        &self,
        id: ChallengeId,
        player: PlayerId,
    ) -> Result<Option<StoredChallenge>, StoreError> {
        self.read(move |db| {
            db.find(
                concat!(
                    select_challenge!(),
                    " WHERE c.id = $1 AND (c.challenger = $2 OR c.challenged = $2)"
                ),
                &[id.0.to_number().into(), player.0.into()],
                read_challenge,
            )
        })
        .await
    }

    /// Returns the challenges that wait for an answer of this player, the newest
    /// first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn incoming_challenges(
        &self,
        player: PlayerId,
        now: u64,
    ) -> Result<Vec<StoredChallenge>, StoreError> {
        self.read(move |db| {
            db.query(
                concat!(
                    select_challenge!(),
                    " WHERE c.challenged = $1 AND c.state = 'open' AND c.expires > $2 \
                     ORDER BY c.created DESC LIMIT $3"
                ),
                &[player.0.into(), from_u64(now), from_u64(MAX_INCOMING)],
                read_challenge,
            )
        })
        .await
    }

    /// Returns the open challenges that this player has made, the newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn outgoing_challenges(
        &self,
        player: PlayerId,
        now: u64,
    ) -> Result<Vec<StoredChallenge>, StoreError> {
        self.read(move |db| {
            db.query(
                concat!(
                    select_challenge!(),
                    " WHERE c.challenger = $1 AND c.state = 'open' AND c.expires > $2 \
                     ORDER BY c.created DESC LIMIT $3"
                ),
                &[player.0.into(), from_u64(now), from_u64(MAX_OUTGOING)],
                read_challenge,
            )
        })
        .await
    }

    /// Returns the challenges that expire after this time, in milliseconds since 1970, and
    /// those with these ids, at most `limit` of each. Only nodes on PostgreSQL share a
    /// database.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn challenges_after(
        &self,
        expires: u64,
        ids: Vec<ChallengeId>,
        limit: usize,
    ) -> Result<Vec<StoredChallenge>, StoreError> {
        let ids = ids.iter().take(limit);
        let ids: Vec<String> = ids.map(|id| id.0.to_number().to_string()).collect();
        let ids = ids.join(",");
        self.read(move |db| {
            let mut found = db.query(
                concat!(
                    select_challenge!(),
                    " WHERE c.expires > $1 ORDER BY c.expires DESC LIMIT $2"
                ),
                &[from_u64(expires), Value::count(limit)],
                read_challenge,
            )?;
            if !ids.is_empty() {
                found.extend(db.query(
                    concat!(
                        select_challenge!(),
                        " WHERE c.id = ANY (CAST(string_to_array($1, ',') AS BIGINT[]))"
                    ),
                    &[ids.as_str().into()],
                    read_challenge,
                )?);
            }
            Ok(found)
        })
        .await
    }

    /// Stores an answer, and returns whether the challenge was still open.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn answer_challenge(
        &self,
        id: ChallengeId,
        answer: ChallengeAnswer,
        now: u64,
    ) -> Result<bool, StoreError> {
        let (state, reason) = match answer {
            ChallengeAnswer::Decline(reason) => (ChallengeState::Declined, Some(reason)),
            ChallengeAnswer::Withdraw => (ChallengeState::Withdrawn, None),
        };
        self.write(move |db| {
            let answered = db.execute(
                "UPDATE challenges SET state = $1, reason = $2 \
                 WHERE id = $3 AND state = 'open' AND expires > $4",
                &[
                    state.code().into(),
                    reason.map(DeclineReason::code).into(),
                    id.0.to_number().into(),
                    from_u64(now),
                ],
            )?;
            Ok(answered > 0)
        })
        .await
    }

    /// Deletes challenges that expired before this time, in milliseconds since
    /// 1970. Returns how many were deleted, at most `limit`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn delete_old_challenges(
        &self,
        before: u64,
        limit: usize,
    ) -> Result<u64, StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM challenges WHERE id IN \
                 (SELECT id FROM challenges WHERE expires < $1 LIMIT $2)",
                &[from_u64(before), Value::count(limit)],
            )
        })
        .await
    }
}

/// Reports whether a challenge can be accepted.
pub(super) fn is_open(
    db: &mut dyn Connection,
    id: ChallengeId,
    now: u64,
) -> Result<bool, StoreError> {
    let found = db.find(
        "SELECT 1 FROM challenges WHERE id = $1 AND state = 'open' AND expires > $2",
        &[id.0.to_number().into(), from_u64(now)],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Stores that a challenge has led to a game.
pub(super) fn mark_accepted(
    db: &mut dyn Connection,
    id: ChallengeId,
    game: GameId,
) -> Result<(), StoreError> {
    db.execute(
        "UPDATE challenges SET state = 'accepted', game = $1 WHERE id = $2",
        &[game.to_number().into(), id.0.to_number().into()],
    )?;
    Ok(())
}

/// Selects the columns of a challenge and its players for [`read_challenge`].
macro_rules! select_challenge {
    () => {
        "SELECT c.id, c.options, c.speed, c.color, c.created, c.expires, c.state, c.reason, \
         c.game, p.id, p.name, p.state, pr.rating, o.id, o.name, o.state, o_r.rating \
         FROM challenges c \
         JOIN players p ON p.id = c.challenger \
         JOIN players o ON o.id = c.challenged \
         LEFT JOIN ratings pr ON pr.player = c.challenger AND pr.speed = c.speed \
         LEFT JOIN ratings o_r ON o_r.player = c.challenged AND o_r.speed = c.speed"
    };
}
use select_challenge;

fn read_challenge(row: &Row) -> Result<StoredChallenge, StoreError> {
    let id = ChallengeId(to_game_id(row.get(0)?)?);
    let unreadable = |column, text: &str| StoreError::Unreadable {
        row: format!("challenge {id}"),
        column,
        text: text.to_owned(),
    };
    let options: String = row.get(1)?;
    let speed: String = row.get(2)?;
    let state: String = row.get(6)?;
    let reason: Option<String> = row.get(7)?;
    let color: Option<String> = row.get(3)?;
    let game: Option<i64> = row.get(8)?;
    Ok(StoredChallenge {
        id,
        options: serde_json::from_str(&options).map_err(|_| unreadable("options", &options))?,
        speed: Speed::from_code(&speed).ok_or_else(|| unreadable("speed", &speed))?,
        color: match color.as_deref() {
            None => None,
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            Some(other) => return Err(unreadable("color", other)),
        },
        created: to_u64(row.get(4)?),
        expires: to_u64(row.get(5)?),
        stored_state: ChallengeState::from_code(&state)
            .ok_or_else(|| unreadable("state", &state))?,
        reason: reason.as_deref().and_then(DeclineReason::from_code),
        game: game.map(to_game_id).transpose()?,
        challenger: read_card(row, 9)?,
        challenged: read_card(row, 13)?,
    })
}

fn insert(
    db: &mut dyn Connection,
    new: &NewChallenge,
) -> Result<Result<(), ChallengeObstacle>, StoreError> {
    let players = [new.challenger.0.into(), new.challenged.0.into()];
    let blocked = db.find(
        "SELECT 1 FROM blocks WHERE (player = $1 AND blocked = $2) \
         OR (player = $2 AND blocked = $1)",
        &players,
        |_| Ok(()),
    )?;
    if blocked.is_some() {
        return Ok(Err(ChallengeObstacle::Blocked));
    }
    // Those that are replaced do not count.
    let outgoing = db.find(
        "SELECT count(*) FROM challenges WHERE challenger = $1 AND challenged <> $2 \
         AND state = 'open' AND expires > $3",
        &[players[0], players[1], from_u64(new.created)],
        |row| row.get(0).map(to_u64),
    )?;
    if outgoing.unwrap_or(0) >= MAX_OUTGOING {
        return Ok(Err(ChallengeObstacle::TooManyOutgoing));
    }
    let incoming = db.find(
        "SELECT count(*) FROM challenges WHERE challenged = $1 AND challenger <> $2 \
         AND state = 'open' AND expires > $3",
        &[players[1], players[0], from_u64(new.created)],
        |row| row.get(0).map(to_u64),
    )?;
    if incoming.unwrap_or(0) >= MAX_INCOMING {
        return Ok(Err(ChallengeObstacle::TooManyIncoming));
    }
    db.execute(
        "UPDATE challenges SET state = 'withdrawn' \
         WHERE challenger = $1 AND challenged = $2 AND state = 'open'",
        &players,
    )?;
    let options = to_json(&new.options)?;
    let color = new.color.map(|color| match color {
        Color::White => "white",
        Color::Black => "black",
    });
    db.execute(
        "INSERT INTO challenges \
         (id, challenger, challenged, options, speed, color, created, expires, state) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open')",
        &[
            new.id.0.to_number().into(),
            players[0],
            players[1],
            options.as_str().into(),
            new.speed.code().into(),
            color.into(),
            from_u64(new.created),
            from_u64(new.expires),
        ],
    )?;
    Ok(Ok(()))
}
