use std::collections::HashSet;

use arbiter_rules::{Move, Position, Role, Square, UciMove};

use crate::position_and_rest;

/// In every game from every start, the results of the move generator agree with
/// each other and with the board, and values that are updated with each move
/// equal those computed from scratch.
///
/// The first byte chooses the start, every other byte a legal move.
pub fn legality(data: &[u8]) {
    let Some((mut position, choices)) = position_and_rest(data) else {
        return;
    };
    if position.saktris_state().is_some() {
        // Saktris has its own target.
        return;
    }
    check(&position);
    for &choice in choices {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()]);
        check(&position);
    }
    check_all_requests(&position);
}

fn check(position: &Position) {
    let moves: Vec<Move> = position.legal_moves().collect();
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(
        set.len(),
        moves.len(),
        "a move is listed twice in {position}"
    );
    assert_eq!(
        position.count_legal_moves() as usize,
        moves.len(),
        "{position}"
    );
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");

    let fresh = position
        .to_setup()
        .position()
        .expect("a played position is playable");
    assert_eq!(fresh, *position);
    assert_eq!(
        fresh.key(),
        position.key(),
        "the key is wrong in {position}"
    );

    for mv in moves {
        let after = position.after(mv);
        let (us, board) = (position.turn(), after.board());
        // R63: no move leaves one's own king in check; R38: no king is captured.
        let king = board.king(us).expect("the king stays on the board");
        assert!(
            board.attackers(king, !us, board.occupied()).is_empty(),
            "{mv:?} in {position}"
        );
        assert!(board.pieces(!us, Role::King).any(), "{mv:?} in {position}");
        assert_eq!(position.board().role_at(mv.from()), Some(mv.role()));
        let written = position.san(mv).to_string();
        assert_eq!(
            position.find_san(&written),
            Ok(mv),
            "{written} in {position}"
        );
        let taken = u32::from(position.captured(mv).is_some());
        assert_eq!(
            board.occupied().count(),
            position.board().occupied().count() - taken
        );
    }
}

/// Checks that `find` accepts exactly the legal moves among all conceivable ones.
pub(crate) fn check_all_requests(position: &Position) {
    let legal: HashSet<Move> = position.legal_moves().collect();
    let mut found = HashSet::new();
    let promotions = [None].into_iter().chain(Role::PROMOTIONS.map(Some));
    for promotion in promotions {
        for from in Square::ALL {
            for to in Square::ALL {
                let requested = UciMove::Between {
                    from,
                    to,
                    promotion,
                };
                found.extend(position.find(requested).ok());
            }
        }
    }
    for to in Square::ALL {
        for role in Role::ALL {
            found.extend(position.find(UciMove::Place { role, to }).ok());
        }
    }
    found.extend(position.find(UciMove::Pass).ok());
    assert_eq!(found, legal, "{position}");
}
