use core::fmt;

/// One way in which a text differs from the strict notation of its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Deviation {
    /// `Nd5` or `ed5` where something is taken.
    MissingCaptureMark,
    /// `Nxxd5`, `Nxd5:`.
    RepeatedCaptureMark,
    /// `N:d5`, `N×d5` or `Nd5:`.
    OtherCaptureMark,
    /// `Qe8` that gives check.
    MissingCheckMark,
    /// `Qe8` or `Qe8+` that mates.
    MissingMateMark,
    /// `Qe8+` that gives no check.
    FalseCheckMark,
    /// `Qe8#` that does not mate.
    FalseMateMark,
    /// `Qe8++`, for a double check or, long ago, for mate; or `Qe8†`.
    OtherCheckMark,
    /// `e8` for `e8=Q` (R57).
    MissingPromotion,
    /// `e8Q`, `e8(Q)` or `e8/Q`.
    OtherPromotionMark,
    /// `0-0`.
    CastlingWithZeros,
    /// `o-o`.
    CastlingInLowerCase,
    /// `Ke1-g1` for `O-O`.
    CastlingAsKingMove,
    /// `nf3`, `e8=q`.
    LowerCasePiece,
    /// `Pe4`.
    PawnLetter,
    /// `♘f3`.
    Figurine,
    /// `g1-f3`.
    MissingPieceLetter,
    /// `Ngf3` or `e2e4` where `Nf3` or `e4` says it all.
    NeedlessOrigin,
    /// `N1d2` for `Nbd2`.
    RankForFile,
    /// `e2-e4`.
    Dash,
    /// `ed` for `exd5`.
    ShortCapture,
    /// `exf6 e.p.` (R55).
    EnPassantMark,
    /// `Nf3!?`, `Nf3$5`.
    Annotation,
    /// Blanks before, inside or after the move.
    Blanks,
    /// `O–O` with a printer's dash.
    OtherDash,
}

impl Deviation {
    /// All of them.
    pub const ALL: [Deviation; 25] = [
        Deviation::MissingCaptureMark,
        Deviation::RepeatedCaptureMark,
        Deviation::OtherCaptureMark,
        Deviation::MissingCheckMark,
        Deviation::MissingMateMark,
        Deviation::FalseCheckMark,
        Deviation::FalseMateMark,
        Deviation::OtherCheckMark,
        Deviation::MissingPromotion,
        Deviation::OtherPromotionMark,
        Deviation::CastlingWithZeros,
        Deviation::CastlingInLowerCase,
        Deviation::CastlingAsKingMove,
        Deviation::LowerCasePiece,
        Deviation::PawnLetter,
        Deviation::Figurine,
        Deviation::MissingPieceLetter,
        Deviation::NeedlessOrigin,
        Deviation::RankForFile,
        Deviation::Dash,
        Deviation::ShortCapture,
        Deviation::EnPassantMark,
        Deviation::Annotation,
        Deviation::Blanks,
        Deviation::OtherDash,
    ];

