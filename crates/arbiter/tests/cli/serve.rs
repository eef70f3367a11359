//! `arbiter serve` as a process: it starts, reads its settings, and stops.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::{Value, json};

/// A folder that is removed when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("arbiter-serve-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Writes a settings file and returns its path.
    fn settings(&self, text: &str) -> String {
        let path = self.0.join("arbiter.toml");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// Returns the command without environment variables or folders of the user.
pub fn command(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("ARBITER_"))
        {
            command.env_remove(name);
        }
    }
    command
        .env("HOME", home)
        .env("APPDATA", home)
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running server.
pub struct Server {
    child: Child,
    pub address: String,
    out: String,
}

impl Server {
    /// Starts a server and waits until it prints its address.
    pub fn start(command: &mut Command) -> Server {
        let mut server = Server {
            child: command.spawn().unwrap(),
            address: String::new(),
            out: String::new(),
        };
        let mut lines = BufReader::new(server.child.stdout.take().unwrap());
        while server.address.is_empty() {
            let mut line = String::new();
            if lines.read_line(&mut line).unwrap() == 0 {
                let mut errors = String::new();
                let mut stderr = server.child.stderr.take().unwrap();
                stderr.read_to_string(&mut errors).unwrap();
                panic!("it ended: {}{errors}", server.out);
            }
            server.out.push_str(&line);
            if let Some((_, address)) = line.split_once("http://") {
                // The link for the first administrator may come first.
                let end = ['"', '/', '\n'];
                server.address = address.split(end).next().unwrap().to_owned();
            }
        }
        server
    }

    pub fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\n"), "")
    }

    pub fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Value {
        let token = token.map_or_else(String::new, |it| format!("authorization: Bearer {it}\r\n"));
        let head = format!("POST {path} HTTP/1.1\r\ncontent-type: application/json\r\n{token}");
        let (status, body) = self.ask(&head, &body.to_string());
        assert!((200..300).contains(&status), "{status}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Sends one request on a new connection.
    pub fn ask(&self, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let host = &self.address;
        write!(
            stream,
            "{head}host: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.to_owned())
    }

    /// Stops the server; returns its output and exit status.
    pub fn stop(mut self) -> (ExitStatus, String) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").arg(pid).status().unwrap().success());
        let status = self.child.wait().unwrap();
        let mut err = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut err).unwrap();
        (status, err)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Runs a server that does not start; returns its exit code and message.
fn fails(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), err)
}

pub const ANYWHERE: &str = "--listen=127.0.0.1:0";

#[test]
fn it_prints_its_address_and_answers_health_checks() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).args(["serve", ANYWHERE]));
    assert!(server.out.starts_with("Arbiter "), "{}", server.out);
    assert_eq!(server.get("/healthz"), (200, "alive\n".to_owned()));
    assert_eq!(server.get("/readyz"), (200, "ready\n".to_owned()));
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    assert!(page.contains("href=\"/v1\""), "{page}");
    assert_eq!(server.get("/v1").0, 200);
    let (status, metrics) = server.get("/metrics");
    assert_eq!(status, 200);
    assert!(metrics.contains("arbiter_rooms "), "{metrics}");
    let proxied = server.ask(
        "GET /metrics HTTP/1.1\r\nx-forwarded-for: 192.0.2.1\r\n",
        "",
    );
    assert_eq!(proxied.0, 404);
    let (ended, log) = server.stop();
    assert!(ended.success(), "{log}");
    // The database is in the system's data directory.
    let folders = [".local/share", "Library/Application Support", "."];
    let file = |folder| home.0.join(folder).join("arbiter").join("arbiter.db");
    assert!(folders.into_iter().any(|folder| file(folder).exists()));
}

#[test]
fn without_a_command_the_server_starts() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).env("ARBITER_LISTEN", "127.0.0.1:0"));
    assert_eq!(server.get("/healthz").0, 200);
}

