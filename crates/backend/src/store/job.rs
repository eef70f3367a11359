//! The jobs that wait for the threads of the store.

use std::{any::Any, marker::PhantomData};

use tokio::sync::oneshot;

use super::{
    append::{Append, AppendError, Appended, GameProgress},
    connection::Connection,
    error::StoreError,
};
use crate::base::{GameId, ignore::Ignore};

/// A job for the writer.
pub(super) enum WriteJob {
    /// Appends events to a game. The appends of a batch are done together.
    Append(AppendJob),
    /// Saves the progress of a game in its row.
    SaveProgress(SaveProgressJob),
    /// Does anything else.
    Operation(Operation),
}

/// Events to append, and the callback that gets the result.
pub(super) struct AppendJob {
    pub append: Append,
    /// The result of the last attempt; `None` if the game has changed.
    pub outcome: Option<Appended>,
    pub then: Box<dyn FnOnce(Result<Appended, AppendError>) + Send>,
}

/// Progress to save, unless the game has an event numbered `next_seq`.
pub(super) struct SaveProgressJob {
    pub game: GameId,
    pub next_seq: u64,
    pub progress: GameProgress,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Work for a connection. It is run again if the transaction around it failed
/// or the connection was lost.
pub(super) struct Operation {
    work: Work,
    result: Option<AnyResult>,
    reply: oneshot::Sender<Result<AnyResult, StoreError>>,
}

/// Work of any result, so that the code around it is compiled once.
type Work = Box<dyn FnMut(&mut dyn Connection) -> Result<AnyResult, StoreError> + Send>;
type AnyResult = Box<dyn Any + Send>;

/// What an operation will reply, a `T`.
pub(super) struct Reply<T> {
    outcome: oneshot::Receiver<Result<AnyResult, StoreError>>,
    result: PhantomData<fn() -> T>,
}

impl<T: 'static> Reply<T> {
    pub(super) async fn wait(self) -> Result<T, StoreError> {
        let result = self.outcome.await.unwrap_or(Err(StoreError::Closed))?;
        // It is of no other type: see `Operation::new`.
        let result = result.downcast::<T>().map_err(|_| StoreError::Panicked)?;
        Ok(*result)
    }
}

impl WriteJob {
    /// Reports the result of the job to the caller, once its transaction is `done`.
    pub(super) fn reply(self, done: &Result<(), StoreError>) {
        match self {
            WriteJob::Append(job) => (job.then)(match done {
                Ok(()) => job.outcome.ok_or(AppendError::Conflict),
                Err(error) => Err(AppendError::Store(error.clone())),
            }),
            WriteJob::SaveProgress(job) => {
                let sent = job.reply.send(done.clone());
                sent.ignore("the caller is gone, and the row is saved");
            }
            WriteJob::Operation(operation) => operation.reply(done.clone()),
        }
    }
}

impl Operation {
    /// Returns an operation, and what it will reply.
    pub(super) fn new<T: Send + 'static>(
        mut work: impl FnMut(&mut dyn Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> (Operation, Reply<T>) {
        let (reply, outcome) = oneshot::channel();
        let operation = Operation {
            work: Box::new(move |db| Ok(Box::new(work(db)?))),
            result: None,
            reply,
        };
        let reply = Reply {
            outcome,
            result: PhantomData,
        };
        (operation, reply)
    }

    /// Does the work and keeps its result.
    pub(super) fn run(&mut self, db: &mut dyn Connection) -> Result<(), StoreError> {
        self.result = Some((self.work)(db)?);
        Ok(())
    }

    /// Sends the result of the last run to the caller, or the error that
    /// followed it.
    pub(super) fn reply(self, done: Result<(), StoreError>) {
        let result = done.and_then(|()| self.result.ok_or(StoreError::Panicked));
        let sent = self.reply.send(result);
        sent.ignore("the caller is gone, and the work is done");
    }
}
