use std::{
    io::Write,
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, Sender},
    },
};

use arbiter_rules::{Move, Position, perft};

use super::{
    InfoLine, Message, TimeSource, UciScore, bench,
    options::NetworkChoice,
    output_writer::OutputWriter,
    search_handle::SearchHandle,
    search_observer::{SearchObserver, per_second},
    search_request::SearchRequest,
};
use crate::{
    ComputerPlayer, Engine, EngineSettings, EvaluationReport, Evaluator, Network, SearchControl,
    Strength, Tablebases, saktris::has_lost_king,
};

/// A request from the thread that reads commands to the one that searches.
/// Requests are processed in order.
pub(super) enum Job {
    /// Change the engine's settings.
    Configure(EngineSettings),
    /// Clear the engine's memory.
    Clear,
    /// Open the tablebases in these directories; close them if the list is empty.
    OpenTablebases(Vec<PathBuf>),
    /// Evaluate with this network.
    SetNetwork(NetworkChoice),
    /// Explain the static evaluation of a position that is not in check.
    Evaluate(Box<Position>),
    /// Send `readyok`.
    Ready,
    /// Send a remark.
    Remark(String),
    /// Notify the thread that reads commands.
    Notify(Sender<()>),
    /// Search and send the best move.
    Search(Box<SearchRequest>),
    /// Count the positions at this depth.
    Perft {
        position: Box<Position>,
        depth: u32,
        handle: Arc<SearchHandle>,
    },
    /// Run the benchmark.
    Bench {
        depth: u32,
        handle: Arc<SearchHandle>,
    },
}

/// The state of the thread that searches.
pub(super) struct Searcher<'s, W> {
    output: &'s OutputWriter<W>,
    clock: TimeSource<'s>,
    engine: Engine,
    /// The requested settings. The engine uses a smaller table if there is not
    /// enough memory.
    settings: EngineSettings,
    /// Chooses moves below full strength.
    player: Option<ComputerPlayer>,
}

impl<'s, W: Write + Send> Searcher<'s, W> {
    pub fn new(
        settings: EngineSettings,
        output: &'s OutputWriter<W>,
        clock: TimeSource<'s>,
    ) -> Searcher<'s, W> {
        Searcher {
            output,
            clock,
            engine: Engine::new(settings),
            settings,
            player: None,
        }
    }

    /// Processes all jobs until the channel is closed.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Configure(settings) => self.configure(settings),
                Job::Clear => {
                    self.engine.clear();
                    self.player = None;
                }
                Job::OpenTablebases(directories) => self.open_tablebases(&directories),
                Job::SetNetwork(choice) => self.set_network(&choice),
                Job::Evaluate(position) => self.show_evaluation(&position),
                Job::Ready => self.output.write_line(Message::ReadyOk),
                Job::Remark(text) => self.output.write_line(Message::remark(text)),
                // An error means that nobody is waiting.
                Job::Notify(sender) => drop(sender.send(())),
                Job::Search(request) => self.search(&request),
                Job::Perft {
                    position,
                    depth,
                    handle,
                } => run_perft(&position, depth, &handle, self.output),
                Job::Bench { depth, handle } => {
                    let network = Arc::clone(self.engine.network());
                    run_bench(depth, network, &handle, self.output, self.clock);
                }
            }
        }
    }

    fn configure(&mut self, settings: EngineSettings) {
        if self.settings == settings {
            return;
        }
        self.settings = settings;
        self.engine.configure(settings);
        let allocated = self.engine.settings().hash_mib;
        if allocated < settings.hash_mib {
            let text = format!("not enough memory; Hash is {allocated} MiB");
            self.output.write_line(Message::remark(text));
        }
    }

    fn open_tablebases(&mut self, directories: &[PathBuf]) {
        self.engine.set_tablebases(None);
        if directories.is_empty() {
            return;
        }
        let text = match Tablebases::open(directories) {
            Ok(tablebases) => {
                let text = format!("found {tablebases:?}");
                self.engine.set_tablebases(Some(Arc::new(tablebases)));
                text
            }
            Err(error) => error.to_string(),
        };
        self.output.write_line(Message::remark(text));
    }

    fn set_network(&mut self, choice: &NetworkChoice) {
        let network = match choice {
            NetworkChoice::Embedded => Network::embedded(),
            NetworkChoice::File(path) => match Network::open(path) {
                Ok(network) => Arc::new(network),
                Err(error) => {
                    let text = format!("EvalFile: {error}");
                    self.output.write_line(Message::remark(text));
                    return;
                }
            },
        };
        let text = format!("using {network:?}");
        self.output.write_line(Message::remark(text));
        self.engine.set_network(network);
    }

    fn show_evaluation(&self, position: &Position) {
        let mut evaluator = Evaluator::new(Arc::clone(self.engine.network()));
        let report = EvaluationReport::of(position, &mut evaluator);
        self.output.write_line(report);
    }

    fn search(&mut self, request: &SearchRequest) {
        let position = request.line.position();
        let (best, reply) = if position.has_legal_move() {
            self.choose(request)
        } else {
            report_game_over(position, self.output);
            (None, None)
        };
        request.handle.wait_until_released();
        // Even a search stopped at once answers with a legal move.
        let best = best.or_else(|| position.legal_moves().next());
        let ponder = best
            .zip(reply)
            .map(|(best, reply)| position.after(best).uci(reply));
        let best = best.map(|mv| position.uci(mv));
        // The client may send the next command as soon as it reads the move.
        request.handle.finish();
        self.output.write_line(Message::BestMove { best, ponder });
    }

    /// Returns the move to play and the expected reply.
    fn choose(&mut self, request: &SearchRequest) -> (Option<Move>, Option<Move>) {
        let observer = SearchObserver::new(request, self.output, self.clock);
        if request.strength == Strength::full() {
            let result = self
                .engine
                .search(&request.line, &request.limits, &observer);
            return (result.best(), result.ponder());
        }
        let player = match self.player.take() {
            Some(player) if player.strength() == request.strength => player,
            // The current time seeds the random decisions of a new game.
            _ => ComputerPlayer::new(request.strength, (self.clock)().as_nanos() as u64),
        };
        let player = self.player.insert(player);
        let choice = player.choose(&mut self.engine, &request.line, &observer);
        (choice.map(|choice| choice.mv), None)
    }
}

