//! Deciding what follows from an action, and what happens without one.

use alloc::{vec, vec::Vec};

use arbiter_rules::{Claim, Color, Move, Occupant, Square, UciMove};

use super::Game;
use crate::{
    Action, Berserk, Conduct, Draws, Ending, Event, Fact, PlayRequest, Rating, Reason, Refusal,
    Span, Time, Verdict,
};

/// How many positions a quick check may visit, so that it takes about half a
/// millisecond at most.
const QUICK_CHECK_POSITIONS: usize = 300;

/// How many events other than moves a game may have, before any move is played.
const MAX_OTHER_EVENTS: u64 = 1_000;
/// How many more events other than moves a game may have for each half-move played.
const MAX_OTHER_EVENTS_PER_MOVE: u64 = 4;

/// The most that a clock can have after time was added: 30 days.
const MAX_CLOCK: Span = Span::from_seconds(30 * 24 * 60 * 60);

/// The longest time that a player can add to the opponent's clock at once: one
/// day.
const MAX_GIVEN_TIME: Span = Span::from_seconds(24 * 60 * 60);

/// Fifty moves of each side, in half-moves.
const FIFTY_MOVES_PLIES: u16 = 100;

impl Game {
    /// Returns the events that follow from an action of a player. The game does
    /// not change until they are [applied](Game::apply).
    ///
    /// If the side to move has run out of time by then, the end of the game is
    /// the only event, whatever the action is.
    ///
    /// # Errors
    ///
    /// Returns the reason if the action is refused.
    pub fn decide(&self, at: Time, by: Color, action: Action) -> Result<Vec<Event>, Refusal> {
        if let Some(ending) = self.ending {
            return Err(Refusal::Over(ending));
        }
        let at = at.max(self.last_event_at);
        // Whether a move arrives in time also depends on its lag.
        if !matches!(action, Action::Play(_)) {
            let overdue = self.tick(at);
            if !overdue.is_empty() {
                return Ok(overdue);
            }
        }
        let facts = match action {
            Action::Play(play) => return self.decide_play(at, by, play),
            Action::Touch(square) => self.touch(by, square)?,
            Action::Adjust(square) => self.adjust(by, square)?,
            Action::OfferDraw => self.offer_draw(by)?,
            Action::AcceptDraw => self.accept_draw(by)?,
            Action::DeclineDraw => self.decline_draw(by)?,
            Action::Claim { claim, intended } => self.claim(by, claim, intended)?,
            Action::Resign => vec![Fact::Ended(self.resigned(by))],
            Action::RequestTakeback => self.request_takeback(by)?,
            Action::AcceptTakeback => self.accept_takeback(by)?,
            Action::DeclineTakeback => self.decline_takeback(by)?,
            Action::Abort => self.request_abort(by)?,
            Action::GiveTime(span) => self.give_time(by, span)?,
            Action::Berserk => self.go_berserk(by)?,
            Action::Abandon => vec![Fact::Ended(self.abandoned(by))],
        };
        let is_over = facts.iter().any(|fact| matches!(fact, Fact::Ended(_)));
        if !facts.is_empty() && !is_over && self.has_too_many_events() {
            return Err(Refusal::TooManyActions);
        }
        Ok(facts.into_iter().map(|fact| Event { at, fact }).collect())
    }

    /// Returns the events that follow if an arbiter ends the game: with a winner,
    /// as a draw, or without a result.
    ///
    /// # Errors
    ///
    /// Returns the ending if the game is over.
    pub fn adjudicate(&self, at: Time, verdict: Verdict) -> Result<Vec<Event>, Refusal> {
        if let Some(ending) = self.ending {
            return Err(Refusal::Over(ending));
        }
        let ending = match verdict {
            Verdict::Win(winner) => Ending::won(winner, Reason::Adjudication),
            Verdict::Draw => Ending::without_winner(Reason::Adjudication),
            Verdict::NoResult => Ending::without_winner(Reason::Aborted),
        };
        let at = at.max(self.last_event_at);
        let fact = Fact::Ended(ending);
        Ok(vec![Event { at, fact }])
    }

