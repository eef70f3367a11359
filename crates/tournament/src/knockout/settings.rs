use arbiter_rules::Color;

use crate::Numbering;

/// What happens if all tie-breaks of a match end in a tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastStage {
    /// One game in which a draw is enough for Black.
    Armageddon,
    /// Further tie-breaks, until one decides.
    MoreTieBreaks,
}

/// When the matches of a round begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// When all matches of the round before have ended.
    Rounds,
    /// When both players are known.
    Matches,
}

/// What is fixed before a knockout starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnockoutSettings {
    /// The name of the tournament.
    pub name: String,
    /// The number of games of a match. It ends earlier if a player cannot be caught any
    /// more.
    pub games: usize,
    /// The number of games of a tie-break.
    pub tie_break_games: usize,
    /// The number of tie-breaks before the last stage.
    pub tie_breaks: usize,
    /// What decides if the tie-breaks do not.
    pub last_stage: LastStage,
    /// When matches begin.
    pub pace: Pace,
    /// Whether the losers of the semifinals play for the third place.
    pub has_third_place: bool,
    /// How players are seeded.
    pub numbering: Numbering,
    /// The color of the better seed in the first game of the first match.
    pub initial_color: Color,
}

impl KnockoutSettings {
    /// Returns the usual settings: matches of `games` games, one tie-break of two games,
    /// then Armageddon; players seeded by rating.
    #[must_use]
    pub fn new(name: &str, games: usize) -> KnockoutSettings {
        KnockoutSettings {
            name: name.to_owned(),
            games: games.max(1),
            tie_break_games: 2,
            tie_breaks: 1,
            last_stage: LastStage::Armageddon,
            pace: Pace::Rounds,
            has_third_place: false,
            numbering: Numbering::Rating,
            initial_color: Color::White,
        }
    }
}
