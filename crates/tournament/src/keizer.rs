//! The Keizer system, which clubs use over a season: everybody may miss rounds, neighbors in
//! the ranking meet, and a win is worth as much as the opponent.
//!
//! The first of *n* players is worth *n* + *n*/2, the next one less, and so on, so that the
//! first is worth about three times as much as the last. The points of a player are their
//! own value and, for each round:
//!
//! | round | points |
//! |---|---|
//! | win, draw, loss | the value of the opponent, half of it, nothing |
//! | pairing-allocated bye | two thirds of the player's own value |
//! | full-point bye | the player's own value |
//! | half-point bye (excused absence) | a third of the player's own value |
//! | absence | nothing |
//!
//! Penalties are subtracted.
//!
//! The points give a new ranking and that gives new values, also for the games of the
//! rounds before; this is repeated until the ranking stays as it is.
//!
//! Rounds are paired from the top: everybody meets the nearest player in the ranking whom
//! they have not met in the last [`REMATCH_ROUNDS`] rounds, as long as the others
//! can be paired too. If that is impossible, fewer rounds count. The lowest
//! player of those with the fewest byes has the bye if the number of players is odd.

use arbiter_rules::{ByColor, Color};

use crate::{
    Bye, Entry, Outcome, Report,
    color_balance::ColorHistory,
    swiss::{self, matching::Matching},
    tiebreak::{Breakdown, Term, Value},
};

/// The number of rounds for which two players do not meet again, if possible.
pub const REMATCH_ROUNDS: usize = 5;
/// The most times that the ranking is computed again.
const MAX_PASSES: usize = 50;

/// The ranking of a Keizer tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeizerTable<'r> {
    report: &'r Report,
    /// The players by rank, as indexes of the report.
    order: Vec<usize>,
    /// The value of each player.
    values: Vec<i64>,
}

impl<'r> KeizerTable<'r> {
    /// Computes the ranking after the rounds of a report.
    #[must_use]
    pub fn new(report: &'r Report) -> KeizerTable<'r> {
        let mut table = KeizerTable {
            report,
            order: (0..report.players.len()).collect(),
            values: Vec::new(),
        };
        table.set_values();
        for _ in 0..MAX_PASSES {
            let totals: Vec<i64> = (0..table.values.len()).map(|it| table.total(it)).collect();
            let mut order: Vec<usize> = (0..totals.len()).collect();
            order.sort_by_key(|&it| (-totals[it], it));
            if order == table.order {
                break;
            }
            table.order = order;
            table.set_values();
        }
        table
    }

    /// Returns the players by rank, as indexes of the report.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Returns the value of a player.
    #[must_use]
    pub fn value(&self, player: usize) -> i64 {
        self.values[player]
    }

    fn set_values(&mut self) {
        let count = self.order.len();
        let first = (count + count / 2) as i64;
        self.values = vec![0; count];
        for (rank, &player) in self.order.iter().enumerate() {
            self.values[player] = first - rank as i64;
        }
    }

    /// Returns what a round (from 0) adds, in sixths of a point.
    fn sixths(&self, player: usize, round: usize) -> i64 {
        let own = self.values[player];
        match self.report.entry(player, round) {
            Entry::Absent | Entry::Bye(Bye::ZeroPoint) => 0,
            Entry::Bye(Bye::PairingAllocated) => 4 * own,
            Entry::Bye(Bye::FullPoint) => 6 * own,
            Entry::Bye(Bye::HalfPoint) => 2 * own,
            Entry::Game(game) => {
                let opponent = self.values[game.opponent];
                match game.outcome {
                    Outcome::Win => 6 * opponent,
                    Outcome::Draw => 3 * opponent,
                    Outcome::Loss => 0,
                }
            }
        }
    }

    fn total(&self, player: usize) -> i64 {
        let rounds = 0..self.report.played_rounds();
        let games: i64 = rounds.map(|it| self.sixths(player, it)).sum();
        let penalty = self.report.penalty(player, usize::MAX);
        6 * self.values[player] + games - 6 * i64::from(penalty.tenths()) / 10
    }

    /// Returns the points of a player: their own value, as round 0, and those of each round.
    #[must_use]
    pub fn breakdown(&self, player: usize) -> Breakdown {
        // Two different sums of sixths differ by more than rounding does.
        let rounded = |sixths: i64| Value::from_hundredths((sixths * 100 + 3).div_euclid(6));
        let own = Term {
            round: 0,
            opponent: None,
            value: rounded(6 * self.values[player]),
            is_cut: false,
        };
        let rounds = (0..self.report.played_rounds()).map(|round| Term {
            round: round + 1,
            opponent: match self.report.entry(player, round) {
                Entry::Game(game) => Some(game.opponent),
                _ => None,
            },
            value: rounded(self.sixths(player, round)),
            is_cut: false,
        });
        Breakdown {
            value: Some(rounded(self.total(player))),
            terms: std::iter::once(own).chain(rounds).collect(),
        }
    }
}

/// A round of a Keizer tournament, with players as indexes of the report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeizerPairing {
    /// The pairs, the best ranked first.
    pub pairs: Vec<ByColor<usize>>,
    /// The player who has the bye.
    pub bye: Option<usize>,
    /// The number of rounds for which nobody meets again.
    pub rematch_rounds: usize,
}

