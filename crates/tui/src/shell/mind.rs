use core::fmt;
use std::time::{Duration, Instant};

use arbiter_engine::{
    ComputerPlayer, Engine, EngineSettings, Limits, Score, SearchControl, SearchProgress, Strength,
    TimeBudget, TimePlan,
    uci::{
        Go, UciScore,
        client::{
            BestMoveError, Client, ClientError, EngineEvent, OptionError, ParseProgramError,
            Program, Timeouts,
        },
    },
};
use arbiter_game::Span;
use arbiter_rules::{ByColor, PlayedLine};

use crate::{Computer, Guest, Opponent, Purpose, Task, Thought};

/// Why the computer has no move.
#[derive(Debug)]
pub enum ThinkError {
    /// The command names no program.
    Program(ParseProgramError),
    /// The program does not run, or does not speak.
    Client(ClientError),
    /// It has no such option.
    Option(OptionError),
    /// What it says is no move.
    Answer(BestMoveError),
    /// There is nothing to play.
    NoMove,
    /// Whoever thought is gone.
    Gone,
}

impl fmt::Display for ThinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThinkError::Program(error) => error.fmt(f),
            ThinkError::Client(error) => write_client_error(f, error),
            ThinkError::Option(error) => error.fmt(f),
            ThinkError::Answer(error) => write!(f, "its answer is {error}"),
            ThinkError::NoMove => f.write_str("it finds no move"),
            ThinkError::Gone => f.write_str("it has stopped thinking"),
        }
    }
}

/// What is wrong with a program, in less than a line: what it said last is
/// told unless it is about its thinking, which nobody can use now.
fn write_client_error(f: &mut fmt::Formatter<'_>, error: &ClientError) -> fmt::Result {
    let last_output = match error {
        ClientError::NotStarted { program, error } => {
            return write!(f, "{program} cannot be started: {error}");
        }
        ClientError::TimedOut {
            expected,
            last_output,
            ..
        } => {
            write!(f, "its program says no {}", expected.word())?;
            last_output
        }
        ClientError::Exited {
            status,
            last_output,
            ..
        } => {
            f.write_str("its program has ended")?;
            if let Some(status) = status {
                write!(f, " ({status})")?;
            }
            last_output
        }
    };
    let told: String = last_output.chars().take(LAST_WORDS).collect();
    match told.trim() {
        "" => Ok(()),
        told if told.starts_with("info") => Ok(()),
        told => write!(f, ", saying \"{told}\""),
    }
}

/// So much is told of what a program said last.
const LAST_WORDS: usize = 60;

impl core::error::Error for ThinkError {}

impl From<ClientError> for ThinkError {
    fn from(error: ClientError) -> ThinkError {
        ThinkError::Client(error)
    }
}

impl From<OptionError> for ThinkError {
    fn from(error: OptionError) -> ThinkError {
        ThinkError::Option(error)
    }
}

impl From<BestMoveError> for ThinkError {
    fn from(error: BestMoveError) -> ThinkError {
        ThinkError::Answer(error)
    }
}

/// Who thinks for the computer: our engine, or a program that was started.
#[derive(Default)]
pub(crate) struct Mind {
    /// Whom it thinks for, once it does.
    seated: Option<(Computer, Who)>,
    /// Who gives advice.
    adviser: Option<Engine>,
}

enum Who {
    Arbiter {
        player: Box<ComputerPlayer>,
        engine: Box<Engine>,
    },
    Guest(Box<Client>),
}

/// Says whether a thought is not wanted any more.
pub(crate) type IsOver<'o> = &'o (dyn Fn() -> bool + Sync);

/// Advice is worth so many positions.
const ADVICE: u64 = 400_000;
/// The memory of an engine at full strength, in MiB.
const MEMORY: usize = 64;
/// How long full strength thinks about a move without a clock.
const UNHURRIED: Duration = Duration::from_secs(2);
/// The same of a program to which nothing else was said.
const GUEST: Duration = Duration::from_secs(1);
/// How much longer than it was told a program may take.
const LATE: Duration = Duration::from_secs(10);
/// How often we look whether a thought is still wanted.
const GLANCE: Duration = Duration::from_millis(20);
/// Nobody wants to see a move before his own has landed.
const BLINK: Span = Span::from_millis(300);

