//! What clients see of a refusal: its code, with a status and a sentence.

use arbiter_wire::{ActionError, Command, Problem};

use super::{BodyFault, Code, ServerRefusal};

impl ServerRefusal {
    /// Returns the code of the refusal; none where the referee, the options or
    /// the rules have one of their own.
    #[must_use]
    pub const fn code(&self) -> Option<Code> {
        Some(match self {
            ServerRefusal::Referee(_)
            | ServerRefusal::Options(_)
            | ServerRefusal::Input { .. }
            | ServerRefusal::IllegalMove(_) => return None,
            ServerRefusal::Misread(misread) => match **misread {
                ActionError::Move(_) => return None,
                ActionError::Square(_) => Code::NotASquare,
            },
            ServerRefusal::UnknownGame(_) | ServerRefusal::InvalidGameId => Code::UnknownGame,
            ServerRefusal::CorruptGame(_) => Code::CorruptGame,
            ServerRefusal::InvalidCommandId => Code::BadCommandId,
            ServerRefusal::ReusedCommandId => Code::IdReused,
            ServerRefusal::NotAPlayer => Code::NotAPlayer,
            ServerRefusal::NotYourSide => Code::NotYourSide,
            ServerRefusal::NotStarted => Code::NotStarted,
            ServerRefusal::Stale { .. } => Code::Stale,
            ServerRefusal::AbsenceAllowed => Code::MayLeave,
            ServerRefusal::OpponentPresent => Code::OpponentIsThere,
            ServerRefusal::OpponentMayReturn { .. } => Code::OpponentMayReturn,
            ServerRefusal::NotOver => Code::NotOver,
            ServerRefusal::SeatsTaken => Code::SeatsTaken,
            ServerRefusal::OwnGame => Code::OwnGame,
            ServerRefusal::OverBeforeStart(_) => Code::OverBeforeItBegins,
            ServerRefusal::NotWithdrawn => Code::NotWithdrawn,
            ServerRefusal::NoHints => Code::NoHints,
            ServerRefusal::ComputerBusy => Code::ComputerBusy,
            ServerRefusal::UnknownLevel(_) => Code::NoSuchLevel,
            ServerRefusal::NotRatable => Code::NotRatable,
            ServerRefusal::NotForBots => Code::NotForBots,
            ServerRefusal::BotsNeedChallenge => Code::BotsNeedChallenge,
            ServerRefusal::WrongAccount(_) => Code::WrongAccount,
            ServerRefusal::HasPlayed => Code::HasPlayed,
            ServerRefusal::RatedNeedsAccount | ServerRefusal::NeedsAccount => Code::NeedsAccount,
            ServerRefusal::ChatDisabled => Code::ChatOff,
            ServerRefusal::EmptyMessage => Code::NothingSaid,
            ServerRefusal::MessageTooLong(_) => Code::MessageTooLong,
            ServerRefusal::TooManyMessages => Code::TooManyLines,
            ServerRefusal::SeekGone => Code::SeekGone,
            ServerRefusal::OwnSeek => Code::OwnSeek,
            ServerRefusal::UnknownSeek => Code::UnknownSeek,
            ServerRefusal::LobbyFull => Code::LobbyFull,
            ServerRefusal::SignedOut | ServerRefusal::PlayerGone => Code::SignedOut,
            ServerRefusal::UnknownToken => Code::UnknownToken,
            ServerRefusal::MissingScope(_) => Code::MissingScope,
            ServerRefusal::NeedsSession => Code::NeedsSession,
            ServerRefusal::HasAccount => Code::HasAccount,
            ServerRefusal::WrongPassword => Code::WrongPassword,
            ServerRefusal::Banned { .. } => Code::Banned,
            ServerRefusal::Muted { .. } => Code::Muted,
            ServerRefusal::AccountClosed(_) => Code::AccountClosed,
            ServerRefusal::SignUpClosed => Code::SignUpClosed,
            ServerRefusal::InvitationNeeded => Code::InvitationNeeded,
            ServerRefusal::GuestsOff => Code::GuestsOff,
            ServerRefusal::NeedsModerator => Code::NeedsModerator,
            ServerRefusal::NeedsAdministrator => Code::NeedsAdministrator,
            ServerRefusal::Outranked => Code::Outranked,
            ServerRefusal::LastAdministrator => Code::LastAdministrator,
            ServerRefusal::NoSuchEntry => Code::NoSuchEntry,
            ServerRefusal::Yourself => Code::Yourself,
            ServerRefusal::Blocked => Code::PlayerBlocked,
            ServerRefusal::TooManyBlocks => Code::TooManyBlocks,
            ServerRefusal::TooManyFollowed => Code::TooManyFollowed,
            ServerRefusal::UnknownChallenge => Code::UnknownChallenge,
            ServerRefusal::ChallengeGone => Code::ChallengeGone,
            ServerRefusal::TooManyChallenges => Code::TooManyChallenges,
            ServerRefusal::ChallengedTooOften => Code::ChallengedTooOften,
            ServerRefusal::Tournament(refusal) => refusal.code(),
            ServerRefusal::AddressRange(_) => Code::InvalidAddressRange,
            ServerRefusal::Field { .. } => Code::InvalidField,
            ServerRefusal::LimitTooSmall { .. } => Code::LimitTooSmall,
            ServerRefusal::BackupUnsupported => Code::BackupUnsupported,
            ServerRefusal::BackupFailed(_) => Code::BackupFailed,
            ServerRefusal::Name(_) => Code::InvalidName,
            ServerRefusal::NameTaken => Code::NameTaken,
            ServerRefusal::PasswordLength => Code::InvalidPassword,
            ServerRefusal::CommonPassword => Code::CommonPassword,
            ServerRefusal::InvalidGrant => Code::InvalidGrant,
            ServerRefusal::InvalidLink => Code::InvalidLink,
            ServerRefusal::InvalidEmail => Code::InvalidEmail,
            ServerRefusal::NoMail => Code::NoMail,
            ServerRefusal::NoProvider => Code::NoProvider,
            ServerRefusal::ProviderUnreachable => Code::ProviderUnreachable,
            ServerRefusal::ProviderRefused => Code::ProviderRefused,
            ServerRefusal::ProviderUntrusted => Code::ProviderUntrusted,
            ServerRefusal::ProviderClock => Code::ProviderClock,
            ServerRefusal::AttemptExpired => Code::AttemptExpired,
            ServerRefusal::IdentityTaken => Code::IdentityTaken,
            ServerRefusal::NeedsPassword => Code::NeedsPassword,
            ServerRefusal::NoEvaluation => Code::NoEvaluation,
            ServerRefusal::UnknownPlayer(_) => Code::UnknownPlayer,
            ServerRefusal::NoSuchToken => Code::NoSuchToken,
            ServerRefusal::TooManyTokens => Code::TooManyTokens,
            ServerRefusal::Body { fault, .. } => match fault {
                BodyFault::Syntax => Code::NotJson,
                BodyFault::Shape => Code::InvalidBody,
                BodyFault::NotJson => Code::JsonNeeded,
                BodyFault::NotText => Code::TextNeeded,
                BodyFault::Length => Code::TooLong,
                BodyFault::Slow => Code::BodyTimeout,
            },
            ServerRefusal::Query(_) => Code::InvalidQuery,
            ServerRefusal::Cursor(_) => Code::InvalidCursor,
            ServerRefusal::NoSuchGameNumber { .. } => Code::NoSuchGameNumber,
            ServerRefusal::TooManyMoves => Code::TooManyMoves,
            ServerRefusal::NotSupported(_) => Code::NotSupported,
            ServerRefusal::NoRoute(_) => Code::NotFound,
            ServerRefusal::NoMethod(_) => Code::MethodNotAllowed,
            ServerRefusal::UpgradeNeeded => Code::UpgradeNeeded,
            ServerRefusal::CrossSite => Code::CrossSite,
            ServerRefusal::NotText => Code::NotText,
            ServerRefusal::FrameTooLong => Code::TooLong,
            ServerRefusal::Unreadable(_) => Code::Unreadable,
            ServerRefusal::TooManyFrames => Code::TooManyFrames,
            ServerRefusal::TooManyFollowedGames | ServerRefusal::TooManyFollowedTournaments => {
                Code::TooManyGames
            }
            ServerRefusal::TooManyRequests { .. } => Code::TooManyRequests,
            ServerRefusal::TooManyAtOnce(_) => Code::TooManyAtOnce,
            ServerRefusal::Busy => Code::Busy,
            ServerRefusal::NotSaved | ServerRefusal::Store(_) => Code::StoreUnavailable,
            ServerRefusal::Stopping => Code::Stopping,
            ServerRefusal::RoomFailed => Code::RoomBrokeDown,
            ServerRefusal::Defect => Code::Defect,
        })
    }