/// Pairs the round after those of a report; `None` if pairs that must not meet make
/// it impossible.
#[must_use]
pub fn pair_round(report: &Report) -> Option<KeizerPairing> {
    let round = report.played_rounds();
    let table = KeizerTable::new(report);
    let is_present = {
        let mut present = vec![false; report.players.len()];
        for player in swiss::present_players(report, round) {
            present[player] = true;
        }
        present
    };
    let mut ranked = table.order.clone();
    ranked.retain(|&it| is_present[it]);
    let mut bye = None;
    if ranked.len() % 2 == 1 {
        let byes = |player: usize| {
            let rounds = 0..round;
            let is_bye =
                |it: &usize| report.entry(player, *it) == Entry::Bye(Bye::PairingAllocated);
            rounds.filter(is_bye).count()
        };
        // The first of the least, from the bottom.
        bye = ranked.iter().rev().copied().min_by_key(|&it| byes(it));
        ranked.retain(|&it| Some(it) != bye);
    }
    let longest = REMATCH_ROUNDS.min(round);
    let (rematch_rounds, pairs) = (0..=longest)
        .rev()
        .find_map(|rounds| Some((rounds, match_ranked(report, &ranked, round, rounds)?)))?;
    Some(KeizerPairing {
        pairs: pairs
            .iter()
            .enumerate()
            .map(|(board, &[better, other])| colored(report, better, other, board))
            .collect(),
        bye,
        rematch_rounds,
    })
}

/// Returns how many rounds ago two players met, if they did: 1 is the last round.
fn met_ago(report: &Report, left: usize, right: usize) -> Option<usize> {
    let round = report.played_rounds();
    (1..=round).find(|ago| match report.entry(left, round - ago).played() {
        Some(game) => game.opponent == right,
        None => false,
    })
}

fn is_prohibited(report: &Report, left: usize, right: usize, round: usize) -> bool {
    report.prohibited.iter().any(|it| {
        (it.first_round..=it.last_round).contains(&(round + 1))
            && it.players.contains(&left)
            && it.players.contains(&right)
    })
}

/// Pairs everybody from the top with the nearest possible opponent.
fn match_ranked(
    report: &Report,
    ranked: &[usize],
    round: usize,
    rematch_rounds: usize,
) -> Option<Vec<[usize; 2]>> {
    let may_meet = |left: usize, right: usize| {
        let (left, right) = (ranked[left], ranked[right]);
        let is_new = met_ago(report, left, right).is_none_or(|it| it > rematch_rounds);
        is_new && !is_prohibited(report, left, right, round)
    };
    let count = ranked.len();
    let neighbors = |it: usize| {
        let others = (0..count).filter(|&to| to != it && may_meet(it, to));
        others.map(|to| to as u32).collect()
    };
    let mut matching = Matching::new((0..count).map(neighbors).collect(), vec![None; count]);
    if !matching.complete() {
        return None;
    }
    matching.prepare_choices(count);
    let mut is_paired = vec![false; count];
    let mut pairs = Vec::new();
    for vertex in 0..count {
        if !is_paired[vertex] {
            let partner = matching.choose(vertex, Some, count);
            is_paired[vertex] = true;
            is_paired[partner] = true;
            pairs.push([ranked[vertex], ranked[partner]]);
        }
    }
    Some(pairs)
}

