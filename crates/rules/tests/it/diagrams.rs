//! Diagrams as letters, as figurines and as SVG.

use arbiter_rules::{Bitboard, Color, Diagram, MarkColor, Move, Position, Setup, Square};

const SCHOLARS_MATE: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
const NINE_QUEENS: &str = "QQQQQQQQ/8/8/8/8/k7/8/3QK3 b - - 0 1";

fn diagram(fen: &str) -> Diagram {
    let position: Position = fen.parse().expect("a position to draw");
    Diagram::of(&position)
}

fn start() -> Diagram {
    Diagram::of(&Position::start())
}

fn scholars_mate() -> Diagram {
    diagram(SCHOLARS_MATE).last_move(Square::H5, Square::F7)
}

/// Compares with an expected diagram that is indented like the surrounding code.
#[track_caller]
fn assert_drawn(drawn: &impl ToString, expected: &str) {
    let expected: String = expected
        .lines()
        .skip(1)
        .map(|line| line.strip_prefix("        ").unwrap_or(line.trim_start()))
        .collect::<Vec<_>>()
        .join("\n");
    let drawn = drawn.to_string();
    assert_eq!(drawn, expected, "\n{drawn}");
}

// Text.

#[test]
fn letters_show_the_starting_position_with_white_at_the_bottom() {
    assert_drawn(
        &start().ascii(),
        "
          +------------------------+
        8 | r  n  b  q  k  b  n  r |
        7 | p  p  p  p  p  p  p  p |
        6 | .  .  .  .  .  .  .  . |
        5 | .  .  .  .  .  .  .  . |
        4 | .  .  .  .  .  .  .  . |
        3 | .  .  .  .  .  .  .  . |
        2 | P  P  P  P  P  P  P  P |
        1 | R  N  B  Q  K  B  N  R |
          +------------------------+
            a  b  c  d  e  f  g  h
        White to move.
        ",
    );
}

#[test]
fn r12_the_board_is_turned_for_black() {
    assert_drawn(
        &start().flipped().ascii(),
        "
          +------------------------+
        1 | R  N  B  K  Q  B  N  R |
        2 | P  P  P  P  P  P  P  P |
        3 | .  .  .  .  .  .  .  . |
        4 | .  .  .  .  .  .  .  . |
        5 | .  .  .  .  .  .  .  . |
        6 | .  .  .  .  .  .  .  . |
        7 | p  p  p  p  p  p  p  p |
        8 | r  n  b  k  q  b  n  r |
          +------------------------+
            h  g  f  e  d  c  b  a
        White to move.
        ",
    );
    assert_eq!(start().flipped(), start().seen_by(Color::Black));
    assert_eq!(start().flipped().flipped(), start());
}

#[test]
fn r64_letters_show_check_and_the_last_move() {
    assert_drawn(
        &scholars_mate().ascii(),
        "
          +------------------------+
        8 | r  .  b  q !k! b  .  r |
        7 | p  p  p  p  . [Q] p  p |
        6 | .  .  n  .  .  n  .  . |
        5 | .  .  .  .  p  .  . [.]|
        4 | .  .  B  .  P  .  .  . |
        3 | .  .  .  .  .  .  .  . |
        2 | P  P  P  P  .  P  P  P |
        1 | R  N  B  .  K  .  N  R |
          +------------------------+
            a  b  c  d  e  f  g  h
        Black to move, in check on e8. Last move h5-f7.
        ",
    );
}

#[test]
fn figurines_show_the_starting_position_with_dotted_dark_squares() {
    assert_drawn(
        &start().unicode(),
        "
          ┌────────────────────────┐
        8 │ ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ │
        7 │ ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟ │
        6 │    ·     ·     ·     · │
        5 │ ·     ·     ·     ·    │
        4 │    ·     ·     ·     · │
        3 │ ·     ·     ·     ·    │
        2 │ ♙  ♙  ♙  ♙  ♙  ♙  ♙  ♙ │
        1 │ ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖ │
          └────────────────────────┘
            a  b  c  d  e  f  g  h
        White to move.
        ",
    );
}

