//! A client for other UCI engines, each in its own process.
//!
//! Engines are not trusted: one may hang, crash, or send nonsense or endless
//! output. Every wait therefore has a timeout, separate threads serve the pipes,
//! and no process is left behind.
//!
//! ```no_run
//! use std::time::Duration;
//! use arbiter_engine::uci::{Go, client::{Client, Timeouts, Program}};
//! use arbiter_rules::PlayedLine;
//!
//! let program: Program = "stockfish".parse()?;
//! let mut engine = Client::start(&program, Timeouts::default())?;
//! engine.set_option("Hash", "64")?;
//! engine.new_game()?;
//! let line = PlayedLine::default();
//! engine.position(&line)?;
//! let go = Go { depth: Some(12), ..Go::default() };
//! let best = engine.think(go, Duration::from_secs(60), |_info| {})?;
//! let mv = best.find(&line)?;
//! println!("{} plays {}", engine.name(), line.position().san(mv));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bestmove;
mod error;
mod pipes;
mod program;
mod setting;

use std::{
    process::{self, Child, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use arbiter_rules::{PlayedLine, Position, UciMove, Variant};

pub use bestmove::{BestMove, BestMoveError};
pub use error::{ClientError, ExpectedReply};
pub use program::{ParseProgramError, Program};
pub use setting::OptionError;

use super::{Command, EngineOption, Go, InfoLine, Message, StartPosition};
use pipes::{OutputLine, PipeEvent, Pipes};

/// How long to wait for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For `uciok` after the start; an engine may have to read large files.
    pub startup: Duration,
    /// For `readyok`, and for `bestmove` after `stop`.
    pub response: Duration,
    /// For the process to end after `quit`, before it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            startup: Duration::from_secs(15),
            response: Duration::from_secs(15),
            quit: Duration::from_millis(500),
        }
    }
}

/// An engine running in its own process.
///
/// Dropping it asks the engine to quit, and kills it if it does not.
#[derive(Debug)]
pub struct Client {
    program: Program,
    timeouts: Timeouts,
    child: Child,
    pipes: Pipes,
    name: String,
    author: String,
    options: Vec<EngineOption>,
    /// The variant that the engine is set to.
    variant: Variant,
    is_searching: bool,
    /// The engine's last line, which may be the only trace of a crash.
    last_line: String,
}

/// What an engine sends during a search.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineEvent {
    /// An `info` line.
    Info(Box<InfoLine>),
    /// Its move, which ends the search.
    BestMove(BestMove),
}

