//! Playing a game: moves, offers, claims, takebacks and endings.

use arbiter_rules::Square;
use arbiter_wire::{Action, Claim, Color, Fact, GameState, LegalMoves, Stage, Takebacks};
use serde_json::json;

use super::{play_all, two_at, two_with};
use crate::harness::story;

fn clocks(state: &GameState) -> (u64, u64) {
    let clock = state.clock.as_ref().unwrap();
    (clock.white.time, clock.black.time)
}

fn targets(legal: &LegalMoves, from: Square) -> String {
    let squares = legal.from(from).iter().map(|to| to.to_string());
    squares.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_by_link_is_played_to_mate() {
    story(async |server| {
        let mut white = server.guest().await;
        let game = white.make("5+3").await;
        let waiting = white.watch(&game).await;
        assert_eq!(waiting.stage, Stage::Waiting);
        assert_eq!(waiting.you, [Color::White]);

        let mut black = server.guest().await;
        black.join(&game).await;
        let begun = match white.receive().await {
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

        // The first move of each side takes no time.
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

        // Then the clock runs, with an increment of three seconds.
        server.pass(7);
        let played = white.play("g4").await;
        // Network lag is compensated, up to a second.
        let (left, other) = clocks(&played.state);
        assert!((296_000..297_000).contains(&left), "{left}");
        assert_eq!(other, 300_000);
        let expected = Fact::Played {
            uci: "g2g4".to_owned(),
            san: "g4".to_owned(),
            took: 303_000 - left,
            left: Some(left),
            cleared: None,
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
fn a_refusal_says_why_and_changes_nothing() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        for mv in ["e7e5", "e5", "Nf6", "O-O"] {
            assert_eq!(
                black.try_play(mv).await.problem.code,
                "not_your_turn",
                "{mv}"
            );
        }
        let refused = white.try_play("e2e5").await;
        assert_eq!(refused.game.as_deref(), Some(game.as_str()));
        assert!(!refused.problem.title.is_empty());
        white.play("e2e4").await;
        black.expect_played("e2e4").await;
    });
}

#[test]
fn a_draw_is_offered_declined_and_agreed() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        let early = white.try_act(Action::OfferDraw).await;
        assert_eq!(early.problem.code, "too_early_for_draw");
        play_all(&mut white, &mut black, "e2e4 e7e5").await;

        let offered = white.act(Action::OfferDraw).await;
        assert_eq!(offered.state.draw_offer, Some(Color::White));
        let told = black.expect_update().await;
        let by = Color::White;
        assert_eq!(told.events[0].fact, Fact::DrawOffered { by });
        black.act(Action::DeclineDraw).await;
        assert_eq!(white.expect_update().await.state.draw_offer, None);
        let no_offer = black.try_act(Action::AcceptDraw).await;
        assert_eq!(no_offer.problem.code, "no_offer");

        // Offered with a move, and accepted.
        play_all(&mut white, &mut black, "g1f3").await;
        let offered = black
            .act(Action::Play {
                mv: "Nc6".to_owned(),
                offer_draw: true,
            })
            .await;
        assert_eq!(offered.state.draw_offer, Some(Color::Black));
        white.expect_played("b8c6").await;
        let agreed = white.act(Action::AcceptDraw).await;
        assert_eq!(agreed.state.result.as_deref(), Some("1/2-1/2"));
        assert_eq!(agreed.state.reason.as_deref(), Some("agreement"));
        assert_eq!(black.expect_update().await.state.status, "draw");
    });
}

#[test]
fn threefold_repetition_is_claimed() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        let claim = |with: Option<&str>| Action::Claim {
            claim: Claim::Threefold,
            with: with.map(str::to_owned),
        };
        play_all(&mut white, &mut black, "g1f3 g8f6 f3g1 f6g8").await;
        assert_eq!(white.try_act(claim(None)).await.problem.code, "no_claim");
        play_all(&mut white, &mut black, "g1f3 g8f6 f3g1").await;
        // Claimed with the move that completes it.
        let claimed = black.act(claim(Some("f6g8"))).await;
        assert_eq!(claimed.state.reason.as_deref(), Some("threefold"));
        assert_eq!(white.expect_update().await.state.status, "draw");
    });
}

#[test]
fn a_takeback_needs_the_opponents_consent() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5 d1h5").await;
        white.act(Action::RequestTakeback).await;
        assert_eq!(
            black.expect_update().await.state.take_back,
            Some(Color::White)
        );
        black.act(Action::DeclineTakeback).await;
        assert_eq!(white.expect_update().await.state.take_back, None);
        white.act(Action::RequestTakeback).await;
        black.expect_update().await;
        let granted = black.act(Action::AcceptTakeback).await;
        assert_eq!(granted.events[0].fact, Fact::TakenBack { plies: 1 });
        assert_eq!(granted.state.ply, 2);
        let told = white.expect_update().await;
        assert_eq!(
            targets(&told.state.legal.unwrap(), Square::F1),
            "e2 d3 c4 b5 a6"
        );
        white.play("g1f3").await;
    });
}

