//! The codes of the server's refusals.

/// Declares [`Code`] from one table, so that a code has one name and one status.
macro_rules! codes {
    ($($variant:ident $name:literal $status:literal,)*) => {
        /// A stable name for one reason why the server refuses, with its HTTP
        /// status. `docs/errors.md` says what each means and what to do.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "docs/errors.md explains every code")]
        pub enum Code {
            $($variant,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// Returns the name that clients see.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)*
                }
            }

            /// Returns the HTTP status.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self {
                    $(Code::$variant => $status,)*
                }
            }
        }
    };
}

codes! {
    InvalidGrant "invalid_grant" 400,
    InvalidQuery "invalid_query" 400,
    NotJson "not_json" 400,
    NotSupported "not_supported" 400,
    Unreadable "unreadable" 400,
    SignedOut "signed_out" 401,
    UnknownToken "unknown_token" 401,
    Banned "banned" 403,
    Muted "muted" 403,
    AccountClosed "account_closed" 403,
    SignUpClosed "sign_up_closed" 403,
    InvitationNeeded "invitation_needed" 403,
    GuestsOff "guests_off" 403,
    NeedsModerator "needs_moderator" 403,
    NeedsAdministrator "needs_administrator" 403,
    Outranked "outranked" 403,
    PlayerBlocked "player_blocked" 403,
    BotsNeedChallenge "bots_need_challenge" 403,
    WrongAccount "wrong_account" 403,
    NoSuchEntry "no_such_entry" 404,
    LastAdministrator "last_administrator" 409,
    Yourself "yourself" 409,
    TooManyBlocks "too_many_blocks" 409,
    TooManyFollowed "too_many_followed" 409,
    ChallengeGone "challenge_gone" 409,
    TooManyChallenges "too_many_challenges" 409,
    ChallengedTooOften "challenged_too_often" 409,
    UnknownChallenge "unknown_challenge" 404,
    UnknownTournament "unknown_tournament" 404,
    MayNotCreateTournaments "may_not_create_tournaments" 403,
    TooManyTournaments "too_many_tournaments" 409,
    NotArbiter "not_arbiter" 403,
    EntryClosed "entry_closed" 409,
    TournamentFull "tournament_full" 409,
    NotListed "not_listed" 403,
    RatingOutOfRange "rating_out_of_range" 403,
    AlreadyEntered "already_entered" 409,
    NotEntered "not_entered" 409,
    RemovedFromTournament "removed_from_tournament" 403,
    UnknownEntrant "unknown_entrant" 404,
    TournamentNotStarted "tournament_not_started" 409,
    TournamentStarted "tournament_started" 409,
    TournamentOver "tournament_over" 409,
    NoRoundWaits "no_round_waits" 409,
    RoundStarted "round_started" 409,
    NoBye "no_bye" 409,
    ResultsFromGames "results_from_games" 409,
    InvalidResult "invalid_result" 422,
    NoTournamentGame "no_tournament_game" 409,
    NoAbort "no_abort" 409,
    NoBotsInTournament "no_bots_in_tournament" 403,
    NoReport "no_report" 409,
    TournamentRules "tournament_rules" 409,
    BackupUnsupported "backup_unsupported" 409,
    InvalidAddressRange "invalid_address_range" 422,
    InvalidField "invalid_field" 422,
    LimitTooSmall "limit_too_small" 422,
    BackupFailed "backup_failed" 500,
    ChatOff "chat_off" 403,
    CrossSite "cross_site" 403,
    InvalidLink "invalid_link" 403,
    MissingScope "missing_scope" 403,
    NeedsAccount "needs_account" 403,
    NeedsSession "needs_session" 403,
    NoMail "no_mail" 403,
    NoProvider "no_provider" 403,
    ProviderRefused "provider_refused" 403,
    AttemptExpired "attempt_expired" 403,
    NotAPlayer "not_a_player" 403,
    NotYourSide "not_your_side" 403,
    WrongPassword "wrong_password" 403,
    NoEvaluation "no_evaluation" 404,
    NoSuchToken "no_such_token" 404,
    NotFound "not_found" 404,
    UnknownGame "unknown_game" 404,
    UnknownPlayer "unknown_player" 404,
    UnknownSeek "unknown_seek" 404,
    MethodNotAllowed "method_not_allowed" 405,
    HasAccount "has_account" 409,
    HasPlayed "has_played" 409,
    IdReused "id_reused" 409,
    IdentityTaken "identity_taken" 409,
    NeedsPassword "needs_password" 409,
    MayLeave "may_leave" 409,
    NameTaken "name_taken" 409,
    NoHints "no_hints" 409,
    NotOver "not_over" 409,
    NotStarted "not_started" 409,
    NotWithdrawn "not_withdrawn" 409,
    OpponentIsThere "opponent_is_there" 409,
    OpponentMayReturn "opponent_may_return" 409,
    OwnGame "own_game" 409,
    OwnSeek "own_seek" 409,
    SeatsTaken "seats_taken" 409,
    SeekGone "seek_gone" 409,
    Stale "stale" 409,
    TooManyTokens "too_many_tokens" 409,
    BodyTimeout "body_timeout" 408,
    TooLong "too_long" 413,
    JsonNeeded "json_needed" 415,
    NotText "not_text" 415,
    TextNeeded "text_needed" 415,
    BadCommandId "bad_command_id" 422,
    CommonPassword "common_password" 422,
    InvalidBody "invalid_body" 422,
    InvalidCursor "invalid_cursor" 422,
    InvalidEmail "invalid_email" 422,
    InvalidName "invalid_name" 422,
    InvalidPassword "invalid_password" 422,
    MessageTooLong "message_too_long" 422,
    NoSuchGameNumber "no_such_game_number" 422,
    NoSuchLevel "no_such_level" 422,
    NotASquare "not_a_square" 422,
    NotRatable "not_ratable" 422,
    NotForBots "not_for_bots" 422,
    NothingSaid "nothing_said" 422,
    OverBeforeItBegins "over_before_it_begins" 422,
    TooManyMoves "too_many_moves" 422,
    UpgradeNeeded "upgrade_needed" 426,
    TooManyAtOnce "too_many_at_once" 429,
    TooManyFrames "too_many_frames" 429,
    TooManyGames "too_many_games" 429,
    TooManyLines "too_many_lines" 429,
    TooManyRequests "too_many_requests" 429,
    CorruptGame "corrupt_game" 500,
    Defect "defect" 500,
    ProviderUntrusted "provider_untrusted" 502,
    ProviderClock "provider_clock" 502,
    ProviderUnreachable "provider_unreachable" 503,
    Busy "busy" 503,
    ComputerBusy "computer_busy" 503,
    LobbyFull "lobby_full" 503,
    RoomBrokeDown "room_broke_down" 503,
    Stopping "stopping" 503,
    StoreUnavailable "store_unavailable" 503,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the rows of the table in `docs/errors.md`.
    fn documented() -> Vec<(String, u16)> {
        let text = include_str!("../../../../docs/errors.md");
        let rows = text.lines().filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split('|').map(str::trim);
            let name = cells.next()?.strip_suffix('`')?.to_owned();
            Some((name, cells.next()?.parse().ok()?))
        });
        rows.collect()
    }

    #[test]
    fn every_code_is_documented_with_its_status_and_no_other_is() {
        let mut expected: Vec<_> = Code::ALL
            .iter()
            .map(|code| (code.name().to_owned(), code.status()))
            .collect();
        let mut found = documented();
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn no_code_is_also_the_code_of_a_refused_move() {
        let refused_moves = include_str!("../../../wire/tests/fixtures/refusals.json");
        for code in Code::ALL.iter().filter(|&&code| code != Code::NotASquare) {
            let name = code.name();
            assert!(
                !refused_moves.contains(&format!("\"code\":\"{name}\"")),
                "{name}"
            );
        }
    }

    #[test]
    fn no_name_is_used_twice() {
        let names: std::collections::HashSet<_> = Code::ALL.iter().map(|it| it.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
