use serde::{Deserialize, Serialize};

use crate::{AccountRole, ChatLine, GameSummary, PlayerView, SpeedRating};

/// A name and a password, to sign up or to sign in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The user name: 2 to 20 letters, digits, `_` and `-`.
    #[cfg_attr(feature = "descriptions", schema(example = "Ann"))]
    pub name: String,
    /// The password: 8 to 200 characters.
    pub password: String,
}

/// A change of password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The current password; empty if the account has none.
    pub old: String,
    /// The new password: 8 to 200 characters.
    pub new: String,
}

/// A confirmation with the current password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Password {
    /// The current password; empty if the account has none.
    pub password: String,
}

/// The answer to a sign-up or sign-in. A browser is recognized by the cookie that
/// comes with the response; a program sends the token as
/// `Authorization: Bearer …`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SignedIn {
    /// The player who is signed in.
    pub player: PlayerView,
    /// The token of the session. It is shown only once, and only to programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// The account of the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AccountView {
    /// The public view of the player.
    pub player: PlayerView,
    /// What the token of the request allows. A session allows everything.
    pub scopes: Vec<Scope>,
    /// What the account may do on the server.
    #[serde(default)]
    pub role: AccountRole,
    /// The confirmed email address. Absent if there is none, or the token is not a
    /// session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the account has a password. Absent if the caller has no account, or the
    /// token is not a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_password: Option<bool>,
    /// Whether its owner can sign in with the OpenID Connect provider of the server.
    /// Absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_linked: Option<bool>,
}

/// Where a browser goes to sign in with the OpenID Connect provider of the server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ProviderUrl {
    /// The URL.
    pub url: String,
}

/// What the OpenID Connect provider has sent with a browser.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ProviderAnswer {
    /// The code that the server exchanges for a proof of who the caller is.
    pub code: String,
    /// The state with which the attempt to sign in began.
    pub state: String,
    /// What follows the `#` in an invitation link, where the server needs one for new
    /// accounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// The answer to somebody who signs in with the OpenID Connect provider for the first
/// time, if their name at the provider is taken or invalid on this server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NameNeeded {
    /// The ticket with which the account can be created, within an hour.
    pub ticket: String,
    /// A name that is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// The name of an account that signs in with the OpenID Connect provider.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TicketSignUp {
    /// The ticket from `PUT /v1/session/provider`.
    pub ticket: String,
    /// The user name: 2 to 20 letters, digits, `_` and `-`.
    #[cfg_attr(feature = "descriptions", schema(example = "Ann"))]
    pub name: String,
    /// What follows the `#` in an invitation link, where the server needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// An account at an OpenID Connect provider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LinkedProvider {
    /// The provider.
    pub issuer: String,
    /// The account there.
    pub subject: String,
}

/// An email address for an account, with the current password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewEmail {
    /// The email address.
    #[cfg_attr(feature = "descriptions", schema(example = "ann@example.org"))]
    pub email: String,
    /// The current password.
    pub password: String,
}

/// A request to reset a forgotten password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ForgottenPassword {
    /// The user name, or the email address.
    #[cfg_attr(feature = "descriptions", schema(example = "Ann"))]
    pub account: String,
}

/// A new password instead of a forgotten one.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecoveredPassword {
    /// What follows the `#` in the link.
    pub token: String,
    /// The new password: 8 to 200 characters.
    pub password: String,
}

/// A browser or a program in which the player is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SessionView {
    /// The identifier with which the session can be ended.
    pub id: i64,
    /// The name that the browser or the program gives itself.
    pub label: String,
    /// When the session began, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, in milliseconds since 1970, accurate to an hour.
    pub seen: u64,
    /// Whether it is the session of this request.
    pub current: bool,
}

/// What a token allows a program to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Read what only its owner may see: the account and the games.
    Read,
    /// Act and chat in the games of its owner, and see the moves that the owner
    /// may play.
    Play,
    /// Create and join games, and look for opponents.
    Challenge,
    /// In the lichess API: play games as a person.
    #[serde(rename = "board:play")]
    BoardPlay,
    /// In the lichess API: play games as a bot.
    #[serde(rename = "bot:play")]
    BotPlay,
    /// In the lichess API: read challenges.
    #[serde(rename = "challenge:read")]
    ChallengeRead,
    /// In the lichess API: make, accept and decline challenges.
    #[serde(rename = "challenge:write")]
    ChallengeWrite,
    /// In the lichess API: read preferences, of which there are none.
    #[serde(rename = "preference:read")]
    PreferenceRead,
    /// In the lichess API: read the email address. No email address is ever returned.
    #[serde(rename = "email:read")]
    EmailRead,
}

