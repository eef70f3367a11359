//! Facts that hold in every implementation of Saktris.

use arbiter_rules::{Arrival, Bitboard, Color, Move, Order, Position, Role};

use super::{actions, after, position};

/// Returns the start with one order for both sides and default settings.
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
fn whites_first_piece_waits_at_the_start() {
    let start = start(ORDER, 1);
    let saktris = start.saktris_state().unwrap();
    assert_eq!(saktris.waiting(Color::White), Some(Role::Knight));
    assert!(!saktris.waits(Color::Black));
    assert_eq!(start.turn(), Color::White);
    assert_eq!(start.board().occupied(), Bitboard::EMPTY);
}

#[test]
fn placing_a_piece_ends_the_turn() {
    let start = start(ORDER, 1);
    let placed = after(&start, &["N@b1"]);
    assert_eq!(placed.turn(), Color::Black);
    assert_eq!(placed.board().occupied().to_string(), "b1");
    assert_eq!(placed.saktris_state().unwrap().placed(Color::White), 1);
}

#[test]
fn a_placement_does_not_count_as_a_move() {
    let placed = after(&start(ORDER, 1), &["N@b1", "N@b8"]);
    let saktris = placed.saktris_state().unwrap();
    assert_eq!(
        [Color::White, Color::Black].map(|it| saktris.moves(it)),
        [0, 0]
    );
    let moved = after(&placed, &["Nc3"]);
    assert_eq!(moved.saktris_state().unwrap().moves(Color::White), 1);
}

#[test]
fn every_two_moves_the_second_piece_arrives_after_two_and_the_third_after_four() {
    let mut now = after(&start(ORDER, 2), &["N@b1", "N@b8"]);
    let to_and_fro = [["Nc3", "Nc6"], ["Nb1", "Nb8"]];
    let waits = |now: &Position| now.saktris_state().unwrap().waits(Color::White);
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
fn every_move_a_piece_arrives_but_not_right_after_a_placement() {
    let placed = after(&start(ORDER, 1), &["N@b1", "N@b8"]);
    assert!(!placed.saktris_state().unwrap().waits(Color::White));
    let moved = after(&placed, &["Nc3", "Nc6"]);
    assert_eq!(
        moved.saktris_state().unwrap().waiting(Color::White),
        Some(Role::Pawn)
    );
}

#[test]
fn with_a_full_back_rank_the_piece_keeps_waiting_and_the_side_moves() {
    let full = position("4k3/8/8/8/8/8/8/RNBQKBNR[P*P/pp] w - - 0 9 moves=30/0");
    assert!(actions(&full).contains(&"b1a3".to_owned()));
    assert!(full.legal_moves().all(|mv| !mv.is_placement()));
    let moved = after(&full, &["Na3"]);
    assert_eq!(
        moved.saktris_state().unwrap().waiting(Color::White),
        Some(Role::Pawn)
    );
}

#[test]
fn a_bishop_cannot_be_placed_on_the_square_color_of_another_bishop() {
    // Black's bishop on a light square does not matter.
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
fn an_unblocked_pawn_on_the_back_rank_has_two_moves() {
    let pawn = position("8/8/8/8/8/8/8/3P4[K/k] w - - 0 2 every=2");
    assert_eq!(actions(&pawn), ["d1d2", "d1d3"]);
    let moved = position("8/8/8/8/8/8/3P4/8[K/k] w - - 0 2 every=2");
    assert_eq!(actions(&moved), ["d2d3"]);
}

#[test]
fn nothing_arrives_after_both_sides_have_placed_all_pieces() {
    let order = Order::FIXED;
    let mut now = Position::saktris([order, order].into(), Arrival::default());
    let mut placements = 0;
    for _ in 0..2_000 {
        // Prefer a move that neither captures nor clears, with a piece other than a pawn;
        // the target square decides between several.
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
    let saktris = now.saktris_state().unwrap();
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
            .all(|color| !all.saktris_state().unwrap().waits(color))
    );
    assert!(all.legal_moves().all(|mv| !mv.is_placement()));
}
