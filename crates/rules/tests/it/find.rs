//! Compares `find` with the list of legal moves, for every pair of squares.

use std::collections::HashSet;

use arbiter_rules::{
    Bitboard, Cause, CheckAnswers, Color, File, Move, MoveKind, Occupant, Piece, Position, Rank,
    Refusal, RefusalKind, Role, RookLocation, Setup, SetupErrorKind, Square, UciMove, Variant,
    attacks,
};

use crate::random::RandomSource;

/// Positions with castling, en passant, promotions, pins and checks, and two
/// of Chess960.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
    "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
];

#[test]
fn find_accepts_exactly_the_legal_moves() {
    let mut random = RandomSource::new(1);
    for fen in STARTS {
        for _ in 0..2 {
            let mut position: Position = fen.parse().unwrap();
            for ply in 0..90 {
                if ply % 7 == 0 {
                    compare_with_list(&position);
                }
                let moves: Vec<Move> = position.legal_moves().collect();
                if moves.is_empty() {
                    compare_with_list(&position);
                    break;
                }
                position.play(moves[random.below(moves.len())]);
            }
        }
    }
}

fn compare_with_list(position: &Position) {
    let legal: HashSet<Move> = position.legal_moves().collect();
    let mut found = HashSet::new();
    let promotions = [
        None,
        Some(Role::Queen),
        Some(Role::Rook),
        Some(Role::Bishop),
        Some(Role::Knight),
        Some(Role::King),
    ];
    for from in Square::ALL {
        for to in Square::ALL {
            for promotion in promotions {
                let requested = UciMove::Between {
                    from,
                    to,
                    promotion,
                };
                match position.find(requested) {
                    Ok(mv) => {
                        assert!(legal.contains(&mv), "{position}: {requested} gives {mv:?}");
                        assert!(
                            means(position, requested, mv),
                            "{position}: {requested} gives {mv:?}"
                        );
                        found.insert(mv);
                    }
                    Err(refusal) => {
                        let meant = legal.iter().find(|&&mv| means(position, requested, mv));
                        assert_eq!(meant, None, "{position}: {requested} refused: {refusal}");
                        if promotion != Some(Role::King) {
                            check_refusal(position, requested, &refusal);
                        }
                    }
                }
            }
        }
    }
    assert_eq!(found, legal, "{position}");
}

/// Reports whether the request is one way to write the move.
fn means(position: &Position, requested: UciMove, mv: Move) -> bool {
    let UciMove::Between {
        from,
        to,
        promotion,
    } = requested
    else {
        return false;
    };
    if from != mv.from() {
        return false;
    }
    let promotion = promotion.or(mv.promotion().and(Some(Role::Queen)));
    if promotion != mv.promotion() {
        return false;
    }
    match mv.castling() {
        None => {
            let castles =
                position.variant() == Variant::Chess960 && position.castling().rooks().contains(to);
            to == mv.to() && !(castles && mv.role() == Role::King)
        }
        Some(side) => {
            let rook = position.castling_rook(position.turn(), side);
            let onto_other_rook = position.castling().of(position.turn()).contains(to);
            Some(to) == rook || (to == mv.to() && from.distance(to) > 1 && !onto_other_rook)
        }
    }
}

/// Checks that a refusal explains this very move, and truthfully.
fn check_refusal(position: &Position, requested: UciMove, refusal: &Refusal) {
    let text = refusal.to_string();
    let context = || format!("{position}: {requested}: {text}");
    assert!(text.ends_with('.') && !text.contains(".."), "{}", context());
    assert_eq!(refusal.kind(), RefusalKind::IllegalMove, "{}", context());
    assert!(refusal.squares().any(), "{}", context());
    assert!(refusal.article().is_some(), "{}", context());
    assert!(
        is_true(position, requested, &refusal.cause),
        "{}",
        context()
    );
}

