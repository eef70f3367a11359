//! PGN's export form, byte by byte.

use std::io;

use arbiter_pgn::{Flow, GameTree, Nag, Termination, TextLocation, Visitor, Writer};
use arbiter_rules::{Color, Position};

/// Passes a script to a writer and compares the moves it writes.
///
/// `( ) $n {…} --` and moves are passed on as they are; comments contain
/// underscores instead of blanks.
fn check(script: &str, expected: &str) {
    let mut writer = Writer::new(Vec::new());
    report(script, &Position::start(), &mut writer);
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    let (_, moves) = text.split_once("\n\n").unwrap();
    assert_eq!(moves, format!("{expected}\n\n"), "{script}");
    for line in moves.lines().filter(|line| !line.contains(';')) {
        assert!(line.chars().count() < 80, "{line}");
        assert!(!line.ends_with(' '), "{line:?}");
    }
}

fn report(script: &str, start: &Position, visitor: &mut impl Visitor) {
    visitor.begin_game(TextLocation::START);
    assert_eq!(visitor.begin_moves(start), Flow::Read);
    // The positions before the last move and after it, line by line.
    let mut lines = vec![(start.clone(), start.clone())];
    for word in script.split_whitespace() {
        let (before, now) = lines.last().unwrap().clone();
        if word == "(" {
            lines.push((before.clone(), before));
            visitor.begin_variation();
        } else if word == ")" {
            lines.pop();
            visitor.end_variation();
        } else if let Some(nag) = word.strip_prefix('$') {
            visitor.nag(Nag(nag.parse().unwrap()));
        } else if let Some(text) = word.strip_prefix('{') {
            visitor.comment(&text[..text.len() - 1].replace('_', " ").replace('|', "\n"));
        } else if word == "--" {
            let mut setup = now.to_setup();
            setup.turn = !setup.turn;
            setup.fullmoves += u16::from(setup.turn == Color::White);
            visitor.null_move(&now);
            *lines.last_mut().unwrap() = (now, setup.position().unwrap());
        } else {
            let mv = now.read(word).unwrap();
            visitor.played(&now, mv);
            *lines.last_mut().unwrap() = (now.clone(), now.after(mv));
        }
    }
    visitor.end_game(Termination::Unknown);
}

#[test]
fn moves_are_numbered_where_needed() {
    check("", "*");
    check("e4 e5 Nf3", "1. e4 e5 2. Nf3 *");
    check("e4 $1 e5 $2 $14 Nf3", "1. e4 $1 e5 $2 $14 2. Nf3 *");
    check(
        "{Now.} e4 {So.} e5 {And.} Nf3",
        "{Now.} 1. e4 {So.} 1... e5 {And.} 2. Nf3 *",
    );
    check(
        "e4 ( d4 d5 ( Nf6 ) c4 ) ( c4 ) e5 ( c5 ) Nf3",
        "1. e4 (1. d4 d5 (1... Nf6) 2. c4) (1. c4) 1... e5 (1... c5) 2. Nf3 *",
    );
    check(
        "e4 ( {Or} d4 {so} ) e5",
        "1. e4 ({Or} 1. d4 {so}) 1... e5 *",
    );
    check("e4 -- d4", "1. e4 -- 2. d4 *");
}

#[test]
fn moves_are_in_standard_algebraic_notation() {
    check("f2f3 e7e5 g4 Qh4", "1. f3 e5 2. g4 Qh4# *");
    check("e4 f5 Qh5 g6", "1. e4 f5 2. Qh5+ g6 *");
    check(
        "Nf3 Nf6 g3 g6 Bg2 Bg7 0-0 0-0",
        "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *",
    );
}

#[test]
fn empty_comments_and_variations_are_not_written() {
    check("e4 ( ) e5 {} {_|_} Nf3", "1. e4 e5 2. Nf3 *");
    check("e4 ( ( ) d4 ( ) ) e5", "1. e4 (1. d4) 1... e5 *");
}

