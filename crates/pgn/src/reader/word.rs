use core::ops::Range;

use arbiter_rules::{Move, Position};

use super::{
    classes::word_end,
    decode::decode,
    game::{Last, Parser, Text},
};
use crate::{Nag, PgnElement, ProblemKind, Termination, Visitor};

/// The longest word. A longer one is certainly no move.
pub const LONGEST_WORD: usize = 255;

/// One word of the moves.
impl Parser {
    /// A word of any kind.
    pub fn read_word<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        visitor: &mut V,
    ) -> usize {
        let bytes = text.bytes;
        let end = word_end(&bytes[..bytes.len().min(at + LONGEST_WORD)], at);
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
            self.take_result(text, at..end, result, visitor);
            return end;
        }
        if self.skip.is_some() {
            return end;
        }
        if is_null_move(word) {
            self.pass(text, at..end, visitor);
            return end;
        }
        if may_be_glyph(written)
            && let Some(nag) = Nag::from_glyph(word)
        {
            self.tell_glyph(nag, visitor);
            return end;
        }
        if number > 0 && !word.starts_with("0-") {
            // A number without its dot, or with dots of another kind.
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
        if end - at == LONGEST_WORD {
            self.give_up_line(text, at..end, ProblemKind::TooLong(PgnElement::Word));
            return end;
        }
        self.line.settle();
        match self.line.position.find_san_quickly(written) {
            Some(mv) => {
                self.play(mv, visitor);
                end
            }
            None => self.read_odd_move(text, at, end, visitor),
        }
    }

    /// A move as people and programs really write it, or none.
    #[cold]
    fn read_odd_move<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        at: usize,
        end: usize,
        visitor: &mut V,
    ) -> usize {
        let bytes = text.bytes;
        let mut scratch = String::new();
        for end in [long_end(bytes, at, end), end] {
            let word = decode(&bytes[at..end], &mut scratch);
            if let Some((mv, nag)) = find_written(&self.line.position, word) {
                self.play(mv, visitor);
                if let Some(nag) = nag {
                    self.tell_glyph(nag, visitor);
                }
                return end;
            }
        }
        let word = decode(&bytes[at..end], &mut scratch);
        if let Err(refusal) = self.line.position.read(word) {
            let written = word.chars().take(40).collect::<String>().into();
            let refusal = Box::new(refusal);
            self.give_up_line(text, at..end, ProblemKind::Move { written, refusal });
        }
        end
    }

    /// A null move.
    #[cold]
    pub fn pass<V: Visitor + ?Sized>(
        &mut self,
        text: Text<'_>,
        range: Range<usize>,
        visitor: &mut V,
    ) {
        if self.skip.is_some() {
            return;
        }
        self.line.settle();
        if self.line.position.pass().is_some() {
            visitor.null_move(&self.line.position);
            self.line.last = Last::Passed;
            return;
        }
        match self.line.position.read("--") {
            // In Saktris it is a move.
            Ok(mv) => self.play(mv, visitor),
            Err(refusal) => {
                let kind = ProblemKind::Move {
                    written: "--".into(),
                    refusal: Box::new(refusal),
                };
                self.give_up_line(text, range, kind);
            }
        }
    }

    /// A sign that both sides share is about the side that has moved.
    pub fn tell_glyph<V: Visitor + ?Sized>(&self, nag: Nag, visitor: &mut V) {
        visitor.nag(nag.about(self.line.position.turn()));
    }

    #[inline(always)]
    pub fn play<V: Visitor + ?Sized>(&mut self, mv: Move, visitor: &mut V) {
        visitor.played(&self.line.position, mv);
        self.line.last = Last::Played(mv);
    }
}

/// Whether a word means that the side to move passes.
fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "@@@@" | "null" | "pass" | "0000" | "<>")
}

/// Whether a word looks like a glyph: those are signs, or a capital or two.
fn may_be_glyph(written: &[u8]) -> bool {
    written.first().is_some_and(|&first| match first {
        b'a'..=b'z' => false,
        b'A'..=b'Z' => written.len() <= 2,
        _ => true,
    })
}

/// The move that a word means, and the evaluation that is glued to it.
fn find_written(position: &Position, word: &str) -> Option<(Move, Option<Nag>)> {
    // Signs like ± are read as part of a move, and would be lost.
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphanumeric();
    if !word.ends_with(is_sign)
        && let Ok(mv) = position.read(word)
    {
        return Some((mv, None));
    }
    word.char_indices().skip(2).find_map(|(split, _)| {
        let (written, sign) = word.split_at(split);
        let nag = Nag::from_glyph(sign)?;
        Some((position.read(written).ok()?, Some(nag)))
    })
}

/// Where a word ends together with what may belong to it although it stands
/// in parentheses or has dots: `e8(Q)`, `exd6e.p.`.
fn long_end(bytes: &[u8], at: usize, end: usize) -> usize {
    match bytes[end..] {
        [b'(', role, b')', ..] if role.is_ascii_alphabetic() => end + 3,
        _ if bytes[at..end].ends_with(b"e") => {
            end - 1 + en_passant_mark(&bytes[end - 1..]).unwrap_or(1)
        }
        _ => end,
    }
}

/// The length of `e.p.` in one of its spellings.
fn en_passant_mark(bytes: &[u8]) -> Option<usize> {
    [&b"e.p."[..], b"e.p", b"ep.", b"ep"]
        .into_iter()
        .find(|mark| bytes.starts_with(mark))
        .map(<[u8]>::len)
}