#[test]
fn a_touched_piece_must_move_in_a_formal_game() {
    story(async |server| {
        let options = json!({"clock": "5+3", "conduct": "formal"});
        let (mut white, mut black, game) = two_with(&server, options).await;
        // The view says that there are no takebacks (R79).
        assert_eq!(
            white.view(&game).await.options.takebacks,
            Takebacks::Forbidden
        );
        let touched = white.act(Action::Touch("g1".to_owned())).await;
        assert_eq!(touched.state.touched, ["g1"]);
        let legal = touched.state.legal.unwrap();
        assert!(legal.iter().all(|(from, _)| from == Square::G1));
        assert_eq!(black.expect_update().await.state.touched, ["g1"]);
        let bound = white.try_play("e2e4").await;
        assert_eq!(bound.problem.code, "touch_move");
        assert_eq!(bound.problem.article.as_deref(), Some("4.3.1"));
        white.play("g1f3").await;
        black.expect_played("g1f3").await;
        black.act(Action::Adjust("e7".to_owned())).await;
        white.expect_update().await;
        black.play("d7d5").await;
        white.expect_played("d7d5").await;
        let refused = white.try_act(Action::RequestTakeback).await;
        assert_eq!(refused.problem.code, "no_take_backs");
    });
}

#[test]
fn a_game_is_resigned_and_another_aborted() {
    story(async |server| {
        let (mut white, mut black, _) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        let late = white.try_act(Action::GiveTime(0)).await;
        assert_eq!(late.problem.code, "not_a_time");
        white.act(Action::GiveTime(15)).await;
        let given = black.expect_update().await;
        assert_eq!(clocks(&given.state).1, 315_000);
        white.act(Action::Resign).await;
        let told = black.expect_update().await;
        assert_eq!(told.state.result.as_deref(), Some("0-1"));
        assert_eq!(told.state.reason.as_deref(), Some("resignation"));

        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        white.play("e2e4").await;
        black.expect_played("e2e4").await;
        black.act(Action::Abort).await;
        assert_eq!(
            white.expect_update().await.state.reason.as_deref(),
            Some("aborted")
        );
        assert_eq!(white.view(&game).await.stage, Stage::Over);
    });
}

#[test]
fn one_player_may_play_both_sides() {
    story(async |server| {
        let mut both = server.guest().await;
        let wanted = json!({"opponent": "self", "options": {"clock": "-"}});
        let game = both.make_with(wanted).await;
        let view = both.watch(&game).await;
        assert_eq!(view.you, [Color::White, Color::Black]);
        for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            let played = both.play(mv).await;
            assert_eq!(played.state.legal.is_some(), played.state.result.is_none());
        }
        assert_eq!(both.view(&game).await.stage, Stage::Over);
    });
}

#[test]
fn a_command_is_carried_out_once_however_often_it_is_sent() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        let first = white.play("e2e4").await;
        let id = first.id.unwrap();
        black.expect_played("e2e4").await;
        for _ in 0..2 {
            white.send_as(&id, crate::harness::play("e2e4")).await;
            match white.receive().await {
                arbiter_wire::ServerMessage::Acknowledged(done) => {
                    assert_eq!((done.id, done.seq), (id.clone(), 1));
                }
                other => panic!("{other:?}"),
            }
        }
        // Over HTTP it is the same command; one of another player is not.
        let action = json!({"play": {"move": "e2e4"}});
        let again = white.act_by_http(&game, &id, &action).await;
        assert_eq!(again.expect(200).body["seq"], 1);
        let action = json!({"play": {"move": "e5"}});
        let other = black.act_by_http(&game, &id, &action).await;
        assert_eq!(other.expect(200).body["events"][0]["uci"], "e7e5");
        white.expect_played("e7e5").await;
    });
}

#[test]
fn a_command_for_another_position_is_refused() {
    story(async |server| {
        let (mut white, mut black, game) = two_at(&server, "5+3").await;
        play_all(&mut white, &mut black, "e2e4 e7e5").await;
        let late = json!({"act": {"game": game, "id": "late", "ply": 0, "do": "resign"}});
        white.socket().await.say_text(&late.to_string()).await;
        assert_eq!(white.expect_refusal().await.problem.code, "stale");
    });
}
