use core::{fmt, str::FromStr};

/// What a tie-break measures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreakCode {
    /// `PTS`: the points.
    Points,
    /// `DE`: direct encounter (6).
    DirectEncounter,
    /// `WIN`: rounds worth a win (7.1).
    Wins,
    /// `WON`: games won (7.2).
    GamesWon,
    /// `BPG`: games played with Black (7.3).
    BlackGames,
    /// `BWG`: games won with Black (7.4).
    BlackWins,
    /// `PS`: sum of progressive scores (7.5).
    ProgressiveScores,
    /// `REP`: rounds one elected to play (7.6).
    RoundsElected,
    /// `STD`: standard points (7.7).
    StandardPoints,
    /// `TPN`: pairing number (7.8).
    PairingNumber,
    /// `BH`: Buchholz (8.1).
    Buchholz,
    /// `AOB`: average of opponents' Buchholz (8.2).
    AverageOpponentsBuchholz,
    /// `FB`: Fore Buchholz (8.3).
    ForeBuchholz,
    /// `SB`: Sonneborn-Berger (9.1).
    SonnebornBerger,
    /// `KS`: Koya system (9.2).
    Koya,
    /// `ARO`: average rating of opponents (10.1).
    AverageRating,
    /// `TPR`: tournament performance rating (10.2).
    Performance,
    /// `PTP`: perfect tournament performance (10.3).
    PerfectPerformance,
    /// `APRO`: average performance rating of opponents (10.4).
    AveragePerformance,
    /// `APPO`: average perfect performance of opponents (10.5).
    AveragePerfectPerformance,
    /// `RTNG`: own rating (10.6).
    Rating,
    /// `KZ`: the points of the Keizer system; not a code of FIDE.
    Keizer,
}

impl TieBreakCode {
    /// All codes.
    pub const ALL: [TieBreakCode; 22] = [
        TieBreakCode::Points,
        TieBreakCode::DirectEncounter,
        TieBreakCode::Wins,
        TieBreakCode::GamesWon,
        TieBreakCode::BlackGames,
        TieBreakCode::BlackWins,
        TieBreakCode::ProgressiveScores,
        TieBreakCode::RoundsElected,
        TieBreakCode::StandardPoints,
        TieBreakCode::PairingNumber,
        TieBreakCode::Buchholz,
        TieBreakCode::AverageOpponentsBuchholz,
        TieBreakCode::ForeBuchholz,
        TieBreakCode::SonnebornBerger,
        TieBreakCode::Koya,
        TieBreakCode::AverageRating,
        TieBreakCode::Performance,
        TieBreakCode::PerfectPerformance,
        TieBreakCode::AveragePerformance,
        TieBreakCode::AveragePerfectPerformance,
        TieBreakCode::Rating,
        TieBreakCode::Keizer,
    ];

    /// Returns the code.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TieBreakCode::Points => "PTS",
            TieBreakCode::DirectEncounter => "DE",
            TieBreakCode::Wins => "WIN",
            TieBreakCode::GamesWon => "WON",
            TieBreakCode::BlackGames => "BPG",
            TieBreakCode::BlackWins => "BWG",
            TieBreakCode::ProgressiveScores => "PS",
            TieBreakCode::RoundsElected => "REP",
            TieBreakCode::StandardPoints => "STD",
            TieBreakCode::PairingNumber => "TPN",
            TieBreakCode::Buchholz => "BH",
            TieBreakCode::AverageOpponentsBuchholz => "AOB",
            TieBreakCode::ForeBuchholz => "FB",
            TieBreakCode::SonnebornBerger => "SB",
            TieBreakCode::Koya => "KS",
            TieBreakCode::AverageRating => "ARO",
            TieBreakCode::Performance => "TPR",
            TieBreakCode::PerfectPerformance => "PTP",
            TieBreakCode::AveragePerformance => "APRO",
            TieBreakCode::AveragePerfectPerformance => "APPO",
            TieBreakCode::Rating => "RTNG",
            TieBreakCode::Keizer => "KZ",
        }
    }

    const fn can_be_cut(self) -> bool {
        matches!(
            self,
            TieBreakCode::Buchholz
                | TieBreakCode::ForeBuchholz
                | TieBreakCode::SonnebornBerger
                | TieBreakCode::ProgressiveScores
                | TieBreakCode::AverageRating
        )
    }
}

/// What is left out of a sum (14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Modifier {
    /// Nothing.
    #[default]
    None,
    /// So many of the least significant values: `/C1`, `/C2`.
    Cut(usize),
    /// So many of the least and of the most significant values: `/M1`, `/M2`.
    Median(usize),
}

/// A tie-break with its modifier, such as `BH/C1`.
///
/// ```
/// use arbiter_tournament::tiebreak::{Modifier, TieBreak};
///
/// let tie_break: TieBreak = "BH/C1".parse()?;
/// assert_eq!(tie_break.modifier, Modifier::Cut(1));
/// assert_eq!(tie_break.to_string(), "BH/C1");
/// assert!("KS/C1".parse::<TieBreak>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TieBreak {
    /// What is measured.
    pub code: TieBreakCode,
    /// What is left out.
    pub modifier: Modifier,
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.code.name();
        let text = match self.modifier {
            Modifier::None => name.to_owned(),
            Modifier::Cut(count) => format!("{name}/C{count}"),
            Modifier::Median(count) => format!("{name}/M{count}"),
        };
        f.pad(&text)
    }
}

/// The text is not the code of a tie-break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseTieBreakError {
    /// The text.
    pub text: String,
}

impl fmt::Display for ParseTieBreakError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown tie-break \"{}\"; the codes are ", self.text)?;
        // LLVM 22 needs minutes for `join` with so many constant strings.
        for code in TieBreakCode::ALL {
            write!(f, "{}, ", code.name())?;
        }
        f.write_str("some with /C1, /C2, /M1 or /M2")
    }
}

impl core::error::Error for ParseTieBreakError {}

impl FromStr for TieBreak {
    type Err = ParseTieBreakError;

    fn from_str(text: &str) -> Result<TieBreak, ParseTieBreakError> {
        let fail = || ParseTieBreakError {
            text: text.to_owned(),
        };
        let upper = text.to_ascii_uppercase();
        // The usual name of the median Buchholz.
        let upper = match upper.as_str() {
            "MBH" => "BH/M1",
            other => other,
        };
        let (name, modifier) = match upper.split_once('/') {
            None => (upper, Modifier::None),
            Some((name, "C1")) => (name, Modifier::Cut(1)),
            Some((name, "C2")) => (name, Modifier::Cut(2)),
            Some((name, "M1")) => (name, Modifier::Median(1)),
            Some((name, "M2")) => (name, Modifier::Median(2)),
            Some(_) => return Err(fail()),
        };
        let code = TieBreakCode::ALL
            .into_iter()
            .find(|it| it.name() == name)
            .ok_or_else(fail)?;
        if modifier != Modifier::None && !code.can_be_cut() {
            return Err(fail());
        }
        Ok(TieBreak { code, modifier })
    }
}
