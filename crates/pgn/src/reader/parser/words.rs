//! The words of the movetext: moves, null moves, results and glyphs.

use core::ops::Range;

use arbiter_rules::{Move, Position};

use super::Parser;
use crate::{
    Nag, PgnElement, ProblemKind, Termination, Visitor,
    reader::{byte_class::word_end, decode::decode, text_cursor::Window},
};

/// The longest word, in bytes. A longer one cannot be a move.
pub const MAX_WORD_BYTES: usize = 255;

impl Parser {
    /// Reads a word of any kind and returns its end.
    pub(super) fn read_word<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut V,
    ) -> usize {
        let bytes = window.bytes;
        let end = word_end(&bytes[..bytes.len().min(at + MAX_WORD_BYTES)], at);
        let end = at + before_wide_blank(&bytes[at..end]).unwrap_or(end - at);
        let written = &bytes[at..end];
        let number = written
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if number == written.len() && written != b"0000" {
            return end;
        }
        let mut scratch = String::new();
        let word = decode(written, &mut scratch);
        if let Some(result) = Termination::parse(word) {
            self.take_result(window, at..end, result, visitor);
            return end;
        }
        if self.moves.is_skipping() {
            return end;
        }
        if is_null_move(word) {
            self.pass(window, at..end, visitor);
            return end;
        }
        if may_be_glyph(written)
            && let Some(nag) = Nag::from_symbol(word)
        {
            self.report_glyph(nag, visitor);
            return end;
        }
        if number > 0 && !word.starts_with("0-") {
            // A move number without its dot, or with another kind of dots.
            return at + number;
        }
        let is_empty = |c: char| c.is_whitespace() || matches!(c, '…' | '\u{feff}' | '+' | '#');
        if word.chars().all(is_empty) {
            return end;
        }
        let blank = word.len() - word.trim_start_matches(is_empty).len();
        if blank > 0 && word.len() == written.len() {
            return at + blank;
        }
        if let Some(length) = en_passant_mark(&bytes[at..]) {
            return at + length;
        }
        if end - at == MAX_WORD_BYTES {
            self.abandon_line(window, at..end, ProblemKind::TooLong(PgnElement::Word));
            return end;
        }
        self.moves.settle();
        match self.moves.position().find_san_quickly(written) {
            Some(mv) => {
                self.play(mv, visitor);
                end
            }
            None => self.read_unusual_move(window, at, end, visitor),
        }
    }

    /// Reads a move in any other notation that people and programs use. If the
    /// word is not a move, the rest of the line of play is skipped.
    #[cold]
    fn read_unusual_move<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        at: usize,
        end: usize,
        visitor: &mut V,
    ) -> usize {
        let bytes = window.bytes;
        let mut scratch = String::new();
        for end in [extended_end(bytes, at, end), end] {
            let word = decode(&bytes[at..end], &mut scratch);
            if let Some((mv, nag)) = find_with_glyph(self.moves.position(), word) {
                self.play(mv, visitor);
                if let Some(nag) = nag {
                    self.report_glyph(nag, visitor);
                }
                return end;
            }
        }
        let word = decode(&bytes[at..end], &mut scratch);
        if let Err(refusal) = self.moves.position().read(word) {
            let written = word.chars().take(40).collect::<String>().into();
            let refusal = Box::new(refusal);
            self.abandon_line(window, at..end, ProblemKind::Move { written, refusal });
        }
        end
    }

    /// Reads a null move.
    #[cold]
    pub(super) fn pass<V: Visitor + ?Sized>(
        &mut self,
        window: Window<'_>,
        range: Range<usize>,
        visitor: &mut V,
    ) {
        if self.moves.is_skipping() {
            return;
        }
        self.moves.settle();
        if self.moves.position().after_null_move().is_some() {
            visitor.null_move(self.moves.position());
            self.moves.push_null_move();
            return;
        }
        match self.moves.position().read("--") {
            // In Saktris, passing is a move.
            Ok(mv) => self.play(mv, visitor),
            Err(refusal) => {
                let kind = ProblemKind::Move {
                    written: "--".into(),
                    refusal: Box::new(refusal),
                };
                self.abandon_line(window, range, kind);
            }
        }
    }

    /// Reports a glyph. One that is used for both sides is about the side that
    /// has moved.
    pub(super) fn report_glyph<V: Visitor + ?Sized>(&self, nag: Nag, visitor: &mut V) {
        visitor.nag(nag.about(self.moves.position().turn()));
    }

    #[inline(always)]
    pub(super) fn play<V: Visitor + ?Sized>(&mut self, mv: Move, visitor: &mut V) {
        visitor.played(self.moves.position(), mv);
        self.moves.push(mv);
    }
}

/// Returns the length of a word before a blank that is not ASCII, such as a no-break
/// space, or `None` if there is no such blank after its first character.
fn before_wide_blank(word: &[u8]) -> Option<usize> {
    if word.is_ascii() {
        return None;
    }
    let blank = match str::from_utf8(word) {
        Ok(word) => word.find(char::is_whitespace),
        // In Latin-1.
        Err(_) => word.iter().position(|&byte| byte == 0xa0),
    };
    blank.filter(|&length| length > 0)
}

/// Reports whether a word means that the side to move passes.
fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "@@@@" | "null" | "pass" | "0000" | "<>")
}

/// Reports whether a word looks like a glyph: a sign, or one or two capitals.
fn may_be_glyph(written: &[u8]) -> bool {
    written.first().is_some_and(|&first| match first {
        b'a'..=b'z' => false,
        b'A'..=b'Z' => written.len() <= 2,
        _ => true,
    })
}

/// Returns the move that a word denotes, and the glyph attached to it.
fn find_with_glyph(position: &Position, word: &str) -> Option<(Move, Option<Nag>)> {
    // Reading the word as a move would drop a sign such as ±.
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphanumeric();
    if !word.ends_with(is_sign)
        && let Ok(mv) = position.read(word)
    {
        return Some((mv, None));
    }
    word.char_indices().skip(2).find_map(|(split, _)| {
        let (written, sign) = word.split_at(split);
        let nag = Nag::from_symbol(sign)?;
        Some((position.read(written).ok()?, Some(nag)))
    })
}

/// Returns the end of a word including a part in parentheses or with dots that
/// may belong to it: `e8(Q)`, `exd6e.p.`.
fn extended_end(bytes: &[u8], at: usize, end: usize) -> usize {
    match bytes[end..] {
        [b'(', role, b')', ..] if role.is_ascii_alphabetic() => end + 3,
        _ if bytes[at..end].ends_with(b"e") => {
            end - 1 + en_passant_mark(&bytes[end - 1..]).unwrap_or(1)
        }
        _ => end,
    }
}

/// Returns the length of `e.p.` in one of its spellings.
fn en_passant_mark(bytes: &[u8]) -> Option<usize> {
    [&b"e.p."[..], b"e.p", b"ep.", b"ep"]
        .into_iter()
        .find(|mark| bytes.starts_with(mark))
        .map(<[u8]>::len)
}
