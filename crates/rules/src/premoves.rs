//! What a player can plan for the next turn while the opponent thinks.
//!
//! Nobody knows yet what the opponent will play: any piece may be captured or
//! moved out of the way by then. So a planned move needs only the piece and a
//! square that the piece could reach on an empty board; whether it is legal
//! is decided when it is played.

use alloc::vec::Vec;

use crate::{
    Bitboard, Board, CastlingSide, Choice, Color, File, Order, Piece, Rank, Role, Saktris, Setup,
    Square, UciMove, attacks,
};

/// What a side can plan after some planned actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Premoves {
    /// How many of the planned actions are possible; those after them are
    /// ignored.
    pub possible: usize,
    /// The squares that each piece of the side could reach.
    pub targets: Vec<(Square, Bitboard)>,
    /// What arrives on the turn that is planned, in Saktris.
    pub arrival: Option<NextArrival>,
}

/// What a side can place on a turn of Saktris that is still to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextArrival {
    /// The pieces still to come, the next one first.
    pub order: Order,
    /// Whether a piece was waiting before the turn began.
    pub waits: bool,
    /// How many more moves on the board the side makes until its next piece
    /// arrives; none if a piece waits or none is left.
    pub moves_to_go: Option<u16>,
    /// Whether a piece waits once the turn has begun.
    pub is_due: bool,
    /// Whether that piece must be placed, so that no move can be planned.
    pub must_place: bool,
    /// The pieces that could be placed, each with its squares.
    pub places: Vec<(Role, Bitboard)>,
}

impl Setup {
    /// Returns what a side can plan after these actions of its own.
    ///
    /// ```
    /// use arbiter_rules::{Color, Position, Square};
    ///
    /// let start = Position::start().to_setup();
    /// let premoves = start.premoves(Color::White, &["g1f3".parse()?, "f3f4".parse()?]);
    /// // A knight does not move straight ahead.
    /// assert_eq!(premoves.possible, 1);
    /// let (_, targets) = premoves.targets.iter().find(|it| it.0 == Square::F3).unwrap();
    /// assert_eq!(targets.count(), 8);
    /// # Ok::<(), arbiter_rules::ParseUciError>(())
    /// ```
    #[must_use]
    pub fn premoves(&self, color: Color, planned: &[UciMove]) -> Premoves {
        let mut plan = Plan {
            board: self.board,
            color,
            arrivals: self.saktris.as_ref().map(|it| Arrivals::of(it, color)),
        };
        let possible = planned.iter().take_while(|mv| plan.play(**mv)).count();
        let own = plan.board.of(color);
        Premoves {
            possible,
            targets: own.iter().map(|from| (from, plan.reach(from))).collect(),
            arrival: plan.next_arrival(),
        }
    }
}

/// The pieces of the side that plans, after some planned actions. The opponent's
/// pieces never matter.
struct Plan {
    board: Board,
    color: Color,
    arrivals: Option<Arrivals>,
}

/// What is to come for the side that plans.
#[derive(Clone, Copy)]
struct Arrivals {
    order: Order,
    waits: bool,
    placed: u16,
    moves: u16,
    /// After how many moves a piece arrives.
    every: u16,
    choice: Choice,
}

impl Arrivals {
    fn of(saktris: &Saktris, color: Color) -> Arrivals {
        let rules = saktris.arrival();
        Arrivals {
            order: saktris.to_come(color),
            waits: saktris.waits(color),
            placed: saktris.placed(color).into(),
            moves: saktris.moves(color),
            every: rules.every.into(),
            choice: rules.choice,
        }
    }

    fn moves_to_go(&self) -> u16 {
        (self.placed * self.every).saturating_sub(self.moves)
    }

    /// Returns the pieces that may be placed when one is due.
    fn roles(&self) -> impl Iterator<Item = Role> {
        let Arrivals { order, choice, .. } = *self;
        Role::ALL.into_iter().filter(move |&role| match choice {
            Choice::Order => order.first() == Some(role),
            Choice::Player => order.contains(role),
        })
    }
}

impl Plan {
    /// Plays a planned action, or reports that it is not possible.
    fn play(&mut self, mv: UciMove) -> bool {
        let next = self.next_arrival();
        match mv {
            UciMove::Between {
                from,
                to,
                promotion,
            } => {
                let is_free = next.as_ref().is_none_or(|it| !it.must_place);
                let is_own = self.board.color_at(from) == Some(self.color);
                if !is_free || !is_own || !self.reach(from).contains(to) {
                    return false;
                }
                self.move_piece(from, to, promotion);
                if let (Some(arrivals), Some(next)) = (&mut self.arrivals, next) {
                    arrivals.waits = next.is_due;
                    arrivals.moves = arrivals.moves.saturating_add(1);
                }
                true
            }
            UciMove::Place { role, to } => {
                let (Some(arrivals), Some(next)) = (&mut self.arrivals, next) else {
                    return false;
                };
                let is_place =
                    |(it, squares): &(Role, Bitboard)| *it == role && squares.contains(to);
                if !next.places.iter().any(is_place) {
                    return false;
                }
                arrivals.order = arrivals.order.without(role);
                arrivals.waits = false;
                arrivals.placed += 1;
                let piece = Piece {
                    color: self.color,
                    role,
                };
                self.board.put(to, piece);
                true
            }
            UciMove::Pass => {
                if let (Some(arrivals), Some(next)) = (&mut self.arrivals, &next) {
                    arrivals.waits = next.is_due;
                }
                next.is_some()
            }
        }
    }

