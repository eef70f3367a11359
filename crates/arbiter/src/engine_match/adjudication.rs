use core::fmt;
use std::str::FromStr;

use arbiter_engine::Score;
use arbiter_rules::{ByColor, Color};

use super::game_result::{Cause, GameResult};

/// The rules for ending games early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    pub draw: Option<DrawRule>,
    pub win: Option<WinRule>,
    /// The maximum number of moves of each side.
    pub max_moves: Option<u32>,
}

/// Ends a game as drawn from a move on, if both engines have reported scores of at most
/// `score` for `moves` moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    pub from_move: u32,
    pub moves: u32,
    /// In centipawns.
    pub score: i32,
}

/// Ends a game as won if both engines have reported scores of at least `score` for the
/// same side for `moves` moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    pub moves: u32,
    /// In centipawns.
    pub score: i32,
}

/// Applies the rules to one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// The number of half-moves played.
    plies: u32,
    /// The number of consecutive half-moves with an equal score.
    equal_plies: u32,
    /// The number of consecutive half-moves with a winning score for each side.
    winning_plies: ByColor<u32>,
}

impl Adjudicator {
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            plies: 0,
            equal_plies: 0,
            winning_plies: ByColor::default(),
        }
    }

    /// Records the score that the engine reported with its move, and returns the result
    /// if that ends the game.
    pub fn after_move(&mut self, mover: Color, score: Option<Score>) -> Option<GameResult> {
        self.plies += 1;
        let move_number = self.plies.div_ceil(2);
        if let Some(rule) = self.rules.draw {
            let is_equal = score
                .is_some_and(|score| score.in_centipawns().unsigned_abs() <= rule.score as u32);
            self.equal_plies = if is_equal { self.equal_plies + 1 } else { 0 };
            if move_number >= rule.from_move && self.equal_plies >= 2 * rule.moves {
                return Some(draw(Cause::AdjudicatedDraw));
            }
        }
        if let Some(rule) = self.rules.win {
            for color in Color::ALL {
                let score = score.map(|score| match mover == color {
                    true => score.in_centipawns(),
                    false => -score.in_centipawns(),
                });
                let is_winning = score.is_some_and(|score| score >= rule.score);
                self.winning_plies[color] = if is_winning {
                    self.winning_plies[color] + 1
                } else {
                    0
                };
                if self.winning_plies[color] >= 2 * rule.moves {
                    return Some(GameResult {
                        winner: Some(color),
                        cause: Cause::AdjudicatedWin,
                    });
                }
            }
        }
        let is_too_long = |max: u32| self.plies >= max.saturating_mul(2);
        self.rules
            .max_moves
            .is_some_and(is_too_long)
            .then_some(draw(Cause::TooLong))
    }
}

const fn draw(cause: Cause) -> GameResult {
    GameResult {
        winner: None,
        cause,
    }
}

/// The text is not a valid rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseRuleError {
    Draw,
    Win,
}

impl fmt::Display for ParseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseRuleError::Draw => {
                "expected three numbers: 40,8,10 ends a game as drawn from move 40 on if both \
                 engines report at most 10 centipawns for 8 moves"
            }
            ParseRuleError::Win => {
                "expected two numbers: 3,600 ends a game as won if both engines report at least \
                 600 centipawns for the same side for 3 moves"
            }
        })
    }
}

impl std::error::Error for ParseRuleError {}

impl FromStr for DrawRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<DrawRule, ParseRuleError> {
        match numbers(text).as_deref() {
            Some(&[from_move, moves, score]) if moves > 0 => Ok(DrawRule {
                from_move,
                moves,
                score: score as i32,
            }),
            _ => Err(ParseRuleError::Draw),
        }
    }
}

impl FromStr for WinRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<WinRule, ParseRuleError> {
        match numbers(text).as_deref() {
            Some(&[moves, score]) if moves > 0 && score > 0 => Ok(WinRule {
                moves,
                score: score as i32,
            }),
            _ => Err(ParseRuleError::Win),
        }
    }
}

/// Parses numbers of at most a million, separated by commas.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let number = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|&number| number <= 1_000_000)
    };
    text.split(',').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes scores of White and Black in turn, each from its own point of view; `-` means
    /// no score.
    #[track_caller]
    fn check(rules: Adjudication, scores: &str, expected: &str) {
        let mut adjudicator = Adjudicator::new(rules);
        let mut mover = Color::White;
        let mut found = "continues".to_owned();
        for (index, score) in scores.split_whitespace().enumerate() {
            let score = score.parse().ok().map(Score::centipawns);
            if let Some(result) = adjudicator.after_move(mover, score) {
                found = format!(
                    "{} {} after {}",
                    result.as_str(),
                    result.cause.code(),
                    index + 1
                );
                break;
            }
            mover = !mover;
        }
        assert_eq!(found, expected, "{scores}");
    }

    #[test]
    fn a_draw_needs_both_engines_for_long_enough() {
        let rules = Adjudication {
            draw: Some("3,2,10".parse().unwrap()),
            ..Adjudication::default()
        };
        check(rules, "0 0 0 0 0 0", "1/2-1/2 agreed_draw after 5");
        check(rules, "0 0 0 0 -10 10", "1/2-1/2 agreed_draw after 5");
        check(rules, "0 0 0 11 0 0", "continues");
        check(rules, "0 0 0 - 0 0", "continues");
        check(rules, "0 0 0 - 0 0 0 0", "1/2-1/2 agreed_draw after 8");
    }

    #[test]
    fn a_win_needs_both_engines_to_agree() {
        let rules = Adjudication {
            win: Some("2,600".parse().unwrap()),
            ..Adjudication::default()
        };
        check(rules, "600 -600 700 -900", "1-0 agreed_win after 4");
        check(rules, "-600 600 -700 900", "0-1 agreed_win after 4");
        check(rules, "0 700 -700 700 -700", "0-1 agreed_win after 5");
        check(rules, "600 -599 700 -900", "continues");
        check(rules, "600 600 700 900", "continues");
        check(rules, "600 - 700 -900", "continues");
    }

    #[test]
    fn a_game_ends_at_the_maximum_length() {
        let rules = Adjudication {
            max_moves: Some(2),
            ..Adjudication::default()
        };
        check(rules, "0 0 0 0 0", "1/2-1/2 too_long after 4");
    }

    #[test]
    fn invalid_rules_are_rejected() {
        for text in [
            "",
            "1",
            "1,2",
            "40,0,10",
            "40,8,-1",
            "a,b,c",
            "1,2,3,4",
            "1,2,9999999999",
        ] {
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
        }
        for text in ["", "3", "0,600", "3,0", "3,6,0", "x,y"] {
            assert!(text.parse::<WinRule>().is_err(), "{text}");
        }
    }
}
