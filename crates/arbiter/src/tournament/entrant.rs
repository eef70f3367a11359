use core::fmt;
use std::{env, time::Duration};

use arbiter_engine::{
    Level,
    uci::client::{ParseProgramError, Program},
};

use super::limit::{Limit, ParseClockRuleError, seconds};

/// An engine as it is entered for a match: how to start it, and what is agreed
/// for it alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// What it is called; if none, what it calls itself.
    pub name: Option<String>,
    pub program: Program,
    /// Names and values.
    pub options: Vec<(String, String)>,
    /// Its own limits, where they differ from those of all.
    pub limit: Limit,
}

/// What stands for this very program.
const OURSELVES: &str = "arbiter";

impl Entrant {
    /// Reads an engine's description: parts divided by semicolons, of which
    /// the first may be the command alone.
    pub fn read(text: &str) -> Result<Entrant, EntrantError> {
        let mut command = None;
        let mut folder = None;
        let mut entrant = Entrant {
            name: None,
            program: Program::new(OURSELVES),
            options: Vec::new(),
            limit: Limit::default(),
        };
        for (index, part) in text.split(';').map(str::trim).enumerate() {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) if is_key(key) => (key.trim(), value.trim()),
                _ if part.is_empty() => continue,
                _ if index == 0 => ("cmd", part),
                _ => return Err(EntrantError::Part(part.to_owned())),
            };
            let wrong = || EntrantError::Value(key.to_owned(), value.to_owned());
            let positive = || value.parse().ok().filter(|&number: &u64| number > 0);
            match key {
                "cmd" => command = Some(value),
                "dir" => folder = Some(value),
                "name" => entrant.name = Some(value.to_owned()),
                "tc" => entrant.limit.clock = Some(value.parse().map_err(EntrantError::Clock)?),
                "movetime" => {
                    let time = seconds(value).ok().filter(|time| *time > Duration::ZERO);
                    entrant.limit.move_time = Some(time.ok_or_else(wrong)?);
                }
                "nodes" => entrant.limit.nodes = Some(positive().ok_or_else(wrong)?),
                "depth" => {
                    let depth = positive().and_then(|depth| u32::try_from(depth).ok());
                    entrant.limit.depth = Some(depth.ok_or_else(wrong)?);
                }
                "elo" => entrant.options.extend(limited(value)),
                "level" => {
                    let level = value.parse().ok().and_then(Level::new);
                    let level = level.ok_or_else(|| EntrantError::Level(value.to_owned()))?;
                    entrant.options.extend(limited(&level.elo().to_string()));
                    let name = format!("Level {}", level.number());
                    entrant.name.get_or_insert(name);
                }
                _ => {
                    let name = key.strip_prefix("option.").unwrap_or(key);
                    entrant.options.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        entrant.program = program(command.unwrap_or(OURSELVES))?;
        if let Some(folder) = folder {
            entrant.program = entrant.program.in_directory(folder);
        }
        Ok(entrant)
    }
}

/// The options of an engine that plays at this strength.
fn limited(elo: &str) -> [(String, String); 2] {
    let options = [("UCI_LimitStrength", "true"), ("UCI_Elo", elo)];
    options.map(|(name, value)| (name.to_owned(), value.to_owned()))
}

/// Whether what stands before `=` can be a key, and is not the beginning of a
/// command.
fn is_key(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || " ._-".contains(letter);
    !text.trim().is_empty() && text.chars().all(is_letter)
}

/// The program of a command line. Our own name, with `uci` or nothing behind
/// it, means the program that is running, wherever it lies.
fn program(command: &str) -> Result<Program, EntrantError> {
    let program: Program = command
        .parse()
        .map_err(|error| EntrantError::Command(command.to_owned(), error))?;
    let arguments = program.arguments();
    let is_ours =
        program.path().as_os_str() == OURSELVES && (arguments.is_empty() || arguments == ["uci"]);
    match env::current_exe() {
        Ok(path) if is_ours => Ok(Program::new(path).with_argument("uci")),
        _ => Ok(program),
    }
}

/// Why a description is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntrantError {
    /// A part has no `=`.
    Part(String),
    /// A key has a value that makes no sense.
    Value(String, String),
    /// There is no such level.
    Level(String),
    Clock(ParseClockRuleError),
    Command(String, ParseProgramError),
}

impl fmt::Display for EntrantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntrantError::Part(part) => write!(
                f,
                "{part:?} is no part of an engine: parts are key=value, where a key is cmd, dir, \
                 name, tc, movetime, nodes, depth, elo, level or an option of the engine"
            ),
            EntrantError::Value(key, value) => {
                write!(f, "{key}={value}: a number greater than 0 is wanted")
            }
            EntrantError::Level(value) => write!(f, "level={value}: the levels are 1 to 10"),
            EntrantError::Clock(error) => write!(f, "tc: {error}"),
            EntrantError::Command(command, error) => write!(f, "{command:?}: {error}"),
        }
    }
}

impl std::error::Error for EntrantError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = match Entrant::read(text) {
            Ok(entrant) => {
                let name = entrant.name.unwrap_or("-".to_owned());
                let options: Vec<String> = entrant
                    .options
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                let ours = env::current_exe().unwrap().display().to_string();
                let program = entrant.program.to_string().replace(&ours, "OURS");
                format!(
                    "{name} | {program} | {} | {}",
                    options.join(","),
                    entrant.limit
                )
            }
            Err(error) => error.to_string(),
        };
        assert!(found.starts_with(expected), "{text}: {found}");
    }

    #[test]
    fn an_engine_is_described_in_one_argument() {
        check("stockfish", "- | stockfish |  | ");
        check("arbiter", "- | OURS uci |  | ");
        check("arbiter uci", "- | OURS uci |  | ");
        check("./arbiter uci", "- | ./arbiter uci |  | ");
        let fifth = Level::new(5).unwrap().elo();
        let limited = format!("UCI_LimitStrength=true,UCI_Elo={fifth}");
        check("level=5", &format!("Level 5 | OURS uci | {limited} | "));
        check(
            "level=5;name=Five",
            &format!("Five | OURS uci | {limited} | "),
        );
        check("arbiter;nodes=1000", "- | OURS uci |  | nodes=1000");
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
    fn what_is_wrong_with_a_description_is_told() {
        check("fish;fast", "\"fast\" is no part of an engine");
        check("fish;nodes=0", "nodes=0: a number greater");
        check("fish;depth=99999999999", "depth=99999999999: a number");
        check("fish;movetime=soon", "movetime=soon: a number");
        check("level=11", "level=11: the levels are 1 to 10");
        check("fish;tc=soon", "tc: a clock is written in seconds");
        check(
            "'fish",
            "\"'fish\": the quotation mark at byte 0 is not closed",
        );
    }
}
