//! What is written reads the same, and is written the same again.

use arbiter_pgn::{GameTree, Problem, Reader, Severity, TreeBuilder, Visitor, Writer};
use proptest::{collection::vec, prelude::*};

use crate::tree_properties::any_tree;

/// Returns the games of a text.
fn read(text: &str) -> Vec<GameTree> {
    let mut reader = Reader::from_bytes(text.as_bytes());
    let mut builder = TreeBuilder::new();
    let mut trees = Vec::new();
    while reader.read_game(&mut builder).unwrap() {
        trees.push(builder.take());
    }
    trees
}

/// Writes the games of a text as they are read, without trees.
fn rewritten(text: &str) -> String {
    let mut writer = Writer::new(Vec::new());
    Reader::from_bytes(text.as_bytes())
        .read_all(&mut writer)
        .unwrap();
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// Reads a text and compares the moves written.
fn check(text: &str, moves: &str) {
    let trees = read(text);
    assert_eq!(trees.len(), 1, "{text}");
    assert_eq!(trees[0].movetext(), moves, "{text}");
    let written = trees[0].to_string();
    assert_eq!(read(&written), trees, "{text}");
    assert_eq!(rewritten(&written), written, "{text}");
    assert_eq!(read(&rewritten(text)), trees, "{text}");
}

#[test]
fn common_notation_becomes_export_format() {
    check(
        "1.e2-e4! e7e5 2 Nf3 $1 $1 ?! Nc6 1-0",
        "1. e4 $1 e5 2. Nf3 $1 $6 Nc6 1-0",
    );
    check(
        "{ At  the\r\n start } 1. e4 ; well\n e5 *",
        "{At  the start} 1. e4 {well} 1... e5 *",
    );
    check(
        "1. e4 {a} (1. d4 {b}) {c} e5 {d} (1... c5) {e} *",
        "1. e4 {a} (1. d4 {b}) {c} 1... e5 {d} {e} (1... c5) *",
    );
    check(
        "1. e4 (1. d4 d5 {a} (1... Nf6 (1... e6 $5 {x})) {b} 2. c4) *",
        "1. e4 (1. d4 d5 {a} (1... Nf6) (1... e6 $5 {x}) {b} 2. c4) *",
    );
    check(
        "1. e4 (1. d4 {a} (1. c4) {b} d5) *",
        "1. e4 (1. d4 {a} {b} 1... d5) (1. c4) *",
    );
    check(
        "1. e4 (1. e4 e6) (1. e4) e5 *",
        "1. e4 (1. e4 e6) (1. e4) 1... e5 *",
    );
    check(
        "1. e4 () ({only words}) ( $1 {first} 1. d4) e5 *",
        "1. e4 {only words} ({first} 1. d4 $1) 1... e5 *",
    );
    check("1. e4 Z0 2. d4 -- *", "1. e4 -- 2. d4 -- *");
    check(
        "1. e4 e5 1/2-1/2 {a late word}",
        "1. e4 e5 {a late word} 1/2-1/2",
    );
    check(
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\nKd7 e4 *",
        "7... Kd7 8. e4 *",
    );
    check("[Event \"?\"]\n\n$10 1. e4 *", "$10 1. e4 *");
    check(
        "[FEN \"8/8/8/8/8/8/8/8[NPK/nk] w - - 0 1 placed=0/0\"]\n\n1.N@g1! N@g8 2 Nf3 (Nh3) Nf6 *",
        "1. N@g1 $1 N@g8 2. Nf3 (2. Nh3) 2... Nf6 *",
    );
    check(
        "[FEN \"7K/5q2/8/8/8/1p4p1/1P4P1/B6B[B*/k] w - - 0 1\"]\n\n1. 0000 Qf6+ *",
        "1. -- Qf6+ *",
    );
    check("1. e4 {brace { in} it} *", "1. e4\n; brace { in} it\n*");
}

#[test]
fn tags_are_sorted() {
    let tags = |text: &str| {
        let trees = read(text);
        let [tree] = trees.as_slice() else {
            panic!("one game: {text}");
        };
        assert_eq!(read(&tree.to_string()), trees, "{text}");
        assert_eq!(rewritten(text), tree.to_string(), "{text}");
        let tags: Vec<_> = tree
            .tags()
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        tags.join(" ").replace(
            "Event=? Site=? Date=????.??.?? Round=? White=? Black=? ",
            "",
        )
    };
    assert_eq!(tags("1. e4 1-0"), "Result=1-0");
    assert_eq!(
        tags("[Result \"1-0\"]\n[ECO \"C20\"]\n\n1. e4"),
        "Result=1-0 ECO=C20"
    );
    assert_eq!(
        tags("[ECO \"A\"]\n[Result \"½-½\"]\n\n1. e4"),
        "Result=1/2-1/2 ECO=A"
    );
    assert_eq!(
        tags("[ECO \"A\"]\n[Result \"?\"]\n\n1. e4 0-1"),
        "Result=0-1 ECO=A"
    );
    // Only a nonstandard starting position needs tags.
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        tags(&format!("[SetUp \"1\"]\n[fen \"{usual}\"]\n\n1. e4 *")),
        "Result=*"
    );
    assert_eq!(
        tags(&format!(
            "[Variant \"Fischerandom\"]\n[FEN \"{usual}\"]\n\n1. e4 *"
        )),
        format!("Result=* Variant=Chess960 FEN={usual} SetUp=1")
    );
    assert_eq!(
        tags("[Variant \"From Position\"]\n\n1. e4 *"),
        "Result=* Variant=From Position"
    );
    // An unreadable FEN is the only record of the starting position.
    assert_eq!(tags("[FEN \"nowhere\"]\n\n1. e4 *"), "Result=* FEN=nowhere");
    assert_eq!(
        tags("[FEN \"8/8/8/8/8/8/8/8[NK/nk] w - - 0 1\"]\n\n1. N@g1 *"),
        "Result=* FEN=8/8/8/8/8/8/8/8[N*K/nk] w - - 0 1 Variant=Saktris SetUp=1"
    );
    let drop = "[Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1\"]\n\nQ@e4 *";
    assert_eq!(
        tags(drop),
        "Result=* Variant=Crazyhouse FEN=4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"
    );
}

