//! Finding people: search, who is online, leaderboards, following, the score.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Server, story};

/// Plays a rated game that White wins.
async fn win(white: &mut Person, black: &mut Person) {
    let options = json!({"options": {"clock": "5+3", "rated": true}, "color": "white"});
    let game = white.make_with(options).await;
    black.join(&game).await.expect(200);
    black
        .act_by_http(&game, "resign", &json!("resign"))
        .await
        .expect(200);
}

fn names(list: &Value) -> Vec<String> {
    let players = list.as_array().unwrap().iter();
    players
        .map(|it| it["player"]["name"].as_str().unwrap().to_owned())
        .collect()
}

async fn found(server: &Server, text: &str) -> Vec<String> {
    let path = format!("/v1/players?name={text}");
    names(&server.stranger().get(&path).await.expect(200).body)
}

#[test]
fn players_are_found_by_the_beginning_of_their_name() {
    story(async |server| {
        for name in ["Anna", "annabel", "Bert", "an_na"] {
            server.account(name).await;
        }
        assert_eq!(found(&server, "ANN").await, ["Anna", "annabel"]);
        assert_eq!(found(&server, "bertha").await, [""; 0]);
        for text in ["a", "", "%C3%BC%C3%BC", "%25%25%25"] {
            let path = format!("/v1/players?name={text}");
            let answer = server.stranger().get(&path).await;
            let is_refused = answer.status.as_u16() == 422;
            assert!(is_refused || answer.body == json!([]), "{text}");
        }
    });
}

#[test]
fn accounts_that_are_connected_are_online() {
    story(async |server| {
        let mut anna = server.account("anna").await;
        let mut guest = server.guest().await;
        server.account("bert").await;
        anna.connect().await;
        guest.connect().await;
        let online = anna.get("/v1/players/online").await.expect(200).body;
        assert_eq!(names(&online), ["anna"]);
        let now = anna.get("/v1/players/anna/now").await.expect(200).body;
        assert_eq!(now, json!({"online": true, "games": [], "followed": false}));
    });
}

#[test]
fn the_score_is_from_the_side_of_the_reader() {
    story(async |server| {
        let (mut anna, mut bert) = (server.account("anna").await, server.account("bert").await);
        win(&mut anna, &mut bert).await;
        win(&mut anna, &mut bert).await;
        win(&mut bert, &mut anna).await;
        let game = anna.make("5+3").await;
        bert.join(&game).await.expect(200);
        anna.make("5+3").await;
        let now = anna.get("/v1/players/bert/now").await.expect(200).body;
        assert_eq!(now["score"], json!({"won": 2, "drawn": 0, "lost": 1}));
        // Games that wait for an opponent are not shown.
        assert_eq!(now["games"].as_array().unwrap().len(), 1);
        assert_eq!(now["games"][0]["id"], json!(game));
        let now = bert.get("/v1/players/anna/now").await.expect(200).body;
        assert_eq!(now["score"], json!({"won": 1, "drawn": 0, "lost": 2}));
        assert_eq!(now["games"].as_array().unwrap().len(), 1);
        // Finished games are in one file.
        let file = anna.get("/v1/account/games/pgn").await.expect(200);
        assert_eq!(file.text.matches("[Event ").count(), 3);
        // One empty line separates them.
        assert_eq!(file.text.matches("\n\n[Event ").count(), 2);
        assert!(!file.text.contains("\n\n\n"), "{}", file.text);
        let stranger = server.stranger().get("/v1/account/games/pgn").await;
        assert_eq!(stranger.code(), "signed_out");
    });
}

#[test]
fn leaderboards_list_certain_ratings_only() {
    story(async |server| {
        let (mut anna, mut bert) = (server.account("anna").await, server.account("bert").await);
        win(&mut anna, &mut bert).await;
        let leaders = async || {
            let board = anna.get("/v1/leaderboard?speed=blitz").await.expect(200);
            names(&board.body["players"])
        };
        assert_eq!(leaders().await, [""; 0]);
        let certain = server
            .app
            .store
            .write(|db| db.execute("UPDATE ratings SET deviation = 60", &[]));
        assert_eq!(certain.await.unwrap(), 2);
        assert_eq!(leaders().await, ["anna", "bert"]);
    });
}

#[test]
fn players_follow_others() {
    story(async |server| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let put = async |person: &Person, name: &str| {
            let path = format!("/v1/players/{name}/follow");
            person.request(Method::PUT, &path, None).await
        };
        for _ in 0..2 {
            put(&anna, "BERT").await.expect(204);
        }
        assert_eq!(put(&anna, "anna").await.code(), "yourself");
        let guest = server.guest().await;
        assert_eq!(put(&guest, "anna").await.code(), "needs_account");
        let following = anna.get("/v1/account/following").await.expect(200).body;
        assert_eq!(names(&following), ["bert"]);
        let now = anna.get("/v1/players/bert/now").await.expect(200).body;
        assert_eq!(now["followed"], json!(true));
        anna.delete("/v1/players/bert/follow").await.expect(204);
        let following = anna.get("/v1/account/following").await.expect(200).body;
        assert_eq!(following, json!([]));
        // A deleted account is not followed.
        put(&anna, "bert").await.expect(204);
        challenge_and_delete(&anna, &bert).await;
        let following = anna.get("/v1/account/following").await.expect(200).body;
        assert_eq!(following, json!([]));
    });
}

/// Deletes the account of a player who has been challenged.
async fn challenge_and_delete(challenger: &Person, challenged: &Person) {
    let path = format!("/v1/players/{}/challenge", challenged.name);
    challenger.post(&path, &json!({})).await.expect(201);
    let body = json!({"password": "correct horse"});
    let deleted = challenged
        .request(Method::DELETE, "/v1/account", Some(&body))
        .await;
    deleted.expect(204);
    let open = challenger.get("/v1/challenges").await.expect(200).body;
    assert_eq!(open["outgoing"], json!([]));
}