#[test]
fn figurines_show_check_and_the_last_move_from_the_other_side() {
    assert_drawn(
        &scholars_mate().flipped().unicode(),
        "
          ┌────────────────────────┐
        1 │ ♖  ♘     ♔     ♗  ♘  ♖ │
        2 │ ♙  ♙  ♙     ♙  ♙  ♙  ♙ │
        3 │    ·     ·     ·     · │
        4 │ ·     ·  ♙  ·  ♗  ·    │
        5 │[ ] ·     ♟     ·     · │
        6 │ ·     ♞     ·  ♞  ·    │
        7 │ ♟  ♟ [♕] ·  ♟  ♟  ♟  ♟ │
        8 │ ♜     ♝ !♚! ♛  ♝  ·  ♜ │
          └────────────────────────┘
            h  g  f  e  d  c  b  a
        Black to move, in check on e8. Last move h5-f7.
        ",
    );
}

#[test]
fn r58_nine_queens_are_drawn() {
    assert_drawn(
        &diagram(NINE_QUEENS).unicode(),
        "
          ┌────────────────────────┐
        8 │ ♕  ♕  ♕  ♕  ♕  ♕  ♕  ♕ │
        7 │ ·     ·     ·     ·    │
        6 │    ·     ·     ·     · │
        5 │ ·     ·     ·     ·    │
        4 │    ·     ·     ·     · │
        3 │!♚!    ·     ·     ·    │
        2 │    ·     ·     ·     · │
        1 │ ·     ·  ♕  ♔     ·    │
          └────────────────────────┘
            a  b  c  d  e  f  g  h
        Black to move, in check on a3.
        ",
    );
    let svg = diagram(NINE_QUEENS).svg().to_string();
    assert_eq!(count(&svg, "<use xlink:href=\"#queen\""), 9);
}

#[test]
fn arrows_and_marks_are_described_in_words_and_targets_have_stars() {
    let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
    let targets: Bitboard = position
        .legal_moves_of(Square::E4.bitboard())
        .map(Move::to)
        .collect();
    let diagram = Diagram::of(&position)
        .targets(targets)
        .mark(Square::E4, MarkColor::Green)
        .arrow(Square::E4, Square::D5, MarkColor::Red)
        .arrow(Square::E8, Square::E1, MarkColor::Blue);
    assert_drawn(
        &diagram.ascii(),
        "
          +------------------------+
        8 | .  .  .  .  k  .  .  . |
        7 | .  .  .  .  .  .  .  . |
        6 | .  .  .  .  .  .  .  . |
        5 | .  .  . (p) *  .  .  . |
        4 | .  .  .  . <P> .  .  . |
        3 | .  .  .  .  .  .  .  . |
        2 | .  .  .  .  .  .  .  . |
        1 | .  .  .  .  K  .  .  . |
          +------------------------+
            a  b  c  d  e  f  g  h
        White to move. Targets: d5 e5. Arrows: red e4-d5, blue e8-e1. Marks: green e4.
        ",
    );
}

#[test]
fn coordinates_and_caption_can_be_left_out() {
    assert_drawn(
        &diagram("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1")
            .without_coordinates()
            .without_caption()
            .ascii(),
        "
        +------------------------+
        | .  .  .  .  .  .  .  . |
        | .  .  .  .  .  .  .  . |
        | .  .  .  .  .  .  .  . |
        | .  .  .  .  .  .  .  . |
        | .  .  .  .  .  .  .  . |
        | .  .  .  .  .  k  .  . |
        | .  .  .  .  .  p  .  . |
        | .  .  .  .  .  K  .  . |
        +------------------------+
        ",
    );
}

#[test]
fn colors_are_reset_on_every_square_and_both_sides_have_filled_figurines() {
    let drawn = start().unicode().colors().to_string();
    assert_eq!(count(&drawn, "\x1b[48;5;"), 64);
    assert_eq!(count(&drawn, "\x1b[0m"), 64);
    assert_eq!(count(&drawn, "♟\u{fe0e}"), 16);
    assert_eq!(count(&drawn, "♙"), 0);
    assert_eq!(count(&start().unicode().to_string(), "\x1b"), 0);
}

