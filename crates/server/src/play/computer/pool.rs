//! The threads in which the computer thinks, and what waits for them.

use std::{
    collections::{BTreeMap, HashMap},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use arbiter_engine::SearchControl;
use arbiter_game::Time;
use tokio::sync::mpsc;

use super::{
    Answer, Seat,
    mind::{Mind, Reply},
    question::{Question, Task},
};
use crate::base::ignore::Ignore;

/// What is asked, what waits, and where answers go. There is one question at
/// a time for each seat, so that no more can wait than games are played.
#[derive(Debug)]
pub(super) struct Pool {
    desk: Mutex<Desk>,
    work: Condvar,
}

#[derive(Debug)]
struct Desk {
    asked: HashMap<Seat, Asked>,
    /// The tasks that no thread has begun, the oldest first.
    waiting: BTreeMap<u64, Task>,
    tickets: u64,
    /// None once the threads are to end.
    answers: Option<mpsc::UnboundedSender<Answer>>,
}

/// A question that has not been answered yet, or whose answer has not been
/// played.
#[derive(Debug)]
struct Asked {
    /// How many events the game had: another number is another question.
    number: u64,
    /// How many moves stood, and when it was first asked about them.
    ply: u32,
    began: Time,
    /// Its place among those that wait, for as long as it does.
    ticket: u64,
    /// Tells whoever thinks about it that nobody wants to know any more.
    is_over: Arc<AtomicBool>,
}

impl Pool {
    pub(super) fn new(answers: mpsc::UnboundedSender<Answer>) -> Pool {
        Pool {
            desk: Mutex::new(Desk {
                asked: HashMap::new(),
                waiting: BTreeMap::new(),
                tickets: 0,
                answers: Some(answers),
            }),
            work: Condvar::new(),
        }
    }

    /// Whether this is what is asked at this seat now.
    pub(super) fn is_asked(&self, seat: Seat, number: u64) -> bool {
        let desk = self.lock();
        let asked = desk.asked.get(&seat);
        asked.is_some_and(|asked| asked.number == number)
    }

    /// Asks, instead of what was asked at this seat before.
    pub(super) fn ask(&self, task: Task, now: Time) {
        let mut desk = self.lock();
        let (number, ply) = (task.game.event_count(), task.ply());
        let before = desk.forget(task.seat);
        // Whoever offers a draw again and again does not make it think longer.
        let began = before
            .filter(|before| before.ply == ply)
            .map_or(task.game.last_event_at(), |before| before.began);
        desk.tickets += 1;
        let ticket = desk.tickets;
        let asked = Asked {
            number,
            ply,
            began,
            ticket,
            is_over: Arc::new(AtomicBool::new(false)),
        };
        desk.asked.insert(task.seat, asked);
        if let Some(action) = task.question.courtesy() {
            desk.tell(task.answer(now, vec![action]));
        } else {
            desk.waiting.insert(ticket, task);
            self.work.notify_one();
        }
    }

    /// There is nothing to ask at this seat.
    pub(super) fn forget(&self, seat: Seat) {
        self.lock().forget(seat);
    }

    /// This question has been answered, and the answer played.
    pub(super) fn done(&self, seat: Seat, number: u64) {
        let mut desk = self.lock();
        let asked = desk.asked.get(&seat);
        if asked.is_some_and(|asked| asked.number == number) {
            desk.forget(seat);
        }
    }

    /// How many questions wait for a thread.
    pub(super) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Lets the threads end.
    pub(super) fn close(&self) {
        let mut desk = self.lock();
        desk.answers = None;
        desk.waiting.clear();
        for asked in desk.asked.values() {
            asked.is_over.store(true, Relaxed);
        }
        self.work.notify_all();
    }

    /// The oldest task, once there is one; none if the thread is to end.
    fn next(&self) -> Option<(Task, Arc<AtomicBool>)> {
        let mut desk = self.lock();
        loop {
            desk.answers.as_ref()?;
            if let Some((_, task)) = desk.waiting.pop_first() {
                let asked = desk.asked.get(&task.seat);
                let is_over = asked.map(|asked| Arc::clone(&asked.is_over));
                return Some((task, is_over.unwrap_or_default()));
            }
            desk = self.work.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Tells what came of a task, if anybody still wants to know.
    fn decided(&self, task: &Task, reply: Reply) {
        let mut desk = self.lock();
        let asked = desk.asked.get(&task.seat);
        if let Some(asked) = asked.filter(|asked| asked.number == task.game.event_count()) {
            let answer = task.answer(asked.began + reply.thinking, reply.actions);
            desk.tell(answer);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Desk> {
        // Nothing is half done under this lock.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk {
    fn forget(&mut self, seat: Seat) -> Option<Asked> {
        let asked = self.asked.remove(&seat)?;
        asked.is_over.store(true, Relaxed);
        self.waiting.remove(&asked.ticket);
        Some(asked)
    }

    fn tell(&mut self, answer: Answer) {
        if let Some(answers) = &self.answers {
            answers.send(answer).ignore("the server is stopping");
        }
    }
}

/// Starts a thread that thinks until the pool is closed.
pub(super) fn start_thread(pool: &Arc<Pool>, number: usize) {
    let pool = Arc::clone(pool);
    let started = thread::Builder::new()
        .name(format!("computer {number}"))
        .stack_size(STACK)
        .spawn(move || {
            give_way(NICE);
            think(&pool);
        });
    if let Err(error) = started {
        tracing::error!(%error, "the computer has no thread to think in");
    }
}

/// A search goes deep.
const STACK: usize = 8 * 1024 * 1024;

fn think(pool: &Pool) {
    let mut mind = None;
    while let Some((task, is_over)) = pool.next() {
        let began = std::time::Instant::now();
        let wanted = Wanted { is_over };
        // Whatever goes wrong in one game, the others go on.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let mind = mind.get_or_insert_with(|| Mind::new(&task));
            mind.answer(&task, &wanted)
        }));
        metrics::histogram!("arbiter_computer_thinking_seconds").record(began.elapsed());
        let reply = thought.unwrap_or_else(|_| {
            let game = task.seat.0;
            tracing::error!(%game, "the computer lost its mind and plays anything");
            mind = None;
            anything(&task)
        });
        if let Some(reply) = reply {
            pool.decided(&task, reply);
        }
    }
}

/// The first legal move, or a refusal to agree.
fn anything(task: &Task) -> Option<Reply> {
    use arbiter_wire::Action;
    let action = match task.question {
        Question::Draw => Action::DeclineDraw,
        _ => Action::Play {
            mv: {
                let mv = *task.game.legal_moves().first()?;
                task.game.position().uci(mv).to_string()
            },
            offer_draw: false,
        },
    };
    Some(Reply {
        actions: vec![action],
        thinking: arbiter_game::Span::ZERO,
    })
}

/// A thought ends when nobody wants to know any more.
struct Wanted {
    is_over: Arc<AtomicBool>,
}

impl SearchControl for Wanted {
    fn should_stop(&self) -> bool {
        self.is_over.load(Relaxed)
    }
}

/// How nice the computer is to those who play each other.
const NICE: i32 = 10;

/// Lets the threads that serve people go first, the more the nicer (up to 19)
/// this one is.
#[cfg(target_os = "linux")]
pub(crate) fn give_way(nice: i32) {
    let me = rustix::thread::gettid();
    rustix::process::setpriority_process(Some(me), nice)
        .ignore("it thinks as well with more of the processor");
}

/// Elsewhere a thread cannot ask for less without unsafe code: there the
/// number of threads is all that holds the computer back.
#[cfg(not(target_os = "linux"))]
pub(crate) fn give_way(_: i32) {}
