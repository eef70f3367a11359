//! The reader reports exactly the same whether a text arrives in one piece, in
//! small pieces, or split where games begin.

use std::io::{self, BufRead, Read};

use arbiter_pgn::{
    Flow, Nag, Problem, Reader, Termination, TextLocation, Visitor, last_game_start,
    next_game_start,
};
use arbiter_rules::{Move, Position};
use proptest::prelude::*;

/// Everything reported, in order.
#[derive(Default, PartialEq, Eq, Debug)]
struct Log(Vec<Event>);

#[derive(PartialEq, Eq, Debug)]
enum Event {
    Game(TextLocation),
    Tag(String, String),
    Moves(Position),
    Played(Position, Move),
    Passed(Position),
    Nag(Nag),
    Comment(String),
    Open,
    Close,
    Problem(Problem),
    End(Termination),
}

impl Visitor for Log {
    fn begin_game(&mut self, location: TextLocation) {
        self.0.push(Event::Game(location));
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.0.push(Event::Tag(name.into(), value.into()));
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        self.0.push(Event::Moves(start.clone()));
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.0.push(Event::Played(before.clone(), mv));
    }

    fn null_move(&mut self, before: &Position) {
        self.0.push(Event::Passed(before.clone()));
    }

    fn nag(&mut self, nag: Nag) {
        self.0.push(Event::Nag(nag));
    }

    fn comment(&mut self, text: &str) {
        self.0.push(Event::Comment(text.into()));
    }

    fn begin_variation(&mut self) -> Flow {
        self.0.push(Event::Open);
        Flow::Read
    }

    fn end_variation(&mut self) {
        self.0.push(Event::Close);
    }

    fn problem(&mut self, problem: &Problem) {
        self.0.push(Event::Problem(problem.clone()));
    }

    fn end_game(&mut self, termination: Termination) {
        self.0.push(Event::End(termination));
    }
}

/// A text that arrives in pieces of this size.
struct Crumbs<'t> {
    rest: &'t [u8],
    size: usize,
}

impl Read for Crumbs<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Crumbs<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(&self.rest[..self.rest.len().min(self.size)])
    }

    fn consume(&mut self, length: usize) {
        self.rest = &self.rest[length..];
    }
}

fn whole(text: &[u8]) -> Log {
    let mut log = Log::default();
    Reader::from_bytes(text).read_all(&mut log).unwrap();
    log
}

fn crumbs(text: &[u8], size: usize) -> Log {
    let mut log = Log::default();
    let mut reader = Reader::new(Crumbs { rest: text, size });
    reader.read_all(&mut log).unwrap();
    log
}

/// Splits the text wherever it can be split, and reads the parts.
fn pieces(text: &[u8]) -> Log {
    let mut log = Log::default();
    let mut start = 0;
    let mut location = TextLocation::START;
    while start < text.len() {
        let end = next_game_start(text, start + 1).unwrap_or(text.len());
        let mut reader = Reader::from_bytes_at(&text[start..end], location);
        reader.read_all(&mut log).unwrap();
        location = reader.location();
        assert_eq!(location.offset, end as u64);
        start = end;
    }
    log
}

fn check(text: &[u8]) {
    check_sizes(text, &[1, 7, 600, 1 << 16]);
    let cuts: Vec<usize> = (0..text.len())
        .filter(|&at| at > 0 && next_game_start(text, at) == Some(at))
        .collect();
    assert_eq!(last_game_start(text), cuts.last().copied());
}

fn check_sizes(text: &[u8], sizes: &[usize]) {
    let expected = whole(text);
    for &size in sizes {
        agree(text, &crumbs(text, size), &expected);
    }
    agree(text, &pieces(text), &expected);
    check_spans(text, &expected);
}

fn agree(text: &[u8], found: &Log, expected: &Log) {
    if found != expected {
        let pairs = found.0.iter().zip(&expected.0);
        let equal = pairs
            .take_while(|(found, expected)| found == expected)
            .count();
        let (found, expected) = (found.0.get(equal), expected.0.get(equal));
        let text = text.escape_ascii();
        panic!("{text}\nevent {equal} is {found:?}\nand not {expected:?}");
    }
}

