//! What everybody sees of a tournament.

use std::sync::Arc;

use arbiter_game::Time;
use arbiter_rules::Color;
use arbiter_tournament::{Bye, Entry, GameEntry, Mode, Outcome, Report, arena::Arena, trf};
use arbiter_wire::{
    ByeView, Speed, TournamentBoard, TournamentBye, TournamentMessage, TournamentPlayer,
    TournamentRound, TournamentStanding, TournamentState, TournamentSummary, TournamentSystem,
    TournamentView,
};

use super::{
    HostedTournament,
    hosted_tournament::{Standings, number_of},
};
use crate::store::{BoardSlot, TournamentRow};

/// Returns what lists show of a tournament.
#[must_use]
pub fn summary(row: &TournamentRow) -> TournamentSummary {
    let TournamentRow {
        options, progress, ..
    } = row;
    let speed = options.options.read(0).ok();
    TournamentSummary {
        id: row.id.to_string(),
        name: options.name.clone(),
        state: progress.state,
        system: options.system,
        venue: options.venue,
        options: options.options.clone(),
        speed: speed.map_or(Speed::Classical, |it| Speed::of_game(&it)),
        created: row.created,
        starts: options.starts,
        round: progress.round,
        rounds: progress.rounds,
        minutes: match options.system {
            TournamentSystem::Arena => options.minutes,
            _ => 0,
        },
        players: progress.players,
        organizer: row.organizer.view.name.clone(),
    }
}

impl HostedTournament {
    fn row(&self) -> TournamentRow {
        TournamentRow {
            id: self.id,
            organizer: self.organizer.clone(),
            created: self.created,
            options: self.options.clone(),
            progress: self.progress(),
        }
    }

    /// Returns the tournament as everybody sees it at this time.
    #[must_use]
    pub fn view(&self, now: Time) -> TournamentView {
        let mut entry = self.options.entry.clone();
        entry.names.clear();
        let standings = self.standings();
        let codes = self.rules.tie_breaks();
        let codes = codes.iter().skip(1).map(ToString::to_string);
        let end = self.arena.as_ref().filter(|it| !it.has_ended());
        let end = end.and_then(Arena::end_ms);
        TournamentView {
            summary: summary(&self.row()),
            seq: self.seq,
            description: self.options.description.clone(),
            entry,
            byes: match self.is_swiss() || self.options.system == TournamentSystem::Keizer {
                true => self.options.byes,
                false => 0,
            },
            break_seconds: self.options.break_seconds,
            armageddon: self.options.armageddon.clone(),
            paused: self.is_paused,
            ends_in: end.map(|end| end.saturating_sub(now.as_millis())),
            players: self.player_views(&standings.report),
            tie_breaks: match (&self.arena, &self.knockout) {
                (Some(_), _) => vec!["GAMES".to_owned(), "PERF".to_owned()],
                (None, Some(_)) => Vec::new(),
                (None, None) => codes.collect(),
            },
            standings: standings.lines.clone(),
            teams: self.team_views(),
            bracket: self.bracket_view(),
            round: self.round_view(self.round(), now),
            messages: (self.messages.iter())
                .map(|(at, text)| TournamentMessage {
                    at: at.as_millis(),
                    text: text.clone(),
                })
                .collect(),
            you: None,
            arbiter: false,
        }
    }

    /// Returns the name that everyone sees of an entrant.
    #[must_use]
    pub fn name(&self, number: u32) -> String {
        let Some(participant) = self.participant(number) else {
            return String::new();
        };
        let entrant = &participant.entrant;
        let card = entrant.player.and_then(|player| self.cards.get(&player));
        match (&entrant.name, card) {
            (Some(name), _) => name.clone(),
            (None, Some(card)) => card.view.name.clone(),
            (None, None) => "Guest".to_owned(),
        }
    }

    fn player_views(&self, report: &Report) -> Vec<TournamentPlayer> {
        let order = self.rules.numbering();
        let mut byes = vec![None; order.len() + 1];
        for &(index, bye) in &report.next_byes {
            if let Some(&seat) = order.get(index) {
                byes[seat] = Some(bye);
            }
        }
        let mut views = Vec::new();
        for (id, participant) in (1..).zip(&self.participants) {
            if participant.seat.is_none() && !participant.is_in_lobby() {
                continue;
            }
            let entrant = &participant.entrant;
            let card = entrant.player.and_then(|player| self.cards.get(&player));
            let has_left = participant.seat.is_some_and(|it| self.has_left(it));
            let bye = participant.seat.and_then(|seat| byes.get(seat).copied());
            let bye = bye.flatten();
            views.push(TournamentPlayer {
                id,
                name: self.name(id),
                kind: card.map(|it| it.view.kind),
                rating: entrant.rating,
                team: entrant.team,
                left: has_left,
                next_bye: bye.filter(|_| !has_left).map(wire_bye),
            });
        }
        views
    }

    /// Returns the standings, which are computed once after each change: with a thousand
    /// players that takes longer than everything else.
    fn standings(&self) -> Arc<Standings> {
        let standings = self.standings.get_or_init(|| {
            let (report, lines) = self.compute_standings();
            Arc::new(Standings { report, lines })
        });
        Arc::clone(standings)
    }