/// Reports whether a refusal is right about the board, computed in a different way.
pub fn is_true(position: &Position, requested: UciMove, cause: &Cause) -> bool {
    let board = position.board();
    let us = position.turn();
    let UciMove::Between {
        from,
        to,
        promotion,
    } = requested
    else {
        return false;
    };
    let attackers_without = |target: Square, gone: &[Square]| {
        let mut board = *board;
        for &square in gone {
            board.clear(square);
        }
        board.attackers(target, !us, board.occupied())
    };
    let squares = |pieces: &[Occupant]| -> Bitboard {
        assert!(!pieces.is_empty());
        let stand = |occupant: &Occupant| board.piece_at(occupant.square) == Some(occupant.piece);
        assert!(pieces.iter().all(stand));
        pieces.iter().map(|occupant| occupant.square).collect()
    };
    let mine = |role, square| board.pieces(us, role).contains(square);
    let files = (from.file() as i8).abs_diff(to.file() as i8);
    // The number of ranks the move advances.
    let ahead = match us {
        Color::White => to.rank() as i8 - from.rank() as i8,
        Color::Black => from.rank() as i8 - to.rank() as i8,
    };
    let is_pawn_move =
        |pawn: &Square, target: &Square| *pawn == from && *target == to && mine(Role::Pawn, from);
    match cause {
        Cause::GameOver { checkers, .. } => {
            !position.has_legal_move() && checkers.is_empty() != position.is_check()
        }
        Cause::EmptySquare { square } => *square == from && board.piece_at(from).is_none(),
        Cause::NotYourPiece { piece } => piece.square == from && board.of(!us).contains(from),
        Cause::StaysPut { .. } => from == to,
        Cause::NotItsMove { piece, to } => {
            let Piece { role, color } = piece.piece;
            let is_push = role == Role::Pawn && files == 0;
            let reach = attacks::by(role, color, piece.square, Bitboard::EMPTY);
            piece.square == from && mine(role, from) && !is_push && !reach.contains(*to)
        }
        Cause::PawnBackward { pawn, to } => is_pawn_move(pawn, to) && ahead < 0,
        Cause::PawnSideways { pawn, to } => is_pawn_move(pawn, to) && ahead == 0,
        Cause::PawnDoubleStep { pawn, to } => {
            let has_left = pawn.rank() != us.rank(Rank::Second);
            is_pawn_move(pawn, to) && files == 0 && ahead == 2 && has_left
        }
        Cause::PawnTooFar { pawn, to } => is_pawn_move(pawn, to) && files == 0 && ahead > 2,
        Cause::Blocked { blocker } => {
            let nearer = attacks::between(from, blocker.square) & board.occupied();
            attacks::between(from, to).contains(blocker.square) && nearer.is_empty()
        }
        Cause::PawnBlocked { blocker, .. } => {
            let path = attacks::between(from, to).with(to);
            from.file() == to.file() && squares(&[*blocker]).meets(path)
        }
        Cause::PawnTakesNothing { pawn, to } => {
            is_pawn_move(pawn, to) && (files, ahead) == (1, 1) && board.piece_at(*to).is_none()
        }
        Cause::OwnPiece { piece } => piece.square == to && board.of(us).contains(to),
        Cause::KingTaken { king } => {
            king.square == to && board.pieces(!us, Role::King).contains(to)
        }
        Cause::PromotionNotDue { piece, to } => {
            let is_due = piece.piece.role == Role::Pawn && Bitboard::BACK_RANKS.contains(*to);
            piece.square == from && promotion.is_some() && !is_due
        }
        Cause::CastlingBlocked {
            king,
            rook,
            blockers,
        } => {
            // King and rook cross all files from their squares to their targets.
            let [king_to, rook_to] = if rook > king {
                [File::G, File::F]
            } else {
                [File::C, File::D]
            };
            let crosses = |piece: &Square, goal: File, file: File| {
                let (a, b) = (piece.file().min(goal), piece.file().max(goal));
                (a..=b).contains(&file)
            };
            let in_the_way: Bitboard = File::ALL
                .into_iter()
                .filter(|&file| crosses(king, king_to, file) || crosses(rook, rook_to, file))
                .map(|file| Square::new(file, us.back_rank()))
                .filter(|square| square != king && square != rook)
                .filter(|&square| board.piece_at(square).is_some())
                .collect();
            mine(Role::King, *king) && mine(Role::Rook, *rook) && squares(blockers) == in_the_way
        }
        Cause::CastlingOffRank { king, rook } => {
            *king == from
                && mine(Role::Rook, *rook)
                && king.rank() == us.back_rank()
                && rook.rank() != us.back_rank()
                && files == 0
        }
        Cause::CastlingKingMoved {
            king,
            move_number: None,
        } => {
            let home = Square::new(File::E, us.back_rank());
            let is_home = match position.variant() {
                Variant::Standard | Variant::Saktris => *king == home,
                Variant::Chess960 => king.rank() == us.back_rank(),
            };
            mine(Role::King, *king) && !is_home
        }
        Cause::CastlingRookMoved {
            rook,
            move_number: None,
            now: RookLocation::Home,
        } => {
            let rights = position.castling().of(us);
            mine(Role::Rook, *rook) && rights.any() && !rights.contains(*rook)
        }
        Cause::CastlingNoRook { square } => !mine(Role::Rook, *square),
        Cause::CastlingLost { king, rook } => {
            mine(Role::King, *king)
                && mine(Role::Rook, *rook)
                && position.castling().of(us).is_empty()
        }
        Cause::CastlingOutOfCheck { checkers, .. } => squares(checkers) == position.checkers(),
        Cause::CastlingThroughAttack { square, attackers } => {
            squares(attackers) == attackers_without(*square, &[from])
        }
        Cause::CastlingIntoCheck {
            square,
            attackers,
            shield: None,
        } => squares(attackers) == attackers_without(*square, &[from]),
        Cause::CastlingIntoCheck {
            square,
            attackers,
            shield: Some(rook),
        } => squares(attackers) == attackers_without(*square, &[from, *rook]),
        Cause::EnPassantNotNow { pawn } => {
            position.en_passant() != Some(to)
                && board.pieces(!us, Role::Pawn).contains(*pawn)
                && *pawn == Square::new(to.file(), from.rank())
        }
        Cause::EnPassantWrongRank { pawn, beside, .. } => {
            *pawn == from
                && mine(Role::Pawn, from)
                && from.rank() != us.rank(Rank::Fifth)
                && board.pieces(!us, Role::Pawn).contains(*beside)
                && *beside == Square::new(to.file(), from.rank())
        }
        Cause::KingIntoCheck { to, attackers }
        | Cause::KingTakesProtected {
            taken: Occupant { square: to, .. },
            protectors: attackers,
        } => squares(attackers) == attackers_without(*to, &[from]),
        Cause::KingBesideKing { to, king } => {
            to.distance(*king) == 1 && board.pieces(!us, Role::King).contains(*king)
        }
        Cause::InCheck {
            king,
            checker,
            answers,
        } => {
            // What is true after each legal move says how it ended the check.
            let mut found = CheckAnswers::default();
            for mv in position.legal_moves() {
                let after = position.after(mv);
                let is_there = after.board().piece_at(checker.square) == Some(checker.piece);
                let has_king_moved = mv.from() == *king;
                found.capture |= !is_there;
                found.move_king |= is_there && has_king_moved;
                found.block |= is_there && !has_king_moved;
            }
            position.checkers() == squares(&[*checker]) && found == *answers
        }
        Cause::DoubleCheck { checkers, .. } => {
            checkers.len() == 2 && squares(checkers) == position.checkers()
        }
        Cause::Pinned {
            piece,
            king,
            pinner,
        } => {
            piece.square == from
                && !position.checkers().contains(pinner.square)
                && attackers_without(*king, &[from]).contains(pinner.square)
                && attacks::line(*king, pinner.square).contains(from)
        }
        Cause::EnPassantOpensLine {
            pawn,
            taken,
            king,
            attacker,
        } => attackers_without(*king, &[*pawn, *taken]).contains(attacker.square),
        _ => false,
    }
}

