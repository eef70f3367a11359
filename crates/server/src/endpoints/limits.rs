//! What one address may do, and what the server does at once.

mod budget;
mod rate;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

pub use budget::Budget;
pub use rate::{Rate, Rates};

use crate::{
    base::{Address, GameId, Limits},
    endpoints::error::Error,
    store::Store,
};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
/// Of so many addresses it is known which games were made from there.
const ADDRESSES: usize = 10_000;

/// Counts what addresses do, and says when it is enough.
#[derive(Debug)]
pub struct Limiter {
    /// Requests of any kind.
    pub requests: Rates,
    /// What leaves something behind: guests, games, tokens.
    pub makings: Rates,
    /// Passwords that are tried or made.
    pub passwords: Rates,
    /// Passwords that are hashed: each takes 19 MiB and a good part of a core.
    pub hashes: Budget,
    /// Questions about positions, which can take a second each.
    pub proofs: Budget,
    limits: Limits,
    sockets: Arc<Mutex<HashMap<Address, u32>>>,
    games: Mutex<HashMap<Address, Vec<GameId>>>,
}

/// A place for a socket. It is free again when this is dropped.
#[derive(Debug)]
pub struct Permit {
    address: Address,
    sockets: Arc<Mutex<HashMap<Address, u32>>>,
}

impl Limiter {
    /// Keeps these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Limiter {
        Limiter {
            requests: Rates::new(limits.requests, MINUTE),
            makings: Rates::new(limits.games, MINUTE),
            passwords: Rates::new(limits.passwords, HOUR),
            hashes: Budget::new(2, 32),
            proofs: Budget::new(2, 64),
            limits,
            sockets: Arc::default(),
            games: Mutex::default(),
        }
    }

    /// A place for one more socket.
    ///
    /// # Errors
    ///
    /// That there are too many from this address.
    pub fn socket(&self, address: Address) -> Result<Permit, Error> {
        let mut sockets = lock(&self.sockets);
        let count = sockets.entry(address).or_default();
        if self.limits.sockets > 0 && *count >= self.limits.sockets {
            return Err(Error::TooManyAtOnce("sockets"));
        }
        *count += 1;
        Ok(Permit {
            address,
            sockets: Arc::clone(&self.sockets),
        })
    }

    /// How many frames a new socket may send.
    #[must_use]
    pub fn frames(&self) -> Rate {
        Rate::new(self.limits.frames, MINUTE)
    }

    /// How much somebody may say.
    #[must_use]
    pub fn chat(&self) -> Rate {
        Rate::new(self.limits.chat, MINUTE)
    }

    /// Whether one more game may be made. Those that are over do not count.
    ///
    /// # Errors
    ///
    /// That there are too many from this address, or what the store says.
    pub async fn check_games(&self, address: Address, store: &Store) -> Result<(), Error> {
        let most = usize::try_from(self.limits.games).unwrap_or(usize::MAX);
        let made = lock(&self.games).get(&address).cloned().unwrap_or_default();
        if most == 0 || made.len() < most {
            return Ok(());
        }
        let under_way = store.unfinished_games(made).await?;
        let mut games = lock(&self.games);
        let made = games.entry(address).or_default();
        made.retain(|id| under_way.contains(id));
        if made.len() < most {
            return Ok(());
        }
        Err(Error::TooManyAtOnce("games"))
    }

    /// Notes that a game was made.
    pub fn note_game(&self, address: Address, id: GameId) {
        if self.limits.games == 0 {
            return;
        }
        let mut games = lock(&self.games);
        // Rather count anew than remember every address there ever was.
        if games.len() >= ADDRESSES {
            games.clear();
        }
        games.entry(address).or_default().push(id);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut sockets = lock(&self.sockets);
        if let Some(count) = sockets.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.address);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Counts are whole whatever happened to whoever held them.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_its_socket_has_gone() {
        let limiter = Limiter::new(Limits {
            sockets: 2,
            ..Limits::default()
        });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|it| Address::of(it.parse().unwrap()));
        let first = limiter.socket(one).unwrap();
        let _second = limiter.socket(one).unwrap();
        assert!(limiter.socket(one).is_err());
        assert!(limiter.socket(other).is_ok());
        drop(first);
        assert!(limiter.socket(one).is_ok());
    }
}
