//! Who is paired with whom, among the players who wait.
//!
//! The players are sorted by their place and divided into groups of at most
//! [`MAX_GROUP`]. In each group a perfect matching minimizes, one after the other: repeats
//! that can wait, the leaving over of somebody who has waited long, other repeats, the
//! waiting time and the place of the player left over, and the distance in places, with
//! colors. A repeat
//! that remains is resolved by an exchange with a pair of another group if there is one.
//! So up to [`MAX_GROUP`] players the result is the best possible, and beyond it the work
//! grows in proportion to the number of players.

use std::cmp::Reverse;

use arbiter_rules::{ByColor, Color};

use super::{Arena, GameState, color_of};
use crate::{
    PlayerId,
    color_balance::{ColorGround, ColorHistory},
    swiss::matching::Matching,
};

/// The number of last games whose opponents are not met again if that can be avoided.
pub const REPEAT_GAMES: usize = 3;
/// How long a player waits for somebody else before an opponent of the last games is met
/// again, if others are still playing.
pub const REPEAT_WAIT_MS: u64 = 7_000;
/// The most players whose pairing is optimized together; even.
pub const MAX_GROUP: usize = 40;
/// Distances in places count up to this.
const MAX_DISTANCE: usize = 1_000;
/// Differences of colors count up to this.
const MAX_BALANCE: i64 = 5;

/// The pairs of those who wait at some time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wave {
    /// The pairs, the best placed first.
    pub pairs: Vec<WavePair>,
    /// The players who keep waiting.
    pub left_over: Vec<PlayerId>,
}

/// A pair of players who waited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WavePair {
    /// The players.
    pub players: ByColor<PlayerId>,
    /// Their places in the arena, from 1, all different.
    pub places: ByColor<usize>,
    /// How many games ago they met, if that was within [`REPEAT_GAMES`] games of one of
    /// them: 1 is the last game.
    pub met_ago: Option<usize>,
    /// What decided the colors.
    pub color_reason: ColorReason,
}

/// What decides the colors of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorReason {
    /// The player has had White less often, compared with Black, than the opponent.
    Balance,
    /// The player had Black in the last game, and the opponent had White.
    LastGame,
    /// Nothing speaks for either: the better placed players of every second pair get
    /// White.
    Order,
}

/// A player who waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingPlayer {
    pub(super) id: PlayerId,
    /// The place among all players, from 0.
    pub(super) place: usize,
    waited_ms: u64,
    /// The opponents of the last games, the last one first.
    last: [PlayerId; REPEAT_GAMES],
    colors: ColorHistory,
}

impl WaitingPlayer {
    /// Returns how many games ago the two met, if one of them did within the last games.
    pub(super) fn met_ago(&self, other: &WaitingPlayer) -> Option<usize> {
        let ago = |it: &WaitingPlayer, id| it.last.iter().position(|&it| it == id);
        let both = [ago(self, other.id), ago(other, self.id)];
        both.into_iter().flatten().min().map(|it| it + 1)
    }

    fn has_waited_long(&self) -> bool {
        self.waited_ms >= REPEAT_WAIT_MS
    }

    /// Returns the cost of a pair of neither repeat nor waiting: distance and colors.
    fn distance(&self, other: &WaitingPlayer) -> i64 {
        let places = self.place.abs_diff(other.place).min(MAX_DISTANCE) as i64;
        let (left, right) = (self.colors.balance, other.colors.balance);
        let color = match left.signum() * right.signum() {
            1 => left.abs().min(right.abs()).min(MAX_BALANCE),
            _ => 0,
        };
        places * places + 4 * color * color
    }
}

impl Arena {
    /// Pairs the players who wait, and changes nothing.
    #[must_use]
    pub fn wave(&self, now_ms: u64) -> Wave {
        let waiting = self.waiting_players(now_ms);
        // If nobody else is here, waiting does not help.
        let active = self.entrants.iter().filter(|it| it.is_ready).count();
        let repeats = match active {
            0..=2 => Repeats::Allowed,
            _ => Repeats::AfterWaiting,
        };
        let pairs = match_waiting_players(&waiting, repeats);
        let mut is_paired = vec![false; waiting.len()];
        let mut wave = Wave::default();
        for (index, &[better, other]) in pairs.iter().enumerate() {
            is_paired[better] = true;
            is_paired[other] = true;
            wave.pairs
                .push(colored(&waiting[better], &waiting[other], index));
        }
        let left_over = waiting
            .iter()
            .zip(&is_paired)
            .filter(|(_, paired)| !**paired);
        wave.left_over = left_over.map(|(it, _)| it.id).collect();
        wave
    }

