//! The OpenAPI document, made from the endpoints and the messages. The server
//! embeds the finished document, so only the development tasks need this.

use arbiter_wire::Problem;
use serde_json::{Map, Value, json};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    },
};

use super::{
    accounts, admin, challenges, chat, export, games, hints, lists, lobby, people, pgn_export,
    pictures, provider, push, recovery, relations, rules, socket, study, tournaments,
};
use crate::refusal::PROBLEM_TYPE;

/// Returns the document.
pub fn document() -> Value {
    complete(serde_json::to_value(Api::openapi()).unwrap_or_default())
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Arbiter", description = ABOUT, license(name = "MIT OR Apache-2.0")),
    tags(
        (name = "rules", description = "Questions about positions. No token needed."),
        (name = "study", description = "The engine and PGN. No token needed."),
        (name = "games", description = "Games: create, join, play, read, watch."),
        (name = "lobby", description = "Players who look for an opponent."),
        (name = "challenges", description = "Challenges to named players."),
        (name = "tournaments", description = "Tournaments: create, enter, arbitrate, read."),
        (name = "players", description = "Players, their games and ratings."),
        (name = "admin", description = "For moderators and administrators."),
        (name = "account", description = "Your guest or account, sessions and tokens."),
    ),
    paths(
        rules::moves,
        rules::moves_of,
        rules::why,
        rules::why_of,
        rules::status,
        rules::status_of,
        rules::replay,
        rules::replay_of,
        rules::look,
        rules::look_of,
        rules::set_up,
        rules::set_up_of,
        rules::premoves,
        pictures::draw,
        study::read_pgn,
        study::analyse,
        games::create,
        games::live,
        games::view,
        games::withdraw,
        games::join,
        games::act,
        games::as_pgn,
        games::events,
        hints::hint,
        pictures::game_png,
        pictures::game_svg,
        pictures::game_gif,
        chat::read_chat,
        chat::say,
        chat::ask_rematch,
        socket::open,
        lobby::list_seeks,
        lobby::post_seek,
        lobby::read_seek,
        lobby::withdraw_seek,
        lobby::accept_seek,
        lists::own_games,
        lists::current_games,
        lists::player,
        lists::games,
        lists::ratings,
        accounts::create_guest,
        accounts::sign_up,
        accounts::sign_in,
        accounts::sign_out,
        accounts::account,
        accounts::change_password,
        accounts::delete_account,
        accounts::sessions,
        accounts::end_sessions,
        accounts::end_session,
        accounts::tokens,
        accounts::authorize,
        accounts::create_token,
        accounts::end_token,
        relations::report,
        relations::block,
        relations::unblock,
        relations::blocks,
        push::push,
        push::subscribe,
        push::unsubscribe,
        challenges::challenge,
        challenges::list_challenges,
        challenges::read_challenge,
        challenges::withdraw_challenge,
        challenges::accept_challenge,
        challenges::decline_challenge,
        tournaments::list,
        tournaments::create_tournament,
        tournaments::read_tournament,
        tournaments::round,
        tournaments::reasons,
        tournaments::enter,
        tournaments::leave,
        tournaments::bye,
        tournaments::claim,
        tournaments::arbitrate,
        tournaments::report_file,
        tournaments::all_games,
        people::search,
        people::online,
        people::bots,
        people::leaderboard,
        people::following,
        people::now,
        people::follow,
        people::unfollow,
        pgn_export::own_games_as_pgn,
        admin::server::public_policy,
        admin::server::view,
        admin::server::set_policy,
        admin::server::set_limits,
        admin::server::reset_limits,
        admin::server::back_up,
        admin::server::audit,
        admin::players::search,
        admin::players::detail,
        admin::players::change,
        admin::players::close,
        admin::players::reopen,
        admin::players::password_link,
        admin::players::end_sessions,
        admin::bans::list,
        admin::bans::create,
        admin::bans::lift,
        admin::reports::list,
        admin::reports::handle,
        admin::games::chat,
        admin::games::delete_chat,
        admin::games::end,
        admin::links::redeem,
        admin::links::list,
        admin::links::create,
        admin::links::revoke,
        export::export,
        recovery::set_email,
        recovery::remove_email,
        recovery::confirm_email,
        recovery::ask_recovery,
        recovery::recover,
        provider::begin,
        provider::sign_in,
        provider::sign_up,
        provider::link,
        provider::unlink,
    ),
    components(schemas(Problem)),
    modifiers(&Schemes),
)]
struct Api;

