use std::io::{self, IsTerminal};

use tracing::{Level, level_filters::LevelFilter};
use tracing_subscriber::{Layer, Registry, filter::Targets, layer::SubscriberExt};

use crate::config::LogFormat;

/// Starts logging to standard error. Dependencies only log warnings and errors.
pub fn start(format: LogFormat, level: Level) {
    let filter = Targets::new()
        .with_default(LevelFilter::from_level(level).min(LevelFilter::WARN))
        .with_target("arbiter", level)
        .with_target("arbiter_server", level);
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_target(false);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match format {
        LogFormat::Text => Box::new(lines.with_ansi(io::stderr().is_terminal())),
        LogFormat::Json => Box::new(lines.json().flatten_event(true)),
    };
    let subscriber = Registry::default().with(lines.with_filter(filter));
    // Fails only if logging was already started, which does not happen.
    let _started = tracing::subscriber::set_global_default(subscriber);
}
