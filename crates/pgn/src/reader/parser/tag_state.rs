use crate::{Problem, Termination};

/// What is known from the tags of the game being read.
#[derive(Debug, Default)]
pub struct TagState {
    /// The name of the first tag; another tag with that name begins a game.
    first_name: Vec<u8>,
    /// The tags of the Seven Tag Roster that have been read, one bit each.
    roster: u8,
    /// Whether a line without a tag has followed the last tag.
    has_gap: bool,
    /// Whether the current line began with a tag.
    is_tag_line: bool,
    /// Whether the line before it did.
    is_after_tag_line: bool,
    fen: Option<StartTag>,
    variant: Option<StartTag>,
    result: Option<Termination>,
    /// The number of tags reported.
    count: usize,
    /// The tags beyond the limit, as far as they have been read.
    surplus: Option<Problem>,
}

/// A tag that describes the starting position.
#[derive(Debug)]
pub struct StartTag {
    pub value: String,
    /// The problem to report if the value cannot be used.
    pub problem: Problem,
}

/// The maximum number of tags reported for a game. It bounds the memory of
/// programs that keep them, and the time they need to find one.
const MAX_TAGS: usize = 1000;

impl TagState {
    pub fn clear(&mut self) {
        self.first_name.clear();
        self.roster = 0;
        self.has_gap = false;
        self.is_tag_line = false;
        self.is_after_tag_line = false;
        self.fen = None;
        self.variant = None;
        self.result = None;
        self.count = 0;
        self.surplus = None;
    }

    #[inline]
    pub fn end_line(&mut self) {
        self.has_gap |= !self.is_tag_line;
        self.is_after_tag_line = self.is_tag_line;
        self.is_tag_line = false;
    }

    /// Notes that a tag of one line has been read.
    #[inline]
    pub fn note_tag(&mut self, is_line_start: bool) {
        self.is_tag_line |= is_line_start;
    }

    /// Notes that a tag of several lines has been read.
    pub fn note_long_tag(&mut self) {
        self.is_tag_line = false;
    }

    /// Notes the name of a tag that belongs to the game.
    #[inline]
    pub fn note_name(&mut self, name: &[u8]) {
        if self.first_name.is_empty() {
            self.first_name.extend_from_slice(name);
        }
        self.roster |= roster_bit(name);
        self.has_gap = false;
    }

    /// Reports whether a tag begins another game although this one has no moves
    /// yet.
    #[inline]
    pub fn is_next_game(&self, name: &[u8], is_line_start: bool) -> bool {
        if self.first_name.is_empty() {
            return false;
        }
        if name == self.first_name {
            return true;
        }
        let bit = roster_bit(name);
        let is_known = self.roster & bit != 0;
        let is_event = bit == EVENT && (is_known || is_line_start && !self.is_after_tag_line);
        is_event || is_known && self.has_gap
    }

    pub fn result(&self) -> Option<Termination> {
        self.result
    }

    pub fn set_result(&mut self, result: Option<Termination>) {
        self.result = result;
    }

    pub fn set_fen(&mut self, tag: StartTag) {
        self.fen = Some(tag);
    }

    pub fn set_variant(&mut self, tag: StartTag) {
        self.variant = Some(tag);
    }

    /// Reports whether a tag describes the starting position.
    #[inline]
    pub fn has_start(&self) -> bool {
        self.fen.is_some() || self.variant.is_some()
    }

    /// Returns the tags `FEN` and `Variant`.
    pub fn take_start(&mut self) -> (Option<StartTag>, Option<StartTag>) {
        (self.fen.take(), self.variant.take())
    }

    /// Counts a tag to be reported. Returns false if it exceeds the limit.
    #[inline]
    pub fn count_tag(&mut self) -> bool {
        let is_within_limit = self.count < MAX_TAGS;
        self.count += usize::from(is_within_limit);
        is_within_limit
    }

    /// Adds a tag beyond the limit.
    pub fn add_surplus(&mut self, problem: Problem) {
        match &mut self.surplus {
            Some(surplus) => surplus.skipped.end = problem.span.end,
            None => {
                self.surplus = Some(Problem {
                    skipped: problem.span.clone(),
                    ..problem
                });
            }
        }
    }

    #[inline]
    pub fn take_surplus(&mut self) -> Option<Problem> {
        self.surplus.take()
    }
}

const EVENT: u8 = 1;

/// Returns the bit of a tag of the Seven Tag Roster, or zero for any other tag.
#[inline]
fn roster_bit(name: &[u8]) -> u8 {
    match name {
        b"Event" => EVENT,
        b"Site" => 2,
        b"Date" => 4,
        b"Round" => 8,
        b"White" => 16,
        b"Black" => 32,
        b"Result" => 64,
        _ => 0,
    }
}
