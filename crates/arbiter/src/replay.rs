use std::io::{self, Write};

use arbiter_rules::{CastlingSide, Claim, Color, Line, Outcome, Picture, Position, Square};
use serde::Serialize;

use crate::{
    input::{self, BadInput, Items},
    output::{self, Answer, Format, Verdict},
    status,
    why::Illegal,
};

/// Play moves one after the other and show where they lead.
#[derive(clap::Args)]
#[command(after_help = "\
Moves may be numbered (1. e4 e5). The first one that is refused ends the replay, and the answer
says why. After a draw that comes by itself (a dead position, the fifth repetition, 75 moves) a
replay plays on as long as there are moves, as recorded games do; the status is that of the end.
On standard input a line is FEN<tab>MOVES, with an empty FEN for the start.

JSON: {\"fen\", \"status\", \"reason\", \"result\", \"claims\": [\"threefold\", \"fifty_moves\"],
       \"history\": [{\"from\": {\"row\", \"col\"}, \"to\": {\"row\", \"col\"}, \"piece\",
                    \"color\", \"captured\", \"promotion\", \"castling\", \"enPassant\"}],
       \"san\", \"refusal\": null or {\"move\", \"ply\" and the fields of arbiter why}}
Row 0 is rank 8, column 0 is file a. Pieces are \"pawn\" to \"king\", colors \"white\" and
\"black\", castling is \"kingside\", \"queenside\" or null.

Examples:
  arbiter replay f3 e5 g4 Qh4
  arbiter replay --fen \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\" O-O Kd7 a8=N
  arbiter replay --json e2e4 d7d5 e4d5")]
pub struct Arguments {
    /// The position to begin with [default: start].
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The moves, or - to read positions and moves from standard input.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    let items = match Items::from_words(&arguments.moves) {
        Items::Lines => Items::Lines,
        Items::One(_) => {
            let fen = arguments.fen.as_deref().unwrap_or_default();
            Items::One(format!("{fen}\t{}", arguments.moves.join(" ")))
        }
    };
    let start = arguments.fen.as_deref().unwrap_or_default();
    output::answer_all(items, format, out, |item| Replay::of(item, start))
}

#[derive(Serialize)]
struct Replay {
    fen: String,
    status: &'static str,
    reason: Option<&'static str>,
    result: Option<&'static str>,
    claims: Vec<&'static str>,
    history: Vec<Record>,
    san: Vec<String>,
    refusal: Option<Stop>,
    #[serde(skip)]
    line: Line,
    #[serde(skip)]
    outcome: Option<Outcome>,
}

/// A move that has been played, in the fields of R17.
#[derive(Serialize)]
struct Record {
    from: Coordinates,
    to: Coordinates,
    piece: String,
    color: String,
    captured: Option<String>,
    promotion: Option<String>,
    castling: Option<&'static str>,
    #[serde(rename = "enPassant")]
    en_passant: bool,
}

/// Row 0 is rank 8 and column 0 is file a (R14).
#[derive(Serialize)]
struct Coordinates {
    row: usize,
    col: usize,
}

/// The move that was refused.
#[derive(Serialize)]
struct Stop {
    #[serde(rename = "move")]
    text: String,
    /// How many moves were played before it.
    ply: usize,
    #[serde(flatten)]
    illegal: Illegal,
}

impl Replay {
    /// The item is a FEN, a tab and moves; where the FEN is empty, the start
    /// given with the command stands in, or else the start of the game.
    fn of(item: &str, start: &str) -> Result<Replay, BadInput> {
        let (fen, moves) = input::fields(item)?;
        if moves.split(' ').next() == Some("-") {
            return Err(input::not_alone());
        }
        let fen = if fen.trim().is_empty() { start } else { fen };
        let start = match fen.trim() {
            "" => Position::start(),
            _ => input::position(fen)?,
        };
        let mut line = Line::from(start);
        let mut san = Vec::new();
        let mut refusal = None;
        // A mark apart from its move (R55) would look like a move of its own.
        let moves = moves.replace(" e.p.", "e.p.");
        for text in written_moves(&moves) {
            match line.read(text) {
                Ok(mv) => {
                    san.push(line.position().san(mv).to_string());
                    line.play(mv);
                }
                Err(cause) => {
                    refusal = Some(Stop {
                        text: text.to_owned(),
                        ply: san.len(),
                        illegal: Illegal::new(*line.position(), text, cause),
                    });
                    break;
                }
            }
        }
        let outcome = line.outcome();
        Ok(Replay {
            fen: line.position().to_string(),
            status: status::name(line.position(), outcome),
            reason: outcome.map(|outcome| outcome.reason.code()),
            result: outcome.map(Outcome::result),
            claims: line.claims().map(|claim| claim.reason().code()).collect(),
            history: line
                .moves()
                .map(|(before, mv)| arbiter_game::Record::of(before, mv).into())
                .collect(),
            san,
            refusal,
            line,
            outcome,
        })
    }
}

/// The moves of a text, without their numbers and without a result (C27).
fn written_moves(text: &str) -> impl Iterator<Item = &str> {
    const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "*", "1–0", "0–1", "½-½", "½–½"];
    text.split_whitespace()
        .map(without_number)
        .filter(|word| !word.is_empty() && !RESULTS.contains(word))
}