const ABOUT: &str = "\
A chess server that knows every law, explains every refusal, and loses no move: what it \
acknowledges is on disk.

A token identifies you: `POST /v1/guests` gives one to everyone, `POST /v1/session` to those who \
have an account. Programs send it as `Authorization: Bearer …`; browsers get a cookie. \
Tokens with fewer rights are created with `POST /v1/account/tokens`: `read` reads your account, \
`play` plays in your games, `challenge` creates and joins games.

Refusals are answered with `application/problem+json`: a stable `code` for programs and a `title` \
for people; docs/errors.md lists all codes. The number of requests per minute and address is \
limited; beyond that the answer is 429, and `Retry-After` says when to try again. A body has at \
most 64 KiB, and a PGN text at most 1 MiB.

Games are followed over the WebSocket `/v1/socket`; docs/protocol.md describes its messages.";

struct Schemes;

impl Modify for Schemes {
    fn modify(&self, api: &mut openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("bearer", bearer);
        let cookie = ApiKeyValue::with_description(
            "arbiter",
            "`__Host-arbiter` if the server is reached over https.",
        );
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(cookie));
        components.add_security_scheme("cookie", cookie);
    }
}

/// Adds the problems that every route may answer with.
fn complete(mut document: Value) -> Value {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    for operations in paths.into_iter().flat_map(Map::values_mut) {
        let operations = operations.as_object_mut().into_iter().flatten();
        for (method, operation) in operations {
            add_problems(method, operation);
        }
    }
    document
}

fn add_problems(method: &str, operation: &mut Value) {
    let asks = operation["parameters"]
        .as_array()
        .is_some_and(|them| them.iter().any(|it| it["in"] == "query"));
    let has_body = operation.get("requestBody").is_some();
    let is_secured = operation.get("security").is_some();
    let mut common = vec![
        ("429", "Too many requests or connections from your address."),
        (
            "503",
            "The database is not responding, or the server is busy. Try again.",
        ),
        ("default", "Any other problem."),
    ];
    if asks {
        common.push(("400", "`invalid_query`: a parameter is invalid."));
    }
    if has_body {
        common.extend([
            ("400", "`not_json`: the body is not JSON."),
            ("408", "`body_timeout`: the body did not arrive in time."),
            ("413", "`too_long`: the body is longer than 64 KiB."),
            ("415", "`json_needed`: the body is not declared as JSON."),
            (
                "422",
                "`invalid_body`: the JSON has another shape; `field` says where.",
            ),
        ]);
    }
    if is_secured {
        common.push((
            "401",
            "`signed_out` or `unknown_token`: the token is missing or invalid.",
        ));
        common.push(("403", "`missing_scope`: the token lacks a scope."));
    }
    if method != "get" {
        common.push((
            "403",
            "`cross_site`: a page of another site sent the request.",
        ));
    }
    let Some(responses) = operation["responses"].as_object_mut() else {
        return;
    };
    for (status, description) in common {
        responses
            .entry(status)
            .or_insert_with(|| json!({ "description": description }));
    }
    for (status, response) in responses {
        let has_description = response["description"]
            .as_str()
            .is_some_and(|it| !it.is_empty());
        if !has_description {
            response["description"] = default_description(status).into();
        }
        let is_problem = status.starts_with(['4', '5', 'd']);
        if is_problem && let Some(response) = response.as_object_mut() {
            let schema = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
            response.insert("content".to_owned(), json!({ PROBLEM_TYPE: schema }));
        }
    }
}

/// Describes a response whose endpoint says nothing special about it.
fn default_description(status: &str) -> &'static str {
    match status {
        "200" => "The answer.",
        "201" => "It was created.",
        "202" => "The request is being worked on.",
        "204" => "It is done. The answer is empty.",
        "401" => "The token is missing or invalid.",
        "403" => "You may not do that.",
        "404" => "There is no such thing.",
        "409" => "It is not possible in the current state.",
        "422" => "The request is invalid; the code says why.",
        "429" => "Too many requests or connections from your address.",
        _ => "The code says why.",
    }
}
