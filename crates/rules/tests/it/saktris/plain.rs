//! A second implementation of Saktris: slow, simple, and written from the rules
//! alone, to compare the library with.
//!
//! It shares no code with the library. A board is an array of 64 squares, every
//! piece stores when it last moved, and an action is tried on a copy of the
//! position: it is illegal if it leaves the acting side's king attacked.

mod board;
mod clear;
mod fen;
mod tests;

use board::{Board, Color, Piece, Role, Square, name, step};

/// A position of Saktris with everything needed to continue the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    board: Board,
    turn: Color,
    white: Side,
    black: Side,
    /// The number of moves on the board between two arrivals.
    every: u32,
    clearing: Clearing,
    /// Whether the player chooses the next piece.
    pick: bool,
    /// The square that a pawn passed over in the last action.
    en_passant: Option<Square>,
    halfmoves: u32,
    fullmoves: u32,
    /// The number of the last move.
    now: u32,
    /// Whether the last action was a pass.
    passed: bool,
    /// The squares cleared by the last action.
    cleared: Vec<Square>,
}

/// The rule for which pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clearing {
    Triplets,
    Rows,
    None,
}

/// The state of one side apart from its pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    /// The remaining pieces, the next one first, including a waiting one.
    to_come: Vec<Role>,
    waiting: bool,
    placed: u32,
    moves: u32,
}

/// An action. Castling is a king move by two files, and en passant a diagonal
/// pawn move to an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Place(Role, Square),
    Move(Square, Square, Option<Role>),
    Pass,
}

impl Plain {
    /// Creates the start with the letters of the pieces in the order of arrival.
    pub fn start(
        white_order: &str,
        black_order: &str,
        every: u8,
        clearing: Clearing,
        pick: bool,
    ) -> Plain {
        let side = |order: &str| {
            let mut to_come: Vec<Role> = order.chars().map(Role::of).collect();
            if pick {
                to_come.sort();
            }
            Side {
                to_come,
                waiting: false,
                placed: 0,
                moves: 0,
            }
        };
        let mut plain = Plain {
            board: Board::empty(),
            turn: Color::White,
            white: side(white_order),
            black: side(black_order),
            every: u32::from(every),
            clearing,
            pick,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
            now: 0,
            passed: false,
            cleared: Vec::new(),
        };
        plain.begin_turn();
        plain
    }

    /// Returns all legal actions in UCI notation, sorted.
    pub fn actions(&self) -> Vec<String> {
        let mut actions: Vec<String> = self.legal().into_iter().map(Action::uci).collect();
        actions.sort();
        actions
    }

    /// Plays a legal action in UCI notation.
    pub fn play(&mut self, uci: &str) {
        let action = self
            .legal()
            .into_iter()
            .find(|action| action.uci() == uci)
            .unwrap_or_else(|| panic!("{uci} is not legal in {}", self.to_fen()));
        *self = self.after(action);
    }