    /// Moves a piece, and the rook with it if it castles.
    fn move_piece(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        let rook = self.castling_rook(from, to);
        let Some(piece) = self.board.clear(from) else {
            return;
        };
        if let Some(rook) = rook {
            let side = if rook.file() > from.file() {
                CastlingSide::Short
            } else {
                CastlingSide::Long
            };
            let rook = self.board.clear(rook);
            self.board.put(side.king_target(self.color), piece);
            if let Some(rook) = rook {
                self.board.put(side.rook_target(self.color), rook);
            }
            return;
        }
        let role = promotion.unwrap_or(piece.role);
        self.board.put(to, Piece { role, ..piece });
    }

    /// Returns the rook that castles with this king move: one that the king moves
    /// onto, or the outermost on the side to which it moves two squares.
    fn castling_rook(&self, from: Square, to: Square) -> Option<Square> {
        let rooks = self.board.pieces(self.color, Role::Rook) & Bitboard::rank(from.rank());
        let is_king = self.board.role_at(from) == Some(Role::King);
        if !is_king || from.rank() != self.color.back_rank() {
            return None;
        }
        if rooks.contains(to) {
            return Some(to);
        }
        let is_far = from.rank() == to.rank() && from.distance(to) > 1;
        let outermost = if to.file() > from.file() {
            rooks.last().filter(|rook| rook.file() > from.file())
        } else {
            rooks.first().filter(|rook| rook.file() < from.file())
        };
        outermost.filter(|_| is_far)
    }

    /// Returns the squares that the piece on a square could reach if nothing were in
    /// its way.
    fn reach(&self, from: Square) -> Bitboard {
        let Some(role) = self.board.role_at(from) else {
            return Bitboard::EMPTY;
        };
        let attacked = attacks::by(role, self.color, from, Bitboard::EMPTY);
        match role {
            Role::King if from.rank() == self.color.back_rank() => {
                let rooks = self.board.pieces(self.color, Role::Rook);
                let onto = rooks & Bitboard::rank(from.rank());
                let usual = CastlingSide::ALL.map(|side| side.king_target(self.color));
                let usual = usual.into_iter().filter(|_| from.file() == File::E);
                usual.fold(attacked | onto, Bitboard::with)
            }
            Role::Pawn => self.pawn_steps(from).fold(attacked, Bitboard::with),
            _ => attacked,
        }
    }

    /// Returns the square ahead and, from the rank on which pawns start, the one
    /// beyond it.
    fn pawn_steps(&self, from: Square) -> impl Iterator<Item = Square> {
        // In Saktris pawns start on the back rank (S6).
        let start = match self.arrivals {
            Some(_) => Rank::First,
            None => Rank::Second,
        };
        let starts = from.rank() == self.color.rank(start);
        let one = from.forward(self.color);
        let two = one.and_then(|it| it.forward(self.color)).filter(|_| starts);
        one.into_iter().chain(two)
    }

    fn next_arrival(&self) -> Option<NextArrival> {
        let arrivals = self.arrivals?;
        let is_left = !arrivals.order.is_empty();
        let has_pieces = self.board.of(self.color).any();
        // A side without a piece to move gets its next one early (S10).
        let is_new = !arrivals.waits && is_left && (arrivals.moves_to_go() == 0 || !has_pieces);
        let is_due = arrivals.waits || is_new;
        let places: Vec<_> = arrivals
            .roles()
            .filter(|_| is_due)
            .map(|role| (role, self.places_for(role)))
            .filter(|(_, squares)| squares.any())
            .collect();
        Some(NextArrival {
            order: arrivals.order,
            waits: arrivals.waits,
            moves_to_go: (!arrivals.waits && is_left).then(|| arrivals.moves_to_go()),
            is_due,
            // A piece that was waiting already could not be placed before,
            // and may not find a square again.
            must_place: is_new && !places.is_empty(),
            places,
        })
    }

    /// Returns the squares of the back rank that are free of the side's own pieces; a
    /// bishop needs the color on which its side has none (S5).
    fn places_for(&self, role: Role) -> Bitboard {
        let places = Bitboard::rank(self.color.back_rank()) - self.board.of(self.color);
        let bishops = self.board.pieces(self.color, Role::Bishop);
        let is_free = |&to: &Square| {
            role != Role::Bishop || bishops.iter().all(|it| it.is_light() != to.is_light())
        };
        places.iter().filter(is_free).collect()
    }
}