    /// Returns the refusal as clients see it, over HTTP and over WebSockets.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let mut problem = match self {
            ServerRefusal::Referee(refusal) => Problem::from(&**refusal),
            ServerRefusal::Options(error) => Problem::from(&**error),
            ServerRefusal::Input { error, .. } => {
                let mut problem = Problem::new(422, error.code, error.message.clone());
                problem.offset = error.offset;
                problem
            }
            ServerRefusal::IllegalMove(illegal) => {
                let mut problem = Problem::new(422, illegal.code, illegal.message.clone());
                problem.article = illegal.article.map(str::to_owned);
                problem.squares.clone_from(&illegal.squares);
                problem.cause = Some(Box::new(illegal.cause.clone()));
                problem
            }
            ServerRefusal::Misread(misread) => match &**misread {
                ActionError::Move(refusal) => Problem::from(refusal),
                ActionError::Square(_) => self.coded_problem(),
            },
            _ => self.coded_problem(),
        };
        match self {
            ServerRefusal::Banned { reason, until } | ServerRefusal::Muted { reason, until } => {
                problem.reason = Some(reason.clone());
                problem.until = *until;
            }
            ServerRefusal::AccountClosed(reason) => problem.reason = Some(reason.clone()),
            _ => {}
        }
        if let Some(field) = self.field() {
            problem.field = Some(field.to_owned());
        }
        problem
    }

    /// Returns the refusal of a command as clients see it: it names the command,
    /// and the move if there is one.
    #[must_use]
    pub fn problem_with(&self, command: &Command) -> Problem {
        let mut problem = self.problem();
        problem.command = Some(command.id.clone());
        problem.mv = command.action.move_text().map(str::to_owned);
        problem
    }

    fn coded_problem(&self) -> Problem {
        let code = self.code().unwrap_or(Code::Defect);
        Problem::new(code.status(), code.name(), self.to_string())
    }

    /// Returns the part of the request that the refusal is about.
    fn field(&self) -> Option<&str> {
        match self {
            ServerRefusal::Input { field, .. } => Some(field),
            ServerRefusal::IllegalMove(_) => Some("moves"),
            ServerRefusal::Body { field, .. } => field.as_deref(),
            ServerRefusal::Name(_) | ServerRefusal::NameTaken => Some("name"),
            ServerRefusal::PasswordLength | ServerRefusal::CommonPassword => Some("password"),
            ServerRefusal::AddressRange(_) => Some("addresses"),
            ServerRefusal::Field { field, .. } => Some(field),
            ServerRefusal::LimitTooSmall { limit, .. } => Some(limit),
            ServerRefusal::InvalidEmail => Some("email"),
            ServerRefusal::NoSuchGameNumber { .. } => Some("game"),
            _ => None,
        }
    }

    /// Reports whether the same request may succeed later without any change.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        self.code().is_some_and(|code| code.status() == 503)
    }

    /// Returns after how many seconds the request is worth another try.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            ServerRefusal::TooManyRequests { after } => Some(after.as_secs().max(1)),
            _ => self.is_temporary().then_some(1),
        }
    }
}
