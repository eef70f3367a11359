use arbiter_rules::Position;
use memchr::memchr2;

use super::{
    classes::{is_blank, word_end},
    game::{LONGEST_COMMENT, MARGIN, Parser, Phase, Progress, Resume, Step, Text},
    heading::{CommentEnd, comment_end, heading_at_end, is_line_end},
    tag,
};
use crate::{Problem, ProblemKind, Visitor};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Between two games: looks for the next.
impl Parser {
    pub fn read_between<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        mut at: usize,
        visitor: &mut V,
    ) -> Progress {
        let bytes = text.bytes;
        loop {
            if bytes.len() - at < MARGIN && !text.is_last {
                return (at, Some(Step::More));
            }
            let Some(&byte) = bytes.get(at) else {
                self.tell_junk(visitor);
                return (at, Some(Step::End));
            };
            if is_blank(byte) {
                self.is_in_junk &= !is_line_end(byte);
                at += 1;
                continue;
            }
            if byte == b'[' && tag::is_tag(&bytes[at..]) {
                self.begin_game(text, at, visitor);
                self.phase = Phase::Tags;
                return (at, None);
            }
            if self.is_in_junk {
                at = self.pass_junk(text, at, None);
                continue;
            }
            at = match byte {
                _ if bytes[at..].starts_with(BYTE_ORDER_MARK) => at + BYTE_ORDER_MARK.len(),
                b'%' | b';' if byte == b';' || self.is_line_start(text, at) => {
                    match line_end(text, at) {
                        LineEnd::At(end) => end,
                        LineEnd::More => return (at, Some(Step::More)),
                        LineEnd::TooLong(end) => {
                            self.phase = Phase::LostLine(Resume::Between);
                            return (end, None);
                        }
                    }
                }
                b'{' => match comment_end(bytes, at + 1, text.is_last, LONGEST_COMMENT) {
                    CommentEnd::More => return (at, Some(Step::More)),
                    CommentEnd::Closed(end) => {
                        // Whether it opens a game is seen from what follows.
                        let next = end + 1 + blanks(&bytes[end + 1..]);
                        if bytes.len() - next < MARGIN && !text.is_last {
                            return (at, Some(Step::More));
                        }
                        if self.opens_moves(bytes, next) {
                            return self.begin_without_tags(text, at, visitor);
                        }
                        self.pass_junk(text, at, Some(end + 1))
                    }
                    CommentEnd::Heading(end) | CommentEnd::TooLong(end) => {
                        self.pass_junk(text, at, Some(end))
                    }
                    CommentEnd::Never => self.pass_junk(text, at, Some(bytes.len())),
                },
                _ if self.opens_moves(bytes, at) => {
                    return self.begin_without_tags(text, at, visitor);
                }
                _ => self.pass_junk(text, at, None),
            };
        }
    }

    fn begin_game<V: Visitor + ?Sized>(&mut self, text: Text<'_>, at: usize, visitor: &mut V) {
        self.tell_junk(visitor);
        self.has_seen_game = true;
        self.is_in_junk = false;
        self.tags.clear();
        let location = self.location_of(text, at);
        visitor.begin_game(location);
    }

    fn begin_without_tags<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> Progress {
        self.begin_game(text, at, visitor);
        self.begin_moves(at, visitor);
        (at, None)
    }

    /// Whether moves begin here although no tags stand before them: with the
    /// number 1, or where nothing was read before, with a move.
    fn opens_moves(&self, bytes: &[u8], at: usize) -> bool {
        let rest = bytes.get(at..).unwrap_or_default();
        if rest.starts_with(b"1.") || rest.starts_with(b"1 ") {
            return true;
        }
        let word = &rest[..word_end(rest, 0)];
        !self.has_seen_game
            && str::from_utf8(word).is_ok_and(|word| Position::start().read(word).is_ok())
    }

    /// Passes over what is no game: up to here, or else the rest of the line
    /// as far as no tag begins there.
    fn pass_junk(&mut self, text: Text<'_>, at: usize, end: Option<usize>) -> usize {
        let bytes = text.bytes;
        let end = end.unwrap_or_else(|| {
            let sight = if text.is_last {
                bytes.len()
            } else {
                bytes.len() - MARGIN + 1
            };
            let line = memchr2(b'\n', b'\r', &bytes[at..sight]);
            let stop = line.map_or(sight, |end| at + end);
            self.is_in_junk = true;
            tag::inner_tag(bytes, at + 1..stop).unwrap_or(stop)
        });
        let blanks = bytes[at..end]
            .iter()
            .rev()
            .take_while(|&&byte| is_blank(byte));
        let offset = self.offset(end - blanks.count());
        match &mut self.junk {
            Some(junk) => {
                junk.span.end = offset;
                junk.skipped.end = offset;
            }
            None => {
                let location = self.location_of(text, at);
                self.junk = Some(Problem {
                    location,
                    span: location.offset..offset,
                    kind: ProblemKind::StrayText,
                    skipped: location.offset..offset,
                });
            }
        }
        end
    }

    fn tell_junk<V: Visitor + ?Sized>(&mut self, visitor: &mut V) {
        if let Some(junk) = self.junk.take() {
            visitor.problem(&junk);
        }
    }
}

/// Where the rest of a line ends that nobody is to read.
pub enum LineEnd {
    /// Here, or here begins a game in it.
    At(usize),
    /// More text must be seen.
    More,
    /// Not before this place.
    TooLong(usize),
}

/// Looks for the end of a line that begins with `;` or `%` here.
pub fn line_end(text: Text<'_>, at: usize) -> LineEnd {
    let rest = &text.bytes[at..text.bytes.len().min(at + LONGEST_COMMENT)];
    let Some(end) = memchr2(b'\n', b'\r', rest) else {
        return match (rest.len() == LONGEST_COMMENT, text.is_last) {
            (true, _) => LineEnd::TooLong(at + rest.len()),
            (false, true) => LineEnd::At(at + rest.len()),
            (false, false) => LineEnd::More,
        };
    };
    let Some(heading) = heading_at_end(&rest[..end]) else {
        return LineEnd::At(at + end);
    };
    // A game that is commented out line by line stays so.
    match text.bytes.get(at + end + 1..at + end + 3) {
        None if !text.is_last => LineEnd::More,
        Some([b'\n', next] | [next, _]) if *next == rest[0] => LineEnd::At(at + end),
        _ => LineEnd::At(at + heading),
    }
}

fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| is_blank(byte)).count()
}