    /// Returns the events that give a player back the part of their turn between two
    /// times, during which the service kept them from playing. There are none if their
    /// clock did not run then, or the game is over.
    #[must_use]
    pub fn give_back(&self, at: Time, to: Color, from: Time, until: Time) -> Vec<Event> {
        let span = self.lost_time(to, from, until);
        if span.is_zero() {
            return Vec::new();
        }
        let at = at.max(self.last_event_at);
        let fact = Fact::TimeGiven { to, span };
        vec![Event { at, fact }]
    }

    /// Returns how much of the turn of a player lies between two times. Zero if their
    /// clock does not run, or the game is over.
    #[must_use]
    pub fn lost_time(&self, color: Color, from: Time, until: Time) -> Span {
        match self.clock.running_since(color) {
            Some(since) if self.ending.is_none() => until - from.max(since),
            _ => Span::ZERO,
        }
    }

    /// Reports whether only moves and what ends the game are still accepted, so
    /// that a game has an end and its record a bound: offers, takebacks and added
    /// time could go on forever.
    fn has_too_many_events(&self) -> bool {
        let moves = self.turns.len() as u64;
        let others = self.event_count.saturating_sub(moves);
        others >= MAX_OTHER_EVENTS + MAX_OTHER_EVENTS_PER_MOVE * moves
    }

    /// Returns the events that happen without an action: the position turns out
    /// to be dead, a flag falls, or the first move is overdue. There are none
    /// before the [`deadline`](Game::deadline) and none once the game is over.
    ///
    /// Checking for a dead position takes microseconds in most games, and up to
    /// about 30 milliseconds in blocked positions that were composed to be hard.
    #[must_use]
    pub fn tick(&self, at: Time) -> Vec<Event> {
        if self.ending.is_some() {
            return Vec::new();
        }
        let at = at.max(self.last_event_at);
        if let Some(event) = self.unrecorded_ending() {
            return vec![event];
        }
        match self.time_limit() {
            Some(limit) if limit <= at => vec![self.overdue(at)],
            _ => Vec::new(),
        }
    }

    /// Reports whether a quick check proves that the last move did not end the
    /// game, as it does in nearly every position. [`Game::tick`] then has nothing
    /// left to prove. Callers that cannot wait for the full proof use this.
    #[must_use]
    pub fn is_plainly_alive(&self) -> bool {
        if self.proven_alive.get() {
            return true;
        }
        let position = self.position();
        // Draws by repetition or by the move counter are left to the full check.
        let is_plain = self.ending.is_none()
            && position.halfmoves() < FIFTY_MOVES_PLIES
            && position.has_legal_move()
            && self.line.repetitions() < 3;
        let is_alive = is_plain && position.is_dead_within(QUICK_CHECK_POSITIONS) == Some(false);
        if is_alive {
            self.proven_alive.set();
        }
        is_alive
    }

    /// Reports whether it has been proven that the last move did not end the game.
    #[must_use]
    pub fn is_proven_alive(&self) -> bool {
        self.proven_alive.get()
    }

    /// Notes that somebody else has proven that the last move did not end the game.
    pub fn note_proven_alive(&self) {
        self.proven_alive.set();
    }

    /// Reports whether a quick check answers everything that [`Game::decide`] and
    /// [`Game::tick`] may have to prove, as in nearly every position: that the
    /// position is not dead, and whether a player who resigns or runs out of time
    /// loses. Callers that cannot wait for a proof use this.
    #[must_use]
    pub fn is_quick_to_judge(&self) -> bool {
        let is_known = |color| {
            let can_win = self.position().can_win_within(color, QUICK_CHECK_POSITIONS);
            can_win.is_some()
        };
        self.ending.is_some() || self.is_plainly_alive() && Color::ALL.into_iter().all(is_known)
    }

