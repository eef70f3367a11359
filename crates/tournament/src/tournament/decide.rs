use arbiter_rules::ByColor;

use super::{Action, Event, PlayerId, Refusal, System, Tournament};
use crate::{Bye, Points, berger, keizer, swiss, team_match};

impl Tournament {
    /// Answers what an arbiter asks for with the events that follow, and changes
    /// nothing.
    ///
    /// # Errors
    ///
    /// Fails with the reason if the rules or the state of the tournament do not
    /// allow it.
    pub fn decide(&self, action: &Action) -> Result<Vec<Event>, Refusal> {
        match action {
            Action::Add(player) => {
                if player.name.trim().is_empty() {
                    return Err(Refusal::NoName);
                }
                if self.has_table() && !self.rounds.is_empty() {
                    return Err(Refusal::EntryClosed);
                }
                if self.settings.system.has_teams() {
                    team_match::check_team(self, &player.team)?;
                }
                Ok(vec![Event::Added(player.clone())])
            }
            &Action::Withdraw(id) => match self.known(id)? {
                _ if self.has_left(id) => Err(Refusal::HasLeft),
                id => Ok(vec![Event::Withdrawn(id)]),
            },
            &Action::Return(id) => match self.known(id)? {
                id if self.has_left(id) => Ok(vec![Event::Returned(id)]),
                _ => Err(Refusal::HasNotLeft),
            },
            &Action::GrantBye(id, bye) => {
                self.known(id)?;
                if bye == Bye::PairingAllocated {
                    return Err(Refusal::NotGranted);
                }
                if self.is_round_robin() {
                    return Err(Refusal::NoByes);
                }
                Ok(vec![Event::ByeGranted(id, bye)])
            }
            &Action::Prohibit(left, right) => {
                self.known(left)?;
                self.known(right)?;
                if left == right {
                    return Err(Refusal::SamePlayer);
                }
                Ok(vec![Event::Prohibited(left, right)])
            }
            &Action::Penalize(id, points) => match self.known(id)? {
                _ if points <= Points::ZERO => Err(Refusal::NoPoints),
                id => Ok(vec![Event::Penalized(id, points)]),
            },
            Action::Pair => self.decide_pairing(),
            Action::Unpair => {
                let last = self.rounds.last().ok_or(Refusal::NothingPaired)?;
                if last.games.iter().any(|it| it.result.is_some()) {
                    return Err(Refusal::HasResults);
                }
                Ok(vec![Event::Unpaired])
            }
            &Action::Record {
                round,
                board,
                result,
            } => {
                let games = self.rounds.get(round.wrapping_sub(1));
                let game = games.and_then(|it| it.games.get(board.wrapping_sub(1)));
                game.ok_or(Refusal::UnknownBoard { round, board })?;
                Ok(vec![Event::Recorded {
                    round,
                    board,
                    result,
                }])
            }
            &Action::Clear { round, board } => {
                let games = self.rounds.get(round.wrapping_sub(1));
                let game = games.and_then(|it| it.games.get(board.wrapping_sub(1)));
                let game = game.ok_or(Refusal::UnknownBoard { round, board })?;
                if round != self.rounds.len() {
                    return Err(Refusal::ResultNeeded { round });
                }
                match game.result {
                    None => Err(Refusal::NoResult { round, board }),
                    Some(_) => Ok(vec![Event::Cleared { round, board }]),
                }
            }
            Action::Edit(id, player) => {
                self.known(*id)?;
                if player.name.trim().is_empty() {
                    return Err(Refusal::NoName);
                }
                let is_same_team = self.player(*id).is_some_and(|it| it.team == player.team);
                if self.settings.system.has_teams() && !is_same_team {
                    team_match::check_team(self, &player.team)?;
                }
                Ok(vec![Event::Edited(*id, player.clone())])
            }
        }
    }

    /// Reports whether the pairings of all rounds are fixed from the start.
    fn has_table(&self) -> bool {
        self.is_round_robin() || self.settings.system == System::Scheveningen
    }

    fn is_round_robin(&self) -> bool {
        let system = self.settings.system;
        matches!(system, System::RoundRobin | System::DoubleRoundRobin)
    }

    fn known(&self, id: PlayerId) -> Result<PlayerId, Refusal> {
        match self.player(id) {
            Some(_) => Ok(id),
            None => Err(Refusal::UnknownPlayer(id)),
        }
    }

