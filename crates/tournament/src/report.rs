use arbiter_rules::Color;

use crate::{Entry, Points};

/// A player as the report file describes them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The name, usually with the family name first.
    pub name: String,
    /// The rating; 0 if the player has none.
    pub rating: u32,
    /// `m` or `w`, or empty.
    pub sex: String,
    /// The title such as `GM`, or empty.
    pub title: String,
    /// The federation, three letters, or empty.
    pub federation: String,
    /// The number at FIDE, or empty.
    pub fide_id: String,
    /// The date of birth, or empty.
    pub birth: String,
    /// The team, or empty.
    pub team: String,
}

/// What results are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scoring {
    /// A win, on the board or by forfeit, and a full-point bye.
    pub win: Points,
    /// A draw, and a half-point bye.
    pub draw: Points,
    /// A loss on the board.
    pub loss: Points,
    /// A loss by forfeit.
    pub forfeit_loss: Points,
    /// An announced absence.
    pub absence: Points,
    /// The pairing-allocated bye.
    pub pairing_bye: Points,
}

impl Default for Scoring {
    fn default() -> Scoring {
        Scoring {
            win: Points::ONE,
            draw: Points::HALF,
            loss: Points::ZERO,
            forfeit_loss: Points::ZERO,
            absence: Points::ZERO,
            pairing_bye: Points::ONE,
        }
    }
}

/// Players who must not meet in some rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProhibitedPairs {
    /// The first round, from 1.
    pub first_round: usize,
    /// The last round.
    pub last_round: usize,
    /// The players, any two of whom must not meet.
    pub players: Vec<usize>,
}

/// Points that the arbiter has taken from a player. They are missing in the standings and
/// in the pairings of later rounds; the tie-breaks of opponents do not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Penalty {
    /// The index of the player.
    pub player: usize,
    /// The number of rounds that had been paired.
    pub round: usize,
    /// The points.
    pub points: Points,
}

/// Points that count for pairing only, for some players in some rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acceleration {
    /// The fictitious points in each of these rounds.
    pub points: Points,
    /// The first round, from 1.
    pub first_round: usize,
    /// The last round.
    pub last_round: usize,
    /// The index of the first player.
    pub first_player: usize,
    /// The index of the last player.
    pub last_player: usize,
}

/// A tournament as its report file describes it: the players in the order of
/// their pairing numbers, and what each did in each round.
///
/// The index of a player is their pairing number less one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The name of the tournament.
    pub name: String,
    /// The other records of the head of the file that carry text, such as the
    /// city (`022`), as code and text.
    pub header: Vec<(String, String)>,
    /// The players, strongest first.
    pub players: Vec<Player>,
    /// For each player, what they did in each round so far.
    pub entries: Vec<Vec<Entry>>,
    /// What results are worth.
    pub scoring: Scoring,
    /// The number of rounds announced, if it is known.
    pub rounds: Option<usize>,
    /// The color of the first player in the first round, if it was declared.
    pub initial_color: Option<Color>,
    /// The fictitious points of accelerated pairings.
    pub acceleration: Vec<Acceleration>,
    /// The points that the arbiter has taken.
    pub penalties: Vec<Penalty>,
    /// The pairs that must not meet.
    pub prohibited: Vec<ProhibitedPairs>,
    /// What is known of the next round: byes of players who will not be paired.
    pub next_byes: Vec<(usize, crate::Bye)>,
    /// The code of the pairing system (record `192`), or empty.
    pub system: String,
}

impl Report {
    /// Returns the number of rounds with results.
    #[must_use]
    pub fn played_rounds(&self) -> usize {
        self.entries.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns what a player did in a round, which counts from 0.
    #[must_use]
    pub fn entry(&self, player: usize, round: usize) -> Entry {
        let entries = self.entries.get(player);
        entries
            .and_then(|rounds| rounds.get(round).copied())
            .unwrap_or_default()
    }

    /// Returns the points of a player after the first `rounds` rounds, less the penalties
    /// until then.
    #[must_use]
    pub fn points_after(&self, player: usize, rounds: usize) -> Points {
        self.earned(player, rounds) - self.penalty(player, rounds)
    }

    /// Returns the points of a player, less all penalties.
    #[must_use]
    pub fn points(&self, player: usize) -> Points {
        self.earned(player, self.played_rounds()) - self.penalty(player, usize::MAX)
    }

    /// Returns the points of the results in the first `rounds` rounds.
    pub(crate) fn earned(&self, player: usize, rounds: usize) -> Points {
        (0..rounds)
            .map(|round| self.entry(player, round).points(&self.scoring))
            .sum()
    }

    /// Returns the points that were taken from a player in the first `rounds` rounds.
    pub(crate) fn penalty(&self, player: usize, rounds: usize) -> Points {
        let is_meant = |it: &&Penalty| it.player == player && it.round <= rounds;
        let meant = self.penalties.iter().filter(is_meant);
        meant.map(|it| it.points).sum()
    }

    /// Returns the fictitious points of a player in a round, which counts from
    /// 0.
    #[must_use]
    pub fn fictitious_points(&self, player: usize, round: usize) -> Points {
        let is_meant = |it: &&Acceleration| {
            (it.first_round..=it.last_round).contains(&(round + 1))
                && (it.first_player..=it.last_player).contains(&player)
        };
        let found = self.acceleration.iter().find(is_meant);
        found.map_or(Points::ZERO, |it| it.points)
    }

    /// Returns the initial color: the declared one, or the one read back from
    /// the first round, where the first paired player got it.
    #[must_use]
    pub fn initial_color(&self) -> Option<Color> {
        self.initial_color.or_else(|| {
            (0..self.players.len()).find_map(|player| match self.entry(player, 0) {
                Entry::Game(game) => Some(game.color),
                _ => None,
            })
        })
    }

    /// Returns the report as it was after the first `rounds` rounds.
    #[must_use]
    pub fn truncated(&self, rounds: usize) -> Report {
        let mut report = self.clone();
        report.initial_color = self.initial_color();
        for entries in &mut report.entries {
            entries.truncate(rounds);
        }
        report.penalties.retain(|it| it.round <= rounds);
        report
    }
}
