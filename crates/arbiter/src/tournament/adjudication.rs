use core::fmt;
use std::str::FromStr;

use arbiter_engine::Score;
use arbiter_rules::{ByColor, Color};

use super::verdict::{Cause, Verdict};

/// When a game is ended before the laws end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    pub draw: Option<DrawRule>,
    pub win: Option<WinRule>,
    /// After so many moves of each side.
    pub most_moves: Option<u32>,
}

/// From a move on, if both sides have seen no more than so much for so many
/// moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    pub from_move: u32,
    pub moves: u32,
    /// In hundredths of a pawn.
    pub score: i32,
}

/// If both sides have seen at least so much for the same side for so many
/// moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    pub moves: u32,
    /// In hundredths of a pawn.
    pub score: i32,
}

/// What has to be remembered of one game for it.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    moves: u32,
    /// For so many half-moves in a row.
    level: u32,
    winning: ByColor<u32>,
}

impl Adjudicator {
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            moves: 0,
            level: 0,
            winning: ByColor::default(),
        }
    }

    /// Hears what the side that has moved thinks of its position, if it said
    /// so, and says whether that ends the game.
    pub fn moved(&mut self, mover: Color, score: Option<Score>) -> Option<Verdict> {
        self.moves += 1;
        let number = self.moves.div_ceil(2);
        if let Some(rule) = self.rules.draw {
            let is_level = score
                .is_some_and(|score| score.in_centipawns().unsigned_abs() <= rule.score as u32);
            self.level = if is_level { self.level + 1 } else { 0 };
            if number >= rule.from_move && self.level >= 2 * rule.moves {
                return Some(draw(Cause::AgreedDraw));
            }
        }
        if let Some(rule) = self.rules.win {
            for color in Color::ALL {
                let seen = score.map(|score| match mover == color {
                    true => score.in_centipawns(),
                    false => -score.in_centipawns(),
                });
                let is_winning = seen.is_some_and(|seen| seen >= rule.score);
                self.winning[color] = if is_winning {
                    self.winning[color] + 1
                } else {
                    0
                };
                if self.winning[color] >= 2 * rule.moves {
                    return Some(Verdict {
                        winner: Some(color),
                        cause: Cause::AgreedWin,
                    });
                }
            }
        }
        let is_too_long = |most: u32| self.moves >= most.saturating_mul(2);
        self.rules
            .most_moves
            .is_some_and(is_too_long)
            .then_some(draw(Cause::TooLong))
    }
}

const fn draw(cause: Cause) -> Verdict {
    Verdict {
        winner: None,
        cause,
    }
}

/// The text is no rule for ending games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseRuleError {
    Draw,
    Win,
}

impl fmt::Display for ParseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseRuleError::Draw => {
                "three numbers are wanted: 40,8,10 ends a game as drawn from move 40 on, if both \
                 engines have seen at most 10 hundredths of a pawn for 8 moves"
            }
            ParseRuleError::Win => {
                "two numbers are wanted: 3,600 ends a game as won if both engines have seen at \
                 least 600 hundredths of a pawn for the same side for 3 moves"
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

/// Numbers of at most a million, with commas between them.
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

    /// Scores of White and Black in turn, each by its own eyes; `-` for none.
    #[track_caller]
    fn check(rules: Adjudication, scores: &str, expected: &str) {
        let mut adjudicator = Adjudicator::new(rules);
        let mut mover = Color::White;
        let mut found = "goes on".to_owned();
        for (index, score) in scores.split_whitespace().enumerate() {
            let score = score.parse().ok().map(Score::centipawns);
            if let Some(verdict) = adjudicator.moved(mover, score) {
                found = format!(
                    "{} {} after {}",
                    verdict.result(),
                    verdict.cause.code(),
                    index + 1
                );
                break;
            }
            mover = !mover;
        }
        assert_eq!(found, expected, "{scores}");
    }

    #[test]
    fn a_draw_needs_both_sides_for_long() {
        let rules = Adjudication {
            draw: Some("3,2,10".parse().unwrap()),
            ..Adjudication::default()
        };
        check(rules, "0 0 0 0 0 0", "1/2-1/2 agreed_draw after 5");
        check(rules, "0 0 0 0 -10 10", "1/2-1/2 agreed_draw after 5");
        check(rules, "0 0 0 11 0 0", "goes on");
        check(rules, "0 0 0 - 0 0", "goes on");
        check(rules, "0 0 0 - 0 0 0 0", "1/2-1/2 agreed_draw after 8");
    }

    #[test]
    fn a_win_needs_both_sides_to_agree() {
        let rules = Adjudication {
            win: Some("2,600".parse().unwrap()),
            ..Adjudication::default()
        };
        check(rules, "600 -600 700 -900", "1-0 agreed_win after 4");
        check(rules, "-600 600 -700 900", "0-1 agreed_win after 4");
        check(rules, "0 700 -700 700 -700", "0-1 agreed_win after 5");
        check(rules, "600 -599 700 -900", "goes on");
        check(rules, "600 600 700 900", "goes on");
        check(rules, "600 - 700 -900", "goes on");
    }

    #[test]
    fn a_game_may_be_too_long() {
        let rules = Adjudication {
            most_moves: Some(2),
            ..Adjudication::default()
        };
        check(rules, "0 0 0 0 0", "1/2-1/2 too_long after 4");
    }

    #[test]
    fn rules_are_numbers() {
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