#[test]
fn find_agrees_with_the_list_in_forgiven_setups() {
    let [white, black] = Color::ALL;
    for (fen, forgiven) in [
        (
            "8/7p/8/3q4/8/2N5/P7/8 w - - 0 1",
            vec![SetupErrorKind::NoKing(white), SetupErrorKind::NoKing(black)],
        ),
        (
            "4k3/8/8/r2K1K2/8/8/4P3/4K2R w K - 0 1",
            vec![SetupErrorKind::ManyKings(white)],
        ),
        (
            "P3k2p/8/8/8/8/8/8/P3K2p w - - 0 1",
            vec![SetupErrorKind::PawnOnBackRank],
        ),
        (
            "4k3/4R3/3P4/8/8/8/8/4K3 w - - 0 1",
            vec![SetupErrorKind::OppositeCheck(black)],
        ),
        (
            "8/8/8/3kK3/3PR3/8/8/8 b - - 0 1",
            vec![SetupErrorKind::TouchingKings],
        ),
    ] {
        let setup: Setup = fen.parse().unwrap();
        let position = forgiven.into_iter().fold(setup.position(), |result, kind| {
            result.or_else(|errors| errors.forgive(kind))
        });
        let position = position.unwrap();
        compare_with_list(&position);
        for mv in position.legal_moves() {
            compare_with_list(&position.after(mv));
        }
    }
}

#[test]
fn r57_an_omitted_promotion_is_a_queen() {
    let position: Position = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    let mv = position.find("e7e8".parse().unwrap()).unwrap();
    assert_eq!(mv.kind(), MoveKind::PromoteQueen);
}
