//! What the server counts, by the names under which Prometheus reads it.
//! `docs/hosting.md` describes them.

use std::{
    fmt,
    sync::{LazyLock, atomic::AtomicI64},
    time::Duration,
};

use prometheus_client::{
    encoding::text,
    metrics::{counter::Counter, family::Family, gauge, histogram::Histogram, info::Info},
    registry::{Metric, Registry},
};

mod process;

/// Everything that is counted, for all servers of this process.
pub static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// A number that goes up and down.
pub type Gauge = gauge::Gauge<i64, AtomicI64>;

/// Counters that differ in the value of one label.
type Counters = Family<[(&'static str, String); 1], Counter>;

/// What the server counts. Every label has few values, however many visitors
/// there are and whatever they send.
pub struct Metrics {
    registry: Registry,
    /// Open WebSockets.
    pub sockets: Gauge,
    /// Games in memory.
    pub rooms: Gauge,
    /// Games that panicked and were loaded again.
    pub rooms_broken: Counter,
    /// Moves of the computer that wait for a thread.
    pub engine_waiting: Gauge,
    /// Positions that are being analyzed.
    pub analyses_running: Gauge,
    /// Positions that wait to be analyzed.
    pub analyses_waiting: Gauge,
    /// Proofs that wait for a thread.
    pub proofs_waiting: Gauge,
    /// Questions whose proof was not found within its bound.
    pub proofs_unproved: Counter,
    /// Stored events of games.
    pub events_stored: Counter,
    /// Messages to other nodes that were sent.
    pub bus_published: Counter,
    /// Messages of other nodes that were received.
    pub bus_received: Counter,
    /// Messages to other nodes that could not be sent.
    pub bus_dropped: Counter,
    /// Moves of the computer and analyses that a worker has done.
    pub worker_answers: Counter,
    /// Decisions made again because another node stored something first.
    pub decided_again: Counter,
    /// Failed transactions.
    pub store_failures: Counter,
    /// From reading a command to handing its stored answer to the socket.
    pub answer_time: Times,
    /// Thinking time of the computer for a move.
    pub thinking_time: Times,
    /// Duration of a proof.
    pub proof_time: Times,
    /// From reading a request to the head of its response.
    pub request_time: Times,
    /// Duration of a transaction.
    pub commit_time: Times,
    /// Duration of a read job.
    pub read_time: Times,
    batch_jobs: Histogram,
    requests: Family<[(&'static str, String); 3], Counter>,
    refusals: Counters,
    limits_reached: Counters,
    sign_ins: Counters,
    sign_ups: Counters,
    push_messages: Counters,
}

/// A histogram of durations.
pub struct Times(Histogram);

impl Times {
    /// Records a duration.
    pub fn record(&self, time: Duration) {
        self.0.observe(time.as_secs_f64());
    }
}

/// How an attempt to sign in ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignInOutcome {
    /// The name and the password match.
    Success,
    /// There is an account of this name, with another password.
    WrongPassword,
    /// There is no account of this name.
    UnknownName,
}

impl SignInOutcome {
    const ALL: [SignInOutcome; 3] = [
        SignInOutcome::Success,
        SignInOutcome::WrongPassword,
        SignInOutcome::UnknownName,
    ];

    const fn label(self) -> &'static str {
        match self {
            SignInOutcome::Success => "success",
            SignInOutcome::WrongPassword => "wrong_password",
            SignInOutcome::UnknownName => "unknown_name",
        }
    }
}

/// A limit of [`Settings`](super::Settings), by the name of its setting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LimitName {
    /// `connections-per-address`.
    Connections,
    /// `sockets-per-address`.
    Sockets,
    /// `games-per-address`.
    Games,
    /// `requests-per-minute`.
    Requests,
    /// `frames-per-minute`.
    Frames,
    /// `passwords-per-hour`.
    Passwords,
    /// `chat-per-minute`.
    Chat,
}

impl LimitName {
    const ALL: [LimitName; 7] = [
        LimitName::Connections,
        LimitName::Sockets,
        LimitName::Games,
        LimitName::Requests,
        LimitName::Frames,
        LimitName::Passwords,
        LimitName::Chat,
    ];

    /// Returns the name of the setting.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            LimitName::Connections => "connections-per-address",
            LimitName::Sockets => "sockets-per-address",
            LimitName::Games => "games-per-address",
            LimitName::Requests => "requests-per-minute",
            LimitName::Frames => "frames-per-minute",
            LimitName::Passwords => "passwords-per-hour",
            LimitName::Chat => "chat-per-minute",
        }
    }
}

