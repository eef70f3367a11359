use std::fmt;

use arbiter_wire::{AccountRole, Speed};

use super::{
    Store,
    account_role::read_role,
    columns::{from_u64, to_u64},
    connection::Connection,
    deletion::is_reserved,
    error::StoreError,
    name::Name,
    player_card::{AccountState, PlayerCard, card, read_card},
    tokens::TokenKind,
    value::{Row, Value},
};
use crate::base::{PlayerId, TokenId, clock, rating::Rating};

/// A player with a name and a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// The player.
    pub id: PlayerId,
    /// The name, capitalized as it was entered when the account was created.
    pub name: String,
    /// The hash of the password, as passed to [`Store::create_account`]; empty if the
    /// account has none, because its owner signs in with a provider.
    pub password: String,
    /// What the owner may do on this server.
    pub role: AccountRole,
    /// Why the account is closed; none if it is open.
    pub closed: Option<String>,
}

/// What everyone may know about a player with an account.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// The player, without a rating: it depends on the speed.
    pub card: PlayerCard,
    /// When the account was created, in milliseconds since 1970.
    pub created: u64,
    /// The rating at each speed, and the number of games it is based on.
    pub ratings: Vec<(Speed, Rating, u64)>,
    /// The results of the finished games.
    pub results: ResultCounts,
}

/// The results of a player's games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResultCounts {
    /// The number of wins.
    pub won: u64,
    /// The number of draws.
    pub drawn: u64,
    /// The number of losses.
    pub lost: u64,
}

/// An error that is returned when an account is not created.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CreateAccountError {
    /// Another account has this name, perhaps in different capitals.
    #[error("this name is taken: please choose another")]
    NameTaken,
    /// The player has an account already or does not exist.
    #[error("only a guest can sign up: please sign out first")]
    NotAGuest,
    /// Another account is linked with the same account at a provider.
    #[error("another player signs in with this account of the provider")]
    IdentityTaken,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Creates a player without a name.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn create_guest(&self) -> Result<PlayerCard, StoreError> {
        self.write(|db| {
            let id = insert_guest(db)?;
            Ok(card(id, None, AccountState::Active, None))
        })
        .await
    }

    /// Creates an account. It takes over the games of the guest, if there is
    /// one.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is taken, the player is not a guest, or
    /// the database fails.
    pub async fn create_account(
        &self,
        guest: Option<PlayerId>,
        name: Name,
        password: String,
    ) -> Result<PlayerId, CreateAccountError> {
        self.write(move |db| insert_account(db, guest, &name, &password))
            .await?
    }

    /// Returns the account with this name, ignoring case.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let folded = name.to_ascii_lowercase();
        self.read(move |db| {
            db.find(
                "SELECT id, name, password, closed, closed_reason, role FROM players \
                 WHERE folded = $1 AND password IS NOT NULL",
                &[folded.as_str().into()],
                read_account,
            )
        })
        .await
    }

    /// Returns the account of a player, if they have one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn account(&self, player: PlayerId) -> Result<Option<Account>, StoreError> {
        self.read(move |db| {
            db.find(
                "SELECT id, name, password, closed, closed_reason, role FROM players \
                 WHERE id = $1 AND password IS NOT NULL",
                &[player.0.into()],
                read_account,
            )
        })
        .await
    }

    /// Changes the password of an account and ends all its sessions except
    /// `keep`. Returns whether the account exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn change_password(
        &self,
        player: PlayerId,
        password: String,
        keep: Option<TokenId>,
    ) -> Result<bool, StoreError> {
        self.write(move |db| replace_password(db, player, &password, keep))
            .await
    }

    /// Reports whether a player is the only administrator.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn is_last_administrator(&self, player: PlayerId) -> Result<bool, StoreError> {
        let found = self.read(move |db| {
            db.find(
                "SELECT 1 FROM players p WHERE p.id = $1 AND p.role = $2 AND NOT EXISTS \
                 (SELECT 1 FROM players o WHERE o.role = $2 AND o.closed IS NULL \
                  AND o.id <> $1)",
                &[player.0.into(), AccountRole::Administrator.code().into()],
                |_| Ok(()),
            )
        });
        Ok(found.await?.is_some())
    }

    /// Returns the profile of the account with this name, ignoring case.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn player(&self, name: &str) -> Result<Option<Profile>, StoreError> {
        let folded = name.to_ascii_lowercase();
        self.read(move |db| profile(db, &folded)).await
    }

    /// Returns the profiles of those accounts with these names that there are, ignoring
    /// case, in the order of the names. The results of their games are not counted.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn players_without_results(
        &self,
        names: Vec<Name>,
    ) -> Result<Vec<Profile>, StoreError> {
        self.read(move |db| {
            let mut found = Vec::new();
            for name in &names {
                found.extend(profile_without_results(db, &name.folded())?);
            }
            Ok(found)
        })
        .await
    }

    /// Returns what everyone may see of a player, with the rating at this
    /// speed.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn player_card(
        &self,
        player: PlayerId,
        speed: Option<Speed>,
    ) -> Result<Option<PlayerCard>, StoreError> {
        self.read(move |db| {
            db.find(
                "SELECT p.id, p.name, p.state, r.rating FROM players p \
                 LEFT JOIN ratings r ON r.player = p.id AND r.speed = $1 WHERE p.id = $2",
                &[speed.map_or("", Speed::code).into(), player.0.into()],
                |row| read_card(row, 0),
            )
        })
        .await
    }
}

