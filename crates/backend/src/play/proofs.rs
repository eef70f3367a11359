//! Proofs of who can still win, and other questions about positions that take
//! milliseconds: too long for the threads that serve everyone.

use std::{thread::available_parallelism, time::Instant};

use crate::base::{Address, FairWorkLimit, PlayerId, WorkError, metrics::METRICS};

/// How many proofs of one requester may wait.
const MAX_WAITING: usize = 8;

/// Who asks for a proof. Each gets a fair share of the time for proofs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofRequester {
    /// A client at this address, whoever it is: guests cost nothing.
    Address(Address),
    /// A player of a game in progress.
    Player(PlayerId),
}

/// The threads for proofs.
#[derive(Clone, Debug)]
pub struct Proofs(FairWorkLimit<ProofRequester>);

impl Proofs {
    /// Runs work when the turn of the requester comes.
    ///
    /// # Errors
    ///
    /// Returns [`WorkError`] if too much of this requester is waiting, or the work
    /// panics.
    pub async fn run<T: Send + 'static>(
        &self,
        requester: impl Into<ProofRequester>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.0.run(requester.into(), measured(work)).await
    }

    /// Runs work for a game in progress, which cannot continue without it, however
    /// much is waiting. A game has at most one such piece of work.
    ///
    /// # Errors
    ///
    /// Returns [`WorkError`] if the work panics.
    pub(super) async fn run_always<T: Send + 'static>(
        &self,
        requester: impl Into<ProofRequester>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.0.run_always(requester.into(), measured(work)).await
    }

    /// Returns how many proofs wait for a thread.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.waiting()
    }
}

impl From<Address> for ProofRequester {
    fn from(address: Address) -> ProofRequester {
        ProofRequester::Address(address)
    }
}

impl From<PlayerId> for ProofRequester {
    fn from(player: PlayerId) -> ProofRequester {
        ProofRequester::Player(player)
    }
}

impl Default for Proofs {
    fn default() -> Proofs {
        // The other half is left for games.
        let threads = available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
        Proofs(FairWorkLimit::new("proof", threads, MAX_WAITING))
    }
}

fn measured<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    move || {
        let began = Instant::now();
        let done = work();
        METRICS.proof_time.record(began.elapsed());
        done
    }
}