    /// Returns the players who wait, the best placed first.
    pub(super) fn waiting_players(&self, now_ms: u64) -> Vec<WaitingPlayer> {
        let order = self.order();
        let places = order.into_iter().enumerate();
        places
            .filter(|&(_, id)| self.entrants[id - 1].is_waiting())
            .map(|(place, id)| self.waiting_player(id, place, now_ms))
            .collect()
    }

    fn waiting_player(&self, id: PlayerId, place: usize, now_ms: u64) -> WaitingPlayer {
        let entrant = &self.entrants[id - 1];
        let mut player = WaitingPlayer {
            id,
            place,
            waited_ms: now_ms.saturating_sub(entrant.since_ms),
            last: [0; REPEAT_GAMES],
            colors: ColorHistory::default(),
        };
        let games = entrant.games.iter().filter_map(|&it| self.game(it));
        let counted = games.filter(|it| it.state != GameState::Aborted);
        let mut opponents = Vec::new();
        for game in counted {
            let color = color_of(game, id);
            player.colors.add(color);
            opponents.push(game.players[!color]);
        }
        for (place, opponent) in player.last.iter_mut().zip(opponents.iter().rev()) {
            *place = *opponent;
        }
        player
    }

    /// Returns since when the first of the waiting players has waited, if there are two.
    pub(super) fn oldest_wait_ms(&self) -> Option<u64> {
        let waiting = self.entrants.iter().filter(|it| it.is_waiting());
        let (mut count, mut oldest) = (0, u64::MAX);
        for entrant in waiting {
            count += 1;
            oldest = oldest.min(entrant.since_ms);
        }
        (count >= 2).then_some(oldest)
    }

    /// Returns when the first of the waiting players has waited long enough to meet
    /// an opponent of the last games.
    pub(super) fn repeat_ms(&self) -> Option<u64> {
        Some(self.oldest_wait_ms()?.saturating_add(REPEAT_WAIT_MS))
    }
}

/// Whether opponents of the last games may meet again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repeats {
    /// They may.
    Allowed,
    /// Only if one of them has waited long.
    AfterWaiting,
}

/// Returns the pairs as indexes, the better placed player first, by place.
fn match_waiting_players(waiting: &[WaitingPlayer], repeats: Repeats) -> Vec<[usize; 2]> {
    let mut indexes: Vec<usize> = (0..waiting.len()).collect();
    let groups = waiting.len().div_ceil(MAX_GROUP);
    if groups > 1 && waiting.len() % 2 == 1 {
        // One is left over: of those who came last, the last in the standings.
        let last = indexes
            .iter()
            .max_by_key(|&&it| (Reverse(waiting[it].waited_ms), it));
        let last = last.copied();
        indexes.retain(|&it| Some(it) != last);
    }
    let mut pairs = Vec::new();
    // The groups are of about the same size, and even if there are several.
    let mut rest = &indexes[..];
    for remaining in (1..=groups).rev() {
        let size = match remaining {
            1 => rest.len(),
            _ => (rest.len() / remaining).next_multiple_of(2),
        };
        let (group, others) = rest.split_at(size);
        rest = others;
        pairs.extend(match_group(waiting, group, repeats));
    }
    exchange(waiting, &mut pairs);
    let may_meet = |&[left, right]: &[usize; 2]| {
        let (left, right) = (&waiting[left], &waiting[right]);
        left.met_ago(right).is_none() || may_repeat(left, right, repeats)
    };
    pairs.retain(may_meet);
    for pair in &mut pairs {
        pair.sort_unstable();
    }
    pairs.sort_unstable();
    pairs
}

fn may_repeat(left: &WaitingPlayer, right: &WaitingPlayer, repeats: Repeats) -> bool {
    repeats == Repeats::Allowed || left.has_waited_long() || right.has_waited_long()
}

