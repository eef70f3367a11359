//! What a server process records: its log and its metrics.

use std::{collections::BTreeSet, time::Instant};

use serde_json::{Value, json};

use crate::serve::{ANYWHERE, Folder, Server, command};

const PASSWORD: &str = "correct horse battery";
const WRONG_PASSWORD: &str = "wrong horse battery";
/// A name that tries to write a line of its own into the log, with colors.
const FORGED: &str = "e2\n2030-01-01T00:00:00Z  INFO forged\r\u{1b}[31m";

/// Does everything that the log has to mention; returns the secrets that it must
/// not contain.
fn visit(server: &Server) -> Vec<String> {
    let post = "POST /v1/session HTTP/1.1\r\ncontent-type: application/json\r\n";
    let credentials = json!({"name": "Judit", "password": PASSWORD});
    let signed_up = server.post("/v1/accounts", None, &credentials);
    let signed_in = server.post("/v1/session", None, &credentials);
    let token = signed_in["token"].as_str().unwrap();
    let wrong = json!({"name": "Judit", "password": WRONG_PASSWORD});
    assert_eq!(server.ask(post, &wrong.to_string()).0, 403);
    let unknown = json!({"name": FORGED, "password": PASSWORD});
    assert_eq!(server.ask(post, &unknown.to_string()).0, 403);
    let api_token = server.post(
        "/v1/account/tokens",
        Some(token),
        &json!({"label": FORGED, "scopes": ["play"]}),
    );
    let game = server.post("/v1/games", Some(token), &json!({"opponent": "self"}));
    let head = format!(
        "POST /v1/games/{}/actions HTTP/1.1\r\ncontent-type: application/json\r\n\
         authorization: Bearer {token}\r\nuser-agent: \u{9b}31m\r\n",
        game["id"].as_str().unwrap()
    );
    for mv in ["e2e5", FORGED] {
        let command = json!({"id": mv, "do": {"play": {"move": mv}}});
        assert!(server.ask(&head, &command.to_string()).0 >= 400);
    }
    assert_eq!(server.ask("DELETE /v1/account HTTP/1.1\r\n", "").0, 415);
    [
        &signed_up["token"],
        &signed_in["token"],
        &api_token["token"],
        &json!(PASSWORD),
        &json!(WRONG_PASSWORD),
    ]
    .map(|secret| secret.as_str().unwrap().to_owned())
    .to_vec()
}

#[test]
fn sign_ins_sign_ups_and_refusals_are_in_the_log_by_default() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).args(["serve", ANYWHERE, "--log=json"]));
    let secrets = visit(&server);
    let (_, log) = server.stop();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let find = |message: &str| -> Vec<&Value> {
        let found = lines.iter().filter(|line| line["message"] == message);
        found.collect()
    };
    let [signed_up] = find("signed up")[..] else {
        panic!("{log}");
    };
    assert_eq!(signed_up["name"], "Judit");
    assert_eq!(signed_up["address"], "127.0.0.1");
    let [signed_in] = find("signed in")[..] else {
        panic!("{log}");
    };
    assert_eq!(signed_in["player"], signed_up["player"]);
    let [wrong, unknown] = find("sign-in failed")[..] else {
        panic!("{log}");
    };
    assert_eq!(wrong["player"], signed_up["player"]);
    assert_eq!(wrong["reason"], "wrong password");
    assert_eq!(wrong["address"], "127.0.0.1");
    assert_eq!(unknown["reason"], "unknown name");
    assert_eq!(find("API token created").len(), 1, "{log}");
    let refused = find("refused");
    assert_eq!(refused.len(), 2, "{log}");
    assert!(refused[0]["game"].is_string() && refused[0]["code"].is_string());
    let codes: Vec<_> = find("request refused")
        .iter()
        .map(|line| line["code"].as_str().unwrap())
        .collect();
    assert!(codes.contains(&"wrong_password"), "{codes:?}");
    assert!(codes.contains(&"json_needed"), "{codes:?}");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} is in the log: {log}");
    }
}

