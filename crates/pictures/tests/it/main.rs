//! Pictures of positions and games, read by independent decoders.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Cursor;

use arbiter_pictures::{MAX_FRAMES, MAX_PIXELS, diagrams};
use arbiter_rules::{Color, Diagram, MarkColor, PlayedLine, Position, Square};

/// A decoded picture.
struct Picture {
    pixels: usize,
    rgb: Vec<u8>,
}

impl Picture {
    fn of(file: &[u8]) -> Picture {
        let mut reader = ::png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgb).unwrap();
        assert_eq!(info.width, info.height);
        Picture {
            pixels: info.width as usize,
            rgb,
        }
    }

    /// Returns the color at this place of a square, in percent of its width.
    fn color(&self, column: usize, row: usize, (x, y): (usize, usize)) -> [u8; 3] {
        let square = self.pixels / 8;
        let (x, y) = (
            column * square + x * square / 100,
            row * square + y * square / 100,
        );
        let at = 3 * (y * self.pixels + x);
        self.rgb[at..at + 3].try_into().unwrap()
    }
}

fn line(moves: &str) -> PlayedLine {
    let mut line = PlayedLine::default();
    for text in moves.split_whitespace() {
        line.play(line.read(text).unwrap());
    }
    line
}

fn last(line: &PlayedLine) -> Diagram {
    diagrams(line, Color::White).pop().unwrap()
}

const LIGHT: [u8; 3] = [0xec, 0xe8, 0xdf];
const DARK: [u8; 3] = [0x87, 0x97, 0xa5];

fn is_dark(color: [u8; 3]) -> bool {
    color.iter().all(|&part| part < 0x70)
}

#[test]
fn squares_and_pieces_are_where_they_belong() {
    let start = Picture::of(&arbiter_pictures::png(
        &Diagram::of(&Position::start()),
        800,
    ));
    assert_eq!(start.pixels, 800);
    assert_eq!(start.color(4, 4, (50, 50)), LIGHT);
    assert_eq!(start.color(3, 4, (50, 50)), DARK);
    // The base of each king and the sky above a pawn.
    assert!(is_dark(start.color(4, 0, (50, 84))));
    assert!(!is_dark(start.color(4, 7, (50, 84))));
    assert_eq!(start.color(0, 6, (50, 10)), LIGHT);
    let turned = Diagram::of(&Position::start()).seen_by(Color::Black);
    let turned = Picture::of(&arbiter_pictures::png(&turned, 800));
    assert!(is_dark(turned.color(3, 7, (50, 84))));
}

#[test]
fn highlights_marks_and_arrows_are_drawn() {
    let mate = line("f3 e5 g4 Qh4");
    let picture = last(&mate)
        .arrow(Square::H4, Square::E1, MarkColor::Red)
        .mark(Square::A4, MarkColor::Green);
    let picture = Picture::of(&arbiter_pictures::png(&picture, 800));
    let [red, green, blue] = picture.color(3, 0, (50, 50));
    assert!(red > 0xb0 && green > 0xa0 && blue < 0x90, "the last move");
    let [red, green, _] = picture.color(4, 7, (12, 50));
    assert!(red > 0xb0 && green < 0x80, "the king in check");
    let [red, green, _] = picture.color(6, 6, (0, 0));
    assert!(red > 0x90 && green < 0x60, "the arrow");
    let [red, green, _] = picture.color(0, 4, (5, 50));
    assert!(green > red, "the mark");
}

#[test]
fn sizes_are_bounded_and_pictures_always_the_same() {
    let start = Diagram::of(&Position::start());
    assert_eq!(
        arbiter_pictures::png(&start, 300),
        arbiter_pictures::png(&start, 300)
    );
    let huge = Picture::of(&arbiter_pictures::png(&start, u32::MAX));
    assert_eq!(huge.pixels, MAX_PIXELS as usize);
    assert_eq!(Picture::of(&arbiter_pictures::png(&start, 0)).pixels, 64);
    assert!(arbiter_pictures::png(&start, 800).len() < 100_000);
}

fn animation(line: &PlayedLine, bottom: Color) -> Vec<u8> {
    arbiter_pictures::gif(&diagrams(line, bottom))
}

/// Returns the frames of an animation: places, sizes and delays.
fn frames(file: &[u8]) -> Vec<(u16, u16, u16, u16, u16)> {
    let mut reader = ::gif::Decoder::new(Cursor::new(file)).unwrap();
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        frames.push((
            frame.left,
            frame.top,
            frame.width,
            frame.height,
            frame.delay,
        ));
    }
    frames
}

#[test]
fn an_animation_has_a_frame_for_each_position_with_what_changes() {
    let game = line("e4 e5 Nf3");
    let expected = [
        (0, 0, 320, 320, 80),
        (160, 160, 40, 120, 80),
        (160, 40, 40, 240, 80),
        (160, 40, 120, 280, 320),
    ];
    assert_eq!(frames(&animation(&game, Color::White)), expected);
    assert_eq!(
        frames(&animation(&PlayedLine::default(), Color::Black)),
        [(0, 0, 320, 320, 320)]
    );
}

#[test]
fn a_long_game_is_shortened() {
    let mut game = PlayedLine::default();
    for _ in 0..200 {
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            game.play(game.read(text).unwrap());
        }
    }
    assert_eq!(frames(&animation(&game, Color::White)).len(), MAX_FRAMES);
}

#[test]
fn saktris_and_castling_are_drawn() {
    let position: Position = "4k3/8/8/4p3/4P3/8/8/4K3[N/p] w - - 0 6".parse().unwrap();
    let mut game = PlayedLine::from(position);
    let moved = game.read("Kd2").unwrap();
    game.play(moved);
    assert_eq!(frames(&animation(&game, Color::White)).len(), 2);
    let castled = line("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O");
    let picture = Picture::of(&arbiter_pictures::png(&last(&castled), 400));
    let [red, green, blue] = picture.color(4, 7, (50, 50));
    assert!(
        red > 0xb0 && green > 0xa0 && blue < 0x90,
        "the king came from e1"
    );
}
