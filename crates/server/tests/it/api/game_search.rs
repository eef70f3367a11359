//! The games of a player, found by how, against whom and what they played.

use serde_json::{Value, json};

use super::{
    client::{Client, test_server},
    games::{act, play},
};

/// Plays two moves, and ends the game by these actions of White and Black, if any.
async fn play_game(
    (white, black): (&Client, &Client),
    options: Value,
    end: (Option<Value>, Option<Value>),
) -> String {
    let made = white
        .post("/v1/games", json!({"options": options, "color": "white"}))
        .await;
    let id = made.text("id");
    let path = format!("/v1/games/{id}/join");
    assert_eq!(black.post(&path, Value::Null).await.outcome(), "200");
    assert_eq!(act(white, &id, "1", play("a2a3")).await.outcome(), "200");
    assert_eq!(act(black, &id, "1", play("a7a6")).await.outcome(), "200");
    for (client, action) in [(white, end.0), (black, end.1)] {
        if let Some(action) = action {
            assert_eq!(act(client, &id, "2", action).await.outcome(), "200");
        }
    }
    id
}

/// Returns the letters of the games that a query finds, page by page.
async fn found(client: &Client, path: &str, games: &[String]) -> String {
    let mut letters = String::new();
    let mut cursor = String::new();
    loop {
        let page = client.get(&format!("{path}&limit=2{cursor}")).await;
        assert_eq!(page.outcome(), "200", "{path}");
        let page = page.json();
        for game in page["games"].as_array().unwrap() {
            let index = games.iter().position(|id| game["id"] == id.as_str());
            letters.push(char::from(b'A' + u8::try_from(index.unwrap()).unwrap()));
        }
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return letters,
        }
    }
}

#[test]
fn games_are_found_by_everything_that_is_known_about_them() {
    test_server(async |server| {
        let ann = server.account("Ann").await;
        let bob = server.account("Bob").await;
        let cid = server.account("Cid").await;
        let resign = || Some(json!("resign"));
        let draw = (Some(json!("offer_draw")), Some(json!("accept_draw")));
        let rated = json!({"clock": "5+3", "rated": true});
        let chess960 = json!({"clock": "1+0", "variant": "chess960"});
        let computer = json!({
            "options": {"clock": "-"}, "color": "white",
            "opponent": {"computer": {"level": 3}},
        });
        let computer = ann.post("/v1/games", computer).await.text("id");
        act(&ann, &computer, "1", play("e2e4")).await;
        act(&ann, &computer, "2", json!("resign")).await;
        let games = [
            play_game((&ann, &bob), rated, (None, resign())).await,
            play_game((&bob, &ann), json!({"clock": "5+3"}), (resign(), None)).await,
            play_game((&ann, &cid), chess960, (resign(), None)).await,
            play_game((&cid, &ann), json!({"clock": "5+3"}), draw).await,
            play_game((&ann, &bob), json!({"clock": "3 days"}), (None, None)).await,
            computer,
        ];
        let cases = [
            ("", "DCBAF"),
            ("result=won", "BA"),
            ("result=drawn", "D"),
            ("result=lost", "CF"),
            ("color=white", "CAF"),
            ("color=black", "DB"),
            ("result=won&color=black", "B"),
            ("speed=blitz", "DBA"),
            ("speed=bullet", "C"),
            ("variant=standard", "DBAF"),
            ("variant=chess960", "C"),
            ("variant=saktris", ""),
            ("rated=true", "A"),
            ("rated=false", "DCBF"),
            ("opponent=bob", "BA"),
            ("opponent=Cid&result=lost", "C"),
            ("opponent=Computer%20level%203", "F"),
            ("opponent=Computer%20level%204", ""),
            ("opponent=nobody", ""),
            ("opponent=%20", ""),
            ("opening=anderssen", "DBA"),
            ("opening=a00&color=white", "A"),
            ("opening=najdorf", ""),
            ("opening=%20", "DCBAF"),
            ("speed=blitz&rated=false&color=black&variant=standard", "DB"),
        ];
        for (query, expected) in cases {
            let path = format!("/v1/players/Ann/games?{query}");
            assert_eq!(found(&bob, &path, &games).await, expected, "{query}");
            let path = format!("/v1/account/games?which=over&{query}");
            assert_eq!(found(&ann, &path, &games).await, expected, "{query}");
        }
        let running = "/v1/account/games?which=under_way&speed=correspondence";
        assert_eq!(found(&ann, running, &games).await, "E");
        for query in [
            "result=x",
            "color=red",
            "speed=fast",
            "rated=1",
            "variant=go",
        ] {
            let refused = ann.get(&format!("/v1/players/Ann/games?{query}")).await;
            assert_eq!(refused.outcome(), "400 invalid_query", "{query}");
        }
    });
}
