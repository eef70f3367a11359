use std::{
    collections::BTreeMap,
    io::{self, BufReader, Read, Write},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender, SyncSender},
    },
    thread::{self, JoinHandle},
};

use arbiter_engine::{Engine, SEARCH_STACK_BYTES};
use arbiter_pgn::{GameTree, Reader, TreeBuilder};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    Arguments, annotate,
    effort::Effort,
    game::{self, Analysis},
    report,
};
use crate::{
    output::{ExitStatus, Format},
    pgn::source,
};

/// Analyzes several games at the same time, and writes them in the order of the file.
/// One engine analyzes a whole game, so the result does not depend on the others.
pub struct Games<'a> {
    pub arguments: &'a Arguments,
    pub format: Format,
}

/// A game with its number in the file, counted from 1.
struct Numbered<T> {
    number: usize,
    content: T,
}

/// A game and its analysis.
struct Analyzed {
    tree: GameTree,
    analysis: Analysis,
}

/// The games to analyze, which the threads share.
type Queue = Arc<Mutex<Receiver<Numbered<GameTree>>>>;

impl Games<'_> {
    pub fn run(&self, path: &Path, out: &mut dyn Write) -> io::Result<ExitStatus> {
        let input = match source::open(path, |_| {}) {
            Ok(input) => input,
            Err(error) => return Ok(complain(path, &error)),
        };
        let output = &self.arguments.output;
        let is_printed = output.is_standard_output();
        let mut nowhere = io::sink();
        let mut file = match output.uncompressed_name() {
            Some(_) if !is_printed => Some(output.open(&mut nowhere)?),
            _ => None,
        };
        let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        let (reader, analyzed) = self.start_threads(input, &bars)?;
        let mut damaged = 0;
        let mut written = 0;
        let mut waiting = BTreeMap::new();
        for Numbered { number, content } in analyzed {
            waiting.insert(number, content);
            while let Some(Analyzed { mut tree, analysis }) = waiting.remove(&(written + 1)) {
                written += 1;
                damaged += usize::from(tree.is_damaged());
                bars.suspend(|| {
                    if !is_printed {
                        self.write_report(written, &tree, &analysis, out)?;
                        out.flush()?;
                    }
                    annotate::annotate(&mut tree, &analysis, &self.annotator());
                    match &mut file {
                        Some(file) => tree.write(file),
                        None if is_printed => tree.write(&mut *out),
                        None => Ok(()),
                    }
                })?;
            }
        }
        let mut status = match reader.join() {
            Ok(Ok(games)) if games == written => ExitStatus::Success,
            Ok(Err(error)) => complain(path, &error),
            Ok(Ok(_)) | Err(_) => complain(path, &"a game could not be analyzed"),
        };
        if written == 0 && status == ExitStatus::Success {
            status = complain(path, &"the file contains no game");
        }
        crate::pgn::report_damage(damaged as u64);
        match file {
            Some(file) => file.finish(status).map(|()| status),
            None => Ok(status),
        }
    }

    /// Starts a thread that reads games and returns their number, and the threads that
    /// analyze them. If the output cannot be written, [`Games::run`] does not wait for them.
    #[expect(clippy::type_complexity, reason = "a thread and a channel")]
    fn start_threads(
        &self,
        input: Box<dyn Read + Send>,
        bars: &MultiProgress,
    ) -> io::Result<(JoinHandle<io::Result<usize>>, Receiver<Numbered<Analyzed>>)> {
        let threads = self.arguments.concurrency();
        let (sender, queue) = mpsc::sync_channel(threads);
        let queue = Arc::new(Mutex::new(queue));
        let (results, analyzed) = mpsc::channel();
        for _ in 0..threads {
            let (queue, results) = (Arc::clone(&queue), results.clone());
            let (effort, bars) = (self.arguments.effort.clone(), bars.clone());
            thread::Builder::new()
                .stack_size(SEARCH_STACK_BYTES)
                .spawn(move || analyze_all(&effort, &queue, &results, &bars))?;
        }
        let reader = thread::Builder::new().spawn(move || read_all(input, &sender))?;
        Ok((reader, analyzed))
    }

    fn write_report(
        &self,
        number: usize,
        tree: &GameTree,
        analysis: &Analysis,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.format == Format::Text {
            return report::write_text(number, tree, analysis, out);
        }
        serde_json::to_writer(&mut *out, &report::GameReport::of(number, tree, analysis))?;
        writeln!(out)
    }

    fn annotator(&self) -> String {
        let words = self.arguments.effort.words(game::DEFAULT_NODES_PER_MOVE);
        format!("Arbiter {}, {words}", env!("CARGO_PKG_VERSION"))
    }
}

/// Reads games into the queue, which holds only a few, and returns their number.
fn read_all(
    input: Box<dyn Read + Send>,
    queue: &SyncSender<Numbered<GameTree>>,
) -> io::Result<usize> {
    let mut reader = Reader::new(BufReader::new(input));
    let mut builder = TreeBuilder::new();
    let mut number = 0;
    while reader.read_game(&mut builder)? {
        number += 1;
        let content = builder.take();
        if queue.send(Numbered { number, content }).is_err() {
            break;
        }
    }
    Ok(number)
}

/// Analyzes games from the queue until it is closed.
fn analyze_all(
    effort: &Effort,
    queue: &Queue,
    results: &Sender<Numbered<Analyzed>>,
    bars: &MultiProgress,
) {
    // The engine's memory is allocated with the first game.
    let mut engine = None;
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Numbered {
            number,
            content: tree,
        }) = next
        else {
            return;
        };
        let engine = engine.get_or_insert_with(|| Engine::new(effort.settings()));
        let bar = bars.add(bar(number, &tree));
        let analysis = game::analyze(&tree, effort, engine, || bar.inc(1));
        bar.finish_and_clear();
        bars.remove(&bar);
        let content = Analyzed { tree, analysis };
        if results.send(Numbered { number, content }).is_err() {
            return;
        }
    }
}

/// Returns a progress bar for a game.
fn bar(number: usize, tree: &GameTree) -> ProgressBar {
    let positions = tree.main_line().count() as u64 + 1;
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::hidden());
    let template = "game {prefix}  {percent:>3} % {wide_bar} {pos} of {len}  {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_prefix(number.to_string());
    bar
}

fn complain(path: &Path, complaint: &dyn std::fmt::Display) -> ExitStatus {
    eprintln!("error: {}: {complaint}", source::name_of(path));
    ExitStatus::BadInput
}
