//! Pieces taken into the hand and put down.

use arbiter_game::{Action, Conduct, Time};
use arbiter_rules::{Color, Move, Role, Square, UciMove};

use super::{App, Choosing, Focus, Question};
use crate::notice::Notice;

impl App {
    /// A square is picked, with a key or the mouse: a piece is taken into the
    /// hand, or the one in the hand is put down here.
    pub(super) fn pick(&mut self, now: Time, square: Square) {
        self.cursor = square;
        if self.looking.is_some() {
            self.looking = None;
            self.notice = Some(Notice::news("Back to the game."));
            return;
        }
        if self.is_computers_turn() {
            let text = format!("It is {}'s turn.", self.table.names[self.game.turn()]);
            return self.refuse(Notice::trouble(text));
        }
        if !self.adjusts && self.pick_place(now, square) {
            return;
        }
        if self.adjusts {
            // A wrong square must not make the next one count as touched.
            self.adjusts = self.game.position().board().piece_at(square).is_none();
            self.act(now, self.game.turn(), Action::Adjust(square));
            return;
        }
        let Some(from) = self.selected else {
            self.take(now, square);
            return;
        };
        let candidates = self.moves_between(from, square);
        match candidates.as_slice() {
            [] if from == square => self.selected = None,
            [] if self.is_ours(square) => self.take(now, square),
            [] => self.put_down(
                now,
                UciMove::Between {
                    from,
                    to: square,
                    promotion: None,
                },
            ),
            [mv, ..] if mv.promotion().is_some() => {
                self.question = Some(Question::Choose(Choosing {
                    pawn: Some(from),
                    to: square,
                    choice: 0,
                }));
            }
            &[mv, ..] => self.put_down(now, self.game.position().uci(mv)),
        }
    }

    /// The pawn becomes the piece that was chosen, or that piece is placed.
    pub(super) fn chose(&mut self, now: Time, choosing: Choosing, role: Role) {
        self.question = None;
        let to = choosing.to;
        self.put_down(
            now,
            match choosing.pawn {
                Some(from) => UciMove::Between {
                    from,
                    to,
                    promotion: Some(role),
                },
                None => UciMove::Place { role, to },
            },
        );
    }

    pub(super) fn put_down(&mut self, now: Time, wish: UciMove) {
        self.selected = None;
        self.act(now, self.game.turn(), Action::from(wish));
    }

    /// The legal moves that are meant if a piece is taken from one square to
    /// another. Where the king could step or castle to the same square he
    /// steps; he castles if he is put on his rook.
    fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        let moves = self.game.legal_moves();
        let meant = |mv: &Move| mv.to() == to || self.castling_rook(*mv) == Some(to);
        let (castling, plain): (Vec<_>, Vec<_>) = moves
            .into_iter()
            .filter(|mv| mv.from() == from && meant(mv) && !mv.is_pass())
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

    /// Takes a piece into the hand. In a formal game that touches it (R76).
    fn take(&mut self, now: Time, square: Square) {
        let turn = self.game.turn();
        let is_formal = self.game.options().conduct == Conduct::Formal;
        let is_there = self.game.position().board().color_at(square).is_some();
        self.selected = None;
        if !is_there && self.game.ending().is_none() {
            self.refuse(Notice {
                squares: square.bitboard(),
                ..Notice::trouble(format!("There is no piece on {square}."))
            });
            return;
        }
        // In a casual game nothing comes of touching the opponent's pieces.
        if !is_formal && !self.is_ours(square) && self.game.ending().is_none() {
            let (side, other) = (turn.name(), (!turn).name());
            let text = format!("It is {side}'s turn, and that piece is {other}'s.");
            self.refuse(Notice {
                squares: square.bitboard(),
                ..Notice::trouble(text)
            });
            return;
        }
        if !self.act(now, turn, Action::Touch(square)) || self.game.ending().is_some() {
            return;
        }
        self.selected = self.is_ours(square).then_some(square);
        if self.selected.is_some() && self.targets().is_empty() {
            let role = self.game.position().board().role_at(square);
            let role = role.map_or_else(String::new, |role| role.to_string());
            let text = format!("The {role} on {square} has no move that it may make now.");
            self.notice = Some(Notice::news(text));
        }
    }

    pub(super) fn is_ours(&self, square: Square) -> bool {
        let board = self.game.position().board();
        board.color_at(square) == Some(self.game.turn())
    }

    /// Moves the cursor, as seen on the screen.
    pub(super) fn move_cursor(&mut self, right: i32, up: i32) {
        self.focus = Focus::Board;
        let (files, ranks) = match self.below {
            Color::White => (right, up),
            Color::Black => (-right, -up),
        };
        self.hovered = None;
        let next = match ranks {
            0 => self.next_place(files),
            _ => None,
        };
        if let Some(square) = next.or_else(|| self.cursor.offset(files, ranks)) {
            self.cursor = square;
        }
    }
}
