//! How a node proves to NATS who it is.

use std::sync::Arc;

use async_nats::{ConnectOptions, ServerAddr};

use super::BusError;
use crate::base::BusSettings;

/// Returns options with everything that NATS may ask for. A name and a password, or a token
/// in the place of a name, are those of the first address that has them.
pub(super) async fn login(
    settings: &BusSettings,
    addresses: &[ServerAddr],
) -> Result<ConnectOptions, BusError> {
    let mut options = ConnectOptions::new();
    let named = addresses.iter().find(|address| address.has_user_pass());
    if let Some(name) = named.and_then(ServerAddr::username) {
        let name = decoded(name);
        options = match named.and_then(ServerAddr::password) {
            Some(password) => options.user_and_password(name, decoded(password)),
            None => options.token(name),
        };
    }
    if let Some(path) = &settings.credentials {
        let read = options.credentials_file(path).await;
        options = read.map_err(|error| BusError::Credentials {
            path: path.clone(),
            error: Arc::new(error),
        })?;
    }
    if let Some(path) = &settings.authorities {
        options = options
            .add_root_certificates(path.clone())
            .require_tls(true);
    }
    match (&settings.certificate, &settings.key) {
        (None, None) => Ok(options),
        (Some(certificate), Some(key)) => Ok(options
            .add_client_certificate(certificate.clone(), key.clone())
            .require_tls(true)),
        _ => Err(BusError::Certificate),
    }
}

/// Returns a part of an address without percent encoding, which a password with signs
/// such as `@` needs.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|code| str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_in_a_password_are_decoded() {
        for (written, meant) in [
            ("plain", "plain"),
            ("p%40ss%3aword", "p@ss:word"),
            ("50%", "50%"),
            ("%zz%2", "%zz%2"),
            ("%C3%A9", "\u{e9}"),
        ] {
            assert_eq!(decoded(written), meant);
        }
    }
}
