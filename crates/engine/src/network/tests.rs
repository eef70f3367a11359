use std::sync::Arc;

use arbiter_rules::{Move, Position, SplitMix64};

use super::{
    Network, NetworkError, kernel::InstructionSet, network_evaluator::NetworkEvaluator,
    network_weights::INPUTS,
};

/// Returns the file of a network with random weights up to these limits.
fn random_file(size: u32, input_limit: i32, output_limit: i32) -> Vec<u8> {
    let mut random = SplitMix64::new(7);
    let mut number = |limit: i32| (random.next_u64() % (2 * limit as u64 + 1)) as i32 - limit;
    let mut bytes = b"ARBNET1\0".to_vec();
    bytes.extend(size.to_le_bytes());
    bytes.extend(8_u32.to_le_bytes());
    bytes.extend(64_u32.to_le_bytes());
    let size = size as usize;
    for _ in 0..(INPUTS + 1) * size {
        bytes.extend((number(input_limit) as i16).to_le_bytes());
    }
    for _ in 0..16 * size {
        bytes.extend((number(output_limit) as i16).to_le_bytes());
    }
    for _ in 0..8 {
        bytes.extend(number(10_000).to_le_bytes());
    }
    bytes
}

fn random_network(size: u32) -> Arc<Network> {
    let file = random_file(size, 505, 127);
    Arc::new(Network::parse(&file).expect("a network"))
}

/// Walks through random games like a search: down, up, and to other moves.
fn walk(seed: u64, mut visit: impl FnMut(&Position, usize)) {
    let mut random = SplitMix64::new(seed);
    for start in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    ] {
        let mut line: Vec<Position> = vec![start.parse().expect("a legal position")];
        for _ in 0..400 {
            let position = line.last().expect("the start stays").clone();
            visit(&position, line.len() - 1);
            let moves: Vec<Move> = position.legal_moves().collect();
            let back = random.next_u64().is_multiple_of(3) || moves.is_empty() || line.len() > 200;
            if back && line.len() > 1 {
                let steps = 1 + random.next_u64() as usize % line.len().min(9);
                line.truncate((line.len() - steps).max(1));
            } else if !moves.is_empty() {
                line.push(position.after(moves[random.next_u64() as usize % moves.len()]));
            }
        }
    }
}

#[test]
fn every_instruction_set_computes_the_same_with_and_without_earlier_positions() {
    for size in [32, 224, 512] {
        let network = random_network(size);
        let mut evaluators: Vec<_> = InstructionSet::available()
            .into_iter()
            .map(|set| NetworkEvaluator::with_instructions(network.clone(), set))
            .collect();
        let mut fresh = NetworkEvaluator::new(network.clone());
        let mut visited = 0;
        walk(u64::from(size), |position, ply| {
            visited += 1;
            if visited % 16 == 0 {
                fresh = NetworkEvaluator::new(network.clone());
            }
            let expected = fresh.evaluate(position.board(), position.turn(), 0);
            for evaluator in &mut evaluators {
                assert_eq!(
                    evaluator.evaluate(position.board(), position.turn(), ply),
                    expected,
                    "{position}"
                );
            }
        });
        assert_eq!(visited, 1200);
    }
}

#[test]
fn the_value_is_the_one_computed_with_real_numbers_up_to_rounding() {
    let file = random_file(64, 80, 20);
    let network = Arc::new(Network::parse(&file).expect("a network"));
    let mut evaluator = NetworkEvaluator::new(network);
    walk(3, |position, ply| {
        let expected = real_value(&file, position);
        let value = f64::from(evaluator.evaluate(position.board(), position.turn(), ply));
        assert!(
            (value - expected).abs() < 1.5,
            "{value} {expected} {position}"
        );
    });
}

/// Computes the value of a network of size 64 from its file, as the trainer does.
fn real_value(file: &[u8], position: &Position) -> f64 {
    const SIZE: usize = 64;
    let at = |index: usize| {
        let offset = 20 + 2 * index;
        f64::from(i16::from_le_bytes([file[offset], file[offset + 1]]))
    };
    let board = position.board();
    let bucket = (board.occupied().count() as usize - 2) / 4;
    let outputs = (INPUTS + 1) * SIZE + bucket * 2 * SIZE;
    let mut sum = 0.0;
    for (side, view) in [position.turn(), !position.turn()].into_iter().enumerate() {
        let king = board.king(view).expect("a king") as usize;
        let flip = if view as usize == 1 { 56 } else { 0 } ^ if king % 8 > 3 { 7 } else { 0 };
        for hidden in 0..SIZE {
            let mut value = at(INPUTS * SIZE + hidden) / 255.0;
            for (square, piece) in board.iter() {
                let kind = piece.role as usize + if piece.color == view { 0 } else { 6 };
                let input = kind * 64 + (square as usize ^ flip);
                value += at(input * SIZE + hidden) / 255.0;
            }
            let value = value.clamp(0.0, 1.0);
            sum += value * value * at(outputs + side * SIZE + hidden) / 64.0;
        }
    }
    let end = file.len() - 32 + 4 * bucket;
    let bias = i32::from_le_bytes([0, 1, 2, 3].map(|byte| file[end + byte]));
    400.0 * (sum + f64::from(bias) / (255.0 * 64.0))
}

#[test]
fn only_a_file_of_the_right_length_is_a_network() {
    let file = random_file(32, 100, 100);
    assert_eq!(Network::parse(&file).expect("a network").size(), 32);
    let mut longer = file.clone();
    longer.push(0);
    for wrong in [&file[..file.len() - 1], &longer, &file[..30]] {
        let error = Network::parse(wrong).expect_err("it has the wrong length");
        assert!(matches!(error, NetworkError::Length { .. }), "{error}");
    }
    assert!(matches!(
        Network::parse(&file[..10]),
        Err(NetworkError::Format)
    ));
    assert!(matches!(Network::parse(b""), Err(NetworkError::Format)));
    for (at, byte) in [(8, 31), (8, 0), (11, 1), (12, 7), (16, 0)] {
        let mut wrong = file.clone();
        wrong[at] = byte;
        assert!(
            matches!(Network::parse(&wrong), Err(NetworkError::Shape)),
            "{at}"
        );
    }
}

/// Checks that a committed network knows who is better.
fn check_trained(bytes: &[u8], size: usize) {
    let network = Arc::new(Network::parse(bytes).expect("a committed network is valid"));
    assert_eq!(network.size(), size);
    let evaluate = |fen: &str| {
        let position: Position = fen.parse().expect("a valid position");
        NetworkEvaluator::new(Arc::clone(&network)).evaluate(position.board(), position.turn(), 0)
    };
    let start = evaluate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((-50..100).contains(&start), "{start}");
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert!(evaluate(&format!("{queen_up} w KQkq - 0 1")) > 400);
    assert!(evaluate(&format!("{queen_up} b KQkq - 0 1")) < -400);
}

#[test]
fn the_trained_networks_know_who_is_better() {
    check_trained(include_bytes!("../../networks/768.net"), 768);
    check_trained(include_bytes!("../../networks/224.net"), 224);
}
