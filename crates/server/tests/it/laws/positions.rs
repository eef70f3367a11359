//! Claims about positions and moves.

use arbiter_game::MoveRecord;
use arbiter_rules::{Color, Move, PlayedLine, Position, Role, Setup, Square, Variant};
use arbiter_wire::Coordinates;

use super::{
    claims::{same, same_set},
    html::Element,
    saktris,
};

type Checked = Result<(), String>;

/// Returns the position of a claim: its own or that of its board, after the moves
/// that it names.
pub fn line(claim: &Element, board: Option<&Element>) -> Result<PlayedLine, String> {
    let mut line = match claim.value("fen") {
        Some(fen) => PlayedLine::from(position(fen)?),
        None => board_line(board.ok_or("no position")?)?,
    };
    play(&mut line, claim.value("after").unwrap_or_default())?;
    Ok(line)
}

fn board_line(board: &Element) -> Result<PlayedLine, String> {
    let fen = board.value("fen").ok_or("the board has no position")?;
    let Some(past) = board.value("past") else {
        return Ok(PlayedLine::from(position(fen)?));
    };
    let mut line = match board.value("start") {
        Some(start) => PlayedLine::from(position(start)?),
        None => PlayedLine::default(),
    };
    play(&mut line, past)?;
    same("the position", fen, line.position())?;
    Ok(line)
}

fn position(fen: &str) -> Result<Position, String> {
    let position: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    same("the position", fen, &position)?;
    Ok(position)
}

fn play(line: &mut PlayedLine, moves: &str) -> Checked {
    for text in moves.split_whitespace() {
        let mv = line.read(text).map_err(|refusal| refusal.to_string())?;
        line.play(mv);
    }
    Ok(())
}

/// Checks that a board shows a valid position whose goal can be reached.
pub fn check_board(board: &Element) -> Checked {
    let mut line = board_line(board)?;
    let (goal, show) = match (board.value("goal"), board.value("show")) {
        (None, None) => return Ok(()),
        (Some(goal), Some(show)) => (goal, show),
        _ => return Err("a goal and the way to it belong together".to_owned()),
    };
    let (before, last) = show.rsplit_once(' ').unwrap_or(("", show));
    play(&mut line, before)?;
    let reached = match line.read(last) {
        Err(refusal) => vec![refusal.code().to_owned()],
        Ok(mv) => happenings(&mut line, mv),
    };
    match reached.iter().any(|word| word == goal) {
        true => Ok(()),
        false => Err(format!("{show} leads to {reached:?} and not to {goal}")),
    }
}

/// Returns what a move brings about, like `happenings` of `web/laws/trial.js`.
fn happenings(line: &mut PlayedLine, mv: Move) -> Vec<String> {
    let before = line.position().clone();
    let record = MoveRecord::of(&before, mv);
    line.play(mv);
    let mut words = vec![before.san(mv).to_string(), line.status().name().to_owned()];
    words.extend(
        line.outcome()
            .map(|outcome| outcome.reason.code().to_owned()),
    );
    words.extend(line.claims().map(|claim| claim.reason().code().to_owned()));
    words.extend(record.castling.map(|_| "castling".to_owned()));
    words.extend(record.en_passant.then(|| "en_passant".to_owned()));
    if let Some(role) = record.promotion {
        words.extend(["promotion".to_owned(), format!("promotion_to_{role}")]);
    }
    words.extend(record.captured.map(|_| "capture".to_owned()));
    words.extend(mv.is_placement().then(|| "placement".to_owned()));
    words.extend(mv.is_pass().then(|| "pass".to_owned()));
    words.extend(before.clear(mv).map(|_| "clear".to_owned()));
    words
}

/// Checks that a move is legal, with its result, or illegal, with its reason.
pub fn check_move(claim: &Element, board: Option<&Element>) -> Checked {
    let mut line = line(claim, board)?;
    let text = claim.value("move").unwrap_or_default();
    match (line.read(text), claim.value("legal"), claim.value("code")) {
        (Err(refusal), None, Some(code)) => {
            same("the code", code, refusal.code())?;
            let squares = claim.value("squares").unwrap_or_default();
            same_set("the squares", squares, refusal.squares())?;
            match claim.value("article") {
                Some(article) => same("the article", article, refusal.article().unwrap_or("none")),
                None => Ok(()),
            }
        }
        (Ok(mv), Some(""), None) => {
            check_played(claim, &line, mv)?;
            line.play(mv);
            check_state(claim, &line)
        }
        (Err(refusal), ..) => Err(format!("{}: {refusal}", refusal.code())),
        (Ok(mv), ..) => Err(format!("{} is legal", line.position().san(mv))),
    }
}

/// Checks claims about the move itself.
fn check_played(claim: &Element, line: &PlayedLine, mv: Move) -> Checked {
    let position = line.position();
    if let Some(san) = claim.value("san") {
        same("the notation", san, position.san(mv))?;
    }
    if let Some(square) = claim.value("captured") {
        let captured = position.captured(mv).ok_or("nothing is taken")?;
        same("what is taken", square, captured.0)?;
    }
    saktris::check_played(claim, position, mv)?;
    if let Some(count) = claim.value("changes") {
        let after = position.after(mv);
        let is_other =
            |&square: &Square| position.board().piece_at(square) != after.board().piece_at(square);
        same(
            "what changes",
            count,
            Square::ALL.into_iter().filter(is_other).count(),
        )?;
    }
    if let Some(said) = claim.value("record") {
        let record = arbiter_wire::MoveRecord::from(MoveRecord::of(position, mv));
        let said: serde_json::Value = serde_json::from_str(said).map_err(|it| it.to_string())?;
        same(
            "the record",
            &said.to_string(),
            serde_json::to_value(record).unwrap(),
        )?;
    }
    Ok(())
}

