//! The terminal, the clock on the wall and the disk.

mod drawer;
mod mind;
mod thinker;

use std::{
    io, panic,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use arbiter_game::{Span, Time};
use ratatui::{
    DefaultTerminal,
    crossterm::{
        event::{
            self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste,
            EnableMouseCapture, Event, KeyCode, KeyEvent, KeyModifiers,
        },
        execute,
        terminal::{Clear, ClearType},
    },
    layout::Rect,
};

use crate::{App, draw};

pub use drawer::{Drawer, Found, Loose, chance};
pub(crate) use mind::Mind;
pub use mind::{ThinkError, try_guest};

use thinker::Thinker;

/// The time: that of the wall when it was made, and from then on what has
/// passed, whatever is done to the clock on the wall.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    begin: Time,
    since: Instant,
}

impl Watch {
    /// One that shows at least this time: a journal may come from the future
    /// if the clock on the wall was set back.
    #[must_use]
    pub fn not_before(earliest: Time) -> Watch {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH);
        let millis = wall.map_or(0, |wall| wall.as_millis());
        let wall = Time::from_millis(u64::try_from(millis).unwrap_or(0));
        Watch {
            begin: wall.max(earliest),
            since: Instant::now(),
        }
    }

    /// What it shows.
    #[must_use]
    pub fn now(&self) -> Time {
        let passed = u64::try_from(self.since.elapsed().as_millis());
        self.begin + Span::from_millis(passed.unwrap_or(u64::MAX))
    }
}

/// Plays until the players leave.
///
/// # Errors
///
/// What the terminal says.
pub fn play(app: &mut App, watch: Watch) -> io::Result<()> {
    restore_after_panic();
    let mut terminal = ratatui::try_init()?;
    let played = enter().and_then(|()| run(&mut terminal, app, watch));
    let left = leave();
    ratatui::restore();
    played.and(left)
}

fn run(terminal: &mut DefaultTerminal, app: &mut App, watch: Watch) -> io::Result<()> {
    // Who asks for events hears of a new size from then on: so that none is
    // missed, this comes before the first drawing.
    let mut has_event = event::poll(Duration::ZERO)?;
    let mut thinker = Thinker::default();
    loop {
        app.tick(watch.now());
        thinker.attend(app, watch.now());
        if app.has_left() {
            return Ok(());
        }
        terminal.draw(|frame| draw(app, frame, watch.now()))?;
        let now = watch.now();
        // Nothing is asked of the processor before a digit changes, unless it
        // has to think anyway.
        let wait = app
            .deadline(now)
            .map(|deadline| Duration::from_millis((deadline - now).as_millis()));
        let wait = match wait {
            _ if thinker.is_busy() => Some(wait.map_or(GLANCE, |wait| wait.min(GLANCE))),
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
        let now = watch.now();
        match event::read()? {
            Event::Key(key) if is_suspend(&key) => {
                suspend()?;
                terminal.clear()?;
            }
            Event::Key(key) => app.key(now, key),
            Event::Mouse(mouse) => {
                let size = terminal.size()?;
                app.mouse(now, Rect::from(((0, 0).into(), size)), mouse);
            }
            Event::Paste(text) => app.paste(now, &text),
            Event::Resize(..) | Event::FocusGained | Event::FocusLost => {}
        }
    }
}

/// How often we look whether the computer has thought of something.
const GLANCE: Duration = Duration::from_millis(20);

/// The other screen is empty unless it was on already, as after a crash.
fn enter() -> io::Result<()> {
    execute!(
        io::stdout(),
        Clear(ClearType::All),
        EnableMouseCapture,
        EnableBracketedPaste
    )
}

fn leave() -> io::Result<()> {
    execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture)
}

/// A panic must not leave a terminal that reports the mouse. What ratatui adds
/// restores everything else.
fn restore_after_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        // There is nobody to tell if this fails too.
        let _ = leave();
        before(panic);
    }));
}

fn is_suspend(key: &KeyEvent) -> bool {
    cfg!(unix) && key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Hands the terminal back to the shell until it says otherwise. The clocks
/// of the game run on: nobody stops them by leaving the board.
fn suspend() -> io::Result<()> {
    leave()?;
    ratatui::try_restore()?;
    let id = std::process::id().to_string();
    std::process::Command::new("kill")
        .args(["-TSTP", &id])
        .status()?;
    // From here on the shell has let us go on.
    ratatui::crossterm::terminal::enable_raw_mode()?;
    execute!(
        io::stdout(),
        ratatui::crossterm::terminal::EnterAlternateScreen
    )?;
    enter()
}
