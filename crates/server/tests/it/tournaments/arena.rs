//! Arenas: players are paired whenever they are free.

use arbiter_wire::TournamentState;
use serde_json::{Value, json};

use super::{boards, event};
use crate::harness::story;

#[test]
fn an_arena_pairs_free_players_until_its_time_is_over() {
    story(async |server| {
        let new = json!({
            "name": "Friday arena", "system": "arena", "minutes": 10, "options": {"clock": "3+0"},
        });
        let mut event = event(&server, 4, new).await;
        event.arbitrate(json!("start")).await.expect(200);
        assert_eq!(
            event.arbitrate(json!("pair")).await.code(),
            "tournament_rules"
        );
        server.pass(5);
        let view = event.until_round(1).await;
        let first = boards(&view);
        assert_eq!(first.len(), 2);
        assert!(view.ends_in.is_some_and(|left| left > 9 * 60_000));
        let reasons = event.reasons(1).await;
        assert_eq!(
            reasons.len(),
            4,
            "who meets and who has White, for each board"
        );
        assert_eq!(reasons[0]["arena"]["place"], 1);
        assert_eq!(reasons[1]["white"]["board"], 1);
        event.play_round(&view).await;
        event.until(|view| view.standings[0].points == "2").await;
        // Both winners and both losers wait; nobody meets the same opponent again.
        server.pass(5);
        let playing = |view: &arbiter_wire::TournamentView| {
            let round = view.round.as_ref().unwrap();
            round.boards.len() == 2 && round.boards.iter().all(|it| it.game.is_some())
        };
        let view = event.until(playing).await;
        let second = boards(&view);
        for (white, black, game) in &second {
            assert!(!first.iter().any(|it| it.2 == *game));
            let pair = [*white.min(black), *white.max(black)];
            assert!(
                !first
                    .iter()
                    .any(|it| [it.0.min(it.1), it.0.max(it.1)] == pair)
            );
        }
        // A crash changes nothing.
        let server = server.crash().await;
        event.find(&server).await;
        assert_eq!(boards(&event.view().await), second);
        // A player rests, and comes back; the arbiter takes points.
        let entry = format!("/v1/tournaments/{}/entry", event.id);
        event.players[3].delete(&entry).await.expect(204);
        assert!(event.view().await.players[3].left);
        event.players[3].post(&entry, &json!({})).await.expect(200);
        let penalty = json!({"penalty": {"player": 1, "points": "1", "reason": "Late"}});
        event.arbitrate(penalty).await.expect(200);
        let view = event.view().await;
        let points = |number: u32| {
            let found = view.standings.iter().find(|it| it.player == number);
            found.unwrap().points.clone()
        };
        assert_eq!(points(1), "1");
        assert_eq!(view.messages[0].text, "Late");
        server.pass(600);
        let over = event.until_over().await;
        assert_eq!(over.summary.state, TournamentState::Over);
        assert!(over.round.unwrap().boards.is_empty());
        assert_eq!(over.standings.len(), 4);
    });
}

/// Moves after which the position is the same.
const MOVES: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

#[test]
fn a_win_with_half_of_the_time_is_worth_one_more_point() {
    story(async |server| {
        let new = json!({
            "name": "Friday arena", "system": "arena", "minutes": 10, "options": {"clock": "3+2"},
        });
        let mut event = event(&server, 2, new).await;
        event.arbitrate(json!("start")).await.expect(200);
        server.pass(5);
        let view = event.until_round(1).await;
        let (white, black, game) = boards(&view)[0].clone();
        let game = game.unwrap();
        let mut commands = 0;
        let mut act = async |event: &mut super::Event, by: u32, action: Value| {
            commands += 1;
            let id = format!("c{commands}");
            let player = &mut event.players[by as usize - 1];
            player.act_by_http(&game, &id, &action).await
        };
        act(&mut event, black, json!("berserk")).await.expect(200);
        let play = event.organizer.view(&game).await.play.unwrap();
        assert_eq!(play.state.berserk, [arbiter_wire::Color::Black]);
        assert_eq!(play.state.clock.unwrap().black.time, 90_000);
        for (ply, mv) in MOVES.iter().cycle().take(14).enumerate() {
            let by = [white, black][ply % 2];
            let played = act(&mut event, by, json!({"play": {"move": mv}})).await;
            played.expect(200);
        }
        let late = act(&mut event, white, json!("berserk")).await;
        assert_eq!(late.code(), "too_late_for_berserk");
        let resigned = act(&mut event, white, json!("resign")).await;
        resigned.expect(200);
        let view = event.until(|view| view.standings[0].points != "0").await;
        let first = &view.standings[0];
        assert_eq!((first.player, first.points.as_str()), (black, "3"));
    });
}

#[test]
fn the_organizer_may_forbid_berserk() {
    let check = |new: &Value, is_allowed: bool| {
        story(async |server| {
            let mut event = event(&server, 2, new.clone()).await;
            event.arbitrate(json!("start")).await.expect(200);
            server.pass(5);
            let view = event.until_round(1).await;
            let (white, _, game) = boards(&view)[0].clone();
            let player = &mut event.players[white as usize - 1];
            let (game, berserk) = (game.unwrap(), json!("berserk"));
            let answer = player.act_by_http(&game, "b", &berserk).await;
            assert_eq!(answer.status.as_u16() == 200, is_allowed, "{}", answer.text);
        });
    };
    check(
        &json!({"name": "Arena", "system": "arena", "berserk": false}),
        false,
    );
    check(&json!({"name": "Open", "break_seconds": 0}), false);
}
