use std::time::{Duration, Instant};

use arbiter_game::Span;

/// The round-trip time of a connection. The server measures it with pings, which
/// every WebSocket answers automatically; only the server knows the payload.
#[derive(Debug)]
pub struct Lag {
    began: Instant,
    /// When the last ping was sent, in microseconds after `began`.
    pinged: Option<u64>,
    mean: Option<Duration>,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag {
            began: Instant::now(),
            pinged: None,
            mean: None,
        }
    }
}

impl Lag {
    /// Returns what the next ping contains.
    pub fn start_ping(&mut self) -> u64 {
        let sent = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.pinged = Some(sent);
        sent
    }

    /// Counts the answer to the last ping, once. Reports whether it is one.
    pub fn note_pong(&mut self, payload: &[u8]) -> bool {
        let number = payload.try_into().ok().map(u64::from_le_bytes);
        let Some(sent) = self.pinged.filter(|_| number == self.pinged) else {
            return false;
        };
        self.pinged = None;
        let took = self
            .began
            .elapsed()
            .saturating_sub(Duration::from_micros(sent));
        self.mean = Some(self.mean.map_or(took, |mean| (mean * 3 + took) / 4));
        true
    }

    /// Returns the time that a move may be compensated for.
    pub fn span(&self) -> Span {
        let millis = self.mean.map_or(0, |mean| mean.as_millis());
        Span::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
    }
}
