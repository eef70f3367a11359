use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use crate::people::accounts::Secret;

/// An attempt to sign in with a provider, which only the browser that began it can
/// complete: the browser keeps a secret, and everything that others see is derived
/// from it. The server remembers nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt(Secret);

impl Attempt {
    /// Begins an attempt.
    #[must_use]
    pub fn begin() -> Attempt {
        Attempt(Secret::random())
    }

    /// Returns the attempt with the secret that a browser kept.
    #[must_use]
    pub fn parse(secret: &str) -> Option<Attempt> {
        Secret::parse(secret).map(Attempt)
    }

    /// Returns the secret, for the browser only.
    #[must_use]
    pub fn secret(&self) -> &Secret {
        &self.0
    }

    /// Returns what the provider sends back with the browser.
    #[must_use]
    pub fn state(&self) -> String {
        self.derived("state")
    }

    /// Returns what the provider signs together with the identity.
    #[must_use]
    pub fn nonce(&self) -> String {
        self.derived("nonce")
    }

    /// Returns what proves to the provider that a code was made for this attempt.
    #[must_use]
    pub fn verifier(&self) -> String {
        self.derived("verifier")
    }

    /// Returns the hash of the verifier, as PKCE (RFC 7636) wants it.
    #[must_use]
    pub fn challenge(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier()))
    }

    fn derived(&self, purpose: &str) -> String {
        let text = format!("{purpose} {}", self.0.reveal());
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_see_differs_and_belongs_to_one_attempt() {
        let attempt = Attempt::begin();
        let seen = [
            attempt.state(),
            attempt.nonce(),
            attempt.verifier(),
            attempt.challenge(),
            Attempt::begin().state(),
        ];
        for (at, one) in seen.iter().enumerate() {
            assert_eq!(one.len(), 43);
            assert!(!seen[at + 1..].contains(one));
        }
        let again = Attempt::parse(attempt.secret().reveal()).unwrap();
        assert_eq!(again.state(), attempt.state());
        assert_eq!(Attempt::parse("arb_"), None);
    }
}
