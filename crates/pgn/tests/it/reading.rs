//! Text in, events out.

use std::fmt::Write;

use arbiter_pgn::{Flow, Nag, Place, Problem, Reader, Severity, Termination, Visitor};
use arbiter_rules::{Move, Position};

/// Writes down all that it is told, a line for each game and each problem.
#[derive(Default)]
pub struct Script {
    pub text: String,
    depth: usize,
    is_open: bool,
    has_begun: bool,
}

impl Script {
    fn word(&mut self, word: &str) {
        assert!(self.has_begun, "{word} before the moves: {}", self.text);
        self.text.push(' ');
        self.text.push_str(word);
    }
}

impl Visitor for Script {
    fn begin_game(&mut self, place: Place) {
        assert!(!self.is_open, "a game inside a game");
        self.is_open = true;
        self.has_begun = false;
        let Place { line, column, .. } = place;
        let _ = write!(self.text, "game {line}:{column}");
    }

    fn tag(&mut self, name: &str, value: &str) {
        assert!(self.is_open && !self.has_begun);
        let _ = write!(self.text, " [{name} {value:?}]");
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        assert!(self.is_open && !self.has_begun);
        self.has_begun = true;
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
        let Place { line, column, .. } = problem.place;
        let span = &problem.span;
        let skipped = &problem.skipped;
        let mark = match problem.severity() {
            Severity::Note => "~",
            Severity::Damage => "!",
        };
        assert_eq!(span.start, problem.place.offset);
        let _ = write!(
            self.text,
            " {mark}{}@{line}:{column}+{}",
            problem.code(),
            span.end - span.start,
        );
        if !skipped.is_empty() {
            let _ = write!(self.text, "-{}..{}", skipped.start, skipped.end);
        }
    }

    fn end_game(&mut self, termination: Termination) {
        assert!(self.is_open && self.has_begun && self.depth == 0);
        self.is_open = false;
        let end = match termination {
            Termination::Missing => "none",
            known => known.as_str(),
        };
        let _ = writeln!(self.text, " = {end}");
    }
}

/// What is told about a text, read at once and byte by byte.
pub fn told(text: &[u8]) -> String {
    let mut script = Script::default();
    Reader::over(text)
        .read_all(&mut script)
        .expect("text in memory");
    assert!(!script.is_open);
    script.text
}

fn check(text: &str, expected: &str) {
    let expected: String = expected
        .trim()
        .lines()
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    let found = told(text.as_bytes());
    assert_eq!(found.trim(), expected.trim(), "\nin {text}");
}

#[test]
fn a_game_is_told_in_the_order_of_the_text() {
    check(
        "[Event \"A\"]\n[White \"B\"]\n\n1. e4 {best} e5 2. Nf3 $1 (2. Bc4 Nc6 (2... Nf6)) Nc6 1-0\n",
        "game 1:1 [Event \"A\"] [White \"B\"] | e4 {best} e5 Nf3 $1 ( Bc4 Nc6 ( Nf6 ) ) Nc6 = 1-0",
    );
}

#[test]
fn games_may_stand_without_tags_numbers_results_and_blank_lines() {
    check(
        "e4 e5 Nf3",
        "game 1:1 | e4 e5 Nf3 ~missing_result@1:10+0 = none",
    );
    check(
        "1. e4 e5 *\n1. d4 1-0\n",
        "game 1:1 | e4 e5 = *\ngame 2:1 | d4 = 1-0",
    );
    check(
        "[Event \"A\"]\n1.e4\n[Event \"B\"]\n1.d4 0-1\n",
        "game 1:1 [Event \"A\"] | e4 ~missing_result@3:1+0 = none\n\
         game 3:1 [Event \"B\"] | d4 = 0-1",
    );
}
