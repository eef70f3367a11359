//! What holds for every level, whatever its strength.

use arbiter_engine::{Choice, Engine, Level, Player, Settings, Strength};
use arbiter_rules::{Line, Position};

fn choose(level: u32, seed: u64, line: &Line) -> Choice {
    let strength = Strength::level(Level::new(level).unwrap());
    let mut engine = Engine::new(Settings::default());
    let mut player = Player::new(strength, seed);
    player.choose(&mut engine, line, &()).unwrap()
}

fn san(level: u32, seed: u64, fen: &str) -> String {
    let position: Position = fen.parse().unwrap();
    let choice = choose(level, seed, &Line::from(position));
    position.san(choice.mv).to_string()
}

#[test]
fn above_level_3_no_mate_in_one_is_missed() {
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", "Ra8#"),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            "Qxf7#",
        ),
        ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "Nf7#"),
    ] {
        for level in 4..=10 {
            for seed in 0..10 {
                assert_eq!(san(level, seed, fen), mate, "level {level}, seed {seed}");
            }
        }
    }
}

#[test]
fn the_same_seed_and_game_give_the_same_move() {
    for level in [1, 3, 5, 7] {
        let mut line = Line::default();
        for _ in 0..12 {
            let choice = choose(level, 11, &line);
            assert_eq!(choice, choose(level, 11, &line));
            line.play(choice.mv);
        }
    }
}
