use std::{
    env, fmt, fs,
    io::{self, IsTerminal},
    num::NonZero,
    path::PathBuf,
    time::Duration,
};

use arbiter_engine::{Level, Strength};
use arbiter_game::{
    Conduct, Draws, Ending, FirstMoves, Options, OrderMode, ParseTimeControlError, SaktrisOptions,
    Takebacks, Time, TimeControl,
};
use arbiter_rules::{Clearing, Color, Position};
use arbiter_tui::{
    App, ColorChoice, ColorDepth, ComputerSetup, ExternalEngine, GameSetup, Glyphs, JournalDir,
    MoveLimits, NoJournal, Opponent, Pace, RecoveredJournal, SavedGameError, Shuffle, StartFrom,
    Storage, SystemClock, Theme, ThinkError, random_seed,
};
use clap::ValueEnum;

use crate::{
    analyze,
    input::{self, InvalidInput},
    output::{ExitStatus, Format},
};

/// Play a game in the terminal, against the computer or between two people.
#[derive(clap::Args)]
#[command(after_help = "\
Type moves in any notation (e4, Nf3, g1f3, O-O), or use the arrow keys or the
mouse. ? shows all keys and commands.

Levels go from 1 (Newcomer) to 10 (Grandmaster); full is full strength. A level
is equally strong on every machine and plays differently each time, unless you
give a --seed. hint suggests a good move; takeback takes back your last move and
the computer's reply.

Clocks: 5+3 is five minutes plus three seconds per move, 5 is sudden death, 3d2
has a delay, 3b2 is Bronstein, 10+5x30 byo-yomi, 10+25/5:00 Canadian,
\"40/90:00+30, 30:00+30\" has two periods, \"1 hourglass\" is an hourglass, and
\"5+3 / 1+0\" gives White 5+3 and Black 1+0.

--variant saktris is chess in which the pieces arrive one by one: the board is
empty, and the waiting piece is placed on the back rank (N@g1, or just g). Three
of a kind side by side leave the board. --order sets the order of arrival,
--every how often a piece arrives, --clearing what leaves the board, --preview
how many of the next pieces are shown.

An unfinished game is saved, even after a crash, and offered the next time you
play; its clocks are stopped meanwhile. The folder is $XDG_STATE_HOME/arbiter or
~/.local/state/arbiter.

Examples:
  arbiter play --level 3
  arbiter play --elo 1500 --color black --clock 10+5
  arbiter play --engine stockfish --engine-option Hash=64 --movetime 0.5
  arbiter play --clock 5+3 --white Anna --black Bo
  arbiter play --chess960 --touch-move
  arbiter play --variant saktris --level 3 --preview 3
  arbiter play game.pgn")]