    /// Returns how the game has ended on the board, and the winner.
    pub fn outcome(&self) -> Option<&'static str> {
        if self.has_lost_king(Color::White) {
            Some("king_lost:black")
        } else if self.has_lost_king(Color::Black) {
            Some("king_lost:white")
        } else if !self.legal().is_empty() {
            None
        } else if !self.board.is_check(self.turn) {
            Some("stalemate")
        } else if self.turn == Color::White {
            Some("checkmate:black")
        } else {
            Some("checkmate:white")
        }
    }

    /// Returns the squares cleared by the last action, sorted by name.
    pub fn cleared(&self) -> Vec<String> {
        let mut names: Vec<String> = self.cleared.iter().map(|&square| name(square)).collect();
        names.sort();
        names
    }

    /// Returns the number of action sequences of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal()
            .into_iter()
            .map(|action| self.after(action).perft(depth - 1))
            .sum()
    }

    fn side(&self, color: Color) -> &Side {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    fn side_mut(&mut self, color: Color) -> &mut Side {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// Reports whether a king is neither on the board nor among the remaining
    /// pieces.
    fn has_lost_king(&self, color: Color) -> bool {
        self.board.king(color).is_none() && !self.side(color).to_come.contains(&Role::King)
    }

    /// Lets the next piece of the side to move arrive, if it is due or if the
    /// side has no other action. A lost king ends the game before the turn
    /// starts.
    fn begin_turn(&mut self) {
        let color = self.turn;
        let side = self.side(color);
        let over = Color::BOTH.iter().any(|&color| self.has_lost_king(color));
        if over || side.waiting || side.to_come.is_empty() {
            return;
        }
        let due = side.moves >= side.placed * self.every;
        let stuck = !self.board.is_check(color) && self.legal_moves().is_empty();
        self.side_mut(color).waiting = due || stuck;
    }

    /// Returns the legal actions: placements if possible, else moves, else a
    /// pass if allowed.
    fn legal(&self) -> Vec<Action> {
        if Color::BOTH.iter().any(|&color| self.has_lost_king(color)) {
            return Vec::new();
        }
        let placements = self.legal_placements();
        if !placements.is_empty() {
            return placements;
        }
        let moves = self.legal_moves();
        if !moves.is_empty() {
            return moves;
        }
        let nothing_to_come = self.side(self.turn).to_come.is_empty();
        if nothing_to_come || self.passed || self.board.is_check(self.turn) {
            return Vec::new();
        }
        vec![Action::Pass]
    }

    fn legal_placements(&self) -> Vec<Action> {
        let side = self.side(self.turn);
        if !side.waiting {
            return Vec::new();
        }
        let mut roles = if self.pick {
            side.to_come.clone()
        } else {
            side.to_come[..1].to_vec()
        };
        roles.dedup();
        let rank = self.turn.back_rank();
        let mut placements = Vec::new();
        for role in roles {
            for square in (0..8).map(|file| (file, rank)) {
                let action = Action::Place(role, square);
                let refused = role == Role::Bishop && self.has_bishop_like(square);
                if self.board.is_empty(square) && !refused && self.is_safe(action) {
                    placements.push(action);
                }
            }
        }
        placements
    }

    /// Reports whether the side to move has a bishop on squares of this color.
    fn has_bishop_like(&self, (file, rank): Square) -> bool {
        self.board.pieces(self.turn).any(|(other, piece)| {
            piece.role == Role::Bishop && (other.0 + other.1) % 2 == (file + rank) % 2
        })
    }

    fn legal_moves(&self) -> Vec<Action> {
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces(self.turn) {
            for to in self.goals(from, piece) {
                let promotions = if piece.role == Role::Pawn && to.1 == self.turn.last_rank() {
                    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                        .map(Some)
                        .to_vec()
                } else {
                    vec![None]
                };
                for promotion in promotions {
                    moves.push(Action::Move(from, to, promotion));
                }
            }
        }
        moves.retain(|&action| self.is_safe(action));
        moves
    }

    /// Returns the targets of a piece, ignoring the safety of its king.
    fn goals(&self, from: Square, piece: Piece) -> Vec<Square> {
        let mut goals = self.board.attacks(from, piece);
        goals.retain(|&to| match self.board.at(to) {
            Some(other) => other.color != piece.color,
            None => piece.role != Role::Pawn || self.en_passant == Some(to),
        });
        if piece.role == Role::Pawn {
            let way = (0, piece.color.forward());
            let reach = if from.1 == piece.color.back_rank() {
                2
            } else {
                1
            };
            goals.extend(
                (1..=reach)
                    .map(|steps| step(from, way, steps))
                    .take_while(|&to| self.board.is_empty(to)),
            );
        }
        if piece.role == Role::King {
            goals.extend(self.castling_goals(from));
        }
        goals
    }

    /// Returns the king's targets by castling: the squares between king and rook
    /// are empty, and the king's origin, path and target are not attacked.
    fn castling_goals(&self, king: Square) -> Vec<Square> {
        let mut goals = Vec::new();
        for rook_file in [0, 7] {
            if !self.may_castle_some_day(self.turn, rook_file) {
                continue;
            }
            let way = ((rook_file - king.0).signum(), 0);
            let free = (1..(rook_file - king.0).abs())
                .all(|steps| self.board.is_empty(step(king, way, steps)));
            let attacked = (0..=2).any(|steps| {
                self.board
                    .is_attacked(step(king, way, steps), self.turn.other())
            });
            if free && !attacked {
                goals.push(step(king, way, 2));
            }
        }
        goals
    }

    /// Reports whether king and rook are on their squares and have not moved
    /// since they were placed there.
    fn may_castle_some_day(&self, color: Color, rook_file: i8) -> bool {
        let unmoved = |role, file| {
            self.board.at((file, color.back_rank()))
                == Some(Piece {
                    color,
                    role,
                    stamp: 0,
                })
        };
        unmoved(Role::King, 4) && unmoved(Role::Rook, rook_file)
    }

    /// Returns the square where a pawn can be captured en passant.
    fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|&passed| {
            self.legal().into_iter().any(|action| match action {
                Action::Move(from, to, _) => {
                    to == passed
                        && self.board.at(from).unwrap().role == Role::Pawn
                        && from.0 != to.0
                }
                _ => false,
            })
        })
    }

    /// Reports whether the acting side's king is safe before and after the
    /// clear, and still on the board.
    fn is_safe(&self, action: Action) -> bool {
        let mut tried = self.clone();
        tried.act(action);
        if tried.board.is_check(self.turn) {
            return false;
        }
        tried.clear(action);
        !tried.board.is_check(self.turn) && !tried.has_lost_king(self.turn)
    }

    /// Returns the position after an action, at the start of the next turn.
    fn after(&self, action: Action) -> Plain {
        let mut next = self.clone();
        next.act(action);
        next.clear(action);
        if self.turn == Color::Black {
            next.fullmoves += 1;
        }
        next.turn = self.turn.other();
        next.begin_turn();
        next
    }

    /// Updates the board and the counters, without clearing.
    fn act(&mut self, action: Action) {
        let color = self.turn;
        self.en_passant = None;
        self.passed = action == Action::Pass;
        self.halfmoves += 1;
        match action {
            Action::Pass => {}
            Action::Place(role, square) => {
                let side = self.side_mut(color);
                let index = side.to_come.iter().position(|&other| other == role);
                side.to_come.remove(index.unwrap());
                side.waiting = false;
                side.placed += 1;
                self.halfmoves = 0;
                self.board.put(
                    square,
                    Piece {
                        color,
                        role,
                        stamp: 0,
                    },
                );
            }
            Action::Move(from, to, promotion) => {
                self.side_mut(color).moves += 1;
                self.move_piece(from, to, promotion);
            }
        }
    }

    fn move_piece(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        let role = self.board.at(from).unwrap().role;
        if role == Role::Pawn {
            if from.0 != to.0 && self.board.is_empty(to) {
                self.board.take((to.0, from.1));
            }
            if (to.1 - from.1).abs() == 2 {
                self.en_passant = Some((from.0, (from.1 + to.1) / 2));
            }
        }
        if role == Role::Pawn || !self.board.is_empty(to) {
            self.halfmoves = 0;
        }
        if role == Role::King && (to.0 - from.0).abs() == 2 {
            let (corner, beside) = if to.0 > from.0 { (7, 5) } else { (0, 3) };
            self.carry((corner, from.1), (beside, from.1));
        }
        self.carry(from, to);
        if let Some(role) = promotion {
            let pawn = self.board.at(to).unwrap();
            self.board.put(to, Piece { role, ..pawn });
        }
    }

    /// Moves a piece to a square and stores the number of the move.
    fn carry(&mut self, from: Square, to: Square) {
        self.now += 1;
        let piece = self.board.take(from).unwrap();
        self.board.put(
            to,
            Piece {
                stamp: self.now,
                ..piece
            },
        );
    }

    fn clear(&mut self, action: Action) {
        self.cleared = match (self.clearing, action) {
            // After castling this is the king, and there are never three kings.
            (Clearing::Triplets, Action::Move(_, to, None)) => clear::triplet(&self.board, to),
            (Clearing::Rows, _) => clear::rows(&self.board),
            _ => Vec::new(),
        };
        for square in self.cleared.clone() {
            self.board.take(square);
            self.halfmoves = 0;
        }
        // A pawn that was cleared cannot be captured.
        let behind = (0, self.turn.forward());
        self.en_passant = self
            .en_passant
            .filter(|&passed| !self.board.is_empty(step(passed, behind, 1)));
    }
}

impl Action {
    fn uci(self) -> String {
        match self {
            Action::Place(role, square) => format!("{}@{}", role.letter(), name(square)),
            Action::Move(from, to, promotion) => {
                let letter = promotion.map(|role| role.letter().to_ascii_lowercase());
                format!(
                    "{}{}{}",
                    name(from),
                    name(to),
                    letter.map_or(String::new(), String::from)
                )
            }
            Action::Pass => "0000".into(),
        }
    }
}
