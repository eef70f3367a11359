//! How a game goes: moves, offers, claims, take-backs, and how it ends.

use arbiter_rules::Square;
use arbiter_wire::{Color, Fact, LegalMoves, Stage, State};

use super::two_at;
use crate::harness::story;

fn clocks(state: &State) -> (u64, u64) {
    let clock = state.clock.as_ref().unwrap();
    (clock.white.time, clock.black.time)
}

fn targets(legal: &LegalMoves, from: Square) -> String {
    let squares = legal.from(from).iter().map(|to| to.to_string());
    squares.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_by_link_goes_from_the_first_move_to_mate() {
    story(async |server| {
        let mut white = server.guest().await;
        let game = white.make("5+3").await;
        let waiting = white.watch(&game).await;
        assert_eq!(waiting.stage, Stage::Waiting);
        assert_eq!(waiting.you, [Color::White]);

        let mut black = server.guest().await;
        black.join(&game).await;
        let begun = match white.hear().await {
            arbiter_wire::ServerMessage::Game(view) => *view,
            other => panic!("{other:?}"),
        };
        assert_eq!(begun.stage, Stage::Playing);
        assert_eq!(begun.players.black.as_ref().unwrap().name, black.name);
        let legal = begun.play.unwrap().state.legal.unwrap();
        assert_eq!(targets(&legal, Square::E2), "e3 e4");
        let seen = black.watch(&game).await;
        assert_eq!(seen.you, [Color::Black]);
        assert_eq!(seen.play.unwrap().state.legal, None);

        // The first move of each side is free.
        server.pass(20);
        let played = white.play("f2f3").await;
        assert_eq!(clocks(&played.state), (300_000, 300_000));
        assert_eq!(played.state.seq, 1);
        let told = black.expect_played("f2f3").await;
        assert_eq!(targets(&told.state.legal.unwrap(), Square::E7), "e5 e6");
        server.pass(10);
        black.play("e7e5").await;
        let told = white.expect_played("e7e5").await;
        assert_eq!(told.state.clock.unwrap().running, Some(Color::White));

        // Then time counts, and three seconds are added for a move.
        server.pass(7);
        let played = white.play("g4").await;
        // What the line took is forgiven, up to a second.
        let (left, other) = clocks(&played.state);
        assert!((296_000..297_000).contains(&left), "{left}");
        assert_eq!(other, 300_000);
        let expected = Fact::Played {
            uci: "g2g4".to_owned(),
            san: "g4".to_owned(),
            left: Some(left),
        };
        assert_eq!(played.events[0].fact, expected);
        black.expect_played("g2g4").await;
        server.pass(2);
        let mate = black.play("d8h4").await;
        assert_eq!(mate.state.status, "checkmate");
        assert_eq!(mate.state.result.as_deref(), Some("0-1"));
        assert_eq!(mate.events.len(), 2);
        white.expect_played("d8h4").await;

        let refused = white.try_play("e2e4").await;
        assert_eq!(refused.problem.code, "game_over");
        let view = white.view(&game).await;
        assert_eq!(view.stage, Stage::Over);
        assert_eq!(view.play.unwrap().moves.len(), 4);
    });
}

#[test]
fn what_is_refused_says_why_and_changes_nothing() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        assert_eq!(black.try_play("e7e5").await.problem.code, "not_your_turn");
        let refused = white.try_play("e2e5").await;
        assert_eq!(refused.game.as_deref(), Some(game.as_str()));
        assert!(!refused.problem.title.is_empty());
        white.play("e2e4").await;
        black.expect_played("e2e4").await;
    });
}