/// Pairs a group so that the criteria are met in their order. If the number of players is
/// odd, one more vertex stands for the player left over.
fn match_group(waiting: &[WaitingPlayer], group: &[usize], repeats: Repeats) -> Vec<[usize; 2]> {
    let count = group.len().next_multiple_of(2);
    if group.len() < 2 {
        return Vec::new();
    }
    let neighbors = (0..count as u32).map(|it| (0..count as u32).filter(|&to| to != it).collect());
    let neighbors: Vec<Vec<u32>> = neighbors.collect();
    let mate = (0..count).map(|it| Some(it ^ 1)).collect();
    let mut matching = Matching::new(neighbors, mate);
    let player = |vertex: usize| group.get(vertex).map(|&it| &waiting[it]);
    // The value of an edge between two players, or between a player and nobody.
    let value =
        |left: usize,
         right: usize,
         pair: &dyn Fn(&WaitingPlayer, &WaitingPlayer) -> i64,
         alone: &dyn Fn(&WaitingPlayer) -> i64| match (player(left), player(right)) {
            (Some(left), Some(right)) => pair(left, right),
            (Some(one), None) | (None, Some(one)) => alone(one),
            (None, None) => 0,
        };
    let repeat = |left: &WaitingPlayer, right: &WaitingPlayer| match left.met_ago(right) {
        // One repeat more is worse than meeting sooner again.
        Some(ago) => (MAX_GROUP * REPEAT_GAMES + REPEAT_GAMES - ago) as i64,
        None => 0,
    };
    let early_repeat =
        |left: &WaitingPlayer, right: &WaitingPlayer| match may_repeat(left, right, repeats) {
            true => 0,
            false => repeat(left, right),
        };
    let long = |it: &WaitingPlayer| i64::from(it.has_waited_long());
    let wait = |it: &WaitingPlayer| it.waited_ms.min(1_000_000) as i64;
    // Of those who came last, the last in the standings is left over.
    let height = |it: &WaitingPlayer| waiting.len() as i64 - rank(waiting, it) as i64;
    let none = |_: &WaitingPlayer| 0;
    let nothing = |_: &WaitingPlayer, _: &WaitingPlayer| 0;
    let distance = |left: &WaitingPlayer, right: &WaitingPlayer| left.distance(right);
    matching.refine(|left, right| value(left, right, &early_repeat, &none));
    matching.refine(|left, right| value(left, right, &nothing, &long));
    matching.refine(|left, right| value(left, right, &repeat, &none));
    matching.refine(|left, right| value(left, right, &nothing, &wait));
    matching.refine(|left, right| value(left, right, &nothing, &height));
    matching.refine(|left, right| value(left, right, &distance, &none));
    let mates = (0..group.len()).filter_map(|it| Some((it, matching.mate(it)?)));
    mates
        .filter(|&(it, mate)| it < mate && mate < group.len())
        .map(|(it, mate)| [group[it], group[mate]])
        .collect()
}

/// Returns the place of a player among those who wait.
fn rank(waiting: &[WaitingPlayer], player: &WaitingPlayer) -> usize {
    waiting.partition_point(|it| it.place < player.place)
}

/// Resolves repeats by exchanging opponents with another pair, the nearest first.
fn exchange(waiting: &[WaitingPlayer], pairs: &mut [[usize; 2]]) {
    let has_met = |left: usize, right: usize| waiting[left].met_ago(&waiting[right]).is_some();
    for index in 0..pairs.len() {
        let [first, second] = pairs[index];
        if !has_met(first, second) {
            continue;
        }
        let count = pairs.len();
        let below = (1..count).map(|step| index.checked_sub(step));
        let above = (1..count).map(|step| Some(index + step).filter(|&it| it < count));
        let nearest = below.zip(above).flat_map(|(below, above)| [below, above]);
        let found = nearest.flatten().find_map(|other| {
            let [third, fourth] = pairs[other];
            let ways = [[third, fourth], [fourth, third]];
            let is_better = |way: &[usize; 2]| !has_met(first, way[0]) && !has_met(second, way[1]);
            Some((other, ways.into_iter().find(is_better)?))
        });
        if let Some((other, [third, fourth])) = found {
            pairs[index] = [first, third];
            pairs[other] = [second, fourth];
        }
    }
}

/// Gives the players of a pair their colors; `index` is the place of the pair in the
/// wave.
fn colored(better: &WaitingPlayer, other: &WaitingPlayer, index: usize) -> WavePair {
    let (color, color_reason) = match better.colors.against(other.colors) {
        Some((color, ColorGround::Balance)) => (color, ColorReason::Balance),
        Some((color, ColorGround::LastGame)) => (color, ColorReason::LastGame),
        None if index.is_multiple_of(2) => (Color::White, ColorReason::Order),
        None => (Color::Black, ColorReason::Order),
    };
    let by_color = |left: usize, right: usize| match color {
        Color::White => ByColor::from([left, right]),
        Color::Black => ByColor::from([right, left]),
    };
    WavePair {
        players: by_color(better.id, other.id),
        places: by_color(better.place + 1, other.place + 1),
        met_ago: better.met_ago(other),
        color_reason,
    }
}

#[cfg(test)]
mod tests;