/// What became of a Web Push message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushOutcome {
    /// The push service has accepted it.
    Sent,
    /// The browser has unsubscribed.
    Unsubscribed,
    /// The push service refuses or does not answer.
    Failed,
    /// There are too many, altogether or for one player.
    Dropped,
}

impl PushOutcome {
    const ALL: [PushOutcome; 4] = [
        PushOutcome::Sent,
        PushOutcome::Unsubscribed,
        PushOutcome::Failed,
        PushOutcome::Dropped,
    ];

    const fn label(self) -> &'static str {
        match self {
            PushOutcome::Sent => "sent",
            PushOutcome::Unsubscribed => "unsubscribed",
            PushOutcome::Failed => "failed",
            PushOutcome::Dropped => "dropped",
        }
    }
}

/// What kind of player signs up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignUpKind {
    /// A guest.
    Guest,
    /// An account with a password.
    Account,
}

impl SignUpKind {
    const fn label(self) -> &'static str {
        match self {
            SignUpKind::Guest => "guest",
            SignUpKind::Account => "account",
        }
    }
}

/// Gives metrics their names. The format adds `_total` to the names of counters,
/// `_info` to that of the version, and a period to each description.
#[derive(Default)]
struct Names(Registry);

impl Names {
    fn add<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        let name = format!("arbiter_{name}");
        self.0.register(name, help, metric.clone());
        metric
    }

    fn gauge(&mut self, name: &str, help: &str) -> Gauge {
        self.add(name, help, Gauge::default())
    }

    fn counter(&mut self, name: &str, help: &str) -> Counter {
        self.add(name, help, Counter::default())
    }

    /// Adds counters with a label. A rate needs a first value to start from, so
    /// the values that are known in advance are there from the beginning.
    fn counters(
        &mut self,
        name: &str,
        help: &str,
        label: &'static str,
        values: &[&str],
    ) -> Counters {
        let counters = self.add(name, help, Counters::default());
        for value in values {
            drop(counters.get_or_create(&[(label, (*value).to_owned())]));
        }
        counters
    }

    fn times(&mut self, name: &str, help: &str) -> Times {
        let seconds = [
            0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.003, 0.005, 0.007_5, 0.01, 0.025, 0.05, 0.1,
            0.5, 2.5,
        ];
        Times(self.add(name, help, Histogram::new(seconds)))
    }
}

