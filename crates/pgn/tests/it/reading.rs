//! Texts and the events that the reader reports for them.

use std::fmt::Write;

use arbiter_pgn::{Flow, Nag, Problem, Reader, Severity, Termination, TextLocation, Visitor};
use arbiter_rules::{Move, Position};

/// Records everything that is reported, one line per game. Locations are relative
/// to the start of the game.
#[derive(Default)]
pub struct Transcript {
    pub text: String,
    begins: Option<TextLocation>,
    has_moves: bool,
    depth: usize,
}

impl Transcript {
    fn word(&mut self, word: &str) {
        assert!(self.has_moves, "{word} before the moves: {}", self.text);
        self.text.push(' ');
        self.text.push_str(word);
    }
}

impl Visitor for Transcript {
    fn begin_game(&mut self, location: TextLocation) {
        assert!(self.begins.is_none(), "a game inside a game");
        self.begins = Some(location);
        self.has_moves = false;
        let TextLocation { line, column, .. } = location;
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        let _ = write!(self.text, "{line}:{column}");
    }

    fn tag(&mut self, name: &str, value: &str) {
        assert!(self.begins.is_some() && !self.has_moves);
        let _ = write!(self.text, " [{name} {value:?}]");
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        assert!(self.begins.is_some() && !self.has_moves);
        self.has_moves = true;
        self.text.push_str(" |");
        if *start != Position::start() {
            let _ = write!(self.text, " <{start}>");
        }
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        assert!(before.legal_moves().any(|legal| legal == mv));
        self.word(&before.san(mv));
    }

    fn null_move(&mut self, _: &Position) {
        self.word("--");
    }

    fn nag(&mut self, nag: Nag) {
        self.word(&nag.to_string());
    }

    fn comment(&mut self, text: &str) {
        self.word(&format!("{{{text}}}"));
    }

    fn begin_variation(&mut self) -> Flow {
        self.depth += 1;
        self.word("(");
        Flow::Read
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.checked_sub(1).expect("a variation is open");
        self.word(")");
    }

    fn problem(&mut self, problem: &Problem) {
        assert_eq!(problem.span.start, problem.location.offset);
        let begins = self.begins.unwrap_or_default();
        let line = problem.location.line - begins.line + 1;
        let span = problem.span.start - begins.offset..problem.span.end - begins.offset;
        let mark = match problem.severity() {
            Severity::Note => "~",
            Severity::Damage => "!",
        };
        let code = problem.code();
        let column = problem.location.column;
        let _ = write!(
            self.text,
            " {mark}{code}@{line}:{column}+{}",
            span.end - span.start
        );
        let skipped = &problem.skipped;
        if !skipped.is_empty() {
            let (start, end) = (skipped.start - begins.offset, skipped.end - begins.offset);
            let _ = write!(self.text, " skipping {start}..{end}");
        }
    }

    fn end_game(&mut self, termination: Termination) {
        assert!(self.begins.is_some() && self.has_moves && self.depth == 0);
        self.begins = None;
        let end = match termination {
            Termination::Missing => "none",
            known => known.as_str(),
        };
        let _ = writeln!(self.text, " = {end}");
    }
}

/// Returns everything reported about a text.
pub fn told(text: &[u8]) -> String {
    let mut transcript = Transcript::default();
    Reader::from_bytes(text)
        .read_all(&mut transcript)
        .expect("text in memory");
    assert!(transcript.begins.is_none(), "a game that does not end");
    transcript.text
}

/// Returns everything reported about each game, except where it begins.
pub fn games(text: &[u8]) -> Vec<String> {
    let told = told(text);
    let lines = told.lines().filter(|line| line.contains(" | "));
    let bare = lines.map(|line| line.split_once(' ').expect("a place").1.to_owned());
    bare.collect()
}

fn check(text: &str, expected: &str) {
    check_bytes(text.as_bytes(), expected);
}

fn check_bytes(text: &[u8], expected: &str) {
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    let found = told(text);
    let found: Vec<&str> = found.trim().lines().map(str::trim).collect();
    assert_eq!(found, expected, "\nin {}", text.escape_ascii());
}

