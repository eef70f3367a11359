//! Passwords and their hashes.

use std::{ops::RangeInclusive, sync::LazyLock};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};

use crate::endpoints::{error::Error, limits::Limiter};

/// Shorter ones are guessed, longer ones are hashed too long.
const LENGTHS: RangeInclusive<usize> = 8..=200;

/// What is compared with where there is no account, so that a name that is not
/// taken takes as long as one that is.
static NOBODY: LazyLock<String> = LazyLock::new(|| hashed("nobody's password"));

/// The hash of a new password, Argon2id with 19 MiB and 2 passes, as the store
/// keeps it.
///
/// # Errors
///
/// That the password is too short or too long, or that too many are hashed.
pub async fn hash(limiter: &Limiter, password: String) -> Result<String, Error> {
    if !LENGTHS.contains(&password.chars().count()) {
        return Err(Error::PasswordLength);
    }
    let hashed = limiter.hashes.run(move || hashed(&password)).await?;
    // Only a password longer than 4 GiB has none.
    if hashed.is_empty() {
        return Err(Error::Defect);
    }
    Ok(hashed)
}

/// Whether this is the password with this hash; it takes as long without one.
///
/// # Errors
///
/// That too many are hashed.
pub async fn is_right(
    limiter: &Limiter,
    password: String,
    hash: Option<String>,
) -> Result<bool, Error> {
    let compare = move || {
        let known = hash.as_deref().unwrap_or(&NOBODY);
        let matches = PasswordHash::new(known).is_ok_and(|known| {
            let argon = Argon2::default();
            argon.verify_password(password.as_bytes(), &known).is_ok()
        });
        matches && hash.is_some()
    };
    limiter.hashes.run(compare).await
}

fn hashed(password: &str) -> String {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map_or_else(|_| String::new(), |hash| hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Limits;

    #[tokio::test]
    async fn only_the_password_itself_is_right() {
        let limiter = Limiter::new(Limits::default());
        let hash = hash(&limiter, "correct horse".to_owned()).await.unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        let check = |password: &str, hash: Option<&str>| {
            let (password, hash) = (password.to_owned(), hash.map(str::to_owned));
            let limiter = &limiter;
            async move { is_right(limiter, password, hash).await.unwrap() }
        };
        assert!(check("correct horse", Some(&hash)).await);
        assert!(!check("correct  horse", Some(&hash)).await);
        assert!(!check("correct horse", None).await);
        assert!(!check("nobody's password", None).await);
        assert!(!check("correct horse", Some("nonsense")).await);
    }

    #[tokio::test]
    async fn a_password_is_neither_short_nor_endless() {
        let limiter = Limiter::new(Limits::default());
        for bad in ["", "seven77", &"x".repeat(201)] {
            let hash = hash(&limiter, bad.to_owned()).await;
            assert!(matches!(hash, Err(Error::PasswordLength)));
        }
    }
}
