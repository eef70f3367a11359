//! How this implementation decides what the original rules leave open.

use arbiter_rules::{BoardReason, Color, Move, Order, Role, Status};

use super::{actions, after, position};

#[test]
fn d_the_king_arrives_last_in_the_fixed_order() {
    assert_eq!(Order::FIXED.to_string(), "PPNPBPRPQPPNBRPK");
    assert_eq!(Order::FIXED.len(), 16);
    for (role, count) in [
        (Role::King, 1),
        (Role::Queen, 1),
        (Role::Rook, 2),
        (Role::Bishop, 2),
        (Role::Knight, 2),
        (Role::Pawn, 8),
    ] {
        assert_eq!(Order::FIXED.count(role), count);
    }
}

#[test]
fn d_a_seed_gives_the_same_order_on_every_machine() {
    assert_eq!(Order::shuffled(0).to_string(), ORDERS[0]);
    assert_eq!(Order::shuffled(1).to_string(), ORDERS[1]);
    assert_eq!(Order::shuffled(u64::MAX).to_string(), ORDERS[2]);
    let different: std::collections::HashSet<Order> = (0..1_000).map(Order::shuffled).collect();
    assert!(different.len() > 990);
}

const ORDERS: [&str; 3] = ["RBPRQNPPBPPPPPKN", "KNPBBPPPPRPPQPRN", "BPRBPQPKRNPPPNPP"];

#[test]
fn d_no_piece_arrives_while_another_waits() {
    // White has made enough moves for many more pieces.
    let full = position("4k3/8/8/8/8/P6P/1PPPPPP1/RNBQKBNR[P*R/] w - - 0 9 moves=60/0");
    let later = after(&full, &["b2b3", "Ke7", "c2c3", "Ke8"]);
    let saktris = later.saktris_state().unwrap();
    assert_eq!(saktris.waiting(Color::White), Some(Role::Pawn));
    assert_eq!(saktris.to_come(Color::White).to_string(), "PR");
    assert_eq!(saktris.placed(Color::White), 14);
}

#[test]
fn d_a_placement_can_block_a_check_but_not_leave_the_king_in_check() {
    let check = position("4k3/8/8/8/8/8/8/r3K3[N*/] w - - 0 9");
    assert_eq!(actions(&check), ["N@b1", "N@c1", "N@d1"]);
    let diagonal = position("4k3/8/8/8/7b/8/8/4K3[N*/] w - - 0 9");
    assert!(diagonal.legal_moves().all(|mv| !mv.is_placement()));
    assert!(diagonal.has_legal_move());
}

#[test]
fn d_the_king_cannot_be_placed_on_an_attacked_square() {
    let attacked = position("4k3/8/8/8/3r1r2/8/8/8[K*/] w - - 0 9");
    let free = ["a1", "b1", "c1", "e1", "g1", "h1"].map(|square| format!("K@{square}"));
    assert_eq!(actions(&attacked), free);
}

#[test]
fn d_a_move_is_illegal_if_its_clear_exposes_ones_own_king() {
    // Three knights on the fourth rank leave, and the rook sees the king.
    let pinned = position("4k3/4r3/8/8/2N1N3/5N2/8/4K3[/] w - - 0 9");
    assert!(!actions(&pinned).contains(&"f3d4".to_owned()));
    let free = position("4k3/8/8/8/2N1N3/5N2/8/4K3[/] w - - 0 9");
    assert!(actions(&free).contains(&"f3d4".to_owned()));
}

#[test]
fn d_a_player_cannot_clear_their_own_king() {
    // The knight would move to a4 and push the king off along the rank.
    let own = position("4k3/8/8/8/1NNK4/8/1N6/8[/] w - - 0 9 moved=b4c4");
    assert!(!actions(&own).contains(&"b2a4".to_owned()));
    let theirs = position("4K3/8/8/8/1NNk4/8/1N6/8[/] w - - 0 9 moved=b4c4");
    assert!(actions(&theirs).contains(&"b2a4".to_owned()));
}

#[test]
fn a_side_whose_king_is_cleared_loses_at_once() {
    // The knight moves from c6 to a5 and pushes along the rank.
    let before = position("8/8/2N5/1NN4k/8/8/8/4K3[/] w - - 0 9");
    let mv = before.read("Na5").unwrap();
    let clear = before.clear(mv).unwrap();
    assert_eq!(clear.run.to_string(), "a5 b5 c5");
    assert_eq!(
        clear.to_string(),
        "three knights on the fifth rank leave; the king on h5 goes with them"
    );
    let lost = before.after(mv);
    let outcome = lost.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Color::White));
    assert_eq!(outcome.reason, BoardReason::KingLost);
    assert_eq!(outcome.result(), "1-0");
    assert!(!lost.has_legal_move());
    assert_eq!(super::refusal(&lost, "h5h4").0, "game_over");
}

