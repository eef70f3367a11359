//! Administrators and moderators: their roles, and what they do with accounts, games and the
//! server.

mod sanctions;

use std::time::{SystemTime, UNIX_EPOCH};

use arbiter_server::{
    Database,
    people::{accounts::Secret, first_administrator_link},
    store::{
        Actor, BanTarget, Connection, LinkKind, NewBan, NewLink, bans, connect_beside_server,
        in_transaction, staff,
    },
};
use arbiter_wire::{AccountRole, BanKind, Limits, ServerMessage};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Server, story};

/// Does something with the database, as the command line does beside a server.
/// It blocks, and so has a thread of its own.
fn beside<T: Send>(server: &Server, work: impl FnOnce(&mut dyn Connection) -> T + Send) -> T {
    let database = &server.app.settings.database;
    std::thread::scope(|scope| {
        let working = scope.spawn(|| work(connect_beside_server(database).unwrap().as_mut()));
        working.join().unwrap()
    })
}

/// Gives an account a role, as the command line does.
fn grant(server: &Server, name: &str, role: AccountRole) {
    beside(server, |db| {
        in_transaction(db, |db| staff::set_role(db, Actor::SHELL, name, role, 1))
    })
    .unwrap()
    .unwrap();
}

pub(super) async fn staff_member(server: &Server, name: &str, role: AccountRole) -> Person {
    let person = server.account(name).await;
    grant(server, name, role);
    person
}

fn tomorrow() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(now.as_millis()).unwrap() + 24 * 60 * 60 * 1_000
}

async fn patch(person: &Person, path: &str, body: Value) -> crate::harness::Answer {
    person.request(Method::PATCH, path, Some(&body)).await
}

pub(super) async fn put(
    person: &Person,
    path: &str,
    body: Option<Value>,
) -> crate::harness::Answer {
    person.request(Method::PUT, path, body.as_ref()).await
}

