use super::Code;

/// Why something is refused in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentRefusal {
    /// No such tournament is stored.
    #[error("There is no such tournament. Please check the link.")]
    Unknown,
    /// The policy of the server does not let the caller create tournaments.
    #[error("You may not create tournaments on this server.")]
    MayNotCreate,
    /// The organizer has too many tournaments that are not over.
    #[error("You have too many unfinished tournaments. Please finish some first.")]
    TooMany,
    /// The caller is neither the organizer nor a moderator.
    #[error("Only the arbiter of the tournament can do this.")]
    NotArbiter,
    /// Entry is closed.
    #[error("This tournament is closed for entry.")]
    EntryClosed,
    /// The tournament has as many players as it may have.
    #[error("The tournament is full.")]
    Full,
    /// The caller is not on the list of players.
    #[error("Only players on the organizer's list can enter.")]
    NotListed,
    /// The rating is too low or too high, or there is none.
    #[error("Your rating is not in the range of this tournament.")]
    Rating,
    /// The player has already entered.
    #[error("This player has already entered.")]
    AlreadyEntered,
    /// The player has not entered.
    #[error("You have not entered this tournament.")]
    NotEntered,
    /// The arbiter has removed the player.
    #[error("The arbiter has removed you from the tournament.")]
    Removed,
    /// No player has this number.
    #[error("There is no player {0}.")]
    UnknownEntrant(u32),
    /// The first round is not paired yet.
    #[error("The tournament has not started yet.")]
    NotStarted,
    /// The first round is already paired.
    #[error("The tournament has already started.")]
    Started,
    /// The tournament is over or was cancelled.
    #[error("The tournament is over.")]
    Over,
    /// There is no paired round that has not started.
    #[error("No paired round is waiting to start.")]
    NoRoundWaits,
    /// The games of the round have started.
    #[error("The games of this round have started.")]
    RoundStarted,
    /// The player may not have another bye.
    #[error(
        "You cannot have a half-point bye in the next round. You can take a zero-point bye instead."
    )]
    NoBye,
    /// Results come from the games on this server.
    #[error("Players enter results only in tournaments over the board.")]
    ResultsFromGames,
    /// The text is not a result.
    #[error("A result is 1-0, 1/2 or 0-1; an arbiter can also enter +-, -+ and --.")]
    InvalidResult,
    /// The player has no game to report.
    #[error("You have no game in this round, or its result is known.")]
    NoGame,
    /// A tournament game must have a result.
    #[error("A tournament game cannot be aborted. You can resign instead.")]
    NoAbort,
    /// The rules of the tournament refuse it.
    #[error("{0}")]
    Rules(arbiter_tournament::Refusal),
    /// The rules of the arena refuse it.
    #[error("{0}")]
    Arena(arbiter_tournament::arena::ArenaRefusal),
    /// The rules of the knockout refuse it.
    #[error("{0}")]
    Knockout(arbiter_tournament::knockout::KnockoutRefusal),
    /// The bracket of a knockout is fixed.
    #[error("The bracket of a knockout is fixed: there are no byes, and no round is paired again.")]
    FixedBracket,
    /// There are no penalties in a knockout, which has no points.
    #[error("A knockout has no penalties. You can correct the result of a game instead.")]
    NoPoints,
    /// Bots may not enter.
    #[error("Bots cannot enter this tournament.")]
    NoBots,
    /// Too much has changed already, by this player or in total.
    #[error("This tournament accepts no more changes from you. Please ask the arbiter.")]
    TooManyChanges,
    /// There is no report file of an arena or a knockout.
    #[error("Arenas and knockouts have no report file.")]
    NoReport,
    /// The action is about rounds, which an arena does not have.
    #[error("An arena has no rounds: players are paired whenever they are free.")]
    NotInArena,
}

impl TournamentRefusal {
    /// Returns the code of the refusal.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            TournamentRefusal::Unknown => Code::UnknownTournament,
            TournamentRefusal::MayNotCreate => Code::MayNotCreateTournaments,
            TournamentRefusal::TooMany => Code::TooManyTournaments,
            TournamentRefusal::NotArbiter => Code::NotArbiter,
            TournamentRefusal::EntryClosed => Code::EntryClosed,
            TournamentRefusal::Full => Code::TournamentFull,
            TournamentRefusal::NotListed => Code::NotListed,
            TournamentRefusal::Rating => Code::RatingOutOfRange,
            TournamentRefusal::AlreadyEntered => Code::AlreadyEntered,
            TournamentRefusal::NotEntered => Code::NotEntered,
            TournamentRefusal::Removed => Code::RemovedFromTournament,
            TournamentRefusal::UnknownEntrant(_) => Code::UnknownEntrant,
            TournamentRefusal::NotStarted => Code::TournamentNotStarted,
            TournamentRefusal::Started => Code::TournamentStarted,
            TournamentRefusal::Over => Code::TournamentOver,
            TournamentRefusal::NoRoundWaits => Code::NoRoundWaits,
            TournamentRefusal::RoundStarted => Code::RoundStarted,
            TournamentRefusal::NoBye => Code::NoBye,
            TournamentRefusal::ResultsFromGames => Code::ResultsFromGames,
            TournamentRefusal::InvalidResult => Code::InvalidResult,
            TournamentRefusal::NoGame => Code::NoTournamentGame,
            TournamentRefusal::NoAbort => Code::NoAbort,
            TournamentRefusal::Rules(_)
            | TournamentRefusal::Arena(_)
            | TournamentRefusal::Knockout(_)
            | TournamentRefusal::FixedBracket
            | TournamentRefusal::NoPoints
            | TournamentRefusal::NotInArena => Code::TournamentRules,
            TournamentRefusal::NoBots => Code::NoBotsInTournament,
            TournamentRefusal::TooManyChanges => Code::TooManyAtOnce,
            TournamentRefusal::NoReport => Code::NoReport,
        }
    }
}

impl From<arbiter_tournament::Refusal> for TournamentRefusal {
    fn from(refusal: arbiter_tournament::Refusal) -> TournamentRefusal {
        TournamentRefusal::Rules(refusal)
    }
}
