//! Which weights there are, and where each lies in the one list of them.

/// Weights that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// What they are about.
    pub name: &'static str,
    /// What people read above them.
    pub heading: &'static str,
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
        /// How many weights there are.
        pub const COUNT: usize = $start;
    };
}

groups! {
    // What the pieces are worth, pawn to queen, and where they stand, from
    // a1 to h8 as White sees it.
    Linear "material" MATERIAL[5];
    Linear "squares" PAWN_SQUARES[64];
    Linear "squares" KNIGHT_SQUARES[64];
    Linear "squares" BISHOP_SQUARES[64];
    Linear "squares" ROOK_SQUARES[64];
    Linear "squares" QUEEN_SQUARES[64];
    Linear "squares" KING_SQUARES[64];
    Linear "the move" TEMPO[1];

    // What knights, bishops, rooks and queens gain with each pawn of ours
    // beside them; and what one right to castle is worth, and both.
    Linear "material" MATERIAL_WITH_PAWNS[4];
    Linear "shelter" CASTLING[2];

    // Pawns. By file from the edge: four on a file that holds an enemy pawn
    // in front, four on one that does not.
    Linear "pawns" PAWN_ISOLATED[8];
    Linear "pawns" PAWN_DOUBLED[2];
    Linear "pawns" PAWN_BACKWARD[2];
    Linear "pawns" PAWN_SUPPORTED[8];
    Linear "pawns" PAWN_PHALANX[8];
    Linear "pawns" PAWN_CANDIDATE[8];

    // By the number of safe squares a piece goes to.
    Linear "mobility" KNIGHT_MOBILITY[9];
    Linear "mobility" BISHOP_MOBILITY[14];
    Linear "mobility" ROOK_MOBILITY[15];
    Linear "mobility" QUEEN_MOBILITY[28];

    // Knights and bishops. Outposts: without and with the support of a pawn,
    // first knights, then bishops.
    Linear "pieces" OUTPOST[4];
    Linear "pieces" OUTPOST_IN_REACH[1];
    Linear "pieces" BEHIND_PAWN[2];
    Linear "pieces" FAR_FROM_KING[2];
    Linear "pieces" BISHOP_PAIR[1];
    Linear "pieces" BISHOP_PAWNS[1];
    Linear "pieces" BISHOP_RAMMED_PAWNS[1];
    Linear "pieces" BISHOP_LONG_DIAGONAL[1];

    // Rooks: on a file without pawns of ours, without any; and queens.
    Linear "pieces" ROOK_FILE[2];
    Linear "pieces" ROOK_SEVENTH[1];
    Linear "pieces" QUEEN_PINNED[1];
    Linear "pieces" QUEEN_INFILTRATION[1];

    // The king behind its pawns: for the king's file and for those beside it,
    // by file from the edge and rank of the nearest pawn; then the enemy pawns
    // that come, free to walk or rammed.
    Linear "shelter" SHELTER[64];
    Linear "shelter" STORM[64];
    Linear "shelter" KING_PAWN_FILES[8];
    Linear "shelter" KING_DEFENDERS[8];

    // Passed pawns by rank; the first by whether the next square is empty and
    // whether it is safe.
    Linear "passed pawns" PASSED[32];
    Linear "passed pawns" PASSED_OUR_KING[8];
    Linear "passed pawns" PASSED_THEIR_KING[8];
    Linear "passed pawns" PASSED_FREE_PATH[8];
    Linear "passed pawns" PASSED_ROOK_BEHIND[2];

    // Threats, by what is attacked.
    Linear "threats" THREAT_BY_PAWN[4];
    Linear "threats" THREAT_BY_MINOR[5];
    Linear "threats" THREAT_BY_ROOK[5];
    Linear "threats" THREAT_BY_KING[2];
    Linear "threats" THREAT_ON_QUEEN[2];
    Linear "threats" THREAT_BY_PUSH[1];
    Linear "threats" HANGING[1];
    Linear "threats" RESTRICTED[1];
    Linear "space" SPACE[1];

    // What endangers a king.
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

    // A constant, pawns, pawns on both wings, nothing but pawns, passed
    // pawns, kings that have gone forward.
    Initiative "initiative" INITIATIVE[6];
}
