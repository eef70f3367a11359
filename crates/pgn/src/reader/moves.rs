use core::ops::Range;

use memchr::{memchr, memchr2, memchr3};

use super::{
    between::{LineEnd, line_end},
    chunks::{SIGHT, first_stop, length_to_blank},
    classes::{BEGINS_MOVE, CLASS, Class, GOES_ON_MOVE},
    decode::decode,
    game::{
        Frame, LONGEST_COMMENT, Last, MARGIN, Parser, Phase, Progress, Resume, Skip, SkipTo, Step,
        Text,
    },
    heading::{CommentEnd, comment_end, nested_end},
    tag,
    word::LONGEST_WORD,
};
use crate::{Flow, Nag, PgnElement, Problem, ProblemKind, Termination, Visitor};

/// More variations inside one another are passed over.
const DEEPEST: usize = 10_000;

/// The text of a comment that is closed on its line and short, with nothing
/// in it that asks for a closer look.
#[inline(always)]
fn plain_comment(bytes: &[u8]) -> Option<&[u8]> {
    let end = first_stop(bytes, b'}', b'{')?;
    (bytes[end] == b'}').then_some(&bytes[..end])
}

/// The moves of a game.
impl Parser {
    pub fn read_moves<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Progress {
        loop {
            if self.result.is_some() {
                return self.read_after_result(text, at, visitor);
            }
            if self.skip.is_none() {
                at = self.read_plain_moves(text, at, visitor);
            }
            match self.read_token(text, at, visitor) {
                (next, None) if self.phase == Phase::Moves => at = next,
                progress => return progress,
            }
        }
    }

    /// Reads what most games consist of, as far as it goes: numbers, moves as
    /// PGN writes them, and comments of one line.
    #[inline(always)]
    fn read_plain_moves<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> usize {
        while let Some(sight) = text.bytes[at..].first_chunk::<SIGHT>() {
            let first = sight[0];
            if BEGINS_MOVE[usize::from(first)] {
                let length = length_to_blank(sight);
                // What only begins like a move, as a sign or a mark does, must
                // not settle the last one: a variation may follow.
                if !GOES_ON_MOVE[usize::from(sight[1])] {
                    return at;
                }
                self.line.settle();
                let Some(mv) = self.line.position.find_san_quickly(&sight[..length]) else {
                    return at;
                };
                self.play(mv, visitor);
                at += length + usize::from(sight[length] == b' ');
            } else if first.is_ascii_digit() {
                let digits = 1 + usize::from(sight[1].is_ascii_digit());
                if sight[digits] != b'.' {
                    return at;
                }
                // One dot for White, three for Black.
                let second = sight[digits + 1] == b'.';
                let third = second & (sight[digits + 2] == b'.');
                let number = digits + 1 + usize::from(second) + usize::from(third);
                at += number + usize::from(sight[number] == b' ');
            } else if first <= b' ' && CLASS[usize::from(first)] == Class::Blank {
                at += 1;
            } else if first == b'{'
                && let Some(comment) = plain_comment(&text.bytes[at + 1..])
            {
                if visitor.comments() == Flow::Read {
                    visitor.comment(decode(comment, &mut self.scratch));
                }
                at += comment.len() + 2;
                at += usize::from(text.bytes.get(at) == Some(&b' '));
            } else {
                return at;
            }
        }
        at
    }

