//! What every implementation must agree with.

use arbiter_rules::{Arrival, Bitboard, Color, Move, Order, Position, Role};

use super::{actions, after, position};

/// One order for both, with the defaults.
fn start(order: &str, every: u8) -> Position {
    let order: Order = order.parse().unwrap();
    let arrival = Arrival {
        every,
        ..Arrival::default()
    };
    Position::saktris([order, order].into(), arrival)
}

const ORDER: &str = "NPBRQKPPPPPPPNBR";

#[test]
fn the_first_piece_waits_for_white_at_once() {
    let start = start(ORDER, 1);
    let saktris = start.to_come().unwrap();
    assert_eq!(saktris.waiting(Color::White), Some(Role::Knight));
    assert!(!saktris.waits(Color::Black));
    assert_eq!(start.turn(), Color::White);
    assert_eq!(start.board().occupied(), Bitboard::EMPTY);
}

#[test]
fn placing_ends_the_turn_and_moves_none() {
    let start = start(ORDER, 1);
    let placed = after(&start, &["N@b1"]);
    assert_eq!(placed.turn(), Color::Black);
    assert_eq!(placed.board().occupied().to_string(), "b1");
    assert_eq!(placed.to_come().unwrap().placed(Color::White), 1);
}

#[test]
fn moves_is_unchanged_by_a_placement() {
    let placed = after(&start(ORDER, 1), &["N@b1", "N@b8"]);
    let saktris = placed.to_come().unwrap();
    assert_eq!(
        [Color::White, Color::Black].map(|it| saktris.moves(it)),
        [0, 0]
    );
    let moved = after(&placed, &["Nc3"]);
    assert_eq!(moved.to_come().unwrap().moves(Color::White), 1);
}

#[test]
fn with_two_moves_a_piece_the_second_comes_after_two_and_the_third_after_four() {
    let mut now = after(&start(ORDER, 2), &["N@b1", "N@b8"]);
    let to_and_fro = [["Nc3", "Nc6"], ["Nb1", "Nb8"]];
    let waits = |now: &Position| now.to_come().unwrap().waits(Color::White);
    for pair in to_and_fro {
        assert!(!waits(&now));
        now = after(&now, &pair);
    }
    assert!(waits(&now), "the second after two moves");
    now = after(&now, &["P@h1", "P@h8"]);
    for pair in to_and_fro {
        assert!(!waits(&now));
        now = after(&now, &pair);
    }
    assert!(waits(&now), "the third after four moves");
}

#[test]
fn with_one_move_a_piece_none_comes_right_after_placing_and_one_after_a_move() {
    let placed = after(&start(ORDER, 1), &["N@b1", "N@b8"]);
    assert!(!placed.to_come().unwrap().waits(Color::White));
    let moved = after(&placed, &["Nc3", "Nc6"]);
    assert_eq!(
        moved.to_come().unwrap().waiting(Color::White),
        Some(Role::Pawn)
    );
}

#[test]
fn with_a_full_back_rank_one_keeps_the_piece_and_moves() {
    let full = position("4k3/8/8/8/8/8/8/RNBQKBNR[P*P/pp] w - - 0 9 moves=30/0");
    assert!(actions(&full).contains(&"b1a3".to_owned()));
    assert!(full.legal_moves().all(|mv| !mv.is_placement()));
    let moved = after(&full, &["Na3"]);
    assert_eq!(
        moved.to_come().unwrap().waiting(Color::White),
        Some(Role::Pawn)
    );
}

#[test]
fn a_bishop_is_refused_on_the_color_of_the_first_and_allowed_once_that_is_gone() {
    // Black has a bishop on a light square, which does not matter.
    let one = position("4k3/8/8/5b2/8/3B4/8/4K3[B*/] w - - 0 9");
    assert_eq!(actions(&one), ["B@a1", "B@c1", "B@g1"]);
    let none = position("4k3/8/8/5b2/8/8/8/4K3[B*/] w - - 0 9");
    let all = ["a1", "b1", "c1", "d1", "f1", "g1", "h1"].map(|square| format!("B@{square}"));
    assert_eq!(actions(&none), all);
}

#[test]
fn an_empty_board_has_no_board_moves() {
    let start = start(ORDER, 1);
    assert_eq!(actions(&start).len(), 8);
    assert!(start.legal_moves().all(Move::is_placement));
    let moves = start.legal_moves_of(Bitboard::FULL.without(arbiter_rules::Square::A1));
    assert_eq!(moves.count(), 0);
}

#[test]
fn a_back_rank_pawn_in_the_open_has_exactly_two_moves() {
    let pawn = position("8/8/8/8/8/8/8/3P4[K/k] w - - 0 2 every=2");
    assert_eq!(actions(&pawn), ["d1d2", "d1d3"]);
    let moved = position("8/8/8/8/8/8/3P4/8[K/k] w - - 0 2 every=2");
    assert_eq!(actions(&moved), ["d2d3"]);
}

#[test]
fn after_both_sides_placements_nothing_more_arrives() {
    let order = Order::FIXED;
    let mut now = Position::saktris([order, order].into(), Arrival::default());
    let mut placements = 0;
    for _ in 0..2_000 {
        // Place where one can, or move what can be moved without a capture.
        let quiet = now
            .legal_moves()
            .filter(|&mv| now.captured(mv).is_none() && now.clear(mv).is_none())
            .min_by_key(|mv| (mv.role() == Role::Pawn, mv.to() as u8 % 5));
        let Some(mv) = quiet.or_else(|| now.legal_moves().next()) else {
            break;
        };
        placements += u32::from(mv.is_placement());
        now.play(mv);
    }
    let saktris = now.to_come().unwrap();
    let placed = Color::ALL.map(|color| u32::from(saktris.placed(color)));
    assert_eq!(placed.iter().sum::<u32>(), placements);
    assert!(placements <= 32);
    for color in Color::ALL {
        assert_eq!(
            saktris.to_come(color).len() + usize::from(saktris.placed(color)),
            16
        );
    }
    let all = position("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[/] w KQkq - 0 40 moves=90/90");
    assert!(
        Color::ALL
            .into_iter()
            .all(|color| !all.to_come().unwrap().waits(color))
    );
    assert!(all.legal_moves().all(|mv| !mv.is_placement()));
}
