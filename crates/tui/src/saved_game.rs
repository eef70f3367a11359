//! Games as PGN: saved to a file, and loaded to be continued.

use core::fmt;

use arbiter_game::{
    Action, Ending, Event, Fact, Game, Options, Reason, SaktrisOptions, Span, Time, TimeControl,
};
use arbiter_pgn::{Annotation, GameTree, NodeId, Reader, Severity, TreeBuilder};
use arbiter_rules::{ByColor, Color, Move, Position};

use crate::game_setup::printable_name;

/// A game read from PGN, as far as it can be continued.
#[derive(Clone, Debug)]
pub struct SavedGame {
    pub(crate) names: ByColor<String>,
    start: Position,
    saktris: Option<SaktrisOptions>,
    /// The moves, each with the clock time after it.
    moves: Vec<(Move, Option<Span>)>,
    control: Option<TimeControl>,
    /// How it ended, if a comment says so in the words this program writes.
    ending: Option<Ending>,
    result: &'static str,
    /// The side to move at the end.
    pub(crate) turn: Color,
    /// Whether there is a legal move at the end.
    can_continue: bool,
    /// The first problem that damaged the game.
    damage: Option<String>,
}

/// Why a game cannot be read from a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SavedGameError {
    /// The text contains no game.
    NoGame,
    /// The text contains fewer games than the number asked for.
    TooFew {
        /// The number of games in it.
        games: usize,
    },
}

impl fmt::Display for SavedGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedGameError::NoGame => f.write_str("it contains no game"),
            SavedGameError::TooFew { games: 1 } => f.write_str("it contains only one game"),
            SavedGameError::TooFew { games } => write!(f, "it contains only {games} games"),
        }
    }
}

impl core::error::Error for SavedGameError {}

/// Reads the game with this number, counted from 1, from a PGN text.
///
/// # Errors
///
/// Returns an error if there is no such game.
pub fn read_saved_game(bytes: &[u8], number: usize) -> Result<SavedGame, SavedGameError> {
    let mut reader = Reader::from_bytes(bytes);
    let mut builder = TreeBuilder::new();
    let mut games = 0;
    // Reading bytes in memory does not fail.
    while reader.read_game(&mut builder).unwrap_or(false) {
        games += 1;
        let tree = builder.take();
        if games == number {
            return Ok(SavedGame::new(&tree));
        }
    }
    Err(match games {
        0 => SavedGameError::NoGame,
        _ => SavedGameError::TooFew { games },
    })
}

/// Returns the game as PGN, with names, date, clocks and how it ended.
pub(crate) fn write_saved_game(game: &Game, names: &ByColor<String>) -> String {
    let mut tree = game_tree(game);
    let tags = [
        ("Event", "Casual game"),
        ("White", names.white.as_str()),
        ("Black", names.black.as_str()),
        ("Date", &date(game.last_event_at())),
    ];
    for (name, value) in tags {
        // These names are valid and not determined by the starting position, so
        // this does not fail.
        let _ = tree.set_tag(name, value);
    }
    if let Some(ending) = game.ending() {
        let last = tree.main_line().last().unwrap_or(tree.root());
        tree.add_comment(last, &ending.to_string());
    }
    let mut text = Vec::new();
    match tree.write(&mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        // Writing to memory does not fail.
        Err(_) => tree.movetext(),
    }
}

/// Returns the game as a tree. For an unfinished game of Saktris it includes the
/// pieces that are still hidden, so that the game continues from the file in the
/// same order.
fn game_tree(game: &Game) -> GameTree {
    let public = GameTree::from(game);
    let Some(saktris) = game.options().saktris.filter(|_| game.hides_arrivals()) else {
        return public;
    };
    let mut tree = GameTree::from_line(game.line());
    let nodes: Vec<NodeId> = tree.main_line().collect();
    for (id, played) in nodes.into_iter().zip(game.moves()) {
        if let Some(left) = played.left {
            tree.annotate(id, Annotation::Clock(left));
        }
    }
    let seed = saktris.seed.to_string();
    let public = public.tags().iter();
    let public = public.filter(|(name, _)| !["FEN", "SaktrisHidden"].contains(name));
    for (name, value) in public.chain([("SaktrisSeed", seed.as_str())]) {
        // These tags are valid in the other tree, so this does not fail.
        let _ = tree.set_tag(name, value);
    }
    tree
}

/// Returns a file name for a game between these players.
pub(crate) fn default_file_name(names: &ByColor<String>) -> String {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.take(30).collect()
    };
    let (white, black) = (plain(&names.white), plain(&names.black));
    format!("{white}-{black}.pgn")
}