#[test]
fn a_damaged_game_keeps_what_was_readable_and_reports_the_rest() {
    let trees = read("1. e4 e5 2. Ke3 Nc6 1-0");
    assert_eq!(trees[0].movetext(), "1. e4 e5 1-0");
    assert_eq!(trees[0].problems().len(), 1);
    assert_eq!(trees[0].problems()[0].code(), "illegal_move");
    // Problems of the text are not written.
    assert_eq!(read("1. e4 e5 1-0"), trees);
    let codes = |tree: &GameTree| -> Vec<_> { tree.problems().iter().map(Problem::code).collect() };
    let trees = read("[Event \"A\"]\n\n1. e4 *\n\nwords, words\n\n[Event \"B\"]\n\n1. d4 *");
    assert_eq!(trees.len(), 2);
    assert!(codes(&trees[0]).is_empty());
    assert_eq!(codes(&trees[1]), ["stray_text"]);
    let trees = read("1. e4 {never closed\n\n[Event \"Next\"]\n\n1. d4 *");
    assert_eq!(trees.len(), 2);
    assert_eq!(trees[1].movetext(), "1. d4 *");
}

/// Comments that a reader could take for the heading of the next game.
#[test]
fn no_comment_is_mistaken_for_the_next_game() {
    let long = "word ".repeat(12);
    for text in [
        "[Event \"A\"]",
        "[Event \"A\"] } and so on",
        "} [Event \"A\"].",
        "x\n[Event \"A\"]\n\n1. e4",
        &format!("{long}[Event \"A\"] {long}[Event \"A\"] {long}"),
        &format!("{long}[%clk 0:00:01] % escape {long}% escape {long}"),
        &format!("{long}}}{long}[Event \"A\"] {long}"),
        "}",
        "{{{",
        "\u{feff}",
        "\\\"",
    ] {
        let mut tree = GameTree::default();
        let e4 = tree.read(tree.root(), "e4").unwrap();
        tree.add_comment(tree.root(), text);
        tree.add_comment(e4, text);
        let d4 = tree.read(tree.root(), "d4").unwrap();
        tree.add_comment_before(d4, text);
        tree.add_comment(d4, text);
        tree.set_tag("Annotator", text).unwrap();
        let written = tree.to_string();
        let neighbor = GameTree::default();
        let both = format!("{written}{neighbor}");
        assert_eq!(read(&both), [tree, neighbor], "{written}");
        assert_eq!(rewritten(&both), both);
    }
    // This comment cannot be written as it is and gets a full stop.
    let mut tree = GameTree::default();
    tree.add_comment(tree.root(), "} [Event \"A\"]");
    assert_eq!(tree.comments(tree.root()), ["} [Event \"A\"]."]);
}

