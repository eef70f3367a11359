//! Playing an action in Saktris, and starting the next turn.

use alloc::boxed::Box;

use super::Saktris;
use crate::{
    Bitboard, Board, Castling, CastlingSide, Color, File, Move, MoveKind, Piece, Position, Role,
    Setup, Square, Variant, castling::corner, zobrist,
};

impl Position {
    /// Plays a legal action of Saktris.
    #[cold]
    #[inline(never)]
    pub(crate) fn play_saktris(&mut self, mv: Move) {
        let us = self.turn;
        let clear = self.clear(mv);
        self.key ^= self.saktris_key();
        self.update_saktris(|saktris| saktris.passed = mv.is_pass());
        match mv.kind() {
            MoveKind::Pass => self.end_turn(),
            MoveKind::Place => self.place(mv.role(), mv.to()),
            _ => {
                self.step(mv);
                self.update_saktris(|saktris| {
                    let side = saktris.side_mut(us);
                    side.moves = side.moves.saturating_add(1);
                });
            }
        }
        if let Some(clear) = clear {
            self.remove(clear.squares());
            self.halfmoves = 0;
        }
        self.begin_turn();
    }

    fn place(&mut self, role: Role, to: Square) {
        let us = self.turn;
        self.update_saktris(|saktris| {
            let side = saktris.side_mut(us);
            side.order = side.order.without(role);
            side.placed = side.placed.saturating_add(1);
            side.waits = false;
        });
        self.end_turn();
        self.board.toggle(to.bitboard(), us, role);
        self.key ^= zobrist::PIECE[us as usize][role as usize][to as usize];
        self.halfmoves = 0;
        self.grant_castling(us);
    }

    /// Grants castling rights to an unmoved king on the e-file with each unmoved
    /// rook in a corner.
    fn grant_castling(&mut self, us: Color) {
        let home = Square::new(File::E, us.back_rank());
        let is_home = self.board.king(us) == Some(home) && self.is_unmoved(home);
        let corners = CastlingSide::ALL.map(|side| corner(us, side));
        let rooks = self.board.pieces(us, Role::Rook);
        let granted = corners
            .into_iter()
            .filter(|&rook| is_home && rooks.contains(rook) && self.is_unmoved(rook));
        let all = granted.fold(self.castling.rooks(), Bitboard::with);
        self.set_castling(Castling::with_rooks(all));
    }

    fn set_castling(&mut self, castling: Castling) {
        for color in Color::ALL {
            let king = self.board.king(color);
            self.key ^= zobrist::castling(self.castling, color, king)
                ^ zobrist::castling(castling, color, king);
        }
        self.castling = castling;
    }

