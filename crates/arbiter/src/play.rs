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
    App, Beginning, Depth, Desk, Drawer, Effort, Found, Glyphs, Guest, Loose, Opponent, ScoreError,
    Seat, Shuffles, Solo, Table, Theme, ThinkError, Watch, chance,
};
use clap::{ValueEnum, builder::RangedI64ValueParser, value_parser};

use crate::{
    analyze,
    input::{self, InvalidInput},
    output::{Format, Verdict},
};

/// Play a game in the terminal: against the computer, or two people at one keyboard.
#[derive(clap::Args)]
#[command(after_help = "\
Moves are typed in any notation (e4, Nf3, g1f3, O-O), played with the arrow keys, or with the
mouse. ? shows all keys and commands.

Levels go from 1 (Newcomer) to 10 (Grandmaster); full is all it can. A level is the same on
every machine, and plays differently each time unless a --seed is given. hint asks for a good
move, takeback takes back yours and the answer.

Clocks: 5+3 is five minutes and three seconds a move, 5 is sudden death, 3d2 has a delay, 3b2 is
Bronstein, 10+5x30 byo-yomi, 10+25/5:00 Canadian, \"40/90:00+30, 30:00+30\" has two periods,
\"1 hourglass\" is one.

--variant saktris is chess in which the pieces arrive one by one: the board is empty, and the
piece that waits is placed on the back rank (N@g1, or just g). Three of a kind side by side
leave. --order says in which order they arrive, --every how often, --clearing what leaves,
--preview how many of the next pieces are seen.

A game that is left, or that a crash has ended, is kept, and offered when you play again; the
clocks stand meanwhile. The folder is $XDG_STATE_HOME/arbiter or ~/.local/state/arbiter.

Examples:
  arbiter play --level 3
  arbiter play --elo 1500 --color black --clock 10+5
  arbiter play --engine stockfish --engine-option Hash=64 --movetime 0.5
  arbiter play --clock 5+3 --white Anna --black Bo
  arbiter play --chess960 --touch-move
  arbiter play --variant saktris --level 3 --preview 3
  arbiter play game.pgn")]
