use core::fmt;

use arbiter_rules::Color;

/// A numeric annotation glyph: `$1` is a good move, `$2` a mistake, and so on.
///
/// ```
/// use arbiter_pgn::Nag;
///
/// assert_eq!(Nag::from_symbol("!?"), Some(Nag::INTERESTING));
/// assert_eq!(Nag(16).symbol(), Some("±"));
/// assert_eq!(Nag(16).meaning().unwrap().to_string(), "White has a moderate advantage");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nag(pub u8);

/// The meaning of a glyph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NagMeaning {
    /// The side it is about; `None` if it is about the move or the position.
    pub side: Option<Color>,
    text: &'static str,
}

impl Nag {
    /// `!`
    pub const GOOD: Nag = Nag(1);
    /// `?`
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`
    pub const BRILLIANT: Nag = Nag(3);
    /// `??`
    pub const BLUNDER: Nag = Nag(4);
    /// `!?`
    pub const INTERESTING: Nag = Nag(5);
    /// `?!`
    pub const DUBIOUS: Nag = Nag(6);

    /// Returns the symbol that is printed for this glyph, such as `!?`. Many have none.
    #[must_use]
    pub fn symbol(self) -> Option<&'static str> {
        SYMBOLS
            .iter()
            .find(|(number, _)| *number == self.0)
            .map(|(_, symbol)| *symbol)
    }

    /// Returns the glyph that is printed as this symbol, in Unicode or in its ASCII form.
    /// If both sides share the symbol, it is White's glyph.
    #[must_use]
    pub fn from_symbol(text: &str) -> Option<Nag> {
        SYMBOLS
            .iter()
            .chain(&SPELLINGS)
            .find(|(_, symbol)| *symbol == text)
            .map(|(number, _)| Nag(*number))
    }

    /// Returns the same glyph for this side if both sides share its symbol: `→` is
    /// `$40` for White and `$41` for Black.
    #[must_use]
    pub fn about(self, side: Color) -> Nag {
        let next = Nag(self.0.saturating_add(1));
        if side == Color::Black && self.symbol().is_some() && self.symbol() == next.symbol() {
            next
        } else {
            self
        }
    }

    /// Returns the meaning, from the list in the PGN standard and the few later
    /// numbers on which programs agree.
    #[must_use]
    pub fn meaning(self) -> Option<NagMeaning> {
        let number = usize::from(self.0);
        if let Some(text) = MOVE_MEANINGS.get(number) {
            return Some(NagMeaning { side: None, text });
        }
        let index = number - MOVE_MEANINGS.len();
        if let Some(text) = SIDE_MEANINGS.get(index / 2) {
            let side = Some(Color::ALL[index % 2]);
            return Some(NagMeaning { side, text });
        }
        let text = LATER_MEANINGS.get(index - 2 * SIDE_MEANINGS.len())?;
        Some(NagMeaning { side: None, text })
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

impl fmt::Display for NagMeaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Some(side) => write!(f, "{} {}", side.name(), self.text),
            None => f.write_str(self.text),
        }
    }
}

const SYMBOLS: [(u8, &str); 42] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (10, "="),
    (13, "∞"),
    (14, "⩲"),
    (15, "⩱"),
    (16, "±"),
    (17, "∓"),
    (18, "+−"),
    (19, "−+"),
    (22, "⨀"),
    (23, "⨀"),
    (26, "○"),
    (27, "○"),
    (32, "⟳"),
    (33, "⟳"),
    (36, "↑"),
    (37, "↑"),
    (40, "→"),
    (41, "→"),
    (44, "=∞"),
    (45, "=∞"),
    (132, "⇆"),
    (133, "⇆"),
    (138, "⊕"),
    (139, "⊕"),
    (140, "∆"),
    (141, "∇"),
    (142, "⌓"),
    (143, "<="),
    (144, "=="),
    (145, "RR"),
    (146, "N"),
    (239, "⇔"),
    (240, "⇗"),
    (242, "⟫"),
    (243, "⟪"),
];

/// Alternative spellings, and `D` for a diagram, which asks for a diagram rather
/// than being printed itself.
const SPELLINGS: [(u8, &str); 16] = [
    (3, "‼"),
    (4, "⁇"),
    (5, "⁉"),
    (6, "⁈"),
    (13, "~"),
    (14, "+="),
    (14, "+/="),
    (15, "=+"),
    (15, "=/+"),
    (16, "+/-"),
    (17, "-/+"),
    (18, "+-"),
    (19, "-+"),
    (140, "Δ"),
    (146, "TN"),
    (220, "D"),
];

/// The meanings from `$0` on.
const MOVE_MEANINGS: [&str; 14] = [
    "no annotation",
    "a good move",
    "a mistake",
    "a brilliant move",
    "a blunder",
    "an interesting move",
    "a dubious move",
    "a forced move",
    "the only good move",
    "the worst move",
    "a drawish position",
    "an equal, quiet position",
    "an equal, active position",
    "an unclear position",
];

/// The meanings from `$14` on, each for White and then for Black.
const SIDE_MEANINGS: [&str; 63] = [
    "is slightly better",
    "has a moderate advantage",
    "has a decisive advantage",
    "has a crushing advantage",
    "is in zugzwang",
    "has slightly more space",
    "has more space",
    "has decisively more space",
    "is slightly ahead in development",
    "is ahead in development",
    "is decisively ahead in development",
    "has the initiative",
    "has a lasting initiative",
    "has the attack",
    "has insufficient compensation for the material",
    "has sufficient compensation for the material",
    "has more than adequate compensation for the material",
    "has slightly better control of the center",
    "has better control of the center",
    "has decisive control of the center",
    "has slightly better control of the kingside",
    "has better control of the kingside",
    "has decisive control of the kingside",
    "has slightly better control of the queenside",
    "has better control of the queenside",
    "has decisive control of the queenside",
    "has a weak back rank",
    "has a well-protected back rank",
    "has a poorly protected king",
    "has a well-protected king",
    "has a poorly placed king",
    "has a well-placed king",
    "has a very weak pawn structure",
    "has a weak pawn structure",
    "has a strong pawn structure",
    "has a very strong pawn structure",
    "has poor knight placement",
    "has good knight placement",
    "has poor bishop placement",
    "has good bishop placement",
    "has poor rook placement",
    "has good rook placement",
    "has poor queen placement",
    "has good queen placement",
    "has poor piece coordination",
    "has good piece coordination",
    "played the opening very badly",
    "played the opening badly",
    "played the opening well",
    "played the opening very well",
    "played the middlegame very badly",
    "played the middlegame badly",
    "played the middlegame well",
    "played the middlegame very well",
    "played the ending very badly",
    "played the ending badly",
    "played the ending well",
    "played the ending very well",
    "has slight counterplay",
    "has counterplay",
    "has decisive counterplay",
    "is in moderate time trouble",
    "is in severe time trouble",
];

/// The meanings from `$140` on, where the standard ends.
const LATER_MEANINGS: [&str; 7] = [
    "with the idea",
    "aimed against",
    "better is",
    "worse is",
    "equally good is",
    "an editorial comment",
    "a novelty",
];
