//! The criteria of a bracket (C.04.3, article 2), as penalties of pairs.

use arbiter_rules::Color;

use super::{Contender, Float, Strength, colors::color_of_first};
use crate::Points;

/// A quality criterion of a bracket, in the order of article 2. Where a
/// criterion compares a list of scores, each score is a criterion of its own,
/// from the highest to the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// C6: the number of downfloaters.
    Downfloaters,
    /// C7: the number of downfloaters with this score.
    DownfloatersWith(Points),
    /// C8: the number of downfloaters of the next bracket.
    NextDownfloaters,
    /// C8: the number of downfloaters of the next bracket with this score.
    NextDownfloatersWith(Points),
    /// C9: the unplayed rounds of the player who gets the bye.
    ByeUnplayed,
    /// C10: topscorers and their opponents with a color difference above two.
    WideDifferences,
    /// C11: topscorers and their opponents with a color three times in a row.
    ThirdColors,
    /// C12: players who do not get their preferred color.
    Preferences,
    /// C13: players who do not get their strongly preferred color.
    StrongPreferences,
    /// C14 and C16: residents who float down and did so one or two rounds ago.
    RepeatedDownfloats(Ago),
    /// C15 and C17: opponents of moved-down players who floated up one or two
    /// rounds ago.
    RepeatedUpfloats(Ago),
    /// C18 and C20: moved-down players with this score who float again and
    /// floated down one or two rounds ago.
    DownfloatDifferences(Ago, Points),
    /// C19 and C21: opponents of moved-down players with this score who floated
    /// up one or two rounds ago.
    UpfloatDifferences(Ago, Points),
}

/// How many rounds ago.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ago {
    /// In the last round.
    One,
    /// In the round before the last.
    Two,
}

impl Criterion {
    /// Returns the number of the criterion, such as `C12`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Criterion::Downfloaters => "C6",
            Criterion::DownfloatersWith(_) => "C7",
            Criterion::NextDownfloaters | Criterion::NextDownfloatersWith(_) => "C8",
            Criterion::ByeUnplayed => "C9",
            Criterion::WideDifferences => "C10",
            Criterion::ThirdColors => "C11",
            Criterion::Preferences => "C12",
            Criterion::StrongPreferences => "C13",
            Criterion::RepeatedDownfloats(Ago::One) => "C14",
            Criterion::RepeatedUpfloats(Ago::One) => "C15",
            Criterion::RepeatedDownfloats(Ago::Two) => "C16",
            Criterion::RepeatedUpfloats(Ago::Two) => "C17",
            Criterion::DownfloatDifferences(Ago::One, _) => "C18",
            Criterion::UpfloatDifferences(Ago::One, _) => "C19",
            Criterion::DownfloatDifferences(Ago::Two, _) => "C20",
            Criterion::UpfloatDifferences(Ago::Two, _) => "C21",
        }
    }
}

/// Where a vertex of the graph belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Zone {
    /// A player moved down from the brackets above.
    MovedDown,
    /// A player of the score group of the bracket.
    Resident,
    /// A player of the next score group.
    Next,
    /// A player below, or the bye.
    Below,
}

/// A bracket, with everything below it. Vertices are in order of rank; the bye,
/// if there is one, is the last.
#[derive(Debug)]
pub(super) struct Bracket<'r> {
    /// The player of each vertex; `None` is the bye.
    pub(super) contenders: Vec<Option<&'r Contender>>,
    pub(super) zones: Vec<Zone>,
    pub(super) initial_color: Color,
    /// The score of the player who will get the bye (C5).
    pub(super) bye_score: Option<Points>,
}

