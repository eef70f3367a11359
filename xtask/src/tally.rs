use std::{fmt, ops::AddAssign};

/// The number of checks that passed and failed. Each test counts, and every
/// other step counts as one check.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
}

impl Tally {
    pub fn one(passed: bool) -> Tally {
        Tally {
            passed: u64::from(passed),
            failed: u64::from(!passed),
        }
    }

    /// Parses `12 passed, 3 failed`.
    pub fn read(text: &str) -> Option<Tally> {
        let (passed, failed) = text.split_once(" passed, ")?;
        Some(Tally {
            passed: passed.parse().ok()?,
            failed: failed.strip_suffix(" failed")?.parse().ok()?,
        })
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_read_as_it_is_written() {
        let tally = Tally {
            passed: 12,
            failed: 3,
        };
        assert_eq!(Tally::read(&tally.to_string()), Some(tally));
        assert_eq!(Tally::read("12 passed"), None);
    }
}
