//! The commands that change a tournament.

use std::{io::Write, path::PathBuf};

use arbiter_rules::Color;
use arbiter_tournament::{
    Action, Bye, GameResult, ParsePointsError, ParseResultError, Player, PlayerId, Tournament,
    arena::ArenaAction, knockout::KnockoutAction,
};
use clap::ValueEnum;

use super::{
    arena, boards,
    contest::Contest,
    error::TournamentError,
    file::{AnyFile, TournamentFile},
    knockout,
};
use crate::output::{ExitStatus, Format};

/// Enter players, before the first round or later.
#[derive(clap::Args)]
pub struct AddArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Players, each as NAME or NAME=RATING.
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Title of the players, such as GM.
    #[arg(long)]
    title: Option<String>,
    /// Federation of the players, such as NOR.
    #[arg(long)]
    federation: Option<String>,
    /// Team of the players.
    #[arg(long)]
    team: Option<String>,
}

/// Correct the name, rating or another entry of a player.
#[derive(clap::Args)]
pub struct EditArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The player, by name or number.
    player: String,
    /// The corrected name.
    #[arg(long)]
    name: Option<String>,
    /// The corrected rating; 0 for none.
    #[arg(long, value_name = "N")]
    rating: Option<String>,
    /// The corrected title, such as GM.
    #[arg(long)]
    title: Option<String>,
    /// The corrected federation, such as NOR.
    #[arg(long)]
    federation: Option<String>,
    /// The corrected team.
    #[arg(long)]
    team: Option<String>,
}

/// Let players leave; they are no longer paired.
#[derive(clap::Args)]
pub struct PlayerArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Players, by name or number.
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
}

/// Grant players a bye in the next round.
#[derive(clap::Args)]
pub struct ByeArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Players, by name or number.
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// What the bye is worth.
    #[arg(long, value_enum, default_value_t = ByeName::Half)]
    worth: ByeName,
}

#[derive(Clone, Copy, ValueEnum)]
enum ByeName {
    /// As much as a win.
    Full,
    /// As much as a draw.
    Half,
    /// Nothing.
    Zero,
}

/// Never pair two players with each other.
#[derive(clap::Args)]
pub struct ForbidArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// One player, by name or number.
    first: String,
    /// The other.
    second: String,
}

/// Take points from a player, in the standings and in later pairings.
#[derive(clap::Args)]
pub struct PenaltyArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The player, by name or number.
    player: String,
    /// The points, such as 0.5; whole points in an arena.
    points: String,
}

/// Enter or correct results.
#[derive(clap::Args)]
#[command(after_help = "\
A result is BOARD:RESULT. Results are 1-0, 1/2, 0-1 and 0-0; by forfeit +-, -+
and -- (nobody came); BOARD:? takes a result back.
In a knockout it is MATCH:RESULT for the game being played, MATCH.GAME:RESULT
for any game, MATCH:=NAME decides a match, and MATCH:? takes back its last game.
In an arena it is GAME:RESULT, and GAME:? makes a game not count.

Examples:
  arbiter tournament result open.txt 1:1-0 2:1/2
  arbiter tournament result open.txt --round 2 4:+-
  arbiter tournament result cup.txt 1.3:1-0 1.4.2:1/2")]
pub struct ResultArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Results, each as BOARD:RESULT.
    #[arg(value_name = "RESULT", required = true)]
    results: Vec<String>,
    /// The round [default: the last].
    #[arg(long, value_name = "N")]
    round: Option<usize>,
}

type Done = Result<ExitStatus, TournamentError>;

/// Prints the state of the tournament.
pub fn say<C: Contest>(tournament: &C, format: Format, out: &mut dyn Write) -> Done {
    match format {
        Format::Json => writeln!(out, "{}", tournament.state_json())?,
        Format::Text => writeln!(out, "{}", tournament.state())?,
    }
    Ok(ExitStatus::Success)
}

pub fn add(arguments: &AddArguments, format: Format, out: &mut dyn Write) -> Done {
    let mut players = Vec::new();
    for text in &arguments.players {
        let (name, rating) = match text.rsplit_once('=') {
            None => (text.as_str(), 0),
            Some((name, rating)) => (name, number(rating, "rating")?),
        };
        players.push(Player {
            name: name.trim().to_owned(),
            rating: u32::try_from(rating).unwrap_or(0),
            title: arguments.title.clone().unwrap_or_default(),
            federation: arguments.federation.clone().unwrap_or_default(),
            team: arguments.team.clone().unwrap_or_default().trim().to_owned(),
            ..Player::default()
        });
    }
    let file = AnyFile::open(&arguments.file)?;
    match &file {
        AnyFile::Rounds(file) => note_namesakes(&file.tournament, &players),
        AnyFile::Knockout(file) => note_namesakes(&file.tournament, &players),
        AnyFile::Arena(file) => note_namesakes(&file.tournament, &players),
    }
    match file {
        AnyFile::Rounds(file) => enter(file, players, Action::Add, format, out),
        AnyFile::Knockout(file) => enter(file, players, KnockoutAction::Add, format, out),
        AnyFile::Arena(mut file) => {
            // Players who are entered in the hall are present.
            let first = file.tournament.player_count() + 1;
            let ready = (first..first + players.len()).map(ArenaAction::Ready);
            let add = players.into_iter().map(ArenaAction::Add);
            file.act_all(&add.chain(ready).collect::<Vec<_>>())?;
            say(&file.tournament, format, out)
        }
    }
}

