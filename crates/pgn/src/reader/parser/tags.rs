//! The tag section of a game.

use core::ops::Range;

use arbiter_rules::Position;
use memchr::memchr2;

use super::{Parser, Phase, Progress, Section, Step, tag_state::StartTag};
use crate::{
    Flow, Problem, ProblemKind, Termination, Visitor,
    reader::{
        byte_class::is_blank,
        decode::decode,
        heading::{LineEnd, line_end},
        line_end::is_line_end,
        start_position::start_position,
        tag::{self, TagRead, TagSpans, unescaped},
        text_cursor::{LOOKAHEAD_BYTES, Window},
    },
};

impl Parser {
    pub(super) fn read_tags<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Progress {
        let bytes = window.bytes;
        loop {
            at = self.read_plain_tags(window, at, visitor);
            if window.needs_more(at) {
                return (at, Some(Step::NeedsMore));
            }
            let Some(&byte) = bytes.get(at) else {
                self.begin_moves(at, visitor);
                return (at, None);
            };
            if is_blank(byte) {
                let is_lf_of_crlf = byte == b'\n' && self.cursor.byte_before(window, at) == b'\r';
                if is_line_end(byte) && !is_lf_of_crlf {
                    self.tags.end_line();
                }
                at += 1;
                continue;
            }
            let is_line_start = self.cursor.is_line_start(window, at);
            at = match byte {
                b'[' => match tag::read(bytes, at, window.is_last) {
                    TagRead::NeedsMore => return (at, Some(Step::NeedsMore)),
                    TagRead::Tag(tag) => {
                        let name = &bytes[tag.spans.name.clone()];
                        if self.tags.is_next_game(name, is_line_start) {
                            self.begin_moves(at, visitor);
                            self.end_game(window, at, None, visitor);
                            return (at, Some(Step::GameEnd));
                        }
                        self.tags.note_tag(is_line_start);
                        if memchr2(b'\n', b'\r', &bytes[at..tag.end]).is_some() {
                            self.tags.note_long_tag();
                        }
                        if let Some(kind) = tag.problem {
                            let skipped = tag.end..tag.end;
                            self.report(window, at..tag.end, skipped, kind, visitor);
                        }
                        self.take_tag(window, at..tag.end, &tag.spans, visitor);
                        tag.end
                    }
                    TagRead::NotATag => match self.skip_bad_tag(window, at, visitor) {
                        (end, None) if self.phase == Phase::Tags => end,
                        progress => return progress,
                    },
                },
                b'%' if is_line_start => match line_end(window, at) {
                    LineEnd::At(end) => end,
                    LineEnd::NeedsMore => return (at, Some(Step::NeedsMore)),
                    LineEnd::TooLong(end) => {
                        self.phase = Phase::LongLine(Section::Tags);
                        return (end, None);
                    }
                },
                _ if is_line_start && is_broken_tag(&bytes[at..]) => {
                    match self.skip_bad_tag(window, at, visitor) {
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

    /// Reads tags as long as they have exactly the form that PGN prescribes.
    #[inline(always)]
    fn read_plain_tags<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> usize {
        let bytes = window.bytes;
        while let Some(tag) = tag::read_plain(bytes, at) {
            let is_line_start = self.cursor.is_line_start(window, at);
            let name = &bytes[tag.name.clone()];
            if self.tags.is_next_game(name, is_line_start) {
                break;
            }
            self.tags.note_tag(is_line_start);
            self.take_tag(window, at..tag.end(), &tag, visitor);
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
        window: Window<'_>,
        range: Range<usize>,
        tag: &TagSpans,
        visitor: &mut V,
    ) {
        let name = &window.bytes[tag.name.clone()];
        self.tags.note_name(name);
        let is_reported = visitor.tags() == Flow::Read;
        match name {
            b"Result" | b"FEN" | b"Fen" | b"fen" | b"Variant" | b"variant" => {}
            _ if is_reported => {}
            _ => return,
        }
        let value = decode(&window.bytes[tag.value.clone()], &mut self.scratch);
        let plain;
        let value = if tag.is_escaped {
            plain = unescaped(value);
            &plain
        } else {
            value
        };
        let mut start_tag = || StartTag {
            value: value.to_owned(),
            problem: self
                .cursor
                .problem_at(window, range.clone(), ProblemKind::BadTag),
        };
        match name {
            b"Result" => self.tags.set_result(Termination::parse(value.trim())),
            b"FEN" | b"Fen" | b"fen" => self.tags.set_fen(start_tag()),
            b"Variant" | b"variant" => self.tags.set_variant(start_tag()),
            _ => {}
        }
        if !is_reported {
            return;
        }
        if self.tags.count_tag() {
            // A name consists of ASCII letters and digits.
            visitor.tag(str::from_utf8(name).unwrap_or_default(), value);
        } else {
            self.leave_out_tag(window, range);
        }
    }

    #[cold]
    fn leave_out_tag(&mut self, window: Window<'_>, range: Range<usize>) {
        let problem = self
            .cursor
            .problem_at(window, range, ProblemKind::TooManyTags);
        self.tags.add_surplus(problem);
    }

    /// Skips something that is not a tag, up to the next tag or the end of the
    /// line.
    #[cold]
    fn skip_bad_tag<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        let end = match line_end(window, at) {
            LineEnd::NeedsMore => return (at, Some(Step::NeedsMore)),
            LineEnd::At(end) => end,
            LineEnd::TooLong(end) => {
                self.phase = Phase::LongLine(Section::Tags);
                end
            }
        };
        let next_tag = tag::first_tag_in(window.bytes, at + 1..end);
        let end = next_tag.unwrap_or(end);
        if next_tag.is_some() {
            self.phase = Phase::Tags;
        }
        self.report(window, at..end, at..end, ProblemKind::BadTag, visitor);
        (end, None)
    }

    /// Begins the moves after the last tag.
    pub(super) fn begin_moves<V: Visitor + ?Sized>(&mut self, at: usize, visitor: &mut V) {
        self.phase = Phase::Moves;
        if let Some(surplus) = self.tags.take_surplus() {
            visitor.problem(&surplus);
        }
        if self.tags.has_start() {
            return self.begin_moves_from_tags(at, visitor);
        }
        self.moves.begin(Position::start());
        if visitor.begin_moves(self.moves.position()) == Flow::Skip {
            self.moves.skip_game(None);
        }
    }

    /// Begins the moves at the starting position that the tags describe.
    #[cold]
    fn begin_moves_from_tags<V: Visitor + ?Sized>(&mut self, at: usize, visitor: &mut V) {
        let (fen, variant) = self.tags.take_start();
        let value = |tag: &Option<StartTag>| tag.as_ref().map(|tag| tag.value.clone());
        match start_position(value(&fen).as_deref(), value(&variant).as_deref()) {
            Ok(position) => {
                self.moves.begin(position);
                if visitor.begin_moves(self.moves.position()) == Flow::Skip {
                    self.moves.skip_game(None);
                }
            }
            Err(kind) => {
                let tag = match kind {
                    ProblemKind::BadFen(_) => fen,
                    _ => variant,
                };
                self.moves.begin(Position::start());
                visitor.begin_moves(self.moves.position());
                let offset = self.cursor.offset(at);
                self.moves.skip_game(tag.map(|tag| Problem {
                    kind,
                    skipped: offset..offset,
                    ..tag.problem
                }));
            }
        }
    }
}

/// Reports whether a line that does not begin with a bracket looks like a
/// damaged tag: it ends with a quote and a bracket.
fn is_broken_tag(bytes: &[u8]) -> bool {
    let line = &bytes[..bytes.len().min(LOOKAHEAD_BYTES)];
    let Some(end) = memchr2(b'\n', b'\r', line) else {
        return false;
    };
    line[..end].trim_ascii_end().ends_with(b"\"]") && line[0] != b'{' && line[0] != b';'
}
