use core::fmt;

use arbiter_rules::{ByColor, Color, Position};

use super::{
    accumulator::FULL_PHASE,
    chances::FULL_SCALE,
    evaluator::evaluate,
    king,
    layout::{DANGER_CONSTANT, GROUPS, Group},
    pair::Pair,
    saktris,
    trace::Recording,
    tuning::record,
    weights::WEIGHTS,
};

/// The static evaluation of a position, term by term.
///
/// ```
/// use arbiter_engine::Breakdown;
/// use arbiter_rules::Position;
///
/// let breakdown = Breakdown::of(&Position::start());
/// let material = &breakdown.terms[0];
/// assert_eq!(material.name, "material");
/// assert_eq!(material.value.white, material.value.black);
/// println!("{breakdown}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    /// The terms; empty for a known ending.
    pub terms: Vec<Term>,
    /// The game phase, from 0 in an ending to 24 at the start.
    pub phase: i32,
    /// The scale of the endgame value, in 128ths.
    pub scale: i32,
    /// The total in centipawns from White's point of view.
    pub total: i32,
}

/// One term of the evaluation for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name of the term.
    pub name: &'static str,
    /// The middlegame and endgame values.
    pub value: ByColor<Pair>,
}

impl Breakdown {
    /// Evaluates a position term by term.
    #[must_use]
    pub fn of(position: &Position) -> Breakdown {
        let total = match position.turn() {
            Color::White => evaluate(position),
            Color::Black => -evaluate(position),
        };
        if let Some(to_come) = position.to_come() {
            let terms_by_color = saktris::terms_by_color(position, to_come);
            let value = |index: usize| ByColor {
                white: Pair::new(terms_by_color.white[index], terms_by_color.white[index]),
                black: Pair::new(terms_by_color.black[index], terms_by_color.black[index]),
            };
            let terms = saktris::TERMS.into_iter().enumerate();
            return Breakdown {
                terms: terms
                    .map(|(index, name)| Term {
                        name,
                        value: value(index),
                    })
                    .collect(),
                phase: FULL_PHASE,
                scale: FULL_SCALE,
                total,
            };
        }
        let Some(recording) = record(position) else {
            return Breakdown {
                terms: Vec::new(),
                phase: 0,
                scale: FULL_SCALE,
                total,
            };
        };
        let mut terms: Vec<Term> = Vec::new();
        for group in GROUPS {
            let value = ByColor::new_with(|color| sum(group, &recording, color));
            match terms.iter_mut().find(|term| term.name == group.heading) {
                Some(term) => {
                    term.value.white += value.white;
                    term.value.black += value.black;
                }
                None => terms.push(Term {
                    name: group.heading,
                    value,
                }),
            }
        }
        for term in &mut terms {
            if term.name == DANGER {
                term.value = ByColor::new_with(|color| {
                    if recording.counts[color][DANGER_CONSTANT] == 0 {
                        Pair::ZERO
                    } else {
                        -king::penalty(term.value[color])
                    }
                });
            }
        }
        let middlegame_and_ending = |term: &Term| term.value.white - term.value.black;
        let linear: Pair = terms
            .iter()
            .filter(|term| term.name != INITIATIVE)
            .map(middlegame_and_ending)
            .fold(Pair::ZERO, |sum, pair| sum + pair);
        for term in &mut terms {
            if term.name == INITIATIVE {
                let endgame = linear.endgame();
                let gain = endgame.signum() * term.value.white.endgame().max(-endgame.abs());
                term.value = ByColor {
                    white: Pair::new(0, gain.max(0)),
                    black: Pair::new(0, (-gain).max(0)),
                };
            }
        }
        Breakdown {
            terms,
            phase: recording.phase,
            scale: recording.scale,
            total,
        }
    }
}

/// The headings of terms that are not simply added.
const DANGER: &str = "danger";
const INITIATIVE: &str = "initiative";

fn sum(group: &Group, recording: &Recording, color: Color) -> Pair {
    (group.start..group.start + group.count)
        .map(|weight| WEIGHTS[weight] * i32::from(recording.counts[color][weight]))
        .fold(Pair::ZERO, |sum, pair| sum + pair)
}

/// Writes a table in pawns: middlegame and endgame values of White and Black, and
/// their difference.
impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            writeln!(f, "known ending")?;
        } else {
            writeln!(
                f,
                "{:14}|{:^14}|{:^14}|{:^14}",
                "", "White", "Black", "difference"
            )?;
            writeln!(
                f,
                "{:14}|  middle   end |  middle   end |  middle   end ",
                ""
            )?;
            for Term { name, value } in &self.terms {
                write!(f, "{name:14}")?;
                for pair in [value.white, value.black, value.white - value.black] {
                    let pawns = |value: i32| f64::from(value) / 100.0;
                    let (middle, end) = (pawns(pair.middlegame()), pawns(pair.endgame()));
                    write!(f, "|{middle:+7.2}{end:+7.2}")?;
                }
                writeln!(f)?;
            }
            writeln!(
                f,
                "middlegame {} %, ending {} %, of which {} % count",
                100 * self.phase / FULL_PHASE,
                100 - 100 * self.phase / FULL_PHASE,
                100 * self.scale / FULL_SCALE,
            )?;
        }
        let total = f64::from(self.total) / 100.0;
        write!(f, "total {total:+.2} for White")
    }
}