    /// Returns the end of the game if the last move caused it and it has not been
    /// recorded: because the position is dead and the proof was left to
    /// [`Game::tick`] (FIDE 5.2.2), or because the record was cut off after the
    /// move.
    fn unrecorded_ending(&self) -> Option<Event> {
        if self.proven_alive.get() {
            return None;
        }
        let outcome = self.line.outcome().map(Ending::from);
        match outcome.or_else(|| self.automatic_draw(None)) {
            Some(ending) => Some(Event {
                at: self.last_event_at,
                fact: Fact::Ended(ending),
            }),
            None => {
                self.proven_alive.set();
                None
            }
        }
    }

    /// Returns the end of the game because the side to move has run out of time
    /// or has not made its first move in time.
    fn overdue(&self, at: Time) -> Event {
        let ending = if self.is_first_move_free() {
            Ending::without_winner(Reason::Aborted)
        } else {
            self.lost(self.turn(), Reason::Time, Reason::UnwinnableOnTime)
        };
        Event {
            at,
            fact: Fact::Ended(ending),
        }
    }

    fn decide_play(&self, at: Time, by: Color, play: PlayRequest) -> Result<Vec<Event>, Refusal> {
        if let Some(event) = self.unrecorded_ending() {
            return Ok(vec![event]);
        }
        let Some(spared) = self.spared(at, by, play.lag) else {
            return Ok(vec![self.overdue(at)]);
        };
        self.check_turn(by)?;
        let mv = self.line.find(play.uci)?;
        self.check_obligation(mv)?;
        // A draw can be agreed only once both sides have moved.
        if play.offers_draw && self.turns.is_empty() {
            return Err(Refusal::TooEarlyForDraw);
        }
        let mut events = vec![Event {
            at,
            fact: Fact::Played { mv, spared },
        }];
        if let Some(ending) = self.ending_after(mv) {
            let fact = Fact::Ended(ending);
            events.push(Event { at, fact });
        } else if play.offers_draw && self.draw_offer != Some(by) {
            let fact = Fact::DrawOffered { by };
            events.push(Event { at, fact });
        }
        Ok(events)
    }

    /// Returns how much of the time of a move that arrives now is not charged.
    /// `None` if the move is too late even so.
    fn spared(&self, at: Time, by: Color, lag: Span) -> Option<Span> {
        if self.clock.running() == Some(by) {
            return self.clock.spare(at, lag);
        }
        self.tick(at).is_empty().then_some(Span::ZERO)
    }

    /// Returns the end of the game that this move causes.
    fn ending_after(&self, mv: Move) -> Option<Ending> {
        let outcome = self.line.outcome_after(mv).map(Ending::from);
        outcome.or_else(|| self.automatic_draw(Some(mv)))
    }

    /// Returns the draw that ends the game without a claim, in the current
    /// position or after this move, if the players have agreed on automatic
    /// draws.
    fn automatic_draw(&self, mv: Option<Move>) -> Option<Ending> {
        if self.options.draws == Draws::ByClaim {
            return None;
        }
        let claim = [Claim::Threefold, Claim::FiftyMoves]
            .into_iter()
            .find(|&claim| self.check_claim(claim, mv).0)?;
        Some(Ending::without_winner(claim.reason().into()))
    }