#[test]
fn lines_end_before_the_eightieth_column() {
    check(
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6",
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8.\n\
         Ng1 Ng8 9. Nf3 Nf6 *",
    );
    // A parenthesis takes its move to the next line with it.
    let line = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6";
    let moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6";
    check(
        &format!("{moves} Ng1 ( e4 e6 ) {{x}}"),
        &format!("{line} 6. Ng1 (6. e4 e6) {{x}} *"),
    );
    check(
        &format!("{moves} Ng1 ( e4 e6 h3 ) {{x}}"),
        &format!("{line} 6. Ng1 (6. e4 e6 7. h3)\n{{x}} *"),
    );
    check(
        &format!("{moves} Ng1 ( e4 Nc6 Nc3 ) {{x}}"),
        &format!("{line} 6. Ng1 (6. e4 Nc6 7.\nNc3) {{x}} *"),
    );
    check(
        &format!("{moves} Ng1 ( d4 h6 {{1234567}} ) ( e4 )"),
        &format!("{line} 6. Ng1 (6. d4 h6\n{{1234567}}) (6. e4) *"),
    );
}

#[test]
fn parentheses_that_fill_a_line_continue_on_the_next() {
    let moves = ["Nf3 ( Nc3", "Nf6 ( Nc6", "Nf3 ( Nb1", "Nf6 ( Nb8"];
    let opened: Vec<_> = (0..100).map(|ply| moves[ply % 4]).collect();
    let script = format!("{} {}", opened.join(" "), ") ".repeat(100));
    let mut writer = Writer::new(Vec::new());
    report(&script, &Position::start(), &mut writer);
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    assert_eq!(text.matches(')').count(), 100);
}

#[test]
fn comments_break_only_at_blanks_where_it_is_safe() {
    let word = "x".repeat(30);
    check(
        &format!("{{{word}_{word}_{word}}}"),
        &format!("{{{word} {word}\n{word}}} *"),
    );
    // A line break is read as one blank, so a line is never broken at two blanks.
    check(
        &format!("{{{word}_{word}__{word}}}"),
        &format!("{{{word}\n{word}  {word}}} *"),
    );
    check(
        &format!("{{{word}_{word}_[%clk_0:00:10.55]_x}}"),
        &format!("{{{word} {word}\n[%clk 0:00:10.55] x}} *"),
    );
    for unlike in ["%", "[Event"] {
        check(
            &format!("{{{word}_{word}_{unlike}{word}}}"),
            &format!("{{{word}\n{word} {unlike}{word}}} *"),
        );
    }
    let long = "y".repeat(77);
    check(
        &format!("e4 {{{long}}}"),
        &format!("1. e4\n{{{long}}} *").replace("} *", "}\n*"),
    );
    check(
        &format!("{{|one||{word}_|_two}}"),
        &format!("{{one {word} two}} *"),
    );
    let accented = "é".repeat(30);
    check(
        &format!("{{{accented}_{accented}_ééééééééé}} e4"),
        &format!("{{{accented} {accented} ééééééééé}} 1. e4\n*"),
    );
}

#[test]
fn a_comment_with_a_brace_in_it_follows_a_semicolon() {
    check("e4 {a}b} e5", "1. e4\n; a}b\n1... e5 *");
    check("e4 ( d4 {}} ) e5", "1. e4 (1. d4\n; }\n) 1... e5 *");
    check("e4 ( {:-}} d4 ) e5", "1. e4 (\n; :-}\n1. d4) 1... e5 *");
    check("{}} e4 {{}} {{}", "; }\n1. e4\n; {}\n; {\n*");
}

#[test]
fn tags_are_sorted_and_escaped() {
    let mut writer = Writer::new(Vec::new());
    writer.begin_game(TextLocation::START);
    writer.tag("ECO", "C20");
    writer.tag("Black", r#"O"Neill \"#);
    writer.tag("White", "?");
    writer.tag("White", "Morphy, Paul");
    writer.tag("SetUp", "0");
    writer.begin_moves(&Position::start());
    writer.end_game(Termination::Won(Color::White));
    assert_eq!(
        String::from_utf8(writer.finish().unwrap()).unwrap(),
        r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "O\"Neill \\"]
[Result "1-0"]
[ECO "C20"]

1-0

"#
    );
}

