//! What the server counts, by the names under which Prometheus reads it.
//! `docs/hosting.md` describes them.

use std::{
    sync::{LazyLock, OnceLock},
    time::Duration,
};

use ::metrics::{Histogram, describe_counter, describe_gauge, describe_histogram, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Starts to count, for all servers of this process.
pub fn start() {
    handle();
}

/// Aggregates the recorded times. It must be called periodically.
pub fn run_upkeep() {
    handle().run_upkeep();
}

/// Returns everything that was counted, in the text format of Prometheus.
#[must_use]
pub fn render() -> String {
    handle().render()
}

/// Records how long the answer to a command took.
pub(crate) fn record_answer_time(time: Duration) {
    // Every move is recorded, so the histogram is looked up only once.
    static ANSWERS: LazyLock<Histogram> = LazyLock::new(|| {
        start();
        histogram!("arbiter_answer_seconds")
    });
    ANSWERS.record(time);
}

fn handle() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let recorder = builder().build_recorder();
        let handle = recorder.handle();
        if ::metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another recorder is installed already: /metrics will be empty");
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
        .expect("the lists of buckets are not empty")
}

fn describe() {
    describe_gauge!("arbiter_sockets", "Open WebSockets.");
    describe_gauge!("arbiter_rooms", "Games in memory.");
    describe_counter!(
        "arbiter_rooms_broken_total",
        "Games that panicked and were loaded again."
    );
    describe_gauge!(
        "arbiter_engine_waiting",
        "Moves of the computer that wait for a thread."
    );
    describe_counter!("arbiter_events_stored_total", "Stored events of games.");
    describe_counter!(
        "arbiter_store_failures_total",
        "Failed transactions; nothing in them was announced."
    );
    describe_counter!("arbiter_refusals_total", "Refused commands, by code.");
    describe_histogram!(
        "arbiter_answer_seconds",
        "From reading a command to handing its stored answer to the socket."
    );
    describe_histogram!(
        "arbiter_store_batch_jobs",
        "Jobs stored in one transaction."
    );
    describe_histogram!(
        "arbiter_store_commit_seconds",
        "How long a transaction took."
    );
}
