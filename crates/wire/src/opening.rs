use arbiter_openings::Opening;
use serde::{Deserialize, Serialize};

/// The name of an opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OpeningView {
    /// Its code in the Encyclopaedia of Chess Openings, such as `B90`.
    pub eco: String,
    /// Its name, such as `Sicilian Defense: Najdorf Variation`.
    pub name: String,
}

impl From<Opening> for OpeningView {
    fn from(opening: Opening) -> OpeningView {
        OpeningView {
            eco: opening.eco().to_owned(),
            name: opening.name().to_owned(),
        }
    }
}
