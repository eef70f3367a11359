use std::{cell::Cell, net::SocketAddr, sync::Arc};

use arbiter_game::{Span, Time};
use arbiter_server::{
    App, Clock, Database, Settings,
    base::{Bus, NodeId, random},
    serve,
    store::{self, Access},
};
use arbiter_wire::PlayerView;
use serde_json::json;
use tokio::{
    net::TcpListener,
    runtime::{Builder, Runtime},
    sync::oneshot,
    task::{JoinHandle, spawn_blocking},
};

use super::Person;

/// The time at which a server starts for the first time, since 1970.
const NOW: u64 = 1_750_000_000_000;

/// A running server, with a clock that the test sets.
pub struct Server {
    pub app: Arc<App>,
    address: SocketAddr,
    settings: Settings,
    /// The server's own threads, so that it can be killed.
    runtime: Option<Runtime>,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<()>>,
    /// The other nodes, if there is a bus.
    others: Vec<Server>,
    /// How many people have been sent to the nodes in turn.
    people: Cell<usize>,
}

/// How many nodes there are, if there is a bus.
const NODES: usize = 2;

impl Server {
    /// Starts a server on a free port; with a bus, several nodes.
    pub async fn start(settings: Settings) -> Server {
        if settings.bus.is_some() {
            let database = settings.database.clone();
            spawn_blocking(move || forget_nodes(&database))
                .await
                .unwrap();
        }
        let mut server = Server::start_node(settings).await;
        if server.settings.bus.is_some() {
            for _ in 1..NODES {
                let node = Server::start_node(server.settings.clone()).await;
                server.others.push(node);
            }
        }
        server
    }

    async fn start_node(settings: Settings) -> Server {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let (stop, stopped) = oneshot::channel();
        let opened = settings.clone();
        let (app, listener) = runtime
            .spawn(async move {
                let store = store::open(&opened.database).unwrap();
                let now = store.resume_clock(NOW).await.unwrap();
                let bus = match &opened.bus {
                    Some(url) => {
                        let (site, node) = (store.site().await.unwrap(), random::node_id());
                        let database = opened.database.clone();
                        let register = move || register(&database, node);
                        spawn_blocking(register).await.unwrap();
                        Bus::connect(url, site, node).await.unwrap()
                    }
                    None => Bus::InProcess,
                };
                let clock = Clock::held(now);
                let app = Arc::new(App::with_bus(opened, clock, store, bus));
                (app, TcpListener::bind("127.0.0.1:0").await.unwrap())
            })
            .await
            .unwrap();
        let address = listener.local_addr().unwrap();
        let served = Arc::clone(&app);
        let serving = runtime.spawn(async move {
            let stopped = async { drop(stopped.await) };
            serve(listener, served, Box::pin(stopped)).await;
        });
        Server {
            app,
            address,
            settings,
            runtime: Some(runtime),
            stop: Some(stop),
            serving: Some(serving),
            others: Vec::new(),
            people: Cell::new(0),
        }
    }

    /// Returns the node of this number.
    pub fn node(&self, number: usize) -> &Server {
        match number.checked_sub(1) {
            None => self,
            Some(other) => &self.others[other],
        }
    }

    /// Returns the node for the next person.
    fn next_node(&self) -> &Server {
        let number = self.people.get();
        self.people.set(number + 1);
        self.node(number % (1 + self.others.len()))
    }

    /// Stops the server gracefully and starts it again.
    pub async fn restart(mut self) -> Server {
        for node in &mut self.others {
            node.stop().await;
        }
        self.stop().await;
        self.start_again().await
    }

    async fn stop(&mut self) {
        drop(self.stop.take());
        self.serving.take().unwrap().await.unwrap();
    }

    /// Stops the node of this number gracefully; the others continue.
    pub async fn stop_node(&mut self, number: usize) {
        match number.checked_sub(1) {
            None => self.stop().await,
            Some(other) => self.others[other].stop().await,
        }
    }

    /// Kills the server and starts it again.
    pub async fn crash(self) -> Server {
        self.start_again().await
    }

    async fn start_again(self) -> Server {
        let settings = self.settings.clone();
        drop(self);
        Server::start(settings).await
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn now(&self) -> Time {
        self.app.clock.now()
    }

    /// Advances the clock by this many seconds.
    pub fn pass(&self, seconds: u64) {
        self.pass_millis(seconds * 1_000);
    }

    /// Advances the clock by this many milliseconds.
    pub fn pass_millis(&self, millis: u64) {
        self.app.clock.advance(Span::from_millis(millis));
        for node in &self.others {
            node.pass_millis(millis);
        }
    }

    /// Returns a person who is not signed in.
    pub fn stranger(&self) -> Person {
        Person::new(self.next_node().address, None)
    }

    /// Returns a new guest.
    pub async fn guest(&self) -> Person {
        let answer = self.stranger().post("/v1/guests", &json!({})).await;
        self.known(&answer.body)
    }

    /// Returns a person with a new account of this name.
    pub async fn account(&self, name: &str) -> Person {
        let credentials = json!({"name": name, "password": "correct horse"});
        let answer = self.stranger().post("/v1/accounts", &credentials).await;
        self.known(&answer.body)
    }

    fn known(&self, body: &serde_json::Value) -> Person {
        let token = body["token"].as_str();
        let token = token.unwrap_or_else(|| panic!("no token in {body}"));
        let address = self.next_node().address;
        let mut person = Person::new(address, Some(token.to_owned()));
        let view: PlayerView = serde_json::from_value(body["player"].clone()).unwrap();
        person.name = view.name;
        person
    }
}

/// Forgets the nodes that ran before, of which some were killed.
fn forget_nodes(database: &Database) {
    let mut db = store::connect(database, Access::ReadWrite).unwrap();
    store::migrate(db.as_mut()).unwrap();
    db.execute("DELETE FROM nodes", &[]).unwrap();
}

/// Makes a node one that always runs: the clock of a story does not advance by itself.
fn register(database: &Database, node: NodeId) {
    let mut db = store::connect(database, Access::ReadWrite).unwrap();
    let sql = "INSERT INTO nodes (id, seen) VALUES ($1, 9000000000000000)";
    db.execute(sql, &[node.0.into()]).unwrap();
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
