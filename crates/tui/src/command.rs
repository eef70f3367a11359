//! What can be typed besides moves.

mod new_game;

use arbiter_game::Span;
use arbiter_rules::{Claim, Color, Square};

use crate::ParseComputerError;

pub(crate) use new_game::{Company, NewGame, Terms};

/// What a typed line wishes, and on whose behalf if it says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    pub by: Option<Color>,
    pub command: Command,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Play a move, with or without an offer of a draw.
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
    /// Say "I adjust", about this square or the one that is picked next.
    Adjust(Option<Square>),
    Touch(Square),
    Flip,
    AutoFlip,
    Pause,
    /// Look at the position after this move of White, or further back or on.
    Go(Place),
    Save {
        path: Option<String>,
        replaces: bool,
    },
    Load {
        path: String,
        /// Which game of the file, counted from 1.
        number: usize,
    },
    New(NewGame),
    /// Ask for a good move.
    Hint,
    Fen,
    Help,
    Quit,
}

/// Where to look in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    First,
    Back,
    Forward,
    Last,
    Number(usize),
}

/// Why a command is not understood, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CommandError {
    Missing(&'static str),
    Span(String),
    Clock(arbiter_game::ParseTimeControlError),
    Square(String),
    Number(String),
    Opponent(ParseComputerError),
    Terms,
    Surplus { command: &'static str, text: String },
}

impl std::fmt::Display for CommandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CommandError::Missing(usage) => write!(f, "Something is missing: {usage}."),
            CommandError::Span(text) => {
                write!(f, "\"{text}\" is no time: give 30 (seconds) or 1:30.")
            }
            CommandError::Clock(error) => write!(f, "That is no clock: {error}."),
            CommandError::Square(text) => write!(f, "\"{text}\" is no square."),
            CommandError::Number(text) => write!(f, "\"{text}\" is no number."),
            CommandError::Opponent(_) => f.write_str(
                "Say against whom: new level 3, new elo 1500, or new two for two people.",
            ),
            CommandError::Terms => f.write_str(
                "Say how it is played: new saktris order pick (or same, different, fixed), every \
                 1 to 5, clearing rows (or triplets, none), preview 1 to 4.",
            ),
            CommandError::Surplus { command, text } => {
                write!(f, "\"{command}\" stands alone: \"{text}\" is too much.")
            }
        }
    }
}

/// One command, as it is typed and as help has it.
pub(crate) struct Word {
    pub name: &'static str,
    aliases: &'static [&'static str],
    pub usage: &'static str,
    pub help: &'static str,
}

const fn word(
    name: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    help: &'static str,
) -> Word {
    Word {
        name,
        aliases,
        usage,
        help,
    }
}

/// All of them, in the order of the help page.
pub(crate) const WORDS: [Word; 21] = [
    word("draw", &[], "draw", "offer it; or: Nf3 draw"),
    word("accept", &["yes", "y"], "accept", "accept what is asked"),
    word("decline", &["no", "n"], "decline", "decline it"),
    word("claim", &[], "claim [MOVE]", "a draw, now or with a move"),
    word("resign", &[], "resign", "give up the game"),
    word(
        "takeback",
        &["undo", "take-back"],
        "takeback",
        "ask for the last move back",
    ),
    word("abort", &["stop"], "abort", "call the game off"),
    word("give", &[], "give 30", "give the opponent seconds"),
    word("touch", &[], "touch e4", "touch a piece"),
    word(
        "adjust",
        &["jadoube", "j'adoube"],
        "adjust [e4]",
        "straighten a piece",
    ),
    word("flip", &[], "flip", "turn the board"),
    word("autoflip", &[], "autoflip", "turn it after each move"),
    word("go", &["move"], "go 12", "look at move 12 (or end)"),
    word("pause", &[], "pause", "stop the clocks"),
    word("save", &[], "save [FILE]", "write the game as PGN"),
    word("load", &["open"], "load FILE [N]", "go on with a PGN game"),
    word("new", &[], "new [5+3]", "or: level 4, two, saktris"),
    word("hint", &[], "hint", "ask for a good move"),
    word("fen", &[], "fen", "show the position as FEN"),
    word("help", &["?", "commands"], "help", "this page"),
    word("quit", &["exit", "q"], "quit", "leave; it can be resumed"),
];

