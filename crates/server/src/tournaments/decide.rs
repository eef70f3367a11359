//! Decides what may happen in a tournament. Nothing is stored or announced here.

mod arbiter;

use arbiter_game::Time;
use arbiter_rules::ByColor;
use arbiter_tournament::{
    Action, Bye, Event, GameResult, Player, Refusal, Tournament,
    arena::{Arena, ArenaAction},
    knockout::KnockoutAction,
};
use arbiter_wire::{
    ArbiterAction, PlayerKind, TournamentAccess, TournamentBye, TournamentState, TournamentSystem,
    TournamentVenue,
};

use super::{
    Due, Entrant, HostedEvent, HostedTournament, TournamentAction,
    hosted_tournament::{Participant, number_of},
};
use crate::{
    refusal::{ServerRefusal, TournamentRefusal},
    store::{BoardSlot, PlayerCard},
};

/// The number of events after which players can no longer enter or leave.
const MAX_EVENTS: u64 = 200_000;
/// How many times an entrant may leave, come back, and enter something.
const MAX_CHANGES: u32 = 300;
/// The longest name of an entrant, in characters.
const MAX_NAME_CHARACTERS: usize = 40;

/// What follows from an action, or why it is refused.
pub(super) type Decided = Result<Vec<HostedEvent>, ServerRefusal>;

impl HostedTournament {
    /// Decides what follows from an action, and changes nothing.
    ///
    /// # Errors
    ///
    /// Returns why it is refused.
    pub fn decide(&self, action: &TournamentAction, now: Time) -> Decided {
        if matches!(
            self.state,
            TournamentState::Over | TournamentState::Cancelled
        ) {
            return self.decide_after_end(action, now);
        }
        // A player who enters and leaves all the time must not fill the log.
        let changes = action.entrant(self).and_then(|it| self.participant(it));
        let has_changed_much = changes.is_some_and(|it| it.changes >= MAX_CHANGES);
        if action.is_from_player() && (self.seq > MAX_EVENTS || has_changed_much) {
            return Err(TournamentRefusal::TooManyChanges.into());
        }
        match action {
            TournamentAction::Enter { card, name, team } => {
                self.enter(card, name.as_deref(), *team, now)
            }
            TournamentAction::Add(entrant) => self.admit(entrant.clone(), now),
            &TournamentAction::Leave(number) => self.leave(number, now),
            &TournamentAction::Return(number) => {
                if self.known(number)?.is_removed {
                    return Err(TournamentRefusal::Removed.into());
                }
                self.come_back(number, now)
            }
            &TournamentAction::RequestBye(number, bye) => self.request_bye(number, bye),
            &TournamentAction::ReportResult(number, result) => self.claim(number, result),
            TournamentAction::Arbiter(action) => self.decide_for_arbiter(action, now),
            &TournamentAction::GameOver {
                slot,
                result,
                absent,
                moves,
                berserk,
            } => {
                if !self.needs_result(slot) {
                    return Ok(Vec::new());
                }
                if let Some(arena) = &self.arena {
                    let finished = (result, Some(moves), berserk);
                    return HostedTournament::finish_arena_game(arena, slot, finished, now);
                }
                if let Some(knockout) = &self.knockout {
                    return HostedTournament::record_in_knockout(knockout, slot, result);
                }
                let mut events = vec![self.recorded(slot, result)?];
                let game = self.paired_game(slot);
                let seat = absent.and_then(|color| Some(game?.players[color]));
                // A player who misses a game is not paired again until they return.
                if let Some(seat) = seat.filter(|&it| !self.rules.has_left(it)) {
                    events.push(HostedEvent::Rules(Event::Withdrawn(seat)));
                }
                Ok(events)
            }
            TournamentAction::Due(due) => self.decide_due(*due, now),
        }
    }

    /// Decides what may still happen when the tournament is over: corrections and
    /// messages.
    fn decide_after_end(&self, action: &TournamentAction, now: Time) -> Decided {
        match action {
            TournamentAction::Arbiter(
                action @ (ArbiterAction::Result { .. }
                | ArbiterAction::Penalty { .. }
                | ArbiterAction::Message { .. }),
            ) if self.state == TournamentState::Over => self.decide_for_arbiter(action, now),
            TournamentAction::GameOver { .. } | TournamentAction::Due(_) => Ok(Vec::new()),
            _ => Err(TournamentRefusal::Over.into()),
        }
    }

