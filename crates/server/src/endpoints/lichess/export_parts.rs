use serde::Deserialize;

use super::fields::is_true;

/// Which parts of a game are exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportParts {
    /// The moves.
    pub moves: bool,
    /// The tags of PGN.
    pub tags: bool,
    /// The clock after each move.
    pub clocks: bool,
    /// The opening.
    pub opening: bool,
    /// The PGN in JSON.
    pub pgn_in_json: bool,
}

/// Which parts of a game are wanted. Evaluations are not stored, so that nobody gets them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PartsQuery {
    moves: Option<String>,
    tags: Option<String>,
    clocks: Option<String>,
    opening: Option<String>,
    pgn_in_json: Option<String>,
}

impl ExportParts {
    /// What a single game is exported with.
    pub const WHOLE: ExportParts = ExportParts {
        moves: true,
        tags: true,
        clocks: true,
        opening: true,
        pgn_in_json: false,
    };

    /// What each of many games is exported with.
    pub const SHORT: ExportParts = ExportParts {
        clocks: false,
        opening: false,
        ..ExportParts::WHOLE
    };

    /// Returns these parts, with those that are asked for and without those that are not.
    #[must_use]
    pub fn with(self, ask: &PartsQuery) -> ExportParts {
        let or = |asked: &Option<String>, usual| asked.as_deref().map_or(usual, is_true);
        ExportParts {
            moves: or(&ask.moves, self.moves),
            tags: or(&ask.tags, self.tags),
            clocks: or(&ask.clocks, self.clocks),
            opening: or(&ask.opening, self.opening),
            pgn_in_json: or(&ask.pgn_in_json, self.pgn_in_json),
        }
    }
}
