use core::fmt;
use std::{env, time::Duration};

use arbiter_engine::{
    Level,
    uci::client::{ParseProgramError, Program},
};

use super::limit::{Limit, ParseClockRuleError, seconds};

/// The specification of an engine: how to start it, and its own settings.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSpec {
    /// Its name in the match; none means the name the engine reports.
    pub name: Option<String>,
    pub program: Program,
    /// Names and values of UCI options.
    pub options: Vec<(String, String)>,
    /// Its own limits, if they differ from those of all engines.
    pub limit: Limit,
}

/// The command that means this program.
const THIS_PROGRAM: &str = "arbiter";

impl EngineSpec {
    /// Parses a specification: parts separated by semicolons, of which the first may be the
    /// command alone.
    pub fn parse(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let mut command = None;
        let mut directory = None;
        let mut spec = EngineSpec {
            name: None,
            program: Program::new(THIS_PROGRAM),
            options: Vec::new(),
            limit: Limit::default(),
        };
        for (index, part) in text.split(';').map(str::trim).enumerate() {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) if is_key(key) => (key.trim(), value.trim()),
                _ if part.is_empty() => continue,
                _ if index == 0 => ("cmd", part),
                _ => return Err(EngineSpecError::Part(part.to_owned())),
            };
            let invalid = || EngineSpecError::Value(key.to_owned(), value.to_owned());
            let positive = || value.parse().ok().filter(|&number: &u64| number > 0);
            match key {
                "cmd" => command = Some(value),
                "dir" => directory = Some(value),
                "name" => spec.name = Some(value.to_owned()),
                "tc" => spec.limit.clock = Some(value.parse().map_err(EngineSpecError::Clock)?),
                "movetime" => {
                    let time = seconds(value).ok().filter(|time| *time > Duration::ZERO);
                    spec.limit.move_time = Some(time.ok_or_else(invalid)?);
                }
                "nodes" => spec.limit.nodes = Some(positive().ok_or_else(invalid)?),
                "depth" => {
                    let depth = positive().and_then(|depth| u32::try_from(depth).ok());
                    spec.limit.depth = Some(depth.ok_or_else(invalid)?);
                }
                "elo" => spec.options.extend(limited(value)),
                "level" => {
                    let level = value.parse().ok().and_then(Level::new);
                    let level = level.ok_or_else(|| EngineSpecError::Level(value.to_owned()))?;
                    spec.options.extend(limited(&level.elo().to_string()));
                    let name = format!("Level {}", level.number());
                    spec.name.get_or_insert(name);
                }
                _ => {
                    let name = key.strip_prefix("option.").unwrap_or(key);
                    spec.options.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        spec.program = program(command.unwrap_or(THIS_PROGRAM))?;
        if let Some(directory) = directory {
            spec.program = spec.program.in_directory(directory);
        }
        Ok(spec)
    }
}

/// Returns the options that limit the strength of an engine.
fn limited(elo: &str) -> [(String, String); 2] {
    let options = [("UCI_LimitStrength", "true"), ("UCI_Elo", elo)];
    options.map(|(name, value)| (name.to_owned(), value.to_owned()))
}

/// Reports whether the text before `=` can be a key rather than the start of a command.
fn is_key(text: &str) -> bool {
    let is_allowed = |character: char| character.is_alphanumeric() || " ._-".contains(character);
    !text.trim().is_empty() && text.chars().all(is_allowed)
}

/// Parses a command line. `arbiter` or `arbiter uci` means the running program, wherever
/// it is installed.
fn program(command: &str) -> Result<Program, EngineSpecError> {
    let program: Program = command
        .parse()
        .map_err(|error| EngineSpecError::Command(command.to_owned(), error))?;
    let arguments = program.arguments();
    let is_this_program = program.path().as_os_str() == THIS_PROGRAM
        && (arguments.is_empty() || arguments == ["uci"]);
    match env::current_exe() {
        Ok(path) if is_this_program => Ok(Program::new(path).with_argument("uci")),
        _ => Ok(program),
    }
}

/// Why a specification is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSpecError {
    /// A part has no `=`.
    Part(String),
    /// A key has an invalid value.
    Value(String, String),
    /// There is no such level.
    Level(String),
    Clock(ParseClockRuleError),
    Command(String, ParseProgramError),
}

impl fmt::Display for EngineSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpecError::Part(part) => write!(
                f,
                "{part:?}: expected key=value, where the key is cmd, dir, name, tc, movetime, nodes, \
                 depth, elo, level or an option of the engine"
            ),
            EngineSpecError::Value(key, value) => {
                write!(f, "{key}={value}: must be a number greater than 0")
            }
            EngineSpecError::Level(value) => write!(f, "level={value}: must be from 1 to 10"),
            EngineSpecError::Clock(error) => write!(f, "tc: {error}"),
            EngineSpecError::Command(command, error) => write!(f, "{command:?}: {error}"),
        }
    }
}

impl std::error::Error for EngineSpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = match EngineSpec::parse(text) {
            Ok(spec) => {
                let name = spec.name.unwrap_or("-".to_owned());
                let options: Vec<String> = spec
                    .options
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                let ours = env::current_exe().unwrap().display().to_string();
                let program = spec.program.to_string().replace(&ours, "THIS");
                format!(
                    "{name} | {program} | {} | {}",
                    options.join(","),
                    spec.limit
                )
            }
            Err(error) => error.to_string(),
        };
        assert!(found.starts_with(expected), "{text}: {found}");
    }

    #[test]
    fn an_engine_is_specified_by_one_argument() {
        check("stockfish", "- | stockfish |  | ");
        check("arbiter", "- | THIS uci |  | ");
        check("arbiter uci", "- | THIS uci |  | ");
        check("./arbiter uci", "- | ./arbiter uci |  | ");
        let fifth = Level::new(5).unwrap().elo();
        let limited = format!("UCI_LimitStrength=true,UCI_Elo={fifth}");
        check("level=5", &format!("Level 5 | THIS uci | {limited} | "));
        check(
            "level=5;name=Five",
            &format!("Five | THIS uci | {limited} | "),
        );
        check("arbiter;nodes=1000", "- | THIS uci |  | nodes=1000");
        check(
            "name=SF; cmd=stockfish; option.Threads=1; Hash=16; tc=1+0.05; depth=9",
            "SF | stockfish | Threads=1,Hash=16 | 1+0.05 depth=9",
        );
        check("/opt/a=b/fish x=1;name=F", "F | /opt/a=b/fish x=1 |  | ");
        check(
            "fish;elo=1500;movetime=0.1",
            "- | fish | UCI_LimitStrength=true,UCI_Elo=1500 | movetime=0.1",
        );
    }

    #[test]
    fn invalid_specifications_are_explained() {
        check("fish;fast", "\"fast\": expected key=value");
        check("fish;nodes=0", "nodes=0: must be a number");
        check("fish;depth=99999999999", "depth=99999999999: must be");
        check("fish;movetime=soon", "movetime=soon: must be");
        check("level=11", "level=11: must be from 1 to 10");
        check("fish;tc=soon", "tc: expected a time in seconds");
        check(
            "'fish",
            "\"'fish\": the quotation mark at byte 0 is not closed",
        );
    }
}
