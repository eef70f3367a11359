use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::Value;

/// The public keys with which a provider signs (RFC 7517), of the kinds that are
/// accepted. Others are left out.
#[derive(Debug)]
pub struct KeySet(Vec<Key>);

/// How a token is signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// RSA with SHA-256.
    Rs256,
    /// ECDSA on P-256 with SHA-256.
    Es256,
}

#[derive(Debug)]
struct Key {
    id: Option<String>,
    material: KeyMaterial,
}

#[derive(Debug)]
enum KeyMaterial {
    Rsa {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
    /// An uncompressed point.
    P256(Vec<u8>),
}

#[derive(Deserialize)]
struct WrittenKeySet {
    keys: Vec<Value>,
}

#[derive(Deserialize)]
struct WrittenKey {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    usage: Option<String>,
    n: Option<String>,
    e: Option<String>,
    crv: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// The most keys that are tried.
const MAX_KEYS: usize = 32;

impl Algorithm {
    /// Returns the algorithm of this name. One without a signature, or with the
    /// password as its key, is none.
    pub fn from_name(name: &str) -> Option<Algorithm> {
        match name {
            "RS256" => Some(Algorithm::Rs256),
            "ES256" => Some(Algorithm::Es256),
            _ => None,
        }
    }
}

impl KeySet {
    /// Parses a set of keys.
    pub fn parse(json: &[u8]) -> Result<KeySet, serde_json::Error> {
        let written: WrittenKeySet = serde_json::from_slice(json)?;
        let keys = written.keys.into_iter().filter_map(|key| {
            let key: WrittenKey = serde_json::from_value(key).ok()?;
            key.usable()
        });
        Ok(KeySet(keys.take(MAX_KEYS).collect()))
    }

    /// Reports whether one of the keys has signed a message. A signature that names
    /// its key counts with that key only.
    pub fn has_signed(
        &self,
        algorithm: Algorithm,
        key_id: Option<&str>,
        message: &[u8],
        signature: &[u8],
    ) -> bool {
        let is_meant = |key: &&Key| match (key_id, &key.id) {
            (Some(meant), Some(id)) => meant == id,
            _ => true,
        };
        let mut keys = self.0.iter().filter(is_meant);
        keys.any(|key| key.material.has_signed(algorithm, message, signature))
    }
}

impl KeyMaterial {
    fn has_signed(&self, algorithm: Algorithm, message: &[u8], signature: &[u8]) -> bool {
        match (self, algorithm) {
            (KeyMaterial::Rsa { modulus, exponent }, Algorithm::Rs256) => {
                let key = RsaPublicKeyComponents {
                    n: modulus,
                    e: exponent,
                };
                let scheme = &RSA_PKCS1_2048_8192_SHA256;
                key.verify(scheme, message, signature).is_ok()
            }
            (KeyMaterial::P256(point), Algorithm::Es256) => {
                let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
                key.verify(message, signature).is_ok()
            }
            _ => false,
        }
    }
}

impl WrittenKey {
    /// Returns the key, if it is for signatures and of a kind that is accepted.
    fn usable(self) -> Option<Key> {
        if self.usage.is_some_and(|usage| usage != "sig") {
            return None;
        }
        let bytes = |text: Option<String>| BASE64_URL_SAFE_NO_PAD.decode(text?).ok();
        let material = match (self.kty.as_str(), self.crv.as_deref()) {
            ("RSA", _) => KeyMaterial::Rsa {
                modulus: bytes(self.n)?,
                exponent: bytes(self.e)?,
            },
            ("EC", Some("P-256")) => {
                let (x, y) = (bytes(self.x)?, bytes(self.y)?);
                if (x.len(), y.len()) != (32, 32) {
                    return None;
                }
                KeyMaterial::P256([vec![4], x, y].concat())
            }
            _ => return None,
        };
        Some(Key {
            id: self.kid,
            material,
        })
    }
}
