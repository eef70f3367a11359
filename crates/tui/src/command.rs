//! The commands that can be typed.

mod new_game;

use arbiter_game::Span;
use arbiter_rules::{Claim, Color, Square};

use crate::ParseComputerError;

pub(crate) use new_game::{NewGame, OpponentChoice, SaktrisTerms};

/// A typed command, with the side it is for if the line names one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UserCommand {
    pub by: Option<Color>,
    pub command: Command,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Play a move, with or without a draw offer.
    Move {
        text: String,
        offers_draw: bool,
    },
    Draw,
    Accept,
    Decline,
    Claim {
        claim: Option<Claim>,
        /// The move intended.
        intended: Option<String>,
    },
    Resign,
    TakeBack,
    Abort,
    Give(Span),
    /// Adjust the piece on this square, or on the one selected next.
    Adjust(Option<Square>),
    Touch(Square),
    Flip,
    AutoFlip,
    Pause,
    /// Show another position of the game.
    Go(HistoryTarget),
    Save {
        path: Option<String>,
        overwrite: bool,
    },
    Load {
        path: String,
        /// The number of the game in the file, counted from 1.
        number: usize,
    },
    New(NewGame),
    /// Ask for a good move.
    Hint,
    Fen,
    Help,
    Quit,
}

/// A position in the history of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HistoryTarget {
    First,
    Back,
    Forward,
    Last,
    /// The position after White's move with this number.
    Number(usize),
}

/// Why a command is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CommandError {
    Missing(&'static str),
    Span(String),
    Clock(arbiter_game::ParseTimeControlError),
    Square(String),
    Number(String),
    Opponent(ParseComputerError),
    SaktrisTerms,
    UnexpectedArgument { command: &'static str, text: String },
}

impl std::fmt::Display for CommandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CommandError::Missing(usage) => write!(f, "Incomplete command. Usage: {usage}"),
            CommandError::Span(text) => {
                write!(f, "\"{text}\" is not a time. Use 30 (seconds) or 1:30.")
            }
            CommandError::Clock(error) => write!(f, "Invalid time control: {error}."),
            CommandError::Square(text) => write!(f, "\"{text}\" is not a square."),
            CommandError::Number(text) => write!(f, "\"{text}\" is not a move number."),
            CommandError::Opponent(_) => f.write_str(
                "Choose an opponent: new level 3, new elo 1500, or new two for two players.",
            ),
            CommandError::SaktrisTerms => f.write_str(
                "Invalid options. Use new saktris with order pick (or same, different, fixed), \
                 every 1 to 5, clearing rows (or triplets, none), preview 1 to 4.",
            ),
            CommandError::UnexpectedArgument { command, text } => {
                write!(f, "\"{command}\" takes no argument: remove \"{text}\".")
            }
        }
    }
}

/// A command, as it is typed and as the help page describes it.
pub(crate) struct CommandSpec {
    pub name: &'static str,
    aliases: &'static [&'static str],
    pub usage: &'static str,
    pub help: &'static str,
}

const fn spec(
    name: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    help: &'static str,
) -> CommandSpec {
    CommandSpec {
        name,
        aliases,
        usage,
        help,
    }
}

/// All commands, in the order of the help page.
pub(crate) const COMMANDS: [CommandSpec; 21] = [
    spec("draw", &[], "draw", "offer a draw; or Nf3 draw"),
    spec("accept", &["yes", "y"], "accept", "accept an offer"),
    spec("decline", &["no", "n"], "decline", "decline an offer"),
    spec("claim", &[], "claim [MOVE]", "claim a draw"),
    spec("resign", &[], "resign", "resign the game"),
    spec(
        "takeback",
        &["undo", "take-back"],
        "takeback",
        "request a takeback",
    ),
    spec("abort", &["stop"], "abort", "abort the game"),
    spec("give", &[], "give 30", "give opponent 30 seconds"),
    spec("touch", &[], "touch e4", "touch a piece"),
    spec(
        "adjust",
        &["jadoube", "j'adoube"],
        "adjust [e4]",
        "adjust a piece",
    ),
    spec("flip", &[], "flip", "flip the board"),
    spec("autoflip", &[], "autoflip", "flip it after every move"),
    spec("go", &["move"], "go 12", "show move 12 (or end)"),
    spec("pause", &[], "pause", "pause the clocks"),
    spec("save", &[], "save [FILE]", "save the game as PGN"),
    spec(
        "load",
        &["open"],
        "load FILE [N]",
        "load and continue a game",
    ),
    spec("new", &[], "new [5+3]", "new game; or: new level 4"),
    spec("hint", &[], "hint", "suggest a move"),
    spec("fen", &[], "fen", "show the position as FEN"),
    spec("help", &["?", "commands"], "help", "show this page"),
    spec("quit", &["exit", "q"], "quit", "quit; the game is kept"),
];

