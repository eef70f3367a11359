//! The lichess API: what its programs may do, and how they are refused. That real programs
//! work with it is a step of its own (`cargo xtask test lichess`).

use arbiter_wire::{PlayerKind, Stage};
use reqwest::{Method, Response, header};
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Server, story};

/// Returns the same person with an API token that has these scopes.
async fn with_scopes(server: &Server, person: &Person, scopes: &[&str]) -> Person {
    let body = json!({"label": "lichess", "scopes": scopes});
    let made = person.post("/v1/account/tokens", &body).await.expect(201);
    let token = made.body["token"].as_str().unwrap().to_owned();
    let mut program = Person::new(server.address(), Some(token));
    program.name.clone_from(&person.name);
    program
}

pub async fn bot(server: &Server, name: &str) -> Person {
    let owner = server.account(name).await;
    let bot = with_scopes(server, &owner, &["bot:play", "challenge:read"]).await;
    bot.post("/api/bot/account/upgrade", &json!({}))
        .await
        .expect(200);
    bot
}

/// Opens a stream, which has begun when this returns.
pub async fn open(server: &Server, person: &Person, path: &str) -> Lines {
    let url = format!("http://{}{path}", server.address());
    let token = person.token.clone().unwrap();
    let answer = reqwest::Client::new().get(url).bearer_auth(token).send();
    let answer = answer.await.unwrap();
    assert_eq!(answer.status(), 200);
    Lines {
        answer,
        rest: String::new(),
    }
}

/// The lines of a stream.
pub struct Lines {
    answer: Response,
    rest: String,
}

impl Lines {
    /// Returns the next line; none at the end.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((line, rest)) = self.rest.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.rest = rest;
                if !line.is_empty() {
                    return Some(serde_json::from_str(&line).unwrap());
                }
                continue;
            }
            let chunk = self.answer.chunk().await.unwrap()?;
            self.rest += str::from_utf8(&chunk).unwrap();
        }
    }

    /// Returns the next line of this type.
    pub async fn of_type(&mut self, kind: &str) -> Value {
        loop {
            let line = self.next().await.expect("the stream has not ended");
            if line["type"] == kind {
                return line;
            }
        }
    }
}

fn error(answer: Answer, status: u16) -> String {
    let answer = answer.expect(status);
    answer.body["error"].as_str().unwrap().to_owned()
}

#[test]
fn refusals_have_the_form_and_the_statuses_of_lichess() {
    story(async |server| {
        let (anna, stranger) = (server.account("anna").await, server.stranger());
        error(stranger.get("/api/account").await, 401);
        error(stranger.get("/api/nothing").await, 404);
        error(stranger.get("/api/user/nobody").await, 404);
        error(anna.get("/api/challenge/0000000000/accept").await, 405);
        let reader = with_scopes(&server, &anna, &["challenge:read"]).await;
        reader.get("/api/challenge").await.expect(200);
        let told = error(reader.get("/api/board/game/stream/0000000000").await, 403);
        assert!(told.contains("board:play"), "{told}");
        // The scopes of our own API open nothing here, and those of lichess nothing there.
        let own = with_scopes(&server, &anna, &["read", "play", "challenge"]).await;
        error(own.get("/api/challenge").await, 403);
        assert_eq!(reader.get("/v1/challenges").await.code(), "missing_scope");
        let body = json!({"clock.limit": 300, "clock.increment": "three"});
        error(anna.post("/api/challenge/ai", &body).await, 400);
    });
}

#[test]
fn cookies_are_ignored() {
    story(async |server| {
        let anna = server.account("anna").await;
        let cookie = format!("arbiter={}", anna.token.as_deref().unwrap());
        let send = async |path: &str| {
            let request = reqwest::Client::new().get(format!("http://{}{path}", server.address()));
            let request = request.header(header::COOKIE, &cookie);
            let answer = request.header(header::ORIGIN, "https://a.example").send();
            answer.await.unwrap()
        };
        assert_eq!(send("/v1/account").await.status(), 200);
        let refused = send("/api/account").await;
        assert_eq!(refused.status(), 401);
        assert_eq!(refused.headers()["access-control-allow-origin"], "*");
    });
}

