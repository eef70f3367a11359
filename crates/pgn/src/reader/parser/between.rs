//! Reads the text between two games, up to the start of the next game.

use arbiter_rules::Position;
use memchr::memchr2;

use super::{Parser, Phase, Progress, Section, Step};
use crate::{
    Visitor,
    reader::{
        byte_class::{is_blank, word_end},
        heading::{CommentEnd, LineEnd, MAX_COMMENT_BYTES, comment_end, line_end},
        line_end::is_line_end,
        tag,
        text_cursor::{LOOKAHEAD_BYTES, Window},
    },
};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Parser {
    pub(super) fn read_between<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Progress {
        let bytes = window.bytes;
        loop {
            if window.needs_more(at) {
                return (at, Some(Step::NeedsMore));
            }
            let Some(&byte) = bytes.get(at) else {
                self.report_stray_text(visitor);
                return (at, Some(Step::TextEnd));
            };
            if is_blank(byte) {
                if is_line_end(byte) {
                    self.stray.end_line();
                }
                at += 1;
                continue;
            }
            if byte == b'[' && tag::is_tag(&bytes[at..]) {
                self.begin_game(window, at, visitor);
                self.phase = Phase::Tags;
                return (at, None);
            }
            if self.stray.is_in_line() {
                at = self.skip_stray_line(window, at);
                continue;
            }
            at = match byte {
                _ if bytes[at..].starts_with(BYTE_ORDER_MARK) => at + BYTE_ORDER_MARK.len(),
                b'%' | b';' if byte == b';' || self.cursor.is_line_start(window, at) => {
                    match line_end(window, at) {
                        LineEnd::At(end) => end,
                        LineEnd::NeedsMore => return (at, Some(Step::NeedsMore)),
                        LineEnd::TooLong(end) => {
                            self.phase = Phase::LongLine(Section::Between);
                            return (end, None);
                        }
                    }
                }
                b'{' => match comment_end(window, at + 1, MAX_COMMENT_BYTES) {
                    CommentEnd::NeedsMore => return (at, Some(Step::NeedsMore)),
                    CommentEnd::Closed(end) => {
                        // The text after the comment decides whether it opens
                        // a game.
                        let next = end + 1 + count_blanks(&bytes[end + 1..]);
                        if window.needs_more(next) {
                            return (at, Some(Step::NeedsMore));
                        }
                        if self.begins_moves(bytes, next) {
                            return self.begin_without_tags(window, at, visitor);
                        }
                        self.skip_stray_text(window, at, end + 1)
                    }
                    CommentEnd::Heading(end) | CommentEnd::TooLong(end) => {
                        self.skip_stray_text(window, at, end)
                    }
                    CommentEnd::Never => self.skip_stray_text(window, at, bytes.len()),
                },
                _ if self.begins_moves(bytes, at) => {
                    return self.begin_without_tags(window, at, visitor);
                }
                _ => self.skip_stray_line(window, at),
            };
        }
    }

    fn begin_game<V: Visitor + ?Sized>(&mut self, window: Window<'_>, at: usize, visitor: &mut V) {
        self.report_stray_text(visitor);
        self.stray.begin_game();
        self.tags.clear();
        let location = self.cursor.location_of(window, at);
        visitor.begin_game(location);
    }

    fn begin_without_tags<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        self.begin_game(window, at, visitor);
        self.begin_moves(at, visitor);
        (at, None)
    }

    /// Reports whether moves begin here without tags before them: with the
    /// number 1 or, if there has been no game yet, with a move.
    fn begins_moves(&self, bytes: &[u8], at: usize) -> bool {
        let rest = bytes.get(at..).unwrap_or_default();
        if rest.starts_with(b"1.") || rest.starts_with(b"1 ") {
            return true;
        }
        let word = &rest[..word_end(rest, 0)];
        !self.stray.has_seen_game()
            && str::from_utf8(word).is_ok_and(|word| Position::start().read(word).is_ok())
    }

    /// Skips the rest of the line, up to the first tag in it.
    fn skip_stray_line(&mut self, window: Window<'_>, at: usize) -> usize {
        let bytes = window.bytes;
        let limit = if window.is_last {
            bytes.len()
        } else {
            bytes.len() - LOOKAHEAD_BYTES + 1
        };
        let line_end = memchr2(b'\n', b'\r', &bytes[at..limit]);
        let end = line_end.map_or(limit, |end| at + end);
        self.stray.begin_line();
        let end = tag::first_tag_in(bytes, at + 1..end).unwrap_or(end);
        self.skip_stray_text(window, at, end)
    }

    /// Skips text that belongs to no game and returns its end.
    fn skip_stray_text(&mut self, window: Window<'_>, at: usize, end: usize) -> usize {
        let blanks = window.bytes[at..end]
            .iter()
            .rev()
            .take_while(|&&byte| is_blank(byte));
        let offset = self.cursor.offset(end - blanks.count());
        self.stray
            .extend(offset, || self.cursor.location_of(window, at));
        end
    }

    fn report_stray_text<V: Visitor + ?Sized>(&mut self, visitor: &mut V) {
        if let Some(problem) = self.stray.take() {
            visitor.problem(&problem);
        }
    }
}

fn count_blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| is_blank(byte)).count()
}
