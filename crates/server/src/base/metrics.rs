//! What the server counts, by the names under which Prometheus reads it. They
//! are described in `docs/hosting.md`.

use std::{
    net::SocketAddr,
    sync::{Arc, LazyLock, OnceLock},
    time::Duration,
};

use ::metrics::{
    Histogram, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use axum::{
    Router,
    extract::{ConnectInfo, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

use crate::App;

/// `/metrics`, for whoever asks from this very machine: what passes through a
/// proxy comes from there as well, and is turned away.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/metrics", get(read_from_near))
}

/// The same for everybody, on an address of its own.
///
/// # Errors
///
/// What the system says of the listener.
pub async fn serve(listener: TcpListener, app: Arc<App>) -> std::io::Result<()> {
    let answer = |State(app): State<Arc<App>>| async move { read(&app) };
    let router = Router::new().route("/metrics", get(answer)).with_state(app);
    axum::serve(listener, router).await
}

async fn read_from_near(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    let is_forwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]
        .iter()
        .any(|name| headers.contains_key(*name));
    if app.settings.is_behind_proxy || is_forwarded || !peer.ip().to_canonical().is_loopback() {
        return StatusCode::NOT_FOUND.into_response();
    }
    read(&app)
}

fn read(app: &App) -> Response {
    gauge!("arbiter_rooms").set(app.rooms.count() as f64);
    gauge!("arbiter_engine_waiting").set(app.computer.waiting() as f64);
    let text = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, text)], handle().render()).into_response()
}

/// Begins to count, for all servers of this process.
pub fn start() {
    handle();
}

/// To be called now and then: what was timed is put in its place.
pub fn keep_up() {
    handle().run_upkeep();
}

/// An answer was on its way for so long.
pub(crate) fn note_answer(took: Duration) {
    // There is one with every move, so that its place is looked up once.
    static ANSWERS: LazyLock<Histogram> = LazyLock::new(|| {
        start();
        histogram!("arbiter_answer_seconds")
    });
    ANSWERS.record(took);
}

fn handle() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let recorder = builder().build_recorder();
        let handle = recorder.handle();
        if ::metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("somebody else counts already: /metrics is empty");
        }
        describe();
        handle
    })
}

fn builder() -> PrometheusBuilder {
    const SECONDS: [f64; 14] = [
        0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.003, 0.005, 0.007_5, 0.01, 0.025, 0.05, 0.1,
        0.5, 2.5,
    ];
    const JOBS: [f64; 9] = [1., 2., 4., 8., 16., 32., 64., 128., 256.];
    PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
        .and_then(|it| it.set_buckets_for_metric(Matcher::Suffix("_jobs".to_owned()), &JOBS))
        .expect("there are buckets")
}

fn describe() {
    describe_gauge!("arbiter_sockets", "Sockets that are open.");
    describe_gauge!("arbiter_rooms", "Games in memory.");
    describe_counter!(
        "arbiter_rooms_broken_total",
        "Games whose task ended by a defect; they are woken from the store."
    );
    describe_gauge!(
        "arbiter_engine_waiting",
        "Moves of the computer that wait for a thread."
    );
    describe_counter!(
        "arbiter_events_stored_total",
        "Events of games that were stored."
    );
    describe_counter!(
        "arbiter_store_failures_total",
        "Transactions that failed; nobody was told of what was in them."
    );
    describe_counter!("arbiter_refusals_total", "What was refused, by its code.");
    describe_histogram!(
        "arbiter_answer_seconds",
        "From reading a command to handing its answer, stored, to the socket."
    );
    describe_histogram!(
        "arbiter_store_batch_jobs",
        "Jobs stored in one transaction."
    );
    describe_histogram!(
        "arbiter_store_commit_seconds",
        "How long such a transaction took."
    );
}