/// Reads moves without tags and compares what is reported after the first bar.
fn check_moves(text: &str, expected: &str) {
    check(text, &format!("1:1 | {expected}"));
}

#[test]
fn a_game_is_reported_in_the_order_of_the_text() {
    check(
        "[Event \"A\"]\n[White \"B\"]\n\n1. e4 {best} e5 2. Nf3 $1 (2. Bc4 Nc6 (2... Nf6)) Nc6 1-0\n",
        "1:1 [Event \"A\"] [White \"B\"] | e4 {best} e5 Nf3 $1 ( Bc4 Nc6 ( Nf6 ) ) Nc6 = 1-0",
    );
    check("", "");
    check(" \n\n\t\r\n", "");
}

#[test]
fn games_can_lack_tags_numbers_results_and_blank_lines() {
    check("e4 e5 Nf3", "1:1 | e4 e5 Nf3 ~missing_result@1:10+0 = none");
    check("1. e4 e5 *\n1. d4 1-0\n", "1:1 | e4 e5 = *\n2:1 | d4 = 1-0");
    check(
        "[Event \"A\"]\n1.e4\n[Event \"B\"]\n1.d4 0-1\n",
        "1:1 [Event \"A\"] | e4 ~missing_result@3:1+0 = none\n\
         3:1 [Event \"B\"] | d4 = 0-1",
    );
    check(
        "[White \"A\"]\n\n\n[White \"B\"]\n*\n[White \"C\"]",
        "1:1 [White \"A\"] | ~missing_result@4:1+0 = none\n\
         4:1 [White \"B\"] | = *\n\
         6:1 [White \"C\"] | ~missing_result@1:12+0 = none",
    );
}

#[test]
fn tags_repeated_after_an_empty_line_belong_to_the_next_game() {
    check(
        "[Event \"A\"]\n[Site \"B\"]\n\n[Site \"C\"]\n\n[Date \"D\"]\n[Site \"E\"]\n\n*",
        "1:1 [Event \"A\"] [Site \"B\"] | ~missing_result@4:1+0 = none\n\
         4:1 [Site \"C\"] [Date \"D\"] | ~missing_result@4:1+0 = none\n\
         7:1 [Site \"E\"] | = *",
    );
    // There can be empty lines between the tags of a game.
    check(
        "[Event \"A\"]\n\n[Site \"B\"]\n\n[Date \"C\"]\n\n*",
        "1:1 [Event \"A\"] [Site \"B\"] [Date \"C\"] | = *",
    );
    // A tag can be repeated.
    check(
        "[Event \"A\"]\n[Date \"B\"]\n[Date \"C\"]\n*",
        "1:1 [Event \"A\"] [Date \"B\"] [Date \"C\"] | = *",
    );
}

#[test]
fn event_can_come_later_among_the_tags() {
    check(
        "[Site \"A\"]\n[Event \"B\"]\n\n*\n\n[Date \"C\"] [Event \"D\"]\n*",
        "1:1 [Site \"A\"] [Event \"B\"] | = *\n6:1 [Date \"C\"] [Event \"D\"] | = *",
    );
    // A second Event tag begins the next game.
    check(
        "[Site \"A\"]\n[Event \"B\"]\n[Date \"C\"]\n[Event \"D\"]\n*",
        "1:1 [Site \"A\"] [Event \"B\"] [Date \"C\"] | ~missing_result@4:1+0 = none\n\
         4:1 [Event \"D\"] | = *",
    );
}

/// Otherwise a file could make a program that keeps tags use any amount of memory.
#[test]
fn a_game_has_at_most_a_thousand_tags() {
    let tags = |count: usize| -> String {
        let tags = (1..=count).map(|number| format!("[T{number} \"x\"]\n"));
        tags.collect()
    };
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let tag = format!("[FEN \"{fen}\"]");
    let told = |count| told(format!("{}{tag}\n\n1. e4 *\n", tags(count)).as_bytes());
    let end = format!("{tag} | <{fen}> e4 = *");
    assert!(told(999).trim().ends_with(&end));
    // Tags that the moves depend on are read nevertheless.
    let found = told(3000);
    let (from, to) = (tags(1000).len(), tags(3000).len() + tag.len());
    let end = format!("!too_many_tags@1001:1+11 skipping {from}..{to} | <{fen}> e4 = *");
    assert!(found.trim().ends_with(&end), "{found}");
    assert_eq!(found.matches("[T").count(), 1000);
}

