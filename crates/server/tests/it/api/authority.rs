//! Authorization: every kind of caller tries every action.

use arbiter_wire::{Action, Claim, Refused, ServerMessage};
use serde_json::{Value, json};

use super::{
    client::{Client, Server, test_server},
    games::start_game,
    guard::knock,
};
use crate::harness::Socket;

/// One caller of each kind.
struct Callers {
    /// Without a token.
    anonymous: Client,
    /// A player of another game.
    stranger: Client,
    /// A player of the game whose token was revoked.
    revoked: Client,
    /// An API token of a player with the scope `read`.
    reader: Client,
    /// An API token of a player with the scope `play`.
    player: Client,
}

const NAMES: [&str; 5] = ["anonymous", "stranger", "revoked", "reader", "player"];

impl Callers {
    fn all(&self) -> [&Client; 5] {
        [
            &self.anonymous,
            &self.stranger,
            &self.revoked,
            &self.reader,
            &self.player,
        ]
    }
}

async fn token(owner: &Client, scopes: Value) -> Client {
    let body = json!({"label": "test", "scopes": scopes});
    let made = owner.post("/v1/account/tokens", body).await;
    owner.with_token(Some(made.text("token")))
}

/// Creates a game in which Ann is to move against Bob, a waiting game of hers, and
/// callers who have no rights there.
async fn prepare(server: &Server) -> (Callers, String, String) {
    let (ann, bob) = (server.account("Ann").await, server.account("Bob").await);
    let body = json!({"color": "white", "options": {"conduct": "formal"}});
    let game = ann.post("/v1/games", body).await.text("id");
    bob.post(&format!("/v1/games/{game}/join"), Value::Null)
        .await;
    let waiting = ann
        .post("/v1/games", json!({"options": {"rated": true}}))
        .await;
    let (stranger, _, _) = start_game(server, json!({})).await;
    let reader = token(&ann, json!(["read"])).await;
    let player = token(&ann, json!(["play"])).await;
    let revoked = token(&ann, json!(["read", "play", "challenge"])).await;
    let tokens = ann.get("/v1/account/tokens").await.json();
    let path = format!("/v1/account/tokens/{}", tokens[0]["id"]);
    assert_eq!(ann.delete(&path).await.outcome(), "204");
    let callers = Callers {
        anonymous: server.anonymous(),
        stranger,
        revoked,
        reader,
        player,
    };
    (callers, game, waiting.text("id"))
}

/// Returns everything that can be done in a game.
fn actions() -> Vec<Action> {
    let claim = Claim::Threefold;
    let square = || "e2".to_owned();
    let all = vec![
        Action::Play {
            mv: "e4".to_owned(),
            offer_draw: false,
        },
        Action::Touch(square()),
        Action::Adjust(square()),
        Action::OfferDraw,
        Action::AcceptDraw,
        Action::DeclineDraw,
        Action::Claim { claim, with: None },
        Action::Resign,
        Action::RequestTakeback,
        Action::AcceptTakeback,
        Action::DeclineTakeback,
        Action::Abort,
        Action::GiveTime(15),
        Action::Berserk,
        Action::ClaimAbandonment,
    ];
    // A new action has to be added to this list.
    for action in &all {
        match action {
            Action::Play { .. } | Action::Touch(_) | Action::Adjust(_) => {}
            Action::OfferDraw | Action::AcceptDraw | Action::DeclineDraw => {}
            Action::Claim { .. } | Action::Resign | Action::ClaimAbandonment => {}
            Action::RequestTakeback | Action::AcceptTakeback | Action::DeclineTakeback => {}
            Action::Abort | Action::GiveTime(_) | Action::Berserk => {}
        }
    }
    all
}

const OUTCOMES: [&str; 4] = [
    "401 signed_out",
    "403 not_a_player",
    "401 unknown_token",
    "403 missing_scope",
];

#[test]
fn nobody_acts_in_a_game_of_others() {
    test_server(async |server| {
        let (callers, game, _) = prepare(&server).await;
        let events = format!("/v1/games/{game}/events");
        let path = format!("/v1/games/{game}/actions");
        let before = callers.anonymous.get(&events).await;
        for (index, action) in actions().into_iter().enumerate() {
            for ((caller, name), outcome) in callers.all().into_iter().zip(NAMES).zip(OUTCOMES) {
                let body = json!({"id": format!("a{index}"), "do": action});
                let answer = caller.post(&path, body).await;
                assert_eq!(answer.outcome(), outcome, "{name}: {action:?}");
            }
        }
        let after = callers.anonymous.get(&events).await;
        assert_eq!(before.body, after.body);
        let body = json!({"id": "1", "do": {"play": {"move": "e4"}}});
        assert_eq!(callers.player.post(&path, body).await.outcome(), "200");
    });
}

/// Sends a message over a WebSocket, and returns the outcome.
async fn say(socket: &mut Socket, message: Value) -> String {
    socket.say_text(&message.to_string()).await;
    loop {
        match socket.receive().await {
            ServerMessage::Refused(Refused { problem, .. }) => {
                return format!("{} {}", problem.status, problem.code);
            }
            ServerMessage::Update(_) => return "200".to_owned(),
            _ => {}
        }
    }
}

async fn connect(server: &Server, client: &Client) -> Socket {
    Socket::open(server.address, client.token.as_deref()).await
}

