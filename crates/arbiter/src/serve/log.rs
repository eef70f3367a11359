use std::io::{self, IsTerminal, Write};

use tracing::{Level, level_filters::LevelFilter};
use tracing_subscriber::{Layer, Registry, filter::Targets, layer::SubscriberExt};

use crate::config::LogFormat;

/// Starts logging to standard error. Dependencies only log warnings and errors.
pub fn start(format: LogFormat, level: Level) {
    let filter = Targets::new()
        .with_default(LevelFilter::from_level(level).min(LevelFilter::WARN))
        .with_target("arbiter", level)
        .with_target("arbiter_backend", level)
        .with_target("arbiter_server", level)
        .with_target("admin", level);
    let has_colors = io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_target(false);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match format {
        LogFormat::Text => Box::new(lines.with_ansi(has_colors).with_writer(move || OneLine {
            out: io::stderr(),
            has_colors,
        })),
        LogFormat::Json => Box::new(lines.json().flatten_event(true).with_writer(io::stderr)),
    };
    let subscriber = Registry::default().with(lines.with_filter(filter));
    // Fails only if logging was already started, which does not happen.
    let _started = tracing::subscriber::set_global_default(subscriber);
}

/// Writes each entry of the log as one line, whatever text it contains, so that
/// no visitor can write an entry of their own.
struct OneLine<W> {
    out: W,
    /// The entry may contain escape sequences. They are colors: those in texts
    /// have been escaped before.
    has_colors: bool,
}

impl<W: Write> Write for OneLine<W> {
    /// Writes an entry, which the formatter passes as a whole.
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(entry);
        let mut line = String::with_capacity(text.len() + 1);
        for c in text.trim_end_matches('\n').chars() {
            match c {
                '\u{1b}' if self.has_colors => line.push(c),
                c if c.is_control() => line.extend(c.escape_default()),
                c => line.push(c),
            }
        }
        line.push('\n');
        self.out.write_all(line.as_bytes())?;
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(entry: &str, has_colors: bool) -> String {
        let mut out = Vec::new();
        let mut line = OneLine {
            out: &mut out,
            has_colors,
        };
        line.write_all(entry.as_bytes()).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn an_entry_is_one_line() {
        let forged = "INFO a\n2030-01-01 INFO b\r\u{9b}31m\u{7f}\n";
        let escaped = "INFO a\\n2030-01-01 INFO b\\r\\u{9b}31m\\u{7f}\n";
        assert_eq!(write(forged, false), escaped);
        assert_eq!(write("Grüße, ♔\n", false), "Grüße, ♔\n");
    }

    #[test]
    fn only_a_terminal_gets_colors() {
        assert_eq!(write("\u{1b}[32mINFO\n", true), "\u{1b}[32mINFO\n");
        assert_eq!(write("\u{1b}[32mINFO\n", false), "\\u{1b}[32mINFO\n");
    }
}
