use std::collections::BTreeMap;

use arbiter_rules::{Bitboard, Move, Square};
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

/// The four promotions of a pawn are one target.
impl FromIterator<Move> for LegalMoves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> LegalMoves {
        let mut sources: Vec<(Square, Bitboard)> = Vec::with_capacity(16);
        for mv in moves {
            let to = Bitboard::from(mv.to());
            match sources.iter_mut().rfind(|(from, _)| *from == mv.from()) {
                Some((_, targets)) => *targets |= to,
                None => sources.push((mv.from(), to)),
            }
        }
        sources.sort_unstable_by_key(|(from, _)| (from.file() as u8, from.rank() as u8));
        LegalMoves(sources)
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

struct Targets(Bitboard);

impl Serialize for Targets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.count() as usize))?;
        for square in self.0.iter() {
            list.serialize_element(&Name(square))?;
        }
        list.end()
    }
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
        let map = BTreeMap::<String, Vec<String>>::deserialize(deserializer)?;
        let square = |text: &String| {
            text.parse::<Square>()
                .map_err(|_| de::Error::custom("the name of a square is a1 to h8"))
        };
        let mut sources = Vec::with_capacity(map.len());
        for (from, targets) in &map {
            let mut set = Bitboard::EMPTY;
            for to in targets {
                set |= Bitboard::from(square(to)?);
            }
            sources.push((square(from)?, set));
        }
        Ok(LegalMoves(sources))
    }
}
