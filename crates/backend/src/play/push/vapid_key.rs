use std::fmt;

use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use ring::{
    error::Unspecified,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::json;

/// The key with which the server signs its requests to push services (RFC 8292). A
/// browser accepts messages of the key that it was given when it subscribed.
pub struct VapidKey(EcdsaKeyPair);

/// How long a signature is valid, in seconds. A day is the most that services accept.
const VALID_SECONDS: u64 = 12 * 60 * 60;

impl VapidKey {
    /// Returns a new key, as it is stored.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random numbers.
    pub fn generate() -> Result<String, Unspecified> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new())?;
        Ok(BASE64_STANDARD.encode(key.as_ref()))
    }

    /// Reads a key as it is stored.
    pub fn read(stored: &str) -> Option<VapidKey> {
        let bytes = BASE64_STANDARD.decode(stored).ok()?;
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let key = EcdsaKeyPair::from_pkcs8(algorithm, &bytes, &SystemRandom::new());
        key.ok().map(VapidKey)
    }

    /// Returns the public key, as browsers take it.
    pub fn public(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the header that proves to a push service who sends a message. The
    /// audience is the origin of the service, the subject a URL at which the operator
    /// of this server can be found, and the time is in seconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random numbers.
    pub fn authorization(
        &self,
        audience: &str,
        subject: Option<&str>,
        now: u64,
    ) -> Result<String, Unspecified> {
        let mut claims = json!({"aud": audience, "exp": now + VALID_SECONDS});
        if let Some(subject) = subject {
            claims["sub"] = subject.into();
        }
        let [header, claims] = [json!({"typ": "JWT", "alg": "ES256"}), claims]
            .map(|part| BASE64_URL_SAFE_NO_PAD.encode(part.to_string()));
        let message = format!("{header}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), message.as_bytes())?;
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature);
        Ok(format!(
            "vapid t={message}.{signature}, k={}",
            self.public()
        ))
    }
}

/// Leaves the private key out of logs.
impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VapidKey({})", self.public())
    }
}
