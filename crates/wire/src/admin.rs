//! Administration: players, bans, reports, links, the policy of the server.

use serde::{Deserialize, Serialize};

use crate::{SessionView, TournamentPolicy};

/// What the owner of an account may do on the server, the least first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AccountRole {
    /// Plays.
    #[default]
    Player,
    /// Handles reports, and bans and mutes players for a time.
    Moderator,
    /// Does everything.
    Administrator,
}

impl AccountRole {
    /// All of them.
    pub const ALL: [AccountRole; 3] = [
        AccountRole::Player,
        AccountRole::Moderator,
        AccountRole::Administrator,
    ];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            AccountRole::Player => "player",
            AccountRole::Moderator => "moderator",
            AccountRole::Administrator => "administrator",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<AccountRole> {
        AccountRole::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// What somebody may not do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BanKind {
    /// Play, watch over a connection, sign in or sign up.
    Ban,
    /// Write chat messages.
    Mute,
}

impl BanKind {
    /// All of them.
    pub const ALL: [BanKind; 2] = [BanKind::Ban, BanKind::Mute];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            BanKind::Ban => "ban",
            BanKind::Mute => "mute",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<BanKind> {
        BanKind::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// Why a player is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// They use an engine or help of others.
    Cheating,
    /// They insult, threaten or advertise.
    Chat,
    /// They let the clock run, or leave games.
    Stalling,
    /// Their name is offensive.
    Name,
    /// Something else; the text says what.
    Other,
}

impl ReportReason {
    /// All of them.
    pub const ALL: [ReportReason; 5] = [
        ReportReason::Cheating,
        ReportReason::Chat,
        ReportReason::Stalling,
        ReportReason::Name,
        ReportReason::Other,
    ];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ReportReason::Cheating => "cheating",
            ReportReason::Chat => "chat",
            ReportReason::Stalling => "stalling",
            ReportReason::Name => "name",
            ReportReason::Other => "other",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<ReportReason> {
        ReportReason::ALL.into_iter().find(|it| it.code() == code)
    }
}

/// What has become of a report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportState {
    /// Nobody has handled it.
    Open,
    /// Something was done about it.
    Handled,
    /// There was nothing to do about it.
    Dismissed,
}

impl ReportState {
    /// All of them.
    pub const ALL: [ReportState; 3] = [
        ReportState::Open,
        ReportState::Handled,
        ReportState::Dismissed,
    ];

    /// Returns its name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ReportState::Open => "open",
            ReportState::Handled => "handled",
            ReportState::Dismissed => "dismissed",
        }
    }

    /// Returns the one with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<ReportState> {
        ReportState::ALL.into_iter().find(|it| it.code() == code)
    }
}

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

/// That an account is closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClosedAccount {
    /// When it was closed, in milliseconds since 1970.
    pub at: u64,
    /// The reason, which the person sees.
    pub reason: String,
}

/// An account as its administrators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AdminPlayer {
    /// The name.
    pub name: String,
    /// The role.
    pub role: AccountRole,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, in milliseconds since 1970, accurate to an hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
    /// Set if it is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<ClosedAccount>,
    /// Whether it is banned at present.
    pub banned: bool,
    /// Whether it is muted at present.
    pub muted: bool,
}

/// A page of accounts, ordered by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AdminPlayerList {
    /// The accounts.
    pub players: Vec<AdminPlayer>,
    /// `after` for the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// All about an account that administrators may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AdminPlayerDetail {
    /// The account.
    #[serde(flatten)]
    pub player: AdminPlayer,
    /// The number of games, finished or not.
    pub games: u64,
    /// The sessions in which it is signed in.
    pub sessions: Vec<SessionView>,
    /// Its bans and mutes, the newest first.
    pub bans: Vec<BanView>,
    /// The latest reports about it, the newest first.
    pub reports: Vec<ReportView>,
    /// The latest administrative acts that concern it, the newest first.
    pub acts: Vec<AuditView>,
}

/// A change of an account; what is absent stays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayerChange {
    /// The new role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<AccountRole>,
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A request to close an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CloseAccount {
    /// The reason, which the person sees: at most 500 characters.
    pub reason: String,
}

