use arbiter_rules::{Color, Diagram, PlayedLine, Square};

/// Returns a diagram of each position of a line, from the first to the last, seen from this
/// side, with the move that led to it.
#[must_use]
pub fn diagrams(line: &PlayedLine, bottom: Color) -> Vec<Diagram> {
    let first = Diagram::of(line.start()).seen_by(bottom);
    let others = line.moves().map(|(before, mv)| {
        let diagram = Diagram::of(&before.after(mv)).seen_by(bottom);
        with_last_move(diagram, &before.uci(mv).to_string())
    });
    [first].into_iter().chain(others).collect()
}

/// Highlights a move in UCI notation. A piece that was placed has one square, and a pass none.
#[must_use]
pub fn with_last_move(diagram: Diagram, uci: &str) -> Diagram {
    let square = |from, to| {
        uci.get(from..to)
            .and_then(|text| text.parse::<Square>().ok())
    };
    match (square(0, 2), square(2, 4)) {
        (from, Some(to)) => diagram.last_move(from.unwrap_or(to), to),
        (_, None) => diagram,
    }
}
