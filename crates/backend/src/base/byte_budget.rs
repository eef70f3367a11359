use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;

use super::Address;

/// Limits how many bytes wait in memory for each address. Its clones are the same
/// budget.
#[derive(Clone, Debug)]
pub struct ByteBudget {
    used: Arc<Mutex<HashMap<Address, usize>>>,
    most: usize,
}

/// Bytes that count for an address until this value is dropped.
#[derive(Debug)]
pub struct ByteShare {
    address: Address,
    bytes: usize,
    budget: ByteBudget,
}

impl ByteBudget {
    /// Returns a budget of this many bytes for each address.
    #[must_use]
    pub fn new(most: usize) -> ByteBudget {
        ByteBudget {
            used: Arc::default(),
            most,
        }
    }

    /// Returns a share of no bytes for this address.
    #[must_use]
    pub fn share(&self, address: Address) -> ByteShare {
        ByteShare {
            address,
            bytes: 0,
            budget: self.clone(),
        }
    }
}

impl ByteShare {
    /// Counts more bytes, and reports whether the address may have them. It may
    /// if it has nothing else, however many they are.
    #[must_use]
    pub fn add(&mut self, bytes: usize) -> bool {
        let mut used = self.budget.used.lock();
        let count = used.entry(self.address).or_default();
        let is_alone = *count == self.bytes;
        if !is_alone && *count + bytes > self.budget.most {
            return false;
        }
        *count += bytes;
        self.bytes += bytes;
        true
    }
}

impl Drop for ByteShare {
    fn drop(&mut self) {
        let mut used = self.budget.used.lock();
        if let Some(count) = used.get_mut(&self.address) {
            *count -= self.bytes;
            if *count == 0 {
                used.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_one_address_are_limited() {
        let budget = ByteBudget::new(100);
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|it| Address::of(it.parse().unwrap()));
        let mut first = budget.share(one);
        assert!(first.add(60));
        let mut second = budget.share(one);
        assert!(second.add(40) && !second.add(1));
        assert!(budget.share(other).add(100));
        drop(first);
        assert!(second.add(60) && second.add(1_000), "nobody else has any");
        assert!(!budget.share(one).add(1));
        drop(second);
        assert!(budget.used.lock().is_empty());
    }
}
