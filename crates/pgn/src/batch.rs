//! Many games on many cores.

mod desk;
mod feed;
mod kept;
mod shifted;
mod stream;

use std::{
    borrow::Cow,
    cell::RefCell,
    io::{self, BufRead, Read},
    num::NonZero,
    ops::Range,
    rc::Rc,
    thread,
};

use desk::{Alarm, Desk, Role, Task, Wish};
use feed::{Feed, Piece};
use kept::{Keeping, Kept};
use shifted::Shifted;
use stream::Stream;

use arbiter_rules::Position;

use crate::{Bytes, Flow, Reader, TextLocation, Visitor, reader};

/// Reads a long text on several threads.
///
/// The text is cut into batches of whole games. Threads read them at the same
/// time, and what they make of them is handed over in the order of the text.
/// Everything is as if one [`Reader`] had read the whole, however many threads
/// there are, and whatever is damaged. The memory needed does not depend on
/// the length of the text.
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
    size: usize,
    longest: usize,
}

impl ParallelReader {
    /// So many threads, this one among them, read batches of 64 KiB: what is
    /// copied is then still in the core's own cache when it is read.
    #[must_use]
    pub fn new(threads: NonZero<usize>) -> ParallelReader {
        ParallelReader {
            threads,
            size: 64 << 10,
            longest: 16 << 20,
        }
    }

    /// How long a batch should be, in bytes.
    #[must_use]
    pub fn batch_bytes(self, size: usize) -> ParallelReader {
        ParallelReader { size, ..self }
    }

    /// How much text is held in one piece, in bytes. A longer stretch without
    /// a place to cut is read by one thread as it comes in.
    #[must_use]
    pub fn max_held_bytes(self, longest: usize) -> ParallelReader {
        // What must be in sight to see where a game begins fits in.
        let longest = longest.max(64);
        ParallelReader { longest, ..self }
    }

    /// Reads everything.
    ///
    /// Each batch goes to `work`, on any thread; what that returns goes to
    /// `deliver`, on this thread and in the order of the text.
    ///
    /// # Errors
    ///
    /// If `deliver` returns one, reading stops there. If the source has one, it
    /// is returned after all that was read before it has been delivered.
    pub fn read<R: Read + Send, T: Send>(
        &self,
        source: R,
        work: impl Fn(&mut Batch<'_>) -> T + Sync,
        mut deliver: impl FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let threads = self.threads.get();
        let desk = Desk::new(Feed::new(source), 4 * threads);
        let worker = |role| Worker {
            batches: self,
            desk: &desk,
            role,
            work: &work,
        };
        let done = thread::scope(|scope| {
            for _ in 1..threads {
                let hand = worker(Role::Hand);
                let run = move || hand.run(&mut |_| Ok(()));
                // With fewer threads than wanted it takes longer, no more.
                if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                    break;
                }
            }
            let done = worker(Role::Clerk).run(&mut deliver);
            if done.is_err() {
                desk.stop();
            }
            done
        });
        done?;
        match desk.into_feed().and_then(Feed::into_error) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Some games, to be read in order.
pub struct Batch<'b>(Games<'b>);

enum Games<'b> {
    /// All of the text is there.
    Held {
        reader: Reader<Bytes<'b>>,
        text: &'b [u8],
        start: u64,
    },
    /// The text comes in while it is read.
    Streaming {
        reader: Reader<reader::Stream<Keeping<'b>>>,
        /// Where the reader began.
        begins: TextLocation,
        /// Where this part of the text is over, for the reader: the next is a
        /// batch of its own.
        end: u64,
        is_over: bool,
        kept: Rc<RefCell<Kept>>,
    },
}

impl<'b> Batch<'b> {
    fn held(text: &'b [u8], begins: TextLocation) -> Batch<'b> {
        Batch(Games::Held {
            reader: Reader::from_bytes_at(text, begins),
            text,
            start: begins.offset,
        })
    }

    fn streaming(
        input: &'b mut dyn BufRead,
        begins: TextLocation,
        batches: &ParallelReader,
    ) -> Batch<'b> {
        let kept = Kept::new(begins.offset, batches.longest);
        let kept = Rc::new(RefCell::new(kept));
        let input = Keeping {
            input,
            kept: Rc::clone(&kept),
            most: batches.size,
        };
        Batch(Games::Streaming {
            reader: Reader::new(input),
            begins,
            end: 0,
            is_over: false,
            kept,
        })
    }

