use core::fmt;
use std::{collections::BTreeMap, ops::AddAssign};

/// How often each thing happened.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub commits: u64,
    pub events: u64,
    pub acknowledged: u64,
    happened: BTreeMap<&'static str, u64>,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.commits += other.commits;
        self.events += other.events;
        self.acknowledged += other.acknowledged;
        for (what, count) in other.happened {
            *self.happened.entry(what).or_default() += count;
        }
    }
}

impl Tally {
    /// Counts that something happened.
    pub fn note(&mut self, what: &'static str) {
        *self.happened.entry(what).or_default() += 1;
    }

    /// Checks that everything happened at least once: what never happens is not tested.
    pub fn assert_everything_happened(&self) {
        for what in [
            "time jumps",
            "time runs out",
            "the game is over",
            "a client comes back on another socket",
            "a socket drops",
            "a socket that was left is noticed",
            "a command is sent again",
            "a frame overtakes another",
            "a frame comes twice",
            "a room ends",
            "a room ends because of the store",
            "a node crashes",
            "a node crashes at a commit",
            "the store goes down",
            "the store comes back",
            "a move is not stored in an outage",
            "a message between nodes is lost",
            "a message between nodes comes twice",
            "a message between nodes comes late",
            "a node learns of an event from another",
            "a node has missed an event",
            "a node was behind and has caught up",
            "another node was faster",
            "a node stops in order",
            "a player is interrupted",
        ] {
            assert!(self.happened.contains_key(what), "never: {what}");
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} commits, {} events, {} commands acknowledged",
            self.commits, self.events, self.acknowledged
        )?;
        for (what, count) in &self.happened {
            write!(f, "\n{count:>8} × {what}")?;
        }
        Ok(())
    }
}
