use arbiter_rules::{Color, Move, Position, SplitMix64};

use super::MovePredictor;
use crate::NetworkError;

/// Returns the file of a predictor with random weights.
fn random_file(channels: usize, blocks: usize) -> Vec<u8> {
    let mut random = SplitMix64::new(5);
    let mut number = |limit: i32| (random.next_u64() % (2 * limit as u64 + 1)) as i32 - limit;
    let mut bytes = b"ARBPOL1\0".to_vec();
    for value in [channels, blocks, 18, 600, 100, 23] {
        bytes.extend((value as u32).to_le_bytes());
    }
    let mut layer = |inputs: usize, outputs: usize, side: usize, has_means: bool| {
        bytes.extend(10_u32.to_le_bytes());
        for _ in 0..outputs * inputs * side * side {
            bytes.extend((number(150) as i16).to_le_bytes());
        }
        for _ in 0..outputs {
            bytes.extend(number(20_000).to_le_bytes());
        }
        for _ in 0..if has_means { outputs * inputs } else { 0 } {
            bytes.extend((number(100) as i16).to_le_bytes());
        }
    };
    layer(18, channels, 3, false);
    for _ in 0..blocks {
        layer(channels, channels, 3, false);
        layer(channels, channels, 3, true);
    }
    layer(channels, channels, 1, false);
    layer(channels, channels, 1, false);
    layer(channels, 3, 1, false);
    for _ in 0..23 * (blocks + 1) * channels {
        bytes.extend((number(60) as i16).to_le_bytes());
    }
    bytes
}

fn random_predictor() -> MovePredictor {
    MovePredictor::parse(&random_file(16, 2)).expect("a predictor")
}

#[test]
fn every_legal_move_has_a_chance_and_all_chances_make_one() {
    let predictor = random_predictor();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    ] {
        let position: Position = fen.parse().expect("a legal position");
        let chances = predictor.predict(&position, None, 1500).per_million();
        let moves: Vec<_> = chances.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(moves, position.legal_moves().collect::<Vec<_>>(), "{fen}");
        let sum: u32 = chances.iter().map(|&(_, chance)| chance).sum();
        let most = moves.len() as u32;
        assert!(
            (1_000_000 - most..=1_000_000).contains(&sum),
            "{fen}: {sum}"
        );
    }
    let mate: Position = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
        .parse()
        .expect("a position");
    assert!(
        predictor
            .predict(&mate, None, 1500)
            .per_million()
            .is_empty()
    );
    assert_eq!(predictor.predict(&mate, None, 1500).likeliest(), None);
}

#[test]
fn both_colors_are_predicted_alike() {
    let predictor = random_predictor();
    let white = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    let black = "rnb1k1nr/pppp1ppp/8/2b1p3/4P2q/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1";
    let logits = |fen: &str| {
        let position: Position = fen.parse().expect("a legal position");
        let flip = if position.turn() == Color::White {
            0
        } else {
            56
        };
        let chances = predictor.predict(&position, None, 1234);
        let mut logits: Vec<_> = chances
            .logits()
            .iter()
            .map(|&(mv, logit)| (mv.from() as usize ^ flip, mv.to() as usize ^ flip, logit))
            .collect();
        logits.sort_unstable();
        logits
    };
    assert_eq!(logits(white), logits(black));
}

#[test]
fn the_rating_and_the_last_move_matter() {
    let predictor = random_predictor();
    let start = Position::start();
    let last = start.legal_moves().next().expect("a legal move");
    let position = start.after(last);
    let logits = |last, rating| predictor.predict(&position, last, rating).logits().to_vec();
    assert_ne!(logits(None, 1000), logits(Some(last), 1000));
    assert_ne!(logits(None, 1000), logits(None, 1050));
    // Beyond the knots the rating is that of the last one.
    assert_eq!(logits(None, 0), logits(None, 600));
    assert_eq!(logits(None, 2800), logits(None, u32::MAX));
    assert_ne!(logits(None, 2799), logits(None, 2800));
}

#[test]
fn a_damaged_file_is_refused() {
    let file = random_file(16, 2);
    assert!(matches!(
        MovePredictor::parse(&file[1..]),
        Err(NetworkError::Format)
    ));
    for length in [8, 20, 32, 40, 1000, file.len() - 1] {
        assert!(MovePredictor::parse(&file[..length]).is_err(), "{length}");
    }
    let longer = [file.as_slice(), &[0]].concat();
    assert!(matches!(
        MovePredictor::parse(&longer),
        Err(NetworkError::Length { expected, found }) if expected + 1 == found
    ));
    let mut large = file;
    large[9] = 255;
    assert!(matches!(
        MovePredictor::parse(&large),
        Err(NetworkError::Shape)
    ));
}

#[test]
fn a_prediction_is_small_enough_for_a_few_milliseconds() {
    let predictor = MovePredictor::parse(&random_file(64, 6)).expect("a predictor");
    assert!(predictor.multiplications() < 32_000_000);
}

/// The trainer computed these logits: a position, the last move, the rating, and moves.
#[test]
fn the_included_predictor_computes_what_the_trainer_computed() {
    for example in include_str!("examples.txt").lines() {
        let [fen, last, rating, moves] = example.split(';').collect::<Vec<_>>()[..] else {
            panic!("{example}");
        };
        let position: Position = fen.parse().expect("a legal position");
        let rating = rating.parse().expect("a rating");
        let chances = MovePredictor::included().predict(&position, any_move(last), rating);
        for expected in moves.split(' ') {
            let (uci, logit) = expected.split_once('=').expect("a move and its logit");
            let found = chances
                .logits()
                .iter()
                .find(|(mv, _)| squares(*mv) == uci && mv.promotion().is_none());
            // The likeliest of all moves need not be legal.
            if let Some((_, found)) = found {
                assert_eq!(found.to_string(), logit, "{fen} {uci}");
            }
        }
    }
}

/// Returns the origin and the target of a move. Castling is a move of two squares.
fn squares(mv: Move) -> String {
    format!("{}{}", mv.from(), mv.to())
}

/// Returns a move between two squares.
fn any_move(uci: &str) -> Option<Move> {
    let from = uci.get(..2)?;
    ["Q", "N"].into_iter().find_map(|piece| {
        let kings = ["a1 c8", "h1 f8", "a8 c1", "d5 f4", "h8 f1"];
        kings.into_iter().find_map(|kings| {
            let (white, black) = kings.split_once(' ')?;
            let mut board = [[' '; 8]; 8];
            for (square, piece) in [(white, "K"), (black, "k"), (from, piece)] {
                let [file, rank] = square.as_bytes() else {
                    return None;
                };
                board[usize::from(b'8' - rank)][usize::from(file - b'a')] = piece.chars().next()?;
            }
            let rows = board.map(|row| row.map(|it| it.to_string().replace(' ', "1")).concat());
            let position: Position = format!("{} w - - 0 1", rows.join("/")).parse().ok()?;
            position.legal_moves().find(|&mv| squares(mv) == uci)
        })
    })
}
