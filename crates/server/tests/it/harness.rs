//! A real server on a port of its own, and people who play on it.
//!
//! ```text
//! story(async |server| {
//!     let mut white = server.guest().await;
//!     let mut black = server.guest().await;
//!     let game = white.make("5+3").await;
//!     black.join(&game).await;
//!     white.watch(&game).await;
//!     black.watch(&game).await;
//!     white.play("e2e4").await;
//!     black.expect_played("e2e4").await;
//! });
//! ```
//!
//! The clock does not advance until [`Server::pass`] is called. A story runs on
//! SQLite, and again on PostgreSQL if `TEST_DATABASE_URL` names a server. If `TEST_NODES`
//! is set too, it runs once more on two nodes (`all` stories, or `some` of them): people
//! connect to them in turn, and nothing else may differ. A story of several nodes needs
//! PostgreSQL and fails without it.

mod nats_process;
mod person;
mod server;
mod socket;

pub use nats_process::NatsProcess;
pub use person::{Answer, Person, play};
pub use server::Server;
pub use socket::Socket;

use std::time::Duration;

use arbiter_server::Settings;
use tokio::{runtime::Runtime, time::timeout};

use crate::store::test_database::TestDatabase;

/// Runs a story on each database.
pub fn story(test: impl AsyncFn(Server)) {
    story_with(|_| {}, test);
}

/// Runs a story about what happens inside one server.
pub fn story_on_one_node(test: impl AsyncFn(Server)) {
    for place in TestDatabase::all() {
        run(&|_| {}, &test, &place, None);
    }
}

/// Runs a story with changed settings.
pub fn story_with(change: impl Fn(&mut Settings), test: impl AsyncFn(Server)) {
    for place in TestDatabase::all() {
        run(&change, &test, &place, None);
    }
    if runs_on_nodes() {
        let place = TestDatabase::postgres();
        run(&change, &test, &place, Some(&NatsProcess::start()));
    }
}

/// Reports whether a story runs on two nodes as well: if `TEST_NODES` is `all`, or if it is
/// `some` and the story is about what nodes share.
fn runs_on_nodes() -> bool {
    match std::env::var("TEST_NODES").as_deref() {
        Ok("some") => {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or_default();
            SHARED_STORIES.iter().any(|story| name.starts_with(story))
        }
        Ok(_) => true,
        Err(_) => false,
    }
}

/// The beginnings of the names of stories that are worth running on two nodes every time.
const SHARED_STORIES: [&str; 4] = [
    "people::challenges",
    "people::chat",
    "people::lobby",
    "people::rematch",
];

/// Runs a story on several nodes.
pub fn story_of_nodes(test: impl AsyncFnOnce(Server, &mut NatsProcess)) {
    let place = TestDatabase::postgres();
    let mut nats = NatsProcess::start();
    let mut settings = settings(&place);
    settings.bus = Some(nats.url().into());
    run_to_end(async { test(Server::start(settings).await, &mut nats).await });
}

fn run(
    change: &impl Fn(&mut Settings),
    test: &impl AsyncFn(Server),
    place: &TestDatabase,
    nats: Option<&NatsProcess>,
) {
    let mut settings = settings(place);
    settings.bus = nats.map(|nats| nats.url().into());
    change(&mut settings);
    run_to_end(async { test(Server::start(settings).await).await });
}

/// How long a story may take. None takes a minute, even on a busy machine: one that takes
/// this long waits for something that will not happen, and would wait forever.
const STORY_TIMEOUT: Duration = Duration::from_mins(10);

/// Runs a story on a runtime of its own.
fn run_to_end(story: impl Future<Output = ()>) {
    let runtime = Runtime::new().unwrap();
    let ended = runtime.block_on(async { timeout(STORY_TIMEOUT, story).await });
    runtime.shutdown_background();
    assert!(
        ended.is_ok(),
        "the story waits for something that does not happen"
    );
}

fn settings(place: &TestDatabase) -> Settings {
    let mut settings = Settings::new(place.database.clone());
    // Everyone in a story comes from one address.
    settings.limits.requests = 100_000;
    settings.limits.frames = 100_000;
    settings.limits.games = 10_000;
    settings.limits.sockets = 10_000;
    settings
}
