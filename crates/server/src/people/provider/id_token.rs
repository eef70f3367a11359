use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};

use super::key_set::{Algorithm, KeySet};

/// What a token must say.
pub struct Expected<'e> {
    /// The issuer, which signs the token.
    pub issuer: &'e str,
    /// The client for which the token was issued.
    pub client_id: &'e str,
    /// The nonce of the attempt to sign in for which the token was issued.
    pub nonce: &'e str,
    /// The time, in seconds since 1970.
    pub now: u64,
}

/// What a valid token says.
#[derive(Debug)]
pub struct VerifiedClaims {
    /// The account at the provider.
    pub subject: String,
    /// The name under which the person wants to be known.
    pub preferred_name: Option<String>,
}

/// Why an ID token is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidToken {
    /// It is not a token.
    #[error("it is not a token")]
    Malformed,
    /// It is signed in a way that is not accepted.
    #[error("it is signed neither with RS256 nor with ES256")]
    Algorithm,
    /// It has extensions that its reader must understand.
    #[error("it requires extensions that are not supported")]
    CriticalExtension,
    /// None of the keys of the provider has signed it.
    #[error("none of the provider's keys has signed it")]
    Signature,
    /// It is for somebody or something else.
    #[error("its {0} is not the expected one")]
    Claim(&'static str),
    /// It is not valid at this time.
    #[error("it {0}")]
    Clock(&'static str),
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    /// Extensions that must be understood.
    crit: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
    preferred_username: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

/// How much the clocks of server and provider may differ, in seconds.
const MAX_CLOCK_DIFFERENCE: f64 = 120.0;
/// The longest subject, as the specification says.
const MAX_SUBJECT_BYTES: usize = 255;

/// Returns what a token says, if it proves that (OpenID Connect Core 1.0, 3.1.3.7).
pub fn verify(
    token: &str,
    keys: &KeySet,
    expected: &Expected,
) -> Result<VerifiedClaims, InvalidToken> {
    let (message, signature) = token.rsplit_once('.').ok_or(InvalidToken::Malformed)?;
    let (header, claims) = message.split_once('.').ok_or(InvalidToken::Malformed)?;
    let header: Header = decoded(header)?;
    let algorithm = Algorithm::from_name(&header.alg).ok_or(InvalidToken::Algorithm)?;
    if header.crit.is_some() {
        return Err(InvalidToken::CriticalExtension);
    }
    let signature = BASE64_URL_SAFE_NO_PAD.decode(signature);
    let signature = signature.map_err(|_| InvalidToken::Malformed)?;
    let key_id = header.kid.as_deref();
    if !keys.has_signed(algorithm, key_id, message.as_bytes(), &signature) {
        return Err(InvalidToken::Signature);
    }
    decoded::<Claims>(claims)?.check(expected)
}

fn decoded<T: DeserializeOwned>(part: &str) -> Result<T, InvalidToken> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(part);
    let bytes = bytes.map_err(|_| InvalidToken::Malformed)?;
    serde_json::from_slice(&bytes).map_err(|_| InvalidToken::Malformed)
}

impl Claims {
    fn check(self, expected: &Expected) -> Result<VerifiedClaims, InvalidToken> {
        if self.iss != expected.issuer {
            return Err(InvalidToken::Claim("issuer"));
        }
        let is_for_us = match &self.aud {
            Audience::One(one) => one == expected.client_id,
            Audience::Many(many) => many.iter().any(|one| one == expected.client_id),
        };
        let is_for_others = matches!(&self.aud, Audience::Many(many) if many.len() > 1);
        let presenter = self.azp.as_deref();
        if !is_for_us || presenter.map_or(is_for_others, |it| it != expected.client_id) {
            return Err(InvalidToken::Claim("audience"));
        }
        if self.nonce.as_deref() != Some(expected.nonce) {
            return Err(InvalidToken::Claim("nonce"));
        }
        let now = expected.now as f64;
        if self.exp + MAX_CLOCK_DIFFERENCE < now {
            return Err(InvalidToken::Clock("has expired"));
        }
        let start = self.nbf.map_or(self.iat, |it| it.max(self.iat));
        if start - MAX_CLOCK_DIFFERENCE > now {
            return Err(InvalidToken::Clock("is not valid yet"));
        }
        let is_subject = (1..=MAX_SUBJECT_BYTES).contains(&self.sub.len())
            && !self.sub.contains(char::is_control);
        if !is_subject {
            return Err(InvalidToken::Claim("subject"));
        }
        Ok(VerifiedClaims {
            subject: self.sub,
            preferred_name: self.preferred_username,
        })
    }
}

#[cfg(test)]
mod tests {
    use ring::{
        rand::SystemRandom,
        signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
    };
    use serde_json::{Value, json};

    use super::*;

    const NOW: u64 = 1_800_000_000;

    struct Signer(EcdsaKeyPair);

    impl Signer {
        fn new() -> Signer {
            let random = SystemRandom::new();
            let scheme = &ECDSA_P256_SHA256_FIXED_SIGNING;
            let key = EcdsaKeyPair::generate_pkcs8(scheme, &random).unwrap();
            Signer(EcdsaKeyPair::from_pkcs8(scheme, key.as_ref(), &random).unwrap())
        }

        fn key(&self, id: &str) -> Value {
            let point = self.0.public_key().as_ref();
            let [x, y] = [&point[1..33], &point[33..]].map(|it| BASE64_URL_SAFE_NO_PAD.encode(it));
            json!({"kty": "EC", "crv": "P-256", "use": "sig", "kid": id, "x": x, "y": y})
        }

        fn sign(&self, header: &Value, claims: &Value) -> String {
            let [header, claims] =
                [header, claims].map(|it| BASE64_URL_SAFE_NO_PAD.encode(it.to_string()));
            let message = format!("{header}.{claims}");
            let signature = self.0.sign(&SystemRandom::new(), message.as_bytes());
            let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.unwrap());
            format!("{message}.{signature}")
        }
    }

    fn keys(keys: &[Value]) -> KeySet {
        let json = json!({"keys": keys}).to_string();
        KeySet::parse(json.as_bytes()).unwrap()
    }

    fn claims() -> Value {
        json!({
            "iss": "https://id.example", "sub": "42", "aud": "chess", "nonce": "n",
            "iat": NOW, "exp": NOW + 300, "preferred_username": "Ann",
        })
    }

    fn check(token: &str, keys: &KeySet) -> Result<VerifiedClaims, InvalidToken> {
        let expected = Expected {
            issuer: "https://id.example",
            client_id: "chess",
            nonce: "n",
            now: NOW,
        };
        verify(token, keys, &expected)
    }

    #[test]
    fn a_signed_token_for_this_attempt_is_accepted() {
        let signer = Signer::new();
        let other = Signer::new();
        let set = keys(&[
            other.key("1"),
            json!({"kty": "oct", "k": "x"}),
            signer.key("2"),
        ]);
        for header in [json!({"alg": "ES256", "kid": "2"}), json!({"alg": "ES256"})] {
            let token = signer.sign(&header, &claims());
            let verified = check(&token, &set).unwrap();
            assert_eq!(verified.subject, "42");
            assert_eq!(verified.preferred_name.as_deref(), Some("Ann"));
        }
        let mut many = claims();
        many["aud"] = json!(["chess", "other"]);
        many["azp"] = json!("chess");
        let token = signer.sign(&json!({"alg": "ES256"}), &many);
        assert!(check(&token, &set).is_ok());
    }

    #[test]
    fn a_token_that_is_not_signed_by_the_provider_is_refused() {
        let (signer, other) = (Signer::new(), Signer::new());
        let set = keys(&[signer.key("1")]);
        let header = json!({"alg": "ES256", "kid": "1"});
        let forged = other.sign(&header, &claims());
        assert_eq!(check(&forged, &set).unwrap_err(), InvalidToken::Signature);
        let wrong_key = signer.sign(&json!({"alg": "ES256", "kid": "9"}), &claims());
        assert_eq!(
            check(&wrong_key, &set).unwrap_err(),
            InvalidToken::Signature
        );
        let wrong_kind = signer.sign(&json!({"alg": "RS256", "kid": "1"}), &claims());
        assert_eq!(
            check(&wrong_kind, &set).unwrap_err(),
            InvalidToken::Signature
        );
        for (header, error) in [
            (json!({"alg": "none"}), InvalidToken::Algorithm),
            (json!({"alg": "HS256"}), InvalidToken::Algorithm),
            (
                json!({"alg": "ES256", "crit": ["x"], "x": 1}),
                InvalidToken::CriticalExtension,
            ),
        ] {
            let token = signer.sign(&header, &claims());
            assert_eq!(check(&token, &set).unwrap_err(), error);
        }
        let good = signer.sign(&header, &claims());
        let (message, signature) = good.rsplit_once('.').unwrap();
        let mut changed = claims();
        changed["sub"] = json!("43");
        let changed = BASE64_URL_SAFE_NO_PAD.encode(changed.to_string());
        let head = message.split_once('.').unwrap().0;
        let changed = format!("{head}.{changed}.{signature}");
        assert_eq!(check(&changed, &set).unwrap_err(), InvalidToken::Signature);
        for bad in ["", ".", "..", "a.b.c", message, &format!("{message}.")] {
            assert!(check(bad, &set).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_token_for_somebody_or_some_time_else_is_refused() {
        let signer = Signer::new();
        let set = keys(&[signer.key("1")]);
        let refused = |field: &str, value: Value| {
            let mut claims = claims();
            claims[field] = value;
            let token = signer.sign(&json!({"alg": "ES256"}), &claims);
            check(&token, &set).unwrap_err()
        };
        let other = json!("https://id.example/");
        assert_eq!(refused("iss", other), InvalidToken::Claim("issuer"));
        for audience in [json!("other"), json!([]), json!(["chess", "other"])] {
            assert_eq!(refused("aud", audience), InvalidToken::Claim("audience"));
        }
        assert_eq!(refused("azp", json!("x")), InvalidToken::Claim("audience"));
        assert_eq!(refused("nonce", json!("m")), InvalidToken::Claim("nonce"));
        assert_eq!(refused("nonce", Value::Null), InvalidToken::Claim("nonce"));
        let expired = refused("exp", json!(NOW - 121));
        assert_eq!(expired, InvalidToken::Clock("has expired"));
        let early = InvalidToken::Clock("is not valid yet");
        assert_eq!(refused("iat", json!(NOW + 121)), early);
        assert_eq!(refused("nbf", json!(NOW + 121)), early);
        for subject in ["", "a\nb", &"x".repeat(256)] {
            assert_eq!(
                refused("sub", json!(subject)),
                InvalidToken::Claim("subject")
            );
        }
        assert_eq!(refused("sub", Value::Null), InvalidToken::Malformed);
        assert_eq!(refused("exp", Value::Null), InvalidToken::Malformed);
    }
}
