//! Encrypts a message for one browser (RFC 8291), so that the push service, which
//! passes it on, cannot read it.

use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::SystemRandom,
};

use crate::base::random;

/// The length of an uncompressed point on P-256.
pub const PUBLIC_KEY_BYTES: usize = 65;
/// The length of the secret that a browser shares with the server.
pub const SECRET_BYTES: usize = 16;

const SALT_BYTES: usize = 16;
/// The size of a record. A message is one record, and shorter.
const RECORD_BYTES: u32 = 4_096;
/// Ends the last record.
const LAST_RECORD: u8 = 2;

/// The keys of both sides, which are part of the derivation.
struct Exchange<'k> {
    browser_key: &'k [u8],
    browser_secret: &'k [u8],
    server_key: &'k [u8],
    /// What both sides can compute, and nobody else.
    shared: &'k [u8],
}

/// The length of derived bytes.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts a message for the browser with this key and this secret.
///
/// # Errors
///
/// Returns an error if the key is not a point on the curve.
pub fn encrypt(
    message: &[u8],
    browser_key: &[u8],
    browser_secret: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
    let public = private.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, browser_key);
    agree_ephemeral(private, &theirs, |shared| {
        let exchange = Exchange {
            browser_key,
            browser_secret,
            server_key: public.as_ref(),
            shared,
        };
        exchange.seal(message, random::bytes())
    })?
}

impl Exchange<'_> {
    fn seal(&self, message: &[u8], salt: [u8; SALT_BYTES]) -> Result<Vec<u8>, Unspecified> {
        let (key, nonce) = self.derive(salt)?;
        let mut record = message.to_vec();
        record.push(LAST_RECORD);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
        let nonce = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
        let mut body = salt.to_vec();
        body.extend(RECORD_BYTES.to_be_bytes());
        body.push(PUBLIC_KEY_BYTES as u8);
        body.extend(self.server_key);
        body.extend(record);
        Ok(body)
    }

    /// Returns the key of the content and its nonce.
    fn derive(&self, salt: [u8; SALT_BYTES]) -> Result<([u8; 16], [u8; 12]), Unspecified> {
        let shared = Salt::new(HKDF_SHA256, self.browser_secret).extract(self.shared);
        let keys = [b"WebPush: info\0", self.browser_key, self.server_key];
        let input: [u8; 32] = expand(&shared, &keys)?;
        let content = Salt::new(HKDF_SHA256, &salt).extract(&input);
        Ok((
            expand(&content, &[b"Content-Encoding: aes128gcm\0"])?,
            expand(&content, &[b"Content-Encoding: nonce\0"])?,
        ))
    }
}

fn expand<const N: usize>(key: &Prk, context: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    key.expand(context, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

    use super::*;

    fn decode(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// RFC 8291, appendix A.
    #[test]
    fn a_message_is_sealed_as_in_the_standard() {
        let exchange = Exchange {
            browser_key: &decode(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            browser_secret: &decode("BTBZMqHH6r4Tts7J_aSIgg"),
            server_key: &decode(
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
            shared: &decode("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
        };
        let salt: [u8; 16] = decode("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let (key, nonce) = exchange.derive(salt).unwrap();
        assert_eq!(key.to_vec(), decode("oIhVW04MRdy2XN9CiKLxTg"));
        assert_eq!(nonce.to_vec(), decode("4h_95klXJ5E_qnoN"));
        let message = b"When I grow up, I want to be a watermelon";
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
                        Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB\
                        St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(exchange.seal(message, salt).unwrap(), decode(expected));
    }

    #[test]
    fn nothing_is_encrypted_for_a_key_that_is_none() {
        assert!(encrypt(b"message", &[4; PUBLIC_KEY_BYTES], &[0; SECRET_BYTES]).is_err());
        assert!(encrypt(b"message", &[], &[0; SECRET_BYTES]).is_err());
    }
}
