//! Passwords and their hashes.

use std::{ops::RangeInclusive, sync::LazyLock};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use unicode_normalization::UnicodeNormalization;

use crate::{
    base::{Address, FairWorkLimit},
    refusal::ServerRefusal,
};

/// Hashes passwords, with a fair share for each address: each hash takes 12 MiB of
/// memory and much of a core.
pub type Hashes = FairWorkLimit<Address>;

/// The allowed lengths in characters: shorter passwords are guessed, longer
/// ones take too long to hash.
const PASSWORD_CHARACTERS: RangeInclusive<usize> = 8..=200;

/// The memory and the passes of Argon2id for new passwords. OWASP names several pairs that are
/// equally hard to attack: this one takes less memory than the default, 19 MiB and 2 passes.
const MEMORY_KIB: u32 = 12 * 1024;
const PASSES: u32 = 3;

/// The hash to compare with where there is no account, so that an unknown name
/// takes as long as a known one.
static DUMMY_HASH: LazyLock<String> = LazyLock::new(|| hashed("nobody's password"));

/// The most common passwords of at least 8 characters, and first names, in small
/// letters: one on each line.
///
/// They are taken from the frequency lists of zxcvbn (MIT license, © 2012 Dan
/// Wheeler and Dropbox, Inc.; Rust edition © 2016 Joshua Holmer): the first 3,000
/// passwords and the first 600 names of each list that are long enough, and
/// a few more from chess and from German.
const COMMON_PASSWORDS: &str = include_str!("common_passwords.txt");

/// Hashes a new password of the player with this name with Argon2id.
///
/// # Errors
///
/// Returns a refusal if the password is too short, too long or easy to guess, or
/// if too many are being hashed.
pub async fn hash(
    hashes: &Hashes,
    address: Address,
    name: &str,
    password: &str,
) -> Result<String, ServerRefusal> {
    let password = normalized(password);
    if !PASSWORD_CHARACTERS.contains(&password.chars().count()) {
        return Err(ServerRefusal::PasswordLength);
    }
    if is_common(&password) || password.eq_ignore_ascii_case(name) {
        return Err(ServerRefusal::CommonPassword);
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
        let normalized = normalized(&password);
        let matches = PasswordHash::new(known).is_ok_and(|known| {
            // The memory and the passes are those of the hash.
            let argon = Argon2::default();
            let has_hash = |text: &str| argon.verify_password(text.as_bytes(), &known).is_ok();
            // Passwords that were set before they were normalized have the hash of what was typed.
            has_hash(&normalized) || normalized != password && has_hash(&password)
        });
        matches && hash.is_some()
    };
    Ok(hashes.run(address, compare).await?)
}

/// Returns a password in the form of RFC 8265 (`OpaqueString`), so that the same
/// characters typed on another keyboard are the same password: composed (NFC), with
/// plain spaces.
fn normalized(password: &str) -> String {
    // The other characters of the category Zs.
    let is_space = |c| {
        matches!(
            c,
            '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
    };
    let plain = password.chars().map(|c| if is_space(c) { ' ' } else { c });
    plain.nfc().collect()
}

fn is_common(password: &str) -> bool {
    let folded = password.to_lowercase();
    COMMON_PASSWORDS.lines().any(|common| common == folded)
}

fn hashed(password: &str) -> String {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
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
        let hashes = Hashes::new("hash", 2, 8);
        let hash = hash(&hashes, here(), "Ann", "correct horse").await.unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=12288,t=3,p=1$"),
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
        // A hash with the parameters of earlier versions.
        let older = Argon2::default().hash_password(b"correct horse").unwrap();
        let older = older.to_string();
        assert!(
            older.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{older}"
        );
        assert!(check("correct horse", Some(&older)).await);
        assert!(!check("battery staple", Some(&older)).await);
    }

    #[tokio::test]
    async fn short_and_endless_passwords_are_refused() {
        let hashes = Hashes::new("hash", 2, 8);
        for bad in ["", "seven77", &"x".repeat(201)] {
            let hash = hash(&hashes, here(), "Ann", bad).await;
            assert!(matches!(hash, Err(ServerRefusal::PasswordLength)));
        }
    }

    #[tokio::test]
    async fn passwords_that_are_guessed_first_are_refused() {
        let hashes = Hashes::new("hash", 2, 8);
        let common = [
            "password",
            "PassWord",
            "12345678",
            "qwertyuiop",
            "jennifer",
            "checkmate",
            "Elisabeth99",
        ];
        for bad in common {
            let hash = hash(&hashes, here(), "elisabeth99", bad).await;
            assert!(matches!(hash, Err(ServerRefusal::CommonPassword)), "{bad}");
        }
        for good in ["password of Ann", "elisabeth98", "zq8!fm2x"] {
            let hash = hash(&hashes, here(), "elisabeth99", good).await;
            assert!(hash.is_ok(), "{good}");
        }
    }

    #[test]
    fn the_common_passwords_are_long_enough_and_in_order() {
        let all: Vec<_> = COMMON_PASSWORDS.lines().collect();
        assert!(all.len() > 3_000);
        assert!(all.is_sorted());
        for password in all {
            assert!(PASSWORD_CHARACTERS.contains(&password.chars().count()));
            assert_eq!(password, normalized(password).to_lowercase());
        }
    }

    #[tokio::test]
    async fn the_same_characters_are_the_same_password_however_they_are_typed() {
        let hashes = Hashes::new("hash", 2, 8);
        let composed = "Zo\u{eb} \u{e9}checs";
        let decomposed = "Zoe\u{308}\u{a0}e\u{301}checs";
        let check = async |password: &str, hash: &str| {
            let (password, hash) = (password.to_owned(), hash.to_owned());
            is_right(&hashes, here(), password, Some(hash))
                .await
                .unwrap()
        };
        for set in [composed, decomposed] {
            let hash = hash(&hashes, here(), "Ann", set).await.unwrap();
            assert!(check(composed, &hash).await);
            assert!(check(decomposed, &hash).await);
            assert!(!check("Zoe echecs", &hash).await);
        }
        // A hash of what was typed, as older versions stored it.
        let raw = hashed(decomposed);
        assert!(check(decomposed, &raw).await);
    }
}
