//! A tournament as the server hosts it, without a disk, a socket or a clock: the
//! rules of `arbiter_tournament`, the people behind the players, and its progress.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, OnceLock},
};

use arbiter_game::Time;
use arbiter_rules::{ByColor, Color};
use arbiter_tournament::{
    Event, GameResult, PlayerId as SeatId, Report, Settings, System, Tournament,
    arena::{Arena, ArenaChange, ArenaSettings, WaveReason},
    knockout::{Knockout, KnockoutEvent},
};
use arbiter_wire::{NewTournament, Speed, TournamentStanding, TournamentState, TournamentSystem};

use super::{HostedEvent, knockout::knockout};
use crate::{
    base::{GameId, PlayerId, TournamentId},
    store::{BoardSlot, PlayerCard, StoredTournament, TournamentProgress, TournamentRow},
};

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entrant {
    /// The player on this server; none if the arbiter has entered a name.
    pub player: Option<PlayerId>,
    /// The name of somebody without an account.
    pub name: Option<String>,
    /// The rating.
    pub rating: Option<u32>,
    /// The team in a match between teams: 1 or 2.
    pub team: Option<u32>,
}

/// An entrant, and whether they still take part.
#[derive(Clone, Debug)]
pub(super) struct Participant {
    pub entrant: Entrant,
    /// The number in the rules, once the tournament has started.
    pub seat: Option<SeatId>,
    /// Whether they left before the start.
    pub has_left_lobby: bool,
    /// Whether the arbiter has removed them.
    pub is_removed: bool,
    /// How often they have left, come back, or entered something.
    pub changes: u32,
}

/// A tournament as the server hosts it.
#[derive(Clone, Debug)]
pub struct HostedTournament {
    pub(super) id: TournamentId,
    pub(super) organizer: PlayerCard,
    pub(super) created: u64,
    pub(super) options: NewTournament,
    pub(super) rules: Tournament,
    /// The rules instead of `rules`, if it is an arena.
    pub(super) arena: Option<Arena>,
    /// The rules instead of `rules`, if it is a knockout.
    pub(super) knockout: Option<Knockout>,
    /// Why the games of the arena that are played were paired, by their numbers.
    pub(super) wave_reasons: BTreeMap<usize, WaveReason>,
    /// By their numbers, less one.
    pub(super) participants: Vec<Participant>,
    /// The number of the entrant with each number in the rules, less one.
    pub(super) seats: Vec<u32>,
    pub(super) numbers: HashMap<PlayerId, u32>,
    pub(super) state: TournamentState,
    pub(super) is_paused: bool,
    /// The last round whose games have started.
    pub(super) started_round: u32,
    /// When the last round was paired, or the tournament resumed after that.
    pub(super) paired_at: Time,
    pub(super) claims: HashMap<BoardSlot, ByColor<Option<GameResult>>>,
    pub(super) messages: Vec<(Time, String)>,
    pub(super) games: BTreeMap<BoardSlot, GameId>,
    /// What everyone may see of the players.
    pub(super) cards: HashMap<PlayerId, PlayerCard>,
    /// The number of the next event.
    pub(super) seq: u64,
    /// When the last event happened.
    pub(super) changed_at: Time,
    /// The standings, once somebody has asked for them.
    pub(super) standings: OnceLock<Arc<Standings>>,
}

/// The standings with the report that they follow from.
#[derive(Debug)]
pub(super) struct Standings {
    pub report: Report,
    pub lines: Vec<TournamentStanding>,
}

/// How many messages of the arbiter are kept.
const MAX_MESSAGES: usize = 20;

/// The stored events do not describe a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq} cannot be read")]
pub struct CorruptTournament {
    /// The number of the first event that cannot be read.
    pub seq: u64,
}

