//! What all commands share: output as text or JSON, errors, exit codes.

use std::{
    env,
    io::{self, BufRead, IsTerminal, Write},
    process::ExitCode,
    sync::OnceLock,
};

use arbiter_rules::{Color, Diagram, Move, Position};
use serde::Serialize;

use crate::input::{self, InvalidInput, Items};

/// Whether a command prints text or JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text for people.
    Text,
    /// One line of JSON for programs.
    Json,
}

/// The exit code of a command, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// 0: the command succeeded.
    Success,
    /// 1: a move was refused, or a game is damaged.
    Refused,
    /// 2: the input makes no sense or cannot be read.
    BadInput,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// What a command found. It serializes as the command's JSON.
pub trait CommandOutput: Serialize {
    /// Returns the exit code.
    fn exit_status(&self) -> ExitStatus;

    /// Writes the same as text.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Answers one item, or every line of standard input. A bad line is answered
/// with its error and does not stop the others; the worst exit code counts.
pub fn answer_all<A: CommandOutput>(
    items: Items,
    format: Format,
    out: &mut dyn Write,
    answer: impl Fn(&str) -> Result<A, InvalidInput>,
) -> io::Result<ExitStatus> {
    let item = match items {
        Items::One(item) => item,
        Items::Lines => {
            let mut worst = ExitStatus::Success;
            for line in io::stdin().lock().split(b'\n') {
                let answered = line_text(&line?).and_then(|line| answer(&line));
                worst = worst.max(write_json(&answered, out)?);
            }
            return Ok(worst);
        }
    };
    let answered = answer(&item);
    if format == Format::Json {
        return write_json(&answered, out);
    }
    match answered {
        Ok(answer) => answer.write_text(out).map(|()| answer.exit_status()),
        Err(error) => {
            eprint!("{}", error.pointing_into(&item));
            if let Some(advice) = input::advice(&error, &item) {
                eprintln!("{advice}");
            }
            Ok(ExitStatus::BadInput)
        }
    }
}

/// Answers one item with a file, which goes to standard output: to another program or into a
/// file, but not to a terminal.
pub fn answer_with_file(
    items: Items,
    format: Format,
    out: &mut dyn Write,
    answer: impl Fn(&str) -> Result<Vec<u8>, InvalidInput>,
) -> io::Result<ExitStatus> {
    let item = match items {
        Items::One(item) if format == Format::Text => item,
        _ => {
            eprintln!("error: a picture shows one position or one game, without --json");
            return Ok(ExitStatus::BadInput);
        }
    };
    if io::stdout().is_terminal() {
        eprintln!("error: a picture is not text: write it to a file, as in \"> picture.png\"");
        return Ok(ExitStatus::BadInput);
    }
    match answer(&item) {
        Ok(file) => out.write_all(&file).map(|()| ExitStatus::Success),
        Err(error) => {
            eprint!("{}", error.pointing_into(&item));
            Ok(ExitStatus::BadInput)
        }
    }
}

fn line_text(line: &[u8]) -> Result<String, InvalidInput> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match str::from_utf8(line) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(InvalidInput::at(
            error.valid_up_to(),
            "not_utf8",
            "the line is not UTF-8 text",
        )),
    }
}

fn write_json<A: CommandOutput>(
    answered: &Result<A, InvalidInput>,
    out: &mut dyn Write,
) -> io::Result<ExitStatus> {
    #[derive(Serialize)]
    struct Failure<'e> {
        error: &'e InvalidInput,
    }
    let status = match answered {
        Ok(answer) => {
            serde_json::to_writer(&mut *out, answer)?;
            answer.exit_status()
        }
        Err(error) => {
            serde_json::to_writer(&mut *out, &Failure { error })?;
            ExitStatus::BadInput
        }
    };
    writeln!(out)?;
    Ok(status)
}

/// Draws a board with figurines and, if the terminal supports them, colors.
pub fn board(picture: &Diagram) -> String {
    let has_colors = io::stdout().is_terminal()
        && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
    if has_colors {
        picture.unicode().colors().to_string()
    } else {
        picture.unicode().to_string()
    }
}

/// Writes the moves of a line in SAN with their numbers: `12...Nf6`, `13.e5`.
pub fn numbered_moves(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let san = position.san(mv);
        let number = position.fullmoves();
        words.push(match position.turn() {
            Color::White => format!("{number}.{san}"),
            Color::Black if index == 0 => format!("{number}...{san}"),
            Color::Black => san.to_string(),
        });
        position.play(mv);
    }
    words
}

