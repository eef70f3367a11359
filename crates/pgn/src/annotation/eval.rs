use core::fmt;

use super::span::digits;

/// An engine's evaluation of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eval {
    /// The score, from White's point of view.
    pub score: EvalScore,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

/// A score from White's point of view: negative scores are good for Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvalScore {
    /// The advantage in hundredths of a pawn.
    Centipawns(i32),
    /// The number of moves to mate: positive if White mates, negative if Black
    /// does.
    Mate(i32),
}

impl Eval {
    pub(super) fn parse(text: &str) -> Option<Eval> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(u32::try_from(digits(depth.trim())?).ok()?)),
            None => (text, None),
        };
        let score = EvalScore::parse(score.trim_end())?;
        Some(Eval { score, depth })
    }
}

impl EvalScore {
    fn parse(text: &str) -> Option<EvalScore> {
        if let Some(moves) = text.strip_prefix('#') {
            let (is_negative, moves) = sign(moves);
            let moves = i32::try_from(digits(moves)?).ok()?;
            return Some(EvalScore::Mate(if is_negative { -moves } else { moves }));
        }
        let (is_negative, pawns) = sign(text);
        let (whole, fraction) = pawns.split_once('.').unwrap_or((pawns, "0"));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if pawns.is_empty() || fraction.is_empty() || !is_number(fraction) {
            return None;
        }
        let whole = if whole.is_empty() { 0 } else { digits(whole)? };
        // Digits after the second are ignored.
        let tens = fraction.bytes().chain(*b"00").take(2);
        let hundredths = tens.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
        let sum = whole.checked_mul(100)?.checked_add(hundredths)?;
        let sum = i32::try_from(sum).ok()?;
        Some(EvalScore::Centipawns(if is_negative { -sum } else { sum }))
    }
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Writes the form used in `[%eval …]`: `0.25`, `#-3`, `0.25,18`.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.score.fmt(f)?;
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

/// Writes `0.25` or `#-3`.
impl fmt::Display for EvalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EvalScore::Mate(moves) => write!(f, "#{moves}"),
            EvalScore::Centipawns(sum) => {
                let sign = if sum < 0 { "-" } else { "" };
                let size = sum.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
        }
    }
}