/// The command words that begin like this.
pub(crate) fn completions(text: &str) -> impl Iterator<Item = &'static str> {
    let text = text.to_ascii_lowercase();
    WORDS
        .iter()
        .map(|word| word.name)
        .filter(move |name| !text.is_empty() && name.starts_with(&text))
}

impl Wish {
    /// Reads a line. What begins with no command is a move.
    pub fn read(line: &str) -> Result<Wish, CommandError> {
        let line = line.trim();
        let (first, rest) = split(line);
        let by = match first.to_ascii_lowercase().trim_end_matches(':') {
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            _ => None,
        };
        let line = if by.is_some() { rest } else { line };
        let command = Command::read(line)?;
        Ok(Wish { by, command })
    }
}

impl Command {
    fn read(line: &str) -> Result<Command, CommandError> {
        let (first, rest) = split(line);
        // The mark of a command that writes over a file.
        let (lower, has_bang) = match first.strip_suffix('!') {
            Some(first) if first.eq_ignore_ascii_case("save") => (first.to_ascii_lowercase(), true),
            _ => (first.to_ascii_lowercase(), false),
        };
        let named = |word: &&Word| word.name == lower || word.aliases.contains(&lower.as_str());
        let Some(word) = WORDS.iter().find(named) else {
            return Ok(a_move(line));
        };
        let alone = |command: Command| match rest {
            "" => Ok(command),
            text => Err(CommandError::Surplus {
                command: word.name,
                text: text.to_owned(),
            }),
        };
        let missing = CommandError::Missing(word.usage);
        match word.name {
            "draw" => alone(Command::Draw),
            "accept" => alone(Command::Accept),
            "decline" => alone(Command::Decline),
            "claim" => Ok(read_claim(rest)),
            "resign" => alone(Command::Resign),
            "takeback" => alone(Command::TakeBack),
            "abort" => alone(Command::Abort),
            "give" if rest.is_empty() => Err(missing),
            "give" => read_span(rest).map(Command::Give),
            "touch" if rest.is_empty() => Err(missing),
            "touch" => read_square(rest).map(Command::Touch),
            "adjust" if rest.is_empty() => Ok(Command::Adjust(None)),
            "adjust" => read_square(rest).map(|square| Command::Adjust(Some(square))),
            "flip" => alone(Command::Flip),
            "autoflip" => alone(Command::AutoFlip),
            "go" if rest.is_empty() => Err(missing),
            "go" => read_place(rest).map(Command::Go),
            "pause" => alone(Command::Pause),
            "save" => Ok(Command::Save {
                path: (!rest.is_empty()).then(|| rest.to_owned()),
                replaces: has_bang,
            }),
            "load" if rest.is_empty() => Err(missing),
            "load" => Ok(read_load(rest)),
            "new" => NewGame::read(rest).map(Command::New),
            "hint" => alone(Command::Hint),
            "fen" => alone(Command::Fen),
            "help" => alone(Command::Help),
            _ => alone(Command::Quit),
        }
    }
}

/// A move, perhaps with an offer of a draw behind it: `Nf3 draw`, `Nf3 (=)`.
fn a_move(line: &str) -> Command {
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

fn read_claim(rest: &str) -> Command {
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

/// Seconds, or minutes and seconds.
fn read_span(text: &str) -> Result<Span, CommandError> {
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

fn read_square(text: &str) -> Result<Square, CommandError> {
    let square = text.to_ascii_lowercase().parse();
    square.map_err(|_| CommandError::Square(text.to_owned()))
}

fn read_place(text: &str) -> Result<Place, CommandError> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "start" | "first" | "begin" => Place::First,
        "end" | "last" | "now" => Place::Last,
        "back" => Place::Back,
        "on" | "forward" => Place::Forward,
        digits => match digits.trim_end_matches('.').parse() {
            Ok(number) => Place::Number(number),
            Err(_) => return Err(CommandError::Number(text.to_owned())),
        },
    })
}