pub struct Arguments {
    /// A game in PGN to go on with: the first of the file.
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "chess960", "resume", "variant"])]
    file: Option<String>,
    /// Play against the computer at this level: 1 to 10, or full.
    #[arg(long, value_name = "N", value_parser = level, conflicts_with_all = ["elo", "engine"])]
    level: Option<Strength>,
    /// Play against the computer, about as strong as this.
    #[arg(long, value_name = "ELO", value_parser = elo, conflicts_with = "engine")]
    elo: Option<Strength>,
    /// Play against another program that speaks UCI.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// An option of that program; may be given again.
    #[arg(long, value_name = "NAME=VALUE", requires = "engine", value_parser = engine_option)]
    engine_option: Vec<(String, String)>,
    /// That program thinks so many seconds about each move.
    #[arg(long, value_name = "SECONDS", requires = "engine", value_parser = analyze::seconds)]
    movetime: Option<Duration>,
    /// That program looks at so many nodes.
    #[arg(long, value_name = "N", requires = "engine")]
    nodes: Option<NonZero<u64>>,
    /// That program looks so many half-moves ahead.
    #[arg(long, value_name = "N", requires = "engine")]
    depth: Option<NonZero<u32>>,
    /// Your pieces, when you play against the computer.
    #[arg(long, value_enum, default_value_t = Pieces::Random, value_name = "COLOR")]
    color: Pieces,
    /// A number from which the computer draws its moves, and Saktris its order: the same number,
    /// the same game.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The clock, such as 5+3 [default: none].
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,
    /// The position to begin with [default: start].
    #[arg(long, value_name = "FEN", conflicts_with_all = ["chess960", "variant"])]
    fen: Option<String>,
    /// A starting position of Chess960, 0 to 959 [default: drawn by chance].
    #[arg(long, value_name = "N", num_args = 0..=1)]
    chess960: Option<Option<String>>,
    /// What is played.
    #[arg(long, value_enum, value_name = "NAME", conflicts_with = "chess960")]
    variant: Option<Game>,
    /// In Saktris: the order in which the pieces arrive [default: same].
    #[arg(long, value_enum, value_name = "HOW", requires = "variant")]
    order: Option<Order>,
    /// In Saktris: a piece arrives after so many moves, 1 to 5 [default: 1].
    #[arg(long, value_name = "N", requires = "variant", value_parser = every())]
    every: Option<u8>,
    /// In Saktris: what leaves the board [default: triplets].
    #[arg(long, value_enum, value_name = "WHAT", requires = "variant")]
    clearing: Option<Clears>,
    /// In Saktris: how many of the next pieces are seen, 1 to 4 [default: 1].
    #[arg(long, value_name = "N", requires = "variant", value_parser = preview())]
    preview: Option<u8>,
    /// A touched piece must be moved, and a wrong claim costs two minutes.
    #[arg(long)]
    touch_move: bool,
    /// Whether the third repetition and fifty moves need a claim.
    #[arg(long, value_enum, default_value_t = DrawRule::Claim, value_name = "HOW")]
    draws: DrawRule,
    /// No move is taken back.
    #[arg(long)]
    no_take_backs: bool,
    /// Whether the clock runs for the first move of each side.
    #[arg(long, value_enum, default_value_t = FirstMove::Free, value_name = "HOW")]
    first_moves: FirstMove,
    /// The name of the player with the white pieces.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// The name of the player with the black pieces.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Black's side of the board is below.
    #[arg(long)]
    flip: bool,
    /// The board turns to the side that moves.
    #[arg(long, conflicts_with_all = ["flip", "level", "elo", "engine"])]
    auto_flip: bool,
    /// Letters instead of figurines.
    #[arg(long)]
    ascii: bool,
    /// No colors: everything is told by characters.
    #[arg(long)]
    no_color: bool,
    /// Lines instead of a screen: for pipes, and for screen readers.
    #[arg(long)]
    plain: bool,
    /// Go on with the unfinished game without asking.
    #[arg(long, conflicts_with_all = ["new", "level", "elo", "engine"])]
    resume: bool,
    /// Begin a new game without asking.
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
    /// Shuffled once, for both sides.
    Same,
    /// Shuffled for each side.
    Different,
    /// Always the same, with the king last.
    Fixed,
    /// Each player picks.
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
    /// By claim, as over the board.
    Claim,
    /// By themselves, as online.
    Automatic,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FirstMove {
    /// It costs time as every other.
    Timed,
    /// The clocks begin to run when both have moved.
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Pieces {
    White,
    Black,
    /// Drawn by chance.
    Random,
}

/// What keeps a game from beginning; said before the screen is touched.
enum Bad {
    Json,
    NoTerminal,
    Engine(ThinkError),
    NothingToResume,
    NothingToPlay(Ending),
    Clock(String, ParseTimeControlError),
    Position(String, InvalidInput),
    Chess960(String),
    /// This option is for Saktris.
    OnlySaktris(&'static str),
    /// A program of others does not know Saktris.
    GuestAtSaktris,
    File(String, io::Error),
    Score(String, ScoreError),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bad::Json => f.write_str("play has no answer in JSON"),
            Bad::NoTerminal => f.write_str("play needs a terminal; with --plain it reads lines"),
            Bad::Engine(error) => write!(f, "--engine: {error}"),
            Bad::NothingToResume => f.write_str("there is no unfinished game to resume"),
            Bad::NothingToPlay(ending) => write!(f, "there is nothing to play: {ending}"),
            Bad::Clock(text, error) => write!(f, "--clock {text}: {error}"),
            Bad::Position(text, error) => {
                let pointed = error.pointing_into(text).to_string();
                let pointed = pointed.trim_start_matches("error: ").trim_end();
                write!(f, "--fen: {pointed}")
            }
            Bad::Chess960(text) => write!(f, "--chess960 {text}: the positions are 0 to 959"),
            Bad::OnlySaktris(option) => write!(f, "{option} is for --variant saktris"),
            Bad::GuestAtSaktris => f.write_str(
                "--engine: other programs do not know Saktris; --level 3 plays against our own",
            ),
            Bad::File(path, error) => write!(f, "{path}: {error}"),
            Bad::Score(path, error) => write!(f, "{path}: {error}"),
        }
    }
}