    fn decide_due(&self, due: Due, now: Time) -> Decided {
        match due {
            Due::Begin => self.begin(now),
            Due::Arena => Ok(match &self.arena {
                Some(arena) => HostedTournament::tick_arena(arena, now),
                None => Vec::new(),
            }),
            Due::Cancel => Ok(vec![HostedEvent::Cancelled]),
            // Rounds that cannot be paired end the tournament.
            Due::Pair => match self.pair() {
                Err(ServerRefusal::Tournament(TournamentRefusal::Rules(
                    Refusal::NoPairing(_) | Refusal::TooFewPlayers | Refusal::Finished,
                ))) => Ok(vec![HostedEvent::Finished]),
                decided => decided,
            },
            Due::StartRound => self.start_round(),
            Due::Finish => Ok(vec![HostedEvent::Finished]),
        }
    }

    fn enter(
        &self,
        card: &PlayerCard,
        name: Option<&str>,
        team: Option<u32>,
        now: Time,
    ) -> Decided {
        let entry = &self.options.entry;
        let is_account = card.view.kind.has_account();
        if card.view.kind == PlayerKind::Bot && !entry.bots {
            return Err(TournamentRefusal::NoBots.into());
        }
        if !is_account && (!entry.guests || self.options.options.rated) {
            return Err(ServerRefusal::NeedsAccount);
        }
        if entry.access == TournamentAccess::List {
            let is_meant = |it: &String| it.trim().eq_ignore_ascii_case(&card.view.name);
            if !is_account || !entry.names.iter().any(is_meant) {
                return Err(TournamentRefusal::NotListed.into());
            }
        }
        let rating = card.view.rating.and_then(|it| u32::try_from(it).ok());
        let is_high_enough = entry.min_rating.is_none_or(|min| rating >= Some(min));
        let is_low_enough = match (entry.max_rating, rating) {
            (Some(max), Some(rating)) => rating <= max,
            (Some(_), None) => false,
            (None, _) => true,
        };
        if !is_high_enough || !is_low_enough {
            return Err(TournamentRefusal::Rating.into());
        }
        let may_choose = !is_account && self.options.venue == TournamentVenue::Board;
        let name = name.filter(|_| may_choose).map(str::to_owned);
        if self.state != TournamentState::Open && !entry.late {
            return Err(TournamentRefusal::EntryClosed.into());
        }
        let entrant = Entrant {
            player: Some(card.id),
            name,
            rating,
            team,
        };
        self.admit(entrant, now)
    }

    /// Decides that somebody enters, or comes back.
    fn admit(&self, mut entrant: Entrant, now: Time) -> Decided {
        if let Some(number) = entrant.player.and_then(|player| self.number(player)) {
            let participant = self.known(number)?;
            if participant.is_removed {
                return Err(TournamentRefusal::Removed.into());
            }
            let mut known = participant.entrant.clone();
            let chosen = self.changed_team(&known, entrant.team)?;
            return match participant.seat {
                None if participant.has_left_lobby || chosen.is_some() => {
                    let mut events = Vec::new();
                    if participant.has_left_lobby {
                        events.push(HostedEvent::Readmitted(number));
                    }
                    if let Some(team) = chosen {
                        known.team = Some(team);
                        events.push(HostedEvent::TeamChosen(number, team));
                    }
                    self.with_seat(events, number, &known, now)
                }
                Some(seat) if self.has_left(seat) => self.come_back(number, now),
                _ => Err(TournamentRefusal::AlreadyEntered.into()),
            };
        }
        if let Some(name) = &mut entrant.name {
            *name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            if name.is_empty() || name.chars().count() > MAX_NAME_CHARACTERS {
                return Err(ServerRefusal::Field {
                    field: "name",
                    message: "A name has 1 to 40 characters.",
                });
            }
        }
        if entrant.player.is_none() && entrant.name.is_none() {
            return Err(TournamentRefusal::Rules(Refusal::NoName).into());
        }
        entrant.team = self.team(entrant.team)?;
        let max = usize::try_from(self.options.entry.max_players).unwrap_or(0);
        if self.player_count() >= max {
            return Err(TournamentRefusal::Full.into());
        }
        let number = number_of(self.participants.len() + 1);
        let entered = HostedEvent::Entered(entrant.clone());
        self.with_seat(vec![entered], number, &entrant, now)
    }

