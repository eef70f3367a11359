use std::time::{Duration, Instant};

use arbiter_engine::{
    ComputerPlayer, Engine, EngineSettings, Limits, Score, SearchControl, SearchProgress, Strength,
    TimeBudget, TimePlan, opening_book,
    uci::{
        Go, UciScore,
        client::{Client, ClientError, EngineEvent, Program, Timeouts},
    },
};
use arbiter_game::Span;
use arbiter_rules::{ByColor, PlayedLine};

use crate::{
    ChosenMove, Computer, ExternalEngine, Opponent, ThinkError, ThinkPurpose, ThinkRequest,
};

/// Chooses moves for the computer, with Arbiter's engine or an external one.
#[derive(Default)]
pub(crate) struct MoveChooser {
    /// The computer it chooses moves for, and its engine.
    player: Option<(Computer, PlayerEngine)>,
    /// The engine that gives hints.
    hint_engine: Option<Engine>,
}

enum PlayerEngine {
    Arbiter {
        player: Box<ComputerPlayer>,
        engine: Box<Engine>,
    },
    External(Box<Client>),
}

/// Reports whether the result is no longer wanted.
pub(crate) type IsCancelled<'o> = &'o (dyn Fn() -> bool + Sync);

/// The number of nodes searched for a hint.
const HINT_NODES: u64 = 400_000;
/// The size of the transposition table at full strength.
const FULL_STRENGTH_HASH_MIB: usize = 64;
/// The time for a move at full strength without a clock.
const FULL_STRENGTH_MOVE_TIME: Duration = Duration::from_secs(2);
/// The time for a move of an external engine without a clock or other limits.
const EXTERNAL_MOVE_TIME: Duration = Duration::from_secs(1);
/// How much longer than its move time an external engine may take.
const EXTERNAL_GRACE: Duration = Duration::from_secs(10);
/// How often the program checks whether a result is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The minimum delay before a move of an external engine appears, so that the
/// player sees their own move first.
const MIN_VISIBLE_DELAY: Span = Span::from_millis(300);