pub fn run(arguments: &Arguments, format: Format) -> io::Result<Verdict> {
    match begin(arguments, format) {
        Ok((mut app, watch)) => {
            let played = if arguments.plain {
                arbiter_tui::play_plain(&mut app, watch, io::stdin().lock(), io::stdout().lock())
            } else {
                arbiter_tui::play(&mut app, watch)
            };
            played?;
            if app.game().ending().is_none() && app.game().moves().len() > 0 {
                eprintln!("The game is kept: arbiter play goes on with it.");
            }
            Ok(Verdict::Yes)
        }
        Err(bad) => {
            eprintln!("error: {bad}");
            Ok(Verdict::Bad)
        }
    }
}

fn begin(arguments: &Arguments, format: Format) -> Result<(App, Watch), Bad> {
    if format == Format::Json {
        return Err(Bad::Json);
    }
    let table = table(arguments)?;
    let score = match &arguments.file {
        Some(path) => {
            let bytes = fs::read(path).map_err(|error| Bad::File(path.clone(), error))?;
            let score = arbiter_tui::read_score(&bytes, 1);
            Some(score.map_err(|error| Bad::Score(path.clone(), error))?)
        }
        None => None,
    };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if !is_terminal && !arguments.plain {
        return Err(Bad::NoTerminal);
    }
    let (desk, found): (Box<dyn Desk>, Found) = match folder().map(|it| Drawer::open(&it)) {
        Some(Ok((drawer, found))) => (Box::new(drawer), found),
        Some(Err(error)) => (Box::new(Loose::because(&error)), Found::default()),
        None => {
            let error = io::Error::other("there is no home folder");
            (Box::new(Loose::because(&error)), Found::default())
        }
    };
    let earliest = found
        .unfinished
        .as_ref()
        .map_or(Time::from_millis(0), |journal| journal.seen);
    let watch = Watch::not_before(earliest);
    let beginning = match (score, found.unfinished) {
        (Some(score), _) => Beginning::Score {
            score: Box::new(score),
            path: arguments.file.clone().unwrap_or_default(),
        },
        (None, Some(journal)) if arguments.resume => Beginning::Resume(Box::new(journal)),
        (None, Some(journal)) if !arguments.new => Beginning::Ask(Box::new(journal)),
        (None, None) if arguments.resume => {
            return Err(Bad::NothingToResume);
        }
        (None, _) => Beginning::New,
    };
    let app = App::new(table, theme(arguments), desk, beginning, watch.now());
    let mut app = app.map_err(Bad::NothingToPlay)?;
    if arguments.flip {
        app = app.seen_by(Color::Black);
    }
    if arguments.auto_flip {
        app = app.turning();
    }
    if let Some(news) = found.news {
        app.tell(&news);
    }
    Ok((app, watch))
}

fn table(arguments: &Arguments) -> Result<Table, Bad> {
    let (options, shuffles) = start(arguments)?;
    let control = match &arguments.clock {
        Some(text) => text
            .parse()
            .map_err(|error| Bad::Clock(text.clone(), error))?,
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
    if arguments.no_take_backs {
        options.takebacks = Takebacks::Forbidden;
    }
    let mut table = Table::new(options);
    table.shuffles = shuffles;
    table.solo = solo(arguments)?;
    let names = [
        (Color::White, &arguments.white),
        (Color::Black, &arguments.black),
    ];
    for (color, name) in names {
        if let Some(name) = name {
            table = table.with_name(color, name);
        }
    }
    Ok(table)
}

/// The computer, if somebody wants to play against it.
fn solo(arguments: &Arguments) -> Result<Option<Solo>, Bad> {
    let strength = arguments.level.or(arguments.elo);
    let opponent = match (strength, &arguments.engine) {
        (Some(strength), _) => Opponent::Arbiter(strength),
        (None, Some(command)) => Opponent::Guest(guest(arguments, command)?),
        (None, None) => return Ok(None),
    };
    Ok(Some(Solo {
        opponent,
        seat: match arguments.color {
            Pieces::White => Seat::Color(Color::White),
            Pieces::Black => Seat::Color(Color::Black),
            // Who gives a name for one side has that side.
            Pieces::Random => match (&arguments.white, &arguments.black) {
                (Some(_), None) => Seat::Color(Color::White),
                (None, Some(_)) => Seat::Color(Color::Black),
                _ => Seat::Random,
            },
        },
        seed: arguments.seed,
    }))
}

/// A program, once it is known to run.
fn guest(arguments: &Arguments, command: &str) -> Result<Guest, Bad> {
    let mut guest = Guest {
        command: command.to_owned(),
        name: command.to_owned(),
        options: arguments.engine_option.clone(),
        effort: Effort {
            move_time: arguments.movetime,
            nodes: arguments.nodes.map(NonZero::get),
            depth: arguments.depth.map(NonZero::get),
        },
    };
    guest.name = arbiter_tui::try_guest(&guest).map_err(Bad::Engine)?;
    Ok(guest)
}

fn every() -> RangedI64ValueParser<u8> {
    value_parser!(u8).range(1..=5)
}

fn preview() -> RangedI64ValueParser<u8> {
    value_parser!(u8).range(1..=4)
}

fn level(text: &str) -> Result<Strength, &'static str> {
    if text == "full" {
        return Ok(Strength::full());
    }
    let level = text.parse().ok().and_then(Level::new);
    level
        .map(Strength::level)
        .ok_or("the levels are 1 to 10, and full")
}