impl Bracket<'_> {
    /// Reports whether the edge is a pair of this bracket. Moved-down players
    /// are paired with residents only.
    pub(super) fn is_inside(&self, left: usize, right: usize) -> bool {
        let (left, right) = (self.zones[left], self.zones[right]);
        left.max(right) == Zone::Resident
    }

    /// Reports whether the edge is a pair of this bracket or of the next one.
    fn is_near(&self, left: usize, right: usize) -> bool {
        let lower = self.zones[left].max(self.zones[right]);
        lower == Zone::Resident || lower == Zone::Next
    }

    fn resident_score(&self) -> Points {
        let index = self.zones.iter().position(|&it| it == Zone::Resident);
        let contender = index.and_then(|it| self.contenders[it]);
        contender.map_or(Points::ZERO, |it| it.score)
    }

    /// Returns the distinct scores of some zones, highest first, without the
    /// lowest.
    fn scores(&self, zones: &[Zone]) -> Vec<Points> {
        let mut scores: Vec<Points> = (self.contenders.iter().zip(&self.zones))
            .filter(|(_, zone)| zones.contains(zone))
            .filter_map(|(contender, _)| Some((*contender)?.score))
            .collect();
        scores.sort_by(|left, right| right.cmp(left));
        scores.dedup();
        scores
    }

    /// Returns the criteria up to C8, which decide who floats.
    pub(super) fn float_criteria(&self) -> Vec<Criterion> {
        let mut list = vec![Criterion::Downfloaters];
        let moved_down = self.scores(&[Zone::MovedDown]);
        list.extend(moved_down.into_iter().map(Criterion::DownfloatersWith));
        if self.zones.contains(&Zone::Next) {
            list.push(Criterion::NextDownfloaters);
            let above = self.scores(&[Zone::MovedDown, Zone::Resident]);
            list.extend(above.into_iter().map(Criterion::NextDownfloatersWith));
        }
        list
    }

    /// Returns the criteria from C9 that can make a difference.
    pub(super) fn other_criteria(&self, downfloaters: i64) -> Vec<Criterion> {
        let mut list = Vec::new();
        let is_bye_here = self.bye_score.is_some_and(|it| it >= self.resident_score());
        if downfloaters == 1 && is_bye_here {
            list.push(Criterion::ByeUnplayed);
        }
        if self.any(Zone::Resident, |it| it.is_topscorer)
            || self.any(Zone::MovedDown, |it| it.is_topscorer)
        {
            list.extend([Criterion::WideDifferences, Criterion::ThirdColors]);
        }
        list.extend([Criterion::Preferences, Criterion::StrongPreferences]);
        let moved_down = self.scores(&[Zone::MovedDown]);
        let both = [Ago::One, Ago::Two];
        for ago in both {
            if downfloaters > 0 && self.any(Zone::Resident, |it| floated(it, ago, Float::Down)) {
                list.push(Criterion::RepeatedDownfloats(ago));
            }
            if !moved_down.is_empty() {
                list.push(Criterion::RepeatedUpfloats(ago));
            }
        }
        for ago in both {
            let scores = moved_down.iter();
            let down = |&it| Criterion::DownfloatDifferences(ago, it);
            list.extend(scores.clone().map(down));
            list.extend(scores.map(|&it| Criterion::UpfloatDifferences(ago, it)));
        }
        list
    }

    fn any(&self, zone: Zone, is_meant: impl Fn(&Contender) -> bool) -> bool {
        let mut members = self.contenders.iter().zip(&self.zones);
        members.any(|(contender, &it)| it == zone && contender.is_some_and(&is_meant))
    }

    /// Returns what a pair, or leaving both players of an edge to the brackets
    /// below, costs under a criterion.
    pub(super) fn penalty(&self, criterion: Criterion, left: usize, right: usize) -> i64 {
        let is_inside = self.is_inside(left, right);
        let zones = [self.zones[left], self.zones[right]];
        let either = |is_meant: &dyn Fn(&Contender, Zone) -> bool| {
            let meant = |vertex: usize| {
                self.contenders[vertex].is_some_and(|it| is_meant(it, self.zones[vertex]))
            };
            i64::from(meant(left)) + i64::from(meant(right))
        };
        match criterion {
            Criterion::Downfloaters if is_inside => 0,
            Criterion::Downfloaters => {
                let count = |zone: Zone| i64::from(zone <= Zone::Resident);
                count(zones[0]) + count(zones[1])
            }
            Criterion::DownfloatersWith(_) if is_inside => 0,
            Criterion::DownfloatersWith(score) => {
                either(&|it, zone| zone == Zone::MovedDown && it.score == score)
            }
            Criterion::NextDownfloaters | Criterion::NextDownfloatersWith(_)
                if self.is_near(left, right) =>
            {
                0
            }
            Criterion::NextDownfloaters => {
                let count = |zone: Zone| i64::from(zone <= Zone::Next);
                count(zones[0]) + count(zones[1])
            }
            Criterion::NextDownfloatersWith(score) => {
                either(&|it, zone| zone <= Zone::Resident && it.score == score)
            }
            Criterion::ByeUnplayed => self.unplayed_before_bye(left, right),
            Criterion::WideDifferences if is_inside => self.pair(left, right, wide_differences),
            Criterion::ThirdColors if is_inside => self.pair(left, right, third_colors),
            Criterion::Preferences if is_inside => self.pair(left, right, denied),
            Criterion::StrongPreferences if is_inside => self.pair(left, right, strongly_denied),
            Criterion::WideDifferences
            | Criterion::ThirdColors
            | Criterion::Preferences
            | Criterion::StrongPreferences => 0,
            Criterion::RepeatedDownfloats(_) | Criterion::DownfloatDifferences(..) if is_inside => {
                0
            }
            Criterion::RepeatedDownfloats(ago) => {
                either(&|it, zone| zone == Zone::Resident && floated(it, ago, Float::Down))
            }
            Criterion::DownfloatDifferences(ago, score) => either(&|it, zone| {
                zone == Zone::MovedDown && it.score == score && floated(it, ago, Float::Down)
            }),
            Criterion::RepeatedUpfloats(_) | Criterion::UpfloatDifferences(..)
                if !is_inside || zones[0] == zones[1] =>
            {
                0
            }
            Criterion::RepeatedUpfloats(ago) => {
                either(&|it, zone| zone == Zone::Resident && floated(it, ago, Float::Up))
            }
            Criterion::UpfloatDifferences(ago, score) => {
                let is_meant = either(&|it, zone| zone == Zone::MovedDown && it.score == score);
                let upfloats =
                    either(&|it, zone| zone == Zone::Resident && floated(it, ago, Float::Up));
                is_meant * upfloats
            }
        }
    }

    fn unplayed_before_bye(&self, left: usize, right: usize) -> i64 {
        let (player, zone) = match (self.contenders[left], self.contenders[right]) {
            (Some(player), None) => (player, self.zones[left]),
            (None, Some(player)) => (player, self.zones[right]),
            _ => return 0,
        };
        match zone <= Zone::Resident {
            true => player.unplayed as i64,
            false => 0,
        }
    }

    fn pair(
        &self,
        left: usize,
        right: usize,
        count: impl Fn(&Contender, &Contender, Color) -> i64,
    ) -> i64 {
        let (first, second) = (left.min(right), left.max(right));
        match (self.contenders[first], self.contenders[second]) {
            (Some(first), Some(second)) => count(first, second, self.initial_color),
            _ => 0,
        }
    }
}

