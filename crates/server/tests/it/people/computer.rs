//! The computer as an opponent.

use arbiter_engine::{ComputerPlayer, Engine, EngineSettings, Level, Strength};
use arbiter_rules::PlayedLine;
use arbiter_wire::{Action, Fact, ServerMessage, Stage, Update};
use serde_json::json;

use super::{play_computer, receive_about};
use crate::harness::{Person, story};

async fn receive_update(person: &mut Person) -> Update {
    receive_about(person, |message| match message {
        ServerMessage::Update(update) => Some(update),
        _ => None,
    })
    .await
}

/// Receives updates until one contains a matching event.
async fn receive_fact(person: &mut Person, is_it: impl Fn(&Fact) -> bool) {
    loop {
        let update = receive_update(person).await;
        if update.events.iter().any(|event| is_it(&event.fact)) {
            return;
        }
    }
}

/// Receives the next move, and returns the number of half-moves played and the move.
async fn receive_move(person: &mut Person) -> (u32, String) {
    loop {
        let update = receive_update(person).await;
        for event in update.events {
            if let Fact::Played { uci, .. } = event.fact {
                return (update.state.ply, uci);
            }
        }
        assert_eq!(update.state.result, None, "it is over");
    }
}

#[test]
fn a_whole_game_against_level_1_ends_with_a_result() {
    story(async |server| {
        let mut person = server.guest().await;
        let game = play_computer(&person, 1, "white").await;
        person.watch(&game).await;
        let mut line = PlayedLine::default();
        let mut script = ComputerPlayer::new(Strength::level(Level::new(5).unwrap()), 1);
        let mut engine = Engine::new(EngineSettings {
            threads: 1,
            hash_mib: 1,
        });
        while line.outcome().is_none() {
            let choice = script.choose(&mut engine, &line, &()).unwrap();
            let uci = line.position().uci(choice.mv).to_string();
            line.play(choice.mv);
            person.play(&uci).await;
            if line.outcome().is_some() {
                break;
            }
            server.pass(8);
            let (_, uci) = receive_move(&mut person).await;
            let mv = line.find(uci.parse().unwrap()).unwrap();
            line.play(mv);
        }
        let view = person.view(&game).await;
        assert_eq!(view.stage, Stage::Over);
        let play = view.play.unwrap();
        assert!(play.state.result.is_some());
        // The computer used the clock of this test.
        for reply in play.moves.iter().skip(1).step_by(2) {
            assert_eq!(reply.took, 8_000, "{}", reply.san);
        }
    });
}

#[test]
fn the_computer_moves_first_as_white() {
    story(async |server| {
        let mut person = server.guest().await;
        let game = play_computer(&person, 3, "black").await;
        let view = person.watch(&game).await;
        assert_eq!(
            view.play.unwrap().moves.len(),
            0,
            "the computer has not moved yet"
        );
        server.pass(8);
        assert_eq!(receive_move(&mut person).await.0, 1);
    });
}

#[test]
fn the_computer_accepts_takebacks_and_declines_early_draws() {
    story(async |server| {
        let mut person = server.guest().await;
        let game = play_computer(&person, 9, "white").await;
        person.watch(&game).await;
        person.play("f2f3").await;
        person.send(Action::RequestTakeback).await;
        receive_fact(&mut person, |fact| matches!(fact, Fact::TakenBack { .. })).await;
        // The computer discards its reply to the move that was taken back.
        person.play("e2e4").await;
        server.pass(8);
        assert_eq!(receive_move(&mut person).await.0, 2);
        person.send(Action::OfferDraw).await;
        receive_fact(&mut person, |fact| {
            matches!(fact, Fact::DrawDeclined { .. })
        })
        .await;
    });
}

#[test]
fn the_computer_continues_after_a_crash() {
    story(async |server| {
        let mut person = server.guest().await;
        let game = play_computer(&person, 2, "white").await;
        person.watch(&game).await;
        person.play("e2e4").await;
        let server = server.crash().await;
        person.find(&server);
        person.watch(&game).await;
        server.pass(8);
        assert_eq!(receive_move(&mut person).await.0, 2);
    });
}