    /// Reads the next game; false if the batch is over.
    pub fn read<V: Visitor>(&mut self, visitor: &mut V) -> bool {
        // What goes wrong with a source is remembered by the feed.
        match &mut self.0 {
            Games::Held { reader, .. } => reader.read_game(visitor).unwrap_or(false),
            Games::Streaming { reader, end, .. } if reader.location().offset >= *end => false,
            Games::Streaming {
                reader,
                begins,
                is_over,
                ..
            } => {
                let begins = *begins;
                let mut shifted = Shifted { visitor, begins };
                *is_over = !reader.read_game(&mut shifted).unwrap_or(false);
                !*is_over
            }
        }
    }

    /// Where the next game is looked for or, if the batch is over, the next
    /// batch begins: the bytes before it.
    #[must_use]
    pub fn offset(&self) -> u64 {
        match &self.0 {
            Games::Held { reader, .. } => reader.location().offset,
            Games::Streaming { reader, begins, .. } => reader.location().offset + begins.offset,
        }
    }

    /// The bytes of a stretch of the text in this batch that was read. None
    /// if it is longer than can be held.
    #[must_use]
    pub fn text(&self, span: Range<u64>) -> Option<Cow<'_, [u8]>> {
        match &self.0 {
            Games::Held { text, start, .. } => {
                let from = span.start.checked_sub(*start)? as usize;
                let to = span.end.checked_sub(*start)? as usize;
                text.get(from..to).map(Cow::Borrowed)
            }
            Games::Streaming { kept, .. } => {
                let kept = kept.borrow();
                let text = kept.text(span.start, span.end)?;
                Some(Cow::Owned(text.to_owned()))
            }
        }
    }

    /// Goes on to the next part of the text, of `size` bytes or a little
    /// more; false if there is none.
    fn advance(&mut self, size: usize) -> bool {
        while self.read(&mut Nobody) {}
        let offset = self.offset();
        match &mut self.0 {
            Games::Held { .. } => false,
            Games::Streaming {
                reader,
                end,
                is_over,
                kept,
                ..
            } => {
                kept.borrow_mut().forget_before(offset);
                *end = reader.location().offset + size as u64;
                !*is_over
            }
        }
    }
}

/// For games that nobody wants to see.
struct Nobody;

impl Visitor for Nobody {
    fn tags(&self) -> Flow {
        Flow::Skip
    }

    fn begin_moves(&mut self, _: &Position) -> Flow {
        Flow::Skip
    }
}

/// One thread at work.
struct Worker<'w, R, T, W> {
    batches: &'w ParallelReader,
    desk: &'w Desk<R, T>,
    role: Role,
    work: &'w W,
}

impl<R: Read, T, W: Fn(&mut Batch<'_>) -> T> Worker<'_, R, T, W> {
    /// Works until nothing is left to do.
    fn run(&self, deliver: &mut dyn FnMut(T) -> io::Result<()>) -> io::Result<()> {
        let _alarm = Alarm(self.desk);
        let mut block = Vec::new();
        loop {
            match self.desk.next(self.role, Wish::Feed) {
                Task::Cut(feed) => self.cut(feed, &mut block, deliver)?,
                Task::Deliver(result) => deliver(result)?,
                Task::GoOn => {}
                Task::Leave => return Ok(()),
            }
        }
    }

    fn cut(
        &self,
        mut feed: Feed<R>,
        block: &mut Vec<u8>,
        deliver: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let location = feed.location();
        match feed.fill(block, self.batches.size, self.batches.longest) {
            None => self.desk.lay_down(feed),
            Some(Piece::Whole(length)) => {
                let ticket = self.desk.ticket();
                self.desk.lay_down(feed);
                let mut batch = Batch::held(&block[..length], location);
                self.desk.put(ticket, (self.work)(&mut batch));
            }
            Some(Piece::Begun(length)) => {
                let is_stopped = || self.desk.is_stopped();
                let mut stream = Stream::new(&mut feed, block, length, &is_stopped);
                self.follow(&mut stream, location, deliver)?;
                self.desk.lay_down(feed);
            }
        }
        Ok(())
    }

    /// Reads a piece that is too long to be held, part after part. The others
    /// wait: the feed is in our hands.
    fn follow(
        &self,
        stream: &mut dyn BufRead,
        location: TextLocation,
        deliver: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut batch = Batch::streaming(stream, location, self.batches);
        while batch.advance(self.batches.size) {
            let ticket = self.desk.ticket();
            self.desk.put(ticket, (self.work)(&mut batch));
            loop {
                match self.desk.next(self.role, Wish::Room) {
                    Task::GoOn => break,
                    Task::Deliver(result) => deliver(result)?,
                    Task::Cut(feed) => self.desk.lay_down(feed),
                    Task::Leave => return Ok(()),
                }
            }
        }
        Ok(())
    }
}