#[test]
fn the_pusher_is_the_end_that_moved_later() {
    // The moving knight is in the middle. Of the ends, the knight on d5 moved
    // last, so the piece to the left of b5 leaves.
    let right = position("8/8/8/rN1N3r/4N3/8/8/4K2k[/] w - - 0 9 moved=b5d5");
    let clear = right.clear(right.read("Nc5").unwrap()).unwrap();
    assert_eq!(clear.run.to_string(), "b5 c5 d5");
    assert_eq!(clear.beyond.unwrap().to_string(), "a5");
    let left = position("8/8/8/rN1N3r/4N3/8/8/4K2k[/] w - - 0 9 moved=d5b5");
    let clear = left.clear(left.read("Nc5").unwrap()).unwrap();
    assert_eq!(clear.beyond.unwrap().to_string(), "h5");
    // Neither end has moved: the pusher is the one nearer to the a-file.
    let never = position("8/8/8/rN1N3r/4N3/8/8/4K2k[/] w - - 0 9");
    let clear = never.clear(never.read("Nc5").unwrap()).unwrap();
    assert_eq!(clear.beyond.unwrap().to_string(), "h5");
}

#[test]
fn a_triplet_may_mix_colors_and_its_rank_comes_before_its_file() {
    let both = position("8/8/8/3N4/1nn5/5N2/3n4/K6k[/] w - - 0 9");
    let clear = both.clear(both.read("Nfd4").unwrap()).unwrap();
    assert_eq!(clear.run.to_string(), "b4 c4 d4");
}

#[test]
fn placements_and_promotions_do_not_clear_triplets() {
    let placed = position("4k3/8/8/8/8/8/8/NN2K3[N*/] w - - 0 9");
    assert_eq!(placed.clear(placed.read("N@c1").unwrap()), None);
    let promoted = position("RR6/2P4k/8/8/8/8/8/4K3[/] w - - 0 9");
    let rook = promoted
        .legal_moves()
        .find(|mv| mv.promotion() == Some(Role::Rook));
    assert_eq!(promoted.clear(rook.unwrap()), None);
}

#[test]
fn rows_clears_three_adjacent_pawns_of_one_color() {
    let rows = position("4k3/8/8/8/8/PP6/2P5/4K3[/] w - - 0 9 clear=rows,moved=a3b3c2");
    let mv = rows.read("c3").unwrap();
    let clear = rows.clear(mv).unwrap();
    assert_eq!(clear.run.to_string(), "a3 b3 c3");
    assert_eq!(clear.beyond, None);
    assert_eq!(clear.to_string(), "three pawns on the third rank leave");
    assert_eq!(rows.after(mv).board().occupied().to_string(), "e8 e1");
    // Placements clear rows, too, and rows may have more than three pawns.
    let placed = position("4k3/8/8/8/8/8/8/PP1PK3[P*/] w - - 0 9 clear=rows");
    let clear = placed.clear(placed.read("P@c1").unwrap()).unwrap();
    assert_eq!(clear.run.to_string(), "a1 b1 c1 d1");
    assert_eq!(clear.to_string(), "four pawns on the first rank leave");
    // Pawns of both colors do not form a row.
    let mixed = position("4k3/8/8/8/8/Pp6/2P5/4K3[/] w - - 0 9 clear=rows,moved=a3b3c2");
    assert_eq!(mixed.clear(mixed.read("c3").unwrap()), None);
}

#[test]
fn en_passant_captures_are_on_the_second_rank() {
    let double = position("4k3/8/8/8/8/3p4/8/2P1K3[/] w - - 0 9 moved=d3");
    let passed = after(&double, &["c1c3"]);
    assert_eq!(passed.legal_en_passant().unwrap().to_string(), "c2");
    let taken = after(&passed, &["dxc2"]);
    assert_eq!(taken.board().occupied().to_string(), "e8 c2 e1");
}

#[test]
fn an_en_passant_capture_is_illegal_if_its_clear_exposes_ones_own_king() {
    // After dxe7 the pawns on e7, f7 and g7 leave, and the bishop attacks the king.
    let position = position("5b2/5pp1/3PpP2/8/1K6/7k/8/8[/] w - e7 0 9 moved=d6f6e6");
    let mut captures = actions(&position);
    captures.retain(|action| action.ends_with("e7"));
    assert_eq!(captures, ["f6e7"]);
}

#[test]
fn castling_needs_a_king_and_a_rook_that_have_not_moved() {
    let placed = position("4k3/8/8/8/8/8/8/R7[K*R/] w - - 0 9");
    let king = after(&placed, &["K@e1", "Kd7"]);
    assert!(
        king.legal_moves().any(|mv| mv.castling().is_some()),
        "{king}"
    );
    // A rook that has moved and returned cannot castle.
    let moved = position("4k3/8/8/8/8/8/8/R7[K*R/] w - - 0 9 moved=a1");
    let king = after(&moved, &["K@e1", "Kd7"]);
    assert!(king.legal_moves().all(|mv| mv.castling().is_none()));
    let elsewhere = after(&placed, &["K@d1", "Kd7"]);
    assert!(elsewhere.legal_moves().all(|mv| mv.castling().is_none()));
}

