//! Finds where a game begins and where comments end.
//!
//! A line that begins with `[Event "` begins a game, even inside an unclosed
//! comment: no closing brace after it can be trusted, and this is the only way
//! to keep damage from reaching the next game. The one exception is a line that
//! directly follows another tag, because some programs write `Event` later
//! among the tags. A comment that legitimately contains such a line is cut
//! short; none has been observed.
//!
//! Inside an unclosed comment, two more things begin a game: a line that ends
//! with `[Event "…"]`, because the text before it has lost its own line end;
//! and, for games that have no `Event`, a line that consists of one tag if an
//! empty line precedes it or another such line follows.

use memchr::{memchr_iter, memchr2, memchr3, memmem, memrchr2};

use super::{
    line_end::{after_line_end, is_line_end},
    tag,
    text_cursor::Window,
};

const EVENT: &[u8] = b"[Event \"";

/// The longest line, in bytes, that is searched for a heading past its start.
const MAX_HEADING_LINE_BYTES: usize = 4096;

/// The longest comment, in bytes. Longer ones are skipped.
pub const MAX_COMMENT_BYTES: usize = 1 << 20;

/// The longest comment, in bytes, in which nested braces are matched.
const MAX_NESTED_COMMENT_BYTES: usize = 1 << 16;

/// Returns the first offset, not before `from`, where a text can be split so
/// that reading the two parts gives the same games as reading the whole.
///
/// The text must begin at the start of a line.
///
/// ```
/// let text = b"[Event \"A\"]\n\n1. e4 {open\n[Event \"B\"]\n\n1. d4 *\n";
/// assert_eq!(arbiter_pgn::next_game_start(text, 1), Some(25));
/// assert_eq!(arbiter_pgn::next_game_start(text, 26), None);
/// ```
#[must_use]
pub fn next_game_start(text: &[u8], from: usize) -> Option<usize> {
    let from = from.min(text.len());
    let found = memmem::find_iter(&text[from..], EVENT);
    found.map(|at| from + at).find(|&at| is_split(text, at))
}

/// Returns the last such offset, if there is one after the start of the text.
///
/// The text must begin at the start of a line.
#[must_use]
pub fn last_game_start(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = memmem::rfind(&text[..end], EVENT).filter(|&at| at > 0) {
        if is_split(text, at) {
            return Some(at);
        }
        end = at + EVENT.len() - 1;
    }
    None
}

/// Reports whether the text can be split at this `[Event "`.
fn is_split(text: &[u8], at: usize) -> bool {
    let Some(mut end) = at.checked_sub(1) else {
        return true;
    };
    if !is_line_end(text[end]) {
        return false;
    }
    if text[end] == b'\n' && end > 0 && text[end - 1] == b'\r' {
        end -= 1;
    }
    let line = memrchr2(b'\n', b'\r', &text[..end]).map_or(0, |before| before + 1);
    text[line] != b'['
}

/// How a comment ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentEnd {
    /// With a `}` at this index.
    Closed(usize),
    /// It is unclosed where the next game begins, at this index.
    Heading(usize),
    /// It is unclosed at the end of the text.
    Never,
    /// More text must be loaded to decide.
    NeedsMore,
    /// It does not end within the limit. The bytes before this index have been
    /// searched.
    TooLong(usize),
}

