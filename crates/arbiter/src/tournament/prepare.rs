//! From what was asked for to a match that can be played.

use std::{
    num::NonZero,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use arbiter_engine::uci::client::Timeouts;
use arbiter_rules::Variant;

use super::{
    Arguments, Meeting, Sequence,
    adjudication::Adjudication,
    bad::Bad,
    bout::Conduct,
    entrant::Entrant,
    hall::Hall,
    journal::Terms,
    limit::Limit,
    openings::Openings,
    schedule::{Format, Order, Schedule},
    seat::{self, Player, SeatError},
};

/// Looks at everything that was asked for before anything is played: engines
/// are started once, to hear their names and to try their options.
pub fn prepare(arguments: &Arguments) -> Result<(Hall, Terms), Bad> {
    if arguments.engine.len() < 2 {
        return Err(Bad::TooFewEngines);
    }
    if arguments.games == 0 || !arguments.games.is_multiple_of(2) {
        return Err(Bad::OddGames(arguments.games));
    }
    if arguments.sprt.is_some() && arguments.engine.len() != 2 {
        return Err(Bad::TestOfTwo);
    }
    let openings = openings(arguments)?;
    let players = players(arguments, openings.has_chess960())?;
    let order = match arguments.order {
        Sequence::Random => Order::Random(arguments.seed),
        Sequence::Sequential => Order::Sequential,
    };
    let format = match arguments.format {
        Meeting::Gauntlet => Format::Gauntlet,
        Meeting::RoundRobin => Format::RoundRobin,
    };
    let terms = Terms {
        engines: arguments
            .engine
            .iter()
            .chain(&arguments.option)
            .cloned()
            .collect(),
        limits: players
            .iter()
            .map(|player| player.limit.to_string())
            .collect(),
        format: format!("{format:?}"),
        openings: format!("{:016x}", openings.fingerprint()),
        order: format!("{order:?}"),
        draw: arguments.draw.map(|rule| format!("{rule:?}")),
        resign: arguments.resign.map(|rule| format!("{rule:?}")),
        max_moves: arguments.max_moves.map(NonZero::get),
        margin_ms: arguments.margin,
    };
    let engines = players.len();
    let hall = Hall {
        schedule: Schedule::new(format, engines, arguments.games, openings.count(), order),
        players,
        openings,
        conduct: Conduct {
            adjudication: Adjudication {
                draw: arguments.draw,
                win: arguments.resign,
                most_moves: arguments.max_moves.map(NonZero::get),
            },
            margin: Duration::from_millis(arguments.margin),
            longest: Duration::from_secs(arguments.patience),
            patience: patience(arguments),
        },
        tables: arguments.concurrency.get(),
    };
    Ok((hall, terms))
}

fn openings(arguments: &Arguments) -> Result<Openings, Bad> {
    let variant = match arguments.chess960 {
        true => Variant::Chess960,
        false => Variant::Standard,
    };
    match &arguments.openings {
        Some(path) => {
            let openings = Openings::read(path, arguments.plies, variant);
            openings.map_err(|error| Bad::Openings(path.clone(), error))
        }
        None if arguments.chess960 => Ok(Openings::chess960()),
        None => Ok(Openings::start()),
    }
}

fn players(arguments: &Arguments, has_chess960: bool) -> Result<Vec<Player>, Bad> {
    let mut shared = Vec::new();
    for text in &arguments.option {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| Bad::Option(text.clone()))?;
        shared.push((name.trim(), value.trim(), AtomicBool::new(false)));
    }
    let mut players: Vec<Player> = Vec::new();
    for text in &arguments.engine {
        let entrant = Entrant::read(text).map_err(|error| Bad::Engine(text.clone(), error))?;
        let mut client = seat::start(&entrant.program, &entrant.options, patience(arguments))
            .map_err(Bad::Seat)?;
        let mut options = Vec::new();
        for (name, value, was_used) in &shared {
            if client.option(name).is_some() {
                let tried = client.set_option(name, value);
                tried.map_err(|error| Bad::Seat(SeatError::Option(error)))?;
                was_used.store(true, Ordering::Relaxed);
                options.push(((*name).to_owned(), (*value).to_owned()));
            }
        }
        // What is said for one engine counts more, so it is said later.
        options.extend(entrant.options);
        let name = entrant.name.unwrap_or_else(|| client.name().to_owned());
        if has_chess960 && client.option("UCI_Chess960").is_none() {
            return Err(Bad::NoChess960(name));
        }
        let namesakes = players.iter().filter(|player| player.name == name).count();
        players.push(Player {
            name: match namesakes {
                0 => name,
                _ => format!("{name} #{}", namesakes + 1),
            },
            program: entrant.program,
            options,
            limit: limit(arguments, &entrant.limit),
        });
    }
    match shared
        .into_iter()
        .find(|(_, _, was_used)| !was_used.load(Ordering::Relaxed))
    {
        Some((name, ..)) => Err(Bad::NobodyHas(name.to_owned())),
        None => Ok(players),
    }
}

/// Nobody waits longer for a small answer than for a move.
fn patience(arguments: &Arguments) -> Timeouts {
    let usual = Timeouts::default();
    Timeouts {
        response: usual.response.min(Duration::from_secs(arguments.patience)),
        ..usual
    }
}

/// The limit of one engine: its own, or else that of all.
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
