//! What a claim says, and whether it is true.

use super::{clocks, html::Element, positions, scripts};

/// The kinds of claims: the attribute that names the kind, and the other
/// attributes that it may have.
const SUBJECTS: [(&str, &[&str]); 9] = [
    ("control", &["written", "uses", "waits", "shows", "flag"]),
    (
        "game",
        &[
            "fen", "script", "code", "squares", "article", "ends", "tells", "moves",
        ],
    ),
    ("kind", &["value", "letter"]),
    ("square", &["row", "col"]),
    ("chess960", &["then"]),
    ("bad-fen", &["code"]),
    ("reads", &["fen", "after", "san", "code"]),
    (
        "move",
        &[
            "fen",
            "after",
            "legal",
            "code",
            "squares",
            "article",
            "san",
            "then",
            "status",
            "reason",
            "claims",
            "checkers",
            "captured",
            "record",
            "changes",
            "cannot-win",
            "repeats",
            "clears",
            "beyond",
            "waits",
            "count",
        ],
    ),
    (
        "",
        &[
            "fen",
            "after",
            "status",
            "reason",
            "count",
            "moves",
            "from",
            "targets",
            "checkers",
            "wins",
            "cannot-win",
            "claims",
            "repeats",
            "halfmoves",
            "turn",
            "at",
            "piece",
            "color",
            "then",
            "balance",
            "waits",
            "places",
            "next-in",
        ],
    ),
];

/// The attributes of `<law-board>`.
const BOARD: [&str; 6] = ["fen", "start", "past", "goal", "show", "turned"];

/// Checks a claim, or the goal of a board, against the laws.
pub fn check(claim: &Element, board: Option<&Element>) -> Result<(), String> {
    match claim.name.as_str() {
        "law-board" => {
            only(claim, &BOARD)?;
            positions::check_board(claim)
        }
        "law-touch" => {
            only(claim, &["fen"])?;
            positions::check_board(claim)
        }
        _ => check_claim(claim, board),
    }
}

fn check_claim(claim: &Element, board: Option<&Element>) -> Result<(), String> {
    let (subject, attributes) = SUBJECTS
        .iter()
        .find(|(subject, _)| subject.is_empty() || claim.value(subject).is_some())
        .ok_or("there is always a subject")?;
    let mut allowed = attributes.to_vec();
    allowed.push(subject);
    only(claim, &allowed)?;
    match *subject {
        "control" => clocks::check(claim),
        "game" => scripts::check(claim, board),
        "kind" => positions::check_role(claim),
        "square" => positions::check_coordinates(claim),
        "chess960" => positions::check_chess960(claim),
        "bad-fen" => positions::check_bad_fen(claim),
        "reads" => positions::check_reading(claim, board),
        "move" => positions::check_move(claim, board),
        _ => positions::check_standing(claim, board),
    }
}

fn only(element: &Element, allowed: &[&str]) -> Result<(), String> {
    match element
        .attributes
        .keys()
        .find(|name| !allowed.contains(&name.as_str()))
    {
        Some(name) => Err(format!("{name} says nothing here")),
        None => Ok(()),
    }
}

/// Checks that the document says what the laws say.
#[expect(
    clippy::needless_pass_by_value,
    reason = "so that a number can be handed over"
)]
pub fn same(what: &str, said: &str, found: impl ToString) -> Result<(), String> {
    let found = found.to_string();
    if said == found {
        Ok(())
    } else {
        Err(format!("{what} is {found:?} and not {said:?}"))
    }
}

/// Checks lists whose order does not matter.
pub fn same_set(
    what: &str,
    said: &str,
    found: impl IntoIterator<Item = impl ToString>,
) -> Result<(), String> {
    let mut said: Vec<String> = said.split_whitespace().map(str::to_owned).collect();
    let mut found: Vec<String> = found.into_iter().map(|it| it.to_string()).collect();
    said.sort_unstable();
    found.sort_unstable();
    same(what, &said.join(" "), found.join(" "))
}
