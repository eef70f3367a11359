//! Saktris on the command line.

use crate::arbiter;

const CLEAR: &str = "4k3/8/8/2nn3r/8/2N5/8/R3K3[/] w - - 0 9 moved=c5c3a1";
const PASS: &str = "7K/5q2/8/8/8/1p4p1/1P4P1/B6B[B*/k] w - - 0 1";

/// Returns the text output without the board.
fn words(arguments: &[&str]) -> String {
    let ran = arbiter(arguments);
    let is_board = |line: &str| {
        let first = line.trim_start().chars().next();
        first.is_some_and(|c| c.is_ascii_digit() || matches!(c, '┌' | '└'))
    };
    let lines = ran
        .out
        .lines()
        .filter(|line| !line.is_empty() && !is_board(line));
    let lines: Vec<&str> = lines
        .filter(|line| !line.trim().starts_with("a  b  c"))
        .collect();
    lines.join("\n")
}

#[test]
fn moves_shows_the_waiting_piece_and_where_it_can_be_placed() {
    assert_eq!(
        words(&["moves", "saktris"]),
        "White    places P, then P N P B P R P Q P P N B R P K\n\
         Black    next turn: P, then P N P B P R P Q P P N B R P K\n\
         White to move: 8 legal moves\n  \
         pawn    P@a1 P@b1 P@c1 P@d1 P@e1 P@f1 P@g1 P@h1"
    );
    assert!(words(&["moves", PASS]).ends_with("pass    --"));
    let json = arbiter(&["moves", "--json", "saktris"]).json();
    assert_eq!(
        json["fen"],
        "8/8/8/8/8/8/8/8[P*PNPBPRPQPPNBRPK/ppnpbprpqppnbrpk] w - - 0 1"
    );
    assert_eq!(json["moves"][0]["uci"], "P@a1");
}

#[test]
fn a_seed_gives_the_same_order_every_time() {
    let fen = |words: &[&str]| arbiter(words).json()["fen"].to_string();
    let seven = fen(&["moves", "--json", "saktris", "7"]);
    assert_eq!(seven, fen(&["moves", "--json", "saktris 7"]));
    assert_ne!(seven, fen(&["moves", "--json", "saktris 8"]));
    assert_eq!(arbiter(&["moves", "saktris", "x"]).code, 2);
}

#[test]
fn why_explains_placements_and_clears() {
    let ran = arbiter(&["why", "saktris", "N@g1"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("N@g1 is not allowed"), "{}", ran.out);
    assert_eq!(
        words(&["why", CLEAR, "Nb5"]),
        "Nb5 (c3b5) is legal.\n\
         With this move, three knights on the fifth rank leave; the rook on h5 goes with\n\
         them.\n\
         Position after it: 4k3/8/8/8/8/8/8/R3K3[/] b - - 0 9 moves=1/0,moved=a1"
    );
    assert_eq!(arbiter(&["why", PASS, "--", "--"]).code, 0);
}

#[test]
fn text_that_is_not_a_move_is_answered_with_a_placement_example() {
    let ran = arbiter(&["why", "saktris", "g"]);
    assert_eq!(ran.code, 2);
    assert!(ran.out.ends_with(" such as N@g1.\n"), "{}", ran.out);
    let ran = arbiter(&["why", "g"]);
    assert!(!ran.out.contains("N@g1"), "{}", ran.out);
    let ran = arbiter(&["replay", "saktris", "P@e1"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("write --fen \"saktris\" and then the moves"),
        "{}",
        ran.err
    );
    let ran = arbiter(&["replay", "--fen", "saktris", "e1", "P@e8"]);
    assert!(ran.out.contains("is not allowed"), "{}", ran.out);
    assert!(words(&["why", "saktris", "P@g1"]).starts_with("P@g1 is legal.\n"));
}

#[test]
fn a_hidden_piece_is_explained() {
    let ran = arbiter(&["moves", "8/8/8/8/8/8/8/8[P*N??/p*n??] w - - 0 1"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("still hidden when this was written"),
        "{}",
        ran.err
    );
    let ran = arbiter(&["moves", "8/8/8/8/8/8/8/8[P*Nx/p*n] w - - 0 1"]);
    assert!(!ran.err.contains("still hidden"), "{}", ran.err);
}

#[test]
fn levels_play_saktris() {
    let play = |variant| {
        let games = ["levels", "--json", "--games", "2", "--to", "2", "--variant"];
        arbiter(&[&games[..], &[variant]].concat()).json()["matches"].clone()
    };
    let saktris = play("saktris");
    assert_eq!(saktris.as_array().unwrap().len(), 1);
    assert_eq!(saktris, play("saktris"));
    assert_eq!(arbiter(&["levels", "--variant", "go"]).code, 2);
}

#[test]
fn status_and_replay_list_the_pieces_to_come() {
    assert_eq!(
        words(&["status", "saktris"]),
        "Status   White to move\n\
         White    places P, then P N P B P R P Q P P N B R P K\n\
         Black    next turn: P, then P N P B P R P Q P P N B R P K\n\
         White    may be able to win (pieces are still to come)\n\
         Black    may be able to win (pieces are still to come)"
    );
    let shown = words(&["status", CLEAR]);
    let told = "may be able to win (not proved while pieces can be cleared)";
    assert!(shown.contains(&format!("White    {told}")), "{shown}");
    let bare = words(&["status", "4k3/8/8/8/8/8/8/R3K3[/] w - - 0 9"]);
    assert!(bare.contains("White    can still win"), "{bare}");
    assert!(bare.contains("Black    can no longer win"), "{bare}");
    let ran = arbiter(&["replay", "--fen", CLEAR, "Nb5", "Ke7"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.out
            .contains("Nb5: three knights on the fifth rank leave; the rook on h5 goes with them"),
        "{}",
        ran.out
    );
    let json = arbiter(&["replay", "--json", "--fen", CLEAR, "Nb5"]).json();
    assert_eq!(
        json["history"][0]["cleared"],
        serde_json::json!(["b5", "c5", "d5", "h5"])
    );
    let json = arbiter(&["replay", "--json", "--fen", "saktris", "P@e1"]).json();
    assert_eq!(json["history"][0]["placed"], true);
}

#[test]
fn perft_counts_saktris() {
    let json = arbiter(&["perft", "3", "--json", "--fen", "saktris"]).json();
    assert_eq!(json["nodes"], 8 * 8 * 2);
    let shown = arbiter(&["perft", "1", "--divide", "--fen", "saktris"]).out;
    assert!(shown.starts_with("P@a1   P@a1 "), "{shown}");
}

#[test]
fn show_draws_an_empty_board() {
    let told = "White to move.\n\
         White    places P, then P N P B P R P Q P P N B R P K\n\
         Black    next turn: P, then P N P B P R P Q P P N B R P K\n";
    let shown = arbiter(&["show", "saktris"]).out;
    assert!(shown.ends_with(told), "{shown}");
    let drawn = arbiter(&["show", "--svg", "saktris"]).out;
    assert!(drawn.trim_end().ends_with("</svg>"), "{drawn}");
    let json = arbiter(&["show", "--json", "saktris"]).json();
    assert_eq!(
        json["fen"],
        "8/8/8/8/8/8/8/8[P*PNPBPRPQPPNBRPK/ppnpbprpqppnbrpk] w - - 0 1"
    );
}
