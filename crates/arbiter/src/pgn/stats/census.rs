use std::{collections::HashMap, ops::AddAssign};

/// Counts by name. Where there are more names than can be held, the rarest
/// are forgotten: the most frequent are still found, and their counts may be
/// a little too small.
pub struct Census<T> {
    tallies: HashMap<Box<str>, T>,
    most: usize,
    has_forgotten: bool,
}

/// What is counted under a name.
pub trait Tally: Copy + AddAssign {
    /// How often it came.
    fn games(&self) -> u64;
}

impl Tally for u64 {
    fn games(&self) -> u64 {
        *self
    }
}

impl<T: Tally> Census<T> {
    /// Holds so many names.
    pub fn new(most: usize) -> Census<T> {
        Census {
            tallies: HashMap::new(),
            most,
            has_forgotten: false,
        }
    }

    pub fn add(&mut self, name: &str, tally: T) {
        if let Some(known) = self.tallies.get_mut(name) {
            *known += tally;
            return;
        }
        if self.tallies.len() >= self.most {
            self.forget();
        }
        self.tallies.insert(name.into(), tally);
    }

    /// Adds what another one has counted.
    pub fn merge(&mut self, other: Census<T>) {
        self.has_forgotten |= other.has_forgotten;
        let mut others: Vec<_> = other.tallies.into_iter().collect();
        if self.tallies.len() + others.len() > self.most {
            // What is forgotten must not depend on the order of a table.
            others.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        for (name, tally) in others {
            self.add(&name, tally);
        }
    }

    /// How many names there are, if none was forgotten.
    pub fn names(&self) -> Option<usize> {
        (!self.has_forgotten).then_some(self.tallies.len())
    }

    /// The most frequent, in alphabetic order where they are equally so.
    pub fn top(&self, count: usize) -> Vec<(&str, T)> {
        let mut all: Vec<(&str, T)> = self
            .tallies
            .iter()
            .map(|(name, &tally)| (&**name, tally))
            .collect();
        all.sort_unstable_by(|a, b| b.1.games().cmp(&a.1.games()).then(a.0.cmp(b.0)));
        all.truncate(count);
        all
    }

    /// Forgets those that came least, at least half of all.
    fn forget(&mut self) {
        self.has_forgotten = true;
        let mut games: Vec<u64> = self.tallies.values().map(Tally::games).collect();
        games.sort_unstable();
        let limit = games.get(games.len() / 2).copied().unwrap_or(0);
        self.tallies.retain(|_, tally| tally.games() > limit);
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
        assert!(census.tallies.len() <= 10);
    }
}