#[test]
fn a_challenge_becomes_a_game_with_the_same_id_and_the_color_that_was_told() {
    story(async |server| {
        let (anna, bot) = (server.account("anna").await, bot(&server, "bot").await);
        let mut events = open(&server, &bot, "/api/stream/event").await;
        let body = json!({"options": {"clock": "5+3", "rated": true}});
        let made = anna.post("/v1/players/bot/challenge", &body).await;
        let id = made.expect(201).body["id"].as_str().unwrap().to_owned();
        let challenge = events.of_type("challenge").await["challenge"].clone();
        assert_eq!(challenge["id"], *id);
        assert_eq!(challenge["color"], "random");
        bot.post(&format!("/api/challenge/{id}/accept"), &json!({}))
            .await
            .expect(200);
        let game = events.of_type("gameStart").await["game"].clone();
        assert_eq!(game["gameId"], *id);
        assert_ne!(game["color"], challenge["finalColor"]);
        let view = anna.view(&id).await;
        let kinds = [view.players.white.unwrap(), view.players.black.unwrap()].map(|it| it.kind);
        assert!(kinds.contains(&PlayerKind::Bot) && kinds.contains(&PlayerKind::Account));
        // It survives that the stream does not: a new one begins with the game.
        let mut again = open(&server, &bot, "/api/stream/event").await;
        assert_eq!(again.next().await.unwrap()["game"]["gameId"], *id);
        assert!(events.next().await.is_none());
        bot.post(&format!("/api/bot/game/{id}/resign"), &json!({}))
            .await
            .expect(200);
        let finished = again.of_type("gameFinish").await["game"].clone();
        assert_eq!(finished["gameId"], *id);
        assert_eq!(anna.view(&id).await.stage, Stage::Over);
    });
}

#[test]
fn bots_play_only_those_who_have_chosen_them() {
    story(async |server| {
        let (anna, bot) = (server.account("anna").await, bot(&server, "bot").await);
        let own = Person::new(server.address(), bot.token.clone());
        // Neither from the lobby, nor a rated game by link.
        let seek = json!({"time": 5, "increment": 3});
        error(bot.post("/api/board/seek", &seek).await, 403);
        let game = anna.make_with(json!({"options": {"rated": true}})).await;
        let accept = format!("/api/challenge/{game}/accept");
        error(own.post(&accept, &json!({})).await, 403);
        let game = anna.make("5+3").await;
        let accept = format!("/api/challenge/{game}/accept");
        own.post(&accept, &json!({})).await.expect(200);
        // Clocks and variants that its program does not know are refused at once.
        for options in [json!({"clock": "3d2"}), json!({"variant": "saktris"})] {
            let body = json!({"options": options});
            let refused = anna.post("/v1/players/bot/challenge", &body).await;
            assert_eq!(refused.expect(422).code(), "not_for_bots");
        }
        // An account with games stays that of a person.
        let anna = with_scopes(&server, &anna, &["bot:play", "board:play"]).await;
        error(anna.post("/api/bot/account/upgrade", &json!({})).await, 400);
        // Each kind of account has its own endpoints.
        let path = format!("/api/bot/game/{game}/abort");
        error(anna.post(&path, &json!({})).await, 403);
        let path = format!("/api/board/game/{game}/abort");
        anna.post(&path, &json!({})).await.expect(200);
    });
}

#[test]
fn people_and_bots_have_separate_leaderboards() {
    story(async |server| {
        let (_, bot) = (server.account("anna").await, bot(&server, "bot").await);
        let rated = server.app.store.write(|db| {
            db.execute(
                "INSERT INTO ratings (player, speed, rating, deviation, volatility, games, updated) \
                 SELECT id, 'blitz', 1600, 60, 0.06, 20, 0 FROM players WHERE name IS NOT NULL",
                &[],
            )
        });
        assert_eq!(rated.await.unwrap(), 2);
        for (query, name) in [("", "anna"), ("&bots=true", "bot")] {
            let list = bot
                .get(&format!("/v1/leaderboard?speed=blitz{query}"))
                .await;
            let list = list.expect(200).body;
            let players = list["players"].as_array().unwrap();
            assert_eq!(players.len(), 1);
            assert_eq!(players[0]["player"]["name"], name);
        }
    });
}

#[test]
fn a_game_that_programs_cannot_play_says_why() {
    story(async |server| {
        let (anna, bert) = (server.account("anna").await, server.account("bert").await);
        let game = anna.make("3d2").await;
        bert.join(&game).await;
        let path = format!("/api/board/game/stream/{game}");
        let told = error(anna.get(&path).await, 400);
        assert!(told.contains("Fischer"), "{told}");
        // It is not offered either.
        let playing = anna.get("/api/account/playing").await.expect(200);
        assert_eq!(playing.body["nowPlaying"], json!([]));
    });
}

#[test]
fn a_program_that_lost_its_token_is_disconnected() {
    story(async |server| {
        let anna = server.account("anna").await;
        let program = with_scopes(&server, &anna, &["board:play"]).await;
        let mut events = open(&server, &program, "/api/stream/event").await;
        let is_listed = async || {
            let listed = anna.get("/v1/players/online").await.expect(200);
            listed.body[0]["player"]["name"] == "anna"
        };
        // With several nodes, that of the program tells the others.
        while !is_listed().await {}
        program
            .request(Method::DELETE, "/api/token", None)
            .await
            .expect(204);
        assert!(events.next().await.is_none());
        error(program.get("/api/account").await, 401);
    });
}
