//! What one address may do, and how much work the server does at once.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use crate::{
    base::{
        Address, Bus, ByteBudget, CurrentLimits, FairWorkLimit, GameId, KeyedRateLimit, LogLimit,
        PlayerId, RateLimit, Topic,
        metrics::{LimitName, METRICS},
    },
    refusal::ServerRefusal,
    store::Store,
};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
/// How many reports a player may send in an hour, and all players of an address.
const MAX_REPORTS: u32 = 20;
const MAX_REPORTS_OF_ADDRESS: u32 = 100;
/// How many challenges a player may make in an hour, and all players of an address.
const MAX_CHALLENGES: u32 = 60;
const MAX_CHALLENGES_OF_ADDRESS: u32 = 300;
/// How many requests of one address may send email. A class may be behind it.
const MAIL_PER_HOUR: u32 = 30;
/// How often a player may export everything about them.
const EXPORTS_PER_HOUR: u32 = 10;
/// The number of addresses for which the games created there are remembered.
const MAX_REMEMBERED_ADDRESSES: usize = 10_000;
/// How many questions about positions are answered at once, and how many of one
/// address may wait.
const QUESTIONS_AT_ONCE: usize = 2;
const MAX_WAITING_QUESTIONS: usize = 64;
/// How many pictures are drawn at once, and how many of one address may wait.
const PICTURES_AT_ONCE: usize = 1;
const MAX_WAITING_PICTURES: usize = 16;
/// How many bytes of the bodies of requests of one address may arrive or wait.
const MAX_BODY_BYTES_AT_ONCE: usize = 4 * 1024 * 1024;
/// How many bytes of long answers may wait for the clients at one address.
const MAX_ANSWER_BYTES_AT_ONCE: usize = 4 * 1024 * 1024;

/// Counts what addresses do, and refuses what is too much.
#[derive(Debug)]
pub struct Limiter {
    requests: KeyedRateLimit<Address>,
    creations: KeyedRateLimit<Address>,
    exports: KeyedRateLimit<PlayerId>,
    mail: KeyedRateLimit<Address>,
    wrong_passwords: KeyedRateLimit<Address>,
    reports: KeyedRateLimit<PlayerId>,
    reports_of_address: KeyedRateLimit<Address>,
    challenges: KeyedRateLimit<PlayerId>,
    challenges_of_address: KeyedRateLimit<Address>,
    /// Until when addresses with too many wrong passwords have to wait.
    locked_until: Mutex<HashMap<Address, Instant>>,
    /// Questions about positions that need no proof.
    pub questions: FairWorkLimit<Address>,
    /// Pictures of positions and games.
    pub pictures: FairWorkLimit<Address>,
    /// Bodies of requests that arrive or wait.
    pub bodies: ByteBudget,
    /// Long answers that are being sent.
    pub answers: ByteBudget,
    /// The limits in force.
    limits: CurrentLimits,
    /// Lets all nodes count wrong passwords.
    bus: Bus,
    /// TCP connections, except those that have become WebSockets.
    connections: ConnectionCounts,
    /// WebSockets.
    sockets: ConnectionCounts,
    games: Mutex<HashMap<Address, Vec<GameId>>>,
    /// How often the log says that an address has reached a limit.
    log_lines: KeyedRateLimit<(Address, LimitName)>,
    /// Lines about refusals in the log.
    pub refusal_lines: LogLimit<Address>,
}

/// How many connections each address has.
type ConnectionCounts = Arc<Mutex<HashMap<Address, u32>>>;

/// Counts as one connection until it is dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    address: Address,
    counts: ConnectionCounts,
}

impl Limiter {
    /// Returns a limiter with these limits.
    #[must_use]
    pub fn new(limits: CurrentLimits) -> Limiter {
        let at_first = limits.get();
        Limiter {
            requests: KeyedRateLimit::new(at_first.requests, MINUTE),
            // A class or a club may begin all at once, behind one address.
            creations: KeyedRateLimit::all_at_once(at_first.games, MINUTE),
            mail: KeyedRateLimit::all_at_once(MAIL_PER_HOUR, HOUR),
            exports: KeyedRateLimit::all_at_once(EXPORTS_PER_HOUR, HOUR),
            wrong_passwords: KeyedRateLimit::all_at_once(at_first.passwords, HOUR),
            reports: KeyedRateLimit::all_at_once(MAX_REPORTS, HOUR),
            reports_of_address: KeyedRateLimit::all_at_once(MAX_REPORTS_OF_ADDRESS, HOUR),
            challenges: KeyedRateLimit::all_at_once(MAX_CHALLENGES, HOUR),
            challenges_of_address: KeyedRateLimit::all_at_once(MAX_CHALLENGES_OF_ADDRESS, HOUR),
            locked_until: Mutex::default(),
            questions: FairWorkLimit::new("question", QUESTIONS_AT_ONCE, MAX_WAITING_QUESTIONS),
            pictures: FairWorkLimit::new("picture", PICTURES_AT_ONCE, MAX_WAITING_PICTURES),
            bodies: ByteBudget::new(MAX_BODY_BYTES_AT_ONCE),
            answers: ByteBudget::new(MAX_ANSWER_BYTES_AT_ONCE),
            limits,
            bus: Bus::InProcess,
            connections: Arc::default(),
            sockets: Arc::default(),
            games: Mutex::default(),
            log_lines: KeyedRateLimit::new(1, MINUTE),
            refusal_lines: LogLimit::default(),
        }
    }

