//! Rounds: paired, started, played, and continued after a crash.

use arbiter_server::base::clock;
use arbiter_wire::{ServerMessage, TournamentState};
use serde_json::json;

use super::{boards, event, quick};
use crate::{harness::story, people::receive_about};

#[test]
fn a_swiss_tournament_runs_by_itself() {
    story(async |server| {
        let mut event = event(&server, 5, quick(3)).await;
        event.players[0].connect().await;
        event.arbitrate(json!("start")).await.expect(200);
        let told = receive_about(&mut event.players[0], |message| match message {
            ServerMessage::TournamentGame(game) => Some(game),
            _ => None,
        })
        .await;
        assert_eq!((told.pairing.round, told.pairing.board), (1, 1));
        assert_eq!(told.opponent, "player3");
        let game = event.players[0].view(&told.game).await;
        let pairing = game.tournament.unwrap();
        assert_eq!((pairing.name.as_str(), pairing.board), ("Club open", 1));
        assert_eq!(game.you, [told.color]);
        for round in 1..=3 {
            let view = event.until_round(round).await;
            assert_eq!(view.summary.rounds, 3);
            assert_eq!(view.round.as_ref().unwrap().boards.len(), 2);
            assert_eq!(view.round.as_ref().unwrap().byes.len(), 1);
            event.play_round(&view).await;
        }
        let over = event.until_over().await;
        assert_eq!(over.standings.len(), 5);
        assert_eq!(over.standings[0].player, 1);
        assert_eq!(over.standings[0].points, "3.0");
        assert_eq!(over.standings[0].results.len(), 3);
        assert_eq!(over.standings[0].results[0], "3w1");

        let path = format!("/v1/tournaments/{}", event.id);
        let trf = event
            .organizer
            .get(&format!("{path}/trf"))
            .await
            .expect(200);
        assert!(trf.text.contains("player3"), "{}", trf.text);
        let pgn = event
            .organizer
            .get(&format!("{path}/pgn"))
            .await
            .expect(200);
        assert_eq!(pgn.text.matches("[White ").count(), 6);
        // One empty line separates the games.
        assert_eq!(pgn.text.matches("\n\n[Event ").count(), 5);
        assert!(!pgn.text.contains("\n\n\n"), "{}", pgn.text);
        let first = event.organizer.get(&format!("{path}/rounds/1")).await;
        assert_eq!(first.expect(200).body["boards"][0]["result"], "1-0");
        let reasons = event
            .organizer
            .get(&format!("{path}/rounds/2/reasons"))
            .await;
        let reasons = reasons.expect(200).body;
        assert_eq!(reasons["pairs"].as_array().unwrap().len(), 2, "{reasons}");
        assert_eq!(reasons["is_outdated"], false);
        let list = event.organizer.get("/v1/tournaments").await.expect(200);
        assert_eq!(list.body["over"][0]["name"], "Club open");
        assert_eq!(list.body["may_create"], true);
    });
}

#[test]
fn a_round_robin_pairs_everybody_with_everybody() {
    story(async |server| {
        let mut new = quick(1);
        new["system"] = json!("round_robin");
        let mut event = event(&server, 3, new).await;
        event.arbitrate(json!("start")).await.expect(200);
        let mut met = Vec::new();
        for round in 1..=3 {
            let view = event.until_round(round).await;
            let (white, black, _) = boards(&view)[0].clone();
            met.push((white.min(black), white.max(black)));
            event.play_round(&view).await;
        }
        let reasons = event.reasons(1).await;
        assert_eq!(reasons[0]["table"]["board"], 1);
        assert!(reasons[1]["rest"]["number"].is_number(), "{reasons:?}");
        met.sort_unstable();
        assert_eq!(met, [(1, 2), (1, 3), (2, 3)]);
        assert_eq!(event.until_over().await.standings[0].points, "2.0");
    });
}

