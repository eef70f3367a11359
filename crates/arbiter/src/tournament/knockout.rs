//! Knockouts: the games that begin, results, bracket and places.

use std::io::{self, Write};

use arbiter_tournament::{
    PlayerId,
    knockout::{
        Knockout, KnockoutAction, Match, MatchColorReason, MatchGame, MatchId, MatchOutcome, Slot,
        Stage,
    },
};
use serde_json::{Value, json};

use super::{
    boards::fit,
    change::{self, board_and_result},
    contest::Contest,
    error::TournamentError,
    file::TournamentFile,
};
use crate::output::{self, ExitStatus, Format};

type Done = Result<ExitStatus, TournamentError>;
type File = TournamentFile<Knockout>;

/// What to do with the games that are ready.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PairStep {
    Begin,
    Show,
    Undo,
}

pub fn pair(
    mut file: File,
    step: PairStep,
    is_explained: bool,
    format: Format,
    out: &mut dyn Write,
) -> Done {
    if step == PairStep::Undo {
        file.act(&KnockoutAction::Unpair)?;
        return change::say(&file.tournament, format, out);
    }
    let mut reasons = Vec::new();
    if step == PairStep::Begin {
        if !file.tournament.is_drawn() {
            file.act(&KnockoutAction::Draw)?;
        }
        reasons = file.tournament.ready();
        file.act(&KnockoutAction::Pair)?;
    }
    let knockout = &file.tournament;
    let explanation = match is_explained {
        true => explain(knockout, &reasons),
        false => Vec::new(),
    };
    if format == Format::Json {
        let mut value = bracket_json(knockout);
        value["explanation"] = explanation.into();
        writeln!(out, "{value}")?;
        return Ok(ExitStatus::Success);
    }
    write_open_games(knockout, out)?;
    if !explanation.is_empty() {
        writeln!(out)?;
    }
    for sentence in explanation {
        writeln!(out, "{}", output::wrapped("", sentence.split(' ')))?;
    }
    Ok(ExitStatus::Success)
}

/// Says for each match being played why its players meet, and about those of the same
/// round without opponent.
fn explain(
    knockout: &Knockout,
    reasons: &[(MatchId, arbiter_rules::ByColor<PlayerId>, MatchColorReason)],
) -> Vec<String> {
    let round = open_games(knockout).map(|(id, ..)| id.round).max();
    let of_round = knockout.matches().filter(|(id, _)| Some(id.round) == round);
    let shown = of_round.filter(|(_, it)| it.is_playing() || it.players().is_none());
    shown
        .map(|(id, _)| {
            let color = reasons.iter().find(|(of, ..)| *of == id);
            let color = color.map(|&(_, players, reason)| {
                format!(" {}", knockout.explain_color(players.white, reason))
            });
            format!(
                "{id}: {}{}",
                knockout.explain(id),
                color.unwrap_or_default()
            )
        })
        .collect()
}

/// Returns the games without result: the match, the number of the game, and the game.
fn open_games(knockout: &Knockout) -> impl Iterator<Item = (MatchId, usize, &MatchGame)> {
    let open = knockout
        .matches()
        .filter(|(_, it)| it.outcome == MatchOutcome::Open);
    open.flat_map(|(id, it)| {
        let games = it.games.iter().zip(1..);
        let games = games.filter(|(game, _)| game.result.is_none());
        games.map(move |(game, number)| (id, number, game))
    })
}

pub fn stage_name(stage: Stage) -> String {
    match stage {
        Stage::Regular => String::new(),
        Stage::TieBreak(number) => format!("tie-break {number}"),
        Stage::Armageddon => "Armageddon".to_owned(),
    }
}