fn colored(report: &Report, better: usize, other: usize, board: usize) -> ByColor<usize> {
    let history = |player: usize| {
        let mut history = ColorHistory::default();
        for round in 0..report.played_rounds() {
            if let Some(game) = report.entry(player, round).played() {
                history.add(game.color);
            }
        }
        history
    };
    let by_board = [Color::White, Color::Black][board % 2];
    let decided = history(better).against(history(other));
    match decided.map_or(by_board, |(color, _)| color) {
        Color::White => ByColor::from([better, other]),
        Color::Black => ByColor::from([other, better]),
    }
}

/// Why two players of a Keizer tournament meet, with players as indexes of the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeizerReason {
    /// The better ranked player and the opponent.
    pub players: [usize; 2],
    /// Their places, from 1.
    pub places: [usize; 2],
    /// What they are worth.
    pub values: [i64; 2],
    /// The players between the two, and why each was rejected.
    pub nearer: Vec<(usize, KeizerObjection)>,
}

/// Why a nearer opponent was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeizerObjection {
    /// The two must not meet.
    Prohibited,
    /// How many rounds ago they met: 1 is the last round.
    Met(usize),
    /// The others could not be paired.
    Incomplete,
}

/// Returns for each pair of the round after those of a report why it is so.
#[must_use]
pub fn reasons(report: &Report, pairing: &KeizerPairing) -> Vec<KeizerReason> {
    let table = KeizerTable::new(report);
    let mut rank = vec![0; report.players.len()];
    for (place, &player) in table.order.iter().enumerate() {
        rank[player] = place + 1;
    }
    let round = report.played_rounds();
    let mut is_free = vec![false; rank.len()];
    for pair in &pairing.pairs {
        is_free[pair.white] = true;
        is_free[pair.black] = true;
    }
    let mut reasons = Vec::new();
    for pair in &pairing.pairs {
        let (better, other) = match rank[pair.white] < rank[pair.black] {
            true => (pair.white, pair.black),
            false => (pair.black, pair.white),
        };
        is_free[better] = false;
        is_free[other] = false;
        let between = table.order.get(rank[better]..rank[other] - 1);
        let between = between.unwrap_or_default().iter().copied();
        let objection = |it: usize| match met_ago(report, better, it) {
            _ if is_prohibited(report, better, it, round) => KeizerObjection::Prohibited,
            Some(ago) if ago <= pairing.rematch_rounds => KeizerObjection::Met(ago),
            _ => KeizerObjection::Incomplete,
        };
        reasons.push(KeizerReason {
            players: [better, other],
            places: [better, other].map(|it| rank[it]),
            values: [better, other].map(|it| table.value(it)),
            nearer: between
                .filter(|&it| is_free[it])
                .map(|it| (it, objection(it)))
                .collect(),
        });
    }
    reasons
}

/// Says for each pair of the round after those of a report, and for the player with the bye,
/// why it is so.
#[must_use]
pub fn explain_round(report: &Report, pairing: &KeizerPairing) -> Vec<String> {
    let name = |it: usize| report.players[it].name.as_str();
    let mut sentences = Vec::new();
    for reason in reasons(report, pairing) {
        let [(better, place, value), (other, other_place, other_value)] =
            [0, 1].map(|it| (reason.players[it], reason.places[it], reason.values[it]));
        let mut text = format!(
            "{} (place {place}, worth {value}) meets {} (place {other_place}, worth {other_value})",
            name(better),
            name(other),
        );
        let nearer: Vec<String> = (reason.nearer.iter())
            .map(|&(it, objection)| match objection {
                KeizerObjection::Prohibited => {
                    format!("not {}: the two must not meet", name(it))
                }
                KeizerObjection::Met(1) => format!("not {}: they met in the last round", name(it)),
                KeizerObjection::Met(ago) => format!("not {}: they met {ago} rounds ago", name(it)),
                KeizerObjection::Incomplete => {
                    format!("not {}: the others could not be paired", name(it))
                }
            })
            .collect();
        match nearer.is_empty() {
            true => text += ", the next in the ranking.",
            false => text += &format!("; {}.", nearer.join("; ")),
        }
        sentences.push(text);
    }
    if let Some(bye) = pairing.bye {
        let table = KeizerTable::new(report);
        let place = table.order.iter().position(|&it| it == bye);
        sentences.push(format!(
            "{} (place {}) has the bye: the lowest of those with the fewest byes.",
            name(bye),
            place.map_or(0, |it| it + 1)
        ));
    }
    sentences
}