#[test]
fn nobody_can_write_a_line_of_the_log() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).args(["serve", ANYWHERE]));
    let secrets = visit(&server);
    let (_, log) = server.stop();
    assert!(log.contains("sign-in failed"), "{log}");
    // The move is in the log, on the line of its refusal.
    let line = log.lines().find(|line| line.contains("forged")).unwrap();
    assert!(line.contains("refused"), "{line}");
    for line in log.lines() {
        let is_entry = [" INFO ", " WARN ", " ERROR "].iter().any(|level| {
            let (time, _) = line.split_once(level).unwrap_or_default();
            time.trim_end().ends_with('Z') && !time.starts_with("2030")
        });
        assert!(is_entry, "{line:?}");
    }
    let is_forbidden = |c: char| c.is_control() && c != '\n';
    assert!(!log.contains(is_forbidden), "{log:?}");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} is in the log: {log}");
    }
}

#[test]
fn a_reached_limit_is_logged_once_and_counted_each_time() {
    let home = Folder::new();
    let arguments = ["serve", ANYWHERE, "--log=json", "--passwords-per-hour=1"];
    let server = Server::start(command(&home.0).args(arguments));
    let head = "POST /v1/session HTTP/1.1\r\ncontent-type: application/json\r\n";
    let wrong = json!({"name": "nobody", "password": WRONG_PASSWORD}).to_string();
    let statuses = [(); 5].map(|()| server.ask(head, &wrong).0);
    assert_eq!(statuses, [403, 403, 429, 429, 429]);
    let (_, metrics) = server.get("/metrics");
    let has = |line: &str| metrics.lines().any(|it| it == line);
    let limit = "arbiter_limits_reached_total{limit=\"passwords-per-hour\"}";
    assert!(has(&format!("{limit} 3")), "{metrics}");
    let code = "arbiter_refusals_total{code=\"too_many_requests\"}";
    assert!(has(&format!("{code} 3")), "{metrics}");
    let (_, log) = server.stop();
    assert_eq!(log.matches("limit reached").count(), 1, "{log}");
    assert!(log.contains("passwords-per-hour"), "{log}");
}

#[test]
fn nobody_can_fill_the_log() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).args(["serve", ANYWHERE, "--log=json"]));
    let began = Instant::now();
    for _ in 0..70 {
        assert_eq!(server.get("/v1/account").0, 401);
    }
    let game = server.post("/v1/games", None, &json!({"opponent": "self"}));
    let head = format!(
        "POST /v1/games/{}/actions HTTP/1.1\r\ncontent-type: application/json\r\n\
         authorization: Bearer {}\r\n",
        game["id"].as_str().unwrap(),
        game["token"].as_str().unwrap()
    );
    for number in 0..70 {
        let play = json!({"id": number.to_string(), "do": {"play": {"move": "e".repeat(300)}}});
        assert!(server.ask(&head, &play.to_string()).0 >= 400);
    }
    let (_, metrics) = server.get("/metrics");
    let count = "arbiter_refusals_total{code=\"signed_out\"} 70";
    assert!(metrics.contains(count), "{metrics}");
    let (_, log) = server.stop();
    // Each second allows one more.
    let most = 61 + usize::try_from(began.elapsed().as_secs()).unwrap();
    for message in ["\"request refused\"", "\"refused\""] {
        let lines = log.matches(message).count();
        assert!((60..=most).contains(&lines), "{lines} times {message}");
    }
    assert!(!log.contains(&"e".repeat(200)), "{log}");
}

/// Returns the names of all metrics, as queries use them.
fn names(metrics: &str) -> BTreeSet<String> {
    let types = metrics.lines().filter_map(|it| it.strip_prefix("# TYPE "));
    let names = types.flat_map(|it| {
        let (name, kind) = it.split_once(' ').unwrap();
        let endings: &[&str] = match kind {
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_count", "_sum"],
            "info" => &["_info"],
            _ => &[""],
        };
        endings.iter().map(move |ending| format!("{name}{ending}"))
    });
    names.collect()
}

