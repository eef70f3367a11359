use arbiter_rules::{DiagramPart, Piece, PieceColors, PieceShape};
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, PathBuilder, Pixmap,
    Point, RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

use crate::{letters, path};

/// A picture on which the parts of a diagram are drawn.
pub(crate) struct Canvas {
    pixmap: Pixmap,
    /// The number of pixels of a unit, which is a hundredth of a square.
    scale: f32,
}

impl Canvas {
    /// Creates a picture of this many pixels in each direction, which shows this many units.
    pub(crate) fn new(pixels: u32, units: f32) -> Option<Canvas> {
        Some(Canvas {
            pixmap: Pixmap::new(pixels, pixels)?,
            scale: pixels as f32 / units,
        })
    }

    /// Returns the red, green and blue of each pixel. Every pixel is covered by a square, so that
    /// nothing is transparent.
    pub(crate) fn to_rgb(&self) -> Vec<u8> {
        let pixels = self.pixmap.pixels().iter();
        pixels
            .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect()
    }

    /// Draws a part over what is there.
    pub(crate) fn draw(&mut self, part: &DiagramPart) {
        match part {
            DiagramPart::Square { corner, fill } => self.square(*corner, solid(fill, 1.0)),
            DiagramPart::LastMove { corner } => self.square(*corner, solid("#f0cc30", 0.6)),
            DiagramPart::Check { corner } => self.square(*corner, check()),
            DiagramPart::Target { center, is_capture } => {
                let paint = solid("#20301c", 0.3);
                match is_capture {
                    true => self.ring(*center, 45.0, 9.0, paint),
                    false => self.disk(*center, 15.0, paint),
                }
            }
            DiagramPart::Coordinate {
                corner,
                letter,
                fill,
            } => self.coordinate(*corner, *letter, fill),
            DiagramPart::Piece { corner, piece } => self.piece(*corner, *piece),
            DiagramPart::Mark { center, fill } => {
                self.ring(*center, 45.0, 7.0, solid(fill, 0.85));
            }
            DiagramPart::Arrow { corners, fill } => self.arrow(corners, solid(fill, 0.8)),
        }
    }

    /// Returns the transformation of a drawing that begins here.
    fn at(&self, (x, y): (i32, i32)) -> Transform {
        Transform::from_translate(x as f32, y as f32).post_scale(self.scale, self.scale)
    }

    fn square(&mut self, corner: (i32, i32), shader: Shader<'_>) {
        let transform = self.at(corner);
        if let Some(square) = Rect::from_xywh(0.0, 0.0, 100.0, 100.0) {
            // Without smoothing, because the edges of two squares would shine through.
            let paint = Paint {
                shader,
                anti_alias: false,
                ..Paint::default()
            };
            self.pixmap.fill_rect(square, &paint, transform, None);
        }
    }

    fn disk(&mut self, center: (i32, i32), radius: f32, shader: Shader<'_>) {
        if let Some(circle) = PathBuilder::from_circle(0.0, 0.0, radius) {
            let transform = self.at(center);
            self.fill(&circle, shader, transform);
        }
    }

    fn ring(&mut self, center: (i32, i32), radius: f32, width: f32, shader: Shader<'_>) {
        if let Some(circle) = PathBuilder::from_circle(0.0, 0.0, radius) {
            let transform = self.at(center);
            self.stroke(&circle, width, shader, transform);
        }
    }

    /// Draws a number in the upper left corner of a square, a letter in the lower right one.
    fn coordinate(&mut self, (x, y): (i32, i32), letter: char, fill: &str) {
        let place = match letter.is_ascii_digit() {
            true => (x + 6, y + 7),
            false => (x + 85, y + 79),
        };
        if let Some(strokes) = path::read(letters::strokes(letter)) {
            let transform = self.at(place);
            self.stroke(&strokes, 2.4, solid(fill, 1.0), transform);
        }
    }

