//! The real terminal, system clock and disk.

mod chooser_thread;
mod journal_dir;
mod move_chooser;

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io, panic,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use arbiter_game::{Span, Time};
use ratatui::{
    DefaultTerminal,
    crossterm::{
        cursor::Show,
        event::{
            self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste,
            EnableMouseCapture, Event, KeyCode, KeyEvent, KeyModifiers,
        },
        execute,
        terminal::{Clear, ClearType},
    },
    layout::{Position as Cell, Rect},
};

use crate::{App, draw, mouse_target};

pub use journal_dir::{JournalDir, NoJournal, RecoveredJournal};
pub(crate) use move_chooser::MoveChooser;
pub use move_chooser::probe_engine;

use chooser_thread::ChooserThread;

/// The time in milliseconds since 1970. It starts with the system time and never
/// jumps, even if the system time is changed.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Time,
    started: Instant,
}

impl SystemClock {
    /// Creates a clock that shows at least this time. A journal may be from the
    /// future if the system time was set back.
    #[must_use]
    pub fn not_before(earliest: Time) -> SystemClock {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        let millis = since_epoch.map_or(0, |since| since.as_millis());
        let now = Time::from_millis(u64::try_from(millis).unwrap_or(0));
        SystemClock {
            start: now.max(earliest),
            started: Instant::now(),
        }
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Time {
        let elapsed = u64::try_from(self.started.elapsed().as_millis());
        self.start + Span::from_millis(elapsed.unwrap_or(u64::MAX))
    }
}

/// Returns a random seed.
#[must_use]
pub fn random_seed() -> u64 {
    // The standard library chooses random keys for every hash map.
    RandomState::new().build_hasher().finish()
}

/// Plays on the screen until the players quit.
///
/// # Errors
///
/// Returns the error of the terminal.
pub fn play(app: &mut App, clock: SystemClock) -> io::Result<()> {
    restore_after_panic();
    #[cfg(unix)]
    restore_after_signal()?;
    let mut terminal = ratatui::try_init()?;
    let played = enter().and_then(|()| run(&mut terminal, app, clock));
    let left = leave();
    ratatui::restore();
    played.and(left)
}

fn run(terminal: &mut DefaultTerminal, app: &mut App, clock: SystemClock) -> io::Result<()> {
    // Changes of the terminal's size are reported from the first poll on, so it
    // comes before the first drawing.
    let mut has_event = event::poll(Duration::ZERO)?;
    let mut chooser = ChooserThread::default();
    loop {
        app.tick(clock.now());
        chooser.attend(app, clock.now());
        if app.has_quit() {
            return Ok(());
        }
        terminal.draw(|frame| draw(app, frame, clock.now()))?;
        let now = clock.now();
        // The program sleeps until a digit changes, unless the computer is
        // thinking.
        let wait = app
            .deadline(now)
            .map(|deadline| Duration::from_millis((deadline - now).as_millis()));
        let wait = match wait {
            _ if chooser.is_busy() => {
                Some(wait.map_or(POLL_INTERVAL, |wait| wait.min(POLL_INTERVAL)))
            }
            wait => wait,
        };
        has_event = match wait {
            _ if has_event => true,
            Some(wait) => event::poll(wait)?,
            None => true,
        };
        if !has_event {
            continue;
        }
        has_event = false;
        let now = clock.now();
        match event::read()? {
            Event::Key(key) if is_suspend(&key) => {
                suspend()?;
                terminal.clear()?;
            }
            Event::Key(key) => app.key(now, key),
            Event::Mouse(mouse) => {
                let screen = Rect::from(((0, 0).into(), terminal.size()?));
                let cell = Cell::new(mouse.column, mouse.row);
                let target = mouse_target(app, screen, cell, now);
                app.mouse(now, mouse.kind, target);
            }
            Event::Paste(text) => app.paste(now, &text),
            Event::Resize(..) | Event::FocusGained | Event::FocusLost => {}
        }
    }
}

/// How often the program checks whether the computer has chosen a move.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Prepares the terminal. The alternate screen may have old content after a
/// crash, so it is cleared.
fn enter() -> io::Result<()> {
    execute!(
        io::stdout(),
        Clear(ClearType::All),
        EnableMouseCapture,
        EnableBracketedPaste
    )
}

/// Ends what `enter` began, and shows the cursor, which is hidden where nothing is typed.
fn leave() -> io::Result<()> {
    execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        Show
    )
}

/// Turns mouse reporting off when the program panics. The hook of ratatui
/// restores everything else.
fn restore_after_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        // If this fails too, nothing more can be done.
        let _ = leave();
        before(panic);
    }));
}

/// Restores the terminal before a signal ends the program. Every move is already
/// in the journal. Ctrl-C is a key, but other programs can send its signal.
#[cfg(unix)]
fn restore_after_signal() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Nothing else is drawn from now on.
            let _output = io::stdout().lock();
            // After a hangup there is no terminal anymore.
            let _ = leave();
            let _ = ratatui::try_restore();
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

fn is_suspend(key: &KeyEvent) -> bool {
    cfg!(unix) && key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Suspends the program, as Ctrl-Z does. The clocks of the game keep running.
fn suspend() -> io::Result<()> {
    leave()?;
    ratatui::try_restore()?;
    let id = std::process::id().to_string();
    std::process::Command::new("kill")
        .args(["-TSTP", &id])
        .status()?;
    // The shell has resumed the program.
    ratatui::crossterm::terminal::enable_raw_mode()?;
    execute!(
        io::stdout(),
        ratatui::crossterm::terminal::EnterAlternateScreen
    )?;
    enter()
}

/// Returns the width of the terminal, if there is one.
#[must_use]
pub fn terminal_columns() -> Option<usize> {
    let (columns, _) = ratatui::crossterm::terminal::size().ok()?;
    (columns > 0).then_some(usize::from(columns))
}