/// Finds the end of the comment whose text begins at `from`.
pub fn comment_end(window: Window<'_>, from: usize, limit: usize) -> CommentEnd {
    let Window { bytes, is_last } = window;
    let end = bytes.len().min(from.saturating_add(limit));
    let mut line = from;
    let mut at = from;
    loop {
        let Some(stop) = brace_or_line_end(&bytes[at..end]) else {
            return match (end < bytes.len() || end - from == limit, is_last) {
                (true, _) => CommentEnd::TooLong(if line > from { line } else { end }),
                (false, true) => CommentEnd::Never,
                (false, false) => CommentEnd::NeedsMore,
            };
        };
        let stop = at + stop;
        if bytes[stop] == b'}' {
            return CommentEnd::Closed(stop);
        }
        if let Some(heading) = heading_at_end(&bytes[line..stop]) {
            return CommentEnd::Heading(line + heading);
        }
        // The first byte of the next line must be loaded.
        let next = match after_line_end(bytes, stop) {
            Some(next) if next < bytes.len() => next,
            _ if is_last => return CommentEnd::Never,
            _ => return CommentEnd::NeedsMore,
        };
        if bytes[next] == b'[' {
            let rest = &bytes[next..];
            if rest.len() < MAX_HEADING_LINE_BYTES && !is_last {
                return CommentEnd::NeedsMore;
            }
            let begins_with_tag = line > from && bytes[line] == b'[';
            if rest.starts_with(EVENT) && !begins_with_tag {
                return CommentEnd::Heading(next);
            }
            if is_tag_line(rest) {
                if let Some(tag) = tag_at_end(&bytes[line..stop]) {
                    return CommentEnd::Heading(line + tag);
                }
                if stop == line && line > from {
                    return CommentEnd::Heading(next);
                }
            }
            if rest.starts_with(EVENT) {
                return CommentEnd::Heading(next);
            }
        }
        line = next;
        at = next;
    }
}

/// Finds the end of a comment that contains other comments: each opening brace
/// has its closing brace.
pub fn nested_comment_end(window: Window<'_>, from: usize) -> CommentEnd {
    let mut depth = 1;
    let mut at = from;
    loop {
        let limit = MAX_NESTED_COMMENT_BYTES.saturating_sub(at - from);
        match comment_end(window, at, limit) {
            CommentEnd::Closed(end) => {
                depth += memchr_iter(b'{', &window.bytes[at..end]).count();
                depth -= 1;
                if depth == 0 {
                    return CommentEnd::Closed(end);
                }
                at = end + 1;
            }
            other => return other,
        }
    }
}

/// How a line ends that is not read as moves.
pub enum LineEnd {
    /// At this index, where the line ends or a game begins inside it.
    At(usize),
    /// More text must be loaded to decide.
    NeedsMore,
    /// Not before this index.
    TooLong(usize),
}

/// Finds the end of the line that begins with `;` or `%` at this index.
pub fn line_end(window: Window<'_>, at: usize) -> LineEnd {
    let Window { bytes, is_last } = window;
    let rest = &bytes[at..bytes.len().min(at + MAX_COMMENT_BYTES)];
    let Some(end) = memchr2(b'\n', b'\r', rest) else {
        return match (rest.len() == MAX_COMMENT_BYTES, is_last) {
            (true, _) => LineEnd::TooLong(at + rest.len()),
            (false, true) => LineEnd::At(at + rest.len()),
            (false, false) => LineEnd::NeedsMore,
        };
    };
    let Some(heading) = heading_at_end(&rest[..end]) else {
        return LineEnd::At(at + end);
    };
    // A game that is commented out line by line stays commented out.
    match bytes.get(at + end + 1..at + end + 3) {
        None if !is_last => LineEnd::NeedsMore,
        Some([b'\n', next] | [next, _]) if *next == rest[0] => LineEnd::At(at + end),
        _ => LineEnd::At(at + heading),
    }
}

#[inline]
fn brace_or_line_end(bytes: &[u8]) -> Option<usize> {
    memchr3(b'}', b'\n', b'\r', bytes)
}

/// Returns the start of an `Event` tag at the end of a line, after other text.
fn heading_at_end(line: &[u8]) -> Option<usize> {
    if line.len() > MAX_HEADING_LINE_BYTES || line.len() < EVENT.len() {
        return None;
    }
    let at = memmem::rfind(line, EVENT)?;
    line.trim_ascii_end().ends_with(b"\"]").then_some(at)
}

/// Returns the start of the first tag in a line that ends with a tag.
fn tag_at_end(line: &[u8]) -> Option<usize> {
    if line.len() > MAX_HEADING_LINE_BYTES || !line.trim_ascii_end().ends_with(b"\"]") {
        return None;
    }
    tag::first_tag_in(line, 0..line.len())
}

/// Reports whether the first line of the text consists of one tag.
fn is_tag_line(bytes: &[u8]) -> bool {
    let end = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
    let line = &bytes[..end.min(MAX_HEADING_LINE_BYTES)];
    tag::is_tag(line) && tag_at_end(line) == Some(0)
}
