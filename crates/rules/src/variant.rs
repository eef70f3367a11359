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
}
