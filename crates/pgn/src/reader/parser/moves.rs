//! The movetext of a game: moves, comments, variations and the result.

use core::ops::Range;

use memchr::{memchr, memchr2, memchr3};

use super::{Parser, Phase, Progress, Section, Step, move_state::SkipTo, words::MAX_WORD_BYTES};
use crate::{
    Flow, Nag, PgnElement, Problem, ProblemKind, Termination, Visitor,
    reader::{
        byte_class::{BYTE_CLASS, ByteClass, IS_FIRST_OF_MOVE, IS_SECOND_OF_MOVE},
        byte_scan::{MOVE_BYTES, first_stop, length_to_blank},
        decode::decode,
        heading::{
            CommentEnd, LineEnd, MAX_COMMENT_BYTES, comment_end, line_end, nested_comment_end,
        },
        tag,
        text_cursor::{LOOKAHEAD_BYTES, Window},
    },
};

impl Parser {
    pub(super) fn read_moves<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Progress {
        loop {
            if self.moves.result().is_some() {
                return self.read_after_result(window, at, visitor);
            }
            if !self.moves.is_skipping() {
                at = self.read_plain_moves(window, at, visitor);
            }
            match self.read_token(window, at, visitor) {
                (next, None) if self.phase == Phase::Moves => at = next,
                progress => return progress,
            }
        }
    }

    /// Reads what most games consist of, as far as possible: move numbers, moves
    /// in standard notation, and comments on one line.
    #[inline(always)]
    fn read_plain_moves<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> usize {
        while let Some(next) = window.bytes[at..].first_chunk::<MOVE_BYTES>() {
            let first = next[0];
            if IS_FIRST_OF_MOVE[usize::from(first)] {
                let length = length_to_blank(next);
                // A word that only begins like a move must not settle the last
                // move: a variation of it may follow.
                if !IS_SECOND_OF_MOVE[usize::from(next[1])] {
                    return at;
                }
                self.moves.settle();
                let Some(mv) = self.moves.position().find_san_quickly(&next[..length]) else {
                    return at;
                };
                self.play(mv, visitor);
                at += length + usize::from(next[length] == b' ');
            } else if first.is_ascii_digit() {
                let digits = 1 + usize::from(next[1].is_ascii_digit());
                if next[digits] != b'.' {
                    return at;
                }
                // One dot for White, three for Black.
                let second = next[digits + 1] == b'.';
                let third = second & (next[digits + 2] == b'.');
                let number = digits + 1 + usize::from(second) + usize::from(third);
                at += number + usize::from(next[number] == b' ');
            } else if first <= b' ' && BYTE_CLASS[usize::from(first)] == ByteClass::Blank {
                at += 1;
            } else if first == b'{'
                && let Some(comment) = plain_comment(&window.bytes[at + 1..])
            {
                if visitor.comments() == Flow::Read {
                    visitor.comment(decode(comment, &mut self.scratch));
                }
                at += comment.len() + 2;
                at += usize::from(window.bytes.get(at) == Some(&b' '));
            } else {
                return at;
            }
        }
        at
    }

