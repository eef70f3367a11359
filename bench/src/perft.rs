//! Perft with bulk counting: libraries that can do so count the moves of the last
//! ply without playing them.

use arbiter_rules::{Position, perft};

use crate::{positions::perft_positions, race::Race};

pub fn races() -> Vec<Race> {
    let ours = perft_positions(|fen| fen.parse::<Position>().expect("a legal position"));
    let cozy = perft_positions(|fen| fen.parse::<cozy_chess::Board>().expect("a legal position"));
    let shakmaty = perft_positions(shakmaty_position);
    let owl = perft_positions(|fen| owlchess::Board::from_fen(fen).expect("a legal position"));
    let race = Race::new("perft", "leaves", move || sum(&ours, perft))
        .against("cozy-chess", move || sum(&cozy, cozy_perft))
        .against("shakmaty", move || sum(&shakmaty, shakmaty::perft))
        .against("owlchess", move || sum(&owl, owl_perft));
    vec![race]
}

pub fn shakmaty_position(fen: &str) -> shakmaty::Chess {
    fen.parse::<shakmaty::fen::Fen>()
        .expect("a FEN")
        .into_position(shakmaty::CastlingMode::Standard)
        .expect("a legal position")
}

pub fn sum<P>(positions: &[(P, u32)], count: impl Fn(&P, u32) -> u64) -> u64 {
    positions
        .iter()
        .map(|(position, depth)| count(position, *depth))
        .sum()
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn owl_perft(board: &owlchess::Board, depth: u32) -> u64 {
    let moves = owlchess::movegen::legal::gen_all(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| owl_perft(&board.make_move(*mv).expect("a legal move"), depth - 1))
        .sum()
}