impl Mind {
    /// Thinks about a task. A program that has died meanwhile is started once
    /// more before anybody is troubled.
    pub(crate) fn think(
        &mut self,
        task: &Task,
        is_over: IsOver<'_>,
    ) -> Result<Thought, ThinkError> {
        if task.purpose == Purpose::Hint {
            return self.advise(&task.line, is_over);
        }
        match self.think_once(task, is_over) {
            Err(ThinkError::Client(ClientError::Exited { .. })) if !is_over() => {
                self.think_once(task, is_over)
            }
            thought => thought,
        }
    }

    fn think_once(&mut self, task: &Task, is_over: IsOver<'_>) -> Result<Thought, ThinkError> {
        // Whoever fails is not asked again: somebody else sits down.
        let mut who = match self.seated.take() {
            Some((computer, who)) if computer == task.computer => who,
            _ => Who::of(&task.computer)?,
        };
        let thought = match &mut who {
            Who::Arbiter { player, engine } => think_ours(player, engine, task, is_over)?,
            Who::Guest(client) => think_theirs(client, task, is_over)?,
        };
        self.seated = Some((task.computer.clone(), who));
        Ok(thought)
    }

    fn advise(&mut self, line: &PlayedLine, is_over: IsOver<'_>) -> Result<Thought, ThinkError> {
        let adviser = self
            .adviser
            .get_or_insert_with(|| Engine::new(EngineSettings::default()));
        let pace = Pace::endless(is_over);
        let answer = adviser.search(line, &Limits::nodes(ADVICE), &pace);
        Ok(Thought {
            mv: answer.best().ok_or(ThinkError::NoMove)?,
            score: Some(answer.score()),
            thinking: Span::ZERO,
        })
    }
}

impl Who {
    fn of(computer: &Computer) -> Result<Who, ThinkError> {
        Ok(match &computer.opponent {
            Opponent::Arbiter(strength) => {
                let mut settings = EngineSettings::default();
                if *strength == Strength::full() {
                    settings.hash_mib = MEMORY;
                }
                Who::Arbiter {
                    player: Box::new(ComputerPlayer::new(*strength, computer.seed)),
                    engine: Box::new(Engine::new(settings)),
                }
            }
            Opponent::Guest(guest) => Who::Guest(Box::new(start(guest)?)),
        })
    }
}

/// Starts a program, sets its options, and gives it back when it is ready.
fn start(guest: &Guest) -> Result<Client, ThinkError> {
    let program: Program = guest.command.parse().map_err(ThinkError::Program)?;
    let mut client = Client::start(&program, Timeouts::default())?;
    for (name, value) in &guest.options {
        client.set_option(name, value)?;
    }
    client.new_game()?;
    Ok(client)
}

/// What a program calls itself, once it has been started to see whether it
/// plays.
///
/// # Errors
///
/// Why it does not.
pub fn try_guest(guest: &Guest) -> Result<String, ThinkError> {
    Ok(start(guest)?.name().to_owned())
}

fn think_ours(
    player: &mut ComputerPlayer,
    engine: &mut Engine,
    task: &Task,
    is_over: IsOver<'_>,
) -> Result<Thought, ThinkError> {
    let clock = task.clocks.as_ref().map(|it| it[task.computer.color]);
    let is_full = player.strength() == Strength::full();
    let plan = match &clock {
        Some(clock) => Some(TimePlan::new(clock)),
        None => is_full.then(|| TimePlan::exactly(UNHURRIED)),
    };
    let pace = Pace {
        // A level is the same on every machine: only an empty clock hurries it.
        is_earnest: is_full,
        plan,
        ..Pace::endless(is_over)
    };
    let choice = player.choose(engine, &task.line, &pace);
    let choice = choice.ok_or(ThinkError::NoMove)?;
    let thinking = choice.natural_delay(clock.as_ref()).as_millis();
    Ok(Thought {
        mv: choice.mv,
        score: choice.score,
        thinking: Span::from_millis(u64::try_from(thinking).unwrap_or(0)),
    })
}

