use core::fmt;

use sha2::{Digest, Sha256};

use crate::base::random;

/// What a browser or a program shows to be known: 256 random bits, of which
/// the store has the hash alone. It cannot be printed by accident.
///
/// A secret is looked up by its hash. How long it takes to compare two hashes
/// says nothing about a secret that anybody could use.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// So that a token that lies around somewhere is known for what it is.
const MARK: &str = "arb_";

impl Secret {
    /// A new one.
    #[must_use]
    pub fn draw() -> Secret {
        let bytes: [u8; 32] = random::bytes();
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        Secret(MARK.to_owned() + &digits.collect::<String>())
    }

    /// One that was shown; none if it cannot be one.
    #[must_use]
    pub fn shown(text: &str) -> Option<Secret> {
        let digits = text.strip_prefix(MARK)?;
        let is_one = digits.len() == 64 && digits.bytes().all(|it| it.is_ascii_hexdigit());
        is_one.then(|| Secret(text.to_owned()))
    }

    /// What the store keeps.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }

    /// For its owner, and for nobody else.
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
    fn a_secret_is_read_as_it_was_given() {
        let secret = Secret::draw();
        assert_eq!(Secret::shown(secret.reveal()), Some(secret.clone()));
        assert_ne!(secret, Secret::draw());
        assert_ne!(secret.hash(), Secret::draw().hash());
        assert_eq!(format!("{secret:?}"), "Secret");
        let text = secret.reveal();
        for bad in ["", "arb_", &text[1..], &text[..67], &text.replace('_', "-")] {
            assert_eq!(Secret::shown(bad), None, "{bad}");
        }
    }
}