#[test]
fn flags_override_the_environment_which_overrides_the_file() {
    let home = Folder::new();
    let file = home.settings("listen = \"127.0.0.1:0\"\nchat = false\n");
    let with_file = || {
        let mut command = command(&home.0);
        command.args(["serve", "--config", &file]);
        command
    };
    Server::start(&mut with_file());
    let (code, err) = fails(with_file().env("ARBITER_LISTEN", "environment"));
    assert_eq!(code, 2);
    assert!(err.contains("environment is not a valid address"), "{err}");
    let (code, err) = fails(with_file().env("ARBITER_LISTEN", "a").arg("--listen=flag"));
    assert_eq!(code, 2);
    assert!(err.contains("flag is not a valid address"), "{err}");
    Server::start(with_file().env("ARBITER_LISTEN", "a").arg(ANYWHERE));
}

#[test]
fn an_invalid_setting_is_reported() {
    let home = Folder::new();
    let check = |text: &str, arguments: &[&str], expected: &[&str]| {
        let file = home.settings(text);
        let mut command = command(&home.0);
        let (code, err) = fails(command.args(["serve", "--config", &file]).args(arguments));
        assert_eq!(code, 2, "{err}");
        for part in expected {
            assert!(err.contains(part), "{part} is not in: {err}");
        }
    };
    check(
        "lisen = \"x\"",
        &[],
        &["arbiter.toml", "`lisen`", "`listen`"],
    );
    check("chat = 5", &[], &["arbiter.toml", "line 1", "chat = 5"]);
    check("public = \"chess.example\"", &[], &["https://"]);
    check("log-level = \"loud\"", &[], &["log-level"]);
    check("database = \"games.db\"", &[], &["postgres://", "--data"]);
    check("", &["--public=https://a/b"], &["a scheme and a host only"]);
    check("", &["--engine-threads=0"], &["--engine-threads"]);
    let (code, err) = fails(command(&home.0).args(["serve", "--config=nowhere.toml"]));
    assert_eq!(code, 2);
    assert!(
        err.contains("cannot read the settings in nowhere.toml"),
        "{err}"
    );
}

#[test]
fn an_unknown_variable_is_reported() {
    let home = Folder::new();
    let mut command = command(&home.0);
    let server = Server::start(command.args(["serve", ANYWHERE]).env("ARBITER_LISEN", "x"));
    let (_, log) = server.stop();
    assert!(log.contains("ARBITER_LISEN"), "{log}");
}

#[test]
fn an_address_in_use_is_reported() {
    let home = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, err) = fails(command(&home.0).args(["serve", "--listen", &address]));
    assert_eq!(code, 2);
    assert!(
        err.contains(&format!("{address} is already in use")),
        "{err}"
    );
    assert!(err.contains("--listen"), "{err}");
}

#[test]
fn a_second_server_on_the_same_database_does_not_start() {
    let home = Folder::new();
    let serve = || {
        let mut command = command(&home.0);
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        command
    };
    let first = Server::start(&mut serve());
    let (_, err) = fails(&mut serve());
    assert!(err.contains("another server uses this database"), "{err}");
    first.stop();
    Server::start(&mut serve()).stop();
}

#[test]
fn the_database_password_is_not_printed() {
    let home = Folder::new();
    let url = "postgres://arbiter:hunter2@127.0.0.1:1/arbiter?connect_timeout=1";
    let mut command = command(&home.0);
    let (code, err) = fails(
        command
            .args(["serve", ANYWHERE])
            .env("ARBITER_DATABASE", url),
    );
    assert_eq!(code, 2);
    assert!(
        err.contains("PostgreSQL") && !err.contains("hunter2"),
        "{err}"
    );
}

