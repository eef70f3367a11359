//! Where a game begins, whatever stands before it.
//!
//! A line that begins with `[Event "` begins a game, even inside a comment
//! that is still open: no closing brace can be trusted across it, and only so
//! can damage be kept from the next game. The one exception is a line that
//! directly follows another tag, for some programs write `Event` later among
//! the tags. A comment that really contains such a line at its beginning is
//! cut short; nobody has been seen to write one.
//!
//! Inside a comment that is open, more is taken for the beginning of a game: a
//! line that ends with `[Event "…"]`, for whatever stands before that has lost
//! its own line end; and, for games that have no `Event`, a line that is one
//! tag, if an empty line stands before it or another such line follows.

use memchr::{memchr_iter, memchr2, memchr3, memmem, memrchr2};

use super::tag;

const EVENT: &[u8] = b"[Event \"";

/// The longest line in which a heading is looked for past its beginning.
const LONGEST_LINE: usize = 4096;

/// The first place, not before `from`, where a text can be cut so that
/// reading the two parts gives what reading the whole gives.
///
/// The text must begin where a line begins.
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
    found.map(|at| from + at).find(|&at| is_cut(text, at))
}

/// The last place where a text can be cut so, but for its beginning.
///
/// The text must begin where a line begins.
#[must_use]
pub fn last_game_start(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = memmem::rfind(&text[..end], EVENT).filter(|&at| at > 0) {
        if is_cut(text, at) {
            return Some(at);
        }
        end = at + EVENT.len() - 1;
    }
    None
}

fn is_cut(text: &[u8], at: usize) -> bool {
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

/// What ends a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentEnd {
    /// `}` stands here.
    Closed(usize),
    /// It is open where the next game begins.
    Heading(usize),
    /// The text ends first.
    Never,
    /// More text must be seen.
    More,
    /// It does not end within the limit. Up to here, all was looked at.
    TooLong(usize),
}

/// Looks for the end of a comment whose text begins at `from`.
pub fn comment_end(bytes: &[u8], from: usize, is_last: bool, limit: usize) -> CommentEnd {
    let end = bytes.len().min(from.saturating_add(limit));
    let mut line = from;
    let mut at = from;
    loop {
        let Some(stop) = first_stop(&bytes[at..end]) else {
            return match (end < bytes.len() || end - from == limit, is_last) {
                (true, _) => CommentEnd::TooLong(if line > from { line } else { end }),
                (false, true) => CommentEnd::Never,
                (false, false) => CommentEnd::More,
            };
        };
        let stop = at + stop;
        if bytes[stop] == b'}' {
            return CommentEnd::Closed(stop);
        }
        if let Some(heading) = heading_at_end(&bytes[line..stop]) {
            return CommentEnd::Heading(line + heading);
        }
        // What the next line begins with must be in sight.
        let next = match after_line_end(bytes, stop) {
            Some(next) if next < bytes.len() => next,
            _ if is_last => return CommentEnd::Never,
            _ => return CommentEnd::More,
        };
        if bytes[next] == b'[' {
            let rest = &bytes[next..];
            if rest.len() < LONGEST_LINE && !is_last {
                return CommentEnd::More;
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

/// A comment with others inside is not followed further.
const LONGEST_NEST: usize = 1 << 16;

/// Looks for the end of a comment in which others stand: each brace that
/// opens is closed.
pub fn nested_end(bytes: &[u8], from: usize, is_last: bool) -> CommentEnd {
    let mut depth = 1;
    let mut at = from;
    loop {
        let limit = LONGEST_NEST.saturating_sub(at - from);
        match comment_end(bytes, at, is_last, limit) {
            CommentEnd::Closed(end) => {
                depth += memchr_iter(b'{', &bytes[at..end]).count();
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

/// The first brace or line end.
#[inline]
fn first_stop(bytes: &[u8]) -> Option<usize> {
    memchr3(b'}', b'\n', b'\r', bytes)
}

/// Where a heading begins that stands at the end of a line, after something
/// else.
pub fn heading_at_end(line: &[u8]) -> Option<usize> {
    if line.len() > LONGEST_LINE || line.len() < EVENT.len() {
        return None;
    }
    let at = memmem::rfind(line, EVENT)?;
    line.trim_ascii_end().ends_with(b"\"]").then_some(at)
}

/// Where the first tag begins in a line that ends with one.
fn tag_at_end(line: &[u8]) -> Option<usize> {
    if line.len() > LONGEST_LINE || !line.trim_ascii_end().ends_with(b"\"]") {
        return None;
    }
    tag::inner_tag(line, 0..line.len())
}

/// Whether the text begins with a line that is one whole tag.
fn is_tag_line(bytes: &[u8]) -> bool {
    let end = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
    let line = &bytes[..end.min(LONGEST_LINE)];
    tag::is_tag(line) && tag_at_end(line) == Some(0)
}

/// The beginning of the line after the line end at this place, if it can be
/// told.
pub fn after_line_end(bytes: &[u8], at: usize) -> Option<usize> {
    match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => Some(at + 2),
        (b'\r', None) => None,
        _ => Some(at + 1),
    }
}

#[inline]
pub fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}
