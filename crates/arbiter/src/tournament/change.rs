//! The commands that change a tournament.

use std::{io::Write, path::PathBuf};

use arbiter_rules::Color;
use arbiter_tournament::{
    Action, Bye, Player, PlayerId, Points, Scoring, Settings, System, Tournament,
    tiebreak::TieBreak,
};
use clap::ValueEnum;

use super::{boards, error::TournamentError, file::TournamentFile};
use crate::output::{self, ExitStatus, Format};

/// Create the file of a tournament.
#[derive(clap::Args)]
pub struct NewArguments {
    /// The file to create.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Name of the tournament.
    #[arg(long, default_value = "Tournament")]
    name: String,
    /// How rounds are paired.
    #[arg(long, value_enum, default_value_t = SystemName::Swiss)]
    system: SystemName,
    /// Number of rounds; round robins have as many as they need.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,
    /// Tie-breaks after the points, by their FIDE codes: DE,BH/C1,BH,SB.
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    tiebreaks: Vec<TieBreak>,
    /// Color of the first player in the first round, drawn by lot.
    #[arg(long, value_enum, default_value_t = ColorName::White)]
    color: ColorName,
    /// Points for a win, a draw and a loss: 3,1,0.
    #[arg(long, value_name = "W,D,L", value_delimiter = ',', num_args = 3)]
    points: Vec<Points>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SystemName {
    /// The FIDE (Dutch) System.
    Swiss,
    /// The same with Baku acceleration.
    Baku,
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice.
    DoubleRoundRobin,
}

#[derive(Clone, Copy, ValueEnum)]
enum ColorName {
    White,
    Black,
}

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
}

/// Let players leave; they are not paired any more.
#[derive(clap::Args)]
pub struct PlayerArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Players, by name or by entry number.
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
}

/// Grant players a bye in the next round.
#[derive(clap::Args)]
pub struct ByeArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Players, by name or by entry number.
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

/// Forbid two players to meet.
#[derive(clap::Args)]
pub struct ForbidArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// One player, by name or by entry number.
    first: String,
    /// The other.
    second: String,
}

/// Enter or correct results.
#[derive(clap::Args)]
#[command(after_help = "\
A result is BOARD:RESULT. Results are 1-0, 1/2, 0-1 and 0-0; by forfeit +-, -+
and -- (nobody came).

Examples:
  arbiter tournament result open.txt 1:1-0 2:1/2
  arbiter tournament result open.txt --round 2 4:+-")]
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

pub fn new(arguments: &NewArguments, format: Format, out: &mut dyn Write) -> Done {
    let system = match arguments.system {
        SystemName::Swiss => System::Swiss,
        SystemName::Baku => System::AcceleratedSwiss,
        SystemName::RoundRobin => System::RoundRobin,
        SystemName::DoubleRoundRobin => System::DoubleRoundRobin,
    };
    let mut settings = Settings::new(&arguments.name, system, arguments.rounds);
    if !arguments.tiebreaks.is_empty() {
        settings.tie_breaks = arguments.tiebreaks.clone();
    }
    settings.initial_color = match arguments.color {
        ColorName::White => Color::White,
        ColorName::Black => Color::Black,
    };
    if let [win, draw, loss] = arguments.points[..] {
        settings.scoring = Scoring {
            win,
            draw,
            loss,
            pairing_bye: win,
            ..Scoring::default()
        };
    }
    let file = TournamentFile::create(&arguments.file, settings, &[])?;
    say(&file.tournament, format, out)
}

/// Prints where the tournament stands.
pub fn say(tournament: &Tournament, format: Format, out: &mut dyn Write) -> Done {
    let rounds = tournament.rounds().len();
    if format == Format::Json {
        let value = serde_json::json!({
            "name": tournament.settings().name,
            "system": tournament.settings().system.name(),
            "players": tournament.player_count(),
            "rounds": tournament.round_count(),
            "paired": rounds,
            "missing": tournament.missing_results(),
        });
        writeln!(out, "{value}")?;
        return Ok(ExitStatus::Success);
    }
    let players = output::count(tournament.player_count(), "player");
    let name = &tournament.settings().name;
    let count = tournament.round_count();
    let state = match (rounds, tournament.missing_results()) {
        (0, _) => "no round paired yet".to_owned(),
        (_, 0) => format!("round {rounds} of {count} finished"),
        (_, games) => {
            let results = output::count(games, "result");
            format!("round {rounds} of {count}, {results} missing")
        }
    };
    writeln!(out, "{name}: {players}, {state}")?;
    Ok(ExitStatus::Success)
}

