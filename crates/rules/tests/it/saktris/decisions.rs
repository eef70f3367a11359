//! What the rules leave open, as it is decided here.

use arbiter_rules::{BoardReason, Color, Move, Order, Role, Status};

use super::{actions, after, position};

#[test]
fn d_in_the_fixed_order_the_king_comes_last() {
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
fn d_no_second_piece_is_drawn_over_one_that_waits() {
    // By its moves White could have placed many more by now.
    let full = position("4k3/8/8/8/8/P6P/1PPPPPP1/RNBQKBNR[P*R/] w - - 0 9 moves=60/0");
    let later = after(&full, &["b2b3", "Ke7", "c2c3", "Ke8"]);
    let saktris = later.to_come().unwrap();
    assert_eq!(saktris.waiting(Color::White), Some(Role::Pawn));
    assert_eq!(saktris.to_come(Color::White).to_string(), "PR");
    assert_eq!(saktris.placed(Color::White), 14);
}

#[test]
fn d_a_placement_may_block_a_check_and_must_not_leave_one() {
    let check = position("4k3/8/8/8/8/8/8/r3K3[N*/] w - - 0 9");
    assert_eq!(actions(&check), ["N@b1", "N@c1", "N@d1"]);
    let diagonal = position("4k3/8/8/8/7b/8/8/4K3[N*/] w - - 0 9");
    assert!(diagonal.legal_moves().all(|mv| !mv.is_placement()));
    assert!(diagonal.has_legal_move());
}

#[test]
fn d_the_king_is_not_placed_on_an_attacked_square() {
    let attacked = position("4k3/8/8/8/3r1r2/8/8/8[K*/] w - - 0 9");
    let free = ["a1", "b1", "c1", "e1", "g1", "h1"].map(|square| format!("K@{square}"));
    assert_eq!(actions(&attacked), free);
}

#[test]
fn d_a_clear_that_exposes_the_own_king_makes_the_move_illegal() {
    // Three knights on the fourth rank leave, and the rook sees the king.
    let pinned = position("4k3/4r3/8/8/2N1N3/5N2/8/4K3[/] w - - 0 9");
    assert!(!actions(&pinned).contains(&"f3d4".to_owned()));
    let free = position("4k3/8/8/8/2N1N3/5N2/8/4K3[/] w - - 0 9");
    assert!(actions(&free).contains(&"f3d4".to_owned()));
}

#[test]
fn d_nobody_clears_their_own_king_off_the_board() {
    // The knight would come to a4 and push along the rank, king and all.
    let own = position("4k3/8/8/8/1NNK4/8/1N6/8[/] w - - 0 9 moved=b4c4");
    assert!(!actions(&own).contains(&"b2a4".to_owned()));
    let theirs = position("4K3/8/8/8/1NNk4/8/1N6/8[/] w - - 0 9 moved=b4c4");
    assert!(actions(&theirs).contains(&"b2a4".to_owned()));
}

#[test]
fn a_king_that_is_cleared_loses_the_game_at_once() {
    // The knight from c6 comes to a5 and pushes along the rank.
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
fn the_pusher_is_the_later_of_the_two_ends() {
    // The one that moves comes into the middle. Of the ends the knight on d5
    // moved last, so what stands to the left of b5 leaves.
    let right = position("8/8/8/rN1N3r/4N3/8/8/4K2k[/] w - - 0 9 moved=b5d5");
    let clear = right.clear(right.read("Nc5").unwrap()).unwrap();
    assert_eq!(clear.run.to_string(), "b5 c5 d5");
    assert_eq!(clear.beyond.unwrap().to_string(), "a5");
    let left = position("8/8/8/rN1N3r/4N3/8/8/4K2k[/] w - - 0 9 moved=d5b5");
    let clear = left.clear(left.read("Nc5").unwrap()).unwrap();
    assert_eq!(clear.beyond.unwrap().to_string(), "h5");
    // Neither ever moved: the end nearer to file a.
    let never = position("8/8/8/rN1N3r/4N3/8/8/4K2k[/] w - - 0 9");
    let clear = never.clear(never.read("Nc5").unwrap()).unwrap();
    assert_eq!(clear.beyond.unwrap().to_string(), "h5");
}

#[test]
fn colors_may_mix_and_the_rank_comes_before_the_file() {
    let both = position("8/8/8/3N4/1nn5/5N2/3n4/K6k[/] w - - 0 9");
    let clear = both.clear(both.read("Nfd4").unwrap()).unwrap();
    assert_eq!(clear.run.to_string(), "b4 c4 d4");
}

#[test]
fn only_a_move_makes_a_triplet_and_a_promotion_or_a_placement_none() {
    let placed = position("4k3/8/8/8/8/8/8/NN2K3[N*/] w - - 0 9");
    assert_eq!(placed.clear(placed.read("N@c1").unwrap()), None);
    let promoted = position("RR6/2P4k/8/8/8/8/8/4K3[/] w - - 0 9");
    let rook = promoted
        .legal_moves()
        .find(|mv| mv.promotion() == Some(Role::Rook));
    assert_eq!(promoted.clear(rook.unwrap()), None);
}

#[test]
fn in_rows_three_pawns_of_one_color_side_by_side_leave() {
    let rows = position("4k3/8/8/8/8/PP6/2P5/4K3[/] w - - 0 9 clear=rows,moved=a3b3c2");
    let mv = rows.read("c3").unwrap();
    let clear = rows.clear(mv).unwrap();
    assert_eq!(clear.run.to_string(), "a3 b3 c3");
    assert_eq!(clear.beyond, None);
    assert_eq!(clear.to_string(), "three pawns on the third rank leave");
    assert_eq!(rows.after(mv).board().occupied().to_string(), "e8 e1");
    // Also by a placement, and by more than three at once.
    let placed = position("4k3/8/8/8/8/8/8/PP1PK3[P*/] w - - 0 9 clear=rows");
    let clear = placed.clear(placed.read("P@c1").unwrap()).unwrap();
    assert_eq!(clear.run.to_string(), "a1 b1 c1 d1");
    assert_eq!(clear.to_string(), "four pawns on the first rank leave");
    // Not by pawns of two colors.
    let mixed = position("4k3/8/8/8/8/Pp6/2P5/4K3[/] w - - 0 9 clear=rows,moved=a3b3c2");
    assert_eq!(mixed.clear(mixed.read("c3").unwrap()), None);
}

#[test]
fn en_passant_leads_over_the_second_rank() {
    let double = position("4k3/8/8/8/8/3p4/8/2P1K3[/] w - - 0 9 moved=d3");
    let passed = after(&double, &["c1c3"]);
    assert_eq!(passed.legal_en_passant().unwrap().to_string(), "c2");
    let taken = after(&passed, &["dxc2"]);
    assert_eq!(taken.board().occupied().to_string(), "e8 c2 e1");
}

#[test]
fn who_castles_has_neither_moved_king_nor_rook_since_they_were_placed() {
    let placed = position("4k3/8/8/8/8/8/8/R7[K*R/] w - - 0 9");
    let king = after(&placed, &["K@e1", "Kd7"]);
    assert!(
        king.legal_moves().any(|mv| mv.castling().is_some()),
        "{king}"
    );
    // A rook that has moved and come back does not castle.
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
fn mated_is_only_who_can_neither_move_nor_place() {
    let mate = "4k3/8/8/8/8/8/5PPP/r5K1";
    let alone = position(&format!("{mate}[/] w - - 0 9 moved=f2g2h2a1"));
    assert_eq!(alone.status(), Status::Checkmate);
    let waits = position(&format!("{mate}[N*/] w - - 0 9 moved=f2g2h2a1"));
    assert_eq!(waits.status(), Status::Check);
    assert!(waits.legal_moves().all(Move::is_placement));
}

#[test]
fn d_who_can_do_nothing_gets_the_next_piece_early() {
    let stuck = position("k7/8/8/8/8/p7/P7/8[QK/] w - - 0 9 every=5,moved=a3a2");
    assert_eq!(
        stuck.to_come().unwrap().waiting(Color::White),
        Some(Role::Queen)
    );
    assert_eq!(actions(&stuck).len(), 8);
}

#[test]
fn d_who_can_do_nothing_at_all_passes_and_two_passes_are_stalemate() {
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
    // The other side has passed just now.
    let again = position(&format!("{fen},passed"));
    assert!(actions(&again).is_empty());
    assert_eq!(again.status(), Status::Stalemate);
    // Nothing is left to arrive.
    let none = position("8/8/8/8/8/1k6/1p6/1K6[/] w - - 0 9 moved=b2");
    assert_eq!(none.status(), Status::Stalemate);
}

#[test]
fn d_placements_and_clears_reset_the_count_of_fifty_moves() {
    let placed = position("4k3/8/8/8/8/8/8/4K3[N*/] w - - 30 40");
    assert_eq!(after(&placed, &["N@a1"]).halfmoves(), 0);
    let cleared = position("4k3/8/8/1N1N4/4N3/8/8/4K3[/] w - - 30 40");
    assert_eq!(after(&cleared, &["Nc5"]).halfmoves(), 0);
}

#[test]
fn repetition_counts_what_waits_and_what_is_to_come() {
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
fn d_a_position_is_dead_only_when_nothing_can_arrive() {
    let coming = position("4k3/8/8/8/8/8/8/4K3[N/] b - - 0 9 every=5");
    assert_eq!(coming.outcome(), None);
    let bare = position("4k3/8/8/8/8/8/8/4K3[/] b - - 0 9");
    assert_eq!(bare.outcome().unwrap().reason, BoardReason::DeadPosition);
    let knight = position("4k3/8/8/8/8/8/8/4K1N1[/] b - - 0 9");
    assert_eq!(knight.outcome().unwrap().reason, BoardReason::DeadPosition);
    // Three knights may yet stand side by side.
    let knights = position("4k3/8/8/8/8/8/8/4K1NN[/] b - - 0 9");
    assert_eq!(knights.outcome(), None);
}

#[test]
fn in_pick_any_piece_of_the_pool_may_be_placed() {
    let pick = position("8/8/8/8/8/8/8/8[*KQP/kqp] w - - 0 1 order=pick");
    assert_eq!(actions(&pick).len(), 24);
    assert_eq!(pick.to_come().unwrap().waiting(Color::White), None);
    let placed = after(&pick, &["Q@d1"]);
    assert_eq!(
        placed.to_come().unwrap().to_come(Color::White).to_string(),
        "KP"
    );
}
