use core::ops::Range;

use memchr::memchr2;

use super::{
    between::{LineEnd, line_end},
    classes::is_blank,
    decode::decode,
    game::{MARGIN, Parser, Phase, PlayedLine, Progress, Resume, Skip, SkipTo, Step, Text},
    heading::is_line_end,
    start::start,
    tag::{self, Tag, TagRead, unescaped},
};
use crate::{Flow, Problem, ProblemKind, Termination, Visitor};

/// What the tags of a game say, as far as reading its moves needs it.
#[derive(Debug, Default)]
pub struct Tags {
    /// The name of the first; a second one with that name begins a game.
    first: Vec<u8>,
    /// Which of the seven tags were seen that every game should have: one bit
    /// for each.
    roster: u8,
    /// Whether a line without a tag was seen since the last one.
    has_gap: bool,
    /// Whether the line began with a tag, and whether the line before did.
    is_tag_line: bool,
    is_after_tag_line: bool,
    fen: Option<(String, Problem)>,
    variant: Option<(String, Problem)>,
    pub result: Option<Termination>,
    /// How many were told.
    count: usize,
    /// Those that are too many, as far as they were seen.
    surplus: Option<Problem>,
}

/// So many tags of a game are told: whoever keeps them shall not need more
/// memory, or more time to find one, because a file says so.
const MOST: usize = 1000;

impl Tags {
    pub fn clear(&mut self) {
        self.first.clear();
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
    fn end_line(&mut self) {
        self.has_gap |= !self.is_tag_line;
        self.is_after_tag_line = self.is_tag_line;
        self.is_tag_line = false;
    }

    /// Whether a tag begins another game although the moves of this one have
    /// not been seen.
    #[inline]
    fn is_next_game(&self, name: &[u8], is_line_start: bool) -> bool {
        if self.first.is_empty() {
            return false;
        }
        if name == self.first {
            return true;
        }
        let bit = roster_bit(name);
        let is_known = self.roster & bit != 0;
        let is_event = bit == EVENT && (is_known || is_line_start && !self.is_after_tag_line);
        is_event || is_known && self.has_gap
    }
}

const EVENT: u8 = 1;

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

/// The tags of a game.
impl Parser {
    pub fn read_tags<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Progress {
        let bytes = text.bytes;
        loop {
            at = self.read_plain_tags(text, at, visitor);
            if bytes.len() - at < MARGIN && !text.is_last {
                return (at, Some(Step::More));
            }
            let Some(&byte) = bytes.get(at) else {
                self.begin_moves(at, visitor);
                return (at, None);
            };
            if is_blank(byte) {
                let is_second = byte == b'\n' && self.byte_before(text, at) == b'\r';
                if is_line_end(byte) && !is_second {
                    self.tags.end_line();
                }
                at += 1;
                continue;
            }
            let is_line_start = self.is_line_start(text, at);
            at = match byte {
                b'[' => match tag::read(bytes, at, text.is_last) {
                    TagRead::More => return (at, Some(Step::More)),
                    TagRead::Tag(tag) => {
                        let name = &bytes[tag.parts.name.clone()];
                        if self.tags.is_next_game(name, is_line_start) {
                            self.begin_moves(at, visitor);
                            self.finish(text, at, None, visitor);
                            return (at, Some(Step::GameOver));
                        }
                        let is_one_line = memchr2(b'\n', b'\r', &bytes[at..tag.end]).is_none();
                        self.tags.is_tag_line |= is_line_start;
                        self.tags.is_tag_line &= is_one_line;
                        if let Some(kind) = tag.problem {
                            let lost = tag.end..tag.end;
                            self.tell(text, at..tag.end, lost, kind, visitor);
                        }
                        self.take_tag(text, at..tag.end, &tag.parts, visitor);
                        tag.end
                    }
                    TagRead::Nothing => match self.pass_bad_tag(text, at, visitor) {
                        (end, None) if self.phase == Phase::Tags => end,
                        progress => return progress,
                    },
                },
                b'%' if is_line_start => match line_end(text, at) {
                    LineEnd::At(end) => end,
                    LineEnd::More => return (at, Some(Step::More)),
                    LineEnd::TooLong(end) => {
                        self.phase = Phase::LostLine(Resume::Tags);
                        return (end, None);
                    }
                },
                _ if is_line_start && is_broken_tag(&bytes[at..]) => {
                    match self.pass_bad_tag(text, at, visitor) {
                        (end, None) if self.phase == Phase::Tags => end,
                        progress => return progress,
                    }
                }
                _ => {
                    self.begin_moves(at, visitor);
                    return (at, None);
                }
            };
        }
    }

    /// Reads tags as PGN writes them, as far as it goes.
    #[inline(always)]
    fn read_plain_tags<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> usize {
        let bytes = text.bytes;
        while let Some(tag) = tag::read_plain(bytes, at) {
            let is_line_start = self.is_line_start(text, at);
            if self
                .tags
                .is_next_game(&bytes[tag.name.clone()], is_line_start)
            {
                break;
            }
            self.tags.is_tag_line |= is_line_start;
            self.take_tag(text, at..tag.end(), &tag, visitor);
            at = tag.end();
            if bytes.get(at) == Some(&b'\n') {
                self.tags.end_line();
                at += 1;
            }
        }
        at
    }