/// A ban or mute to be created, of an account or of a range of addresses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// What they may not do.
    pub kind: BanKind,
    /// The name of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The addresses, such as `192.0.2.7` or `2001:db8::/32`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<String>,
    /// The reason, which the person sees: at most 500 characters.
    pub reason: String,
    /// When it ends, in milliseconds since 1970; never if absent. Moderators must give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// A ban or mute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BanView {
    /// The identifier with which it can be lifted.
    pub id: i64,
    /// What they may not do.
    pub kind: BanKind,
    /// The name of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The range of addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<String>,
    /// The reason, which the person sees.
    pub reason: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it ends, in milliseconds since 1970; never if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// When it was lifted, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifted: Option<u64>,
    /// Who created it; absent for the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A page of bans and mutes, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BanList {
    /// The bans and mutes.
    pub bans: Vec<BanView>,
    /// `before` for the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}

/// A report of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// Why they are reported.
    pub reason: ReportReason,
    /// What happened: at most 1,000 characters.
    #[serde(default)]
    pub text: String,
    /// The identifier of the game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// A report of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReportView {
    /// The identifier of the report.
    pub id: i64,
    /// Who reports.
    pub reporter: String,
    /// Who is reported.
    pub reported: String,
    /// The identifier of the game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Why they are reported.
    pub reason: ReportReason,
    /// What happened.
    pub text: String,
    /// When it was sent, in milliseconds since 1970.
    pub created: u64,
    /// What has become of it.
    pub state: ReportState,
    /// When it was handled, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handled: Option<u64>,
    /// Who handled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handled_by: Option<String>,
    /// What was noted about it.
    pub note: String,
}

/// A page of reports, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReportList {
    /// The reports.
    pub reports: Vec<ReportView>,
    /// `before` for the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}

/// What has become of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct HandleReport {
    /// The new state.
    pub state: ReportState,
    /// A note for the other moderators: at most 1,000 characters.
    #[serde(default)]
    pub note: String,
}

/// A chat message as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AdminChatLine {
    /// The identifier with which it can be deleted.
    pub id: i64,
    /// `players` or `watchers`.
    pub channel: String,
    /// The name of the author.
    pub name: String,
    /// When it was sent, in milliseconds since 1970.
    pub at: u64,
    /// The text.
    pub text: String,
}

/// A request to end a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EndGame {
    /// `1-0`, `1/2-1/2`, `0-1`, or `*` to abort the game.
    pub result: String,
    /// The reason, for the log of acts: at most 500 characters.
    pub reason: String,
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
    /// The limits of the options with which the server was started. They are in
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
    /// Games in progress that were created there, and games, guests and accounts
    /// that may be created in a minute.
    pub games: u32,
    /// Requests in a minute; a quarter of them may come at once.
    pub requests: u32,
    /// Messages in a minute on one WebSocket.
    pub frames: u32,
    /// Wrong passwords in an hour.
    pub passwords: u32,
    /// Chat messages in a minute, for each player.
    pub chat: u32,
}

impl Limits {
    /// The smallest limits that can be set: the page of the administration must
    /// still work for whoever sets them.
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

    /// Returns the first limit that is too small, and the least it can be.
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

/// An invitation to be created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    /// What its creator recognizes it by: at most 100 characters.
    #[serde(default)]
    pub label: String,
    /// For how many days it is valid: 1 to 365.
    pub days: u32,
    /// How many accounts can be created with it: 1 to 1,000.
    pub uses: u32,
}

/// An invitation that can still be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct InvitationView {
    /// The identifier with which it can be revoked.
    pub id: i64,
    /// What its creator recognizes it by.
    pub label: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
    /// How many accounts can still be created with it.
    pub remaining: u64,
    /// Who created it; absent for the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A link that was just created. It is shown only once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CreatedLink {
    /// The secret in the link.
    pub token: String,
    /// The path of the link on this server, with the secret.
    pub path: String,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
}

/// The secret of a link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkToken {
    /// What comes after `#` in the link.
    pub token: String,
}

/// A name and a password, to sign up.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SignUp {
    /// The user name: 2 to 20 letters, digits, `_` and `-`.
    pub name: String,
    /// The password: 8 to 200 characters.
    pub password: String,
    /// The secret of an invitation link, where one is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
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

/// An administrative act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AuditView {
    /// The number of the act; later ones have greater numbers.
    pub id: i64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// Who did it; absent for the command line and the server itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// What was done, such as `ban`.
    pub act: String,
    /// The account it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The identifier of the game it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What else is worth knowing, such as the reason.
    pub detail: String,
}

/// A page of administrative acts, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AuditList {
    /// The acts.
    pub acts: Vec<AuditView>,
    /// `before` for the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}
