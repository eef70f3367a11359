use core::fmt;

use arbiter_rules::Color;

/// A numeric annotation glyph: `$1` is a good move, `$2` a mistake, and so on.
///
/// ```
/// use arbiter_pgn::Nag;
///
/// assert_eq!(Nag::from_glyph("!?"), Some(Nag::INTERESTING));
/// assert_eq!(Nag(16).glyph(), Some("±"));
/// assert_eq!(Nag(16).meaning().unwrap().to_string(), "White has the upper hand");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nag(pub u8);

/// What a glyph says: about one side, or about the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NagMeaning {
    /// The side it is about.
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

    /// How it is printed; many have no sign of their own.
    #[must_use]
    pub fn glyph(self) -> Option<&'static str> {
        GLYPHS
            .iter()
            .find(|(number, _)| *number == self.0)
            .map(|(_, glyph)| *glyph)
    }

    /// The glyph that is printed like this, also with the ASCII signs that
    /// stand for it. Where both sides share a sign, that of White.
    #[must_use]
    pub fn from_glyph(text: &str) -> Option<Nag> {
        GLYPHS
            .iter()
            .chain(&SPELLINGS)
            .find(|(_, glyph)| *glyph == text)
            .map(|(number, _)| Nag(*number))
    }

    /// The same about this side, where both sides share a sign: `→` is `$40`
    /// for White and `$41` for Black.
    #[must_use]
    pub fn about(self, side: Color) -> Nag {
        let next = Nag(self.0.saturating_add(1));
        if side == Color::Black && self.glyph().is_some() && self.glyph() == next.glyph() {
            next
        } else {
            self
        }
    }

    /// What it says, by the list of the PGN standard and the few numbers after
    /// its end on which programs agree.
    #[must_use]
    pub fn meaning(self) -> Option<NagMeaning> {
        let number = usize::from(self.0);
        if let Some(text) = ABOUT_MOVES.get(number) {
            return Some(NagMeaning { side: None, text });
        }
        let index = number - ABOUT_MOVES.len();
        if let Some(text) = ABOUT_SIDES.get(index / 2) {
            let side = Some(Color::ALL[index % 2]);
            return Some(NagMeaning { side, text });
        }
        let text = LATER.get(index - 2 * ABOUT_SIDES.len())?;
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

const GLYPHS: [(u8, &str); 42] = [
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

/// Other ways to write some of them, and `D` for a diagram, which is a request
/// to the printer and not a sign to be printed.
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

/// From `$0`.
const ABOUT_MOVES: [&str; 14] = [
    "nothing to be said",
    "a good move",
    "a mistake",
    "a brilliant move",
    "a blunder",
    "an interesting move",
    "a dubious move",
    "a forced move",
    "the only reasonable move",
    "the worst move",
    "drawish",
    "equal and quiet",
    "equal and lively",
    "unclear",
];

/// From `$14`, for White and then for Black.
const ABOUT_SIDES: [&str; 63] = [
    "is slightly better",
    "has the upper hand",
    "has a decisive advantage",
    "has a crushing advantage",
    "is in zugzwang",
    "has a little more space",
    "has more space",
    "has decisively more space",
    "is a little ahead in development",
    "is ahead in development",
    "is decisively ahead in development",
    "has the initiative",
    "has a lasting initiative",
    "has the attack",
    "has too little for the material",
    "has enough for the material",
    "has more than enough for the material",
    "controls the center a little better",
    "controls the center better",
    "controls the center decisively",
    "controls the king's side a little better",
    "controls the king's side better",
    "controls the king's side decisively",
    "controls the queen's side a little better",
    "controls the queen's side better",
    "controls the queen's side decisively",
    "has a weak back rank",
    "has a safe back rank",
    "has a badly protected king",
    "has a well protected king",
    "has a badly placed king",
    "has a well placed king",
    "has very weak pawns",
    "has weak pawns",
    "has strong pawns",
    "has very strong pawns",
    "has a badly placed knight",
    "has a well placed knight",
    "has a badly placed bishop",
    "has a well placed bishop",
    "has a badly placed rook",
    "has a well placed rook",
    "has a badly placed queen",
    "has a well placed queen",
    "has pieces that work against each other",
    "has pieces that work together",
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
    "has a little counterplay",
    "has counterplay",
    "has decisive counterplay",
    "is short of time",
    "is in severe time trouble",
];

/// From `$140`, where the standard ends.
const LATER: [&str; 7] = [
    "with the idea",
    "aimed against",
    "better is",
    "worse is",
    "equally good is",
    "a remark of the editor",
    "a novelty",
];
