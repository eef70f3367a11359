//! The library agrees with a second, simple implementation of Saktris.

use arbiter_rules::{
    Arrival, BoardReason, Choice, Clearing, File, Move, MoveKind, Order, Position, Role, Square,
    UciMove, perft,
};

use super::{
    actions,
    plain::{self, Plain},
};
use crate::random::RandomSource;

#[test]
fn perft_results_match_the_table() {
    let mut counted = 0;
    for line in include_str!("perft.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let mut fields = line.split(" ; ");
        let fen = fields.next().unwrap();
        let position = super::position(fen);
        assert_eq!(position.to_string(), fen);
        for (depth, nodes) in (1..).zip(fields) {
            assert_eq!(
                perft(&position, depth).to_string(),
                nodes,
                "{depth}: {line}"
            );
            counted += 1;
        }
    }
    assert!(counted > 400, "the table is incomplete: {counted}");
}

#[test]
fn both_implementations_play_the_same_games() {
    let mut random = RandomSource::from_state(1);
    let mut seen = Seen::default();
    for game in 0..150 {
        let clearings = [
            (Clearing::Triplets, plain::Clearing::Triplets),
            (Clearing::Rows, plain::Clearing::Rows),
            (Clearing::None, plain::Clearing::None),
        ];
        let (clearing, theirs) = clearings[random.below(3)];
        let every = 1 + random.below(3) as u8;
        let picks = random.below(4) == 0;
        let orders = [Order::shuffled(game), Order::shuffled(1000 - game)];
        let arrival = Arrival {
            every,
            clearing,
            choice: match picks {
                true => Choice::Player,
                false => Choice::Order,
            },
        };
        let mut position = Position::saktris(orders.into(), arrival);
        let texts = orders.map(|order| order.to_string());
        let mut plain = Plain::start(&texts[0], &texts[1], every, theirs, picks);
        for _ in 0..250 {
            compare(&position, &plain);
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            // Castling would hardly ever happen with random moves alone.
            let mv = moves[random.below(moves.len())];
            let mv = *moves.iter().find(|mv| leads_to_castling(mv)).unwrap_or(&mv);
            seen.note(&position, mv);
            let cleared = position.clear(mv);
            plain.play(&position.uci(mv).to_string());
            position.play(mv);
            let squares = cleared.map(|clear| clear.squares().into_iter());
            let mut squares: Vec<String> = squares.into_iter().flatten().map(text).collect();
            let mut theirs = plain.cleared();
            squares.sort();
            theirs.sort();
            assert_eq!(squares, theirs, "{position}");
        }
    }
    seen.is_all();
}

fn leads_to_castling(mv: &Move) -> bool {
    let is_home = match (mv.role(), mv.to().file()) {
        (Role::King, File::E) | (Role::Rook, File::A | File::H) => mv.is_placement(),
        _ => false,
    };
    is_home || mv.castling().is_some()
}

fn text(square: Square) -> String {
    square.to_string()
}

/// Compares a position in both implementations, and after reading its FEN.
fn compare(position: &Position, plain: &Plain) {
    assert_eq!(actions(position), plain.actions(), "{position}");
    assert_eq!(position.count_legal_moves() as usize, plain.actions().len());
    assert_eq!(position.to_string(), plain.to_fen());
    let outcome = position.outcome().and_then(|outcome| {
        let winner = outcome.winner.map(|winner| winner.to_string());
        match outcome.reason {
            BoardReason::Checkmate => Some(format!("checkmate:{}", winner?)),
            BoardReason::KingLost => Some(format!("king_lost:{}", winner?)),
            BoardReason::Stalemate => Some("stalemate".to_owned()),
            _ => None,
        }
    });
    assert_eq!(outcome.as_deref(), plain.outcome(), "{position}");

    let read = super::position(&position.to_string());
    assert_eq!(read, *position);
    assert_eq!(read.key(), position.key(), "{position}");
    assert_eq!(read.saktris_state(), position.saktris_state(), "{position}");
    for mv in position.legal_moves() {
        let san = position.san(mv);
        assert_eq!(position.find_san(&san), Ok(mv), "{position} {san}");
        assert_eq!(position.read(&san), Ok(mv), "{position} {san}");
        assert_eq!(position.find(position.uci(mv)), Ok(mv), "{position} {san}");
    }
}

/// Counts what happened in the games, to check that they cover all rules.
#[derive(Default)]
struct Seen {
    placed: u32,
    cleared: u32,
    castled: u32,
    in_passing: u32,
    promoted: u32,
}

impl Seen {
    fn note(&mut self, position: &Position, mv: Move) {
        self.placed += u32::from(mv.is_placement());
        self.cleared += u32::from(position.clear(mv).is_some());
        self.castled += u32::from(mv.castling().is_some());
        self.in_passing += u32::from(mv.is_en_passant());
        self.promoted += u32::from(mv.promotion().is_some());
    }

    fn is_all(&self) {
        for (what, count) in [
            ("placements", self.placed),
            ("clears", self.cleared),
            ("castlings", self.castled),
            ("en passant captures", self.in_passing),
            ("promotions", self.promoted),
        ] {
            assert!(count > 0, "no {what} in all these games");
        }
    }
}

#[test]
fn every_requested_action_is_legal_or_refused_with_a_reason() {
    let mut random = RandomSource::from_state(7);
    let fens = include_str!("perft.txt").lines();
    for fen in fens.filter(|line| !line.starts_with('#')) {
        let mut position = super::position(fen.split(" ; ").next().unwrap());
        for _ in 0..4 {
            check_wishes(&position);
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}

fn check_wishes(position: &Position) {
    let mut legal: Vec<Move> = position.legal_moves().collect();
    let places = Square::ALL
        .into_iter()
        .flat_map(|to| Role::ALL.map(|role| UciMove::Place { role, to }));
    let steps = Square::ALL
        .into_iter()
        .flat_map(|from| Square::ALL.map(|to| UciMove::between(from, to)));
    for requested in places.chain(steps).chain([UciMove::Pass]) {
        match position.find(requested) {
            Ok(mv) => legal.retain(|&other| other != mv),
            Err(refusal) => {
                let text = refusal.to_string();
                assert!(text.ends_with('.') && !text.contains(".."), "{text}");
                let is_odd = refusal.code() == "nothing_is_placed";
                assert!(!is_odd, "{position} {requested}: {text}");
            }
        }
    }
    // Promotion to a queen is the default; the other roles must be named.
    legal.retain(|mv| {
        !matches!(
            mv.kind(),
            MoveKind::PromoteRook | MoveKind::PromoteBishop | MoveKind::PromoteKnight
        )
    });
    assert_eq!(legal, [], "{position}");
}
