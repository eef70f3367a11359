//! Formats scores, chances and lines, always from White's point of view.

use arbiter_engine::{Score, Wdl};
use arbiter_rules::{Color, Move, Position};
use serde::Serialize;

/// An evaluation in JSON: `{"cp": 35}` or `{"mate": -3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Eval {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate, negative if Black mates.
    Mate(i32),
}

impl Eval {
    /// Converts a score from the point of view of the side to move.
    pub fn of(score: Score, turn: Color) -> Eval {
        let sign = match turn {
            Color::White => 1,
            Color::Black => -1,
        };
        match score.mate() {
            Some(moves) => Eval::Mate(sign * moves),
            None => Eval::Cp(sign * score.in_centipawns()),
        }
    }
}

/// Expected results, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Chances {
    pub white: u16,
    pub draw: u16,
    pub black: u16,
}

impl Chances {
    /// Converts chances from the point of view of the side to move.
    pub fn of(wdl: Wdl, turn: Color) -> Chances {
        let Wdl { win, draw, loss } = wdl;
        let (white, black) = match turn {
            Color::White => (win, loss),
            Color::Black => (loss, win),
        };
        Chances { white, draw, black }
    }
}

/// Writes a score of the side to move in pawns, from White's point of view.
pub fn pawns(score: Score, turn: Color) -> String {
    match turn {
        Color::White => score.to_string(),
        Color::Black => (-score).to_string(),
    }
}

/// The header of the table of lines.
pub const TABLE_HEADER: &str = "  score  White   draw  Black  line";

/// Writes the columns before the moves of a line.
pub fn label(score: Score, wdl: Wdl, turn: Color) -> String {
    let Chances { white, draw, black } = Chances::of(wdl, turn);
    let percent = |thousandths: u16| format!("{} %", (f32::from(thousandths) / 10.0).round());
    format!(
        "{:>7} {:>6} {:>6} {:>6}  ",
        pawns(score, turn),
        percent(white),
        percent(draw),
        percent(black)
    )
}

/// Writes the moves of a line in SAN.
pub fn san(start: &Position, moves: &[Move]) -> Vec<String> {
    walk(start, moves, |position, mv| position.san(mv).to_string())
}

/// Writes the moves of a line in UCI notation.
pub fn uci(start: &Position, moves: &[Move]) -> Vec<String> {
    walk(start, moves, |position, mv| position.uci(mv).to_string())
}

fn walk(
    start: &Position,
    moves: &[Move],
    mut write: impl FnMut(&Position, Move) -> String,
) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for &mv in moves {
        words.push(write(&position, mv));
        position.play(mv);
    }
    words
}

/// Rounds to one decimal place.
pub fn tenths(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_from_whites_point_of_view() {
        let score = Score::centipawns(35);
        assert_eq!(Eval::of(score, Color::White), Eval::Cp(35));
        assert_eq!(Eval::of(score, Color::Black), Eval::Cp(-35));
        assert_eq!(Eval::of(Score::mate_in(2), Color::Black), Eval::Mate(-2));
        assert_eq!(pawns(score, Color::Black), "-0.35");
        assert_eq!(pawns(Score::mate_in(2), Color::Black), "#-2");
        let wdl = Wdl {
            win: 700,
            draw: 250,
            loss: 50,
        };
        let chances = Chances::of(wdl, Color::Black);
        assert_eq!((chances.white, chances.black), (50, 700));
        let json = serde_json::to_string(&Eval::Mate(-2)).unwrap();
        assert_eq!(json, r#"{"mate":-2}"#);
    }

    #[test]
    fn columns_line_up_with_their_header() {
        let wdl = Wdl {
            win: 412,
            draw: 520,
            loss: 68,
        };
        let label = label(Score::centipawns(35), wdl, Color::White);
        assert_eq!(TABLE_HEADER, "  score  White   draw  Black  line");
        assert_eq!(label, "  +0.35   41 %   52 %    7 %  ");
        assert_eq!(label.len(), TABLE_HEADER.len() - "line".len());
    }

    #[test]
    fn moves_are_written_in_san_and_in_uci_notation() {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for text in ["e4", "e5", "Nf3"] {
            let mv = position.read(text).unwrap();
            moves.push(mv);
            position.play(mv);
        }
        let start = Position::start();
        assert_eq!(san(&start, &moves), ["e4", "e5", "Nf3"]);
        assert_eq!(uci(&start, &moves), ["e2e4", "e7e5", "g1f3"]);
    }
}