#[test]
fn c27_results_are_read_in_every_spelling() {
    for (written, result) in [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("*", "*"),
        ("1–0", "1-0"),
        ("0—1", "0-1"),
        ("0‑1", "0-1"),
        ("1:0", "1-0"),
        ("½-½", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("1/2–1/2", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("½", "1/2-1/2"),
    ] {
        check_moves(
            &format!("1. e4 e5 {written}\n"),
            &format!("e4 e5 = {result}"),
        );
    }
    // In Latin-1 as well.
    check_bytes(b"1. e4 \xbd-\xbd", "1:1 | e4 = 1/2-1/2");
}

#[test]
fn the_rest_of_the_line_after_the_result_belongs_to_the_game() {
    check(
        "1. e4 1-0 {White wins} ; indeed\n1. d4 * $3\n",
        "1:1 | e4 {White wins} { indeed} = 1-0\n2:1 | d4 $3 = *",
    );
}

#[test]
fn move_numbers_are_read_in_every_spelling() {
    check_moves(
        "1.e4 e5 2 .Nf3 2... Nc6 3.  Bb5 3...a6 *",
        "e4 e5 Nf3 Nc6 Bb5 a6 = *",
    );
    check_moves("1 e4 e5 2 Nf3 2.. Nc6 *", "e4 e5 Nf3 Nc6 = *");
    check_moves("1. e4 1… e5 2.… Nf3 2…Nc6 3Bb5 *", "e4 e5 Nf3 Nc6 Bb5 = *");
    check_moves(
        "1.\u{a0}e4\u{a0}e5 2.\u{202f}Nf3\u{3000}Nc6 *",
        "e4 e5 Nf3 Nc6 = *",
    );
    check_moves(
        "1.e4,e5;x\n147. Nf3 . . 1000.... Nc6*",
        "e4 e5 {x} Nf3 Nc6 = *",
    );
}

#[test]
fn c24_moves_are_read_in_every_common_notation() {
    check_moves(
        "1. e2e4 E7E5 2. Ng1-f3 nc6 3. ♗c4 ♝c5 4. 0-0 Ng8f6 5. Nf3xe5 Nc6:e5 6. d4 Bd4: *",
        "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 Nxe5 Nxe5 d4 Bxd4 = *",
    );
}

#[test]
fn promotions_and_en_passant_captures_are_read_in_every_spelling() {
    let start = "[FEN \"1n6/P6k/8/4pP2/8/8/p6K/1N6 w - e6 0 1\"]";
    let told = "1:1 [FEN \"1n6/P6k/8/4pP2/8/8/p6K/1N6 w - e6 0 1\"] \
                | <1n6/P6k/8/4pP2/8/8/p6K/1N6 w - e6 0 1>";
    for (written, moves) in [
        ("a8=Q a1=N", "a8=Q a1=N"),
        ("a8Q a1N", "a8=Q a1=N"),
        ("a8(Q) a1(n)", "a8=Q a1=N"),
        ("a8/Q a1/N", "a8=Q a1=N"),
        ("axb8=R axb1=B", "axb8=R axb1=B"),
        ("ab(R) ab1", "axb8=R axb1=Q"),
        ("fxe6 a1", "fxe6 a1=Q"),
        ("fxe6 e.p. a1", "fxe6 a1=Q"),
        ("fxe6e.p. a1", "fxe6 a1=Q"),
        ("fxe6ep a1", "fxe6 a1=Q"),
        ("f5xe6 ep a1=Q!", "fxe6 a1=Q $1"),
    ] {
        check(
            &format!("{start}\n{written} *"),
            &format!("{told} {moves} = *"),
        );
    }
}

#[test]
fn glyphs_can_be_numbers_or_signs() {
    check_moves(
        "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 $7 Nf6 $14$15 5. O-O !",
        "e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 Ba4 $7 Nf6 $14 $15 O-O $1 \
         ~missing_result@1:70+0 = none",
    );
    check_moves(
        "e4 = e5 += Nf3 =+ Nc6 +/- Bb5 -/+ a6 +- Ba4 -+ Nf6 ± O-O ∓ Be7 ⩲ Re1 ⩱ b5 ∞ *",
        "e4 $10 e5 $14 Nf3 $15 Nc6 $16 Bb5 $17 a6 $18 Ba4 $19 Nf6 $16 O-O $17 Be7 $14 \
         Re1 $15 b5 $13 = *",
    );
    check_moves(
        "e4 N e5 D Nf3 □ Nc6 ‼ Bb5 ⁉ *",
        "e4 $146 e5 $220 Nf3 $7 Nc6 $3 Bb5 $5 = *",
    );
    // A sign used for both sides is about the side that has moved.
    check_moves(
        "e4 → e5 → Nf3 ∆ Nc6⇆ Bb5 ↑ a6 RR Ba4 TN (Bc4 ⨀ Be7 ⨀) *",
        "e4 $40 e5 $41 Nf3 $140 Nc6 $133 Bb5 $36 a6 $145 Ba4 $146 ( Bc4 $22 Be7 $23 ) = *",
    );
    check_moves(
        "1. e4+- e5= Nf3+/- Nc6± *",
        "e4 $18 e5 $10 Nf3 $16 Nc6 $16 = *",
    );
    check_moves(
        "e4 $255 e5 $256 Nf3 $0 *",
        "e4 $255 e5 ~unknown_nag@1:12+4 skipping 11..15 Nf3 $0 = *",
    );
    check_moves("e4!!! e5 ??? *", "e4 $3 e5 $4 = *");
}

#[test]
fn a_check_sign_can_be_missing_or_separate() {
    check_moves("1. f3 e5 2. g4 Qh4 *", "f3 e5 g4 Qh4# = *");
    check_moves("1. f3+ e5# 2. g4 Qh4 # 0-1", "f3 e5 g4 Qh4# = 0-1");
    check_moves("1. f3 e5 2. g4 Qh4 ++ 0-1", "f3 e5 g4 Qh4# = 0-1");
}

#[test]
fn null_moves_are_reported() {
    check_moves(
        "1. e4 -- 2. d4 Z0 3. Nf3 @@@@ 4. c4 null 5. Nc3 pass 6. -- e5 7. 0000 (7. --) d6 *",
        "e4 -- d4 -- Nf3 -- c4 -- Nc3 -- -- e5 -- ( -- ) d6 = *",
    );
    check_moves("1. e4 <> 2. d4 *", "e4 -- d4 = *");
    // A side in check cannot pass.
    check_moves(
        "1. e4 f5 2. Qh5+ -- 3. d4 1-0",
        "e4 f5 Qh5+ !illegal_move@1:18+2 skipping 17..26 = 1-0",
    );
}

#[test]
fn comments_and_escaped_lines_are_allowed_everywhere() {
    check_moves(
        "1. e4;to the end {\n% never (seen\n{a\nb}e5{}{ c }2.Nf3(;x\n2.d4{y})Nc6 *",
        "e4 {to the end {} {a\nb} e5 {} { c } Nf3 ( {x} d4 {y} ) Nc6 = *",
    );
    check_moves(
        "1. e4 {50% of (all) [games] <end> $1} e5 *",
        "e4 {50% of (all) [games] <end> $1} e5 = *",
    );
    check_moves("1. e4 <reserved {> e5 *", "e4 e5 = *");
    check(
        "% escaped\n;a comment\n[Event \"A\"]\n%[Site \"B\"]\n[Date \"C\"]\n*",
        "3:1 [Event \"A\"] [Date \"C\"] | = *",
    );
    check("{before} 1. e4 *", "1:1 | {before} e4 = *");
}

#[test]
fn comments_can_be_nested() {
    check_moves("1. e4 {a {b} c} e5 *", "e4 {a {b} c} e5 = *");
}

#[test]
fn tags_are_read_in_every_spelling() {
    for (tag, value) in [
        ("[A \"b\"]", "b"),
        ("[A \"\"]", ""),
        ("[A\"b\"]", "b"),
        ("[ A  \"b\" ]", "b"),
        ("[A\t\"b\"\t]", "b"),
        ("[A\n\"b\"]", "b"),
        ("[A \"b\nc\"]", "b\\nc"),
        ("[A \"b]c[d\"]", "b]c[d"),
        ("[A \"b \\\"c\\\" d\"]", "b \\\"c\\\" d"),
        ("[A \"b \"c\" d\"]", "b \\\"c\\\" d"),
        ("[A \"b \"c\"\"]", "b \\\"c\\\""),
        ("[A \"b\\\\\"]", "b\\\\"),
        ("[A \"b\\\"]", "b\\\\"),
        ("[A \"b\\c\"]", "b\\\\c"),
        ("[A \"b {c} (d) ;e\"]", "b {c} (d) ;e"),
        ("[A \"R\u{e9}ti\"]", "R\u{e9}ti"),
    ] {
        check(&format!("{tag}\n*"), &format!("1:1 [A \"{value}\"] | = *"));
        check(
            &format!("{tag}[B \"x\"]  [C \"y\"]\n*"),
            &format!("1:1 [A \"{value}\"] [B \"x\"] [C \"y\"] | = *"),
        );
    }
    check_bytes(
        b"[A \"R\xe9ti\"]\n{caf\xe9} *",
        "1:1 [A \"Réti\"] | {café} = *",
    );
    check(
        "\u{feff}[A \"b\"]\n*\n\u{feff}[A \"c\"]\n*",
        "1:4 [A \"b\"] | = *\n3:4 [A \"c\"] | = *",
    );
}

#[test]
fn every_kind_of_line_end_is_a_line_end() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "[A \"b\"]|[B \"c\"]||1. e4 ;x|e5 {y|z} 2. Ke3 Nf6 *|";
        let z = format!("{{y{}z}}", end.escape_debug());
        let told = told(text.replace('|', end).as_bytes());
        let told = told
            .trim_end()
            .replace(end, &end.escape_debug().to_string());
        let expected =
            format!("1:1 [A \"b\"] [B \"c\"] | e4 {{x}} e5 {z} !illegal_move@6:7+3 skipping");
        assert!(told.starts_with(&expected), "{told}, not {expected}");
    }
}

