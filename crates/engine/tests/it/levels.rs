//! Properties of the ten levels.

use core::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use arbiter_engine::{
    ChosenMove, ComputerPlayer, Engine, EngineSettings, Level, Limits, SearchControl, Strength,
    TimeBudget,
};
use arbiter_rules::{BoardReason, Color, PlayedLine, Position, Role};
use proptest::prelude::*;

fn player(level: u32, seed: u64) -> ComputerPlayer {
    ComputerPlayer::new(Strength::level(Level::new(level).unwrap()), seed)
}

fn choose(level: u32, seed: u64, line: &PlayedLine) -> ChosenMove {
    let mut engine = Engine::new(EngineSettings::default());
    player(level, seed).choose(&mut engine, line, &()).unwrap()
}

/// Plays a game between two levels, up to this many half-moves.
fn game(levels: [u32; 2], seed: u64, plies: usize) -> PlayedLine {
    let mut engine = Engine::new(EngineSettings::default());
    let mut players = levels.map(|level| player(level, seed));
    let mut line = PlayedLine::default();
    while line.moves().len() < plies && line.outcome().is_none() {
        let turn = line.position().turn() as usize;
        let choice = players[turn].choose(&mut engine, &line, &()).unwrap();
        line.play(choice.mv);
    }
    line
}

/// A change to these moves is a change of strength: docs/levels.md then needs a new
/// calibration.
#[test]
fn the_levels_that_search_play_as_calibrated() {
    let line = PlayedLine::from(
        "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 0 12"
            .parse::<Position>()
            .unwrap(),
    );
    let chosen: Vec<(String, i32)> = (7..=10)
        .flat_map(|level| [1, 2].map(|seed| choose(level, seed, &line)))
        .map(|choice| {
            let san = line.position().san(choice.mv).to_string();
            (san, choice.score.unwrap().in_centipawns())
        })
        .collect();
    let chosen: Vec<(&str, i32)> = chosen.iter().map(|(san, cp)| (san.as_str(), *cp)).collect();
    assert_eq!(chosen, CALIBRATED);
}

/// The moves of levels 7 to 10 with two seeds, and their scores.
const CALIBRATED: [(&str, i32); 8] = [
    ("Nxe6", 23),
    ("Rc1", 65),
    ("Nxe6", 95),
    ("Nxe6", 95),
    ("Rc1", 57),
    ("Rc1", 57),
    ("Rc1", 57),
    ("Rc1", 57),
];

#[test]
fn a_reset_player_plays_like_a_new_one() {
    let mut engine = Engine::new(EngineSettings::default());
    let mut shared = player(9, 1);
    let line = game([9, 8], 5, 24);
    for (level, seed) in [(10, 3), (2, 4), (7, 3), (10, 4)] {
        shared.reset(Strength::level(Level::new(level).unwrap()), seed);
        let found = shared.choose(&mut engine, &line, &()).unwrap();
        assert_eq!(found, choose(level, seed, &line));
    }
}

/// Checks that these levels play one of these moves with any seed.
fn check(fen: &str, levels: impl IntoIterator<Item = u32>, expected: &[&str]) {
    let position: Position = fen.parse().unwrap();
    let line = PlayedLine::from(position.clone());
    for level in levels {
        for seed in 0..10 {
            let san = position.san(choose(level, seed, &line).mv).to_string();
            assert!(
                expected.contains(&san.as_str()),
                "{fen}: level {level} with seed {seed} plays {san}"
            );
        }
    }
}

#[test]
fn from_level_4_on_no_mate_in_one_is_missed() {
    for (fen, mates) in [
        ("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", ["Ra8#"].as_slice()),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            &["Qxf7#"],
        ),
        ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", &["Nf7#"]),
        // On the long diagonal, and backward.
        ("7k/5Kpp/8/8/8/8/8/B7 w - - 0 1", &["Bxg7#"]),
        ("8/8/8/8/8/5k2/7q/5K2 b - - 0 1", &["Qf2#", "Qh1#"]),
        // By promotion.
        ("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", &["a8=Q#", "a8=R#"]),
    ] {
        check(fen, 4..=10, mates);
    }
}