pub struct Arguments {
    /// Continue the first game of this PGN file.
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "chess960", "resume", "variant"])]
    file: Option<String>,
    /// Play against the computer at this level: 1 to 10, or full.
    #[arg(long, value_name = "N", value_parser = level, conflicts_with_all = ["elo", "engine"])]
    level: Option<Strength>,
    /// Play against the computer at about this strength.
    #[arg(long, value_name = "ELO", value_parser = elo, conflicts_with = "engine")]
    elo: Option<Strength>,
    /// Play against another UCI engine.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Set an option of that engine; can be repeated.
    #[arg(long, value_name = "NAME=VALUE", requires = "engine", value_parser = engine_option)]
    engine_option: Vec<(String, String)>,
    /// How many seconds that engine thinks about each move.
    #[arg(long, value_name = "SECONDS", requires = "engine", value_parser = analyze::seconds)]
    movetime: Option<Duration>,
    /// How many nodes that engine searches for each move.
    #[arg(long, value_name = "N", requires = "engine")]
    nodes: Option<NonZero<u64>>,
    /// How many half-moves deep that engine searches.
    #[arg(long, value_name = "N", requires = "engine")]
    depth: Option<NonZero<u32>>,
    /// Your color against the computer.
    #[arg(long, value_enum, default_value_t = Pieces::Random, value_name = "COLOR")]
    color: Pieces,
    /// How soon the computer moves: like a person, or as soon as it can.
    #[arg(long, value_enum, default_value_t = PaceChoice::Person)]
    pace: PaceChoice,
    /// The seed of the computer's choices and of the Saktris order: the same seed gives the same
    /// game.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The clock, such as 5+3 [default: none].
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,
    /// The position to start from [default: start].
    #[arg(long, value_name = "FEN", conflicts_with_all = ["chess960", "variant"])]
    fen: Option<String>,
    /// A Chess960 starting position, 0 to 959 [default: random].
    #[arg(long, value_name = "N", num_args = 0..=1)]
    chess960: Option<Option<String>>,
    /// The variant.
    #[arg(long, value_enum, value_name = "NAME", conflicts_with = "chess960")]
    variant: Option<Game>,
    /// Saktris: the order in which pieces arrive [default: same].
    #[arg(long, value_enum, value_name = "HOW", requires = "variant")]
    order: Option<Order>,
    /// Saktris: how many moves pass between arrivals, 1 to 5 [default: 1].
    #[arg(long, value_name = "N", requires = "variant", value_parser = input::number::<u8>(1, 5))]
    every: Option<u8>,
    /// Saktris: what leaves the board [default: triplets].
    #[arg(long, value_enum, value_name = "WHAT", requires = "variant")]
    clearing: Option<Clears>,
    /// Saktris: how many of the next pieces are shown, 1 to 4 [default: 1].
    #[arg(long, value_name = "N", requires = "variant", value_parser = input::number::<u8>(1, 4))]
    preview: Option<u8>,
    /// A touched piece must be moved, and an incorrect claim gives the opponent two minutes.
    #[arg(long)]
    touch_move: bool,
    /// Whether threefold repetition and the fifty-move rule must be claimed.
    #[arg(long, value_enum, default_value_t = DrawRule::Claim, value_name = "HOW")]
    draws: DrawRule,
    /// Do not allow takebacks.
    #[arg(long, alias = "no-take-backs")]
    no_takebacks: bool,
    /// Whether the clock runs during the first move of each side.
    #[arg(long, value_enum, default_value_t = FirstMove::Free, value_name = "HOW")]
    first_moves: FirstMove,
    /// The name of the player with the white pieces.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// The name of the player with the black pieces.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Show the board from Black's side.
    #[arg(long)]
    flip: bool,
    /// Turn the board to the side to move.
    #[arg(long, conflicts_with_all = ["flip", "level", "elo", "engine"])]
    auto_flip: bool,
    /// Use letters instead of figurines.
    #[arg(long)]
    ascii: bool,
    /// Use no colors.
    #[arg(long)]
    no_color: bool,
    /// Print lines instead of drawing a screen, for pipes and screen readers.
    #[arg(long)]
    plain: bool,
    /// Continue the unfinished game without asking.
    #[arg(long, conflicts_with_all = ["new", "level", "elo", "engine"])]
    resume: bool,
    /// Start a new game without asking.
    #[arg(long)]
    new: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Game {
    Chess,
    /// The pieces arrive one by one.
    Saktris,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Random, same for both sides.
    Same,
    /// Random, different for each side.
    Different,
    /// Fixed, with the king last.
    Fixed,
    /// Each player chooses.
    Pick,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Clears {
    /// Three of a kind side by side, and the first piece beyond them.
    Triplets,
    /// Three or more pawns of one color in a rank.
    Rows,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DrawRule {
    /// They must be claimed, as over the board.
    Claim,
    /// They end the game automatically, as online.
    Automatic,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FirstMove {
    /// The clock runs from the start.
    Timed,
    /// The clocks start when both sides have moved.
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Pieces {
    White,
    Black,
    Random,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaceChoice {
    Person,
    Fast,
}

/// Why a game cannot start, reported before the screen is drawn.
enum PlayError {
    Json,
    NoTerminal,
    Engine(ThinkError),
    NothingToResume,
    NothingToPlay(Ending),
    Clock(String, ParseTimeControlError),
    Position(String, InvalidInput),
    Chess960(String),
    /// This option needs `--variant saktris`.
    OnlySaktris(&'static str),
    /// Other engines do not play Saktris.
    EngineAtSaktris,
    File(String, io::Error),
    SavedGame(String, SavedGameError),
}

/// Returns a message with a pointer into what was typed.
fn pointed(text: &str, error: &InvalidInput) -> String {
    let pointed = error.pointing_into(text).to_string();
    let pointed = pointed.trim_start_matches("error: ").trim_end();
    pointed.to_owned()
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Json => f.write_str("play has no JSON output"),
            PlayError::NoTerminal => {
                f.write_str("play needs a terminal; with --plain it reads lines instead")
            }
            PlayError::Engine(error) => write!(f, "--engine: {error}"),
            PlayError::NothingToResume => f.write_str("there is no unfinished game to resume"),
            PlayError::NothingToPlay(ending) => write!(f, "the game is already over: {ending}"),
            PlayError::Clock(text, error) => {
                let error = InvalidInput::at(error.offset, "clock", &error.to_string());
                write!(f, "--clock: {}", pointed(text, &error))
            }
            PlayError::Position(text, error) => write!(f, "--fen: {}", pointed(text, error)),
            PlayError::Chess960(text) => {
                write!(f, "--chess960 {text}: choose a position from 0 to 959")
            }
            PlayError::OnlySaktris(option) => write!(f, "{option} needs --variant saktris"),
            PlayError::EngineAtSaktris => f.write_str(
                "--engine: other engines do not play Saktris; use --level 3 to play against Arbiter",
            ),
            PlayError::File(path, error) => write!(f, "{path}: {error}"),
            PlayError::SavedGame(path, error) => write!(f, "{path}: {error}"),
        }
    }
}

pub fn run(arguments: &Arguments, format: Format) -> io::Result<ExitStatus> {
    match begin(arguments, format) {
        Ok((mut app, clock)) => {
            let played = if arguments.plain {
                arbiter_tui::play_plain(&mut app, clock, io::stdin().lock(), io::stdout().lock())
            } else {
                arbiter_tui::play(&mut app, clock)
            };
            played?;
            if app.game().ending().is_none() && app.game().moves().len() > 0 {
                eprintln!("The game is saved: arbiter play continues it.");
            }
            Ok(ExitStatus::Success)
        }
        Err(bad) => {
            eprintln!("error: {bad}");
            Ok(ExitStatus::BadInput)
        }
    }
}

fn begin(arguments: &Arguments, format: Format) -> Result<(App, SystemClock), PlayError> {
    if format == Format::Json {
        return Err(PlayError::Json);
    }
    let setup = setup(arguments)?;
    let saved = match &arguments.file {
        Some(path) => {
            let bytes = fs::read(path).map_err(|error| PlayError::File(path.clone(), error))?;
            let saved = arbiter_tui::read_saved_game(&bytes, 1);
            Some(saved.map_err(|error| PlayError::SavedGame(path.clone(), error))?)
        }
        None => None,
    };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if !is_terminal && !arguments.plain {
        return Err(PlayError::NoTerminal);
    }
    let (storage, recovered): (Box<dyn Storage>, RecoveredJournal) =
        match folder().map(|folder| JournalDir::open(&folder)) {
            Some(Ok((directory, recovered))) => (Box::new(directory), recovered),
            Some(Err(error)) => without_journal(&error),
            None => without_journal(&io::Error::other("there is no home directory")),
        };
    let earliest = recovered
        .unfinished
        .as_ref()
        .map_or(Time::from_millis(0), |journal| journal.last_seen);
    let clock = SystemClock::not_before(earliest);
    let start = match (saved, recovered.unfinished) {
        (Some(saved), _) => StartFrom::SavedGame {
            saved: Box::new(saved),
            path: arguments.file.clone().unwrap_or_default(),
        },
        (None, Some(journal)) if arguments.resume => StartFrom::Resume(Box::new(journal)),
        (None, Some(journal)) if !arguments.new => StartFrom::AskToResume(Box::new(journal)),
        (None, None) if arguments.resume => {
            return Err(PlayError::NothingToResume);
        }
        (None, _) => StartFrom::NewGame,
    };
    let app = App::new(
        setup,
        theme(arguments),
        storage,
        start,
        random_seed(),
        clock.now(),
    );
    let mut app = app.map_err(PlayError::NothingToPlay)?;
    if arguments.flip {
        app = app.viewed_by(Color::Black);
    }
    if arguments.auto_flip {
        app = app.with_auto_flip();
    }
    app = app.with_pace(match arguments.pace {
        PaceChoice::Person => Pace::Person,
        PaceChoice::Fast => Pace::Fast,
    });
    if let Some(notice) = recovered.notice {
        app.notify(&notice);
    }
    Ok((app, clock))
}

/// Returns storage for when the journal cannot be written.
fn without_journal(error: &io::Error) -> (Box<dyn Storage>, RecoveredJournal) {
    let storage = Box::new(NoJournal::because(error));
    (storage, RecoveredJournal::default())
}

/// Returns the rules and the players.
fn setup(arguments: &Arguments) -> Result<GameSetup, PlayError> {
    let (options, shuffle) = start(arguments)?;
    let control = match &arguments.clock {
        Some(text) => text
            .parse()
            .map_err(|error| PlayError::Clock(text.clone(), error))?,
        None => TimeControl::default(),
    };
    let mut options = options.with_clock(control);
    options.first_moves = match arguments.first_moves {
        FirstMove::Timed => FirstMoves::Timed,
        FirstMove::Free => FirstMoves::Free { limit: None },
    };
    options.draws = match arguments.draws {
        DrawRule::Claim => Draws::ByClaim,
        DrawRule::Automatic => Draws::Automatic,
    };
    if arguments.touch_move {
        options.conduct = Conduct::Formal;
    }
    if arguments.no_takebacks {
        options.takebacks = Takebacks::Forbidden;
    }
    let mut setup = GameSetup::new(options);
    setup.shuffle = shuffle;
    setup.computer = computer(arguments)?;
    let names = [
        (Color::White, &arguments.white),
        (Color::Black, &arguments.black),
    ];
    for (color, name) in names {
        if let Some(name) = name {
            setup = setup.with_name(color, name);
        }
    }
    Ok(setup)
}

/// Returns the computer opponent, if there is one.
fn computer(arguments: &Arguments) -> Result<Option<ComputerSetup>, PlayError> {
    let strength = arguments.level.or(arguments.elo);
    let opponent = match (strength, &arguments.engine) {
        (Some(strength), _) => Opponent::Arbiter(strength),
        (None, Some(command)) => Opponent::External(external_engine(arguments, command)?),
        (None, None) => return Ok(None),
    };
    Ok(Some(ComputerSetup {
        opponent,
        person: match arguments.color {
            Pieces::White => ColorChoice::Fixed(Color::White),
            Pieces::Black => ColorChoice::Fixed(Color::Black),
            // A player who names only one side plays that side.
            Pieces::Random => match (&arguments.white, &arguments.black) {
                (Some(_), None) => ColorChoice::Fixed(Color::White),
                (None, Some(_)) => ColorChoice::Fixed(Color::Black),
                _ => ColorChoice::Random,
            },
        },
        seed: arguments.seed,
    }))
}

/// Returns an external engine, after checking that it runs.
fn external_engine(arguments: &Arguments, command: &str) -> Result<ExternalEngine, PlayError> {
    let mut engine = ExternalEngine {
        command: command.to_owned(),
        name: command.to_owned(),
        options: arguments.engine_option.clone(),
        limits: MoveLimits {
            move_time: arguments.movetime,
            nodes: arguments.nodes.map(NonZero::get),
            depth: arguments.depth.map(NonZero::get),
        },
    };
    engine.name = arbiter_tui::probe_engine(&engine).map_err(PlayError::Engine)?;
    Ok(engine)
}

fn level(text: &str) -> Result<Strength, &'static str> {
    if text == "full" {
        return Ok(Strength::full());
    }
    let level = text.parse().ok().and_then(Level::new);
    level
        .map(Strength::level)
        .ok_or("choose a level from 1 to 10, or full")
}

fn elo(text: &str) -> Result<Strength, String> {
    let range = Strength::LOWEST_ELO..=Strength::HIGHEST_ELO;
    match text.parse() {
        Ok(elo) if range.contains(&elo) => Ok(Strength::elo(elo)),
        _ => Err(format!(
            "choose from {} to {}; for more use --level full",
            range.start(),
            range.end()
        )),
    }
}

fn engine_option(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("give a name and a value, such as Hash=64"),
    }
}

/// Returns the options of the game, and whether its start is random.
fn start(arguments: &Arguments) -> Result<(Options, Shuffle), PlayError> {
    if arguments.variant == Some(Game::Saktris) {
        return saktris(arguments);
    }
    let saktris_options = [
        ("--order", arguments.order.is_some()),
        ("--every", arguments.every.is_some()),
        ("--clearing", arguments.clearing.is_some()),
        ("--preview", arguments.preview.is_some()),
    ];
    if let Some((option, _)) = saktris_options.into_iter().find(|&(_, is_given)| is_given) {
        return Err(PlayError::OnlySaktris(option));
    }
    if let Some(fen) = &arguments.fen {
        let position = input::position(fen);
        let position = position.map_err(|error| PlayError::Position(fen.clone(), error))?;
        return Ok((Options::from_position(position), Shuffle::None));
    }
    let (number, shuffle) = match &arguments.chess960 {
        None => return Ok((Options::default(), Shuffle::None)),
        Some(None) => ((random_seed() % 960).to_string(), Shuffle::Chess960),
        Some(Some(text)) => (text.clone(), Shuffle::None),
    };
    let position = number.parse().ok().and_then(Position::chess960);
    let position = position.ok_or(PlayError::Chess960(number))?;
    Ok((Options::from_position(position), shuffle))
}

/// Returns the options of a Saktris game. Without a seed, each game has a new
/// random order.
fn saktris(arguments: &Arguments) -> Result<(Options, Shuffle), PlayError> {
    if arguments.engine.is_some() {
        return Err(PlayError::EngineAtSaktris);
    }
    let order = match arguments.order {
        Some(Order::Same) | None => OrderMode::Same,
        Some(Order::Different) => OrderMode::Different,
        Some(Order::Fixed) => OrderMode::Fixed,
        Some(Order::Pick) => OrderMode::Pick,
    };
    let clearing = match arguments.clearing {
        Some(Clears::Triplets) | None => Clearing::Triplets,
        Some(Clears::Rows) => Clearing::Rows,
        Some(Clears::None) => Clearing::None,
    };
    let saktris = SaktrisOptions {
        order,
        seed: arguments.seed.unwrap_or_else(random_seed),
        preview: arguments.preview.unwrap_or(1),
    };
    let shuffle = match arguments.seed {
        Some(_) => Shuffle::None,
        None => Shuffle::Saktris,
    };
    let options = Options::saktris(saktris, arguments.every.unwrap_or(1), clearing);
    Ok((options, shuffle))
}

fn theme(arguments: &Arguments) -> Theme {
    let mut theme = Theme::of_environment(|name| env::var(name).ok());
    if arguments.ascii {
        theme.glyphs = Glyphs::Ascii;
    }
    if arguments.no_color {
        theme.depth = ColorDepth::None;
    }
    theme
}

/// Returns the folder in which unfinished games are saved.
fn folder() -> Option<PathBuf> {
    let filled = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let base = match filled("XDG_STATE_HOME").or_else(|| filled("LOCALAPPDATA")) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(filled("HOME")?).join(".local").join("state"),
    };
    Some(base.join("arbiter"))
}
