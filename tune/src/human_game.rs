use std::io::{self, BufRead, Write};

use arbiter_rules::{Color, Move, Position, mix64};

/// A game of people: their ratings on the scale of lichess, and each move as its number
/// among the legal moves.
///
/// In a file: the number of moves, White's rating and Black's rating in two bytes each,
/// little-endian, then one byte per move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HumanGame {
    white: u16,
    black: u16,
    /// The number of each move among the legal moves.
    pub moves: Vec<u8>,
}

/// The longest game that is stored; the rest of a longer one is left out.
const MOST_PLIES: usize = 400;

impl HumanGame {
    /// Returns the rating of a player.
    pub fn rating(&self, color: Color) -> u16 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Returns the rating of a player, to be changed.
    pub fn rating_mut(&mut self, color: Color) -> &mut u16 {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// Returns the lower rating of the two.
    pub fn lower_rating(&self) -> u16 {
        self.white.min(self.black)
    }

    /// Returns the higher rating of the two.
    pub fn higher_rating(&self) -> u16 {
        self.white.max(self.black)
    }

    /// Returns a number that differs between different games.
    pub fn hash(&self) -> u64 {
        let ratings = u64::from(self.white) << 16 | u64::from(self.black);
        let add = |hash, &byte| mix64(hash ^ u64::from(byte));
        self.moves.iter().fold(mix64(ratings), add)
    }

    /// Writes the game. Returns the number of bytes.
    pub fn write(&self, output: &mut impl Write) -> io::Result<u64> {
        let moves = &self.moves[..self.moves.len().min(MOST_PLIES)];
        for number in [moves.len() as u16, self.white, self.black] {
            output.write_all(&number.to_le_bytes())?;
        }
        output.write_all(moves)?;
        Ok(6 + moves.len() as u64)
    }

    /// Reads the next game, or none at the end.
    pub fn read(input: &mut impl BufRead) -> io::Result<Option<HumanGame>> {
        if input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let mut header = [0; 6];
        input.read_exact(&mut header)?;
        let number = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let mut moves = vec![0; usize::from(number(0))];
        input.read_exact(&mut moves)?;
        Ok(Some(HumanGame {
            white: number(2),
            black: number(4),
            moves,
        }))
    }

    /// Calls `visit` with each position, the move before it, and the move played in it.
    pub fn replay(&self, mut visit: impl FnMut(&Position, Option<Move>, Move)) {
        let mut position = Position::start();
        let mut last = None;
        for &index in &self.moves {
            let Some(mv) = position.legal_moves().nth(usize::from(index)) else {
                return;
            };
            visit(&position, last, mv);
            position.play(mv);
            last = Some(mv);
        }
    }
}

/// The organization or site whose ratings these are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scale {
    /// The International Chess Federation.
    #[default]
    Fide,
    /// lichess.org.
    Lichess,
    /// chess.com.
    ChessCom,
}

impl Scale {
    /// Returns the scale of a site by its name in lower case.
    pub fn of_site(site: &str) -> Option<Scale> {
        if site.contains("lichess") {
            Some(Scale::Lichess)
        } else if site.contains("chess.com") {
            Some(Scale::ChessCom)
        } else {
            None
        }
    }

    /// Converts a rating to that of lichess, approximately: people who have both are
    /// rated 1825 there for 1500 of FIDE, and 2500 for 2400.
    pub fn to_lichess(self, rating: u16) -> u16 {
        let rating = u32::from(rating);
        let converted = match self {
            Scale::Fide => 700 + rating * 3 / 4,
            Scale::ChessCom => 550 + rating * 4 / 5,
            Scale::Lichess => rating,
        };
        converted.min(4000) as u16
    }
}

#[cfg(test)]
mod tests {
    use arbiter_rules::{Color, Position};

    use super::{HumanGame, Scale};

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let mut game = HumanGame::default();
        *game.rating_mut(Color::White) = Scale::Lichess.to_lichess(1234);
        *game.rating_mut(Color::Black) = Scale::Fide.to_lichess(1500);
        let mut position = Position::start();
        let mut played = Vec::new();
        for uci in ["e2e4", "e7e5", "g1f3"] {
            let find = |mv: &arbiter_rules::Move| position.uci(*mv).to_string() == uci;
            let index = position.legal_moves().position(|mv| find(&mv));
            let index = index.expect("a legal move");
            game.moves.push(index as u8);
            let mv = position.legal_moves().nth(index).expect("a legal move");
            played.push(mv);
            position.play(mv);
        }
        let mut file = Vec::new();
        assert_eq!(game.write(&mut file).expect("written"), 9);
        let mut input = file.as_slice();
        let read = HumanGame::read(&mut input).expect("read").expect("a game");
        assert_eq!(read, game);
        assert_eq!(HumanGame::read(&mut input).expect("read"), None);
        for length in 1..file.len() {
            assert!(HumanGame::read(&mut &file[..length]).is_err(), "{length}");
        }
        let mut replayed = Vec::new();
        read.replay(|_, last, mv| {
            assert_eq!(last, replayed.last().copied());
            replayed.push(mv);
        });
        assert_eq!(replayed, played);
        assert_eq!(read.rating(Color::Black), 1825);
    }
}