#[test]
fn the_result_tag_is_filled_in_at_the_end_of_the_game() {
    let written = |tag: Option<&str>, termination| {
        let mut writer = Writer::new(Vec::new());
        writer.begin_game(TextLocation::START);
        if let Some(tag) = tag {
            writer.tag("Result", tag);
        }
        writer.begin_moves(&Position::start());
        writer.end_game(termination);
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        let tag = text.lines().find(|line| line.starts_with("[Result"));
        format!("{} {}", tag.unwrap(), text.lines().nth_back(1).unwrap())
    };
    let (black, drawn) = (Termination::Won(Color::Black), Termination::Drawn);
    let (unknown, missing) = (Termination::Unknown, Termination::Missing);
    assert_eq!(written(None, black), r#"[Result "0-1"] 0-1"#);
    assert_eq!(written(None, missing), r#"[Result "*"] *"#);
    assert_eq!(written(Some("?"), drawn), r#"[Result "1/2-1/2"] 1/2-1/2"#);
    assert_eq!(written(Some("?"), missing), r#"[Result "*"] *"#);
    assert_eq!(written(Some("0-1"), missing), r#"[Result "0-1"] 0-1"#);
    assert_eq!(written(Some("0-1"), unknown), r#"[Result "0-1"] *"#);
    // Two known results that contradict each other are both written unchanged.
    assert_eq!(written(Some("1-0"), black), r#"[Result "1-0"] 0-1"#);
}

#[test]
fn games_from_a_position_have_its_fen() {
    let tags = |start: &Position| {
        let text = GameTree::new(start.clone()).to_string();
        let others = text.lines().skip(7).take_while(|line| !line.is_empty());
        others.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(tags(&Position::start()), "");
    let start = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40".parse().unwrap();
    assert_eq!(
        tags(&start),
        r#"[SetUp "1"] [FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]"#
    );
    // X-FEN: the file of a rook only where KQkq would name another.
    assert_eq!(
        tags(&Position::chess960(0).unwrap()),
        r#"[Variant "Chess960"] [SetUp "1"] [FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]"#
    );
    let start = "1k6/8/8/8/8/8/8/4KRR1 w F - 0 1".parse().unwrap();
    assert_eq!(
        tags(&start),
        r#"[Variant "Chess960"] [SetUp "1"] [FEN "1k6/8/8/8/8/8/8/4KRR1 w F - 0 1"]"#
    );
    let mut tree = GameTree::new("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40".parse().unwrap());
    let id = tree.read(tree.root(), "Kd7").unwrap();
    tree.read(id, "e4").unwrap();
    assert_eq!(tree.movetext(), "40... Kd7 41. e4 *");
}

#[test]
fn games_are_separated_by_an_empty_line() {
    let mut writer = Writer::new(Vec::new());
    report("e4", &Position::start(), &mut writer);
    report("d4", &Position::start(), &mut writer);
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert_eq!(text.matches("\n\n1. e4 *\n\n[Event").count(), 1);
    assert_eq!(text.matches("\n\n1. d4 *\n\n").count(), 1);
}

#[test]
fn long_games_are_written_in_pieces() {
    /// Keeps what is written and the size of the largest piece.
    #[derive(Default)]
    struct Pieces(Vec<u8>, usize);

    impl io::Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.extend_from_slice(bytes);
            self.1 = self.1.max(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut tree = GameTree::default();
    let mut at = tree.root();
    for ply in 0..30_000 {
        at = tree
            .read(at, ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4])
            .unwrap();
        tree.add_comment(at, "é");
    }
    let written = |tree: &GameTree| {
        let mut writer = Writer::new(Pieces::default());
        tree.walk(&mut writer);
        writer.finish().unwrap()
    };
    // The tags cannot be written until the end of the game gives the result.
    let unknown = written(&tree);
    tree.set_termination(Termination::Drawn);
    let known = written(&tree);
    assert!(known.1 < 40_000 && known.0.len() > 300_000, "{}", known.1);
    let text = |pieces: Pieces| String::from_utf8(pieces.0).unwrap();
    let known = text(known);
    assert!(known == tree.to_string());
    let (_, moves) = known.split_once("\n\n").unwrap();
    let moves = moves.replace('\n', " ");
    assert!(moves.trim_end() == tree.movetext());
    assert_eq!(text(unknown).replace("*", "1/2-1/2").len(), known.len());
}

#[test]
fn errors_of_the_output_are_returned() {
    struct Full;

    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let error = GameTree::default().write(Full).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    let mut writer = Writer::new(Full);
    report("e4", &Position::start(), &mut writer);
    assert!(writer.flush().is_err());
    assert!(writer.flush().is_ok());
}
