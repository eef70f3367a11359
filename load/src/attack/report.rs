use hdrhistogram::Histogram;

use super::{
    attackers::{Attack, Counts},
    honest::HonestResults,
};

/// The limits that a report is checked against.
pub struct Limits {
    /// The largest 99th percentile of the time until a move is acknowledged, in
    /// milliseconds.
    pub p99_ms: Option<f64>,
    /// The largest growth of the server's memory during one attack, in MB.
    pub growth_mb: f64,
}

/// The outcome of one attack.
pub struct Row {
    pub attack: Attack,
    pub counts: Counts,
    pub honest: HonestResults,
    /// The processor time that the server used per second.
    pub cpu_share: f64,
    /// The memory of the server before the attack, in bytes.
    pub before: u64,
    /// The most memory that the server had during the attack, in bytes.
    pub peak: u64,
}

/// The table, printed row by row, and what is wrong.
pub struct Report {
    limits: Limits,
    wrong: Vec<String>,
}

impl Report {
    pub fn new(limits: Limits) -> Report {
        println!(
            "{:<15} {:>9} {:>9} {:>7}  {:>6} {:>5} {:>8} {:>8} {:>8}  {:>6} {:>7} {:>7}",
            "attack",
            "sent",
            "refused",
            "cut",
            "moves",
            "lost",
            "p50 ms",
            "p99 ms",
            "max ms",
            "CPU s/s",
            "from MB",
            "grew MB"
        );
        Report {
            limits,
            wrong: Vec::new(),
        }
    }

    /// Prints a row, and notes what is wrong with it.
    pub fn add(&mut self, row: &Row) {
        let latency = &row.honest.latency;
        println!(
            "{:<15} {:>9} {:>9} {:>7}  {:>6} {:>5} {:>8.2} {:>8.2} {:>8.2}  {:>6.2} {:>7.1} {:>7.1}",
            row.attack.name(),
            row.counts.sent,
            row.counts.refused,
            row.counts.cut,
            latency.len(),
            row.honest.lost.len(),
            millis(latency, 0.5),
            millis(latency, 0.99),
            millis(latency, 1.0),
            row.cpu_share,
            megabytes(row.before),
            row.growth_mb(),
        );
        self.wrong.extend(row.wrong(&self.limits));
    }

    /// Prints what is wrong, and reports whether nothing is.
    pub fn finish(self) -> bool {
        for line in self.wrong.iter().take(30) {
            println!("WRONG: {line}");
        }
        if self.wrong.is_empty() {
            println!("No honest move was lost or refused, and every bar was met.");
        }
        self.wrong.is_empty()
    }
}

impl Row {
    fn growth_mb(&self) -> f64 {
        megabytes(self.peak.saturating_sub(self.before))
    }

    /// Returns what is wrong with this row.
    fn wrong(&self, limits: &Limits) -> Vec<String> {
        let name = self.attack.name();
        let mut wrong: Vec<String> = self
            .honest
            .lost
            .iter()
            .map(|lost| format!("{name}: an honest move was lost: {lost}"))
            .collect();
        if self.honest.latency.is_empty() {
            wrong.push(format!("{name}: no honest move was played"));
        }
        if self.attack != Attack::None && self.counts.sent == 0 {
            wrong.push(format!("{name}: the attackers sent nothing"));
        }
        let p99 = millis(&self.honest.latency, 0.99);
        if let Some(most) = limits.p99_ms
            && p99 > most
        {
            wrong.push(format!("{name}: p99 is {p99:.2} ms, more than {most} ms"));
        }
        let (growth, most) = (self.growth_mb(), limits.growth_mb);
        if growth > most {
            let line = format!("{name}: the server grew by {growth:.1} MB, more than {most} MB");
            wrong.push(line);
        }
        wrong
    }
}

fn millis(latency: &Histogram<u64>, quantile: f64) -> f64 {
    latency.value_at_quantile(quantile) as f64 / 1e3
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::histogram;

    fn row(micros: &[u64], lost: &[&str], peak: u64) -> Row {
        let mut latency = histogram().unwrap();
        for &micros in micros {
            latency.record(micros).unwrap();
        }
        Row {
            attack: Attack::Pings,
            counts: Counts {
                sent: 5,
                refused: 1,
                cut: 1,
            },
            honest: HonestResults {
                latency,
                lost: lost.iter().map(|&text| text.to_owned()).collect(),
            },
            cpu_share: 1.0,
            before: 30_000_000,
            peak,
        }
    }

    #[test]
    fn each_missed_bar_is_named() {
        let check = |row: Row, p99_ms, expected: &[&str]| {
            let limits = Limits {
                p99_ms,
                growth_mb: 50.0,
            };
            assert_eq!(row.wrong(&limits), expected);
        };
        check(row(&[900, 1_000], &[], 79_000_000), Some(20.0), &[]);
        check(row(&[25_000], &[], 30_000_000), None, &[]);
        check(
            row(&[25_000], &[], 30_000_000),
            Some(20.0),
            &["pings: p99 is 25.01 ms, more than 20 ms"],
        );
        check(
            row(&[1_000], &["refused"], 81_000_000),
            Some(20.0),
            &[
                "pings: an honest move was lost: refused",
                "pings: the server grew by 51.0 MB, more than 50 MB",
            ],
        );
        check(
            row(&[], &[], 30_000_000),
            None,
            &["pings: no honest move was played"],
        );
    }
}
