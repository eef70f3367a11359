use std::net::SocketAddr;

use arbiter_wire::{Action, GameView, Refused, ServerMessage, Update};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{Server, Socket};

/// Somebody at the other end: over HTTP, and over a socket once he watches a
/// game.
pub struct Person {
    pub name: String,
    pub token: Option<String>,
    address: SocketAddr,
    http: reqwest::Client,
    socket: Option<Socket>,
    /// The game he looks at.
    game: String,
    commands: u32,
}

/// What was answered over HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub text: String,
    /// The text as JSON; null if it is something else.
    pub body: Value,
}

impl Answer {
    /// The code of a problem.
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    /// What was answered, if all is well.
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

    /// The same person in another window: it has its own socket.
    pub fn another_window(&self) -> Person {
        let mut person = Person::new(self.address, self.token.clone());
        person.name.clone_from(&self.name);
        // Commands are told apart by their names.
        person.commands = self.commands + 1_000;
        person
    }

    /// The same person when the server has a new address.
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

    /// Makes a game with this clock as White, for whoever joins it.
    pub async fn make(&self, clock: &str) -> String {
        self.make_with(json!({"options": {"clock": clock}})).await
    }

    /// Makes a game; as White, unless it says something else.
    pub async fn make_with(&self, mut wanted: Value) -> String {
        if wanted["color"].is_null() {
            wanted["color"] = json!("white");
        }
        let answer = self.post("/v1/games", &wanted).await.expect(201);
        answer.body["id"].as_str().unwrap().to_owned()
    }

    /// Takes the free seat.
    pub async fn join(&self, game: &str) -> Answer {
        let path = format!("/v1/games/{game}/join");
        self.post(&path, &json!({})).await.expect(200)
    }

    /// How a game looks.
    pub async fn view(&self, game: &str) -> GameView {
        let answer = self.get(&format!("/v1/games/{game}")).await.expect(200);
        serde_json::from_value(answer.body).unwrap()
    }

    /// Does something over HTTP.
    pub async fn act_by_http(&mut self, game: &str, id: &str, action: &Value) -> Answer {
        let path = format!("/v1/games/{game}/actions");
        self.post(&path, &json!({"id": id, "do": action})).await
    }

    /// Opens a socket.
    pub async fn connect(&mut self) -> &mut Socket {
        let socket = Socket::open(self.address, self.token.as_deref()).await;
        self.socket.insert(socket)
    }

    /// The socket, opened if there is none.
    pub async fn socket(&mut self) -> &mut Socket {
        if self.socket.is_none() {
            self.connect().await;
        }
        self.socket.as_mut().unwrap()
    }

    /// The socket, to do with it what nobody does.
    pub fn take_socket(&mut self) -> Socket {
        self.socket.take().unwrap()
    }

    pub fn put_socket(&mut self, socket: Socket) {
        self.socket = Some(socket);
    }

    /// The line is dead, and nobody said goodbye.
    pub fn drop_socket(&mut self) {
        self.socket = None;
    }

    /// Looks at a game from now on; how it stands.
    pub async fn watch(&mut self, game: &str) -> GameView {
        self.game = game.to_owned();
        self.socket().await.watch(game, None).await;
        match self.hear().await {
            ServerMessage::Game(view) => *view,
            other => panic!("not a game: {other:?}"),
        }
    }

    /// Goes on from the event of this number; what is told of it.
    pub async fn resume(&mut self, since: u64) -> ServerMessage {
        let game = self.game.clone();
        self.socket().await.watch(&game, Some(since)).await;
        self.hear().await
    }

    /// The next message, but for who is there.
    pub async fn hear(&mut self) -> ServerMessage {
        self.socket().await.hear().await
    }

    /// Sends a command; its name.
    pub async fn send(&mut self, action: Action) -> String {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        self.send_as(&id, action).await;
        id
    }

    /// Sends a command of this name.
    pub async fn send_as(&mut self, id: &str, action: Action) {
        let game = self.game.clone();
        self.socket().await.act(&game, id, action).await;
    }

    /// Does something, and hears that it is done.
    pub async fn act(&mut self, action: Action) -> Update {
        let id = self.send(action).await;
        loop {
            match self.hear().await {
                ServerMessage::Update(update) if update.id.as_deref() == Some(&id) => {
                    return update;
                }
                ServerMessage::Refused(refused) => panic!("refused: {refused:?}"),
                _ => {}
            }
        }
    }

    /// Plays a move, and hears that it is stored.
    pub async fn play(&mut self, mv: &str) -> Update {
        self.act(play(mv)).await
    }

    /// Plays a move that is refused.
    pub async fn try_play(&mut self, mv: &str) -> Refused {
        self.try_act(play(mv)).await
    }

    /// Does something that is refused.
    pub async fn try_act(&mut self, action: Action) -> Refused {
        let id = self.send(action).await;
        loop {
            match self.hear().await {
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

    /// Hears what somebody else has done.
    pub async fn expect_update(&mut self) -> Update {
        match self.hear().await {
            ServerMessage::Update(update) => update,
            other => panic!("not an update: {other:?}"),
        }
    }

    /// Hears that this move was played.
    pub async fn expect_played(&mut self, mv: &str) -> Update {
        let update = self.expect_update().await;
        let told = serde_json::to_value(&update.events[0]).unwrap();
        assert_eq!(told["uci"], mv, "{update:?}");
        update
    }

    /// Hears why something was not done.
    pub async fn expect_refusal(&mut self) -> Refused {
        match self.hear().await {
            ServerMessage::Refused(refused) => refused,
            other => panic!("not a refusal: {other:?}"),
        }
    }
}

/// A move without an offer.
pub fn play(mv: &str) -> Action {
    Action::Play {
        mv: mv.to_owned(),
        offer_draw: false,
    }
}
