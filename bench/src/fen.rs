//! Parsing FEN into a validated position, and writing it.

use std::{fmt::Write, hint::black_box};

use arbiter_rules::Position;
use shakmaty::{CastlingMode, Chess, EnPassantMode, fen::Fen};

use crate::{games::Random, perft::shakmaty_position, race::Race};

/// How often each round processes all FENs.
const PASSES: u64 = 20;

pub fn races() -> Vec<Race> {
    vec![reading(), writing()]
}

fn reading() -> Race {
    let fens = random_fens();
    let (for_us, for_shakmaty) = (fens.clone(), fens.clone());
    let (for_cozy, for_owl) = (fens.clone(), fens);
    Race::new("fen", "FENs read", move || {
        repeat(&for_us, |fen| {
            black_box(fen.parse::<Position>().expect("a legal position"));
        })
    })
    .against("shakmaty", move || {
        repeat(&for_shakmaty, |fen| {
            let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN");
            let position = fen.into_position::<Chess>(CastlingMode::Standard);
            black_box(position.expect("a legal position"));
        })
    })
    .against("cozy-chess", move || {
        repeat(&for_cozy, |fen| {
            black_box(fen.parse::<cozy_chess::Board>().expect("a legal position"));
        })
    })
    .against("owlchess", move || {
        repeat(&for_owl, |fen| {
            black_box(owlchess::Board::from_fen(fen).expect("a legal position"));
        })
    })
}

fn writing() -> Race {
    let fens = random_fens();
    let read = |fen: &String| fen.parse::<Position>().expect("a legal position");
    let ours: Vec<Position> = fens.iter().map(read).collect();
    let theirs: Vec<Chess> = fens.iter().map(|fen| shakmaty_position(fen)).collect();
    let read = |fen: &String| fen.parse::<cozy_chess::Board>().expect("a legal position");
    let cozy: Vec<cozy_chess::Board> = fens.iter().map(read).collect();
    Race::new("fen-write", "FENs written", move || {
        let mut text = String::new();
        repeat(&ours, |position| rewrite(&mut text, position))
    })
    .against("shakmaty", move || {
        let mut text = String::new();
        repeat(&theirs, |position| {
            rewrite(
                &mut text,
                &Fen::from_position(position, EnPassantMode::Legal),
            );
        })
    })
    .against("cozy-chess", move || {
        let mut text = String::new();
        repeat(&cozy, |board| rewrite(&mut text, board))
    })
}

fn rewrite(text: &mut String, position: &impl std::fmt::Display) {
    text.clear();
    write!(text, "{position}").expect("writing to a string never fails");
    black_box(text.as_str());
}

fn repeat<T>(items: &[T], mut each: impl FnMut(&T)) -> u64 {
    for _ in 0..PASSES {
        items.iter().for_each(&mut each);
    }
    PASSES * items.len() as u64
}

/// Returns several thousand positions of random games, from the opening to bare
/// kings, the same in every run.
fn random_fens() -> Vec<String> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut fens = Vec::new();
    while fens.len() < 4_000 {
        let mut position = Position::start();
        for _ in 0..200 {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
            if random.below(8) == 0 {
                fens.push(position.to_string());
            }
        }
    }
    fens
}
