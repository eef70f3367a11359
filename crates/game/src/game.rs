mod decide;
mod hidden;
mod record;
mod replay;
mod views;

use alloc::{sync::Arc, vec::Vec};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arbiter_rules::{ByColor, Color, Move, PlayedLine, Position, Square};

use crate::{
    Clock, ClockSnapshot, Ending, Event, Fact, FirstMoves, Obligation, Options, Span, Time,
};

pub use record::EventError;
pub use replay::CorruptRecord;
pub use views::PlayedMove;

/// A game between two players, from the first move to the result.
///
/// [`Game::decide`] returns the events that follow from an action, or a refusal,
/// and changes nothing. [`Game::apply`] applies an event and cannot fail.
///
/// ```
/// use arbiter_game::{Action, Game, Options, Time};
/// use arbiter_rules::{Color, UciMove};
///
/// let options = Options::default().with_clock("5+3".parse()?);
/// let mut game = Game::start(options, Time::from_millis(0)).expect("the start is playable");
/// let e4 = Action::from("e2e4".parse::<UciMove>()?);
/// for event in game.decide(Time::from_millis(900), Color::White, e4)? {
///     game.apply(&event);
/// }
/// let refusal = game.decide(Time::from_millis(950), Color::White, e4).unwrap_err();
/// assert_eq!(refusal.code(), "not_your_turn");
///
/// // Black takes more than five minutes. The first move of each side is not
/// // timed, so White's five minutes start only now.
/// let e5 = Action::from("e7e5".parse::<UciMove>()?);
/// for event in game.decide(Time::from_millis(301_000), Color::Black, e5)? {
///     game.apply(&event);
/// }
/// assert!(game.tick(Time::from_millis(301_000)).is_empty());
/// assert_eq!(game.deadline(), Some(Time::from_millis(601_000)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    options: Arc<Options>,
    line: PlayedLine,
    clock: Clock,
    /// One entry for each move of the line.
    turns: Vec<Turn>,
    /// The time at which the side to move got the turn.
    turn_began: Time,
    /// The time of the last event. No later event has an earlier time.
    last_event_at: Time,
    /// The squares of the pieces that the side to move has touched, in order.
    touched: Vec<Square>,
    /// The move with which the side to move claimed a draw incorrectly.
    intended: Option<Move>,
    draw_offer: Option<Color>,
    /// The number of half-moves played when each side last offered a draw.
    last_offer: ByColor<Option<usize>>,
    takeback: Option<Color>,
    abort: Option<Color>,
    /// Which sides have given up half of their time.
    berserk: ByColor<bool>,
    ending: Option<Ending>,
    /// The number of events so far.
    event_count: u64,
    proven_alive: ProvenAlive,
}

/// Whether it is proven that the last move did not end the game. The proof that
/// a position is not dead can take longer than a move should, so it is found once
/// and remembered. This affects how long an answer takes, never the answer.
#[derive(Debug)]
struct ProvenAlive(AtomicBool);

/// What the game remembers about a move in addition to the move itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    /// Both clocks at the start of the turn, for a takeback.
    before: ClockSnapshot,
    /// How long the player thought.
    took: Span,
    /// The time on the player's clock after the move.
    left: Option<Span>,
    offered_draw: bool,
}

/// The time that FIDE 9.5.3 adds to the opponent's clock after an incorrect
/// claim.
const WRONG_CLAIM_BONUS: Span = Span::from_seconds(120);

impl Game {
    /// Starts a game at this time.
    ///
    /// # Errors
    ///
    /// Returns the ending if the game is already over in its starting position.
    pub fn start(options: Options, at: Time) -> Result<Game, Ending> {
        match options.start.outcome() {
            Some(outcome) => Err(outcome.into()),
            None => Ok(Game::begin(Arc::new(options), at)),
        }
    }

    /// Starts a game without checking whether its starting position is already over,
    /// which can take milliseconds. For options that [`Game::start`] has accepted before.
    #[must_use]
    pub fn start_unchecked(options: Options, at: Time) -> Game {
        Game::begin(Arc::new(options), at)
    }

    fn begin(options: Arc<Options>, at: Time) -> Game {
        let mut clock = Clock::new(&options.control, options.lag);
        if options.first_moves == FirstMoves::Timed {
            clock.start(at, options.start.turn());
        }
        Game {
            line: PlayedLine::from(options.start.clone()),
            clock,
            turns: Vec::new(),
            turn_began: at,
            last_event_at: at,
            touched: Vec::new(),
            intended: None,
            draw_offer: None,
            last_offer: ByColor::default(),
            takeback: None,
            abort: None,
            berserk: ByColor::default(),
            ending: None,
            event_count: 1,
            proven_alive: ProvenAlive::new(true),
            options,
        }
    }

    /// Returns the content of the first event of this game.
    #[must_use]
    pub fn start_fact(&self) -> Fact {
        Fact::Started(alloc::boxed::Box::new((*self.options).clone()))
    }