#[test]
fn ten_thousand_nested_variations_survive_a_round_trip() {
    let mut tree = GameTree::default();
    let mut at = tree.root();
    for ply in 0..10_000 {
        let [main, variation] = [
            ["Nf3", "Nc3"],
            ["Nf6", "Nc6"],
            ["Nf3", "Nb1"],
            ["Nf6", "Nb8"],
        ][ply % 4];
        tree.read(at, main).unwrap();
        at = tree.read(at, variation).unwrap();
    }
    let written = tree.to_string();
    assert!(read(&written) == [tree]);
    assert!(rewritten(&written) == written);
}

/// Counts the problems of a text.
struct Damages(usize);

impl Visitor for Damages {
    fn problem(&mut self, problem: &Problem) {
        self.0 += usize::from(problem.severity() == Severity::Damage);
    }
}

proptest! {
    #[test]
    fn written_games_read_the_same(trees in vec(any_tree(), 0..4)) {
        let written: String = trees.iter().map(GameTree::to_string).collect();
        let mut damages = Damages(0);
        Reader::from_bytes(written.as_bytes()).read_all(&mut damages).unwrap();
        prop_assert_eq!(damages.0, 0, "{}", written);
        prop_assert_eq!(&read(&written), &trees, "{}", written);
        prop_assert_eq!(rewritten(&written), written);
    }

    #[test]
    fn lines_have_at_most_seventy_nine_characters(tree in any_tree()) {
        let written = tree.to_string();
        let (_, moves) = written.split_once("\n\n").unwrap();
        for line in moves.lines().filter(|line| !line.starts_with(';')) {
            // A line is longer only where it cannot be broken.
            let is_breakable = |three: &[u8]| {
                three[0].is_ascii_lowercase() && three[1] == b' ' && three[2].is_ascii_lowercase()
            };
            prop_assert!(
                line.chars().count() < 80
                    || line.contains("[%")
                    || !line.as_bytes().windows(3).any(is_breakable),
                "{}",
                line
            );
        }
    }

    /// Holds for any text.
    #[test]
    fn anything_read_can_be_written_and_read_again(text in any_text()) {
        let trees = read(&text);
        // Moves from an unknown starting position are not read.
        let is_lost = |problem: &Problem| {
            matches!(problem.code(), "bad_fen" | "unknown_variant" | "missing_order")
        };
        if trees.iter().any(|tree| tree.problems().iter().any(is_lost)) {
            return Ok(());
        }
        let written: String = trees.iter().map(GameTree::to_string).collect();
        prop_assert_eq!(&read(&written), &trees, "{}", written);
        let rewritten = rewritten(&text);
        prop_assert_eq!(&read(&rewritten), &trees, "{}", rewritten);
    }
}

/// Text that resembles PGN.
fn any_text() -> impl Strategy<Value = String> {
    let pieces = [
        "1.",
        " e4",
        " e5",
        " Nf3",
        " d4",
        " d5",
        " c5",
        " (",
        ")",
        " {",
        "}",
        " {a}",
        "\n",
        "\n\n",
        ";",
        "%",
        "$1",
        "$300",
        "!",
        "?!",
        " --",
        " 1-0",
        " *",
        " 1/2-1/2",
        "[",
        "]",
        "\"",
        "\\",
        "[Event \"x\"]\n",
        "[Result \"0-1\"]\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
        "[FEN \"?\"]\n",
        "[Variant \"Chess960\"]\n",
        "[Variant \"Atomic\"]\n",
        "[Variant \"Saktris\"]\n",
        "[FEN \"8/8/8/8/8/8/8/8[NPK/npk] w - - 0 1 placed=0/0\"]\n",
        " N@g1",
        " N@g8",
        " P@e1",
        "[White \"é\"]\n",
        "é",
        "\0",
        "[%clk 0:00:01]",
        " O-O",
        "<>",
        "\r\n",
        "2... ",
    ];
    vec(prop::sample::select(pieces.to_vec()), 0..60).prop_map(|pieces| pieces.concat())
}