#[test]
fn a_refused_move_is_logged() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).args(["serve", ANYWHERE, "--log=json"]));
    let game = server.post("/v1/games", None, &json!({"opponent": "self"}));
    let (id, token) = (&game["id"], game["token"].as_str().unwrap());
    let head = format!(
        "POST /v1/games/{}/actions HTTP/1.1\r\ncontent-type: application/json\r\n\
         authorization: Bearer {token}\r\n",
        id.as_str().unwrap()
    );
    let body = json!({"id": "1", "do": {"play": {"move": "e2e5"}}});
    assert_eq!(server.ask(&head, &body.to_string()).0, 409);
    let (_, log) = server.stop();
    let mut lines = log.lines().map(|it| serde_json::from_str(it).unwrap());
    let refused = lines.find(|line: &Value| line["message"] == "refused");
    let refused = refused.unwrap_or_else(|| panic!("not in the log: {log}"));
    assert_eq!(&refused["game"], id);
    assert!(refused["code"].is_string() && refused["player"].is_number());
    assert!(refused["action"].as_str().unwrap().contains("e2e5"));
}

#[test]
fn acknowledged_moves_survive_a_stop() {
    let home = Folder::new();
    let start = |log: &str| Server::start(command(&home.0).args(["serve", ANYWHERE, log]));
    let server = start("--log=text");
    let wanted = json!({"opponent": "self", "options": {"clock": "5+3"}});
    let game = server.post("/v1/games", None, &wanted);
    let (id, token) = (
        game["id"].as_str().unwrap(),
        game["token"].as_str().unwrap(),
    );
    let play = |server: &Server, command: &str, mv: &str| {
        let path = format!("/v1/games/{id}/actions");
        let body = json!({"id": command, "do": {"play": {"move": mv}}});
        server.post(&path, Some(token), &body)
    };
    let first = play(&server, "1", "e4");
    let second = play(&server, "2", "e5");
    let (ended, log) = server.stop();
    assert!(ended.success(), "{log}");
    assert!(log.contains("stopped"), "{log}");
    assert!(!log.contains(token), "a secret is in the log: {log}");

    let server = start("--log=json");
    let (_, events) = server.get(&format!("/v1/games/{id}/events"));
    let events: Value = serde_json::from_str(&events).unwrap();
    assert_eq!(events[1], first["events"][0]);
    assert_eq!(events[2], second["events"][0]);
    // The same command is carried out once, and the game continues.
    assert_eq!(play(&server, "2", "e5")["seq"], 2);
    assert_eq!(play(&server, "3", "Nf3")["events"][0]["seq"], 3);
    let (_, log) = server.stop();
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["level"].is_string() && line["message"].is_string());
    }
    assert!(log.contains("stopped"), "{log}");
}

/// Runs `arbiter admin` on a folder, and returns its exit code and its output.
fn admin(home: &Path, words: &[&str]) -> (Option<i32>, String) {
    admin_in_text(home, &[&["--json"], words].concat())
}

fn admin_in_text(home: &Path, words: &[&str]) -> (Option<i32>, String) {
    let ran = command(home)
        .arg("admin")
        .args(words)
        .args(["--data", home.to_str().unwrap()])
        .output()
        .unwrap();
    let out = String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap();
    (ran.status.code(), out)
}

#[test]
fn the_first_start_prints_a_link_for_the_first_administrator() {
    let home = Folder::new();
    let folder = home.0.to_str().unwrap();
    let serve = || {
        let mut command = command(&home.0);
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--log",
            "json",
            "--data",
            folder,
        ]);
        Server::start(&mut command)
    };
    let link_of = |server: &Server| {
        let line: Value = serde_json::from_str(&server.out).unwrap();
        line["administrator"].as_str().map(str::to_owned)
    };
    let server = serve();
    let link = link_of(&server).unwrap();
    let (page, token) = link.split_once('#').unwrap();
    assert_eq!(page, format!("http://{}/admin", server.address));
    let credentials = json!({"name": "Ann", "password": "correct horse"});
    let ann = server.post("/v1/accounts", None, &credentials);
    let session = ann["token"].as_str().unwrap();
    let redeem = |token: &str| {
        let head = format!(
            "POST /v1/admin/link HTTP/1.1\r\ncontent-type: application/json\r\n\
             authorization: Bearer {session}\r\n"
        );
        server.ask(&head, &json!({"token": token}).to_string()).0
    };
    assert_eq!(redeem(token), 204);
    assert_eq!(redeem(token), 403);
    let (_, err) = server.stop();
    assert!(
        err.contains("open this link to become the first administrator"),
        "{err}"
    );
    assert!(err.contains("become_administrator"), "{err}");
    let server = serve();
    assert_eq!(link_of(&server), None);
    server.stop();
}

