//! Arenas in a playing hall: players who are free are paired on demand.

use std::{io::Write, path::PathBuf};

use arbiter_rules::Color;
use arbiter_server::base::clock::wall;
use arbiter_tournament::arena::{Arena, ArenaAction, GameState};
use serde_json::json;

use super::{
    boards::fit,
    change::{self, board_and_result},
    contest::Contest,
    error::TournamentError,
    file::{AnyFile, TournamentFile},
};
use crate::output::{self, ExitStatus, Format};

type Done = Result<ExitStatus, TournamentError>;
type File = TournamentFile<Arena>;

/// Note that a player of an arena gives up half of their time for one more point.
#[derive(clap::Args)]
pub struct BerserkArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The player, by name or number.
    player: String,
}

pub fn berserk(arguments: &BerserkArguments, format: Format, out: &mut dyn Write) -> Done {
    let AnyFile::Arena(mut file) = AnyFile::open(&arguments.file)? else {
        return Err(TournamentError::OtherSystem(
            "Only an arena",
            "points for berserk.",
        ));
    };
    let id = file.tournament.find_player(&arguments.player)?;
    let game = file.tournament.entrant(id).and_then(|it| it.playing);
    let name = file.tournament.player_name(id);
    let missing = || TournamentError::Argument(format!("\"{name}\" is not playing"));
    let game = game.ok_or_else(missing)?;
    let white = file.tournament.game(game).map(|it| it.players.white);
    let color = match white == Some(id) {
        true => Color::White,
        false => Color::Black,
    };
    file.act(&ArenaAction::Berserk { game, color })?;
    change::say(&file.tournament, format, out)
}

/// Pairs those who are free; the first pairing starts the time.
pub fn pair(
    mut file: File,
    is_shown: bool,
    is_explained: bool,
    format: Format,
    out: &mut dyn Write,
) -> Done {
    let first = file.tournament.games().len();
    let mut explanation = Vec::new();
    if !is_shown {
        if file.tournament.started_ms().is_none() {
            file.act(&ArenaAction::Start)?;
        }
        if is_explained {
            let now_ms = wall();
            let wave = file.tournament.wave(now_ms);
            explanation = file.tournament.explain(&wave, now_ms);
        }
        file.act(&ArenaAction::Pair)?;
    }
    let arena = &file.tournament;
    let games = arena.games().iter().zip(1..);
    // Showing lists all games being played, pairing only those that begin.
    let shown = games.filter(|(it, number)| match is_shown {
        true => it.state == GameState::Playing,
        false => *number > first,
    });
    if format == Format::Json {
        let games: Vec<_> = shown
            .map(|(game, number)| {
                json!({
                    "game": number,
                    "white": { "id": game.players.white,
                               "name": arena.player_name(game.players.white) },
                    "black": { "id": game.players.black,
                               "name": arena.player_name(game.players.black) },
                })
            })
            .collect();
        let value = json!({ "games": games, "explanation": explanation });
        writeln!(out, "{value}")?;
        return Ok(ExitStatus::Success);
    }
    writeln!(out, "Game  White                      Black")?;
    for (game, number) in shown {
        let line = format!(
            "{number:>4}  {} {}",
            fit(arena.player_name(game.players.white), 26),
            fit(arena.player_name(game.players.black), 26),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if !explanation.is_empty() {
        writeln!(out)?;
    }
    for sentence in explanation {
        writeln!(out, "{}", output::wrapped("", sentence.split(' ')))?;
    }
    change::say(arena, format, out)
}

pub fn result(mut file: File, results: &[String], format: Format, out: &mut dyn Write) -> Done {
    let mut actions = Vec::new();
    for text in results {
        let number = |text: &str| {
            let fail = |_| TournamentError::Argument(format!("\"{text}\" is not a game"));
            text.parse().map_err(fail)
        };
        actions.push(match text.split_once(':') {
            Some((game, "?")) => ArenaAction::Abort(number(game)?),
            _ => {
                let (game, result) = board_and_result(text)?;
                ArenaAction::Finish {
                    game: number(game)?,
                    result,
                    moves: None,
                }
            }
        });
    }
    file.act_all(&actions)?;
    change::say(&file.tournament, format, out)
}

pub fn standings(arena: &Arena, format: Format, out: &mut dyn Write) -> Done {
    let ranked = arena.standings();
    if format == Format::Json {
        let rows = ranked.iter().map(|it| {
            json!({
                "rank": it.rank,
                "id": it.player,
                "name": arena.player_name(it.player),
                "points": it.points,
                "performance": it.performance.rounded(),
            })
        });
        writeln!(out, "{}", json!({ "standings": rows.collect::<Vec<_>>() }))?;
        return Ok(ExitStatus::Success);
    }
    writeln!(out, "Place {} Points Games Performance", fit("Name", 30))?;
    for it in ranked {
        let Some(entrant) = arena.entrant(it.player) else {
            continue;
        };
        let performance = it.performance.rounded();
        let performance = performance.map_or(String::new(), |it| it.to_string());
        let streak = match entrant.sheet.is_on_streak() && arena.settings().has_streaks {
            true => " on a streak",
            false => "",
        };
        let name = fit(&entrant.player.name, 30);
        let games = entrant.sheet.games.len();
        let line = format!(
            "{:>5} {name} {:>6} {games:>5} {performance:>11}{streak}",
            it.rank, it.points
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(ExitStatus::Success)
}

/// Prints the points of every game of everybody.
pub fn score_sheets(arena: &Arena, format: Format, out: &mut dyn Write) -> Done {
    let ranked = arena.standings();
    let points = |id| {
        let games = arena.entrant(id).map_or(&[][..], |it| &it.sheet.games);
        games
            .iter()
            .map(|it| it.points.to_string())
            .collect::<Vec<_>>()
    };
    if format == Format::Json {
        let rows = ranked.iter().map(|it| {
            json!({
                "rank": it.rank,
                "id": it.player,
                "name": arena.player_name(it.player),
                "points": it.points,
                "games": points(it.player),
            })
        });
        writeln!(out, "{}", json!({ "crosstable": rows.collect::<Vec<_>>() }))?;
        return Ok(ExitStatus::Success);
    }
    writeln!(out, "Place {} Points Games", fit("Name", 24))?;
    for it in ranked {
        let name = fit(arena.player_name(it.player), 24);
        let label = format!("{:>5} {name} {:>6} ", it.rank, it.points);
        let line = output::wrapped(&label, points(it.player));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(ExitStatus::Success)
}
