//! Turns the arguments into a match that can be played.

use std::{cell::Cell, num::NonZero, time::Duration};

use arbiter_engine::uci::client::Timeouts;
use arbiter_rules::Variant;

use super::{
    Arguments, OpeningOrder, PairingFormat,
    adjudication::Adjudication,
    engine_process::{self, EngineProcessError, Participant},
    engine_spec::EngineSpec,
    error::MatchError,
    journal::MatchTerms,
    limit::Limit,
    match_game::GameRules,
    match_runner::MatchRunner,
    openings::Openings,
    schedule::{OpeningSequence, PairingPlan, Schedule},
};

/// Checks all arguments before anything is played. Every engine is started once, to
/// learn its name and to check its options.
pub fn prepare(arguments: &Arguments) -> Result<(MatchRunner, MatchTerms), MatchError> {
    if arguments.engine.len() < 2 {
        return Err(MatchError::TooFewEngines);
    }
    let plan = pairing_plan(arguments)?;
    let games = games(arguments);
    if arguments.sprt.is_some() && arguments.engine.len() != 2 {
        return Err(MatchError::SprtNeedsTwoEngines);
    }
    match plan {
        PairingPlan::Gauntlet | PairingPlan::RoundRobin => {
            if games == 0 || !games.is_multiple_of(2) {
                return Err(MatchError::OddGames(games));
            }
        }
        PairingPlan::Swiss { .. } | PairingPlan::Knockout { .. } if games == 0 => {
            return Err(MatchError::NoGames);
        }
        PairingPlan::Swiss { .. } | PairingPlan::Knockout { .. } if arguments.sprt.is_some() => {
            return Err(MatchError::SprtInTournament);
        }
        PairingPlan::Swiss { .. } | PairingPlan::Knockout { .. } => {}
    }
    let openings = openings(arguments)?;
    let participants = participants(arguments, openings.has_chess960())?;
    let sequence = match arguments.order {
        OpeningOrder::Random => OpeningSequence::Random(arguments.seed),
        OpeningOrder::Sequential => OpeningSequence::Sequential,
    };
    let terms = MatchTerms {
        engines: arguments
            .engine
            .iter()
            .chain(&arguments.option)
            .cloned()
            .collect(),
        limits: participants
            .iter()
            .map(|participant| participant.limit.to_string())
            .collect(),
        format: match plan {
            PairingPlan::Gauntlet | PairingPlan::RoundRobin => plan.to_string(),
            // The number of games per pairing affects the scores and so the later pairings.
            PairingPlan::Swiss { .. } | PairingPlan::Knockout { .. } => {
                format!("{plan}, {games} games")
            }
        },
        openings: format!("{:016x}", openings.fingerprint()),
        order: format!("{sequence:?}"),
        draw: arguments.draw.map(|rule| format!("{rule:?}")),
        resign: arguments.resign.map(|rule| format!("{rule:?}")),
        max_moves: arguments.max_moves.map(NonZero::get),
        margin_ms: arguments.margin,
    };
    let engines = participants.len();
    let runner = MatchRunner {
        schedule: Schedule::new(plan, engines, games, openings.count(), sequence),
        participants,
        openings,
        rules: GameRules {
            adjudication: Adjudication {
                draw: arguments.draw,
                win: arguments.resign,
                max_moves: arguments.max_moves.map(NonZero::get),
            },
            margin: Duration::from_millis(arguments.margin),
            max_move_time: Duration::from_secs(arguments.move_timeout),
            timeouts: timeouts(arguments),
        },
        concurrency: arguments.concurrency.get(),
        plan,
    };
    Ok((runner, terms))
}

/// Returns the number of games of each pairing.
pub fn games(arguments: &Arguments) -> usize {
    let default_games = match arguments.format {
        PairingFormat::Gauntlet | PairingFormat::RoundRobin => 100,
        PairingFormat::Swiss | PairingFormat::Knockout => 2,
    };
    arguments.games.unwrap_or(default_games)
}

