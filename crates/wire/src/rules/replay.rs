use arbiter_rules::{Outcome, PlayedLine};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Illegal, InvalidInput, position, state};
use crate::MoveRecord;

/// Moves played one after the other, and where they lead.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct Replay {
    /// The position at the end.
    pub fen: String,
    /// `active`, `check`, `checkmate`, `stalemate` or `draw`.
    pub status: &'static str,
    /// How the game ended; null while it goes on.
    pub reason: Option<&'static str>,
    /// `1-0`, `1/2-1/2` or `0-1`; null while it goes on.
    pub result: Option<&'static str>,
    /// The draws that can be claimed: `threefold`, `fifty_moves`.
    pub claims: Vec<&'static str>,
    /// The moves that were played, in the fields of R17.
    pub history: Vec<MoveRecord>,
    /// The same as people write them.
    pub san: Vec<String>,
    /// The move that was refused; null if none was.
    pub refusal: Option<RefusedMove>,
    /// The game itself.
    #[serde(skip)]
    #[ts(skip)]
    pub line: PlayedLine,
    /// How it ended, if it did.
    #[serde(skip)]
    #[ts(skip)]
    pub outcome: Option<Outcome>,
}

/// The move that was refused.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct RefusedMove {
    /// As it was written.
    #[serde(rename = "move")]
    pub text: String,
    /// How many moves were played before it.
    pub ply: usize,
    /// Why.
    #[serde(flatten)]
    pub illegal: Illegal,
}

impl Replay {
    /// These moves, which may be numbered, from this position; an empty one is
    /// the start of the game. The first move that is refused ends it.
    ///
    /// # Errors
    ///
    /// Why the position is none. A move that is refused is an answer.
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

/// The line that these moves make, which may be numbered, from this position;
/// an empty one is the start of the game. The first move that is refused ends
/// it.
///
/// # Errors
///
/// Why the position is none.
pub fn read_line(
    fen: &str,
    moves: &str,
) -> Result<(PlayedLine, Option<RefusedMove>), InvalidInput> {
    let start = match fen.trim() {
        "" => position("start")?,
        _ => position(fen)?,
    };
    let mut line = PlayedLine::from(start);
    // A mark apart from its move (R55) would look like a move of its own.
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

/// The moves of a text, without their numbers and without a result (C27).
fn written_moves(text: &str) -> impl Iterator<Item = &str> {
    const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "*", "1–0", "0–1", "½-½", "½–½"];
    text.split_whitespace()
        .map(without_number)
        .filter(|word| !word.is_empty() && !RESULTS.contains(word))
}

/// `e4` of `1.e4`, nothing of `1.` and `1...`.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    if after_dots.len() < after_digits.len() {
        after_dots
    } else {
        word
    }
}
