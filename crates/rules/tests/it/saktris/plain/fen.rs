//! FEN for Saktris: the six fields of chess, the orders in brackets after the
//! board, and a seventh field with whatever differs from the defaults.

use super::{
    Clearing, Plain, Side,
    board::{Board, Color, Piece, Role, Square, name, square},
};

impl Plain {
    /// Parses a FEN. Panics if it is inconsistent, which is a mistake in the test.
    pub fn from_fen(fen: &str) -> Plain {
        let parts: Vec<&str> = fen.split(' ').collect();
        assert!(parts.len() == 6 || parts.len() == 7, "{fen}");
        let (board, orders) = parts[0].split_once('[').unwrap();
        let (white, black) = orders.strip_suffix(']').unwrap().split_once('/').unwrap();
        let mut plain = Plain {
            board: read_board(board),
            turn: match parts[1] {
                "w" => Color::White,
                "b" => Color::Black,
                other => panic!("not a side to move: {other}"),
            },
            white: read_side(white),
            black: read_side(black),
            every: 1,
            clearing: Clearing::Triplets,
            pick: false,
            en_passant: (parts[3] != "-").then(|| square(parts[3])),
            halfmoves: parts[4].parse().unwrap(),
            fullmoves: parts[5].parse().unwrap(),
            now: 0,
            passed: false,
            cleared: Vec::new(),
        };
        for option in parts.get(6).iter().flat_map(|part| part.split(',')) {
            plain.read_option(option);
        }
        if plain.pick {
            plain.white.to_come.sort();
            plain.black.to_come.sort();
        }
        assert_eq!(plain.castling(), parts[2], "the castling field of {fen}");
        assert!(
            Color::BOTH.iter().any(|&color| !plain.has_lost_king(color)),
            "both kings are lost: {fen}"
        );
        assert!(
            !plain.board.is_check(plain.turn.other()),
            "the side not to move is in check: {fen}"
        );
        if let Some(passed) = plain.en_passant {
            let (color, rank) = (plain.turn.other(), plain.turn.last_rank());
            let pawn = plain.board.at((passed.0, rank + 2 * color.forward()));
            assert!(
                passed.1 == rank + color.forward()
                    && plain.board.is_empty(passed)
                    && plain.board.is_empty((passed.0, rank))
                    && pawn.is_some_and(|pawn| pawn.color == color && pawn.role == Role::Pawn),
                "no pawn has passed over {}: {fen}",
                parts[3]
            );
        }
        plain.begin_turn();
        plain
    }

    /// Writes the position as FEN.
    pub fn to_fen(&self) -> String {
        let mut fen = format!(
            "{}[{}/{}] {} {} {} {} {}",
            self.write_board(),
            self.write_side(Color::White),
            self.write_side(Color::Black).to_lowercase(),
            match self.turn {
                Color::White => "w",
                Color::Black => "b",
            },
            self.castling(),
            self.legal_en_passant().map_or("-".into(), name),
            self.halfmoves,
            self.fullmoves,
        );
        let options = self.write_options();
        if !options.is_empty() {
            fen += " ";
            fen += &options.join(",");
        }
        fen
    }

    /// Returns what must be equal in repeated positions: board, waiting and
    /// remaining pieces, side to move, castling and en passant rights.
    pub fn repetition_key(&self) -> String {
        let fen = self.to_fen();
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    }

    fn read_option(&mut self, option: &str) {
        let pair = |text: &str| {
            let (white, black) = text.split_once('/').unwrap();
            (white.parse().unwrap(), black.parse().unwrap())
        };
        match option.split_once('=').unwrap_or((option, "")) {
            ("every", number) => self.every = number.parse().unwrap(),
            ("clear", "rows") => self.clearing = Clearing::Rows,
            ("clear", "none") => self.clearing = Clearing::None,
            ("order", "pick") => self.pick = true,
            ("placed", both) => (self.white.placed, self.black.placed) = pair(both),
            ("moves", both) => (self.white.moves, self.black.moves) = pair(both),
            ("moved", squares) => {
                for at in (0..squares.len()).step_by(2) {
                    self.now += 1;
                    let moved = square(&squares[at..at + 2]);
                    let mut piece = self.board.at(moved).unwrap();
                    assert_eq!(piece.stamp, 0, "moved twice: {squares}");
                    piece.stamp = self.now;
                    self.board.put(moved, piece);
                }
            }
            ("passed", "") => self.passed = true,
            _ => panic!("unknown option {option}"),
        }
    }

