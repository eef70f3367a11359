use arbiter_pgn::{
    Flow, Nag, Problem, Reader, Termination, TextLocation, Visitor, next_game_start,
};
use arbiter_rules::{Move, Position};

/// Parsing never panics. Games and variations are properly nested, every move is
/// legal where it is played, every location is within the text, and the result
/// is the same whether a text is read from memory, from a stream, or in pieces
/// split where games begin.
pub fn pgn(data: &[u8]) {
    let mut whole = Log::default();
    let read = Reader::from_bytes(data).read_all(&mut whole);
    assert!(read.is_ok());
    whole.check_end(data.len());

    let mut stream = Log::default();
    let read = Reader::new(data).read_all(&mut stream);
    assert!(read.is_ok());
    assert_eq!(whole.events, stream.events);

    let mut pieces = Log::default();
    let (mut start, mut location) = (0, TextLocation::START);
    while start < data.len() {
        let end = next_game_start(data, start + 1).unwrap_or(data.len());
        let mut reader = Reader::from_bytes_at(&data[start..end], location);
        assert!(reader.read_all(&mut pieces).is_ok());
        (start, location) = (end, reader.location());
    }
    assert_eq!(whole.events, pieces.events);
}

/// The visitor's calls as text, and the current state.
#[derive(Default)]
struct Log {
    events: Vec<String>,
    is_game: bool,
    has_moves: bool,
    variations: usize,
    end: u64,
}

impl Log {
    fn note(&mut self, event: impl Into<String>) {
        self.events.push(event.into());
    }

    fn note_inside(&mut self, event: impl Into<String>) {
        assert!(self.is_game && self.has_moves);
        self.note(event);
    }

    fn check_end(&self, length: usize) {
        assert!(!self.is_game);
        assert!(self.end <= length as u64);
    }
}

impl Visitor for Log {
    fn begin_game(&mut self, location: TextLocation) {
        assert!(!self.is_game);
        self.is_game = true;
        self.has_moves = false;
        self.end = self.end.max(location.offset);
        self.note(format!("{location:?}"));
    }

    fn tag(&mut self, name: &str, value: &str) {
        assert!(self.is_game && !self.has_moves);
        self.note(format!("{name} {value}"));
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        assert!(self.is_game && !self.has_moves);
        self.has_moves = true;
        self.note(format!("{start:#}"));
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        assert!(before.legal_moves().any(|legal| legal == mv));
        self.note_inside(before.san(mv).as_str());
    }

    fn null_move(&mut self, before: &Position) {
        assert!(!before.is_check());
        self.note_inside("--");
    }

    fn nag(&mut self, nag: Nag) {
        self.note_inside(nag.to_string());
    }

    fn comment(&mut self, text: &str) {
        self.note_inside(text);
    }

    fn begin_variation(&mut self) -> Flow {
        self.variations += 1;
        self.note_inside("(");
        Flow::Read
    }

    fn end_variation(&mut self) {
        assert!(self.variations > 0);
        self.variations -= 1;
        self.note_inside(")");
    }

    fn problem(&mut self, problem: &Problem) {
        let Problem {
            location,
            span,
            skipped,
            ..
        } = problem;
        assert_eq!(location.offset, span.start);
        assert!(span.start <= span.end && skipped.start <= skipped.end);
        self.end = self.end.max(span.end).max(skipped.end);
        assert!(!problem.to_string().is_empty());
        self.note(format!("{problem:?}"));
    }

    fn end_game(&mut self, termination: Termination) {
        assert!(self.has_moves && self.variations == 0);
        self.note_inside(format!("{termination:?}"));
        self.is_game = false;
    }
}

/// Valid and damaged games.
pub const SEEDS: [&str; 12] = [
    "[Event \"A\"]\n[Site \"B\"]\n\n1. e4 e5 2. Nf3 $1 (2. Bc4 Nc6 (2... Nf6)) Nc6 1-0\n\n",
    "[Event \"C\"]\n1.d4 {one\ntwo} d5!? ; rest\n% no\n2.c4 1/2-1/2\n[Event \"D\"]\n1.c4 *\n",
    "[Event \"E\"]\r\n[Site \"F\"]\r\n\r\n1. e4 {open\r\n[Event \"G\"]\r\n\r\n1. c4 *\r\n",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. -- Ke6 0-1\n\n[FEN \"x\"]\n*\n",
    "[Variant \"Chess960\"]\n[FEN \"nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w GEge -\"]\n1. f4 *",
    "1. e4 (1. d4 (1. c4 (1. b4 {x}) c5) d5) e5 2. Ke3 Nf6 ) } ] \" 1-0 {after}",
    "e2e4 e7-e5 g1f3 0-0 Pd4 e8(Q) exd6e.p. \u{2658}c3 Z0 @@@@ \u{bd}-\u{bd}",
    "[White \"a \\\"b\\\" c\"] [Black \"d \"e\" f\"]\n[Round \"1\n2\"]\n[Date \"lost]\n[Result \"1-0\"\n*",
    "{a {nested} one} 1. e4 {a {b c} e5 <reserved> $300 $ 1\u{2013}0",
    "text that is no game\n\n[Event \"H\"]\n[Event \"I\"]\n\n1... e5 2. e4\n",
    "[Site \"K\"]\n[Event \"L\"]\n\n{[Event \"M\"]\n\n1. e4 *\n;[Event \"N\"]\n1. d4 *",
    "{\n\n[Site \"O\"]\n[Result \"0-1\"]\n\n1. a3 (1. a4 0-1\n\n[Site \"P\"]\n1.a3+- N =\n",
];