impl HostedTournament {
    /// Restores a tournament from the store.
    ///
    /// # Errors
    ///
    /// Returns the first event that cannot be read.
    pub fn load(stored: StoredTournament) -> Result<HostedTournament, CorruptTournament> {
        let TournamentRow {
            id,
            organizer,
            created,
            options,
            ..
        } = stored.row;
        let system = system(options.system);
        let rounds = usize::try_from(options.rounds).unwrap_or(0);
        let settings = Settings {
            boards: usize::try_from(options.boards).unwrap_or(0),
            ..Settings::new(&options.name, system, rounds)
        };
        let mut hosted = HostedTournament {
            id,
            organizer,
            created,
            rules: Tournament::start(settings),
            arena: arena(&options),
            knockout: knockout(&options),
            wave_reasons: BTreeMap::new(),
            options,
            participants: Vec::new(),
            seats: Vec::new(),
            numbers: HashMap::new(),
            state: TournamentState::Open,
            is_paused: false,
            started_round: 0,
            paired_at: Time::default(),
            claims: HashMap::new(),
            messages: Vec::new(),
            games: stored.games.into_iter().collect(),
            cards: HashMap::new(),
            seq: 0,
            changed_at: Time::default(),
            standings: OnceLock::new(),
        };
        for (seq, (at, line)) in (0..).zip(stored.events) {
            let event: HostedEvent = line.parse().map_err(|_| CorruptTournament { seq })?;
            hosted.apply(at, &event);
        }
        Ok(hosted)
    }

    /// Applies an event that is stored.
    pub fn apply(&mut self, at: Time, event: &HostedEvent) {
        self.seq += 1;
        self.changed_at = at;
        self.standings = OnceLock::new();
        if let Some(number) = self.changed_entry(event) {
            self.change(number, |it| it.changes += 1);
        }
        match event {
            HostedEvent::Entered(entrant) => self.add(entrant),
            HostedEvent::Left(number) => self.change(*number, |it| it.has_left_lobby = true),
            HostedEvent::TeamChosen(number, team) => {
                self.change(*number, |it| it.entrant.team = Some(*team));
            }
            HostedEvent::Begun => self.state = TournamentState::Running,
            HostedEvent::RoundStarted(round) => self.started_round = *round,
            HostedEvent::Claimed { slot, by, result } => {
                self.claims.entry(*slot).or_default()[*by] = Some(*result);
            }
            HostedEvent::Removed(number) => self.change(*number, |it| it.is_removed = true),
            HostedEvent::Readmitted(number) => self.change(*number, |it| {
                it.is_removed = false;
                it.has_left_lobby = false;
            }),
            HostedEvent::Paused => self.is_paused = true,
            HostedEvent::Resumed => {
                self.is_paused = false;
                self.paired_at = at;
            }
            HostedEvent::Finished => self.state = TournamentState::Over,
            HostedEvent::Cancelled => self.state = TournamentState::Cancelled,
            HostedEvent::Message(text) => {
                self.messages.push((at, text.clone()));
                if self.messages.len() > MAX_MESSAGES {
                    self.messages.remove(0);
                }
            }
            HostedEvent::Penalized(number, points) => {
                let seat = self.participant(*number).and_then(|it| it.seat);
                if let Some(seat) = seat.filter(|_| self.has_report()) {
                    self.rules.apply(&Event::Penalized(seat, *points));
                }
            }
            HostedEvent::Knockout(event) => {
                if let KnockoutEvent::Added(player) = event {
                    self.take_seat(&player.name);
                }
                if let Some(knockout) = &mut self.knockout {
                    knockout.apply(event);
                }
            }
            HostedEvent::Arena(event) => {
                if let ArenaChange::Added(player) = &event.change {
                    self.take_seat(&player.name);
                }
                if let Some(arena) = &mut self.arena {
                    arena.apply(event);
                }
            }
            HostedEvent::Rules(event) => {
                match event {
                    Event::Added(player) => self.take_seat(&player.name),
                    Event::Paired { .. } => self.paired_at = at,
                    _ => {}
                }
                self.rules.apply(event);
            }
        }
    }

