use core::fmt;

use sha2::{Digest, Sha256};

use crate::base::random;

/// The secret with which a browser or a program identifies itself: 256 random
/// bits, of which only the hash is stored. It cannot be printed by accident.
///
/// A secret is looked up by its hash, so that the time of the comparison
/// reveals nothing about the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The prefix of every token, by which a leaked one is recognized.
const PREFIX: &str = "arb_";

impl Secret {
    /// Returns a new secret.
    #[must_use]
    pub fn random() -> Secret {
        let bytes: [u8; 32] = random::bytes();
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        Secret(PREFIX.to_owned() + &digits.collect::<String>())
    }

    /// Reads a secret; returns none if the text cannot be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Secret> {
        let digits = text.strip_prefix(PREFIX)?;
        let is_one = digits.len() == 64 && digits.bytes().all(|it| it.is_ascii_hexdigit());
        is_one.then(|| Secret(text.to_owned()))
    }

    /// Returns the hash that is stored.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }

    /// Returns the secret itself, for its owner only.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_back_and_never_printed() {
        let secret = Secret::random();
        assert_eq!(Secret::parse(secret.reveal()), Some(secret.clone()));
        assert_ne!(secret, Secret::random());
        assert_ne!(secret.hash(), Secret::random().hash());
        assert_eq!(format!("{secret:?}"), "Secret");
        let text = secret.reveal();
        for bad in ["", "arb_", &text[1..], &text[..67], &text.replace('_', "-")] {
            assert_eq!(Secret::parse(bad), None, "{bad}");
        }
    }
}
