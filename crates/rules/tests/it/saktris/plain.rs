//! Saktris a second time: slow, plain, and written from the rules alone, so
//! that the library has something to be compared with.
//!
//! Nothing here is clever and nothing is shared with the library. A position
//! is sixty-four boxes; every piece carries the stamp of its last move; an
//! action is tried on a copy of everything, and it is illegal if the king
//! of whoever acts is attacked then.

mod board;
mod clear;
mod fen;
mod tests;

use board::{Board, Color, Piece, Role, Square, name, step};

/// A position of Saktris with all that is needed to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    board: Board,
    turn: Color,
    white: Side,
    black: Side,
    /// So many board moves are made for each piece that arrives.
    every: u32,
    clearing: Clearing,
    /// Whether the orders are pools to choose from.
    pick: bool,
    /// The square that a pawn has stepped over in the last action.
    en_passant: Option<Square>,
    halfmoves: u32,
    fullmoves: u32,
    /// The stamp of the last move.
    now: u32,
    /// Whether the last action was a pass.
    passed: bool,
    /// What the last action has cleared.
    cleared: Vec<Square>,
}

/// What leaves the board after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clearing {
    Triplets,
    Rows,
    None,
}

/// What one side has besides its pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    /// The next piece first; the waiting piece is still among them.
    to_come: Vec<Role>,
    waiting: bool,
    placed: u32,
    moves: u32,
}

/// What a side does in its turn. Castling is a king's step of two files, and
/// en passant a pawn's diagonal step to an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Place(Role, Square),
    Move(Square, Square, Option<Role>),
    Pass,
}

impl Plain {
    /// The empty board, with the letters of the pieces that will arrive.
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

    /// All legal actions in UCI notation, sorted.
    pub fn actions(&self) -> Vec<String> {
        let mut actions: Vec<String> = self.legal().into_iter().map(Action::uci).collect();
        actions.sort();
        actions
    }

    /// Does what the notation says; it must be legal.
    pub fn play(&mut self, uci: &str) {
        let action = self
            .legal()
            .into_iter()
            .find(|action| action.uci() == uci)
            .unwrap_or_else(|| panic!("{uci} is not legal in {}", self.to_fen()));
        *self = self.after(action);
    }

    /// How the game has ended on the board, and who has won.
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

    /// The squares that the last action has cleared, sorted by name.
    pub fn cleared(&self) -> Vec<String> {
        let mut names: Vec<String> = self.cleared.iter().map(|&square| name(square)).collect();
        names.sort();
        names
    }

    /// The number of games of so many actions.
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

    /// Whether a king is neither on the board nor to come.
    fn has_lost_king(&self, color: Color) -> bool {
        self.board.king(color).is_none() && !self.side(color).to_come.contains(&Role::King)
    }

    /// Lets the next piece of the side to move arrive, if it is due or if
    /// there is nothing else to do. A lost king ends the game before a turn
    /// begins.
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

    /// What may be done: placing if that is possible, else moving, else a
    /// pass if that is allowed.
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

    /// Whether the side to move has a bishop on squares of this color.
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

    /// Where a piece can go if nobody asks about its king.
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

    /// Where the king lands by castling: nothing stands between it and the
    /// rook, and it is not attacked where it stands, passes and lands.
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

    /// Whether king and rook stand at home and have not moved since they were
    /// placed there.
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

    /// Where a pawn may take in passing now.
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

    /// Whether the king of whoever acts is safe, before the clear and after
    /// it, and whether it is still there.
    fn is_safe(&self, action: Action) -> bool {
        let mut tried = self.clone();
        tried.act(action);
        if tried.board.is_check(self.turn) {
            return false;
        }
        tried.clear(action);
        !tried.board.is_check(self.turn) && !tried.has_lost_king(self.turn)
    }

    /// The position after an action, at the beginning of the next turn.
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

    /// Changes the board and what is counted; clears nothing yet.
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

    /// Carries a piece to a square and stamps it.
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
            // After castling this is the king, of which there are never three.
            (Clearing::Triplets, Action::Move(_, to, None)) => clear::triplet(&self.board, to),
            (Clearing::Rows, _) => clear::rows(&self.board),
            _ => Vec::new(),
        };
        for square in self.cleared.clone() {
            self.board.take(square);
            self.halfmoves = 0;
        }
        // A pawn that is gone cannot be taken.
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