    fn compute_standings(&self) -> (Report, Vec<TournamentStanding>) {
        if let Some(arena) = &self.arena {
            return (Report::default(), self.arena_standings(arena));
        }
        if let Some(knockout) = &self.knockout {
            return (Report::default(), self.knockout_standings(knockout));
        }
        let (report, ranked) = self.rules.standings();
        let order = self.rules.numbering();
        let number = |index: usize| {
            let seat = order.get(index).copied();
            seat.map_or(0, |seat| self.seat_number(seat))
        };
        let standings = ranked.iter().map(|it| {
            let mut values = it.values.iter().map(|it| {
                let value = it.value.as_ref();
                value.map_or_else(String::new, ToString::to_string)
            });
            let points = values.next().unwrap_or_default();
            let entries = report.entries.get(it.player);
            let entries = entries.into_iter().flatten();
            TournamentStanding {
                player: number(it.player),
                rank: number_of(it.rank),
                points: match self.options.system {
                    TournamentSystem::Keizer => points,
                    _ => report.points(it.player).to_string(),
                },
                tie_breaks: values.collect(),
                results: entries.map(|it| result_text(*it, &number)).collect(),
            }
        });
        let standings: Vec<TournamentStanding> = standings.collect();
        (report, standings)
    }

    /// Returns a round as everybody sees it at this time.
    #[must_use]
    pub fn round_view(&self, round: u32, now: Time) -> Option<TournamentRound> {
        if let Some(arena) = &self.arena {
            return self.arena_round(arena);
        }
        if let Some(knockout) = &self.knockout {
            return self.knockout_view(knockout, round);
        }
        let index = usize::try_from(round).ok()?.checked_sub(1)?;
        let paired = self.rules.rounds().get(index)?;
        let boards = (1..).zip(&paired.games).map(|(board, game)| {
            let slot = BoardSlot { round, board };
            let claims = self.claims(slot);
            let claim = |color: Color| claims[color].map(|it| it.to_string());
            TournamentBoard {
                board,
                white: self.seat_number(game.players.white),
                black: self.seat_number(game.players.black),
                result: game.result.map(|it| it.to_string()),
                game: self.games.get(&slot).map(ToString::to_string),
                stage: None,
                white_claim: claim(Color::White),
                black_claim: claim(Color::Black),
            }
        });
        let byes = paired.byes.iter().map(|&(seat, bye)| ByeView {
            player: self.seat_number(seat),
            bye: wire_bye(bye),
        });
        let is_last = round == self.round();
        let start = self.round_start().filter(|_| is_last);
        Some(TournamentRound {
            round,
            started: round <= self.started_round,
            starts_in: start.map(|it| (it - now).as_millis()),
            boards: boards.collect(),
            byes: byes.collect(),
        })
    }

    /// Reports whether there is a report file: arenas and knockouts have none.
    #[must_use]
    pub const fn has_report(&self) -> bool {
        self.arena.is_none() && self.knockout.is_none()
    }

    /// Returns the report file after the rounds whose results are all known.
    #[must_use]
    pub fn report_file(&self, version: trf::Version) -> String {
        let (mut report, ranked) = self.rules.standings();
        for player in &mut report.players {
            player.name = self.name(player.name.parse().unwrap_or(0));
        }
        let mut ranks = vec![0; report.players.len()];
        for it in ranked {
            ranks[it.player] = it.rank;
        }
        trf::write(&report, &ranks, version)
    }

    /// Returns the games of the tournament, in the order of rounds and boards.
    #[must_use]
    pub fn games(&self) -> Vec<crate::base::GameId> {
        self.games.values().copied().collect()
    }

    /// Returns how many games the tournament has.
    #[must_use]
    pub fn game_count(&self) -> usize {
        self.games.len()
    }

    /// Reports whether nothing more happens.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(
            self.state,
            TournamentState::Over | TournamentState::Cancelled
        )
    }
}

/// Writes what a player did in a round, such as `4w1`.
fn result_text(entry: Entry, number: &dyn Fn(usize) -> u32) -> String {
    match entry {
        Entry::Absent => "-".to_owned(),
        Entry::Bye(bye) => bye.letter().to_string(),
        Entry::Game(GameEntry {
            opponent,
            color,
            outcome,
            mode,
        }) => {
            let sign = match (mode, outcome) {
                (Mode::Forfeit, Outcome::Win) => "+",
                (Mode::Forfeit, _) => "-",
                (_, Outcome::Win) => "1",
                (_, Outcome::Draw) => "½",
                (_, Outcome::Loss) => "0",
            };
            format!("{}{}{sign}", number(opponent), color.letter())
        }
    }
}

const fn wire_bye(bye: Bye) -> TournamentBye {
    match bye {
        Bye::PairingAllocated => TournamentBye::Pairing,
        Bye::FullPoint => TournamentBye::Full,
        Bye::HalfPoint => TournamentBye::Half,
        Bye::ZeroPoint => TournamentBye::Zero,
    }
}