#[test]
fn a_setup_that_cannot_be_played_can_still_be_drawn() {
    let setup: Setup = "kk6/8/8/8/8/8/8/R7 b - - 0 1".parse().unwrap();
    let drawn = Diagram::of_setup(&setup).ascii().to_string();
    assert!(drawn.contains("8 |!k! k  . "), "\n{drawn}");
    assert!(drawn.ends_with("Black to move, in check on a8.\n"));
    let empty: Setup = "8/8/8/8/8/8/8/8 w - - 0 1".parse().unwrap();
    assert_well_formed(&Diagram::of_setup(&empty).svg().to_string());
}

// SVG.

#[test]
fn the_svg_has_one_shape_for_each_piece() {
    for (fen, white, black) in [
        (arbiter_rules::fen::START, 16, 16),
        (SCHOLARS_MATE, 16, 15),
        (NINE_QUEENS, 10, 1),
    ] {
        let svg = diagram(fen).svg().to_string();
        let pieces = |color: &str| {
            count(
                between(&svg, &format!("<g id=\"{color}\""), "</g>"),
                "<use ",
            )
        };
        assert_eq!((pieces("white"), pieces("black")), (white, black));
        assert_eq!(count(&svg, "<use "), white + black);
    }
}

#[test]
fn the_svg_is_well_formed_and_always_the_same() {
    let mut busy = scholars_mate()
        .targets(Bitboard::from([Square::E7, Square::F7]))
        .mark(Square::F7, MarkColor::Yellow);
    for from in Square::ALL {
        busy = busy.arrow(from, Square::E4, MarkColor::Green);
    }
    for diagram in [
        start(),
        scholars_mate().flipped(),
        diagram(NINE_QUEENS),
        busy,
    ] {
        let svg = diagram.svg().to_string();
        assert_well_formed(&svg);
        assert_eq!(svg, diagram.clone().svg().to_string());
    }
}

#[test]
fn c13_a_queen_is_drawn_as_a_queen_and_every_name_is_defined() {
    for fen in [arbiter_rules::fen::START, SCHOLARS_MATE, NINE_QUEENS] {
        let svg = diagram(fen).svg().to_string();
        for pieces in svg.split("<use ").skip(1) {
            let name = between(pieces, "\"#", "\"");
            assert_eq!(count(&svg, &format!("<g id=\"{name}\">")), 1, "{name}");
        }
        assert_eq!(count(&svg, "transform"), 0);
    }
}

#[test]
fn r2_h1_is_light_in_the_svg_from_either_side() {
    for (diagram, h1, a1) in [
        (start(), "M700 700h", "M0 700h"),
        (start().flipped(), "M0 0h", "M700 0h"),
    ] {
        let svg = diagram.svg().to_string();
        let dark = path(&svg, "dark");
        assert_eq!(count(dark, "M"), 32);
        assert!(!dark.contains(h1), "{dark}");
        assert!(dark.contains(a1), "{dark}");
    }
}

#[test]
fn r12_flipping_the_svg_swaps_coordinates_and_pieces() {
    let (white, black) = (
        start().svg().to_string(),
        start().flipped().svg().to_string(),
    );
    assert_eq!(coordinates(&white), "87654321abcdefgh");
    assert_eq!(coordinates(&black), "12345678hgfedcba");
    assert_eq!(
        coordinates(&start().without_coordinates().svg().to_string()),
        ""
    );
    assert!(white.contains("<use xlink:href=\"#king\" x=\"400\" y=\"700\"/>"));
    assert!(black.contains("<use xlink:href=\"#king\" x=\"300\" y=\"0\"/>"));
}

#[test]
fn r64_the_svg_highlights_a_king_in_check() {
    let highlight = "<path fill=\"url(#check)\" d=\"M400 0h100v100h-100z\"/>";
    let svg = scholars_mate().svg().to_string();
    assert!(svg.contains(highlight));
    assert!(svg.contains("<radialGradient id=\"check\""));
    assert_eq!(path(&svg, "last-move").matches('M').count(), 2);
    assert!(
        !scholars_mate()
            .without_check()
            .svg()
            .to_string()
            .contains("check)")
    );
    assert!(
        start()
            .check(Square::E8)
            .svg()
            .to_string()
            .contains(highlight)
    );
}