    /// Reads one word or sign of any kind.
    fn read_token<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        if window.needs_more(at) {
            return (at, Some(Step::NeedsMore));
        }
        let Some(&byte) = window.bytes.get(at) else {
            self.end_game(window, at, None, visitor);
            return (at, Some(Step::GameEnd));
        };
        match BYTE_CLASS[usize::from(byte)] {
            ByteClass::Blank => (at + 1, None),
            ByteClass::Sign => self.read_sign(window, at, visitor),
            ByteClass::Digit | ByteClass::Move | ByteClass::Word => {
                (self.read_word(window, at, visitor), None)
            }
        }
    }

    fn read_sign<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        let bytes = window.bytes;
        let next = match bytes[at] {
            b'{' => return self.read_comment(window, at, visitor),
            b'(' => self.open_variation(window, at, visitor),
            b')' => self.close_variation(window, at, visitor),
            b'$' => self.read_nag(window, at, visitor),
            b'!' | b'?' => {
                let signs = bytes[at..]
                    .iter()
                    .take_while(|&&byte| matches!(byte, b'!' | b'?'));
                let end = at + signs.count();
                let run = &bytes[at..end];
                let sign = str::from_utf8(&run[..run.len().min(2)]).unwrap_or_default();
                if !self.moves.is_skipping()
                    && let Some(nag) = Nag::from_symbol(sign)
                {
                    self.report_glyph(nag, visitor);
                }
                end
            }
            b'*' => {
                self.take_result(window, at..at + 1, Termination::Unknown, visitor);
                at + 1
            }
            b'[' if tag::is_tag(&bytes[at..]) => {
                self.end_game(window, at, None, visitor);
                return (at, Some(Step::GameEnd));
            }
            b';' => match line_end(window, at) {
                LineEnd::At(end) => {
                    self.report_comment(&bytes[at + 1..end], visitor);
                    end
                }
                LineEnd::NeedsMore => return (at, Some(Step::NeedsMore)),
                LineEnd::TooLong(end) => {
                    let kind = ProblemKind::TooLong(PgnElement::Comment);
                    self.report(window, at..end, at..end, kind, visitor);
                    self.phase = Phase::LongLine(Section::Moves);
                    end
                }
            },
            b'%' if self.cursor.is_line_start(window, at) => match line_end(window, at) {
                LineEnd::At(end) => end,
                LineEnd::NeedsMore => return (at, Some(Step::NeedsMore)),
                LineEnd::TooLong(end) => {
                    self.phase = Phase::LongLine(Section::Moves);
                    end
                }
            },
            b'<' if reserved_length(&bytes[at..]).is_some() => {
                let end = at + reserved_length(&bytes[at..]).unwrap_or(1);
                if &bytes[at..end] == b"<>" {
                    self.pass(window, at..end, visitor);
                }
                end
            }
            byte => {
                let kind = ProblemKind::Stray(char::from(byte));
                self.abandon_line(window, at..at + 1, kind);
                at + 1
            }
        };
        (next, None)
    }

    fn read_comment<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        let bytes = window.bytes;
        let unclosed = ProblemKind::Unclosed(PgnElement::Comment);
        match comment_end(window, at + 1, MAX_COMMENT_BYTES) {
            CommentEnd::Closed(end) => {
                if self.moves.is_skipping() {
                    return (end + 1, None);
                }
                let comment = &bytes[at + 1..end];
                if memchr(b'{', comment).is_some() {
                    return self.read_nested_comment(window, at, end, visitor);
                }
                self.report_comment(comment, visitor);
                (end + 1, None)
            }
            CommentEnd::Heading(end) => {
                self.abandon_line(window, at..end, unclosed);
                (end, None)
            }
            CommentEnd::Never => {
                let end = bytes.len();
                self.abandon_line(window, at..end, unclosed);
                (end, None)
            }
            CommentEnd::NeedsMore => (at, Some(Step::NeedsMore)),
            CommentEnd::TooLong(end) => {
                if !self.moves.is_skipping() {
                    let kind = ProblemKind::TooLong(PgnElement::Comment);
                    let problem = self.cursor.problem_at(window, at..end, kind);
                    self.moves.begin_long_comment(problem);
                }
                self.phase = Phase::LongComment;
                (end, None)
            }
        }
    }

    /// Reads a comment with another opening brace in it. Either a comment is
    /// nested inside another, or the first was never closed and the moves after
    /// it are lost.
    #[cold]
    fn read_nested_comment<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        end: usize,
        visitor: &mut V,
    ) -> Progress {
        match nested_comment_end(window, at + 1) {
            CommentEnd::Closed(end) => {
                self.report_comment(&window.bytes[at + 1..end], visitor);
                (end + 1, None)
            }
            CommentEnd::NeedsMore => (at, Some(Step::NeedsMore)),
            _ => {
                let kind = ProblemKind::Unclosed(PgnElement::Comment);
                self.abandon_line(window, at..end + 1, kind);
                (end + 1, None)
            }
        }
    }

    #[inline]
    fn report_comment<V: Visitor + ?Sized>(&mut self, comment: &[u8], visitor: &mut V) {
        if !self.moves.is_skipping() && visitor.comments() == Flow::Read {
            visitor.comment(decode(comment, &mut self.scratch));
        }
    }

    fn open_variation<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> usize {
        if self.moves.open_skipped_parenthesis() {
            return at + 1;
        }
        let location = self.cursor.location_of(window, at);
        match self.moves.variation_problem() {
            Some(kind) => {
                let span = location.offset..location.offset + 1;
                let problem = Problem {
                    location,
                    skipped: span.clone(),
                    span,
                    kind,
                };
                self.moves.skip_variation(location, Some(problem));
            }
            None if visitor.begin_variation() == Flow::Read => {
                self.moves.enter_variation(location);
            }
            None => self.moves.skip_variation(location, None),
        }
        at + 1
    }

    fn close_variation<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> usize {
        self.moves.set_variation_result(None);
        if self.moves.close_skipped_parenthesis() {
            return at + 1;
        }
        match self.moves.skipped_to() {
            None => {}
            Some(SkipTo::GameEnd) => return at + 1,
            Some(SkipTo::Parenthesis(_)) => {
                self.end_skip(at + 1, visitor);
                return at + 1;
            }
            Some(SkipTo::VariationEnd) => self.end_skip(at, visitor),
        }
        match self.moves.leave_variation() {
            Some(_) => visitor.end_variation(),
            None => self.abandon_line(window, at..at + 1, ProblemKind::Stray(')')),
        }
        at + 1
    }

    fn read_nag<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> usize {
        let rest = &window.bytes[at + 1..window.bytes.len().min(at + MAX_WORD_BYTES)];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = at + 1 + digits;
        if digits == 0 {
            self.abandon_line(window, at..end, ProblemKind::Stray('$'));
            return end;
        }
        let number = str::from_utf8(&rest[..digits]).unwrap_or_default();
        match number.parse() {
            _ if self.moves.is_skipping() => {}
            Ok(number) => visitor.nag(Nag(number)),
            Err(_) => self.report(window, at..end, at..end, ProblemKind::UnknownNag, visitor),
        }
        end
    }

    pub(super) fn take_result<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        range: Range<usize>,
        result: Termination,
        visitor: &mut V,
    ) {
        if self.moves.is_in_variation() {
            self.moves.set_variation_result(Some(result));
            return;
        }
        self.end_skip(range.start, visitor);
        if let Some(tag) = self.tags.result()
            && tag != result
        {
            let kind = ProblemKind::ResultsDisagree { tag, moves: result };
            let skipped = range.end..range.end;
            self.report(window, range, skipped, kind, visitor);
        }
        self.moves.set_result(result);
    }

    /// Reads the rest of the line after the result, which belongs to the game.
    fn read_after_result<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Progress {
        loop {
            if window.needs_more(at) {
                return (at, Some(Step::NeedsMore));
            }
            match window.bytes.get(at) {
                Some(b' ' | b'\t') => at += 1,
                Some(b'{' | b';' | b'$') => match self.read_sign(window, at, visitor) {
                    (next, None) if self.phase == Phase::Moves => at = next,
                    progress => return progress,
                },
                _ => {
                    let result = self.moves.result();
                    self.end_game(window, at, result, visitor);
                    return (at, Some(Step::GameEnd));
                }
            }
        }
    }

    /// Skips the rest of a comment that is too long.
    pub(super) fn skip_long_comment<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        let end = match comment_end(window, at, MAX_COMMENT_BYTES) {
            CommentEnd::Closed(end) => end + 1,
            CommentEnd::Heading(end) => end,
            CommentEnd::Never => window.bytes.len(),
            CommentEnd::NeedsMore => return (at, Some(Step::NeedsMore)),
            CommentEnd::TooLong(end) => return (end, None),
        };
        if let Some(problem) = self.moves.end_long_comment(self.cursor.offset(end)) {
            visitor.problem(&problem);
        }
        self.phase = Phase::Moves;
        (end, None)
    }

    /// Skips the rest of a line that is too long.
    pub(super) fn skip_long_line(
        &mut self,
        window: Window<'_>,
        at: usize,
        section: Section,
    ) -> Progress {
        let line_end = memchr2(b'\n', b'\r', &window.bytes[at..]);
        if line_end.is_none() && !window.is_last {
            return (window.bytes.len(), Some(Step::NeedsMore));
        }
        self.phase = match section {
            Section::Between => Phase::Between,
            Section::Tags => Phase::Tags,
            Section::Moves => Phase::Moves,
        };
        (line_end.map_or(window.bytes.len(), |end| at + end), None)
    }
}

/// Returns the text of a comment if it is short, closed on its line, and
/// contains no other brace.
#[inline(always)]
fn plain_comment(bytes: &[u8]) -> Option<&[u8]> {
    let end = first_stop(bytes, b'}', b'{')?;
    (bytes[end] == b'}').then_some(&bytes[..end])
}

/// Returns the length of `<…>` on one line, which PGN reserves for extensions.
fn reserved_length(bytes: &[u8]) -> Option<usize> {
    let line = &bytes[..bytes.len().min(LOOKAHEAD_BYTES)];
    let end = memchr3(b'>', b'\n', b'\r', line)?;
    (line[end] == b'>').then_some(end + 1)
}