#[test]
fn from_level_2_on_a_free_piece_is_taken() {
    for (fen, capture) in [
        (
            "rnbqk1nr/pppp1ppp/8/4p3/1b2P3/P4N2/1PPP1PPP/RNBQKB1R w KQkq - 0 4",
            "axb4",
        ),
        ("6k1/5ppp/3r4/8/5B2/8/5PPP/6K1 w - - 0 30", "Bxd6"),
        ("6k1/1p3ppp/8/8/3n4/8/1B3PPP/6K1 w - - 0 30", "Bxd4"),
        // Far away, backward, and on the long diagonal.
        ("n6k/6pp/8/8/8/8/5P1P/6KB w - - 0 30", "Bxa8"),
        ("6k1/5ppp/8/8/8/7P/q4PP1/N5K1 b - - 0 30", "Qxa1+"),
        ("4q1k1/5ppp/8/8/8/8/5PPP/B3N1K1 b - - 0 30", "Qxe1#"),
    ] {
        check(fen, 2..=10, &[capture]);
    }
}

#[test]
fn level_1_overlooks_mates_in_one_and_most_free_pieces() {
    for (fen, best, noticed) in [
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            "Qxf7#",
            0..1,
        ),
        (
            "rnbqk1nr/pppp1ppp/8/4p3/1b2P3/P4N2/1PPP1PPP/RNBQKB1R w KQkq - 0 4",
            "axb4",
            1..30,
        ),
    ] {
        let position: Position = fen.parse().unwrap();
        let best = position.find_san(best).unwrap();
        let line = PlayedLine::from(position);
        let count = (0..60).filter(|&seed| choose(1, seed, &line).mv == best);
        let count = count.count();
        assert!(noticed.contains(&count), "{fen}: noticed {count} times");
    }
}

#[test]
fn level_1_repeats_nothing_even_when_it_is_behind() {
    for seed in 0..2 {
        let line = game([1, 6], seed, 120);
        for (ply, (position, mv)) in line.moves().enumerate() {
            let is_new = until(&line, ply).occurrences(&position.after(mv)) == 0;
            let is_level_1 = position.turn() == Color::White;
            let is_forced = position.legal_moves().count() == 1;
            assert!(
                !is_level_1 || is_new || is_forced,
                "seed {seed}: {position}"
            );
        }
    }
}

/// Level 1 often leaves pieces undefended. Where capturing one is clearly best and no
/// own piece is attacked, all higher levels capture it.
#[test]
fn free_pieces_in_games_of_level_1_are_taken_from_level_2_on() {
    let mut engine = Engine::new(EngineSettings::default());
    let mut free_pieces = 0;
    for seed in 0..16 {
        let line = game([1, 1], seed, 60);
        for (ply, (position, _)) in line.moves().enumerate() {
            if is_anything_attacked(position) {
                continue;
            }
            let past = until(&line, ply);
            engine.clear();
            let result = engine.search(&past, &Limits::nodes(4000).with_lines(2), &());
            let [best, next] = result.lines.as_slice() else {
                continue;
            };
            let mv = best.moves[0];
            let after = position.after(mv);
            let occupied = after.board().occupied();
            let is_free = position
                .captured(mv)
                .is_some_and(|(_, piece)| piece.role != Role::Pawn)
                && !after
                    .board()
                    .attackers(mv.to(), after.turn(), occupied)
                    .any();
            let lead = best.score.in_centipawns() - next.score.in_centipawns();
            if !is_free || lead < 200 || best.score.is_decisive() {
                continue;
            }
            free_pieces += 1;
            for level in [2, 3, 4, 6, 8] {
                let played = choose(level, seed, &past).mv;
                let san = position.san(played);
                assert_eq!(played, mv, "{position}: level {level} plays {san}");
            }
        }
    }
    assert!(
        free_pieces >= 5,
        "only {free_pieces} free pieces were found"
    );
}