    /// Adds the entrant to the rules if the tournament has started.
    fn with_seat(
        &self,
        mut events: Vec<HostedEvent>,
        number: u32,
        entrant: &Entrant,
        now: Time,
    ) -> Decided {
        if self.state != TournamentState::Running {
            return Ok(events);
        }
        let player = player(number, entrant);
        match (&self.arena, &self.knockout) {
            (None, Some(knockout)) => {
                let add = KnockoutAction::Add(player);
                events.extend(HostedTournament::by_knockout(knockout, &add)?);
            }
            (Some(arena), _) => {
                let mut arena = arena.clone();
                let ready = ArenaAction::Ready(arena.player_count() + 1);
                for action in [ArenaAction::Add(player), ready] {
                    decide_and_apply_arena(&mut arena, &action, now, &mut events)?;
                }
            }
            (None, None) => events.extend(self.by_rules(&Action::Add(player))?),
        }
        Ok(events)
    }

    fn leave(&self, number: u32, now: Time) -> Decided {
        let participant = self.known(number)?;
        match (participant.seat, &self.arena) {
            (Some(seat), Some(arena)) => {
                HostedTournament::by_arena(arena, &ArenaAction::Leave(seat), now)
            }
            (Some(seat), None) => match &self.knockout {
                Some(knockout) => {
                    HostedTournament::by_knockout(knockout, &KnockoutAction::Withdraw(seat))
                }
                None => self.by_rules(&Action::Withdraw(seat)),
            },
            (None, _) if participant.is_in_lobby() => Ok(vec![HostedEvent::Left(number)]),
            (None, _) => Err(TournamentRefusal::NotEntered.into()),
        }
    }

    fn come_back(&self, number: u32, now: Time) -> Decided {
        let participant = self.known(number)?;
        let mut events = Vec::new();
        if participant.is_removed || participant.has_left_lobby {
            events.push(HostedEvent::Readmitted(number));
        }
        match (participant.seat, &self.arena) {
            (Some(seat), Some(arena)) => {
                let ready = ArenaAction::Ready(seat);
                events.extend(HostedTournament::by_arena(arena, &ready, now)?);
            }
            (Some(seat), None) if self.has_left(seat) => match &self.knockout {
                Some(knockout) => {
                    let back = KnockoutAction::Return(seat);
                    events.extend(HostedTournament::by_knockout(knockout, &back)?);
                }
                None => events.extend(self.by_rules(&Action::Return(seat))?),
            },
            (Some(_), None) if events.is_empty() => {
                return Err(TournamentRefusal::Rules(Refusal::HasNotLeft).into());
            }
            (Some(_), None) => {}
            (None, _) if events.is_empty() => {
                return Err(TournamentRefusal::AlreadyEntered.into());
            }
            (None, _) => return self.with_seat(events, number, &participant.entrant, now),
        }
        Ok(events)
    }

    fn request_bye(&self, number: u32, bye: Bye) -> Decided {
        let participant = self.known(number)?;
        let seat = participant.seat.ok_or(TournamentRefusal::NotStarted)?;
        if self.arena.is_some() {
            return Err(TournamentRefusal::NotInArena.into());
        }
        if self.knockout.is_some() {
            return Err(TournamentRefusal::FixedBracket.into());
        }
        if self.rules.next_bye(seat) == Some(bye) {
            return Ok(Vec::new());
        }
        match bye {
            Bye::HalfPoint if self.options.system.has_teams() => {
                return Err(TournamentRefusal::NoBye.into());
            }
            Bye::HalfPoint => {
                let taken = self.rules.rounds().iter().flat_map(|it| &it.byes);
                let taken = taken.filter(|&&(id, bye)| id == seat && bye == Bye::HalfPoint);
                let is_last = self.round() + 1 >= self.round_count();
                if number_of(taken.count()) >= self.options.byes || is_last {
                    return Err(TournamentRefusal::NoBye.into());
                }
            }
            Bye::ZeroPoint => {}
            Bye::PairingAllocated | Bye::FullPoint => return Err(TournamentRefusal::NoBye.into()),
        }
        self.by_rules(&Action::GrantBye(seat, bye))
    }

