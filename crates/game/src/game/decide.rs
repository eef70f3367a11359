//! What comes of a wish.

use alloc::{vec, vec::Vec};

use arbiter_rules::{Claim, Color, Move, Occupant, Square, UciMove};

use super::Game;
use crate::{
    Action, Conduct, Draws, Ending, Event, Fact, PlayRequest, Rating, Reason, Refusal, Span, Time,
};

/// How many positions a quick look may take.
const A_LOOK: usize = 1_000;

/// The most that is given to a clock at once.
const DAY: Span = Span::from_seconds(24 * 60 * 60);

impl Game {
    /// What comes of a wish: events, or why not. It changes nothing.
    ///
    /// If time has run out before, that is the event, whatever the wish is: a
    /// move and a flag exclude one another.
    ///
    /// # Errors
    ///
    /// The reason why the wish is not fulfilled.
    pub fn decide(&self, at: Time, by: Color, action: Action) -> Result<Vec<Event>, Refusal> {
        if let Some(ending) = self.ending {
            return Err(Refusal::Over(ending));
        }
        let at = at.max(self.now);
        // Whether a move is in time depends on how long it was on its way.
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
            Action::RequestTakeback => self.ask_take_back(by)?,
            Action::AcceptTakeback => self.grant_take_back(by)?,
            Action::DeclineTakeback => self.refuse_take_back(by)?,
            Action::Abort => self.call_off(by)?,
            Action::GiveTime(span) => self.give_time(by, span)?,
            Action::Abandon => vec![Fact::Ended(self.abandoned(by))],
        };
        Ok(facts.into_iter().map(|fact| Event { at, fact }).collect())
    }

    /// What happens by itself: the position turns out to be dead, a flag falls,
    /// or a first move does not come. Nothing before the
    /// [`deadline`](Game::deadline), and nothing once the game is over.
    ///
    /// Whether a position is dead takes microseconds in most games, and in
    /// blocked positions made to be hard a second or more.
    #[must_use]
    pub fn tick(&self, at: Time) -> Vec<Event> {
        if self.ending.is_some() {
            return Vec::new();
        }
        let at = at.max(self.now);
        if let Some(event) = self.found_over() {
            return vec![event];
        }
        match self.time_limit() {
            Some(limit) if limit <= at => vec![self.overdue(at)],
            _ => Vec::new(),
        }
    }

    /// Whether a quick look is enough to see that the game goes on, as in nearly
    /// every position from a game: then [`Game::tick`] has no more to prove.
    /// For whoever cannot wait for a proof.
    #[must_use]
    pub fn is_plainly_alive(&self) -> bool {
        if self.alive.is_known() {
            return true;
        }
        let position = self.position();
        // Claims, repetitions and the like are left to the thorough look.
        let is_plain = self.ending.is_none()
            && position.halfmoves() < FIFTY_MOVES
            && position.has_legal_move()
            && self.line.repetitions() < 3;
        let is_alive = is_plain && position.is_dead_within(A_LOOK) == Some(false);
        if is_alive {
            self.alive.remember();
        }
        is_alive
    }

    /// The end of the game, if the last move has brought it about and nobody
    /// has said so yet: because it took a closer look to see that the position
    /// is dead (FIDE 5.2.2), or because the record broke off after the move.
    fn found_over(&self) -> Option<Event> {
        if self.alive.is_known() {
            return None;
        }
        let outcome = self.line.outcome().map(Ending::from);
        match outcome.or_else(|| self.automatic_draw(None)) {
            Some(ending) => Some(Event {
                at: self.now,
                fact: Fact::Ended(ending),
            }),
            None => {
                self.alive.remember();
                None
            }
        }
    }

    /// Time is up: the flag of the side to move is down, or its first move
    /// did not come.
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
        if let Some(event) = self.found_over() {
            return Ok(vec![event]);
        }
        let Some(spared) = self.spared(at, by, play.lag) else {
            return Ok(vec![self.overdue(at)]);
        };
        self.needs_turn(by)?;
        let mv = self.line.find(play.uci)?;
        self.needs_duty(mv)?;
        // With this move each side has made one, or not.
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

    /// How much of the time of a move that arrives now is not charged; nothing
    /// if it comes too late all the same.
    fn spared(&self, at: Time, by: Color, lag: Span) -> Option<Span> {
        if self.clock.running() == Some(by) {
            return self.clock.spare(at, lag);
        }
        self.tick(at).is_empty().then_some(Span::ZERO)
    }

    /// How the game ends with this move, if it does.
    fn ending_after(&self, mv: Move) -> Option<Ending> {
        let outcome = self.line.outcome_after(mv).map(Ending::from);
        outcome.or_else(|| self.automatic_draw(Some(mv)))
    }

    /// The draw that need not be claimed where the players agreed on that, now
    /// or with this move.
    fn automatic_draw(&self, mv: Option<Move>) -> Option<Ending> {
        if self.options.draws == Draws::ByClaim {
            return None;
        }
        let claim = [Claim::Threefold, Claim::FiftyMoves]
            .into_iter()
            .find(|&claim| self.look_at_claim(claim, mv).0)?;
        Some(Ending::without_winner(claim.reason().into()))
    }

    fn needs_turn(&self, by: Color) -> Result<(), Refusal> {
        let turn = self.turn();
        if turn == by {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn { turn })
        }
    }

    /// Whether the move fulfills what the player owes for touching pieces.
    pub(super) fn needs_duty(&self, mv: Move) -> Result<(), Refusal> {
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

    fn needs_turn_to_touch(&self, by: Color) -> Result<(), Refusal> {
        self.needs_turn(by)
            .map_err(|_| Refusal::TouchOutOfTurn { turn: !by })
    }

    fn touch(&self, by: Color, square: Square) -> Result<Vec<Fact>, Refusal> {
        self.needs_turn_to_touch(by)?;
        if self.position().board().piece_at(square).is_none() {
            return Err(Refusal::NothingThere(square));
        }
        // In a casual game touching binds nobody; to touch a piece again
        // changes nothing.
        let is_new = self.options.conduct == Conduct::Formal && !self.touched.contains(&square);
        Ok(Vec::from_iter(is_new.then_some(Fact::Touched(square))))
    }

    fn adjust(&self, by: Color, square: Square) -> Result<Vec<Fact>, Refusal> {
        self.needs_turn_to_touch(by)?;
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
        // Offering again and again disturbs the opponent (FIDE 11.5).
        if self.last_offer[by].is_some_and(|ply| !self.has_moved_since(by, ply)) {
            return Err(Refusal::OfferedJustNow);
        }
        Ok(vec![Fact::DrawOffered { by }])
    }

    /// Whether this side has made a move since so many were played.
    fn has_moved_since(&self, by: Color, ply: usize) -> bool {
        let moves = self.turns.len() - ply;
        // The last move was made by the side whose turn it is not.
        moves > usize::from(self.turn() == by)
    }

    fn accept_draw(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        self.needs_offer(by)?;
        let ending = Ending::without_winner(Reason::Agreement);
        Ok(vec![Fact::Ended(ending)])
    }

    fn decline_draw(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        self.needs_offer(by)?;
        Ok(vec![Fact::DrawDeclined { by }])
    }

    fn needs_offer(&self, by: Color) -> Result<(), Refusal> {
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
        self.needs_turn(by)
            .map_err(|_| Refusal::ClaimOutOfTurn { turn: !by })?;
        if !self.touched.is_empty() {
            return Err(Refusal::ClaimAfterTouch);
        }
        let intended = match intended {
            Some(uci) => Some(self.line.find(uci)?),
            None => None,
        };
        if let Some(mv) = intended {
            self.needs_duty(mv)?;
        }
        let (is_right, count) = self.look_at_claim(claim, intended);
        if is_right {
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

    /// Whether a claim is right, and the number it rests on.
    pub(super) fn look_at_claim(&self, claim: Claim, intended: Option<Move>) -> (bool, usize) {
        let position = match intended {
            Some(mv) => self.position().after(mv),
            None => *self.position(),
        };
        match claim {
            Claim::Threefold => {
                let earlier = self.line.occurrences(&position);
                // The present position is among those of the line.
                let count = earlier + usize::from(intended.is_some());
                (count >= 3, count)
            }
            Claim::FiftyMoves => {
                let halfmoves = position.halfmoves();
                (halfmoves >= FIFTY_MOVES, halfmoves.into())
            }
        }
    }

    fn resigned(&self, by: Color) -> Ending {
        self.lost(by, Reason::Resignation, Reason::UnwinnableOnResignation)
    }

    /// Who leaves has given up, even if he has not said so.
    fn abandoned(&self, by: Color) -> Ending {
        self.lost(by, Reason::Abandonment, Reason::UnwinnableOnResignation)
    }

    /// This side has lost, unless the other cannot mate by any series of legal
    /// moves (C6, C7). Where that cannot be decided, it has.
    fn lost(&self, by: Color, reason: Reason, unwinnable: Reason) -> Ending {
        if self.position().can_win(!by) == Some(false) {
            Ending::without_winner(unwinnable)
        } else {
            Ending::won(!by, reason)
        }
    }

    fn ask_take_back(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        if !self.options.allows_takebacks() {
            return Err(Refusal::NoTakebacks);
        }
        match self.take_back {
            Some(asker) if asker == by => return Err(Refusal::TakebackRequested),
            // Both want it.
            Some(_) => return self.grant_take_back(by),
            None => {}
        }
        if self.turns.len() < self.plies_back(by) {
            return Err(Refusal::NothingToTakeBack);
        }
        Ok(vec![Fact::TakebackRequested { by }])
    }

    /// How many moves lead back to before the last move of this side.
    fn plies_back(&self, by: Color) -> usize {
        if self.turn() == by { 2 } else { 1 }
    }

    fn grant_take_back(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        self.needs_take_back(by)?;
        let plies = self.plies_back(!by);
        Ok(vec![Fact::TakenBack { plies }])
    }

    fn refuse_take_back(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
        self.needs_take_back(by)?;
        Ok(vec![Fact::TakebackDeclined { by }])
    }

    fn needs_take_back(&self, by: Color) -> Result<(), Refusal> {
        if self.take_back == Some(!by) {
            Ok(())
        } else {
            Err(Refusal::NoTakebackRequested)
        }
    }

    fn call_off(&self, by: Color) -> Result<Vec<Fact>, Refusal> {
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
        if self.clock.remaining(by, self.now).is_none() {
            return Err(Refusal::NoClock);
        }
        if span.is_zero() || span > DAY {
            return Err(Refusal::NotATime);
        }
        Ok(vec![Fact::TimeGiven { to: !by, span }])
    }
}

/// Counted in moves of either side.
const FIFTY_MOVES: u16 = 100;
