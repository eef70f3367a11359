//! Lists of people: search, leaderboards, players who follow each other, and the
//! score between two of them.

use arbiter_wire::Speed;

use super::{
    Store,
    columns::{from_u64, to_u64},
    error::StoreError,
    player_card::{PlayerCard, read_card},
    players::ResultCounts,
    value::Value,
};
use crate::base::PlayerId;

/// How many players one player may follow.
const MAX_FOLLOWED: u64 = 500;
/// How many characters of a name are needed to search: the index has this many.
pub const MIN_SEARCHED_CHARACTERS: usize = 2;

/// The best bots at a speed. There are few bots, so `CROSS JOIN` makes SQLite read them
/// first, whatever its planner estimates.
const BEST_BOTS: &str = "SELECT p.id, p.name, p.state, r.rating, r.games FROM players p \
     CROSS JOIN ratings r \
     WHERE r.player = p.id AND r.speed = $1 AND r.deviation <= 110 \
     AND p.bot IS NOT NULL AND p.closed IS NULL \
     ORDER BY r.rating DESC, p.folded LIMIT $2";
/// The best people at a speed. The deviation is that of the index `leaders`.
const BEST_PEOPLE: &str = "SELECT p.id, p.name, p.state, r.rating, r.games FROM ratings r \
     JOIN players p ON p.id = r.player \
     WHERE r.speed = $1 AND r.deviation <= 110 AND p.name IS NOT NULL \
     AND p.closed IS NULL AND p.bot IS NULL \
     ORDER BY r.rating DESC, p.folded LIMIT $2";

impl Store {
    /// Returns the accounts whose names begin with this text, ignoring case, in
    /// order. The text has at least [`MIN_SEARCHED_CHARACTERS`] ASCII characters.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn players_named(
        &self,
        text: &str,
        limit: usize,
    ) -> Result<Vec<PlayerCard>, StoreError> {
        let folded = text.to_ascii_lowercase();
        self.read(move |db| {
            let first = folded.get(..MIN_SEARCHED_CHARACTERS).unwrap_or_default();
            db.query(
                "SELECT p.id, p.name, p.state FROM players p \
                 WHERE substr(p.folded, 1, 2) = $1 \
                 AND substr(p.folded, 1, length(CAST($2 AS TEXT))) = $2 \
                 AND p.closed IS NULL ORDER BY p.folded LIMIT $3",
                &[first.into(), folded.as_str().into(), Value::count(limit)],
                read_name,
            )
        })
        .await
    }

    /// Returns those of these players who have an account, in order of their names.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn accounts_among(
        &self,
        players: Vec<PlayerId>,
    ) -> Result<Vec<PlayerCard>, StoreError> {
        self.read(move |db| {
            let mut found = Vec::new();
            for player in &players {
                found.extend(db.find(
                    "SELECT id, name, state FROM players \
                     WHERE id = $1 AND name IS NOT NULL AND closed IS NULL",
                    &[player.0.into()],
                    read_name,
                )?);
            }
            found.sort_by_key(|card| card.view.name.to_ascii_lowercase());
            Ok(found)
        })
        .await
    }

    /// Returns the best people or bots at a speed, the best first, with their ratings and
    /// the number of games these are based on. Provisional ratings are left out, as
    /// in the index that the list of people uses.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn best_players(
        &self,
        speed: Speed,
        bots: bool,
        limit: usize,
    ) -> Result<Vec<(PlayerCard, u64)>, StoreError> {
        let query = if bots { BEST_BOTS } else { BEST_PEOPLE };
        self.read(move |db| {
            db.query(query, &[speed.code().into(), Value::count(limit)], |row| {
                Ok((read_card(row, 0)?, to_u64(row.get(4)?)))
            })
        })
        .await
    }

    /// Lets a player follow another. Returns false if they follow too many already.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn follow(
        &self,
        player: PlayerId,
        followed: PlayerId,
        now: u64,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            let count = db.find(
                "SELECT count(*) FROM follows WHERE player = $1",
                &[player.0.into()],
                |row| row.get(0).map(to_u64),
            )?;
            if count.unwrap_or(0) >= MAX_FOLLOWED {
                return Ok(false);
            }
            db.execute(
                "INSERT INTO follows (player, followed, created) VALUES ($1, $2, $3) \
                 ON CONFLICT DO NOTHING",
                &[player.0.into(), followed.0.into(), from_u64(now)],
            )?;
            Ok(true)
        })
        .await
    }

    /// Makes a player stop following another.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn unfollow(&self, player: PlayerId, followed: PlayerId) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM follows WHERE player = $1 AND followed = $2",
                &[player.0.into(), followed.0.into()],
            )?;
            Ok(())
        })
        .await
    }

    /// Returns the players whom a player follows, in order of their names.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn followed_by(&self, player: PlayerId) -> Result<Vec<PlayerCard>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT p.id, p.name, p.state FROM follows f \
                 JOIN players p ON p.id = f.followed \
                 WHERE f.player = $1 AND p.name IS NOT NULL ORDER BY p.folded LIMIT $2",
                &[player.0.into(), from_u64(MAX_FOLLOWED)],
                read_name,
            )
        })
        .await
    }

    /// Reports whether a player follows another.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn follows(&self, player: PlayerId, followed: PlayerId) -> Result<bool, StoreError> {
        let found = self.read(move |db| {
            db.find(
                "SELECT 1 FROM follows WHERE player = $1 AND followed = $2",
                &[player.0.into(), followed.0.into()],
                |_| Ok(()),
            )
        });
        Ok(found.await?.is_some())
    }

    /// Returns the results of the finished games between two players, from the first
    /// player's point of view.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn score_between(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<ResultCounts, StoreError> {
        self.read(move |db| {
            let mut counts = ResultCounts::default();
            for (white, black, win, loss) in
                [(player, other, "1-0", "0-1"), (other, player, "0-1", "1-0")]
            {
                db.for_each_row(
                    "SELECT result, count(*) FROM games \
                     WHERE white = $1 AND black = $2 AND stage = 2 GROUP BY result",
                    &[white.0.into(), black.0.into()],
                    &mut |row| {
                        let result: Option<String> = row.get(0)?;
                        let count = to_u64(row.get(1)?);
                        match result.as_deref() {
                            Some(it) if it == win => counts.won += count,
                            Some(it) if it == loss => counts.lost += count,
                            Some("1/2-1/2") => counts.drawn += count,
                            _ => {}
                        }
                        Ok(())
                    },
                )?;
            }
            Ok(counts)
        })
        .await
    }
}

/// Reads a card from the columns id, name and state, without a rating.
fn read_name(row: &super::value::Row) -> Result<PlayerCard, StoreError> {
    Ok(super::player_card::card(
        PlayerId(row.get(0)?),
        row.get(1)?,
        super::player_card::AccountState::read(row, 2)?,
        None,
    ))
}

#[cfg(test)]
mod tests {
    use super::{BEST_BOTS, BEST_PEOPLE};
    use crate::base::rating::PROVISIONAL_DEVIATION;

    #[test]
    fn leaderboards_and_their_index_leave_out_provisional_ratings() {
        let condition = format!("deviation <= {PROVISIONAL_DEVIATION}");
        for query in [BEST_BOTS, BEST_PEOPLE] {
            assert!(query.contains(&format!("r.{condition} AND")), "{query}");
        }
        let index = format!("leaders ON ratings (speed, rating) WHERE {condition};");
        for migration in [
            include_str!("../../migrations/sqlite/0009_people.sql"),
            include_str!("../../migrations/postgres/0009_people.sql"),
        ] {
            assert!(migration.contains(&index), "{index}");
        }
    }
}