fn report_game_over<W: Write>(position: &Position, output: &OutputWriter<W>) {
    let (score, text) = if position.is_check() {
        (UciScore::Mate(0), "the game is over: checkmate")
    } else if has_lost_king(position) {
        (
            UciScore::Mate(0),
            "the game is over: the king has been lost",
        )
    } else {
        (UciScore::Centipawns(0), "the game is over: stalemate")
    };
    let info = InfoLine {
        depth: Some(0),
        score: Some(score),
        ..InfoLine::default()
    };
    output.write_line(Message::Info(Box::new(info)));
    output.write_line(Message::remark(text));
}

/// Sends the perft count of each move and the total.
fn run_perft<W: Write>(
    position: &Position,
    depth: u32,
    handle: &SearchHandle,
    output: &OutputWriter<W>,
) {
    let mut total = u64::from(depth == 0);
    for mv in position.legal_moves().filter(|_| depth > 0) {
        match count_unless_stopped(&position.after(mv), depth - 1, handle) {
            Some(nodes) => {
                output.write_line(format_args!("{}: {nodes}", position.uci(mv)));
                total += nodes;
            }
            None => {
                output.write_line(Message::remark("perft was stopped"));
                break;
            }
        }
    }
    handle.finish();
    output.write_line(format_args!("\nNodes searched: {total}"));
}

fn count_unless_stopped(position: &Position, depth: u32, handle: &SearchHandle) -> Option<u64> {
    // A count of this depth takes some milliseconds.
    const UNINTERRUPTED_DEPTH: u32 = 3;
    if handle.is_stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED_DEPTH {
        return Some(perft(position, depth));
    }
    position.legal_moves().try_fold(0, |sum: u64, mv| {
        let nodes = count_unless_stopped(&position.after(mv), depth - 1, handle)?;
        Some(sum.saturating_add(nodes))
    })
}

fn run_bench<W: Write>(
    depth: u32,
    network: Arc<Network>,
    handle: &SearchHandle,
    output: &OutputWriter<W>,
    clock: TimeSource<'_>,
) {
    struct Stop<'l>(&'l SearchHandle);
    impl SearchControl for Stop<'_> {
        fn should_stop(&self) -> bool {
            self.0.is_stopped()
        }
    }
    let started = clock();
    let nodes = bench::run_with(network, depth, &Stop(handle), |result| {
        output.write_line(result);
    });
    handle.finish();
    if handle.is_stopped() {
        output.write_line(Message::remark("the benchmark was stopped"));
    } else {
        let speed = per_second(nodes, clock().saturating_sub(started));
        output.write_line(format_args!("{nodes} nodes {speed} nps"));
    }
}