/// Returns the commands that begin with this text.
pub(crate) fn completions(text: &str) -> impl Iterator<Item = &'static str> {
    let text = text.to_ascii_lowercase();
    COMMANDS
        .iter()
        .map(|spec| spec.name)
        .filter(move |name| !text.is_empty() && name.starts_with(&text))
}

impl UserCommand {
    /// Parses a line. A line that does not begin with a command is a move.
    pub fn parse(line: &str) -> Result<UserCommand, CommandError> {
        let line = line.trim();
        let (first, rest) = split(line);
        let by = match first.to_ascii_lowercase().trim_end_matches(':') {
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            _ => None,
        };
        let line = if by.is_some() { rest } else { line };
        let command = Command::parse(line)?;
        Ok(UserCommand { by, command })
    }
}

impl Command {
    fn parse(line: &str) -> Result<Command, CommandError> {
        let (first, rest) = split(line);
        // `save!` overwrites a file.
        let (lower, has_bang) = match first.strip_suffix('!') {
            Some(first) if first.eq_ignore_ascii_case("save") => (first.to_ascii_lowercase(), true),
            _ => (first.to_ascii_lowercase(), false),
        };
        let is_named =
            |spec: &&CommandSpec| spec.name == lower || spec.aliases.contains(&lower.as_str());
        let Some(spec) = COMMANDS.iter().find(is_named) else {
            return Ok(parse_move(line));
        };
        let without_argument = |command: Command| match rest {
            "" => Ok(command),
            text => Err(CommandError::UnexpectedArgument {
                command: spec.name,
                text: text.to_owned(),
            }),
        };
        let missing = CommandError::Missing(spec.usage);
        match spec.name {
            "draw" => without_argument(Command::Draw),
            "accept" => without_argument(Command::Accept),
            "decline" => without_argument(Command::Decline),
            "claim" => Ok(parse_claim(rest)),
            "resign" => without_argument(Command::Resign),
            "takeback" => without_argument(Command::TakeBack),
            "abort" => without_argument(Command::Abort),
            "give" if rest.is_empty() => Err(missing),
            "give" => parse_span(rest).map(Command::Give),
            "touch" if rest.is_empty() => Err(missing),
            "touch" => parse_square(rest).map(Command::Touch),
            "adjust" if rest.is_empty() => Ok(Command::Adjust(None)),
            "adjust" => parse_square(rest).map(|square| Command::Adjust(Some(square))),
            "flip" => without_argument(Command::Flip),
            "autoflip" => without_argument(Command::AutoFlip),
            "go" if rest.is_empty() => Err(missing),
            "go" => parse_history_target(rest).map(Command::Go),
            "pause" => without_argument(Command::Pause),
            "save" => Ok(Command::Save {
                path: (!rest.is_empty()).then(|| rest.to_owned()),
                overwrite: has_bang,
            }),
            "load" if rest.is_empty() => Err(missing),
            "load" => Ok(parse_load(rest)),
            "new" => NewGame::parse(rest).map(Command::New),
            "hint" => without_argument(Command::Hint),
            "fen" => without_argument(Command::Fen),
            "help" => without_argument(Command::Help),
            _ => without_argument(Command::Quit),
        }
    }
}

