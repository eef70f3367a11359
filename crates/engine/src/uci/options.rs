use core::{fmt, time::Duration};
use std::{env, path::PathBuf};

use arbiter_rules::Variant;

use super::{EngineOption, Machine, OptionKind, engine_option::EMPTY, words::integer};
use crate::{Settings, Strength};

/// What can be set on us, and what it is set to.
pub(super) struct Options {
    machine: Machine,
    pub settings: Settings,
    /// How many lines are wanted.
    pub lines: usize,
    is_saktris: bool,
    is_chess960: bool,
    pub shows_wdl: bool,
    is_limited: bool,
    /// How strong to play if it is limited.
    elo: u32,
    /// What is lost on the way of each move.
    pub overhead: Duration,
}

/// What a change of an option asks for besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The engine takes more or less of the machine.
    Settings,
    /// The engine forgets all it has seen.
    Forget,
    /// The engine asks the tables of endings in these folders, or none.
    Tables(Vec<PathBuf>),
}

/// The names, in the order in which they are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Hash,
    Threads,
    MultiPv,
    Ponder,
    Variant,
    Chess960,
    ShowWdl,
    LimitStrength,
    Elo,
    SyzygyPath,
    MoveOverhead,
    ClearHash,
    EngineAbout,
}

impl Name {
    const ALL: [Name; 13] = [
        Name::Hash,
        Name::Threads,
        Name::MultiPv,
        Name::Ponder,
        Name::Variant,
        Name::Chess960,
        Name::ShowWdl,
        Name::LimitStrength,
        Name::Elo,
        Name::SyzygyPath,
        Name::MoveOverhead,
        Name::ClearHash,
        Name::EngineAbout,
    ];

    fn text(self) -> &'static str {
        match self {
            Name::Hash => "Hash",
            Name::Threads => "Threads",
            Name::MultiPv => "MultiPV",
            Name::Ponder => "Ponder",
            Name::Variant => "UCI_Variant",
            Name::Chess960 => "UCI_Chess960",
            Name::ShowWdl => "UCI_ShowWDL",
            Name::LimitStrength => "UCI_LimitStrength",
            Name::Elo => "UCI_Elo",
            Name::SyzygyPath => "SyzygyPath",
            Name::MoveOverhead => "Move Overhead",
            Name::ClearHash => "Clear Hash",
            Name::EngineAbout => "UCI_EngineAbout",
        }
    }

    fn kind(self, machine: Machine) -> OptionKind {
        let spin = |default: i64, min: i64, max: usize| OptionKind::Spin {
            default,
            min,
            max: i64::try_from(max).unwrap_or(i64::MAX),
        };
        match self {
            Name::Hash => spin(machine.usual().table_mib as i64, 1, machine.table_mib),
            Name::Threads => spin(machine.usual().threads as i64, 1, machine.threads),
            // No position has more legal moves.
            Name::MultiPv => spin(1, 1, 218),
            Name::Ponder | Name::Chess960 | Name::ShowWdl | Name::LimitStrength => {
                OptionKind::Check { default: false }
            }
            Name::Elo => OptionKind::Spin {
                default: DEFAULT_ELO.into(),
                min: Strength::LOWEST_ELO.into(),
                max: Strength::HIGHEST_ELO.into(),
            },
            Name::MoveOverhead => spin(10, 0, 5000),
            Name::Variant => OptionKind::Combo {
                default: CHESS.to_owned(),
                choices: vec![CHESS.to_owned(), Variant::Saktris.code().to_owned()],
            },
            Name::ClearHash => OptionKind::Button,
            Name::SyzygyPath => OptionKind::Text {
                default: String::new(),
            },
            Name::EngineAbout => OptionKind::Text {
                default: ABOUT.to_owned(),
            },
        }
    }
}

/// What we say about ourselves where somebody asks.
const ABOUT: &str = concat!(
    "Arbiter ",
    env!("CARGO_PKG_VERSION"),
    ", a chess system that knows every law; free under MIT or Apache-2.0"
);

/// What most programs call the game that needs no name.
const CHESS: &str = "chess";

/// An opponent for many, if nobody has said how strong.
const DEFAULT_ELO: u32 = 1500;
const _: () = assert!(Strength::LOWEST_ELO <= DEFAULT_ELO && DEFAULT_ELO <= Strength::HIGHEST_ELO);

