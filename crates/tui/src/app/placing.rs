//! Saktris: the piece that waits, where it may be placed, and how it gets
//! there.

use arbiter_game::{Action, OrderMode, Time};
use arbiter_rules::{
    Bitboard, Choice, Clear, Clearing, Color, File, Move, Piece, Rank, Refusal, Role, Square,
    UciMove,
};

use super::{App, Choosing, Focus, Question};
use crate::{notice::Notice, tray::Tray};

/// What a player has to do in Saktris that nobody does in chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// Place a piece: these are the ways to do it.
    Place(Vec<Move>),
    /// Pass, since nothing can be done.
    Pass,
}

/// What was typed in short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Short {
    Play(UciMove),
    /// Take such a piece into the hand.
    Choose(Role),
    /// Place something here: which piece is to be asked.
    Ask(Square),
}

impl App {
    /// What is played by which rules, where that is not chess.
    pub(crate) fn agreed(&self) -> Option<String> {
        let arrival = self.game.position().to_come()?.arrival();
        let arrive = match self.game.options().saktris.map(|saktris| saktris.order) {
            Some(OrderMode::Same) => "Both sides get their pieces in the same order",
            Some(OrderMode::Different) => "Each side gets its pieces in an order of its own",
            Some(OrderMode::Fixed) => "Both sides get their pieces in the usual order",
            _ if self.picks() => "Each side picks its pieces",
            _ => "The pieces arrive",
        };
        let every = match arrival.every {
            1 => "move".to_owned(),
            moves => format!("{moves} moves"),
        };
        let leaves = match arrival.clearing {
            Clearing::Triplets => {
                "Three of a kind side by side leave, and the first piece beyond them"
            }
            Clearing::Rows => "Three or more pawns of a color side by side leave",
            Clearing::None => "Nothing leaves but by capture",
        };
        Some(format!(
            "Saktris. {arrive}, one after every {every}. {leaves}."
        ))
    }

    /// What is seen of a side's pieces to come, in the position that is looked
    /// at.
    pub(crate) fn tray(&self, color: Color) -> Option<Tray> {
        Tray::of(&self.game, self.position(), color)
    }

    /// What the person who is to move has to do besides moving; none in the
    /// past, and while the computer thinks.
    pub(crate) fn due(&self) -> Option<Due> {
        self.game.position().to_come()?;
        if !self.is_persons_turn() {
            return None;
        }
        let moves = self.game.legal_moves();
        match moves.first() {
            Some(mv) if mv.is_pass() => Some(Due::Pass),
            Some(mv) if mv.is_placement() => Some(Due::Place(moves)),
            _ => None,
        }
    }

    /// Whether a piece waits that cannot be placed, so that the person moves.
    pub(crate) fn has_to_wait(&self) -> bool {
        let position = self.game.position();
        let waits = position
            .to_come()
            .is_some_and(|it| it.waits(position.turn()));
        waits && self.is_persons_turn() && self.due().is_none()
    }

    /// Whether a person is to move, and looks at the present.
    fn is_persons_turn(&self) -> bool {
        let is_over = self.game.ending().is_some();
        !is_over && self.looking.is_none() && self.stopped.is_none() && !self.is_computers_turn()
    }

    /// The ways to place a piece, if that is due.
    fn placements(&self) -> Vec<Move> {
        match self.due() {
            Some(Due::Place(moves)) => moves,
            _ => Vec::new(),
        }
    }

    /// The squares on which the piece in hand may be placed; if none is
    /// picked yet, those of all.
    pub(crate) fn places(&self) -> Bitboard {
        let role = self.in_hand();
        let moves = self.placements().into_iter();
        let fitting = moves.filter(|mv| role.is_none_or(|role| mv.role() == role));
        fitting.map(Move::to).collect()
    }

    /// The piece that goes where the player points: the one that waits, or
    /// the one that was picked.
    pub(crate) fn in_hand(&self) -> Option<Role> {
        let position = self.game.position();
        let saktris = position.to_come()?;
        match saktris.arrival().choice {
            Choice::Order => saktris.waiting(position.turn()),
            Choice::Player => self.chosen.filter(|_| saktris.waits(position.turn())),
        }
    }

    /// The piece that would be placed, where the player points or types.
    pub(crate) fn ghost(&self) -> Option<(Square, Piece)> {
        let turn = self.game.turn();
        if let Some(mv) = self.hint().mv.filter(|mv| mv.is_placement()) {
            return Some((mv.to(), Piece::new(turn, mv.role())));
        }
        match self.question {
            Some(Question::Choose(choosing)) if choosing.pawn.is_none() => {
                let role = *self.choices(choosing).get(choosing.choice)?;
                return Some((choosing.to, Piece::new(turn, role)));
            }
            Some(_) => return None,
            None => {}
        }
        let is_on_board = self.focus == Focus::Board && self.input.is_empty();
        let square = self.hovered.or(is_on_board.then_some(self.cursor))?;
        let role = self.in_hand()?;
        let is_place = self.places().contains(square);
        is_place.then_some((square, Piece::new(turn, role)))
    }

    /// The squares that were cleared by the move that is looked at, with what
    /// stood there.
    pub(crate) fn cleared(&self) -> Vec<(Square, Piece)> {
        let clear = self.last_move().and_then(|(before, mv)| before.clear(mv));
        let pieces = clear.iter().flat_map(Clear::pieces);
        pieces.map(|it| (it.square, it.piece)).collect()
    }

