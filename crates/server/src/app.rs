use crate::{Clock, Rooms, Settings, store::Store};

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
}