impl Options {
    pub fn new(machine: Machine) -> Options {
        Options {
            machine,
            settings: machine.usual(),
            lines: 1,
            is_saktris: false,
            is_chess960: false,
            shows_wdl: false,
            is_limited: false,
            elo: DEFAULT_ELO,
            overhead: Duration::from_millis(10),
        }
    }

    /// All of them, as they are offered.
    pub fn offered(&self) -> impl Iterator<Item = EngineOption> {
        Name::ALL.into_iter().map(|name| EngineOption {
            name: name.text().to_owned(),
            kind: name.kind(self.machine),
        })
    }

    /// What is played.
    pub fn variant(&self) -> Variant {
        match (self.is_saktris, self.is_chess960) {
            (true, _) => Variant::Saktris,
            (false, true) => Variant::Chess960,
            (false, false) => Variant::Standard,
        }
    }

    /// How strong to play.
    pub fn strength(&self) -> Strength {
        if self.is_limited {
            Strength::elo(self.elo)
        } else {
            Strength::full()
        }
    }

    /// Sets one.
    ///
    /// # Errors
    ///
    /// If there is none of this name, or it does not take this value.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let name = Name::ALL
            .into_iter()
            .find(|known| known.text().eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let text = value.unwrap_or_default();
        let wrong = |kind| OptionError::Value {
            name: name.text(),
            kind,
            value: text.to_owned(),
        };
        let (mut number, mut is_on) = (0, false);
        match name.kind(self.machine) {
            OptionKind::Spin { min, max, .. } => {
                let read = integer(text).filter(|it| (min..=max).contains(it));
                number = read.ok_or_else(|| wrong(name.kind(self.machine)))?;
            }
            OptionKind::Check { .. } => {
                let read = text.to_ascii_lowercase().parse();
                is_on = read.map_err(|_| wrong(name.kind(self.machine)))?;
            }
            OptionKind::Combo { choices, .. } => {
                if !choices.iter().any(|it| it.eq_ignore_ascii_case(text)) {
                    return Err(wrong(name.kind(self.machine)));
                }
            }
            OptionKind::Button | OptionKind::Text { .. } => {}
        }
        let count = usize::try_from(number).unwrap_or(0);
        match name {
            Name::Hash => {
                self.settings.table_mib = count;
                return Ok(Effect::Settings);
            }
            Name::Threads => {
                self.settings.threads = count;
                return Ok(Effect::Settings);
            }
            Name::ClearHash => return Ok(Effect::Forget),
            Name::SyzygyPath => return Ok(Effect::Tables(folders(text))),
            Name::MultiPv => self.lines = count,
            Name::Variant => self.is_saktris = !text.eq_ignore_ascii_case(CHESS),
            Name::Chess960 => self.is_chess960 = is_on,
            Name::ShowWdl => self.shows_wdl = is_on,
            Name::LimitStrength => self.is_limited = is_on,
            Name::Elo => self.elo = u32::try_from(number).unwrap_or(DEFAULT_ELO),
            Name::MoveOverhead => self.overhead = Duration::from_millis(number.unsigned_abs()),
            // Whoever ponders says so with each search, and what we say about
            // ourselves stays as it is.
            Name::Ponder | Name::EngineAbout => {}
        }
        Ok(Effect::None)
    }
}

/// The folders of a list as the system writes them, with colons or semicolons
/// between them.
fn folders(text: &str) -> Vec<PathBuf> {
    match text.trim() {
        "" | EMPTY => Vec::new(),
        list => env::split_paths(list).collect(),
    }
}

/// Why an option stays as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OptionError {
    /// There is none of this name.
    Unknown(String),
    /// It takes other values.
    Value {
        name: &'static str,
        kind: OptionKind,
        value: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => {
                write!(f, "there is no option {name:?}; uci lists what there is")
            }
            OptionError::Value { name, kind, value } => match kind {
                OptionKind::Spin { min, max, .. } => {
                    write!(
                        f,
                        "{name} takes a number from {min} to {max}, not {value:?}"
                    )
                }
                OptionKind::Combo { choices, .. } => {
                    write!(f, "{name} takes {}, not {value:?}", choices.join(" or "))
                }
                _ => write!(f, "{name} takes true or false, not {value:?}"),
            },
        }
    }
}

impl core::error::Error for OptionError {}