    /// A square is picked while a piece has to be placed or nothing can be
    /// done. False if neither is so.
    pub(super) fn pick_place(&mut self, now: Time, square: Square) -> bool {
        let moves = match self.due() {
            None => return false,
            Some(Due::Pass) => {
                self.pass(now);
                return true;
            }
            Some(Due::Place(moves)) => moves,
        };
        self.selected = None;
        let here = moves.iter().filter(|mv| mv.to() == square);
        let roles: Vec<Role> = here.map(|mv| mv.role()).collect();
        match (self.in_hand(), roles.as_slice()) {
            (Some(role), _) if roles.contains(&role) || !self.is_ours(square) => {
                self.put_new(now, role, square);
            }
            (None, &[role]) => self.put_new(now, role, square),
            (None, [_, ..]) => {
                self.notice = None;
                self.question = Some(Question::Choose(Choosing {
                    pawn: None,
                    to: square,
                    choice: 0,
                }));
            }
            (None, []) if !self.is_ours(square) => self.put_new(now, moves[0].role(), square),
            // Who wants to move is told what comes first.
            _ => self.refuse_to_move(now, square),
        }
        true
    }

    fn refuse_to_move(&mut self, now: Time, from: Square) {
        let to = [1, -1].into_iter().find_map(|up| from.offset(0, up));
        self.put_down(
            now,
            UciMove::Between {
                from,
                to: to.unwrap_or(from),
                promotion: None,
            },
        );
    }

    fn put_new(&mut self, now: Time, role: Role, to: Square) {
        self.put_down(now, UciMove::Place { role, to });
    }

    /// Passes, if nothing else can be done.
    pub(super) fn pass(&mut self, now: Time) {
        self.act(now, self.game.turn(), Action::from(UciMove::Pass));
    }

    /// Takes a piece of the pool into the hand, where the player picks.
    pub(super) fn choose(&mut self, role: Role) {
        let can = self.placements().iter().any(|mv| mv.role() == role);
        if !can {
            let text = format!("No {role} can be placed now.");
            return self.refuse(Notice::trouble(text));
        }
        self.chosen = Some(role);
        self.notice = None;
        self.aim();
    }

    /// The roles that may be placed on this square.
    pub(crate) fn roles_for(&self, to: Square) -> Vec<Role> {
        let here = self.placements().into_iter().filter(|mv| mv.to() == to);
        let mut roles: Vec<Role> = here.map(Move::role).collect();
        roles.sort_unstable_by(|a, b| b.cmp(a));
        roles
    }

    /// Puts the cursor on a square on which a piece can be placed, if one has
    /// to be: the nearest one.
    pub(super) fn aim(&mut self) {
        let file = |square: Square| square.file() as i32;
        let from = file(self.cursor);
        let nearest = self.places().into_iter();
        let nearest = nearest.min_by_key(|&square| (file(square) - from).abs());
        if let Some(square) = nearest {
            self.cursor = square;
        }
    }

    /// The next square to the left or right on which a piece can be placed, if
    /// the cursor is on such a square.
    pub(super) fn next_place(&self, files: i32) -> Option<Square> {
        let places = self.places();
        let is_aimed = places.contains(self.cursor);
        let mut steps = (1..8).map(|step| self.cursor.offset(step * files, 0));
        steps.find_map(|square| square.filter(|&it| is_aimed && places.contains(it)))
    }

    /// What a short text means while a piece has to be placed: `g`, `g1`,
    /// `Ng` and `n@g1` place one, and where the player picks `N` takes one
    /// into the hand; `pass` where nothing can be done.
    pub(crate) fn short(&self, text: &str) -> Option<Short> {
        let moves = match self.due()? {
            Due::Pass => {
                let is_pass = text.eq_ignore_ascii_case("pass");
                return is_pass.then_some(Short::Play(UciMove::Pass));
            }
            Due::Place(moves) => moves,
        };
        let mut letters = text.chars();
        if let (Some(letter @ 'A'..='Z'), None) = (letters.next(), letters.next())
            && self.picks()
        {
            return Role::from_letter(letter).map(Short::Choose);
        }
        let (named, to) = placing(text, self.game.turn())?;
        let first = moves.first()?.role();
        let alone = moves.iter().all(|mv| mv.role() == first).then_some(first);
        Some(match named.or(self.in_hand()).or(alone) {
            Some(role) => Short::Play(UciMove::Place { role, to }),
            None => Short::Ask(to),
        })
    }

    /// Why a piece is not placed that was asked for in short, while none has
    /// to be.
    pub(super) fn refuse_to_place(&self, text: &str) -> Option<Refusal> {
        let position = self.game.position();
        let turn = position.turn();
        let (named, to) = placing(text, turn)?;
        let next = position.to_come()?.to_come(turn).iter().next();
        let role = named.or(next).unwrap_or(Role::Pawn);
        position.find(UciMove::Place { role, to }).err()
    }

    /// Whether the players pick their pieces.
    pub(crate) fn picks(&self) -> bool {
        let saktris = self.game.position().to_come();
        saktris.is_some_and(|saktris| saktris.arrival().choice == Choice::Player)
    }
}

/// The piece, if it is named, and the square of a side's back rank that a
/// short text means: `g`, `g1`, `Ng` or `n@g1`.
fn placing(text: &str, turn: Color) -> Option<(Option<Role>, Square)> {
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