/// A file, and the number of a game if one stands behind it.
fn read_load(rest: &str) -> Command {
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

    fn read(line: &str) -> String {
        match Wish::read(line) {
            Ok(Wish { by: None, command }) => format!("{command:?}"),
            Ok(Wish {
                by: Some(by),
                command,
            }) => format!("{by}: {command:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn lines_are_commands_or_moves() {
        for (line, wish) in [
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
                "\"more\" is no time: give 30 (seconds) or 1:30.",
            ),
            (
                "give 1:60",
                "\"1:60\" is no time: give 30 (seconds) or 1:30.",
            ),
            ("give", "Something is missing: give 30."),
            ("adjust E4", "Adjust(Some(e4))"),
            ("adjust", "Adjust(None)"),
            ("touch k9", "\"k9\" is no square."),
            ("go 12.", "Go(Number(12))"),
            ("go end", "Go(Last)"),
            ("go far", "\"far\" is no number."),
            ("save", "Save { path: None, replaces: false }"),
            (
                "save! my game.pgn",
                r#"Save { path: Some("my game.pgn"), replaces: true }"#,
            ),
            ("load a.pgn 3", r#"Load { path: "a.pgn", number: 3 }"#),
            ("load a b.pgn", r#"Load { path: "a b.pgn", number: 1 }"#),
            (
                "new",
                "New(NewGame { control: None, company: None, seat: None, variant: None, terms: Terms \
                 { order: None, preview: None, every: None, clearing: None } })",
            ),
            (
                "new 1 Hourglass black two",
                "New(NewGame { control: Some(Hourglass { time: Span(60000) }), company: \
                 Some(Person), seat: Some(Black), variant: None, terms: Terms { order: None, \
                 preview: None, every: None, clearing: None } })",
            ),
            (
                "new full white",
                "New(NewGame { control: None, company: Some(Computer(Arbiter(Strength { elo: \
                 None }))), seat: Some(White), variant: None, terms: Terms { order: None, preview: \
                 None, every: None, clearing: None } })",
            ),
            (
                "new Saktris",
                "New(NewGame { control: None, company: None, seat: None, variant: Some(Saktris), \
                 terms: Terms { order: None, preview: None, every: None, clearing: None } })",
            ),
            (
                "new pick every 2 clearing none preview 3",
                "New(NewGame { control: None, company: None, seat: None, variant: Some(Saktris), \
                 terms: Terms { order: Some(Pick), preview: Some(3), every: Some(2), clearing: \
                 Some(None) } })",
            ),
            (
                "new saktris every 6",
                "Say how it is played: new saktris order pick (or same, different, fixed), every \
                 1 to 5, clearing rows (or triplets, none), preview 1 to 4.",
            ),
            (
                "new chess order pick",
                "Say how it is played: new saktris order pick (or same, different, fixed), every \
                 1 to 5, clearing rows (or triplets, none), preview 1 to 4.",
            ),
            (
                "new level much",
                "Say against whom: new level 3, new elo 1500, or new two for two people.",
            ),
            ("hint", "Hint"),
            ("flip it", "\"flip\" stands alone: \"it\" is too much."),
            ("", r#"Move { text: "", offers_draw: false }"#),
        ] {
            assert_eq!(read(line), wish, "{line}");
        }
    }

    #[test]
    fn commands_are_completed() {
        assert_eq!(completions("dr").collect::<Vec<_>>(), ["draw"]);
        assert_eq!(completions("").count(), 0);
    }

    /// Every name and alias leads to its command and to no other.
    #[test]
    fn no_two_commands_share_a_word() {
        let mut seen = Vec::new();
        for word in &WORDS {
            for name in [word.name].iter().chain(word.aliases) {
                assert!(!seen.contains(name), "{name}");
                seen.push(name);
                let wish = Wish::read(name);
                assert!(
                    !matches!(
                        wish,
                        Ok(Wish {
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
