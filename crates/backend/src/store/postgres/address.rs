//! The address of a PostgreSQL server: a URL as libpq knows it.
//!
//! `tokio_postgres` parses most of it. The parameters `sslmode` and `sslrootcert`
//! are parsed here, because it knows only some of their values.

use std::{path::PathBuf, time::Duration};

use tokio_postgres::{
    Config,
    config::{Host, SslMode as Negotiation},
};

use super::super::error::StoreError;

/// The address of a server, and how the connection to it is encrypted.
#[derive(Debug)]
pub(super) struct Address {
    /// Everything except for the encryption.
    pub(super) config: Config,
    ssl_mode: SslMode,
    roots: Option<RootCertificates>,
}

/// Whether a connection is encrypted, and what is verified: libpq's `sslmode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SslMode {
    Disable,
    Allow,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// The authorities that may have signed the certificate of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RootCertificates {
    /// Those that the operating system trusts.
    System,
    /// Those in a PEM file.
    File(PathBuf),
}

/// What is verified about the certificate of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verification {
    /// Nothing: the connection is encrypted, but anyone may be at the other end.
    Nothing,
    /// One of these authorities has signed it.
    Authority(RootCertificates),
    /// One of these authorities has signed it, and it names the host.
    AuthorityAndName(RootCertificates),
}

/// How long to wait for a connection, unless the address says otherwise.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long sent data may remain unacknowledged, unless the address says otherwise.
const UNACKNOWLEDGED_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection may be silent before it is probed, and how often, unless
/// the address says otherwise.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
const KEEPALIVE_RETRIES: u32 = 2;

impl Address {
    /// Parses an address and fills in what it leaves out.
    pub(super) fn parse(text: &str) -> Result<Address, StoreError> {
        let mut ssl_mode = None;
        let mut roots = None;
        // As in `tokio_postgres`, the user and the password end at the first @.
        let host = text.find('@').map_or(0, |at| at + 1);
        let query = text[host..].find('?').map(|at| host + at);
        let (start, query) = query.map_or((text, ""), |at| (&text[..at], &text[at + 1..]));
        let mut rest = start.to_owned();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", value)) => ssl_mode = Some(SslMode::parse(value)?),
                Some(("sslrootcert", value)) => roots = Some(RootCertificates::parse(value)?),
                _ => {
                    rest.push(if rest.len() == start.len() { '?' } else { '&' });
                    rest.push_str(pair);
                }
            }
        }
        let default = match roots {
            Some(RootCertificates::System) => SslMode::VerifyFull,
            _ => SslMode::Prefer,
        };
        let address = Address {
            config: configure(&rest)?,
            ssl_mode: ssl_mode.unwrap_or(default),
            roots,
        };
        address.verification()?;
        Ok(address)
    }

    /// Returns what to verify.
    pub(super) fn verification(&self) -> Result<Verification, StoreError> {
        Ok(match (self.ssl_mode, self.roots.clone()) {
            (SslMode::VerifyFull, roots) => {
                Verification::AuthorityAndName(roots.unwrap_or(RootCertificates::System))
            }
            (_, Some(RootCertificates::System)) => {
                return Err(StoreError::Address(
                    "sslrootcert=system needs sslmode=verify-full",
                ));
            }
            // libpq verifies with `require` too if it has a file.
            (SslMode::VerifyCa | SslMode::Require, Some(roots)) => Verification::Authority(roots),
            (SslMode::VerifyCa, None) => {
                return Err(StoreError::Address(
                    "sslmode=verify-ca needs sslrootcert, a file with the certificate of the \
                     authority",
                ));
            }
            _ => Verification::Nothing,
        })
    }

    /// Returns what to ask the server for. The second is asked for if the first fails.
    pub(super) fn negotiations(&self) -> &'static [Negotiation] {
        let is_local = |host: &Host| !matches!(host, Host::Tcp(_));
        let hosts = self.config.get_hosts();
        if !hosts.is_empty() && hosts.iter().all(is_local) {
            return &[Negotiation::Disable];
        }
        match self.ssl_mode {
            SslMode::Disable => &[Negotiation::Disable],
            SslMode::Allow => &[Negotiation::Disable, Negotiation::Require],
            SslMode::Prefer => &[Negotiation::Prefer, Negotiation::Disable],
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => &[Negotiation::Require],
        }
    }
}