/// Parses a move, which a draw offer may follow: `Nf3 draw`, `Nf3 (=)`.
fn parse_move(line: &str) -> Command {
    for mark in [" draw", " (=)"] {
        let end = line.len().saturating_sub(mark.len());
        if let Some((text, tail)) = line.split_at_checked(end)
            && tail.eq_ignore_ascii_case(mark)
            && !text.is_empty()
        {
            return Command::Move {
                text: text.trim_end().to_owned(),
                offers_draw: true,
            };
        }
    }
    Command::Move {
        text: line.to_owned(),
        offers_draw: false,
    }
}

fn parse_claim(rest: &str) -> Command {
    let (first, after) = split(rest);
    let claim = match first.to_ascii_lowercase().as_str() {
        "threefold" | "three" | "repetition" | "3" => Some(Claim::Threefold),
        "fifty" | "50" => Some(Claim::FiftyMoves),
        _ => None,
    };
    let text = if claim.is_some() { after } else { rest };
    Command::Claim {
        claim,
        intended: (!text.is_empty()).then(|| text.to_owned()),
    }
}

/// Parses seconds, or minutes and seconds.
fn parse_span(text: &str) -> Result<Span, CommandError> {
    let number = |text: &str| text.trim().parse::<u32>().ok().map(u64::from);
    let seconds = match text.trim_end_matches(['s', ' ']).split_once(':') {
        Some((minutes, seconds)) => number(minutes)
            .zip(number(seconds).filter(|&seconds| seconds < 60))
            .map(|(minutes, seconds)| minutes * 60 + seconds),
        None => number(text.trim_end_matches(['s', ' '])),
    };
    match seconds {
        Some(seconds) => Ok(Span::from_seconds(seconds)),
        None => Err(CommandError::Span(text.to_owned())),
    }
}

fn parse_square(text: &str) -> Result<Square, CommandError> {
    let square = text.to_ascii_lowercase().parse();
    square.map_err(|_| CommandError::Square(text.to_owned()))
}

fn parse_history_target(text: &str) -> Result<HistoryTarget, CommandError> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "start" | "first" | "begin" => HistoryTarget::First,
        "end" | "last" | "now" => HistoryTarget::Last,
        "back" => HistoryTarget::Back,
        "on" | "forward" => HistoryTarget::Forward,
        digits => match digits.trim_end_matches('.').parse() {
            Ok(number) => HistoryTarget::Number(number),
            Err(_) => return Err(CommandError::Number(text.to_owned())),
        },
    })
}

/// Parses a path, which the number of a game may follow.
fn parse_load(rest: &str) -> Command {
    let numbered = rest
        .rsplit_once(' ')
        .and_then(|(path, number)| Some((path.trim_end(), number.parse::<usize>().ok()?)));
    let (path, number) = match numbered {
        Some((path, number)) if number > 0 => (path, number),
        _ => (rest, 1),
    };
    Command::Load {
        path: path.to_owned(),
        number,
    }
}

