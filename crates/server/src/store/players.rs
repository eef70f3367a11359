use std::fmt;

use arbiter_game::Time;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{PlayerKind, PlayerView, Speed};

use super::{Connection, Name, RatingChange, Row, Store, StoreError, TokenKind, Value, time};
use crate::base::{
    GameId, PlayerId, TokenId, clock,
    rating::{Rating, after_game},
};

/// A player, and what everybody may see of him.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerCard {
    /// Who.
    pub id: PlayerId,
    /// What everybody sees.
    pub view: PlayerView,
}

/// Somebody with a name and a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub id: PlayerId,
    /// As it was written at first.
    pub name: String,
    /// What [`Store::create_account`] was given: a hash.
    pub password: String,
}

/// A player with all that is known about his play.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// Who. The rating is in `ratings`.
    pub card: PlayerCard,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// How strong at each speed, and in how many games that was found.
    pub ratings: Vec<(Speed, Rating, u64)>,
    /// How many games he has finished, and how.
    pub results: ResultCounts,
}

/// How somebody's games ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResultCounts {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingPoint {
    /// When the game ended, by the clock of the games.
    pub at: Time,
    /// The game.
    pub game: GameId,
    /// The rating after it.
    pub rating: i32,
}

/// Why there is no new account.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CreateAccountError {
    /// Somebody has this name, perhaps with other capitals.
    #[error("the name is taken: choose another")]
    NameTaken,
    /// Who signs up has an account, or is nobody.
    #[error("only a guest can sign up: sign out first")]
    NotAGuest,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Somebody new without a name.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn create_guest(&self) -> Result<PlayerCard, StoreError> {
        self.write(|db| {
            let id = insert_guest(db)?;
            Ok(card(id, None, Standing::Here, None))
        })
        .await
    }

    /// Gives a guest a name and a password, and with them his games to keep;
    /// or somebody new, if there is no guest.
    ///
    /// # Errors
    ///
    /// That the name is taken, that this is no guest, or what the database
    /// says.
    pub async fn create_account(
        &self,
        guest: Option<PlayerId>,
        name: Name,
        password: String,
    ) -> Result<PlayerId, CreateAccountError> {
        self.write(move |db| insert_account(db, guest, &name, &password))
            .await?
    }

    /// The account of this name, however it is capitalized.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let folded = name.to_ascii_lowercase();
        self.read(move |db| {
            db.find(
                "SELECT id, name, password FROM players \
                 WHERE folded = $1 AND password IS NOT NULL",
                &[folded.as_str().into()],
                account,
            )
        })
        .await
    }

    /// The account of this player, if he has one.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn account(&self, player: PlayerId) -> Result<Option<Account>, StoreError> {
        self.read(move |db| {
            db.find(
                "SELECT id, name, password FROM players WHERE id = $1 AND password IS NOT NULL",
                &[player.0.into()],
                account,
            )
        })
        .await
    }

    /// Changes the password, and ends every session but this one. Whether
    /// there is such an account.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn change_password(
        &self,
        player: PlayerId,
        password: String,
        keep: Option<TokenId>,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            let changed = db.execute(
                "UPDATE players SET password = $1 WHERE id = $2 AND password IS NOT NULL",
                &[password.as_str().into(), player.0.into()],
            )?;
            if changed > 0 {
                db.execute(
                    "DELETE FROM tokens WHERE player = $1 AND kind = $2 AND id <> $3",
                    &[
                        player.0.into(),
                        TokenKind::Session.code().into(),
                        keep.map_or(0, |token| token.0).into(),
                    ],
                )?;
            }
            Ok(changed > 0)
        })
        .await
    }

    /// Forgets the name, the password, the ratings, the tokens and what was
    /// said, and withdraws what waits. Games that were played belong to the
    /// opponents too and stay, as those of a "Deleted player". Whether there
    /// was such an account.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn delete_account(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.write(move |db| delete_account(db, player)).await
    }

    /// All that is known about the account of this name.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn player(&self, name: &str) -> Result<Option<Profile>, StoreError> {
        let folded = name.to_ascii_lowercase();
        self.read(move |db| profile(db, &folded)).await
    }

    /// What everybody may see of a player, with the rating at this speed.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub async fn player_card(
        &self,
        player: PlayerId,
        speed: Option<Speed>,
    ) -> Result<Option<PlayerCard>, StoreError> {
        self.read(move |db| {
            db.find(
                "SELECT p.id, p.name, p.deleted, r.rating FROM players p \
                 LEFT JOIN ratings r ON r.player = p.id AND r.speed = $1 WHERE p.id = $2",
                &[speed.map_or("", Speed::code).into(), player.0.into()],
                |row| read_card(row, 0),
            )
        })
        .await
    }

    /// The ratings of a player at a speed, from game to game, the oldest
    /// first.
    ///
    /// # Errors
    ///
    /// What the database says.
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
                        at: time::time(row.get(0)?),
                        game: super::games::game_id(row.get(1)?)?,
                        rating: small(row.get(2)?),
                    })
                },
            )
        })
        .await
    }
}