    #[inline]
    fn take_tag<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        span: Range<usize>,
        tag: &Tag,
        visitor: &mut V,
    ) {
        let name = &text.bytes[tag.name.clone()];
        if self.tags.first.is_empty() {
            self.tags.first.extend_from_slice(name);
        }
        self.tags.roster |= roster_bit(name);
        self.tags.has_gap = false;
        let is_told = visitor.tags() == Flow::Read;
        match name {
            b"Result" | b"FEN" | b"Fen" | b"fen" | b"Variant" | b"variant" => {}
            _ if is_told => {}
            _ => return,
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let value = decode(&text.bytes[tag.value.clone()], &mut scratch);
        let plain;
        let value = if tag.is_escaped {
            plain = unescaped(value);
            &plain
        } else {
            value
        };
        match name {
            b"Result" => self.tags.result = Termination::parse(value.trim()),
            b"FEN" | b"Fen" | b"fen" => {
                let problem = self.problem_at(text, span.clone(), ProblemKind::BadTag);
                self.tags.fen = Some((value.to_owned(), problem));
            }
            b"Variant" | b"variant" => {
                let problem = self.problem_at(text, span.clone(), ProblemKind::BadTag);
                self.tags.variant = Some((value.to_owned(), problem));
            }
            _ => {}
        }
        if is_told && self.tags.count < MOST {
            self.tags.count += 1;
            // A name is made of ASCII letters and digits.
            visitor.tag(str::from_utf8(name).unwrap_or_default(), value);
        } else if is_told {
            self.leave_out_tag(text, span);
        }
        self.scratch = scratch;
    }

    #[cold]
    fn leave_out_tag(&mut self, text: Text<'_>, span: Range<usize>) {
        let end = self.offset(span.end);
        if let Some(surplus) = &mut self.tags.surplus {
            surplus.skipped.end = end;
        } else {
            let problem = self.problem_at(text, span, ProblemKind::TooManyTags);
            self.tags.surplus = Some(Problem {
                skipped: problem.span.clone(),
                ..problem
            });
        }
    }

    /// Passes over a tag that is none: to the next tag or the end of the
    /// line.
    #[cold]
    fn pass_bad_tag<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        let end = match line_end(text, at) {
            LineEnd::More => return (at, Some(Step::More)),
            LineEnd::At(end) => end,
            LineEnd::TooLong(end) => {
                self.phase = Phase::LostLine(Resume::Tags);
                end
            }
        };
        let inner = tag::inner_tag(text.bytes, at + 1..end);
        let end = inner.unwrap_or(end);
        if inner.is_some() {
            self.phase = Phase::Tags;
        }
        self.tell(text, at..end, at..end, ProblemKind::BadTag, visitor);
        (end, None)
    }

    /// All tags are read.
    pub fn begin_moves<V: Visitor + ?Sized>(&mut self, at: usize, visitor: &mut V) {
        self.phase = Phase::Moves;
        self.frames.clear();
        self.skip = None;
        if let Some(surplus) = self.tags.surplus.take() {
            visitor.problem(&surplus);
        }
        if self.tags.fen.is_some() || self.tags.variant.is_some() {
            return self.begin_moves_from(at, visitor);
        }
        self.line = PlayedLine::START;
        if visitor.begin_moves(&self.line.position) == Flow::Skip {
            self.skip_moves(None);
        }
    }

    #[cold]
    fn begin_moves_from<V: Visitor + ?Sized>(&mut self, at: usize, visitor: &mut V) {
        let fen = self.tags.fen.take();
        let variant = self.tags.variant.take();
        let text_of = |tag: &Option<(String, Problem)>| tag.as_ref().map(|(text, _)| text.clone());
        match start(text_of(&fen).as_deref(), text_of(&variant).as_deref()) {
            Ok(position) => {
                self.line = PlayedLine::new(position);
                if visitor.begin_moves(&self.line.position) == Flow::Skip {
                    self.skip_moves(None);
                }
            }
            Err(kind) => {
                let tag = match kind {
                    ProblemKind::BadFen(_) => fen,
                    _ => variant,
                };
                self.line = PlayedLine::START;
                visitor.begin_moves(&self.line.position);
                let here = self.offset(at);
                self.skip_moves(tag.map(|(_, problem)| Problem {
                    kind,
                    skipped: here..here,
                    ..problem
                }));
            }
        }
    }

    fn skip_moves(&mut self, problem: Option<Problem>) {
        self.skip = Some(Skip {
            to: SkipTo::GameEnd,
            parentheses: 0,
            problem,
        });
    }
}

/// Whether a line that does not begin with a bracket was once a tag: it ends
/// with a quote and a bracket.
fn is_broken_tag(bytes: &[u8]) -> bool {
    let line = &bytes[..bytes.len().min(MARGIN)];
    let Some(end) = memchr2(b'\n', b'\r', line) else {
        return false;
    };
    line[..end].trim_ascii_end().ends_with(b"\"]") && line[0] != b'{' && line[0] != b';'
}
