//! Text in, events out.

use std::fmt::Write;

use arbiter_pgn::{Flow, Nag, Place, Problem, Reader, Severity, Termination, Visitor};
use arbiter_rules::{Move, Position};

/// Writes down all that it is told, a line for each game. Places are given
/// from where the game begins.
#[derive(Default)]
pub struct Script {
    pub text: String,
    begins: Option<Place>,
    has_moves: bool,
    depth: usize,
}

impl Script {
    fn word(&mut self, word: &str) {
        assert!(self.has_moves, "{word} before the moves: {}", self.text);
        self.text.push(' ');
        self.text.push_str(word);
    }
}

impl Visitor for Script {
    fn begin_game(&mut self, place: Place) {
        assert!(self.begins.is_none(), "a game inside a game");
        self.begins = Some(place);
        self.has_moves = false;
        let Place { line, column, .. } = place;
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
        assert_eq!(problem.span.start, problem.place.offset);
        let begins = self.begins.unwrap_or_default();
        let line = problem.place.line - begins.line + 1;
        let span = problem.span.start - begins.offset..problem.span.end - begins.offset;
        let mark = match problem.severity() {
            Severity::Note => "~",
            Severity::Damage => "!",
        };
        let code = problem.code();
        let column = problem.place.column;
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

/// What is told about a text.
pub fn told(text: &[u8]) -> String {
    let mut script = Script::default();
    Reader::over(text)
        .read_all(&mut script)
        .expect("text in memory");
    assert!(script.begins.is_none(), "a game that does not end");
    script.text
}

/// What is told about each game, but for where it begins.
pub fn games(text: &[u8]) -> Vec<String> {
    let told = told(text);
    let lines = told.lines().filter(|line| line.contains(" | "));
    let bare = lines.map(|line| line.split_once(' ').expect("a place").1.to_owned());
    bare.collect()
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
        "1:1 [Event \"A\"] [White \"B\"] | e4 {best} e5 Nf3 $1 ( Bc4 Nc6 ( Nf6 ) ) Nc6 = 1-0",
    );
}

#[test]
fn games_may_stand_without_tags_numbers_results_and_blank_lines() {
    check("e4 e5 Nf3", "1:1 | e4 e5 Nf3 ~missing_result@1:10+0 = none");
    check("1. e4 e5 *\n1. d4 1-0\n", "1:1 | e4 e5 = *\n2:1 | d4 = 1-0");
    check(
        "[Event \"A\"]\n1.e4\n[Event \"B\"]\n1.d4 0-1\n",
        "1:1 [Event \"A\"] | e4 ~missing_result@3:1+0 = none\n\
         3:1 [Event \"B\"] | d4 = 0-1",
    );
}
