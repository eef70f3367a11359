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
    /// The Keizer system of clubs: neighbors in the ranking meet, and a win is worth as
    /// much as the opponent.
    Keizer,
    /// A match between two teams, board by board.
    TeamMatch,
    /// A match between two teams in which everybody meets every player of the other team.
    Scheveningen,
}

impl System {
    /// All systems.
    pub const ALL: [System; 7] = [
        System::Swiss,
        System::AcceleratedSwiss,
        System::RoundRobin,
        System::DoubleRoundRobin,
        System::Keizer,
        System::TeamMatch,
        System::Scheveningen,
    ];

    /// Returns a stable name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            System::Swiss => "swiss",
            System::AcceleratedSwiss => "baku",
            System::RoundRobin => "round-robin",
            System::DoubleRoundRobin => "double-round-robin",
            System::Keizer => "keizer",
            System::TeamMatch => "team",
            System::Scheveningen => "scheveningen",
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
            System::Keizer => "OTHER_KEIZER",
            System::TeamMatch => "OTHER_TEAM_MATCH",
            System::Scheveningen => "OTHER_SCHEVENINGEN",
        }
    }

    /// Returns how unplayed games count in tie-breaks.
    #[must_use]
    pub const fn format(self) -> Format {
        match self {
            System::Swiss | System::AcceleratedSwiss | System::Keizer => Format::Swiss,
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::TeamMatch
            | System::Scheveningen => Format::RoundRobin,
        }
    }

    /// Reports whether two teams play.
    #[must_use]
    pub const fn has_teams(self) -> bool {
        matches!(self, System::TeamMatch | System::Scheveningen)
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
    /// The number of rounds; ignored in round robins and Scheveningen matches, where it
    /// follows from the number of players.
    pub rounds: usize,
    /// The number of boards of a team match; 0 for as many as the larger team has
    /// players.
    pub boards: usize,
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
    /// Sonneborn-Berger, Koya and wins; in the Keizer system by points.
    #[must_use]
    pub fn new(name: &str, system: System, rounds: usize) -> Settings {
        let codes: &[&str] = match (system, system.format()) {
            (System::Keizer, _) => &["PTS"],
            (System::TeamMatch | System::Scheveningen, _) => &["WIN"],
            (_, Format::Swiss) => &["DE", "BH/C1", "BH", "SB"],
            (_, Format::RoundRobin) => &["DE", "SB", "KS", "WIN"],
        };
        let numbering = match system.format() {
            Format::Swiss => Numbering::Rating,
            Format::RoundRobin => Numbering::Entry,
        };
        Settings {
            name: name.to_owned(),
            system,
            rounds,
            boards: 0,
            initial_color: Color::White,
            scoring: Scoring::default(),
            numbering,
            tie_breaks: codes.iter().filter_map(|it| it.parse().ok()).collect(),
        }
    }
}
