//! What is public about a game of Saktris. If the order of arriving pieces is
//! random, only its beginning is public until the game is over.

use alloc::string::{String, ToString as _};

use arbiter_rules::{ByColor, Color, Order, PlayedLine, Position};

use super::Game;
use crate::OrderMode;

impl Game {
    /// Returns how many of the arriving pieces of this side are public, including
    /// the waiting one: none in chess, and all once the game is over.
    #[must_use]
    pub fn known_arrivals(&self, color: Color) -> usize {
        self.known_in(self.position(), color)
    }

    /// Returns the game as an engine that plays for one side may know it: the
    /// hidden part of the orders is replaced by a guess. The guess depends only
    /// on public facts, and the moves are those of the game.
    #[must_use]
    pub fn guessed_line(&self) -> PlayedLine {
        let mut seed = self.turns.len() as u64;
        for color in Color::ALL {
            let shown = self.start_order(color).iter().take(self.shown(color));
            seed = shown.fold(seed, |seed, role| {
                seed.wrapping_mul(0x100_0000_01b3) ^ (1 + role as u64)
            });
        }
        self.with_hidden_orders(|tail, color| {
            // Both sides have the same order in the mode `same`.
            let is_separate = !self.has_common_order() && color == Color::Black;
            tail.sorted()
                .reshuffled(seed.wrapping_add(u64::from(is_separate) << 63))
        })
    }

    /// Returns the game as far as it is public: the hidden part of the orders is
    /// sorted from king to pawn, and the moves are those of the game.
    #[must_use]
    pub fn public_line(&self) -> PlayedLine {
        self.with_hidden_orders(|tail, _| tail.sorted())
    }

    /// Returns the position in FEN, with a `?` for each hidden piece.
    #[must_use]
    pub fn public_fen(&self) -> String {
        self.public_fen_of(self.position())
    }

    /// Returns another position of this game in FEN, with a `?` for each hidden
    /// piece.
    #[must_use]
    pub fn public_fen_of(&self, position: &Position) -> String {
        let fen = position.to_string();
        if !self.hides_arrivals() {
            return fen;
        }
        let mut color = Color::White;
        let (mut is_order, mut index) = (false, 0);
        let masked = fen.chars().map(|letter| {
            match letter {
                '[' => is_order = true,
                ']' => is_order = false,
                '/' if is_order => (color, index) = (Color::Black, 0),
                _ if is_order && letter.is_ascii_alphabetic() => {
                    index += 1;
                    if index > self.known_in(position, color) {
                        return '?';
                    }
                }
                _ => {}
            }
            letter
        });
        masked.collect()
    }

    /// Reports whether any arriving piece is hidden.
    #[must_use]
    pub fn hides_arrivals(&self) -> bool {
        let is_hidden = |color| self.shown(color) < self.start_order(color).len();
        self.position().saktris_state().is_some() && Color::ALL.into_iter().any(is_hidden)
    }

    fn known_in(&self, position: &Position, color: Color) -> usize {
        let left = to_come(position, color).len();
        let gone = self.start_order(color).len().saturating_sub(left);
        self.shown(color).saturating_sub(gone).min(left)
    }

    /// Returns how many pieces of the order with which a side started are
    /// public.
    fn shown(&self, color: Color) -> usize {
        let length = |color| self.start_order(color).len();
        let Some(saktris) = self.options.saktris else {
            return length(color);
        };
        if !saktris.order.is_shuffled() || self.ending.is_some() {
            return length(color);
        }
        let seen = |color| {
            let left = to_come(self.position(), color).len();
            length(color).saturating_sub(left) + usize::from(saktris.preview)
        };
        // If both sides have the same order, what one has shown is known of
        // the other.
        let seen = if self.has_common_order() {
            seen(color).max(seen(!color))
        } else {
            seen(color)
        };
        seen.min(length(color))
    }

    fn has_common_order(&self) -> bool {
        let is_same = |it: crate::SaktrisOptions| it.order == OrderMode::Same;
        self.options.saktris.is_some_and(is_same)
            && self.start_order(Color::White) == self.start_order(Color::Black)
    }

    fn start_order(&self, color: Color) -> Order {
        to_come(&self.options.start, color)
    }

    /// Returns the game with other orders in place of the hidden parts.
    fn with_hidden_orders(&self, order_of: impl Fn(Order, Color) -> Order) -> PlayedLine {
        if !self.hides_arrivals() {
            return self.line.clone();
        }
        let orders = ByColor::new_with(|color| {
            let shown = self.shown(color);
            let order = self.start_order(color);
            let tail: Order = order.iter().skip(shown).collect();
            let orders = order.iter().take(shown).chain(order_of(tail, color).iter());
            orders.collect::<Order>()
        });
        let start = Color::ALL
            .into_iter()
            .fold(self.options.start.clone(), |it, color| {
                it.with_order(color, orders[color])
            });
        let mut line = PlayedLine::from(start);
        for (_, mv) in self.line.moves() {
            line.play(mv);
        }
        line
    }
}

fn to_come(position: &Position, color: Color) -> Order {
    let to_come = position.saktris_state().map(|it| it.to_come(color));
    to_come.unwrap_or_default()
}
