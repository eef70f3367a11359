use core::fmt;

use crate::{Color, Diagram};

/// What a diagram shows, in words: for screen readers, and for the arrows
/// that plain text cannot draw.
pub(super) struct Caption<'a>(pub(super) &'a Diagram);

impl fmt::Display for Caption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.0;
        f.write_str(match diagram.setup.turn {
            Color::White => "White to move",
            Color::Black => "Black to move",
        })?;
        if diagram.checked.any() {
            write!(f, ", in check on {}", diagram.checked)?;
        }
        f.write_str(".")?;
        if let Some((from, to)) = diagram.last_move {
            write!(f, " Last move {from}-{to}.")?;
        }
        if diagram.targets.any() {
            write!(f, " Targets: {}.", diagram.targets)?;
        }
        for (index, (from, to, color)) in diagram.arrows.iter().enumerate() {
            let start = if index == 0 { " Arrows:" } else { "," };
            write!(f, "{start} {color} {from}-{to}")?;
        }
        if !diagram.arrows.is_empty() {
            f.write_str(".")?;
        }
        for (index, (square, color)) in diagram.marks.iter().enumerate() {
            let start = if index == 0 { " Marks:" } else { "," };
            write!(f, "{start} {color} {square}")?;
        }
        if !diagram.marks.is_empty() {
            f.write_str(".")?;
        }
        Ok(())
    }
}
