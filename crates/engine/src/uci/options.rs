use core::{fmt, time::Duration};
use std::{env, path::PathBuf};

use arbiter_rules::Variant;

use super::{EngineOption, MachineLimits, OptionKind, engine_option::EMPTY, words::integer};
use crate::{EngineSettings, Strength};

/// The options of this engine and their values.
pub(super) struct Options {
    machine: MachineLimits,
    pub settings: EngineSettings,
    /// The number of lines to report (`MultiPV`).
    pub lines: usize,
    is_saktris: bool,
    is_chess960: bool,
    pub shows_wdl: bool,
    is_limited: bool,
    /// The strength if it is limited.
    elo: u32,
    /// The time lost in transmitting each move.
    pub overhead: Duration,
}

/// What has to be done after an option has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// Apply the new settings to the engine.
    EngineSettings,
    /// Clear the engine's memory.
    ClearHash,
    /// Open the tablebases in these directories; none if the list is empty.
    OpenTablebases(Vec<PathBuf>),
    /// Evaluate with this network.
    SetNetwork(NetworkChoice),
}

/// The value of `EvalFile`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NetworkChoice {
    /// The network that is part of the program.
    Embedded,
    /// The network in a file.
    File(PathBuf),
}

/// The value of `EvalFile` for the network that is part of the program.
const EMBEDDED: &str = "embedded";

/// The options, in the order in which they are listed.
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
    EvalFile,
    MoveOverhead,
    ClearHash,
    EngineAbout,
}

impl Name {
    const ALL: [Name; 14] = [
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
        Name::EvalFile,
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
            Name::EvalFile => "EvalFile",
            Name::MoveOverhead => "Move Overhead",
            Name::ClearHash => "Clear Hash",
            Name::EngineAbout => "UCI_EngineAbout",
        }
    }

    fn kind(self, machine: MachineLimits) -> OptionKind {
        let spin = |default: i64, min: i64, max: usize| OptionKind::Spin {
            default,
            min,
            max: i64::try_from(max).unwrap_or(i64::MAX),
        };
        match self {
            Name::Hash => spin(
                machine.default_settings().hash_mib as i64,
                1,
                machine.hash_mib,
            ),
            Name::Threads => spin(
                machine.default_settings().threads as i64,
                1,
                machine.threads,
            ),
            // The largest number of legal moves in any position.
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
            Name::EvalFile => OptionKind::Text {
                default: EMBEDDED.to_owned(),
            },
            Name::EngineAbout => OptionKind::Text {
                default: ABOUT.to_owned(),
            },
        }
    }
}

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Arbiter ",
    env!("CARGO_PKG_VERSION"),
    ", a chess system; free software under MIT or Apache-2.0"
);

/// The name of standard chess among the values of `UCI_Variant`.
const CHESS: &str = "chess";

/// The default of `UCI_Elo`.
const DEFAULT_ELO: u32 = 1500;
const _: () = assert!(Strength::LOWEST_ELO <= DEFAULT_ELO && DEFAULT_ELO <= Strength::HIGHEST_ELO);

impl Options {
    pub fn new(machine: MachineLimits) -> Options {
        Options {
            machine,
            settings: machine.default_settings(),
            lines: 1,
            is_saktris: false,
            is_chess960: false,
            shows_wdl: false,
            is_limited: false,
            elo: DEFAULT_ELO,
            overhead: Duration::from_millis(10),
        }
    }

    /// Returns all options as they are offered to the client.
    pub fn offered(&self) -> impl Iterator<Item = EngineOption> {
        Name::ALL.into_iter().map(|name| EngineOption {
            name: name.text().to_owned(),
            kind: name.kind(self.machine),
        })
    }

    /// Returns the variant being played.
    pub fn variant(&self) -> Variant {
        match (self.is_saktris, self.is_chess960) {
            (true, _) => Variant::Saktris,
            (false, true) => Variant::Chess960,
            (false, false) => Variant::Standard,
        }
    }

    /// Returns the playing strength.
    pub fn strength(&self) -> Strength {
        if self.is_limited {
            Strength::elo(self.elo)
        } else {
            Strength::full()
        }
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// If there is no such option, or it does not accept the value.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let name = Name::ALL
            .into_iter()
            .find(|known| known.text().eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let text = value.unwrap_or_default();
        let reject = |kind| OptionError::Value {
            name: name.text(),
            kind,
            value: text.to_owned(),
        };
        let (mut number, mut is_on) = (0, false);
        match name.kind(self.machine) {
            OptionKind::Spin { min, max, .. } => {
                let parsed = integer(text).filter(|it| (min..=max).contains(it));
                number = parsed.ok_or_else(|| reject(name.kind(self.machine)))?;
            }
            OptionKind::Check { .. } => {
                let parsed = text.to_ascii_lowercase().parse();
                is_on = parsed.map_err(|_| reject(name.kind(self.machine)))?;
            }
            OptionKind::Combo { choices, .. } => {
                if !choices.iter().any(|it| it.eq_ignore_ascii_case(text)) {
                    return Err(reject(name.kind(self.machine)));
                }
            }
            OptionKind::Button | OptionKind::Text { .. } => {}
        }
        let count = usize::try_from(number).unwrap_or(0);
        match name {
            Name::Hash => {
                self.settings.hash_mib = count;
                return Ok(Effect::EngineSettings);
            }
            Name::Threads => {
                self.settings.threads = count;
                return Ok(Effect::EngineSettings);
            }
            Name::ClearHash => return Ok(Effect::ClearHash),
            Name::SyzygyPath => return Ok(Effect::OpenTablebases(directories(text))),
            Name::EvalFile => {
                return Ok(Effect::SetNetwork(match text.trim() {
                    "" | EMPTY | EMBEDDED => NetworkChoice::Embedded,
                    path => NetworkChoice::File(path.into()),
                }));
            }
            Name::MultiPv => self.lines = count,
            Name::Variant => self.is_saktris = !text.eq_ignore_ascii_case(CHESS),
            Name::Chess960 => self.is_chess960 = is_on,
            Name::ShowWdl => self.shows_wdl = is_on,
            Name::LimitStrength => self.is_limited = is_on,
            Name::Elo => self.elo = u32::try_from(number).unwrap_or(DEFAULT_ELO),
            Name::MoveOverhead => self.overhead = Duration::from_millis(number.unsigned_abs()),
            // `go ponder` says when to ponder, and the text about the engine
            // cannot be changed.
            Name::Ponder | Name::EngineAbout => {}
        }
        Ok(Effect::None)
    }
}

/// Splits a list of directories at the system's separator, a colon or a
/// semicolon.
fn directories(text: &str) -> Vec<PathBuf> {
    match text.trim() {
        "" | EMPTY => Vec::new(),
        list => env::split_paths(list).collect(),
    }
}

/// Why an option was not changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OptionError {
    /// There is no option with this name.
    Unknown(String),
    /// The option does not accept this value.
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
                write!(
                    f,
                    "unknown option {name:?}; the uci command lists all options"
                )
            }
            OptionError::Value { name, kind, value } => match kind {
                OptionKind::Spin { min, max, .. } => {
                    write!(
                        f,
                        "{name} must be a number from {min} to {max}, not {value:?}"
                    )
                }
                OptionKind::Combo { choices, .. } => {
                    write!(f, "{name} must be {}, not {value:?}", choices.join(" or "))
                }
                _ => write!(f, "{name} must be true or false, not {value:?}"),
            },
        }
    }
}

impl core::error::Error for OptionError {}
