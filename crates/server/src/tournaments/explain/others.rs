//! Reasons in tournaments that are not Swiss.

use arbiter_tournament::{
    Bye, Game, PlayerId as SeatId, Round,
    arena::{ArenaChange, ColorReason, GameState, WaveObjection},
    keizer::{self, KeizerObjection},
    knockout::{Knockout, MatchColorReason, MatchId, MatchReason},
};
use arbiter_wire::{BoardReason, MatchWay, RefusedChoice, RoundReasons, TournamentSystem};

use crate::tournaments::{HostedEvent, HostedTournament, hosted_tournament::number_of};

impl HostedTournament {
    /// Explains a round (from 0) of a tournament that is not Swiss.
    pub(super) fn other_reasons(&self, round: usize) -> Option<RoundReasons> {
        if self.arena.is_some() {
            return (round == 0).then(|| self.arena_reasons());
        }
        if let Some(knockout) = &self.knockout {
            return self.knockout_reasons(knockout, round + 1);
        }
        let paired = self.rules.rounds().get(round)?;
        Some(match self.options.system {
            TournamentSystem::Keizer => self.keizer_reasons(round, paired),
            TournamentSystem::TeamMatch | TournamentSystem::Scheveningen => {
                of(self.team_reasons(paired))
            }
            _ => RoundReasons {
                is_table: true,
                ..of(self.table_reasons(paired))
            },
        })
    }

    fn table_reasons(&self, paired: &Round) -> Vec<BoardReason> {
        let order = self.rules.numbering();
        let place = |seat: SeatId| {
            let place = order.iter().position(|&it| it == seat);
            number_of(place.map_or(0, |it| it + 1))
        };
        let boards = (1..).zip(&paired.games);
        let boards = boards.map(|(board, game)| BoardReason::Table {
            board,
            white: self.seat_number(game.players.white),
            white_number: place(game.players.white),
            black: self.seat_number(game.players.black),
            black_number: place(game.players.black),
        });
        let rests = paired.byes.iter().map(|&(seat, _)| BoardReason::Rest {
            player: self.seat_number(seat),
            number: place(seat),
        });
        boards.chain(rests).collect()
    }

    fn team_reasons(&self, paired: &Round) -> Vec<BoardReason> {
        let team = |seat: SeatId| self.rules.player(seat).map_or("", |it| it.team.as_str());
        let is_fixed = self.options.system == TournamentSystem::Scheveningen;
        let place = |seat: SeatId, board: usize| match is_fixed {
            true => {
                let earlier = (1..=seat).filter(|&it| team(it) == team(seat));
                number_of(earlier.count())
            }
            false => number_of(board),
        };
        let reason = |(board, game): (usize, &Game)| {
            let (white, black) = (game.players.white, game.players.black);
            let [player, opponent] = match team(white) == "1" {
                true => [white, black],
                false => [black, white],
            };
            BoardReason::Team {
                board: number_of(board),
                player: self.seat_number(player),
                place: place(player, board),
                opponent: self.seat_number(opponent),
                opponent_place: place(opponent, board),
            }
        };
        (1..).zip(&paired.games).map(reason).collect()
    }

    fn keizer_reasons(&self, round: usize, paired: &Round) -> RoundReasons {
        let order = self.rules.numbering();
        let index = |seat: SeatId| order.iter().position(|&it| it == seat);
        let number = |player: usize| {
            let seat = order.get(player).copied();
            seat.map_or(0, |seat| self.seat_number(seat))
        };
        let mut report = self.rules.report().truncated(round);
        let requested = paired.byes.iter();
        let requested = requested.filter(|(_, bye)| *bye != Bye::PairingAllocated);
        let requested = requested.filter_map(|&(seat, bye)| Some((index(seat)?, bye)));
        report.next_byes = requested.collect();
        let is_same = |pairing: &keizer::KeizerPairing| {
            let pairs = pairing.pairs.iter();
            let pairs = pairs.map(|it| [Some(it.white), Some(it.black)]);
            let games = paired.games.iter();
            pairs.eq(games.map(|it| [index(it.players.white), index(it.players.black)]))
        };
        let Some(pairing) = keizer::pair_round(&report).filter(is_same) else {
            return RoundReasons {
                is_outdated: true,
                ..RoundReasons::default()
            };
        };
        let table = keizer::KeizerTable::new(&report);
        let reasons = (1..).zip(keizer::reasons(&report, &pairing));
        let reasons = reasons.map(|(board, it)| BoardReason::Keizer {
            board,
            player: number(it.players[0]),
            place: number_of(it.places[0]),
            value: it.values[0],
            opponent: number(it.players[1]),
            opponent_place: number_of(it.places[1]),
            opponent_value: it.values[1],
            instead: (it.nearer.iter())
                .map(|&(player, objection)| {
                    let mut choice = choice(number(player), "incomplete");
                    match objection {
                        KeizerObjection::Prohibited => "prohibited".clone_into(&mut choice.code),
                        KeizerObjection::Met(ago) => {
                            "C1".clone_into(&mut choice.code);
                            choice.round = Some(number_of((round + 1).saturating_sub(ago)));
                        }
                        KeizerObjection::Incomplete => {}
                    }
                    choice
                })
                .collect(),
        });
        let place = |player: usize| table.order().iter().position(|&it| it == player);
        let bye = pairing.bye.map(|it| BoardReason::KeizerBye {
            player: number(it),
            place: number_of(place(it).map_or(0, |it| it + 1)),
        });
        of(reasons.chain(bye).collect())
    }

