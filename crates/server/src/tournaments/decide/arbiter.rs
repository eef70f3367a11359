//! What the arbiter may decide in a tournament.

use arbiter_game::Time;
use arbiter_tournament::{
    Action, Event, Refusal,
    arena::{Arena, ArenaAction},
    knockout::{Knockout, KnockoutAction},
};
use arbiter_wire::{ArbiterAction, TournamentState};

use super::{Decided, core_bye};
use crate::{
    refusal::{ServerRefusal, TournamentRefusal},
    store::BoardSlot,
    tournaments::{Entrant, HostedEvent, HostedTournament},
};

/// The longest message of an arbiter, in characters.
const MAX_MESSAGE_CHARACTERS: usize = 500;
/// The longest reason of a penalty, in characters.
const MAX_REASON_CHARACTERS: usize = 200;

impl HostedTournament {
    /// Decides what the arbiter asks for.
    pub(super) fn decide_for_arbiter(&self, action: &ArbiterAction, now: Time) -> Decided {
        if let Some(arena) = &self.arena
            && let Some(decided) = self.decide_in_arena(arena, action, now)
        {
            return decided;
        }
        if let Some(knockout) = &self.knockout
            && let Some(decided) = self.decide_in_knockout(knockout, action)
        {
            return decided;
        }
        match action {
            ArbiterAction::Start => self.begin(now),
            ArbiterAction::Pair => {
                self.require_start()?;
                self.pair()
            }
            ArbiterAction::PairAgain => self.pair_again(),
            ArbiterAction::StartRound => self.start_round(),
            ArbiterAction::Result {
                round,
                board,
                result,
            } => {
                let result = result.parse();
                let result = result.map_err(|_| TournamentRefusal::InvalidResult)?;
                let slot = BoardSlot {
                    round: *round,
                    board: *board,
                };
                Ok(vec![self.recorded(slot, result)?])
            }
            // The caller has found out who is meant.
            ArbiterAction::Add { name, rating, team } => {
                let entrant = Entrant {
                    player: None,
                    name: Some(name.clone()),
                    rating: *rating,
                    team: *team,
                };
                self.admit(entrant, now)
            }
            &ArbiterAction::Remove { player } => {
                let participant = self.known(player)?;
                if participant.is_removed {
                    return Err(TournamentRefusal::Rules(Refusal::HasLeft).into());
                }
                let mut events = vec![HostedEvent::Removed(player)];
                if let Some(seat) = participant.seat.filter(|&it| !self.rules.has_left(it)) {
                    events.push(HostedEvent::Rules(Event::Withdrawn(seat)));
                }
                Ok(events)
            }
            &ArbiterAction::Return { player } => self.come_back(player, now),
            &ArbiterAction::Bye { player, bye } => {
                let seat = self.seat(player)?;
                self.by_rules(&Action::GrantBye(seat, core_bye(bye)))
            }
            &ArbiterAction::Forbid { one, other } => {
                let action = Action::Prohibit(self.seat(one)?, self.seat(other)?);
                self.by_rules(&action)
            }
            ArbiterAction::Penalty {
                player,
                points,
                reason,
            } => {
                let points = points.parse();
                let points = points.map_err(|_| TournamentRefusal::InvalidResult)?;
                let mut events = self.by_rules(&Action::Penalize(self.seat(*player)?, points))?;
                events.extend(HostedTournament::message(reason, MAX_REASON_CHARACTERS)?);
                Ok(events)
            }
            ArbiterAction::Pause => Ok(match self.is_paused {
                true => Vec::new(),
                false => vec![HostedEvent::Paused],
            }),
            ArbiterAction::Resume => Ok(match self.is_paused {
                true => vec![HostedEvent::Resumed],
                false => Vec::new(),
            }),
            ArbiterAction::Finish => {
                self.require_start()?;
                Ok(vec![HostedEvent::Finished])
            }
            ArbiterAction::Cancel => match self.state {
                TournamentState::Open => Ok(vec![HostedEvent::Cancelled]),
                _ => Err(TournamentRefusal::Started.into()),
            },
            ArbiterAction::Message { text } => {
                HostedTournament::message(text, MAX_MESSAGE_CHARACTERS)
            }
        }
    }

