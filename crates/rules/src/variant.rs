/// Which rules the game follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Variant {
    /// Chess.
    #[default]
    Standard,
    /// Chess960, from any of its starting positions: castling is written as
    /// the king onto his rook.
    Chess960,
    /// Saktris: the pieces arrive one by one.
    Saktris,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 3] = [Variant::Standard, Variant::Chess960, Variant::Saktris];

    /// Its name for programs, in lower case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::Chess960 => "chess960",
            Variant::Saktris => "saktris",
        }
    }

    /// The variant with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|it| it.code() == code)
    }
}
