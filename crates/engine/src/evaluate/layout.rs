//! Which weights there are, and where each lies in the one list of them.

/// Weights that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// What they are about.
    pub name: &'static str,
    /// Where they begin in the list.
    pub start: usize,
    /// How many there are.
    pub count: usize,
    /// How they enter the judgement.
    pub kind: Kind,
}

/// How a weight enters the judgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It is added, as often as it counts.
    Linear,
    /// It is added to the danger of a king, which grows with its square.
    Danger,
    /// It is added to the ending's winning chances for whoever is ahead.
    Initiative,
}

/// Makes a constant for where each group starts, and the list of them.
macro_rules! groups {
    ($($kind:ident $constant:ident[$count:expr];)*) => {
        groups!(@start 0; $($constant $count,)*);

        /// Every group, in the order of the list.
        pub const GROUPS: &[Group] = &[$(
            Group {
                name: stringify!($constant),
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
        /// How many weights there are.
        pub const COUNT: usize = $start;
    };
}

groups! {
    // What the pieces are worth, pawn to queen, and where they stand, from
    // a1 to h8 as White sees it.
    Linear MATERIAL[5];
    Linear PAWN_SQUARES[64];
    Linear KNIGHT_SQUARES[64];
    Linear BISHOP_SQUARES[64];
    Linear ROOK_SQUARES[64];
    Linear QUEEN_SQUARES[64];
    Linear KING_SQUARES[64];
    Linear TEMPO[1];

    // Pawns. By file from the edge: four on a file that holds an enemy pawn
    // in front, four on one that does not.
    Linear PAWN_ISOLATED[8];
    Linear PAWN_DOUBLED[2];
    Linear PAWN_BACKWARD[2];
    Linear PAWN_SUPPORTED[8];
    Linear PAWN_PHALANX[8];
    Linear PAWN_CANDIDATE[8];

    // By the number of safe squares a piece goes to.
    Linear KNIGHT_MOBILITY[9];
    Linear BISHOP_MOBILITY[14];
    Linear ROOK_MOBILITY[15];
    Linear QUEEN_MOBILITY[28];

    // Knights and bishops. Outposts: without and with the support of a pawn,
    // first knights, then bishops.
    Linear OUTPOST[4];
    Linear OUTPOST_IN_REACH[1];
    Linear BEHIND_PAWN[2];
    Linear FAR_FROM_KING[2];
    Linear BISHOP_PAIR[1];
    Linear BISHOP_PAWNS[1];
    Linear BISHOP_RAMMED_PAWNS[1];
    Linear BISHOP_LONG_DIAGONAL[1];

    // Rooks: on a file without pawns of ours, without any; and queens.
    Linear ROOK_FILE[2];
    Linear ROOK_SEVENTH[1];
    Linear QUEEN_PINNED[1];
    Linear QUEEN_INFILTRATION[1];

    // The king behind its pawns: for the king's file and for those beside it,
    // by file from the edge and rank of the nearest pawn; then the enemy pawns
    // that come, free to walk or rammed.
    Linear SHELTER[64];
    Linear STORM[64];
    Linear KING_PAWN_FILES[8];
    Linear KING_DEFENDERS[8];

    // Passed pawns by rank; the first by whether the next square is empty and
    // whether it is safe.
    Linear PASSED[32];
    Linear PASSED_OUR_KING[8];
    Linear PASSED_THEIR_KING[8];
    Linear PASSED_FREE_PATH[8];
    Linear PASSED_ROOK_BEHIND[2];

    // Threats, by what is attacked.
    Linear THREAT_BY_PAWN[4];
    Linear THREAT_BY_MINOR[5];
    Linear THREAT_BY_ROOK[5];
    Linear THREAT_BY_KING[2];
    Linear THREAT_ON_QUEEN[2];
    Linear THREAT_BY_PUSH[1];
    Linear HANGING[1];
    Linear RESTRICTED[1];
    Linear SPACE[1];

    // What endangers a king.
    Danger DANGER_CONSTANT[1];
    Danger DANGER_ATTACKERS[4];
    Danger DANGER_RING_ATTACKS[1];
    Danger DANGER_WEAK_RING[1];
    Danger DANGER_SAFE_CHECKS[4];
    Danger DANGER_UNSAFE_CHECKS[1];
    Danger DANGER_PINNED[1];
    Danger DANGER_NO_QUEEN[1];
    Danger DANGER_KNIGHT_GUARD[1];
    Danger DANGER_FLANK_ATTACKS[1];
    Danger DANGER_FLANK_GUARDS[1];
    Danger DANGER_SHELTER[8];
    Danger DANGER_STORM[8];

    // A constant, pawns, pawns on both wings, nothing but pawns, passed
    // pawns, kings that have gone forward.
    Initiative INITIATIVE[6];
}
