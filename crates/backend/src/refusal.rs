//! Why the server does not do what it was asked: one type for every layer.
//!
//! Decisions return a [`ServerRefusal`]. What clients see of it, a stable code
//! with an HTTP status and a sentence, is a [`arbiter_wire::Problem`]: [`ServerRefusal::problem`]
//! is the only place that makes one. `docs/errors.md` lists every [`Code`].

mod code;
mod problem;
mod response;
mod tournament;

use std::time::Duration;

use arbiter_game::Ending;
use arbiter_wire::{
    ActionError, OptionsError, Scope,
    rules::{Illegal, InvalidInput},
};

use crate::{
    base::{GameId, ParseAddressRangeError, WorkError, clock::utc},
    store::{AppendError, CreateAccountError, NameError, ParseCursorError, StaffError, StoreError},
};

pub use code::Code;
pub use response::{PROBLEM_TYPE, RefusalCode, RefusedCommand};
pub use tournament::TournamentRefusal;

/// The longest chat message, in characters.
pub const MAX_CHAT_CHARACTERS: usize = 200;
/// The longest command id, in characters.
pub const MAX_COMMAND_ID_CHARACTERS: usize = 40;
/// The most games that one WebSocket may follow.
pub const MAX_FOLLOWED_GAMES: usize = 64;
/// The most tournaments that one WebSocket may follow.
pub const MAX_FOLLOWED_TOURNAMENTS: usize = 4;
/// The most moves, with variations, of a PGN game that the server shows.
pub const MAX_PGN_MOVES: usize = 20_000;