#[test]
fn a_tournament_continues_after_a_crash_in_any_phase() {
    story(async |server| {
        let mut new = quick(2);
        new["break_seconds"] = json!(60);
        let mut event = event(&server, 4, new).await;
        let server = server.crash().await;
        event.find(&server).await;
        assert_eq!(event.view().await.players.len(), 4);

        // A round is paired, and its games have not started.
        event.arbitrate(json!("start")).await.expect(200);
        let paired = event.view().await;
        assert!(!paired.round.as_ref().unwrap().started);
        assert_eq!(boards(&paired)[0].2, None);
        let server = server.crash().await;
        event.find(&server).await;
        assert_eq!(
            event.view().await.round.unwrap().boards,
            paired.round.unwrap().boards
        );

        // The games have started: they are the same after the crash.
        server.pass(61);
        let started = event.until_round(1).await;
        let server = server.crash().await;
        event.find(&server).await;
        assert_eq!(boards(&event.view().await), boards(&started));

        // A game that ends while no tournament is looked at counts after the crash.
        event.play_round(&started).await;
        let server = server.crash().await;
        event.find(&server).await;
        let next = event
            .until(|view| view.round.as_ref().is_some_and(|it| it.round == 2))
            .await;
        assert_eq!(next.standings[0].points, "1.0");
        server.pass(61);
        let started = event.until_round(2).await;
        event.play_round(&started).await;
        let over = event.until_over().await;
        assert_eq!(over.standings[0].points, "2.0");
        let server = server.crash().await;
        event.find(&server).await;
        let again = event.view().await;
        assert_eq!(again.summary.state, TournamentState::Over);
        assert_eq!(again.standings, over.standings);
    });
}

#[test]
fn a_player_who_does_not_come_loses_by_forfeit_and_is_not_paired_again() {
    story(async |server| {
        let mut event = event(&server, 3, quick(2)).await;
        event.arbitrate(json!("start")).await.expect(200);
        let view = event.until_round(1).await;
        let (white, _, game) = boards(&view)[0].clone();
        let game = game.unwrap();
        // A game of a tournament is not aborted on request.
        let player = &mut event.players[white as usize - 1];
        let aborted = player.act_by_http(&game, "abort", &json!("abort")).await;
        assert_eq!(aborted.code(), "no_abort");
        server.pass(61);
        let view = event
            .until(|view| view.round.as_ref().is_some_and(|it| it.round == 2))
            .await;
        let absent = view.players.iter().find(|it| it.id == white).unwrap();
        assert!(absent.left);
        let standing = view.standings.iter().find(|it| it.player == white).unwrap();
        assert!(standing.results[0].ends_with('-'), "{standing:?}");
        // They may come back.
        let path = format!("/v1/tournaments/{}/entry", event.id);
        let back = event.players[white as usize - 1]
            .post(&path, &json!({}))
            .await;
        assert_eq!(
            back.expect(200).body["players"][white as usize - 1]["left"],
            json!(null)
        );
    });
}

#[test]
fn a_tournament_starts_at_its_time_or_is_cancelled() {
    story(async |server| {
        let mut new = quick(1);
        let organizer = server.account("organizer1").await;
        for starts in [1, 9_000_000_000_000_u64] {
            new["starts"] = json!(starts);
            let refused = organizer.post("/v1/tournaments", &new).await;
            assert_eq!(refused.body["field"], "starts");
        }
        new["starts"] = json!(clock::wall() + 3_600_000);
        let made = organizer.post("/v1/tournaments", &new).await.expect(201);
        let alone = made.body["summary"]["id"].as_str().unwrap().to_owned();
        let mut event = event(&server, 2, new).await;
        assert_eq!(event.view().await.summary.state, TournamentState::Open);
        let store = &server.app.store;
        let late = store.write(|db| db.execute("UPDATE tournaments SET starts = 1", &[]));
        late.await.unwrap();
        let server = server.crash().await;
        event.find(&server).await;
        event.until_round(1).await;
        let path = format!("/v1/tournaments/{alone}");
        let cancelled = event.organizer.get(&path).await.expect(200);
        assert_eq!(cancelled.body["summary"]["state"], "cancelled");
    });
}