impl MoveChooser {
    /// Chooses a move. A program that has exited in the meantime is restarted
    /// once before an error is returned.
    pub(crate) fn choose(
        &mut self,
        request: &ThinkRequest,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<ChosenMove, ThinkError> {
        if request.purpose == ThinkPurpose::Hint {
            return self.choose_hint(&request.line, is_cancelled);
        }
        match self.choose_once(request, is_cancelled) {
            Err(ThinkError::Client(ClientError::Exited { .. })) if !is_cancelled() => {
                self.choose_once(request, is_cancelled)
            }
            thought => thought,
        }
    }

    fn choose_once(
        &mut self,
        request: &ThinkRequest,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<ChosenMove, ThinkError> {
        // An engine that fails is not used again.
        let mut engine = match self.player.take() {
            Some((computer, engine)) if computer == request.computer => engine,
            _ => PlayerEngine::start(&request.computer)?,
        };
        let chosen = match &mut engine {
            PlayerEngine::Arbiter { player, engine } => {
                choose_with_arbiter(player, engine, request, is_cancelled)?
            }
            PlayerEngine::External(client) => choose_with_external(client, request, is_cancelled)?,
        };
        self.player = Some((request.computer.clone(), engine));
        Ok(chosen)
    }

    fn choose_hint(
        &mut self,
        line: &PlayedLine,
        is_cancelled: IsCancelled<'_>,
    ) -> Result<ChosenMove, ThinkError> {
        // The computer plays from the same book.
        if let Some(mv) = opening_book::main_move(line.position()) {
            return Ok(ChosenMove {
                mv,
                score: None,
                thinking_time: Span::ZERO,
            });
        }
        let engine = self
            .hint_engine
            .get_or_insert_with(|| Engine::new(EngineSettings::default()));
        let control = MoveControl::unlimited(is_cancelled);
        let answer = engine.search(line, &Limits::nodes(HINT_NODES), &control);
        Ok(ChosenMove {
            mv: answer.best().ok_or(ThinkError::NoMove)?,
            score: Some(answer.score()),
            thinking_time: Span::ZERO,
        })
    }
}

impl PlayerEngine {
    fn start(computer: &Computer) -> Result<PlayerEngine, ThinkError> {
        Ok(match &computer.opponent {
            Opponent::Arbiter(strength) => {
                let mut settings = EngineSettings::default();
                if *strength == Strength::full() {
                    settings.hash_mib = FULL_STRENGTH_HASH_MIB;
                }
                PlayerEngine::Arbiter {
                    player: Box::new(ComputerPlayer::new(*strength, computer.seed)),
                    engine: Box::new(Engine::new(settings)),
                }
            }
            Opponent::External(engine) => PlayerEngine::External(Box::new(start(engine)?)),
        })
    }
}

/// Starts a program, sets its options, and returns it when it is ready.
fn start(engine: &ExternalEngine) -> Result<Client, ThinkError> {
    let program: Program = engine.command.parse().map_err(ThinkError::Program)?;
    let mut client = Client::start(&program, Timeouts::default())?;
    for (name, value) in &engine.options {
        client.set_option(name, value)?;
    }
    client.new_game()?;
    Ok(client)
}

/// Starts an external engine to check that it works, and returns its name.
///
/// # Errors
///
/// Returns why it does not work.
pub fn probe_engine(engine: &ExternalEngine) -> Result<String, ThinkError> {
    Ok(start(engine)?.name().to_owned())
}

fn choose_with_arbiter(
    player: &mut ComputerPlayer,
    engine: &mut Engine,
    request: &ThinkRequest,
    is_cancelled: IsCancelled<'_>,
) -> Result<ChosenMove, ThinkError> {
    let clock = request
        .clocks
        .as_ref()
        .map(|clocks| clocks[request.computer.color]);
    let is_full = player.strength() == Strength::full();
    let plan = match &clock {
        Some(clock) => Some(TimePlan::new(clock)),
        None => is_full.then(|| TimePlan::exactly(FULL_STRENGTH_MOVE_TIME)),
    };
    let control = MoveControl {
        // A level plays the same on every machine: only an empty clock stops it
        // early.
        follows_plan: is_full,
        plan,
        ..MoveControl::unlimited(is_cancelled)
    };
    let choice = player.choose(engine, &request.line, &control);
    let choice = choice.ok_or(ThinkError::NoMove)?;
    let thinking = choice.natural_delay(clock.as_ref()).as_millis();
    Ok(ChosenMove {
        mv: choice.mv,
        score: choice.score,
        thinking_time: Span::from_millis(u64::try_from(thinking).unwrap_or(0)),
    })
}

fn choose_with_external(
    client: &mut Client,
    request: &ThinkRequest,
    is_cancelled: IsCancelled<'_>,
) -> Result<ChosenMove, ThinkError> {
    let go = go(request);
    client.position(&request.line)?;
    let deadline = go
        .move_time
        .map(|time| Instant::now() + time + EXTERNAL_GRACE);
    client.go(go);
    let mut score: Option<Score> = None;
    let best = loop {
        if is_cancelled() || deadline.is_some_and(|deadline| Instant::now() > deadline) {
            break client.stop_and_wait()?;
        }
        match client.next_event(Instant::now() + POLL_INTERVAL)? {
            Some(EngineEvent::Info(info)) if info.number.unwrap_or(1) == 1 => {
                score = info.score.map(UciScore::score).or(score);
            }
            Some(EngineEvent::BestMove(best)) => break best,
            Some(EngineEvent::Info(_)) | None => {}
        }
    };
    Ok(ChosenMove {
        mv: best.find(&request.line)?,
        score,
        thinking_time: MIN_VISIBLE_DELAY,
    })
}

/// Returns the search command for an external engine: with the limits that the
/// player has set, or the clocks.
fn go(request: &ThinkRequest) -> Go {
    let Opponent::External(engine) = &request.computer.opponent else {
        return Go::default();
    };
    let limits = engine.limits;
    let mut go = Go {
        move_time: limits.move_time,
        nodes: limits.nodes,
        depth: limits.depth,
        ..Go::default()
    };
    let is_limited = go.move_time.is_some() || go.nodes.is_some() || go.depth.is_some();
    match &request.clocks {
        Some(clocks) if go.move_time.is_none() => {
            go.moves_to_go = clocks[request.computer.color].moves_to_go;
            let left = |clock: &TimeBudget| clock.remaining.saturating_sub(clock.overhead);
            go.remaining = ByColor::new_with(|color| Some(left(&clocks[color])));
            go.increment = ByColor::new_with(|color| clocks[color].increment);
        }
        _ if !is_limited => go.move_time = Some(EXTERNAL_MOVE_TIME),
        _ => {}
    }
    go
}

/// Decides when Arbiter's engine stops searching.
struct MoveControl<'o> {
    begin: Instant,
    plan: Option<TimePlan>,
    /// Whether the plan is followed, or only its hard limit.
    follows_plan: bool,
    is_cancelled: IsCancelled<'o>,
}

impl MoveControl<'_> {
    fn unlimited(is_cancelled: IsCancelled<'_>) -> MoveControl<'_> {
        MoveControl {
            begin: Instant::now(),
            plan: None,
            follows_plan: false,
            is_cancelled,
        }
    }
}

impl SearchControl for MoveControl<'_> {
    fn should_stop(&self) -> bool {
        let plan = self.plan.as_ref();
        (self.is_cancelled)() || plan.is_some_and(|plan| self.begin.elapsed() >= plan.hard_limit())
    }