/// Why the server does not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ServerRefusal {
    /// The referee refuses the action.
    #[error("{0}")]
    Referee(Box<arbiter_game::Refusal>),
    /// The move or square in an action cannot be read.
    #[error("{}", misread(.0))]
    Misread(Box<ActionError>),
    /// The options of a new game are invalid.
    #[error("{0}")]
    Options(Box<OptionsError>),
    /// A FEN cannot be read or played.
    #[error("{error}")]
    Input {
        /// The part of the request that holds it.
        field: &'static str,
        /// What is wrong with it.
        error: Box<InvalidInput>,
    },
    /// A move of the line to be analyzed is not legal.
    #[error("{}", .0.message)]
    IllegalMove(Box<Illegal>),

    /// No such game is stored.
    #[error("There is no game {0}. Please check the link.")]
    UnknownGame(GameId),
    /// The text cannot be the id of a game.
    #[error("There is no such game: a game id has ten letters and digits. Please check the link.")]
    InvalidGameId,
    /// The stored events do not replay to a game.
    #[error(
        "The record of this game is damaged ({0}). The server's operator can inspect it with \
         `arbiter db check`."
    )]
    CorruptGame(String),
    /// The command has no id, or one that is too long.
    #[error("A command needs an id of 1 to {MAX_COMMAND_ID_CHARACTERS} characters.")]
    InvalidCommandId,
    /// Another command had the same id.
    #[error("You have used this id for another command. Please choose a new id for each command.")]
    ReusedCommandId,
    /// The caller does not play in this game.
    #[error("Only the two players can do this.")]
    NotAPlayer,
    /// The command names the opponent's side.
    #[error("That is your opponent's side.")]
    NotYourSide,
    /// A seat is still free.
    #[error("The game has not started yet: it is waiting for an opponent.")]
    NotStarted,
    /// The command was meant for another position.
    #[error("The game has moved on (half-moves played: {ply}). Please look at the board again.")]
    Stale {
        /// The number of half-moves on the board.
        ply: u32,
    },
    /// Players may leave games of this speed.
    #[error(
        "There is nothing to claim: in a game without a clock or with days per move, players may \
         leave and come back."
    )]
    AbsenceAllowed,
    /// The opponent has not left.
    #[error("Your opponent has not left the game.")]
    OpponentPresent,
    /// The opponent left, but not long enough ago.
    #[error("Your opponent may still come back. Please wait {seconds} s.")]
    OpponentMayReturn {
        /// How long to wait.
        seconds: u64,
    },
    /// A rematch needs a finished game.
    #[error("The game is not over yet.")]
    NotOver,
    /// Both players have joined already.
    #[error("Both seats are taken. You can watch the game.")]
    SeatsTaken,
    /// The caller created the game, and cannot be the opponent as well.
    #[error("This is your own game. Send the link to your opponent.")]
    OwnGame,
    /// The start position is already decided.
    #[error("The game would already be over in this position: {0}.")]
    OverBeforeStart(Ending),
    /// The caller did not create the game, or it has started.
    #[error("Only the player who created a game can withdraw it, and only before it starts.")]
    NotWithdrawn,
    /// There are hints only in casual games against the computer.
    #[error("Hints are for casual games against the computer, when it is your turn.")]
    NoHints,
    /// The computer plays as many games as it can.
    #[error("The computer is playing too many games. Please try again in a minute.")]
    ComputerBusy,
    /// The computer has no such level.
    #[error("There is no level {0}. Levels go from 1 to 10.")]
    UnknownLevel(u8),
    /// Rated games need two different players with accounts.
    #[error(
        "A game against the computer or against yourself cannot be rated. Play a casual game \
         instead."
    )]
    NotRatable,
    /// The game can neither be shown to programs nor be played by them.
    #[error(
        "Bots play standard chess and Chess960 with sudden death, Fischer increment, days per move \
         or no clock."
    )]
    NotForBots,
    /// Bots play only those who have chosen them.
    #[error("Bots play by challenge only: challenge a player, or wait for a challenge.")]
    BotsNeedChallenge,
    /// The caller is a person, or a bot.
    #[error("{}", .0.message())]
    WrongAccount(AccountNeeded),
    /// Somebody has played with the account.
    #[error("This account has played games. Only an account without games can become a bot.")]
    HasPlayed,
    /// Guests have no rating.
    #[error("Rated games need an account. Sign up, or play a casual game.")]
    RatedNeedsAccount,

    /// The operator has switched chat off.
    #[error("Chat is disabled on this server.")]
    ChatDisabled,
    /// Nothing is left of the message that anyone could see.
    #[error("The message is empty.")]
    EmptyMessage,
    /// The chat message is too long.
    #[error("Your message has {0} characters; the limit is {MAX_CHAT_CHARACTERS}.")]
    MessageTooLong(usize),
    /// The caller chats too fast.
    #[error("You are sending messages too quickly. Please wait a moment.")]
    TooManyMessages,

    /// The seek was accepted, withdrawn or replaced.
    #[error("This challenge is no longer open.")]
    SeekGone,
    /// The caller posted the seek.
    #[error("This is your own challenge. Please wait for an opponent.")]
    OwnSeek,
    /// The caller has no such seek.
    #[error("You have no such challenge: it was accepted, withdrawn, or has expired.")]
    UnknownSeek,
    /// The lobby holds as many seeks as it can.
    #[error("The lobby is full. Accept an open challenge, or try again later.")]
    LobbyFull,

    /// The caller is not signed in.
    #[error("You are not signed in. Sign in, or get a guest token with POST /v1/guests.")]
    SignedOut,
    /// The account was deleted while its token was in use.
    #[error("This account no longer exists. Please sign in again.")]
    PlayerGone,
    /// The token is unknown, expired or revoked.
    #[error("Invalid token.")]
    UnknownToken,
    /// The token lacks a scope.
    #[error("This token does not have the scope `{}`.", .0.code())]
    MissingScope(Scope),
    /// An API token is not enough.
    #[error("This needs a session: sign in with a password. An API token is not enough.")]
    NeedsSession,
    /// Guests cannot do this.
    #[error("You need an account to do this. Please sign up first.")]
    NeedsAccount,
    /// The caller has an account already.
    #[error("You already have an account. Sign out first.")]
    HasAccount,
    /// Name or password is wrong; it is not revealed which.
    #[error("Wrong name or password.")]
    WrongPassword,
    /// The caller, or everybody at their address, is banned.
    #[error("You are banned: {reason}{}", until_text(*until))]
    Banned {
        /// The reason that a moderator gave.
        reason: String,
        /// When the ban ends, in milliseconds since 1970.
        until: Option<u64>,
    },
    /// The caller may not write chat messages.
    #[error("You cannot write messages: {reason}{}", until_text(*until))]
    Muted {
        /// The reason that a moderator gave.
        reason: String,
        /// When the mute ends, in milliseconds since 1970.
        until: Option<u64>,
    },
    /// The account was closed by an administrator.
    #[error("This account is closed: {0}")]
    AccountClosed(String),
    /// Nobody can sign up.
    #[error("New accounts cannot be created on this server.")]
    SignUpClosed,
    /// Signing up needs an invitation that can still be used.
    #[error("You need a valid invitation to create an account on this server.")]
    InvitationNeeded,
    /// Playing needs an account.
    #[error("You need an account on this server. Sign in or sign up.")]
    GuestsOff,
    /// The caller is neither moderator nor administrator.
    #[error("Only moderators and administrators can do this.")]
    NeedsModerator,
    /// The caller is no administrator.
    #[error("Only administrators can do this.")]
    NeedsAdministrator,
    /// A moderator wants to act on a moderator or an administrator.
    #[error("Only an administrator can do this to a moderator or an administrator.")]
    Outranked,
    /// The server would have no administrator left.
    #[error("This is the last administrator. Make someone else an administrator first.")]
    LastAdministrator,
    /// There is no such ban, report, message or invitation.
    #[error("There is no such entry.")]
    NoSuchEntry,
    /// Nobody can do this to themselves.
    #[error("You cannot do this to your own account.")]
    Yourself,
    /// The other player has blocked the caller, or the caller has blocked them.
    #[error("You cannot play or chat with this player: one of you has blocked the other.")]
    Blocked,
    /// The caller has blocked too many players.
    #[error("You have blocked too many players. Unblock some first.")]
    TooManyBlocks,
    /// The caller follows too many players.
    #[error("You follow too many players. Stop following some first.")]
    TooManyFollowed,
    /// The caller has no such challenge.
    #[error("There is no such challenge.")]
    UnknownChallenge,
    /// The challenge has been answered, or has expired.
    #[error("This challenge is no longer open.")]
    ChallengeGone,
    /// The caller has made too many challenges that are still open.
    #[error("You have too many open challenges. Withdraw some first.")]
    TooManyChallenges,
    /// Too many challenges wait for an answer of this player.
    #[error("This player has too many open challenges. Please try again later.")]
    ChallengedTooOften,
    /// A range of addresses cannot be read.
    #[error("This is not a range of addresses: {0}.")]
    AddressRange(#[from] ParseAddressRangeError),
    /// A field of an administrative request is wrong.
    #[error("{message}")]
    Field {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        message: &'static str,
    },
    /// A limit would lock people out.
    #[error("The limit of {limit} is too small. Enter 0 for no limit, or at least {least}.")]
    LimitTooSmall {
        /// The limit.
        limit: &'static str,
        /// The least it can be.
        least: u32,
    },
    /// The database cannot be copied by the server.
    #[error("The server can copy an SQLite database only. Use pg_dump for PostgreSQL.")]
    BackupUnsupported,
    /// The database was not copied.
    #[error("The database was not copied: {0}")]
    BackupFailed(String),
    /// The text cannot be a name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The name belongs to someone else.
    #[error("This name is taken. Please choose another.")]
    NameTaken,
    /// The text cannot be a password.
    #[error("A password must have 8 to 200 characters.")]
    PasswordLength,
    /// The password is a common one, or the name.
    #[error(
        "This password is too easy to guess. Please choose another, such as several unrelated \
         words."
    )]
    CommonPassword,
    /// The code with which a program fetches its token is not valid.
    #[error("The code is invalid or has expired, or the verifier does not belong to it.")]
    InvalidGrant,
    /// The link was used, replaced or has expired.
    #[error("This link is no longer valid. Please ask for a new one.")]
    InvalidLink,
    /// The text cannot be an email address.
    #[error("This is not an email address. An example of one is ann@example.org.")]
    InvalidEmail,
    /// The operator has not set up email.
    #[error("This server sends no email. Ask an administrator for a password reset link.")]
    NoMail,
    /// The operator has not set up a provider.
    #[error("On this server you can only sign in with a password.")]
    NoProvider,
    /// The provider does not answer.
    #[error("The sign-in service cannot be reached. Please try again in a moment.")]
    ProviderUnreachable,
    /// The provider does not confirm who the caller is.
    #[error("The sign-in service did not confirm who you are. Please try again.")]
    ProviderRefused,
    /// The answer of the provider proves nothing.
    #[error(
        "The answer of the sign-in service cannot be trusted. The log of this server says why."
    )]
    ProviderUntrusted,
    /// The answer of the provider has expired, or comes from the future.
    #[error(
        "The clocks of this server and of the sign-in service differ. The operator has to set them."
    )]
    ProviderClock,
    /// The caller has not begun to sign in, or a while ago.
    #[error("This attempt to sign in began in another browser or has expired. Please try again.")]
    AttemptExpired,
    /// Somebody else signs in with this account at the provider.
    #[error("Another player signs in with this account of the sign-in service.")]
    IdentityTaken,
    /// Nobody could sign in to the account afterward.
    #[error("Your account has no password. Please set one first.")]
    NeedsPassword,
    /// The engine has not looked at the position.
    #[error("No cloud evaluation available for that position.")]
    NoEvaluation,
    /// There is no player of this name.
    #[error("There is no player named {0:?}.")]
    UnknownPlayer(String),
    /// The caller has no such session or token.
    #[error("You have no such session or token.")]
    NoSuchToken,
    /// The caller has as many tokens as one may have.
    #[error("You have too many tokens and sessions. Please revoke some first.")]
    TooManyTokens,

    /// The body of a request is not what is expected.
    #[error("{message}")]
    Body {
        /// In which way it is wrong.
        fault: BodyFault,
        /// What is wrong with it.
        message: String,
        /// The field that is wrong.
        field: Option<String>,
    },
    /// The query string is not what is expected.
    #[error("Invalid query: {0}")]
    Query(String),
    /// The cursor of a list is invalid.
    #[error(transparent)]
    Cursor(#[from] ParseCursorError),
    /// The PGN text has no game of this number.
    #[error("There is no game {number} in the text: it has {count}.")]
    NoSuchGameNumber {
        /// The number asked for, from 1.
        number: usize,
        /// How many games the text has.
        count: usize,
    },
    /// The PGN game is too long.
    #[error("The game has more than {MAX_PGN_MOVES} moves. Please remove some variations.")]
    TooManyMoves,
    /// The server has nothing like it.
    #[error("{0}")]
    NotSupported(&'static str),
    /// There is no such path.
    #[error("There is nothing at {0}. See /v1 for the API.")]
    NoRoute(String),
    /// The path does not support this method.
    #[error("The method {0} is not allowed here. See /v1 for the API.")]
    NoMethod(String),
    /// The path answers WebSocket requests only.
    #[error("This is a WebSocket endpoint. Connect with a WebSocket client.")]
    UpgradeNeeded,
    /// A page of another site sent the request.
    #[error("The request came from another site. Please use this server's own page.")]
    CrossSite,
    /// The WebSocket message is binary.
    #[error("Messages must be text: JSON, as described in docs/protocol.md.")]
    NotText,
    /// The WebSocket message is too long.
    #[error("A message may have at most 16 KiB.")]
    FrameTooLong,
    /// The WebSocket message cannot be read.
    #[error("This is not a message of the protocol: {0}")]
    Unreadable(String),

    /// Too many WebSocket messages.
    #[error("Too many messages. Please wait a moment.")]
    TooManyFrames,
    /// The socket follows too many games.
    #[error("One connection can follow at most {MAX_FOLLOWED_GAMES} games. Leave one first.")]
    TooManyFollowedGames,
    /// The socket follows too many tournaments.
    #[error(
        "One connection can follow at most {MAX_FOLLOWED_TOURNAMENTS} tournaments. Leave one first."
    )]
    TooManyFollowedTournaments,
    /// Too many requests from one address.
    #[error("Too many requests. Please try again in {} s.", after.as_secs().max(1))]
    TooManyRequests {
        /// When the next request is allowed.
        after: Duration,
    },
    /// A tournament refuses it.
    #[error(transparent)]
    Tournament(#[from] TournamentRefusal),
    /// Too much is open at once from one address or by one player.
    #[error("You have too many {0}. Please finish or close some first.")]
    TooManyAtOnce(&'static str),
    /// All workers are busy and the queue is full.
    #[error("The server is busy. Please try again in a moment.")]
    Busy,
    /// The action was not saved, so it did not happen.
    #[error("This was not saved, so it did not happen. Please try again.")]
    NotSaved,
    /// The database failed.
    #[error("The database is not responding. Please try again in a moment.")]
    Store(#[from] StoreError),
    /// The server is shutting down.
    #[error("The server is restarting. Please try again in a moment.")]
    Stopping,
    /// The room of the game failed; the next message loads it again.
    #[error("Something went wrong with this game, and it is being reloaded. Please try again.")]
    RoomFailed,
    /// There is a bug in the server.
    #[error("Internal server error. It has been logged.")]
    Defect,
}

/// The kind of account that a request needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountNeeded {
    /// The account of a person.
    Person,
    /// The account of a bot.
    Bot,
}

impl AccountNeeded {
    const fn message(self) -> &'static str {
        match self {
            AccountNeeded::Person => "This endpoint cannot be used with a bot account.",
            AccountNeeded::Bot => "This endpoint can only be used with a bot account.",
        }
    }
}