fn pairing_plan(arguments: &Arguments) -> Result<PairingPlan, MatchError> {
    Ok(match arguments.format {
        PairingFormat::Gauntlet => PairingPlan::Gauntlet,
        PairingFormat::RoundRobin => PairingPlan::RoundRobin,
        PairingFormat::Knockout => PairingPlan::Knockout {
            tie_breaks: arguments.playoffs,
        },
        PairingFormat::Swiss => {
            let engines = arguments.engine.len();
            // With an odd number of engines, each may have one bye.
            let most = engines - 1 + engines % 2;
            let default_rounds = (engines.next_power_of_two().ilog2() as usize).clamp(1, most);
            let rounds = arguments.rounds.unwrap_or(default_rounds);
            if rounds == 0 || rounds > most {
                return Err(MatchError::InvalidRounds { rounds, most });
            }
            PairingPlan::Swiss { rounds }
        }
    })
}

fn openings(arguments: &Arguments) -> Result<Openings, MatchError> {
    let variant = match arguments.chess960 {
        true => Variant::Chess960,
        false => Variant::Standard,
    };
    match &arguments.openings {
        Some(path) => {
            let openings = Openings::read(path, arguments.plies, variant);
            openings.map_err(|error| MatchError::Openings(path.clone(), error))
        }
        None if arguments.chess960 => Ok(Openings::chess960()),
        None => Ok(Openings::start()),
    }
}

fn participants(arguments: &Arguments, has_chess960: bool) -> Result<Vec<Participant>, MatchError> {
    let mut shared = Vec::new();
    for text in &arguments.option {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| MatchError::Option(text.clone()))?;
        shared.push((name.trim(), value.trim(), Cell::new(false)));
    }
    let mut participants: Vec<Participant> = Vec::new();
    for text in &arguments.engine {
        let spec =
            EngineSpec::parse(text).map_err(|error| MatchError::Engine(text.clone(), error))?;
        let mut client = engine_process::start(&spec.program, &spec.options, timeouts(arguments))
            .map_err(MatchError::EngineProcess)?;
        let mut options = Vec::new();
        for (name, value, was_used) in &shared {
            if client.option(name).is_some() {
                let tried = client.set_option(name, value);
                tried.map_err(|error| {
                    MatchError::EngineProcess(EngineProcessError::Option(error))
                })?;
                was_used.set(true);
                options.push(((*name).to_owned(), (*value).to_owned()));
            }
        }
        // Options of one engine override those of all, so they are set later.
        options.extend(spec.options);
        let name = spec.name.unwrap_or_else(|| client.name().to_owned());
        if has_chess960 && client.option("UCI_Chess960").is_none() {
            return Err(MatchError::NoChess960(name));
        }
        let is_taken = |name: &str| participants.iter().any(|other| other.name == name);
        let name = unique_name(&name, is_taken);
        participants.push(Participant {
            name,
            program: spec.program,
            options,
            limit: limit(arguments, &spec.limit),
        });
    }
    match shared.into_iter().find(|(_, _, was_used)| !was_used.get()) {
        Some((name, ..)) => Err(MatchError::UnknownOption(name.to_owned())),
        None => Ok(participants),
    }
}

/// Returns the name, with a number if it is taken.
fn unique_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut unique = name.to_owned();
    let mut number = 1;
    while is_taken(&unique) {
        number += 1;
        unique = format!("{name} #{number}");
    }
    unique
}

/// Returns the timeouts: no reply may take longer than a move.
fn timeouts(arguments: &Arguments) -> Timeouts {
    let defaults = Timeouts::default();
    Timeouts {
        response: defaults
            .response
            .min(Duration::from_secs(arguments.move_timeout)),
        ..defaults
    }
}

/// Returns the limit of one engine: its own, or else that of all.
fn limit(arguments: &Arguments, own: &Limit) -> Limit {
    if !own.is_none() {
        return *own;
    }
    let shared = Limit {
        clock: arguments.tc,
        move_time: arguments.movetime.filter(|time| !time.is_zero()),
        nodes: arguments.nodes.map(NonZero::get),
        depth: arguments.depth.map(NonZero::get),
    };
    match shared.is_none() {
        true => Limit {
            clock: DEFAULT_CLOCK.parse().ok(),
            ..Limit::default()
        },
        false => shared,
    }
}

const DEFAULT_CLOCK: &str = "1+0.05";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_with_the_same_name_are_numbered() {
        let mut names: Vec<String> = Vec::new();
        for name in ["A", "A", "B", "A", "A #2"] {
            let unique = unique_name(name, |name| names.iter().any(|it| it == name));
            names.push(unique);
        }
        assert_eq!(names, ["A", "A #2", "B", "A #3", "A #2 #2"]);
    }
}
