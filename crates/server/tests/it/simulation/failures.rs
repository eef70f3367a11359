//! Failures of the world, and sabotages of the server.

use super::random_source::RandomSource;

/// A failure while something is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreFailure {
    None,
    /// It is not stored, and the room receives an error.
    FailsBefore,
    /// It is stored, but the room receives an error.
    FailsAfter,
    /// It is not stored, and the node crashes.
    CrashesBefore,
    /// It is stored, and the node crashes.
    CrashesAfter,
}

impl StoreFailure {
    pub const ALL: [StoreFailure; 4] = [
        StoreFailure::FailsBefore,
        StoreFailure::FailsAfter,
        StoreFailure::CrashesBefore,
        StoreFailure::CrashesAfter,
    ];
}

/// When failures happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailurePlan {
    /// At random.
    AnyTime,
    /// Only this one, at this commit.
    At { commit: u64, failure: StoreFailure },
}

impl FailurePlan {
    pub fn at(commit: u64, failure: StoreFailure) -> FailurePlan {
        FailurePlan::At { commit, failure }
    }

    pub fn next(self, commit: u64, random: &mut RandomSource) -> StoreFailure {
        match self {
            FailurePlan::AnyTime if random.one_in(8) => *random.pick(&StoreFailure::ALL),
            FailurePlan::At {
                commit: planned,
                failure,
            } if planned == commit => failure,
            _ => StoreFailure::None,
        }
    }
}

/// A way in which a sabotaged server breaks its promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sabotage {
    None,
    /// It acknowledges before it stores.
    AnnouncesBeforeStoring,
    /// It announces without storing.
    AnnouncesWithoutStoring,
    /// It takes a failure of the store for a success.
    IgnoresFailure,
    /// It takes an event that another node stored for its own.
    IgnoresConflict,
    /// It continues after a failure as if nothing was stored.
    ContinuesAfterFailure,
    /// It loads a game without the commands that were carried out.
    ForgetsCommands,
    /// It does not store command ids.
    StoresNoCommand,
    /// It stores the events of a command twice.
    StoresTwice,
    /// Its store accepts two events of the same number.
    Overwrites,
    /// Its store loses the last event in a crash.
    LosesLastEvent,
    /// Its store keeps only half of the events of a command.
    StoresHalf,
    /// Clients that resume miss an event.
    SkipsEventWhenResuming,
    /// Clients that resume get no events.
    ResumesWithoutEvents,
    /// It does not answer a repeated command.
    NeverAcknowledges,
    /// It sends the legal moves to everyone.
    SendsLegalMovesToAll,
    /// Flags never fall.
    NeverTicks,
    /// Clocks run while nothing can be stored.
    ClocksRunInOutage,
    /// Clocks do not stop when a move cannot be stored, only when the time cannot.
    ClocksStopLate,
    /// Clocks run as soon as the store is back.
    ClocksRunAtOnce,
    /// It refuses a move that is sent again after an outage, as if it came too late.
    RefusesMoveSentAgain,
    /// It refuses commands without knowing what other nodes have stored.
    RefusesWithoutAsking,
    /// It shows the game without knowing what other nodes have stored.
    ShowsWithoutAsking,
    /// It never notices that a message of another node was lost.
    NeverCompares,
    /// It applies what another node tells although something before it is missing.
    IgnoresGaps,
    /// It applies what another node tells although it is known.
    AppliesTwice,
    /// It does not tell the other nodes what it stores, nor compares with the store.
    NeverPublishes,
    /// It believes that the deadline in the row is early, whatever another node has saved.
    TrustsSavedRow,
    /// Players whose connections it ends do not get the time back.
    ForgetsInterruptions,
    /// Players whose connections it ends get the time as often as they come back.
    GivesBackTwice,
    /// Flags fall whether or not a player is interrupted.
    EndsInterruptedGames,
}

impl Sabotage {
    pub const ALL: [Sabotage; 30] = [
        Sabotage::AnnouncesBeforeStoring,
        Sabotage::AnnouncesWithoutStoring,
        Sabotage::IgnoresFailure,
        Sabotage::IgnoresConflict,
        Sabotage::ContinuesAfterFailure,
        Sabotage::ForgetsCommands,
        Sabotage::StoresNoCommand,
        Sabotage::StoresTwice,
        Sabotage::Overwrites,
        Sabotage::LosesLastEvent,
        Sabotage::StoresHalf,
        Sabotage::SkipsEventWhenResuming,
        Sabotage::ResumesWithoutEvents,
        Sabotage::NeverAcknowledges,
        Sabotage::SendsLegalMovesToAll,
        Sabotage::NeverTicks,
        Sabotage::ClocksRunInOutage,
        Sabotage::ClocksStopLate,
        Sabotage::ClocksRunAtOnce,
        Sabotage::RefusesMoveSentAgain,
        Sabotage::RefusesWithoutAsking,
        Sabotage::ShowsWithoutAsking,
        Sabotage::NeverCompares,
        Sabotage::IgnoresGaps,
        Sabotage::AppliesTwice,
        Sabotage::NeverPublishes,
        Sabotage::TrustsSavedRow,
        Sabotage::ForgetsInterruptions,
        Sabotage::GivesBackTwice,
        Sabotage::EndsInterruptedGames,
    ];
}
