//! Why something is not done, and how it is told over HTTP.

use std::time::Duration;

use arbiter_wire::{Problem, rules::InvalidInput};
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{
    people::accounts::Scope,
    store::{CreateAccountError, NameError, ParseCursorError, StoreError},
};

/// Why something that was asked over HTTP is not done. Each has its status and
/// its code in one place, [`Error::problem`].
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A room, the referee or the options say why.
    #[error("{}", .0.title)]
    Refused(Box<Problem>),
    /// What is asked about cannot be read.
    #[error("{error}")]
    Input {
        /// Which part of the request.
        field: &'static str,
        /// Why.
        error: InvalidInput,
    },
    /// The body is not what is expected.
    #[error("{title}")]
    Body {
        /// Which of the ways in which a body can be wrong.
        fault: BodyFault,
        /// What is wrong with it.
        title: String,
        /// Where in it.
        field: Option<String>,
    },
    /// The question after the path is not what is expected.
    #[error("{0}")]
    Query(String),
    /// The cursor of a list is none.
    #[error(transparent)]
    Cursor(#[from] ParseCursorError),
    /// This is not the name of a game.
    #[error("there is no such game: its name is ten letters and digits, look at the link again")]
    NoGame,
    /// There is nothing under this address.
    #[error("there is nothing at {0}: /v1 says what there is")]
    NoRoute(String),
    /// It cannot be asked in this way.
    #[error("{0} is not answered here: /v1 says what is")]
    NoMethod(String),
    /// Nobody is signed in.
    #[error("nobody is signed in here: sign in, or become a guest with POST /v1/guests")]
    SignedOut,
    /// The token is none, or none any more.
    #[error("this token is unknown, expired or revoked: make another")]
    UnknownToken,
    /// The token is not for this.
    #[error("this token may not do that: it needs the scope `{}`", .0.code())]
    MissingScope(Scope),
    /// A program cannot do this.
    #[error("this needs somebody who is signed in with a password: a token is not enough")]
    NeedsSession,
    /// A guest cannot do this.
    #[error("this needs an account: sign up first")]
    NeedsAccount,
    /// Who has an account does not need another.
    #[error("you have an account already: sign out first")]
    HasAccount,
    /// Name or password are wrong, and nobody is told which.
    #[error("the name or the password is wrong")]
    WrongPassword,
    /// The name cannot be one.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The name belongs to somebody.
    #[error("the name is taken: choose another")]
    NameTaken,
    /// The password cannot be one.
    #[error("a password has 8 to 200 characters")]
    PasswordLength,
    /// There is no player of this name.
    #[error("nobody is called {0:?} here")]
    NoPlayer(String),
    /// There is no such session or token of one's own.
    #[error("you have no such session or token: look at the list again")]
    NoToken,
    /// Nobody needs so many tokens.
    #[error("you have too many tokens and sessions: end some first")]
    TooManyTokens,
    /// There is no seat left.
    #[error("both seats are taken; you may watch")]
    SeatsTaken,
    /// A game is withdrawn by who made it, and only while it waits.
    #[error("only who made a game can withdraw it, and only while it waits for an opponent")]
    NotWithdrawn,
    /// This is answered over a WebSocket only.
    #[error("this is a WebSocket: connect to it with a client for WebSockets")]
    NoUpgrade,
    /// A page of somebody else asks on behalf of whoever looks at it.
    #[error("the request came from another site: open this server's own page")]
    CrossSite,
    /// Too much was asked from one address.
    #[error("too many requests from your address: try again in {} s", after.as_secs().max(1))]
    TooMany {
        /// When it may be asked again.
        after: Duration,
    },
    /// Too much is open at one address.
    #[error("too many {0} from your address at once: finish some first")]
    TooManyAtOnce(&'static str),
    /// All who could do it are busy.
    #[error("too much waits for an answer: try again in a moment")]
    Busy,
    /// The store failed.
    #[error("the database does not answer: try again in a moment")]
    Store(#[from] StoreError),
    /// There is a defect.
    #[error("the server made a mistake; it has been noted")]
    Defect,
}

/// In which way a body is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyFault {
    /// It is not JSON at all.
    Syntax,
    /// It is JSON that means something else.
    Meaning,
    /// It does not say that it is JSON.
    Kind,
    /// It does not say that it is text.
    NoText,
    /// It is too long.
    Length,
}

impl Error {
    /// How it is told. Every case has its place here.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let (status, code) = match self {
            Error::Refused(problem) => return (**problem).clone(),
            Error::Input { field, error } => {
                let mut problem = Problem::new(422, error.code, error.message.clone());
                problem.field = Some((*field).to_owned());
                problem.offset = error.offset;
                return problem;
            }
            Error::Body {
                fault,
                title,
                field,
            } => {
                let (status, code) = match fault {
                    BodyFault::Syntax => (400, "not_json"),
                    BodyFault::Meaning => (422, "invalid_body"),
                    BodyFault::Kind => (415, "json_needed"),
                    BodyFault::NoText => (415, "text_needed"),
                    BodyFault::Length => (413, "too_long"),
                };
                let mut problem = Problem::new(status, code, title.clone());
                problem.field.clone_from(field);
                return problem;
            }
            Error::Query(_) => (400, "invalid_query"),
            Error::Cursor(_) => (422, "invalid_cursor"),
            Error::NoGame => (404, "unknown_game"),
            Error::NoRoute(_) => (404, "not_found"),
            Error::NoMethod(_) => (405, "method_not_allowed"),
            Error::SignedOut => (401, "signed_out"),
            Error::UnknownToken => (401, "unknown_token"),
            Error::MissingScope(_) => (403, "missing_scope"),
            Error::NeedsSession => (403, "needs_session"),
            Error::NeedsAccount => (403, "needs_account"),
            Error::HasAccount => (409, "has_account"),
            Error::WrongPassword => (403, "wrong_password"),
            Error::Name(_) => (422, "invalid_name"),
            Error::NameTaken => (409, "name_taken"),
            Error::PasswordLength => (422, "invalid_password"),
            Error::NoPlayer(_) => (404, "unknown_player"),
            Error::NoToken => (404, "no_such_token"),
            Error::TooManyTokens => (409, "too_many_tokens"),
            Error::SeatsTaken => (409, "seats_taken"),
            Error::NotWithdrawn => (409, "not_withdrawn"),
            Error::NoUpgrade => (426, "upgrade_needed"),
            Error::CrossSite => (403, "cross_site"),
            Error::TooMany { .. } => (429, "too_many_requests"),
            Error::TooManyAtOnce(_) => (429, "too_many_at_once"),
            Error::Busy => (503, "busy"),
            Error::Store(_) => (503, "store_unavailable"),
            Error::Defect => (500, "defect"),
        };
        let mut problem = Problem::new(status, code, self.to_string());
        problem.field = match self {
            Error::Name(_) | Error::NameTaken => Some("name".to_owned()),
            Error::PasswordLength => Some("password".to_owned()),
            _ => None,
        };
        problem
    }

    /// After how many seconds it is worth another try.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Error::TooMany { after } => Some(after.as_secs().max(1)),
            Error::Busy | Error::Store(_) => Some(1),
            Error::Refused(problem) if problem.status == 503 => Some(1),
            _ => None,
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if let Error::Store(error) = &self {
            tracing::error!(%error, "the store failed");
        }
        let problem = self.problem();
        let status = StatusCode::from_u16(problem.status);
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        let mut response = (
            status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            [(header::CONTENT_TYPE, PROBLEM)],
            body,
        )
            .into_response();
        if let Some(seconds) = self.retry_after() {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if problem.status == 401 {
            let headers = response.headers_mut();
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// The kind of a body that says what went wrong.
pub const PROBLEM: &str = "application/problem+json";

impl From<Problem> for Error {
    fn from(problem: Problem) -> Error {
        Error::Refused(Box::new(problem))
    }
}

impl From<CreateAccountError> for Error {
    fn from(error: CreateAccountError) -> Error {
        match error {
            CreateAccountError::NameTaken => Error::NameTaken,
            CreateAccountError::NotAGuest => Error::HasAccount,
            CreateAccountError::Store(error) => Error::Store(error),
        }
    }
}