/// In which way the body of a request is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyFault {
    /// It is not JSON.
    Syntax,
    /// It is JSON, but not of the expected shape.
    Shape,
    /// Its content type is not JSON.
    NotJson,
    /// Its content type is not text.
    NotText,
    /// It is too long.
    Length,
    /// It does not arrive in time.
    Slow,
}

/// Returns when a ban or mute ends, as the end of a sentence.
fn until_text(until: Option<u64>) -> String {
    until.map_or_else(String::new, |until| format!(" (until {})", utc(until)))
}

impl From<StaffError> for ServerRefusal {
    fn from(error: StaffError) -> ServerRefusal {
        match error {
            StaffError::UnknownPlayer | StaffError::NoSuchEntry => ServerRefusal::NoSuchEntry,
            StaffError::Outranked => ServerRefusal::Outranked,
            StaffError::LastAdministrator => ServerRefusal::LastAdministrator,
            StaffError::Yourself => ServerRefusal::Yourself,
            StaffError::NameTaken => ServerRefusal::NameTaken,
        }
    }
}

fn misread(misread: &ActionError) -> String {
    match misread {
        ActionError::Move(refusal) => refusal.to_string(),
        ActionError::Square(text) => format!("\"{text}\" is not a square. Squares are a1 to h8."),
    }
}

