use core::fmt;

use crate::{Color, Diagram};

/// What a picture shows, in words: for those who cannot see it, and for the
/// arrows that plain text cannot draw.
pub(super) struct Caption<'a>(pub(super) &'a Diagram);

impl fmt::Display for Caption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = self.0;
        f.write_str(match picture.setup.turn {
            Color::White => "White to move",
            Color::Black => "Black to move",
        })?;
        if picture.checked.any() {
            write!(f, ", in check on {}", picture.checked)?;
        }
        f.write_str(".")?;
        if let Some((from, to)) = picture.last_move {
            write!(f, " Last move {from}-{to}.")?;
        }
        if picture.targets.any() {
            write!(f, " Targets: {}.", picture.targets)?;
        }
        for (index, (from, to, ink)) in picture.arrows.iter().enumerate() {
            let start = if index == 0 { " Arrows:" } else { "," };
            write!(f, "{start} {ink} {from}-{to}")?;
        }
        if !picture.arrows.is_empty() {
            f.write_str(".")?;
        }
        for (index, (square, ink)) in picture.marks.iter().enumerate() {
            let start = if index == 0 { " Marks:" } else { "," };
            write!(f, "{start} {ink} {square}")?;
        }
        if !picture.marks.is_empty() {
            f.write_str(".")?;
        }
        Ok(())
    }
}
