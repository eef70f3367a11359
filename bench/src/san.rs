//! Reading games in standard algebraic notation and playing them, modifying the
//! position in place if the library supports that. The peers do not verify `+` and
//! `#`; Arbiter verifies them in `san-strict`, but not in `san`.

use arbiter_rules::Position;
use owlchess::moves::Make;
use shakmaty::Position as _;

use crate::{
    games::{Random, choose},
    race::Race,
};

const GAMES: usize = 2_000;
const MAX_PLIES: usize = 100;

pub fn races() -> Vec<Race> {
    let games: &'static [Vec<&'static str>] = games().leak();
    let trusting = Race::new("san", "moves", move || {
        walk(games, Position::start, |position, text| {
            let mv = position.find_san_any_mark(text).expect("a legal move");
            position.play(mv);
        })
    });
    let strict = Race::new("san-strict", "moves", move || {
        walk(games, Position::start, |position, text| {
            let mv = position.find_san(text).expect("a legal move");
            position.play(mv);
        })
    });
    vec![against_peers(trusting, games), against_peers(strict, games)]
}

fn against_peers(race: Race, games: &'static [Vec<&'static str>]) -> Race {
    race.against("owlchess", move || {
        walk(games, owlchess::Board::initial, |board, text| {
            let _ = owlchess::moves::make::San(text)
                .make_raw(board)
                .expect("a legal move");
        })
    })
    .against("cozy-chess", move || {
        walk(games, cozy_chess::Board::default, |board, text| {
            let mv = cozy_chess::util::parse_san_move(board, text).expect("a legal move");
            board.play_unchecked(mv);
        })
    })
    .against("shakmaty", move || {
        walk(games, shakmaty::Chess::default, |position, text| {
            let san = shakmaty::san::San::from_ascii(text.as_bytes()).expect("a move");
            let mv = san.to_move(position).expect("a legal move");
            position.play_unchecked(mv);
        })
    })
}

fn walk<P>(games: &[Vec<&str>], start: impl Fn() -> P, mut play: impl FnMut(&mut P, &str)) -> u64 {
    let mut moves = 0;
    for game in games {
        let mut position = start();
        for text in game {
            play(&mut position, text);
            moves += 1;
        }
        std::hint::black_box(&position);
    }
    moves
}

fn games() -> Vec<Vec<&'static str>> {
    let mut random = Random(0x6a09_e667_f3bc_c909);
    (0..GAMES).map(|_| game(&mut random)).collect()
}

fn game(random: &mut Random) -> Vec<&'static str> {
    let mut position = Position::start();
    let mut text = String::new();
    for _ in 0..MAX_PLIES {
        let Some(mv) = choose(&position, random) else {
            break;
        };
        text += &position.san(mv);
        text += " ";
        position.play(mv);
    }
    text.leak().split_whitespace().collect()
}
