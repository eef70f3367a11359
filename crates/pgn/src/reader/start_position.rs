use arbiter_rules::{Position, Variant};

use crate::ProblemKind;

/// Returns the starting position given by the tags `FEN` and `Variant`.
pub fn start_position(fen: Option<&str>, variant: Option<&str>) -> Result<Position, ProblemKind> {
    let Some(variant) = parse_variant(variant.unwrap_or_default()) else {
        let name = variant.unwrap_or_default();
        return Err(ProblemKind::UnknownVariant(name.into()));
    };
    let position = match fen {
        None => Position::start(),
        Some(fen) => match fen.trim().parse::<Position>() {
            Ok(position) => position,
            Err(error) => return Err(ProblemKind::BadFen(Box::new(error))),
        },
    };
    match variant {
        Some(Variant::Saktris) if position.variant() != Variant::Saktris => {
            Err(ProblemKind::MissingOrder)
        }
        Some(variant) => Ok(position.with_variant(variant)),
        None => Ok(position),
    }
}

/// Returns the variant of this name: `None` if it is unknown, `Some(None)` if the
/// name does not change how pieces move. Variants that only change the goal of
/// the game, such as Three-check, are read as chess.
fn parse_variant(name: &str) -> Option<Option<Variant>> {
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    Some(match plain.as_str() {
        "" | "standard" | "standardchess" | "chess" | "normal" | "normalchess" | "regular"
        | "regularchess" | "wild0" | "classical" | "fromposition" | "threecheck" | "3check"
        | "kingofthehill" => None,
        "saktris" => Some(Variant::Saktris),
        _ if plain.contains("960") => Some(Variant::Chess960),
        "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc" | "freestyle"
        | "freestylechess" | "chessnines" => Some(Variant::Chess960),
        _ => return None,
    })
}
