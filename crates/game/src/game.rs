mod decide;
mod hidden;
mod replay;
mod views;

use alloc::{sync::Arc, vec::Vec};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arbiter_rules::{ByColor, Color, Move, PlayedLine, Position, Square};

use crate::{
    Clock, ClockSnapshot, Ending, Event, Fact, FirstMoves, Obligation, Options, Span, Time,
};

pub use replay::CorruptRecord;
pub use views::PlayedMove;

/// One game between two players, from the first move to the result.
///
/// [`Game::decide`] says what comes of a wish and changes nothing;
/// [`Game::apply`] makes an event true and cannot refuse.
///
/// ```
/// use arbiter_game::{Action, Game, Options, Time};
/// use arbiter_rules::{Color, UciMove};
///
/// let options = Options::default().with_clock("5+3".parse()?);
/// let mut game = Game::start(options, Time::from_millis(0)).expect("there is much to play");
/// let e4 = Action::from("e2e4".parse::<UciMove>()?);
/// for event in game.decide(Time::from_millis(900), Color::White, e4)? {
///     game.apply(&event);
/// }
/// let refusal = game.decide(Time::from_millis(950), Color::White, e4).unwrap_err();
/// assert_eq!(refusal.code(), "not_your_turn");
///
/// // Black thinks for five minutes and a bit: his first move is free, and
/// // then he has five minutes for each of the others.
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
    /// One for each move of the line.
    turns: Vec<Turn>,
    /// When the turn of the side to move began.
    turn_began: Time,
    /// When the last event happened: time does not go back.
    now: Time,
    /// What the side to move has touched, in this order.
    touched: Vec<Square>,
    /// The move with which it claimed a draw in vain.
    intended: Option<Move>,
    draw_offer: Option<Color>,
    /// How many moves had been played when this side last offered a draw.
    last_offer: ByColor<Option<usize>>,
    take_back: Option<Color>,
    abort: Option<Color>,
    ending: Option<Ending>,
    /// How many events there have been.
    number: u64,
    alive: Alive,
}

/// Whether it is known that the last move has not ended the game. To find out
/// can take longer than a move should, so it is asked once and remembered: it
/// changes how long an answer takes, and no answer.
#[derive(Debug)]
struct Alive(AtomicBool);

/// What is remembered of a move besides the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    /// Both clocks when the turn began, for taking it back.
    before: ClockSnapshot,
    /// How long the player thought.
    took: Span,
    /// What his clock showed after the move.
    left: Option<Span>,
    offered_draw: bool,
}

/// What FIDE 9.5.3 adds to the opponent's clock after a wrong claim.
const PENALTY: Span = Span::from_seconds(120);

impl Game {
    /// A game that begins now.
    ///
    /// # Errors
    ///
    /// How the game has ended, if there is nothing left to play from its
    /// position.
    pub fn start(options: Options, at: Time) -> Result<Game, Ending> {
        match options.start.outcome() {
            Some(outcome) => Err(outcome.into()),
            None => Ok(Game::begin(Arc::new(options), at)),
        }
    }

    fn begin(options: Arc<Options>, at: Time) -> Game {
        let mut clock = Clock::new(&options.control, options.lag);
        if options.first_moves == FirstMoves::Timed {
            clock.start(at, options.start.turn());
        }
        Game {
            line: PlayedLine::from(options.start),
            clock,
            turns: Vec::new(),
            turn_began: at,
            now: at,
            touched: Vec::new(),
            intended: None,
            draw_offer: None,
            last_offer: ByColor::default(),
            take_back: None,
            abort: None,
            ending: None,
            number: 1,
            alive: Alive::known(true),
            options,
        }
    }

    /// The event with which this game began: the first of its events.
    #[must_use]
    pub fn start_fact(&self) -> Fact {
        Fact::Started(alloc::boxed::Box::new((*self.options).clone()))
    }

