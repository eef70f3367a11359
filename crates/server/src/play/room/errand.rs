//! A move that takes its room along to the store.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Instant,
};

use super::{
    Act, Answer, Rest,
    rest::{Left, Loan},
    table::Decision,
    unavailable,
};
use crate::{
    base::GameId,
    store::{AppendError, Appended},
};

/// Something that is being stored, and whoever waits for it.
pub(super) struct Pending {
    pub decision: Box<Decision>,
    pub answer: Answer,
    /// The name of the command.
    pub id: String,
    pub received: Instant,
}

/// Lets a player move in the room of a game that rests: decide, store, tell.
/// The room goes to the store together with the move, and nobody has to wake
/// for it. Gives the move back if the room is in use.
pub(crate) async fn play(rest: &Arc<Rest>, act: Box<Act>) -> Result<(), Box<Act>> {
    let Some(loan) = Rest::lend(rest) else {
        return Err(act);
    };
    let id = loan.id;
    let Some(judged) = guarded(id, || loan.judge(*act)) else {
        return Ok(());
    };
    let Some(pending) = judged else {
        loan.give_back(Left::Nothing);
        return Ok(());
    };
    let app = Arc::clone(&loan.app);
    let append = pending.decision.to_append(id);
    let then = move |appended| {
        guarded(id, || loan.end(pending, appended));
    };
    app.store.append_then(append, then).await;
    Ok(())
}

/// A defect ends its room, and not whoever has met it.
fn guarded<T>(id: GameId, work: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.inspect_err(|_| note_breakdown(id)).ok()
}

/// Says that a room has met a defect and is no more.
pub(crate) fn note_breakdown(id: GameId) {
    tracing::error!(game = %id, "a room broke down");
    metrics::counter!("arbiter_rooms_broken_total").increment(1);
}

impl Loan {
    /// What is to be done when the move was stored, or was not.
    fn end(mut self, pending: Pending, appended: Result<Appended, AppendError>) {
        let appended = match appended {
            Ok(appended) => appended,
            Err(error) => {
                self.broken(&error);
                return pending.refuse(self.id);
            }
        };
        self.finish(pending, appended);
        if self.needs_task() {
            self.is_left_to_task = true;
            self.give_back(Left::Something);
        } else {
            self.consider();
            self.give_back(Left::Nothing);
        }
    }
}

impl Pending {
    pub(super) fn refuse(self, game: GameId) {
        self.answer.refuse(game, &self.id, unavailable());
    }
}