#[test]
fn a_game_starts_at_the_position_of_its_fen() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for tags in [
        format!("[FEN \"{fen}\"]"),
        format!("[SetUp \"1\"]\n[FEN \"{fen}\"]"),
        format!("[FEN \" {fen} \"]\n[Variant \"From Position\"]"),
        format!("[FEN \"{fen}\"]\n[Variant \"Regular\"]"),
        format!("[FEN \"{fen}\"]\n[Variant \"Normal Chess\"]"),
        format!("[FEN \"{fen}\"]\n[Variant \"wild/0\"]"),
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]".into(),
    ] {
        let found = told(format!("{tags}\n1. e4 Kd7 *").as_bytes());
        assert!(
            found.ends_with("| <4k3/8/8/8/8/8/4P3/4K3 w - - 0 1> e4 Kd7 = *\n"),
            "{found}"
        );
    }
    check(
        "[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 (1. d4) {x} e5 1-0\n1. d4 *",
        "1:1 [FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"] | !bad_fen@1:1+35 skipping 36..57 = 1-0\n\
         3:1 | d4 = *",
    );
}

#[test]
fn castling_in_chess960_uses_the_rooks_of_the_fen() {
    let games = [
        "[Variant \"Chess960\"]\n[FEN \"1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w KQkq - 0 1\"]",
        "[Variant \"chess 960\"]\n[FEN \"1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1\"]",
        "[Variant \"fischerandom\"]\n[FEN \"1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1\"]",
        "[FEN \"1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1\"]",
    ];
    for tags in games {
        for moves in ["1. O-O O-O-O *", "1. 0-0 0-0-0 *", "1. e1g1 e8b8 *"] {
            let found = told(format!("{tags}\n\n{moves}\n").as_bytes());
            assert!(found.ends_with("> O-O O-O-O = *\n"), "{found}");
        }
    }
    check(
        "[Variant \"Atomic\"]\n1. e4 e5 *\n1. d4 *",
        "1:1 [Variant \"Atomic\"] | !unknown_variant@1:1+18 skipping 19..28 = *\n3:1 | d4 = *",
    );
}