    /// Applies an event. This cannot fail: the caller has the event from
    /// [`Game::decide`] or [`Game::tick`], or from a record, which
    /// [`Game::replay`] checks.
    pub fn apply(&mut self, event: &Event) {
        let at = event.at.max(self.last_event_at);
        self.last_event_at = at;
        self.event_count += 1;
        match event.fact {
            Fact::Started(ref options) => *self = Game::begin(Arc::new((**options).clone()), at),
            Fact::Played { mv, spared } => self.play(at, mv, spared),
            Fact::Touched(square) => {
                self.touched.push(square);
                // Touching a piece declines an offer (FIDE 9.1.2.1).
                self.end_offer_of_opponent(self.turn());
            }
            Fact::Adjusted(_) => {}
            Fact::DrawOffered { by } => self.offer(by),
            Fact::DrawDeclined { by } => self.end_offer_of_opponent(by),
            Fact::ClaimFailed { intended, .. } => {
                // The first intended move is binding, whatever is claimed later.
                self.intended = self.intended.or(intended);
                self.clock.give(!self.turn(), WRONG_CLAIM_BONUS);
                // A claim is also a draw offer (FIDE 9.1.2.3).
                if self.draw_offer.is_none() && self.may_agree() {
                    self.offer(self.turn());
                }
            }
            Fact::TakebackRequested { by } => self.takeback = Some(by),
            Fact::TakebackDeclined { .. } => self.takeback = None,
            Fact::TakenBack { plies } => self.take_back(at, plies),
            Fact::AbortRequested { by } => self.abort = Some(by),
            Fact::TimeGiven { to, span } => self.clock.give(to, span),
            Fact::Berserked { by } => {
                self.berserk[by] = true;
                self.clock.halve(by);
            }
            Fact::Ended(ending) => {
                self.clock.stop(at);
                self.draw_offer = None;
                self.takeback = None;
                self.abort = None;
                self.ending = Some(ending);
            }
        }
    }

    fn play(&mut self, at: Time, mv: Move, spared: Span) {
        let by = self.turn();
        let before = self.clock.snapshot();
        self.clock = self.clock_after_move(at, spared);
        // An offer made in this turn before the move counts as made with it.
        let offered_draw = self.last_offer[by] == Some(self.turns.len());
        self.turns.push(Turn {
            before,
            took: at - self.turn_began - spared,
            left: self.clock.remaining(by, at),
            offered_draw,
        });
        if offered_draw {
            self.last_offer[by] = Some(self.turns.len());
        }
        // The position before the move was not dead. If the move can be undone by
        // later moves, the position after it is not dead either.
        self.proven_alive = ProvenAlive::new(self.position().can_return_after(mv));
        self.line.play(mv);
        self.begin_turn(at);
        // A move declines the opponent's offer; the player's own remains (C8).
        self.end_offer_of_opponent(by);
        self.takeback = None;
        self.abort = None;
    }

    /// Returns the clocks after the side to move has moved.
    fn clock_after_move(&self, at: Time, spared: Span) -> Clock {
        let mut clock = self.clock.clone();
        if self.is_first_move_free() {
            clock.press_free(self.turn());
            // The clocks start once both sides have moved.
            if self.turns.len() == 1 {
                clock.start(at, !self.turn());
            }
        } else {
            clock.press(at, spared);
        }
        clock
    }

    fn take_back(&mut self, at: Time, plies: usize) {
        for _ in 0..plies {
            let (Some(turn), Some(_)) = (self.turns.pop(), self.line.take_back()) else {
                break;
            };
            // The clocks go back to the start of the turn in which the move was
            // played.
            self.clock.restore(turn.before, at, self.turn());
        }
        if self.is_first_move_free() {
            self.clock.stop(at);
        }
        self.proven_alive = ProvenAlive::new(true);
        self.begin_turn(at);
        self.draw_offer = None;
        let left = self.turns.len();
        for color in Color::ALL {
            self.last_offer[color] = self.last_offer[color].filter(|&ply| ply <= left);
        }
        self.takeback = None;
        self.abort = None;
    }

    fn begin_turn(&mut self, at: Time) {
        self.turn_began = at;
        self.touched.clear();
        self.intended = None;
    }

    fn offer(&mut self, by: Color) {
        self.draw_offer = Some(by);
        let ply = self.turns.len();
        self.last_offer[by] = Some(ply);
        // A score sheet has the sign (=) next to the move of the offering side.
        if let Some(turn) = self
            .turns
            .last_mut()
            .filter(|_| self.line.position().turn() != by)
        {
            turn.offered_draw = true;
        }
    }

    /// Ends the opponent's draw offer, because this side has declined it.
    fn end_offer_of_opponent(&mut self, by: Color) {
        if self.draw_offer == Some(!by) {
            self.draw_offer = None;
        }
    }

