use core::fmt;

/// Why a report file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrfError {
    /// The line, from 1; 0 if the whole file is meant.
    pub line: usize,
    /// What is wrong there.
    pub reason: TrfReason,
}

/// What is wrong with a report file. Players are given by their numbers, rounds
/// count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrfReason {
    /// There is no record of a player.
    NoPlayers,
    /// The line is not UTF-8; the number is the byte in the line, from 1.
    NotUtf8(usize),
    /// The line starts with something that is not a code of three characters.
    NoRecord,
    /// A field cannot be read.
    Field {
        /// The name of the field.
        name: &'static str,
        /// The column at which it starts, from 1.
        column: usize,
        /// What is there.
        text: String,
    },
    /// A column that separates two fields is not blank.
    Misaligned {
        /// The column, from 1.
        column: usize,
    },
    /// The line ends within the entry of a round.
    CutOff {
        /// The round.
        round: usize,
    },
    /// A result code is unknown, or impossible with this opponent and color.
    Result {
        /// The round.
        round: usize,
        /// The code.
        code: char,
    },
    /// A color is neither `w` nor `b`.
    Color {
        /// The round.
        round: usize,
        /// The code.
        code: char,
    },
    /// Two players have the same number.
    NumberTwice(usize),
    /// No player has this number, though there are players with higher ones.
    NumberMissing(usize),
    /// A record names a player who does not exist.
    UnknownPlayer(usize),
    /// A player is their own opponent.
    OwnOpponent {
        /// The round.
        round: usize,
    },
    /// The opponent does not name this player.
    OneSided {
        /// The round.
        round: usize,
        /// The opponent.
        opponent: usize,
    },
    /// Both players of a game have the same color.
    SameColor {
        /// The round.
        round: usize,
        /// The opponent.
        opponent: usize,
    },
    /// The results of both players do not fit together.
    Contradiction {
        /// The round.
        round: usize,
        /// The opponent.
        opponent: usize,
    },
    /// More than one player has the pairing-allocated bye in a round.
    SeveralByes {
        /// The round.
        round: usize,
    },
    /// The points are not the sum of the results.
    Points {
        /// What the file says.
        written: crate::Points,
        /// What the results give.
        computed: crate::Points,
    },
    /// A player has more rounds than were announced.
    TooManyRounds {
        /// The number announced.
        announced: usize,
        /// The number of rounds there are.
        found: usize,
    },
    /// A range ends before it starts.
    Reversed,
}

impl fmt::Display for TrfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        self.reason.fmt(f)
    }
}

impl fmt::Display for TrfReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrfReason::NoPlayers => f.write_str("the file has no players (records 001)"),
            TrfReason::NotUtf8(byte) => write!(f, "byte {byte} is not valid UTF-8"),
            TrfReason::NoRecord => f.write_str("the line does not start with a record code"),
            TrfReason::Field { name, column, text } => {
                write!(f, "invalid {name} \"{text}\" in column {column}")
            }
            TrfReason::Misaligned { column } => write!(
                f,
                "column {column} must be blank; the fields of this line are shifted"
            ),
            TrfReason::CutOff { round } => {
                write!(f, "the line ends within the entry of round {round}")
            }
            TrfReason::Result { round, code } => {
                write!(f, "invalid result \"{code}\" in round {round}")
            }
            TrfReason::Color { round, code } => {
                write!(f, "invalid color \"{code}\" in round {round}")
            }
            TrfReason::NumberTwice(number) => write!(f, "player number {number} occurs twice"),
            TrfReason::NumberMissing(number) => write!(f, "player number {number} is missing"),
            TrfReason::UnknownPlayer(number) => write!(f, "there is no player number {number}"),
            TrfReason::OwnOpponent { round } => {
                write!(f, "the player is their own opponent in round {round}")
            }
            TrfReason::OneSided { round, opponent } => write!(
                f,
                "in round {round} the opponent, number {opponent}, does not name this player"
            ),
            TrfReason::SameColor { round, opponent } => write!(
                f,
                "in round {round} the player and number {opponent} have the same color"
            ),
            TrfReason::Contradiction { round, opponent } => write!(
                f,
                "in round {round} the results of the player and of number {opponent} contradict \
                 each other"
            ),
            TrfReason::SeveralByes { round } => write!(
                f,
                "round {round} has a second pairing-allocated bye (U); there can be one at most"
            ),
            TrfReason::Points { written, computed } => write!(
                f,
                "the player has {written} points, but the results give {computed}"
            ),
            TrfReason::TooManyRounds { announced, found } => {
                write!(f, "{announced} rounds are announced, but there are {found}")
            }
            TrfReason::Reversed => f.write_str("a range ends before it starts"),
        }
    }
}

impl core::error::Error for TrfError {}