    fn should_finish(&self, progress: &SearchProgress) -> bool {
        let plan = self.plan.as_ref().filter(|_| self.follows_plan);
        plan.is_some_and(|plan| plan.should_finish(self.begin.elapsed(), progress))
    }
}

#[cfg(test)]
mod tests {
    use arbiter_engine::uci::Command;

    use super::*;

    fn request(opponent: &str, clock: Option<u64>) -> ThinkRequest {
        let allowance = |seconds| TimeBudget {
            remaining: Duration::from_secs(seconds),
            increment: Duration::from_secs(2),
            moves_to_go: None,
            overhead: Duration::from_millis(120),
        };
        ThinkRequest {
            number: 2,
            purpose: ThinkPurpose::Move,
            computer: format!("white 5 {opponent}").parse().unwrap(),
            line: PlayedLine::default(),
            clocks: clock.map(|seconds| ByColor::new_with(|_| allowance(seconds))),
        }
    }

    #[test]
    fn an_external_engine_gets_the_limits_or_the_clocks() {
        for (opponent, clock, expected) in [
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
            let command = Command::Go(go(&request(opponent, clock)));
            assert_eq!(command.to_string(), expected, "{opponent}");
        }
    }

    #[test]
    fn a_level_chooses_the_same_move_twice() {
        let choose = || MoveChooser::default().choose(&request("level 1", None), &|| false);
        let (first, second) = (choose().unwrap(), choose().unwrap());
        assert_eq!(first, second);
        assert!(first.thinking_time > Span::ZERO);
    }

    #[test]
    fn a_hint_in_the_opening_is_from_the_book_of_the_levels() {
        let mut line = PlayedLine::default();
        for (text, expected) in [("e4", "e5"), ("e6", "d4"), ("d4", "d5")] {
            let mv = line.read(text).unwrap();
            line.play(mv);
            let request = ThinkRequest {
                purpose: ThinkPurpose::Hint,
                line: line.clone(),
                ..request("level 1", None)
            };
            let hint = MoveChooser::default().choose(&request, &|| false).unwrap();
            assert_eq!(line.position().san(hint.mv).to_string(), expected);
            assert_eq!(hint.score, None);
        }
    }

    #[test]
    fn an_error_names_the_program_that_is_missing() {
        let request = request("engine no-such-engine-anywhere", None);
        let error = MoveChooser::default()
            .choose(&request, &|| false)
            .unwrap_err();
        assert!(error.to_string().contains("no-such-engine-anywhere"));
    }
}