    fn message(text: &str, max: usize) -> Decided {
        let text = text.trim();
        if text.is_empty() {
            return Err(ServerRefusal::EmptyMessage);
        }
        if text.chars().count() > max {
            return Err(ServerRefusal::Field {
                field: "text",
                message: "The text is too long.",
            });
        }
        Ok(vec![HostedEvent::Message(text.to_owned())])
    }

    /// Decides what is different in an arena; none for what is not.
    fn decide_in_arena(&self, arena: &Arena, action: &ArbiterAction, now: Time) -> Option<Decided> {
        let by_arena = |action| HostedTournament::by_arena(arena, &action, now);
        Some(match action {
            ArbiterAction::Pair
            | ArbiterAction::PairAgain
            | ArbiterAction::StartRound
            | ArbiterAction::Bye { .. }
            | ArbiterAction::Forbid { .. } => Err(TournamentRefusal::NotInArena.into()),
            ArbiterAction::Result { board, result, .. } => {
                let Ok(result) = result.parse() else {
                    return Some(Err(TournamentRefusal::InvalidResult.into()));
                };
                by_arena(ArenaAction::Finish {
                    game: *board as usize,
                    result,
                    moves: None,
                })
            }
            &ArbiterAction::Remove { player } => {
                let seat = match self.known(player) {
                    Ok(participant) => participant.seat?,
                    Err(refusal) => return Some(Err(refusal)),
                };
                by_arena(ArenaAction::Remove(seat)).map(|mut events| {
                    events.insert(0, HostedEvent::Removed(player));
                    events
                })
            }
            ArbiterAction::Penalty {
                player,
                points,
                reason,
            } => {
                let seat = match self.seat(*player) {
                    Ok(seat) => seat,
                    Err(refusal) => return Some(Err(refusal)),
                };
                let Ok(points) = points.parse() else {
                    return Some(Err(TournamentRefusal::InvalidResult.into()));
                };
                by_arena(ArenaAction::Penalize(seat, points)).and_then(|mut events| {
                    events.extend(HostedTournament::message(reason, MAX_REASON_CHARACTERS)?);
                    Ok(events)
                })
            }
            ArbiterAction::Finish => by_arena(ArenaAction::End).map(|mut events| {
                events.push(HostedEvent::Finished);
                events
            }),
            _ => return None,
        })
    }

    /// Decides what is different in a knockout; none for what is not.
    fn decide_in_knockout(&self, knockout: &Knockout, action: &ArbiterAction) -> Option<Decided> {
        Some(match action {
            ArbiterAction::PairAgain
            | ArbiterAction::StartRound
            | ArbiterAction::Bye { .. }
            | ArbiterAction::Forbid { .. } => Err(TournamentRefusal::FixedBracket.into()),
            ArbiterAction::Penalty { .. } => Err(TournamentRefusal::NoPoints.into()),
            ArbiterAction::Result {
                round,
                board,
                result,
            } => {
                let Ok(result) = result.parse() else {
                    return Some(Err(TournamentRefusal::InvalidResult.into()));
                };
                let slot = HostedTournament::latest_game(knockout, *round, *board);
                HostedTournament::record_in_knockout(knockout, slot, result)
            }
            &ArbiterAction::Remove { player } => {
                let seat = match self.known(player) {
                    Ok(participant) => participant.seat?,
                    Err(refusal) => return Some(Err(refusal)),
                };
                let withdraw = KnockoutAction::Withdraw(seat);
                HostedTournament::by_knockout(knockout, &withdraw).map(|mut events| {
                    events.insert(0, HostedEvent::Removed(player));
                    events
                })
            }
            _ => return None,
        })
    }
}
