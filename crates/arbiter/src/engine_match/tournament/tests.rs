use std::collections::HashMap;

use arbiter_rules::{BoardReason, Color, SplitMix64};

use super::EngineTournament;
use crate::engine_match::{
    game_result::{Cause, GameResult},
    schedule::{OpeningSequence, PairingPlan, Schedule, ScheduledGame},
};

const SWISS: PairingPlan = PairingPlan::Swiss { rounds: 4 };
const KNOCKOUT: PairingPlan = PairingPlan::Knockout { tie_breaks: 1 };
const NAMES: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];

/// Plays a tournament with results that follow from the number of a game; `known` are the
/// results of the log.
fn play(
    plan: PairingPlan,
    games: usize,
    known: &HashMap<usize, GameResult>,
) -> (EngineTournament, Vec<ScheduledGame>) {
    let schedule = Schedule::new(plan, NAMES.len(), games, 9, OpeningSequence::Random(1));
    let mut tournament = EngineTournament::new(plan, &NAMES, games).unwrap();
    let mut played = Vec::new();
    while !tournament.is_finished() {
        let batch = tournament.next_batch(&schedule).unwrap();
        let results = batch.iter().map(|it| {
            let result = known.get(&it.game).copied();
            (it.game, result.unwrap_or_else(|| result_of(it.game)))
        });
        tournament.finish_batch(&results.collect());
        played.extend(batch);
    }
    (tournament, played)
}

fn result_of(game: usize) -> GameResult {
    let mut random = SplitMix64::new(game as u64);
    let winner = [Some(Color::White), Some(Color::Black), None][random.below(3)];
    GameResult {
        winner,
        cause: Cause::Laws(BoardReason::Checkmate),
    }
}

#[test]
fn a_tournament_continues_with_the_results_of_its_log() {
    for plan in [SWISS, KNOCKOUT] {
        for games in [1, 2, 4] {
            let (tournament, played) = play(plan, games, &HashMap::new());
            let mut numbers: Vec<usize> = played.iter().map(|it| it.game).collect();
            numbers.dedup();
            assert_eq!(numbers.len(), played.len(), "a number occurs twice");
            let half = played.iter().take(played.len() / 2);
            let known = half.map(|it| (it.game, result_of(it.game))).collect();
            let (resumed, again) = play(plan, games, &known);
            assert_eq!(again, played);
            let text = |it: &EngineTournament| serde_json::to_string(&it.table()).unwrap();
            assert_eq!(text(&resumed), text(&tournament));
        }
    }
}

#[test]
fn an_opening_is_played_with_both_colors() {
    for plan in [SWISS, KNOCKOUT] {
        let (_, played) = play(plan, 2, &HashMap::new());
        for game in &played {
            let partner = played
                .iter()
                .find(|it| it.pair == game.pair && it.game != game.game);
            if let Some(partner) = partner {
                assert_eq!(partner.opening, game.opening);
                assert_eq!(partner.participants.white, game.participants.black);
            }
        }
    }
}

#[test]
fn a_knockout_has_one_winner() {
    let (tournament, played) = play(KNOCKOUT, 2, &HashMap::new());
    assert!(played.len() >= tournament.least_games());
    let mut text = Vec::new();
    tournament.table().write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.starts_with("Round 1\n  *A "), "{text}");
    assert_eq!(text.matches("\n 1. ").count(), 1, "{text}");
}
