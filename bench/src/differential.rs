//! Differential tests: in every position of random games, Arbiter, shakmaty and
//! cozy-chess must agree on the legal moves, their notation and the end of the
//! game.

use std::collections::BTreeSet;

use arbiter_rules::{Move, Position, Setup, SplitMix64, Status, Variant};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, san::SanPlus, uci::UciMove};

/// The number of positions compared in each of the two tests.
const POSITIONS: usize = 60_000;

#[test]
fn the_library_agrees_with_its_peers_on_standard_chess() {
    walk(CastlingMode::Standard, |_| Position::start());
}

#[test]
fn the_library_agrees_with_its_peers_on_chess960() {
    walk(CastlingMode::Chess960, |game| {
        let number = (game * 7919 % 960) as u16;
        Position::chess960(number)
            .expect("one of 960")
            .with_variant(Variant::Chess960)
    });
}

fn walk(mode: CastlingMode, start: impl Fn(u64) -> Position) {
    let mut random = SplitMix64::new(1);
    let mut seen = 0;
    let mut ends = 0;
    for game in 0.. {
        let mut ours = start(game);
        let mut theirs: Chess = format!("{ours:#}")
            .parse::<Fen>()
            .expect("our FEN is a FEN")
            .into_position(mode)
            .expect("a start is legal");
        for _ in 0..300 {
            compare(&ours, &theirs, mode);
            seen += 1;
            if theirs.is_game_over() {
                ends += 1;
                break;
            }
            let moves: Vec<Move> = ours.legal_moves().collect();
            let mv = moves[random.below(moves.len())];
            let uci: UciMove = ours
                .uci(mv)
                .to_string()
                .parse()
                .expect("our move is a move");
            theirs.play_unchecked(uci.to_move(&theirs).expect("our move is legal"));
            ours.play(mv);
        }
        if seen >= POSITIONS {
            break;
        }
    }
    assert!(ends > 10, "only {ends} games came to an end");
}

fn compare(ours: &Position, theirs: &Chess, mode: CastlingMode) {
    let legal_en_passant = shakmaty::EnPassantMode::Legal;
    let fen = Fen::from_position(theirs, legal_en_passant).to_string();
    if mode == CastlingMode::Standard {
        assert_eq!(ours.to_string(), fen);
    }
    let our_moves: BTreeSet<(String, String)> = ours
        .legal_moves()
        .map(|mv| (ours.uci(mv).to_string(), ours.san(mv).to_string()))
        .collect();
    let their_moves: BTreeSet<(String, String)> = theirs
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let san = SanPlus::from_move(theirs.clone(), mv);
            (UciMove::from_move(mv, mode).to_string(), san.to_string())
        })
        .collect();
    assert_eq!(our_moves, their_moves, "{fen}");

    // cozy-chess rejects half-move clocks above 100.
    let setup = Setup {
        halfmoves: ours.halfmoves().min(100),
        ..ours.to_setup()
    };
    let cozy = cozy_chess::Board::from_fen(&format!("{setup:#}"), true).expect("our FEN is a FEN");
    let mut cozy_moves = BTreeSet::new();
    cozy.generate_moves(|moves| {
        cozy_moves.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    let rook_style = ours.clone().with_variant(Variant::Chess960);
    let our_moves: BTreeSet<String> = ours
        .legal_moves()
        .map(|mv| rook_style.uci(mv).to_string())
        .collect();
    assert_eq!(our_moves, cozy_moves, "{fen}");

    assert_eq!(ours.checkers().0, theirs.checkers().0, "{fen}");
    // shakmaty detects dead positions by material only, and those are dead for
    // Arbiter, too.
    if theirs.is_game_over() {
        let agreed = match ours.status() {
            Status::Checkmate => theirs.is_checkmate(),
            Status::Stalemate => theirs.is_stalemate(),
            Status::Draw => theirs.is_insufficient_material(),
            Status::Active | Status::Check => false,
        };
        assert!(agreed, "{fen} is {:?}", ours.status());
    } else {
        assert!(ours.has_legal_move(), "{fen}");
    }
}