    /// Makes an event true. It cannot be refused: whoever has the event has it
    /// from [`Game::decide`], or from a record that [`Game::replay`] looks
    /// through.
    pub fn apply(&mut self, event: &Event) {
        let at = event.at.max(self.now);
        self.now = at;
        self.number += 1;
        match event.fact {
            Fact::Started(ref options) => *self = Game::begin(Arc::new((**options).clone()), at),
            Fact::Played { mv, spared } => self.play(at, mv, spared),
            Fact::Touched(square) => {
                self.touched.push(square);
                // Touching a piece declines an offer (FIDE 9.1.2.1).
                self.lapse_offer(self.turn());
            }
            Fact::Adjusted(_) => {}
            Fact::DrawOffered { by } => self.offer(by),
            Fact::DrawDeclined { by } => self.lapse_offer(by),
            Fact::ClaimFailed { intended, .. } => {
                // A move once named binds, whatever is claimed after it.
                self.intended = self.intended.or(intended);
                self.clock.give(!self.turn(), PENALTY);
                // A claim is also an offer (FIDE 9.1.2.3).
                if self.draw_offer.is_none() && self.may_agree() {
                    self.offer(self.turn());
                }
            }
            Fact::TakebackRequested { by } => self.take_back = Some(by),
            Fact::TakebackDeclined { .. } => self.take_back = None,
            Fact::TakenBack { plies } => self.unplay(at, plies),
            Fact::AbortRequested { by } => self.abort = Some(by),
            Fact::TimeGiven { to, span } => self.clock.give(to, span),
            Fact::Ended(ending) => {
                self.clock.stop(at);
                self.draw_offer = None;
                self.take_back = None;
                self.abort = None;
                self.ending = Some(ending);
            }
        }
    }

    fn play(&mut self, at: Time, mv: Move, spared: Span) {
        let by = self.turn();
        let before = self.clock.snapshot();
        self.clock = self.pressed(at, spared);
        // An offer made in this turn, before the move, is as one made with it.
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
        // The game went on, so the position was not dead; and what can be
        // reached from there can be reached from here, if it can be reached again.
        self.alive = Alive::known(self.position().can_return_after(mv));
        self.line.play(mv);
        self.begin_turn(at);
        // A move declines the opponent's offer; one's own stands (C8).
        self.lapse_offer(by);
        self.take_back = None;
        self.abort = None;
    }

    /// The clocks after the side to move has moved.
    fn pressed(&self, at: Time, spared: Span) -> Clock {
        let mut clock = self.clock.clone();
        if self.is_first_move_free() {
            clock.press_free(self.turn());
            // Once both have moved, time counts.
            if self.turns.len() == 1 {
                clock.start(at, !self.turn());
            }
        } else {
            clock.press(at, spared);
        }
        clock
    }

    fn unplay(&mut self, at: Time, plies: usize) {
        for _ in 0..plies {
            let (Some(turn), Some(_)) = (self.turns.pop(), self.line.take_back()) else {
                break;
            };
            // A move that is taken back was never played: the clocks show
            // what they showed when its turn began.
            self.clock.restore(turn.before, at, self.turn());
        }
        if self.is_first_move_free() {
            self.clock.stop(at);
        }
        self.alive = Alive::known(true);
        self.begin_turn(at);
        self.draw_offer = None;
        let left = self.turns.len();
        for color in Color::ALL {
            self.last_offer[color] = self.last_offer[color].filter(|&ply| ply <= left);
        }
        self.take_back = None;
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
        // The sign (=) on the score sheet stands beside the offerer's move.
        if let Some(turn) = self
            .turns
            .last_mut()
            .filter(|_| self.line.position().turn() != by)
        {
            turn.offered_draw = true;
        }
    }

    /// This side does not accept: the offer of the other is over.
    fn lapse_offer(&mut self, by: Color) {
        if self.draw_offer == Some(!by) {
            self.draw_offer = None;
        }
    }

