//! The groups of weights, and their indices in the list of all weights.

/// A group of related weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name of the group's constant.
    pub name: &'static str,
    /// The heading in a breakdown of the evaluation.
    pub heading: &'static str,
    /// The index of the first weight.
    pub start: usize,
    /// The number of weights.
    pub count: usize,
    /// How the weights enter the evaluation.
    pub kind: Kind,
}

/// How a weight enters the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The weight is added as often as it counts.
    Linear,
    /// The weight is added to a king's danger, which is squared.
    Danger,
    /// The weight is added to the winning chances of the side that is ahead.
    Initiative,
}

/// Defines a constant with the start of each group, and the list of groups.
macro_rules! groups {
    ($($kind:ident $heading:literal $constant:ident[$count:expr];)*) => {
        groups!(@start 0; $($constant $count,)*);

        /// Every group, in the order of the list.
        pub const GROUPS: &[Group] = &[$(
            Group {
                name: stringify!($constant),
                heading: $heading,
                start: $constant,
                count: $count,
                kind: Kind::$kind,
            },
        )*];
    };
    (@start $start:expr; $constant:ident $count:expr, $($rest:tt)*) => {
        pub(super) const $constant: usize = $start;
        groups!(@start $constant + $count; $($rest)*);
    };
    (@start $start:expr;) => {
        /// The number of weights.
        pub const COUNT: usize = $start;
    };
}

groups! {
    // Values of the pieces, pawn to queen, and piece-square values from a1 to h8
    // from White's point of view.
    Linear "material" MATERIAL[5];
    Linear "squares" PAWN_SQUARES[64];
    Linear "squares" KNIGHT_SQUARES[64];
    Linear "squares" BISHOP_SQUARES[64];
    Linear "squares" ROOK_SQUARES[64];
    Linear "squares" QUEEN_SQUARES[64];
    Linear "squares" KING_SQUARES[64];
    Linear "tempo" TEMPO[1];

    // Bonus of knights, bishops, rooks and queens for each own pawn; values of one
    // and of both castling rights.
    Linear "material" MATERIAL_WITH_PAWNS[4];
    Linear "shelter" CASTLING[2];

    // Pawns. Isolated ones by distance of the file from the edge: four values with
    // an enemy pawn in front, four without.
    Linear "pawns" PAWN_ISOLATED[8];
    Linear "pawns" PAWN_DOUBLED[2];
    Linear "pawns" PAWN_BACKWARD[2];
    Linear "pawns" PAWN_SUPPORTED[8];
    Linear "pawns" PAWN_PHALANX[8];
    Linear "pawns" PAWN_CANDIDATE[8];

    // By the number of safe squares a piece attacks.
    Linear "mobility" KNIGHT_MOBILITY[9];
    Linear "mobility" BISHOP_MOBILITY[14];
    Linear "mobility" ROOK_MOBILITY[15];
    Linear "mobility" QUEEN_MOBILITY[28];

    // Knights and bishops. Outposts without and with pawn support, for knights,
    // then for bishops.
    Linear "pieces" OUTPOST[4];
    Linear "pieces" OUTPOST_IN_REACH[1];
    Linear "pieces" BEHIND_PAWN[2];
    Linear "pieces" FAR_FROM_KING[2];
    Linear "pieces" BISHOP_PAIR[1];
    Linear "pieces" BISHOP_PAWNS[1];
    Linear "pieces" BISHOP_RAMMED_PAWNS[1];
    Linear "pieces" BISHOP_LONG_DIAGONAL[1];

    // Rooks on half-open and open files; queens.
    Linear "pieces" ROOK_FILE[2];
    Linear "pieces" ROOK_SEVENTH[1];
    Linear "pieces" QUEEN_PINNED[1];
    Linear "pieces" QUEEN_INFILTRATION[1];

    // King shelter: for adjacent files and for the king's file, by distance of the
    // file from the edge and rank of the nearest pawn. Pawn storm: the same for
    // enemy pawns that are free and that are blocked.
    Linear "shelter" SHELTER[64];
    Linear "shelter" STORM[64];
    Linear "shelter" KING_PAWN_FILES[8];
    Linear "shelter" KING_DEFENDERS[8];

    // Passed pawns by rank; PASSED also by whether the next square is empty and
    // safe.
    Linear "passed pawns" PASSED[32];
    Linear "passed pawns" PASSED_OUR_KING[8];
    Linear "passed pawns" PASSED_THEIR_KING[8];
    Linear "passed pawns" PASSED_FREE_PATH[8];
    Linear "passed pawns" PASSED_ROOK_BEHIND[2];

    // Threats, by the piece attacked.
    Linear "threats" THREAT_BY_PAWN[4];
    Linear "threats" THREAT_BY_MINOR[5];
    Linear "threats" THREAT_BY_ROOK[5];
    Linear "threats" THREAT_BY_KING[2];
    Linear "threats" THREAT_ON_QUEEN[2];
    Linear "threats" THREAT_BY_PUSH[1];
    Linear "threats" HANGING[1];
    Linear "threats" RESTRICTED[1];
    Linear "space" SPACE[1];

    // Danger to a king.
    Danger "danger" DANGER_CONSTANT[1];
    Danger "danger" DANGER_ATTACKERS[4];
    Danger "danger" DANGER_RING_ATTACKS[1];
    Danger "danger" DANGER_WEAK_RING[1];
    Danger "danger" DANGER_SAFE_CHECKS[4];
    Danger "danger" DANGER_UNSAFE_CHECKS[1];
    Danger "danger" DANGER_PINNED[1];
    Danger "danger" DANGER_NO_QUEEN[1];
    Danger "danger" DANGER_KNIGHT_GUARD[1];
    Danger "danger" DANGER_FLANK_ATTACKS[1];
    Danger "danger" DANGER_FLANK_GUARDS[1];
    Danger "danger" DANGER_SHELTER[8];
    Danger "danger" DANGER_STORM[8];

    // A constant, all pawns, pawns on both wings, pawn ending, passed pawns,
    // advanced kings.
    Initiative "initiative" INITIATIVE[6];
}
