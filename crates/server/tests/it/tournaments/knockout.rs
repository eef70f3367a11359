//! Knockouts: who loses a match is out.

use arbiter_wire::MatchStage;
use serde_json::json;

use super::{boards, event};
use crate::harness::story;

#[test]
fn a_knockout_runs_to_the_final_and_survives_a_crash() {
    story(async |server| {
        let new = json!({
            "name": "Cup", "system": "knockout", "games": 1, "break_seconds": 0,
            "options": {"clock": "5+3"},
        });
        let mut event = event(&server, 4, new).await;
        assert_eq!(event.view().await.summary.rounds, 2);
        event.arbitrate(json!("start")).await.expect(200);
        let view = event.until_round(1).await;
        assert_eq!(boards(&view).len(), 2);
        assert_eq!(
            event.arbitrate(json!("pair_again")).await.code(),
            "tournament_rules"
        );
        let server = server.crash().await;
        event.find(&server).await;
        assert_eq!(boards(&event.view().await), boards(&view));
        event.play_round(&view).await;
        let last = event.until_round(2).await;
        let seeds = event.reasons(1).await;
        assert_eq!(seeds[0]["seeds"]["sum"], 5);
        assert_eq!(seeds[1]["white"]["code"], "order");
        let ways = event.reasons(2).await;
        assert_eq!(ways[0]["ways"]["ways"][0]["score"], "1.0:0.0");
        assert_eq!(ways[0]["ways"]["ways"][1]["from"], 2);
        let (white, black, game) = boards(&last)[0].clone();
        assert_eq!([white.min(black), white.max(black)], [1, 2]);
        // A draw leads to a tie-break.
        let result = json!({"result": {"round": 2, "board": 1, "result": "1/2"}});
        event.arbitrate(result).await.expect(200);
        event
            .until(|view| {
                let round = view.round.as_ref();
                let next = round.and_then(|it| it.boards[0].game.as_ref());
                next.is_some() && next != game.as_ref()
            })
            .await;
        event.players[1]
            .delete(&format!("/v1/tournaments/{}/entry", event.id))
            .await
            .expect(204);
        let over = event.until_over().await;
        let places: Vec<_> = over
            .standings
            .iter()
            .map(|it| (it.player, it.rank))
            .collect();
        assert_eq!(places[..2], [(1, 1), (2, 2)]);
        let [first, last] = &over.bracket[..] else {
            panic!("a bracket of four players has two rounds");
        };
        let winners: Vec<_> = first.iter().map(|it| it.winner).collect();
        assert_eq!(winners, [Some(1), Some(2)]);
        assert_eq!(first[0].players, [Some(1), Some(4)]);
        assert_eq!(first[0].score, ["1.0", "0.0"]);
        assert_eq!(last[0].winner, Some(1));
        assert_eq!(last[0].games[0].game, game);
        let stages: Vec<_> = last[0].games.iter().map(|it| it.stage).collect();
        assert_eq!(stages, [None, Some(MatchStage::TieBreak)]);
        let path = format!("/v1/tournaments/{}/trf", event.id);
        assert_eq!(event.organizer.get(&path).await.code(), "no_report");
    });
}

#[test]
fn a_tied_match_ends_with_armageddon_on_a_clock_of_its_own() {
    story(async |server| {
        let new = json!({
            "name": "Cup", "system": "knockout", "games": 1, "break_seconds": 0,
            "options": {"clock": "5+3", "rated": true}, "armageddon": "5 / 4",
        });
        let mut event = event(&server, 2, new).await;
        event.arbitrate(json!("start")).await.expect(200);
        let mut view = event.until_round(1).await;
        for stage in [
            Some(MatchStage::TieBreak),
            Some(MatchStage::TieBreak),
            Some(MatchStage::Armageddon),
        ] {
            let game = boards(&view)[0].2.clone();
            let played = event.organizer.view(game.as_ref().unwrap()).await;
            assert_eq!(played.options.clock.0, "5+3");
            let result = json!({"result": {"round": 1, "board": 1, "result": "1/2"}});
            event.arbitrate(result).await.expect(200);
            view = event
                .until(|view| {
                    let board = &view.round.as_ref().unwrap().boards[0];
                    board.game.is_some() && board.game != game
                })
                .await;
            assert_eq!(view.round.as_ref().unwrap().boards[0].stage, stage);
        }
        let (_, black, game) = boards(&view)[0].clone();
        let last = event.organizer.view(game.as_ref().unwrap()).await;
        assert_eq!(last.options.clock.0, "5+0 / 4+0");
        assert!(!last.options.rated);
        // The page says which match it is, not which game of all.
        assert_eq!(last.tournament.unwrap().board, 1);
        let result = json!({"result": {"round": 1, "board": 1, "result": "1/2"}});
        event.arbitrate(result).await.expect(200);
        let over = event.until_over().await;
        assert_eq!(
            (over.standings[0].player, over.standings[0].rank),
            (black, 1)
        );
        let last = &over.bracket[0][0];
        assert_eq!((last.games.len(), last.winner), (4, Some(black)));
        assert_eq!(last.score, ["2.0", "2.0"]);
    });
}

#[test]
fn the_clock_of_the_last_game_is_checked() {
    story(async |server| {
        let organizer = server.account("organizer").await;
        for wrong in ["-", "x", "3 days", "5+0 / 3 days"] {
            let new = json!({"name": "Cup", "system": "knockout", "armageddon": wrong});
            let refused = organizer.post("/v1/tournaments", &new).await;
            assert_eq!(refused.code(), "invalid_field", "{wrong}");
        }
        // Other tournaments have no such game.
        let new = json!({"name": "Open", "armageddon": "5 / 4"});
        let made = organizer.post("/v1/tournaments", &new).await.expect(201);
        assert!(made.body.get("armageddon").is_none());
    });
}