    fn decide_pairing(&self) -> Result<Vec<Event>, Refusal> {
        let games = self.missing_results();
        if games > 0 {
            let round = self.rounds.len();
            return Err(Refusal::ResultsMissing { round, games });
        }
        if self.player_count() < 2 {
            return Err(Refusal::TooFewPlayers);
        }
        if self.rounds.len() >= self.round_count() {
            return Err(Refusal::Finished);
        }
        match self.settings.system {
            System::RoundRobin | System::DoubleRoundRobin => return Ok(vec![self.table_round()]),
            System::TeamMatch | System::Scheveningen => {
                return Ok(vec![team_match::pair_round(self)?]);
            }
            System::Keizer => return Ok(vec![self.keizer_round()?]),
            System::Swiss | System::AcceleratedSwiss => {}
        }
        let mut accelerated = self.clone();
        let mut events = Vec::new();
        let is_accelerated = self.settings.system == System::AcceleratedSwiss;
        if is_accelerated && self.rounds.is_empty() && self.bonuses.is_empty() {
            events = self.baku();
            for event in &events {
                accelerated.apply(event);
            }
        }
        events.push(accelerated.swiss_round()?);
        Ok(events)
    }

    fn swiss_round(&self) -> Result<Event, Refusal> {
        let report = self.report();
        let round = self.rounds.len();
        let present = swiss::present_players(&report, round);
        if present.len() < 2 {
            return Err(Refusal::TooFewPlayers);
        }
        let pairing = swiss::pair_round(&report, round, &present).map_err(Refusal::NoPairing)?;
        let ids = self.numbering();
        let pair = |it: &swiss::Pair| ByColor::from([ids[it.players.white], ids[it.players.black]]);
        let requested = report.next_byes.iter().map(|&(it, bye)| (ids[it], bye));
        let allocated = pairing.bye.map(|it| (ids[it], Bye::PairingAllocated));
        Ok(Event::Paired {
            pairs: pairing.pairs.iter().map(pair).collect(),
            byes: allocated.into_iter().chain(requested).collect(),
        })
    }

    fn keizer_round(&self) -> Result<Event, Refusal> {
        let report = self.report();
        let pairing = keizer::pair_round(&report).ok_or(Refusal::KeptApart)?;
        if pairing.pairs.is_empty() {
            return Err(Refusal::TooFewPlayers);
        }
        let ids = self.numbering();
        let pair = |it: &ByColor<usize>| ByColor::from([ids[it.white], ids[it.black]]);
        let requested = report.next_byes.iter().map(|&(it, bye)| (ids[it], bye));
        let allocated = pairing.bye.map(|it| (ids[it], Bye::PairingAllocated));
        Ok(Event::Paired {
            pairs: pairing.pairs.iter().map(pair).collect(),
            byes: allocated.into_iter().chain(requested).collect(),
        })
    }

    /// Returns the next round of the Berger table.
    fn table_round(&self) -> Event {
        let ids = self.numbering();
        let rounds = match self.settings.system {
            System::DoubleRoundRobin => berger::double_rounds(ids.len()),
            _ => berger::rounds(ids.len()),
        };
        let (mut pairs, mut byes) = (Vec::new(), Vec::new());
        for pair in &rounds[self.rounds.len()] {
            match (ids.get(pair.white), ids.get(pair.black)) {
                (Some(&white), Some(&black)) => pairs.push(ByColor::from([white, black])),
                (Some(&rests), None) | (None, Some(&rests)) => byes.push((rests, Bye::ZeroPoint)),
                (None, None) => {}
            }
        }
        Event::Paired { pairs, byes }
    }

    /// Returns the fictitious points of Baku acceleration: in the first half of the
    /// rounds the upper half of the players has one more point, then half a point.
    fn baku(&self) -> Vec<Event> {
        let ids = self.numbering();
        let last = ids[(2 * ids.len().div_ceil(4)).min(ids.len()) - 1];
        let accelerated = self.round_count().div_ceil(2);
        let full = accelerated.div_ceil(2);
        let bonus = |points, first_round, last_round| Event::Accelerated {
            points,
            first_round,
            last_round,
            first: None,
            last,
        };
        let mut events = vec![bonus(Points::ONE, 1, full)];
        if full < accelerated {
            events.push(bonus(Points::HALF, full + 1, accelerated));
        }
        events
    }
}