#[test]
fn the_svg_describes_its_position_for_screen_readers() {
    let svg = scholars_mate().svg().size(240).to_string();
    assert!(svg.contains(&format!("<title>{SCHOLARS_MATE}</title>")));
    assert!(svg.contains("<desc>Black to move, in check on e8. Last move h5-f7.</desc>"));
    assert!(svg.contains("role=\"img\""));
    assert!(svg.contains("width=\"240\" height=\"240\" viewBox=\"0 0 800 800\""));
}

#[test]
fn an_arrow_points_at_the_center_of_its_square_and_one_without_length_is_a_ring() {
    let svg = start()
        .arrow(Square::E2, Square::E4, MarkColor::Green)
        .svg()
        .to_string();
    let arrow = between(&svg, "opacity=\".8\" d=\"", "\"");
    // The fourth point is the tip, slightly below the center of e4.
    assert_eq!(arrow.split('L').nth(3), Some("450 456"), "{arrow}");
    let ring = start().arrow(Square::E4, Square::E4, MarkColor::Red);
    assert_eq!(ring, start().mark(Square::E4, MarkColor::Red));
}

/// `docs/board.svg`, the last move of the Immortal Game: the knights guard
/// what the bishop does not. After a change of style, regenerate it with:
///
/// ```text
/// arbiter show --svg --last-move d6e7 --arrow g7e8 --arrow d5c7 --mark e7 \
///     "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23" > docs/board.svg
/// ```
#[test]
fn the_diagram_in_the_docs_is_up_to_date() {
    let diagram = diagram("r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23")
        .last_move(Square::D6, Square::E7)
        .arrow(Square::G7, Square::E8, MarkColor::Green)
        .arrow(Square::D5, Square::C7, MarkColor::Green)
        .mark(Square::E7, MarkColor::Green);
    let shown = include_str!("../../../../docs/board.svg");
    let drawn = diagram.svg().to_string();
    assert!(drawn.lines().eq(shown.lines()), "{drawn}");
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// Returns the text between the first `start` and the next `end`.
#[track_caller]
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).expect(start);
    rest.split_once(end).expect(end).0
}

/// Returns the data of the path with this id.
fn path<'a>(svg: &'a str, name: &str) -> &'a str {
    let path = between(svg, &format!("<path id=\"{name}\""), "/>");
    between(path, " d=\"", "\"")
}

/// Returns the coordinates, down the left edge and then along the bottom edge.
fn coordinates(svg: &str) -> String {
    let number = |text, name| -> i32 { between(text, name, "\"").parse().expect("a number") };
    let mut texts: Vec<_> = svg
        .split("<text ")
        .skip(1)
        .map(|text| {
            let (x, y) = (number(text, "x=\""), number(text, "y=\""));
            (y == 793, x, y, between(text, ">", "<"))
        })
        .collect();
    texts.sort_unstable();
    texts.into_iter().map(|(.., text)| text).collect()
}

/// Checks that tags are balanced, attributes are quoted and not repeated, and numbers have
/// at most two decimals.
#[track_caller]
fn assert_well_formed(svg: &str) {
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(svg.is_ascii());
    let mut open = Vec::new();
    for (index, rest) in svg.split('<').enumerate().skip(1) {
        let (tag, text) = rest.split_once('>').expect("the end of a tag");
        assert!(!text.contains('>') && !text.contains('&'), "{text}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tag {index}");
            continue;
        }
        let (name, _) = tag.split_once([' ', '/']).unwrap_or((tag, ""));
        if !tag.ends_with('/') {
            open.push(name);
        }
        let parts: Vec<&str> = tag.trim_end_matches('/')[name.len()..].split('"').collect();
        assert_eq!(parts.len() % 2, 1, "quotes in {tag}");
        let mut names: Vec<&str> = parts.iter().step_by(2).copied().collect();
        assert_eq!(names.pop(), Some(""), "{tag}");
        assert!(
            names
                .iter()
                .all(|name| name.starts_with(' ') && name.ends_with('=')),
            "{tag}"
        );
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), parts.len() / 2, "{tag}");
    }
    assert_eq!(open, Vec::<&str>::new());
    for decimals in svg.split('.').skip(1) {
        let digits = decimals.chars().take_while(char::is_ascii_digit).count();
        assert!(digits <= 2, "{}", &decimals[..digits]);
    }
    for garbage in ["NaN", "inf", "--"] {
        assert_eq!(count(svg, garbage), 0, "{garbage}");
    }
}
