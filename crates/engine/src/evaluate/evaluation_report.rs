use core::fmt;

use arbiter_rules::{ByColor, Color, File, Position, Rank, Role, Square};

use super::{
    evaluator::{Evaluator, is_known_ending},
    saktris,
};

/// The static evaluation of a position, explained as a table: in chess what the
/// network loses with each piece, in Saktris the terms of the sum.
///
/// ```
/// use arbiter_engine::{EvaluationReport, Evaluator};
/// use arbiter_rules::Position;
///
/// println!("{}", EvaluationReport::of(&Position::start(), &mut Evaluator::default()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluationReport {
    details: Details,
    /// The value in centipawns from White's point of view.
    total: i32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Details {
    /// What each piece except the kings is worth where it stands, from White's point of
    /// view.
    Pieces(Vec<(Square, char, i32)>),
    /// Nothing but the kind of ending counts.
    KnownEnding,
    /// The terms of the evaluation of Saktris.
    Terms(ByColor<saktris::Terms>),
}

impl EvaluationReport {
    /// Evaluates a position.
    #[must_use]
    pub fn of(position: &Position, evaluator: &mut Evaluator) -> EvaluationReport {
        let for_white = |value: i32| match position.turn() {
            Color::White => value,
            Color::Black => -value,
        };
        let details = if let Some(state) = position.saktris_state() {
            Details::Terms(saktris::terms_by_color(position, state))
        } else if is_known_ending(position) {
            Details::KnownEnding
        } else {
            let turn = position.turn();
            let whole = evaluator.network_value(position.board(), turn);
            let pieces = position.board().iter();
            let pieces = pieces.filter(|(_, piece)| piece.role != Role::King);
            let worth = pieces.map(|(square, piece)| {
                let mut board = *position.board();
                board.clear(square);
                let without = evaluator.network_value(&board, turn);
                (square, piece.letter(), for_white(whole - without))
            });
            Details::Pieces(worth.collect())
        };
        EvaluationReport {
            details,
            total: for_white(evaluator.evaluate(position)),
        }
    }
}

/// Writes the table in pawns, and the total.
impl fmt::Display for EvaluationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.details {
            Details::Pieces(pieces) => write_board(f, pieces)?,
            Details::KnownEnding => writeln!(f, "known ending")?,
            Details::Terms(terms) => write_terms(f, terms)?,
        }
        write!(f, "total {:+.2} for White", in_pawns(self.total))
    }
}

/// Writes what each piece is worth on its square.
fn write_board(f: &mut fmt::Formatter<'_>, pieces: &[(Square, char, i32)]) -> fmt::Result {
    writeln!(
        f,
        "what the value loses without each piece, from White's point of view:"
    )?;
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let square = Square::new(file, rank);
            match pieces.iter().find(|&&(at, ..)| at == square) {
                Some((_, letter, worth)) => write!(f, " {letter}{:+6.2}", in_pawns(*worth))?,
                None => write!(f, "    .   ")?,
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

/// Writes the terms of both sides and their difference.
fn write_terms(f: &mut fmt::Formatter<'_>, terms: &ByColor<saktris::Terms>) -> fmt::Result {
    writeln!(
        f,
        "{:14}|{:^9}|{:^9}|{:^12}",
        "", "White", "Black", "difference"
    )?;
    for (index, name) in saktris::TERMS.into_iter().enumerate() {
        let (white, black) = (terms.white[index], terms.black[index]);
        let difference = in_pawns(white - black);
        writeln!(
            f,
            "{name:14}|{:+8.2} |{:+8.2} |{difference:+11.2}",
            in_pawns(white),
            in_pawns(black)
        )?;
    }
    Ok(())
}

fn in_pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}
