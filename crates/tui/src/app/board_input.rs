//! Picking pieces up and putting them down.

use arbiter_game::{Action, Conduct, Time};
use arbiter_rules::{Color, Move, Role, Square, UciMove};

use super::{App, PieceChoice, Prompt, selection::Focus};
use crate::notice::Notice;

impl App {
    /// Selects a square, with a key or the mouse: a piece is picked up, or the
    /// one that is picked up is put down there.
    pub(super) fn select_square(&mut self, now: Time, square: Square) {
        self.selection.set_cursor(square);
        if self.view.is_past() {
            self.view.show_current();
            self.dialog.info("Back to the current position.");
            return;
        }
        if self.is_computers_turn() {
            let name = &self.players.names()[self.game.turn()];
            let text = format!("It is {name}'s turn.");
            return self.refuse(Notice::refusal(text));
        }
        if self.selection.is_adjusting() {
            // The announcement still applies if an empty square was selected.
            if self.game.position().board().piece_at(square).is_some() {
                self.selection.end_adjusting();
            }
            self.act(now, self.game.turn(), Action::Adjust(square));
            return;
        }
        if self.select_placement(now, square) {
            return;
        }
        let Some(from) = self.selection.square() else {
            self.pick_up(now, square);
            return;
        };
        let candidates = self.moves_between(from, square);
        match candidates.as_slice() {
            [] if from == square => self.selection.put_down(),
            [] if self.is_own_piece(square) => self.pick_up(now, square),
            [] => self.play(
                now,
                UciMove::Between {
                    from,
                    to: square,
                    promotion: None,
                },
            ),
            [mv, ..] if mv.promotion().is_some() => {
                self.dialog.prompt = Some(Prompt::Choose(PieceChoice {
                    pawn: Some(from),
                    to: square,
                    index: 0,
                }));
            }
            &[mv, ..] => self.play(now, self.game.position().uci(mv)),
        }
    }

    /// Promotes the pawn to the chosen piece, or places that piece.
    pub(super) fn play_choice(&mut self, now: Time, choice: PieceChoice, role: Role) {
        self.dialog.prompt = None;
        let to = choice.to;
        self.play(
            now,
            match choice.pawn {
                Some(from) => UciMove::Between {
                    from,
                    to,
                    promotion: Some(role),
                },
                None => UciMove::Place { role, to },
            },
        );
    }

    /// Plays a move for the side to move.
    pub(super) fn play(&mut self, now: Time, mv: UciMove) {
        self.selection.put_down();
        self.act(now, self.game.turn(), Action::from(mv));
    }

    /// Returns the legal moves meant by moving a piece from one square to
    /// another. If the king could step or castle to the same square, it steps;
    /// it castles if it is put on its rook.
    fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        let moves = self.game.legal_moves();
        let is_meant = |mv: &Move| mv.to() == to || self.castling_rook(*mv) == Some(to);
        let (castling, plain): (Vec<_>, Vec<_>) = moves
            .into_iter()
            .filter(|mv| mv.from() == from && is_meant(mv) && !mv.is_pass())
            .partition(|mv| mv.castling().is_some());
        let is_onto_rook = castling
            .iter()
            .any(|&mv| self.castling_rook(mv) == Some(to));
        if is_onto_rook || plain.is_empty() {
            castling
        } else {
            plain
        }
    }

    /// Picks a piece up. In a formal game that touches it (R76).
    fn pick_up(&mut self, now: Time, square: Square) {
        let turn = self.game.turn();
        let is_formal = self.game.options().conduct == Conduct::Formal;
        let is_occupied = self.game.position().board().color_at(square).is_some();
        let is_over = self.game.ending().is_some();
        self.selection.put_down();
        if !is_occupied && !is_over {
            self.refuse(Notice {
                squares: square.bitboard(),
                ..Notice::refusal(format!("There is no piece on {square}."))
            });
            return;
        }
        // In a casual game, touching an opponent's piece has no consequences.
        if !is_formal && !self.is_own_piece(square) && !is_over {
            let (side, other) = (turn.name(), (!turn).name());
            let text = format!("It is {side}'s turn, and that piece is {other}'s.");
            self.refuse(Notice {
                squares: square.bitboard(),
                ..Notice::refusal(text)
            });
            return;
        }
        if !self.act(now, turn, Action::Touch(square)) || self.game.ending().is_some() {
            return;
        }
        if !self.is_own_piece(square) {
            return;
        }
        self.selection.pick_up(square);
        if self.targets().is_empty() {
            let role = self.game.position().board().role_at(square);
            let role = role.map_or_else(String::new, |role| role.to_string());
            self.dialog
                .info(format!("The {role} on {square} has no legal moves."));
        }
    }

    /// Reports whether a piece of the side to move is on this square.
    pub(super) fn is_own_piece(&self, square: Square) -> bool {
        let board = self.game.position().board();
        board.color_at(square) == Some(self.game.turn())
    }

    /// Moves the cursor in a direction on the screen.
    pub(super) fn move_cursor(&mut self, right: i32, up: i32) {
        self.selection.set_focus(Focus::Board);
        let (files, ranks) = match self.view.below() {
            Color::White => (right, up),
            Color::Black => (-right, -up),
        };
        self.selection.hover(None);
        let next = match ranks {
            0 => self.next_placement(files),
            _ => None,
        };
        let next = next.or_else(|| self.selection.cursor().offset(files, ranks));
        if let Some(square) = next {
            self.selection.set_cursor(square);
        }
    }
}
