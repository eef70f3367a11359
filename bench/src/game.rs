//! A move refereed: decided and applied by `game` with a running clock, and
//! then `tick`, which looks exactly whether the position is dead. No peer does
//! that; beside it stands what a program around shakmaty does at least: find
//! the move, play it, and ask for mate, stalemate and bare material.

use std::time::Duration;

use arbiter_game::{Action, Game, Options, Span, Time};
use arbiter_rules::{PlayedLine, Position, UciMove};
use shakmaty::Position as _;

use crate::{
    games::{Random, choose},
    race::{Race, cpu_time},
};

const GAMES: usize = 500;
const LONGEST: usize = 100;
const SIDE_BY_SIDE: usize = 32;

pub fn races() -> Vec<Race> {
    let games: &'static [Vec<UciMove>] = games().leak();
    let wishes: &'static [Vec<shakmaty::uci::UciMove>] = games
        .iter()
        .map(|game| {
            let wish = |mv: &UciMove| mv.to_string().parse().expect("a move");
            game.iter().map(wish).collect()
        })
        .collect::<Vec<_>>()
        .leak();
    let race = |bench, part| {
        Race::timed(bench, "moves", move || referee_all(games, part)).against(
            "shakmaty",
            move || {
                let mut moves = 0;
                for game in wishes {
                    let mut position = shakmaty::Chess::default();
                    for wish in game {
                        let mv = wish.to_move(&position).expect("a legal move");
                        position.play_unchecked(mv);
                        std::hint::black_box(position.outcome());
                        moves += 1;
                    }
                }
                moves
            },
        )
    };
    vec![race("game", Part::Move), race("game-tick", Part::Both)]
}

/// What the clock of the bench runs for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// `decide` and `apply`.
    Move,
    /// And `tick`.
    Both,
}

fn referee_all(games: &[Vec<UciMove>], part: Part) -> (u64, Duration) {
    let mut total = (0, Duration::ZERO);
    for games in games.chunks(SIDE_BY_SIDE) {
        let (moves, took) = referee(games, part);
        total.0 += moves;
        total.1 += took;
    }
    total
}

/// Plays games side by side, a move in each, then a tick in each, so that the
/// clock need not be asked for every move.
fn referee(games: &[Vec<UciMove>], part: Part) -> (u64, Duration) {
    let options = Options::default().with_clock("5+3".parse().expect("a clock"));
    let mut at = Time::from_millis(0);
    let start = || Game::start(options.clone(), at).expect("a game to be played");
    let mut boards: Vec<Game> = games.iter().map(|_| start()).collect();
    let mut moves = 0;
    let mut took = Duration::ZERO;
    for ply in 0..LONGEST {
        at = at + Span::from_millis(1_500);
        let started = cpu_time();
        for (game, wishes) in boards.iter_mut().zip(games) {
            let Some(&wish) = wishes.get(ply) else {
                continue;
            };
            let events = game.decide(at, game.turn(), Action::from(wish));
            for event in events.expect("a legal move") {
                game.apply(&event);
            }
            moves += 1;
        }
        let moved = cpu_time();
        for game in &boards {
            std::hint::black_box(game.tick(at));
        }
        let until = if part == Part::Both {
            cpu_time()
        } else {
            moved
        };
        took += until - started;
    }
    (moves, took)
}

/// Games that are not over before their last move.
fn games() -> Vec<Vec<UciMove>> {
    let mut random = Random(0x510e_527f_ade6_82d1);
    (0..GAMES).map(|_| game(&mut random)).collect()
}

fn game(random: &mut Random) -> Vec<UciMove> {
    let mut line = PlayedLine::from(Position::start());
    let mut moves = Vec::new();
    while moves.len() < LONGEST && line.outcome().is_none() {
        let Some(mv) = choose(line.position(), random) else {
            break;
        };
        moves.push(line.position().uci(mv));
        line.play(mv);
    }
    moves
}