/// Reports whether a piece of the side to move, other than a pawn, is attacked.
fn is_anything_attacked(position: &Position) -> bool {
    let board = position.board();
    let us = position.turn();
    (board.of(us) - board.pieces(us, Role::Pawn))
        .iter()
        .any(|square| board.attackers(square, !us, board.occupied()).any())
}

/// Returns the game after this many half-moves.
fn until(line: &PlayedLine, plies: usize) -> PlayedLine {
    let mut past = line.clone();
    while past.moves().len() > plies {
        past.take_back();
    }
    past
}

#[test]
fn every_level_mates_a_bare_king() {
    let mut engine = Engine::new(EngineSettings::default());
    for (index, fen) in [
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
        "8/8/8/4k3/8/8/8/KR6 w - - 0 1",
        "7R/8/8/3k4/8/8/8/K7 w - - 0 1",
        "8/8/3k4/8/8/3K4/8/Q7 w - - 0 1",
        "8/8/8/8/3K4/8/1k6/7r b - - 0 1",
        "8/5r2/8/8/3K4/8/8/k7 b - - 0 1",
        "8/1q6/8/4K3/8/8/8/k7 b - - 0 1",
        // With a pawn that must be promoted first.
        "8/8/2k5/8/8/1K2B3/6P1/8 w - - 0 1",
    ]
    .into_iter()
    .enumerate()
    {
        let position: Position = fen.parse().unwrap();
        let us = position.turn();
        let mut player = player(1 + index as u32, 5);
        let mut line = PlayedLine::from(position);
        while line.outcome().is_none() && line.position().halfmoves() < 100 {
            let mv = if line.position().turn() == us {
                player.choose(&mut engine, &line, &()).unwrap().mv
            } else {
                let best = engine.search(&line, &Limits::nodes(5000), &());
                best.best().unwrap()
            };
            line.play(mv);
        }
        let ending = line
            .outcome()
            .map(|outcome| (outcome.reason, outcome.winner));
        assert_eq!(ending, Some((BoardReason::Checkmate, Some(us))), "{fen}");
    }
}

#[test]
fn every_level_promotes_to_a_queen() {
    check(
        "8/P5k1/8/8/8/8/5PKP/7r w - - 0 40",
        1..=10,
        &["a8=Q", "Kxh1"],
    );
    check("8/3P2k1/5pp1/8/8/1p6/5PKP/8 w - - 0 40", 1..=10, &["d8=Q"]);
}

#[test]
fn a_player_who_is_well_ahead_does_not_repeat_positions() {
    for (level, seeds) in [(1, 4), (2, 3), (3, 2), (5, 1), (7, 1)] {
        for seed in 0..seeds {
            let line = game([level, level], seed, 160);
            for (ply, (position, mv)) in line.moves().enumerate() {
                let past = until(&line, ply);
                let is_new = past.occurrences(&position.after(mv)) == 0;
                let lead = material(position, position.turn());
                assert!(lead < 5 || is_new, "level {level}, seed {seed}: {position}");
            }
        }
    }
}

/// Returns the material lead of a side in pawns.
fn material(position: &Position, color: Color) -> i32 {
    let count = |color, role| position.board().pieces(color, role).count() as i32;
    Role::ALL
        .into_iter()
        .map(|role| {
            let value = role.value().unwrap_or(0) as i32;
            value * (count(color, role) - count(!color, role))
        })
        .sum()
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another_game() {
    for level in [1, 4, 7] {
        let line = game([level, level], 11, 40);
        let again = game([level, level], 11, 40);
        assert!(line.moves().eq(again.moves()), "level {level}");
        let other = game([level, level], 12, 40);
        assert!(!line.moves().eq(other.moves()), "level {level}");
    }
}

#[test]
fn engine_settings_do_not_change_how_a_level_plays() {
    let line = game([8, 8], 3, 20);
    let settings = EngineSettings {
        threads: 3,
        hash_mib: 64,
    };
    let mut big = Engine::new(settings);
    let _ = big.search(&line, &Limits::nodes(20_000), &());
    let choice = player(8, 3).choose(&mut big, &line, &()).unwrap();
    assert_eq!(choice, choose(8, 3, &line));
}

/// A control that stops the search after this many checks.
struct StopAfterChecks(AtomicU32);

impl SearchControl for StopAfterChecks {
    fn should_stop(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            })
            .is_err()
    }
}

