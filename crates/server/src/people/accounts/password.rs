//! Passwords and their hashes.

use std::{ops::RangeInclusive, sync::LazyLock};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};

use crate::{
    base::{Address, FairWorkLimit},
    refusal::ServerRefusal,
};

/// Hashes passwords, with a fair share for each address: each hash takes 19 MiB of
/// memory and much of a core.
pub type Hashes = FairWorkLimit<Address>;

/// The allowed lengths in characters: shorter passwords are guessed, longer
/// ones take too long to hash.
const PASSWORD_CHARACTERS: RangeInclusive<usize> = 8..=200;

/// The hash to compare with where there is no account, so that an unknown name
/// takes as long as a known one.
static DUMMY_HASH: LazyLock<String> = LazyLock::new(|| hashed("nobody's password"));

/// Hashes a new password with Argon2id (19 MiB, 2 passes).
///
/// # Errors
///
/// Returns a refusal if the password is too short or too long, or if too many
/// are being hashed.
pub async fn hash(
    hashes: &Hashes,
    address: Address,
    password: String,
) -> Result<String, ServerRefusal> {
    if !PASSWORD_CHARACTERS.contains(&password.chars().count()) {
        return Err(ServerRefusal::PasswordLength);
    }
    let hashed = hashes.run(address, move || hashed(&password)).await?;
    // Only a password longer than 4 GiB has no hash.
    if hashed.is_empty() {
        return Err(ServerRefusal::Defect);
    }
    Ok(hashed)
}

/// Reports whether a password has this hash. Without a hash the answer is no,
/// and takes as long.
///
/// # Errors
///
/// Returns [`ServerRefusal::Busy`] if too many are being hashed.
pub async fn is_right(
    hashes: &Hashes,
    address: Address,
    password: String,
    hash: Option<String>,
) -> Result<bool, ServerRefusal> {
    let compare = move || {
        let known = hash.as_deref().unwrap_or(&DUMMY_HASH);
        let matches = PasswordHash::new(known).is_ok_and(|known| {
            let argon = Argon2::default();
            argon.verify_password(password.as_bytes(), &known).is_ok()
        });
        matches && hash.is_some()
    };
    Ok(hashes.run(address, compare).await?)
}

fn hashed(password: &str) -> String {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map_or_else(|_| String::new(), |hash| hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> Address {
        Address::of("192.0.2.1".parse().unwrap())
    }

    #[tokio::test]
    async fn only_the_right_password_matches_its_hash() {
        let hashes = Hashes::new(2, 8);
        let hash = hash(&hashes, here(), "correct horse".to_owned())
            .await
            .unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        let check = |password: &str, hash: Option<&str>| {
            let (password, hash) = (password.to_owned(), hash.map(str::to_owned));
            let hashes = &hashes;
            async move { is_right(hashes, here(), password, hash).await.unwrap() }
        };
        assert!(check("correct horse", Some(&hash)).await);
        assert!(!check("correct  horse", Some(&hash)).await);
        assert!(!check("correct horse", None).await);
        assert!(!check("nobody's password", None).await);
        assert!(!check("correct horse", Some("nonsense")).await);
    }

    #[tokio::test]
    async fn short_and_endless_passwords_are_refused() {
        let hashes = Hashes::new(2, 8);
        for bad in ["", "seven77", &"x".repeat(201)] {
            let hash = hash(&hashes, here(), bad.to_owned()).await;
            assert!(matches!(hash, Err(ServerRefusal::PasswordLength)));
        }
    }
}