#[test]
fn a_side_without_a_king_is_never_in_check() {
    let kingless = position("3qk3/8/8/8/8/8/8/3N4[PK/] w - - 0 9 every=5");
    assert!(!kingless.is_check());
    assert_eq!(kingless.status(), Status::Active);
    assert_eq!(actions(&kingless).len(), 4);
}

#[test]
fn a_side_is_checkmated_only_if_it_can_neither_move_nor_place() {
    let mate = "4k3/8/8/8/8/8/5PPP/r5K1";
    let alone = position(&format!("{mate}[/] w - - 0 9 moved=f2g2h2a1"));
    assert_eq!(alone.status(), Status::Checkmate);
    let waits = position(&format!("{mate}[N*/] w - - 0 9 moved=f2g2h2a1"));
    assert_eq!(waits.status(), Status::Check);
    assert!(waits.legal_moves().all(Move::is_placement));
}

#[test]
fn d_a_side_without_a_legal_action_gets_its_next_piece_early() {
    let stuck = position("k7/8/8/8/8/p7/P7/8[QK/] w - - 0 9 every=5,moved=a3a2");
    assert_eq!(
        stuck.saktris_state().unwrap().waiting(Color::White),
        Some(Role::Queen)
    );
    assert_eq!(actions(&stuck).len(), 8);
}

#[test]
fn d_a_side_without_any_action_passes_and_two_passes_are_stalemate() {
    // A third bishop has no square, and everything else is blocked.
    let fen = "k7/8/8/8/8/1p4p1/1P4P1/B6B[B*K/] w - - 0 9 moved=b2g2b3g3";
    let passes = position(fen);
    assert_eq!(actions(&passes), ["0000"]);
    assert_eq!(passes.outcome(), None);
    let pass = passes.legal_moves().next().unwrap();
    assert!(pass.is_pass());
    assert_eq!(passes.san(pass).as_str(), "--");
    assert_eq!(passes.read("--"), Ok(pass));
    let passed = passes.after(pass);
    assert_eq!(passed.turn(), Color::Black);
    assert_eq!(passed.halfmoves(), 1);
    assert!(passed.to_string().ends_with(",passed"), "{passed}");
    assert!(!after(&passed, &["Ka7"]).to_string().contains("passed"));
    // The opponent has just passed.
    let again = position(&format!("{fen},passed"));
    assert!(actions(&again).is_empty());
    assert_eq!(again.status(), Status::Stalemate);
    // No pieces remain.
    let none = position("8/8/8/8/8/1k6/1p6/1K6[/] w - - 0 9 moved=b2");
    assert_eq!(none.status(), Status::Stalemate);
}

#[test]
fn d_placements_and_clears_reset_the_fifty_move_count() {
    let placed = position("4k3/8/8/8/8/8/8/4K3[N*/] w - - 30 40");
    assert_eq!(after(&placed, &["N@a1"]).halfmoves(), 0);
    let cleared = position("4k3/8/8/1N1N4/4N3/8/8/4K3[/] w - - 30 40");
    assert_eq!(after(&cleared, &["Nc5"]).halfmoves(), 0);
}

#[test]
fn repetition_requires_the_same_waiting_and_remaining_pieces() {
    let one = "4k3/8/8/8/8/8/8/4K3[NP/] b - - 0 9 every=5";
    assert_eq!(position(one), position(&one.replace("0 9", "7 30")));
    assert_ne!(position(one), position(&one.replace("NP", "N*P")));
    assert_ne!(position(one), position(&one.replace("NP", "P")));
    assert_ne!(
        position(one).key(),
        position(&one.replace("NP", "N*P")).key()
    );
    assert_eq!(position(one), position(&format!("{one},moved=e1")));
}

#[test]
fn d_a_position_is_dead_only_if_no_pieces_remain() {
    let coming = position("4k3/8/8/8/8/8/8/4K3[N/] b - - 0 9 every=5");
    assert_eq!(coming.outcome(), None);
    let bare = position("4k3/8/8/8/8/8/8/4K3[/] b - - 0 9");
    assert_eq!(bare.outcome().unwrap().reason, BoardReason::DeadPosition);
    let knight = position("4k3/8/8/8/8/8/8/4K1N1[/] b - - 0 9");
    assert_eq!(knight.outcome().unwrap().reason, BoardReason::DeadPosition);
    // Three knights can still form a triplet.
    let knights = position("4k3/8/8/8/8/8/8/4K1NN[/] b - - 0 9");
    assert_eq!(knights.outcome(), None);
}

#[test]
fn in_pick_mode_any_remaining_piece_can_be_placed() {
    let pick = position("8/8/8/8/8/8/8/8[*KQP/kqp] w - - 0 1 order=pick");
    assert_eq!(actions(&pick).len(), 24);
    assert_eq!(pick.saktris_state().unwrap().waiting(Color::White), None);
    let placed = after(&pick, &["Q@d1"]);
    assert_eq!(
        placed
            .saktris_state()
            .unwrap()
            .to_come(Color::White)
            .to_string(),
        "KP"
    );
}