    /// Returns the number of the entrant whose entry an event changes.
    fn changed_entry(&self, event: &HostedEvent) -> Option<u32> {
        Some(match event {
            HostedEvent::Left(number)
            | HostedEvent::Readmitted(number)
            | HostedEvent::TeamChosen(number, _) => *number,
            HostedEvent::Claimed { slot, by, .. } => match &self.knockout {
                Some(knockout) => self.claimant_in_knockout(knockout, *slot, *by)?,
                None => self.seat_number(self.paired_game(*slot)?.players[*by]),
            },
            HostedEvent::Rules(
                Event::Withdrawn(seat) | Event::Returned(seat) | Event::ByeGranted(seat, _),
            )
            | HostedEvent::Knockout(
                KnockoutEvent::Withdrawn(seat) | KnockoutEvent::Returned(seat),
            ) => self.seat_number(*seat),
            HostedEvent::Arena(event) => match event.change {
                ArenaChange::Left(seat) | ArenaChange::Ready(seat) => self.seat_number(seat),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Notes the number in the rules of an entrant. Their name in the rules is the
    /// number of the entrant.
    fn take_seat(&mut self, name: &str) {
        let number = name.parse().unwrap_or(0);
        self.seats.push(number);
        let seat = self.seats.len();
        self.change(number, |it| it.seat = Some(seat));
    }

    fn add(&mut self, entrant: &Entrant) {
        self.participants.push(Participant {
            entrant: entrant.clone(),
            seat: None,
            has_left_lobby: false,
            is_removed: false,
            changes: 0,
        });
        let number = number_of(self.participants.len());
        if let Some(player) = entrant.player {
            self.numbers.insert(player, number);
        }
    }

    fn change(&mut self, number: u32, change: impl FnOnce(&mut Participant)) {
        let index = usize::try_from(number).unwrap_or(0).wrapping_sub(1);
        if let Some(participant) = self.participants.get_mut(index) {
            change(participant);
        }
    }

    /// Returns the id of the tournament.
    #[must_use]
    pub const fn id(&self) -> TournamentId {
        self.id
    }

    /// Returns what the organizer has chosen.
    #[must_use]
    pub const fn options(&self) -> &NewTournament {
        &self.options
    }

    /// Returns the player who created it.
    #[must_use]
    pub const fn organizer(&self) -> PlayerId {
        self.organizer.id
    }

    /// Returns the number of the next event.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns whether it has begun.
    #[must_use]
    pub const fn state(&self) -> TournamentState {
        self.state
    }

    /// Returns the rating category of the games.
    #[must_use]
    pub fn speed(&self) -> Speed {
        let options = self.options.options.read(0).ok();
        options.map_or(Speed::Classical, |it| Speed::of_game(&it))
    }

    /// Returns the number of a player in this tournament.
    #[must_use]
    pub fn number(&self, player: PlayerId) -> Option<u32> {
        self.numbers.get(&player).copied()
    }

    /// Returns the players of this server who take part.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.participants.iter().filter_map(|it| it.entrant.player)
    }

    /// Notes what everyone may see of players.
    pub fn set_cards(&mut self, cards: Vec<PlayerCard>) {
        self.cards.extend(cards.into_iter().map(|it| (it.id, it)));
    }

    /// Notes the game of a pairing.
    pub fn set_game(&mut self, slot: BoardSlot, game: GameId) {
        self.games.insert(slot, game);
    }

    pub(super) fn participant(&self, number: u32) -> Option<&Participant> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.participants.get(index)
    }

    /// Reports whether a player has left, or pauses in an arena.
    pub(super) fn has_left(&self, seat: SeatId) -> bool {
        match (&self.arena, &self.knockout) {
            (Some(arena), _) => arena.entrant(seat).is_none_or(|it| !it.is_ready),
            (None, Some(knockout)) => knockout.has_left(seat),
            (None, None) => self.rules.has_left(seat),
        }
    }

    /// Returns the last round that is paired, 0 before the first.
    pub(super) fn round(&self) -> u32 {
        if let Some(arena) = &self.arena {
            return u32::from(arena.started_ms().is_some());
        }
        if let Some(knockout) = &self.knockout {
            return HostedTournament::knockout_round(knockout);
        }
        number_of(self.rules.rounds().len())
    }

    /// Returns the number of entrants who have not left before the start.
    pub(super) fn player_count(&self) -> usize {
        let takes_part = |it: &&Participant| it.seat.is_some() || it.is_in_lobby();
        self.participants.iter().filter(takes_part).count()
    }

    /// Returns the number of rounds, as far as it is known.
    pub(super) fn round_count(&self) -> u32 {
        if self.arena.is_some() {
            return 0;
        }
        if let Some(knockout) = self.knockout.as_ref().filter(|it| it.is_drawn()) {
            return number_of(knockout.rounds().len());
        }
        if self.state != TournamentState::Open {
            return number_of(self.rules.round_count());
        }
        let players = self.player_count();
        let cycle = number_of((players + players % 2).saturating_sub(1));
        match self.options.system {
            TournamentSystem::Swiss
            | TournamentSystem::AcceleratedSwiss
            | TournamentSystem::Keizer
            | TournamentSystem::TeamMatch => self.options.rounds,
            TournamentSystem::Scheveningen => self.expected_boards(),
            TournamentSystem::RoundRobin => cycle,
            TournamentSystem::DoubleRoundRobin => 2 * cycle,
            TournamentSystem::Arena => 0,
            TournamentSystem::Knockout => players.next_power_of_two().ilog2(),
        }
    }

    /// Returns what the row of the tournament shows.
    #[must_use]
    pub fn progress(&self) -> TournamentProgress {
        TournamentProgress {
            state: self.state,
            round: self.round(),
            rounds: self.round_count(),
            players: number_of(self.player_count()),
        }
    }

    pub(super) fn paired_game(&self, slot: BoardSlot) -> Option<&arbiter_tournament::Game> {
        let round = usize::try_from(slot.round).ok()?.checked_sub(1)?;
        let board = usize::try_from(slot.board).ok()?.checked_sub(1)?;
        self.rules.rounds().get(round)?.games.get(board)
    }

    /// Returns the number of the entrant with this number in the rules.
    pub(super) fn seat_number(&self, seat: SeatId) -> u32 {
        let number = self.seats.get(seat.wrapping_sub(1));
        number.copied().unwrap_or(0)
    }

    /// Returns where a player plays in the present round, and their color.
    pub(super) fn slot_of(&self, number: u32) -> Option<(BoardSlot, Color)> {
        if let Some(knockout) = &self.knockout {
            return self.slot_in_knockout(knockout, number);
        }
        let round = self.round();
        let paired = self.rules.rounds().last()?;
        (1..).zip(&paired.games).find_map(|(board, game)| {
            let mut colors = Color::ALL.into_iter();
            let color = colors.find(|&it| self.seat_number(game.players[it]) == number)?;
            Some((BoardSlot { round, board }, color))
        })
    }
}

impl Participant {
    /// Reports whether they are entered in a tournament that has not started.
    pub(super) fn is_in_lobby(&self) -> bool {
        !self.has_left_lobby && !self.is_removed
    }
}

/// Returns the system of the rules.
pub(super) const fn system(system: TournamentSystem) -> System {
    match system {
        // Arenas and knockouts have rules of their own.
        TournamentSystem::Swiss | TournamentSystem::Arena | TournamentSystem::Knockout => {
            System::Swiss
        }
        TournamentSystem::AcceleratedSwiss => System::AcceleratedSwiss,
        TournamentSystem::RoundRobin => System::RoundRobin,
        TournamentSystem::DoubleRoundRobin => System::DoubleRoundRobin,
        TournamentSystem::Keizer => System::Keizer,
        TournamentSystem::TeamMatch => System::TeamMatch,
        TournamentSystem::Scheveningen => System::Scheveningen,
    }
}

/// Returns the rules of an arena with these options.
fn arena(options: &NewTournament) -> Option<Arena> {
    let is_arena = options.system == TournamentSystem::Arena;
    let duration_ms = u64::from(options.minutes) * 60_000;
    let settings = ArenaSettings {
        allows_berserk: allows_berserk(options),
        ..ArenaSettings::new(&options.name, duration_ms)
    };
    is_arena.then(|| Arena::start(settings))
}

/// Reports whether the players of an arena may give up half of their time.
pub(super) fn allows_berserk(options: &NewTournament) -> bool {
    let read = options.options.read(0).ok();
    let has_half = read.is_some_and(|it| it.control.halved().is_some());
    options.berserk && options.system == TournamentSystem::Arena && has_half
}

/// Converts a small count.
pub(super) fn number_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