/// Points out players who have the name of somebody who is there already.
fn note_namesakes<C: Contest>(tournament: &C, players: &[Player]) {
    for player in players {
        let mut ids = 1..=tournament.player_count();
        if ids.any(|id| tournament.player_name(id) == player.name) {
            eprintln!("note: somebody else is called {} too", player.name);
        }
    }
}

fn enter<C: Contest>(
    mut file: TournamentFile<C>,
    players: Vec<Player>,
    action: impl Fn(Player) -> C::Action,
    format: Format,
    out: &mut dyn Write,
) -> Done {
    file.act_all(&players.into_iter().map(action).collect::<Vec<_>>())?;
    say(&file.tournament, format, out)
}

fn number(text: &str, what: &str) -> Result<usize, TournamentError> {
    let fail = || TournamentError::Argument(format!("invalid {what} \"{text}\""));
    let digits = text.trim();
    digits
        .parse()
        .ok()
        .filter(|_| digits.len() <= 4)
        .ok_or_else(fail)
}

/// Does something with the players that the arguments name, and says with whom.
fn change<C: Contest>(
    mut file: TournamentFile<C>,
    players: &[String],
    (action, done): (impl Fn(PlayerId) -> C::Action, &str),
    format: Format,
    out: &mut dyn Write,
) -> Result<(TournamentFile<C>, Vec<PlayerId>), TournamentError> {
    let ids = players.iter().map(|it| file.tournament.find_player(it));
    let ids = ids.collect::<Result<Vec<PlayerId>, TournamentError>>()?;
    let actions: Vec<C::Action> = ids.iter().map(|&id| action(id)).collect();
    file.act_all(&actions)?;
    if format == Format::Text {
        for &id in &ids {
            writeln!(out, "{} {done}", file.tournament.player_name(id))?;
        }
    }
    say(&file.tournament, format, out)?;
    Ok((file, ids))
}

pub fn withdraw(arguments: &PlayerArguments, format: Format, out: &mut dyn Write) -> Done {
    let players = &arguments.players;
    let left = "is no longer paired";
    match AnyFile::open(&arguments.file)? {
        AnyFile::Rounds(file) => {
            let action = (Action::Withdraw, left);
            let (file, ids) = change(file, players, action, format, out)?;
            note_open_games(&file.tournament, &ids);
        }
        AnyFile::Knockout(file) => {
            let action = (KnockoutAction::Withdraw, "is out");
            change(file, players, action, format, out)?;
        }
        AnyFile::Arena(file) => {
            change(file, players, (ArenaAction::Leave, left), format, out)?;
        }
    }
    Ok(ExitStatus::Success)
}

/// Reminds of the games that players leave unfinished.
fn note_open_games(tournament: &Tournament, ids: &[PlayerId]) {
    let games = tournament.rounds().last().map_or(&[][..], |it| &it.games);
    for (game, board) in games.iter().zip(1..) {
        for (color, forfeit) in [(Color::White, "-+"), (Color::Black, "+-")] {
            if game.result.is_none() && ids.contains(&game.players[color]) {
                let name = tournament.player_name(game.players[color]);
                eprintln!(
                    "note: the game of {name} on board {board} has no result; by forfeit it is \
                     {board}:{forfeit}"
                );
            }
        }
    }
}

pub fn bring_back(arguments: &PlayerArguments, format: Format, out: &mut dyn Write) -> Done {
    let players = &arguments.players;
    let back = "is paired again";
    match AnyFile::open(&arguments.file)? {
        AnyFile::Rounds(file) => {
            change(file, players, (Action::Return, back), format, out)?;
        }
        AnyFile::Knockout(file) => {
            change(
                file,
                players,
                (KnockoutAction::Return, "is back"),
                format,
                out,
            )?;
        }
        AnyFile::Arena(file) => {
            change(file, players, (ArenaAction::Ready, back), format, out)?;
        }
    }
    Ok(ExitStatus::Success)
}

