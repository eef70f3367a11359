//! Reads games on several threads.

mod chunk_queue;
mod chunk_source;
mod chunk_stream;
mod recent_text;
mod shifted_visitor;

use std::{
    borrow::Cow,
    cell::RefCell,
    io::{self, BufRead, Read},
    num::NonZero,
    ops::Range,
    rc::Rc,
    thread,
};

use arbiter_rules::Position;

use crate::{Bytes, Flow, Reader, Stream, TextLocation, Visitor};
use chunk_queue::{ChunkQueue, StopOnPanic, ThreadRole, WaitFor, Work};
use chunk_source::{Chunk, ChunkSource};
use chunk_stream::ChunkStream;
use recent_text::{RecentText, RecordingReader};
use shifted_visitor::ShiftedVisitor;

/// Reads a long text on several threads.
///
/// The text is split into batches of whole games. Threads read the batches in
/// parallel, and their results are delivered in the order of the text. The
/// outcome is the same as if one [`Reader`] had read the whole text, whatever
/// the number of threads and whatever is damaged. The memory needed does not
/// depend on the length of the text.
///
/// ```
/// use std::num::NonZero;
///
/// use arbiter_pgn::{ParallelReader, Termination, Visitor};
///
/// #[derive(Default)]
/// struct Count(u32);
///
/// impl Visitor for Count {
///     fn end_game(&mut self, _: Termination) {
///         self.0 += 1;
///     }
/// }
///
/// let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
/// let mut games = 0;
/// ParallelReader::new(NonZero::new(2).unwrap()).read(
///     text.as_bytes(),
///     |batch| {
///         let mut count = Count::default();
///         while batch.read(&mut count) {}
///         count.0
///     },
///     |count| {
///         games += count;
///         Ok(())
///     },
/// )?;
/// assert_eq!(games, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParallelReader {
    threads: NonZero<usize>,
    batch_bytes: usize,
    max_held_bytes: usize,
}

/// The default size of a batch. It fits into the cache of one core, so that a
/// batch is still there when it is read after being copied.
const DEFAULT_BATCH_BYTES: usize = 64 << 10;

/// The default limit on text held in one piece.
const DEFAULT_MAX_HELD_BYTES: usize = 16 << 20;

/// The smallest limit on text held in one piece: enough to recognize a heading.
const MIN_MAX_HELD_BYTES: usize = 64;

/// The number of batches per thread that are being read or wait for delivery.
const BATCHES_PER_THREAD: usize = 4;

impl ParallelReader {
    /// Creates a reader that uses this many threads, including the calling one,
    /// and batches of 64 KiB.
    #[must_use]
    pub fn new(threads: NonZero<usize>) -> ParallelReader {
        ParallelReader {
            threads,
            batch_bytes: DEFAULT_BATCH_BYTES,
            max_held_bytes: DEFAULT_MAX_HELD_BYTES,
        }
    }

    /// Sets the approximate size of a batch, in bytes.
    #[must_use]
    pub fn batch_bytes(self, batch_bytes: usize) -> ParallelReader {
        ParallelReader {
            batch_bytes,
            ..self
        }
    }

    /// Sets how many bytes of text can be held in one piece. A longer stretch
    /// in which the text cannot be split is read by one thread as it arrives.
    #[must_use]
    pub fn max_held_bytes(self, max_held_bytes: usize) -> ParallelReader {
        ParallelReader {
            max_held_bytes: max_held_bytes.max(MIN_MAX_HELD_BYTES),
            ..self
        }
    }

    /// Reads all games of a source.
    ///
    /// Each batch is passed to `work`, on any thread. The results of `work` are
    /// passed to `deliver`, on the calling thread and in the order of the text.
    ///
    /// # Errors
    ///
    /// Returns an error of `deliver` at once. An error of the source is returned
    /// after everything read before it has been delivered.
    pub fn read<R: Read + Send, T: Send>(
        &self,
        source: R,
        work: impl Fn(&mut Batch<'_>) -> T + Sync,
        mut deliver: impl FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let threads = self.threads.get();
        let queue = ChunkQueue::new(ChunkSource::new(source), BATCHES_PER_THREAD * threads);
        let worker = |role| WorkerThread {
            settings: self,
            queue: &queue,
            role,
            work: &work,
        };
        let done = thread::scope(|scope| {
            for _ in 1..threads {
                let worker = worker(ThreadRole::Worker);
                let run = move || worker.run(&mut |_| Ok(()));
                // If a thread cannot be started, the others do its work.
                if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                    break;
                }
            }
            let done = worker(ThreadRole::Coordinator).run(&mut deliver);
            if done.is_err() {
                queue.stop();
            }
            done
        });
        done?;
        match queue.into_source().and_then(ChunkSource::into_error) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// A number of consecutive games, read one after the other.
pub struct Batch<'b>(BatchText<'b>);

enum BatchText<'b> {
    /// All of the text is in memory.
    Held {
        reader: Reader<Bytes<'b>>,
        text: &'b [u8],
        start: u64,
    },
    /// The text arrives while it is read.
    Streamed {
        reader: Reader<Stream<RecordingReader<'b>>>,
        /// The location at which the reader began.
        start: TextLocation,
        /// The offset, as the reader counts, at which this batch ends and the
        /// next begins.
        end: u64,
        is_over: bool,
        recent: Rc<RefCell<RecentText>>,
    },
}

