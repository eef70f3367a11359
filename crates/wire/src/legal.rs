use std::{collections::BTreeMap, ops::ControlFlow};

use arbiter_game::{Duty, Game};
use arbiter_rules::{Bitboard, Move, MoveKind, Square};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer, de,
    ser::{SerializeMap, SerializeSeq},
};
use utoipa::ToSchema;

/// From where to where: `{"e2": ["e3", "e4"]}`. Whoever castles may also move
/// the king onto the rook. A pawn on the last rank becomes what is added to
/// the move: `e7e8q`.
///
/// It goes out with every move, so it is held as sets and written from them.
#[derive(Clone, PartialEq, Eq, Debug, Default, ToSchema)]
#[schema(value_type = BTreeMap<String, Vec<String>>)]
pub struct LegalMoves(Vec<(Square, Bitboard)>);

impl LegalMoves {
    /// The targets of the piece on this square.
    #[must_use]
    pub fn from(&self, square: Square) -> Bitboard {
        let found = self.0.iter().find(|(from, _)| *from == square);
        found.map_or(Bitboard::EMPTY, |&(_, targets)| targets)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// From where to where.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Square)> {
        self.0
            .iter()
            .flat_map(|&(from, targets)| targets.iter().map(move |to| (from, to)))
    }
}

impl LegalMoves {
    /// What the side to move of a game may play.
    #[must_use]
    pub fn of(game: &Game) -> LegalMoves {
        // Who owes nothing may play every legal move, and those come as sets.
        if game.ending().is_some() || game.duty() != Duty::Free {
            return game.legal_moves().into_iter().collect();
        }
        let mut moves = LegalMoves(Vec::with_capacity(16));
        let _all = game.position().visit_targets(|targets| {
            if is_on_board(targets.kind()) {
                moves.add(targets.from(), targets.to());
            }
            ControlFlow::<()>::Continue(())
        });
        moves.sorted()
    }

    pub(crate) fn add(&mut self, from: Square, to: Bitboard) {
        match self.0.iter_mut().rfind(|(it, _)| *it == from) {
            Some((_, targets)) => *targets |= to,
            None => self.0.push((from, to)),
        }
    }

    pub(crate) fn sorted(mut self) -> LegalMoves {
        self.0
            .sort_unstable_by_key(|(from, _)| (from.file() as u8, from.rank() as u8));
        self
    }

    /// Writes them as JSON.
    pub(crate) fn write(&self, out: &mut String) {
        out.push('{');
        for (index, &(from, targets)) in self.0.iter().enumerate() {
            out.push_str(if index == 0 { "\"" } else { ",\"" });
            push(out, from);
            out.push_str("\":");
            write_squares(out, targets);
        }
        out.push('}');
    }
}

/// Writes squares as a list of JSON.
pub(crate) fn write_squares(out: &mut String, squares: Bitboard) {
    out.push('[');
    for (index, square) in squares.iter().enumerate() {
        out.push_str(if index == 0 { "\"" } else { ",\"" });
        push(out, square);
        out.push('"');
    }
    out.push(']');
}

/// Whether a piece moves from one square to another.
fn is_on_board(kind: MoveKind) -> bool {
    !matches!(kind, MoveKind::Place | MoveKind::Pass)
}

fn push(out: &mut String, square: Square) {
    out.push(char::from(b'a' + square.file() as u8));
    out.push(char::from(b'1' + square.rank() as u8));
}

/// The four promotions of a pawn are one target.
impl FromIterator<Move> for LegalMoves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> LegalMoves {
        let mut sources = LegalMoves(Vec::with_capacity(16));
        for mv in moves.into_iter().filter(|mv| is_on_board(mv.kind())) {
            sources.add(mv.from(), Bitboard::from(mv.to()));
        }
        sources.sorted()
    }
}

impl Serialize for LegalMoves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for &(from, targets) in &self.0 {
            map.serialize_entry(&Name(from), &Targets(targets))?;
        }
        map.end()
    }
}

/// A list of squares.
pub(crate) struct Targets(pub(crate) Bitboard);

impl Serialize for Targets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.count() as usize))?;
        for square in self.0.iter() {
            list.serialize_element(&Name(square))?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Targets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Targets, D::Error> {
        let mut set = Bitboard::EMPTY;
        for name in Vec::<String>::deserialize(deserializer)? {
            set |= Bitboard::from(square(&name)?);
        }
        Ok(Targets(set))
    }
}

fn square<E: de::Error>(name: &str) -> Result<Square, E> {
    let square = name.parse::<Square>();
    square.map_err(|_| E::custom("the name of a square is a1 to h8"))
}

/// A square by its name, made without a place on the heap.
struct Name(Square);

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = [b'a' + self.0.file() as u8, b'1' + self.0.rank() as u8];
        serializer.serialize_str(str::from_utf8(&name).expect("letters and digits are ASCII"))
    }
}

impl<'de> Deserialize<'de> for LegalMoves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LegalMoves, D::Error> {
        let map = BTreeMap::<String, Targets>::deserialize(deserializer)?;
        let mut sources = Vec::with_capacity(map.len());
        for (from, Targets(set)) in &map {
            sources.push((square(from)?, *set));
        }
        Ok(LegalMoves(sources))
    }
}
