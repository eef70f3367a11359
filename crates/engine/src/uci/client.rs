//! Speaking to engines: any program that knows UCI, in a process of its own.
//!
//! An engine is not trusted. It may hang, crash, talk nonsense or too much,
//! and none of that may stop whoever speaks to it: every wait has an end, its
//! pipes are emptied and filled by threads of their own, and a process is
//! never left behind.
//!
//! ```no_run
//! use std::time::Duration;
//! use arbiter_engine::uci::{Go, client::{Client, Patience, Program}};
//! use arbiter_rules::PlayedLine;
//!
//! let program: Program = "stockfish".parse()?;
//! let mut engine = Client::start(&program, Patience::default())?;
//! engine.set_option("Hash", "64")?;
//! engine.new_game()?;
//! let line = PlayedLine::default();
//! engine.position(&line)?;
//! let go = Go { depth: Some(12), ..Go::default() };
//! let best = engine.think(go, Duration::from_secs(60), |_thought| {})?;
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

pub use bestmove::{AnswerError, BestMove};
pub use error::{Awaited, ClientError};
pub use program::{ParseProgramError, Program};
pub use setting::OptionError;

use super::{Command, EngineOption, Go, Message, Placement, Thought};
use pipes::{Pipes, Spoken, SpokenLine};

/// How long an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For `uciok`, when it is started: large files may have to be read.
    pub start: Duration,
    /// For `readyok`, and for `bestmove` after `stop`.
    pub ready: Duration,
    /// For its end after `quit`, before it is killed.
    pub leave: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(15),
            ready: Duration::from_secs(15),
            leave: Duration::from_millis(500),
        }
    }
}

/// An engine that runs in its own process.
///
/// When it is dropped it is asked to quit, and killed if it does not.
#[derive(Debug)]
pub struct Client {
    program: Program,
    patience: Patience,
    child: Child,
    pipes: Pipes,
    name: String,
    author: String,
    options: Vec<EngineOption>,
    /// What the engine was told to play: Chess960 has a castling notation of
    /// its own.
    variant: Variant,
    is_searching: bool,
    /// The last line it said: where there is no other trace of a crash, this
    /// may be one.
    last_line: String,
}

/// What an engine says while it searches.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// What it has found so far.
    Thought(Box<Thought>),
    /// Its move; the search is over.
    Best(BestMove),
}

impl Client {
    /// Starts the program and waits until it has introduced itself.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or does not answer as a UCI engine does.
    pub fn start(program: &Program, patience: Patience) -> Result<Client, ClientError> {
        let mut command = process::Command::new(program.path());
        command
            .args(program.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = program.folder() {
            command.current_dir(folder);
        }
        // Ctrl-C in a terminal is meant for us: we decide when engines stop.
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
            patience,
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

    /// Another process of the same program with the same patience, for one
    /// that has crashed. Options are to be set again.
    ///
    /// # Errors
    ///
    /// As [`Client::start`].
    pub fn restart(&mut self) -> Result<(), ClientError> {
        self.kill();
        *self = Client::start(&self.program.clone(), self.patience)?;
        Ok(())
    }

    /// The name it has given itself; the program if it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who wrote it, as it says.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The program that was started.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The options it has.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// The option of this name, in which case does not matter.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.is_called(name))
    }

    /// The number of its process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it was told to search and has not answered yet.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// Sets an option. That it is set is certain after [`Client::ready`].
    ///
    /// # Errors
    ///
    /// If the engine has no such option, or not this value for it.
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
        self.say(&command);
        Ok(())
    }

    /// Presses the button that is an option without a value.
    ///
    /// # Errors
    ///
    /// If the engine has no such button.
    pub fn press(&mut self, name: &str) -> Result<(), OptionError> {
        self.set_option(name, "")
    }

    /// Waits until it has done all it was told.
    ///
    /// # Errors
    ///
    /// If it does not answer in time (then it is killed), or is gone.
    pub fn ready(&mut self) -> Result<(), ClientError> {
        self.say(&Command::IsReady);
        let deadline = Instant::now() + self.patience.ready;
        while self.next_message(deadline, Awaited::Ready)? != Some(Message::ReadyOk) {}
        Ok(())
    }