impl SslMode {
    fn parse(value: &str) -> Result<SslMode, StoreError> {
        Ok(match value {
            "disable" => SslMode::Disable,
            "allow" => SslMode::Allow,
            "prefer" => SslMode::Prefer,
            "require" => SslMode::Require,
            "verify-ca" => SslMode::VerifyCa,
            "verify-full" => SslMode::VerifyFull,
            _ => {
                return Err(StoreError::Address(
                    "sslmode is disable, allow, prefer, require, verify-ca or verify-full",
                ));
            }
        })
    }
}

impl RootCertificates {
    fn parse(value: &str) -> Result<RootCertificates, StoreError> {
        if value == "system" {
            return Ok(RootCertificates::System);
        }
        let path = decode(value).ok_or(StoreError::Address("sslrootcert is not a path"))?;
        Ok(RootCertificates::File(path.into()))
    }
}

/// Decodes the percent-encoding of a URL.
fn decode(value: &str) -> Option<String> {
    let mut parts = value.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

/// Parses an address without the encryption, and fills in what it leaves out.
fn configure(address: &str) -> Result<Config, StoreError> {
    let mut config: Config = address.parse()?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    if config.get_application_name().is_none() {
        config.application_name("arbiter");
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(UNACKNOWLEDGED_TIMEOUT);
    }
    if config.get_keepalives_idle() == Config::new().get_keepalives_idle() {
        config.keepalives_idle(KEEPALIVE_IDLE);
    }
    if config.get_keepalives_interval().is_none() {
        config.keepalives_interval(KEEPALIVE_INTERVAL);
    }
    if config.get_keepalives_retries().is_none() {
        config.keepalives_retries(KEEPALIVE_RETRIES);
    }
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(parameters: &str) -> Address {
        Address::parse(&format!("postgres://me:a?b@db.example/chess{parameters}")).unwrap()
    }

    #[test]
    fn the_mode_and_the_certificates_are_taken_out_of_the_address() {
        let address = parse("?sslmode=verify-ca&application_name=x&sslrootcert=%2Fa%20b.pem");
        assert_eq!(address.ssl_mode, SslMode::VerifyCa);
        let file = RootCertificates::File("/a b.pem".into());
        assert_eq!(address.roots, Some(file.clone()));
        let verification = address.verification().unwrap();
        assert_eq!(verification, Verification::Authority(file));
        assert_eq!(address.config.get_application_name(), Some("x"));
        assert_eq!(address.config.get_password(), Some(&b"a?b"[..]));
        assert_eq!(address.config.get_dbname(), Some("chess"));
    }

    #[test]
    fn every_mode_of_libpq_is_known() {
        use Negotiation::{Disable, Prefer, Require};
        for (parameters, negotiations) in [
            ("", &[Prefer, Disable][..]),
            ("?sslmode=disable", &[Disable]),
            ("?sslmode=allow", &[Disable, Require]),
            ("?sslmode=prefer", &[Prefer, Disable]),
            ("?sslmode=require", &[Require]),
            ("?sslmode=verify-ca&sslrootcert=a", &[Require]),
            ("?sslmode=verify-full", &[Require]),
            ("?sslrootcert=system", &[Require]),
        ] {
            assert_eq!(parse(parameters).negotiations(), negotiations);
        }
        let local = "postgres://arbiter@/chess?host=/run/postgresql&sslmode=require";
        assert_eq!(Address::parse(local).unwrap().negotiations(), [Disable]);
    }

    #[test]
    fn what_is_verified_depends_on_mode_and_certificates() {
        let file = || RootCertificates::File("a".into());
        let full = Verification::AuthorityAndName;
        for (parameters, expected) in [
            ("?sslmode=require", Verification::Nothing),
            ("?sslmode=prefer&sslrootcert=a", Verification::Nothing),
            (
                "?sslmode=require&sslrootcert=a",
                Verification::Authority(file()),
            ),
            ("?sslmode=verify-full&sslrootcert=a", full(file())),
            ("?sslmode=verify-full", full(RootCertificates::System)),
            ("?sslrootcert=system", full(RootCertificates::System)),
        ] {
            assert_eq!(parse(parameters).verification().unwrap(), expected);
        }
    }

    #[test]
    fn a_wrong_address_is_reported_without_its_password() {
        for (parameters, expected) in [
            ("?sslmode=yes", "sslmode is"),
            ("?sslmode=verify-ca", "needs sslrootcert"),
            ("?sslmode=require&sslrootcert=system", "needs sslmode"),
            ("?sslrootcert=%zz", "not a path"),
        ] {
            let text = format!("postgres://me:secret@db.example/chess{parameters}");
            let error = Address::parse(&text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
