//! Arenas: players are paired whenever they are free.

use arbiter_wire::TournamentState;
use serde_json::json;

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
        assert_eq!(reasons.len(), 4, "who meets and who has White, for each board");
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
