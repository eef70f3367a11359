//! Refusals for programs: the code, the article and the squares to highlight.

use std::collections::BTreeSet;

use crate::script::{action, play};

/// Plays all lines and describes the refusal of the last one.
#[track_caller]
fn refusal(options: &str, script: &str) -> String {
    let (before, last) = script.rsplit_once('\n').unwrap_or(("", script));
    let game = play(options, before).0.game;
    let (by, text) = last.split_once(' ').unwrap();
    let by = match by {
        "white" => arbiter_rules::Color::White,
        _ => arbiter_rules::Color::Black,
    };
    let action = action(&game, text);
    let refusal = game.decide(game.last_event_at(), by, action).unwrap_err();
    let squares: Vec<String> = refusal
        .squares()
        .into_iter()
        .map(|it| it.to_string())
        .collect();
    let article = refusal.article().unwrap_or("-");
    format!("{} {article} {}", refusal.code(), squares.join(" "))
        .trim_end()
        .to_owned()
}

#[test]
fn every_refusal_has_a_code_and_cites_the_laws() {
    let gives_thirty_days = ["white gives 86400"; 30].join("\n");
    // The start of the game is an event, too.
    let gives_often = ["white gives 1"; 1_000].join("\n");
    let table = [
        ("", "white aborts\nblack e7e5", "game_over -"),
        ("", "white resigns\nblack e7e5", "game_over 5.1.2"),
        ("", "black e7e5", "not_your_turn 1.2"),
        ("", "white e2e5", "pawn_too_far 3.7.2 e2 e5"),
        ("formal", "black touches e7", "touch_out_of_turn 4.2.1"),
        ("", "black claims fifty", "claim_out_of_turn 9.2"),
        (
            "formal",
            "white touches g1\nwhite e4",
            "touch_move 4.3.1 g1",
        ),
        (
            "formal",
            "moves e4 d5\nwhite touches d5\nwhite Nf3",
            "touch_move 4.3.2 d5",
        ),
        (
            "formal",
            "moves e4 d5\nwhite touches e4\nwhite touches d5\nwhite e5",
            "touch_move 4.3.3 e4 d5",
        ),
        (
            "formal; start 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "white touches e1\nwhite touches h1\nwhite Kd1",
            "touch_move 4.4.1",
        ),
        (
            "formal; start 4k3/8/8/8/8/8/PPPP1PPP/4BKRN w G - 0 1; chess960",
            "white touches g1\nwhite touches f1\nwhite O-O",
            "touch_move 4.4.2 f1",
        ),
        (
            "formal",
            "white claims threefold with Nf3\nwhite e4",
            "intended_move 9.5.3 g1 f3",
        ),
        ("", "white touches e4", "nothing_there - e4"),
        (
            "formal",
            "white touches g1\nwhite adjusts g1",
            "adjust_too_late 4.2.1 g1",
        ),
        ("", "white offers draw", "too_early_for_draw 5.2.3"),
        (
            "",
            "moves e4 d5\nwhite offers draw\nwhite offers draw",
            "offer_stands 9.1.2.1",
        ),
        (
            "",
            "moves e4 d5\nwhite offers draw\nblack offers draw",
            "answer_offer 9.1.2.1",
        ),
        (
            "",
            "moves e4 d5\nwhite offers draw\nblack declines\nwhite offers draw",
            "offered_just_now 11.5",
        ),
        ("", "white accepts", "no_offer 9.1.2.1"),
        ("", "white claims threefold", "no_claim 9.2"),
        ("", "white claims fifty", "no_claim 9.3"),
        (
            "formal",
            "white touches g1\nwhite claims fifty",
            "claim_after_touch 9.4",
        ),
        ("rated", "white requests takeback", "no_take_backs -"),
        ("formal", "white requests takeback", "no_take_backs -"),
        ("", "white requests takeback", "nothing_to_take_back -"),
        (
            "",
            "moves e4 d5\nwhite requests takeback\nwhite requests takeback",
            "take_back_asked -",
        ),
        ("", "white accepts takeback", "no_take_back_asked -"),
        ("rated", "moves e4 d5\nwhite aborts", "too_late_to_abort -"),
        (
            "",
            "moves e4 d5\nwhite aborts\nwhite aborts",
            "abort_asked -",
        ),
        ("", "white gives 15", "no_clock -"),
        ("clock 5+0", "white gives 0", "not_a_time -"),
        ("clock 5+0", &gives_thirty_days, "clock_full -"),
        ("clock 5+0", &gives_often, "too_many_actions -"),
    ];
    let mut codes = BTreeSet::new();
    for (options, script, expected) in table {
        assert_eq!(refusal(options, script), expected, "{options}: {script}");
        codes.extend(expected.split_whitespace().next());
    }
    // Every kind of refusal, including that of an illegal move.
    assert_eq!(codes.len(), 26);
}