impl Metrics {
    fn new() -> Metrics {
        let mut names = Names::default();
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        let help = "The version of the server";
        names.0.register("arbiter_build", help, version);
        names
            .0
            .register_collector(Box::new(process::ProcessCollector));
        Metrics {
            sockets: names.gauge("sockets", "Open WebSockets"),
            rooms: names.gauge("rooms", "Games in memory"),
            rooms_broken: names
                .counter("rooms_broken", "Games that panicked and were loaded again"),
            engine_waiting: names.gauge(
                "engine_waiting",
                "Moves of the computer that wait for a thread",
            ),
            analyses_running: names.gauge("analyses_running", "Positions being analyzed"),
            analyses_waiting: names.gauge("analyses_waiting", "Positions that wait to be analyzed"),
            proofs_waiting: names.gauge(
                "proofs_waiting",
                "Proofs of who can still win that wait for a thread",
            ),
            proofs_unproved: names.counter(
                "proofs_unproved",
                "Questions about positions whose proof was not found within its bound",
            ),
            events_stored: names.counter("events_stored", "Stored events of games"),
            bus_published: names.counter("bus_published", "Messages that were sent to other nodes"),
            bus_received: names
                .counter("bus_received", "Messages of other nodes that were received"),
            bus_dropped: names.counter(
                "bus_dropped",
                "Messages to other nodes that could not be sent",
            ),
            worker_answers: names.counter(
                "worker_answers",
                "Moves of the computer and analyses that a worker has done",
            ),
            decided_again: names.counter(
                "decided_again",
                "Decisions made again because another node stored something first",
            ),
            store_failures: names.counter(
                "store_failures",
                "Failed transactions; nothing in them was announced",
            ),
            answer_time: names.times(
                "answer_seconds",
                "From reading a command to handing its stored answer to the socket",
            ),
            thinking_time: names.times(
                "computer_thinking_seconds",
                "Thinking time of the computer for a move",
            ),
            proof_time: names.times("proof_seconds", "Duration of a proof of who can still win"),
            request_time: names.times(
                "request_seconds",
                "From reading a request to the head of its response",
            ),
            commit_time: names.times("store_commit_seconds", "Duration of a transaction"),
            read_time: names.times("store_read_seconds", "Duration of a read from the database"),
            batch_jobs: names.add(
                "store_batch_jobs",
                "Jobs stored in one transaction",
                Histogram::new([1., 2., 4., 8., 16., 32., 64., 128., 256.]),
            ),
            requests: names.add(
                "requests",
                "HTTP requests, by method, route and class of status",
                Family::default(),
            ),
            refusals: names.counters(
                "refusals",
                "Refused commands and requests, by code",
                "code",
                &[],
            ),
            limits_reached: names.counters(
                "limits_reached",
                "What was refused because of a limit, by the name of its setting",
                "limit",
                &LimitName::ALL.map(LimitName::as_str),
            ),
            sign_ins: names.counters(
                "sign_ins",
                "Attempts to sign in, by outcome",
                "outcome",
                &SignInOutcome::ALL.map(SignInOutcome::label),
            ),
            sign_ups: names.counters(
                "sign_ups",
                "New guests and accounts",
                "kind",
                &[SignUpKind::Guest, SignUpKind::Account].map(SignUpKind::label),
            ),
            push_messages: names.counters(
                "push_messages",
                "Web Push messages, by outcome",
                "outcome",
                &PushOutcome::ALL.map(PushOutcome::label),
            ),
            registry: names.0,
        }
    }

    /// Counts a request by its route, such as `/v1/games/{id}`, and the class of
    /// its status, such as `2xx`.
    pub fn count_request(&self, method: &str, route: &str, status: u16) {
        let labels = [
            ("method", method.to_owned()),
            ("route", route.to_owned()),
            ("status", format!("{}xx", status / 100)),
        ];
        self.requests.get_or_create(&labels).inc();
    }

    /// Counts a refused command or request by its code.
    pub fn count_refusal(&self, code: &str) {
        increment(&self.refusals, "code", code);
    }

    /// Counts something that was refused because of a limit.
    pub fn count_limit(&self, limit: LimitName) {
        increment(&self.limits_reached, "limit", limit.as_str());
    }

    /// Counts an attempt to sign in.
    pub fn count_sign_in(&self, outcome: SignInOutcome) {
        increment(&self.sign_ins, "outcome", outcome.label());
    }

    /// Counts a Web Push message.
    pub fn count_push(&self, outcome: PushOutcome) {
        increment(&self.push_messages, "outcome", outcome.label());
    }

    /// Counts a new player.
    pub fn count_sign_up(&self, kind: SignUpKind) {
        increment(&self.sign_ups, "kind", kind.label());
    }

    /// Records how many jobs were stored in one transaction.
    pub fn record_batch(&self, jobs: usize) {
        self.batch_jobs.observe(jobs as f64);
    }

    /// Returns everything that was counted, in the text format of OpenMetrics.
    /// This reads files of the system, so it must not be called on a thread that
    /// runs async tasks.
    #[must_use]
    pub fn render(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        text::encode(&mut text, &self.registry).unwrap_or_default();
        text
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

fn increment(counters: &Counters, label: &'static str, value: &str) {
    counters.get_or_create(&[(label, value.to_owned())]).inc();
}
