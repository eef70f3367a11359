use core::fmt;

/// One way in which a text deviates from the strict notation of its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Deviation {
    /// `Nd5` or `ed5` for a capture.
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
    /// `Qe8++`, for a double check or (in old books) mate; or `Qe8†`.
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
    /// `Ngf3` or `e2e4` where `Nf3` or `e4` is enough.
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
    /// Whitespace before, inside or after the move.
    Blanks,
    /// `O–O` with a typographic dash.
    OtherDash,
}

impl Deviation {
    /// All deviations.
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

    /// Returns a stable name for programs.
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
            Deviation::RepeatedCaptureMark => "the capture mark is repeated",
            Deviation::OtherCaptureMark => "the capture is not marked with an x before the square",
            Deviation::MissingCheckMark => "the check mark + is missing",
            Deviation::MissingMateMark => "the mate mark # is missing",
            Deviation::FalseCheckMark => "the move is marked as check but does not give check",
            Deviation::FalseMateMark => "the move is marked as mate but does not mate",
            Deviation::OtherCheckMark => "check or mate is not marked with a single + or #",
            Deviation::MissingPromotion => "the promotion is missing and is taken as a queen",
            Deviation::OtherPromotionMark => "the promotion is not marked with =",
            Deviation::CastlingWithZeros => "castling is written with zeros",
            Deviation::CastlingInLowerCase => "castling is written in lowercase",
            Deviation::CastlingAsKingMove => "castling is written as a king move",
            Deviation::LowerCasePiece => "a piece letter is in lowercase",
            Deviation::PawnLetter => "the pawn has a letter",
            Deviation::Figurine => "a piece is written as a figurine",
            Deviation::MissingPieceLetter => "the piece letter is missing",
            Deviation::NeedlessOrigin => "the square of departure is given needlessly",
            Deviation::RankForFile => "the rank is given where the file should be",
            Deviation::Dash => "there is a dash between the squares",
            Deviation::ShortCapture => "the rank of the capture is missing",
            Deviation::EnPassantMark => "the en-passant capture is marked",
            Deviation::Annotation => "the move has an annotation",
            Deviation::Blanks => "there is whitespace around or inside the move",
            Deviation::OtherDash => "a dash is not a plain hyphen",
        })
    }
}

/// The ways in which the text of a move deviates from strict notation: a set of
/// [`Deviation`]s.
///
/// ```
/// use arbiter_rules::{Deviation, Position};
///
/// let (_, deviations) = Position::start().find_san_lenient("Ng1f3!")?;
/// assert_eq!(deviations.len(), 2);
/// assert!(deviations.contains(Deviation::Annotation));
/// assert_eq!(
///     deviations.to_string(),
///     "the square of departure is given needlessly; the move has an annotation"
/// );
/// # Ok::<(), arbiter_rules::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Deviations(u32);

impl Deviations {
    /// The empty set: the text is in strict notation.
    pub const NONE: Deviations = Deviations(0);

    /// Reports whether the text is in strict notation.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of deviations.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Reports whether the text deviates in this way.
    #[must_use]
    pub const fn contains(self, deviation: Deviation) -> bool {
        self.0 >> deviation as u32 & 1 == 1
    }

    /// Adds a deviation.
    pub const fn insert(&mut self, deviation: Deviation) {
        self.0 |= 1 << deviation as u32;
    }

    /// Returns the deviations: those about the move first, those about typography
    /// last.
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
