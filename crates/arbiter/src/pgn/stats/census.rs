use std::{collections::HashMap, ops::AddAssign};

/// Counts by name, with bounded memory. If there are too many names, the rarest
/// are dropped: the most frequent ones stay, and their counts may be slightly
/// too small.
pub struct Census<T> {
    counts: HashMap<Box<str>, T>,
    most: usize,
    has_forgotten: bool,
}

/// A count for one name.
pub trait GameCount: Copy + AddAssign {
    /// Returns the number of games.
    fn games(&self) -> u64;
}

impl GameCount for u64 {
    fn games(&self) -> u64 {
        *self
    }
}

impl<T: GameCount> Census<T> {
    /// Returns a census that holds this many names.
    pub fn new(most: usize) -> Census<T> {
        Census {
            counts: HashMap::new(),
            most,
            has_forgotten: false,
        }
    }

    pub fn add(&mut self, name: &str, count: T) {
        if let Some(known) = self.counts.get_mut(name) {
            *known += count;
            return;
        }
        if self.counts.len() >= self.most {
            self.forget();
        }
        self.counts.insert(name.into(), count);
    }

    /// Adds the counts of another census.
    pub fn merge(&mut self, other: Census<T>) {
        self.has_forgotten |= other.has_forgotten;
        let mut others: Vec<_> = other.counts.into_iter().collect();
        if self.counts.len() + others.len() > self.most {
            // Which names are dropped must not depend on the order of a hash map.
            others.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        for (name, count) in others {
            self.add(&name, count);
        }
    }

    /// Returns the number of names, unless some were dropped.
    pub fn names(&self) -> Option<usize> {
        (!self.has_forgotten).then_some(self.counts.len())
    }

    /// Returns the most frequent names, ties in alphabetical order.
    pub fn top(&self, count: usize) -> Vec<(&str, T)> {
        let mut all: Vec<(&str, T)> = self
            .counts
            .iter()
            .map(|(name, &count)| (&**name, count))
            .collect();
        all.sort_unstable_by(|a, b| b.1.games().cmp(&a.1.games()).then(a.0.cmp(b.0)));
        all.truncate(count);
        all
    }

    /// Drops the rarest names, at least half of all.
    fn forget(&mut self) {
        self.has_forgotten = true;
        let mut games: Vec<u64> = self.counts.values().map(GameCount::games).collect();
        games.sort_unstable();
        let limit = games.get(games.len() / 2).copied().unwrap_or(0);
        self.counts.retain(|_, count| count.games() > limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_names_come_first() {
        let mut census = Census::new(100);
        for name in ["b", "a", "c", "b", "c"] {
            census.add(name, 1);
        }
        assert_eq!(census.top(2), [("b", 2), ("c", 2)]);
        assert_eq!(census.names(), Some(3));
    }

    #[test]
    fn with_too_many_names_the_rare_are_forgotten() {
        let mut census = Census::new(10);
        for number in 0..1000 {
            census.add("often", 1);
            census.add(&number.to_string(), 1);
        }
        assert_eq!(census.top(1), [("often", 1000)]);
        assert_eq!(census.names(), None);
        assert!(census.counts.len() <= 10);
    }
}