fn floated(contender: &Contender, ago: Ago, float: Float) -> bool {
    contender.floats[ago as usize] == Some(float)
}

/// Counts a property of both players of a pair with a topscorer, with the colors
/// they would get.
fn with_colors(
    first: &Contender,
    second: &Contender,
    initial: Color,
    is_counted: impl Fn(&Contender, Color) -> bool,
) -> i64 {
    if !first.is_topscorer && !second.is_topscorer {
        return 0;
    }
    let (color, _) = color_of_first(first, second, initial);
    i64::from(is_counted(first, color)) + i64::from(is_counted(second, !color))
}

fn wide_differences(first: &Contender, second: &Contender, initial: Color) -> i64 {
    with_colors(first, second, initial, |it, color| {
        let change = if color == Color::White { 1 } else { -1 };
        (it.difference + change).abs() > 2
    })
}

fn third_colors(first: &Contender, second: &Contender, initial: Color) -> i64 {
    with_colors(first, second, initial, |it, color| {
        it.repeated_color() == Some(color)
    })
}

fn denied(first: &Contender, second: &Contender, _: Color) -> i64 {
    match (first.preference, second.preference) {
        (Some(first), Some(second)) => i64::from(first.color == second.color),
        _ => 0,
    }
}

/// The weaker preference of a pair is denied; that counts if it is a strong one.
fn strongly_denied(first: &Contender, second: &Contender, _: Color) -> i64 {
    match (first.preference, second.preference) {
        (Some(first), Some(second)) if first.color == second.color => {
            i64::from(first.strength.min(second.strength) == Strength::Strong)
        }
        _ => 0,
    }
}