    fn check_turn(&self, by: Color) -> Result<(), Refusal> {
        let turn = self.turn();
        if turn == by {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn { turn })
        }
    }

    /// Checks that a move fulfills the obligation of the side to move.
    pub(super) fn check_obligation(&self, mv: Move) -> Result<(), Refusal> {
        if self.touched.is_empty() && self.intended.is_none() {
            return Ok(());
        }
        let position = self.position();
        let obligation = self.obligation();
        if obligation.allows(position, mv) {
            return Ok(());
        }
        let mut moves = obligation.moves(position);
        let only = moves.next().filter(|_| moves.next().is_none());
        Err(Refusal::Obliged {
            obligation,
            tried: position.san(mv),
            only: only.map(|mv| position.san(mv)),
        })
    }

    fn check_turn_to_touch(&self, by: Color) -> Result<(), Refusal> {
        self.check_turn(by)
            .map_err(|_| Refusal::TouchOutOfTurn { turn: !by })
    }

    fn touch(&self, by: Color, square: Square) -> Result<Vec<Fact>, Refusal> {
        self.check_turn_to_touch(by)?;
        if self.position().board().piece_at(square).is_none() {
            return Err(Refusal::NothingThere(square));
        }
        // Touching has no effect in a casual game, and touching a piece again
        // changes nothing.
        let is_new = self.options.conduct == Conduct::Formal && !self.touched.contains(&square);
        Ok(Vec::from_iter(is_new.then_some(Fact::Touched(square))))
    }

    fn adjust(&self, by: Color, square: Square) -> Result<Vec<Fact>, Refusal> {
        self.check_turn_to_touch(by)?;
        let Some(piece) = self.position().board().piece_at(square) else {
            return Err(Refusal::NothingThere(square));
        };
        if self.touched.contains(&square) {
            return Err(Refusal::AdjustTooLate(Occupant { piece, square }));
        }
        Ok(vec![Fact::Adjusted(square)])
    }

    fn offer_draw(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        match self.draw_offer {
            Some(offerer) if offerer == by => return Err(Refusal::OfferStands),
            Some(offerer) => return Err(Refusal::AnswerOffer { by: offerer }),
            None => {}
        }
        if !self.may_agree() {
            return Err(Refusal::TooEarlyForDraw);
        }
        // Repeated offers would disturb the opponent (FIDE 11.5).
        if self.last_offer[by].is_some_and(|ply| !self.has_moved_since(by, ply)) {
            return Err(Refusal::OfferedJustNow);
        }
        Ok(vec![Fact::DrawOffered { by }])
    }

    /// Reports whether this side has moved since this many half-moves were
    /// played.
    fn has_moved_since(&self, by: Color, ply: usize) -> bool {
        let moves = self.turns.len() - ply;
        // The last move was made by the side that is not to move.
        moves > usize::from(self.turn() == by)
    }

    fn accept_draw(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        self.check_offer(by)?;
        let ending = Ending::without_winner(Reason::Agreement);
        Ok(vec![Fact::Ended(ending)])
    }

    fn decline_draw(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        self.check_offer(by)?;
        Ok(vec![Fact::DrawDeclined { by }])
    }

    fn check_offer(&self, by: Color) -> Result<(), Refusal> {
        if self.draw_offer == Some(!by) {
            Ok(())
        } else {
            Err(Refusal::NoOffer)
        }
    }

    fn claim(
        &self,
        by: Color,
        claim: Claim,
        intended: Option<UciMove>,
    ) -> Result<Vec<Fact>, Refusal> {
        self.check_turn(by)
            .map_err(|_| Refusal::ClaimOutOfTurn { turn: !by })?;
        if !self.touched.is_empty() {
            return Err(Refusal::ClaimAfterTouch);
        }
        let intended = match intended {
            Some(uci) => Some(self.line.find(uci)?),
            None => None,
        };
        if let Some(mv) = intended {
            self.check_obligation(mv)?;
        }
        let (is_correct, count) = self.check_claim(claim, intended);
        if is_correct {
            let reason = claim.reason().into();
            return Ok(vec![Fact::Ended(Ending::without_winner(reason))]);
        }
        match self.options.conduct {
            Conduct::Formal => Ok(vec![Fact::ClaimFailed { claim, intended }]),
            Conduct::Casual => Err(Refusal::NoClaim {
                claim,
                count,
                intended: intended.map(|mv| self.position().san(mv)),
            }),
        }
    }

    /// Reports whether a claim is correct, with the number of occurrences or
    /// half-moves it is based on.
    pub(super) fn check_claim(&self, claim: Claim, intended: Option<Move>) -> (bool, usize) {
        let position = match intended {
            Some(mv) => self.position().after(mv),
            None => self.position().clone(),
        };
        match claim {
            Claim::Threefold => {
                let earlier = self.line.occurrences(&position);
                // The current position is already counted.
                let count = earlier + usize::from(intended.is_some());
                (count >= 3, count)
            }
            Claim::FiftyMoves => {
                let halfmoves = position.halfmoves();
                (halfmoves >= FIFTY_MOVES_PLIES, halfmoves.into())
            }
        }
    }

    fn resigned(&self, by: Color) -> Ending {
        self.lost(by, Reason::Resignation, Reason::UnwinnableOnResignation)
    }

    /// Returns the ending if this side leaves the game, which counts like resigning.
    fn abandoned(&self, by: Color) -> Ending {
        self.lost(by, Reason::Abandonment, Reason::UnwinnableOnResignation)
    }

    /// Returns a loss of this side, or a draw if the opponent cannot checkmate by
    /// any series of legal moves (C6, C7). It is a loss if that cannot be decided
    /// in reasonable time.
    fn lost(&self, by: Color, reason: Reason, unwinnable: Reason) -> Ending {
        if self.position().can_win(!by) == Some(false) {
            Ending::without_winner(unwinnable)
        } else {
            Ending::won(!by, reason)
        }
    }

    fn request_takeback(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        if !self.options.allows_takebacks() {
            return Err(Refusal::NoTakebacks);
        }
        match self.takeback {
            Some(asker) if asker == by => return Err(Refusal::TakebackRequested),
            // Both players want it.
            Some(_) => return self.accept_takeback(by),
            None => {}
        }
        if self.turns.len() < self.plies_to_take_back(by) {
            return Err(Refusal::NothingToTakeBack);
        }
        Ok(vec![Fact::TakebackRequested { by }])
    }

    /// Returns how many half-moves must be taken back to undo the last move of
    /// this side.
    fn plies_to_take_back(&self, by: Color) -> usize {
        if self.turn() == by { 2 } else { 1 }
    }

    fn accept_takeback(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        self.check_takeback_request(by)?;
        let plies = self.plies_to_take_back(!by);
        Ok(vec![Fact::TakenBack { plies }])
    }

    fn decline_takeback(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        self.check_takeback_request(by)?;
        Ok(vec![Fact::TakebackDeclined { by }])
    }

    fn check_takeback_request(&self, by: Color) -> Result<(), Refusal> {
        if self.takeback == Some(!by) {
            Ok(())
        } else {
            Err(Refusal::NoTakebackRequested)
        }
    }

    fn request_abort(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        let is_agreed = self.abort == Some(!by);
        if self.turns.len() < 2 || is_agreed {
            let ending = Ending::without_winner(Reason::Aborted);
            return Ok(vec![Fact::Ended(ending)]);
        }
        if self.options.rating == Rating::Rated {
            return Err(Refusal::TooLateToAbort);
        }
        if self.abort == Some(by) {
            return Err(Refusal::AbortRequested);
        }
        Ok(vec![Fact::AbortRequested { by }])
    }

    fn give_time(&self, by: Color, span: Span) -> Result<Vec<Fact>, Refusal> {
        if self.clock.remaining(by, self.last_event_at).is_none() {
            return Err(Refusal::NoClock);
        }
        if span.is_zero() || span > MAX_GIVEN_TIME {
            return Err(Refusal::NotATime);
        }
        let left = self.clock.remaining(!by, self.last_event_at);
        if left.is_some_and(|left| left + span > MAX_CLOCK) {
            return Err(Refusal::ClockFull);
        }
        Ok(vec![Fact::TimeGiven { to: !by, span }])
    }

    fn go_berserk(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        if !self.may_halve(by) {
            return Err(Refusal::NoBerserk);
        }
        if self.has_moved_since(by, 0) {
            return Err(Refusal::TooLateForBerserk);
        }
        // Asking for it again changes nothing.
        let is_new = !self.berserk[by];
        Ok(Vec::from_iter(is_new.then_some(Fact::Berserked { by })))
    }

    /// Reports whether the options allow this side to give up half of its time.
    fn may_halve(&self, by: Color) -> bool {
        let has_half = self.options.control.of(by).halved().is_some();
        self.options.berserk == Berserk::Allowed && has_half
    }

    /// Reports whether this side can still give up half of its time.
    pub(super) fn can_berserk(&self, by: Color) -> bool {
        self.may_halve(by) && !self.berserk[by] && !self.has_moved_since(by, 0)
    }
}