/// The hash of a password belongs into no log.
impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Account({}, {:?})", self.id.0, self.name)
    }
}

fn insert_guest(db: &mut Connection) -> Result<PlayerId, StoreError> {
    let id = db.find(
        "INSERT INTO players (created) VALUES ($1) RETURNING id",
        &[Value::Int(clock::wall().cast_signed())],
        |row| row.get(0),
    )?;
    id.map(PlayerId).ok_or(StoreError::Missing {
        row: "a new player".to_owned(),
    })
}

fn insert_account(
    db: &mut Connection,
    guest: Option<PlayerId>,
    name: &Name,
    password: &str,
) -> Result<Result<PlayerId, CreateAccountError>, StoreError> {
    let folded = name.folded();
    let is_taken = db.find(
        "SELECT 1 FROM players WHERE folded = $1",
        &[folded.as_str().into()],
        |_| Ok(()),
    )?;
    if is_taken.is_some() {
        return Ok(Err(CreateAccountError::NameTaken));
    }
    let player = match guest {
        Some(guest) => guest,
        None => insert_guest(db)?,
    };
    let named = db.execute(
        "UPDATE players SET name = $1, folded = $2, password = $3 \
         WHERE id = $4 AND id > 0 AND name IS NULL AND deleted IS NULL",
        &[
            name.as_str().into(),
            folded.as_str().into(),
            password.into(),
            player.0.into(),
        ],
    )?;
    Ok(match named {
        0 => Err(CreateAccountError::NotAGuest),
        _ => Ok(player),
    })
}

fn delete_account(db: &mut Connection, player: PlayerId) -> Result<bool, StoreError> {
    let id = Value::Int(player.0);
    let deleted = db.execute(
        "UPDATE players SET name = NULL, folded = NULL, password = NULL, deleted = $1 \
         WHERE id = $2 AND password IS NOT NULL",
        &[Value::Int(clock::wall().cast_signed()), id],
    )?;
    if deleted > 0 {
        for sql in [
            "DELETE FROM tokens WHERE player = $1",
            "DELETE FROM ratings WHERE player = $1",
            "DELETE FROM chat WHERE player = $1",
            "DELETE FROM games WHERE maker = $1 AND stage = 0",
        ] {
            db.execute(sql, &[id])?;
        }
    }
    Ok(deleted > 0)
}

