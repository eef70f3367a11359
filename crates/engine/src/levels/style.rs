use super::random::RandomSource;

/// How a computer player of a certain strength plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// The strength as an Elo rating.
    pub elo: u32,
    /// How it finds its move.
    pub method: Method,
    /// The probability, in thousandths, of overlooking an ordinary move.
    pub overlooks: u32,
    /// The maximum error in judging a position, in centipawns.
    pub max_misjudgment: i32,
    /// How much randomness there is in the choice among good moves, in
    /// centipawns: a move worse by this much is chosen about a third as often.
    pub temperature: i32,
    /// The number of half-moves played from the opening book.
    pub book_plies: u32,
}

/// How a move is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// By a shallow search that overlooks moves, as people do.
    Human {
        /// The depth in half-moves.
        depth: u32,
    },
    /// By the engine with a limited number of nodes.
    Engine {
        /// The number of nodes.
        nodes: u64,
        /// The number of best moves among which one is chosen.
        lines: usize,
    },
}

/// The ten levels, and the upper end of the Elo range.
pub(super) const ANCHORS: [Style; 11] = [
    human(600, 1, 900, 80, 40, 4),
    human(850, 1, 550, 60, 35, 4),
    human(1050, 1, 310, 45, 25, 6),
    human(1300, 2, 330, 35, 20, 8),
    human(1500, 2, 120, 25, 15, 10),
    human(1750, 3, 115, 20, 12, 10),
    engine(1950, 5_250, 4, 25, 12),
    engine(2200, 6_800, 3, 19, 14),
    engine(2400, 10_500, 3, 14, 16),
    engine(2600, 14_000, 2, 10, 16),
    engine(2900, 120_000, 1, 0, 20),
];

/// From this strength on, a mate in one is never missed.
pub(super) const SEES_MATE_IN_ONE_ELO: u32 = ANCHORS[3].elo;
/// From this strength on, a free piece is always taken.
pub(super) const TAKES_FREE_PIECES_ELO: u32 = ANCHORS[1].elo;

const fn human(
    elo: u32,
    depth: u32,
    overlooks: u32,
    max_misjudgment: i32,
    temperature: i32,
    book_plies: u32,
) -> Style {
    Style {
        elo,
        method: Method::Human { depth },
        overlooks,
        max_misjudgment,
        temperature,
        book_plies,
    }
}

const fn engine(elo: u32, nodes: u64, lines: usize, temperature: i32, book_plies: u32) -> Style {
    Style {
        elo,
        method: Method::Engine { nodes, lines },
        overlooks: 0,
        max_misjudgment: 0,
        temperature,
        book_plies,
    }
}

impl Style {
    /// Returns the style for an Elo rating. Between two levels most parameters
    /// are interpolated; one that cannot be is taken from either level at
    /// random, the nearer level being more likely.
    pub(super) fn of(elo: u32, random: RandomSource) -> Style {
        let above = ANCHORS
            .iter()
            .position(|anchor| anchor.elo >= elo)
            .unwrap_or(ANCHORS.len() - 1);
        let (low, high) = (ANCHORS[above.saturating_sub(1)], ANCHORS[above]);
        if above == 0 || high.elo <= elo {
            return Style { elo, ..high };
        }
        let part = i64::from(elo - low.elo);
        let whole = i64::from(high.elo - low.elo);
        let between = |low: i64, high: i64| low + (high - low) * part / whole;
        let chosen = if random.below(whole as u32) < part as u32 {
            high
        } else {
            low
        };
        let method = match (low.method, high.method) {
            (Method::Engine { nodes: few, lines }, Method::Engine { nodes: many, .. }) => {
                Method::Engine {
                    nodes: between(few as i64, many as i64) as u64,
                    lines,
                }
            }
            _ => chosen.method,
        };
        Style {
            elo,
            method,
            overlooks: between(low.overlooks.into(), high.overlooks.into()) as u32,
            max_misjudgment: between(low.max_misjudgment.into(), high.max_misjudgment.into())
                as i32,
            temperature: between(low.temperature.into(), high.temperature.into()) as i32,
            book_plies: between(low.book_plies.into(), high.book_plies.into()) as u32,
        }
    }
}