async fn acts(administrator: &Person) -> Vec<String> {
    let answer = administrator.get("/v1/admin/audit").await.expect(200);
    let acts = answer.body["acts"].as_array().unwrap().iter();
    acts.map(|act| act["act"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_first_link_makes_one_administrator() {
    story(async |server| {
        let store = server.app.store.clone();
        let old = first_administrator_link(&store).await.unwrap().unwrap();
        let secret = first_administrator_link(&store).await.unwrap().unwrap();
        let redeem = async |person: &Person, secret: &Secret| {
            let token = json!({"token": secret.reveal()});
            person.post("/v1/admin/link", &token).await
        };
        assert_eq!(
            redeem(&server.stranger(), &secret).await.code(),
            "signed_out"
        );
        let guest = server.guest().await;
        assert_eq!(redeem(&guest, &secret).await.code(), "needs_account");
        let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
        let replaced = redeem(&ann, &old).await.expect(403);
        assert_eq!(replaced.code(), "invalid_link", "each start has a new link");
        // Both at once: one of them wins.
        let (one, two) = tokio::join!(redeem(&ann, &secret), redeem(&bob, &secret));
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 403], "{one:?} {two:?}");
        let winner = if one.status.is_success() { &ann } else { &bob };
        let account = winner.get("/v1/account").await.expect(200);
        assert_eq!(account.body["role"], "administrator");
        assert_eq!(redeem(winner, &secret).await.code(), "invalid_link");
        assert!(first_administrator_link(&store).await.unwrap().is_none());
        assert_eq!(acts(winner).await, ["become_administrator"]);
    });
}

#[test]
fn an_expired_link_makes_nobody_an_administrator() {
    story(async |server| {
        let secret = Secret::random();
        let link = NewLink {
            kind: LinkKind::Administrator,
            hash: secret.hash(),
            player: None,
            label: String::new(),
            created: 1,
            expires: 2,
            uses: 1,
            created_by: None,
        };
        server.app.store.create_link(link).await.unwrap();
        let ann = server.account("Ann").await;
        let token = json!({"token": secret.reveal()});
        let answer = ann.post("/v1/admin/link", &token).await;
        assert_eq!(answer.code(), "invalid_link");
    });
}

/// Every route under `/v1/admin`, with a valid body, and whether moderators may
/// use it.
fn admin_routes() -> Vec<(Method, &'static str, Option<Value>, bool)> {
    let game = "/v1/admin/games/0123456789";
    let chat: &str = Box::leak(format!("{game}/chat").into_boxed_str());
    let line: &str = Box::leak(format!("{game}/chat/7").into_boxed_str());
    let end: &str = Box::leak(format!("{game}/end").into_boxed_str());
    let ban = json!({"kind": "ban", "player": "Ann", "reason": "x", "until": tomorrow()});
    vec![
        (Method::GET, "/v1/admin/players", None, true),
        (Method::GET, "/v1/admin/players/Ann", None, true),
        (Method::GET, "/v1/admin/bans", None, true),
        (Method::POST, "/v1/admin/bans", Some(ban), true),
        (Method::DELETE, "/v1/admin/bans/77", None, true),
        (Method::GET, "/v1/admin/reports", None, true),
        (
            Method::PATCH,
            "/v1/admin/reports/77",
            Some(json!({"state": "handled"})),
            true,
        ),
        (Method::GET, chat, None, true),
        (Method::DELETE, line, None, true),
        (Method::GET, "/v1/admin/server", None, true),
        (
            Method::PATCH,
            "/v1/admin/players/Ann",
            Some(json!({"role": "moderator"})),
            false,
        ),
        (
            Method::POST,
            "/v1/admin/players/Ann/close",
            Some(json!({"reason": "x"})),
            false,
        ),
        (Method::POST, "/v1/admin/players/Ann/reopen", None, false),
        (Method::POST, "/v1/admin/players/Ann/password", None, false),
        (
            Method::DELETE,
            "/v1/admin/players/Ann/sessions",
            None,
            false,
        ),
        (
            Method::POST,
            end,
            Some(json!({"result": "1-0", "reason": "x"})),
            false,
        ),
        (
            Method::PUT,
            "/v1/admin/server/policy",
            Some(json!({"sign_up": "closed", "guests": false})),
            false,
        ),
        (
            Method::PUT,
            "/v1/admin/server/limits",
            Some(json!(Limits::default())),
            false,
        ),
        (Method::DELETE, "/v1/admin/server/limits", None, false),
        (Method::POST, "/v1/admin/backup", None, false),
        (Method::GET, "/v1/admin/audit", None, false),
        (Method::GET, "/v1/admin/invitations", None, false),
        (
            Method::POST,
            "/v1/admin/invitations",
            Some(json!({"days": 1, "uses": 1})),
            false,
        ),
        (Method::DELETE, "/v1/admin/invitations/77", None, false),
    ]
}

#[test]
fn only_those_with_the_role_use_administrative_routes() {
    story(async |server| {
        server.account("Ann").await;
        let stranger = server.stranger();
        let guest = server.guest().await;
        let player = server.account("Paul").await;
        let moderator = staff_member(&server, "Maud", AccountRole::Moderator).await;
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let token = json!({"label": "a program", "scopes": ["read", "play", "challenge"]});
        let token = administrator
            .post("/v1/account/tokens", &token)
            .await
            .expect(201);
        let program = Person::new(
            server.address(),
            token.body["token"].as_str().map(str::to_owned),
        );
        let routes = admin_routes();
        for (method, path, body, for_moderators) in &routes {
            let ask =
                async |person: &Person| person.request(method.clone(), path, body.as_ref()).await;
            let needed = match for_moderators {
                true => "needs_moderator",
                false => "needs_administrator",
            };
            assert_eq!(ask(&stranger).await.code(), "signed_out", "{method} {path}");
            assert_eq!(ask(&guest).await.code(), needed, "{method} {path}");
            assert_eq!(ask(&player).await.code(), needed, "{method} {path}");
            assert_eq!(
                ask(&program).await.code(),
                "needs_session",
                "{method} {path}"
            );
            if !for_moderators {
                assert_eq!(ask(&moderator).await.code(), needed, "{method} {path}");
            }
        }
        let players = moderator.get("/v1/admin/players?name=AN").await.expect(200);
        assert_eq!(players.body["players"][0]["name"], "Ann");
        assert_eq!(players.body["players"].as_array().unwrap().len(), 1);
        assert_eq!(acts(&administrator).await, ["change_role", "change_role"]);
        // No route is missing in the list above.
        let document: Value = serde_json::from_str(include_str!("../../../openapi.json")).unwrap();
        let paths = document["paths"].as_object().unwrap().iter();
        let documented = paths
            .filter(|(path, _)| path.starts_with("/v1/admin/") && *path != "/v1/admin/link")
            .map(|(_, methods)| methods.as_object().unwrap().len());
        assert_eq!(documented.sum::<usize>(), routes.len());
    });
}

#[test]
fn a_foreign_page_cannot_act_for_an_administrator() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let answer = reqwest::Client::new()
            .put(format!(
                "http://{}/v1/admin/server/policy",
                server.address()
            ))
            .header(
                "cookie",
                format!("arbiter={}", administrator.token.as_ref().unwrap()),
            )
            .header("origin", "https://evil.example")
            .json(&json!({"sign_up": "closed", "guests": false}));
        let answer = answer.send().await.unwrap();
        assert_eq!(answer.status(), 403);
        let problem: Value = answer.json().await.unwrap();
        assert_eq!(problem["code"], "cross_site");
        let policy = server.stranger().get("/v1/server").await.expect(200);
        let open = json!({
            "sign_up": "open", "guests": true, "tournaments": "members", "organizers": [],
        });
        assert_eq!(policy.body, open);
    });
}

