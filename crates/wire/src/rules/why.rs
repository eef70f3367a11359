use arbiter_rules::{Clear, Position, Refusal, RefusalKind};
use serde::Serialize;

use super::{InvalidInput, names, position};
use crate::RefusalDetails;

/// Whether a move is legal and, if not, why.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(untagged)]
pub enum Why {
    /// The move is legal.
    Legal(Legal),
    /// The move is not legal.
    Illegal(Illegal),
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Legal {
    /// Always true.
    pub legal: bool,
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard notation.
    pub san: String,
    /// The position after the move.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub after: Position,
    /// The pieces that the move clears from the board (Saktris).
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub clear: Option<Clear>,
}

/// A refused move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Illegal {
    /// Always false.
    pub legal: bool,
    /// `illegal_move`, or `invalid_input` if the text is not a move.
    pub kind: &'static str,
    /// A stable name for programs.
    pub code: &'static str,
    /// The article of the FIDE Laws of Chess, if there is one.
    pub article: Option<&'static str>,
    /// The squares to highlight.
    pub squares: Vec<String>,
    /// A sentence in English that says why.
    pub message: String,
    /// The cause in typed parts, from which clients can write the sentence in
    /// another language.
    pub cause: RefusalDetails,
    /// The refusal itself.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub refusal: Refusal,
    /// The position in which it was refused.
    #[serde(skip)]
    #[cfg_attr(feature = "descriptions", ts(skip))]
    pub position: Position,
}

impl Why {
    /// Checks a move in a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid. A refused move is not an
    /// error.
    pub fn of(fen: &str, mv: &str) -> Result<Why, InvalidInput> {
        let position = position(fen)?;
        let text = mv.trim();
        Ok(match position.read(text) {
            Ok(mv) => Why::Legal(Legal {
                legal: true,
                uci: position.uci(mv).to_string(),
                san: position.san(mv).to_string(),
                after: position.after(mv),
                clear: position.clear(mv),
            }),
            Err(refusal) => Why::Illegal(Illegal::new(position, text, refusal)),
        })
    }
}

impl Illegal {
    pub(super) fn new(position: Position, text: &str, refusal: Refusal) -> Illegal {
        // A sentence about an illegal move names the move; unreadable text is
        // quoted.
        let message = match refusal.kind() {
            RefusalKind::IllegalMove => refusal.to_string(),
            RefusalKind::InvalidInput => format!("{}: {refusal}", quoted(text)),
        };
        Illegal {
            legal: false,
            kind: refusal.kind().code(),
            code: refusal.code(),
            article: refusal.article(),
            squares: names(refusal.squares()),
            message,
            cause: RefusalDetails::from(&refusal),
            refusal,
            position,
        }
    }
}

/// Returns a text in quotes, truncated if it is long.
fn quoted(text: &str) -> String {
    const MAX_QUOTED_CHARS: usize = 30;
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("\"{}…\"", &text[..end]),
        None => format!("\"{text}\""),
    }
}