fn split(line: &str) -> (&str, &str) {
    match line.split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (line, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> String {
        match UserCommand::parse(line) {
            Ok(UserCommand { by: None, command }) => format!("{command:?}"),
            Ok(UserCommand {
                by: Some(by),
                command,
            }) => format!("{by}: {command:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_line_is_a_command_or_a_move() {
        for (line, expected) in [
            ("Nf3", r#"Move { text: "Nf3", offers_draw: false }"#),
            ("e4 draw", r#"Move { text: "e4", offers_draw: true }"#),
            ("e2 e4 (=)", r#"Move { text: "e2 e4", offers_draw: true }"#),
            ("DRAW", "Draw"),
            ("black: resign", "black: Resign"),
            ("white draw", "white: Draw"),
            ("undo", "TakeBack"),
            ("?", "Help"),
            ("claim", "Claim { claim: None, intended: None }"),
            (
                "claim fifty Nf3",
                r#"Claim { claim: Some(FiftyMoves), intended: Some("Nf3") }"#,
            ),
            (
                "claim Nf3",
                r#"Claim { claim: None, intended: Some("Nf3") }"#,
            ),
            ("give 1:30", "Give(Span(90000))"),
            ("give 15s", "Give(Span(15000))"),
            (
                "give more",
                "\"more\" is not a time. Use 30 (seconds) or 1:30.",
            ),
            (
                "give 1:60",
                "\"1:60\" is not a time. Use 30 (seconds) or 1:30.",
            ),
            ("give", "Incomplete command. Usage: give 30"),
            ("adjust E4", "Adjust(Some(e4))"),
            ("adjust", "Adjust(None)"),
            ("touch k9", "\"k9\" is not a square."),
            ("go 12.", "Go(Number(12))"),
            ("go end", "Go(Last)"),
            ("go far", "\"far\" is not a move number."),
            ("save", "Save { path: None, overwrite: false }"),
            (
                "save! my game.pgn",
                r#"Save { path: Some("my game.pgn"), overwrite: true }"#,
            ),
            ("load a.pgn 3", r#"Load { path: "a.pgn", number: 3 }"#),
            ("load a b.pgn", r#"Load { path: "a b.pgn", number: 1 }"#),
            (
                "new",
                "New(NewGame { control: None, opponent: None, person: None, variant: None, saktris: SaktrisTerms \
                 { order: None, preview: None, every: None, clearing: None } })",
            ),
            (
                "new 1 Hourglass black two",
                "New(NewGame { control: Some(Hourglass { time: Span(60000) }), opponent: \
                 Some(Human), person: Some(Black), variant: None, saktris: SaktrisTerms { \
                 order: None, preview: None, every: None, clearing: None } })",
            ),
            (
                "new full white",
                "New(NewGame { control: None, opponent: Some(Computer(Arbiter(Strength { elo: \
                 None }))), person: Some(White), variant: None, saktris: SaktrisTerms { \
                 order: None, preview: None, every: None, clearing: None } })",
            ),
            (
                "new Saktris",
                "New(NewGame { control: None, opponent: None, person: None, variant: Some(Saktris), \
                 saktris: SaktrisTerms { order: None, preview: None, every: None, \
                 clearing: None } })",
            ),
            (
                "new pick every 2 clearing none preview 3",
                "New(NewGame { control: None, opponent: None, person: None, variant: Some(Saktris), \
                 saktris: SaktrisTerms { order: Some(Pick), preview: Some(3), every: Some(2), \
                 clearing: Some(None) } })",
            ),
            (
                "new saktris every 6",
                "Invalid options. Use new saktris with order pick (or same, different, fixed), \
                 every 1 to 5, clearing rows (or triplets, none), preview 1 to 4.",
            ),
            (
                "new chess order pick",
                "Invalid options. Use new saktris with order pick (or same, different, fixed), \
                 every 1 to 5, clearing rows (or triplets, none), preview 1 to 4.",
            ),
            (
                "new level much",
                "Choose an opponent: new level 3, new elo 1500, or new two for two players.",
            ),
            ("hint", "Hint"),
            ("flip it", "\"flip\" takes no argument: remove \"it\"."),
            ("", r#"Move { text: "", offers_draw: false }"#),
        ] {
            assert_eq!(parsed(line), expected, "{line}");
        }
    }

    #[test]
    fn commands_can_be_completed() {
        assert_eq!(completions("dr").collect::<Vec<_>>(), ["draw"]);
        assert_eq!(completions("").count(), 0);
    }

    #[test]
    fn every_name_and_alias_belongs_to_one_command() {
        let mut seen = Vec::new();
        for spec in &COMMANDS {
            for name in [spec.name].iter().chain(spec.aliases) {
                assert!(!seen.contains(name), "{name}");
                seen.push(name);
                let command = UserCommand::parse(name);
                assert!(
                    !matches!(
                        command,
                        Ok(UserCommand {
                            command: Command::Move { .. },
                            ..
                        })
                    ),
                    "{name}"
                );
            }
        }
    }
}