impl<'b> Batch<'b> {
    fn held(text: &'b [u8], location: TextLocation) -> Batch<'b> {
        Batch(BatchText::Held {
            reader: Reader::from_bytes_at(text, location),
            text,
            start: location.offset,
        })
    }

    fn streamed(
        input: &'b mut dyn BufRead,
        start: TextLocation,
        settings: &ParallelReader,
    ) -> Batch<'b> {
        let recent = RecentText::new(start.offset, settings.max_held_bytes);
        let recent = Rc::new(RefCell::new(recent));
        let input = RecordingReader {
            input,
            recent: Rc::clone(&recent),
            max_bytes: settings.batch_bytes,
        };
        Batch(BatchText::Streamed {
            reader: Reader::new(input),
            start,
            end: 0,
            is_over: false,
            recent,
        })
    }

    /// Reads the next game. Returns false at the end of the batch.
    ///
    /// The visitor is a trait object, so that the parser is compiled once, here, and
    /// not for each visitor of a program.
    pub fn read(&mut self, visitor: &mut dyn Visitor) -> bool {
        // The chunk source remembers errors of the underlying source.
        match &mut self.0 {
            BatchText::Held { reader, .. } => reader.read_game(visitor).unwrap_or(false),
            BatchText::Streamed { reader, end, .. } if reader.location().offset >= *end => false,
            BatchText::Streamed {
                reader,
                start,
                is_over,
                ..
            } => {
                let start = *start;
                let mut shifted = ShiftedVisitor { visitor, start };
                *is_over = !reader.read_game(&mut shifted).unwrap_or(false);
                !*is_over
            }
        }
    }

    /// Returns the offset at which the next game is searched for or, at the end
    /// of the batch, at which the next batch begins.
    #[must_use]
    pub fn offset(&self) -> u64 {
        match &self.0 {
            BatchText::Held { reader, .. } => reader.location().offset,
            BatchText::Streamed { reader, start, .. } => reader.location().offset + start.offset,
        }
    }

    /// Returns the bytes of a part of this batch that has been read, or `None`
    /// if they are no longer in memory.
    #[must_use]
    pub fn text(&self, span: Range<u64>) -> Option<Cow<'_, [u8]>> {
        match &self.0 {
            BatchText::Held { text, start, .. } => {
                let from = span.start.checked_sub(*start)? as usize;
                let to = span.end.checked_sub(*start)? as usize;
                text.get(from..to).map(Cow::Borrowed)
            }
            BatchText::Streamed { recent, .. } => {
                let recent = recent.borrow();
                let text = recent.text(span.start, span.end)?;
                Some(Cow::Owned(text.to_owned()))
            }
        }
    }

    /// Skips the rest of this batch and begins the next one in the same stream,
    /// of about `size` bytes. Returns false if the stream has ended.
    fn next_in_stream(&mut self, size: usize) -> bool {
        while self.read(&mut SkipEverything) {}
        let offset = self.offset();
        match &mut self.0 {
            BatchText::Held { .. } => false,
            BatchText::Streamed {
                reader,
                end,
                is_over,
                recent,
                ..
            } => {
                recent.borrow_mut().forget_before(offset);
                *end = reader.location().offset + size as u64;
                !*is_over
            }
        }
    }
}

/// A visitor for games that are not wanted.
struct SkipEverything;

impl Visitor for SkipEverything {
    fn tags(&self) -> Flow {
        Flow::Skip
    }

    fn begin_moves(&mut self, _: &Position) -> Flow {
        Flow::Skip
    }
}

/// The work of one thread.
struct WorkerThread<'w, R, T, W> {
    settings: &'w ParallelReader,
    queue: &'w ChunkQueue<R, T>,
    role: ThreadRole,
    work: &'w W,
}

impl<R: Read, T, W: Fn(&mut Batch<'_>) -> T> WorkerThread<'_, R, T, W> {
    /// Works until nothing is left to do.
    fn run(&self, deliver: &mut dyn FnMut(T) -> io::Result<()>) -> io::Result<()> {
        let _guard = StopOnPanic(self.queue);
        let mut buffer = Vec::new();
        loop {
            match self.queue.next(self.role, WaitFor::Source) {
                Work::TakeChunk(source) => self.read_chunk(source, &mut buffer, deliver)?,
                Work::Deliver(result) => deliver(result)?,
                Work::Continue => {}
                Work::Stop => return Ok(()),
            }
        }
    }

    fn read_chunk(
        &self,
        mut source: ChunkSource<R>,
        buffer: &mut Vec<u8>,
        deliver: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let location = source.location();
        let (size, max) = (self.settings.batch_bytes, self.settings.max_held_bytes);
        match source.fill(buffer, size, max) {
            None => self.queue.return_source(source),
            Some(Chunk::Whole(length)) => {
                let ticket = self.queue.ticket();
                self.queue.return_source(source);
                let mut batch = Batch::held(&buffer[..length], location);
                self.queue.put(ticket, (self.work)(&mut batch));
            }
            Some(Chunk::Partial(length)) => {
                let is_stopped = || self.queue.is_stopped();
                let mut stream = ChunkStream::new(&mut source, buffer, length, &is_stopped);
                self.read_stream(&mut stream, location, deliver)?;
                self.queue.return_source(source);
            }
        }
        Ok(())
    }

    /// Reads a stretch that is too long to be held, batch after batch. The other
    /// threads wait, because this one holds the source.
    fn read_stream(
        &self,
        stream: &mut dyn BufRead,
        location: TextLocation,
        deliver: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut batch = Batch::streamed(stream, location, self.settings);
        while batch.next_in_stream(self.settings.batch_bytes) {
            let ticket = self.queue.ticket();
            self.queue.put(ticket, (self.work)(&mut batch));
            loop {
                match self.queue.next(self.role, WaitFor::Capacity) {
                    Work::Continue => break,
                    Work::Deliver(result) => deliver(result)?,
                    Work::TakeChunk(source) => self.queue.return_source(source),
                    Work::Stop => return Ok(()),
                }
            }
        }
        Ok(())
    }
}