#[test]
fn the_shell_administers_a_running_server() {
    let home = Folder::new();
    let folder = home.0.to_str().unwrap();
    let (code, said) = admin(&home.0, &["link"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("there is no database"), "{said}");
    let mut command = command(&home.0);
    command.args(["serve", "--listen", "127.0.0.1:0", "--data", folder]);
    command.args(["--requests-per-minute", "0"]);
    let server = Server::start(&mut command);
    for name in ["Ann", "Bob"] {
        let credentials = json!({"name": name, "password": "correct horse"});
        server.post("/v1/accounts", None, &credentials);
    }
    let done = |words: &[&str]| {
        let (code, said) = admin(&home.0, words);
        assert_eq!(code, Some(0), "{words:?}: {said}");
        said
    };
    done(&["grant", "ann", "administrator"]);
    let (code, said) = admin(&home.0, &["grant", "Ann", "player"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("last administrator"), "{said}");
    let (code, said) = admin(&home.0, &["grant", "Nobody", "player"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(done(&["link"]).contains("/admin#arb_"));
    assert!(done(&["reset-password", "Bob"]).contains("/recover#arb_"));
    assert!(done(&["invite", "--uses", "5"]).contains("/sign-in#arb_"));
    done(&["rename", "Bob", "Robert"]);
    done(&["mute", "Robert", "--reason", "be polite", "--days", "2"]);
    done(&["ban", "192.0.2.0/24", "--reason", "a flood"]);
    let (code, said) = admin(&home.0, &["ban", "0.0.0.0/0", "--reason", "x"]);
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(done(&["bans"]).lines().count(), 2);
    let (_, bans) = admin_in_text(&home.0, &["bans"]);
    assert!(
        bans.contains("mute Robert: be polite (in force until 20"),
        "{bans}"
    );
    assert!(
        bans.contains("ban 192.0.2.0/24: a flood (in force)"),
        "{bans}"
    );
    let (_, audit) = admin_in_text(&home.0, &["audit"]);
    let first = audit.lines().next().unwrap();
    assert!(first.contains(" UTC (command line): ban"), "{audit}");
    done(&["lift", "1"]);
    done(&["close", "Robert", "--reason", "asked for it"]);
    let policy = done(&["policy", "--sign-up", "closed", "--guests", "off"]);
    let policy: Value = serde_json::from_str(&policy).unwrap();
    assert_eq!(policy["sign_up"], "closed");
    assert_eq!(policy["guests"], false);
    let credentials = r#"{"name": "Robert", "password": "correct horse"}"#;
    let head = "POST /v1/session HTTP/1.1\r\ncontent-type: application/json\r\n";
    let (status, body) = server.ask(head, credentials);
    assert_eq!(status, 403);
    assert!(body.contains("account_closed"), "{body}");
    // The server reads the policy again within a second or two.
    let read_policy = || serde_json::from_str::<Value>(&server.get("/v1/server").1).unwrap();
    while read_policy() != policy {
        std::thread::yield_now();
    }
    done(&["reset-limits"]);
    let audit = done(&["audit"]);
    let first: Value = serde_json::from_str(audit.lines().next().unwrap()).unwrap();
    assert_eq!(first["act"], "change_setting");
    assert_eq!(audit.lines().count(), 11, "{audit}");
    server.stop();
    assert!(
        admin(&home.0, &["reopen", "Robert"]).0 == Some(0),
        "without a server, too"
    );
}
