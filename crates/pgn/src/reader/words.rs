//! What a word of the moves means, if it is no move.

use arbiter_rules::Color;

use crate::{Nag, Termination};

/// The result that a word writes, in any of its spellings (C27).
pub fn termination(word: &str) -> Option<Termination> {
    match word {
        "1-0" => Some(Termination::Won(Color::White)),
        "0-1" => Some(Termination::Won(Color::Black)),
        "1/2-1/2" => Some(Termination::Drawn),
        "*" => Some(Termination::Unknown),
        _ => odd_termination(word),
    }
}

#[cold]
fn odd_termination(word: &str) -> Option<Termination> {
    let mut plain = String::new();
    for c in word.chars() {
        match c {
            '–' | '—' | '−' | '‐' | '‑' | ':' => plain.push('-'),
            '½' => plain.push_str("1/2"),
            _ => plain.push(c),
        }
        if plain.len() > 16 {
            return None;
        }
    }
    match plain.as_str() {
        "1-0" => Some(Termination::Won(Color::White)),
        "0-1" => Some(Termination::Won(Color::Black)),
        "1/2-1/2" | "1/2" | "0.5-0.5" => Some(Termination::Drawn),
        _ => None,
    }
}

/// Whether a word means that the side to move passes.
pub fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "@@@@" | "null" | "pass" | "0000" | "<>")
}

/// The glyph that a word or sign stands for.
pub fn glyph(word: &str) -> Option<Nag> {
    let number = match word {
        "!" => 1,
        "?" => 2,
        "!!" | "‼" => 3,
        "??" | "⁇" => 4,
        "!?" | "⁉" => 5,
        "?!" | "⁈" => 6,
        "□" => 7,
        "=" => 10,
        "∞" | "~" => 13,
        "+=" | "+/=" | "=/+/-" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" | "+−" => 18,
        "-+" | "−+" => 19,
        "N" | "TN" => 146,
        "D" => 220,
        _ => return None,
    };
    Some(Nag(number))
}
