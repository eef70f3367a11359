use std::{net::SocketAddr, sync::Arc};

use arbiter_game::{Span, Time};
use arbiter_server::{App, Clock, Settings, serve, store};
use arbiter_wire::PlayerView;
use serde_json::json;
use tokio::{
    net::TcpListener,
    runtime::{Builder, Runtime},
    sync::oneshot,
    task::JoinHandle,
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
}

impl Server {
    /// Starts a server on a free port.
    pub async fn start(settings: Settings) -> Server {
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
                let app = Arc::new(App::new(opened, Clock::held(now), store));
                (app, TcpListener::bind("127.0.0.1:0").await.unwrap())
            })
            .await
            .unwrap();
        let address = listener.local_addr().unwrap();
        let served = Arc::clone(&app);
        let serving = runtime.spawn(async move {
            let stopped = async { drop(stopped.await) };
            serve(listener, served, stopped).await;
        });
        Server {
            app,
            address,
            settings,
            runtime: Some(runtime),
            stop: Some(stop),
            serving: Some(serving),
        }
    }

    /// Stops the server gracefully and starts it again.
    pub async fn restart(mut self) -> Server {
        drop(self.stop.take());
        self.serving.take().unwrap().await.unwrap();
        self.start_again().await
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
    }

    /// Returns a person who is not signed in.
    pub fn stranger(&self) -> Person {
        Person::new(self.address, None)
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
        let mut person = Person::new(self.address, Some(token.to_owned()));
        let view: PlayerView = serde_json::from_value(body["player"].clone()).unwrap();
        person.name = view.name;
        person
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
