//! Perft in which every leaf is played, as in a search or on a server. Arbiter
//! and cozy-chess update the hash; shakmaty has none.

use arbiter_rules::Position;
use shakmaty::Position as _;

use crate::{
    perft::{shakmaty_position, sum},
    positions::perft_positions,
    race::Race,
};

pub fn races() -> Vec<Race> {
    let ours = perft_positions(|fen| fen.parse::<Position>().expect("a legal position"));
    let cozy = perft_positions(|fen| fen.parse::<cozy_chess::Board>().expect("a legal position"));
    let shakmaty = perft_positions(shakmaty_position);
    let race = Race::new("full", "leaves", move || sum(&ours, our_walk))
        .against("shakmaty", move || sum(&shakmaty, shakmaty_walk))
        .against("cozy-chess", move || sum(&cozy, cozy_walk));
    vec![race]
}

fn our_walk(position: &Position, depth: u32) -> u64 {
    let mut leaves = 0;
    position.for_each_child(|_, child| {
        leaves += if depth == 1 {
            std::hint::black_box(child.key());
            1
        } else {
            our_walk(child, depth - 1)
        };
    });
    leaves
}

fn shakmaty_walk(position: &shakmaty::Chess, depth: u32) -> u64 {
    let mut leaves = 0;
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        leaves += if depth == 1 {
            std::hint::black_box(&child);
            1
        } else {
            shakmaty_walk(&child, depth - 1)
        };
    }
    leaves
}

fn cozy_walk(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += if depth == 1 {
                std::hint::black_box(child.hash());
                1
            } else {
                cozy_walk(&child, depth - 1)
            };
        }
        false
    });
    leaves
}
