use arbiter_rules::{Position, Variant};

use crate::ProblemKind;

/// The position that the tags `FEN` and `Variant` speak of.
pub fn start(fen: Option<&str>, variant: Option<&str>) -> Result<Position, ProblemKind> {
    let Some(variant) = known(variant.unwrap_or_default()) else {
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

/// The variant of this name, or none in particular. Chess with other goals
/// but the moves of chess is chess here.
fn known(name: &str) -> Option<Option<Variant>> {
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    Some(match plain.as_str() {
        "" | "standard" | "chess" | "normal" | "classical" | "fromposition" | "threecheck"
        | "3check" | "kingofthehill" => None,
        "saktris" => Some(Variant::Saktris),
        _ if plain.contains("960") => Some(Variant::Chess960),
        "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc" | "freestyle"
        | "freestylechess" | "chessnines" => Some(Variant::Chess960),
        _ => return None,
    })
}
