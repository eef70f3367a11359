//! Pictures of positions and games, and what pages tell messengers.

use serde_json::json;

use super::{
    client::{Answer, Client, test_server},
    games::{act, play, start_game},
};

async fn get(client: &Client, path: &str, kept: &str) -> reqwest::Response {
    let request = client.build("GET", path).header("if-none-match", kept);
    request.send().await.unwrap()
}

fn header<'a>(answer: &'a reqwest::Response, name: &str) -> &'a str {
    answer.headers()[name].to_str().unwrap()
}

#[test]
fn a_game_has_pictures_that_browsers_keep() {
    test_server(async |server| {
        let (white, black, id) = start_game(&server, json!({})).await;
        let path = |form: &str| format!("/v1/games/{id}/picture.{form}");
        let first = get(&white, &path("png"), "").await;
        assert_eq!(first.status(), 200);
        assert_eq!(header(&first, "content-type"), "image/png");
        let tag = header(&first, "etag").to_owned();
        let file = first.bytes().await.unwrap();
        assert!(file.starts_with(b"\x89PNG") && file.len() < 150_000);
        // The same picture is not sent again; another one is.
        let again = get(&white, &path("png"), &tag).await;
        assert_eq!(again.status(), 304);
        assert_eq!(header(&again, "etag"), tag);
        assert!(again.bytes().await.unwrap().is_empty());
        act(&white, &id, "1", play("e4")).await;
        let moved = get(&white, &path("png"), &tag).await;
        assert_eq!(moved.status(), 200);
        let turned = get(&white, &format!("{}?side=black", path("png")), &tag).await;
        assert_ne!(header(&turned, "etag"), header(&moved, "etag"));
        let before = get(&white, &format!("{}?ply=0", path("png")), &tag).await;
        assert_eq!(before.status(), 304);
        let svg = get(&white, &path("svg"), "").await;
        assert_eq!(header(&svg, "content-type"), "image/svg+xml");
        assert!(svg.text().await.unwrap().contains("id=\"last-move\""));
        act(&black, &id, "1", json!("resign")).await;
        let gif = get(&white, &path("gif"), "").await;
        assert_eq!(header(&gif, "content-type"), "image/gif");
        assert_eq!(header(&gif, "cache-control"), "public, max-age=86400");
        assert!(gif.bytes().await.unwrap().starts_with(b"GIF89a"));
        let unknown = white.get("/v1/games/0123456789/picture.png").await;
        assert_eq!(unknown.outcome(), "404 unknown_game");
        let wrong = white.get(&format!("{}?side=red", path("png"))).await;
        assert_eq!(wrong.status, 400);
    });
}

#[test]
fn hidden_pieces_and_waiting_games_have_pictures() {
    test_server(async |server| {
        let white = server.guest().await;
        for options in [
            json!({}),
            json!({"variant": "chess960"}),
            json!({"variant": "saktris", "saktris": {"order": "different", "preview": 1}}),
        ] {
            let made = white.post("/v1/games", json!({"options": options})).await;
            assert_eq!(made.outcome(), "201", "{}", made.body);
            let path = format!("/v1/games/{}", made.text("id"));
            let waiting = get(&white, &format!("{path}/picture.png"), "").await;
            assert_eq!(waiting.status(), 200);
            let joined = server
                .anonymous()
                .post(&format!("{path}/join"), json!(null))
                .await;
            assert_eq!(joined.outcome(), "200");
            for form in ["png", "gif", "svg"] {
                let started = get(&white, &format!("{path}/picture.{form}"), "").await;
                assert_eq!(started.status(), 200, "{options}");
            }
        }
    });
}

