use crate::{Clock, Settings};

/// All that the parts of a server share.
#[derive(Debug)]
pub struct App {
    /// How it runs.
    pub settings: Settings,
    /// What time it is.
    pub clock: Clock,
}
