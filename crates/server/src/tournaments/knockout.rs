//! Knockouts: matches of one or more games, in a bracket.

use arbiter_rules::{ByColor, Color};
use arbiter_tournament::{
    GameResult, PlayerId as SeatId,
    knockout::{
        Knockout, KnockoutAction, KnockoutRefusal, KnockoutSettings, Match, MatchGame, MatchId,
        MatchOutcome, Slot, Stage,
    },
};
use arbiter_wire::{
    GameOptions, MatchGame as WireGame, MatchStage, NewTournament, TournamentBoard,
    TournamentMatch, TournamentRound, TournamentStanding, TournamentSystem,
};

use super::{
    HostedEvent, HostedTournament,
    decide::Decided,
    hosted_tournament::{allows_berserk, number_of},
};
use crate::{
    base::PlayerId,
    refusal::{ServerRefusal, TournamentRefusal},
    store::BoardSlot,
};

/// Returns the rules of a knockout with these options.
pub(super) fn knockout(options: &NewTournament) -> Option<Knockout> {
    let is_knockout = options.system == TournamentSystem::Knockout;
    let games = usize::try_from(options.games).unwrap_or(1);
    is_knockout.then(|| Knockout::start(KnockoutSettings::new(&options.name, games)))
}

/// Returns the place of a game.
fn slot(of: MatchId, game: usize) -> BoardSlot {
    let earlier = number_of(game.saturating_sub(1));
    BoardSlot {
        round: number_of(of.round),
        board: number_of(of.number) + earlier * BoardSlot::MAX_MATCHES,
    }
}

/// Returns the match of a place, and the number of the game in it.
fn match_of(slot: BoardSlot) -> (MatchId, usize) {
    let of = MatchId {
        round: slot.round as usize,
        number: (slot.board % BoardSlot::MAX_MATCHES) as usize,
    };
    (of, (slot.board / BoardSlot::MAX_MATCHES) as usize + 1)
}

fn wire_stage(stage: Stage) -> Option<MatchStage> {
    match stage {
        Stage::Regular => None,
        Stage::TieBreak(_) => Some(MatchStage::TieBreak),
        Stage::Armageddon => Some(MatchStage::Armageddon),
    }
}

/// Returns the games without result of matches that are not decided.
fn playing(knockout: &Knockout) -> impl Iterator<Item = (BoardSlot, &MatchGame)> {
    let rounds = (1..).zip(knockout.rounds());
    let matches = rounds.flat_map(|(round, matches)| {
        let numbered = (1..).zip(matches);
        numbered.map(move |(number, state)| (MatchId { round, number }, state))
    });
    let open = matches.filter(|(_, state)| state.outcome == MatchOutcome::Open);
    open.flat_map(|(of, state)| {
        let games = (1..).zip(&state.games);
        let missing = games.filter(|(_, game)| game.result.is_none());
        missing.map(move |(number, game)| (slot(of, number), game))
    })
}

impl HostedTournament {
    /// Decides an action of the rules of knockouts.
    pub(super) fn by_knockout(knockout: &Knockout, action: &KnockoutAction) -> Decided {
        let events = knockout.decide(action);
        let events = events.map_err(TournamentRefusal::Knockout)?;
        Ok(events.into_iter().map(HostedEvent::Knockout).collect())
    }

    /// Decides that the next games of all matches begin, or that it is over.
    pub(super) fn pair_knockout(knockout: &Knockout) -> Decided {
        match HostedTournament::by_knockout(knockout, &KnockoutAction::Pair) {
            Err(ServerRefusal::Tournament(TournamentRefusal::Knockout(
                KnockoutRefusal::Finished | KnockoutRefusal::TooFewPlayers,
            ))) => Ok(vec![HostedEvent::Finished]),
            decided => decided,
        }
    }

    /// Decides the result of a game. A board below all games of matches is the latest
    /// game of the match.
    pub(super) fn record_in_knockout(
        knockout: &Knockout,
        slot: BoardSlot,
        result: GameResult,
    ) -> Decided {
        let (of, game) = match_of(slot);
        HostedTournament::by_knockout(knockout, &KnockoutAction::Record { of, game, result })
    }

    /// Returns the options of a game: in an arena the time can be halved, and the last game
    /// of a match may have a clock of its own, with which it is not rated.
    #[must_use]
    pub fn game_options(&self, slot: BoardSlot) -> GameOptions {
        let mut options = self.options.options.clone();
        options.berserk = allows_berserk(&self.options);
        let (of, number) = match_of(slot);
        let state = self.knockout.as_ref().and_then(|it| it.find(of));
        let game = state.and_then(|it| it.games.get(number - 1));
        if let (Some(clock), Some(Stage::Armageddon)) =
            (&self.options.armageddon, game.map(|it| it.stage))
        {
            options.clock = clock.clone();
            options.rated = false;
        }
        options
    }

    /// Returns the number of the player of this color in a game.
    pub(super) fn claimant_in_knockout(
        &self,
        knockout: &Knockout,
        slot: BoardSlot,
        color: Color,
    ) -> Option<u32> {
        let (of, game) = match_of(slot);
        let game = knockout.find(of)?.games.get(game - 1)?;
        Some(self.seat_number(game.players[color]))
    }