/// `e4` of `1.e4`, nothing of `1.` and `1...`.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    if after_dots.len() < after_digits.len() {
        after_dots
    } else {
        word
    }
}

impl From<arbiter_game::Record> for Record {
    fn from(record: arbiter_game::Record) -> Record {
        Record {
            from: record.from.into(),
            to: record.to.into(),
            piece: record.piece.to_string(),
            color: record.color.to_string(),
            captured: record.captured.map(|role| role.to_string()),
            promotion: record.promotion.map(|role| role.to_string()),
            castling: record.castling.map(|side| match side {
                CastlingSide::Short => "kingside",
                CastlingSide::Long => "queenside",
            }),
            en_passant: record.en_passant,
        }
    }
}

impl From<Square> for Coordinates {
    fn from(square: Square) -> Coordinates {
        Coordinates {
            row: 7 - square.rank() as usize,
            col: square.file() as usize,
        }
    }
}

impl Answer for Replay {
    fn verdict(&self) -> Verdict {
        self.refusal
            .as_ref()
            .map_or(Verdict::Yes, |stop| stop.illegal.verdict())
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.san.is_empty() {
            writeln!(
                out,
                "{}\n",
                output::wrapped("", numbered(self.line.start(), &self.san))
            )?;
        }
        if let Some(stop) = &self.refusal {
            return stop.illegal.write_text(out);
        }
        let mut picture = Picture::of(self.line.position()).without_caption();
        if let Some((_, mv)) = self.line.moves().next_back() {
            picture = picture.last_move(mv.from(), mv.to());
        }
        writeln!(out, "{}", output::board(&picture))?;
        writeln!(out, "{}", self.fen)?;
        writeln!(out, "{}", status::state(self.line.position(), self.outcome))?;
        for claim in self.line.claims() {
            let claimed = match claim {
                Claim::Threefold => "this position is here for the third time",
                Claim::FiftyMoves => "fifty moves of each side without pawn move or capture",
            };
            writeln!(out, "a draw can be claimed: {claimed}")?;
        }
        Ok(())
    }
}

/// `1.e4 e5 2.Nf3`, or `7...Qh4 8.g3` where Black begins.
fn numbered(start: &Position, san: &[String]) -> Vec<String> {
    let is_black_first = usize::from(start.turn() == Color::Black);
    let first = usize::from(start.fullmoves());
    san.iter()
        .enumerate()
        .map(|(index, san)| {
            let ply = index + is_black_first;
            match (ply % 2, index) {
                (0, _) => format!("{}.{san}", first + ply / 2),
                (_, 0) => format!("{first}...{san}"),
                _ => san.clone(),
            }
        })
        .collect()
}
