use super::random::RandomSource;

/// How a computer player of a certain strength plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// The strength as an Elo rating.
    pub elo: u32,
    /// The rating of the people whose moves it imitates.
    pub rating: u32,
    /// How much randomness there is in the choice, in hundredths: at 100 likely moves
    /// are chosen as often as people choose them, at 0 the likeliest one always.
    pub temperature: i32,
    /// How it scores moves.
    pub scoring: Scoring,
    /// How much the score counts: what a pawn adds to the logarithm of a likelihood, in
    /// hundredths. Where it is negative, mistakes are likelier than the network predicts:
    /// it was trained on hardly any games of beginners.
    pub caution: i32,
    /// The probability, in thousandths, of falling for a tempting move that loses
    /// something, if there is one.
    pub slips: u32,
    /// The number of half-moves played from the opening book.
    pub book_plies: u32,
}

/// How a player scores moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scoring {
    /// By a shallow search (`HumanSearch`).
    Shallow,
    /// By the engine with a limited number of nodes.
    Engine {
        /// The number of nodes.
        nodes: u64,
    },
}

/// The ratings of the ten levels.
pub(super) const LEVELS: [u32; 10] = [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600];

/// How players of some ratings play, as measured (`docs/levels.md`).
const ANCHORS: [Style; 10] = [
    shallow(800, 1700, 150, -300, 1_000),
    shallow(1080, 1200, 50, -30, 1_000),
    shallow(1175, 1000, 30, 0, 550),
    shallow(1360, 1200, 30, 0, 270),
    shallow(1505, 1300, 30, 10, 100),
    engine(1750, 1500, 50, 300, 35, 0),
    engine(1905, 1800, 45, 1_000, 60, 0),
    engine(2200, 2100, 40, 3_500, 120, 0),
    engine(2580, 2500, 35, 16_000, 220, 8),
    engine(2960, 2700, 30, 60_000, 400, 12),
];

/// The highest rating available.
pub(super) const HIGHEST_ELO: u32 = ANCHORS[ANCHORS.len() - 1].elo;
/// From this strength on, a mate in one is never missed.
pub(super) const SEES_MATE_IN_ONE_ELO: u32 = LEVELS[3];
/// Weaker players are newcomers.
const NEWCOMER_BELOW_ELO: u32 = LEVELS[1];

const fn shallow(elo: u32, rating: u32, temperature: i32, caution: i32, slips: u32) -> Style {
    Style {
        elo,
        rating,
        temperature,
        scoring: Scoring::Shallow,
        caution,
        slips,
        book_plies: 0,
    }
}

const fn engine(
    elo: u32,
    rating: u32,
    temperature: i32,
    nodes: u64,
    caution: i32,
    book_plies: u32,
) -> Style {
    Style {
        elo,
        rating,
        temperature,
        scoring: Scoring::Engine { nodes },
        caution,
        slips: 0,
        book_plies,
    }
}

impl Style {
    /// Reports whether the player has just learned the moves: it overlooks most free
    /// pieces and all mates in one, and does not try to draw when it is behind.
    pub(super) fn is_newcomer(&self) -> bool {
        self.elo < NEWCOMER_BELOW_ELO
    }

    /// Returns the style for an Elo rating. Between two anchors most parameters
    /// are interpolated; one that cannot be is taken from either of them at
    /// random, the nearer one being more likely.
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
        let scoring = match (low.scoring, high.scoring) {
            (Scoring::Engine { nodes: few }, Scoring::Engine { nodes: many }) => Scoring::Engine {
                nodes: between(few as i64, many as i64) as u64,
            },
            _ => chosen.scoring,
        };
        Style {
            elo,
            rating: between(low.rating.into(), high.rating.into()) as u32,
            temperature: between(low.temperature.into(), high.temperature.into()) as i32,
            scoring,
            caution: between(low.caution.into(), high.caution.into()) as i32,
            slips: between(low.slips.into(), high.slips.into()) as u32,
            book_plies: between(low.book_plies.into(), high.book_plies.into()) as u32,
        }
    }
}