#[test]
fn the_line_after_an_illegal_move_is_skipped() {
    // The moves after it would not be those that were played.
    check_moves(
        "1. e4 e5 2. Ke3 Nc6 {x} (2... Nf6) 3. Nf3 $1 1-0",
        "e4 e5 !illegal_move@1:13+3 skipping 12..45 = 1-0",
    );
    check_moves(
        "1. e4 (1. d5 e5 (1... c5) 2. c4) (1. d4 d5 Ke3 {x} Nf3) e5 *",
        "e4 ( !illegal_move@1:11+2 skipping 10..31 ) ( d4 d5 !illegal_move@1:44+3 \
         skipping 43..54 ) e5 = *",
    );
    check_moves(
        "1. e4 hello e5 *",
        "e4 !unreadable_move@1:7+5 skipping 6..15 = *",
    );
    check_moves(
        "1. Nf3 Nf6 2. Nc3 Nc6 3. Rb1 Rb8 4. Nd3 *",
        "Nf3 Nf6 Nc3 Nc6 Rb1 Rb8 !illegal_move@1:37+3 skipping 36..40 = *",
    );
}

#[test]
fn the_line_after_a_meaningless_character_is_skipped() {
    for stray in [
        ")", "}", "]", "\"", ">", "&", "\\", "|", "\0", "<", "[", "$", "%",
    ] {
        check_moves(
            &format!("1. e4 {stray} e5 2. Nf3 *"),
            "e4 !stray_character@1:7+1 skipping 6..18 = *",
        );
    }
    check_moves(
        "1. e4 [%clk 0:01] e5 (1... c5) *",
        "e4 !stray_character@1:7+1 skipping 6..31 = *",
    );
    check_moves(
        "1. e4 (1. d4 } d5) e5 *",
        "e4 ( d4 !stray_character@1:14+1 skipping 13..17 ) e5 = *",
    );
}