/// A token to be created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// A label that says what the token is for: at most 100 characters.
    pub label: String,
    /// What the token allows.
    pub scopes: Vec<Scope>,
}

/// A token that lets a program act for the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TokenView {
    /// The identifier with which the token can be revoked.
    pub id: i64,
    /// The label that says what the token is for.
    pub label: String,
    /// What the token allows.
    pub scopes: Vec<Scope>,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, in milliseconds since 1970, accurate to an hour.
    pub used: u64,
}

/// What a program asks a player to allow, and where the browser is sent afterward. The
/// names are those of OAuth 2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewAuthorization {
    /// The name that the program gives itself.
    #[cfg_attr(feature = "descriptions", schema(example = "example.org"))]
    pub client_id: String,
    /// Where the browser goes with the code for the program.
    #[cfg_attr(feature = "descriptions", schema(example = "https://example.org/back"))]
    pub redirect_uri: String,
    /// The SHA-256 hash of the program's verifier, in base64url.
    pub code_challenge: String,
    /// The scopes of the lichess API that the program wants, separated by spaces.
    #[serde(default)]
    pub scope: String,
    /// A value that is passed back to the program unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// A token that was just created.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CreatedToken {
    /// The description of the token.
    #[serde(flatten)]
    pub view: TokenView,
    /// The token itself. It is shown only once.
    pub token: String,
}

/// Everything that the server stores about a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AccountExport {
    /// When the export was made, in milliseconds since 1970.
    pub exported: u64,
    /// The public view of the player.
    pub player: PlayerView,
    /// When the player was created, in milliseconds since 1970.
    pub created: u64,
    /// The confirmed email address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The accounts at OpenID Connect providers with which the player signs in.
    #[serde(default)]
    pub providers: Vec<LinkedProvider>,
    /// The ratings, one for each category in which the player has rated games.
    pub ratings: Vec<SpeedRating>,
    /// The sessions in which the player is signed in.
    pub sessions: Vec<SessionView>,
    /// The API tokens, without their secrets.
    pub tokens: Vec<TokenView>,
    /// The addresses of push services at which browsers of the player receive messages.
    #[serde(default)]
    pub push_endpoints: Vec<String>,
    /// The names of the players who are blocked.
    pub blocked: Vec<String>,
    /// The names of the players who are followed.
    pub following: Vec<String>,
    /// The reports that the player has written.
    pub reports: Vec<WrittenReport>,
    /// The chat messages of the player, the oldest first.
    pub chat: Vec<ChatLine>,
    /// The games of the player, the newest first.
    pub games: Vec<ExportedGame>,
}

/// A report about another player, as its author wrote it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct WrittenReport {
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The text.
    pub text: String,
}

/// A game in an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ExportedGame {
    /// The game as in lists.
    #[serde(flatten)]
    pub game: GameSummary,
    /// The path of the whole game as PGN on this server.
    pub pgn: String,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 9] = [
        Scope::Read,
        Scope::Play,
        Scope::Challenge,
        Scope::BoardPlay,
        Scope::BotPlay,
        Scope::ChallengeRead,
        Scope::ChallengeWrite,
        Scope::PreferenceRead,
        Scope::EmailRead,
    ];

    /// Returns the name of the scope.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Challenge => "challenge",
            Scope::BoardPlay => "board:play",
            Scope::BotPlay => "bot:play",
            Scope::ChallengeRead => "challenge:read",
            Scope::ChallengeWrite => "challenge:write",
            Scope::PreferenceRead => "preference:read",
            Scope::EmailRead => "email:read",
        }
    }

    /// Reports whether the scope is one of the lichess API.
    #[must_use]
    pub const fn is_of_lichess_api(self) -> bool {
        !matches!(self, Scope::Read | Scope::Play | Scope::Challenge)
    }

    /// Returns the scope with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.code() == code)
    }
}