pub fn bye(arguments: &ByeArguments, format: Format, out: &mut dyn Write) -> Done {
    let (bye, done) = match arguments.worth {
        ByeName::Full => (Bye::FullPoint, "has a full-point bye in the next round"),
        ByeName::Half => (Bye::HalfPoint, "has a half-point bye in the next round"),
        ByeName::Zero => (Bye::ZeroPoint, "is not paired in the next round"),
    };
    let file = AnyFile::open_rounds(&arguments.file, "no byes on request.")?;
    let action = |id| Action::GrantBye(id, bye);
    change(file, &arguments.players, (action, done), format, out)?;
    Ok(ExitStatus::Success)
}

/// Corrects the name, the rating or anything else of a player.
pub fn edit(arguments: &EditArguments, format: Format, out: &mut dyn Write) -> Done {
    let mut file = AnyFile::open_rounds(&arguments.file, "no players to correct.")?;
    let id = file.tournament.find_player(&arguments.player)?;
    let mut player = file.tournament.player(id).cloned().unwrap_or_default();
    let before = player.name.clone();
    let texts = [
        (&mut player.name, &arguments.name),
        (&mut player.title, &arguments.title),
        (&mut player.federation, &arguments.federation),
        (&mut player.team, &arguments.team),
    ];
    for (field, text) in texts {
        if let Some(text) = text {
            text.trim().clone_into(field);
        }
    }
    if let Some(rating) = &arguments.rating {
        player.rating = u32::try_from(number(rating, "rating")?).unwrap_or(0);
    }
    let after = format!("{} {}", player.name, player.rating);
    file.act(&Action::Edit(id, player))?;
    if format == Format::Text {
        writeln!(out, "{before} is {after}")?;
    }
    say(&file.tournament, format, out)
}

pub fn forbid(arguments: &ForbidArguments, format: Format, out: &mut dyn Write) -> Done {
    let mut file = AnyFile::open_rounds(&arguments.file, "no pairs that must not meet.")?;
    let first = file.tournament.find_player(&arguments.first)?;
    let second = file.tournament.find_player(&arguments.second)?;
    file.act(&Action::Prohibit(first, second))?;
    say(&file.tournament, format, out)
}

/// Takes points from a player.
pub fn penalty(arguments: &PenaltyArguments, format: Format, out: &mut dyn Write) -> Done {
    let PenaltyArguments {
        file,
        player,
        points,
    } = arguments;
    let players = std::slice::from_ref(player);
    let done = format!("loses {points} points");
    match AnyFile::open(file)? {
        AnyFile::Rounds(file) => {
            let fail = |error: ParsePointsError| TournamentError::Argument(error.to_string());
            let points = points.parse().map_err(fail)?;
            let action = |id| Action::Penalize(id, points);
            change(file, players, (action, &done), format, out)?;
        }
        AnyFile::Arena(file) => {
            let points = u32::try_from(number(points, "points")?).unwrap_or(0);
            let action = |id| ArenaAction::Penalize(id, points);
            change(file, players, (action, &done), format, out)?;
        }
        AnyFile::Knockout(_) => {
            return Err(TournamentError::OtherSystem(
                "A knockout",
                "no points to take; correct the result of a game instead.",
            ));
        }
    }
    Ok(ExitStatus::Success)
}

/// Splits `BOARD:RESULT` into the board and the result.
pub fn board_and_result(text: &str) -> Result<(&str, GameResult), TournamentError> {
    let fail = |reason: &str| TournamentError::Argument(format!("\"{text}\": {reason}"));
    let (board, result) = text
        .split_once(':')
        .ok_or_else(|| fail("write BOARD:RESULT, such as 1:1-0"))?;
    let result = result
        .parse()
        .map_err(|error: ParseResultError| fail(&error.to_string()))?;
    Ok((board, result))
}

pub fn result(arguments: &ResultArguments, format: Format, out: &mut dyn Write) -> Done {
    let mut file = match AnyFile::open(&arguments.file)? {
        AnyFile::Rounds(file) => file,
        AnyFile::Knockout(file) => return knockout::result(file, &arguments.results, format, out),
        AnyFile::Arena(file) => return arena::result(file, &arguments.results, format, out),
    };
    let round = arguments.round.unwrap_or(file.tournament.rounds().len());
    let mut actions = Vec::new();
    for text in &arguments.results {
        let fail = |_| TournamentError::Argument(format!("\"{text}\": the board is a number"));
        actions.push(match text.split_once(':') {
            Some((board, "?")) => Action::Clear {
                round,
                board: board.parse().map_err(fail)?,
            },
            _ => {
                let (board, result) = board_and_result(text)?;
                let board = board.parse().map_err(fail)?;
                Action::Record {
                    round,
                    board,
                    result,
                }
            }
        });
    }
    file.act_all(&actions)?;
    if round < file.tournament.rounds().len() {
        eprintln!("note: the rounds after round {round} stay as they are paired");
    }
    if format == Format::Text {
        boards::write(&file.tournament, round, out)?;
    }
    say(&file.tournament, format, out)
}