    /// Returns a limiter that counts wrong passwords together with other nodes.
    #[must_use]
    pub fn with_bus(self, bus: Bus) -> Limiter {
        Limiter { bus, ..self }
    }

    /// Counts the wrong passwords that other nodes see, for as long as the server runs.
    pub async fn follow_nodes(&self) {
        let mut addresses = self.bus.follow(Topic::WrongPasswords).await;
        loop {
            let address = addresses.next().await;
            let text = str::from_utf8(&address).unwrap_or_default();
            if let Ok(address) = text.parse::<IpAddr>() {
                self.count_wrong_password(Address::of(address));
            }
        }
    }

    fn count_wrong_password(&self, address: Address) {
        self.wrong_passwords.set_count(self.limits.get().passwords);
        if let Err(after) = self.wrong_passwords.check(&address) {
            let until = Instant::now() + after;
            self.locked_until.lock().insert(address, until);
        }
    }

    /// Counts a request of any kind.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyRequests`] if it is one too many.
    pub fn check_request(&self, address: Address) -> Result<(), ServerRefusal> {
        self.requests.set_count(self.limits.get().requests);
        let checked = self.requests.check(&address);
        checked.map_err(|after| self.too_many(address, LimitName::Requests, after))
    }

    /// Counts a request that creates something: a guest, an account, a game, a
    /// token.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyRequests`] if it is one too many.
    pub fn check_creation(&self, address: Address) -> Result<(), ServerRefusal> {
        self.creations.set_count(self.limits.get().games);
        let checked = self.creations.check(&address);
        checked.map_err(|after| self.too_many(address, LimitName::Games, after))
    }

    /// Counts a report of a player.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyRequests`] if it is one too many.
    pub fn check_report(&self, player: PlayerId, address: Address) -> Result<(), ServerRefusal> {
        let checked = self.reports_of_address.check(&address);
        let checked = checked.and_then(|()| self.reports.check(&player));
        checked.map_err(|after| ServerRefusal::TooManyRequests { after })
    }

    /// Counts a challenge of a player.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyRequests`] if it is one too many.
    pub fn check_challenge(&self, player: PlayerId, address: Address) -> Result<(), ServerRefusal> {
        let checked = self.challenges_of_address.check(&address);
        let checked = checked.and_then(|()| self.challenges.check(&player));
        checked.map_err(|after| ServerRefusal::TooManyRequests { after })
    }

    /// Counts a request that sends email.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyRequests`] if it is one too many.
    pub fn check_mail(&self, address: Address) -> Result<(), ServerRefusal> {
        let checked = self.mail.check(&address);
        checked.map_err(|after| ServerRefusal::TooManyRequests { after })
    }

    /// Counts an export of everything about a player.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyRequests`] if it is one too many.
    pub fn check_export(&self, player: PlayerId) -> Result<(), ServerRefusal> {
        let checked = self.exports.check(&player);
        checked.map_err(|after| ServerRefusal::TooManyRequests { after })
    }

    /// Checks whether a password may be tried.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyRequests`] after too many wrong ones.
    pub fn check_password(&self, address: Address) -> Result<(), ServerRefusal> {
        let now = Instant::now();
        let mut locked_until = self.locked_until.lock();
        locked_until.retain(|_, until| *until > now);
        match locked_until.get(&address) {
            Some(until) => Err(self.too_many(address, LimitName::Passwords, *until - now)),
            None => Ok(()),
        }
    }

    /// Counts a password that was wrong, or a code that the provider refuses, and returns
    /// the result of trying it. What was right does not count.
    pub fn note_password<T>(
        &self,
        address: Address,
        tried: Result<T, ServerRefusal>,
    ) -> Result<T, ServerRefusal> {
        let is_wrong = matches!(
            tried,
            Err(ServerRefusal::WrongPassword | ServerRefusal::ProviderRefused)
        );
        if is_wrong {
            self.count_wrong_password(address);
            let message = || address.to_string().into_bytes();
            self.bus.publish(Topic::WrongPasswords, message);
        }
        tried
    }

    /// Counts one more TCP connection. Returns nothing if the address has too
    /// many.
    #[must_use]
    pub fn accept(&self, address: Address) -> Option<ConnectionPermit> {
        let permit =
            ConnectionPermit::take(&self.connections, address, self.limits.get().connections);
        if permit.is_none() {
            self.note_limit(address, LimitName::Connections);
        }
        permit
    }