#[test]
fn metrics_count_what_happens() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).args(["serve", ANYWHERE]));
    visit(&server);
    assert_eq!(server.get("/wp-login.php").0, 404);
    assert_eq!(server.ask("BREW /pot HTTP/1.1\r\n", "").0, 404);
    let fen = "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1";
    server.post("/v1/rules/status", None, &json!({ "fen": fen }));
    let (status, metrics) = server.get("/metrics");
    assert_eq!(status, 200);
    assert!(metrics.ends_with("# EOF\n"), "{metrics}");
    for line in [
        "arbiter_sign_ins_total{outcome=\"success\"} 1",
        "arbiter_sign_ins_total{outcome=\"wrong_password\"} 1",
        "arbiter_sign_ins_total{outcome=\"unknown_name\"} 1",
        "arbiter_sign_ups_total{kind=\"account\"} 1",
        "arbiter_refusals_total{code=\"wrong_password\"} 2",
        "arbiter_limits_reached_total{limit=\"requests-per-minute\"} 0",
        "arbiter_requests_total{method=\"POST\",route=\"/v1/session\",status=\"2xx\"} 1",
        "arbiter_requests_total{method=\"POST\",route=\"/v1/session\",status=\"4xx\"} 2",
        "arbiter_requests_total{method=\"POST\",route=\"/v1/games/{id}/actions\",status=\"4xx\"} 2",
        "arbiter_requests_total{method=\"GET\",route=\"none\",status=\"4xx\"} 1",
        "arbiter_requests_total{method=\"other\",route=\"none\",status=\"4xx\"} 1",
        "arbiter_rooms 1",
        "arbiter_sockets 0",
        "arbiter_analyses_running 0",
        "arbiter_proofs_waiting 0",
    ] {
        assert!(metrics.lines().any(|it| it == line), "{line}: {metrics}");
    }
    let value = |name: &str| -> f64 {
        let mut lines = metrics.lines();
        let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value
            .unwrap_or_else(|| panic!("{name}: {metrics}"))
            .parse()
            .unwrap()
    };
    assert!(value("arbiter_store_commit_seconds_count") >= 3.0);
    assert!(value("arbiter_store_read_seconds_count") >= 3.0);
    if cfg!(target_os = "linux") {
        assert!(value("process_resident_memory_bytes") > 4e6);
        assert!(value("process_open_fds") > 10.0);
        assert!(value("process_max_fds") >= value("process_open_fds"));
        assert!(value("process_cpu_seconds_total") > 0.0);
    }
}

/// The documents name every metric, and none that does not exist.
#[test]
fn the_documents_and_the_dashboard_use_the_metrics_that_exist() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).args(["serve", ANYWHERE]));
    assert_eq!(server.get("/v1/nothing").0, 404);
    let (_, metrics) = server.get("/metrics");
    let names = names(&metrics);

    let hosting = include_str!("../../../../docs/hosting.md");
    let rows = hosting.lines().filter_map(|line| line.strip_prefix("| `"));
    let documented: BTreeSet<&str> = rows
        .filter_map(|row| row.split('`').next())
        .filter(|name| name.starts_with("arbiter_") || name.starts_with("process_"))
        .collect();
    let families: BTreeSet<&str> = metrics
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE "))
        .map(|line| line.split_once(' ').unwrap().0)
        .collect();
    let documented: BTreeSet<&str> = documented
        .into_iter()
        .map(|name| {
            let ending = ["_total", "_info"]
                .into_iter()
                .find(|it| name.ends_with(it));
            ending.map_or(name, |ending| name.strip_suffix(ending).unwrap())
        })
        .collect();
    assert_eq!(documented, families);

    let dashboard = include_str!("../../../../docs/grafana-dashboard.json");
    let dashboard: Value = serde_json::from_str(dashboard).unwrap();
    let mut queries = Vec::new();
    collect_queries(&dashboard, &mut queries);
    assert!(queries.len() >= 15, "{queries:?}");
    for query in queries {
        let words = query.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let used: Vec<&str> = words
            .filter(|word| word.starts_with("arbiter_") || word.starts_with("process_"))
            .collect();
        assert!(!used.is_empty(), "{query}");
        for name in used {
            assert!(names.contains(name), "{name} in {query}: {names:?}");
        }
    }
}

fn collect_queries<'v>(value: &'v Value, queries: &mut Vec<&'v str>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field.as_str() {
                    Some(query) if name == "expr" => queries.push(query),
                    _ => collect_queries(field, queries),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_queries(item, queries)),
        _ => {}
    }
}
