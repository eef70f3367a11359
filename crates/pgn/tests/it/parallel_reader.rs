//! A text is read the same regardless of how it is split and on how many threads.

use std::{
    fmt::Write,
    io::{self, Read},
    num::NonZero,
    panic,
    sync::atomic::{AtomicU64, Ordering},
};

use arbiter_pgn::{
    Batch, Flow, Nag, ParallelReader, Problem, Reader, Termination, TextLocation, Visitor,
};
use arbiter_rules::{Move, Position};
use proptest::prelude::*;

/// Records everything that is reported.
#[derive(Default)]
struct Log(String);

impl Log {
    fn note(&mut self, note: impl std::fmt::Debug) {
        writeln!(self.0, "{note:?}").unwrap();
    }
}

impl Visitor for Log {
    fn begin_game(&mut self, location: TextLocation) {
        self.note(location);
    }
    fn tag(&mut self, name: &str, value: &str) {
        self.note((name, value));
    }
    fn begin_moves(&mut self, start: &Position) -> Flow {
        self.note(start.to_string());
        Flow::Read
    }
    fn played(&mut self, before: &Position, mv: Move) {
        self.note(before.san(mv).to_string());
    }
    fn null_move(&mut self, _: &Position) {
        self.note("--");
    }
    fn nag(&mut self, nag: Nag) {
        self.note(nag);
    }
    fn comment(&mut self, text: &str) {
        self.note(text);
    }
    fn begin_variation(&mut self) -> Flow {
        self.note('(');
        Flow::Read
    }
    fn end_variation(&mut self) {
        self.note(')');
    }
    fn problem(&mut self, problem: &Problem) {
        self.note(problem);
    }
    fn end_game(&mut self, termination: Termination) {
        self.note(termination);
    }
}

fn read_alone(text: &[u8]) -> String {
    let mut log = Log::default();
    let mut reader = Reader::from_bytes(text);
    while reader.read_game(&mut log).unwrap() {}
    log.0
}

fn read_in(batches: &ParallelReader, text: &[u8]) -> String {
    let mut whole = String::new();
    let work = |batch: &mut Batch<'_>| {
        let mut log = Log::default();
        while batch.read(&mut log) {}
        log.0
    };
    let deliver = |part: String| {
        whole.push_str(&part);
        Ok(())
    };
    batches.read(text, work, deliver).unwrap();
    whole
}

fn threads(count: usize) -> ParallelReader {
    ParallelReader::new(NonZero::new(count).unwrap())
}

/// An undamaged game.
const GAME: &str = "[Event \"Casual\"]\n[White \"a\"]\n[Result \"1-0\"]\n\n\
                    1. e4 {best} e5 (1... c5 2. Nf3) 2. Qh5 $2 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n";

#[test]
fn games_are_delivered_in_the_order_of_the_text() {
    let text: String = (0..500)
        .map(|number| GAME.replace("Casual", &number.to_string()))
        .collect();
    let expected = read_alone(text.as_bytes());
    assert_eq!(expected.matches("\"Event\"").count(), 500);
    for count in [1, 2, 3, 8] {
        for size in [1, 100, 1000, 1 << 20] {
            let found = read_in(&threads(count).batch_bytes(size), text.as_bytes());
            assert!(found == expected, "{count} threads, batches of {size}");
        }
    }
}

#[test]
fn a_text_without_games_can_be_read() {
    for text in ["", "\n", " \n\n ", "[", "\u{feff}", "\n[Event \""] {
        assert_eq!(
            read_in(&threads(2), text.as_bytes()),
            read_alone(text.as_bytes())
        );
    }
}

#[test]
fn a_stretch_that_cannot_be_split_is_read_as_it_arrives() {
    let many = "1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n".repeat(300);
    let long = format!("[Event \"long\"]\n\n1. e4 {{{}}} e5 *\n", "x ".repeat(5000));
    let text = [GAME, &many, GAME, &long, GAME, GAME].concat();
    let expected = read_alone(text.as_bytes());
    for count in [1, 2, 3] {
        for longest in [1, 64, 500, 4096] {
            let batches = threads(count).batch_bytes(200).max_held_bytes(longest);
            let found = read_in(&batches, text.as_bytes());
            assert!(found == expected, "{count} threads, {longest} bytes");
        }
    }
}

proptest! {
    #[test]
    fn a_damaged_text_reads_the_same_however_it_is_split(
        parts in prop::collection::vec((0..PARTS.len(), any::<u8>()), 0..40),
        count in 1..4_usize,
        size in 1..600_usize,
        longest in 1..600_usize,
    ) {
        let mut text = Vec::new();
        for (part, byte) in parts {
            text.extend_from_slice(PARTS[part].as_bytes());
            // Some bytes are damaged.
            if byte < 64 && !text.is_empty() {
                let place = usize::from(byte) * 7 % text.len();
                text[place] = byte;
            }
        }
        let batches = threads(count).batch_bytes(size).max_held_bytes(longest);
        let text = text.as_slice();
        let shown = String::from_utf8_lossy(text);
        prop_assert_eq!(read_in(&batches, text), read_alone(text), "{:?}", shown);
    }
}

const PARTS: [&str; 24] = [
    GAME,
    GAME,
    GAME,
    "[Event \"x\"]",
    "[Event \"",
    "[White \"b\"]\n",
    "\n",
    "\r\n",
    "\n\n",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    ";",
    "%",
    "1. e4 e5 ",
    "Ke4 ",
    "1-0 ",
    "\u{e9}",
    "$5 ",
    "\\",
];

