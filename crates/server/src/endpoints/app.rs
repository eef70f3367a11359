use std::sync::Arc;

use tokio::sync::watch;

use super::limits::Limiter;
use crate::{
    base::{Bus, Clock, CutOff, Settings, Stop},
    people::{Accounts, Challenges, Lobby, Mailer, Moderation, Provider},
    play::{AnalysisQueue, Games},
    store::{Beat, Membership, ServerLock, Store},
    tournaments::Tournaments,
};

/// What all endpoints of a server share.
#[derive(Debug)]
pub struct App {
    /// The settings of the server.
    pub settings: Arc<Settings>,
    /// The clock of the server.
    pub clock: Clock,
    /// The database.
    pub store: Store,
    /// Tells that no more connections are accepted.
    pub closing: Stop,
    /// Knows whether clients should go to another node.
    pub cut_off: CutOff,
    /// Tells every task to stop, and waits for it.
    pub stop: Stop,
    /// All games.
    pub games: Arc<Games>,
    /// Guests, accounts and their tokens.
    pub accounts: Accounts,
    /// Sends email, if the operator has set it up.
    pub mailer: Option<Mailer>,
    /// Where else players have accounts, if the operator has set it up.
    pub provider: Option<Provider>,
    /// Open seeks.
    pub lobby: Lobby,
    /// Challenges to named players.
    pub challenges: Challenges,
    /// Tournaments.
    pub tournaments: Tournaments,
    /// Who may use the server.
    pub moderation: Moderation,
    /// The engine for everyone who studies.
    pub analysis: AnalysisQueue,
    /// What one address may do.
    pub limits: Limiter,
    /// Held while the database is copied.
    pub(crate) backups: tokio::sync::Mutex<()>,
    /// Keeps other servers from using the same database.
    pub(crate) lock: Option<ServerLock>,
    /// Keeps this node among those that share the database, and what it learns of them.
    pub(crate) membership: Option<(Membership, watch::Receiver<Option<Beat>>)>,
}

impl App {
    /// Returns a server that is about to start.
    #[must_use]
    pub fn new(settings: Settings, clock: Clock, store: Store) -> App {
        App::with_bus(settings, clock, store, Bus::InProcess)
    }

    /// Returns a server that is about to start as one of several nodes.
    #[must_use]
    pub fn with_bus(settings: Settings, clock: Clock, store: Store, bus: Bus) -> App {
        let settings = Arc::new(settings);
        let stop = Stop::default();
        let games = Arc::new(Games::new(
            Arc::clone(&settings),
            clock.clone(),
            store.clone(),
            bus,
            stop.clone(),
        ));
        let accounts = Accounts::new(store.clone());
        let lobby = Lobby::new(Arc::clone(&games));
        let challenges = Challenges::new(Arc::clone(&games));
        let sessions = accounts.sessions.clone();
        let mailer = settings.mail.as_ref().and_then(|mail| {
            let mailer = Mailer::new(mail, settings.public.as_deref());
            let mailer =
                mailer.inspect_err(|error| tracing::error!(%error, "email cannot be sent"));
            mailer.ok()
        });
        let provider = settings.provider.as_ref().and_then(|provider| {
            let provider = Provider::new(provider, settings.public.as_deref());
            let provider =
                provider.inspect_err(|error| tracing::error!(%error, "no provider can be used"));
            provider.ok()
        });
        App {
            mailer,
            provider,
            moderation: Moderation::new(Arc::clone(&games), lobby.clone(), sessions),
            accounts,
            lobby,
            challenges,
            tournaments: Tournaments::new(Arc::clone(&games)),
            analysis: AnalysisQueue::new(settings.engine_threads, clock.clone(), &games.bus),
            limits: Limiter::new(games.limits.clone()).with_bus(games.bus.clone()),
            lock: None,
            membership: None,
            backups: tokio::sync::Mutex::default(),
            closing: Stop::default(),
            cut_off: CutOff::default(),
            settings,
            clock,
            store,
            stop,
            games,
        }
    }
}