fn elo(text: &str) -> Result<Strength, String> {
    let dial = Strength::LOWEST_ELO..=Strength::HIGHEST_ELO;
    match text.parse() {
        Ok(elo) if dial.contains(&elo) => Ok(Strength::elo(elo)),
        _ => Err(format!(
            "the dial goes from {} to {}; --level full is beyond it",
            dial.start(),
            dial.end()
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

/// What is played, and whether chance has a say in how it begins.
fn start(arguments: &Arguments) -> Result<(Options, Shuffles), Bad> {
    if arguments.variant == Some(Game::Saktris) {
        return saktris(arguments);
    }
    let strange = [
        ("--order", arguments.order.is_some()),
        ("--every", arguments.every.is_some()),
        ("--clearing", arguments.clearing.is_some()),
        ("--preview", arguments.preview.is_some()),
    ];
    if let Some((option, _)) = strange.into_iter().find(|&(_, is_given)| is_given) {
        return Err(Bad::OnlySaktris(option));
    }
    if let Some(fen) = &arguments.fen {
        let position = input::position(fen);
        let position = position.map_err(|error| Bad::Position(fen.clone(), error))?;
        return Ok((Options::from_position(position), Shuffles::No));
    }
    let (number, shuffles) = match &arguments.chess960 {
        None => return Ok((Options::default(), Shuffles::No)),
        Some(None) => (chance(960).to_string(), Shuffles::Chess960),
        Some(Some(text)) => (text.clone(), Shuffles::No),
    };
    let position = number.parse().ok().and_then(Position::chess960);
    let position = position.ok_or(Bad::Chess960(number))?;
    Ok((Options::from_position(position), shuffles))
}

/// A game of Saktris: without a seed every game has an order of its own.
fn saktris(arguments: &Arguments) -> Result<(Options, Shuffles), Bad> {
    if arguments.engine.is_some() {
        return Err(Bad::GuestAtSaktris);
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
    let drawn = || (0..4).fold(0, |seed, _| seed << 16 | u64::from(chance(u16::MAX)));
    let saktris = SaktrisOptions {
        order,
        seed: arguments.seed.unwrap_or_else(drawn),
        preview: arguments.preview.unwrap_or(1),
    };
    let shuffles = match arguments.seed {
        Some(_) => Shuffles::No,
        None => Shuffles::Saktris,
    };
    let options = Options::saktris(saktris, arguments.every.unwrap_or(1), clearing);
    Ok((options, shuffles))
}

fn theme(arguments: &Arguments) -> Theme {
    let mut theme = Theme::of_environment(|name| env::var(name).ok());
    if arguments.ascii {
        theme.glyphs = Glyphs::Ascii;
    }
    if arguments.no_color {
        theme.depth = Depth::None;
    }
    theme
}

/// Where games that are being played are kept.
fn folder() -> Option<PathBuf> {
    let filled = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let base = match filled("XDG_STATE_HOME").or_else(|| filled("LOCALAPPDATA")) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(filled("HOME")?).join(".local").join("state"),
    };
    Some(base.join("arbiter"))
}