#[test]
fn a_finished_game_has_no_more_events() {
    story(async |server| {
        let mut person = server.guest().await;
        let game = play_computer(&person, 10, "white").await;
        person.watch(&game).await;
        person.play("e2e4").await;
        let ended = person.act(Action::Resign).await;
        server.pass(60);
        let answer = person.get(&format!("/v1/games/{game}/events")).await;
        let events = answer.expect(200).body;
        let events = events.as_array().unwrap();
        assert_eq!(events.len() as u64, ended.state.seq + 1);
        assert_eq!(server.app.games.computer.waiting(), 0, "nothing is asked");
    });
}

#[test]
fn one_thread_plays_many_games_without_delaying_other_rooms() {
    story(async |server| {
        let mut person = server.guest().await;
        let sofa = person.make_with(json!({"opponent": "self"})).await;
        let mut games = Vec::new();
        for level in (1..=10).cycle().take(40) {
            let game = play_computer(&person, level, "white").await;
            person.watch(&game).await;
            games.push(game);
        }
        let play = |mv: &str| json!({"play": {"move": mv}});
        for game in &games {
            let done = person.act_by_http(game, "1", &play("e2e4")).await;
            done.expect(200);
        }
        // Two people play while the computer thinks.
        for mv in ["e2e4", "e7e5", "g1f3", "b8c6"] {
            person.act_by_http(&sofa, mv, &play(mv)).await.expect(200);
        }
        server.pass(8);
        let mut answered = Vec::new();
        while answered.len() < games.len() {
            let update = receive_update(&mut person).await;
            if update.state.ply == 2 {
                answered.push(update.game);
            }
        }
        answered.sort_unstable();
        games.sort_unstable();
        assert_eq!(answered, games);
    });
}

#[test]
fn the_computer_is_always_present() {
    story(async |server| {
        let mut person = server.guest().await;
        let game = play_computer(&person, 1, "white").await;
        person.watch(&game).await;
        let presence = person.socket().await.receive_any().await;
        match presence {
            ServerMessage::Presence(presence) => assert!(presence.white && presence.black),
            other => panic!("{other:?}"),
        }
        person.play("e2e4").await;
        person.try_act(Action::ClaimAbandonment).await;
    });
}

#[test]
fn a_hint_is_given_in_casual_games_against_the_computer_only() {
    story(async |server| {
        let mut person = server.guest().await;
        let game = play_computer(&person, 1, "white").await;
        person.watch(&game).await;
        let path = format!("/v1/games/{game}/hint");
        // In the opening it is from the book of the computer.
        let hint = person.post(&path, &json!(null)).await.expect(200).body;
        assert_eq!(hint, json!({"ply": 0, "uci": "e2e4", "san": "e4"}));
        // Spectators get none.
        let stranger = server.guest().await;
        assert_eq!(
            stranger.post(&path, &json!(null)).await.code(),
            "not_a_player"
        );
        let unknown = person.post("/v1/games/0000000000/hint", &json!(null)).await;
        assert_eq!(unknown.code(), "unknown_game");
        person.act(Action::Resign).await;
        assert_eq!(person.post(&path, &json!(null)).await.code(), "no_hints");
        // Nor do players in a game against a person.
        let shared = person.make("5+3").await;
        let path = format!("/v1/games/{shared}/hint");
        assert_eq!(person.post(&path, &json!(null)).await.code(), "not_started");
        stranger.join(&shared).await;
        for player in [&person, &stranger] {
            assert_eq!(player.post(&path, &json!(null)).await.code(), "no_hints");
        }
    });
}

#[test]
fn a_hint_after_the_opening_is_found_by_the_engine() {
    story(async |server| {
        let person = server.guest().await;
        let wanted = json!({
            "options": {"clock": "-", "start": "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"},
            "color": "white",
            "opponent": {"computer": {"level": 1}},
        });
        let game = person.make_with(wanted).await;
        let path = format!("/v1/games/{game}/hint");
        let hint = person.post(&path, &json!(null)).await.expect(200).body;
        assert_eq!(hint["san"], "Ra8#");
    });
}