    fn knockout_reasons(&self, knockout: &Knockout, round: usize) -> Option<RoundReasons> {
        let matches = knockout.rounds().get(round.wrapping_sub(1))?;
        let seed = |seat: SeatId| number_of(knockout.seed(seat).unwrap_or(0));
        let mut reasons = Vec::new();
        for (number, state) in (1..).zip(matches) {
            let (of, board) = (MatchId { round, number }, number_of(number));
            match knockout.reason(of) {
                Some(MatchReason::Bye(seat)) => reasons.push(BoardReason::SeedBye {
                    player: self.seat_number(seat),
                    seed: seed(seat),
                    places: number_of(knockout.seeds().len().next_power_of_two()),
                    players: number_of(knockout.seeds().len()),
                }),
                Some(MatchReason::NoOpponent(seat)) => reasons.push(BoardReason::NoOpponent {
                    player: self.seat_number(seat),
                }),
                Some(MatchReason::Seeds {
                    players: [better, other],
                    sum,
                }) => reasons.push(BoardReason::Seeds {
                    board,
                    player: self.seat_number(better),
                    seed: seed(better),
                    opponent: self.seat_number(other),
                    opponent_seed: seed(other),
                    sum: number_of(sum),
                }),
                Some(MatchReason::Ways(ways)) => reasons.push(BoardReason::Ways {
                    board,
                    ways: (ways.iter())
                        .map(|it| MatchWay {
                            player: self.seat_number(it.player),
                            seed: seed(it.player),
                            from: it.from.map(|it| number_of(it.number)),
                            score: it.score.map(|[own, other]| format!("{own}:{other}")),
                        })
                        .collect(),
                }),
                Some(MatchReason::Winners(_) | MatchReason::Losers | MatchReason::Nobody)
                | None => {}
            }
            if let (Some(reason), Some(game)) = (knockout.color_reason(of), state.games.last()) {
                let code = match reason {
                    MatchColorReason::Alternation => "alternation",
                    MatchColorReason::EarlierRounds => "balance",
                    MatchColorReason::LastGame => "last_game",
                    MatchColorReason::Order => "order",
                };
                reasons.push(BoardReason::White {
                    board,
                    player: self.seat_number(game.players.white),
                    code: code.to_owned(),
                });
            }
        }
        Some(of(reasons))
    }

    /// Explains the games of an arena that are played. Those that this server has not
    /// paired itself since it started have no reasons.
    fn arena_reasons(&self) -> RoundReasons {
        let mut reasons = Vec::new();
        let played = self.wave_reasons.iter();
        let played = played.filter(|&(&game, _)| self.is_played_in_arena(game));
        for (&game, reason) in played {
            let instead = reason.nearer.iter().map(|&(seat, objection)| {
                let player = self.seat_number(seat);
                match objection {
                    WaveObjection::Met(ago) => RefusedChoice {
                        count: i64::try_from(ago).ok(),
                        ..choice(player, "met")
                    },
                    WaveObjection::Meets(other) => RefusedChoice {
                        other: Some(self.seat_number(other)),
                        ..choice(player, "meets")
                    },
                    WaveObjection::LeftOver => choice(player, "left_over"),
                }
            });
            let board = number_of(game);
            reasons.push(BoardReason::Arena {
                board,
                player: self.seat_number(reason.players[0]),
                place: number_of(reason.places[0]),
                opponent: self.seat_number(reason.players[1]),
                opponent_place: number_of(reason.places[1]),
                instead: instead.collect(),
                more: number_of(reason.more),
                met_ago: reason.met_ago.map(number_of),
            });
            let (white, code) = reason.white;
            let code = match code {
                ColorReason::Balance => "balance",
                ColorReason::LastGame => "last_game",
                ColorReason::Order => "order",
            };
            reasons.push(BoardReason::White {
                board,
                player: self.seat_number(white),
                code: code.to_owned(),
            });
        }
        RoundReasons {
            is_outdated: reasons.is_empty(),
            ..of(reasons)
        }
    }

    /// Remembers why the players of an arena are paired by these events; `before` is the
    /// tournament without them. This is not stored: after a restart only new games have
    /// reasons.
    pub(in crate::tournaments) fn remember_reasons(
        &mut self,
        before: &HostedTournament,
        events: &[HostedEvent],
    ) {
        let Some(arena) = &before.arena else {
            return;
        };
        let paired = events.iter().find_map(|it| match it {
            HostedEvent::Arena(it) if matches!(it.change, ArenaChange::Paired(_)) => Some(it.at_ms),
            _ => None,
        });
        if let Some(at_ms) = paired {
            let wave = arena.wave(at_ms);
            let first = arena.games().len() + 1;
            let reasons = (first..).zip(arena.reasons(&wave, at_ms));
            self.wave_reasons.extend(reasons);
        }
        let mut reasons = std::mem::take(&mut self.wave_reasons);
        reasons.retain(|&game, _| self.is_played_in_arena(game));
        self.wave_reasons = reasons;
    }

    fn is_played_in_arena(&self, game: usize) -> bool {
        let game = self.arena.as_ref().and_then(|it| it.game(game));
        game.is_some_and(|it| it.state == GameState::Playing)
    }
}

fn of(others: Vec<BoardReason>) -> RoundReasons {
    RoundReasons {
        others,
        ..RoundReasons::default()
    }
}

fn choice(player: u32, code: &str) -> RefusedChoice {
    RefusedChoice {
        player,
        code: code.to_owned(),
        round: None,
        count: None,
        points: None,
        other: None,
    }
}
