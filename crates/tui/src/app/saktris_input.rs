//! Saktris: the piece that waits, where it can be placed, and how the player
//! places it.

use arbiter_game::{Action, OrderMode, Time};
use arbiter_rules::{
    Bitboard, Choice, Clear, Clearing, Color, File, Move, Piece, Rank, Refusal, Role, Square,
    UciMove,
};

use super::{App, PieceChoice, Prompt, selection::Focus};
use crate::{notice::Notice, tray::Tray};

/// What the side to move has to do instead of moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SaktrisDuty {
    /// Place a piece, in one of these ways.
    Place(Vec<Move>),
    /// Pass, because there is no other legal move.
    Pass,
}

/// The meaning of a short text while a piece has to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShortMove {
    Play(UciMove),
    /// Choose the piece to place next.
    Choose(Role),
    /// Place a piece on this square, after asking which one.
    Ask(Square),
}

impl App {
    /// Describes the rules of the game, if it is not standard chess.
    pub(crate) fn rules_summary(&self) -> Option<String> {
        let arrival = self.game.position().saktris_state()?.arrival();
        let arrive = match self.game.options().saktris.map(|saktris| saktris.order) {
            Some(OrderMode::Same) => "Both sides get their pieces in the same order",
            Some(OrderMode::Different) => "Each side gets its pieces in an order of its own",
            Some(OrderMode::Fixed) => "Both sides get their pieces in the standard order",
            _ if self.has_free_choice() => "Each side chooses its pieces",
            _ => "Pieces arrive",
        };
        let every = match arrival.every {
            1 => "move".to_owned(),
            moves => format!("{moves} moves"),
        };
        let cleared = match arrival.clearing {
            Clearing::Triplets => {
                "Three of a kind side by side are cleared, with the first piece beyond them"
            }
            Clearing::Rows => "Three or more pawns of one color side by side are cleared",
            Clearing::None => "Nothing is cleared",
        };
        Some(format!(
            "Saktris. {arrive}, one after every {every}. {cleared}."
        ))
    }

    /// Returns the pieces still to come for a side in the position shown.
    pub(crate) fn tray(&self, color: Color) -> Option<Tray> {
        Tray::new(&self.game, self.position(), color)
    }

    /// Returns what the person to move has to do instead of moving. `None` while
    /// an earlier position is shown and while the computer is to move.
    pub(crate) fn saktris_duty(&self) -> Option<SaktrisDuty> {
        self.game.position().saktris_state()?;
        if !self.is_persons_turn() {
            return None;
        }
        let moves = self.game.legal_moves();
        match moves.first() {
            Some(mv) if mv.is_pass() => Some(SaktrisDuty::Pass),
            Some(mv) if mv.is_placement() => Some(SaktrisDuty::Place(moves)),
            _ => None,
        }
    }

    /// Reports whether a waiting piece cannot be placed, so that the person
    /// moves instead.
    pub(crate) fn has_blocked_arrival(&self) -> bool {
        let position = self.game.position();
        let waits = position
            .saktris_state()
            .is_some_and(|it| it.waits(position.turn()));
        waits && self.is_persons_turn() && self.saktris_duty().is_none()
    }

    /// Reports whether a person is to move and the current position is shown.
    fn is_persons_turn(&self) -> bool {
        self.game.ending().is_none()
            && !self.view.is_past()
            && !self.time.is_stopped()
            && !self.is_computers_turn()
    }

    /// Returns the ways to place a piece, if one has to be placed.
    fn placements(&self) -> Vec<Move> {
        match self.saktris_duty() {
            Some(SaktrisDuty::Place(moves)) => moves,
            _ => Vec::new(),
        }
    }

    /// Returns the squares on which the piece in hand can be placed, or those of
    /// all pieces if none is chosen yet.
    pub(crate) fn placement_squares(&self) -> Bitboard {
        let role = self.role_in_hand();
        let moves = self.placements().into_iter();
        let fitting = moves.filter(|mv| role.is_none_or(|role| mv.role() == role));
        fitting.map(Move::to).collect()
    }

