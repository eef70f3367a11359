use arbiter_rules::{Outcome, PlayedLine};
use serde::Serialize;

use super::{Illegal, InvalidInput, position, state};
use crate::MoveRecord;

/// A series of moves and the position after them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Replay {
    /// The position after the moves in FEN.
    pub fen: String,
    /// The status: `active`, `check`, `checkmate`, `stalemate` or `draw`.
    pub status: &'static str,
    /// The code of the reason why the game ended. Null while it continues.
    pub reason: Option<&'static str>,
    /// The result: `1-0`, `1/2-1/2` or `0-1`. Null while the game continues.
    pub result: Option<&'static str>,
    /// The draws that can be claimed: `threefold`, `fifty_moves`.
    pub claims: Vec<&'static str>,
    /// The moves that were played, with the fields of R17.
    pub history: Vec<MoveRecord>,
    /// The same moves in standard notation.
    pub san: Vec<String>,
    /// The move that was refused. Null if there is none.
    pub refusal: Option<RefusedMove>,
    /// The played line.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub line: PlayedLine,
    /// The outcome, if the game is over.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub outcome: Option<Outcome>,
}

/// A move that was refused.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RefusedMove {
    /// The move as it was written.
    #[serde(rename = "move")]
    pub text: String,
    /// The number of half-moves played before it.
    pub ply: usize,
    /// Why it was refused.
    #[serde(flatten)]
    pub illegal: Illegal,
}

impl Replay {
    /// Plays these moves, which may be numbered, from this position, up to the
    /// first move that is refused. An empty text is the starting position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid. A refused move is not an
    /// error.
    pub fn of(fen: &str, moves: &str) -> Result<Replay, InvalidInput> {
        let (line, refusal) = read_line(fen, moves)?;
        let outcome = line.outcome();
        Ok(Replay {
            fen: line.position().to_string(),
            status: state(line.position(), outcome),
            reason: outcome.map(|outcome| outcome.reason.code()),
            result: outcome.map(Outcome::result),
            claims: line.claims().map(|claim| claim.reason().code()).collect(),
            history: line
                .moves()
                .map(|(before, mv)| arbiter_game::MoveRecord::of(before, mv).into())
                .collect(),
            san: line
                .moves()
                .map(|(before, mv)| before.san(mv).to_string())
                .collect(),
            refusal,
            line,
            outcome,
        })
    }
}

/// Plays these moves, which may be numbered, from this position, up to the first
/// move that is refused. An empty text is the starting position.
///
/// # Errors
///
/// Returns an error if the position is invalid.
pub fn read_line(
    fen: &str,
    moves: &str,
) -> Result<(PlayedLine, Option<RefusedMove>), InvalidInput> {
    let start = match fen.trim() {
        "" => position("start")?,
        _ => position(fen)?,
    };
    let mut line = PlayedLine::from(start);
    // A separate "e.p." (R55) would look like a move of its own.
    let moves = moves.replace(" e.p.", "e.p.");
    for text in written_moves(&moves) {
        match line.read(text) {
            Ok(mv) => line.play(mv),
            Err(cause) => {
                let stop = RefusedMove {
                    text: text.to_owned(),
                    ply: line.moves().len(),
                    illegal: Illegal::new(line.position().clone(), text, cause),
                };
                return Ok((line, Some(stop)));
            }
        }
    }
    Ok((line, None))
}

/// Returns the moves of a text without move numbers, draw offers and result (C27).
fn written_moves(text: &str) -> impl Iterator<Item = &str> {
    const DRAW_OFFER: &str = "(=)";
    const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "*", "1–0", "0–1", "½-½", "½–½"];
    text.split_whitespace()
        .map(without_number)
        .filter(|word| !word.is_empty() && *word != DRAW_OFFER && !RESULTS.contains(word))
}

/// Returns `e4` for `1.e4`, and an empty text for `1.` and `1...`.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    if after_dots.len() < after_digits.len() {
        after_dots
    } else {
        word
    }
}
