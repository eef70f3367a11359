use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::Uri;

/// The URL at which a push service takes messages for a browser. It comes from outside, so
/// only public hosts are accepted: nobody can make the server send requests into its own
/// network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushEndpoint {
    uri: Uri,
    reach: Reach,
}

/// Which hosts may be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// Those that anybody on the internet can reach.
    Public,
    /// The operator trusts the service, wherever it is.
    Trusted,
}

/// The longest URL.
const MAX_URL_BYTES: usize = 1_000;

impl PushEndpoint {
    /// Parses a URL: it is encrypted, at the usual port of a named host, or its origin
    /// is one of the trusted ones.
    pub fn parse(text: &str, trusted_origins: &[String]) -> Option<PushEndpoint> {
        if text.len() > MAX_URL_BYTES {
            return None;
        }
        let uri: Uri = text.parse().ok()?;
        if uri.authority()?.as_str().contains('@') {
            return None;
        }
        let reach = Reach::Trusted;
        let mut endpoint = PushEndpoint { uri, reach };
        if trusted_origins.contains(&endpoint.origin()) {
            return Some(endpoint);
        }
        endpoint.reach = Reach::Public;
        let host = endpoint.host();
        let is_named = host.contains('.') && host.parse::<IpAddr>().is_err();
        let is_usual = endpoint.is_encrypted() && endpoint.port() == 443;
        (is_named && is_usual).then_some(endpoint)
    }

    /// Returns the host, without the brackets of an IPv6 address.
    pub fn host(&self) -> &str {
        let host = self.uri.host().unwrap_or_default();
        host.trim_start_matches('[').trim_end_matches(']')
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        let usual = if self.is_encrypted() { 443 } else { 80 };
        self.uri.port_u16().unwrap_or(usual)
    }

    /// Reports whether connections are encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.uri.scheme_str() == Some("https")
    }

    /// Returns the host and the port as they are written in a request.
    pub fn authority(&self) -> &str {
        self.uri.authority().map_or("", |it| it.as_str())
    }

    /// Returns the scheme, the host and the port.
    pub fn origin(&self) -> String {
        let scheme = self.uri.scheme_str().unwrap_or_default();
        format!("{scheme}://{}", self.authority())
    }

    /// Returns the path with the query.
    pub fn path(&self) -> &str {
        self.uri.path_and_query().map_or("/", |it| it.as_str())
    }

    /// Returns the addresses of the host to which the server may connect.
    pub fn allowed(&self, found: impl Iterator<Item = SocketAddr>) -> Vec<SocketAddr> {
        match self.reach {
            Reach::Trusted => found.collect(),
            Reach::Public => found.filter(|it| is_public(it.ip())).collect(),
        }
    }
}

/// Reports whether an address belongs to the public internet (RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation();
    let is_reserved = a == 0 || a >= 240;
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_assigned = a == 192 && b == 0 && c == 0 || a == 192 && b == 88 && c == 99;
    let is_benchmark = a == 198 && (b == 18 || b == 19);
    !(is_special || is_reserved || is_shared || is_assigned || is_benchmark)
}

/// Only global unicast addresses are public, without those that contain others.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_global = (0x2000..0x4000).contains(&a);
    let is_protocol = a == 0x2001 && b < 0x200;
    let is_documentation = a == 0x2001 && b == 0xdb8 || a == 0x3fff && b < 0x1000;
    let is_6to4 = a == 0x2002;
    is_global && !is_protocol && !is_documentation && !is_6to4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_encrypted_endpoints_of_named_hosts_are_accepted() {
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://web.push.apple.com:443/Q",
        ] {
            assert!(PushEndpoint::parse(good, &[]).is_some(), "{good}");
        }
        let long = format!("https://push.example/{}", "a".repeat(1_000));
        for bad in [
            "",
            "/path",
            "push.example/a",
            "http://push.example/a",
            "https://push.example:8443/a",
            "https://localhost/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://user@push.example/a",
            "https://push.example@127.0.0.1/a",
            "ftp://push.example/a",
            &long,
        ] {
            assert!(PushEndpoint::parse(bad, &[]).is_none(), "{bad}");
        }
        let trusted = ["http://127.0.0.1:9000".to_owned()];
        assert!(PushEndpoint::parse("http://127.0.0.1:9000/a?b", &trusted).is_some());
        assert!(PushEndpoint::parse("http://127.0.0.1:9001/a", &trusted).is_none());
    }

    #[test]
    fn only_public_addresses_are_reached() {
        for public in [
            "8.8.8.8",
            "142.250.1.95",
            "2a00:1450:4001::5f",
            "2606:4700::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for other in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::a00:1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "fc00::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(other.parse().unwrap()), "{other}");
        }
        let endpoint = PushEndpoint::parse("https://push.example/a", &[]).unwrap();
        let found = ["127.0.0.1:443", "8.8.8.8:443"].map(|it| it.parse().unwrap());
        assert_eq!(endpoint.allowed(found.into_iter()), [found[1]]);
    }
}
