/// What is fixed before an arena starts. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaSettings {
    /// The name of the arena.
    pub name: String,
    /// How long the arena lasts.
    pub duration_ms: u64,
    /// How long before the end the last games are paired.
    pub pairing_stop_ms: u64,
    /// How long the first of the waiting players waits for others, at most, before
    /// [`Arena::tick`](super::Arena::tick) pairs those who are there.
    pub wave_interval_ms: u64,
    /// Whether points count double after two wins in a row.
    pub has_streaks: bool,
    /// Whether players may give up half of their time for one more point.
    pub allows_berserk: bool,
}

impl ArenaSettings {
    /// Returns the usual settings: streaks and berserk, a wave of pairings after four
    /// seconds, none in the last half minute (of a short arena, in its last tenth).
    #[must_use]
    pub fn new(name: &str, duration_ms: u64) -> ArenaSettings {
        ArenaSettings {
            name: name.to_owned(),
            duration_ms,
            pairing_stop_ms: (duration_ms / 10).min(30_000),
            wave_interval_ms: 4_000,
            has_streaks: true,
            allows_berserk: true,
        }
    }
}
