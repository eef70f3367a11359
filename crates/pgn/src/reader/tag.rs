//! One tag pair: `[White "Steinitz, Wilhelm"]`.

use core::ops::Range;

use memchr::{memchr, memchr_iter, memchr2};

use super::{
    chunks::first_stop,
    heading::{after_line_end, is_line_end},
};
use crate::{PgnElement, ProblemKind};

/// A tag pair as it stands in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    pub name: Range<usize>,
    pub value: Range<usize>,
    /// Whether `\"` and `\\` stand in the value for `"` and `\`.
    pub is_escaped: bool,
}

/// A tag pair, with what is wrong with it although it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddTag {
    pub parts: Tag,
    /// Where it ends.
    pub end: usize,
    pub problem: Option<ProblemKind>,
}

/// What stands where a tag should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagRead {
    Tag(OddTag),
    /// No tag.
    Nothing,
    /// More text must be seen.
    More,
}

impl Tag {
    /// Where a tag ends that is written as PGN does: with `"]`.
    pub fn end(&self) -> usize {
        self.value.end + 2
    }
}

/// A tag that is longer is not read.
const LONGEST: usize = 64 * 1024;

/// The longest name, and the longest gap between a name and its value.
const LONGEST_NAME: usize = 100;

/// A value may go on for this many lines.
const MOST_LINES: usize = 8;

/// Whether a text begins like a tag: `[Name "`.
pub fn is_tag(bytes: &[u8]) -> bool {
    name_and_quote(bytes, 0).is_some()
}

/// The name of the tag that begins here, and where its value begins: behind
/// the first quote.
fn name_and_quote(bytes: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let bytes = &bytes[..bytes.len().min(at + LONGEST_NAME)];
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let is_name = |byte: &u8| IN_NAME[usize::from(*byte)];
    let mut cursor = at + usize::from(bytes.get(at) == Some(&b'['));
    if cursor == at {
        return None;
    }
    let start = skip(bytes, cursor, is_blank);
    cursor = skip(bytes, start, is_name);
    let name = start..cursor;
    if !bytes.get(start)?.is_ascii_alphabetic() {
        return None;
    }
    cursor = skip(bytes, cursor, is_space);
    (*bytes.get(cursor)? == b'"').then_some((name, cursor + 1))
}

fn skip(bytes: &[u8], from: usize, accepts: impl Fn(&u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| accepts(byte)).count()
}

/// Reads a tag as PGN writes it, if one begins here and nothing in its value
/// asks for a closer look.
#[inline(always)]
pub fn read_plain(bytes: &[u8], at: usize) -> Option<Tag> {
    let rest = bytes.get(at..).filter(|rest| rest.first() == Some(&b'['))?;
    let mut end = 1;
    while IN_NAME[usize::from(*rest.get(end)?)] {
        end += 1;
    }
    let start = end + 2;
    let is_name = rest[1].is_ascii_alphabetic() && end < LONGEST_NAME / 2;
    if !is_name || rest.get(end..start) != Some(b" \"") {
        return None;
    }
    let length = first_stop(&rest[start..], b'"', b'\\')?;
    let value = start..start + length;
    let is_plain = matches!(
        rest.get(value.end..value.end + 3),
        Some([b'"', b']', b'\n' | b'\r' | b'['])
    );
    is_plain.then_some(Tag {
        name: at + 1..at + end,
        value: at + value.start..at + value.end,
        is_escaped: false,
    })
}

static IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        table[index] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        index += 1;
    }
    table
};

/// Reads the tag that begins here, however it is written.
pub fn read(bytes: &[u8], at: usize, is_last: bool) -> TagRead {
    match name_and_quote(bytes, at) {
        Some((name, start)) => read_odd(bytes, name, start, is_last),
        None if bytes.len() - at < LONGEST_NAME && !is_last => TagRead::More,
        None => TagRead::Nothing,
    }
}

