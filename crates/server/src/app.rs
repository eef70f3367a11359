use crate::{
    base::{Clock, Settings, Stop},
    endpoints::limits::Limiter,
    people::{Lobby, accounts::Sessions},
    play::{Analysts, Computer, Hub, Rooms},
    store::Store,
};

/// All that the parts of a server share.
#[derive(Debug)]
pub struct App {
    /// How it runs.
    pub settings: Settings,
    /// What time it is.
    pub clock: Clock,
    /// Where everything is kept.
    pub store: Store,
    /// The games that are awake.
    pub rooms: Rooms,
    /// Where players can be reached.
    pub hub: Hub,
    /// Where strangers meet.
    pub lobby: Lobby,
    /// The computer as an opponent.
    pub computer: Computer,
    /// The engine for whoever studies.
    pub analysts: Analysts,
    /// The tokens with which somebody is here.
    pub sessions: Sessions,
    /// What one address may do.
    pub limits: Limiter,
    /// By which everything is told to stop, and waited for.
    pub stop: Stop,
}

impl App {
    /// A server that is about to run.
    #[must_use]
    pub fn new(settings: Settings, clock: Clock, store: Store) -> App {
        crate::base::metrics::start();
        App {
            computer: Computer::new(settings.engine_threads, clock.clone()),
            analysts: Analysts::new(settings.engine_threads, clock.clone()),
            limits: Limiter::new(settings.limits),
            sessions: Sessions::default(),
            settings,
            clock,
            store,
            rooms: Rooms::default(),
            hub: Hub::default(),
            lobby: Lobby::default(),
            stop: Stop::default(),
        }
    }
}
