//! Explains the pairings of a round.

mod others;

use arbiter_tournament::swiss::{self, Alternative, Criterion, Objection};
use arbiter_wire::{FloatReason, PairReason, RefusedChoice, RoundReasons};

use super::{HostedTournament, hosted_tournament::number_of};

impl HostedTournament {
    /// Explains the pairing of a round: for each pair the opponents that come first
    /// in the order, and why they were rejected. Takes long in large tournaments.
    #[must_use]
    pub fn reasons(&self, round: u32) -> Option<RoundReasons> {
        let index = usize::try_from(round).ok()?.checked_sub(1)?;
        if !self.is_swiss() {
            return self.other_reasons(index);
        }
        let paired = self.rules.rounds().get(index)?;
        let report = self.rules.report();
        let present = swiss::present_players(&report, index);
        let report = match index < report.played_rounds() {
            true => report.truncated(index),
            false => report,
        };
        let order = self.rules.numbering();
        let number = |player: usize| {
            let seat = order.get(player).copied();
            seat.map_or(0, |seat| self.seat_number(seat))
        };
        let pairing = swiss::pair_round(&report, index, &present).ok();
        let pairing = pairing.filter(|it| {
            let is_same = |(pair, game): (&swiss::Pair, &arbiter_tournament::Game)| {
                number(pair.players.white) == self.seat_number(game.players.white)
                    && number(pair.players.black) == self.seat_number(game.players.black)
            };
            it.pairs.len() == paired.games.len() && it.pairs.iter().zip(&paired.games).all(is_same)
        });
        // A result was corrected since, or a player has entered.
        let Some(pairing) = pairing else {
            return Some(RoundReasons {
                is_outdated: true,
                ..RoundReasons::default()
            });
        };
        let explanation = swiss::explain_round(&report, index, &present, &pairing);
        let refused = |it: &Alternative| refused(it, &number);
        let board_of = |player: usize| {
            let has = |it: &swiss::Pair| [it.players.white, it.players.black].contains(&player);
            pairing.pairs.iter().position(has)
        };
        let pairs = explanation.pairs.iter().filter_map(|it| {
            let board = board_of(it.player)?;
            Some(PairReason {
                board: number_of(board + 1),
                player: number(it.player),
                opponent: number(it.opponent),
                article: pairing.pairs[board].color_rule.article().to_owned(),
                instead: it.alternatives.iter().map(refused).collect(),
            })
        });
        let mut pairs: Vec<PairReason> = pairs.collect();
        pairs.sort_by_key(|it| it.board);
        let floats = explanation.floats.iter().map(|it| FloatReason {
            player: number(it.player),
            points: it.score.to_string(),
            odd: it.is_odd,
            instead: it.alternative.as_ref().map(refused),
            against: it.opponent.as_ref().map(refused),
        });
        Some(RoundReasons {
            is_table: false,
            is_outdated: false,
            pairs,
            floats: floats.collect(),
            others: Vec::new(),
        })
    }
}

fn refused(choice: &Alternative, number: &dyn Fn(usize) -> u32) -> RefusedChoice {
    let mut refused = RefusedChoice {
        player: number(choice.player),
        code: String::new(),
        round: None,
        count: None,
        points: None,
        other: None,
    };
    refused.code = match choice.objection {
        Objection::Met(round) => {
            refused.round = Some(number_of(round));
            "C1"
        }
        Objection::Prohibited => "prohibited",
        Objection::SameColor => "C3",
        Objection::NotCompletable => "C4",
        Objection::HigherBye => "C5",
        Objection::Worse {
            criterion, instead, ..
        } => {
            refused.count = Some(instead);
            refused.points = match criterion {
                Criterion::DownfloatersWith(points)
                | Criterion::NextDownfloatersWith(points)
                | Criterion::DownfloatDifferences(_, points)
                | Criterion::UpfloatDifferences(_, points) => Some(points.to_string()),
                _ => None,
            };
            criterion.code()
        }
        Objection::Later => "later",
    }
    .to_owned();
    refused
}