#[test]
fn the_websocket_enforces_the_same_rights() {
    test_server(async |server| {
        let (callers, game, _) = prepare(&server).await;
        let token = callers.revoked.token.as_deref();
        assert_eq!(knock(&server, None, token).await, Err(401));
        for ((caller, name), outcome) in callers.all().into_iter().zip(NAMES).zip(OUTCOMES) {
            if name == "revoked" {
                continue;
            }
            let mut socket = connect(&server, caller).await;
            for (index, action) in actions().into_iter().enumerate() {
                let act = json!({"act": {"game": game, "id": format!("a{index}"), "do": action}});
                let heard = say(&mut socket, act).await;
                assert_eq!(heard, outcome, "{name}: {action:?}");
            }
        }
        let mut anonymous = connect(&server, &callers.anonymous).await;
        let mut player = connect(&server, &callers.player).await;
        let seek = || json!({"seek": {}});
        assert_eq!(say(&mut anonymous, seek()).await, "401 signed_out");
        assert_eq!(say(&mut player, seek()).await, "403 missing_scope");
        let chat = json!({"chat": {"game": game, "text": "hello"}});
        assert_eq!(say(&mut anonymous, chat).await, "401 signed_out");
        let rematch = json!({"rematch": {"game": game}});
        assert_eq!(say(&mut player, rematch).await, "403 missing_scope");
        let act = json!({"act": {"game": game, "id": "1", "do": {"play": {"move": "e4"}}}});
        assert_eq!(say(&mut player, act).await, "200");
    });
}

#[test]
fn a_websocket_closes_when_its_session_ends() {
    test_server(async |server| {
        let guest = server.guest().await;
        let mut socket = connect(&server, &guest).await;
        assert_eq!(guest.delete("/v1/session").await.outcome(), "204");
        let close = socket.expect_close().await.unwrap();
        assert_eq!(u16::from(close.code), 1008);
    });
}

/// Each route that needs a token, and its answer to each caller.
#[test]
fn every_route_checks_its_scope() {
    test_server(async |server| {
        let (callers, game, waiting) = prepare(&server).await;
        let credentials = json!({"name": "Carl", "password": "short"});
        let passwords = json!({"old": "x", "new": "y"});
        let (ok, signed_out, unknown) = ("200", "401 signed_out", "401 unknown_token");
        let (scope, session) = ("403 missing_scope", "403 needs_session");
        let account = "403 needs_account";
        let table: [(&str, String, Value, [&str; 5]); 21] = [
            (
                "GET",
                "/v1/rules/moves".into(),
                Value::Null,
                [ok, ok, ok, ok, ok],
            ),
            (
                "GET",
                format!("/v1/games/{game}"),
                Value::Null,
                [ok, ok, unknown, ok, ok],
            ),
            (
                "GET",
                format!("/v1/games/{game}/events"),
                Value::Null,
                [ok, ok, unknown, ok, ok],
            ),
            (
                "GET",
                format!("/v1/games/{game}/pgn"),
                Value::Null,
                [ok, ok, ok, ok, ok],
            ),
            (
                "GET",
                "/v1/players/Ann".into(),
                Value::Null,
                [ok, ok, ok, ok, ok],
            ),
            (
                "POST",
                "/v1/games".into(),
                json!({}),
                ["201", "201", unknown, scope, scope],
            ),
            (
                "POST",
                format!("/v1/games/{game}/join"),
                Value::Null,
                ["409 seats_taken", "409 seats_taken", unknown, scope, scope],
            ),
            (
                "POST",
                format!("/v1/games/{waiting}/join"),
                Value::Null,
                [account, account, unknown, scope, scope],
            ),
            (
                "DELETE",
                format!("/v1/games/{waiting}"),
                Value::Null,
                [signed_out, "409 not_withdrawn", unknown, scope, scope],
            ),
            (
                "GET",
                "/v1/account".into(),
                Value::Null,
                [signed_out, ok, unknown, ok, scope],
            ),
            (
                "GET",
                "/v1/account/games".into(),
                Value::Null,
                [signed_out, ok, unknown, ok, scope],
            ),
            (
                "GET",
                "/v1/account/sessions".into(),
                Value::Null,
                [signed_out, ok, unknown, session, session],
            ),
            (
                "DELETE",
                "/v1/account/sessions".into(),
                Value::Null,
                [signed_out, "204", unknown, session, session],
            ),
            (
                "DELETE",
                "/v1/account/sessions/1".into(),
                Value::Null,
                [signed_out, "404 no_such_token", unknown, session, session],
            ),
            (
                "GET",
                "/v1/account/tokens".into(),
                Value::Null,
                [signed_out, ok, unknown, session, session],
            ),
            (
                "POST",
                "/v1/account/tokens".into(),
                json!({"label": "x", "scopes": []}),
                [signed_out, account, unknown, session, session],
            ),
            (
                "DELETE",
                "/v1/account/tokens/1".into(),
                Value::Null,
                [signed_out, "404 no_such_token", unknown, session, session],
            ),
            (
                "PATCH",
                "/v1/account".into(),
                passwords,
                [signed_out, account, unknown, session, session],
            ),
            (
                "DELETE",
                "/v1/account".into(),
                json!({"password": "x"}),
                [signed_out, account, unknown, session, session],
            ),
            (
                "POST",
                "/v1/accounts".into(),
                credentials,
                [
                    "422 invalid_password",
                    "422 invalid_password",
                    unknown,
                    "409 has_account",
                    "409 has_account",
                ],
            ),
            (
                "POST",
                "/v1/lobby/seeks".into(),
                json!({}),
                [signed_out, "202", unknown, scope, scope],
            ),
        ];
        for (method, path, body, outcomes) in table {
            for ((caller, name), outcome) in callers.all().into_iter().zip(NAMES).zip(outcomes) {
                let answer = caller.request(method, &path, body.clone(), &[]).await;
                assert_eq!(answer.outcome(), outcome, "{name}: {method} {path}");
            }
        }
    });
}
