/// The variant of chess being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960. In UCI, castling is written as the king capturing its own rook.
    Chess960,
    /// Saktris, in which the pieces arrive one by one.
    Saktris,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 3] = [Variant::Standard, Variant::Chess960, Variant::Saktris];

    /// Returns the lower-case name used in files and APIs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::Chess960 => "chess960",
            Variant::Saktris => "saktris",
        }
    }

    /// Returns the variant with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|it| it.code() == code)
    }
}