    fn write_options(&self) -> Vec<String> {
        let (white, black) = (&self.white, &self.black);
        let mut options = Vec::new();
        if self.every != 1 {
            options.push(format!("every={}", self.every));
        }
        match self.clearing {
            Clearing::Triplets => {}
            Clearing::Rows => options.push("clear=rows".into()),
            Clearing::None => options.push("clear=none".into()),
        }
        if self.pick {
            options.push("order=pick".into());
        }
        if [white, black].map(|side| side.placed)
            != [white, black].map(|side| usual_placed(&side.to_come))
        {
            options.push(format!("placed={}/{}", white.placed, black.placed));
        }
        if (white.moves, black.moves) != (0, 0) {
            options.push(format!("moves={}/{}", white.moves, black.moves));
        }
        let mut moved: Vec<(u32, Square)> = Color::BOTH
            .iter()
            .flat_map(|&color| self.board.pieces(color))
            .map(|(square, piece)| (piece.stamp, square))
            .filter(|&(stamp, _)| stamp > 0)
            .collect();
        moved.sort();
        if !moved.is_empty() {
            let squares: String = moved.into_iter().map(|(_, square)| name(square)).collect();
            options.push(format!("moved={squares}"));
        }
        if self.passed {
            options.push("passed".into());
        }
        options
    }

    fn write_board(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..8).rev() {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..8 {
                let Some(piece) = self.board.at((file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(match piece.color {
                    Color::White => piece.role.letter(),
                    Color::Black => piece.role.letter().to_ascii_lowercase(),
                });
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
        ranks.join("/")
    }

    fn write_side(&self, color: Color) -> String {
        let side = self.side(color);
        let mut text: String = side.to_come.iter().map(|role| role.letter()).collect();
        if side.waiting {
            text.insert(if self.pick { 0 } else { 1 }, '*');
        }
        text
    }

    /// Returns the castling rights: a king and a rook that were placed on their
    /// squares of standard chess and have not moved.
    pub(super) fn castling(&self) -> String {
        let mut letters = String::new();
        for color in Color::BOTH {
            for (rook_file, letter) in [(7, 'K'), (0, 'Q')] {
                if self.may_castle_some_day(color, rook_file) {
                    letters.push(match color {
                        Color::White => letter,
                        Color::Black => letter.to_ascii_lowercase(),
                    });
                }
            }
        }
        if letters.is_empty() {
            letters.push('-');
        }
        letters
    }
}

/// Returns the number of pieces placed, if the side started with all sixteen.
fn usual_placed(to_come: &[Role]) -> u32 {
    16_u32.checked_sub(to_come.len() as u32).unwrap()
}

fn read_board(text: &str) -> Board {
    let mut board = Board::empty();
    let ranks: Vec<&str> = text.split('/').collect();
    assert_eq!(ranks.len(), 8, "{text}");
    for (rank, row) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as i8;
                continue;
            }
            let color = if letter.is_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            board.put(
                (file, rank),
                Piece {
                    color,
                    role: Role::of(letter),
                    stamp: 0,
                },
            );
            file += 1;
        }
        assert_eq!(file, 8, "{text}");
    }
    board
}

fn read_side(text: &str) -> Side {
    let to_come: Vec<Role> = text
        .chars()
        .filter(|&letter| letter != '*')
        .map(Role::of)
        .collect();
    Side {
        waiting: text.contains('*'),
        placed: usual_placed(&to_come),
        moves: 0,
        to_come,
    }
}
