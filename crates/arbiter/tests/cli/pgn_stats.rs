use serde_json::json;

use crate::{keys, pgn::Folder};

#[test]
fn games_are_counted() {
    let folder = Folder::with_games();
    let ran = folder.run("stats --json games.pgn");
    assert_eq!(ran.code, 0);
    let expected = [
        "games",
        "plies",
        "results",
        "lengths",
        "ratings",
        "dates",
        "openings",
        "players",
        "different_players",
        "damaged",
        "problems",
    ];
    assert_eq!(keys(&ran.out), expected);
    let stats = ran.json();
    assert_eq!(stats["games"], 3);
    assert_eq!(stats["plies"], 20);
    assert_eq!(
        stats["results"],
        json!({"1-0": 2, "1/2-1/2": 1, "0-1": 0, "*": 0})
    );
    assert_eq!(
        stats["lengths"],
        json!({"shortest": 5, "median": 6, "average": 6.7, "longest": 9})
    );
    assert_eq!(
        stats["ratings"],
        json!({"known": 2, "lowest": 2480, "average": 2540.0, "highest": 2600})
    );
    assert_eq!(
        stats["dates"],
        json!({"first": "1851.06.21", "last": "1895.08.17"})
    );
    assert_eq!(
        stats["openings"],
        json!([
            {"name": "Italian Game", "games": 1},
            {"name": "King's Gambit Accepted", "games": 1},
            {"name": "Philidor Defense", "games": 1},
        ])
    );
    assert_eq!(stats["different_players"], 6);
    assert_eq!(stats["damaged"], 1);
    assert_eq!(
        stats["problems"],
        json!([{"code": "illegal_move", "count": 1}])
    );
}

#[test]
fn files_are_counted_together_and_players_have_their_scores() {
    let folder = Folder::with_games();
    let other =
        "[Event \"?\"]\n[White \"Steinitz, William\"]\n[Black \"Anderssen, Adolf\"]\n\n1. e4 0-1\n";
    folder.write("other.pgn", other);
    let stats = folder
        .run("stats --json --top 2 games.pgn other.pgn")
        .json();
    assert_eq!(stats["games"], 4);
    assert_eq!(
        stats["players"],
        json!([
            {"name": "Anderssen, Adolf", "games": 2, "won": 2, "drawn": 0, "lost": 0},
            {"name": "Steinitz, William", "games": 2, "won": 0, "drawn": 1, "lost": 1},
        ])
    );
}

#[test]
fn text_output_is_a_readable_summary() {
    let folder = Folder::with_games();
    let ran = folder.run("stats games.pgn");
    assert_eq!(ran.code, 0);
    assert!(
        ran.out
            .starts_with("3 games with 20 half-moves, played from 1851.06.21 to 1895.08.17\n")
    );
    for line in [
        "  1–0            2   66.7 %  ██████████████████████████████",
        "  ½–½            1   33.3 %  ███████████████",
        "Length in half-moves: average 6.7, median 6, from 5 to 9",
        "Ratings: average 2540, from 2480 to 2600; 2 of 6 known",
        "  Italian Game                      1   33.3 %  ██████████████████████████████",
        "6 players",
        "1 game is damaged",
    ] {
        assert!(
            ran.out.lines().any(|found| found == line),
            "{line}\n{}",
            ran.out
        );
    }
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn a_file_without_games_is_not_an_error() {
    let folder = Folder::new();
    let ran = folder.run_reading("stats -", b"");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "0 games with 0 half-moves\n")
    );
    let ran = folder.run_reading("stats --json -", b"");
    assert_eq!(ran.json()["lengths"], json!(null));
}

#[test]
fn control_characters_in_names_are_replaced() {
    let folder = Folder::new();
    folder.write("a.pgn", "[White \"A\x1b[2Jnna\"]\n\n1. e4 *\n");
    let ran = folder.run("stats a.pgn");
    assert!(ran.out.contains("A\u{fffd}[2Jnna"), "{}", ran.out);
    assert!(!ran.out.contains('\x1b'), "{}", ran.out);
}

#[test]
fn invalid_ratings_are_not_counted() {
    let folder = Folder::new();
    for (rating, known) in [
        ("4294967295", 0),
        ("10000", 0),
        ("9999", 1),
        ("0", 0),
        ("-", 0),
    ] {
        let game = format!("[White \"A\"]\n[WhiteElo \"{rating}\"]\n\n1. e4 *\n");
        folder.write("a.pgn", game);
        let ran = folder.run("stats a.pgn");
        let shown = ran.out.contains("1 of 2 known");
        assert_eq!((ran.code, shown), (0, known == 1), "{rating}: {}", ran.err);
    }
}
