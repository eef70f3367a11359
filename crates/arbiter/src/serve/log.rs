use std::io::{self, IsTerminal};

use tracing::{Level, level_filters::LevelFilter};
use tracing_subscriber::{Layer, Registry, filter::Targets, layer::SubscriberExt};

use crate::config::Log;

/// From now on what happens is written to standard error. Of the libraries
/// only what is wrong is.
pub fn start(how: Log, level: Level) {
    let filter = Targets::new()
        .with_default(LevelFilter::from_level(level).min(LevelFilter::WARN))
        .with_target("arbiter", level)
        .with_target("arbiter_server", level);
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_target(false);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match how {
        Log::Text => Box::new(lines.with_ansi(io::stderr().is_terminal())),
        Log::Json => Box::new(lines.json().flatten_event(true)),
    };
    let subscriber = Registry::default().with(lines.with_filter(filter));
    // A second start would change nothing, and there is none.
    let _started = tracing::subscriber::set_global_default(subscriber);
}