    fn piece(&mut self, corner: (i32, i32), piece: Piece) {
        let transform = self.at(corner);
        let colors = PieceColors::of(piece.color);
        let inner = || solid(colors.inner, 1.0);
        for shape in PieceShape::of(piece) {
            let path = match *shape {
                PieceShape::Ball(x, y) => PathBuilder::from_circle(x, y, 5.1),
                PieceShape::Body(data) | PieceShape::Lines(data) | PieceShape::Spots(data) => {
                    path::read(data)
                }
            };
            let Some(path) = path else {
                continue;
            };
            match shape {
                PieceShape::Body(_) | PieceShape::Ball(..) => {
                    self.fill(&path, gradient(colors.gradient), transform);
                    self.stroke(&path, 3.4, solid(colors.outline, 1.0), transform);
                }
                PieceShape::Lines(_) => self.stroke(&path, 2.6, inner(), transform),
                PieceShape::Spots(_) => self.fill(&path, inner(), transform),
            }
        }
    }

    fn arrow(&mut self, corners: &[(i32, i32)], shader: Shader<'_>) {
        let mut outline = PathBuilder::new();
        for (index, &(x, y)) in corners.iter().enumerate() {
            let (x, y) = (x as f32 / 10.0, y as f32 / 10.0);
            match index {
                0 => outline.move_to(x, y),
                _ => outline.line_to(x, y),
            }
        }
        outline.close();
        if let Some(outline) = outline.finish() {
            let transform = self.at((0, 0));
            self.fill(&outline, shader, transform);
        }
    }

    fn fill(&mut self, path: &tiny_skia::Path, shader: Shader<'_>, transform: Transform) {
        let paint = smooth(shader);
        let rule = FillRule::Winding;
        self.pixmap.fill_path(path, &paint, rule, transform, None);
    }

    fn stroke(
        &mut self,
        path: &tiny_skia::Path,
        width: f32,
        shader: Shader<'_>,
        transform: Transform,
    ) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let paint = smooth(shader);
        self.pixmap
            .stroke_path(path, &paint, &stroke, transform, None);
    }
}

fn smooth(shader: Shader<'_>) -> Paint<'_> {
    Paint {
        shader,
        anti_alias: true,
        ..Paint::default()
    }
}

fn solid(color: &str, opacity: f32) -> Shader<'static> {
    Shader::SolidColor(color_of(color, opacity))
}

/// Returns the gradient that fills a piece, from left to right.
fn gradient([left, middle, right]: [&str; 3]) -> Shader<'static> {
    let stops = vec![
        GradientStop::new(0.0, color_of(left, 1.0)),
        GradientStop::new(0.5, color_of(middle, 1.0)),
        GradientStop::new(1.0, color_of(right, 1.0)),
    ];
    let (from, to) = (Point::from_xy(20.0, 0.0), Point::from_xy(80.0, 0.0));
    LinearGradient::new(from, to, stops, SpreadMode::Pad, Transform::identity())
        .unwrap_or_else(|| solid(middle, 1.0))
}

/// Returns the highlight of a king in check, which fades towards the corners.
fn check() -> Shader<'static> {
    let stops = vec![
        GradientStop::new(0.0, color_of("#ff2a1a", 1.0)),
        GradientStop::new(0.45, color_of("#e8170e", 0.9)),
        GradientStop::new(1.0, color_of("#b00000", 0.0)),
    ];
    let center = Point::from_xy(50.0, 50.0);
    let transform = Transform::identity();
    RadialGradient::new(center, 0.0, center, 70.0, stops, SpreadMode::Pad, transform)
        .unwrap_or_else(|| solid("#e8170e", 0.9))
}

/// Reads `#rgb` or `#rrggbb`. Anything else is black.
fn color_of(text: &str, opacity: f32) -> Color {
    let digits = text.trim_start_matches('#');
    let number = u32::from_str_radix(digits, 16).unwrap_or(0);
    let [red, green, blue] = match digits.len() {
        3 => [8, 4, 0].map(|shift| ((number >> shift) & 15) * 17),
        _ => [16, 8, 0].map(|shift| (number >> shift) & 255),
    }
    .map(|part| part as u8);
    let opacity = (opacity * 255.0).round() as u8;
    Color::from_rgba8(red, green, blue, opacity)
}