    /// Moves a piece on the board.
    fn step(&mut self, mv: Move) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let rook = mv
            .castling()
            .and_then(|side| Some((self.castling.rook(us, side, from)?, side.rook_target(us))));
        // Pawns pass over other ranks than in chess, so en passant is handled
        // here.
        let kind = match mv.kind() {
            MoveKind::EnPassant => {
                self.remove(Square::new(to.file(), from.rank()).bitboard());
                MoveKind::Normal
            }
            MoveKind::DoubleStep => MoveKind::Normal,
            kind => kind,
        };
        self.advance::<true>(us, mv.role(), from, to, kind);
        self.update_saktris(|saktris| {
            if let Some((from, to)) = rook {
                saktris.moved.note(from, to);
            }
            saktris.moved.note(from, to);
        });
        if mv.kind() == MoveKind::DoubleStep {
            self.en_passant = from.forward(us);
        }
    }

    /// Removes pieces from the board.
    fn remove(&mut self, squares: Bitboard) {
        self.set_castling(without(self.castling, &self.board, squares));
        for square in squares {
            if let Some(Piece { color, role }) = self.board.clear(square) {
                self.key ^= zobrist::PIECE[color as usize][role as usize][square as usize];
            }
        }
        self.update_saktris(|saktris| saktris.moved.forget(squares));
    }

    /// Passes the turn to the other side and ends the right to capture en
    /// passant.
    fn end_turn(&mut self) {
        self.key ^= zobrist::TURN;
        if let Some(square) = self.legal_en_passant() {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.en_passant = None;
        self.en_passant_counts = false;
        self.halfmoves = self.halfmoves.saturating_add(1);
        let is_black = u16::from(self.turn == Color::Black);
        self.fullmoves = self.fullmoves.saturating_add(is_black);
        self.turn = !self.turn;
    }

    /// Starts the turn of the side to move: a piece may arrive, and a pawn may be
    /// open to capture en passant. Adds both to the key, which must not include
    /// them yet.
    pub(crate) fn begin_turn(&mut self) {
        let us = self.turn;
        let moves_to_go = self.saktris_state().and_then(|it| it.moves_to_go(us));
        if let Some(togo) = moves_to_go
            && self.lost_king().is_none()
            && (togo == 0 || !self.is_check() && !self.has_board_move())
        {
            self.update_saktris(|saktris| saktris.side_mut(us).waits = true);
        }
        self.en_passant = self.saktris_en_passant();
        if let Some(square) = self.en_passant
            && !self.has_place()
            && self.saktris_capturers(square).any()
        {
            self.en_passant_counts = true;
            self.key ^= zobrist::en_passant(square.file());
        }
        self.key ^= self.saktris_key();
    }

    fn update_saktris(&mut self, update: impl FnOnce(&mut Saktris)) {
        if let Some(saktris) = &mut self.saktris {
            update(saktris);
        }
    }

    fn saktris_key(&self) -> u64 {
        self.saktris_state().map_or(0, Saktris::key)
    }

    /// Reports whether the piece on this square has not moved since it was
    /// placed.
    fn is_unmoved(&self, square: Square) -> bool {
        self.saktris_state().is_some_and(|it| it.is_unmoved(square))
    }

    /// Returns the en passant square, if the pawn that passed over it is still
    /// there.
    fn saktris_en_passant(&self) -> Option<Square> {
        let square = self.en_passant?;
        let pawn = square.forward(!self.turn)?;
        let pawns = self.board.pieces(!self.turn, Role::Pawn);
        pawns.contains(pawn).then_some(square)
    }
}

impl Setup {
    pub(crate) fn saktris_position(&self, saktris: &Saktris, board_key: u64) -> Position {
        let mut position = Position {
            board: self.board,
            castling: self.valid_castling(),
            key: 0,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            en_passant: self.valid_en_passant(),
            en_passant_counts: false,
            turn: self.turn,
            variant: Variant::Saktris,
            saktris: Some(Box::new(Saktris {
                moved: saktris.moved.on(self.board.occupied()),
                ..*saktris
            })),
        };
        position.key = board_key ^ position.key_without_pieces();
        position.begin_turn();
        position
    }

    /// Returns the castling rights that agree with the board: unmoved kings on
    /// the e-file and unmoved rooks in the corners.
    pub(crate) fn saktris_castling(&self, saktris: &Saktris) -> Castling {
        let mut valid = Bitboard::EMPTY;
        for color in Color::ALL {
            let home = Square::new(File::E, color.back_rank());
            let rooks = self.castling & self.board.pieces(color, Role::Rook);
            for rook in CastlingSide::ALL.map(|side| corner(color, side)) {
                if self.board.king(color) == Some(home)
                    && rooks.contains(rook)
                    && [home, rook]
                        .into_iter()
                        .all(|square| saktris.is_unmoved(square))
                {
                    valid = valid.with(rook);
                }
            }
        }
        Castling::with_rooks(valid)
    }
}

/// Returns the castling rights that are left when these squares are emptied.
fn without(castling: Castling, board: &Board, squares: Bitboard) -> Castling {
    let lost = Color::ALL
        .into_iter()
        .filter(|&color| board.king(color).is_some_and(|king| squares.contains(king)));
    lost.fold(castling.without(squares), Castling::without_color)
}
