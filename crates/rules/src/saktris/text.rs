//! The additions to FEN for Saktris: the orders after the board, `[P*NB/pnb]`,
//! and a seventh field with whatever differs from the defaults, such as
//! `every=2,clear=rows,order=pick,placed=3/2,moves=2/2,moved=e4d5,passed`.

use core::fmt::{self, Write as _};

use alloc::string::String;

use super::{Arrival, Choice, Clearing, Order, Saktris};
use crate::{ByColor, Color, Role, Square, fen::FenProblem};

/// Parses the orders in brackets at the start of the text, and returns them
/// with their length in bytes, or the offset of the problem.
pub(crate) fn read_orders(text: &str) -> Result<(Saktris, usize), (usize, FenProblem)> {
    let mut orders = ByColor::<Order>::default();
    let mut waits = ByColor::<bool>::default();
    let mut color = Color::White;
    for (at, found) in text.char_indices().skip(1) {
        let order = &mut orders[color];
        match (found, Role::from_letter(found)) {
            (_, Some(role)) => {
                *order = order.with(role).ok_or((at, FenProblem::TooManyPieces))?;
            }
            // It follows the first piece, or precedes all if the player chooses.
            ('*', _) if order.len() <= 1 && !waits[color] => waits[color] = true,
            ('/', _) if color == Color::White => color = Color::Black,
            (']', _) if color == Color::Black => {
                let mut saktris = Saktris::new(orders, Arrival::default());
                for color in Color::ALL {
                    saktris.side_mut(color).waits = waits[color] && !orders[color].is_empty();
                }
                return Ok((saktris, at + 1));
            }
            _ => return Err((at, FenProblem::Unexpected(found))),
        }
    }
    Err((text.len(), FenProblem::Missing))
}

/// Parses the seventh field, or returns the offset of the problem.
pub(crate) fn read_counters(text: &str, saktris: &mut Saktris) -> Result<(), (usize, FenProblem)> {
    let mut at = 0;
    for word in text.split(',') {
        let value_at = at + word.find('=').map_or(0, |sign| sign + 1);
        read_counter(word, saktris).map_err(|()| {
            let found = text.get(value_at..).and_then(|rest| rest.chars().next());
            (
                value_at,
                found.map_or(FenProblem::Missing, FenProblem::Unexpected),
            )
        })?;
        at += word.len() + 1;
    }
    Ok(())
}

fn read_counter(word: &str, saktris: &mut Saktris) -> Result<(), ()> {
    if word == "passed" {
        saktris.passed = true;
        return Ok(());
    }
    let (name, value) = word.split_once('=').ok_or(())?;
    let pair = || -> Result<[u16; 2], ()> {
        let (white, black) = value.split_once('/').ok_or(())?;
        Ok([number(white)?, number(black)?])
    };
    match name {
        "every" => {
            let every = number(value)?;
            saktris.arrival.every = u8::try_from(every)
                .ok()
                .filter(|every| (1..=5).contains(every))
                .ok_or(())?;
        }
        "clear" => saktris.arrival.clearing = Clearing::from_name(value).ok_or(())?,
        "order" if value == "pick" => {
            saktris.arrival.choice = Choice::Player;
            for side in &mut saktris.sides {
                side.order = side.order.sorted();
            }
        }
        "placed" => {
            for (side, placed) in saktris.sides.iter_mut().zip(pair()?) {
                side.placed = u8::try_from(placed).map_err(|_| ())?;
            }
        }
        "moves" => {
            for (side, moves) in saktris.sides.iter_mut().zip(pair()?) {
                side.moves = moves;
            }
        }
        "moved" => {
            for pair in value.as_bytes().chunks(2) {
                let text = core::str::from_utf8(pair).map_err(|_| ())?;
                let square: Square = text.parse().map_err(|_| ())?;
                saktris.moved.note(square, square);
            }
        }
        _ => return Err(()),
    }
    Ok(())
}

fn number(text: &str) -> Result<u16, ()> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain).ok_or(())
}

impl Saktris {
    /// Writes the orders in brackets, as they follow the board.
    pub(crate) fn write_orders(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_char('[')?;
        for color in Color::ALL {
            let side = self.side(color);
            let chooses = self.arrival.choice == Choice::Player;
            if side.waits && chooses {
                out.write_char('*')?;
            }
            for (index, role) in side.order.iter().enumerate() {
                out.write_char(crate::Piece::new(color, role).letter())?;
                if index == 0 && side.waits && !chooses {
                    out.write_char('*')?;
                }
            }
            out.write_char(match color {
                Color::White => '/',
                Color::Black => ']',
            })?;
        }
        Ok(())
    }

    /// Returns the seventh field, which is empty if everything is as by default.
    pub(crate) fn counters(&self) -> String {
        let mut text = String::new();
        // Writing to a `String` never fails.
        let _ = self.write_counters(&mut text);
        text
    }

    fn write_counters(&self, out: &mut String) -> fmt::Result {
        let usual = Saktris::new(
            ByColor::new_with(|color| self.to_come(color)),
            Arrival::default(),
        );
        let [white, black] = &self.sides;
        if self.arrival.every != 1 {
            write!(out, ",every={}", self.arrival.every)?;
        }
        if self.arrival.clearing != Clearing::Triplets {
            write!(out, ",clear={}", self.arrival.clearing.name())?;
        }
        if self.arrival.choice == Choice::Player {
            write!(out, ",order=pick")?;
        }
        if [white.placed, black.placed] != usual.sides.map(|side| side.placed) {
            write!(out, ",placed={}/{}", white.placed, black.placed)?;
        }
        if [white.moves, black.moves] != [0, 0] {
            write!(out, ",moves={}/{}", white.moves, black.moves)?;
        }
        if self.moved.iter().next().is_some() {
            write!(out, ",moved=")?;
            self.moved
                .iter()
                .try_for_each(|square| write!(out, "{square}"))?;
        }
        if self.passed {
            write!(out, ",passed")?;
        }
        if !out.is_empty() {
            out.remove(0);
        }
        Ok(())
    }
}
