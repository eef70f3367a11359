//! The policy and the limits of the server, and its backups.

use serde::{Deserialize, Serialize};

use crate::TournamentPolicy;

/// Who may create an account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SignUpPolicy {
    /// Everybody.
    Open,
    /// People with an invitation link.
    Invitation,
    /// Nobody.
    Closed,
}

impl SignUpPolicy {
    /// All of them.
    pub const ALL: [SignUpPolicy; 3] = [
        SignUpPolicy::Open,
        SignUpPolicy::Invitation,
        SignUpPolicy::Closed,
    ];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            SignUpPolicy::Open => "open",
            SignUpPolicy::Invitation => "invitation",
            SignUpPolicy::Closed => "closed",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<SignUpPolicy> {
        SignUpPolicy::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// Who may use the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ServerPolicy {
    /// Who may create an account.
    pub sign_up: SignUpPolicy,
    /// Whether people may play without an account.
    pub guests: bool,
    /// Who may create tournaments.
    #[serde(default)]
    pub tournaments: TournamentPolicy,
    /// The names of the accounts that may create tournaments, if only organizers may:
    /// at most 200.
    #[serde(default)]
    pub organizers: Vec<String>,
}

/// The server as its administrators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ServerView {
    /// The version of the program.
    pub version: String,
    /// `sqlite` or `postgres`.
    pub database: String,
    /// The number of games in memory.
    pub games_in_memory: usize,
    /// Who may use the server.
    pub policy: ServerPolicy,
    /// What one address may do.
    pub limits: Limits,
    /// The limits set by the options with which the server was started. They are in
    /// force unless an administrator has set others.
    pub limits_at_start: Limits,
}

/// What one address may do; 0 means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Connections at once, except WebSockets. Not counted behind a proxy.
    pub connections: u32,
    /// WebSockets at once.
    pub sockets: u32,
    /// Games in progress that were created from the address. The same number limits how
    /// much it may create per minute: games, guests, accounts and the like, counted
    /// together.
    pub games: u32,
    /// Requests per minute; a quarter of them may come at once.
    pub requests: u32,
    /// Messages per minute on one WebSocket.
    pub frames: u32,
    /// Wrong passwords per hour.
    pub passwords: u32,
    /// Chat messages per minute, for each player.
    pub chat: u32,
}

impl Limits {
    /// The smallest limits that can be set: with these, administrators can still use the
    /// administration page to change them.
    pub const SMALLEST: Limits = Limits {
        connections: 16,
        sockets: 4,
        games: 1,
        requests: 120,
        frames: 60,
        passwords: 3,
        chat: 1,
    };

    /// Returns the name and the value of each limit.
    #[must_use]
    pub fn each(&self) -> [(&'static str, u32); 7] {
        [
            ("connections", self.connections),
            ("sockets", self.sockets),
            ("games", self.games),
            ("requests", self.requests),
            ("frames", self.frames),
            ("passwords", self.passwords),
            ("chat", self.chat),
        ]
    }

    /// Returns the limit with this name.
    #[must_use]
    pub fn by_name(&mut self, name: &str) -> Option<&mut u32> {
        match name {
            "connections" => Some(&mut self.connections),
            "sockets" => Some(&mut self.sockets),
            "games" => Some(&mut self.games),
            "requests" => Some(&mut self.requests),
            "frames" => Some(&mut self.frames),
            "passwords" => Some(&mut self.passwords),
            "chat" => Some(&mut self.chat),
            _ => None,
        }
    }

    /// Returns the name of the first limit that is too small, and its smallest allowed value.
    #[must_use]
    pub fn too_small(&self) -> Option<(&'static str, u32)> {
        let pairs = self.each().into_iter().zip(Limits::SMALLEST.each());
        let mut small = pairs.filter(|((_, value), (_, least))| *value > 0 && value < least);
        small.next().map(|((name, _), (_, least))| (name, least))
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 512,
            sockets: 64,
            games: 100,
            requests: 1_200,
            frames: 600,
            passwords: 30,
            chat: 20,
        }
    }
}

/// A copy of the database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BackupView {
    /// The path of the file on the server.
    pub file: String,
    /// Its size.
    pub bytes: u64,
}