    fn claim(&self, number: u32, result: GameResult) -> Decided {
        if self.options.venue == TournamentVenue::Online {
            return Err(TournamentRefusal::ResultsFromGames.into());
        }
        let found = self.slot_of(number);
        let (slot, by) = found.ok_or(TournamentRefusal::NoGame)?;
        if !self.needs_result(slot) {
            return Err(TournamentRefusal::NoGame.into());
        }
        let claims = self.claims.get(&slot).copied().unwrap_or_default();
        if claims[by] == Some(result) {
            return Ok(Vec::new());
        }
        let mut events = vec![HostedEvent::Claimed { slot, by, result }];
        if claims[!by] == Some(result) {
            match &self.knockout {
                Some(knockout) => {
                    let recorded = HostedTournament::record_in_knockout(knockout, slot, result);
                    events.extend(recorded?);
                }
                None => events.push(self.recorded(slot, result)?),
            }
        }
        Ok(events)
    }

    fn begin(&self, now: Time) -> Decided {
        if self.state != TournamentState::Open {
            return Err(TournamentRefusal::Started.into());
        }
        let mut events = vec![HostedEvent::Begun];
        if let Some(arena) = &self.arena {
            let mut arena = arena.clone();
            for (number, participant) in (1..).zip(&self.participants) {
                if participant.is_in_lobby() {
                    let add = ArenaAction::Add(player(number, &participant.entrant));
                    let ready = ArenaAction::Ready(arena.player_count() + 1);
                    decide_and_apply_arena(&mut arena, &add, now, &mut events)?;
                    decide_and_apply_arena(&mut arena, &ready, now, &mut events)?;
                }
            }
            decide_and_apply_arena(&mut arena, &ArenaAction::Start, now, &mut events)?;
            return Ok(events);
        }
        if let Some(knockout) = &self.knockout {
            let mut knockout = knockout.clone();
            let adds = (1..).zip(&self.participants);
            let adds = adds.filter(|(_, participant)| participant.is_in_lobby());
            let adds = adds.map(|(number, it)| KnockoutAction::Add(player(number, &it.entrant)));
            for action in adds.chain([KnockoutAction::Pair]) {
                let decided = knockout.decide(&action);
                for event in decided.map_err(TournamentRefusal::Knockout)? {
                    knockout.apply(&event);
                    events.push(HostedEvent::Knockout(event));
                }
            }
            return Ok(events);
        }
        let mut rules = self.rules.clone();
        let entered = (1..).zip(&self.participants);
        let mut entered: Vec<_> = entered.filter(|(_, it)| it.is_in_lobby()).collect();
        // The first team is the one that enters the rules first.
        entered.sort_by_key(|(_, it)| it.entrant.team);
        for (number, participant) in entered {
            let add = Action::Add(player(number, &participant.entrant));
            decide_and_apply(&mut rules, &add, &mut events)?;
        }
        decide_and_apply(&mut rules, &Action::Pair, &mut events)?;
        Ok(events)
    }

    fn pair(&self) -> Decided {
        if let Some(knockout) = &self.knockout {
            return HostedTournament::pair_knockout(knockout);
        }
        if self.started_round < self.round() {
            return Err(TournamentRefusal::Rules(Refusal::ResultsMissing {
                round: self.rules.rounds().len(),
                games: self.rules.missing_results(),
            })
            .into());
        }
        self.by_rules(&Action::Pair)
    }