/// A tag inside the value of a well-formed tag is part of the value.
#[test]
fn a_value_can_look_like_a_tag() {
    for (value, told) in [
        (r"\\[A", r"\[A"),
        (r#"a \"b\" [Round"#, r#"a "b" [Round"#),
        ("[Event ", "[Event "),
    ] {
        let text = format!("[White \"{value}\"]\n\n1. e4 *\n");
        check(&text, &format!("1:1 [White {told:?}] | e4 = *"));
    }
}

/// After a word that only begins like a move, a variation still replaces the last
/// move, however much text follows.
#[test]
fn a_word_that_only_begins_like_a_move_is_not_a_move() {
    let rest = " e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *";
    let moves = "e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 = *";
    for (sign, told) in [
        ("N?", "$146 $2"),
        ("N!", "$146 $1"),
        ("e.p.", ""),
        ("ep", ""),
    ] {
        let gap = if told.is_empty() { "" } else { " " };
        check_moves(
            &format!("1. e4 {sign} (1. d4){rest}"),
            &format!("e4 {told}{gap}( d4 ) {moves}"),
        );
    }
}

#[test]
fn unclosed_comments_and_variations_end_with_the_game() {
    let next = "[Event \"B\"]\n\n1. d4 *";
    for (text, expected) in [
        (
            "1. e4 {open e5",
            "e4 !unclosed_comment@1:7+9 skipping 6..15 ~missing_result@2:1+0 = none",
        ),
        (
            "1. e4 {open} e5 {x",
            "e4 {open} e5 !unclosed_comment@1:17+3 skipping 16..19 ~missing_result@2:1+0 = none",
        ),
        (
            "1. e4 (1. d4 d5",
            "e4 ( d4 d5 !unclosed_variation@1:7+1 ) ~missing_result@2:1+0 = none",
        ),
        (
            "1. e4 (1. d4 (1. c4 1-0",
            "e4 ( d4 ( c4 !unclosed_variation@1:14+1 ) !unclosed_variation@1:7+1 ) = 1-0",
        ),
        (
            "1. e4 ((1. d4 1-0",
            "e4 ( !variation_without_move@1:8+1 skipping 7..18 !unclosed_variation@1:8+1 !unclosed_variation@1:7+1 ) = 1-0",
        ),
        (
            "1. e4 {a e5 2. Nf3 {b} Nc6 *",
            "e4 !unclosed_comment@1:7+16 skipping 6..27 = *",
        ),
    ] {
        check(
            &format!("{text}\n{next}"),
            &format!("1:1 | {expected}\n2:1 [Event \"B\"] | d4 = *"),
        );
    }
}

#[test]
fn unclosed_tags_are_read_as_far_as_possible() {
    for (text, expected) in [
        ("[A \"b]", "!unclosed_value@1:1+6 [A \"b\"]"),
        ("[A \"b\"", "!unclosed_tag@1:1+6 [A \"b\"]"),
        ("[A \"b", "!unclosed_value@1:1+5 [A \"b\"]"),
    ] {
        check(
            &format!("{text}\n[B \"c\"]\n\n1. e4 *"),
            &format!("1:1 {expected} [B \"c\"] | e4 = *"),
        );
    }
    for text in ["[C d]", "C \"d\"]", "[]", "[C", "[\"d\"]"] {
        let length = text.len();
        check(
            &format!("[A \"b\"]\n{text}\n[B \"c\"]\n\n1. e4 *"),
            &format!(
                "1:1 [A \"b\"] !bad_tag@2:1+{length} skipping 8..{} [B \"c\"] | e4 = *",
                8 + length
            ),
        );
    }
}

#[test]
fn an_event_line_begins_a_game_even_inside_a_comment() {
    check(
        "1. e4 {a comment\n[Event \"A\"]\nthat is closed} e5 *",
        "1:1 | e4 !unclosed_comment@1:7+11 skipping 6..17 ~missing_result@2:1+0 = none\n\
         2:1 [Event \"A\"] | !unreadable_move@2:1+4 skipping 12..31 = *",
    );
    // Another tag does so after an empty line or before another tag; this one
    // is a comment.
    check_moves(
        "1. e4 {a\n[Site \"A\"]\nb} e5 *",
        "e4 {a\n[Site \"A\"]\nb} e5 = *",
    );
    check(
        "1. e4 {a\n\n[Site \"A\"]\n\n1. d4 *",
        "1:1 | e4 !unclosed_comment@1:7+4 skipping 6..10 ~missing_result@3:1+0 = none\n\
         3:1 [Site \"A\"] | d4 = *",
    );
    check(
        "1. e4 {a\n[Site \"A\"]\n[Date \"B\"]\n1. d4 *",
        "1:1 | e4 !unclosed_comment@1:7+3 skipping 6..9 ~missing_result@2:1+0 = none\n\
         2:1 [Site \"A\"] [Date \"B\"] | d4 = *",
    );
    check(
        "1. e4 * {[Site \"A\"]\n[Event \"B\"]\n1. d4 *",
        "1:1 | e4 !unclosed_comment@1:9+12 skipping 8..20 = *\n2:1 [Event \"B\"] | d4 = *",
    );
    check(
        "1. e4 {\n[Site \"A\"]\n[Event \"B\"]\n1. d4 *",
        "1:1 | e4 !unclosed_comment@1:7+2 skipping 6..8 ~missing_result@2:1+0 = none\n\
         2:1 [Site \"A\"] [Event \"B\"] | d4 = *",
    );
}

#[test]
fn a_game_can_be_commented_out_line_by_line() {
    check(
        "%[Event \"A\"]\n%[Site \"B\"]\n%1. e4 *\n;[Event \"C\"]\n;1. d4 *\n1. c4 *",
        "6:1 | c4 = *",
    );
    // If only the first line is commented out, a line end was lost before it.
    check(
        "1. e4 *\n;[Event \"C\"]\n[Site \"D\"]\n1. d4 *",
        "1:1 | e4 = *\n2:2 [Event \"C\"] [Site \"D\"] | d4 = *",
    );
}

#[test]
fn contradictory_results_are_reported() {
    check(
        "[Result \"1-0\"]\n1. e4 1-0",
        "1:1 [Result \"1-0\"] | e4 = 1-0",
    );
    check(
        "[Result \"1-0\"]\n1. e4 0-1",
        "1:1 [Result \"1-0\"] | e4 !results_disagree@2:7+3 = 0-1",
    );
    check(
        "[Result \"*\"]\n1. e4 0-1",
        "1:1 [Result \"*\"] | e4 ~results_disagree@2:7+3 = 0-1",
    );
    check("[Result \"?\"]\n1. e4 0-1", "1:1 [Result \"?\"] | e4 = 0-1");
    check(
        "[Result \"1-0\"]\n1. e4\n",
        "1:1 [Result \"1-0\"] | e4 ~missing_result@3:1+0 = none",
    );
    check(
        "[Result \"1-0\"]\n1. e4 e",
        "1:1 [Result \"1-0\"] | e4 !unreadable_move@2:7+1 skipping 21..22 !truncated@2:8+0 = none",
    );
}

#[test]
fn text_between_games_is_skipped_and_reported() {
    check(
        "My games\n\nof 2024.\n[Event \"A\"]\n*\n\nbye * 1-0 (x)\n{so long}\n1. e4 *\n2. e5",
        "!stray_text@1:1+18 skipping 0..18\n\
         4:1 [Event \"A\"] | = *\n\
         !stray_text@7:1+13 skipping 34..47\n\
         8:1 | {so long} e4 = *\n\
         !stray_text@10:1+5 skipping 66..71",
    );
}

#[test]
fn variations_can_be_nested_deeply() {
    let deep = 100_000;
    for (open, close) in [
        ("(", ")"),
        ("e4 (", ""),
        ("(e4 ", ")"),
        ("e4 {x} (", ") e5"),
        ("{", ""),
        ("[", "]"),
        ("<", ""),
        ("$", ""),
        ("(1-0 ", ")"),
        ("\"", ""),
    ] {
        let text = format!("1. {} {} *", open.repeat(deep), close.repeat(deep));
        let told = told(text.as_bytes());
        assert!(!told.is_empty());
    }
    // All are variations of the same move.
    let text = format!("1. e4 {}e5 *", "(1. d4 d5) ".repeat(deep));
    assert!(told(text.as_bytes()).ends_with("( d4 d5 ) e5 = *\n"));
}

#[test]
fn skipped_moves_and_variations_are_not_reported() {
    struct Skipper(Vec<String>);

    impl Visitor for Skipper {
        fn begin_moves(&mut self, _: &Position) -> Flow {
            self.0.push("moves".into());
            if self.0.len() == 1 {
                Flow::Skip
            } else {
                Flow::Read
            }
        }

        fn played(&mut self, before: &Position, mv: Move) {
            self.0.push(before.san(mv).to_string());
        }

        fn comment(&mut self, text: &str) {
            self.0.push(text.into());
        }

        fn begin_variation(&mut self) -> Flow {
            self.0.push("(".into());
            Flow::Skip
        }

        fn end_variation(&mut self) {
            self.0.push(")".into());
        }

        fn problem(&mut self, problem: &Problem) {
            self.0.push(problem.code().into());
        }

        fn end_game(&mut self, termination: Termination) {
            self.0.push(termination.to_string());
        }
    }

    let text = b"1. e4 (1. Ke8 {a}) {b} Ke5 1-0\n1. d4 (1. Ke8 (1. c4) {c}) {d} d5 0-1\n";
    let mut skipper = Skipper(Vec::new());
    Reader::from_bytes(text).read_all(&mut skipper).unwrap();
    assert_eq!(
        skipper.0,
        ["moves", "1-0", "moves", "d4", "(", "d", "d5", "0-1"]
    );
}