#[test]
fn any_line_can_be_drawn_and_illegal_moves_are_refused() {
    test_server(async |server| {
        let anonymous = server.anonymous();
        let draw = async |body| -> Answer { anonymous.post("/v1/picture", body).await };
        let svg = draw(json!({"moves": "e4 e5", "side": "black", "form": "svg"})).await;
        assert_eq!(svg.outcome(), "200");
        assert!(svg.body.starts_with("<svg"), "{}", svg.body);
        let gif = draw(json!({"moves": "e4 e5", "form": "gif"})).await;
        assert_eq!(gif.header("content-type"), "image/gif");
        let illegal = draw(json!({"moves": "e4 e6 Ke3", "form": "png"})).await;
        assert_eq!(illegal.outcome(), "422 not_a_king_move");
        let fen = draw(json!({"fen": "x", "form": "png"})).await;
        assert_eq!(fen.status, 422, "{}", fen.body);
        assert_eq!(draw(json!({"form": "bmp"})).await.status, 422);
    });
}

/// Returns the content of a tag in the head of a document.
fn shared<'a>(document: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = document.split_once(&format!("\"{name}\" content=\""))?;
    rest.split_once('"').map(|(content, _)| content)
}

#[test]
fn pages_tell_messengers_what_they_show() {
    test_server(async |server| {
        let (white, black, id) = start_game(&server, json!({"clock": "5+3"})).await;
        act(&white, &id, "1", play("e4")).await;
        act(&black, &id, "1", play("c5")).await;
        let page = white.get(&format!("/game/{id}")).await.body;
        let origin = format!("http://{}", server.address);
        let picture = format!("{origin}/v1/games/{id}/picture.png");
        assert_eq!(shared(&page, "og:image"), Some(&*picture));
        let url = format!("{origin}/game/{id}");
        assert_eq!(shared(&page, "og:url"), Some(&*url));
        let title = shared(&page, "og:title").unwrap();
        assert!(
            title.starts_with("Guest ") && title.contains(" – Guest "),
            "{title}"
        );
        let live = "Game in progress · 5+3 · Sicilian Defense · 1 move";
        assert_eq!(shared(&page, "og:description"), Some(live));
        act(&white, &id, "2", json!("resign")).await;
        // Messengers come without a cookie.
        let page = server.anonymous().get(&format!("/game/{id}")).await.body;
        let over = shared(&page, "description").unwrap();
        assert!(over.starts_with("Black wins: 0–1 · "), "{over}");
        let player = white.get("/player/%3Cscript%3E").await.body;
        assert!(!player.contains("<script>\""), "{player}");
        let anna = server.account("Anna").await;
        let player = white.get("/player/Anna").await.body;
        assert_eq!(shared(&player, "og:title"), Some("Anna · Arbiter"));
        let board = format!("{origin}/board.png");
        assert_eq!(shared(&player, "og:image"), Some(&*board));
        // A player's picture is that of their last game.
        let made = anna.post("/v1/games", json!({"color": "white"})).await;
        let id = made.text("id");
        let join = format!("/v1/games/{id}/join");
        assert_eq!(black.post(&join, json!(null)).await.outcome(), "200");
        act(&anna, &id, "1", play("e4")).await;
        act(&black, &id, "2", play("e5")).await;
        act(&anna, &id, "2", json!("resign")).await;
        let player = white.get("/player/Anna").await.body;
        let picture = format!("{origin}/v1/games/{id}/picture.png");
        assert_eq!(shared(&player, "og:image"), Some(&*picture));
        let drawn = get(&white, "/board.png", "").await;
        assert_eq!(header(&drawn, "content-type"), "image/png");
        assert!(drawn.bytes().await.unwrap().starts_with(b"\x89PNG"));
        let home = white.get("/").await.body;
        assert_eq!(shared(&home, "og:title"), Some("Play chess · Arbiter"));
        assert!(home.contains("rel=\"manifest\""), "{home}");
        assert_eq!(home.matches("name=\"theme-color\"").count(), 2);
    });
}

#[test]
fn pages_about_nothing_are_not_found() {
    test_server(async |server| {
        let guest = server.guest().await;
        for path in [
            "/game/0123456789",
            "/player/Nobody",
            "/player/%3Cscript%3E",
            "/tournament/0123456789",
            "/tournament/x",
            "/tournament/0123456789/wall",
        ] {
            assert_eq!(guest.get(path).await.status, 404, "{path}");
        }
    });
}
