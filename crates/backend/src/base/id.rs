use core::{fmt, str::FromStr};

use arbiter_rules::Color;

/// The id of a game: ten random letters and digits, so that nobody can find a
/// game by guessing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GameId(u64);

/// A player: an account, a guest, or a level of the computer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PlayerId(pub i64);

/// A session or an API token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TokenId(pub i64);

/// A link that lets its bearer do one thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LinkId(pub i64);

/// A challenge to a named player. It is written like the id of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ChallengeId(pub GameId);

/// A tournament. It is written like the id of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TournamentId(pub GameId);

/// A running server, one of those that share a database. The number is random, and
/// new with every start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub i64);

/// The text is not the id of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a game id has ten letters and digits")]
pub struct ParseGameIdError;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 10;
const COUNT: u64 = 62u64.pow(LENGTH as u32);

impl GameId {
    /// Returns an id made from a random number.
    #[must_use]
    pub const fn from_random(number: u64) -> GameId {
        GameId(number % COUNT)
    }

    /// Returns the id as a number, for the database.
    #[must_use]
    pub const fn to_number(self) -> i64 {
        self.0.cast_signed()
    }

    /// Returns the id that [`GameId::to_number`] made this number of.
    #[must_use]
    pub fn from_number(number: i64) -> Option<GameId> {
        u64::try_from(number)
            .ok()
            .filter(|&number| number < COUNT)
            .map(GameId)
    }
}

impl PlayerId {
    /// Returns the computer at this level, 1 to 10: levels are players too, with
    /// numbers that no person has.
    #[must_use]
    pub const fn computer(level: u8) -> PlayerId {
        PlayerId(-(level as i64))
    }

    /// Returns the level if this is the computer.
    #[must_use]
    pub fn level(self) -> Option<u8> {
        u8::try_from(-self.0).ok().filter(|&level| level > 0)
    }
}

impl ChallengeId {
    /// Returns a color that the random number of the id decides.
    #[must_use]
    pub const fn random_color(self) -> Color {
        // Not the last digit, which everyone can see.
        match (self.0.0 >> 7) % 2 {
            0 => Color::White,
            _ => Color::Black,
        }
    }
}

impl fmt::Display for ChallengeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ChallengeId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<ChallengeId, ParseGameIdError> {
        text.parse().map(ChallengeId)
    }
}

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for TournamentId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<TournamentId, ParseGameIdError> {
        text.parse().map(TournamentId)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        let mut text = [b'0'; LENGTH];
        for digit in text.iter_mut().rev() {
            *digit = DIGITS[(rest % 62) as usize];
            rest /= 62;
        }
        f.write_str(str::from_utf8(&text).expect("digits are ASCII"))
    }
}

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<GameId, ParseGameIdError> {
        if text.len() != LENGTH {
            return Err(ParseGameIdError);
        }
        let mut number = 0;
        for byte in text.bytes() {
            let digit = match byte {
                b'0'..=b'9' => byte - b'0',
                b'A'..=b'Z' => byte - b'A' + 10,
                b'a'..=b'z' => byte - b'a' + 36,
                _ => return Err(ParseGameIdError),
            };
            number = number * 62 + u64::from(digit);
        }
        Ok(GameId(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_ids_are_read_as_they_are_written() {
        for number in [0, 1, 61, 62, COUNT - 1, COUNT, u64::MAX, 0x1234_5678_9abc] {
            let id = GameId::from_random(number);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(GameId::from_number(id.to_number()), Some(id));
        }
        for text in ["", "123456789", "12345678901", "12345678-0", "1234ü67890"] {
            assert_eq!(text.parse::<GameId>(), Err(ParseGameIdError), "{text}");
        }
        assert_eq!(GameId::from_number(-1), None);
        assert_eq!(GameId::from_number(i64::MAX), None);
    }

    #[test]
    fn the_levels_of_the_computer_are_players() {
        assert_eq!(PlayerId::computer(3).level(), Some(3));
        assert_eq!(PlayerId(3).level(), None);
        assert_eq!(PlayerId(0).level(), None);
    }
}