pub fn add(arguments: &AddArguments, format: Format, out: &mut dyn Write) -> Done {
    let mut file = TournamentFile::open(&arguments.file)?;
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
            ..Player::default()
        });
    }
    for player in players {
        file.act(&Action::Add(player))?;
    }
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

/// Finds a player by entry number or name.
fn find(tournament: &Tournament, text: &str) -> Result<PlayerId, TournamentError> {
    if let Ok(id) = text.parse() {
        return Ok(id);
    }
    let name_of = |id: PlayerId| tournament.player(id).map_or("", |it| it.name.as_str());
    let lower = text.to_lowercase();
    let found: Vec<PlayerId> = (1..=tournament.player_count())
        .filter(|&id| name_of(id).to_lowercase().starts_with(&lower))
        .collect();
    match found[..] {
        [one] => Ok(one),
        [] => Err(TournamentError::Argument(format!(
            "nobody is called \"{text}\""
        ))),
        [..] => Err(TournamentError::Argument(format!(
            "several players are called \"{text}\": give the entry number"
        ))),
    }
}

fn change(
    arguments: &PlayerArguments,
    format: Format,
    out: &mut dyn Write,
    action: impl Fn(PlayerId) -> Action,
) -> Done {
    let mut file = TournamentFile::open(&arguments.file)?;
    for text in &arguments.players {
        let id = find(&file.tournament, text)?;
        file.act(&action(id))?;
    }
    say(&file.tournament, format, out)
}

pub fn withdraw(arguments: &PlayerArguments, format: Format, out: &mut dyn Write) -> Done {
    change(arguments, format, out, Action::Withdraw)
}

pub fn bring_back(arguments: &PlayerArguments, format: Format, out: &mut dyn Write) -> Done {
    change(arguments, format, out, Action::Return)
}

pub fn bye(arguments: &ByeArguments, format: Format, out: &mut dyn Write) -> Done {
    let bye = match arguments.worth {
        ByeName::Full => Bye::FullPoint,
        ByeName::Half => Bye::HalfPoint,
        ByeName::Zero => Bye::ZeroPoint,
    };
    let players = PlayerArguments {
        file: arguments.file.clone(),
        players: arguments.players.clone(),
    };
    change(&players, format, out, |id| Action::GrantBye(id, bye))
}

pub fn forbid(arguments: &ForbidArguments, format: Format, out: &mut dyn Write) -> Done {
    let mut file = TournamentFile::open(&arguments.file)?;
    let first = find(&file.tournament, &arguments.first)?;
    let second = find(&file.tournament, &arguments.second)?;
    file.act(&Action::Prohibit(first, second))?;
    say(&file.tournament, format, out)
}

pub fn result(arguments: &ResultArguments, format: Format, out: &mut dyn Write) -> Done {
    let mut file = TournamentFile::open(&arguments.file)?;
    let round = arguments.round.unwrap_or(file.tournament.rounds().len());
    let mut actions = Vec::new();
    for text in &arguments.results {
        let fail = |reason: &str| TournamentError::Argument(format!("\"{text}\": {reason}"));
        let (board, result) = text
            .split_once(':')
            .ok_or_else(|| fail("write BOARD:RESULT, such as 1:1-0"))?;
        let board = board.parse().map_err(|_| fail("the board is a number"))?;
        let result = result
            .parse()
            .map_err(|error: arbiter_tournament::ParseResultError| fail(&error.to_string()))?;
        actions.push(Action::Record {
            round,
            board,
            result,
        });
    }
    for action in &actions {
        file.act(action)?;
    }
    if format == Format::Text {
        boards::write(&file.tournament, round, out)?;
    }
    say(&file.tournament, format, out)
}
