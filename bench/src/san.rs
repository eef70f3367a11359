//! Games read from standard algebraic notation and played, in place where a
//! library can. The peers take `+` and `#` on trust: so do we in `san`, while
//! `san-strict` verifies them too.

use arbiter_rules::{Move, Position, Role};
use owlchess::moves::Make;
use shakmaty::Position as _;

use crate::race::Race;

const GAMES: usize = 2_000;
const LONGEST: usize = 100;

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

/// Games of two players who look at a few random moves and play the one that
/// takes most: not good chess, but the mix of moves is that of real games.
fn games() -> Vec<Vec<&'static str>> {
    let mut random = Random(0x6a09_e667_f3bc_c909);
    (0..GAMES).map(|_| game(&mut random)).collect()
}

fn game(random: &mut Random) -> Vec<&'static str> {
    let mut position = Position::start();
    let mut text = String::new();
    for _ in 0..LONGEST {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let seen = (0..4).map(|_| moves[random.below(moves.len())]);
        let Some(mv) = seen.max_by_key(|&mv| gain(&position, mv)) else {
            break;
        };
        text += &position.san(mv);
        text += " ";
        position.play(mv);
    }
    text.leak().split_whitespace().collect()
}

/// What a move wins; a king that walks for nothing comes last, one that
/// castles first, as in real games.
fn gain(position: &Position, mv: Move) -> u32 {
    let taken = position
        .captured(mv)
        .and_then(|(_, piece)| piece.role.value());
    let promoted = mv.promotion().and_then(Role::value);
    let stays_home = mv.role() != Role::King;
    let castled = mv.castling().map(|_| 10);
    taken.unwrap_or(0) + promoted.unwrap_or(0) + castled.unwrap_or(0) + u32::from(stays_home)
}

/// A seeded generator: every run reads the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}