fn think_theirs(
    client: &mut Client,
    task: &Task,
    is_over: IsOver<'_>,
) -> Result<Thought, ThinkError> {
    let go = go(task);
    client.position(&task.line)?;
    let longest = go.move_time.map(|time| Instant::now() + time + LATE);
    client.go(go);
    let mut score: Option<Score> = None;
    let best = loop {
        if is_over() || longest.is_some_and(|longest| Instant::now() > longest) {
            break client.stop_and_wait()?;
        }
        match client.next_event(Instant::now() + GLANCE)? {
            Some(EngineEvent::Info(info)) if info.number.unwrap_or(1) == 1 => {
                score = info.score.map(UciScore::score).or(score);
            }
            Some(EngineEvent::BestMove(best)) => break best,
            Some(EngineEvent::Info(_)) | None => {}
        }
    };
    Ok(Thought {
        mv: best.find(&task.line)?,
        score,
        thinking: BLINK,
    })
}

/// What a program is told: what the players have said, or the clock.
fn go(task: &Task) -> Go {
    let Opponent::Guest(guest) = &task.computer.opponent else {
        return Go::default();
    };
    let effort = guest.effort;
    let mut go = Go {
        move_time: effort.move_time,
        nodes: effort.nodes,
        depth: effort.depth,
        ..Go::default()
    };
    let is_limited = go.move_time.is_some() || go.nodes.is_some() || go.depth.is_some();
    match &task.clocks {
        Some(clocks) if go.move_time.is_none() => {
            go.moves_to_go = clocks[task.computer.color].moves_to_go;
            let left = |clock: &TimeBudget| clock.remaining.saturating_sub(clock.overhead);
            go.remaining = ByColor::new_with(|color| Some(left(&clocks[color])));
            go.increment = ByColor::new_with(|color| clocks[color].increment);
        }
        _ if !is_limited => go.move_time = Some(GUEST),
        _ => {}
    }
    go
}

/// When our engine has thought enough.
struct Pace<'o> {
    begin: Instant,
    plan: Option<TimePlan>,
    /// Whether the plan is followed, or only what it allows at most.
    is_earnest: bool,
    is_over: IsOver<'o>,
}

impl Pace<'_> {
    fn endless(is_over: IsOver<'_>) -> Pace<'_> {
        Pace {
            begin: Instant::now(),
            plan: None,
            is_earnest: false,
            is_over,
        }
    }
}

impl SearchControl for Pace<'_> {
    fn should_stop(&self) -> bool {
        let plan = self.plan.as_ref();
        (self.is_over)() || plan.is_some_and(|plan| self.begin.elapsed() >= plan.hard_limit())
    }

    fn should_finish(&self, effort: &SearchProgress) -> bool {
        let plan = self.plan.as_ref().filter(|_| self.is_earnest);
        plan.is_some_and(|plan| plan.should_finish(self.begin.elapsed(), effort))
    }
}

#[cfg(test)]
mod tests {
    use arbiter_engine::uci::Command;

    use super::*;

    fn task(opponent: &str, clock: Option<u64>) -> Task {
        let allowance = |seconds| TimeBudget {
            remaining: Duration::from_secs(seconds),
            increment: Duration::from_secs(2),
            moves_to_go: None,
            overhead: Duration::from_millis(120),
        };
        Task {
            number: 2,
            purpose: Purpose::Move,
            computer: format!("white 5 {opponent}").parse().unwrap(),
            line: PlayedLine::default(),
            clocks: clock.map(|seconds| ByColor::new_with(|_| allowance(seconds))),
        }
    }

    #[test]
    fn a_program_is_told_what_was_said_or_the_clock() {
        for (opponent, clock, told) in [
            ("engine fish", None, "go movetime 1000"),
            ("engine fish\tdepth=4", None, "go depth 4"),
            ("engine fish\tmovetime=70", Some(60), "go movetime 70"),
            (
                "engine fish",
                Some(60),
                "go wtime 59880 btime 59880 winc 2000 binc 2000",
            ),
            (
                "engine fish\tnodes=9",
                Some(60),
                "go wtime 59880 btime 59880 winc 2000 binc 2000 nodes 9",
            ),
        ] {
            let command = Command::Go(go(&task(opponent, clock)));
            assert_eq!(command.to_string(), told, "{opponent}");
        }
    }

    #[test]
    fn a_level_thinks_the_same_twice() {
        let think = || Mind::default().think(&task("level 1", None), &|| false);
        let (first, second) = (think().unwrap(), think().unwrap());
        assert_eq!(first, second);
        assert!(first.thinking > Span::ZERO);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let task = task("engine no-such-engine-anywhere", None);
        let error = Mind::default().think(&task, &|| false).unwrap_err();
        assert!(error.to_string().contains("no-such-engine-anywhere"));
    }
}
