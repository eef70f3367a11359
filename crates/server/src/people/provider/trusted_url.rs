use std::net::{Ipv4Addr, Ipv6Addr};

use axum::http::Uri;

/// A URL at which secrets are safe: encrypted, or on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrustedUrl(Uri);

impl TrustedUrl {
    /// Parses a URL; returns none if secrets are not safe there.
    pub fn parse(text: &str) -> Option<TrustedUrl> {
        let uri: Uri = text.parse().ok()?;
        let has_user = uri.authority()?.as_str().contains('@');
        let url = TrustedUrl(uri);
        let is_safe = match url.0.scheme_str()? {
            "https" => true,
            "http" => url.is_local(),
            _ => false,
        };
        (is_safe && !has_user && !url.host().is_empty()).then_some(url)
    }

    /// Returns the host, without the brackets of an IPv6 address.
    pub fn host(&self) -> &str {
        let host = self.0.host().unwrap_or_default();
        host.trim_start_matches('[').trim_end_matches(']')
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        let usual = if self.is_encrypted() { 443 } else { 80 };
        self.0.port_u16().unwrap_or(usual)
    }

    /// Reports whether connections are encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.0.scheme_str() == Some("https")
    }

    /// Returns the host and the port as they are written in a request.
    pub fn authority(&self) -> &str {
        self.0.authority().map_or("", |it| it.as_str())
    }

    /// Returns the path with the query.
    pub fn path(&self) -> &str {
        self.0.path_and_query().map_or("/", |it| it.as_str())
    }

    /// Returns the same URL with more in its query.
    pub fn with_query(&self, query: &str) -> String {
        let separator = if self.0.query().is_some() { '&' } else { '?' };
        format!("{}{separator}{query}", self.0)
    }

    fn is_local(&self) -> bool {
        let host = self.host();
        host == "localhost"
            || host.parse::<Ipv4Addr>().is_ok_and(|it| it.is_loopback())
            || host.parse::<Ipv6Addr>().is_ok_and(|it| it.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_encrypted_and_local_urls_are_trusted() {
        for good in [
            "https://id.example",
            "https://id.example:8443/a?b=c",
            "http://localhost:5000/x",
            "http://127.0.0.1",
            "http://[::1]:80/",
        ] {
            assert!(TrustedUrl::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "/path",
            "id.example",
            "http://id.example",
            "http://localhost.example",
            "http://127.0.0.1.example",
            "http://127.0.0.1@id.example",
            "https://user@id.example",
            "ftp://localhost",
            "javascript:alert(1)",
            "https:///path",
        ] {
            assert!(TrustedUrl::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn its_parts_are_found() {
        let url = TrustedUrl::parse("http://[::1]:81/a?b=c").unwrap();
        assert_eq!((url.host(), url.port(), url.path()), ("::1", 81, "/a?b=c"));
        assert_eq!(url.authority(), "[::1]:81");
        assert_eq!(url.with_query("d=e"), "http://[::1]:81/a?b=c&d=e");
        let url = TrustedUrl::parse("https://id.example").unwrap();
        assert_eq!((url.port(), url.path()), (443, "/"));
        assert_eq!(url.with_query("d=e"), "https://id.example/?d=e");
    }
}