impl SavedGame {
    fn new(tree: &GameTree) -> SavedGame {
        let is_real = |id: &NodeId| !tree.is_null_move(*id);
        let line: Vec<NodeId> = tree.main_line().take_while(is_real).collect();
        let moves: Vec<_> = line
            .iter()
            .filter_map(|&id| Some((tree.mv(id)?, tree.clock(id))))
            .collect();
        let name = |tag: &str, color: Color| {
            let name = tree.tag(tag).filter(|&name| name != "?");
            let name = name.and_then(printable_name);
            name.unwrap_or_else(|| color.name().to_owned())
        };
        let has_clocks = moves.iter().all(|(_, clock)| clock.is_some()) && !moves.is_empty();
        let control = tree.tag("TimeControl").filter(|_| has_clocks);
        let last = line.last().copied().unwrap_or(tree.root());
        let mut comments = tree.comments(last).iter();
        SavedGame {
            names: ByColor {
                white: name("White", Color::White),
                black: name("Black", Color::Black),
            },
            start: tree.start().clone(),
            saktris: tree.saktris(),
            control: control.and_then(|tag| TimeControl::from_pgn(tag).ok()),
            ending: comments.find_map(|comment| parse_ending(comment)),
            result: tree.termination().as_str(),
            turn: tree.position(last).turn(),
            can_continue: tree.position(last).has_legal_move(),
            damage: tree
                .problems()
                .iter()
                .find(|problem| problem.severity() == Severity::Damage)
                .map(ToString::to_string),
            moves,
        }
    }

    /// Returns the events of this game. The last of them happens `now`, and the
    /// clocks show the recorded times or, without any, the full time.
    ///
    /// # Errors
    ///
    /// Returns how the game ended, if nothing can be played from its starting
    /// position.
    pub(crate) fn events(&self, options: &Options, now: Time) -> Result<Vec<Event>, Ending> {
        let mut options = options.clone();
        options.start = self.start.clone();
        options.saktris = self.saktris;
        if let Some(control) = &self.control {
            options.control = control.clone();
        }
        let mut at = Time::from_millis(0);
        let mut game = Game::start(options, at)?;
        let fact = game.start_fact();
        let mut events = vec![Event { at, fact }];
        for &(mv, clock) in &self.moves {
            at = at + thinking_time(&game, mv, clock);
            let action = Action::from(game.position().uci(mv));
            let Ok(decided) = game.decide(at, game.turn(), action) else {
                break;
            };
            for event in decided {
                game.apply(&event);
                events.push(event);
            }
        }
        // The last position may be a dead one, which ends the game.
        let mut ends = game.tick(game.last_event_at());
        if let (Some(ending), None, []) = (self.ending, game.ending(), ends.as_slice()) {
            let fact = Fact::Ended(ending);
            ends.push(Event { at, fact });
        }
        events.extend(ends);
        let shift = now - at;
        for event in &mut events {
            event.at = event.at + shift;
        }
        Ok(events)
    }

    /// Describes the game for the players when it is opened.
    pub(crate) fn describe(&self, path: &str) -> String {
        let mut text = match self.moves.len().div_ceil(2) {
            1 => format!("{path}: 1 move."),
            count => format!("{path}: {count} moves."),
        };
        if let Some(damage) = &self.damage {
            text.push_str(&format!(" The file is damaged: {damage}"));
        }
        if self.can_continue && self.ending.is_none() && self.result != "*" {
            text.push_str(&format!(
                " Its result is {}, but it can be continued.",
                self.result
            ));
        }
        text
    }
}

/// Returns how long the player must have thought for the clock to show this time
/// after the move, but never so long that the flag falls.
fn thinking_time(game: &Game, mv: Move, clock: Option<Span>) -> Span {
    let (now, turn) = (game.last_event_at(), game.turn());
    let mut played = game.clone();
    let spared = Span::ZERO;
    played.apply(&Event {
        at: now,
        fact: Fact::Played { mv, spared },
    });
    let (Some(before), Some(after)) = (game.remaining(turn, now), played.remaining(turn, now))
    else {
        return Span::ZERO;
    };
    let took = after - clock.unwrap_or(before);
    match game.clock().deadline() {
        Some(flag) => took.min(flag - now - Span::from_millis(1)),
        None => took,
    }
}

