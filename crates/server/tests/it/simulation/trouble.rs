//! What goes wrong with the world, and what can be wrong with a server.

use super::chance::Chance;

/// What goes wrong while something is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accident {
    None,
    /// It is not stored, and the room hears so.
    FailsBefore,
    /// It is stored, and the room hears that it is not.
    FailsAfter,
    /// It is not stored, and the node is no more.
    CrashesBefore,
    /// It is stored, and the node is no more.
    CrashesAfter,
}

impl Accident {
    pub const ALL: [Accident; 4] = [
        Accident::FailsBefore,
        Accident::FailsAfter,
        Accident::CrashesBefore,
        Accident::CrashesAfter,
    ];
}

/// When accidents happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// By chance.
    AnyTime,
    /// This one at this commit, and no other.
    At { commit: u64, accident: Accident },
}

impl Plan {
    pub fn at(commit: u64, accident: Accident) -> Plan {
        Plan::At { commit, accident }
    }

    pub fn next(self, commit: u64, chance: &mut Chance) -> Accident {
        match self {
            Plan::AnyTime if chance.one_in(8) => *chance.pick(&Accident::ALL),
            Plan::At {
                commit: planned,
                accident,
            } if planned == commit => accident,
            _ => Accident::None,
        }
    }
}

/// A server that breaks its promise in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sabotage {
    None,
    /// It acknowledges, and then stores.
    TellsBeforeStoring,
    /// It tells and does not store.
    TellsWithoutStoring,
    /// It takes a failure of the store for a success.
    IgnoresFailure,
    /// It takes an event that another node has stored for its own.
    IgnoresTheRace,
    /// It goes on after a failure as if nothing could have been stored.
    GoesOnAfterFailure,
    /// It wakes a game without the commands that were done.
    ForgetsCommands,
    /// It writes no command to the log.
    StoresNoCommand,
    /// It stores what one command did twice.
    StoresTwice,
    /// Its store lets a second event have the number of a first.
    Overwrites,
    /// Its store loses the last event in a crash.
    LosesTheLast,
    /// Its store keeps half of what one command did.
    StoresHalf,
    /// Whoever resumes misses an event.
    SkipsWhenResuming,
    /// Whoever resumes is told that nothing happened.
    ResumesWithNothing,
    /// It does not answer a command that had been done before.
    KeepsSilent,
    /// It tells everybody what the side to move may play.
    TellsLegalMovesToAll,
    /// Flags never fall.
    NeverLooks,
}

impl Sabotage {
    pub const ALL: [Sabotage; 16] = [
        Sabotage::TellsBeforeStoring,
        Sabotage::TellsWithoutStoring,
        Sabotage::IgnoresFailure,
        Sabotage::IgnoresTheRace,
        Sabotage::GoesOnAfterFailure,
        Sabotage::ForgetsCommands,
        Sabotage::StoresNoCommand,
        Sabotage::StoresTwice,
        Sabotage::Overwrites,
        Sabotage::LosesTheLast,
        Sabotage::StoresHalf,
        Sabotage::SkipsWhenResuming,
        Sabotage::ResumesWithNothing,
        Sabotage::KeepsSilent,
        Sabotage::TellsLegalMovesToAll,
        Sabotage::NeverLooks,
    ];
}
