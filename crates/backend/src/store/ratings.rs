use arbiter_game::Time;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::Speed;

use super::{
    Store,
    columns::{from_time, to_game_id, to_rating, to_time},
    connection::Connection,
    error::StoreError,
};
use crate::base::{
    GameId, PlayerId,
    rating::{Rating, after_game, rounded},
};

/// What a game did to the rating of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingChange {
    /// The rating before the game ended.
    pub before: i32,
    /// The rating after it.
    pub after: i32,
}

/// The rating of a player after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingPoint {
    /// When the game ended, on the game clock.
    pub at: Time,
    /// The game.
    pub game: GameId,
    /// The rating after it.
    pub rating: i32,
}

impl RatingChange {
    /// Returns the difference.
    #[must_use]
    pub const fn change(self) -> i32 {
        self.after - self.before
    }
}

impl Store {
    /// Returns the ratings of a player at a speed after each rated game, the
    /// oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn rating_history(
        &self,
        player: PlayerId,
        speed: Speed,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT ended, id, white_rating + white_change FROM games \
                 WHERE white = $1 AND speed = $2 AND white_change IS NOT NULL \
                 UNION ALL \
                 SELECT ended, id, black_rating + black_change FROM games \
                 WHERE black = $1 AND speed = $2 AND black_change IS NOT NULL \
                 ORDER BY 1, 2",
                &[player.0.into(), speed.code().into()],
                |row| {
                    Ok(RatingPoint {
                        at: to_time(row.get(0)?),
                        game: to_game_id(row.get(1)?)?,
                        rating: to_rating(row.get(2)?),
                    })
                },
            )
        })
        .await
    }
}

/// Returns the rating of a player as it is displayed, if they have one.
pub(super) fn rounded_rating(
    db: &mut dyn Connection,
    player: PlayerId,
    speed: Speed,
) -> Result<Option<i32>, StoreError> {
    let rating = db.find(
        "SELECT rating FROM ratings WHERE player = $1 AND speed = $2",
        &[player.0.into(), speed.code().into()],
        |row| row.get(0),
    )?;
    Ok(rating.map(rounded))
}

/// Updates the ratings of both players after a game.
pub(super) fn update_ratings(
    db: &mut dyn Connection,
    seats: ByColor<PlayerId>,
    speed: Speed,
    winner: Option<Color>,
    at: Time,
) -> Result<ByColor<RatingChange>, StoreError> {
    let mut colors = Color::ALL;
    // All nodes take locks in the same order, so that there is no deadlock.
    colors.sort_by_key(|&color| seats[color]);
    let mut before = ByColor::<Rating>::default();
    let mut changed = ByColor::new_with(|_| at);
    for color in colors {
        (before[color], changed[color]) = lock_rating(db, seats[color], speed, at)?;
    }
    let idle = ByColor::new_with(|color| at - changed[color]);
    let after = after_game(before, winner, idle);
    for color in colors {
        let Rating {
            value,
            deviation,
            volatility,
        } = after[color];
        db.execute(
            "UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, \
             games = games + 1, updated = $4 WHERE player = $5 AND speed = $6",
            &[
                value.into(),
                deviation.into(),
                volatility.into(),
                from_time(at),
                seats[color].0.into(),
                speed.code().into(),
            ],
        )?;
    }
    Ok(ByColor::new_with(|color| RatingChange {
        before: before[color].rounded(),
        after: after[color].rounded(),
    }))
}

/// Returns a rating and when it last changed. Nobody else can change it until
/// the transaction ends.
fn lock_rating(
    db: &mut dyn Connection,
    player: PlayerId,
    speed: Speed,
    at: Time,
) -> Result<(Rating, Time), StoreError> {
    let new = Rating::default();
    let found = db.find(
        "INSERT INTO ratings (player, speed, rating, deviation, volatility, games, updated) \
         VALUES ($1, $2, $3, $4, $5, 0, $6) \
         ON CONFLICT (player, speed) DO UPDATE SET games = ratings.games \
         RETURNING rating, deviation, volatility, updated",
        &[
            player.0.into(),
            speed.code().into(),
            new.value.into(),
            new.deviation.into(),
            new.volatility.into(),
            from_time(at),
        ],
        |row| {
            let rating = Rating {
                value: row.get(0)?,
                deviation: row.get(1)?,
                volatility: row.get(2)?,
            };
            Ok((rating, to_time(row.get(3)?)))
        },
    )?;
    Ok(found.unwrap_or((new, at)))
}
