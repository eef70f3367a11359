use std::{collections::BTreeMap, ops::ControlFlow};

use arbiter_game::{Game, Obligation};
use arbiter_rules::{Bitboard, Move, MoveKind, Square};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer, de,
    ser::{SerializeMap, SerializeSeq},
};

use crate::json;

/// The legal moves as a map from squares of departure to squares of arrival:
/// `{"e2": ["e3", "e4"]}`. Castling is listed as the move of the king and as the
/// king moving onto the rook. A promotion is sent with the letter of the new
/// piece: `e7e8q`.
///
/// The map is sent with every move, so it is kept as bitboards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "descriptions", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "descriptions", schema(value_type = BTreeMap<String, Vec<String>>))]
pub struct LegalMoves(Vec<(Square, Bitboard)>);

impl LegalMoves {
    /// Returns the squares to which the piece on this square may move.
    #[must_use]
    pub fn from(&self, square: Square) -> Bitboard {
        let found = self.0.iter().find(|(from, _)| *from == square);
        found.map_or(Bitboard::EMPTY, |&(_, targets)| targets)
    }

    /// Reports whether there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the pairs of departure and arrival.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Square)> {
        self.0
            .iter()
            .flat_map(|&(from, targets)| targets.iter().map(move |to| (from, to)))
    }
}

impl LegalMoves {
    /// Returns the moves that the side to move may play in a game.
    #[must_use]
    pub fn of(game: &Game) -> LegalMoves {
        // Without an obligation every legal move may be played, and those come
        // as sets.
        if game.ending().is_some() || game.obligation() != Obligation::Free {
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
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        for (index, &(from, targets)) in self.0.iter().enumerate() {
            out.extend_from_slice(if index == 0 { b"" } else { b"," });
            json::square(out, from);
            out.push(b':');
            json::squares(out, targets);
        }
        out.push(b'}');
    }
}

/// Reports whether a piece moves from one square to another.
fn is_on_board(kind: MoveKind) -> bool {
    !matches!(kind, MoveKind::Place | MoveKind::Pass)
}

/// The four promotions of a pawn become one target.
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
            map.serialize_entry(from.name(), &Targets(targets))?;
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
            list.serialize_element(square.name())?;
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
    square.map_err(|_| E::custom("expected a square from a1 to h8"))
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
