//! FEN read into a validated position, and written from one.

use std::{fmt::Write, hint::black_box};

use arbiter_rules::Position;
use shakmaty::{CastlingMode, Chess, EnPassantMode, fen::Fen};

use crate::{games::Random, perft::shakmaty_position, race::Race};

/// How often a round goes through all of them.
const LAPS: u64 = 20;

pub fn races() -> Vec<Race> {
    vec![reading(), writing()]
}

fn reading() -> Race {
    let fens = random_fens();
    let (for_us, for_shakmaty) = (fens.clone(), fens.clone());
    let (for_cozy, for_owl) = (fens.clone(), fens);
    Race::new("fen", "FENs read", move || {
        laps(&for_us, |fen| {
            black_box(fen.parse::<Position>().expect("a legal position"));
        })
    })
    .against("shakmaty", move || {
        laps(&for_shakmaty, |fen| {
            let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN");
            let position = fen.into_position::<Chess>(CastlingMode::Standard);
            black_box(position.expect("a legal position"));
        })
    })
    .against("cozy-chess", move || {
        laps(&for_cozy, |fen| {
            black_box(fen.parse::<cozy_chess::Board>().expect("a legal position"));
        })
    })
    .against("owlchess", move || {
        laps(&for_owl, |fen| {
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
        laps(&ours, |position| write_anew(&mut text, position))
    })
    .against("shakmaty", move || {
        let mut text = String::new();
        laps(&theirs, |position| {
            write_anew(
                &mut text,
                &Fen::from_position(position, EnPassantMode::Legal),
            );
        })
    })
    .against("cozy-chess", move || {
        let mut text = String::new();
        laps(&cozy, |board| write_anew(&mut text, board))
    })
}

fn write_anew(text: &mut String, position: &impl std::fmt::Display) {
    text.clear();
    write!(text, "{position}").expect("a string takes everything");
    black_box(text.as_str());
}

fn laps<T>(items: &[T], mut each: impl FnMut(&T)) -> u64 {
    for _ in 0..LAPS {
        items.iter().for_each(&mut each);
    }
    LAPS * items.len() as u64
}

/// Some thousand positions of random games, from the opening to bare kings:
/// the same in every run.
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