#[test]
fn moderators_do_not_act_on_staff_and_the_last_administrator_stays() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let moderator = staff_member(&server, "Maud", AccountRole::Moderator).await;
        server.account("Ann").await;
        let until = tomorrow();
        let ban =
            |name: &str| json!({"kind": "ban", "player": name, "reason": "x", "until": until});
        for (name, code) in [
            ("Adele", "outranked"),
            ("Maud", "outranked"),
            ("Nobody", "unknown_player"),
        ] {
            let answer = moderator.post("/v1/admin/bans", &ban(name)).await;
            assert_eq!(answer.code(), code, "{name}");
        }
        let endless = json!({"kind": "ban", "player": "Ann", "reason": "x"});
        let answer = moderator.post("/v1/admin/bans", &endless).await.expect(422);
        assert_eq!(answer.body["field"], "until");
        let past = json!({"kind": "ban", "player": "Ann", "reason": "x", "until": 5});
        let answer = moderator.post("/v1/admin/bans", &past).await.expect(422);
        assert_eq!(answer.body["field"], "until");
        let wide =
            json!({"kind": "ban", "addresses": "0.0.0.0/0", "reason": "x", "until": tomorrow()});
        let answer = moderator.post("/v1/admin/bans", &wide).await.expect(422);
        assert_eq!(answer.code(), "invalid_address_range");
        let answer = administrator
            .post("/v1/admin/bans", &ban("Adele"))
            .await
            .expect(409);
        assert_eq!(answer.code(), "yourself");

        let own = "/v1/admin/players/Adele";
        let answer = patch(&administrator, own, json!({"role": "player"}))
            .await
            .expect(409);
        assert_eq!(answer.code(), "last_administrator");
        let closing = json!({"reason": "x"});
        let answer = administrator
            .post(&format!("{own}/close"), &closing)
            .await
            .expect(409);
        assert_eq!(answer.code(), "last_administrator");
        let password = json!({"password": "correct horse"});
        let answer = administrator
            .request(Method::DELETE, "/v1/account", Some(&password))
            .await;
        assert_eq!(answer.code(), "last_administrator");
        patch(
            &administrator,
            "/v1/admin/players/Maud",
            json!({"role": "administrator"}),
        )
        .await
        .expect(204);
        patch(&administrator, own, json!({"role": "player"}))
            .await
            .expect(204);
        assert_eq!(
            administrator.get("/v1/admin/audit").await.code(),
            "needs_administrator"
        );
    });
}

#[test]
fn a_running_server_follows_the_command_line() {
    story(async |server| {
        let mut ann = server.account("Ann").await;
        ann.connect().await;
        let ban = NewBan {
            kind: BanKind::Ban,
            target: BanTarget::Player("Ann".to_owned()),
            reason: "from the shell".to_owned(),
            created: 1,
            until: None,
        };
        beside(&server, |db| {
            in_transaction(db, |db| bans::create(db, Actor::SHELL, &ban))
        })
        .unwrap()
        .unwrap();
        ann.take_socket().expect_close().await.unwrap();
        assert_eq!(
            ann.get("/v1/account").await.body["reason"],
            "from the shell"
        );

        let mut bob = server.account("Bob").await;
        bob.connect().await;
        beside(&server, |db| {
            in_transaction(db, |db| {
                staff::close(db, Actor::SHELL, "bob", "asked for it", 1)
            })
        })
        .unwrap()
        .unwrap();
        bob.take_socket().expect_close().await.unwrap();
        assert_eq!(bob.get("/v1/account").await.code(), "unknown_token");
    });
}