/// Writes a number with commas between thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a count with its noun: `"1 legal move"`, `"20 legal moves"`.
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number as u64))
}

/// The width of text where the terminal is wider, or there is none.
const MAX_COLUMNS: usize = 80;
/// A terminal that is narrower wraps the lines itself.
const MIN_COLUMNS: usize = 40;

/// Returns how wide text may be.
pub fn columns() -> usize {
    static COLUMNS: OnceLock<usize> = OnceLock::new();
    *COLUMNS.get_or_init(|| {
        let is_terminal = io::stdout().is_terminal();
        let columns = is_terminal.then(arbiter_tui::terminal_columns).flatten();
        columns.map_or(MAX_COLUMNS, |it| it.clamp(MIN_COLUMNS, MAX_COLUMNS))
    })
}

/// Wraps words at the width of the terminal, at most 80 columns, with all lines but the
/// first indented to the width of the label.
pub fn wrapped(label: &str, words: impl IntoIterator<Item: AsRef<str>>) -> String {
    wrapped_at(columns(), label, words)
}

/// Writes a label and wraps the words beside it, or under it, indented, where the terminal
/// leaves too little space beside it.
pub fn labeled(label: &str, indent: usize, words: &str) -> String {
    labeled_at(columns(), label, indent, words)
}

/// How much space words need beside their label.
const MIN_WORDS_COLUMNS: usize = 24;

fn labeled_at(columns: usize, label: &str, indent: usize, words: &str) -> String {
    let words = words.split(' ');
    if label.chars().count() + MIN_WORDS_COLUMNS <= columns {
        return wrapped_at(columns, label, words);
    }
    let below = wrapped_at(columns, &" ".repeat(indent), words);
    format!("{}\n{below}", label.trim_end())
}

/// Wraps words at this width.
pub fn wrapped_at(
    columns: usize,
    label: &str,
    words: impl IntoIterator<Item: AsRef<str>>,
) -> String {
    let indent = label.chars().count();
    let mut text = label.to_owned();
    let mut column = indent;
    for (index, word) in words.into_iter().enumerate() {
        let word = word.as_ref();
        let length = word.chars().count();
        if index > 0 {
            if column + 1 + length > columns {
                text.push('\n');
                text.push_str(&" ".repeat(indent));
                column = indent;
            } else {
                text.push(' ');
                column += 1;
            }
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_thousands_separators_and_nouns_a_plural() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(119_060_324), "119,060,324");
        assert_eq!(count(1, "legal move"), "1 legal move");
        assert_eq!(count(0, "legal move"), "0 legal moves");
    }

    #[test]
    fn moves_are_numbered() {
        let mut position = Position::start();
        let moves = ["e4", "e5", "Nf3"].map(|text| {
            let mv = position.read(text).unwrap();
            position.play(mv);
            mv
        });
        let start = Position::start();
        assert_eq!(numbered_moves(&start, &moves), ["1.e4", "e5", "2.Nf3"]);
        let after = start.after(moves[0]);
        assert_eq!(numbered_moves(&after, &moves[1..]), ["1...e5", "2.Nf3"]);
    }

    #[test]
    fn long_lists_are_wrapped_under_their_label() {
        let words = || (0..30).map(|_| "Nf3".to_owned());
        for columns in [80, 50] {
            let text = wrapped_at(columns, "knight  ", words());
            assert!(text.lines().all(|line| line.len() <= columns));
            assert!(text.lines().any(|line| line.len() > columns - 4));
            assert!(
                text.lines()
                    .skip(1)
                    .all(|line| line.starts_with("        Nf3"))
            );
            assert_eq!(text.split_whitespace().count(), 31);
        }
    }

    #[test]
    fn words_are_under_their_label_in_a_narrow_terminal() {
        let lines = |columns, label| labeled_at(columns, label, 4, "says why a move is not legal");
        assert_eq!(
            lines(50, "  why FEN MOVE          "),
            "  why FEN MOVE          says why a move is not\n                        legal"
        );
        assert_eq!(
            lines(40, "  why FEN MOVE          "),
            "  why FEN MOVE\n    says why a move is not legal"
        );
    }
}