    /// Counts one more WebSocket.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyAtOnce`] if the address has too many.
    pub fn connect(&self, address: Address) -> Result<ConnectionPermit, ServerRefusal> {
        ConnectionPermit::take(&self.sockets, address, self.limits.get().sockets).ok_or_else(|| {
            self.note_limit(address, LimitName::Sockets);
            ServerRefusal::TooManyAtOnce("open connections")
        })
    }

    /// Returns the limit of messages for a new WebSocket.
    #[must_use]
    pub fn messages(&self) -> RateLimit {
        RateLimit::new(self.limits.get().frames, MINUTE)
    }

    /// Checks whether one more game may be created. Finished games do not count.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyAtOnce`] if the address has too many.
    pub async fn check_games(&self, address: Address, store: &Store) -> Result<(), ServerRefusal> {
        let most = usize::try_from(self.limits.get().games).unwrap_or(usize::MAX);
        let created = self.games.lock().get(&address).cloned().unwrap_or_default();
        if most == 0 || created.len() < most {
            return Ok(());
        }
        let unfinished = store.unfinished_games(created).await?;
        let mut games = self.games.lock();
        let created = games.entry(address).or_default();
        created.retain(|id| unfinished.contains(id));
        if created.len() < most {
            return Ok(());
        }
        self.note_limit(address, LimitName::Games);
        Err(ServerRefusal::TooManyAtOnce("unfinished games"))
    }

    /// Notes that a game was created.
    pub fn note_game(&self, address: Address, id: GameId) {
        if self.limits.get().games == 0 {
            return;
        }
        let mut games = self.games.lock();
        // Forgetting all counts bounds the memory used.
        if games.len() >= MAX_REMEMBERED_ADDRESSES {
            games.clear();
        }
        games.entry(address).or_default().push(id);
    }

    fn too_many(&self, address: Address, limit: LimitName, after: Duration) -> ServerRefusal {
        self.note_limit(address, limit);
        ServerRefusal::TooManyRequests { after }
    }

    /// Counts what a limit refuses, and logs it now and then.
    fn note_limit(&self, address: Address, limit: LimitName) {
        METRICS.count_limit(limit);
        if self.log_lines.check(&(address, limit)).is_ok() {
            tracing::warn!(%address, limit = limit.as_str(), "limit reached");
        }
    }
}

impl ConnectionPermit {
    /// Returns the address of the connection.
    #[must_use]
    pub fn address(&self) -> Address {
        self.address
    }

    fn take(counts: &ConnectionCounts, address: Address, most: u32) -> Option<ConnectionPermit> {
        let mut count_of = counts.lock();
        let count = count_of.entry(address).or_default();
        if most > 0 && *count >= most {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit {
            address,
            counts: Arc::clone(counts),
        })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut count_of = self.counts.lock();
        if let Some(count) = count_of.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                count_of.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use arbiter_wire::Limits;

    use super::*;

    fn limiter(limits: Limits) -> Limiter {
        Limiter::new(CurrentLimits::new(limits))
    }

    #[test]
    fn wrong_passwords_count_and_right_ones_do_not() {
        let limiter = limiter(Limits {
            passwords: 2,
            ..Limits::default()
        });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|it| Address::of(it.parse().unwrap()));
        let attempt = |address, is_right: bool| {
            limiter.check_password(address)?;
            let tried = match is_right {
                true => Ok(()),
                false => Err(ServerRefusal::WrongPassword),
            };
            limiter.note_password(address, tried)
        };
        assert!((0..100).all(|_| attempt(one, true).is_ok()));
        for _ in 0..3 {
            let wrong = attempt(one, false);
            assert!(matches!(wrong, Err(ServerRefusal::WrongPassword)));
        }
        let locked = attempt(one, true);
        assert!(matches!(locked, Err(ServerRefusal::TooManyRequests { .. })));
        assert!(attempt(other, true).is_ok());
    }

    #[test]
    fn a_closed_connection_does_not_count() {
        let limiter = limiter(Limits {
            sockets: 2,
            ..Limits::default()
        });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|it| Address::of(it.parse().unwrap()));
        let first = limiter.connect(one).unwrap();
        let _second = limiter.connect(one).unwrap();
        assert!(limiter.connect(one).is_err());
        assert!(limiter.connect(other).is_ok());
        drop(first);
        assert!(limiter.connect(one).is_ok());
    }

    #[test]
    fn changed_limits_are_in_force_at_once() {
        let limits = CurrentLimits::new(Limits {
            games: 1,
            sockets: 1,
            ..Limits::default()
        });
        let limiter = Limiter::new(limits.clone());
        let address = Address::of("192.0.2.1".parse().unwrap());
        let _one = limiter.connect(address).unwrap();
        assert!(limiter.connect(address).is_err());
        assert!(limiter.check_creation(address).is_ok());
        assert!(limiter.check_creation(address).is_err());
        limits.set(Limits {
            games: 3,
            sockets: 2,
            ..Limits::default()
        });
        assert!(limiter.connect(address).is_ok());
        assert!((0..3).all(|_| limiter.check_creation(address).is_ok()));
        assert!(limiter.check_creation(address).is_err());
    }
}