#[test]
fn every_level_stops_on_request_and_still_has_a_move() {
    let wild = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 20";
    let line = PlayedLine::from(wild.parse::<Position>().unwrap());
    let mut engine = Engine::new(EngineSettings::default());
    for level in 1..=10 {
        for checks in [0, 1, 3] {
            let control = StopAfterChecks(AtomicU32::new(checks));
            let choice = player(level, 1).choose(&mut engine, &line, &control);
            let choice = choice.unwrap();
            assert!(line.position().legal_moves().any(|mv| mv == choice.mv));
            assert!(
                choice.score.unwrap().in_centipawns().abs() < 2000,
                "{choice:?}"
            );
        }
    }
}

/// The page and the engine describe the levels in the same words.
#[test]
fn the_page_shows_the_same_descriptions() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/strings/en.js");
    let strings = std::fs::read_to_string(path).unwrap();
    for level in Level::ALL {
        let (number, name, description) = (level.number(), level.name(), level.description());
        let expected = format!("\"home_level_{number}\": \"{name}: {description}.\"");
        assert!(strings.contains(&expected), "{expected} is not in {path}");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mate: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
    let mut engine = Engine::new(EngineSettings::default());
    for level in 1..=10 {
        let choice = player(level, 0).choose(&mut engine, &PlayedLine::from(mate.clone()), &());
        assert_eq!(choice, None);
    }
}

#[test]
fn the_delay_before_a_move_is_that_of_a_person() {
    let second = Duration::from_secs(1);
    let mut slowest = Duration::ZERO;
    for seed in 0..3 {
        let line = game([2, 4], seed, 50);
        for ply in 0..line.moves().len() {
            let past = until(&line, ply);
            let choice = choose(3, seed, &past);
            let time = choice.natural_delay(None);
            assert!((second / 2..=8 * second).contains(&time), "{time:?}");
            slowest = slowest.max(time);
            let clock = TimeBudget {
                remaining: 3 * second,
                increment: Duration::ZERO,
                moves_to_go: None,
                overhead: Duration::ZERO,
            };
            assert!(choice.natural_delay(Some(&clock)) <= second / 10);
        }
    }
    assert!(slowest > 2 * second, "{slowest:?}");
    // Recaptures and forced moves are quick.
    for fen in [
        "7k/8/8/8/8/8/5PPq/6K1 w - - 0 1",
        "k7/8/8/8/8/8/1q6/K7 w - - 0 1",
    ] {
        let line = PlayedLine::from(fen.parse::<Position>().unwrap());
        assert!(
            choose(5, 1, &line).natural_delay(None) < 2 * second,
            "{fen}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// In positions reached by random moves, at any rating.
    #[test]
    fn every_move_is_legal(
        picks in prop::collection::vec(0..1000usize, 0..120),
        elo in 0..2000u32,
        seed: u64,
    ) {
        let mut line = PlayedLine::default();
        for pick in picks {
            let moves: Vec<_> = line.position().legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            line.play(moves[pick % moves.len()]);
        }
        let mut engine = Engine::new(EngineSettings::default());
        let choice = ComputerPlayer::new(Strength::elo(elo), seed).choose(&mut engine, &line, &());
        let legal: Vec<_> = line.position().legal_moves().collect();
        match choice {
            Some(choice) => prop_assert!(legal.contains(&choice.mv)),
            None => prop_assert!(legal.is_empty()),
        }
    }
}
