//! What the pairing of a round knows of a player.

use arbiter_rules::Color;

use crate::{Bye, Entry, Points, Report};

/// How much a player wants a color (C.04.3, article 1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// The color alternates (1.7.3).
    Mild,
    /// The player had one color once more than the other (1.7.2).
    Strong,
    /// The player had one color twice more than the other, or twice in a row
    /// (1.7.1).
    Absolute,
}

/// The color a player should get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preference {
    /// The color.
    pub color: Color,
    /// How much it matters.
    pub strength: Strength,
}

/// The direction in which a player left their score group in a round (1.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Float {
    /// The player met one with fewer points, or got points without playing.
    Down,
    /// The player met one with more points.
    Up,
}

/// A player to be paired, with what the criteria ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// The index of the player in the report.
    pub player: usize,
    /// The points that count for pairing, with the fictitious ones.
    pub score: Points,
    /// The colors of the games played, in order.
    pub colors: Vec<Color>,
    /// Games with White less games with Black.
    pub difference: i32,
    /// The color the player should get.
    pub preference: Option<Preference>,
    /// The floats of the last round and of the one before.
    pub floats: [Option<Float>; 2],
    /// The number of rounds without a game.
    pub unplayed: usize,
    /// Whether the player may get the pairing-allocated bye (C2).
    pub may_get_bye: bool,
    /// Whether the player is a topscorer (1.8); nobody is before the last round.
    pub is_topscorer: bool,
    /// Whether the pairing number is odd, counting only those who have been
    /// paired (5.2.5).
    pub has_odd_number: bool,
}

impl Contender {
    /// Returns the preferred color if the preference is absolute.
    #[must_use]
    pub fn absolute(&self) -> Option<Color> {
        self.preference
            .filter(|it| it.strength == Strength::Absolute)
            .map(|it| it.color)
    }

    /// Returns the color of the last two games if they had the same.
    #[must_use]
    pub fn repeated_color(&self) -> Option<Color> {
        match self.colors.as_slice() {
            [.., first, second] if first == second => Some(*first),
            _ => None,
        }
    }
}

/// Returns the players to be paired in a round (from 0), in the order of 1.2:
/// by score, then by pairing number.
pub(super) fn contenders(report: &Report, round: usize, present: &[usize]) -> Vec<Contender> {
    let is_last = report.rounds == Some(round + 1);
    let half = report.scoring.win.times(round).tenths();
    let mut is_present = vec![false; report.players.len()];
    for &player in present {
        is_present[player] = true;
    }
    let mut number = 0;
    let mut contenders = Vec::with_capacity(present.len());
    for (player, &is_present) in is_present.iter().enumerate() {
        let has_been_paired = (0..round).any(|it| report.entry(player, it).is_paired());
        number += usize::from(has_been_paired || is_present);
        if !is_present {
            continue;
        }
        let score = report.points_after(player, round) + report.fictitious_points(player, round);
        let colors = colors(report, player, round);
        let whites = colors.iter().filter(|&&it| it == Color::White).count() as i32;
        let difference = 2 * whites - colors.len() as i32;
        contenders.push(Contender {
            player,
            score,
            difference,
            preference: preference(&colors, difference),
            floats: [1, 2].map(|back| {
                round
                    .checked_sub(back)
                    .and_then(|it| float(report, player, it))
            }),
            unplayed: round - colors.len(),
            may_get_bye: (0..round).all(|it| !bars_from_bye(report, report.entry(player, it))),
            is_topscorer: is_last && 2 * score.tenths() > half,
            has_odd_number: number % 2 == 1,
            colors,
        });
    }
    contenders.sort_by_key(|it| (std::cmp::Reverse(it.score), it.player));
    contenders
}

fn colors(report: &Report, player: usize, round: usize) -> Vec<Color> {
    (0..round)
        .filter_map(|it| report.entry(player, it).played())
        .map(|game| game.color)
        .collect()
}

fn preference(colors: &[Color], difference: i32) -> Option<Preference> {
    let last = *colors.last()?;
    let repeated = colors.len() > 1 && colors[colors.len() - 2] == last;
    let (color, strength) = match difference {
        2.. => (Color::Black, Strength::Absolute),
        ..=-2 => (Color::White, Strength::Absolute),
        _ if repeated => (!last, Strength::Absolute),
        1 => (Color::Black, Strength::Strong),
        -1 => (Color::White, Strength::Strong),
        _ => (!last, Strength::Mild),
    };
    Some(Preference { color, strength })
}

/// Returns the float of a player in an earlier round (1.4).
fn float(report: &Report, player: usize, round: usize) -> Option<Float> {
    let entry = report.entry(player, round);
    let Some(game) = entry.played() else {
        let points = entry.points(&report.scoring);
        let is_down = entry == Entry::Bye(Bye::PairingAllocated) || points > report.scoring.loss;
        return is_down.then_some(Float::Down);
    };
    let score = |it: usize| report.points_after(it, round) + report.fictitious_points(it, round);
    match score(player).cmp(&score(game.opponent)) {
        std::cmp::Ordering::Greater => Some(Float::Down),
        std::cmp::Ordering::Less => Some(Float::Up),
        std::cmp::Ordering::Equal => None,
    }
}

/// Reports whether this entry bars from the pairing-allocated bye (C2).
fn bars_from_bye(report: &Report, entry: Entry) -> bool {
    entry == Entry::Bye(Bye::PairingAllocated)
        || entry.played().is_none() && entry.points(&report.scoring) >= report.scoring.win
}