/// Parses an ending as this program writes it. Checkmate and stalemate are
/// ignored: the board decides about them, not a comment.
fn parse_ending(text: &str) -> Option<Ending> {
    let winners = [None, Some(Color::White), Some(Color::Black)];
    let endings = winners.into_iter().flat_map(|winner| {
        let reasons = Reason::ALL.into_iter();
        let fitting = reasons.filter(move |reason| {
            let is_on_board = matches!(reason, Reason::Checkmate | Reason::Stalemate);
            !is_on_board && reason.has_winner() == winner.is_some()
        });
        fitting.map(move |reason| Ending { winner, reason })
    });
    let mut endings = endings;
    endings.find(|ending| ending.to_string() == text.trim())
}

/// Returns the date of a time as PGN writes it.
///
/// The algorithm is Howard Hinnant's:
/// <https://howardhinnant.github.io/date_algorithms.html>.
fn date(at: Time) -> String {
    let days = at.as_millis() / 86_400_000 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_the_form_of_pgn() {
        for (millis, written) in [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (1_735_689_599_999, "2024.12.31"),
            (1_735_689_600_000, "2025.01.01"),
        ] {
            assert_eq!(date(Time::from_millis(millis)), written);
        }
    }

    #[test]
    fn a_saved_game_can_be_read_again() {
        let options = Options::default().with_clock("5+3".parse().unwrap());
        let mut game = Game::start(options, Time::from_millis(0)).unwrap();
        for (at, mv) in [(1_000, "f2f3"), (9_000, "e7e5"), (30_000, "g2g4")] {
            let mv: arbiter_rules::UciMove = mv.parse().unwrap();
            let events = game.decide(Time::from_millis(at), game.turn(), Action::from(mv));
            for event in events.unwrap() {
                game.apply(&event);
            }
        }
        let names = ByColor {
            white: "Anna".to_owned(),
            black: "Bo".to_owned(),
        };
        let resign = game.decide(game.last_event_at(), Color::Black, Action::Resign);
        for event in resign.unwrap() {
            game.apply(&event);
        }
        let text = write_saved_game(&game, &names);
        assert!(text.contains("[White \"Anna\"]"), "{text}");
        let saved = read_saved_game(text.as_bytes(), 1).unwrap();
        assert_eq!(saved.names, names);
        let now = Time::from_millis(1_000_000);
        let events = saved.events(&Options::default(), now).unwrap();
        let again = Game::replay(&events).unwrap();
        assert_eq!(again.ending(), game.ending());
        assert_eq!(again.last_event_at(), now);
        let lefts = |game: &Game| game.moves().map(|mv| mv.left).collect::<Vec<_>>();
        assert_eq!(lefts(&again), lefts(&game));
    }

    #[test]
    fn a_loaded_game_is_described_with_its_problems() {
        for (text, expected) in [
            ("1. e4 *", "a.pgn: 1 move."),
            // A missing result is not damage.
            ("1. e4 e5 2. Nf3", "a.pgn: 2 moves."),
            ("1. f3 e5 2. g4 Qh4# 0-1", "a.pgn: 2 moves."),
            (
                "1. f3 e5 0-1",
                "a.pgn: 1 move. Its result is 0-1, but it can be continued.",
            ),
            (
                "1. e4 {never *",
                "a.pgn: 1 move. The file is damaged: \
                 This comment is never closed with }.",
            ),
        ] {
            let saved = read_saved_game(text.as_bytes(), 1).unwrap();
            assert_eq!(saved.describe("a.pgn"), expected);
        }
    }

    #[test]
    fn control_characters_in_names_are_removed() {
        let text = b"[White \"A\x1b[2Jnna\"]\n[Black \"\x07\"]\n\n1. e4 *";
        let saved = read_saved_game(text, 1).unwrap();
        assert_eq!(saved.names.white, "A[2Jnna");
        assert_eq!(saved.names.black, "Black");
    }

    #[test]
    fn a_comment_cannot_declare_checkmate() {
        let saved = read_saved_game(b"1. e4 {White wins: checkmate} 1-0", 1).unwrap();
        let now = Time::from_millis(1_000_000);
        let events = saved.events(&Options::default(), now).unwrap();
        assert_eq!(Game::replay(&events).unwrap().ending(), None);
        let saved = read_saved_game(b"1. e4 {White wins: resignation} 1-0", 1).unwrap();
        let events = saved.events(&Options::default(), now).unwrap();
        assert!(Game::replay(&events).unwrap().ending().is_some());
    }

    #[test]
    fn a_missing_game_is_an_error() {
        let read = |text: &str, number| read_saved_game(text.as_bytes(), number).map(|_| ());
        assert_eq!(read("", 1), Err(SavedGameError::NoGame));
        assert_eq!(read("1. e4 *", 1), Ok(()));
        assert_eq!(read("1. e4 *", 2), Err(SavedGameError::TooFew { games: 1 }));
    }
}