/// Checks that all spans are inside the text and in order.
fn check_spans(text: &[u8], log: &Log) {
    let end = text.len() as u64;
    let mut last_game_start = 0;
    for event in &log.0 {
        match event {
            Event::Game(location) => {
                assert!(last_game_start <= location.offset && location.offset < end);
                last_game_start = location.offset;
                check_location(text, *location);
            }
            Event::Problem(Problem {
                location,
                span,
                skipped,
                kind,
            }) => {
                assert!(last_game_start <= span.start && span.start <= span.end && span.end <= end);
                assert!(skipped.start <= skipped.end && skipped.end <= end);
                assert_eq!(location.offset, span.start);
                check_location(text, *location);
                assert!(!kind.to_string().is_empty());
                assert!(!kind.code().is_empty());
            }
            _ => {}
        }
    }
}

/// Checks a location by counting lines and columns the slow way.
fn check_location(text: &[u8], location: TextLocation) {
    let (mut line, mut column) = (1, 1);
    let before = &text[..location.offset as usize];
    for (at, &byte) in before.iter().enumerate() {
        match byte {
            b'\n' if at > 0 && before[at - 1] == b'\r' => {}
            b'\n' | b'\r' => line += 1,
            _ => {
                column += 1;
                continue;
            }
        }
        column = 1;
    }
    assert_eq!(
        (location.line, location.column),
        (line, column),
        "{location:?}"
    );
}

/// Fragments of PGN, valid and broken.
const PARTS: [&str; 60] = [
    "[Event \"A\"]",
    "[Event \"",
    "[Event",
    "[Site \"x\"]",
    "[White \"a \\\"b\\\"\"]",
    "[Black \"",
    "[Result \"1-0\"]",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]",
    "[FEN \"x\"]",
    "[Variant \"Chess960\"]",
    "[Variant \"Atomic\"]",
    "[SetUp \"1\"]",
    "[%clk 1:00]",
    "[",
    "]",
    "\"",
    "\\",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "\t",
    "{",
    "}",
    "{a comment}",
    "{two\nlines}",
    "(",
    ")",
    ";",
    "; rest",
    "%",
    "%escape",
    "<",
    ">",
    "$1",
    "$300",
    "!",
    "?!",
    "1.",
    "1. ",
    "1...",
    "e4",
    "e5",
    "Nf3",
    "Nc6 ",
    "O-O",
    "0-0",
    "--",
    "Ke2",
    "e8=Q",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "\0",
    "\u{feff}",
    "\u{e9}",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let part = prop::sample::select(&PARTS[..]).prop_map(|part| part.as_bytes().to_vec());
    let noise = prop::collection::vec(any::<u8>(), 1..4);
    prop::collection::vec(prop_oneof![20 => part, 1 => noise], 0..80)
        .prop_map(|parts| parts.concat())
}

#[test]
fn only_the_part_that_is_too_long_is_skipped() {
    let long = 3 << 20;
    let x = "x".repeat(long);
    let lines = "xyz\n".repeat(long / 4);
    for (middle, problems) in [
        (format!("1. e4 {{{x}}} e5 *"), 1),
        (format!("1. e4 {{{lines}}} e5 *"), 1),
        (format!("1. e4 {{{x}"), 2),
        (format!("1. e4 {{{lines}"), 2),
        (format!("1. e4 ;{x}\ne5 *"), 1),
        (format!("1. e4\n%{x}\ne5 *"), 0),
        (format!("1. e4 {x} e5 *"), 1),
        (format!("1. e4 ${} e5 *", "1".repeat(long)), 1),
        (format!("{}1. e4 *", "\n".repeat(long)), 0),
        (format!("[Site \"{x}\"]\n*"), 2),
        (format!("[Site \"{lines}\"]\n*"), 2),
        (format!("[{x}]\n*"), 1),
        (format!("% {x}\n*"), 0),
    ] {
        let text = format!(
            "[Event \"A\"]\n\n1. d4 *\n\n[Event \"B\"]\n{middle}\n\n[Event \"C\"]\n\n1. c4 *\n"
        );
        let log = whole(text.as_bytes());
        let start = middle.get(..20).unwrap_or_default();
        let count =
            |wanted: fn(&Event) -> bool| log.0.iter().filter(|&event| wanted(event)).count();
        assert_eq!(count(|event| matches!(event, Event::Game(_))), 3, "{start}");
        let found = count(|event| matches!(event, Event::Problem(_)));
        assert_eq!(found, problems, "{start}");
        check_sizes(text.as_bytes(), &[1 << 16]);
    }
    let between = format!("1. d4 *\n{x}\n{{{x}}}\n{lines}\n1. c4 *\n");
    assert_eq!(whole(between.as_bytes()).0.len(), 9);
    check_sizes(between.as_bytes(), &[1 << 16]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn all_ways_of_reading_agree(text in text()) {
        check(&text);
    }

    #[test]
    fn any_bytes_can_be_read(text in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&text);
    }
}