fn profile(db: &mut Connection, folded: &str) -> Result<Option<Profile>, StoreError> {
    let found = db.find(
        "SELECT id, name, deleted, NULL, created FROM players WHERE folded = $1",
        &[folded.into()],
        |row| {
            let (name, created) = (row.get(1)?, row.get::<i64>(4)?);
            let card = card(PlayerId(row.get(0)?), name, Standing::Here, None);
            Ok((card, u64::try_from(created).unwrap_or(0)))
        },
    )?;
    let Some((card, created)) = found else {
        return Ok(None);
    };
    let id = Value::Int(card.id.0);
    let ratings = db.query(
        "SELECT speed, rating, deviation, volatility, games FROM ratings WHERE player = $1",
        &[id],
        |row| {
            let rating = Rating {
                value: row.get(1)?,
                deviation: row.get(2)?,
                volatility: row.get(3)?,
            };
            let games = u64::try_from(row.get::<i64>(4)?).unwrap_or(0);
            Ok(Speed::from_code(&row.get::<String>(0)?).map(|speed| (speed, rating, games)))
        },
    )?;
    let mut ratings: Vec<_> = ratings.into_iter().flatten().collect();
    ratings.sort_by_key(|(speed, ..)| *speed);
    let mut results = ResultCounts::default();
    db.each(
        "SELECT result, CAST(1 AS BIGINT), count(*) FROM games \
         WHERE white = $1 AND black <> $1 AND stage = 2 GROUP BY result \
         UNION ALL \
         SELECT result, CAST(0 AS BIGINT), count(*) FROM games \
         WHERE black = $1 AND white <> $1 AND stage = 2 GROUP BY result",
        &[id],
        |row| {
            let count = u64::try_from(row.get::<i64>(2)?).unwrap_or(0);
            match (row.get::<String>(0)?.as_str(), row.get::<i64>(1)? == 1) {
                ("1-0", true) | ("0-1", false) => results.won += count,
                ("1-0", false) | ("0-1", true) => results.lost += count,
                ("1/2-1/2", _) => results.drawn += count,
                _ => {}
            }
            Ok(())
        },
    )?;
    Ok(Some(Profile {
        card,
        created,
        ratings,
        results,
    }))
}

/// The rating of a player as he is shown it, if he has one.
pub(super) fn rounded_rating(
    db: &mut Connection,
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

/// What a game does to the ratings of both.
pub(super) fn update_ratings(
    db: &mut Connection,
    seats: ByColor<PlayerId>,
    speed: Speed,
    winner: Option<Color>,
    at: Time,
) -> Result<ByColor<RatingChange>, StoreError> {
    let mut colors = Color::ALL;
    // The same order everywhere, so that two servers never wait for each other.
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
                time::millis(at),
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

/// A rating that nobody else changes until the transaction is over, and when
/// it was last changed.
fn lock_rating(
    db: &mut Connection,
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
            time::millis(at),
        ],
        |row| {
            let rating = Rating {
                value: row.get(0)?,
                deviation: row.get(1)?,
                volatility: row.get(2)?,
            };
            Ok((rating, time::time(row.get(3)?)))
        },
    )?;
    Ok(found.unwrap_or((new, at)))
}

/// Whether somebody has left for good.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Here,
    Deleted,
}

/// A card from the columns id, name, deleted, rating, the first being this.
pub(super) fn read_card(row: &Row, first: usize) -> Result<PlayerCard, StoreError> {
    let standing = match row.get::<Option<i64>>(first + 2)? {
        Some(_) => Standing::Deleted,
        None => Standing::Here,
    };
    let rating = row.get::<Option<f64>>(first + 3)?;
    Ok(card(
        PlayerId(row.get(first)?),
        row.get(first + 1)?,
        standing,
        rating.map(rounded),
    ))
}

pub(super) fn card(
    id: PlayerId,
    name: Option<String>,
    standing: Standing,
    rating: Option<i32>,
) -> PlayerCard {
    let kind = match (&name, id.level()) {
        (_, Some(_)) => PlayerKind::Computer,
        (Some(_), _) => PlayerKind::Account,
        (None, _) => PlayerKind::Guest,
    };
    let view = PlayerView {
        name: shown_name(id, name, standing),
        kind,
        rating,
        change: None,
    };
    PlayerCard { id, view }
}

/// What a player without a name of his own is called.
pub(super) fn shown_name(id: PlayerId, name: Option<String>, standing: Standing) -> String {
    match (name, id.level(), standing) {
        (Some(name), ..) => name,
        (None, Some(level), _) => format!("Computer level {level}"),
        (None, None, Standing::Deleted) => "Deleted player".to_owned(),
        // So that it does not tell how many guests there were.
        (None, None, Standing::Here) => {
            format!(
                "Guest {}",
                1_000 + id.0.unsigned_abs().wrapping_mul(7_919) % 9_000
            )
        }
    }
}

fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: PlayerId(row.get(0)?),
        name: row.get(1)?,
        password: row.get(2)?,
    })
}

fn rounded(value: f64) -> i32 {
    let rating = Rating {
        value,
        ..Rating::default()
    };
    rating.rounded()
}

/// A rating or a change from its column.
pub(super) fn small(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(0)
}