#[test]
fn an_administrator_renames_and_signs_out_a_player() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let mut rude = server.account("Rude").await;
        let bob = server.account("Bob").await;
        let game = rude.make("5+3").await;
        bob.join(&game).await;
        rude.watch(&game).await;
        let path = "/v1/admin/players/Rude";
        let taken = patch(&administrator, path, json!({"name": "bob"}))
            .await
            .expect(409);
        assert_eq!(taken.code(), "name_taken");
        patch(&administrator, path, json!({"name": "Polite"}))
            .await
            .expect(204);
        // The room with the old name was dropped.
        loop {
            if let ServerMessage::Resume(_) = rude.receive().await {
                break;
            }
        }
        let seat = rude.view(&game).await.players.white.unwrap();
        assert_eq!(seat.name, "Polite");
        let path = "/v1/admin/players/Polite";
        administrator
            .delete(&format!("{path}/sessions"))
            .await
            .expect(204);
        assert_eq!(rude.get("/v1/account").await.code(), "unknown_token");
        let link = administrator
            .post(&format!("{path}/password"), &json!({}))
            .await
            .expect(201);
        let token = link.body["token"].as_str().unwrap();
        assert_eq!(link.body["path"], format!("/recover#{token}"));
        let hash = Secret::parse(token).unwrap().hash();
        let store = &server.app.store;
        let changed = store.change_password_with_link(hash, "hash".to_owned(), 1);
        assert!(changed.await.unwrap().is_some());
        assert_eq!(
            acts(&administrator).await[..3],
            ["password_link", "end_sessions", "rename"]
        );
    });
}

#[test]
fn an_administrator_ends_a_game() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let (mut ann, mut bob) = (server.account("Ann").await, server.account("Bob").await);
        let rated = json!({"options": {"clock": "5+3", "rated": true}});
        let game = ann.make_with(rated.clone()).await;
        let path = format!("/v1/admin/games/{game}/end");
        let win = json!({"result": "0-1", "reason": "Ann used an engine."});
        let waiting = administrator.post(&path, &win).await.expect(409);
        assert_eq!(waiting.code(), "not_started");
        bob.join(&game).await;
        ann.watch(&game).await;
        bob.watch(&game).await;
        ann.play("e2e4").await;
        bob.expect_played("e2e4").await;
        let wrong = json!({"result": "2-0", "reason": "x"});
        assert_eq!(
            administrator.post(&path, &wrong).await.body["field"],
            "result"
        );
        administrator.post(&path, &win).await.expect(204);
        let update = bob.expect_update().await;
        assert_eq!(update.state.result.as_deref(), Some("0-1"));
        assert_eq!(update.state.reason.as_deref(), Some("adjudication"));
        assert_eq!(administrator.post(&path, &win).await.code(), "game_over");
        let pgn = bob.get(&format!("/v1/games/{game}/pgn")).await.expect(200);
        assert!(
            pgn.text.contains("[Termination \"adjudication\"]"),
            "{}",
            pgn.text
        );
        assert!(pgn.text.contains("[Result \"0-1\"]"), "{}", pgn.text);
        let profile = bob.get("/v1/players/Bob").await.expect(200);
        assert_eq!(profile.body["won"], 1);
        let rating = profile.body["ratings"][0]["rating"].as_i64().unwrap();
        assert!(rating > 1500, "{}", profile.text);

        let aborted = ann.make_with(rated).await;
        bob.join(&aborted).await;
        let path = format!("/v1/admin/games/{aborted}/end");
        let no_result = json!({"result": "*", "reason": "A defect."});
        administrator.post(&path, &no_result).await.expect(204);
        let profile = bob.get("/v1/players/Bob").await.expect(200);
        assert_eq!(profile.body["ratings"][0]["rating"].as_i64(), Some(rating));
        let audit = administrator.get("/v1/admin/audit").await.expect(200);
        assert_eq!(audit.body["acts"][1]["game"], game);
        assert_eq!(audit.body["acts"][1]["detail"], "0-1: Ann used an engine.");
        // The ending is stored.
        let server = server.restart().await;
        bob.find(&server);
        assert_eq!(
            bob.view(&game).await.play.unwrap().state.reason.as_deref(),
            Some("adjudication")
        );
    });
}

#[test]
fn the_database_is_copied_on_request() {
    story(async |server| {
        let administrator = staff_member(&server, "Adele", AccountRole::Administrator).await;
        let answer = administrator.post("/v1/admin/backup", &json!({})).await;
        match &server.app.settings.database {
            Database::Postgres(_) => assert_eq!(answer.code(), "backup_unsupported"),
            Database::Sqlite(_) => {
                let copy = answer.expect(201);
                let file = copy.body["file"].as_str().unwrap();
                let bytes = std::fs::metadata(file).unwrap().len();
                assert_eq!(copy.body["bytes"].as_u64(), Some(bytes));
                let copy = Database::Sqlite(file.into());
                let mut db = connect_beside_server(&copy).unwrap();
                let target = staff::find_target(db.as_mut(), Actor::SHELL, "adele");
                assert_eq!(target.unwrap().unwrap().role, AccountRole::Administrator);
            }
        }
    });
}
