use core::fmt;

use arbiter_rules::{Arrival, Epd, Order, ParseFenError, Position, Setup, SetupErrors};
use serde::Serialize;

/// Parses a position that need not be playable. `start` is the starting position,
/// `saktris` that of Saktris with its fixed order, and `saktris 7` that of Saktris
/// with the order that this seed gives both sides. If only the placement of the pieces is
/// given, White moves, and only the starting position has castling rights.
///
/// # Errors
///
/// Returns the byte at which the text is not valid FEN.
pub fn setup(text: &str) -> Result<Setup, InvalidInput> {
    // Some editors put a byte order mark at the start of a file.
    let text = text.trim_start_matches('\u{feff}');
    if let "start" | "startpos" = text.trim() {
        return Ok(Position::start().to_setup());
    }
    if let Some(start) = saktris(text.trim()) {
        return Ok(start.to_setup());
    }
    if let Some(fen) = completed(text.trim()) {
        return Ok(fen.parse::<Setup>()?);
    }
    match text.parse::<Setup>() {
        Ok(setup) => Ok(setup),
        // In EPD, the format of test suites, operations follow the position.
        Err(error) => text
            .parse::<Epd>()
            .map(|epd| *epd.setup())
            .map_err(|_| error.into()),
    }
}

/// Returns the FEN of a placement of pieces, if the text is nothing else.
fn completed(text: &str) -> Option<String> {
    if text.contains(char::is_whitespace) || text.matches('/').count() != 7 {
        return None;
    }
    let start = Position::start().to_string();
    let castling = match start.split(' ').next() == Some(text) {
        true => "KQkq",
        false => "-",
    };
    Some(format!("{text} w {castling} - 0 1"))
}

fn saktris(text: &str) -> Option<Position> {
    let order = match text.strip_prefix("saktris")?.trim_start() {
        "" => Order::FIXED,
        seed => Order::shuffled(seed.parse().ok()?),
    };
    Some(Position::saktris([order, order].into(), Arrival::default()))
}

/// Parses a playable position.
///
/// # Errors
///
/// Returns the byte at which the text is not valid FEN, or the reason why the
/// position cannot be played.
pub fn position(text: &str) -> Result<Position, InvalidInput> {
    setup(text)?.position().map_err(InvalidInput::from)
}

/// Why an input is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct InvalidInput {
    /// A stable name for programs.
    pub code: &'static str,
    /// A sentence that says what is wrong.
    pub message: String,
    /// The byte at which parsing stopped. Null if the text is well-formed but
    /// describes something impossible.
    pub offset: Option<usize>,
}

impl InvalidInput {
    /// Returns an error at this byte.
    #[must_use]
    pub fn at(offset: usize, code: &'static str, message: &str) -> InvalidInput {
        InvalidInput {
            code,
            message: message.to_owned(),
            offset: Some(offset),
        }
    }

    /// Returns the message for people: the pointer shows where, and byte offsets are for
    /// programs.
    fn without_offset(&self) -> String {
        let Some(offset) = self.offset else {
            return self.message.clone();
        };
        let message = self.message.replace(&format!(" (byte {offset})"), "");
        message.replace(&format!("(byte {offset}; "), "(")
    }

    /// Returns the message with a pointer into the text that was typed.
    pub fn pointing_into(&self, item: &str) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            writeln!(f, "error: {}", self.without_offset())?;
            let Some(before) = self.offset.and_then(|offset| item.get(..offset)) else {
                return Ok(());
            };
            let shown = item.replace('\t', " ");
            writeln!(f, "  {shown}\n  {}^", " ".repeat(before.chars().count()))
        })
    }
}

impl fmt::Display for InvalidInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for InvalidInput {}

impl From<ParseFenError> for InvalidInput {
    fn from(error: ParseFenError) -> InvalidInput {
        InvalidInput::at(error.offset, error.code(), &error.to_string())
    }
}

impl From<SetupErrors> for InvalidInput {
    fn from(errors: SetupErrors) -> InvalidInput {
        InvalidInput {
            code: errors
                .errors()
                .first()
                .map_or("unplayable", |error| error.kind.code()),
            message: errors.to_string(),
            offset: None,
        }
    }
}
