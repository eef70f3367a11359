use core::{fmt, str::FromStr};
use std::net::{IpAddr, Ipv6Addr};

/// The address of a client, as far as limits count it: an IPv4 address, or the
/// network (/64) of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(IpAddr);

impl Address {
    /// Returns the address to count for this IP address.
    #[must_use]
    pub fn of(address: IpAddr) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            // One client may have 2^64 IPv6 addresses, and would have as many limits.
            IpAddr::V6(address) => {
                let network = address.to_bits() & (u128::MAX << 64);
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A range of addresses, such as `192.0.2.0/24`. Networks of IPv6 that are smaller
/// than a client's (/64) are widened to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AddressRange {
    first: IpAddr,
    /// How many bits all addresses of the range share.
    prefix: u8,
}

/// The text is not a range of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "write a range of addresses as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32, \
     with at least 8 bits for IPv4 and 16 for IPv6"
)]
pub struct ParseAddressRangeError;

impl AddressRange {
    /// The shortest prefixes: a typing mistake must not ban the whole internet.
    const MIN_PREFIXES: (u8, u8) = (8, 16);

    /// Reports whether an address is in the range.
    #[must_use]
    pub fn contains(self, address: Address) -> bool {
        self == AddressRange::new(address.0, self.prefix)
    }

    fn new(address: IpAddr, prefix: u8) -> AddressRange {
        let first = match address {
            IpAddr::V4(address) => {
                let mask = u32::MAX
                    .checked_shl(32 - u32::from(prefix.min(32)))
                    .unwrap_or(0);
                IpAddr::V4((address.to_bits() & mask).into())
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX
                    .checked_shl(128 - u32::from(prefix.min(128)))
                    .unwrap_or(0);
                IpAddr::V6((address.to_bits() & mask).into())
            }
        };
        AddressRange { first, prefix }
    }
}

impl FromStr for AddressRange {
    type Err = ParseAddressRangeError;

    fn from_str(text: &str) -> Result<AddressRange, ParseAddressRangeError> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => {
                let prefix = prefix.parse::<u8>().map_err(|_| ParseAddressRangeError)?;
                (address, Some(prefix))
            }
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().map_err(|_| ParseAddressRangeError)?;
        let (shortest, longest, widest) = match address {
            IpAddr::V4(_) => (AddressRange::MIN_PREFIXES.0, 32, 32),
            IpAddr::V6(_) => (AddressRange::MIN_PREFIXES.1, 128, 64),
        };
        let prefix = prefix.unwrap_or(longest);
        if !(shortest..=longest).contains(&prefix) {
            return Err(ParseAddressRangeError);
        }
        Ok(AddressRange::new(address, prefix.min(widest)))
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_contains_the_addresses_that_share_its_prefix() {
        let range = |text: &str| text.parse::<AddressRange>();
        for (text, written, inside, outside) in [
            ("192.0.2.7", "192.0.2.7/32", "192.0.2.7", "192.0.2.8"),
            ("192.0.2.7/24", "192.0.2.0/24", "192.0.2.255", "192.0.3.0"),
            ("10.0.0.0/8", "10.0.0.0/8", "10.255.0.1", "2001:db8::1"),
            (
                "2001:db8::/32",
                "2001:db8::/32",
                "2001:db8:7::1",
                "2001:db9::1",
            ),
            (
                "2001:db8::5",
                "2001:db8::/64",
                "2001:db8::9",
                "2001:db8:0:1::5",
            ),
        ] {
            let range = range(text).unwrap();
            assert_eq!(range.to_string(), written);
            assert!(range.contains(address(inside)), "{text}");
            assert!(!range.contains(address(outside)), "{text}");
        }
        for bad in [
            "",
            "x",
            "192.0.2.7/33",
            "0.0.0.0/0",
            "::/0",
            "192.0.2.7/",
            "1.2.3/8",
        ] {
            assert_eq!(range(bad), Err(ParseAddressRangeError), "{bad}");
        }
    }

    fn address(text: &str) -> Address {
        Address::of(text.parse().unwrap())
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:2"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }
}
