//! Arenas: for a fixed time, players are paired whenever they are free.

use arbiter_game::Time;
use arbiter_rules::{ByColor, Color};
use arbiter_tournament::{
    GameResult, Mode, Outcome,
    arena::{Arena, ArenaAction, ArenaChange, ArenaGame, ArenaRefusal, GameState},
};
use arbiter_wire::{TournamentBoard, TournamentRound, TournamentStanding};

use super::{HostedEvent, HostedTournament, decide::Decided, hosted_tournament::number_of};
use crate::{
    base::PlayerId,
    refusal::{ServerRefusal, TournamentRefusal},
    store::BoardSlot,
};

/// The games of an arena count as those of one round.
pub(super) const ARENA_ROUND: u32 = 1;

/// How many of a player's latest results are shown.
const MAX_SHOWN_RESULTS: usize = 12;

impl HostedTournament {
    /// Decides an action of the rules of arenas.
    pub(super) fn by_arena(arena: &Arena, action: &ArenaAction, now: Time) -> Decided {
        let events = arena.decide(action, now.as_millis());
        let events = events.map_err(TournamentRefusal::Arena)?;
        Ok(events.into_iter().map(HostedEvent::Arena).collect())
    }

    /// Decides what happens in the arena automatically: players are paired, or it ends.
    pub(super) fn tick_arena(arena: &Arena, now: Time) -> Vec<HostedEvent> {
        let events = arena.tick(now.as_millis());
        let is_over = events.iter().any(|it| it.change == ArenaChange::Ended);
        let mut events: Vec<_> = events.into_iter().map(HostedEvent::Arena).collect();
        if is_over {
            events.push(HostedEvent::Finished);
        }
        events
    }

    /// Decides that a game is over, with its result, the number of moves and who gave up half
    /// of their time. What ends after the arena does not count.
    pub(super) fn finish_arena_game(
        arena: &Arena,
        slot: BoardSlot,
        (result, moves, berserk): (GameResult, Option<u32>, ByColor<bool>),
        now: Time,
    ) -> Decided {
        let game = slot.board as usize;
        let mut events = Vec::new();
        for color in Color::ALL.into_iter().filter(|&it| berserk[it]) {
            let berserk = ArenaAction::Berserk { game, color };
            // What the game allowed counts; the arena may have ended meanwhile.
            events.extend(HostedTournament::by_arena(arena, &berserk, now).unwrap_or_default());
        }
        let finish = ArenaAction::Finish {
            game,
            result,
            moves,
        };
        match HostedTournament::by_arena(arena, &finish, now) {
            Err(ServerRefusal::Tournament(TournamentRefusal::Arena(ArenaRefusal::HasEnded))) => {
                Ok(Vec::new())
            }
            decided => {
                events.extend(decided?);
                Ok(events)
            }
        }
    }

    /// Returns the game of an arena that has no result.
    pub(super) fn arena_game(arena: &Arena, slot: BoardSlot) -> Option<&ArenaGame> {
        let number = usize::try_from(slot.board).ok()?;
        arena.game(number).filter(|_| slot.round == ARENA_ROUND)
    }

    /// Returns the games of the arena that are played, with their players.
    pub(super) fn arena_pairings(&self, arena: &Arena) -> Vec<(BoardSlot, ByColor<PlayerId>)> {
        let games = (1..).zip(arena.games());
        let playing = games.filter(|(_, game)| game.state == GameState::Playing);
        let pairing = |(board, game): (u32, &ArenaGame)| {
            let round = ARENA_ROUND;
            let player = |color: Color| {
                let number = self.seat_number(game.players[color]);
                self.participant(number)?.entrant.player
            };
            let (white, black) = (player(Color::White)?, player(Color::Black)?);
            Some((BoardSlot { round, board }, ByColor { white, black }))
        };
        playing.filter_map(pairing).collect()
    }

    /// Returns the games in progress as the boards of a round.
    pub(super) fn arena_round(&self, arena: &Arena) -> Option<TournamentRound> {
        arena.started_ms()?;
        let games = (1..).zip(arena.games());
        let playing = games.filter(|(_, game)| game.state == GameState::Playing);
        let boards = playing.filter(|_| !arena.has_ended()).map(|(board, game)| {
            let round = ARENA_ROUND;
            TournamentBoard {
                board,
                white: self.seat_number(game.players.white),
                black: self.seat_number(game.players.black),
                result: None,
                game: self
                    .games
                    .get(&BoardSlot { round, board })
                    .map(ToString::to_string),
                stage: None,
                white_claim: None,
                black_claim: None,
            }
        });
        Some(TournamentRound {
            round: ARENA_ROUND,
            started: true,
            starts_in: None,
            boards: boards.collect(),
            byes: Vec::new(),
        })
    }

    /// Returns the standings of the arena. The results are the points of the latest games.
    pub(super) fn arena_standings(&self, arena: &Arena) -> Vec<TournamentStanding> {
        let ranked = arena.standings();
        let standing = ranked.iter().map(|it| {
            let games = arena.entrant(it.player).map(|it| &it.sheet.games);
            let games = games.map_or(&[][..], Vec::as_slice);
            let latest = &games[games.len().saturating_sub(MAX_SHOWN_RESULTS)..];
            let performance = it.performance.rounded();
            TournamentStanding {
                player: self.seat_number(it.player),
                rank: number_of(it.rank),
                points: it.points.to_string(),
                tie_breaks: vec![
                    games.len().to_string(),
                    performance.map_or_else(String::new, |it| it.to_string()),
                ],
                results: latest.iter().map(|it| it.points.to_string()).collect(),
            }
        });
        standing.collect()
    }
}

/// Returns the result of a game whose player of this color did not come.
pub(super) const fn forfeited(absent: Color) -> GameResult {
    let (white, black) = match absent {
        Color::White => (Outcome::Loss, Outcome::Win),
        Color::Black => (Outcome::Win, Outcome::Loss),
    };
    GameResult {
        white,
        black,
        mode: Mode::Forfeit,
    }
}