    fn pair_again(&self) -> Decided {
        self.require_waiting_round()?;
        let mut rules = self.rules.clone();
        let mut events = Vec::new();
        decide_and_apply(&mut rules, &Action::Unpair, &mut events)?;
        decide_and_apply(&mut rules, &Action::Pair, &mut events)?;
        Ok(events)
    }

    fn start_round(&self) -> Decided {
        self.require_waiting_round()?;
        Ok(vec![HostedEvent::RoundStarted(self.round())])
    }

    fn require_waiting_round(&self) -> Result<(), ServerRefusal> {
        self.require_start()?;
        match self.started_round {
            started if started < self.round() => Ok(()),
            0 => Err(TournamentRefusal::NoRoundWaits.into()),
            _ => Err(TournamentRefusal::RoundStarted.into()),
        }
    }

    fn require_start(&self) -> Result<(), ServerRefusal> {
        match self.state {
            TournamentState::Open => Err(TournamentRefusal::NotStarted.into()),
            _ => Ok(()),
        }
    }

    fn recorded(&self, slot: BoardSlot, result: GameResult) -> Result<HostedEvent, ServerRefusal> {
        let (round, board) = (slot.round as usize, slot.board as usize);
        self.paired_game(slot)
            .ok_or(TournamentRefusal::Rules(Refusal::UnknownBoard {
                round,
                board,
            }))?;
        Ok(HostedEvent::Rules(Event::Recorded {
            round,
            board,
            result,
        }))
    }

    fn by_rules(&self, action: &Action) -> Decided {
        let events = self.rules.decide(action);
        let events = events.map_err(TournamentRefusal::Rules)?;
        Ok(events.into_iter().map(HostedEvent::Rules).collect())
    }

    fn known(&self, number: u32) -> Result<&Participant, ServerRefusal> {
        let found = self.participant(number);
        Ok(found.ok_or(TournamentRefusal::UnknownEntrant(number))?)
    }

    fn seat(&self, number: u32) -> Result<arbiter_tournament::PlayerId, ServerRefusal> {
        let seat = self.known(number)?.seat;
        Ok(seat.ok_or(TournamentRefusal::NotStarted)?)
    }

    /// Returns the claims of both sides about a game.
    pub(super) fn claims(&self, slot: BoardSlot) -> ByColor<Option<GameResult>> {
        self.claims.get(&slot).copied().unwrap_or_default()
    }

    /// Reports whether the rounds are paired by the rules of Swiss tournaments.
    pub(super) const fn is_swiss(&self) -> bool {
        matches!(
            self.options.system,
            TournamentSystem::Swiss | TournamentSystem::AcceleratedSwiss
        )
    }
}

fn decide_and_apply(
    rules: &mut Tournament,
    action: &Action,
    events: &mut Vec<HostedEvent>,
) -> Result<(), ServerRefusal> {
    for event in rules.decide(action).map_err(TournamentRefusal::Rules)? {
        rules.apply(&event);
        events.push(HostedEvent::Rules(event));
    }
    Ok(())
}

fn decide_and_apply_arena(
    arena: &mut Arena,
    action: &ArenaAction,
    now: Time,
    events: &mut Vec<HostedEvent>,
) -> Result<(), ServerRefusal> {
    let decided = arena.decide(action, now.as_millis());
    for event in decided.map_err(TournamentRefusal::Arena)? {
        arena.apply(&event);
        events.push(HostedEvent::Arena(event));
    }
    Ok(())
}

/// Returns an entrant as the rules know them. Names may change, and accounts may be
/// deleted, so the name in the rules is the number of the entrant.
fn player(number: u32, entrant: &Entrant) -> Player {
    Player {
        name: number.to_string(),
        rating: entrant.rating.unwrap_or(0),
        team: entrant.team.map_or_else(String::new, |it| it.to_string()),
        ..Player::default()
    }
}

/// Returns the bye of the rules.
pub(super) const fn core_bye(bye: TournamentBye) -> Bye {
    match bye {
        TournamentBye::Pairing => Bye::PairingAllocated,
        TournamentBye::Full => Bye::FullPoint,
        TournamentBye::Half => Bye::HalfPoint,
        TournamentBye::Zero => Bye::ZeroPoint,
    }
}