/// Reads a tag with quotes or brackets in its value, on several lines, or
/// without an end.
#[cold]
fn read_odd(bytes: &[u8], name: Range<usize>, start: usize, is_last: bool) -> TagRead {
    let limit = bytes.len().min(start + LONGEST);
    let is_cut = limit == start + LONGEST || is_last;
    let line_end = match memchr2(b'\n', b'\r', &bytes[start..limit]) {
        Some(end) => start + end,
        None if is_cut => limit,
        None => return TagRead::More,
    };
    let tag = |value: Range<usize>, end: usize, problem: Option<ProblemKind>| {
        let is_escaped = memchr(b'\\', &bytes[value.clone()]).is_some();
        let name = name.clone();
        TagRead::Tag(OddTag {
            parts: Tag {
                name,
                value,
                is_escaped,
            },
            end,
            problem,
        })
    };
    // As PGN has it, the first quote that is not escaped ends the value.
    if let Some((quote, close)) = strict_closing(&bytes[..line_end], start) {
        return tag(start..quote, close + 1, None);
    }
    // Another tag that begins inside the value shows that the end is lost.
    let inner = inner_tag(bytes, start..line_end);
    let end = inner.unwrap_or(line_end);
    if let Some((quote, close)) = closing(&bytes[..end], start) {
        return tag(start..quote, close + 1, None);
    }
    let text = bytes[start..end].trim_ascii_end();
    let last = start + text.len();
    match text.last() {
        Some(b'"') => {
            let problem = ProblemKind::Unclosed(PgnElement::Tag);
            return tag(start..last - 1, last, Some(problem));
        }
        Some(b']') => {
            let problem = ProblemKind::Unclosed(PgnElement::Value);
            return tag(start..last - 1, last, Some(problem));
        }
        _ => {}
    }
    let unclosed = tag(
        start..last,
        end,
        Some(ProblemKind::Unclosed(PgnElement::Value)),
    );
    if inner.is_some() {
        return unclosed;
    }
    // The value may go on below, as long as no other tag begins there.
    let mut line_end = line_end;
    for _ in 1..MOST_LINES {
        if line_end >= limit {
            return if is_cut { unclosed } else { TagRead::More };
        }
        let line = match after_line_end(bytes, line_end) {
            Some(line) if line < limit => line,
            _ if is_cut => return unclosed,
            _ => return TagRead::More,
        };
        if bytes[line] == b'[' || is_line_end(bytes[line]) {
            return unclosed;
        }
        line_end = match memchr2(b'\n', b'\r', &bytes[line..limit]) {
            Some(end) => line + end,
            None if is_cut => limit,
            None => return TagRead::More,
        };
        let inner = inner_tag(bytes, line..line_end);
        let end = inner.unwrap_or(line_end);
        if let Some((quote, close)) = closing(&bytes[..end], line) {
            return tag(start..quote, close + 1, None);
        }
        if inner.is_some() {
            return unclosed;
        }
    }
    unclosed
}

/// The first tag that begins in a part of the text.
pub fn inner_tag(bytes: &[u8], part: Range<usize>) -> Option<usize> {
    let brackets = memchr_iter(b'[', &bytes[part.clone()]);
    let mut places = brackets.map(|at| part.start + at);
    places.find(|&at| is_tag(&bytes[at..]))
}

/// Where the value and its tag end, if they do so with the first quote that is
/// not escaped and the line or another tag comes after.
fn strict_closing(line: &[u8], from: usize) -> Option<(usize, usize)> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let mut quote = from;
    while *line.get(quote)? != b'"' {
        quote += 1 + usize::from(line[quote] == b'\\');
    }
    let close = skip(line, quote + 1, is_blank);
    let after = skip(line, close + 1, is_blank);
    let ends = matches!(line.get(after), None | Some(b'['));
    (line.get(close) == Some(&b']') && ends).then_some((quote, close))
}

/// Where the value and its tag end in a line: the quote and the bracket. A
/// quote that is not escaped is better than one that is, and one with which
/// the tag or the line ends is better than one inside.
fn closing(line: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut best = None;
    let mut best_rank = 0;
    let mut is_escaped = false;
    for at in from..line.len() {
        match line[at] {
            b'\\' => {
                is_escaped = !is_escaped;
                continue;
            }
            b'"' => {
                let close = skip(line, at + 1, |byte| matches!(byte, b' ' | b'\t'));
                if line.get(close) == Some(&b']') {
                    let after = skip(line, close + 1, |byte| matches!(byte, b' ' | b'\t'));
                    let ends = matches!(line.get(after), None | Some(b'['));
                    let rank = match (is_escaped, ends) {
                        (false, true) => 4,
                        (false, false) => 3,
                        (true, true) => 2,
                        (true, false) => 1,
                    };
                    if rank > best_rank {
                        (best, best_rank) = (Some((at, close)), rank);
                    }
                }
            }
            _ => {}
        }
        is_escaped = false;
    }
    best
}

/// The value with its escapes undone.
pub fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut rest = value.chars();
    while let Some(c) = rest.next() {
        if c == '\\' && rest.as_str().starts_with(['"', '\\']) {
            plain.extend(rest.next());
        } else {
            plain.push(c);
        }
    }
    plain
}
