use super::chance::Chance;

/// How somebody of a certain strength looks at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Manner {
    /// How strong that is.
    pub elo: u32,
    /// How it looks for a move.
    pub mind: Mind,
    /// How often in a thousand times a plain move is overlooked.
    pub overlooks: u32,
    /// By how much a position is misjudged at most, in hundredths of a pawn.
    pub blur: i32,
    /// How much worse a move may be and still be chosen now and then, in
    /// hundredths of a pawn.
    pub temperature: i32,
    /// For how many half-moves the opening is known.
    pub book_plies: u32,
}

/// How a move is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mind {
    /// With the eyes of a person, so many half-moves ahead.
    Sight {
        /// How far ahead.
        depth: u32,
    },
    /// As an engine that may look at so many positions.
    Engine {
        /// How many.
        nodes: u64,
        /// How many moves are compared.
        lines: usize,
    },
}

/// The ten levels, and the upper end of the dial.
pub(super) const ANCHORS: [Manner; 11] = [
    sight(600, 1, 900, 80, 40, 4),
    sight(850, 1, 550, 60, 35, 4),
    sight(1050, 1, 310, 45, 25, 6),
    sight(1300, 2, 330, 35, 20, 8),
    sight(1500, 2, 120, 25, 15, 10),
    sight(1750, 3, 115, 20, 12, 10),
    engine(1950, 5_250, 4, 25, 12),
    engine(2200, 6_800, 3, 19, 14),
    engine(2400, 10_500, 3, 14, 16),
    engine(2600, 14_000, 2, 10, 16),
    engine(2900, 120_000, 1, 0, 20),
];

/// Above this level no mate in one is missed.
pub(super) const SEES_MATES: u32 = ANCHORS[3].elo;
/// From this level on a piece that costs nothing is taken.
pub(super) const TAKES_GIFTS: u32 = ANCHORS[1].elo;

const fn sight(
    elo: u32,
    depth: u32,
    overlooks: u32,
    blur: i32,
    temperature: i32,
    book_plies: u32,
) -> Manner {
    Manner {
        elo,
        mind: Mind::Sight { depth },
        overlooks,
        blur,
        temperature,
        book_plies,
    }
}

const fn engine(elo: u32, nodes: u64, lines: usize, temperature: i32, book_plies: u32) -> Manner {
    Manner {
        elo,
        mind: Mind::Engine { nodes, lines },
        overlooks: 0,
        blur: 0,
        temperature,
        book_plies,
    }
}

impl Manner {
    /// The manner of this strength. Between two levels most things lie between
    /// them; what cannot be halved is now that of the one and now that of the
    /// other.
    pub(super) fn of(elo: u32, chance: Chance) -> Manner {
        let above = ANCHORS
            .iter()
            .position(|anchor| anchor.elo >= elo)
            .unwrap_or(ANCHORS.len() - 1);
        let (low, high) = (ANCHORS[above.saturating_sub(1)], ANCHORS[above]);
        if above == 0 || high.elo <= elo {
            return Manner { elo, ..high };
        }
        let part = i64::from(elo - low.elo);
        let whole = i64::from(high.elo - low.elo);
        let between = |low: i64, high: i64| low + (high - low) * part / whole;
        let chosen = if chance.below(whole as u32) < part as u32 {
            high
        } else {
            low
        };
        let mind = match (low.mind, high.mind) {
            (Mind::Engine { nodes: few, lines }, Mind::Engine { nodes: many, .. }) => {
                Mind::Engine {
                    nodes: between(few as i64, many as i64) as u64,
                    lines,
                }
            }
            _ => chosen.mind,
        };
        Manner {
            elo,
            mind,
            overlooks: between(low.overlooks.into(), high.overlooks.into()) as u32,
            blur: between(low.blur.into(), high.blur.into()) as i32,
            temperature: between(low.temperature.into(), high.temperature.into()) as i32,
            book_plies: between(low.book_plies.into(), high.book_plies.into()) as u32,
        }
    }
}
