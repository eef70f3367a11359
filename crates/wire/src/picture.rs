use serde::{Deserialize, Serialize};

use crate::Color;

/// A request for a picture of a position, or of the moves that lead to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    /// The first position in FEN. The starting position by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fen: String,
    /// The moves, separated by spaces. They may be numbered.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
    /// The side at the bottom of the board; White by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Color>,
    /// The form of the picture.
    pub form: PictureForm,
}

/// The form of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PictureForm {
    /// The last position, as pixels.
    Png,
    /// The last position, as a drawing that can be scaled.
    Svg,
    /// All positions, as an animation.
    Gif,
}