    /// Returns the piece that is placed next: the one that waits, or the one
    /// that was chosen.
    pub(crate) fn role_in_hand(&self) -> Option<Role> {
        let position = self.game.position();
        let saktris = position.saktris_state()?;
        match saktris.arrival().choice {
            Choice::Order => saktris.waiting(position.turn()),
            Choice::Player => {
                let role = self.selection.role();
                role.filter(|_| saktris.waits(position.turn()))
            }
        }
    }

    /// Returns the piece that would be placed where the player points or types.
    pub(crate) fn placement_preview(&self) -> Option<(Square, Piece)> {
        let turn = self.game.turn();
        if let Some(mv) = self.hint().mv.filter(|mv| mv.is_placement()) {
            return Some((mv.to(), Piece::new(turn, mv.role())));
        }
        match self.dialog.prompt {
            Some(Prompt::Choose(choice)) if choice.pawn.is_none() => {
                let role = *self.choices(choice).get(choice.index)?;
                return Some((choice.to, Piece::new(turn, role)));
            }
            Some(_) => return None,
            None => {}
        }
        let is_on_board = self.selection.focus() == Focus::Board && self.input.is_empty();
        let cursor = is_on_board.then(|| self.selection.cursor());
        let square = self.selection.hovered().or(cursor)?;
        let role = self.role_in_hand()?;
        let is_possible = self.placement_squares().contains(square);
        is_possible.then_some((square, Piece::new(turn, role)))
    }

    /// Returns the pieces cleared by the last move before the position shown.
    pub(crate) fn cleared_pieces(&self) -> Vec<(Square, Piece)> {
        let clear = self.last_move().and_then(|(before, mv)| before.clear(mv));
        let pieces = clear.iter().flat_map(Clear::pieces);
        pieces.map(|it| (it.square, it.piece)).collect()
    }

    /// Handles the selection of a square while a piece has to be placed or the
    /// side to move has to pass. Returns false if neither is the case.
    pub(super) fn select_placement(&mut self, now: Time, square: Square) -> bool {
        let moves = match self.saktris_duty() {
            None => return false,
            Some(SaktrisDuty::Pass) => {
                self.pass(now);
                return true;
            }
            Some(SaktrisDuty::Place(moves)) => moves,
        };
        self.selection.put_down();
        let here = moves.iter().filter(|mv| mv.to() == square);
        let roles: Vec<Role> = here.map(|mv| mv.role()).collect();
        match (self.role_in_hand(), roles.as_slice()) {
            (Some(role), _) if roles.contains(&role) || !self.is_own_piece(square) => {
                self.place(now, role, square);
            }
            (None, &[role]) => self.place(now, role, square),
            (None, [_, ..]) => self.dialog.ask(Prompt::Choose(PieceChoice {
                pawn: None,
                to: square,
                index: 0,
            })),
            (None, []) if !self.is_own_piece(square) => self.place(now, moves[0].role(), square),
            _ => self.try_to_move(now, square),
        }
        true
    }

    /// Tries to move a piece, so that the game explains what comes first.
    fn try_to_move(&mut self, now: Time, from: Square) {
        let to = [1, -1].into_iter().find_map(|up| from.offset(0, up));
        self.play(
            now,
            UciMove::Between {
                from,
                to: to.unwrap_or(from),
                promotion: None,
            },
        );
    }

    fn place(&mut self, now: Time, role: Role, to: Square) {
        self.play(now, UciMove::Place { role, to });
    }

    /// Passes.
    pub(super) fn pass(&mut self, now: Time) {
        self.act(now, self.game.turn(), Action::from(UciMove::Pass));
    }

    /// Chooses the piece to place next.
    pub(super) fn choose_role(&mut self, role: Role) {
        let is_possible = self.placements().iter().any(|mv| mv.role() == role);
        if !is_possible {
            let text = format!("No {role} can be placed now.");
            return self.refuse(Notice::refusal(text));
        }
        self.selection.choose(role);
        self.dialog.notice = None;
        self.aim_cursor();
    }

    /// Returns the roles that can be placed on this square, the king first.
    pub(super) fn roles_for(&self, to: Square) -> Vec<Role> {
        let here = self.placements().into_iter().filter(|mv| mv.to() == to);
        let mut roles: Vec<Role> = here.map(Move::role).collect();
        roles.sort_unstable_by(|a, b| b.cmp(a));
        roles
    }

