//! Workers, which choose the moves of the computer and analyze.

use arbiter_server::{
    Stop,
    base::{Bus, metrics::METRICS, random},
    play::{analysis::serve_analysts, computer::serve_workers},
};
use arbiter_wire::{Analysis, AnalysisEnd, Fact, ServerMessage};
use serde_json::json;

use crate::{
    harness::{Person, Server, story_of_nodes},
    people::{play_computer, receive_about},
};

/// Starts a game in which the computer has White, and waits for its move.
async fn receive_first_move(server: &Server, person: &mut Person) {
    let game = play_computer(person, 1, "black").await;
    person.watch(&game).await;
    server.pass(8);
    receive_about(person, |message| match message {
        ServerMessage::Update(update) => {
            let is_move = matches!(update.events[0].fact, Fact::Played { .. });
            is_move.then_some(())
        }
        ServerMessage::Game(view) => {
            let has_moved = view.play.is_some_and(|play| !play.moves.is_empty());
            has_moved.then_some(())
        }
        _ => None,
    })
    .await;
}

#[test]
fn workers_choose_the_moves_of_the_computer_and_nodes_do_without_them() {
    story_of_nodes(async |server, nats| {
        let mut person = server.guest().await;
        // There is no worker.
        receive_first_move(&server, &mut person).await;
        let store = server.app.store.clone();
        let site = store.site().await.unwrap();
        let bus = Bus::connect(&nats.url().into(), site, random::node_id()).await;
        let stop = Stop::default();
        let worker = serve_workers(bus.unwrap(), store, 1, stop.subscribe());
        let worker = tokio::spawn(worker);
        let before = METRICS.worker_answers.get();
        while METRICS.worker_answers.get() == before {
            receive_first_move(&server, &mut person).await;
        }
        // A worker that dies costs nobody the game.
        worker.abort();
        receive_first_move(&server, &mut person).await;
    });
}

#[test]
fn workers_analyze_and_nodes_do_without_them() {
    story_of_nodes(async |server, nats| {
        let person = server.guest().await;
        let request = json!({"moves": "e4 e5", "depth": 6, "lines": 2});
        let analyze = async || {
            let answer = person.post("/v1/analysis", &request).await;
            assert!(answer.status.is_success(), "{}", answer.text);
            let last = answer.text.lines().next_back().unwrap();
            let last: Analysis = serde_json::from_str(last).unwrap();
            assert_eq!((last.depth, last.lines.len()), (6, 2), "{last:?}");
            assert_eq!(last.end, Some(AnalysisEnd::Depth));
        };
        // There is no worker.
        analyze().await;
        let before = METRICS.worker_answers.get();
        let site = server.app.store.site().await.unwrap();
        let bus = Bus::connect(&nats.url().into(), site, random::node_id()).await;
        let stop = Stop::default();
        let worker = serve_analysts(bus.unwrap(), 1, stop.subscribe());
        let worker = tokio::spawn(worker);
        while METRICS.worker_answers.get() == before {
            analyze().await;
        }
        // A worker that dies costs nobody the answer.
        worker.abort();
        analyze().await;
    });
}