    /// Reads one word or sign of any kind.
    fn read_token<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        if text.bytes.len() - at < MARGIN && !text.is_last {
            return (at, Some(Step::More));
        }
        let Some(&byte) = text.bytes.get(at) else {
            self.finish(text, at, None, visitor);
            return (at, Some(Step::GameOver));
        };
        match CLASS[usize::from(byte)] {
            Class::Blank => (at + 1, None),
            Class::Sign => self.read_sign(text, at, visitor),
            Class::Digit | Class::Move | Class::Word => (self.read_word(text, at, visitor), None),
        }
    }

    fn read_sign<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        let bytes = text.bytes;
        let next = match bytes[at] {
            b'{' => return self.read_comment(text, at, visitor),
            b'(' => self.open_variation(text, at, visitor),
            b')' => self.close_variation(text, at, visitor),
            b'$' => self.read_nag(text, at, visitor),
            b'!' | b'?' => {
                let signs = bytes[at..]
                    .iter()
                    .take_while(|&&byte| matches!(byte, b'!' | b'?'));
                let end = at + signs.count();
                let run = &bytes[at..end];
                let sign = str::from_utf8(&run[..run.len().min(2)]).unwrap_or_default();
                if self.skip.is_none()
                    && let Some(nag) = Nag::from_glyph(sign)
                {
                    self.tell_glyph(nag, visitor);
                }
                end
            }
            b'*' => {
                self.take_result(text, at..at + 1, Termination::Unknown, visitor);
                at + 1
            }
            b'[' if tag::is_tag(&bytes[at..]) => {
                self.finish(text, at, None, visitor);
                return (at, Some(Step::GameOver));
            }
            b';' => match line_end(text, at) {
                LineEnd::At(end) => {
                    self.tell_comment(&bytes[at + 1..end], visitor);
                    end
                }
                LineEnd::More => return (at, Some(Step::More)),
                LineEnd::TooLong(end) => {
                    let kind = ProblemKind::TooLong(PgnElement::Comment);
                    self.tell(text, at..end, at..end, kind, visitor);
                    self.phase = Phase::LostLine(Resume::Moves);
                    end
                }
            },
            b'%' if self.is_line_start(text, at) => match line_end(text, at) {
                LineEnd::At(end) => end,
                LineEnd::More => return (at, Some(Step::More)),
                LineEnd::TooLong(end) => {
                    self.phase = Phase::LostLine(Resume::Moves);
                    end
                }
            },
            b'<' if reserved(&bytes[at..]).is_some() => {
                let end = at + reserved(&bytes[at..]).unwrap_or(1);
                if &bytes[at..end] == b"<>" {
                    self.pass(text, at..end, visitor);
                }
                end
            }
            byte => {
                let kind = ProblemKind::Stray(char::from(byte));
                self.give_up_line(text, at..at + 1, kind);
                at + 1
            }
        };
        (next, None)
    }

    fn read_comment<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        let bytes = text.bytes;
        match comment_end(bytes, at + 1, text.is_last, LONGEST_COMMENT) {
            CommentEnd::Closed(end) => {
                if self.skip.is_some() {
                    return (end + 1, None);
                }
                let comment = &bytes[at + 1..end];
                if memchr(b'{', comment).is_some() {
                    return self.read_nested_comment(text, at, end, visitor);
                }
                self.tell_comment(comment, visitor);
                (end + 1, None)
            }
            CommentEnd::Heading(end) => {
                self.give_up_line(text, at..end, ProblemKind::Unclosed(PgnElement::Comment));
                (end, None)
            }
            CommentEnd::Never => {
                let end = bytes.len();
                self.give_up_line(text, at..end, ProblemKind::Unclosed(PgnElement::Comment));
                (end, None)
            }
            CommentEnd::More => (at, Some(Step::More)),
            CommentEnd::TooLong(end) => {
                if self.skip.is_none() {
                    let kind = ProblemKind::TooLong(PgnElement::Comment);
                    self.lost = Some(self.problem_at(text, at..end, kind));
                }
                self.phase = Phase::LostComment;
                (end, None)
            }
        }
    }

    /// A comment with another brace in it: either one comment inside another,
    /// or the first was never closed, and the moves behind it are lost.
    #[cold]
    fn read_nested_comment<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        end: usize,
        visitor: &mut V,
    ) -> Progress {
        match nested_end(text.bytes, at + 1, text.is_last) {
            CommentEnd::Closed(end) => {
                self.tell_comment(&text.bytes[at + 1..end], visitor);
                (end + 1, None)
            }
            CommentEnd::More => (at, Some(Step::More)),
            _ => {
                let kind = ProblemKind::Unclosed(PgnElement::Comment);
                self.give_up_line(text, at..end + 1, kind);
                (end + 1, None)
            }
        }
    }

    #[inline]
    fn tell_comment<V: Visitor + ?Sized>(&mut self, comment: &[u8], visitor: &mut V) {
        if self.skip.is_none() && visitor.comments() == Flow::Read {
            visitor.comment(decode(comment, &mut self.scratch));
        }
    }

    fn open_variation<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> usize {
        if let Some(skip) = &mut self.skip {
            skip.parentheses += 1;
            return at + 1;
        }
        let location = self.location_of(text, at);
        let kind = if self.line.last == Last::None {
            ProblemKind::VariationWithoutMove
        } else if self.frames.len() >= DEEPEST {
            ProblemKind::TooDeep
        } else {
            self.frames.push(Frame {
                line: self.line.clone(),
                location,
            });
            if visitor.begin_variation() == Flow::Read {
                self.line.last = Last::None;
            } else {
                self.frames.pop();
                self.skip = Some(Skip {
                    to: SkipTo::Parenthesis(location),
                    parentheses: 0,
                    problem: None,
                });
            }
            return at + 1;
        };
        self.skip = Some(Skip {
            to: SkipTo::Parenthesis(location),
            parentheses: 0,
            problem: Some(Problem {
                location,
                span: location.offset..location.offset + 1,
                kind,
                skipped: location.offset..location.offset + 1,
            }),
        });
        at + 1
    }

    fn close_variation<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> usize {
        self.inner_result = None;
        if let Some(skip) = &mut self.skip {
            if skip.parentheses > 0 {
                skip.parentheses -= 1;
                return at + 1;
            }
            match skip.to {
                SkipTo::GameEnd => return at + 1,
                SkipTo::Parenthesis(_) => {
                    self.end_skip(at + 1, visitor);
                    return at + 1;
                }
                SkipTo::VariationEnd => self.end_skip(at, visitor),
            }
        }
        match self.frames.pop() {
            Some(frame) => {
                self.line = frame.line;
                visitor.end_variation();
            }
            None => self.give_up_line(text, at..at + 1, ProblemKind::Stray(')')),
        }
        at + 1
    }

    fn read_nag<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> usize {
        let rest = &text.bytes[at + 1..text.bytes.len().min(at + LONGEST_WORD)];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = at + 1 + digits;
        if digits == 0 {
            self.give_up_line(text, at..end, ProblemKind::Stray('$'));
            return end;
        }
        let number = str::from_utf8(&rest[..digits]).unwrap_or_default();
        match number.parse() {
            _ if self.skip.is_some() => {}
            Ok(number) => visitor.nag(Nag(number)),
            Err(_) => self.tell(text, at..end, at..end, ProblemKind::UnknownNag, visitor),
        }
        end
    }

    pub fn take_result<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        range: Range<usize>,
        result: Termination,
        visitor: &mut V,
    ) {
        let is_inside = match &self.skip {
            Some(skip) => skip.parentheses > 0 || skip.to != SkipTo::GameEnd,
            None => !self.frames.is_empty(),
        };
        if is_inside {
            self.inner_result = Some(result);
            return;
        }
        self.end_skip(range.start, visitor);
        if let Some(tag) = self.tags.result
            && tag != result
        {
            let kind = ProblemKind::ResultsDisagree { tag, moves: result };
            let lost = range.end..range.end;
            self.tell(text, range, lost, kind, visitor);
        }
        self.result = Some(result);
    }

    /// What stands behind the result on its line belongs to the game.
    fn read_after_result<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Progress {
        loop {
            if text.bytes.len() - at < MARGIN && !text.is_last {
                return (at, Some(Step::More));
            }
            match text.bytes.get(at) {
                Some(b' ' | b'\t') => at += 1,
                Some(b'{' | b';' | b'$') => match self.read_sign(text, at, visitor) {
                    (next, None) if self.phase == Phase::Moves => at = next,
                    progress => return progress,
                },
                _ => {
                    let result = self.result;
                    self.finish(text, at, result, visitor);
                    return (at, Some(Step::GameOver));
                }
            }
        }
    }

    pub fn pass_lost_comment<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        let end = match comment_end(text.bytes, at, text.is_last, LONGEST_COMMENT) {
            CommentEnd::Closed(end) => end + 1,
            CommentEnd::Heading(end) => end,
            CommentEnd::Never => text.bytes.len(),
            CommentEnd::More => return (at, Some(Step::More)),
            CommentEnd::TooLong(end) => return (end, None),
        };
        if let Some(mut problem) = self.lost.take() {
            problem.span.end = self.offset(end);
            problem.skipped = problem.span.clone();
            visitor.problem(&problem);
        }
        self.phase = Phase::Moves;
        (end, None)
    }

    pub fn pass_lost_line(&mut self, text: Text<'_>, at: usize, resume: Resume) -> Progress {
        let line_end = memchr2(b'\n', b'\r', &text.bytes[at..]);
        if line_end.is_none() && !text.is_last {
            return (text.bytes.len(), Some(Step::More));
        }
        self.phase = match resume {
            Resume::Between => Phase::Between,
            Resume::Tags => Phase::Tags,
            Resume::Moves => Phase::Moves,
        };
        (line_end.map_or(text.bytes.len(), |end| at + end), None)
    }
}

/// The length of `<…>` on one line.
fn reserved(bytes: &[u8]) -> Option<usize> {
    let line = &bytes[..bytes.len().min(MARGIN)];
    let end = memchr3(b'>', b'\n', b'\r', line)?;
    (line[end] == b'>').then_some(end + 1)
}
