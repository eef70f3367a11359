//! The jobs that wait for the threads of the store.

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
    Operation(Box<dyn Operation>),
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
pub(super) trait Operation: Send {
    /// Does the work and keeps its result.
    fn run(&mut self, db: &mut dyn Connection) -> Result<(), StoreError>;

    /// Sends the result of the last run to the caller, or the error that
    /// followed it.
    fn reply(self: Box<Self>, done: Result<(), StoreError>);
}

/// A closure as an [`Operation`].
pub(super) struct ClosureOperation<F, T> {
    work: F,
    result: Option<T>,
    reply: oneshot::Sender<Result<T, StoreError>>,
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

impl<F, T> ClosureOperation<F, T> {
    pub(super) const fn new(
        work: F,
        reply: oneshot::Sender<Result<T, StoreError>>,
    ) -> ClosureOperation<F, T> {
        ClosureOperation {
            work,
            result: None,
            reply,
        }
    }
}

impl<F, T> Operation for ClosureOperation<F, T>
where
    F: FnMut(&mut dyn Connection) -> Result<T, StoreError> + Send,
    T: Send,
{
    fn run(&mut self, db: &mut dyn Connection) -> Result<(), StoreError> {
        self.result = Some((self.work)(db)?);
        Ok(())
    }

    fn reply(self: Box<Self>, done: Result<(), StoreError>) {
        let ClosureOperation { result, reply, .. } = *self;
        let result = done.and_then(|()| result.ok_or(StoreError::Panicked));
        let sent = reply.send(result);
        sent.ignore("the caller is gone, and the work is done");
    }
}