fn write_open_games(knockout: &Knockout, out: &mut dyn Write) -> io::Result<()> {
    let mut games = open_games(knockout).peekable();
    if games.peek().is_none() {
        return writeln!(out, "{}", knockout.state());
    }
    writeln!(out, "  Game  White                     Black")?;
    for (id, number, game) in games {
        let line = format!(
            "{:>6}  {} {} {}",
            format!("{id}.{number}"),
            fit(knockout.player_name(game.players.white), 25),
            fit(knockout.player_name(game.players.black), 25),
            stage_name(game.stage),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Reads `MATCH` or `MATCH.GAME`.
fn read_game(knockout: &Knockout, text: &str) -> Result<(MatchId, usize), TournamentError> {
    let fail = || {
        let reason = "a match is named as in the list of games, such as 1.2 or 1.2.1";
        TournamentError::Argument(format!("\"{text}\": {reason}"))
    };
    let numbers: Result<Vec<usize>, _> = text.split('.').map(str::parse).collect();
    match numbers.map_err(|_| fail())?[..] {
        [round, number] => {
            let id = MatchId { round, number };
            let games = knockout.find(id).map_or(0, |it| it.games.len());
            Ok((id, games))
        }
        [round, number, game] => Ok((MatchId { round, number }, game)),
        _ => Err(fail()),
    }
}

pub fn result(mut file: File, results: &[String], format: Format, out: &mut dyn Write) -> Done {
    let mut actions = Vec::new();
    for text in results {
        actions.push(match text.split_once(':') {
            Some((of, "?")) => KnockoutAction::Erase(read_game(&file.tournament, of)?.0),
            Some((of, winner)) if winner.starts_with('=') && winner.len() > 1 => {
                let winner = file.tournament.find_player(&winner[1..])?;
                KnockoutAction::Award {
                    of: read_game(&file.tournament, of)?.0,
                    winner: Some(winner),
                }
            }
            _ => {
                let (board, result) = board_and_result(text)?;
                let (of, game) = read_game(&file.tournament, board)?;
                KnockoutAction::Record { of, game, result }
            }
        });
    }
    file.act_all(&actions)?;
    if format == Format::Text {
        write_bracket(&file.tournament, out)?;
    }
    change::say(&file.tournament, format, out)
}

fn slot_text(knockout: &Knockout, state: &Match, side: usize, width: usize) -> String {
    let (seed, name) = match state.slots[side] {
        Slot::Open => (String::new(), String::new()),
        Slot::Empty => (String::new(), "(bye)".to_owned()),
        Slot::Player(id) => {
            let seed = knockout.seed(id).map_or(String::new(), |it| it.to_string());
            (seed, knockout.player_name(id).to_owned())
        }
    };
    let is_winner = match (state.outcome, state.slots[side]) {
        (MatchOutcome::Won(winner), Slot::Player(id)) => winner == id,
        _ => false,
    };
    let mark = if is_winner { '*' } else { ' ' };
    format!("{seed:>4}{mark}{}", fit(&name, width))
}

/// Returns what a round is called.
pub fn round_name(knockout: &Knockout, round: usize) -> String {
    match knockout.rounds().len() - round {
        0 => "Final".to_owned(),
        1 => "Semifinals".to_owned(),
        2 => "Quarterfinals".to_owned(),
        _ => format!("Round {round}"),
    }
}

/// Writes all matches whose players are known.
pub fn write_bracket(knockout: &Knockout, out: &mut dyn Write) -> io::Result<()> {
    for (matches, round) in knockout.rounds().iter().zip(1..) {
        if matches.iter().all(|it| it.slots == [Slot::Open; 2]) {
            break;
        }
        writeln!(out, "{}", round_name(knockout, round))?;
        for (state, number) in matches.iter().zip(1..) {
            let [first, second] = state.score();
            let score = match state.games.iter().any(|it| it.result.is_some()) {
                true => format!("{first:>4} - {second:<4}"),
                false => "     -     ".to_owned(),
            };
            let last = state.games.last().map_or(Stage::Regular, |it| it.stage);
            let line = format!(
                "{:>5} {} {score} {} {}",
                format!("{round}.{number}"),
                slot_text(knockout, state, 0, 19),
                slot_text(knockout, state, 1, 19),
                stage_name(last),
            );
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

pub fn bracket(knockout: &Knockout, format: Format, out: &mut dyn Write) -> Done {
    match format {
        Format::Json => writeln!(out, "{}", bracket_json(knockout))?,
        Format::Text => write_bracket(knockout, out)?,
    }
    Ok(ExitStatus::Success)
}

/// Returns all matches as JSON.
fn bracket_json(knockout: &Knockout) -> Value {
    let slot = |it: Slot| match it {
        Slot::Player(id) => json!({
            "id": id, "seed": knockout.seed(id), "name": knockout.player_name(id),
        }),
        Slot::Open | Slot::Empty => Value::Null,
    };
    let matches = knockout.matches().map(|(id, it)| {
        let games = it.games.iter().map(|game| {
            json!({
                "white": game.players.white,
                "black": game.players.black,
                "stage": stage_name(game.stage),
                "result": game.result.map(|it| it.to_string()),
            })
        });
        let winner = match it.outcome {
            MatchOutcome::Won(id) => Some(id),
            MatchOutcome::Open | MatchOutcome::Nobody => None,
        };
        json!({
            "match": id.to_string(),
            "players": it.slots.map(slot),
            "score": it.score().map(|it| it.to_string()),
            "games": games.collect::<Vec<_>>(),
            "decided": it.outcome != MatchOutcome::Open,
            "winner": winner,
        })
    });
    json!({ "matches": matches.collect::<Vec<_>>() })
}

pub fn standings(knockout: &Knockout, format: Format, out: &mut dyn Write) -> Done {
    let ranked = knockout.standings();
    if format == Format::Json {
        let rows = ranked.iter().map(|it| {
            json!({
                "rank": it.rank,
                "id": it.player,
                "seed": it.seed,
                "name": knockout.player_name(it.player),
                "out_in": it.out_in,
            })
        });
        writeln!(out, "{}", json!({ "standings": rows.collect::<Vec<_>>() }))?;
        return Ok(ExitStatus::Success);
    }
    writeln!(out, "Place Seed {} Out in", fit("Name", 30))?;
    for it in ranked {
        let out_in = it
            .out_in
            .map_or(String::new(), |round| round_name(knockout, round));
        let name = fit(knockout.player_name(it.player), 30);
        let line = format!("{:>5} {:>4} {name} {out_in}", it.rank, it.seed);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(ExitStatus::Success)
}