    /// Moves the cursor to the nearest square on which a piece can be placed, if
    /// one has to be placed.
    pub(super) fn aim_cursor(&mut self) {
        let file = |square: Square| square.file() as i32;
        let from = file(self.selection.cursor());
        let squares = self.placement_squares().into_iter();
        let nearest = squares.min_by_key(|&square| (file(square) - from).abs());
        if let Some(square) = nearest {
            self.selection.set_cursor(square);
        }
    }

    /// Returns the next square to the left or right on which a piece can be
    /// placed, if the cursor is on such a square.
    pub(super) fn next_placement(&self, files: i32) -> Option<Square> {
        let squares = self.placement_squares();
        let cursor = self.selection.cursor();
        let is_aimed = squares.contains(cursor);
        let mut steps = (1..8).map(|step| cursor.offset(step * files, 0));
        steps.find_map(|square| square.filter(|&it| is_aimed && squares.contains(it)))
    }

    /// Returns the meaning of a short text while a piece has to be placed: `g`,
    /// `g1`, `Ng` and `n@g1` place one, and `N` chooses one where the player can
    /// choose; `pass` passes.
    pub(crate) fn short_move(&self, text: &str) -> Option<ShortMove> {
        let moves = match self.saktris_duty()? {
            SaktrisDuty::Pass => {
                let is_pass = text.eq_ignore_ascii_case("pass");
                return is_pass.then_some(ShortMove::Play(UciMove::Pass));
            }
            SaktrisDuty::Place(moves) => moves,
        };
        let mut letters = text.chars();
        if let (Some(letter @ 'A'..='Z'), None) = (letters.next(), letters.next())
            && self.has_free_choice()
        {
            return Role::from_letter(letter).map(ShortMove::Choose);
        }
        let (named, to) = parse_placement(text, self.game.turn())?;
        let first = moves.first()?.role();
        let only = moves.iter().all(|mv| mv.role() == first).then_some(first);
        Some(match named.or(self.role_in_hand()).or(only) {
            Some(role) => ShortMove::Play(UciMove::Place { role, to }),
            None => ShortMove::Ask(to),
        })
    }

    /// Returns why a piece cannot be placed as a short text asks, while none has
    /// to be placed.
    pub(super) fn placement_refusal(&self, text: &str) -> Option<Refusal> {
        let position = self.game.position();
        let turn = position.turn();
        let (named, to) = parse_placement(text, turn)?;
        let next = position.saktris_state()?.to_come(turn).iter().next();
        let role = named.or(next).unwrap_or(Role::Pawn);
        position.find(UciMove::Place { role, to }).err()
    }

    /// Reports whether the players choose which piece to place.
    pub(crate) fn has_free_choice(&self) -> bool {
        let saktris = self.game.position().saktris_state();
        saktris.is_some_and(|saktris| saktris.arrival().choice == Choice::Player)
    }
}

/// Parses a short text such as `g`, `g1`, `Ng` or `n@g1`: the piece, if it is
/// named, and the square of the side's back rank.
fn parse_placement(text: &str, turn: Color) -> Option<(Option<Role>, Square)> {
    let back = turn.back_rank();
    let role = |letter: char| Role::from_letter(letter.to_ascii_uppercase());
    let square = |file: char, rank: Option<char>| {
        let rank = rank.map_or(Some(back), Rank::from_digit);
        let file = File::from_letter(file.to_ascii_lowercase())?;
        Some(Square::new(file, rank.filter(|&rank| rank == back)?))
    };
    let letters: Vec<char> = text.chars().collect();
    Some(match *letters.as_slice() {
        [file] => (None, square(file, None)?),
        [file, rank] if rank.is_ascii_digit() => (None, square(file, Some(rank))?),
        [letter, file] | [letter, '@', file] => (Some(role(letter)?), square(file, None)?),
        [letter, file, rank] | [letter, '@', file, rank] => {
            (Some(role(letter)?), square(file, Some(rank))?)
        }
        _ => return None,
    })
}