impl From<arbiter_game::Refusal> for ServerRefusal {
    fn from(refusal: arbiter_game::Refusal) -> ServerRefusal {
        ServerRefusal::Referee(Box::new(refusal))
    }
}

impl From<ActionError> for ServerRefusal {
    fn from(misread: ActionError) -> ServerRefusal {
        ServerRefusal::Misread(Box::new(misread))
    }
}

impl From<OptionsError> for ServerRefusal {
    fn from(error: OptionsError) -> ServerRefusal {
        ServerRefusal::Options(Box::new(error))
    }
}

impl From<AppendError> for ServerRefusal {
    fn from(_: AppendError) -> ServerRefusal {
        ServerRefusal::NotSaved
    }
}

impl From<WorkError> for ServerRefusal {
    fn from(error: WorkError) -> ServerRefusal {
        match error {
            WorkError::QueueFull => ServerRefusal::Busy,
            WorkError::Panicked => ServerRefusal::Defect,
        }
    }
}

impl From<CreateAccountError> for ServerRefusal {
    fn from(error: CreateAccountError) -> ServerRefusal {
        match error {
            CreateAccountError::NameTaken => ServerRefusal::NameTaken,
            CreateAccountError::NotAGuest => ServerRefusal::HasAccount,
            CreateAccountError::IdentityTaken => ServerRefusal::IdentityTaken,
            CreateAccountError::Store(error) => ServerRefusal::Store(error),
        }
    }
}