/// Checks claims about the state of a game.
pub fn check_standing(claim: &Element, board: Option<&Element>) -> Checked {
    let names = claim.attributes.keys();
    if names
        .filter(|name| !["fen", "after"].contains(&name.as_str()))
        .count()
        == 0
    {
        return Err("it claims nothing".to_owned());
    }
    check_state(claim, &line(claim, board)?)
}

fn check_state(claim: &Element, line: &PlayedLine) -> Checked {
    let position = line.position();
    for (name, said) in &claim.attributes {
        match name.as_str() {
            "status" => same(name, said, line.status())?,
            "reason" => {
                let reason = line.outcome().map(|outcome| outcome.reason.code());
                same(name, said, reason.unwrap_or("none"))?;
            }
            "count" => same(name, said, position.legal_moves().count())?,
            "moves" => same_set(
                name,
                said,
                position.legal_moves().map(|mv| position.san(mv)),
            )?,
            "checkers" => same_set(name, said, position.checkers())?,
            "targets" | "from" => {
                let from: Square = claim
                    .value("from")
                    .and_then(|it| it.parse().ok())
                    .ok_or("from?")?;
                let said = claim.value("targets").ok_or("targets?")?;
                let moves = position.legal_moves().filter(|mv| mv.from() == from);
                let targets: std::collections::BTreeSet<_> = moves.map(Move::to).collect();
                same_set("targets", said, targets)?;
            }
            "wins" | "cannot-win" => {
                for color in said.split_whitespace() {
                    let color = color_named(color)?;
                    let is_so = position.can_win(color) == Some(name == "wins");
                    is_so
                        .then_some(())
                        .ok_or(format!("{name} {color} is not so"))?;
                }
            }
            "claims" => {
                let mut claims: Vec<_> = line.claims().map(|it| it.reason().code()).collect();
                if claims.is_empty() {
                    claims.push("none");
                }
                same_set(name, said, claims)?;
            }
            "repeats" => same(name, said, line.repetitions())?,
            "halfmoves" => same(name, said, position.halfmoves())?,
            "turn" => same(name, said, position.turn())?,
            "then" => same("the position", said, position)?,
            "waits" => saktris::check_waiting(said, position)?,
            "places" => saktris::check_places(said, position)?,
            "next-in" => saktris::check_next_in(said, position)?,
            "balance" => same(name, said, arbiter_game::Material::of(line).balance)?,
            "piece" => {
                let is_it = |&(_, piece): &(Square, arbiter_rules::Piece)| {
                    *said == format!("{} {}", piece.color, piece.role)
                };
                let squares = position
                    .board()
                    .iter()
                    .filter(is_it)
                    .map(|(square, _)| square);
                same_set(name, claim.value("at").unwrap_or_default(), squares)?;
            }
            "color" => {
                let squares = claim.value("at").unwrap_or_default().split_whitespace();
                for square in squares {
                    let square: Square = square.parse().map_err(|_| "not a square")?;
                    let color = if square.is_light() { "light" } else { "dark" };
                    same(name, said, color)?;
                }
            }
            "at" if claim.value("piece").or(claim.value("color")).is_none() => {
                return Err("what is there?".to_owned());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks whether a text is read as a move.
pub fn check_reading(claim: &Element, board: Option<&Element>) -> Checked {
    let line = line(claim, board)?;
    let read = line.read(claim.value("reads").unwrap_or_default());
    match (read, claim.value("san"), claim.value("code")) {
        (Ok(mv), Some(san), None) => same("the notation", san, line.position().san(mv)),
        (Err(refusal), None, Some(code)) => same("the code", code, refusal.code()),
        (read, ..) => Err(format!("it is read as {read:?}")),
    }
}

pub fn check_role(claim: &Element) -> Checked {
    let name = claim.value("kind").unwrap_or_default();
    let role = Role::ALL
        .into_iter()
        .find(|role| role.to_string() == name)
        .ok_or("no such piece")?;
    if let Some(letter) = claim.value("letter") {
        same("the letter", letter, role.letter().to_ascii_uppercase())?;
    }
    let value = role
        .value()
        .map_or("none".to_owned(), |value| value.to_string());
    same("the value", claim.value("value").unwrap_or_default(), value)
}

/// Checks rows and columns (R14).
pub fn check_coordinates(claim: &Element) -> Checked {
    let text = claim.value("square").unwrap_or_default();
    let square: Square = text.parse().map_err(|_| "not a square")?;
    let Coordinates { row, col } = square.into();
    same("the row", claim.value("row").unwrap_or_default(), row)?;
    same("the column", claim.value("col").unwrap_or_default(), col)
}

pub fn check_chess960(claim: &Element) -> Checked {
    let number = claim
        .value("chess960")
        .and_then(|number| number.parse().ok());
    let position = Position::chess960(number.ok_or("no number")?).ok_or("no such start")?;
    assert_eq!(position.variant(), Variant::Chess960);
    same(
        "the start",
        claim.value("then").unwrap_or_default(),
        position,
    )
}

pub fn check_bad_fen(claim: &Element) -> Checked {
    let fen = claim.value("bad-fen").unwrap_or_default();
    let code = match fen.parse::<Setup>() {
        Err(error) => error.code(),
        Ok(setup) => match setup.position() {
            Err(errors) => errors
                .errors()
                .first()
                .map_or("none", |error| error.kind.code()),
            Ok(_) => "none",
        },
    };
    same("the code", claim.value("code").unwrap_or_default(), code)
}

pub fn color_named(name: &str) -> Result<Color, String> {
    let color = Color::ALL
        .into_iter()
        .find(|color| color.to_string() == name);
    color.ok_or(format!("{name} is no color"))
}
