//! Refereeing a move: `decide` and `apply` of the `game` crate with a running
//! clock, and then `tick`, which determines exactly whether the position is
//! dead. No peer does this. The comparison is the minimum that a program using
//! shakmaty does: find the move, play it, and test for checkmate, stalemate and
//! insufficient material.

use std::time::Duration;

use arbiter_game::{Action, Game, Options, Span, Time};
use arbiter_rules::{PlayedLine, Position, UciMove};
use shakmaty::Position as _;

use crate::{
    games::{Random, choose},
    race::{Race, cpu_time},
};

const GAMES: usize = 500;
const MAX_PLIES: usize = 100;
/// The number of games that are played in turns.
const BATCH: usize = 32;

pub fn races() -> Vec<Race> {
    let games: &'static [Vec<UciMove>] = games().leak();
    let their_games: &'static [Vec<shakmaty::uci::UciMove>] = games
        .iter()
        .map(|game| {
            let convert = |mv: &UciMove| mv.to_string().parse().expect("a move");
            game.iter().map(convert).collect()
        })
        .collect::<Vec<_>>()
        .leak();
    let race = |bench, part| {
        Race::timed(bench, "moves", move || referee_all(games, part)).against(
            "shakmaty",
            move || {
                let mut moves = 0;
                for game in their_games {
                    let mut position = shakmaty::Chess::default();
                    for uci in game {
                        let mv = uci.to_move(&position).expect("a legal move");
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

/// The part that is timed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// `decide` and `apply`.
    Move,
    /// `decide`, `apply` and `tick`.
    Both,
}

fn referee_all(games: &[Vec<UciMove>], part: Part) -> (u64, Duration) {
    let mut total = (0, Duration::ZERO);
    for games in games.chunks(BATCH) {
        let (moves, took) = referee(games, part);
        total.0 += moves;
        total.1 += took;
    }
    total
}

/// Plays games in turns, one move in each and then one tick in each, so that the
/// processor time is not read for every move.
fn referee(games: &[Vec<UciMove>], part: Part) -> (u64, Duration) {
    let options = Options::default().with_clock("5+3".parse().expect("a clock"));
    let mut at = Time::from_millis(0);
    let start = || Game::start(options.clone(), at).expect("a game to be played");
    let mut boards: Vec<Game> = games.iter().map(|_| start()).collect();
    let mut moves = 0;
    let mut took = Duration::ZERO;
    for ply in 0..MAX_PLIES {
        at = at + Span::from_millis(1_500);
        let started = cpu_time();
        for (game, ucis) in boards.iter_mut().zip(games) {
            let Some(&uci) = ucis.get(ply) else {
                continue;
            };
            let events = game.decide(at, game.turn(), Action::from(uci));
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

/// Returns random games as lists of moves. None is over before its last move.
fn games() -> Vec<Vec<UciMove>> {
    let mut random = Random(0x510e_527f_ade6_82d1);
    (0..GAMES).map(|_| game(&mut random)).collect()
}

fn game(random: &mut Random) -> Vec<UciMove> {
    let mut line = PlayedLine::from(Position::start());
    let mut moves = Vec::new();
    while moves.len() < MAX_PLIES && line.outcome().is_none() {
        let Some(mv) = choose(line.position(), random) else {
            break;
        };
        moves.push(line.position().uci(mv));
        line.play(mv);
    }
    moves
}