    /// Returns the options of the game.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the moves played and the positions between them.
    #[must_use]
    pub const fn line(&self) -> &PlayedLine {
        &self.line
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Returns both clocks.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns the ending of the game, or `None` while it is in progress.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns the number of events so far, including the start. It is also the
    /// number of the next event, counted from 0.
    #[must_use]
    pub const fn event_count(&self) -> u64 {
        self.event_count
    }

    /// Returns the time of the last event.
    #[must_use]
    pub const fn last_event_at(&self) -> Time {
        self.last_event_at
    }

    /// Returns the side whose draw offer has not been answered yet.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Returns the side whose takeback request has not been answered yet.
    #[must_use]
    pub const fn takeback_requested_by(&self) -> Option<Color> {
        self.takeback
    }

    /// Returns the side that has asked to abort the game.
    #[must_use]
    pub const fn abort_requested_by(&self) -> Option<Color> {
        self.abort
    }

    /// Reports whether this side has given up half of its time.
    #[must_use]
    pub fn has_berserked(&self, color: Color) -> bool {
        self.berserk[color]
    }

    /// Returns the squares of the pieces that the side to move has touched, in
    /// order.
    #[must_use]
    pub fn touched(&self) -> &[Square] {
        &self.touched
    }

    /// Returns what the side to move must do because of the touched pieces or an
    /// incorrect claim.
    #[must_use]
    pub fn obligation(&self) -> Obligation {
        match self.intended {
            Some(mv) => Obligation::Play(mv),
            None => Obligation::of(self.position(), &self.touched),
        }
    }

    /// Returns the time at which the caller should call [`Game::tick`]: when a
    /// flag falls, when the first move is overdue, or at once if it is not yet
    /// proven that the position is not dead. `None` if nothing happens without
    /// the players.
    #[must_use]
    pub fn deadline(&self) -> Option<Time> {
        if self.ending.is_some() {
            return None;
        }
        if !self.proven_alive.get() {
            return Some(self.last_event_at);
        }
        self.time_limit()
    }

    /// Returns the time at which the side to move runs out of time: the
    /// [`deadline`](Game::deadline) once it is proven that the position is not
    /// dead.
    #[must_use]
    pub fn time_limit(&self) -> Option<Time> {
        if self.ending.is_some() {
            return None;
        }
        self.turn_limit(self.turns.len(), self.turn_began, &self.clock)
    }

    /// Returns the [`time_limit`](Game::time_limit) after these events. The most
    /// common cases, no event and a single move, are computed without a copy of the
    /// game.
    #[must_use]
    pub fn time_limit_after(&self, events: &[Event]) -> Option<Time> {
        match events {
            [] => return self.time_limit(),
            [event] => {
                if let Fact::Played { spared, .. } = event.fact {
                    let at = event.at.max(self.last_event_at);
                    let clock = self.clock_after_move(at, spared);
                    return self.turn_limit(self.turns.len() + 1, at, &clock);
                }
            }
            _ => {}
        }
        let mut after = self.clone();
        for event in events {
            after.apply(event);
        }
        after.time_limit()
    }

    /// Returns the time limit of a turn that began at this time, after this many
    /// half-moves.
    fn turn_limit(&self, moves: usize, began: Time, clock: &Clock) -> Option<Time> {
        match self.options.first_moves {
            FirstMoves::Free { limit } if moves < 2 => {
                limit.and_then(|limit| began.checked_add(limit))
            }
            _ => clock.deadline(),
        }
    }

    /// Reports whether both sides have moved, so that they can agree on a draw
    /// (FIDE 5.2.3).
    fn may_agree(&self) -> bool {
        self.turns.len() >= 2
    }

    /// Reports whether the side to move is about to make its first move, and the
    /// first moves are not timed.
    fn is_first_move_free(&self) -> bool {
        self.turns.len() < 2 && self.options.first_moves != FirstMoves::Timed
    }
}

impl ProvenAlive {
    fn new(is_proven: bool) -> ProvenAlive {
        ProvenAlive(AtomicBool::new(is_proven))
    }

    fn get(&self) -> bool {
        self.0.load(Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Relaxed);
    }
}

impl Clone for ProvenAlive {
    fn clone(&self) -> ProvenAlive {
        ProvenAlive::new(self.get())
    }
}

/// Two games are equal if they have the same options and moves and the same
/// state in everything that affects a decision.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        let moves = |game: &Game| game.line.moves().map(|(_, mv)| mv).collect::<Vec<_>>();
        self.options == other.options
            && moves(self) == moves(other)
            && self.clock == other.clock
            && self.turns == other.turns
            && self.turn_began == other.turn_began
            && self.last_event_at == other.last_event_at
            && self.touched == other.touched
            && self.intended == other.intended
            && self.draw_offer == other.draw_offer
            && self.last_offer == other.last_offer
            && self.takeback == other.takeback
            && self.abort == other.abort
            && self.ending == other.ending
            && self.event_count == other.event_count
    }
}

impl Eq for Game {}
