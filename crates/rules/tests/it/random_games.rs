//! Laws that hold in every position of every game, tried on random games.

use std::{collections::BTreeSet, ops::ControlFlow};

use arbiter_rules::{Bitboard, Color, Move, Position};

/// A seeded source of numbers: xorshift.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

/// Shows every position of random games from the standard and from Chess960
/// starts.
pub fn random_positions(games: u64, plies: usize, mut show: impl FnMut(&Position)) {
    for game in 0..games {
        let mut chance = Chance::new(game + 1);
        let mut position = if game % 2 == 0 {
            Position::start()
        } else {
            Position::chess960(chance.below(960) as u16).unwrap()
        };
        for _ in 0..plies {
            show(&position);
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[chance.below(moves.len())]);
        }
    }
}

#[test]
fn the_key_kept_move_by_move_is_the_key_of_the_set_up() {
    random_positions(400, 150, |position| {
        let fresh = position.to_setup().position().unwrap();
        assert_eq!(position.key(), fresh.key(), "{position}");
        assert_eq!(*position, fresh);
        assert_eq!(
            position.legal_en_passant(),
            fresh.legal_en_passant(),
            "{position}"
        );
    });
}

#[test]
fn every_way_to_the_moves_leads_to_the_same_moves() {
    random_positions(400, 150, |position| {
        let listed: BTreeSet<Move> = position.legal_moves().collect();
        let mut children = BTreeSet::new();
        position.for_each_child(|mv, child| {
            let after = position.after(mv);
            assert_eq!((*child, child.key()), (after, after.key()), "{position}");
            assert_eq!(child.to_string(), after.to_string());
            children.insert(mv);
        });
        assert_eq!(listed, children, "{position}");
        let mut targets = 0;
        let _ = position.visit_targets(|set| {
            targets += set.count();
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(targets as usize, listed.len());
        assert_eq!(position.count_legal_moves(), targets);
        assert_eq!(position.has_legal_move(), targets > 0);
        let by_color: usize = [Bitboard::LIGHT, Bitboard::DARK]
            .map(|mask| position.legal_moves_of(mask).count())
            .iter()
            .sum();
        assert_eq!(by_color, listed.len(), "a mask splits the moves");
    });
}

#[test]
fn r37_r38_a_move_never_takes_its_own_side_nor_a_king() {
    random_positions(200, 200, |position| {
        let us = position.turn();
        position.for_each_child(|mv, child| {
            assert_eq!(child.turn(), !us, "R19: strict alternation");
            for color in Color::ALL {
                assert!(child.board().king(color).is_some());
            }
            let before = position.board().of(us).count();
            assert_eq!(child.board().of(us).count(), before, "{position} {mv:?}");
            // R63: nobody leaves his own king in check.
            let king = child.board().king(us).unwrap();
            let attackers = child.board().attackers(king, !us, child.board().occupied());
            assert!(attackers.is_empty(), "{position} {mv:?}");
        });
    });
}