/// Leaves the hash of the password out of logs.
impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Account({}, {:?})", self.id.0, self.name)
    }
}

fn insert_guest(db: &mut dyn Connection) -> Result<PlayerId, StoreError> {
    let id = db.find(
        "INSERT INTO players (created) VALUES ($1) RETURNING id",
        &[from_u64(clock::wall())],
        |row| row.get(0),
    )?;
    id.map(PlayerId).ok_or(StoreError::Missing {
        row: "a new player".to_owned(),
    })
}

/// Changes the password of an account and ends all its sessions except `keep`.
/// Returns whether the account exists.
pub(super) fn replace_password(
    db: &mut dyn Connection,
    player: PlayerId,
    password: &str,
    keep: Option<TokenId>,
) -> Result<bool, StoreError> {
    let changed = db.execute(
        "UPDATE players SET password = $1 WHERE id = $2 AND password IS NOT NULL",
        &[password.into(), player.0.into()],
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
}

/// Checks that an account with this name can be created for this guest.
pub(super) fn check_new_account(
    db: &mut dyn Connection,
    guest: Option<PlayerId>,
    name: &Name,
) -> Result<Result<(), CreateAccountError>, StoreError> {
    let folded = name.folded();
    let is_taken = db.find(
        "SELECT 1 FROM players WHERE folded = $1",
        &[folded.as_str().into()],
        |_| Ok(()),
    )?;
    if is_taken.is_some() || is_reserved(db, &folded, clock::wall())? {
        return Ok(Err(CreateAccountError::NameTaken));
    }
    let Some(guest) = guest else {
        return Ok(Ok(()));
    };
    let is_guest = db.find(
        "SELECT 1 FROM players WHERE id = $1 AND id > 0 AND name IS NULL AND deleted IS NULL",
        &[guest.0.into()],
        |_| Ok(()),
    )?;
    Ok(is_guest.ok_or(CreateAccountError::NotAGuest))
}

pub(super) fn insert_account(
    db: &mut dyn Connection,
    guest: Option<PlayerId>,
    name: &Name,
    password: &str,
) -> Result<Result<PlayerId, CreateAccountError>, StoreError> {
    if let Err(error) = check_new_account(db, guest, name)? {
        return Ok(Err(error));
    }
    let folded = name.folded();
    let player = match guest {
        Some(guest) => guest,
        None => insert_guest(db)?,
    };
    db.execute(
        "UPDATE players SET name = $1, folded = $2, password = $3 WHERE id = $4",
        &[
            name.as_str().into(),
            folded.as_str().into(),
            password.into(),
            player.0.into(),
        ],
    )?;
    Ok(Ok(player))
}

fn profile(db: &mut dyn Connection, folded: &str) -> Result<Option<Profile>, StoreError> {
    let Some(mut profile) = profile_without_results(db, folded)? else {
        return Ok(None);
    };
    profile.results = count_results(db, Value::Int(profile.card.id.0))?;
    Ok(Some(profile))
}

fn profile_without_results(
    db: &mut dyn Connection,
    folded: &str,
) -> Result<Option<Profile>, StoreError> {
    let found = db.find(
        "SELECT id, name, state, CAST(NULL AS DOUBLE PRECISION), created FROM players \
         WHERE folded = $1",
        &[folded.into()],
        |row| Ok((read_card(row, 0)?, to_u64(row.get(4)?))),
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
            let games = to_u64(row.get(4)?);
            Ok(Speed::from_code(&row.get::<String>(0)?).map(|speed| (speed, rating, games)))
        },
    )?;
    let mut ratings: Vec<_> = ratings.into_iter().flatten().collect();
    ratings.sort_by_key(|(speed, ..)| *speed);
    Ok(Some(Profile {
        card,
        created,
        ratings,
        results: ResultCounts::default(),
    }))
}

fn count_results(db: &mut dyn Connection, player: Value) -> Result<ResultCounts, StoreError> {
    let mut results = ResultCounts::default();
    db.for_each_row(
        "SELECT result, CAST(1 AS BIGINT), count(*) FROM games \
         WHERE white = $1 AND black <> $1 AND stage = 2 GROUP BY result \
         UNION ALL \
         SELECT result, CAST(0 AS BIGINT), count(*) FROM games \
         WHERE black = $1 AND white <> $1 AND stage = 2 GROUP BY result",
        &[player],
        &mut |row| {
            let count = to_u64(row.get(2)?);
            match (row.get::<String>(0)?.as_str(), row.get::<i64>(1)? == 1) {
                ("1-0", true) | ("0-1", false) => results.won += count,
                ("1-0", false) | ("0-1", true) => results.lost += count,
                ("1/2-1/2", _) => results.drawn += count,
                _ => {}
            }
            Ok(())
        },
    )?;
    Ok(results)
}

pub(super) fn read_account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: PlayerId(row.get(0)?),
        name: row.get(1)?,
        password: row.get(2)?,
        role: read_role(row, 5)?,
        closed: row
            .get::<Option<i64>>(3)?
            .map(|_| row.get::<Option<String>>(4))
            .transpose()?
            .map(Option::unwrap_or_default),
    })
}