impl Client {
    /// Starts the program and waits for its introduction.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or does not answer as a UCI engine.
    pub fn start(program: &Program, timeouts: Timeouts) -> Result<Client, ClientError> {
        let mut command = process::Command::new(program.path());
        command
            .args(program.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = program.directory() {
            command.current_dir(directory);
        }
        // Ctrl-C in a terminal goes to this process only, which stops its
        // engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let not_started = |error| ClientError::NotStarted {
            program: program.to_string(),
            error,
        };
        let mut child = command.spawn().map_err(not_started)?;
        let pipes = match Pipes::of(&mut child) {
            Ok(pipes) => pipes,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(not_started(error));
            }
        };
        let mut client = Client {
            program: program.clone(),
            timeouts,
            child,
            pipes,
            name: program.to_string(),
            author: String::new(),
            options: Vec::new(),
            variant: Variant::Standard,
            is_searching: false,
            last_line: String::new(),
        };
        client.introduce()?;
        Ok(client)
    }

    /// Replaces a crashed process by a new one of the same program, with the same
    /// timeouts. Options must be set again.
    ///
    /// # Errors
    ///
    /// As [`Client::start`].
    pub fn restart(&mut self) -> Result<(), ClientError> {
        self.kill();
        *self = Client::start(&self.program.clone(), self.timeouts)?;
        Ok(())
    }

    /// Returns the name the engine gives itself, or else its program.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the authors of the engine, as it states them.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// Returns the program that was started.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the options of the engine.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Returns the option with this name, ignoring case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.is_called(name))
    }

    /// Returns the process id.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Reports whether a search has not been answered yet.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// Sets an option. [`Client::ready`] waits until the engine has done so.
    ///
    /// # Errors
    ///
    /// If the engine has no such option, or the option does not accept the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(option) = self.option(name) else {
            return Err(OptionError::unknown(&self.name, name, &self.options));
        };
        let command = option.command(value)?;
        let value = value.trim().to_ascii_lowercase();
        if option.is_called(VARIANT) {
            self.variant = Variant::from_code(&value).unwrap_or(Variant::Standard);
        } else if option.is_called(CHESS960) {
            self.variant = match value.as_str() {
                "true" => Variant::Chess960,
                _ => Variant::Standard,
            };
        }
        self.send(&command);
        Ok(())
    }

    /// Presses a button, an option without a value.
    ///
    /// # Errors
    ///
    /// If the engine has no such button.
    pub fn press(&mut self, name: &str) -> Result<(), OptionError> {
        self.set_option(name, "")
    }

    /// Waits until the engine has processed all commands.
    ///
    /// # Errors
    ///
    /// If the engine does not answer in time, in which case it is killed, or has
    /// ended.
    pub fn ready(&mut self) -> Result<(), ClientError> {
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.timeouts.response;
        while self.next_message(deadline, ExpectedReply::Ready)? != Some(Message::ReadyOk) {}
        Ok(())
    }

    /// Announces a new game and waits until the engine is ready.
    ///
    /// # Errors
    ///
    /// As [`Client::ready`].
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send(&Command::NewGame);
        self.ready()
    }

    /// Sends a position and the moves that led to it.
    ///
    /// # Errors
    ///
    /// If the engine does not support the variant of the game.
    pub fn position(&mut self, line: &PlayedLine) -> Result<(), OptionError> {
        let variant = line.start().variant();
        if variant == Variant::Saktris {
            if self.variant != variant {
                self.set_option(VARIANT, variant.code())?;
            }
            self.send(&position_command(line));
            return Ok(());
        }
        let was_saktris = self.variant == Variant::Saktris;
        if was_saktris {
            self.set_option(VARIANT, "chess")?;
        }
        if variant != self.variant || was_saktris {
            let is_960 = variant == Variant::Chess960;
            if is_960 || self.option(CHESS960).is_some() {
                self.set_option(CHESS960, if is_960 { "true" } else { "false" })?;
            }
        }
        self.send(&position_command(line));
        Ok(())
    }

    /// Starts a search of the position last sent.
    pub fn go(&mut self, go: Go) {
        self.is_searching = true;
        self.pipes.send_timed(&Command::Go(go));
    }

    /// Reports that the expected move was played: the engine keeps searching, now
    /// on its own time.
    pub fn ponder_hit(&mut self) {
        self.pipes.send_timed(&Command::PonderHit);
    }

    /// Asks the engine to stop searching. Its answer still has to be read.
    pub fn stop(&mut self) {
        self.send(&Command::Stop);
    }

    /// Waits for the next event of the search, or returns none at the deadline.
    /// Other lines are skipped.
    ///
    /// # Errors
    ///
    /// If the engine has ended.
    pub fn next_event(&mut self, deadline: Instant) -> Result<Option<EngineEvent>, ClientError> {
        loop {
            let line = match self.pipes.next(deadline) {
                PipeEvent::Line(line) => line,
                PipeEvent::Timeout => return Ok(None),
                PipeEvent::End => return Err(self.exited(ExpectedReply::BestMove)),
            };
            let event = match line.text.parse() {
                Ok(Message::BestMove { best, ponder }) => {
                    self.is_searching = false;
                    Some(EngineEvent::BestMove(BestMove {
                        mv: best.or_else(|| parse_in_lower_case(&line.text)),
                        ponder,
                        line: line.text.clone(),
                        received_at: line.received_at,
                    }))
                }
                Ok(Message::Info(info)) => Some(EngineEvent::Info(info)),
                _ => None,
            };
            self.last_line = line.text;
            if event.is_some() {
                return Ok(event);
            }
            // Endless nonsense must not delay the deadline.
            if Instant::now() > deadline {
                return Ok(None);
            }
        }
    }

    /// Searches and waits for the best move. After the maximum time the engine is
    /// told to stop, and killed if it does not.
    ///
    /// # Errors
    ///
    /// If there is no answer in time, or the engine has ended.
    pub fn think(
        &mut self,
        go: Go,
        max_time: Duration,
        mut on_info: impl FnMut(&InfoLine),
    ) -> Result<BestMove, ClientError> {
        self.go(go);
        let deadline = self.command_sent_at() + max_time;
        while let Some(event) = self.next_event(deadline)? {
            match event {
                EngineEvent::Info(info) => on_info(&info),
                EngineEvent::BestMove(best) => return Ok(best),
            }
        }
        self.stop_and_wait()
    }

    /// Stops the search and waits for the best move. An engine that sends none in
    /// time is killed.
    ///
    /// # Errors
    ///
    /// If there is no answer in time, or the engine has ended.
    pub fn stop_and_wait(&mut self) -> Result<BestMove, ClientError> {
        self.stop();
        let deadline = Instant::now() + self.timeouts.response;
        while let Some(event) = self.next_event(deadline)? {
            if let EngineEvent::BestMove(best) = event {
                return Ok(best);
            }
        }
        Err(self.timed_out(ExpectedReply::BestMove, self.timeouts.response))
    }

    /// Returns when the last `go` or `ponderhit` was written to the engine. The
    /// time is final once the engine has answered.
    #[must_use]
    pub fn command_sent_at(&self) -> Instant {
        self.pipes.command_sent_at()
    }

    /// Kills the process.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn introduce(&mut self) -> Result<(), ClientError> {
        self.send(&Command::Uci);
        let deadline = Instant::now() + self.timeouts.startup;
        loop {
            match self.next_message(deadline, ExpectedReply::Introduction)? {
                Some(Message::Name(name)) => self.name = name,
                Some(Message::Author(author)) => self.author = author,
                Some(Message::Option(option)) => self.options.push(option),
                Some(Message::UciOk) => return Ok(()),
                _ => {}
            }
        }
    }

    /// Waits for the next line and parses it; none if it is not a UCI message.
    fn next_message(
        &mut self,
        deadline: Instant,
        expected: ExpectedReply,
    ) -> Result<Option<Message>, ClientError> {
        let OutputLine { text, .. } = self.next_line(deadline, expected)?;
        let message = text.parse().ok();
        self.last_line = text;
        Ok(message)
    }

    /// Waits for the next line.
    fn next_line(
        &mut self,
        deadline: Instant,
        expected: ExpectedReply,
    ) -> Result<OutputLine, ClientError> {
        match self.pipes.next(deadline) {
            // A line that arrives too late is no answer.
            PipeEvent::Line(line) if line.received_at <= deadline => Ok(line),
            PipeEvent::Line(_) | PipeEvent::Timeout => {
                let waited = match expected {
                    ExpectedReply::Introduction => self.timeouts.startup,
                    ExpectedReply::Ready | ExpectedReply::BestMove => self.timeouts.response,
                };
                Err(self.timed_out(expected, waited))
            }
            PipeEvent::End => Err(self.exited(expected)),
        }
    }

    fn send(&mut self, command: &Command) {
        self.pipes.send(command);
    }

    fn timed_out(&mut self, expected: ExpectedReply, waited: Duration) -> ClientError {
        self.kill();
        ClientError::TimedOut {
            program: self.program.to_string(),
            expected,
            waited,
            last_output: self.last_output(),
        }
    }

    fn exited(&mut self, expected: ExpectedReply) -> ClientError {
        self.is_searching = false;
        ClientError::Exited {
            program: self.program.to_string(),
            expected,
            status: self.await_end(),
            last_output: self.last_output(),
        }
    }

    /// Waits for the process to end and returns its status, or kills it.
    fn await_end(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + self.timeouts.quit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => break,
            }
        }
        self.kill();
        None
    }

    /// Returns the end of its standard error or, if that is empty, its last line.
    fn last_output(&mut self) -> String {
        let stderr = self.pipes.stderr_tail();
        match stderr.trim() {
            "" => self.last_line.trim().to_owned(),
            stderr => stderr.to_owned(),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.child.try_wait() {
            return;
        }
        self.send(&Command::Quit);
        self.pipes.close();
        let deadline = Instant::now() + self.timeouts.quit;
        while matches!(self.pipes.next(deadline), PipeEvent::Line(_)) && Instant::now() < deadline {
        }
        self.await_end();
    }
}

const CHESS960: &str = "UCI_Chess960";
const VARIANT: &str = "UCI_Variant";

/// Returns the command that sends a position and the moves that led to it.
fn position_command(line: &PlayedLine) -> Command {
    let start = line.start();
    let is_standard_start = *start == Position::start() && start.variant() == Variant::Standard;
    Command::Position {
        from: match is_standard_start {
            true => StartPosition::Start,
            false => StartPosition::Fen(start.to_string()),
        },
        moves: line
            .moves()
            .map(|(before, mv)| before.uci(mv).to_string())
            .collect(),
    }
}

/// Parses the move of an engine that writes promotions in upper case.
fn parse_in_lower_case(line: &str) -> Option<UciMove> {
    match line.to_ascii_lowercase().parse() {
        Ok(Message::BestMove { best, .. }) => best,
        _ => None,
    }
}
