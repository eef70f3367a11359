//! Failures of the world, and sabotages of the server.

use super::chance::Chance;

/// A failure while something is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accident {
    None,
    /// It is not stored, and the room is told so.
    FailsBefore,
    /// It is stored, but the room is told that it is not.
    FailsAfter,
    /// It is not stored, and the node crashes.
    CrashesBefore,
    /// It is stored, and the node crashes.
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

/// When failures happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// At random.
    AnyTime,
    /// Only this one, at this commit.
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

/// A way in which a sabotaged server breaks its promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sabotage {
    None,
    /// It acknowledges before it stores.
    TellsBeforeStoring,
    /// It announces without storing.
    TellsWithoutStoring,
    /// It takes a failure of the store for a success.
    IgnoresFailure,
    /// It takes an event that another node stored for its own.
    IgnoresTheRace,
    /// It continues after a failure as if nothing was stored.
    GoesOnAfterFailure,
    /// It loads a game without the commands that were carried out.
    ForgetsCommands,
    /// It does not store command ids.
    StoresNoCommand,
    /// It stores the events of a command twice.
    StoresTwice,
    /// Its store accepts two events of the same number.
    Overwrites,
    /// Its store loses the last event in a crash.
    LosesTheLast,
    /// Its store keeps only half of the events of a command.
    StoresHalf,
    /// Clients that resume miss an event.
    SkipsWhenResuming,
    /// Clients that resume get no events.
    ResumesWithNothing,
    /// It does not answer a repeated command.
    KeepsSilent,
    /// It sends the legal moves to everyone.
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