    /// The options of the game.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The moves played and the positions between them.
    #[must_use]
    pub const fn line(&self) -> &PlayedLine {
        &self.line
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The clocks.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How the game ended, once it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How many events there have been, the start included: the number of the
    /// next one, counted from 0.
    #[must_use]
    pub const fn event_count(&self) -> u64 {
        self.number
    }

    /// When the last event happened.
    #[must_use]
    pub const fn last_event_at(&self) -> Time {
        self.now
    }

    /// Who has offered a draw that is not answered yet.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Who has asked to take a move back and has no answer yet.
    #[must_use]
    pub const fn takeback_requested_by(&self) -> Option<Color> {
        self.take_back
    }

    /// Who has asked to call the game off and has no answer yet.
    #[must_use]
    pub const fn abort_requested_by(&self) -> Option<Color> {
        self.abort
    }

    /// The squares of the pieces that the side to move has touched, in this
    /// order.
    #[must_use]
    pub fn touched(&self) -> &[Square] {
        &self.touched
    }

    /// What the side to move owes because of them.
    #[must_use]
    pub fn obligation(&self) -> Obligation {
        match self.intended {
            Some(mv) => Obligation::Play(mv),
            None => Obligation::of(self.position(), &self.touched),
        }
    }

    /// When something may happen by itself, and [`Game::tick`] is to be asked:
    /// when a flag falls, when a first move is overdue, or at once if it takes
    /// a closer look to tell whether the position is dead. None if only the
    /// players can do something.
    #[must_use]
    pub fn deadline(&self) -> Option<Time> {
        if self.ending.is_some() {
            return None;
        }
        if !self.alive.is_known() {
            return Some(self.now);
        }
        self.time_limit()
    }

    /// When the time of the side to move is up: what remains of
    /// [`Game::deadline`] once it is known that the position is not dead.
    #[must_use]
    pub fn time_limit(&self) -> Option<Time> {
        if self.ending.is_some() {
            return None;
        }
        self.turn_limit(self.turns.len(), self.turn_began, &self.clock)
    }

    /// What [`Game::time_limit`] will be once these events are true. A move is
    /// the commonest, and is looked at without a copy of the game.
    #[must_use]
    pub fn time_limit_after(&self, events: &[Event]) -> Option<Time> {
        if let [event] = events
            && let Fact::Played { spared, .. } = event.fact
        {
            let at = event.at.max(self.now);
            return self.turn_limit(self.turns.len() + 1, at, &self.pressed(at, spared));
        }
        let mut after = self.clone();
        for event in events {
            after.apply(event);
        }
        after.time_limit()
    }

    /// When a turn that began then, after so many moves, is over.
    fn turn_limit(&self, moves: usize, began: Time, clock: &Clock) -> Option<Time> {
        match self.options.first_moves {
            FirstMoves::Free { limit } if moves < 2 => {
                limit.and_then(|limit| began.checked_add(limit))
            }
            _ => clock.deadline(),
        }
    }

    /// Whether both sides have moved: before, no draw can be agreed on (FIDE
    /// 5.2.3).
    fn may_agree(&self) -> bool {
        self.turns.len() >= 2
    }

    /// Whether the side to move has its first move to make, and no clock runs
    /// for it.
    fn is_first_move_free(&self) -> bool {
        self.turns.len() < 2 && self.options.first_moves != FirstMoves::Timed
    }
}

impl Alive {
    fn known(is_known: bool) -> Alive {
        Alive(AtomicBool::new(is_known))
    }

    fn is_known(&self) -> bool {
        self.0.load(Relaxed)
    }

    fn remember(&self) {
        self.0.store(true, Relaxed);
    }
}

impl Clone for Alive {
    fn clone(&self) -> Alive {
        Alive::known(self.is_known())
    }
}

/// Equal games have had the same start and the same moves, and stand the same
/// in everything that is decided from.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        let moves = |game: &Game| game.line.moves().map(|(_, mv)| mv).collect::<Vec<_>>();
        self.options == other.options
            && moves(self) == moves(other)
            && self.clock == other.clock
            && self.turns == other.turns
            && self.turn_began == other.turn_began
            && self.now == other.now
            && self.touched == other.touched
            && self.intended == other.intended
            && self.draw_offer == other.draw_offer
            && self.last_offer == other.last_offer
            && self.take_back == other.take_back
            && self.abort == other.abort
            && self.ending == other.ending
            && self.number == other.number
    }
}

impl Eq for Game {}