    /// Tells it that the next position is of another game, and waits until it
    /// is ready.
    ///
    /// # Errors
    ///
    /// As [`Client::ready`].
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.say(&Command::NewGame);
        self.ready()
    }

    /// Shows it a position and the moves that led to it.
    ///
    /// # Errors
    ///
    /// If this is Chess960 or Saktris and the engine does not know it.
    pub fn position(&mut self, line: &PlayedLine) -> Result<(), OptionError> {
        let variant = line.start().variant();
        if variant == Variant::Saktris {
            if self.variant != variant {
                self.set_option(VARIANT, variant.code())?;
            }
            self.say(&placement(line));
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
        self.say(&placement(line));
        Ok(())
    }

    /// Tells it to search the position that it was shown.
    pub fn go(&mut self, go: Go) {
        self.is_searching = true;
        self.pipes.ask(&Command::Go(go));
    }

    /// Tells it that the expected move was played: it goes on searching, now
    /// on its own time.
    pub fn ponder_hit(&mut self) {
        self.pipes.ask(&Command::PonderHit);
    }

    /// Tells it to answer at once. The answer is still to be heard.
    pub fn stop(&mut self) {
        self.say(&Command::Stop);
    }

    /// What it says next about its search; nothing if it is silent until the
    /// deadline. Lines that say nothing known are passed over.
    ///
    /// # Errors
    ///
    /// If it is gone.
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<Heard>, ClientError> {
        loop {
            let line = match self.pipes.next(deadline) {
                Spoken::Line(line) => line,
                Spoken::Nothing => return Ok(None),
                Spoken::End => return Err(self.gone(Awaited::BestMove)),
            };
            let heard = match line.text.parse() {
                Ok(Message::BestMove { best, ponder }) => {
                    self.is_searching = false;
                    Some(Heard::Best(BestMove {
                        wish: best.or_else(|| in_small_letters(&line.text)),
                        ponder,
                        said: line.text.clone(),
                        at: line.at,
                    }))
                }
                Ok(Message::Thought(thought)) => Some(Heard::Thought(thought)),
                _ => None,
            };
            self.last_line = line.text;
            if heard.is_some() {
                return Ok(heard);
            }
            // Nonsense without end must not keep us.
            if Instant::now() > deadline {
                return Ok(None);
            }
        }
    }

    /// Lets it search and waits for its move: no longer than this, then it is
    /// told to stop, and killed if it does not.
    ///
    /// # Errors
    ///
    /// If there is no answer, or the engine is gone.
    pub fn think(
        &mut self,
        go: Go,
        longest: Duration,
        mut on_thought: impl FnMut(&Thought),
    ) -> Result<BestMove, ClientError> {
        self.go(go);
        let deadline = self.asked() + longest;
        while let Some(heard) = self.hear(deadline)? {
            match heard {
                Heard::Thought(thought) => on_thought(&thought),
                Heard::Best(best) => return Ok(best),
            }
        }
        self.halt()
    }

    /// Tells it to stop and waits for the move it owes. One that gives none in
    /// time is killed.
    ///
    /// # Errors
    ///
    /// If there is no answer, or the engine is gone.
    pub fn halt(&mut self) -> Result<BestMove, ClientError> {
        self.stop();
        let deadline = Instant::now() + self.patience.ready;
        while let Some(heard) = self.hear(deadline)? {
            if let Heard::Best(best) = heard {
                return Ok(best);
            }
        }
        Err(self.silent(Awaited::BestMove, self.patience.ready))
    }

    /// When it was last told to search, or that its guess was right: the moment
    /// in which the command was on its way, known for certain when the engine
    /// has answered.
    #[must_use]
    pub fn asked(&self) -> Instant {
        self.pipes.asked()
    }

    /// Ends its process at once.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn introduce(&mut self) -> Result<(), ClientError> {
        self.say(&Command::Uci);
        let deadline = Instant::now() + self.patience.start;
        loop {
            match self.next_message(deadline, Awaited::Introduction)? {
                Some(Message::Name(name)) => self.name = name,
                Some(Message::Author(author)) => self.author = author,
                Some(Message::Option(option)) => self.options.push(option),
                Some(Message::UciOk) => return Ok(()),
                _ => {}
            }
        }
    }

    /// What it says next, before the deadline; none if it is nothing known.
    fn next_message(
        &mut self,
        deadline: Instant,
        awaited: Awaited,
    ) -> Result<Option<Message>, ClientError> {
        let SpokenLine { text, .. } = self.next_line(deadline, awaited)?;
        let message = text.parse().ok();
        self.last_line = text;
        Ok(message)
    }

    /// The next line, before the deadline.
    fn next_line(
        &mut self,
        deadline: Instant,
        awaited: Awaited,
    ) -> Result<SpokenLine, ClientError> {
        match self.pipes.next(deadline) {
            // Whoever talks without end does not answer either.
            Spoken::Line(line) if line.at <= deadline => Ok(line),
            Spoken::Line(_) | Spoken::Nothing => {
                let waited = match awaited {
                    Awaited::Introduction => self.patience.start,
                    Awaited::Ready | Awaited::BestMove => self.patience.ready,
                };
                Err(self.silent(awaited, waited))
            }
            Spoken::End => Err(self.gone(awaited)),
        }
    }

    fn say(&mut self, command: &Command) {
        self.pipes.say(command);
    }

    fn silent(&mut self, awaited: Awaited, waited: Duration) -> ClientError {
        self.kill();
        ClientError::Silent {
            program: self.program.to_string(),
            awaited,
            waited,
            last_words: self.last_words(),
        }
    }

    fn gone(&mut self, awaited: Awaited) -> ClientError {
        self.is_searching = false;
        ClientError::Gone {
            program: self.program.to_string(),
            awaited,
            status: self.await_end(),
            last_words: self.last_words(),
        }
    }

    /// How its process ended. One that only closed its pipe is ended here.
    fn await_end(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + self.patience.leave;
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

    /// What it wrote to its standard error in the end, or else the last line
    /// it said.
    fn last_words(&mut self) -> String {
        let complaint = self.pipes.complaint();
        match complaint.trim() {
            "" => self.last_line.trim().to_owned(),
            complaint => complaint.to_owned(),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.child.try_wait() {
            return;
        }
        self.say(&Command::Quit);
        self.pipes.close();
        let deadline = Instant::now() + self.patience.leave;
        while matches!(self.pipes.next(deadline), Spoken::Line(_)) && Instant::now() < deadline {}
        self.await_end();
    }
}

const CHESS960: &str = "UCI_Chess960";
const VARIANT: &str = "UCI_Variant";

/// The command that shows a position and the moves that led to it.
fn placement(line: &PlayedLine) -> Command {
    let start = line.start();
    let is_usual = *start == Position::start() && start.variant() == Variant::Standard;
    Command::Position {
        from: match is_usual {
            true => Placement::Start,
            false => Placement::Fen(start.to_string()),
        },
        moves: line
            .moves()
            .map(|(before, mv)| before.uci(mv).to_string())
            .collect(),
    }
}

/// The move of an engine that promotes to capital letters.
fn in_small_letters(line: &str) -> Option<UciMove> {
    match line.to_ascii_lowercase().parse() {
        Ok(Message::BestMove { best, .. }) => best,
        _ => None,
    }
}
