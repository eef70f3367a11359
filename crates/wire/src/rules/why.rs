use arbiter_rules::{Clear, Position, Refusal, RefusalKind};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{InvalidInput, names, position};

/// Whether a move is legal and, if it is not, why.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
#[serde(untagged)]
pub enum Why {
    /// It is.
    Legal(Legal),
    /// It is not.
    Illegal(Illegal),
}

/// A move that may be played.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct Legal {
    /// True.
    pub legal: bool,
    /// In the notation of programs.
    pub uci: String,
    /// In that of people.
    pub san: String,
    /// The position after it.
    #[serde(skip)]
    #[ts(skip)]
    pub after: Position,
    /// What leaves the board with it (Saktris).
    #[serde(skip)]
    #[ts(skip)]
    pub clear: Option<Clear>,
}

/// A move that may not be played: also the end of a replay.
#[derive(Clone, Debug, Serialize, ToSchema, TS)]
pub struct Illegal {
    /// False.
    pub legal: bool,
    /// `illegal_move`, or `invalid_input` if it is no move at all.
    pub kind: &'static str,
    /// A stable name for programs.
    pub code: &'static str,
    /// The article of the FIDE Laws of Chess, where they have one.
    pub article: Option<&'static str>,
    /// The squares to point at.
    pub squares: Vec<String>,
    /// A sentence for people.
    pub message: String,
    /// The refusal itself.
    #[serde(skip)]
    #[ts(skip)]
    pub refusal: Refusal,
    /// Where it was refused.
    #[serde(skip)]
    #[ts(skip)]
    pub position: Position,
}

impl Why {
    /// Whether this move may be played in this position.
    ///
    /// # Errors
    ///
    /// Why the position is none. That a move is none, is an answer.
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
        // What was understood is named in the sentence; what was not is quoted.
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
            refusal,
            position,
        }
    }
}

/// What somebody wrote, in quotes and not too long.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 30;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("\"{}…\"", &text[..end]),
        None => format!("\"{text}\""),
    }
}
