use std::{collections::BTreeMap, ops::ControlFlow};

use arbiter_game::{Game, Obligation};
use arbiter_rules::{Bitboard, Move, MoveKind, Position, Role, Square};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeMap};

use crate::{LegalMoves, json, legal, saktris::letter};

/// Everything that the side to move may play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// The moves on the board.
    pub legal: LegalMoves,
    /// Where the side to move may place a waiting piece (Saktris).
    pub places: Option<Placements>,
    /// Whether the side to move can only pass (Saktris).
    pub pass: bool,
}

/// The squares on which each waiting piece may be placed:
/// `{"n": ["b1", "g1"]}`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "descriptions", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "descriptions", schema(value_type = BTreeMap<String, Vec<String>>))]
pub struct Placements(Vec<(Role, Bitboard)>);

impl Choices {
    /// Returns what the side to move may play in a game.
    #[must_use]
    pub fn of(game: &Game) -> Choices {
        if game.position().saktris_state().is_none() {
            return Choices {
                legal: LegalMoves::of(game),
                ..Choices::default()
            };
        }
        // Without an obligation every legal move may be played, and those come
        // as sets.
        if game.ending().is_some() || game.obligation() != Obligation::Free {
            return game.legal_moves().into_iter().collect();
        }
        Choices::of_position(game.position())
    }

    /// Returns what the side to move may play in a position.
    #[must_use]
    pub fn of_position(position: &Position) -> Choices {
        let mut choices = Choices::default();
        let _all = position.visit_targets(|targets| {
            choices.add(targets.kind(), targets.role(), targets.from(), targets.to());
            ControlFlow::<()>::Continue(())
        });
        choices.sorted()
    }

    fn add(&mut self, kind: MoveKind, role: Role, from: Square, to: Bitboard) {
        match kind {
            MoveKind::Place => self.places.get_or_insert_default().add(role, to),
            MoveKind::Pass => self.pass = true,
            _ => self.legal.add(from, to),
        }
    }

    fn sorted(self) -> Choices {
        Choices {
            legal: self.legal.sorted(),
            ..self
        }
    }

    /// Writes them as the last fields of a JSON object.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b",\"legal\":");
        self.legal.write(out);
        if let Some(places) = &self.places {
            out.extend_from_slice(b",\"places\":");
            json::any(out, places);
        }
        if self.pass {
            out.extend_from_slice(b",\"pass\":true");
        }
    }
}

impl Placements {
    /// Returns the squares on which this kind of piece may be placed.
    #[must_use]
    pub fn of(&self, role: Role) -> Bitboard {
        let found = self.0.iter().find(|(it, _)| *it == role);
        found.map_or(Bitboard::EMPTY, |&(_, squares)| squares)
    }

    fn add(&mut self, role: Role, squares: Bitboard) {
        match self.0.iter_mut().find(|(it, _)| *it == role) {
            Some((_, all)) => *all |= squares,
            None => {
                self.0.push((role, squares));
                self.0.sort_unstable_by_key(|(role, _)| letter(*role));
            }
        }
    }
}

impl FromIterator<Move> for Choices {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Choices {
        let mut choices = Choices::default();
        for mv in moves {
            choices.add(mv.kind(), mv.role(), mv.from(), Bitboard::from(mv.to()));
        }
        choices.sorted()
    }
}

impl Serialize for Placements {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for &(role, squares) in &self.0 {
            map.serialize_entry(&letter(role), &legal::Targets(squares))?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Placements {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Placements, D::Error> {
        let map = BTreeMap::<char, legal::Targets>::deserialize(deserializer)?;
        let mut places = Placements::default();
        for (letter, legal::Targets(squares)) in map {
            let role = Role::from_letter(letter);
            let role =
                role.ok_or_else(|| de::Error::custom("expected a piece: k, q, r, b, n or p"))?;
            places.add(role, squares);
        }
        Ok(places)
    }
}
