use std::net::SocketAddr;

use arbiter_wire::{Action, GameView, Refused, ServerMessage, Update};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{Server, Socket};

/// A client of the server: over HTTP, and over a WebSocket once they watch a
/// game.
pub struct Person {
    pub name: String,
    pub token: Option<String>,
    address: SocketAddr,
    http: reqwest::Client,
    socket: Option<Socket>,
    /// The game they watch.
    game: String,
    commands: u32,
}

/// The answer to an HTTP request.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub text: String,
    /// The text as JSON; null if it is not JSON.
    pub body: Value,
}

impl Answer {
    /// Returns the code of a problem.
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    /// Returns the answer, which must have this status.
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }
}

impl Person {
    pub fn new(address: SocketAddr, token: Option<String>) -> Person {
        Person {
            name: String::new(),
            token,
            address,
            http: reqwest::Client::new(),
            socket: None,
            game: String::new(),
            commands: 0,
        }
    }

    /// Returns the same person in another window, with its own WebSocket.
    pub fn another_window(&self) -> Person {
        let mut person = Person::new(self.address, self.token.clone());
        person.name.clone_from(&self.name);
        // Commands of both windows need different ids.
        person.commands = self.commands + 1_000;
        person
    }

    /// Connects to the new address of the server.
    pub fn find(&mut self, server: &Server) {
        self.address = server.address();
        self.socket = None;
    }

    pub async fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let url = format!("http://{}{path}", self.address);
        let mut request = self.http.request(method, url);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, text, body }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.request(Method::POST, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.request(Method::DELETE, path, None).await
    }

    /// Creates a game with this clock as White, for anyone to join.
    pub async fn make(&self, clock: &str) -> String {
        self.make_with(json!({"options": {"clock": clock}})).await
    }

    /// Creates a game, as White by default.
    pub async fn make_with(&self, mut wanted: Value) -> String {
        if wanted["color"].is_null() {
            wanted["color"] = json!("white");
        }
        let answer = self.post("/v1/games", &wanted).await.expect(201);
        answer.body["id"].as_str().unwrap().to_owned()
    }

    /// Joins a game.
    pub async fn join(&self, game: &str) -> Answer {
        let path = format!("/v1/games/{game}/join");
        self.post(&path, &json!({})).await.expect(200)
    }

    /// Returns a game as this person sees it.
    pub async fn view(&self, game: &str) -> GameView {
        let answer = self.get(&format!("/v1/games/{game}")).await.expect(200);
        serde_json::from_value(answer.body).unwrap()
    }

    /// Sends a command over HTTP.
    pub async fn act_by_http(&mut self, game: &str, id: &str, action: &Value) -> Answer {
        let path = format!("/v1/games/{game}/actions");
        self.post(&path, &json!({"id": id, "do": action})).await
    }

    /// Opens a WebSocket.
    pub async fn connect(&mut self) -> &mut Socket {
        let socket = Socket::open(self.address, self.token.as_deref()).await;
        self.socket.insert(socket)
    }

    /// Returns the WebSocket, opened if necessary.
    pub async fn socket(&mut self) -> &mut Socket {
        if self.socket.is_none() {
            self.connect().await;
        }
        self.socket.as_mut().unwrap()
    }

    /// Takes the WebSocket away, for unusual treatment.
    pub fn take_socket(&mut self) -> Socket {
        self.socket.take().unwrap()
    }

    pub fn put_socket(&mut self, socket: Socket) {
        self.socket = Some(socket);
    }

    /// Drops the connection without closing it.
    pub fn drop_socket(&mut self) {
        self.socket = None;
    }

    /// Watches a game, and returns its state.
    pub async fn watch(&mut self, game: &str) -> GameView {
        self.game = game.to_owned();
        self.socket().await.watch(game, None).await;
        match self.receive().await {
            ServerMessage::Game(view) => *view,
            other => panic!("not a game: {other:?}"),
        }
    }

    /// Resumes after the event of this number, and returns the answer.
    pub async fn resume(&mut self, since: u64) -> ServerMessage {
        let game = self.game.clone();
        self.socket().await.watch(&game, Some(since)).await;
        self.receive().await
    }

    /// Returns the next message, except presence.
    pub async fn receive(&mut self) -> ServerMessage {
        self.socket().await.receive().await
    }

    /// Sends a command, and returns its id.
    pub async fn send(&mut self, action: Action) -> String {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        self.send_as(&id, action).await;
        id
    }

    /// Sends a command with this id.
    pub async fn send_as(&mut self, id: &str, action: Action) {
        let game = self.game.clone();
        self.socket().await.act(&game, id, action).await;
    }

    /// Sends a command and waits until it is carried out.
    pub async fn act(&mut self, action: Action) -> Update {
        let id = self.send(action).await;
        loop {
            match self.receive().await {
                ServerMessage::Update(update) if update.id.as_deref() == Some(&id) => {
                    return update;
                }
                ServerMessage::Refused(refused) => panic!("refused: {refused:?}"),
                _ => {}
            }
        }
    }

    /// Plays a move and waits until it is stored.
    pub async fn play(&mut self, mv: &str) -> Update {
        self.act(play(mv)).await
    }

    /// Plays a move that must be refused.
    pub async fn try_play(&mut self, mv: &str) -> Refused {
        self.try_act(play(mv)).await
    }

    /// Sends a command that must be refused.
    pub async fn try_act(&mut self, action: Action) -> Refused {
        let id = self.send(action).await;
        loop {
            match self.receive().await {
                ServerMessage::Refused(refused) if refused.id.as_deref() == Some(&id) => {
                    return refused;
                }
                ServerMessage::Update(update) if update.id.as_deref() == Some(&id) => {
                    panic!("done: {update:?}")
                }
                _ => {}
            }
        }
    }

    /// Returns the next message, which must be an update.
    pub async fn expect_update(&mut self) -> Update {
        match self.receive().await {
            ServerMessage::Update(update) => update,
            other => panic!("not an update: {other:?}"),
        }
    }

    /// Returns the next update, which must be this move.
    pub async fn expect_played(&mut self, mv: &str) -> Update {
        let update = self.expect_update().await;
        let told = serde_json::to_value(&update.events[0]).unwrap();
        assert_eq!(told["uci"], mv, "{update:?}");
        update
    }

    /// Returns the next message, which must be a refusal.
    pub async fn expect_refusal(&mut self) -> Refused {
        match self.receive().await {
            ServerMessage::Refused(refused) => refused,
            other => panic!("not a refusal: {other:?}"),
        }
    }
}

/// Returns a move without a draw offer.
pub fn play(mv: &str) -> Action {
    Action::Play {
        mv: mv.to_owned(),
        offer_draw: false,
    }
}
