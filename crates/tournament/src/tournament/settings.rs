use arbiter_rules::Color;

use crate::{
    Scoring,
    tiebreak::{Format, TieBreak},
};

/// How the rounds of a tournament are paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    /// Swiss by the FIDE (Dutch) System.
    Swiss,
    /// The same with Baku acceleration: the upper half has more points for pairing
    /// in the first rounds.
    AcceleratedSwiss,
    /// Everybody meets everybody once, by Berger tables.
    RoundRobin,
    /// Everybody meets everybody twice.
    DoubleRoundRobin,
}

impl System {
    /// All systems.
    pub const ALL: [System; 4] = [
        System::Swiss,
        System::AcceleratedSwiss,
        System::RoundRobin,
        System::DoubleRoundRobin,
    ];

    /// Returns a stable name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            System::Swiss => "swiss",
            System::AcceleratedSwiss => "baku",
            System::RoundRobin => "round-robin",
            System::DoubleRoundRobin => "double-round-robin",
        }
    }

    /// Returns the code of the report file (record `192`).
    #[must_use]
    pub const fn trf_code(self) -> &'static str {
        match self {
            System::Swiss => "FIDE_DUTCH_2025",
            System::AcceleratedSwiss => "FIDE_DUTCH_2025_BAKU",
            System::RoundRobin => "BERGER_ROUNDROBIN",
            System::DoubleRoundRobin => "BERGER_DOUBLEROUNDROBIN",
        }
    }

    /// Returns how unplayed games count in tie-breaks.
    #[must_use]
    pub const fn format(self) -> Format {
        match self {
            System::Swiss | System::AcceleratedSwiss => Format::Swiss,
            System::RoundRobin | System::DoubleRoundRobin => Format::RoundRobin,
        }
    }
}

/// How the players are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// By rating, then title, then name (C.04.2).
    Rating,
    /// In the order in which they were added.
    Entry,
}

/// What is fixed before the first round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The name of the tournament.
    pub name: String,
    /// How rounds are paired.
    pub system: System,
    /// The number of rounds; ignored in round robins, where it follows from the
    /// number of players.
    pub rounds: usize,
    /// The color of the first player in the first round.
    pub initial_color: Color,
    /// What results are worth.
    pub scoring: Scoring,
    /// How players are numbered.
    pub numbering: Numbering,
    /// The tie-breaks after the points.
    pub tie_breaks: Vec<TieBreak>,
}

impl Settings {
    /// Returns the usual settings: tie-breaks by direct encounter, Buchholz with one
    /// cut, Buchholz and Sonneborn-Berger; in round robins by direct encounter,
    /// Sonneborn-Berger, Koya and wins.
    #[must_use]
    pub fn new(name: &str, system: System, rounds: usize) -> Settings {
        let codes: &[&str] = match system.format() {
            Format::Swiss => &["DE", "BH/C1", "BH", "SB"],
            Format::RoundRobin => &["DE", "SB", "KS", "WIN"],
        };
        let numbering = match system.format() {
            Format::Swiss => Numbering::Rating,
            Format::RoundRobin => Numbering::Entry,
        };
        Settings {
            name: name.to_owned(),
            system,
            rounds,
            initial_color: Color::White,
            scoring: Scoring::default(),
            numbering,
            tie_breaks: codes.iter().filter_map(|it| it.parse().ok()).collect(),
        }
    }
}
