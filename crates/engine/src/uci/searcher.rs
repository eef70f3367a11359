use std::{
    io::Write,
    path::PathBuf,
    sync::{Arc, mpsc::Receiver},
};

use arbiter_rules::{Move, PlayedLine, Position, perft};

use super::{
    Clock, Message, Thought, Worth, bench,
    leash::Leash,
    listener::{Listener, per_second},
    voice::Voice,
};
use crate::{Control, Engine, Limits, Player, Settings, Strength, Tables, saktris::has_lost_king};

/// What the thread that listens asks of the one that searches. It is done in
/// the order in which it is asked for.
pub(super) enum Job {
    /// Take more or less of the machine.
    Set(Settings),
    /// Forget all that was seen.
    Forget,
    /// Ask the tables of endings in these folders; none if there is no folder.
    Tables(Vec<PathBuf>),
    /// Say that all before is done.
    Ready,
    /// Search, and say the move.
    Search(Box<Task>),
    /// Count the positions at this depth.
    Perft {
        position: Box<Position>,
        depth: u32,
        leash: Arc<Leash>,
    },
    /// Search the positions of the bench.
    Bench { depth: u32, leash: Arc<Leash> },
}

/// A search that is asked for.
pub(super) struct Task {
    pub line: PlayedLine,
    pub limits: Limits,
    pub leash: Arc<Leash>,
    pub settings: Settings,
    pub strength: Strength,
    pub shows_wdl: bool,
}

/// The thread that searches.
pub(super) struct Searcher<'s, W> {
    voice: &'s Voice<W>,
    clock: Clock<'s>,
    engine: Engine,
    /// What the engine was told to take of the machine. It takes less if there
    /// is less.
    settings: Settings,
    /// Who plays below full strength.
    player: Option<Player>,
}

impl<'s, W: Write + Send> Searcher<'s, W> {
    pub fn new(settings: Settings, voice: &'s Voice<W>, clock: Clock<'s>) -> Searcher<'s, W> {
        Searcher {
            voice,
            clock,
            engine: Engine::new(settings),
            settings,
            player: None,
        }
    }

    /// Does all jobs, until nobody is left who could ask for more.
    pub fn work(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Set(settings) => self.adjust(settings),
                Job::Forget => {
                    self.engine.forget();
                    self.player = None;
                }
                Job::Tables(folders) => self.open_tables(&folders),
                Job::Ready => self.voice.say(Message::ReadyOk),
                Job::Search(task) => self.search(&task),
                Job::Perft {
                    position,
                    depth,
                    leash,
                } => count(&position, depth, &leash, self.voice),
                Job::Bench { depth, leash } => run_bench(depth, &leash, self.voice, self.clock),
            }
        }
    }

    fn adjust(&mut self, settings: Settings) {
        if self.settings == settings {
            return;
        }
        self.settings = settings;
        self.engine.set(settings);
        let found = self.engine.settings().table_mib;
        if found < settings.table_mib {
            let text = format!("there is no memory for more: Hash is {found}");
            self.voice.say(Message::remark(text));
        }
    }

    fn open_tables(&mut self, folders: &[PathBuf]) {
        self.engine.use_tables(None);
        if folders.is_empty() {
            return;
        }
        let text = match Tables::open(folders) {
            Ok(tables) => {
                let text = format!("found {tables:?}");
                self.engine.use_tables(Some(Arc::new(tables)));
                text
            }
            Err(error) => error.to_string(),
        };
        self.voice.say(Message::remark(text));
    }

    fn search(&mut self, task: &Task) {
        self.adjust(task.settings);
        let position = task.line.position();
        let (best, reply) = if position.has_legal_move() {
            self.choose(task)
        } else {
            say_game_is_over(position, self.voice);
            (None, None)
        };
        task.leash.wait_until_released();
        // Whatever happens, who can move does.
        let best = best.or_else(|| position.legal_moves().next());
        let ponder = best
            .zip(reply)
            .map(|(best, reply)| position.after(best).uci(reply));
        let best = best.map(|mv| position.uci(mv));
        // Who hears the move may at once ask for more: by then it is done.
        task.leash.finish();
        self.voice.say(Message::BestMove { best, ponder });
    }

    /// The move to play, and the reply that is expected.
    fn choose(&mut self, task: &Task) -> (Option<Move>, Option<Move>) {
        let listener = Listener::new(task, self.voice, self.clock);
        if task.strength == Strength::full() {
            let answer = self.engine.search(&task.line, &task.limits, &listener);
            return (answer.best(), answer.ponder());
        }
        let player = match self.player.take() {
            Some(player) if player.strength() == task.strength => player,
            // Another game is another chance: the moment decides.
            _ => Player::new(task.strength, (self.clock)().as_nanos() as u64),
        };
        let player = self.player.insert(player);
        let choice = player.choose(&mut self.engine, &task.line, &listener);
        (choice.map(|choice| choice.mv), None)
    }
}

fn say_game_is_over<W: Write>(position: &Position, voice: &Voice<W>) {
    let (worth, text) = if position.is_check() {
        (Worth::Mate(0), "the game is over: checkmate")
    } else if has_lost_king(position) {
        (Worth::Mate(0), "the game is over: the king is lost")
    } else {
        (Worth::Centipawns(0), "the game is over: stalemate")
    };
    let thought = Thought {
        depth: Some(0),
        worth: Some(worth),
        ..Thought::default()
    };
    voice.say(Message::Thought(Box::new(thought)));
    voice.say(Message::remark(text));
}

/// Says the count of each move and of all.
fn count<W: Write>(position: &Position, depth: u32, leash: &Leash, voice: &Voice<W>) {
    let mut total = u64::from(depth == 0);
    for mv in position.legal_moves().filter(|_| depth > 0) {
        match count_unless_stopped(&position.after(mv), depth - 1, leash) {
            Some(nodes) => {
                voice.say(format_args!("{}: {nodes}", position.uci(mv)));
                total += nodes;
            }
            None => {
                voice.say(Message::remark("the count was stopped"));
                break;
            }
        }
    }
    leash.finish();
    voice.say(format_args!("\nNodes searched: {total}"));
}

fn count_unless_stopped(position: &Position, depth: u32, leash: &Leash) -> Option<u64> {
    // So deep a count takes some milliseconds.
    const QUICK: u32 = 3;
    if leash.is_stopped() {
        return None;
    }
    if depth <= QUICK {
        return Some(perft(position, depth));
    }
    position.legal_moves().try_fold(0, |sum: u64, mv| {
        let nodes = count_unless_stopped(&position.after(mv), depth - 1, leash)?;
        Some(sum.saturating_add(nodes))
    })
}

fn run_bench<W: Write>(depth: u32, leash: &Leash, voice: &Voice<W>, clock: Clock<'_>) {
    struct Stop<'l>(&'l Leash);
    impl Control for Stop<'_> {
        fn is_over(&self) -> bool {
            self.0.is_stopped()
        }
    }
    let started = clock();
    let nodes = bench::run(depth, &Stop(leash), |result| voice.say(result));
    leash.finish();
    if leash.is_stopped() {
        voice.say(Message::remark("the bench was stopped"));
    } else {
        let speed = per_second(nodes, clock().saturating_sub(started));
        voice.say(format_args!("{nodes} nodes {speed} nps"));
    }
}