    /// Returns the place of the latest game of a match.
    pub(super) fn latest_game(knockout: &Knockout, round: u32, number: u32) -> BoardSlot {
        let of = MatchId {
            round: round as usize,
            number: number as usize,
        };
        let games = knockout.find(of).map_or(1, |it| it.games.len());
        slot(of, games)
    }

    /// Reports whether the result of a game is missing.
    pub(super) fn is_missing_in(knockout: &Knockout, wanted: BoardSlot) -> bool {
        playing(knockout).any(|(slot, _)| slot == wanted)
    }

    /// Returns the games in progress with their players.
    pub(super) fn knockout_pairings(
        &self,
        knockout: &Knockout,
    ) -> Vec<(BoardSlot, ByColor<PlayerId>)> {
        let player = |seat: SeatId| self.participant(self.seat_number(seat))?.entrant.player;
        let pairing = |(slot, game): (BoardSlot, &MatchGame)| {
            let (white, black) = (player(game.players.white)?, player(game.players.black)?);
            Some((slot, ByColor { white, black }))
        };
        playing(knockout).filter_map(pairing).collect()
    }

    /// Returns where a player plays, and their color.
    pub(super) fn slot_in_knockout(
        &self,
        knockout: &Knockout,
        number: u32,
    ) -> Option<(BoardSlot, Color)> {
        playing(knockout).find_map(|(slot, game)| {
            let mut colors = Color::ALL.into_iter();
            let color = colors.find(|&it| self.seat_number(game.players[it]) == number)?;
            Some((slot, color))
        })
    }

    /// Returns the last round in which games have begun.
    pub(super) fn knockout_round(knockout: &Knockout) -> u32 {
        let has_begun = |matches: &Vec<Match>| matches.iter().any(|it| !it.games.is_empty());
        let last = knockout.rounds().iter().rposition(has_begun);
        last.map_or(0, |index| number_of(index + 1))
    }

    /// Returns the matches of a round as its boards, with the latest game of each.
    pub(super) fn knockout_view(&self, knockout: &Knockout, round: u32) -> Option<TournamentRound> {
        let index = usize::try_from(round).ok()?.checked_sub(1)?;
        let matches = knockout.rounds().get(index)?;
        let boards = (1..).zip(matches).filter_map(|(board, state)| {
            let game = state.games.last()?;
            let slot = HostedTournament::latest_game(knockout, round, board);
            let claims = self.claims(slot);
            let claim = |color: Color| claims[color].map(|it| it.to_string());
            Some(TournamentBoard {
                board,
                white: self.seat_number(game.players.white),
                black: self.seat_number(game.players.black),
                result: game.result.map(|it| it.to_string()),
                game: self.games.get(&slot).map(ToString::to_string),
                stage: wire_stage(game.stage),
                white_claim: claim(Color::White),
                black_claim: claim(Color::Black),
            })
        });
        Some(TournamentRound {
            round,
            started: true,
            starts_in: None,
            boards: boards.collect(),
            byes: Vec::new(),
        })
    }

    /// Returns the bracket of a knockout, empty in other tournaments and before the start.
    pub(super) fn bracket_view(&self) -> Vec<Vec<TournamentMatch>> {
        let rounds = self.knockout.iter().flat_map(Knockout::rounds);
        let view = |(round, matches): (usize, &Vec<Match>)| {
            let numbered = (1..).zip(matches);
            numbered
                .map(|(number, state)| self.match_view(MatchId { round, number }, state))
                .collect()
        };
        (1..).zip(rounds).map(view).collect()
    }

    fn match_view(&self, of: MatchId, state: &Match) -> TournamentMatch {
        let games = (1..).zip(&state.games).map(|(number, game)| WireGame {
            white: self.seat_number(game.players.white),
            result: game.result.map(|it| it.to_string()),
            game: self.games.get(&slot(of, number)).map(ToString::to_string),
            stage: wire_stage(game.stage),
        });
        let score = state.score().into_iter().map(|it| it.to_string());
        TournamentMatch {
            players: state.slots.map(|it| match it {
                Slot::Player(seat) => Some(self.seat_number(seat)),
                Slot::Open | Slot::Empty => None,
            }),
            bye: state.slots.contains(&Slot::Empty),
            nobody: state.outcome == MatchOutcome::Nobody,
            winner: match state.outcome {
                MatchOutcome::Won(seat) => Some(self.seat_number(seat)),
                MatchOutcome::Open | MatchOutcome::Nobody => None,
            },
            score: match state.games.is_empty() {
                true => Vec::new(),
                false => score.collect(),
            },
            games: games.collect(),
        }
    }

    /// Returns the places: the points are the matches won, the results the scores of the
    /// matches.
    pub(super) fn knockout_standings(&self, knockout: &Knockout) -> Vec<TournamentStanding> {
        let ranked = knockout.standings();
        let standing = ranked.iter().map(|it| {
            let mut won = 0;
            let mut results = Vec::new();
            for state in knockout.rounds().iter().flatten() {
                won += u32::from(state.outcome == MatchOutcome::Won(it.player));
                if let Some(players) = state.players()
                    && let Some(place) = players.iter().position(|&id| id == it.player)
                    && !state.games.is_empty()
                {
                    let score = state.score();
                    results.push(format!("{}:{}", score[place], score[1 - place]));
                }
            }
            TournamentStanding {
                player: self.seat_number(it.player),
                rank: number_of(it.rank),
                points: won.to_string(),
                tie_breaks: Vec::new(),
                results,
            }
        });
        standing.collect()
    }
}
