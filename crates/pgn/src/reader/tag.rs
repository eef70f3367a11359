//! Reads one tag pair: `[White "Steinitz, Wilhelm"]`.

use core::ops::Range;

use memchr::{memchr, memchr_iter, memchr2};

use super::{
    byte_scan::first_stop,
    line_end::{after_line_end, is_line_end},
};
use crate::{PgnElement, ProblemKind};

/// The parts of a tag pair in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagSpans {
    pub name: Range<usize>,
    pub value: Range<usize>,
    /// Whether the value contains the escapes `\"` or `\\`.
    pub is_escaped: bool,
}

/// A tag pair and the problem with it, if it has one but could still be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadTag {
    pub spans: TagSpans,
    /// The index after it.
    pub end: usize,
    pub problem: Option<ProblemKind>,
}

/// The result of reading a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagRead {
    Tag(ReadTag),
    /// There is no tag.
    NotATag,
    /// More text must be loaded to decide.
    NeedsMore,
}

impl TagSpans {
    /// Returns the end of a tag that closes with `"]`, as PGN prescribes.
    pub fn end(&self) -> usize {
        self.value.end + 2
    }
}

/// The longest tag value, in bytes. The rest of a longer one is not read.
const MAX_VALUE_BYTES: usize = 64 * 1024;

/// The longest name, together with the gap before its value, in bytes.
const MAX_NAME_BYTES: usize = 100;

/// The maximum number of lines over which a value can extend.
const MAX_VALUE_LINES: usize = 8;

/// Reports whether a text begins like a tag: `[Name "`.
pub fn is_tag(bytes: &[u8]) -> bool {
    name_and_quote(bytes, 0).is_some()
}

/// Returns the name of the tag that begins at `at` and the start of its value,
/// after the first quote.
fn name_and_quote(bytes: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let bytes = &bytes[..bytes.len().min(at + MAX_NAME_BYTES)];
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let is_name = |byte: &u8| IS_IN_NAME[usize::from(*byte)];
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

/// Reads a tag that begins at `at` if it has exactly the form that PGN
/// prescribes and its value contains no escapes.
#[inline(always)]
pub fn read_plain(bytes: &[u8], at: usize) -> Option<TagSpans> {
    let rest = bytes.get(at..).filter(|rest| rest.first() == Some(&b'['))?;
    let mut end = 1;
    while IS_IN_NAME[usize::from(*rest.get(end)?)] {
        end += 1;
    }
    let start = end + 2;
    let is_name = rest[1].is_ascii_alphabetic() && end < MAX_NAME_BYTES / 2;
    if !is_name || rest.get(end..start) != Some(b" \"") {
        return None;
    }
    let length = first_stop(&rest[start..], b'"', b'\\')?;
    let value = start..start + length;
    let is_plain = matches!(
        rest.get(value.end..value.end + 3),
        Some([b'"', b']', b'\n' | b'\r' | b'['])
    );
    is_plain.then_some(TagSpans {
        name: at + 1..at + end,
        value: at + value.start..at + value.end,
        is_escaped: false,
    })
}

static IS_IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        table[index] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        index += 1;
    }
    table
};

/// Reads the tag that begins at `at`, in whatever form it is written.
pub fn read(bytes: &[u8], at: usize, is_last: bool) -> TagRead {
    match name_and_quote(bytes, at) {
        Some((name, start)) => read_irregular(bytes, name, start, is_last),
        None if bytes.len() - at < MAX_NAME_BYTES && !is_last => TagRead::NeedsMore,
        None => TagRead::NotATag,
    }
}

/// Reads a tag that has quotes or brackets in its value, extends over several
/// lines, or is unclosed.
#[cold]
fn read_irregular(bytes: &[u8], name: Range<usize>, start: usize, is_last: bool) -> TagRead {
    let limit = bytes.len().min(start + MAX_VALUE_BYTES);
    let is_limited = limit == start + MAX_VALUE_BYTES || is_last;
    let line_end = match memchr2(b'\n', b'\r', &bytes[start..limit]) {
        Some(end) => start + end,
        None if is_limited => limit,
        None => return TagRead::NeedsMore,
    };
    let tag = |value: Range<usize>, end: usize, problem: Option<ProblemKind>| {
        let is_escaped = memchr(b'\\', &bytes[value.clone()]).is_some();
        let name = name.clone();
        TagRead::Tag(ReadTag {
            spans: TagSpans {
                name,
                value,
                is_escaped,
            },
            end,
            problem,
        })
    };
    // In PGN, the first quote that is not escaped ends the value.
    if let Some((quote, close)) = strict_closing(&bytes[..line_end], start) {
        return tag(start..quote, close + 1, None);
    }
    // Another tag inside the value shows that its end is missing.
    let inner = first_tag_in(bytes, start..line_end);
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
    // The value may continue on the following lines if no tag begins there.
    let mut line_end = line_end;
    for _ in 1..MAX_VALUE_LINES {
        if line_end >= limit {
            return if is_limited {
                unclosed
            } else {
                TagRead::NeedsMore
            };
        }
        let line = match after_line_end(bytes, line_end) {
            Some(line) if line < limit => line,
            _ if is_limited => return unclosed,
            _ => return TagRead::NeedsMore,
        };
        if bytes[line] == b'[' || is_line_end(bytes[line]) {
            return unclosed;
        }
        line_end = match memchr2(b'\n', b'\r', &bytes[line..limit]) {
            Some(end) => line + end,
            None if is_limited => limit,
            None => return TagRead::NeedsMore,
        };
        let inner = first_tag_in(bytes, line..line_end);
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

/// Returns the start of the first tag in a part of the text.
pub fn first_tag_in(bytes: &[u8], part: Range<usize>) -> Option<usize> {
    let brackets = memchr_iter(b'[', &bytes[part.clone()]);
    let mut starts = brackets.map(|at| part.start + at);
    starts.find(|&at| is_tag(&bytes[at..]))
}

/// Returns the quote that ends the value and the bracket that ends the tag, if
/// the quote is the first that is not escaped and the line ends or another tag
/// begins after the bracket.
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

/// Returns the quote that ends the value and the bracket that ends the tag, if
/// the line contains such a pair. A quote that is not escaped is preferred over
/// one that is, and a pair at the end of the line or before another tag over one
/// inside the line.
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

/// Returns the value with its escapes resolved.
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