/// A text of a given number of bytes, made of one repeated game.
struct Games<'c> {
    left: u64,
    /// The number of bytes read but not delivered yet.
    under_way: &'c AtomicU64,
    most: &'c AtomicU64,
    text: &'c [u8],
    at: usize,
}

impl Read for Games<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.text.len() - self.at;
        let count = count.min(bytes.len()).min(self.left as usize);
        bytes[..count].copy_from_slice(&self.text[self.at..self.at + count]);
        self.at = (self.at + count) % self.text.len();
        self.left -= count as u64;
        let now = self.under_way.fetch_add(count as u64, Ordering::SeqCst) + count as u64;
        self.most.fetch_max(now, Ordering::SeqCst);
        Ok(count)
    }
}

/// Skips the moves and remembers where the last game began.
#[derive(Default)]
struct Places {
    games: u64,
    last: u64,
}

impl Visitor for Places {
    fn begin_game(&mut self, location: TextLocation) {
        self.last = location.offset;
    }
    fn begin_moves(&mut self, _: &Position) -> Flow {
        Flow::Skip
    }
    fn end_game(&mut self, _: Termination) {
        self.games += 1;
    }
}

/// Reads a long text and returns the largest number of bytes held at once.
fn most_held(text: &[u8], length: u64, batches: &ParallelReader) -> u64 {
    let (under_way, most) = (AtomicU64::new(0), AtomicU64::new(0));
    let source = Games {
        left: length,
        under_way: &under_way,
        most: &most,
        text,
        at: 0,
    };
    let work = |batch: &mut Batch<'_>| {
        let mut places = Places::default();
        while batch.read(&mut places) {}
        places
    };
    let (mut games, mut before) = (0, 0);
    let deliver = |places: Places| {
        games += places.games;
        under_way.fetch_sub(places.last - before, Ordering::SeqCst);
        before = places.last;
        Ok(())
    };
    batches.read(source, work, deliver).unwrap();
    assert_eq!(games, length.div_ceil(text.len() as u64));
    most.into_inner()
}

#[test]
fn a_text_of_any_length_needs_the_same_memory() {
    let batches = threads(3).batch_bytes(1 << 16);
    let most = most_held(GAME.as_bytes(), 300 << 20, &batches);
    // What the threads are reading, and what waits for delivery.
    assert!(most < (3 + 12 + 1) << 16, "{most} bytes");
    // The text cannot be split anywhere.
    let game = b"1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n";
    let most = most_held(game, 100 << 20, &batches.max_held_bytes(1 << 17));
    assert!(most < (2 + 12 + 1) << 16, "{most} bytes");
}

#[test]
fn the_bytes_of_a_game_can_be_retrieved() {
    let many = "1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n".repeat(300);
    let text = [GAME, &many, GAME].concat();
    for longest in [4096, 1 << 20] {
        let mut seen = Vec::new();
        let work = |batch: &mut Batch<'_>| {
            let mut places = Places::default();
            let mut games = Vec::new();
            while batch.read(&mut places) {
                let span = places.last..batch.offset();
                games.push(batch.text(span).unwrap().trim_ascii().to_vec());
            }
            games
        };
        let deliver = |games: Vec<_>| {
            seen.extend(games);
            Ok(())
        };
        let batches = threads(2).batch_bytes(200).max_held_bytes(longest);
        batches.read(text.as_bytes(), work, deliver).unwrap();
        assert_eq!(seen.len(), 302);
        assert_eq!(seen[0], GAME.trim().as_bytes());
        assert_eq!(seen[1], b"1. e4 e5 2. Nf3 Nc6 1/2-1/2");
        assert_eq!(seen[300], seen[1]);
        assert_eq!(seen[301], seen[0]);
    }
}

#[test]
fn everything_before_an_error_of_the_source_is_delivered() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    for count in [1, 2, 5] {
        let text = GAME.repeat(100);
        let mut games = 0;
        let read = threads(count).batch_bytes(1000).read(
            text.as_bytes().chain(Broken),
            |batch| {
                let mut places = Places::default();
                while batch.read(&mut places) {}
                places.games
            },
            |count| {
                games += count;
                Ok(())
            },
        );
        assert_eq!(read.unwrap_err().to_string(), "the disk is gone");
        assert_eq!(games, 100);
    }
}

#[test]
fn work_stops_when_delivery_fails() {
    let deliver = |()| Err(io::Error::from(io::ErrorKind::BrokenPipe));
    for count in [1, 4] {
        // The text is endless, so reading all of it would never finish.
        let text = GAME.as_bytes().chain(io::repeat(b'\n'));
        let read = threads(count)
            .batch_bytes(64)
            .max_held_bytes(256)
            .read(text, |_| (), deliver);
        assert_eq!(read.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}

#[test]
fn games_that_are_not_read_are_skipped() {
    let text = GAME.repeat(50) + &"1. e4 e5 *\n".repeat(500) + &GAME.repeat(50);
    for count in [1, 3] {
        let mut batches = 0;
        let counted = |()| {
            batches += 1;
            Ok(())
        };
        let driver = threads(count).batch_bytes(1000).max_held_bytes(1000);
        driver.read(text.as_bytes(), |_| (), counted).unwrap();
        assert!(batches > 10, "{batches} batches");
    }
}

#[test]
fn a_panic_propagates_and_no_thread_waits_forever() {
    let text = GAME.repeat(1000);
    for count in [1, 4] {
        let read = panic::catch_unwind(|| {
            let work = |batch: &mut Batch<'_>| {
                let mut places = Places::default();
                while batch.read(&mut places) {}
                assert!(places.last < 10_000, "this is what the test is about");
            };
            threads(count)
                .batch_bytes(1000)
                .read(text.as_bytes(), work, |()| Ok(()))
        });
        assert!(read.is_err());
    }
}