    /// A short name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Deviation::MissingCaptureMark => "missing_capture_mark",
            Deviation::RepeatedCaptureMark => "repeated_capture_mark",
            Deviation::OtherCaptureMark => "other_capture_mark",
            Deviation::MissingCheckMark => "missing_check_mark",
            Deviation::MissingMateMark => "missing_mate_mark",
            Deviation::FalseCheckMark => "false_check_mark",
            Deviation::FalseMateMark => "false_mate_mark",
            Deviation::OtherCheckMark => "other_check_mark",
            Deviation::MissingPromotion => "missing_promotion",
            Deviation::OtherPromotionMark => "other_promotion_mark",
            Deviation::CastlingWithZeros => "castling_with_zeros",
            Deviation::CastlingInLowerCase => "castling_in_lower_case",
            Deviation::CastlingAsKingMove => "castling_as_king_move",
            Deviation::LowerCasePiece => "lower_case_piece",
            Deviation::PawnLetter => "pawn_letter",
            Deviation::Figurine => "figurine",
            Deviation::MissingPieceLetter => "missing_piece_letter",
            Deviation::NeedlessOrigin => "needless_origin",
            Deviation::RankForFile => "rank_for_file",
            Deviation::Dash => "dash",
            Deviation::ShortCapture => "short_capture",
            Deviation::EnPassantMark => "en_passant_mark",
            Deviation::Annotation => "annotation",
            Deviation::Blanks => "blanks",
            Deviation::OtherDash => "other_dash",
        }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deviation::MissingCaptureMark => "the capture mark x is missing",
            Deviation::RepeatedCaptureMark => "the capture is marked more than once",
            Deviation::OtherCaptureMark => "the capture is not marked by an x before the square",
            Deviation::MissingCheckMark => "the check mark + is missing",
            Deviation::MissingMateMark => "the mate mark # is missing",
            Deviation::FalseCheckMark => "the move is marked as check and gives none",
            Deviation::FalseMateMark => "the move is marked as mate and does not mate",
            Deviation::OtherCheckMark => "check or mate is not marked by one + or one #",
            Deviation::MissingPromotion => "the promotion is missing and taken to be a queen",
            Deviation::OtherPromotionMark => "the promotion is not marked by a =",
            Deviation::CastlingWithZeros => "castling is written with zeros",
            Deviation::CastlingInLowerCase => "castling is written in lower case",
            Deviation::CastlingAsKingMove => "castling is written as a move of the king",
            Deviation::LowerCasePiece => "a piece is written in lower case",
            Deviation::PawnLetter => "the pawn is written with a letter",
            Deviation::Figurine => "a piece is written as a figurine",
            Deviation::MissingPieceLetter => "the letter of the piece is missing",
            Deviation::NeedlessOrigin => "the origin is given where nothing asks for it",
            Deviation::RankForFile => "the rank is given where the file tells the pieces apart",
            Deviation::Dash => "a dash stands between the squares",
            Deviation::ShortCapture => "the rank of the square is missing",
            Deviation::EnPassantMark => "the capture in passing is marked",
            Deviation::Annotation => "the move is commented on",
            Deviation::Blanks => "there are blanks around or inside the move",
            Deviation::OtherDash => "a dash is not the plain one",
        })
    }
}

/// What was off about the text of a move: a set of [`Deviation`]s.
///
/// ```
/// use arbiter_rules::{Deviation, Position};
///
/// let (_, deviations) = Position::start().find_san_lenient("Ng1f3!")?;
/// assert_eq!(deviations.len(), 2);
/// assert!(deviations.contains(Deviation::Annotation));
/// assert_eq!(
///     deviations.to_string(),
///     "the origin is given where nothing asks for it; the move is commented on"
/// );
/// # Ok::<(), arbiter_rules::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Deviations(u32);

impl Deviations {
    /// The text is what the strict notation asks for.
    pub const NONE: Deviations = Deviations(0);

    /// Whether the text is what the strict notation asks for.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds of deviation there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the text deviates in this way.
    #[must_use]
    pub const fn contains(self, deviation: Deviation) -> bool {
        self.0 >> deviation as u32 & 1 == 1
    }

    /// Notes a deviation.
    pub const fn insert(&mut self, deviation: Deviation) {
        self.0 |= 1 << deviation as u32;
    }

    /// The deviations, those that concern the move first, those that concern
    /// its typography last.
    pub fn iter(self) -> impl Iterator<Item = Deviation> {
        Deviation::ALL
            .into_iter()
            .filter(move |&deviation| self.contains(deviation))
    }
}

impl FromIterator<Deviation> for Deviations {
    fn from_iter<I: IntoIterator<Item = Deviation>>(deviations: I) -> Deviations {
        let mut set = Deviations::NONE;
        for deviation in deviations {
            set.insert(deviation);
        }
        set
    }
}

impl fmt::Display for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, deviation) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{deviation}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
