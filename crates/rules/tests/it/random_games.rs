//! Properties that hold in every position, tested on random games.

use std::{collections::BTreeSet, ops::ControlFlow};

use arbiter_rules::{Bitboard, Color, Move, Piece, Position, Role, Setup, Square, perft};

use crate::random::RandomSource;

/// Visits every position of random games of standard chess and Chess960.
pub fn random_positions(games: u64, plies: usize, mut show: impl FnMut(&Position)) {
    for game in 0..games {
        let mut random = RandomSource::new(game + 1);
        let mut position = if game % 2 == 0 {
            Position::start()
        } else {
            Position::chess960(random.below(960) as u16).unwrap()
        };
        for _ in 0..plies {
            show(&position);
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn the_incrementally_updated_key_equals_the_key_computed_from_scratch() {
    random_positions(400, 150, |position| {
        let fresh = position.to_setup().position().unwrap();
        assert_eq!(position.key(), fresh.key(), "{position}");
        assert_eq!(*position, fresh);
        assert_eq!(
            position.legal_en_passant(),
            fresh.legal_en_passant(),
            "{position}"
        );
    });
}

/// R85: the library detects check with precomputed tables; this test walks from
/// each enemy piece to the king, square by square.
#[test]
fn r85_checks_found_by_tables_equal_those_found_square_by_square() {
    random_positions(200, 150, |position| {
        let us = position.turn();
        let king = position.board().king(us).unwrap();
        let checkers: Bitboard = position
            .board()
            .of(!us)
            .iter()
            .filter(|&from| reaches_on_foot(position, from, king))
            .collect();
        assert_eq!(position.checkers(), checkers, "{position}");
        assert_eq!(position.is_check(), checkers.any(), "{position}");
    });
}

/// Reports whether a piece attacks a square, square by square.
fn reaches_on_foot(position: &Position, from: Square, goal: Square) -> bool {
    const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let board = position.board();
    let Some(Piece { role, color }) = board.piece_at(from) else {
        return false;
    };
    let files = goal.file() as i32 - from.file() as i32;
    let ranks = goal.rank() as i32 - from.rank() as i32;
    let walks = |steps: [(i32, i32); 4]| {
        steps.into_iter().any(|(file, rank)| {
            let mut at = from;
            while let Some(next) = at.offset(file, rank) {
                if next == goal {
                    return true;
                }
                if board.piece_at(next).is_some() {
                    return false;
                }
                at = next;
            }
            false
        })
    };
    match role {
        Role::Pawn => {
            let ahead = match color {
                Color::White => 1,
                Color::Black => -1,
            };
            files.abs() == 1 && ranks == ahead
        }
        Role::Knight => files.abs() + ranks.abs() == 3 && files != 0 && ranks != 0,
        Role::King => files.abs().max(ranks.abs()) == 1,
        Role::Rook => walks(STRAIGHT),
        Role::Bishop => walks(DIAGONAL),
        Role::Queen => walks(STRAIGHT) || walks(DIAGONAL),
    }
}

#[test]
fn all_ways_to_generate_moves_agree() {
    random_positions(400, 150, compare_ways);
}

/// Setups may ignore errors that cannot occur in a game; the results must still
/// be consistent.
#[test]
fn all_ways_to_generate_moves_agree_in_setups_with_ignored_errors() {
    let mut random = RandomSource::new(7);
    let mut forgiven = 0;
    for _ in 0..4_000 {
        let mut setup = Setup::EMPTY;
        for _ in 0..2 + random.below(12) {
            let square = Square::ALL[random.below(64)];
            let piece = Piece::new(Color::ALL[random.below(2)], Role::ALL[random.below(6)]);
            setup.board.put(square, piece);
        }
        setup.turn = Color::ALL[random.below(2)];
        let mut position = setup.position();
        while let Err(errors) = position {
            forgiven += 1;
            let kind = errors.errors()[0].kind;
            position = errors.forgive(kind);
        }
        let position = position.unwrap();
        compare_ways(&position);
        assert_eq!(perft(&position, 2), listed(&position, 2), "{position}");
        assert_eq!(perft(&position, 3), listed(&position, 3), "{position}");
        let _ = (
            position.status(),
            position.can_win_quick(Color::White),
            setup.impossibilities(),
        );
    }
    assert!(forgiven > 4_000, "only {forgiven} errors were ignored");
}

fn listed(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves()
        .map(|mv| listed(&position.after(mv), depth - 1))
        .sum()
}

fn compare_ways(position: &Position) {
    let list: Vec<Move> = position.legal_moves().collect();
    let moves: BTreeSet<Move> = list.iter().copied().collect();
    assert_eq!(
        moves.len(),
        list.len(),
        "a move is listed twice in {position}"
    );
    let mut children = BTreeSet::new();
    position.for_each_child(|mv, child| {
        let after = position.after(mv);
        assert_eq!(
            (child.clone(), child.key()),
            (after.clone(), after.key()),
            "{position}"
        );
        assert_eq!(child.to_string(), after.to_string());
        children.insert(mv);
    });
    assert_eq!(moves, children, "{position}");
    let mut by_targets = BTreeSet::new();
    let mut count = 0;
    let _ = position.visit_targets(|targets| {
        count += targets.count();
        by_targets.extend(targets);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(by_targets, moves, "{position}");
    assert_eq!(count as usize, moves.len(), "{position}");
    assert_eq!(position.count_legal_moves(), count, "{position}");
    assert_eq!(position.has_legal_move(), count > 0, "{position}");
    let by_color: usize = [Bitboard::LIGHT, Bitboard::DARK]
        .map(|mask| position.legal_moves_of(mask).count())
        .iter()
        .sum();
    assert_eq!(by_color, moves.len(), "a mask splits the moves");
    for &mv in &moves {
        assert_eq!(position.find(position.uci(mv)), Ok(mv), "{position}");
    }
}

#[test]
fn r37_r38_no_move_captures_an_own_piece_or_a_king() {
    random_positions(200, 200, |position| {
        let us = position.turn();
        position.for_each_child(|mv, child| {
            assert_eq!(child.turn(), !us, "R19: strict alternation");
            for color in Color::ALL {
                assert!(child.board().king(color).is_some());
            }
            let before = position.board().of(us).count();
            assert_eq!(child.board().of(us).count(), before, "{position} {mv:?}");
            // R63: no move leaves one's own king in check.
            let king = child.board().king(us).unwrap();
            let attackers = child.board().attackers(king, !us, child.board().occupied());
            assert!(attackers.is_empty(), "{position} {mv:?}");
        });
    });
}
